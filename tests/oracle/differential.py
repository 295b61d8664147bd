"""Plays random games of Arcane Alley through two engines at once and compares everything.

One engine is the program under test, spoken to on pipes; the other is arcane_oracle.py, in
this process. The outcomes come from the program under test; the oracle is forced to use the same.
A difference prints the seed, the options, the actions so far and what differs, leaves a file
of requests that leads there (pipe it into the engine), and ends with status 1.
"""
import argparse
import collections
import json
import os
import random
import shlex
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import engine
from arcane_box import (BOOMERANG, DOLL, EFFECTS, FELINE, ITEMS, NUMBERS, SPECIAL, WIZARDS, WRITABLE, Values,
                        cards_to_deal)
from arcane_house import hidden, lines, set_item
from arcane_oracle import Game
from referee import OLDER, xxh64


LEGAL, STATE, UNFORCE = {"op": "legal"}, {"op": "state"}, {"op": "force", "chance": []}


class Difference(Exception):
    """The two engines disagree."""


class Engine(engine.Engine):
    """The program under test. If it ends, that is a difference."""

    def __init__(self, command):
        super().__init__(shlex.split(command))

    def many(self, requests):
        try:
            return super().many(requests)
        except engine.Gone as gone:
            raise Difference(str(gone)) from None

    def lines(self, texts):
        """The answers to texts, as bytes."""
        return self.many([text.encode() for text in texts])

    def ask(self, *requests):
        return [json.loads(line) for line in self.many(requests)]


# ---------------------------------------------------------------- random options

def random_options(rng, players):
    three = rng.random() < 0.6
    o = {"edition": "three" if three else "hundred", "goal": rng.choice([100, 100, 200, 300]),
         "market": rng.random() < 0.5, "first": rng.choice([None, rng.randrange(players)]),
         "turn_cap": rng.choice([1, 2, 3, 5, 8, 12, 20, 30, 100]), "wizards": "none"}
    if players == 2 and rng.random() < 0.6:
        o["turn_cap"] = rng.choice([20, 21, 100])       # so that the tracker decides: A10.2
    kind = rng.random()
    if three and kind < 0.35:
        o["wizards"] = "random"
    elif three and kind < 0.8:
        o["wizards"] = [w if rng.random() < 0.8 else None for w in rng.sample(WIZARDS, players)]
    elif not three and kind < 0.2:
        o["wizards"] = [None] * players
    if not three:
        o["rounds"] = rng.choice([None, None, 1, 1, 2, 2, 3, 3, 5, rng.choice([50, 51, 100, 150])])
        most = rounds_at_most(o)
        if most >= 50:
            o["turn_cap"] = min(o["turn_cap"], 200 // most)     # short rounds, for there may be many
    if rng.random() < 0.4:
        random_numbers(rng, o)
    o["cards"] = random_cards(rng, o, players) if rng.random() < 0.7 else None
    said = ("edition", "turn_cap", "cards", "numbers")
    return {k: v for k, v in o.items() if k in said or rng.random() < 0.9}


def random_numbers(rng, o):
    """Numbers that differ from the standard: few, or many, and often at the ends of their ranges."""
    share, flat = rng.choice([0.05, 0.15, 0.5]), {}
    for key, (standard, least, most) in NUMBERS.items():
        value = rng.choice([least, most, rng.randint(least, most), min(most, standard + 1), max(least, standard - 1)])
        if rng.random() < share and value != standard:
            flat[key] = value
    for n in range(2, 7):
        if 3 not in (flat.get(f"house.rows.{n}", 3), flat.get(f"house.columns.{n}", 3)):
            del flat[f"house.rows.{n}"]
    if flat.get("two.earliest", 15) > flat.get("two.latest", 20):
        flat.pop("two.earliest", None)
        flat.pop("two.latest", None)
    if o["edition"] == "three" and flat.get("end.rounds", 3) > 8:
        o["turn_cap"] = 1                               # short rounds, for there are many
    for key, value in flat.items():
        *path, last = key.split(".")
        at = o.setdefault("numbers", {})
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value


def number(state, key):
    at = state["options"].get("numbers") or {}
    for part in key.split("."):
        at = at.get(part, {}) if type(at) is dict else {}
    return at if type(at) is int else NUMBERS[key][0]


def rounds_at_most(o):
    """A1: the rounds that are played in edition hundred, or those after which the guard ends the game."""
    guard = o["goal"] // 100 * number({"options": o}, "end.guard")
    return guard if o["rounds"] is None else o["rounds"]


def random_cards(rng, o, players):
    cards = {"items": {}}
    if rng.random() < 0.4:
        cards["wizards"] = {"corvus": {"stash": rng.randint(1, 9)},
                            "byros": {"gold": rng.randint(0, 20)},
                            "dafana": {"gold": rng.randint(0, 9), "infamy": rng.randint(0, 9)}}
    if rng.random() < 0.4:
        cards["start"] = {"gold": rng.choice([0, 1, 3, 60, 99, 200]), 
                          "infamy": rng.randint(0, min(24, number({"options": o}, "infamy.lap") - 1))}
    full = {"wizards": "none", "market": False, **o, "cards": cards}
    least = max(cards_to_deal({**full, "wizards": w}, Values(full, players), players)
                for w in ("none", "random"))
    counts = dict.fromkeys(ITEMS, 0)
    kinds = list(ITEMS) if rng.random() < 0.3 else odd_kinds(rng, least)
    size = min(160, 40 * len(kinds), least + rng.choice([0, 0, 1, 2, 4, 8, 15, 30]))
    while sum(counts.values()) < size:
        item = rng.choice(kinds)
        counts[item] = min(40, counts[item] + rng.choice([1, 1, 2, 3]))
    while sum(counts.values()) > 160:
        counts[max(counts, key=counts.get)] -= 1
    for item in ITEMS:
        column = [counts[item], rng.randint(0, 40)]
        few = players < number({"options": o}, "counts.many")
        row = {"counts": column if few else column[::-1]}
        if rng.random() < 0.15:
            row.update(gold=rng.randint(0, 40), infamy=rng.randint(-25, 25))
            row["effect"] = {k: rng.choice([0, 1, 2, 5, 9] if k != "cards" else [1, 2, 5, 9])
                             for k in EFFECTS.get(item, {})}
        cards["items"][item] = row
    return cards


def odd_kinds(rng, least):
    """A few kinds of item, those with unusual rules rather often."""
    odd = [BOOMERANG, FELINE, DOLL, "invisible-ring", "floating-carpet", "hypnotic-toad",
           "older-wand", "dragons-egg", "sovereign-sword", "crystal-ball", "bottled-fairy",
           *sorted(SPECIAL)]
    kinds = set(rng.sample(odd, rng.choice([1, 2, 2, 3, 5])))
    while len(kinds) < least // 40 + rng.choice([1, 2, 3, 5]):
        kinds.add(rng.choice(list(ITEMS)))
    return sorted(kinds)


# ---------------------------------------------------------------- corners of the game

class Corner:
    """Moves a printed state, before a draw with a discard, into a rare corner: small storehouses,
    an empty deck, scores near their limits. What leaves its place is set aside; cards add up."""

    def __init__(self, state, rng):
        self.s, self.rng = json.loads(json.dumps(state)), rng
        self.sell_out()
        self.turn_up()
        self.learn()
        self.deck_runs_low()
        self.scores()
        if self.s["round"] <= 50 and (self.s["options"]["rounds"] or 1) <= 50 and rng.random() < 0.05:
            self.s["rules"] = OLDER[-1]                 # which had no more rounds
        self.late_rounds()

    def draw(self, pool, wanted=None):
        item = wanted if wanted in pool else self.rng.choice(sorted(pool))
        pool[item] -= 1
        if not pool[item]:
            del pool[item]
        return item

    def aside(self, item, pool=None):
        item = self.draw(pool) if item is None else item
        self.s["aside"][item] = self.s["aside"].get(item, 0) + 1

    def turn_up(self):
        """Two or three of a kind in a line and one in the stash, or a whole storehouse."""
        pool = self.s["pool"]
        kinds = [i for i in (DOLL, "dragons-egg", BOOMERANG, "floating-carpet")
                 if pool.get(i, 0) > 1]
        for p, player in enumerate(self.s["players"]):
            cells, how = player["house"]["cells"], self.rng.random()
            if how < 0.4 and kinds and lines(player["house"]):
                want = self.rng.choice(kinds)
                self.into_stash(p, player["stash"], want)
                for i in self.rng.choice(lines(player["house"]))[self.rng.choice([0, 1]):]:
                    if cells[i]["item"] is None:
                        item = FELINE if self.rng.random() < 0.3 else want
                        cells[i] = {"item": self.draw(pool, item), "up": True}
            elif how < 0.6:
                cells[:] = [{"item": c["item"] or self.draw(pool), "up": True} for c in cells]

    def into_stash(self, p, stash, item):
        """Exchanges a stash card for one of the pool."""
        if stash and self.s["pool"].get(item):
            old = stash.pop()["item"]
            self.s["pool"][old] = self.s["pool"].get(old, 0) + 1
            stash.append({"item": self.draw(self.s["pool"], item), "known": [p]})

    def learn(self):
        """Hidden items that some seats, not only the owner, have seen."""
        for player in self.s["players"]:
            for c in player["house"]["cells"]:
                if c["item"] is None and self.rng.random() < 0.2:
                    seats = range(len(self.s["players"]))
                    c["item"] = self.draw(self.s["pool"])
                    c["known"] = sorted(self.rng.sample(seats, self.rng.choice([1, 1, 2])))

    def sell_out(self):
        for player in self.s["players"]:
            house, cells = player["house"], player["house"]["cells"]
            rows, cols = self.rng.choice([(3, 3), (2, 3), (3, 2), (1, 3), (3, 1), (0, 0)])
            if rows > house["rows"] or cols > house["cols"]:
                continue
            if rows * cols < len(cells) and self.rng.random() < 0.6:
                self.rng.shuffle(cells)
                for cell in cells[rows * cols:]:
                    self.aside(cell["item"], self.s["pool"])
                house.update(rows=rows, cols=cols, cells=cells[:rows * cols])
            while len(player["stash"]) > 1 and self.rng.random() < 0.2:
                self.aside(player["stash"].pop()["item"])

    def deck_runs_low(self):
        deck, discard, market = self.s["deck"], self.s["discard"], self.s["market"]
        if self.rng.random() < 0.5:
            return
        pool = self.s["pool"] if deck["own"] is None else deck["own"]
        left = self.rng.choice([0, 1, 2, 4])
        while deck["count"] > left:
            deck["count"] -= 1
            self.aside(deck["top"].pop()["item"] if deck["top"] else None, pool)
        while len(discard) > (self.rng.choice([1, 2, 4]) if left else 1):
            self.aside(discard.pop())
        while market and market[0] and deck["count"] == 0 and self.rng.random() < 0.6:
            last = max(i for i in range(len(market)) if market[i])
            self.aside(market[last])
            market[last] = None

    def scores(self):
        goal = self.s["options"]["goal"]
        for player in self.s["players"]:
            if self.rng.random() < 0.5:
                lap = number(self.s, "infamy.lap")
                player.update(gold=self.rng.choice([0, 1, 2, 3, 24, 50, goal - 1]),
                              infamy=self.rng.choice([0, 1, 2, lap // 2, lap - 5, lap - 2, lap - 1]),
                              fines=self.rng.choice([0, 0, 1, number(self.s, "infamy.markers")]))
                player["fines"] = min(player["fines"], number(self.s, "infamy.markers"))
        s = self.s
        latest, earliest = number(s, "two.latest"), number(s, "two.earliest")
        if s["tracker"] and s["triggered_by"] is None and s["options"]["turn_cap"] > latest:
            late = [s["tracker"], earliest - 1, earliest, latest - 1, latest]
            s["tracker"] = min(latest, max(1, self.rng.choice(late)))
            s["turns"] = s["tracker"] - 1

    def late_rounds(self):
        """A1: near the end of a long game of edition hundred."""
        s = self.s
        if s["options"]["edition"] == "hundred" and self.rng.random() < 0.5:
            most = rounds_at_most(s["options"])
            if "rules" in s and s["options"]["rounds"] is None:
                most = number(s, "end.guard")
            s["round"] = max(1, min(most, max(s["round"], self.rng.choice([most - 1, most, most // 2]))))


# ---------------------------------------------------------------- comparing

def reduced(state):
    """A state or view with pending cut to kind and seat, and stashes sorted."""
    return {**state,
            "pending": [{"kind": e["kind"], "seat": e["seat"]} for e in state["pending"]],
            "players": [{**p, "stash": sorted(p["stash"], key=stash_key)}
                        for p in state["players"]]}


def face_down(value):
    """All decided face-down cards, wherever in a state they are."""
    if type(value) is dict and value.get("item") is not None and "known" in value:
        return [value]
    parts = value.values() if type(value) is dict else value if type(value) is list else []
    return [card for part in parts for card in face_down(part)]


def stash_key(card):
    return str(card.get("item")), card.get("known", [])


def differences(a, b, path=""):
    """Lines that say where two JSON values differ."""
    if type(a) is dict and type(b) is dict:
        return [line for k in sorted(set(a) | set(b))
                for line in differences(a.get(k, "(absent)"), b.get(k, "(absent)"), f"{path}.{k}")]
    if type(a) is list and type(b) is list and len(a) == len(b):
        return [line for i in range(len(a)) for line in differences(a[i], b[i], f"{path}[{i}]")]
    if a == b and type(a) is type(b):
        return []
    return [f"  {path or '.'}: engine {json.dumps(a)}  oracle {json.dumps(b)}"]


def tell_difference(game, difference, name):
    """Prints where a game went wrong and writes the requests that lead there."""
    print(f"seed {game.seed}, {game.players} players, options {json.dumps(game.options)}")
    actions = [f"{r['seat']}: {r['action']}" for r in game.log if r["op"] == "apply"]
    print(f"{len(actions)} actions, the last ones: " + " | ".join(actions[-30:]))
    print(difference)
    path = os.path.join(game.args.repro, f"{name}-{game.seed}.jsonl")
    with open(path, "w", encoding="utf-8") as out:
        for request in [*game.log, {"op": "legal"}, {"op": "state", "id": str(difference)}]:
            out.write(json.dumps(request) + "\n")
    print(f"requests that lead there: {path}", flush=True)


def compare(what, engine, oracle):
    found = [] if engine == oracle else differences(engine, oracle)
    if found:
        raise Difference("\n".join([f"{what} differs:"] + found[:40]))


def hash_of_state(engine):
    """XXH64 of the bytes that the engine under test prints as the value of "state"."""
    line = engine.lines([json.dumps(STATE)])[0].decode()
    begin = line.index('"state":') + len('"state":')
    return xxh64(line[begin:json.JSONDecoder().raw_decode(line, begin)[1]].encode())


def code(answer):
    return "ok" if answer["ok"] else answer["error"]["code"]


# ---------------------------------------------------------------- one game

class Match:
    def __init__(self, engine, seed, args, seen):
        self.engine, self.oracle, self.args, self.seen = engine, Game(), args, seen
        self.seed, self.rng = seed, random.Random(seed)
        self.players = args.players or self.rng.choice([2, 2, 3, 3, 4, 4, 5, 6])
        self.options = {**random_options(self.rng, self.players), **args.options}
        self.style = self.rng.choice(["builder", "builder", "any", "idler"])
        self.log, self.moves, self.hash, self.draw = [], 0, None, None

    def play(self):
        new = {"op": "new", "game": "arcane", "players": self.players, "seed": self.seed,
               "options": self.options}
        self.both(new)
        self.compare_views(self.engine.ask(*self.view_requests()))
        while self.question():
            if self.rng.random() < self.args.extras:
                self.extra()
            q = self.question()
            if "draw discard" in q["actions"] and self.rng.random() < self.args.corners:
                self.go_to_a_corner()
                q = self.question()
            action = self.choose(q)
            self.both({"op": "apply", "seat": q["seat"], "action": action})
        self.compare_views(self.engine.ask(*self.view_requests()))
        self.same_refusal({"op": "apply", "seat": 0, "action": "draw deck"})
        self.compare_result()

    def question(self):
        return self.oracle.rules.question

    def both(self, request):
        """Sends a request that moves the game: to the engine first, then to the oracle with the engine's outcomes."""
        self.moves += 1
        views = self.view_requests() if self.moves % self.args.views == 0 else []
        answer, legal, state, *seen = self.engine.ask(request, LEGAL, STATE, *views)
        if not answer["ok"]:
            raise Difference(f"the engine under test refuses {request}: {answer['error']}")
        self.log += [{"op": "force", "chance": answer["chance"]}, request]
        self.follow(request, answer)
        self.hash = answer["state_hash"]
        self.compare_table(legal, state)
        self.compare_views(seen)
        self.seen[request.get("action", "new").split()[0]] += 1

    def follow(self, request, answer):
        self.oracle.request({"op": "force", "chance": answer["chance"]})
        mine = self.oracle.request(request)
        if not mine["ok"]:
            raise Difference(f"the oracle refuses {request} with chance {answer['chance']}: "
                             f"{mine['error']}")
        if self.oracle.chance.forced or len(mine["chance"]) != len(answer["chance"]):
            raise Difference(f"chance differs after {request}: engine {answer['chance']}, "
                             f"oracle {mine['chance']}")

    def compare_table(self, legal, state):
        if not (legal["ok"] and state["ok"]):
            raise Difference(f"legal or state refused: {legal} {state}")
        q = self.question()
        compare("legal", legal["decisions"], [q] if q else [])
        mine = {**self.oracle.rules.s, "pending": self.oracle.rules.pending(full=False)}
        self.state = state["state"]
        deck = self.state["deck"]
        if q and q["kind"] == "draw" and deck["count"] and not deck["top"] and deck["own"] is None:
            self.draw = self.state
        compare("state", reduced(self.state), reduced(mine))

    def view_requests(self):
        return [{"op": "view", "seat": s} for s in [None, *range(self.players)]]

    def compare_views(self, answers):
        for seat, answer in zip([None, *range(self.players)], answers):
            if not answer["ok"]:
                raise Difference(f"view of seat {seat} refused: {answer}")
            mine = self.oracle.rules.view(seat)
            compare(f"view of seat {seat}", reduced(answer["view"]), reduced(mine))

    # -- choosing: rare rules are met more often than by pure luck

    def choose(self, q):
        weights = [self.weight(q, a) for a in q["actions"]]
        return self.rng.choices(q["actions"], weights)[0]

    def weight(self, q, action):
        verb, _, rest = action.partition(" ")
        if q["kind"] == "act":
            if verb == "use":
                return 6
            if self.style == "idler":
                return 4 if verb == "discard" else 1
            return 1 if verb == "discard" else 2 + 3 * self.copies(q["seat"], rest)
        if q["kind"] == "slot" and self.oracle.rules.playing:
            return self.slot_weight(q["seat"], int(rest))
        if q["kind"] == "draw" and rest == "discard":
            return 1 + 2 * self.copies(q["seat"], self.oracle.rules.s["discard"][0])
        if q["kind"] == "bribe":
            return 5 if rest == "0" else 1
        return 1

    def copies(self, p, item):
        cells = self.oracle.rules.house(p)["cells"]
        return sum(1 for c in cells if c and c["up"] and c["item"] in (item, FELINE))

    def slot_weight(self, p, slot):
        if self.style == "any":
            return 1
        house = self.oracle.rules.house(p)
        cells = list(house["cells"])
        cell, cells[slot - 1] = cells[slot - 1], {"item": self.oracle.rules.playing, "up": True}
        if any(slot - 1 in ln and set_item([cells[i] for i in ln]) for ln in lines(house)):
            return 12
        near = sum(1 for ln in lines(house) if slot - 1 in ln for i in ln
                   if cells[i] and cells[i]["up"] and cells[i]["item"] == cells[slot - 1]["item"])
        return near + (3 if hidden(cell) or cell["item"] == BOOMERANG else 1)

    # -- now and then: setup, refusals, impossible chance, clones, secrets

    def extra(self):
        q = self.question()
        checks = [self.check_setup, self.check_refusals, self.check_impossible, self.check_clone,
                  self.check_secrets]
        if q["kind"] in WRITABLE and q["kind"] != "reveal":
            checks += [self.check_portable]
        check = self.rng.choice(checks)
        check(q)
        self.seen[check.__name__] += 1

    def check_setup(self, q):
        setup = {"op": "setup", "state": self.state, "seed": self.rng.randrange(1 << 40)}
        done, state, legal = self.engine.ask(setup, STATE, LEGAL)
        compare("setup(state())", code(done), "ok")
        compare("state after setup(state())", state["state"], self.state)
        compare("hash after setup(state())", done["state_hash"], self.hash)
        compare("state_hash and XXH64 of the state's bytes", done["state_hash"], hash_of_state(self.engine))
        self.compare_table(legal, state)

    def check_portable(self, q):
        """Sets up a state of the oracle in the engine under test, and the other way round."""
        setup = {"op": "setup", "state": self.oracle.rules.state()}
        done, state, legal = self.engine.ask(setup, STATE, LEGAL)
        compare("setup(the oracle's state)", code(done), "ok")
        self.compare_table(legal, state)
        compare("the oracle's setup(state())", "ok",
                code(self.oracle.request({"op": "setup", "state": self.state})))
        self.hash = done["state_hash"]          # the order of a stash is free, the hash with it
        self.compare_table(legal, state)

    def compare_result(self):
        result, state = self.engine.ask({"op": "result"}, {"op": "state"})
        final = self.oracle.request({"op": "state"})["state"]
        compare("result", result, {"ok": True, "over": True, "scores": [p["gold"] for p in final["players"]],
                                   "winners": final["winners"]})
        compare("state after result", state["state"], self.state)

    def same_refusal(self, request):
        theirs, state = self.engine.ask(request, STATE)
        compare(f"refusal of {request}", code(theirs), code(self.oracle.request(request)))
        compare(f"state after refusing {request}", state["state"], self.state)

    def check_refusals(self, q):
        seat, action = q["seat"], self.rng.choice(q["actions"])
        other = self.rng.choice([s for s in range(self.players) if s != seat])
        wrong = self.rng.choice(["draw deck", "slot 1", "play older-wand", "reveal 2 1", "bribe 1",
                                 "", "discard wizards-watch", "use older-wand", action + " ",
                                 "slot 10", action.upper(), "draw market 4", "bribe 2"])
        requests = [{"seat": other, "action": action}, {"seat": self.players, "action": action},
                    {"seat": -1, "action": action}, {"seat": other, "action": "nonsense"},
                    {"seat": seat, "action": "nonsense"}, {"seat": str(seat), "action": action},
                    {"action": action}, {"seat": seat}]
        if wrong not in q["actions"]:
            requests += [{"seat": seat, "action": wrong}] * 4
        self.same_refusal({"op": "apply", **self.rng.choice(requests)})

    def check_impossible(self, q):
        """Forces a card, often an impossible one: both must refuse it, twice, and change nothing."""
        entry = {"card": self.rng.choice(sorted(self.state["pool"]) or list(ITEMS))}
        if self.rng.random() < 0.5:
            entry = {"card": self.rng.choice(list(ITEMS))}
        elif self.rng.random() < 0.2:
            entry = self.rng.choice([{"first": 0}, {"wizards": list(WIZARDS[:self.players])}])
        entries = [entry, {"card": self.rng.choice(list(ITEMS))}][:self.rng.choice([1, 2])]
        force = {"op": "force", "chance": entries}
        apply = {"op": "apply", "seat": q["seat"], "action": self.choose(q)}
        clone, restore = {"op": "clone", "slot": 63}, {"op": "restore", "slot": 63}
        _, _, first, again, state = self.engine.ask(clone, force, apply, apply, STATE)
        if first["ok"]:
            self.oracle.request(clone)
            self.follow(apply, first)
            self.oracle.request(restore)
        else:
            self.oracle.request(force)
            for _ in range(2):
                mine = code(self.oracle.request(apply))
                compare(f"refusal of {apply} with {entries}", code(first), mine)
            compare(f"second refusal of {entries}", code(again), code(first))
            compare(f"state after {entries} was refused twice", state["state"], self.state)
            self.check_nothing_used_up(entries[0])
            self.oracle.request(UNFORCE)
        back = self.engine.ask(restore, UNFORCE, STATE)
        compare("state after restore", back[2]["state"], self.state)

    def check_nothing_used_up(self, entry):
        """After a refusal the forced entries are all there: an earlier draw meets the first."""
        if self.draw and entry.get("card") in self.draw["pool"]:
            setup = {"op": "setup", "state": self.draw}
            apply = {"op": "apply", "seat": self.draw["turn"], "action": "draw deck"}
            met = self.engine.ask(setup, apply)[1].get("chance", [None])
            compare("chance kept through a refusal", met[0], entry)

    def check_clone(self, q):
        apply = {"op": "apply", "seat": q["seat"], "action": self.choose(q)}
        restore = {"op": "restore", "slot": 5}
        _, one, _, two, _, legal, state = self.engine.ask(
            {"op": "clone", "slot": 5}, apply, restore, apply, restore, LEGAL, STATE)
        compare("the same action after a restore", one, two)
        compare("state after restore", state["state"], self.state)
        self.compare_table(legal, state)

    def check_secrets(self, q):
        """Changes a card that the seat has not seen: its view must not change."""
        seat = self.rng.choice([None, *range(self.players)])
        other = json.loads(json.dumps(self.state))
        cards = [c for c in face_down(other) if seat not in c["known"]]
        if not cards:
            return
        card, twin, pool = self.rng.choice(cards), self.rng.choice(cards), other["pool"]
        if pool and self.rng.random() < 0.6:
            pool[card["item"]] = pool.get(card["item"], 0) + 1
            card["item"] = self.rng.choice(sorted(pool))
            pool[card["item"]] -= 1
            other["pool"] = {i: n for i, n in pool.items() if n}
        else:
            card["item"], twin["item"] = twin["item"], card["item"]
        look = [json.dumps({"op": "view", "seat": seat}), '{"op":"legal"}']
        setup = [json.dumps({"op": "setup", "state": s}) for s in (other, self.state)]
        view, legal, done, view2, legal2, back = self.engine.lines([*look, setup[0], *look, setup[1]])
        self.hash = json.loads(back)["state_hash"]
        if not json.loads(done)["ok"] and q["kind"] not in WRITABLE:
            return                              # a question may depend on the changed card
        compare("setup with another secret", code(json.loads(done)), "ok")
        compare(f"view of seat {seat} with another secret", json.loads(view), json.loads(view2))
        if view != view2 or (seat == q["seat"] and legal != legal2):
            raise Difference(f"view or legal of seat {seat} with another secret: other bytes")

    def go_to_a_corner(self):
        """The game goes on from another position, set up in both."""
        setup = {"op": "setup", "state": Corner(self.state, self.rng).s, "seed": self.moves}
        self.log.append(setup)
        done, state, legal = self.engine.ask(setup, STATE, LEGAL)
        if not done["ok"]:
            raise Difference(f"the engine under test refuses a corner: {done['error']}")
        mine = self.oracle.request(setup)
        if not mine["ok"]:
            raise Difference(f"the oracle refuses a corner: {mine}")
        self.hash = done["state_hash"]
        self.compare_table(legal, state)
        self.compare_views(self.engine.ask(*self.view_requests()))
        self.seen["corners"] += 1

    # -- telling

    def report(self, difference):
        tell_difference(self, difference, "differential")


# ---------------------------------------------------------------- refusals outside a game

NEW = {"op": "new", "game": "arcane", "players": 3, "seed": 1}
BEFORE_A_GAME = '''
{"op":"state"}
{"op":"legal"}
{"op":"view","seat":0}
{"op":"clone","slot":1}
{"op":"restore","slot":2}
{"op":"apply","seat":0,"action":"draw deck"}
{"op":"dance"}
{}
{"op":3}
{
[]
nonsense
{"op":"hello","id":[1,{"a":null}]}
{"op":"new","players":3}
{"op":"new","game":"chess","players":3}
{"op":"new","game":"arcane"}
{"op":"new","game":"arcane","players":1}
{"op":"new","game":"arcane","players":7}
{"op":"new","game":"arcane","players":"3"}
{"op":"force"}
{"op":"force","chance":1}
{"op":"force","chance":[{"draw":"white1"}]}
'''
OPTIONS = '''
{"colour":1}
{"edition":"four"}
{"goal":150}
{"goal":"100"}
{"market":1}
{"first":3}
{"first":-1}
{"first":"0"}
{"turn_cap":0}
{"turn_cap":1001}
{"turn_cap":null}
{"edition":"three","rounds":3}
{"edition":"hundred","rounds":51}
{"edition":"hundred","rounds":150}
{"edition":"hundred","rounds":151}
{"edition":"hundred","rounds":1.5}
{"edition":"hundred","rounds":"3"}
{"edition":"hundred","rounds":0}
{"edition":"hundred","rounds":3}
{"edition":"hundred","wizards":"random"}
{"edition":"hundred","wizards":["ninx",null,null]}
{"edition":"hundred","wizards":[null,null,null]}
{"wizards":"all"}
{"wizards":null}
{"wizards":[null,null]}
{"wizards":["ninx","ninx",null]}
{"wizards":["merlin",null,null]}
{"cards":[]}
{"cards":{}}
{"cards":{"item":{}}}
{"cards":{"items":{"wand":{}}}}
{"cards":{"items":{"older-wand":{"gold":101}}}}
{"cards":{"items":{"older-wand":{"infamy":-26}}}}
{"cards":{"items":{"older-wand":{"counts":[41,1]}}}}
{"cards":{"items":{"older-wand":{"counts":[1]}}}}
{"cards":{"items":{"older-wand":{"cost":1}}}}
{"cards":{"items":{"older-wand":{"effect":{"gold":1}}}}}
{"cards":{"items":{"dark-lotus":{"effect":{"gold":51}}}}}
{"cards":{"items":{"mystical-lamp":{"effect":{"cards":0}}}}}
{"cards":{"items":{"mystical-lamp":{"effect":{"cards":10}}}}}
{"cards":{"wizards":{"corvus":{"stash":10}}}}
{"cards":{"wizards":{"ninx":{"gold":1}}}}
{"cards":{"start":{"gold":1001}}}
{"cards":{"start":{"infamy":25}}}
{"cards":{"start":{"gold":2.5}}}
'''
IN_A_GAME = '''
{"op":"view"}
{"op":"view","seat":3}
{"op":"view","seat":"0"}
{"op":"view","seat":null}
{"op":"restore","slot":9}
{"op":"restore","slot":64}
{"op":"clone","slot":-1}
{"op":"setup","state":{}}
{"op":"setup"}
{"op":"apply","seat":9,"action":"reveal 1 2"}
{"op":"force","chance":[{"first":7}]}
{"op":"new","game":"arcane","players":3,"seed":1}
{"op":"legal"}
{"op":"force","chance":[]}
'''


def check_outside(engine):
    """Requests both engines must answer or refuse alike, before and around a game."""
    options = [json.loads(line) for line in OPTIONS.split("\n") if line]
    options += [{"cards": {"items": {i: {"counts": [n, n]} for i in ITEMS}}} for n in (1, 9)]
    texts = BEFORE_A_GAME.split("\n") + [json.dumps({**NEW, "options": o}) for o in options]
    texts += [json.dumps(NEW)] + IN_A_GAME.split("\n") + [" " * (1 << 20) + "{}", '{"op":"hello"}']
    texts = [text for text in texts if text]
    oracle, found = Game(), []
    for text, line in zip(texts, engine.lines(texts)):
        theirs, mine = json.loads(line), "too-long"
        if len(text) <= 1 << 20:
            answer = oracle.line(text)
            mine = code(answer)
            if theirs.get("id") != answer.get("id"):
                found.append(f"  id of {text}: engine {theirs.get('id')}")
        if code(theirs) != mine:
            found.append(f"  {text[:200].strip()}: engine {code(theirs)}  oracle {mine}")
    if found:
        raise Difference("\n".join(["refusals differ:"] + found))


# ---------------------------------------------------------------- the run

def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--engine", default="build/release/charlatan engine", help="the program under test")
    add("--games", type=int, default=100)
    add("--seed", type=int, default=1, help="of the first game; the next has the next")
    add("--players", type=int, choices=range(2, 7), help="always this many (else a mix)")
    add("--options", type=json.loads, default={}, metavar="JSON", help="always these options (else a mix)")
    add("--views", type=int, default=9, metavar="K", help="compare all views every K moves")
    add("--extras", type=float, default=0.03, help="how often a move has an extra check")
    add("--corners", type=float, default=0.015, help="how often a rare position is set up")
    add("--timeout", type=float, default=120, help="seconds a game may take")
    add("--repro", default=tempfile.gettempdir(), help="folder for reproduction files")
    add("--quiet", action="store_true", help="no tally of what was met")
    add("--keep-going", action="store_true", help="go on after a difference")
    return parser.parse_args()


class Run:
    """The games of one call, all in one engine process until a difference."""

    def __init__(self, args):
        self.args, self.seen, self.engine = args, collections.Counter(), None
        self.passed = self.failed = 0

    def alike(self, seed):
        """One game (None: the refusals outside one)."""
        self.engine = self.engine or Engine(self.args.engine)
        watchdog = threading.Timer(self.args.timeout, self.engine.process.kill)
        watchdog.start()
        match = None if seed is None else Match(self.engine, seed, self.args, self.seen)
        try:
            match.play() if match else check_outside(self.engine)
            return True
        except Difference as difference:
            match.report(difference) if match else print(difference, flush=True)
            self.engine.close()
            self.engine = None
            return False
        finally:
            watchdog.cancel()

    def all(self):
        first = self.args.seed
        for seed in [None, *range(first, first + self.args.games)]:
            if self.alike(seed):
                self.passed += seed is not None
            else:
                self.failed += 1
                if not self.args.keep_going:
                    break
        if self.engine:
            self.engine.close()


def main():
    run, began = Run(arguments()), time.time()
    run.all()
    if not run.args.quiet:
        print("met: " + ", ".join(f"{what} {n}" for what, n in sorted(run.seen.items())))
        print(f"{(run.passed + run.failed) / max(0.001, time.time() - began):.1f} games a second")
    print(f"{run.passed} passed, {run.failed} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
