"""How a position of the Quacks is written, and how it becomes a state of the engine protocol.

README.md describes the notation for players.  This file reads it: parse_file() gives Positions, a
Position's state() gives the JSON that `setup` takes, with all 216 chips in exactly one place.
"""

import os
import re
from collections import Counter, namedtuple

CHIPS = {  # Q2
    "white1": 20, "white2": 8, "white3": 4, "orange1": 20, "green1": 15, "green2": 10, "green4": 13,
    "blue1": 14, "blue2": 10, "blue4": 10, "red1": 12, "red2": 8, "red4": 10,
    "yellow1": 13, "yellow2": 6, "yellow4": 10, "purple1": 15, "black1": 18}
COLOURS = ("green", "blue", "red", "yellow", "purple")
START_BAG = Counter({"white1": 4, "white2": 2, "white3": 1, "orange1": 1, "green1": 1})
PURPLE_CARDS = ("choose-wisely pot-filling charity less-is-more only-one wheel-and-deal good-start donations "
                "opportunistic beginners-bonus rat-infestation just-in-time rats-are-friends").split()
BLUE_CARDS = ("living-in-luxury seasoned-perfectly lucky-devil shining-bright schadenfreude well-stirred "
              "pot-is-full second-chance strong-ingredient pumpkin-party magic-potion").split()
CARDS = sorted(PURPLE_CARDS + BLUE_CARDS)
FACES = ("point1", "point2", "ruby", "droplet", "orange")
COINS = [int(n) for n in (  # Q1
    "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 15 16 16 17 17 18 18 19 19 20 20 21 21 22 22 23 23 24 24 25 25 "
    "26 26 27 27 28 28 29 29 30 30 31 31 32 32 33 33 35").split()]

REQUIRED = (
    "Q1 Q1.1 Q1.2 Q1.3 Q2 Q3.1 Q3.2 Q3.3 Q3.6 Q3.9 Q4.1 Q4.2 Q4.3 Q5.1 Q5.2 Q5.3 Q5.4 Q5.5 Q5.6 Q5.7 Q5.8 "
    "Q6.before Q6.A Q6.B Q6.C Q6.D Q6.E Q6.F Q8.black2 Q8.black3 Q8.black4 Q8.prices Q9.1 Q9.2 Q11").split()
REQUIRED += ["Q6.die." + face for face in FACES] + ["Q7." + card for card in CARDS]
REQUIRED += ["Q8.%s%d" % (colour, n) for colour in COLOURS for n in range(1, 5)]
REQUIRED += ["Q10.%d" % n for n in range(1, 13)]
REQUIRED += ["Q12.second_chance.safe", "Q12.second_chance.risky", "Q12.strong_ingredient.inert",
             "Q12.strong_ingredient.acts", "Q12.fortune.on", "Q12.fortune.off", "Q12.optional.automatic",
             "Q12.optional.asked", "Q12.asked", "Q12.unasked", "Q12.mix"]
GENERAL = ["Q3", "Q6", "Q7", "Q8", "Q10"]      # may be cited, need no position of their own
# Rules of games/quacks/rules.def that are parts of another one here.
PARTS = {"Q2.chips": "Q2", "Q2.start": "Q2", "Q2.supply": "Q2", "Q3.books": "Q3.3", "Q3.order": "Q6.before",
         "Q6.order": "Q6.B", "Q7.cards": "Q7.less-is-more", "Q8.leaving": "Q8.purple2"}
RULES_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../games/quacks/rules.def")


def rules_without_position():
    """The rules of the in-game help that no id of REQUIRED stands for."""
    with open(RULES_FILE, encoding="utf-8") as file:
        rules = re.findall(r'^RULE\("([^"]+)"', file.read(), re.M)
    for rule in rules:
        name = PARTS.get(rule, rule)
        if not any(wanted == name or wanted.startswith(name + ".") for wanted in REQUIRED):
            yield rule


class Mistake(Exception):
    """A position that is not written as README.md says."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line = line


Step = namedtuple("Step", "line kind value rows")    # kind: act refuse expect
Move = namedtuple("Move", "seat action chance open")  # chance in the form of `force`


# ---- words -----------------------------------------------------------------------------------

def read_chips(text, line):
    """'white1 x2 green4': a list of chips; 'none' is no chip."""
    chips = []
    for word in text.split():
        times = re.fullmatch(r"x(\d+)", word)
        if times and chips:
            chips += [chips[-1]] * (int(times[1]) - 1)
        elif word in CHIPS or word == "?":
            chips.append(None if word == "?" else word)
        elif word != "none":
            raise Mistake(line, "no chip is called '%s'" % word)
    return chips


def read_pot(text, line):
    """'white2@2 green1~@5': chip and space; ~ marks an inert chip."""
    pot = []
    for word in text.split():
        match = re.fullmatch(r"(\w+)(~?)@(\d+)", word)
        if word == "none":
            continue
        if not match or match[1] not in CHIPS:
            raise Mistake(line, "'%s' is no chip@space" % word)
        pot.append({"chip": match[1], "at": int(match[3]), "inert": bool(match[2])})
    return pot


NUMBERS = ("points", "rubies", "droplet", "tube", "rats", "origin", "window", "coins", "scoring")
LISTS = ("bag", "beside", "drawn", "returned", "offer", "bought", "owns")
FLAGS = {word: (word, True) for word in ("exploded", "stopped", "fresh", "covered", "doubling", "offered")}
FLAGS.update({"not " + word: (word, False) for word in list(FLAGS)})


def read_number(value, line):
    if value in ("none", "null"):
        return None
    if not re.fullmatch(r"\d+", value):
        raise Mistake(line, "'%s' is no number" % value)
    return int(value)


def read_owns(value, line):
    """'+green2 -white1': what a seat won and lost since the start."""
    change = Counter()
    for word in value.split():
        match = re.fullmatch(r"([+-])(\w+?)(?:x(\d+))?", word)
        if word == "same":
            continue
        if not match or match[2] not in CHIPS:
            raise Mistake(line, "'%s' is neither +chip nor -chip" % word)
        change[match[2]] += int(match[3] or 1) * (1 if match[1] == "+" else -1)
    return change


def read_seat(text, line):
    """'points 5, flask empty, bag white1 x2, pot white2@2': what a seat line says."""
    words = {}
    for phrase in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = phrase.partition(" ")
        if phrase in FLAGS:
            flag, yes = FLAGS[phrase]
            words[flag] = yes
        elif phrase in ("flask full", "flask empty"):
            words["flask"] = phrase == "flask full"
        elif key in NUMBERS:
            words[key] = read_number(value, line)
        elif key == "owns":
            words[key] = read_owns(value, line)
        elif key in LISTS:
            words[key] = read_chips(value, line)
        elif key == "pot":
            words[key] = read_pot(value, line)
        elif key in ("hand", "commit"):
            words[key] = None if value == "none" else value
        else:
            raise Mistake(line, "'%s' says nothing about a seat" % phrase)
    return words


def read_supply(text, line):
    counts = {}
    for phrase in filter(None, (part.strip() for part in text.split(","))):
        chip, _, n = phrase.partition(" ")
        if chip not in CHIPS:
            raise Mistake(line, "no chip is called '%s'" % chip)
        counts[chip] = int(n)
    return counts


def read_chance(text, seat, line):
    """What chance brings, in the form of `force`; (entries, whether more may follow)."""
    entries, words = [], text.replace(",", " ").split()
    while words:
        word = words.pop(0)
        if word == "*":
            return entries, True
        times = re.fullmatch(r"x(\d+)", word)
        if times and entries:
            entries += [entries[-1]] * (int(times[1]) - 1)
        elif word == "seat":
            seat = int(words.pop(0))
        elif word == "die" and words and words[0] in FACES:
            entries.append({"die": words.pop(0), "seat": seat})
        elif word == "card" and words and words[0] in CARDS:
            entries.append({"fortune": words.pop(0)})
        elif word == "first":
            entries.append({"first": int(words.pop(0))})
        elif word in CHIPS:
            entries.append({"draw": word, "seat": seat})
        else:
            raise Mistake(line, "'%s' is nothing chance could bring" % word)
    return entries, False


def read_move(text, line):
    """'0 draw : white2': seat, action, what chance brings."""
    move, _, chance = text.partition(" :")
    match = re.fullmatch(r"(\d+)\s+(\S.*)", move.strip())
    if not match:
        raise Mistake(line, "'%s' is no action" % text)
    seat = int(match[1])
    return Move(seat, match[2].strip(), *read_chance(chance, seat, line))


OPTION_WORDS = {"prices": ("almanac", "printed"), "second_chance": ("safe", "risky"),
                "strong_ingredient": ("inert", "acts"), "fortune": ("on", "off"),
                "optional": ("automatic", "asked")}


def read_table(text, line):
    """'3 players, turn 4, card donations, book red 2': the table's phrases."""
    table = {"players": 2, "options": {}, "turn": 1, "card": "", "start": 0, "buyer": None}
    books = {}
    for phrase in filter(None, (part.strip() for part in text.split(","))):
        words = phrase.split()
        if len(words) == 2 and words[1] == "players":
            table["players"] = int(words[0])
        elif len(words) == 2 and words[0] in ("turn", "start"):
            table[words[0]] = int(words[1])
        elif len(words) == 2 and words[0] == "card" and words[1] in CARDS + ["none"]:
            table["card"] = None if words[1] == "none" else words[1]
        elif len(words) == 2 and words[0] == "books":
            books = {colour: int(words[1]) for colour in COLOURS}
        elif len(words) == 3 and words[0] == "book" and words[1] in COLOURS:
            books[words[1]] = int(words[2])
        elif len(words) == 3 and words[0] == "seat" and words[2] == "buys":
            table["buyer"] = int(words[1])
        elif phrase == "tubes":
            table["options"]["pot"] = "tubes"
        elif phrase == "together":
            table["options"]["together"] = True
        elif len(words) == 2 and words[0] in OPTION_WORDS:    # any word: the engine refuses the wrong ones
            table["options"][words[0]] = words[1]
        elif len(words) == 2 and words[0] == "first":
            table["options"]["first"] = int(words[1])
        else:
            raise Mistake(line, "'%s' says nothing about a table" % phrase)
    if books:
        table["options"]["books"] = books
    if table["card"] == "":
        table["card"] = None if table["options"].get("fortune") == "off" else "charity"
    return table


# ---- a position ------------------------------------------------------------------------------

def counted(chips):
    """A bag as the protocol prints it: all 18 kinds."""
    return {chip: chips[chip] for chip in CHIPS}


class Position:
    def __init__(self, path, line, ids, title):
        self.path, self.line, self.ids, self.title = path, line, ids, title
        self.new = None                # (entries, open) when it starts from `new`
        self.table = read_table("", line)
        self.seats = {}
        self.supply = {}
        self.steps = []

    @property
    def players(self):
        return self.table["players"]

    def mistake(self, why):
        return Mistake(self.line, why)

    def new_request(self):
        return {"op": "new", "game": "quacks", "players": self.players, "seed": 1,
                "options": self.table["options"]}

    def options(self):
        options = {"books": {}, "pot": "front", "together": False, "first": None}
        options.update({option: words[0] for option, words in OPTION_WORDS.items()})
        options.update(self.table["options"])
        options["books"] = {colour: options["books"].get(colour, 1) for colour in COLOURS}
        return options

    def cards_to_come(self):
        """The cards left: those the position will turn up, and as many others as a real deck has."""
        wanted = {entry["fortune"] for step in self.steps if step.kind == "act"
                  for entry in step.value.chance if "fortune" in entry}
        if self.options()["fortune"] == "off":
            return []
        left = [card for card in CARDS if card != self.table["card"]]
        gone = [card for card in left if card not in wanted][:self.table["turn"] - 1]
        return [card for card in left if card not in gone]

    def player(self, seat, left):
        words, table = self.seats.get(seat, {}), self.table
        evaluating = table["buyer"] is not None
        stopped = evaluating or words.get("stopped", False) or words.get("exploded", False)
        droplet, rats = words.get("droplet", 0), words.get("rats", 0)
        origin = min(droplet + rats, 51)
        pot = words.get("pot")
        if pot is None:
            pot = [{"chip": "white1", "at": origin + 1, "inert": False}] if stopped else []
        laid = Counter(chip["chip"] for chip in pot)
        bag = Counter(words["bag"]) if "bag" in words else START_BAG - laid
        beside = sorted(words.get("beside", []))
        drawn = words.get("drawn", [chip["chip"] for chip in pot if not chip["inert"]])
        bought = words.get("bought", [])
        for chip, n in (bag + laid + Counter(beside) + Counter(bought)).items():
            left[chip] -= n
        scoring = (pot[-1]["at"] if pot else origin) + 1 if evaluating else None
        flask, points, rubies = words.get("flask", True), words.get("points", 0), words.get("rubies", 1)
        saved = None
        if table["card"] == "second-chance" and not evaluating:
            reds = [chip for chip in beside if chip not in drawn]
            saved = {"points": points, "rubies": rubies, "flask": flask,
                     "bag": counted(bag + laid + Counter(beside) - Counter(reds)), "beside": reds}
        return {"points": points, "rubies": rubies, "droplet": droplet, "tube": words.get("tube", 0),
                "rats": origin - droplet, "origin": origin, "flask": flask, "bag": counted(bag), "pot": pot,
                "beside": beside, "drawn": drawn, "returned": words.get("returned", []),
                "fresh": words.get("fresh", bool(pot)), "hand": None,
                "offer": [], "commit": None, "window": words.get("window", 0),
                "covered": words.get("covered", False), "doubling": words.get("doubling", False),
                "stopped": stopped, "exploded": words.get("exploded", False),
                "scoring": words.get("scoring", scoring), "bought": bought,
                "coins": words.get("coins", COINS[scoring] if seat == table["buyer"] else 0),
                "offered": words.get("offered", False), "saved": saved}

    def state(self):
        table, left = self.table, Counter(CHIPS)
        players = [self.player(seat, left) for seat in range(self.players)]
        for chip, n in self.supply.items():    # what is not in the supply lies in the last bag
            players[-1]["bag"][chip] += left[chip] - n
            left[chip] = n
        if any(n < 0 for n in left.values()) or any(n < 0 for n in players[-1]["bag"].values()):
            raise self.mistake("more chips of one kind than the game has")
        if table["buyer"] is None:
            pending = [{"kind": "brew", "seat": n} for n, p in enumerate(players) if not p["stopped"]]
        else:
            pending = [{"kind": "buy", "seat": table["buyer"]}]
        return {"game": "quacks", "options": self.options(), "turn": table["turn"],
                "phase": "potions" if table["buyer"] is None else "evaluation", "start": table["start"],
                "fortune": {"card": table["card"], "left": self.cards_to_come()}, "pending": pending,
                "supply": counted(left), "players": players, "winners": None}


# ---- reading a file --------------------------------------------------------------------------

HEADING = re.compile(r"==\s*([A-Z0-9a-z._\- ]+?):\s*(.+)")
SEAT_LINE = re.compile(r"(\d):\s*(.*)")


class Reader:
    def __init__(self, path):
        self.path, self.positions, self.position = path, [], None
        self.rows = None               # the indented lines of the step being read
        self.words = None              # or what the seat line being read has said so far

    def step(self, line, kind, value):
        self.rows, self.words = [], None
        self.position.steps.append(Step(line, kind, value, self.rows))

    def setup_line(self, text, line):
        position, seat = self.position, SEAT_LINE.fullmatch(text)
        if text.startswith("table:"):
            position.table = read_table(text[6:].strip(), line)
        elif text.startswith("new:"):
            words, _, chance = text[4:].partition(" :")
            position.table = read_table(words.strip(), line)
            position.new = read_chance(chance, None, line)
        elif text.startswith("supply:"):
            position.supply.update(read_supply(text[7:], line))
        elif seat:
            self.rows, self.words = None, position.seats.setdefault(int(seat[1]), {})
            self.words.update(read_seat(seat[2], line))
        else:
            raise Mistake(line, "not understood: %s" % text)

    def line(self, number, raw):
        text = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not text.strip():
            return
        if raw[0] in " \t":
            if self.words is not None:
                self.words.update(read_seat(text, number))
            elif self.rows is not None:
                self.rows.append((number, text.strip()))
            else:
                raise Mistake(number, "an indented line that belongs to nothing")
            return
        if text.startswith("=="):
            match = HEADING.fullmatch(text)
            if not match:
                raise Mistake(number, "a heading is '== ids: title'")
            self.position = Position(self.path, number, match[1].split(), match[2])
            self.rows = self.words = None
            self.positions.append(self.position)
            return
        if self.position is None:
            raise Mistake(number, "a line before the first heading")
        rest = text[1:].strip()
        if text[0] == ">":
            self.step(number, "act", read_move(rest, number))
        elif text[0] == "!":
            match = re.fullmatch(r"([a-z-]+)(?:\s+(Q\d+(?:\.\w+)?))?", rest)
            if not match:
                raise Mistake(number, "a refusal is a code, perhaps a rule")
            self.step(number, "refuse", match.groups())
        elif text[0] == "=":
            self.step(number, "expect", rest)
        else:
            self.setup_line(text, number)


def parse_file(path):
    reader = Reader(path)
    with open(path, encoding="utf-8") as file:
        for number, raw in enumerate(file, 1):
            try:
                reader.line(number, raw.rstrip("\n"))
            except (ValueError, KeyError, IndexError) as error:
                raise Mistake(number, "not understood (%s)" % error) from None
    return reader.positions
