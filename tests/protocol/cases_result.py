"""`result`: nothing before the end, then what the state says."""

import random

from harness import check, same
from talk import Engine, Unmoved, new, op, play_on

# What a state calls the score of a player.
SCORE = {"arcane": "gold", "quacks": "points", "null": "score"}


def test_result():
    for game, key in SCORE.items():
        for players in (2, 3, 4):
            with Engine() as e:
                same(e.ask(op("result"))["error"]["code"], "no-game", "%s: no game, no result" % game)
                e.must(new(players, players, game=game))
                same(e.must(op("result", id=7)), {"ok": True, "over": False, "id": 7}, "%s: nothing yet" % game)
                play_on(e, random.Random(players))
                state = e.state()
                same(e.must(op("result")), {"ok": True, "over": True, "scores": [p[key] for p in state["players"]],
                                            "winners": state["winners"]}, "%s: as the state has it" % game)
                check(state["winners"], "%s: somebody won" % game)


def test_result_follows_the_game():
    """`result` belongs to the current game: after `restore` that of the slot, after `new` none."""
    with Engine() as e:
        e.must(new(2, 1, game="null", tosses=1))
        e.must(op("clone", slot=3))
        play_on(e, random.Random(1))
        check(e.must(op("result"))["over"], "over")
        still = Unmoved(e)
        still.refused(op("apply", seat=0, action="call heads"), "game-over")
        e.must(op("restore", slot=3))
        same(e.must(op("result")), {"ok": True, "over": False}, "restored to before the end")
