"""setup(state()) is the identity, in every kind of position of every game."""

import random

from harness import check, same
from positions import GAMES, KINDS, Walk
from talk import Engine, converse, new, op


def test_identity():
    kinds = {}
    for number, (players, options) in enumerate(GAMES):
        with Engine() as e:
            Walk(e, random.Random(number), players, kinds).begin(new(players, number + 40, **options))
        if number in (0, 8):
            same(converse(b"".join(line + b"\n" for line in e.said)), e.heard,
                 "the same conversation, the same bytes")
    for kind in KINDS + ["over"]:
        check(kinds.get(kind), "a position in which %s was asked" % kind, kinds)
    for players in range(2, 7):
        with Engine() as e:
            Walk(e, random.Random(players), players, {}).begin(new(players, players, game="null", tosses=players))


def test_other_games():
    """Games this file knows nothing about keep the promises of every game."""
    with Engine() as e:
        games = set(e.must(op("hello"))["games"]) - {"arcane", "null"}
    for game in sorted(games):
        for players in (2, 3, 4):
            with Engine() as e:
                Walk(e, random.Random(players), players, {}).begin(new(players, players, game=game))
            same(converse(b"".join(line + b"\n" for line in e.said)), e.heard,
                 "%s: the same conversation, the same bytes" % game)
