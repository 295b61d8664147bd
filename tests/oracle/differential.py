"""Plays random games of Arcane Alley through two engines at once and compares everything.

One engine is the program under test, spoken to on pipes; the other is arcane_oracle.py, in
this process. The program under test makes the chance, the oracle is forced to follow it.
A difference prints the seed, the options, the actions so far and what differs, leaves a file
of requests that leads there (pipe it into the engine), and ends with status 1.
"""
import argparse
import collections
import json
import os
import random
import shlex
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from arcane_oracle import (BOOMERANG, DOLL, EFFECTS, FELINE, ITEMS, SPECIAL, WIZARDS, WRITABLE,  # noqa: E402
                           Game, Values, cards_to_deal, hidden, set_item, lines)


class Difference(Exception):
    """The two engines disagree."""


class Engine:
    """The program under test."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def raw(self, texts):
        """Sends lines in one write, reads as many answers."""
        try:
            self.process.stdin.write("".join(t + "\n" for t in texts).encode())
            self.process.stdin.flush()
        except OSError:
            raise Difference("the engine under test has gone") from None
        out = []
        for text in texts:
            line = self.process.stdout.readline()
            if not line:
                raise Difference(f"the engine under test gave no answer to {text[:2000]}")
            out.append(line)
        return out

    def ask(self, *requests):
        return [json.loads(line) for line in self.raw([json.dumps(r) for r in requests])]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


# ---------------------------------------------------------------- random options

def random_options(rng, players):
    three = rng.random() < 0.6
    o = {"edition": "three" if three else "hundred", "goal": rng.choice([100, 100, 200, 300]),
         "market": rng.random() < 0.5, "first": rng.choice([None, rng.randrange(players)]),
         "turn_cap": rng.choice([1, 2, 3, 5, 8, 12, 20, 30, 100]), "wizards": "none"}
    kind = rng.random()
    if three and kind < 0.35:
        o["wizards"] = "random"
    elif three and kind < 0.8:
        o["wizards"] = [w if rng.random() < 0.8 else None for w in rng.sample(WIZARDS, players)]
    elif not three and kind < 0.2:
        o["wizards"] = [None] * players
    if not three:
        o["rounds"] = rng.choice([None, 1, 1, 2, 3, 5])
        if o["rounds"] is None and o["turn_cap"] > 8 and players > 2:
            o["turn_cap"] = 8           # up to 50 rounds
    o["cards"] = random_cards(rng, o, players) if rng.random() < 0.7 else None
    return {k: v for k, v in o.items() if rng.random() < 0.9 or k in ("edition", "turn_cap", "cards")}


def random_cards(rng, o, players):
    cards = {"items": {}}
    if rng.random() < 0.4:
        cards["wizards"] = {"corvus": {"stash": rng.randint(1, 9)}, "byros": {"gold": rng.randint(0, 20)},
                            "dafana": {"gold": rng.randint(0, 9), "infamy": rng.randint(0, 9)}}
    if rng.random() < 0.4:
        cards["start"] = {"gold": rng.choice([0, 1, 3, 60, 99, 200]), "infamy": rng.randint(0, 24)}
    full = {"wizards": "none", "market": False, **o, "cards": cards}
    least = cards_to_deal({**full, "wizards": "random"}, Values(full, players), players)
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
        row = {"counts": column if players <= 4 else column[::-1]}
        if rng.random() < 0.15:
            row.update(gold=rng.randint(0, 40), infamy=rng.randint(-25, 25))
            row["effect"] = {k: rng.choice([0, 1, 2, 5, 9] if k != "cards" else [1, 2, 5, 9])
                             for k in EFFECTS.get(item, {})}
        cards["items"][item] = row
    return cards


def odd_kinds(rng, least):
    """A few kinds of item, those with unusual rules rather often."""
    odd = [BOOMERANG, FELINE, DOLL, "invisible-ring", "floating-carpet", "hypnotic-toad", "older-wand",
           "dragons-egg", "sovereign-sword", "crystal-ball", "bottled-fairy", *SPECIAL]
    kinds = set(rng.sample(odd, rng.randint(1, 5)))
    while len(kinds) < least // 40 + rng.choice([1, 2, 3, 5]):
        kinds.add(rng.choice(list(ITEMS)))
    return sorted(kinds)


# ---------------------------------------------------------------- comparing

def reduced(state):
    """A state or view with pending cut to kind and seat, and stashes sorted."""
    return {**state, "pending": [{"kind": e["kind"], "seat": e["seat"]} for e in state["pending"]],
            "players": [{**p, "stash": sorted(p["stash"], key=stash_key)} for p in state["players"]]}


def stash_key(card):
    return str(card.get("item")), card.get("known", [])


def differences(a, b, path=""):
    """Lines that say where two JSON values differ."""
    if type(a) is dict and type(b) is dict:
        return [line for k in sorted(set(a) | set(b))
                for line in differences(a.get(k, "(absent)"), b.get(k, "(absent)"), f"{path}.{k}")]
    if type(a) is list and type(b) is list and len(a) == len(b):
        return [line for i, (x, y) in enumerate(zip(a, b)) for line in differences(x, y, f"{path}[{i}]")]
    if a == b and type(a) is type(b):
        return []
    return [f"  {path or '.'}: engine {json.dumps(a)}  oracle {json.dumps(b)}"]


def compare(what, engine, oracle):
    found = [] if engine == oracle else differences(engine, oracle)
    if found:
        raise Difference("\n".join([f"{what} differs:"] + found[:40]))


def code(answer):
    return "ok" if answer["ok"] else answer["error"]["code"]


# ---------------------------------------------------------------- one game

class Match:
    def __init__(self, engine, seed, args, seen):
        self.engine, self.oracle, self.args, self.seen = engine, Game(), args, seen
        self.seed, self.rng = seed, random.Random(seed)
        self.players = args.players or self.rng.choice([2, 2, 3, 3, 4, 4, 5, 6])
        self.options = random_options(self.rng, self.players)
        self.style = self.rng.choice(["builder", "builder", "any", "idler"])
        self.log, self.moves, self.hash = [], 0, None

    def play(self):
        new = {"op": "new", "game": "arcane", "players": self.players, "seed": self.seed,
               "options": self.options}
        self.both(new)
        self.compare_views(self.engine.ask(*self.view_requests()))
        while self.question():
            if self.rng.random() < self.args.extras:
                self.extra()
            q = self.question()
            action = self.choose(q)
            self.both({"op": "apply", "seat": q["seat"], "action": action})
        self.compare_views(self.engine.ask(*self.view_requests()))
        self.same_refusal({"op": "apply", "seat": 0, "action": "draw deck"})

    def question(self):
        return self.oracle.rules.question

    def both(self, request):
        """A request that moves the game: engine first, then the oracle with its chance."""
        self.moves += 1
        views = self.view_requests() if self.moves % self.args.views == 0 else []
        answer, legal, state, *seen = self.engine.ask(request, {"op": "legal"}, {"op": "state"}, *views)
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
        compare("state", reduced(self.state), reduced(mine))

    def view_requests(self):
        return [{"op": "view", "seat": s} for s in [None, *range(self.players)]]

    def compare_views(self, answers):
        for seat, answer in zip([None, *range(self.players)], answers):
            if not answer["ok"]:
                raise Difference(f"view of seat {seat} refused: {answer}")
            compare(f"view of seat {seat}", reduced(answer["view"]), reduced(self.oracle.rules.view(seat)))

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
        checks = [self.check_setup, self.check_refusals, self.check_impossible, self.check_clone]
        if q["kind"] in WRITABLE and q["kind"] != "reveal":
            checks += [self.check_portable, self.check_secrets]
        check = self.rng.choice(checks)
        check(q)
        self.seen[check.__name__] += 1

    def check_setup(self, q):
        setup = {"op": "setup", "state": self.state, "seed": self.rng.randrange(1 << 40)}
        done, state, legal = self.engine.ask(setup, {"op": "state"}, {"op": "legal"})
        compare("setup(state())", code(done), "ok")
        compare("state after setup(state())", state["state"], self.state)
        compare("hash after setup(state())", done["state_hash"], self.hash)
        self.compare_table(legal, state)

    def check_portable(self, q):
        """A state the oracle printed, set up in the engine under test, and the other way round."""
        done, state, legal = self.engine.ask({"op": "setup", "state": self.oracle.rules.state()},
                                             {"op": "state"}, {"op": "legal"})
        compare("setup(the oracle's state)", code(done), "ok")
        self.compare_table(legal, state)
        compare("the oracle's setup(state())", "ok",
                code(self.oracle.request({"op": "setup", "state": self.state})))
        self.hash = done["state_hash"]          # the order of a stash is free, the hash with it
        self.compare_table(legal, state)

    def same_refusal(self, request):
        theirs, state = self.engine.ask(request, {"op": "state"})
        compare(f"refusal of {request}", code(theirs), code(self.oracle.request(request)))
        compare(f"state after refusing {request}", state["state"], self.state)

    def check_refusals(self, q):
        seat, action = q["seat"], self.rng.choice(q["actions"])
        other = self.rng.choice([s for s in range(self.players) if s != seat])
        wrong = self.rng.choice(["draw deck", "slot 1", "play older-wand", "reveal 2 1", "bribe 1", "",
                                 "discard wizards-watch", "use older-wand", action + " ", "slot 10",
                                 action.upper(), "draw market 4", "bribe 2"])
        requests = [{"seat": other, "action": action}, {"seat": self.players, "action": action},
                    {"seat": -1, "action": action}, {"seat": other, "action": "nonsense"},
                    {"seat": seat, "action": "nonsense"}, {"seat": str(seat), "action": action},
                    {"action": action}, {"seat": seat}]
        if wrong not in q["actions"]:
            requests += [{"seat": seat, "action": wrong}] * 4
        self.same_refusal({"op": "apply", **self.rng.choice(requests)})

    def check_impossible(self, q):
        """A forced card, likely an impossible one: refused alike, twice, and nothing changed."""
        entry = {"card": self.rng.choice(list(ITEMS))}
        if self.rng.random() < 0.2:
            entry = self.rng.choice([{"first": 0}, {"wizards": list(WIZARDS[:self.players])}])
        force = {"op": "force", "chance": [entry]}
        apply = {"op": "apply", "seat": q["seat"], "action": self.choose(q)}
        _, _, first, state, _ = self.engine.ask({"op": "clone", "slot": 63}, force, apply,
                                                {"op": "state"}, {"op": "force", "chance": []})
        if first["ok"]:
            self.oracle.request({"op": "clone", "slot": 63})
            self.follow(apply, first)
            self.oracle.request({"op": "restore", "slot": 63})
        else:
            self.oracle.request(force)
            compare(f"refusal of {apply} with {entry}", code(first), code(self.oracle.request(apply)))
            compare(f"the same again: {entry}", code(first), code(self.oracle.request(apply)))
            compare(f"state after {entry} was refused", state["state"], self.state)
            again = self.engine.ask(force, apply, apply, {"op": "state"})
            compare(f"second refusal of {entry}", code(again[2]), code(first))
            compare(f"state after {entry} was refused twice", again[3]["state"], self.state)
            self.oracle.request({"op": "force", "chance": []})
        back = self.engine.ask({"op": "restore", "slot": 63}, {"op": "force", "chance": []}, {"op": "state"})
        compare("state after restore", back[2]["state"], self.state)

    def check_clone(self, q):
        apply = {"op": "apply", "seat": q["seat"], "action": self.choose(q)}
        restore = {"op": "restore", "slot": 5}
        _, one, _, two, _, legal, state = self.engine.ask(
            {"op": "clone", "slot": 5}, apply, restore, apply, restore, {"op": "legal"}, {"op": "state"})
        compare("the same action after a restore", one, two)
        compare("state after restore", state["state"], self.state)
        self.compare_table(legal, state)

    def check_secrets(self, q):
        """Another identity for a card the seat has not seen: its view keeps every byte."""
        seat = self.rng.choice([None, *(s for s in range(self.players) if s != q["seat"])])
        other = json.loads(json.dumps(self.state))
        cards = [c for p in other["players"] for c in p["stash"] + p["house"]["cells"]
                 if c and c.get("known") and seat not in c["known"]]
        if not cards:
            return
        card, pool = self.rng.choice(cards), other["pool"]
        twin = self.rng.choice(cards)
        if pool and self.rng.random() < 0.6:
            item = self.rng.choice(sorted(pool))
            pool[card["item"]] = pool.get(card["item"], 0) + 1
            pool[item] -= 1
            card["item"], other["pool"] = item, {i: n for i, n in pool.items() if n}
        else:
            card["item"], twin["item"] = twin["item"], card["item"]
        view = json.dumps({"op": "view", "seat": seat})
        before, done, after, back = self.engine.raw(
            [view, json.dumps({"op": "setup", "state": other}), view,
             json.dumps({"op": "setup", "state": self.state})])
        compare("setup with another secret", code(json.loads(done)), "ok")
        compare(f"view of seat {seat} with another secret", json.loads(before), json.loads(after))
        if before != after:
            raise Difference(f"view of seat {seat} with another secret: other bytes")
        self.hash = json.loads(back)["state_hash"]

    # -- telling

    def report(self, difference):
        print(f"seed {self.seed}, {self.players} players, options {json.dumps(self.options)}")
        actions = [f"{r['seat']}: {r['action']}" for r in self.log if r["op"] == "apply"]
        print(f"{len(actions)} actions, the last ones: " + " | ".join(actions[-30:]))
        print(difference)
        path = os.path.join(self.args.repro, f"differential-{self.seed}.jsonl")
        with open(path, "w", encoding="utf-8") as out:
            for request in [*self.log, {"op": "legal"}, {"op": "state", "id": str(difference)}]:
                out.write(json.dumps(request) + "\n")
        print(f"requests that lead there: {path}", flush=True)


# ---------------------------------------------------------------- refusals outside a game

def check_outside(engine):
    """Requests both engines must refuse with the same code, before and around a game."""
    new = {"op": "new", "game": "arcane", "players": 3, "seed": 1}
    three, hundred = {"edition": "three"}, {"edition": "hundred"}
    few = {i: {"counts": [1, 1]} for i in ITEMS}
    many = {i: {"counts": [9, 9]} for i in ITEMS}
    options = [
        {"colour": 1}, {"edition": "four"}, {"goal": 150}, {"goal": "100"}, {"market": 1}, {"first": 3},
        {"first": -1}, {"first": "0"}, {"turn_cap": 0}, {"turn_cap": 1001}, {"turn_cap": None},
        {**three, "rounds": 3}, {**hundred, "rounds": 51}, {**hundred, "rounds": 0},
        {**hundred, "rounds": 3}, {**hundred, "wizards": "random"}, {"wizards": "all"},
        {**hundred, "wizards": ["ninx", None, None]}, {**hundred, "wizards": [None] * 3},
        {"wizards": [None] * 2}, {"wizards": ["ninx", "ninx", None]}, {"wizards": ["merlin", None, None]},
        {"wizards": None}, {"cards": []}, {"cards": {}}, {"cards": {"item": {}}},
        {"cards": {"items": {"wand": {}}}}, {"cards": {"items": {"older-wand": {"gold": 101}}}},
        {"cards": {"items": {"older-wand": {"infamy": -26}}}}, {"cards": {"items": few}},
        {"cards": {"items": {"older-wand": {"counts": [41, 1]}}}}, {"cards": {"items": many}},
        {"cards": {"items": {"older-wand": {"counts": [1]}}}}, {"cards": {"items": {"older-wand": {"cost": 1}}}},
        {"cards": {"items": {"older-wand": {"effect": {"gold": 1}}}}},
        {"cards": {"items": {"dark-lotus": {"effect": {"gold": 51}}}}},
        {"cards": {"items": {"mystical-lamp": {"effect": {"cards": 0}}}}},
        {"cards": {"items": {"mystical-lamp": {"effect": {"cards": 10}}}}},
        {"cards": {"wizards": {"corvus": {"stash": 10}}}}, {"cards": {"wizards": {"ninx": {"gold": 1}}}},
        {"cards": {"start": {"gold": 1001}}}, {"cards": {"start": {"infamy": 25}}}, {"cards": {"start": {"gold": 2.5}}},
    ]
    first = [{"op": "state"}, {"op": "legal"}, {"op": "view", "seat": 0}, {"op": "clone", "slot": 1},
             {"op": "apply", "seat": 0, "action": "draw deck"}, {"op": "restore", "slot": 2},
             {"op": "dance"}, {}, {"op": 3}, {"op": "new", "players": 3}, {"op": "new", "game": "chess", "players": 3},
             {"op": "new", "game": "arcane"}, {**new, "players": 1}, {**new, "players": 7}, {**new, "players": "3"},
             {"op": "force"}, {"op": "force", "chance": 1}, {"op": "force", "chance": [{"draw": "white1"}]}]
    later = [new, {"op": "view"}, {"op": "view", "seat": 3}, {"op": "view", "seat": "0"}, {"op": "view", "seat": None},
             {"op": "restore", "slot": 9}, {"op": "restore", "slot": 64}, {"op": "clone", "slot": -1},
             {"op": "setup", "state": {}}, {"op": "setup"}, {"op": "apply", "seat": 9, "action": "reveal 1 2"}]
    texts = [json.dumps(r) for r in first] + ["", "{", "[]", "nonsense", '{"op":"hello","id":[1,{"a":null}]}']
    texts += [json.dumps({**new, "options": o}) for o in options] + [json.dumps(r) for r in later]
    texts += [json.dumps({"op": "force", "chance": [{"first": 7}]}), json.dumps(new), '{"op":"legal"}',
              json.dumps({"op": "force", "chance": []}), " " * (1 << 20) + "{}", '{"op":"hello"}']
    texts = [t for t in texts if t]
    oracle, found = Game(), []
    for text, line in zip(texts, engine.raw(texts)):
        theirs = json.loads(line)
        mine = "too-long" if len(text) > 1 << 20 else code(oracle.line(text))
        if code(theirs) != mine or theirs.get("id") != (json.loads(text).get("id") if '"id"' in text else None):
            found.append(f"  {text[:200].strip()}: engine {line.decode().strip()[:200]}  oracle {mine}")
    if found:
        raise Difference("\n".join(["refusals differ:"] + found))


# ---------------------------------------------------------------- the run

def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--engine", default="build/release/charlatan engine", help="the program under test")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next has the next")
    parser.add_argument("--players", type=int, choices=range(2, 7), help="always this many (else a mix)")
    parser.add_argument("--views", type=int, default=9, help="compare all views every K moves")
    parser.add_argument("--extras", type=float, default=0.03, help="how often a move has an extra check")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a game may take")
    parser.add_argument("--repro", default=".", help="folder for reproduction files")
    parser.add_argument("--quiet", action="store_true", help="no tally of what was met")
    parser.add_argument("--keep-going", action="store_true", help="go on after a difference")
    return parser.parse_args()


def guarded(args, seed, seen):
    """One game (seed None: the refusals) in a fresh or shared process; True when alike."""
    if guarded.engine is None:
        guarded.engine = Engine(args.engine)
    watchdog = threading.Timer(args.timeout, guarded.engine.process.kill)
    watchdog.start()
    match = Match(guarded.engine, seed, args, seen) if seed is not None else None
    try:
        match.play() if match else check_outside(guarded.engine)
        return True
    except Difference as difference:
        match.report(difference) if match else print(difference)
        guarded.engine.close()
        guarded.engine = None
        return False
    finally:
        watchdog.cancel()


guarded.engine = None


def main():
    args, seen = arguments(), collections.Counter()
    began, passed, failed = time.time(), 0, 0
    alike = guarded(args, None, seen)
    failed += not alike
    if alike or args.keep_going:
        for seed in range(args.seed, args.seed + args.games):
            alike = guarded(args, seed, seen)
            passed, failed = passed + alike, failed + (not alike)
            if not alike and not args.keep_going:
                break
    if not args.quiet:
        print("met: " + ", ".join(f"{k} {n}" for k, n in sorted(seen.items())))
        print(f"{(passed + failed) / max(0.001, time.time() - began):.1f} games a second")
    if guarded.engine:
        guarded.engine.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
