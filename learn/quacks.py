"""How the Quacks are learned: the tables that are played, and what is special about them."""

NAME = "quacks"
SEATS = 4
# Which of the cells belong to absent seats is not used.
SEAT_CELLS = 0
# A lead of this many points is 1.
LEAD = 25.0
# Who is copied first: brewer takes a hundred times as long for an answer.
TEACHER = "greedy"
# Who the others are where the share of wins is measured.
ANCHOR = "brewer-1"
# Tables of that: players, and how many of them are nets.
ANCHORS = ((2, 1), (4, 1))


def mixed(number):
    """Books by number from 0 to 1023: a book of each colour."""
    return {colour: 1 + (number >> 2 * i & 3) for i, colour in enumerate(("green", "blue", "red", "yellow", "purple"))}


# As in learn/arcane.py. The usual game has book set 1; a third of the tables have a mix of books.
TABLES = [
    (22, 2, {}, None), (2, 2, {}, "past"), (16, 4, {}, None), (4, 4, {}, "past"), (8, 3, {}, None),
    (2, 2, {"fortune": "off"}, None), (2, 4, {"fortune": "off"}, None),
    (3, 2, {"books": 2}, None), (3, 2, {"books": 3}, None), (3, 2, {"books": 4}, None),
    (3, 4, {"books": 2}, None), (3, 4, {"books": 3}, None), (3, 4, {"books": 4}, None),
    (1, 2, {"pot": "tubes"}, None), (1, 4, {"pot": "tubes"}, None),
] + [(1, 2 + k % 3, {"books": mixed(331 * k + 97)}, None) for k in range(24)]
# No question has answers that are tried at random.
TRIED = -1
# Tables of the positions with which rounding is judged.
SAMPLES = [{"count": 60, "players": 2}, {"count": 40, "players": 4}, {"count": 20, "players": 3, "options": {"books": 2}},
           {"count": 20, "players": 2, "options": {"books": 3}}, {"count": 20, "players": 4, "options": {"books": 4}}]
