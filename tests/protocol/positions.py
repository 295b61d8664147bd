"""States written by hand, and states met in games, for the tests of `setup`."""

import copy
import functools
import json
import random
import re

from harness import check, same
from talk import Engine, Gone, apply, choose, line_of, looks, new, op

KINDS = """reveal draw act slot effect peek cauldron target swap sell slide take own theirs keep remove dafana ninx
           bribe""".split()


# ---- positions by hand -----------------------------------------------------------------------

def hidden():
    return {"rows": 3, "cols": 3, "cells": [{"item": None, "up": False} for _ in range(9)]}


class Table:
    """A state written by hand: cards are taken out of the pool and laid somewhere."""
    stocked = {}

    def __init__(self, players, phase="sell", turn=0, kind="act", **options):
        s = self.state = self.stock(players, options)
        s.update(phase=phase, turn=turn, pending=[{"kind": kind, "seat": turn}])
        if phase == "sell":
            s["discard"] = [self.take("older-wand")]
            for seat, p in enumerate(s["players"]):
                for item in ("older-wand", "dark-lotus", "crystal-ball")[:3 if seat == turn and kind == "act"
                                                                         else 2]:
                    p["stash"].append({"item": self.take(item)})
        if phase == "bribe":
            for p in s["players"]:
                p["house"] = {"rows": 0, "cols": 0, "cells": []}
        if options.get("market") and phase == "sell":
            s["market"] = [self.take("floating-carpet") for _ in range(3)]
        self.count()

    def stock(self, players, options):
        """The beginning of a game, as the engine prints it."""
        request = new(players, first=0, **options)
        key = line_of(request)
        if key not in self.stocked:
            with Engine() as e:
                e.must(request)
                self.stocked[key] = e.state()
        return copy.deepcopy(self.stocked[key])

    def take(self, item):
        self.state["pool"][item] -= 1
        if not self.state["pool"][item]:
            del self.state["pool"][item]
        return item

    def count(self):
        """All undecided cards outside the storehouses are the deck."""
        undecided = sum(c is not None and c["item"] is None for p in self.state["players"]
                        for c in p["house"]["cells"])
        self.state["deck"]["count"] = sum(self.state["pool"].values()) - undecided + len(self.state["deck"]["top"])
        return self.state


def item(name="older-wand", **values):
    return {"items": {name: values}}


def effect(name, **values):
    return item(name, effect=values)


def deck_of(count, counts):
    """A cards file with `count` cards in all, for 2-4 players."""
    file = {"items": {name: {"counts": [0, n]} for name, n in counts.items()}}
    for name in sorted(counts):
        n = min(count, 40)
        file["items"][name]["counts"][0] = n
        count -= n
    return file


# ---- setup(state()) is the identity ----------------------------------------------------------

def counts_of(spec, many=None):
    """A deck of few kinds, so that rare questions are asked soon."""
    names = """bottled-fairy bubbling-cauldron crystal-ball cursed-mirror dark-lotus dragons-egg
        facsimilous-feline floating-carpet haunted-doll hypnotic-toad invisible-ring magic-boomerang
        mystical-lamp older-wand pandoras-lockbox sacred-chalice skeletomicon sovereign-sword
        three-headed-coin wizards-watch""".split()
    return {"items": {n: {"counts": [spec.get(n, 0), (many or spec).get(n, 0)]} for n in names}}


SPECIALS = {"mystical-lamp": 8, "pandoras-lockbox": 8, "sacred-chalice": 8, "wizards-watch": 8,
            "crystal-ball": 20, "magic-boomerang": 20,
            "hypnotic-toad": 12, "haunted-doll": 12}
SETS = {"haunted-doll": 14, "dragons-egg": 24, "facsimilous-feline": 18, "floating-carpet": 22,
        "bubbling-cauldron": 20, "skeletomicon": 12}
GAMES = [
    (2, dict(wizards=["meeblemore", "dafana"], cards=counts_of(SETS), turn_cap=30)),
    (2, dict(edition="hundred", rounds=1, market=True, cards=counts_of(SPECIALS))),
    (3, dict(wizards=["glynna", "ninx", "dafana"], cards=counts_of(SETS), turn_cap=12)),
    (3, dict(market=True, cards=counts_of(SPECIALS), turn_cap=10, wizards=["corvus", "meeblemore", None])),
    (4, dict(wizards="random", market=True, turn_cap=6)),
    (4, dict(edition="hundred", goal=100, cards={**counts_of({**SETS, "three-headed-coin": 30}),
                                                 "start": {"gold": 70}}, turn_cap=8)),
    (5, dict(wizards="random", cards=counts_of(SETS), turn_cap=5)),
    (5, dict(edition="hundred", rounds=2, market=True, turn_cap=4)),
    (6, dict(wizards="random", market=True, cards=counts_of({**SPECIALS, "older-wand": 20,
                                                             "three-headed-coin": 6}), turn_cap=4)),
    (6, dict(first=4, turn_cap=3)),
    (3, dict(cards=deck_of(34, dict.fromkeys(("older-wand", "crystal-ball", "floating-carpet"), 0)),
             turn_cap=15, market=False)),
]


class Walk:
    """One random game in which every few positions are looked at closely."""

    def __init__(self, e, luck, players, kinds):
        self.e, self.luck, self.players, self.hash = e, luck, players, None
        self.kinds = kinds          # how often each kind of question was asked, in this game and those before

    def begin(self, request):
        answer = self.e.must(request)
        self.hash = answer["state_hash"]
        for n in range(4000):
            decisions = self.legal()
            kind = decisions[0]["kind"] if decisions else "over"
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            if self.kinds[kind] < 25 or n % 12 == 0 or not decisions:
                self.look(decisions)
            if not decisions:
                return
            self.act(self.luck.choice(decisions))
        check(False, "a game ends", "not after 4000 actions")

    def legal(self):
        decisions = self.e.decisions()
        seats = [d["seat"] for d in decisions]
        fine = seats == sorted(seats) and all(d["actions"] and d["actions"] == sorted(set(d["actions"]),
                                                                                      key=str.encode)
                                              for d in decisions)
        if not fine:
            check(False, "decisions by seat, actions by bytes", decisions)
        return decisions

    def act(self, decision):
        answer = self.e.must(apply(decision["seat"], choose(decision, self.luck)))
        self.hash = answer["state_hash"]
        if not all({"type", "seat", "rule"} <= set(event) for event in answer["events"]):
            check(False, "an event has a type, a seat and a rule", answer["events"])

    def look(self, decisions):
        shown = self.e.many(looks(self.players))
        state = json.loads(shown[0])["state"]
        text = json.dumps(state, sort_keys=self.luck.random() < 0.5)
        again = self.e.many([op("clone", slot=1),
                             b'{"op":"setup","state":' + text.encode() + b"}"] + looks(self.players))
        same(json.loads(again[1]), {"ok": True, "state_hash": self.hash},
             "setup accepts state, with the same hash: %s" % pending(state))
        same(again[2:], shown, "setup(state()) is the identity: %s" % pending(state))
        self.refuse_nonsense(decisions)
        answer = self.e.must(op("restore", slot=1))
        same(answer.get("state_hash"), self.hash, "restore brings the hash back")

    def refuse_nonsense(self, decisions):
        for d in decisions:
            kind = d["kind"]
            for action in ("nonsense", kind, kind + " 0", kind + " 99", d["actions"][0] + " ", "draw market 1",
                           "slot 9", "bribe 1"):
                if action in d["actions"]:
                    continue
                error = self.e.ask(apply(d["seat"], action)).get("error", {})
                check(error.get("code") == "illegal-action" and re.fullmatch(r"[A-Z]\d+(\.\w+)?",
                                                                             error.get("rule", "")),
                      "%r is refused with a rule when asked %s" % (action, kind), error)


class Sampler(Walk):
    """The same game; the positions are kept instead."""

    def look(self, decisions):
        self.luck.random()          # as often as a Walk
        self.kept.append(self.e.state())


@functools.cache
def states_met():
    """The positions of GAMES that a Walk looks at."""
    kept, kinds = [], {}
    for number, (players, options) in enumerate(GAMES):
        with Engine() as e:
            walk = Sampler(e, random.Random(number), players, kinds)
            walk.kept = kept
            walk.begin(new(players, number + 40, **options))
    return kept


@functools.cache
def plain_state():
    return Table(3).state


def pending(state):
    return ("%s" % (state.get("pending"),))[:160]


def steady(e, label, steps=25):
    """Plays on; at every step setup(state()) must be the identity, and advice must be had."""
    for _ in range(steps):
        shown, legal = e.many([op("state"), op("legal")])
        decisions = json.loads(legal)["decisions"]
        again = e.many([op("clone", slot=0), b'{"op":"setup","state":' + shown[len(b'{"ok":true,"state":'):],
                        op("state"), op("legal"),
                        op("restore", slot=0)])
        fine = json.loads(again[1])["ok"] and again[2:4] == [shown, legal]
        if not check(fine, "setup(state()) is the identity after " + label, again[1]):
            return
        if not decisions:
            return
        d = decisions[0]
        advice = e.must(op("suggest", seat=d["seat"], bot="random"))["action"]
        if not check(advice in d["actions"], "advice is legal after " + label, advice):
            return
        e.must(apply(d["seat"], advice))


def each_on_its_own(cases, trial):
    """Calls trial(engine, label, state) for each; if one ends the engine, the others still run."""
    cases, e = list(cases), None
    for label, state in cases:
        try:
            if e is None:
                e = Engine()
                e.must(new(3, 5))
            trial(e, label, state)
        except Gone as gone:
            check(False, "the engine ended: %s %s" % (label, pending(state)), gone)
            e = None
    if e:
        e.__exit__(None, None, None)
