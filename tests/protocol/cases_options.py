"""Seeds, options, cards files, and names in refusals."""

import json
import random

from cases_errors import OPTIONS, without
from harness import check, same
from positions import deck_of, effect, item, plain_state
from talk import Engine, Unmoved, apply, new, op, play_on

WIZARDS = "byros corvus dafana glynna meeblemore ninx".split()


# ---- seeds -----------------------------------------------------------------------------------

def test_seeds():
    with Engine() as e:
        for number in (0, 1, 255, 2**32, 2**63 - 1):
            text = "%064x" % number
            one, two = e.raw(new(3, number)), e.raw(new(3, text))
            same(one, two, "seed %d and its hex digits" % number)
            same(json.loads(one).get("seed"), text, "the seed comes back in 64 digits")
        mixed = "0123456789abcdefABCDEF" + "f" * 42
        same(e.must(new(3, mixed))["seed"], mixed.lower(), "capital digits")
        same(e.raw(new(3, mixed)), e.raw(new(3, mixed.lower())), "capital digits, the same game")
        drawn = [e.must(without(new(5, wizards="random"), "seed")) for _ in range(4)]
        same(len({a["seed"] for a in drawn}), 4, "games without a seed differ")
        for a in drawn:
            again = e.must(new(5, a["seed"], wizards="random"))
            same({k: again[k] for k in ("seed", "chance", "state_hash")},
                 {k: a[k] for k in ("seed", "chance", "state_hash")},
                 "the answered seed makes the same game")
        check(e.raw(new(3, 1)) != e.raw(new(3, 2)), "seeds matter")
        state = plain_state()
        answers = []
        for seed in ({}, {"seed": 0}, {"seed": "0" * 64}, {"seed": 77}):
            e.must(op("setup", state=state, **seed))
            answers.append(e.many([apply(0, "play dark-lotus"), apply(0, "slot 1"), apply(1, "draw deck"),
                                   op("state")]))
        check(answers[0] == answers[1] == answers[2], "setup without a seed has seed 0")
        check(answers[0] != answers[3], "setup's seed matters")


# ---- options ---------------------------------------------------------------------------------

GOOD_OPTIONS = [dict(edition="three"), dict(edition="hundred"), dict(goal=100), dict(goal=200),
                dict(goal=300, edition="hundred"),
                dict(rounds=None), dict(rounds=1, edition="hundred"), dict(rounds=150, edition="hundred"),
                dict(wizards="none"),
                dict(wizards="random"), dict(wizards=[None, None, None]), dict(wizards=["ninx", None, "byros"]),
                dict(wizards=[None] * 3, edition="hundred"), dict(market=True), dict(market=False),
                dict(first=None), dict(first=0),
                dict(first=2), dict(turn_cap=1), dict(turn_cap=1000), dict(cards=None), dict(cards={}),
                dict(cards={"items": {}}),
                dict(cards={"wizards": {}, "start": {}}), {}]
BAD_OPTIONS = [dict(edition=v) for v in ("four", "", "Three", None, 3, True, [], {})] + \
    [dict(goal=v) for v in (0, 99, 101, 150, 400, -100, "100", 100.0, None, True, [])] + \
    [dict(rounds=v, edition="hundred") for v in (0, 151, 256, -1, "3", 1.5, True, [])] + \
    [dict(rounds=3), dict(rounds=3, edition="three")] + \
    [dict(wizards=v) for v in ("all", "", None, True, 0, {}, [], ["ninx"], ["ninx", None], ["ninx"] * 3,
                               ["ninx", None, "ninx"],
                               ["ninx", None, "merlin"], ["ninx", None, 5], ["byros", None, None, None],
                               [None, None, "Byros"])] + \
    [dict(wizards=v, edition="hundred") for v in ("random", ["ninx", None, None])] + \
    [dict(market=v) for v in (None, 0, 1, "true", [], {})] + [dict(first=v)
                                                              for v in (-1, 3, "0", 0.0, True, [], {})] + \
    [dict(turn_cap=v) for v in (0, 1001, -1, "100", 1.5, None, True, [])] + \
    [dict(cards=v) for v in (0, True, "", "standard", [], [{}])] + \
    [{"unknown": 1}, {"": 1}, {"Edition": "three"}, {"edition ": "three"}, {"books": 1}, {"tosses": 1},
     {"market": True, "x": None}]


def test_options():
    with Engine() as e:
        for options in GOOD_OPTIONS:
            if check(e.ask(new(**options)).get("ok"), "options %r" % options):
                same(e.state()["options"], {**OPTIONS, **options}, "options are complete: %r" % options)
        still = Unmoved(e)
        for options in BAD_OPTIONS:
            still.refused(new(**options), "bad-option")
        for players in (-1, 0, 1, 7, 100):
            still.refused(new(players), "bad-option")
            still.refused(new(players, game="null"), "bad-option")
        for tosses in (0, 10, -1, "3", 1.5, None, True):
            still.refused(new(2, game="null", tosses=tosses), "bad-option")
        for players in range(2, 7):
            e.must(new(players, wizards="random"))
            wizards = [p["wizard"] for p in e.state()["players"]]
            check(len(set(wizards)) == players and set(wizards) <= set(WIZARDS), "random wizards, no doubles",
                  wizards)
            for tosses in (1, 9):
                e.must(new(players, game="null", tosses=tosses))
                same(e.state()["options"], {"tosses": tosses}, "options of null")


CARDS_REFUSED = [
    (item(counts=[1]), "items.older-wand.counts"), (item(counts=[41, 1]), "items.older-wand.counts"),
    (item(counts=[1, 41]), "items.older-wand.counts"), (item(counts=[1, -1]), "items.older-wand.counts"),
    (item(counts=[1, 1, 1]), "items.older-wand.counts"), (item(counts=["1", 1]), "items.older-wand.counts"),
    (item(counts=5), "items.older-wand.counts"), (item(counts=None), "items.older-wand.counts"),
    (item(gold=101), "items.older-wand.gold"), (item(gold=-1), "items.older-wand.gold"),
    (item(gold="3"), "items.older-wand.gold"),
    (item(gold=1.5), "items.older-wand.gold"), (item(infamy=26), "items.older-wand.infamy"),
    (item(infamy=-26), "items.older-wand.infamy"),
    (item(colour=1), "items.older-wand.colour"), (item(effect=5), "items.older-wand.effect"),
    (effect("older-wand", gold=1), "items.older-wand.effect.gold"),
    (effect("dark-lotus", infamy=1), "items.dark-lotus.effect.infamy"),
    (effect("dark-lotus", gold=51), "items.dark-lotus.effect.gold"),
    (effect("dark-lotus", gold=-1), "items.dark-lotus.effect.gold"),
    (effect("cursed-mirror", infamy=51), "items.cursed-mirror.effect.infamy"),
    (effect("mystical-lamp", cards=0), "items.mystical-lamp.effect.cards"),
    (effect("mystical-lamp", cards=10), "items.mystical-lamp.effect.cards"),
    (effect("dragons-egg", gold="15"), "items.dragons-egg.effect.gold"),
    ({"items": {"nothing": {}}}, "items.nothing"), ({"items": {"older-wand": 1}}, "items.older-wand"),
    ({"items": 5}, "items"),
    ({"items": []}, "items"), ({"items": None}, "items"), ({"wizards": {"corvus": {"stash": 10}}},
                                                           "wizards.corvus.stash"),
    ({"wizards": {"corvus": {"stash": 0}}}, "wizards.corvus.stash"),
    ({"wizards": {"corvus": {"gold": 1}}}, "wizards.corvus.gold"),
    ({"wizards": {"corvus": 4}}, "wizards.corvus"), ({"wizards": {"glynna": {}}}, "wizards.glynna"),
    ({"wizards": {"merlin": {}}}, "wizards.merlin"),
    ({"wizards": {"dafana": {"gold": 101}}}, "wizards.dafana.gold"),
    ({"wizards": {"dafana": {"infamy": 26}}}, "wizards.dafana.infamy"),
    ({"wizards": {"byros": {"gold": -1}}}, "wizards.byros.gold"), ({"wizards": 1}, "wizards"),
    ({"start": {"gold": 1001}}, "start.gold"),
    ({"start": {"gold": -1}}, "start.gold"), ({"start": {"infamy": 25}}, "start.infamy"),
    ({"start": {"infamy": -1}}, "start.infamy"),
    ({"start": {"silver": 1}}, "start.silver"), ({"start": []}, "start"), ({"colour": 1}, "colour"),
    ({"Items": {}}, "Items"),
    ({"items": {n: {"counts": [40, 40]} for n in ("older-wand", "dark-lotus", "dragons-egg")}}, "items"),
]
CARDS_ACCEPTED = [
    item(counts=[0, 40]), item(counts=[40, 0]), item(gold=0, infamy=-25), item(gold=100, infamy=25),
    effect("dark-lotus", gold=0),
    effect("dark-lotus", gold=50), effect("mystical-lamp", cards=1), effect("mystical-lamp", cards=9),
    effect("bubbling-cauldron", gold=50, infamy=0),
    {"wizards": {"corvus": {"stash": 1}}}, {"wizards": {"corvus": {"stash": 9}}},
    {"wizards": {"dafana": {"gold": 100, "infamy": 25}}},
    {"wizards": {"byros": {"gold": 0}}}, {"start": {"gold": 0, "infamy": 24}}, {"start": {"gold": 1000}},
    {"items": {"older-wand": {}}},
    effect("older-wand"), {"wizards": {"byros": {}}},
    {"items": {n: {"counts": [5, 40]} for n in ("older-wand", "dark-lotus", "dragons-egg", "sovereign-sword")}},
]


def test_cards():
    with Engine() as e:
        e.must(new())
        counts = e.state()["pool"]
        still = Unmoved(e)
        for file, path in CARDS_REFUSED:
            error = still.refused(new(cards=file), "bad-option").get("error", {})
            check(path in error.get("message", ""), "the refusal names %s" % path, error)
            same(error.get("rule"), "A13", "the refusal of %s cites A13" % path)
        for players, market, wizards, least in ((2, False, "none", 23), (3, False, "none", 34),
                                                (4, True, "none", 48), (3, True, "random", 39),
                                                (3, False, ["corvus", None, None], 36),
                                                (3, False, ["ninx", None, None], 34)):
            options = dict(market=market, wizards=wizards)
            still.refused(new(players, cards=deck_of(least - 1, counts), **options), "bad-option",
                          "%d cards are too few" % (least - 1))
            still.refused(new(players, cards=deck_of(161, counts), **options), "bad-option",
                          "161 cards are too many")
            for n in (least, 160):
                check(e.ask(new(players, 4, cards=deck_of(n, counts), turn_cap=1, **options)).get("ok"),
                      "%d cards for %d" % (n, players))
                play_on(e, random.Random(n))
            e.must(new())
        for file in CARDS_ACCEPTED:
            if check(e.ask(new(cards=file)).get("ok"), "cards %r" % file):
                same(e.state()["options"]["cards"], file, "a cards file is printed as it came")


def test_names_in_refusals():
    """A refusal repeats what it was given: cut short or not, the line must stay JSON in UTF-8."""
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        for lead in range(4):
            for word in ("a" * lead + "é" * 300, "a" * lead + "€" * 300, "a" * lead + "\U0001f600" * 300,
                         "\x7f\"\\\n" * 80, "%s%n%d" * 60):
                for options in ({word: 1}, {"cards": {word: 1}}, {"cards": {"items": {word: {}}}},
                                {"cards": item(**{word: 1})},
                                {"cards": effect("dark-lotus", **{word: 1})},
                                {"cards": {"wizards": {word: {}}}},
                                {"cards": {"wizards": {"byros": {word: 1}}}}, {"cards": {"start": {word: 1}}}):
                    still.refused(new(**options), "bad-option",
                                  "a long key, %d bytes before it: %.60s" % (lead, options))
                state = {**plain_state(), "pool": {word: 1}}
                still.refused(op("setup", state=state), "bad-state",
                              "a long item in the pool, %d bytes before it" % lead)
