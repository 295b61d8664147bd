"""How Arcane Alley is learned: the tables that are played, and what is special about them."""

NAME = "arcane"
SEATS = 6
# A lead of this much gold is 1.
LEAD = 50.0
# Who is copied first, and who the others are where the share of wins is measured.
TEACHER = ANCHOR = "greedy"
# Kinds of tables, and how many of a hundred games have them: players, options, and who sits there besides the learner.
# The name of a bot: one seat learns, the bot has the others; "past": the same with an earlier net; None: all seats learn.
TABLES = [
    (22, 2, {}, None), (10, 2, {}, "greedy"), (3, 2, {}, "past"),
    (20, 4, {}, None), (18, 4, {}, "greedy"), (4, 4, {}, "past"),
    (4, 3, {}, None), (1, 3, {}, "greedy"), (2, 5, {}, None), (3, 6, {}, None), (2, 6, {}, "greedy"),
    (1, 2, {"market": True}, None), (1, 4, {"market": True}, None), (1, 3, {"market": True}, None),
    (1, 2, {"wizards": "random"}, None), (1, 4, {"wizards": "random"}, None), (1, 6, {"wizards": "random"}, None),
    (1, 3, {"wizards": "random", "market": True}, None),
    (1, 2, {"edition": "hundred"}, None), (2, 4, {"edition": "hundred"}, None),
    (1, 3, {"edition": "hundred", "market": True}, None),
]
# The first of the bribe's actions: bribes are rare and have many answers, so some are tried at random.
TRIED = 253
# Tables of the positions with which rounding is judged.
SAMPLES = [{"count": 60, "players": 2}, {"count": 60, "players": 4}, {"count": 20, "players": 3, "options": {"market": True}},
           {"count": 20, "players": 6, "options": {"wizards": "random"}},
           {"count": 20, "players": 5, "options": {"edition": "hundred"}}]
