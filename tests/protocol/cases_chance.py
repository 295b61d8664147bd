"""Chance: forced outcomes, clones, replays with the reported outcomes."""

import json
import random

from harness import check, same
from positions import Table, item
from talk import Engine, Unmoved, apply, cards, choose, code_of, fingerprint, new, op


def chance(e, seat, action):
    return e.must(apply(seat, action))["chance"]


def test_force():
    with Engine() as e:
        lots = [{"first": 2}, {"wizards": ["ninx", "byros", "corvus"]}]
        e.must(op("force", chance=lots + cards(of="dark-lotus older-wand crystal-ball")))
        same(e.must(new(3, wizards="random"))["chance"], lots, "forced before new")
        same(chance(e, 2, "reveal 1 2"), cards(of="dark-lotus older-wand"), "what is left holds for apply")
        answer = chance(e, 0, "reveal 1 2")
        same(answer[0], {"card": "crystal-ball"}, "then the last one")
        check(len(answer) == 2, "then the seed is asked", answer)
        e.must(new(3, first=0))
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus older-wand")))
        e.must(op("force", chance=cards(of="haunted-doll haunted-doll")))
        same(chance(e, 0, "reveal 1 2"), cards(of="haunted-doll haunted-doll"),
             "a new list replaces the old one")
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        e.must(op("force", chance=[]))
        check(e.ask(apply(1, "reveal 1 2"))["ok"], "an empty list clears")
        e.must(op("force", chance=cards(of="skeletomicon skeletomicon")))
        e.must(new(3, first=1))
        same(chance(e, 1, "reveal 8 9"), cards(of="skeletomicon skeletomicon"), "new keeps the list")
        e.must(op("force", chance=cards(of="skeletomicon")))
        e.must(op("setup", state=Table(3, kind="draw").state))
        same(chance(e, 0, "draw deck"), cards(of="skeletomicon"), "setup keeps the list")
        e.must(op("force", chance=[{"draw": "white1", "seat": 0},
                                   {"die": "ruby", "seat": 1}] + cards(of="dark-lotus")))
        e.must(new(3, first=0))
        same(chance(e, 0, "reveal 1 2")[0], {"card": "dark-lotus"},
             "entries of a seat are for that seat's events only")


def test_force_impossible():
    with Engine() as e:
        e.must(new(3, first=0))
        for entries, label in ((cards(of="mystical-lamp mystical-lamp"), "two Lamps where there is one"),
                               ([{"card": "no-such-item"}], "no item"),
                               ([{"first": 1}], "a lot where a card is due"),
                               ([{"wizards": ["ninx"]}], "wizards where a card is due"),
                               ([{"coin": "heads"}], "a coin where a card is due"),
                               ([{"fortune": "charity"}], "a fortune where a card is due")):
            e.must(op("force", chance=entries))
            Unmoved(e).refused(apply(0, "reveal 1 2"), "impossible-chance", label)
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        same(code_of(e.ask(apply(0, "reveal 1 2"))), "impossible-chance", "two Lamps")
        e.must(new(3, first=0, cards=item("mystical-lamp", counts=[2, 2])))
        same(chance(e, 0, "reveal 1 2"), cards(of="mystical-lamp mystical-lamp"),
             "nothing of the list was used up")
        e.must(op("force", chance=[{"first": 3}]))
        still = Unmoved(e)
        still.refused(new(3), "impossible-chance")
        for wizards in (["ninx"], ["ninx", "ninx", "byros"], ["ninx", "byros", "merlin"],
                        ["ninx", "byros", "corvus", "glynna"], []):
            e.must(op("force", chance=[{"wizards": wizards}]))
            Unmoved(e).refused(new(3, first=0, wizards="random"), "impossible-chance", "wizards %r" % wizards)
        e.must(op("force", chance=[{"coin": "edge"}]))
        e.must(new(2, game="null"))
        e.must(apply(0, "call heads"))
        Unmoved(e).refused(apply(1, "call heads"), "impossible-chance", "a coin on its edge")


def test_clone():
    with Engine() as e:
        e.must(new(3, 8, first=0))
        e.must(op("force", chance=cards(of="dark-lotus older-wand skeletomicon")))
        for slot in (0, 31, 63):
            same(e.ask(op("clone", slot=slot)), {"ok": True}, "clone %d" % slot)
        before = fingerprint(e)
        e.must(op("clone", slot=0))                   # fingerprint uses slot 63
        steps = [apply(0, "reveal 1 2"), apply(1, "reveal 3 4"), apply(2, "reveal 5 6"), op("state"),
                 apply(0, "draw deck"), op("state")]
        first = e.many(steps)
        e.must(op("restore", slot=0))
        same(e.many(steps), first, "the place in the seed and the forced list come back")
        for slot in (0, 31):
            e.must(op("force", chance=[]))
            e.must(new(2, game="null"))
            e.must(op("restore", slot=slot))
            same(fingerprint(e), before, "restored from slot %d, from within another game" % slot)
        e.must(op("clone", slot=1))
        e.must(apply(0, "reveal 1 2"))
        e.must(op("clone", slot=1))
        answer = e.must(op("restore", slot=0))
        same(fingerprint(e), before, "slots do not touch each other")
        check("state_hash" in answer, "restore answers a hash", answer)
        e.must(op("restore", slot=1))
        same([d["seat"] for d in e.decisions()], [1], "a slot can be written again")
        same(code_of(e.ask(op("restore", slot=2))), "bad-request", "an empty slot")


def test_replay_by_chance():
    """What apply reports, forced on a game with another seed, makes the same game."""
    luck = random.Random(12)
    for players, options in ((2, dict(wizards="random", turn_cap=3)),
                             (5, dict(market=True, edition="hundred", rounds=1, turn_cap=3))):
        with Engine() as one, Engine() as two:
            begun = one.must(new(players, 21, **options))
            two.must(op("force", chance=begun["chance"]))
            same(two.must(new(players, 22, **options))["state_hash"], begun["state_hash"],
                 "new from its chance")
            for _ in range(3000):
                decisions = one.decisions()
                if not decisions:
                    break
                request = apply(decisions[0]["seat"], choose(decisions[0], luck))
                done = one.raw(request)
                _, replayed = two.many([op("force", chance=json.loads(done)["chance"]), request])
                if not same(replayed, done, "replayed %r" % request):
                    break
            same(one.raw(op("state")), two.raw(op("state")), "the end is the same")
