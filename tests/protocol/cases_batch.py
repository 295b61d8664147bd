"""`step` and `batch`: the same as their parts one by one, in slots too."""

import json
import random

from harness import check, same
from talk import JUNK, Engine, Unmoved, apply, cards, choose, code_of, converse, decode, fingerprint, line_of, new, op

GAMES = (("arcane", {"market": True, "wizards": "random"}), ("quacks", {"books": 2}), ("null", {}))


def test_step_is_apply_and_legal():
    """Whole games in two engines: one steps, the other applies and asks what is legal."""
    for game, options in GAMES:
        luck = random.Random(game)
        with Engine() as one, Engine() as two:
            one.must(new(3, 5, game=game, **options))
            two.must(new(3, 5, game=game, **options))
            decisions = one.decisions()
            while decisions:
                d, events = luck.choice(decisions), luck.random() < 0.5
                action = choose(d, luck)
                stepped = one.must(op("step", seat=d["seat"], action=action, **({"events": True} if events else {})))
                applied, legal = (json.loads(a) for a in two.many([apply(d["seat"], action), op("legal")]))
                if not events:
                    del applied["events"]
                same(stepped, {**applied, **legal}, game)
                decisions = stepped["decisions"]
            same(one.state(), two.state(), game)


def test_step_in_slots():
    """Games in slots are played on where they lie; the current game and what was forced on each stay apart."""
    with Engine() as e:
        for slot in range(4):
            e.must(new(2, slot, game="null", tosses=3))
            e.must(op("force", chance=[{"coin": "heads" if slot % 2 else "tails"}]))
            e.must(op("clone", slot=slot))
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus")))
        e.must(new(2, 9, first=0))
        before = fingerprint(e)
        answers = e.must(op("batch", requests=[op("step", slot=slot, seat=seat, action="call heads")
                                               for seat in (0, 1) for slot in range(4)]))["answers"]
        same([a["chance"] for a in answers],
             [[]] * 4 + [[{"coin": "tails"}], [{"coin": "heads"}], [{"coin": "tails"}], [{"coin": "heads"}]], "coins")
        same(fingerprint(e), before, "the current game")
        still = Unmoved(e)
        still.refused(op("step", slot=9, seat=0, action="call heads"), "bad-request")
        still.refused(op("step", slot=0, seat=7, action="call heads"), "not-your-decision")
        still.refused(op("step", slot=0, seat=0, action="call edge"), "illegal-action")
        e.must(op("restore", slot=0))
        same(e.state()["toss"], 2, "the slot has gone on")


def test_batch_is_one_by_one():
    """Requests of all kinds, right and wrong, in lots: the same answers as one by one."""
    luck = random.Random(4)
    pool = [op("hello"), op("state"), op("legal"), op("result"), op("view", seat=None), op("view", seat=1), {}, 5, None, [], "x",
            op("nothing"), new(2, 3, turn_cap=2), new(3, 4, game="quacks"), op("force", chance=[{"first": 0}]),
            op("force", chance=[]), op("suggest", seat=0, bot="random"), op("clone", slot=1), op("restore", slot=1),
            op("step", slot=1, seat=0, action="draw")]
    pool += [{"op": name, "seat": seat, "action": action} for name in ("apply", "step") for seat in (0, 1)
             for action in ("reveal 1 2", "draw deck", "draw", "stop", "buy done")]
    requests = [luck.choice(pool) for _ in range(1500)]
    alone = converse(b"".join(line_of(r) + b"\n" for r in requests))
    lots = [requests[i:i + 30] for i in range(0, len(requests), 30)]
    together = converse(b"".join(line_of(op("batch", requests=lot, id=[i])) + b"\n" for i, lot in enumerate(lots)))
    same([b'{"ok":true,"answers":[%s],"id":[%d]}' % (b",".join(alone[30 * i:30 * i + 30]), i) for i in range(len(lots))],
         together, "byte for byte")


def test_batch_refused():
    with Engine() as e:
        same(code_of(e.ask(op("step", seat=0, action="draw"))), "no-game", "no game")
        same(code_of(e.must(op("batch", requests=[op("state")]))["answers"][0]), "no-game", "no game in a batch")
        e.must(new(2, 1))
        seat = e.decisions()[0]["seat"]
        still = Unmoved(e)
        for value in JUNK:
            if not (isinstance(value, list) and value):
                still.refused(op("batch", requests=value), "bad-request")
            if not isinstance(value, bool):
                still.refused(op("step", seat=seat, action="reveal 1 2", events=value), "bad-request")
            if value not in (0, 1, 7):
                still.refused(op("step", seat=seat, action="reveal 1 2", slot=value), "bad-request")
        still.refused(op("step", seat=seat), "bad-request")
        still.refused(op("batch", requests=[op("state")] * 1025), "bad-request")
        inner = e.must(op("batch", requests=[op("batch", requests=[op("state")]), op("hello", id=1)]))["answers"]
        same(code_of(inner[0]), "bad-request", "a batch in a batch")
        check("id" not in inner[1], "answers in a batch have no id")
        answer = decode(e.raw(op("batch", requests=[op("state")] * 1024)))
        check(len(answer["answers"]) == 1024 and all(a["ok"] for a in answer["answers"]), "as many as may be")
