"""What is in the box of Arcane Alley: items, wizards (A2), the options of a game and its cards file."""

from referee import Refusal, copy, is_int

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
# docs/numbers.md: key: standard, least, most. A list has an entry for each index.
NUMBERS = {
    "end.rounds": (3, 1, 150), "end.goal": (100, 10, 1000), "end.guard": (50, 1, 50),
    "sword.three": (50, 0, 100), "sword.hundred": (0, 0, 100),
    "mirror.three": (0, 0, 1), "mirror.hundred": (1, 0, 1), "counts.many": (5, 2, 7),
    "wand.cards": (1, 0, 9), "carpet.cards": (1, 0, 9),
    "infamy.lap": (25, 5, 100), "infamy.markers": (2, 0, 9),
    **{f"house.rows.{n}": (3, 1, 3) for n in range(2, 7)},
    **{f"house.columns.{n}": (3, 1, 3) for n in range(2, 7)},
    "house.turned_up": (2, 0, 2), "stash.dealt": (2, 0, 9), "stash.most": (24, 10, 24),
    "discard.dealt": (1, 0, 9), "trigger.hidden": (0, 0, 8), "trigger.turns": (1, 0, 1),
    "boomerang.returns": (1, 0, 1), "doll.placed": (3, 0, 3), "ninx.gold": (1, 0, 10),
    "inspection.penalty": (10, 0, 100), "inspection.fine": (25, 0, 250),
    "bribe.price": (2, 1, 100), "bribe.most": (24, 0, 24),
    "two.earliest": (15, 1, 100), "two.latest": (20, 1, 100), "glynna.items": (1, 0, 1),
    "market.slots": (3, 1, 3), **{f"market.prices.{n}": (n, 0, 100) for n in (1, 2, 3)},
}
ASKED_ANYWAY = {"draw", "act", "bribe"}             # asked even with a single answer
WRITABLE = {"reveal": "stock", "draw": "sell", "act": "sell", "bribe": "bribe"}


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
        if key not in o and key != "numbers":
            refuse(key, "unknown option")
    o.update(copy(given))
    if o["edition"] not in ("three", "hundred"):
        refuse("edition", "three or hundred")
    if type(o["goal"]) is not int or o["goal"] not in (100, 200, 300):
        refuse("goal", "100, 200 or 300")
    if o["rounds"] is not None and (o["edition"] == "three" or not is_int(o["rounds"], 1, 150)):
        refuse("rounds", "null, or 1-150 in edition hundred", "A1")
    if type(o["market"]) is not bool:
        refuse("market", "true or false")
    if o["first"] is not None and not is_int(o["first"], 0, players - 1):
        refuse("first", "a seat or null")
    if not is_int(o["turn_cap"], 1, 1000):
        refuse("turn_cap", "1-1000")
    check_wizards(o, players, refuse)
    check_cards(o["cards"], refuse)
    check_numbers(o.get("numbers"), refuse)
    cfg = Values(o, players)
    if cfg.start["infamy"] >= cfg.number["infamy.lap"]:
        refuse("cards.start.infamy", "not below a lap", "A3.2")
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


def flat_numbers(numbers, path=""):
    """{"market":{"prices":{"2":7}}} as {"market.prices.2":7}."""
    if type(numbers) is not dict:
        return {path[:-1]: numbers}
    return {key: value for part, below in numbers.items()
            for key, value in flat_numbers(below, f"{path}{part}.").items()}


def check_numbers(numbers, refuse):
    flat = flat_numbers(numbers) if numbers is not None else {}
    for key, value in flat.items():
        if key not in NUMBERS or not is_int(value, *NUMBERS[key][1:]):
            refuse(f"numbers.{key}", "unknown or out of range")
    now = {key: flat.get(key, row[0]) for key, row in NUMBERS.items()}
    if any(3 not in (now[f"house.rows.{n}"], now[f"house.columns.{n}"]) for n in range(2, 7)):
        refuse("numbers.house.rows", "rows or columns must be 3", "A4.2")
    if now["two.earliest"] > now["two.latest"]:
        refuse("numbers.two.earliest", "above two.latest", "A10.2")


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
    number, stash = cfg.number, cfg.number["stash.dealt"]
    need = (cfg.rows * cfg.cols + stash) * players + number["discard.dealt"]
    need += number["market.slots"] if o["market"] else 0
    more = cfg.power["corvus"]["stash"] - stash if corvus else 0
    if o["wizards"] == "random" and players < len(WIZARDS):
        more = max(0, more)                             # he may be left out
    return need + more


class Values:
    """The numbers this game is played with: the tables, the edition, the cards file."""

    def __init__(self, o, players):
        cards = o["cards"] or {}
        rows = cards.get("items", {})
        changed = flat_numbers(o["numbers"]) if o.get("numbers") else {}
        self.number = {key: changed.get(key, row[0]) for key, row in NUMBERS.items()}
        self.rows = self.number[f"house.rows.{players}"]
        self.cols = self.number[f"house.columns.{players}"]
        column = int(players >= self.number["counts.many"])
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
