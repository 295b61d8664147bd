"""A game of Arcane Alley without its rules: chance, questions, copies, cards and gold that are moved, views."""

import json
import pickle
import random
from collections import Counter

from arcane_box import ASKED_ANYWAY, Values, WRITABLE
from arcane_house import knows, learn, place_of, up_count
from referee import Refusal, copy


class Chance:
    """Outcomes of chance: forced ones first, then those of a given source or of the seed."""

    def __init__(self):
        self.seed, self.place, self.forced, self.reported = "0" * 64, 0, [], []
        self.source = None              # source(kind, seat, things, count), as docs/examples/verify.py has one

    def save(self):
        return self.seed, self.place, copy(self.forced)

    def load(self, saved):
        self.seed, self.place, self.forced = saved[0], saved[1], copy(saved[2])

    def event(self, key, possible, things, count=None):
        """One of the things, or `count` of them in some order."""
        entry = next((e for e in self.forced if "seat" not in e), None)
        if entry is not None:
            if key not in entry or not possible(entry[key]):
                raise Refusal("impossible-chance", f"{json.dumps(entry)} cannot be here")
            self.forced.remove(entry)
            value = entry[key]
        elif self.source:
            value = self.source(key, None, things, count)
        else:
            rng = random.Random(f"{self.seed}/{self.place}")
            value = rng.choice(things) if count is None else rng.sample(things, count)
            self.place += 1
        self.reported.append({key: value})
        return value


class Hands:
    """The base of a game, apart from its rules: the state `s` and the generators that move it."""

    def __init__(self, options, players, chance):
        self.n, self.options, self.chance = players, options, chance
        self.v = Values(options, players)
        self.s = self.step = self.base = self.flow = self.question = None
        self.trail, self.events = [{"chance": []}], []
        self.empty_hands()

    def empty_hands(self):
        # Cards between two places: the item being played, the one it replaces, a Lamp's.
        self.playing, self.replaced, self.offer = None, None, []
        self.looking = None             # whose stash a Chalice looks at
        self.returned = []              # cells holding a Boomerang that returned this turn

    # -- running: steps, questions, copies

    def run(self):
        while self.s["phase"] != "over":
            self.base = pickle.dumps((self.step, self.s))
            self.trail = [{"seat": None, "action": None, "chance": []}]
            self.empty_hands()
            yield from getattr(self, "step_" + self.step)()

    def start(self):
        self.flow = self.run()
        self.advance(None)

    def advance(self, action):
        try:
            self.question = self.flow.send(action)
        except StopIteration:
            self.question = None

    def apply(self, seat, action):
        self.trail.append({"seat": seat, "action": action, "chance": []})
        self.advance(action)

    def save(self):
        return copy((self.options, self.n, self.base, self.trail, self.s))

    @classmethod
    def load(cls, saved, chance):
        """Plays the current step again, with the outcomes it had."""
        options, n, base, trail, state = copy(saved)
        game = cls(options, n, chance)
        if state["phase"] == "over":
            game.s = state
            return game
        game.step, game.s = pickle.loads(base)
        game.chance = Chance()
        game.chance.forced = trail[0]["chance"]
        game.start()
        for entry in trail[1:]:
            game.chance.forced = entry["chance"]
            game.apply(entry["seat"], entry["action"])
        game.chance, game.events = chance, []
        return game

    def ask(self, kind, seat, answers):
        """Skips a question without answers; gives a single answer unasked (but draw, act, bribe)."""
        if not answers:
            return None
        if len(answers) == 1 and kind not in ASKED_ANYWAY:
            return answers[0]
        return (yield {"kind": kind, "seat": seat, "actions": sorted(answers)})

    def ask_number(self, kind, seat, numbers, verb=None):
        answer = yield from self.ask(kind, seat, [f"{verb or kind} {n}" for n in numbers])
        return None if answer is None else int(answer.split()[1])

    def tell(self, type_, rule, seat, **more):
        self.events.append({"type": type_, "rule": rule, "seat": seat, **more})

    def decide(self, pool):
        """A14: a card gets its identity."""
        item = self.chance.event(
            "card", lambda c: type(c) is str and pool.get(c, 0) > 0,
            sorted(Counter(pool).elements()))
        self.trail[-1]["chance"].append({"card": item})
        take_one(pool, item)
        return item

    def decide_hidden(self, card):
        """A hidden item draws from the pool, never from a remade deck's own: A14.1."""
        if card["item"] is None:
            card["item"], card["known"] = self.decide(self.s["pool"]), []

    # -- small helpers

    def player(self, p):
        return self.s["players"][p]

    def house(self, p):
        return self.s["players"][p]["house"]

    def others(self, p):
        return [q for q in range(self.n) if q != p]

    def order(self):
        return [(self.s["first"] + i) % self.n for i in range(self.n)]

    def last(self):
        return (self.s["first"] - 1) % self.n

    def seat_of(self, wizard):
        return next((p for p in range(self.n) if self.player(p)["wizard"] == wizard), None)

    def gain_gold(self, p, n):
        """A gain, which a revealed Sword limits: A1, A7.4."""
        if up_count(self.house(p), "sovereign-sword"):
            n = n * self.v.number["sword." + self.options["edition"]] // 100
        self.player(p)["gold"] += n
        self.tell("gold", "A3.1", p, gain=n)

    def lose_gold(self, p, n):
        self.player(p)["gold"] = max(0, self.player(p)["gold"] - n)
        self.tell("gold", "A3.1", p, loss=n)

    def gain_infamy(self, p, n):
        """A3.2, A3.3: 25 points to a lap, at most two markers."""
        who, lap = self.player(p), self.v.number["infamy.lap"]
        total = who["infamy"] + n
        while total >= lap and who["fines"] < self.v.number["infamy.markers"]:
            total, who["fines"] = total - lap, who["fines"] + 1
        who["infamy"] = min(lap - 1, total)
        self.tell("infamy", "A3.2", p, gain=n)

    def lose_infamy(self, p, n):
        self.player(p)["infamy"] = max(0, self.player(p)["infamy"] - n)
        self.tell("infamy", "A3.3", p, loss=n)

    # -- deck, discard, market, stash (A9, A12, A14)

    def settle(self):
        """After every card that moves: remakes the deck and fills the Market."""
        deck, market = self.s["deck"], self.s["market"] or []
        while True:
            if deck["count"] == 0 and len(self.s["discard"]) >= 2:          # A9.1
                rest = self.s["discard"][1:]
                self.s["discard"] = self.s["discard"][:1]
                deck["count"], deck["own"] = len(rest), dict(Counter(rest))
                self.tell("reshuffle", "A9.1", None)
            elif deck["count"] > 0 and None in market:                      # A12.3
                market[market.index(None)] = self.deck_card()["item"]
            else:
                return

    def deck_card(self):
        """The top card of the deck (there is one), decided now if it was not: A14.1."""
        deck = self.s["deck"]
        deck["count"] -= 1
        if deck["top"]:
            return deck["top"].pop(0)
        pool = self.s["pool"] if deck["own"] is None else deck["own"]
        return {"item": self.decide(pool), "known": []}

    def put_on_discard(self, item):
        self.s["discard"].insert(0, item)
        self.tell("discard", "A5.4", None, item=item)
        self.settle()

    def add_aside(self, item):
        self.s["aside"][item] = self.s["aside"].get(item, 0) + 1

    def into_stash(self, p, card):
        learn(card, p)
        self.player(p)["stash"].append(card)

    def leave_stash(self, p, item):
        """A14.5: of equal copies the one known to most, then the lowest seats."""
        stash = self.player(p)["stash"]
        copies = [c for c in stash if c["item"] == item]
        gone = min(copies, key=lambda c: (-len(c["known"]), c["known"]))
        del stash[place_of(stash, gone)]

    def stash_items(self, p):
        return sorted({c["item"] for c in self.player(p)["stash"]})

    def discard_from_stash(self, p, item):
        self.leave_stash(p, item)
        self.put_on_discard(item)
        if item == "invisible-ring":                                        # A2, A7.7
            self.lose_infamy(p, self.v.effect[item]["infamy"])

    # -- state and view

    def half_done(self):
        """The public part of a step in progress; the rest is in `base`."""
        return {"playing": self.playing, "replaced": self.replaced, "offer": self.offer}

    def pending(self, full=True):
        q = self.question
        if q is None:
            return []
        entry = {"kind": q["kind"], "seat": q["seat"]}
        if q["kind"] not in WRITABLE:
            entry.update(self.half_done())
            if full:
                step, state = pickle.loads(self.base)
                entry.update(step=step, base=state, trail=self.trail)
        return [entry]

    def state(self):
        return copy({**self.s, "pending": self.pending()})

    def view(self, seat):
        """What the seat (None: a spectator) may know: A14.3, A14.4."""
        pool = Counter(self.s["pool"]) + Counter(self.s["deck"]["own"] or {})

        def see(card, up=None):
            """A card that may lie face down; a decided card that the seat does not know joins the pool."""
            if card is None or card.get("up") or (card["item"] is not None and knows(card, seat)):
                return card
            if card["item"] is not None:
                pool[card["item"]] += 1
            return {"item": None} if up is None else {"item": None, "up": False}

        out = {**self.s, "pending": self.pending(full=False)}
        out["players"] = []
        for player in self.s["players"]:
            stash = sorted((see(c) for c in player["stash"]), key=stash_order)
            house = {**player["house"], "cells": [see(c, False) for c in player["house"]["cells"]]}
            out["players"].append({**player, "stash": stash, "house": house})
        top = [see(c) for c in self.s["deck"]["top"]]
        while top and top[-1]["item"] is None:      # the same whether decided or not
            top.pop()
        out["deck"] = {"count": self.s["deck"]["count"], "top": top, "own": None}
        out["aside_unseen"] = [see(c) for c in self.s["aside_unseen"]]
        replaced = see(self.replaced, False)
        if out["pending"] and "replaced" in out["pending"][0]:
            out["pending"][0]["replaced"] = replaced
            if self.looking is not None and seat == self.question["seat"]:
                out["pending"][0]["offer"] = self.stash_items(self.looking)
        out["pool"] = {i: n for i, n in pool.items() if n}
        return copy(out)


def stash_order(card):
    return (card["item"] is None, card["item"] or "", card.get("known", []))


def take_one(counts, item):
    counts[item] -= 1
    if not counts[item]:
        del counts[item]
