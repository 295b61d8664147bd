"""How a position is written, and how it becomes a state of the engine protocol.

README.md describes the notation for players.  This file reads it: parse_file() gives Positions, a
Position's state() gives the JSON that `setup` takes, with every card of the item table in exactly
one place.
"""

import copy
import json
import re
from collections import Counter, namedtuple

# id, short name, cards with 2-4 players, cards with 5-6 players (A2)
ITEM_TABLE = """
cursed-mirror       mirror        4  5
hypnotic-toad       toad          6  7
invisible-ring      ring          6  7
three-headed-coin   coin          9 10
older-wand          wand         13 14
magic-boomerang     boomerang    10 11
floating-carpet     carpet       11 12
crystal-ball        ball         10 11
bottled-fairy       fairy         9 10
bubbling-cauldron   cauldron     10 11
dragons-egg         egg           8  9
sovereign-sword     sword         9 10
dark-lotus          lotus         5  6
skeletomicon        skeletomicon  5  6
haunted-doll        doll          3  4
facsimilous-feline  feline        2  2
wizards-watch       watch         1  1
pandoras-lockbox    lockbox       1  1
mystical-lamp       lamp          1  1
sacred-chalice      chalice       1  1
"""
ROWS = [line.split() for line in ITEM_TABLE.strip().splitlines()]
ITEMS = [row[0] for row in ROWS]
COUNTS = {row[0]: (int(row[2]), int(row[3])) for row in ROWS}
NAMES = {name: row[0] for row in ROWS for name in row[:2]}
WIZARDS = ["glynna", "meeblemore", "corvus", "dafana", "ninx", "byros"]
# what an unwritten stash, discard or market is made of, the first choice first
HARMLESS = ["floating-carpet", "older-wand", "magic-boomerang", "bubbling-cauldron", "bottled-fairy"]
KINDS = {"draws": "draw", "acts": "act", "bribes": "bribe", "reveals": "reveal"}

REQUIRED = (
    ["A1." + part for part in "end winner wizards sword mirror egg guard rounds goal".split()]
    + ["A2." + item for item in ITEMS]
    + ["A%d.%d" % (chapter, n)
       for chapter, last in ((3, 3), (4, 5), (5, 9), (6, 7), (7, 10), (8, 6), (9, 3), (10, 3))
       for n in range(1, last + 1)]
    + ["A11." + wizard for wizard in WIZARDS]
    + ["A12.%d" % n for n in range(1, 5)] + ["A13"] + ["A14.%d" % n for n in range(1, 7)])


class Mistake(Exception):
    """A position that is not written as README.md says."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line = line


# ---- cards -----------------------------------------------------------------------------------

# face: up, down (decided), unknown ('?'), none ('.'), any ('*'); known: None, "owner", "all", [seats]
Card = namedtuple("Card", "face item known")
SIGNS = {"?": Card("unknown", None, None), ".": Card("none", None, None), "*": Card("any", None, None)}


def item_id(word, line):
    try:
        return NAMES[word.lower()]
    except KeyError:
        raise Mistake(line, "no item is called '%s'" % word) from None


def read_card(word, line):
    if word in SIGNS:
        return SIGNS[word]
    name, tilde, seats = word.partition("~")
    item = item_id(name, line)
    if not tilde:
        return Card("up", item, None)
    if seats in ("", "all"):
        return Card("down", item, seats or "owner")
    try:
        return Card("down", item, sorted(int(seat) for seat in seats.split(",")))
    except ValueError:
        raise Mistake(line, "'%s': who knows it?" % word) from None


def read_cards(text, line):
    """Words separated by blanks; 'Wand x3' is three Wands; 'none' or nothing is no card."""
    cards = []
    for word in text.split():
        times = re.fullmatch(r"x(\d+)", word)
        if times and cards:
            cards += [cards[-1]] * (int(times[1]) - 1)
        elif word != "none":
            cards.append(read_card(word, line))
    return cards


def read_items(text, line):
    return [card.item for card in read_cards(text, line)]


def seats_that_know(card, owner, players):
    if card.known == "all":
        return list(range(players))
    if card.known in ("owner", None):
        return [owner] if owner is not None else list(range(players))
    return card.known


def read_rows(rows, line):
    """A storehouse as a list of rows of cards; every row equally long, [] is an empty one."""
    grid = [read_cards(row, line) for row in rows]
    if len({len(row) for row in grid}) > 1:
        raise Mistake(line, "the rows of a storehouse differ in length")
    return grid


def read_house(text, line):
    return [] if text == "empty" else read_rows(text.split("/"), line)


def full_deck(players, options):
    many = ((options.get("numbers") or {}).get("counts") or {}).get("many", 5)
    cards, column = options.get("cards"), int(players >= many)
    deck = Counter({item: COUNTS[item][column] for item in ITEMS})
    for item, change in ((cards or {}).get("items") or {}).items():
        if "counts" in change:
            deck[item] = change["counts"][column]
    return deck


# ---- a position ------------------------------------------------------------------------------

Step = namedtuple("Step", "line kind value rows")   # kind: chance act refuse expect


class Position:
    def __init__(self, path, line, ids, title):
        self.path, self.line, self.ids, self.title = path, line, ids, title
        self.fresh = False             # starts from `new` instead of a picture
        self.new_chance = ([], False)  # what chance brings in `new`
        self.table = {"players": 3, "options": {}, "asked": (0, "act")}
        self.seats = {}                # seat -> what its line says
        self.piles = {}                # discard, market, deck, top, own, unseen, aside, aside unseen
        self.steps = []

    @property
    def players(self):
        return self.table["players"]

    def mistake(self, why):
        return Mistake(self.line, why)

    # -- what goes over the wire

    def options(self):
        options = {"edition": "three", "goal": 100, "rounds": None, "wizards": "none", "market": False,
                   "first": None, "turn_cap": 100, "cards": None}
        wizards = [self.seats.get(seat, {}).get("wizard") for seat in range(self.players)]
        if any(wizards):
            options["wizards"] = wizards
        options.update(self.table["options"])
        return options

    def new_request(self):
        options = dict(self.table["options"])
        if "first" in self.table:
            options["first"] = self.table["first"]
        wizards = [self.seats.get(seat, {}).get("wizard") for seat in range(self.players)]
        if any(wizards):
            options["wizards"] = wizards
        return {"op": "new", "game": "arcane", "players": self.players, "seed": 1, "options": options}

    def chance_cards(self):
        """Every card that chance is forced to bring; it must not be used as padding."""
        return Counter(entry["card"] for step in self.steps if step.kind == "chance"
                       for entry in step.value[0] if "card" in entry)

    def state(self):
        return Layout(self).state()

    def with_seat(self, seat, words):
        """The same position, had the line of `seat` said `words` as well."""
        twin = copy.copy(self)
        twin.seats = {**self.seats, seat: {**self.seats.get(seat, {}), **words}}
        return twin


class Layout:
    """Lays out the cards of a position: what is written first, then padding, then the unseen pool."""

    def __init__(self, position):
        self.position = position
        self.left = full_deck(position.players, position.table["options"])
        self.reserve = position.chance_cards()
        self.hidden = 0                # undecided cards that lie outside the deck
        # after an inspection nothing lies hidden
        self.usual_house = [] if position.table["asked"][1] == "bribe" else [[SIGNS["?"]] * 3] * 3

    def take(self, item):
        if self.left[item] <= 0:
            raise self.position.mistake("more of %s than the game has" % item)
        self.left[item] -= 1
        return item

    def pad(self):
        for item in HARMLESS + ITEMS:
            if self.left[item] > self.reserve[item]:
                return self.take(item)
        raise self.position.mistake("no card left to fill in with")

    def face_down(self, card, owner):
        known = seats_that_know(card, owner, self.position.players)
        return {"item": self.take(card.item), "known": known}

    def cell(self, card, owner):
        if card.face == "none":
            return None
        if card.face == "unknown":
            self.hidden += 1
            return {"item": None, "up": False}
        if card.face == "up":
            return {"item": self.take(card.item), "up": True}
        down = self.face_down(card, owner)
        return {"item": down["item"], "up": False, "known": down["known"]}

    def house(self, grid, owner):
        cells = [self.cell(card, owner) for row in grid for card in row]
        return {"rows": len(grid), "cols": len(grid[0]) if grid else 0, "cells": cells}

    def player(self, seat):
        words = self.position.seats.get(seat, {})
        stash = words.get("stash")
        return {"wizard": words.get("wizard"), "gold": words.get("gold", 25),
                "infamy": words.get("infamy", 0), "fines": words.get("fines", 0),
                "stash": None if stash is None else [self.face_down(card, seat) for card in stash],
                "house": self.house(words.get("house", self.usual_house), seat)}

    def pile(self, name, default):
        """A face-up pile as items; without one, `default` cards of padding."""
        if name in self.position.piles:
            return [None if card.face == "none" else self.take(card.item)
                    for card in self.position.piles[name]]
        return [self.pad() for _ in range(default)]

    def choose_unseen(self, size):
        """The pool of undecided cards: what chance will bring, then some of everything."""
        written = self.position.piles.get("unseen")
        if written is not None:
            return Counter(self.take(item) for item in written)
        if size is None:
            pool, self.left = +self.left, Counter()
            return pool
        pool = Counter()
        wanted = [item for item in ITEMS for _ in range(self.reserve[item])]
        while sum(pool.values()) < size and any(self.left.values()):
            for item in wanted or ITEMS:
                if self.left[item] > 0 and sum(pool.values()) < size:
                    pool[self.take(item)] += 1
            wanted = None
        return pool

    def deck(self, seen_top, aside):
        piles = self.position.piles
        top = [self.face_down(card, None) for card in seen_top]
        own = Counter(self.take(item) for item in piles["own"]) if "own" in piles else None
        size = None
        if own is not None:
            size = self.hidden
        elif "deck" in piles:
            size = piles["deck"] - len(top) + self.hidden
        pool = self.choose_unseen(size)
        if sum(pool.values()) < self.hidden or (own is not None and sum(pool.values()) > self.hidden):
            raise self.position.mistake("the unseen cards do not fit the hidden items")
        aside.update(+self.left)
        count = len(top) + sum((own or pool).values()) - (0 if own is not None else self.hidden)
        if own is not None:
            count = len(top) + sum(own.values())
        if "deck" in piles and count != piles["deck"]:
            raise self.position.mistake("deck: %d is written, the cards make %d" % (piles["deck"], count))
        return dict(pool), {"count": count, "top": top, "own": None if own is None else dict(own)}

    def unseen_aside(self):
        cards = []
        for card in self.position.piles.get("aside unseen", []):
            if card.face == "unknown":
                self.hidden += 1
                cards.append({"item": None})
            else:
                cards.append(self.face_down(card, None))
        return cards

    def state(self):
        position, table = self.position, self.position.table
        seat, kind = table["asked"]
        players = [self.player(n) for n in range(position.players)]
        aside_unseen = self.unseen_aside()
        aside = Counter(self.pile("aside", 0))
        top = position.piles.get("top", [])
        for card in top:
            self.reserve[card.item] += 1
        for item in position.piles.get("own", []) + (position.piles.get("unseen") or []):
            self.reserve[item] += 1
        market = self.pile("market", 3) if position.options()["market"] else None
        discard = self.pile("discard", 1)
        for n, player in enumerate(players):
            if player["stash"] is None:
                size = 3 if (n, kind) == (seat, "act") else 2
                player["stash"] = [{"item": self.pad(), "known": [n]} for _ in range(size)]
        pool, deck = self.deck(top, aside)
        return {"game": "arcane", "options": position.options(), "round": table.get("round", 1),
                "phase": {"bribe": "bribe", "reveal": "stock"}.get(kind, "sell"),
                "first": table.get("first", 0), "turn": seat, "pending": [{"kind": kind, "seat": seat}],
                "pool": pool, "deck": deck, "discard": discard, "market": market, "aside": dict(aside),
                "aside_unseen": aside_unseen, "players": players,
                "tracker": table.get("tracker", 1) if position.players == 2 else None,
                "turns": table.get("turns", 0), "triggered_by": table.get("triggered by"),
                "winners": None}


# ---- reading a file --------------------------------------------------------------------------

SEAT_LINE = re.compile(r"(\d):\s*(.*)")
PILE_LINE = re.compile(r"(discard|market|deck|top|own|unseen|aside unseen|aside|cards|numbers):\s*(.*)")
HEADING = re.compile(r"==\s*([A-Z0-9a-z.\- ]+?):\s*(.+)")


def read_table(text, line):
    """'3 players, seat 0 acts, round 2, market': the table's phrases."""
    table = {"players": 3, "options": {}, "asked": (0, "act")}
    text, _, raw = text.partition(" options {")
    if raw:
        table["options"].update(json.loads("{" + raw))
    for phrase in filter(None, (part.strip() for part in text.split(","))):
        words = phrase.split()
        if len(words) == 2 and words[1] == "players":
            table["players"] = int(words[0])
        elif len(words) == 3 and words[0] == "seat" and words[2] in KINDS:
            table["asked"] = (int(words[1]), KINDS[words[2]])
        elif phrase == "market":
            table["options"]["market"] = True
        elif words[0] in ("edition", "wizards") and len(words) == 2:
            table["options"][words[0]] = words[1]
        elif words[0] in ("goal", "rounds") and len(words) == 2:
            table["options"][words[0]] = int(words[1])
        elif phrase.startswith("turn cap "):
            table["options"]["turn_cap"] = int(words[2])
        elif words[0] in ("round", "first", "turns", "tracker") and len(words) == 2:
            table[words[0]] = int(words[1])
        elif phrase.startswith("triggered by "):
            table["triggered by"] = int(words[2])
        else:
            raise Mistake(line, "'%s' says nothing about a table" % phrase)
    return table


def read_seat(text, line):
    """'wizard byros, gold 25, stash Wand Ball, house Egg ? Ring': what a seat line says."""
    words = {}
    for phrase in filter(None, (part.strip() for part in text.split(", "))):
        key, _, value = phrase.partition(" ")
        if key in ("gold", "infamy", "fines"):
            words[key] = int(value)
        elif key == "wizard" and value in WIZARDS:
            words[key] = value
        elif key == "stash":
            words[key] = read_cards(value, line)
        elif key == "house" and re.fullmatch(r"\dx\d", value):
            words["shape"] = [int(value[0]), int(value[2])]
        elif key == "house":
            words[key] = read_house(value, line)
        else:
            raise Mistake(line, "'%s' says nothing about a seat" % phrase)
    return words


def read_chance(text, line):
    """(entries in the form of `force`, whether more may follow)"""
    entries = []
    for word in text.split():
        times = re.fullmatch(r"x(\d+)", word)
        if word == "*":
            return entries, True
        if times and entries:
            entries += [entries[-1]] * (int(times[1]) - 1)
            continue
        if word.startswith("first="):
            entries.append({"first": int(word[6:])})
        elif word.startswith("wizards="):
            entries.append({"wizards": word[8:].split(",")})
        else:
            entries.append({"card": item_id(word, line)})
    return entries, False


def read_action(text, line):
    """'play Wand' -> 'play older-wand'; words after the verb may be short names."""
    verb, *rest = text.split()
    return " ".join([verb] + [NAMES.get(word.lower(), word) for word in rest])


def read_refusal(text, line):
    match = re.fullmatch(r'([a-z-]+)(?:\s+(A\d+(?:\.\d+)?))?(?:\s+"([^"]*)")?', text)
    if not match:
        raise Mistake(line, "a refusal is a code, perhaps a rule, perhaps \"words\"")
    return match.groups()


def read_numbers(text):
    """'infamy.lap 10, house.rows.3 2' as an object, which has an object for each part of a key."""
    numbers = {}
    for phrase in text.split(","):
        key, value = phrase.split()
        *path, last = key.split(".")
        at = numbers
        for part in path:
            at = at.setdefault(part, {})
        at[last] = int(value)
    return numbers


def read_cards_file(text, line):
    """JSON as A13 has it, or 'only Wand 23': a game of nothing else."""
    if not text.startswith("only "):
        return json.loads(text)
    counts = {item: [0, 0] for item in ITEMS}
    for name, count in zip(*[iter(text.split()[1:])] * 2):
        counts[item_id(name, line)] = [int(count)] * 2
    return {"items": {item: {"counts": pair} for item, pair in counts.items()}}


def without_comment(line):
    return re.sub(r"(^|\s)#.*", "", line).rstrip()


class Reader:
    def __init__(self, path):
        self.path, self.positions, self.position = path, [], None
        self.open_rows = None          # the picture being read: a list of (line, text)

    def heading(self, text, line):
        match = HEADING.fullmatch(text)
        if not match:
            raise Mistake(line, "a heading is '== ids: title'")
        self.position = Position(self.path, line, match[1].split(), match[2])
        self.positions.append(self.position)

    def step(self, line, kind, value):
        rows = []
        self.position.steps.append(Step(line, kind, value, rows))
        self.open_rows = rows if kind == "expect" else None

    def setup_line(self, text, line):
        position = self.position
        seat = SEAT_LINE.fullmatch(text)
        pile = PILE_LINE.fullmatch(text)
        if text.startswith(("table:", "start:")):
            position.fresh = text.startswith("start:")
            if position.steps:         # chance before the start: the lot, the wizards
                position.new_chance = position.steps.pop().value
            before = position.table["options"]
            position.table = read_table(text[6:].strip(), line)
            for key in ("cards", "numbers"):
                if key in before:
                    position.table["options"][key] = before[key]
        elif seat:
            words = read_seat(seat[2], line)
            position.seats[int(seat[1])] = words
            self.open_rows = words.setdefault("picture", [])
        elif pile and pile[1] == "cards":
            position.table["options"]["cards"] = read_cards_file(pile[2], line)
        elif pile and pile[1] == "numbers":
            position.table["options"]["numbers"] = read_numbers(pile[2])
        elif pile and pile[1] == "deck":
            position.piles["deck"] = int(pile[2])
        elif pile and pile[1] in ("own", "unseen"):
            position.piles[pile[1]] = read_items(pile[2], line)
        elif pile:
            position.piles[pile[1]] = read_cards(pile[2], line)
        else:
            raise Mistake(line, "not understood: %s" % text)

    def line(self, number, raw):
        text = without_comment(raw)
        if not text.strip():
            return
        if raw[0] in " \t":
            if self.open_rows is None:
                raise Mistake(number, "a row of a storehouse that belongs to no seat")
            self.open_rows.append((number, text))
            return
        self.open_rows = None
        if text.startswith("=="):
            return self.heading(text, number)
        if self.position is None:
            raise Mistake(number, "a line before the first heading")
        sign, rest = text[0], text[1:].strip()
        if sign == ">":
            seat, action = rest.split(None, 1)
            self.step(number, "act", (int(seat), read_action(action, number)))
        elif sign == "!":
            self.step(number, "refuse", read_refusal(rest, number))
        elif sign == "=":
            self.step(number, "expect", rest)
        elif text.startswith("chance:"):
            self.step(number, "chance", read_chance(text[7:], number))
        else:
            self.setup_line(text, number)

    def finish(self):
        for position in self.positions:
            for words in position.seats.values():
                picture = words.pop("picture", [])
                if picture:
                    words["house"] = read_rows([text for _, text in picture], picture[0][0])
        return self.positions


def parse_file(path):
    reader = Reader(path)
    with open(path, encoding="utf-8") as file:
        for number, raw in enumerate(file, 1):
            try:
                reader.line(number, raw.rstrip("\n"))
            except (ValueError, KeyError) as error:
                raise Mistake(number, "not understood (%s)" % error) from None
    return reader.finish()
