"""How Arcane Alley is learned: the tables that are played, and what is special about them."""

NAME = "arcane"
SEATS = 6
# Cells begin with a block for each seat, of this size; those of absent seats are 0.
SEAT_CELLS = 76
# A lead of this much gold is 1.
LEAD = 50.0
# Who is copied first, and who the others are where the share of wins is measured.
TEACHER = ANCHOR = "greedy"
# Tables of that: players, and how many of them are nets.
ANCHORS = ((2, 1), (4, 1), (6, 1), (6, 3))
# Kinds of tables, and how many games have them: players, options, who sits there besides the learner, and how many
# learners, if not one. The name of a bot: it has the other seats; "past": the same with an earlier net; None: all seats
# learn.
TABLES = [
    (16, 2, {}, None), (17, 2, {}, "greedy"), (3, 2, {}, "past"),
    (3, 3, {}, None), (4, 3, {}, "greedy"), (2, 3, {}, "greedy", 2),
    (13, 4, {}, None), (30, 4, {}, "greedy"), (5, 4, {}, "greedy", 2), (3, 4, {}, "past"),
    (2, 5, {}, None), (4, 5, {}, "greedy"), (1, 5, {}, "greedy", 2), (1, 5, {}, "greedy", 3),
    (3, 6, {}, None), (6, 6, {}, "greedy"), (3, 6, {}, "greedy", 3),
    (1, 2, {"market": True}, None), (1, 4, {"market": True}, None), (1, 3, {"market": True}, None),
    (1, 2, {"wizards": "random"}, None), (1, 4, {"wizards": "random"}, None), (1, 6, {"wizards": "random"}, None),
    (1, 3, {"wizards": "random", "market": True}, None),
    (1, 2, {"edition": "hundred"}, None), (1, 4, {"edition": "hundred"}, None),
    (1, 3, {"edition": "hundred", "market": True}, None),
]
# The first of the bribe's actions: bribes are rare and have many answers, so some are tried at random.
TRIED = 253
# Tables of the positions with which rounding is judged.
SAMPLES = [{"count": 60, "players": 2}, {"count": 60, "players": 4}, {"count": 20, "players": 3, "options": {"market": True}},
           {"count": 20, "players": 6, "options": {"wizards": "random"}},
           {"count": 20, "players": 5, "options": {"edition": "hundred"}}]
