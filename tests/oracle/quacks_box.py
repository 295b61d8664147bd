"""What is in the box of the Quacks: the pot (Q1), chips and books (Q2), prices, cards, and the options of a game."""

from referee import Refusal, copy, is_int

# ---------------------------------------------------------------- Q1: the pot

COINS = list(range(16)) + [c for n in range(15, 34) for c in (n, n)][1:] + [35]
POINTS = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6,
          7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 14, 14, 15]
RUBY = {5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52}
LAST, DROPLET_LIMIT = 52, 51

# ---------------------------------------------------------------- Q2: chips

CHIPS = {"white1": 20, "white2": 8, "white3": 4, "orange1": 20,
         "green1": 15, "green2": 10, "green4": 13, "blue1": 14, "blue2": 10, "blue4": 10,
         "red1": 12, "red2": 8, "red4": 10, "yellow1": 13, "yellow2": 6, "yellow4": 10,
         "purple1": 15, "black1": 18}
START_BAG = {"white1": 4, "white2": 2, "white3": 1, "orange1": 1, "green1": 1}
START_RUBIES = 1
STEPPED = ("green", "blue", "red", "yellow")            # the colours with values 1, 2 and 4
BOOKS = ("green", "blue", "red", "yellow", "purple")
PRICES = {  # Q8: for each set, the prices of 1 / 2 / 4
    "green": [(4, 8, 14), (6, 11, 18), (6, 11, 18), (4, 8, 14)],
    "blue": [(5, 10, 19), (5, 10, 19), (4, 8, 14), (5, 10, 20)],
    "red": [(6, 10, 16), (4, 8, 14), (5, 9, 15), (7, 11, 17)],
    "yellow": [(8, 12, 18), (9, 13, 19), (8, 12, 18), (8, 12, 18)],
    "purple": [(9,), (12,), (10,), (11,)],
}
PRINTED = {("green", 3): (6, 11, 21), ("blue", 4): (5, 10, 19)}     # prices=printed
TAILS = {1, 4, 7, *range(10, 49, 2)}                    # Q4.1, repeated every 50 points
GLASSES = [None, "ruby", 1, "blue1", 2, "black1", 2, "red2", 3, "purple1", 3, "yellow4", 4]     # Q10
DIE = ["point1", "point1", "point2", "ruby", "droplet", "orange"]                               # Q6 A
FORTUNES = sorted("""choose-wisely pot-filling charity less-is-more only-one wheel-and-deal good-start
    donations opportunistic beginners-bonus rat-infestation just-in-time rats-are-friends
    living-in-luxury seasoned-perfectly lucky-devil shining-bright schadenfreude well-stirred pot-is-full
    second-chance strong-ingredient pumpkin-party magic-potion""".split())
ASKED_ANYWAY = {"brew", "buy"}                          # asked even with a single answer
CITED = {"fortune": "Q7", "brew": "Q5.1", "bonus": "Q5.6", "pick": "Q8", "swap": "Q7", "return": "Q5.8", "restart": "Q7",
         "red": "Q8", "step": "Q10", "purple": "Q8", "pay": "Q8", "score": "Q6", "buy": "Q6", "rubies": "Q6",
         "optional": "Q5.6", "rats": "Q4.2"}
CITED_ACTIONS = {"flask": "Q5.4", "bag": "Q8"}          # what `brew` refuses for reasons of their own


def colour(chip):
    return chip[:-1]


def value(chip):
    return int(chip[-1])


def is_white(chip):
    return colour(chip) == "white"


def number(options, key, standard):
    """The number of docs/numbers.md in force: what the options change, or the standard."""
    here = options.get("numbers", {})
    for part in key.split("."):
        here = here.get(part, {})
    return standard if here == {} else here


def tails_between(mine, leader, options=None):
    """Q4.2: tails t with mine <= t < leader; a tail lies where t or t - 50, t - 100 ... is in the list."""
    return sum(number(options or {}, f"rats.track.{t % 50}", int(t % 50 in TAILS)) for t in range(mine, leader))


def price(chip, options):
    """Q8."""
    c = colour(chip)
    if c in ("orange", "black"):
        return number(options, f"prices.{chip}", {"orange": 3, "black": 10}[c])
    book, place = options["books"][c], {1: 0, 2: 1, 4: 2}[value(chip)]
    if options["prices"] == "printed" and place == 2 and (c, book) in PRINTED:
        return number(options, f"prices.printed.{chip}", PRINTED[c, book][place])
    return number(options, f"prices.{chip}.{book}", PRICES[c][book - 1][place])


def better(chip):
    """The next value of a chip's colour (Opportunistic Moment)."""
    after = {1: 2, 2: 4}.get(value(chip))
    return f"{colour(chip)}{after}" if after and colour(chip) in STEPPED else None


# ---------------------------------------------------------------- options

CHOICES = {"pot": ("front", "tubes"), "prices": ("almanac", "printed"),                     # the default first
           "second_chance": ("safe", "risky"), "strong_ingredient": ("inert", "acts"), "fortune": ("on", "off"),    # Q12
           "optional": ("automatic", "asked")}


def complete_options(given, players):
    """The options with defaults filled in, or bad-option."""
    def refuse(place, why):
        raise Refusal("bad-option", f"{place}: {why}")
    if type(given) is not dict:
        refuse("options", "not an object")
    o = {"books": 1, "together": False, "first": None, **{key: values[0] for key, values in CHOICES.items()}}
    for key in given:
        if key not in o and key != "numbers":
            refuse(key, "unknown option")
    o.update(copy(given))
    books = {c: o["books"] for c in BOOKS} if type(o["books"]) is int else o["books"]
    if type(books) is not dict or not set(books) <= set(BOOKS):
        refuse("books", "a set number, or a book for each colour")
    o["books"] = {c: books.get(c, 1) for c in BOOKS}
    if not all(is_int(b, 1, 4) for b in o["books"].values()):
        refuse("books", "1-4")
    for key, values in CHOICES.items():
        if o[key] not in values:
            refuse(key, " or ".join(values))
    if type(o["together"]) is not bool:
        refuse("together", "true or false")
    if o["first"] is not None and not is_int(o["first"], 0, players - 1):
        refuse("first", "a seat or null")
    return o
