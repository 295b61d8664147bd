"""States set up by hand: accepted, refused, odd and mutated ones."""

import copy
import json
import random

from harness import check, same
from positions import Table, counts_of, each_on_its_own, states_met, steady
from talk import JUNK, Engine, Unmoved, cards, code_of, looks, new, op, play_on


def tables():
    """Positions whose question is written with kind and seat only."""
    for players in range(2, 7):
        for phase, kind in (("stock", "reveal"), ("sell", "draw"), ("sell", "act"), ("bribe", "bribe")):
            for turn in (0,) if phase == "stock" else (0, players - 1):
                for options in ({}, {"market": True}):
                    yield Table(players, phase, turn, kind, turn_cap=1, **options).state


def test_by_hand():
    with Engine() as e:
        for number, state in enumerate(tables()):
            asked, players = state["pending"][0], len(state["players"])
            label = "%r by hand, %d players, market %r" % (asked, players, state["market"])
            if not check(e.ask(op("setup", state=state))["ok"], label):
                continue
            same([(d["seat"], d["kind"]) for d in e.decisions()], [(asked["seat"], asked["kind"])], label)
            shown = e.raw(op("state"))
            e.must(op("setup", state=json.loads(shown)["state"]))
            same(e.raw(op("state")), shown, "again: " + label)
            if number % 3 == 0:
                play_on(e, random.Random(players))
                same(e.state()["phase"], "over", "played to the end: " + label)


def broken_states():
    """(label, state) that setup must refuse."""
    def case(label, change, players=3, **more):
        table = Table(players, **more)
        change(table.state)
        return label, table.state

    def at(*path, value):
        def change(state):
            node = state
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = value
        return change

    def drop(*path):
        def change(state):
            node = state
            for step in path[:-1]:
                node = node[step]
            del node[path[-1]]
        return change

    seat = ("players", 0)
    for place, path, value in (("the pool", ("pool", "no-item"), 0),
                               ("a stash", seat + ("stash", 0, "item"), "no-item"),
                               ("the discard", ("discard", 0), "no-item"), ("aside", ("aside", "no-item"), 1),
                               ("a cell", seat + ("house", "cells", 0), {"item": "no-item", "up": True}),
                               ("the deck", ("deck", "top"), [{"item": "no-item"}]),
                               ("an item that is a number", ("discard", 0), 4)):
        yield case("an unknown item in " + place, at(*path, value=value))
    yield case("an unknown item in the Market", at("market", 1, value="no-item"), market=True)
    for key, values in (("gold", (-1, 2**31, 2**62, 1.5, "5", None)), ("infamy", (-1, 25, 100, "5", None)),
                        ("fines", (-1, 3, "1")),
                        ("wizard", ("merlin", 5, True)), ("stash", (None, {}, 5)), ("house", (None, [], 5))):
        for value in values:
            yield case("%s %r" % (key, value), at(*seat, key, value=value))
    for key, values in (("round", (0, 4, 51, 151, 256, -1, "1")),
                        ("first", (-1, 3, "0")), ("turn", (-1, 3, None, "0")),
                        ("phase", ("play", "", None, 1, "Sell")),
                        ("turns", (-1, 101, "0")), ("tracker", (1, 15)), ("triggered_by", (-1, 3, "0")),
                        ("winners", ([0], [0, 1, 2], [7], 5)),
                        ("pool", (None, [], 5)), ("deck", (None, [], 5)), ("discard", (None, {}, 5)),
                        ("aside", ([], 5)), ("players", (None, [], {}, 5)),
                        ("market", ([None, None, None], 5)), ("aside_unseen", ({}, 5)),
                        ("options", ([], 5, {"x": 1}, {"edition": "four"})),
                        ("game", ("chess", None, 5, ["arcane"])), ("pending", (None, {}, [], 5, [5], [{}]))):
        for value in values:
            yield case("%s %r" % (key, value), at(key, value=value))
    for kind in ("reveal", "slot", "effect", "peek", "cauldron", "target", "swap", "sell", "slide", "take",
                 "own", "theirs", "keep", "remove",
                 "dafana", "ninx", "bribe", "none", "", "call"):
        yield case("pending %s" % kind, at("pending", 0, "kind", value=kind))
    for value in (1, -1, 3, None, "0"):
        yield case("pending of seat %r" % value, at("pending", 0, "seat", value=value))
    yield case("two questions", at("pending", value=[{"kind": "act", "seat": 0}, {"kind": "act", "seat": 1}]))
    yield case("a question when the game is over", at("phase", value="over"))
    yield case("an act with an empty stash", at("players", 0, "stash", value=[]))
    for tracker in (0, -1, 30, "1"):
        yield case("tracker %r" % tracker, at("tracker", value=tracker), players=2)
    for count in (0, 5, 160, -1, 1000, "50", None):
        yield case("deck count %r" % count, at("deck", "count", value=count))
    yield case("one player", drop("players", 0), players=2)
    yield case("too many players", at("players", value=[{}] * 7))
    yield case("a pool too small", at("pool", value={"older-wand": 1}))
    yield case("a pool of nothing", at("pool", value={}))
    yield case("one card too many", at("pool", "dragons-egg", value=9))
    yield case("one card too few", at("pool", "dragons-egg", value=7))
    yield case("a negative count", at("pool", "dragons-egg", value=-1))
    yield case("a huge count", at("pool", "dragons-egg", value=2**40))
    yield case("one card more set aside", at("aside", value={"dragons-egg": 1}))
    yield case("a card more in the discard", at("discard", value=["older-wand", "dragons-egg"]))
    yield case("256 cards more in the pool", at("pool", "dragons-egg", value=8 + 256))
    yield case("a card on the deck unknown to some", at("deck", "top",
                                                        value=[{"item": "older-wand", "known": [0]}]))
    yield case("more cards on the deck than in it", at("deck", "top", value=[{"item": "older-wand"}] * 200))
    yield case("a stash item nobody has decided", at(*seat, "stash", 0, "item", value=None))
    yield case("a stash item its owner does not know", at(*seat, "stash", 0, "known", value=[1]))
    yield case("a seat that is not there knows", at(*seat, "stash", 0, "known", value=[0, 3]))
    yield case("a revealed card without an item", at(*seat, "house", "cells", 0, "up", value=True))
    for rows, cols, cells in ((3, 3, 8), (3, 3, 10), (2, 2, 4), (4, 3, 12), (1, 1, 1), (2, 1, 2), (0, 3, 0),
                              (-1, 3, 3), (3, "3", 9)):
        house = {"rows": rows, "cols": cols, "cells": [{"item": None, "up": False} for _ in range(cells)]}
        yield case("a storehouse of %r x %r with %d cells" % (rows, cols, cells),
                   at(*seat, "house", value=house))
    yield case("a wizard in edition hundred", at(*seat, "wizard", value="ninx"), edition="hundred")
    yield case("another wizard than the options", at(*seat, "wizard", value="ninx"),
               wizards=["byros", None, None])
    yield case("a wizard twice", lambda s: [p.update(wizard="ninx") for p in s["players"]], wizards="random")
    yield case("a Market of two", at("market", value=[None, None]), market=True)
    yield case("no Market", at("market", value=None), market=True)
    for key in ("phase", "turn", "pending", "pool", "deck", "discard", "players"):
        yield case("no %s" % key, drop(key))
    for key in ("gold", "infamy", "stash", "house"):
        yield case("no %s" % key, drop("players", 1, key))
    yield crowded(25, "draw")


def crowded(n, kind="act"):
    table = Table(3, kind=kind)
    stash = table.state["players"][0]["stash"]
    for name in ("bottled-fairy", "bubbling-cauldron", "crystal-ball", "dragons-egg"):
        while len(stash) < n and table.state["pool"].get(name):
            stash.append({"item": table.take(name)})
    return "a stash of %d" % n, table.count()


def test_setup_refusals():
    with Engine() as e:
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus")))
        e.must(new(3, 9, first=1))
        still = Unmoved(e)
        for label, state in broken_states():
            still.refused(op("setup", state=state), "bad-state", label)
        null = {"game": "null", "options": {"tosses": 3}, "toss": 1,
                "players": [{"score": 0, "call": None}] * 2, "winners": None}
        for change in (dict(toss=0), dict(toss=4), dict(toss="1"), dict(players=[]),
                       dict(players=[{"score": 0, "call": None}] * 7), dict(options=5),
                       dict(options={"tosses": 10}), dict(winners=[2]), dict(winners=[]), dict(winners=5),
                       dict(players=[{"score": 0, "call": "edge"}] * 2),
                       dict(players=[{"score": -1, "call": None}] * 2),
                       dict(players=[{"score": 0, "call": "heads"}] * 2), dict(players=[None, None])):
            still.refused(op("setup", state={**null, **change}), "bad-state", "null: %r" % change)
        check(e.ask(op("setup", state=null))["ok"], "null, as it should be")
        check(e.ask(op("setup", state=crowded(24)[1]))["ok"], "a stash of 24")


# ---- odd states ------------------------------------------------------------------------------

def tight_deck(players):
    """A cards file with no card more than a round needs."""
    need = 11 * players + 1
    wands = min(need - 8, 40)
    return counts_of({"older-wand": wands, "dark-lotus": 3, "crystal-ball": 3,
                      "floating-carpet": need - 6 - wands})


def odd_states():
    """(label, state) whose oddity shows later, if it is not refused at once."""
    def asks(table, label, **question):
        table.state["pending"] = [question]
        return label, table.count()

    t = Table(3)
    t.state["players"][0]["house"]["cells"][0] = {"item": t.take("crystal-ball"), "up": True}
    yield asks(t, "a peek while another item is in hand", kind="peek", seat=0, slot=1,
               item=t.take("older-wand"))
    t = Table(3)
    yield asks(t, "a slot for one item, an offer of others", kind="slot", seat=0, item=t.take("older-wand"),
               offer=[t.take("dark-lotus")])
    t = Table(3)
    yield asks(t, "a slot to choose, an item replaced already", kind="slot", seat=0, item=t.take("older-wand"),
               replaced={"item": t.take("dark-lotus"), "up": True})
    t = Table(2)
    yield asks(t, "a keep before the replaced item is put down", kind="keep", seat=0,
               replaced={"item": t.take("dark-lotus"), "up": True})
    t = Table(3, turn_cap=1, wizards=["glynna", None, None])
    t.state["phase"] = "inspection"
    yield asks(t, "an item in hand in an inspection", kind="remove", seat=0, item=t.take("dark-lotus"))
    t = Table(3, turn_cap=1, wizards=["glynna", None, None])
    t.state["phase"] = "inspection"
    t.state["players"][0]["house"]["cells"][0] = {"item": t.take("magic-boomerang"), "up": True}
    yield asks(t, "a returned Boomerang in an inspection", kind="remove", seat=0, returned=[1])
    t = Table(3)
    t.state["aside"] = {t.take("sacred-chalice"): 1}
    yield asks(t, "a Chalice whose user does not know the stash", kind="take", seat=0, cause="sacred-chalice",
               target=1)
    t = Table(3)
    for p in t.state["players"]:
        p["gold"] = 1000000
    yield asks(t, "an Egg for one with a million", kind="target", seat=0, cause="dragons-egg",
               sold="dragons-egg")
    yield from odd_numbers()
    yield from odd_decks()


def odd_numbers():
    def number(label, key, value, **table):
        t = Table(**table)
        t.state[key] = value
        return label, t.state

    yield number("as many laps as the cap", "turns", 4, players=3, turn_cap=4)
    for key, value in (("turns", 4), ("triggered_by", 1), ("tracker", 21)):
        stocked = dict(players=2, phase="stock", kind="reveal", turn_cap=4)
        yield number("%s %r during Stock" % (key, value), key, value, **stocked)
    yield number("a bribe in the last round", "round", 50, players=3, phase="bribe", kind="bribe",
                 edition="hundred")
    yield number("a bribe in the last round to 300", "round", 150, players=3, phase="bribe", kind="bribe",
                 edition="hundred", goal=300)
    yield number("a bribe after the third inspection", "round", 3, players=3, phase="bribe", kind="bribe")
    for tracker in (20, 21, 22):
        label, state = number("tracker %d" % tracker, "tracker", tracker, players=2, turn=1)
        yield label, state
        yield label + ", triggered", {**state, "triggered_by": 0}
    players = [{"score": 1, "call": call} for call in (None, "heads", "tails")]
    yield "null: points before the first toss", {"game": "null", "options": {"tosses": 1}, "toss": 1,
                                                 "players": players,
                                                 "winners": None}


def odd_decks():
    for wizards in (["glynna", None, None], "none"):
        t = Table(3, turn_cap=1, wizards=wizards)
        t.state["aside_unseen"] = [{"item": t.take("dragons-egg"), "known": [0]}]
        yield "an unseen card set aside before the inspection, wizards %r" % wizards, t.count()
    t = Table(3, "stock", kind="reveal", cards=tight_deck(3))
    t.state["aside_unseen"] = [{"item": t.take("older-wand"), "known": [0]}]
    yield "an unseen card set aside during Stock, a tight deck", t.count()
    t = Table(3, "bribe", kind="bribe", cards={**tight_deck(3), "wizards": {"corvus": {"stash": 9}}})
    t.state["players"][0]["wizard"] = "corvus"
    yield "a Corvus no option names, a tight deck", t.count()


CARD_MEMBERS = {"item": lambda c: c, "offer": lambda c: [c], "replaced": lambda c: {"item": c, "up": True}}
PLAIN_MEMBERS = dict(slot=1, own=1, line=6, dolls=1, dolled=[1], target=1, returning=True, returned=[1],
                     cause="hypnotic-toad",
                     sold="dragons-egg", replaced_returned=True)


def crowded_questions():
    """Questions met in play, each with one member more."""
    met = {}
    for state in states_met():
        if state["pending"] and state["deck"]["own"] is None and state["deck"]["count"] > len(state["deck"]["top"]):
            met.setdefault(state["pending"][0]["kind"], state)
    for kind, state in sorted(met.items()):
        for key in list(CARD_MEMBERS) + list(PLAIN_MEMBERS):
            if key in state["pending"][0]:
                continue
            odd = copy.deepcopy(state)
            value = PLAIN_MEMBERS.get(key)
            if key in CARD_MEMBERS:
                card = max(odd["pool"], key=lambda c: odd["pool"][c])
                odd["pool"][card] -= 1
                odd["deck"]["count"] -= 1
                value = CARD_MEMBERS[key](card)
            odd["pending"][0][key] = value
            yield "%s with %s" % (kind, key), odd


def try_odd(e, label, state):
    """Refused, or accepted and then as good as any other state."""
    answer = e.ask(op("setup", state=state))
    if not answer["ok"]:
        same(code_of(answer), "bad-state", label)
        return
    steady(e, label)
    check(play_on(e, random.Random(1)) < 6000, "played to the end: " + label)


def test_odd_states():
    each_on_its_own(odd_states(), try_odd)
    each_on_its_own(crowded_questions(), try_odd)


# ---- random mutations ------------------------------------------------------------------------

def nodes(value, path=()):
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from nodes(child, path + (key,))


def mutate(state, luck):
    """Deletes one member, or gives it another type, or another number."""
    state = copy.deepcopy(state)
    path = luck.choice([p for p in nodes(state) if p])
    parent = state
    for step in path[:-1]:
        parent = parent[step]
    old, how = parent[path[-1]], luck.randrange(3)
    if how == 0:
        del parent[path[-1]]
        return "without %r" % (path,), state
    if how == 1 or isinstance(old, (dict, list, str, type(None))):
        parent[path[-1]] = luck.choice([v for v in JUNK + ["older-wand", "sell"] if type(v) is not type(old)])
    else:
        parent[path[-1]] = luck.choice([old + 1, old - 1, 0, 1, 2, 3, 9, 25, 100, 255, 256, 2**31, 2**32 + old,
                                        -old])
    return "%r = %r" % (path, parent[path[-1]]), state


def test_mutations():
    luck, accepted = random.Random(2024), []
    samples = [s for s in states_met() if s["options"]["turn_cap"] < 20]

    def trial(e, label, state):
        before = e.many(looks())
        answer = e.ask(op("setup", state=state))
        if answer["ok"]:
            accepted.append(label)
            n = play_on(e, luck)
            check(n < 6000 and e.state()["winners"], "accepted, so it can be played to the end: " + label, n)
        else:
            check(code_of(answer) == "bad-state", "refused as a bad state: " + label, answer)
            same(e.many(looks()), before, "and nothing changed: " + label)

    if check(samples, "there are states to begin with"):
        each_on_its_own((mutate(luck.choice(samples), luck) for _ in range(400)), trial)
        check(10 < len(accepted) < 390, "some mutations are accepted, some are not", len(accepted))
