"""Every refusal: no game, wrong types, what is wrong in play, which check comes first."""

import random
import re

from harness import check, same
from talk import JUNK, Engine, Unmoved, apply, cards, code_of, new, op, play_on

OPTIONS = {"edition": "three", "goal": 100, "rounds": None, "wizards": "none", "market": False, "first": None,
           "turn_cap": 100, "cards": None}


# ---- errors, op by op ------------------------------------------------------------------------

def test_no_game():
    with Engine() as e:
        for request in (op("state"), op("view", seat=0), op("view", seat=None), op("legal"),
                        apply(0, "draw deck"),
                        op("suggest", seat=0, bot="random"), op("clone", slot=0)):
            same(code_of(e.ask(request)), "no-game", "%s before new" % request["op"])
        same(code_of(e.ask(op("restore", slot=0))), "bad-request", "restoring an empty slot")
        for request, code in ((op("new", game="arcane", players=7), "bad-option"),
                              (op("new", game="arcane"), "bad-option"),
                              (op("new", players=3), "bad-option"),
                              (op("new", game="chess", players=3), "bad-option"),
                              (op("new", game="arcane", players=3, seed="x"), "bad-request"),
                              (op("setup", state={}), "bad-state"),
                              (op("setup", state={"game": "arcane"}), "bad-state"),
                              (op("force"), "bad-request")):
            same(code_of(e.ask(request)), code, "%r" % request)
            same(code_of(e.ask(op("state"))), "no-game", "still no game")
        e.must(op("force", chance=[{"first": 5}]))
        same(code_of(e.ask(new(3))), "impossible-chance", "a seat that is not there cannot be first")
        same(code_of(e.ask(op("legal"))), "no-game", "a new that failed makes no game")
        same(e.must(new(6))["chance"], [{"first": 5}], "and its forced outcome is not used up")




def junk_but(*fine):
    return [v for v in JUNK if not any(v == f and type(v) is type(f) for f in fine)]


def without(request, key):
    return {k: v for k, v in request.items() if k != key}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def wrong_values(seat, state, action):
    """(request, codes) for every member of every op, with every kind of value that it cannot have."""
    base = new()
    for value in JUNK:
        yield {**base, "game": value}, "bad-option"
        yield {**base, "players": value}, "bad-option"
        yield op("setup", state=value), "bad-request bad-state"
        yield op("restore", slot=value), "bad-request"
        yield op("apply", seat=seat, action=value), "illegal-action" if isinstance(value, str) else "bad-request"
        code = "not-your-decision" if is_number(value) else "bad-request"
        if value != seat or not is_number(value):
            yield op("apply", seat=value, action=action), code
            yield op("suggest", seat=value, bot="random"), code
    for value in junk_but(0, 1, 7, 64):
        yield {**base, "seed": value}, "bad-request"
        yield op("setup", state=state, seed=value), "bad-request"
    for value in junk_but(None, 0, 1):
        yield op("view", seat=value), "bad-request"
    for value in junk_but({}):
        yield {**base, "options": value}, "bad-option"
        yield op("force", chance=[value]), "bad-request"
    for value in junk_but([]):
        yield op("force", chance=value), "bad-request"
    for value in junk_but(0, 1, 7):
        yield op("clone", slot=value), "bad-request"
    for value in junk_but({}, {"x": 1}) + [{"name": "nobody"}]:
        yield op("suggest", seat=seat, bot=value), "bad-option bad-request"


def missing_members(seat, action):
    for request, key, codes in (
            (new(), "game", "bad-option"), (new(), "players", "bad-option"),
            (op("view", seat=0), "seat", "bad-request"),
            (op("setup", state={}), "state", "bad-request bad-state"), (apply(seat, action), "seat", "bad-request"),
            (apply(seat, action), "action", "bad-request"), (op("force", chance=[]), "chance", "bad-request"),
            (op("suggest", seat=seat, bot="random"), "seat", "bad-request"),
            (op("clone", slot=0), "slot", "bad-request"),
            (op("restore", slot=0), "slot", "bad-request")):
        yield without(request, key), codes


def test_wrong_types():
    forced = {"arcane": [{"card": "crystal-ball"}] * 5, "null": [{"coin": "tails"}]}
    for request in (new(first=1), new(game="null", players=2)):
        with Engine() as e:
            e.must(op("force", chance=forced[request["game"]]))
            e.must(request)
            decisions = e.decisions()
            seat, action = decisions[0]["seat"], decisions[0]["actions"][0]
            asked = [d["seat"] for d in decisions]
            still = Unmoved(e)
            for bad, codes in wrong_values(seat, e.state(), action):
                if codes != "not-your-decision" or bad["seat"] not in asked:
                    still.refused(bad, codes)
            for bad, codes in missing_members(seat, action):
                still.refused(bad, codes)


FORCE_ENTRIES = [{"card": 5}, {"card": None}, {"card": ["older-wand"]}, {"card": "older-wand", "first": 1},
                 {"first": -1}, {"first": "0"},
                 {"first": 1.5}, {"first": None}, {"wizards": "ninx"}, {"wizards": [1]}, {"wizards": {}},
                 {"coin": 1},
                 {"draw": "white1"}, {"draw": "white1", "seat": None}, {"draw": "white1", "seat": "0"},
                 {"die": "ruby"},
                 {"die": "ruby", "seat": 1.5}, {"seat": 0}, {"unheard-of": 1}, {}]


def test_errors_in_play():
    with Engine() as e:
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus crystal-ball older-wand")))
        e.must(new(first=2))
        still = Unmoved(e)
        for entry in FORCE_ENTRIES:
            still.refused(op("force", chance=[{"card": "older-wand"}, entry]), "bad-request")
        for seat in (-1, 3, 5, 6, 64, 2**31, 2**63 - 1):
            still.refused(op("view", seat=seat), "bad-request")
            still.refused(apply(seat, "reveal 1 2"), "not-your-decision")
            still.refused(op("suggest", seat=seat, bot="random"), "not-your-decision")
        for seat in (0, 1):
            still.refused(apply(seat, "reveal 1 2"), "not-your-decision")
            still.refused(apply(seat, "nonsense"), "not-your-decision",
                          "the seat is looked at before the action")
            still.refused(op("suggest", seat=seat, bot="random"), "not-your-decision")
        for action in ("", " ", "reveal", "reveal 1", "reveal 2 1", "reveal 1 1", "reveal 0 1", "reveal 1 10",
                       "reveal 1  2", "reveal 1 2 ",
                       " reveal 1 2", "Reveal 1 2", "reveal 01 2", "reveal 1 2 3", "draw deck",
                       "play older-wand", "x" * 5000, "é", "%s%n"):
            error = still.refused(apply(2, action), "illegal-action").get("error", {})
            check(re.match(r"A\d", error.get("rule", "")), "an illegal action cites a rule: %.30r" % action,
                  error)
        for slot in (-1, 64, 2**40):
            still.refused(op("clone", slot=slot), "bad-request")
            still.refused(op("restore", slot=slot), "bad-request")
        still.refused(op("restore", slot=9), "bad-request")


def test_order_of_checks():
    with Engine() as e:
        e.must(new(2, first=0, turn_cap=1))
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        still = Unmoved(e)
        still.refused(apply(1, "nonsense"), "not-your-decision")
        still.refused(apply(0, "nonsense"), "illegal-action")
        still.refused(apply(0, "reveal 1 2"), "impossible-chance")
        e.must(op("force", chance=[]))
        play_on(e, random.Random(1))
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        still = Unmoved(e)
        for seat in (0, 1, 5, -1):
            still.refused(apply(seat, "nonsense"), "game-over")
            still.refused(apply(seat, "bribe 0"), "game-over")
            still.refused(op("suggest", seat=seat, bot="random"), "game-over")
        same(e.decisions(), [], "nobody decides when the game is over")
        winners = e.state()["winners"]
        check(winners and winners == sorted(set(winners)), "winners ascend", winners)
