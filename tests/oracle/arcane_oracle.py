"""Arcane Alley a second time: a plain, independent referee to compare the engine with.

Written from the rules (ids such as A5.3 cite them) and the engine protocol alone, for
obviousness and not for speed. Use it as a library, `Game().request({...}) -> {...}`, or run
it: it then speaks the protocol on standard input and output, one JSON object a line.

How it works: the state is the protocol's own JSON object. The rules are generators that
`yield` a question and are sent the answer, so a turn reads from top to bottom as in the
rules. A generator cannot be copied; so the game remembers the state in which the present step
(a reveal, a draw, an act, an inspection, a bribe) began and what happened since, and copies,
undoes and reloads a half-done step by playing it again.
"""
import hashlib
import json
import pickle
import random
import secrets
import sys
from collections import Counter

# ---------------------------------------------------------------- A2: the items

ITEMS = {  # id: gold, infamy, (count with 2-4 players, with 5-6)
    "cursed-mirror": (5, -5, (4, 5)), "hypnotic-toad": (0, -2, (6, 7)),
    "invisible-ring": (1, 0, (6, 7)), "three-headed-coin": (2, 1, (9, 10)),
    "older-wand": (3, 1, (13, 14)), "magic-boomerang": (5, 2, (10, 11)),
    "floating-carpet": (7, 2, (11, 12)), "crystal-ball": (9, 3, (10, 11)),
    "bottled-fairy": (12, 3, (9, 10)), "bubbling-cauldron": (15, 4, (10, 11)),
    "dragons-egg": (20, 4, (8, 9)), "sovereign-sword": (25, 5, (9, 10)),
    "dark-lotus": (30, 0, (5, 6)), "skeletomicon": (35, 6, (5, 6)),
    "haunted-doll": (40, 7, (3, 4)), "facsimilous-feline": (0, 8, (2, 2)),
    "wizards-watch": (0, 10, (1, 1)), "pandoras-lockbox": (0, 10, (1, 1)),
    "mystical-lamp": (0, 10, (1, 1)), "sacred-chalice": (0, 10, (1, 1)),
}
EFFECTS = {  # A13: the values of an effect that a cards file may change
    "cursed-mirror": {"infamy": 1}, "invisible-ring": {"infamy": 1},
    "three-headed-coin": {"gold": 1}, "crystal-ball": {"infamy": 1},
    "bottled-fairy": {"infamy": 3}, "bubbling-cauldron": {"gold": 2, "infamy": 1},
    "dragons-egg": {"gold": 15, "infamy": 2}, "dark-lotus": {"gold": 5},
    "skeletomicon": {"infamy": 3}, "pandoras-lockbox": {"infamy": 3},
    "mystical-lamp": {"cards": 3},
}
PLAYED = {"cursed-mirror", "hypnotic-toad", "three-headed-coin", "older-wand", "crystal-ball",
          "bubbling-cauldron", "dark-lotus", "skeletomicon"}
SPECIAL = {"wizards-watch", "pandoras-lockbox", "mystical-lamp", "sacred-chalice"}
BOOMERANG, DOLL, FELINE = "magic-boomerang", "haunted-doll", "facsimilous-feline"
WIZARDS = ("glynna", "meeblemore", "corvus", "dafana", "ninx", "byros")
POWERS = {"corvus": {"stash": 4}, "dafana": {"gold": 3, "infamy": 2}, "byros": {"gold": 3}}
START = {"gold": 25, "infamy": 0}
STASH_LIMIT = 24                                    # A13
ASKED_ANYWAY = {"draw", "act", "bribe"}             # asked even with a single answer
WRITABLE = {"reveal": "stock", "draw": "sell", "act": "sell", "bribe": "bribe"}


class Refusal(Exception):
    """A request that is refused: nothing has changed."""

    def __init__(self, code, message, rule=None):
        super().__init__(message)
        self.answer = {"code": code, "message": message}
        if rule:
            self.answer["rule"] = rule


def is_int(x, low, high):
    return type(x) is int and low <= x <= high


def copy(x):
    return pickle.loads(pickle.dumps(x))


# ---------------------------------------------------------------- options and the cards file

def complete_options(given, players):
    """The options with defaults filled in, or bad-option."""
    def refuse(place, why, rule=None):
        raise Refusal("bad-option", f"{place}: {why}", rule)
    if type(given) is not dict:
        refuse("options", "not an object")
    o = {"edition": "three", "goal": 100, "rounds": None, "wizards": "none", "market": False,
         "first": None, "turn_cap": 100, "cards": None}
    for key in given:
        if key not in o:
            refuse(key, "unknown option")
    o.update(copy(given))
    if o["edition"] not in ("three", "hundred"):
        refuse("edition", "three or hundred")
    if type(o["goal"]) is not int or o["goal"] not in (100, 200, 300):
        refuse("goal", "100, 200 or 300")
    if o["rounds"] is not None and (o["edition"] == "three" or not is_int(o["rounds"], 1, 50)):
        refuse("rounds", "null, or 1-50 in edition hundred", "A1")
    if type(o["market"]) is not bool:
        refuse("market", "true or false")
    if o["first"] is not None and not is_int(o["first"], 0, players - 1):
        refuse("first", "a seat or null")
    if not is_int(o["turn_cap"], 1, 1000):
        refuse("turn_cap", "1-1000")
    check_wizards(o, players, refuse)
    check_cards(o["cards"], refuse)
    cfg = Values(o, players)
    if sum(cfg.count.values()) > 160:
        refuse("cards.items", "more than 160 cards", "A13")
    if sum(cfg.count.values()) < cards_to_deal(o, cfg, players):
        refuse("cards.items", "not enough cards to deal", "A13")
    return o


def check_wizards(o, players, refuse):
    w = o["wizards"]
    if w == "none":
        return
    if w == "random":
        names = ["any"]
    elif type(w) is list and len(w) == players:
        names = [x for x in w if x is not None]
        if any(type(x) is not str or x not in WIZARDS for x in names):
            refuse("wizards", "unknown wizard")
        if len(set(names)) < len(names):
            refuse("wizards", "one wizard twice", "A11")
    else:
        refuse("wizards", "none, random, or a list with an id or null for each seat")
    if names and o["edition"] == "hundred":
        refuse("wizards", "edition hundred has none", "A1")


def check_cards(cards, refuse):
    """A13: shape and ranges of a cards file, whatever column is in use."""
    def fields(place, obj, allowed):
        if type(obj) is not dict:
            refuse(place, "not an object", "A13")
        for key in obj:
            if key not in allowed:
                refuse(f"{place}.{key}", "unknown", "A13")
        return obj.items()

    def number(place, value, low, high):
        if not is_int(value, low, high):
            refuse(place, f"a whole number from {low} to {high}", "A13")
    if cards is None:
        return
    for part, body in fields("cards", cards, ("items", "wizards", "start")):
        if part == "items":
            for item, row in fields("items", body, ITEMS):
                check_item(f"items.{item}", item, row, fields, number, refuse)
        elif part == "wizards":
            for wizard, row in fields("wizards", body, POWERS):
                for key, value in fields(f"wizards.{wizard}", row, POWERS[wizard]):
                    low, high = {"stash": (1, 9), "gold": (0, 100), "infamy": (0, 25)}[key]
                    number(f"wizards.{wizard}.{key}", value, low, high)
        else:
            for key, value in fields("start", body, START):
                number(f"start.{key}", value, 0, 1000 if key == "gold" else 24)


def check_item(place, item, row, fields, number, refuse):
    for key, value in fields(place, row, ("gold", "infamy", "counts", "effect")):
        if key == "gold":
            number(place + ".gold", value, 0, 100)
        elif key == "infamy":
            number(place + ".infamy", value, -25, 25)
        elif key == "counts":
            if type(value) is not list or len(value) != 2:
                refuse(place + ".counts", "two numbers", "A13")
            for n in value:
                number(place + ".counts", n, 0, 40)
        else:
            for name, n in fields(place + ".effect", value, EFFECTS.get(item, {})):
                low, high = (1, 9) if name == "cards" else (0, 50)
                number(f"{place}.effect.{name}", n, low, high)


def cards_to_deal(o, cfg, players):
    """A13: 9 and a stash for each player, 1 discard, 3 for a Market."""
    corvus = o["wizards"] == "random" or "corvus" in o["wizards"]
    need = 11 * players + 1 + (3 if o["market"] else 0)
    return need + (cfg.power["corvus"]["stash"] - 2 if corvus else 0)


class Values:
    """The numbers this game is played with: the tables, the edition, the cards file."""

    def __init__(self, o, players):
        cards = o["cards"] or {}
        rows = cards.get("items", {})
        column = 0 if players <= 4 else 1
        self.gold, self.infamy, self.count, self.effect = {}, {}, {}, {}
        for item, (gold, infamy, counts) in ITEMS.items():
            row = rows.get(item, {})
            self.gold[item] = row.get("gold", gold)
            self.infamy[item] = row.get("infamy", infamy)
            self.count[item] = row.get("counts", counts)[column]
            self.effect[item] = dict(EFFECTS.get(item, {}))
            if item == "dragons-egg" and o["edition"] == "hundred":
                self.effect[item]["infamy"] = 1     # A1
            self.effect[item].update(row.get("effect", {}))
        self.power = {w: {**d, **cards.get("wizards", {}).get(w, {})} for w, d in POWERS.items()}
        self.start = {**START, **cards.get("start", {})}


# ---------------------------------------------------------------- chance

class Chance:
    """Outcomes: forced ones first, then those of a source that is to be asked, or of the seed."""

    def __init__(self):
        self.seed, self.place, self.forced, self.reported = "0" * 64, 0, [], []
        self.source = None              # source(kind, seat, things, count), as docs/examples/verify.py has one

    def save(self):
        return self.seed, self.place, copy(self.forced)

    def load(self, saved):
        self.seed, self.place, self.forced = saved[0], saved[1], copy(saved[2])

    def event(self, key, possible, things, count=None):
        """One of the things, or so many of them in some order."""
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


# ---------------------------------------------------------------- the storehouse (A6)

def lines(house):
    """The stacks of the present shape, as lists of indices: A6.1, A6.6."""
    rows, cols = house["rows"], house["cols"]
    out = []
    if cols == 3:
        out += [[r * 3, r * 3 + 1, r * 3 + 2] for r in range(rows)]
    if rows == 3:
        out += [[c, c + cols, c + 2 * cols] for c in range(cols)]
    if rows == cols == 3:
        out += [[0, 4, 8], [2, 4, 6]]
    return out


def set_item(cells):
    """The item three cells are a set of, or None: A6.2, A6.4."""
    if any(c is None or not c["up"] for c in cells):
        return None
    items = [c["item"] for c in cells]
    if len(set(items)) == 1:
        return items[0]
    others = [i for i in items if i != FELINE]
    if len(others) == 2 and others[0] == others[1]:
        return others[0]
    return None


def sets_of(house):
    return [ln for ln in lines(house) if set_item([house["cells"][i] for i in ln])]


def place_of(cells, cell):
    return next((i for i, c in enumerate(cells) if c is cell), None)


def slots(house, wanted):
    """Slot numbers (from 1) of the cells for which wanted(cell) holds; holes never."""
    return [i + 1 for i, c in enumerate(house["cells"]) if c is not None and wanted(c)]


def hidden(cell):
    return not cell["up"]


def revealed(cell):
    return cell["up"]


def up_count(house, item):
    return sum(1 for c in house["cells"] if c and c["up"] and c["item"] == item)


def close_up(house, gone, across):
    """A6.6: take the three cells `gone` out; `across` decides for a diagonal."""
    rows, cols = house["rows"], house["cols"]
    if len({i // cols for i in gone}) == 1:
        rows -= 1
    elif len({i % cols for i in gone}) == 1:
        cols -= 1
    elif across:
        cols -= 1
    else:
        rows -= 1
    if rows == house["rows"]:           # every row loses one: what is left moves left
        cells = [c for i, c in enumerate(house["cells"]) if i not in gone]
    else:                               # every column loses one: column by column
        columns = [[house["cells"][i] for i in range(c, len(house["cells"]), cols)
                    if i not in gone] for c in range(cols)]
        cells = [column[r] for r in range(rows) for column in columns]
    if not cells:
        rows = cols = 0
    house.update(rows=rows, cols=cols, cells=cells)


def knows(card, seat):
    return seat is not None and seat in card["known"]


def learn(card, seat):
    card["known"] = sorted(set(card["known"]) | {seat})


# ---------------------------------------------------------------- the game

class Rules:
    """One game: the state `s` and the generators that move it."""

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

    @staticmethod
    def load(saved, chance):
        """Plays the present step again, with the chance it met."""
        options, n, base, trail, state = copy(saved)
        game = Rules(options, n, chance)
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
        """None is skipped, exactly one is answered unasked (but draw, act, bribe)."""
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
            n = n // 2 if self.options["edition"] == "three" else 0
        self.player(p)["gold"] += n
        self.tell("gold", "A3.1", p, gain=n)

    def lose_gold(self, p, n):
        self.player(p)["gold"] = max(0, self.player(p)["gold"] - n)
        self.tell("gold", "A3.1", p, loss=n)

    def gain_infamy(self, p, n):
        """A3.2, A3.3: 25 points to a lap, at most two markers."""
        who = self.player(p)
        total = who["infamy"] + n
        while total > 24 and who["fines"] < 2:
            total, who["fines"] = total - 25, who["fines"] + 1
        who["infamy"] = min(24, total)
        self.tell("infamy", "A3.2", p, gain=n)

    def lose_infamy(self, p, n):
        self.player(p)["infamy"] = max(0, self.player(p)["infamy"] - n)
        self.tell("infamy", "A3.3", p, loss=n)

    # -- deck, discard, market, stash (A9, A12, A14)

    def settle(self):
        """After every single card that moves: remake the deck, fill the Market."""
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

    # -- Stock (A4)

    def begin_game(self):
        o, n = self.options, self.n
        first, wizards = o["first"], [None] * n
        if first is None:
            first = self.chance.event("first", lambda x: is_int(x, 0, n - 1), range(n))
        if o["wizards"] == "random":
            wizards = self.chance.event("wizards", self.wizards_possible, WIZARDS, n)
        elif o["wizards"] != "none":
            wizards = o["wizards"]
        players = [{"wizard": w, "gold": self.v.start["gold"], "infamy": self.v.start["infamy"],
                    "fines": 0, "stash": [], "house": None} for w in wizards]
        self.s = {"game": "arcane", "options": o, "round": 0, "phase": "stock", "first": first,
                  "turn": first, "pending": [], "pool": {}, "deck": {}, "discard": [],
                  "market": None, "aside": {}, "aside_unseen": [], "players": players,
                  "tracker": None, "turns": 0, "triggered_by": None, "winners": None}
        self.begin_stock(first)
        self.start()

    def wizards_possible(self, x):
        return (type(x) is list and len(x) == self.n and all(type(w) is str for w in x)
                and len(set(x)) == self.n and set(x) <= set(WIZARDS))

    def begin_stock(self, first):
        s = self.s
        s.update(round=s["round"] + 1, phase="stock", first=first, turn=first, discard=[],
                 aside={}, aside_unseen=[], turns=0, triggered_by=None,
                 tracker=1 if self.n == 2 else None,
                 market=[None] * 3 if self.options["market"] else None,
                 pool={i: c for i, c in self.v.count.items() if c},
                 deck={"count": sum(self.v.count.values()) - 9 * self.n, "top": [], "own": None})
        for player in s["players"]:
            player["stash"] = []
            player["house"] = {"rows": 3, "cols": 3,
                               "cells": [{"item": None, "up": False} for _ in range(9)]}
        self.step = "reveal"

    def step_reveal(self):
        p = self.s["turn"]
        cells = self.house(p)["cells"]
        pairs = [f"reveal {a} {b}" for a in range(1, 10) for b in range(a + 1, 10)]
        answer = yield from self.ask("reveal", p, pairs)
        for slot in map(int, answer.split()[1:]):
            self.turn_up(cells, slot)
        if p == self.last():
            self.deal()
        else:
            self.s["turn"] = (p + 1) % self.n

    def turn_up(self, cells, slot):
        self.decide_hidden(cells[slot - 1])
        cells[slot - 1] = {"item": cells[slot - 1]["item"], "up": True}
        self.tell("reveal", "A4.3", None, item=cells[slot - 1]["item"])

    def deal(self):
        """A4.4, A4.5, A12.1, in A14.6's order."""
        for p in self.order():
            corvus = self.player(p)["wizard"] == "corvus"
            for _ in range(self.v.power["corvus"]["stash"] if corvus else 2):
                self.into_stash(p, self.deck_card())
        self.s["discard"] = [self.deck_card()["item"]]
        self.settle()
        self.s.update(phase="sell", turn=self.s["first"])
        self.step = "draw"

    # -- Sell: the turn (A5)

    def step_draw(self):
        s, p = self.s, self.s["turn"]
        answers = ["draw deck"] if s["deck"]["count"] else []
        answers += ["draw discard"] if s["discard"] else []
        answers += [f"draw market {i + 1}" for i, item in enumerate(s["market"] or [])
                    if item is not None and self.player(p)["gold"] >= i + 1]
        answer = yield from self.ask("draw", p, answers)
        everyone = list(range(self.n))
        if answer == "draw deck":
            self.into_stash(p, self.deck_card())
        elif answer == "draw discard":
            self.into_stash(p, {"item": s["discard"].pop(0), "known": everyone})
        elif answer is not None:
            price = int(answer.split()[2])
            self.player(p)["gold"] -= price                                 # A12.2, A12.4
            self.into_stash(p, {"item": s["market"][price - 1], "known": everyone})
            s["market"][price - 1] = None
            left = [item for item in s["market"] if item is not None]       # A12.3
            s["market"][:] = left + [None] * (3 - len(left))
        self.settle()
        self.step = "act"

    def choosable(self, p):
        """Slots an item can be played into: not those of a revealed Doll, A5.8."""
        return slots(self.house(p), lambda c: not (c["up"] and c["item"] == DOLL))

    def act_answers(self, p):
        answers = []
        for item in self.stash_items(p):
            answers.append("discard " + item)
            if self.choosable(p):
                answers.append("play " + item)
            if item in SPECIAL:
                answers.append("use " + item)
        return answers

    def step_act(self):
        p = self.s["turn"]
        answer = yield from self.ask("act", p, self.act_answers(p))
        verb, item = answer.split() if answer else (None, None)
        if verb == "discard":
            self.discard_from_stash(p, item)
        elif verb == "play":
            self.leave_stash(p, item)
            yield from self.play(p, item)
        elif verb == "use":
            self.leave_stash(p, item)
            self.add_aside(item)
            self.tell("use", "A5.5", p, item=item)
            yield from getattr(self, "use_" + item.split("-")[1])(p)
        self.end_turn(p)

    def play(self, p, item, returning=False):
        """A5.3, for an item that has left its place; there is a slot to choose."""
        cells = self.house(p)["cells"]
        self.playing = item
        slot = yield from self.ask_number("slot", p, self.choosable(p))
        cell = {"item": item, "up": True}
        self.playing, self.replaced, cells[slot - 1] = None, cells[slot - 1], cell
        if returning:
            self.returned.append(cell)
        self.tell("play", "A5.3", p, item=item, slot=slot)
        yield from self.played_effect(p, cell)
        yield from self.sell_played(p, cell)
        yield from self.put_down(p)

    def sell_played(self, p, cell):
        """A6.3, A6.5: stacks that contain the item just played, wherever it is now."""
        while True:
            at = place_of(self.house(p)["cells"], cell)
            found = [ln for ln in sets_of(self.house(p)) if at in ln]
            if not found:
                return
            yield from self.sell_one(p, found, inspection=False)

    def put_down(self, p):
        """The end of A5.3: the replaced item, with A7.5 and A10.3."""
        card, was_hidden = self.replaced, hidden(self.replaced)
        if was_hidden:
            self.decide_hidden(card)
        self.replaced, item = None, card["item"]
        if item == BOOMERANG and place_of(self.returned, card) is None:
            if self.choosable(p):
                yield from self.play(p, item, returning=True)
            else:
                self.put_on_discard(item)
        elif was_hidden and self.n == 2:
            self.into_stash(p, {"item": item, "known": card["known"]})
            answer = yield from self.ask("keep", p, ["discard " + i for i in self.stash_items(p)])
            self.discard_from_stash(p, answer.split()[1])
        else:
            self.put_on_discard(item)
            if not was_hidden and item in ("bottled-fairy", "invisible-ring"):
                self.lose_infamy(p, self.v.effect[item]["infamy"])

    # -- played effects (A2, A7)

    def played_effect(self, p, cell):
        item = cell["item"]
        if item not in PLAYED:
            return
        if self.player(p)["wizard"] == "meeblemore":                        # A7.10
            if (yield from self.ask("effect", p, ["effect use", "effect ignore"])) \
                    == "effect ignore":
                return
        value = self.v.effect[item]
        if item == "cursed-mirror":
            self.gain_infamy(p, value["infamy"] * self.neighbours(self.house(p), cell))
        elif item == "three-headed-coin":
            coins = sum(up_count(self.house(q), item) for q in range(self.n))
            self.gain_gold(p, value["gold"] * (coins - 1))
        elif item == "older-wand":
            self.wand()
        elif item == "dark-lotus":
            self.lose_gold(p, value["gold"])
        elif item == "skeletomicon":
            self.gain_infamy(p, value["infamy"])
        elif item == "hypnotic-toad":
            yield from self.toad(p)
        elif item == "crystal-ball":
            yield from self.ball(p, value)
        else:
            yield from self.cauldron(p, value)

    def neighbours(self, house, cell):
        """Revealed items that share a side (hundred: or a corner) with it: A1."""
        at, cols, count = place_of(house["cells"], cell), house["cols"], 0
        for i, other in enumerate(house["cells"]):
            rows_off, cols_off = abs(i // cols - at // cols), abs(i % cols - at % cols)
            near = rows_off + cols_off == 1 if self.options["edition"] == "three" \
                else max(rows_off, cols_off) == 1
            count += bool(near and other and other["up"])
        return count

    def wand(self):
        if self.s["discard"]:
            card = {"item": self.s["discard"].pop(0), "known": list(range(self.n))}
            self.s["deck"]["top"].insert(0, card)
            self.s["deck"]["count"] += 1
            self.settle()

    def toad(self, p):
        able = [q for q in range(self.n) if len(slots(self.house(q), lambda c: True)) >= 2]
        q = yield from self.ask_number("target", p, able)
        if q is None:
            return
        at = slots(self.house(q), lambda c: True)
        pairs = [f"swap {a} {b}" for a in at for b in at if a < b]
        answer = yield from self.ask("swap", p, pairs)
        a, b = (int(x) - 1 for x in answer.split()[1:])
        cells = self.house(q)["cells"]
        cells[a], cells[b] = cells[b], cells[a]

    def ball(self, p, value):
        self.gain_infamy(p, value["infamy"])
        slot = yield from self.ask_number("peek", p, slots(self.house(p), hidden))
        if slot is not None:
            card = self.house(p)["cells"][slot - 1]
            self.decide_hidden(card)
            learn(card, p)

    def cauldron(self, p, value):
        answer = yield from self.ask("cauldron", p, ["cauldron gold", "cauldron infamy"])
        if answer == "cauldron gold":
            self.lose_gold(p, value["gold"])
        else:
            self.gain_infamy(p, value["infamy"])

    # -- sales (A6)

    def sell_one(self, p, found, inspection):
        answer = yield from self.ask(
            "sell", p, ["sell " + " ".join(str(i + 1) for i in ln) for ln in found])
        gone = [int(x) - 1 for x in answer.split()[1:]]
        house = self.house(p)
        sold = [house["cells"][i] for i in gone]
        item = set_item(sold)
        for i in gone:
            self.add_aside(house["cells"][i]["item"])
            house["cells"][i] = None
        across = None
        if gone in ([0, 4, 8], [2, 4, 6]) and house["rows"] == house["cols"] == 3:
            across = (yield from self.ask("slide", p, ["slide across", "slide down"])) \
                == "slide across"
        close_up(house, gone, across)
        self.tell("sale", "A6.6", p, item=item)
        bonus = self.v.power["byros"]["gold"] if self.player(p)["wizard"] == "byros" else 0
        self.gain_gold(p, self.v.gold[item] + bonus)                        # A6.7
        if not inspection:
            yield from self.sold_effect(p, item, sold)
        yield from self.ask_dafana()

    def sold_effect(self, p, item, sold):
        if item == "floating-carpet":
            if self.s["deck"]["count"] and len(self.player(p)["stash"]) < STASH_LIMIT:
                self.into_stash(p, self.deck_card())
                self.settle()
        elif item == "dragons-egg":
            q = yield from self.ask_number("target", p, self.others(p))
            self.gain_gold(q, self.v.effect[item]["gold"])
            self.gain_infamy(q, self.v.effect[item]["infamy"])
        elif item == DOLL:
            yield from self.place_dolls(p, sum(c["item"] == DOLL for c in sold))

    def place_dolls(self, p, dolls):
        """A7.6: one to a storehouse, until Dolls or players run out."""
        left = self.others(p)
        while dolls:
            q = yield from self.ask_number(
                "target", p, [q for q in left if slots(self.house(q), hidden)])
            if q is None:
                return
            slot = yield from self.ask_number("slot", p, slots(self.house(q), hidden))
            cells = self.house(q)["cells"]
            ousted, cells[slot - 1] = cells[slot - 1], {"item": DOLL, "up": True}
            take_one(self.s["aside"], DOLL)
            self.decide_hidden(ousted)
            self.put_on_discard(ousted["item"])
            left.remove(q)
            dolls -= 1

    def ask_dafana(self):
        p, power = self.seat_of("dafana"), self.v.power["dafana"]
        if p is None or self.player(p)["infamy"] == 0 or self.player(p)["gold"] < power["gold"]:
            return
        if (yield from self.ask("dafana", p, ["dafana pay", "dafana pass"])) == "dafana pay":
            self.player(p)["gold"] -= power["gold"]
            self.lose_infamy(p, power["infamy"])

    # -- special items (A2, A5.5, A7.8)

    def use_watch(self, p):
        if not self.s["discard"] or not self.choosable(p):
            return
        answer = yield from self.ask("take", p, ["take " + i for i in set(self.s["discard"])])
        item = answer.split()[1]
        self.s["discard"].remove(item)                  # removes the first, the topmost
        self.settle()
        yield from self.play(p, item)

    def use_lamp(self, p):
        for _ in range(self.v.effect["mystical-lamp"]["cards"]):
            if self.s["deck"]["count"]:
                self.offer.append(self.deck_card()["item"])
                self.settle()
        chosen = None
        if self.choosable(p):
            answer = yield from self.ask("take", p, ["take " + i for i in set(self.offer)])
            chosen = answer.split()[1] if answer else None
            if chosen:
                self.offer.remove(chosen)               # removes the first revealed
                self.playing = chosen
        while self.offer:
            self.put_on_discard(self.offer.pop(0))
        if chosen:
            yield from self.play(p, chosen)

    def use_chalice(self, p):
        able = [q for q in self.others(p) if self.player(q)["stash"]]
        if not able or not self.choosable(p):
            return
        q = yield from self.ask_number("target", p, able)
        for card in self.player(q)["stash"]:
            learn(card, p)
        self.looking = q
        answer = yield from self.ask("take", p, ["take " + i for i in self.stash_items(q)])
        self.looking = None
        item = answer.split()[1]
        self.leave_stash(q, item)
        yield from self.play(p, item)

    def use_lockbox(self, p):
        self.gain_infamy(p, self.v.effect["pandoras-lockbox"]["infamy"])
        able = [q for q in self.others(p) if slots(self.house(q), revealed)]
        if not able or not slots(self.house(p), hidden):
            return
        own = yield from self.ask_number("own", p, slots(self.house(p), hidden))
        q = yield from self.ask_number("target", p, able)
        theirs = yield from self.ask_number("theirs", p, slots(self.house(q), revealed))
        mine, yours = self.house(p)["cells"], self.house(q)["cells"]
        mine[own - 1], yours[theirs - 1] = yours[theirs - 1], mine[own - 1]

    # -- the end of a turn (A5.9)

    def end_turn(self, p):
        s, at_once = self.s, False
        if s["triggered_by"] is None and not slots(self.house(p), hidden) \
                and (self.n > 2 or s["tracker"] >= 15):                     # A5.6, A10.2
            s["triggered_by"] = p
            self.tell("trigger", "A5.6", p)
        if self.n == 2 and p == self.last():                                # A10.1, A10.2
            if s["tracker"] >= 20 and s["triggered_by"] is None:
                at_once = True
            else:
                s["tracker"] += 1
        if p == self.last():                                                # A5.7
            s["turns"] += 1
            if s["turns"] >= self.options["turn_cap"] and s["triggered_by"] is None:
                at_once = True
        following = (p + 1) % self.n
        if at_once or following == s["triggered_by"]:
            s.update(phase="inspection", turn=s["first"])
            self.step = "inspection"
        else:
            s["turn"], self.step = following, "draw"

    # -- Inspection (A8) and Bribe (A9.3)

    def step_inspection(self):
        for p in self.order():
            self.s["turn"] = p
            yield from self.inspect(p)
        totals = [sum(self.v.infamy[c["item"]] for c in self.house(p)["cells"] if c)
                  for p in range(self.n)]
        for p in self.order():                                              # A8.2
            if totals[p] > 0:
                self.gain_infamy(p, totals[p])
            else:
                self.lose_infamy(p, -totals[p])
        yield from self.ask_ninx()
        trigger = self.s["triggered_by"]
        if trigger is not None and totals[trigger] > min(totals):           # A8.4
            self.gain_infamy(trigger, 10)
        for player in self.s["players"]:                                    # A8.5
            player["gold"] = max(0, player["gold"] - 25 * player["fines"])
            player["fines"] = 0
        self.end_or_bribe()

    def inspect(self, p):
        """A8.1 for one player."""
        cells = self.house(p)["cells"]
        if self.player(p)["wizard"] == "glynna":
            slot = yield from self.ask_number("remove", p, slots(self.house(p), hidden))
            if slot is not None:
                card, cells[slot - 1] = cells[slot - 1], None
                del card["up"]
                self.s["aside_unseen"].append(card)
        for slot in slots(self.house(p), hidden):
            self.turn_up(cells, slot)
        while sets_of(self.house(p)):
            yield from self.sell_one(p, sets_of(self.house(p)), inspection=True)

    def ask_ninx(self):
        p = self.seat_of("ninx")
        if p is None:
            return
        self.s["turn"] = p
        slot = yield from self.ask_number("ninx", p, slots(self.house(p), lambda c: True))
        if slot is not None:
            worth = self.v.infamy[self.house(p)["cells"][slot - 1]["item"]]
            if worth >= 0:
                self.gain_gold(p, worth)
            else:
                self.lose_gold(p, -worth)

    def end_or_bribe(self):
        o, s = self.options, self.s
        if o["edition"] == "three":
            over = s["round"] >= 3
        elif o["rounds"] is not None:
            over = s["round"] >= o["rounds"]
        else:
            over = s["round"] >= 50 or any(p["gold"] >= o["goal"] for p in s["players"])
        if over:
            score = [(-p["gold"], p["infamy"]) for p in s["players"]]
            s.update(phase="over", turn=None,
                     winners=[p for p in range(self.n) if score[p] == min(score)])
            self.tell("over", "A1", None, winners=s["winners"])
        else:
            s.update(phase="bribe", turn=s["first"])
            self.step = "bribe"

    def step_bribe(self):
        p = self.s["turn"]
        most = min(self.player(p)["gold"] // 2, self.player(p)["infamy"])
        gold = yield from self.ask_number("bribe", p, range(0, 2 * most + 1, 2))
        self.player(p)["gold"] -= gold
        self.lose_infamy(p, gold // 2)
        if p == self.last():
            self.begin_stock((self.s["first"] + 1) % self.n)
        else:
            self.s["turn"] = (p + 1) % self.n

    # -- state and view

    def half_done(self):
        """What a half-done step needs, told as far as it is public; the rest is in `base`."""
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

    def hash(self):
        body = {**self.s, "pending": self.pending(full=False)}
        return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]

    def view(self, seat):
        """What the seat (None: a spectator) may know: A14.3, A14.4."""
        pool = Counter(self.s["pool"]) + Counter(self.s["deck"]["own"] or {})

        def see(card, up=None):
            """A card that may lie face down; what is decided and not known joins the pool."""
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


# ---------------------------------------------------------------- setup

def need(fact, what):
    if not fact:
        raise Refusal("bad-state", what)


def load_state(given, chance):
    """The game a printed state describes, or bad-state."""
    try:
        given = copy(given)
        need(given["game"] == "arcane", "game")
        n = len(given["players"])
        need(2 <= n <= 6, "players")
        given["options"] = complete_options(given["options"], n)
        game = Rules(given["options"], n, chance)
        pending = given["pending"]
        if pending and "base" in pending[0]:
            return replayed(given, game)
        given["pending"] = []
        check_state(given, game, pending)
        game.s = given
        if pending:
            game.step = pending[0]["kind"]
            game.start()
            asked = game.question and (game.question["kind"], game.question["seat"])
            need(asked == (pending[0]["kind"], pending[0]["seat"]), "nothing to decide")
        return game
    except Refusal as r:
        raise Refusal("bad-state", str(r)) from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as e:
        raise Refusal("bad-state", f"{type(e).__name__}: {e}") from None


def replayed(given, game):
    entry = given["pending"][0]
    base = pickle.dumps((entry["step"], entry["base"]))
    game = Rules.load((game.options, game.n, base, entry["trail"], {"phase": ""}), game.chance)
    need(game.state() == given, "the base and what happened since do not lead here")
    return game


def check_state(s, game, pending):
    """Numbers in range, every card somewhere, and no more than one place for it."""
    n, o = game.n, game.options
    need(set(s) == {"game", "options", "round", "phase", "first", "turn", "pending", "pool",
                    "deck", "discard", "market", "aside", "aside_unseen", "players", "tracker",
                    "turns", "triggered_by", "winners"}, "fields")
    need(is_int(s["round"], 1, 50) and is_int(s["first"], 0, n - 1), "round or first")
    need(is_int(s["turns"], 0, 2000), "turns")
    need(s["triggered_by"] is None or is_int(s["triggered_by"], 0, n - 1), "triggered_by")
    need(is_int(s["tracker"], 1, 30) if n == 2 else s["tracker"] is None, "tracker")
    need(s["market"] is None or len(s["market"]) == 3, "market")
    need((s["market"] is not None) == o["market"], "market")
    if s["phase"] == "over":
        need(pending == [] and s["turn"] is None and s["winners"], "over")
    else:
        need(len(pending) == 1 and WRITABLE[pending[0]["kind"]] == s["phase"], "pending")
        need(pending[0]["seat"] == s["turn"] and is_int(s["turn"], 0, n - 1), "turn")
        need(s["winners"] is None, "winners")
    wizards = [player["wizard"] for player in s["players"]]
    if o["wizards"] == "random":
        need(game.wizards_possible(wizards), "wizards")
    else:
        need(wizards == ([None] * n if o["wizards"] == "none" else o["wizards"]), "wizards")
    for p, player in enumerate(s["players"]):
        check_player(p, player, n)
    check_cards_add_up(s, game.v.count)


def check_player(p, player, n):
    need(is_int(player["gold"], 0, 10 ** 6) and is_int(player["infamy"], 0, 24), "score")
    need(is_int(player["fines"], 0, 2) and len(player["stash"]) <= STASH_LIMIT, "fines or stash")
    house = player["house"]
    shapes = [(3, 3), (2, 3), (3, 2), (1, 3), (3, 1), (0, 0)]
    need((house["rows"], house["cols"]) in shapes, "shape")
    need(len(house["cells"]) == house["rows"] * house["cols"], "cells")
    for card in player["stash"]:
        need(p in card["known"] and set(card) == {"item", "known"}, "stash")
    for card in house["cells"] + player["stash"]:
        if card and card["item"] is not None and not card.get("up"):
            known = card["known"]
            need(known == sorted(set(known)) and all(is_int(k, 0, n - 1) for k in known), "known")


def check_cards_add_up(s, counts):
    face_down = list(s["aside_unseen"])
    decided = Counter(s["discard"]) + Counter(s["aside"])
    decided += Counter(i for i in s["market"] or [] if i is not None)
    for player in s["players"]:
        face_down += [c for c in player["house"]["cells"] if c]
        decided += Counter(c["item"] for c in player["stash"])
    decided += Counter(c["item"] for c in face_down if c["item"] is not None)
    decided += Counter(c["item"] for c in s["deck"]["top"])
    undecided = sum(c["item"] is None for c in face_down)
    own, rest = s["deck"]["own"], s["deck"]["count"] - len(s["deck"]["top"])
    need(rest >= 0 and sum(s["pool"].values()) == undecided + (rest if own is None else 0), "pool")
    need(own is None or sum(own.values()) == rest, "deck.own")
    everything = decided + Counter(s["pool"]) + Counter(own or {})
    need(everything == Counter({i: c for i, c in counts.items() if c}), "cards do not add up")


# ---------------------------------------------------------------- the protocol

class Game:
    """Answers requests; an error changes nothing."""

    def __init__(self):
        self.rules, self.chance, self.slots = None, Chance(), {}

    def request(self, req):
        answer = {}
        if type(req) is dict and "id" in req:
            answer["id"] = req["id"]
        try:
            if type(req) is not dict or type(req.get("op")) is not str:
                raise Refusal("bad-request", "an object with an op")
            handler = getattr(self, "op_" + req["op"], None)
            if handler is None:
                raise Refusal("unknown-op", req["op"])
            return {"ok": True, **answer, **handler(req)}
        except Refusal as r:
            return {"ok": False, **answer, "error": r.answer}

    def line(self, text):
        try:
            req = json.loads(text)
        except (ValueError, RecursionError):
            return {"ok": False, "error": {"code": "bad-json", "message": "not JSON"}}
        return self.request(req)

    def need_game(self):
        if self.rules is None:
            raise Refusal("no-game", "no game yet")

    def op_hello(self, req):
        return {"name": "arcane-oracle", "version": "1", "protocol": 1, "games": ["arcane"]}

    def op_new(self, req):
        if req.get("game") != "arcane":
            raise Refusal("bad-option", "game: arcane")
        if not is_int(req.get("players"), 2, 6):
            raise Refusal("bad-option", "players: 2-6")
        seed = read_seed(req.get("seed", secrets.token_hex(32)))
        options = complete_options(req.get("options", {}), req["players"])
        kept = self.chance.save()
        self.chance.seed, self.chance.place, self.chance.reported = seed, 0, []
        rules = Rules(options, req["players"], self.chance)
        try:
            rules.begin_game()
        except Refusal:
            self.chance.load(kept)
            raise
        self.rules = rules
        return {"seed": seed, "chance": self.chance.reported, "state_hash": rules.hash()}

    def op_setup(self, req):
        if type(req.get("state")) is not dict:
            raise Refusal("bad-request", "state: an object")
        seed = read_seed(req.get("seed", 0))
        kept = self.chance.save()
        try:
            self.rules = load_state(req["state"], self.chance)
        finally:
            self.chance.load(kept)
        self.chance.seed, self.chance.place = seed, 0
        return {"state_hash": self.rules.hash()}

    def op_state(self, req):
        self.need_game()
        return {"state": self.rules.state()}

    def op_view(self, req):
        self.need_game()
        seat = req.get("seat", "missing")
        if seat is not None and not is_int(seat, 0, self.rules.n - 1):
            raise Refusal("bad-request", "seat: a seat, or null for a spectator")
        return {"view": self.rules.view(seat)}

    def op_legal(self, req):
        self.need_game()
        q = self.rules.question
        return {"decisions": [copy(q)] if q else []}

    def op_apply(self, req):
        self.need_game()
        seat, action, q = req.get("seat"), req.get("action"), self.rules.question
        if type(seat) not in (int, float) or type(action) is not str:
            raise Refusal("bad-request", "seat: a number; action: a text")
        if q is None:
            raise Refusal("game-over", "the game is over")
        if type(seat) is float or seat != q["seat"]:
            raise Refusal("not-your-decision", f"seat {q['seat']} decides")
        if action not in q["actions"]:
            raise Refusal("illegal-action", f"{action}: not one of the answers to {q['kind']}")
        chance, rules = self.chance, self.rules
        kept = chance.save(), rules.base, list(rules.trail)
        chance.reported, rules.events = [], []
        try:
            rules.apply(seat, action)
        except Refusal:
            chance.load(kept[0])
            old = (rules.options, rules.n, kept[1], kept[2], {"phase": ""})
            self.rules = Rules.load(old, chance)
            raise
        return {"events": rules.events, "chance": chance.reported, "state_hash": rules.hash()}

    def op_force(self, req):
        entries = req.get("chance")
        if type(entries) is not list:
            raise Refusal("bad-request", "chance: a list")
        kinds = {"first": int, "wizards": list, "card": str, "fortune": str, "draw": str,
                 "die": str}
        for e in entries:
            outcome = [k for k in e if k != "seat"] if type(e) is dict else []
            if len(outcome) != 1 or type(e[outcome[0]]) is not kinds.get(outcome[0]):
                raise Refusal("bad-request", "chance: one outcome to an entry")
            if outcome[0] in ("draw", "die") and "seat" not in e:
                raise Refusal("bad-request", "draw and die need a seat")
        self.chance.forced = copy(entries)
        return {}

    def op_clone(self, req):
        slot = self.slot(req)
        self.need_game()
        self.slots[slot] = self.rules.save(), self.chance.save()
        return {}

    def op_restore(self, req):
        slot = self.slot(req)
        if slot not in self.slots:
            raise Refusal("bad-request", "nothing in this slot")
        rules, chance = self.slots[slot]
        self.rules = Rules.load(rules, self.chance)
        self.chance.load(chance)
        return {}

    def slot(self, req):
        if not is_int(req.get("slot"), 0, 63):
            raise Refusal("bad-request", "slot: 0-63")
        return req["slot"]


def read_seed(seed):
    if is_int(seed, 0, 2 ** 63 - 1):
        return f"{seed:064x}"
    if type(seed) is str and len(seed) == 64 and set(seed.lower()) <= set("0123456789abcdef"):
        return seed.lower()
    raise Refusal("bad-request", "seed: 64 hex digits, or a number from 0 to 2^63-1")


def main():
    game = Game()
    for raw in sys.stdin.buffer:
        if len(raw.rstrip(b"\r\n")) > 1 << 20:
            answer = {"ok": False, "error": {"code": "too-long", "message": "over 1 MiB"}}
        else:
            answer = game.line(raw.decode("utf-8", "replace"))
        sys.stdout.write(json.dumps(answer, sort_keys=True, separators=(",", ":")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
