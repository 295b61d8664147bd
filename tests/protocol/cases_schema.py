"""The JSON Schema of docs/schema against the program: everything it writes is valid, and wrong documents are refused.

Random games of every option are played; requests, answers, states, views, events, outcomes and decisions are
validated. Every id of the rows must be in the schema and no other; every member the schema has must be met in play;
and a valid document with a member more, a member less or a value out of range must not be valid any more.
"""

import copy
import itertools
import json
import os
import random
import re
from collections import Counter

import jsonschema

from harness import check, same
from positions import GAMES
from talk import Engine, apply, choose, new, op

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDER = os.path.join(ROOT, "docs", "schema")
BASE = "https://charlatan.invalid/schema/"
NAMES = ("arcane", "null", "quacks", "protocol")
QUACKS = [{}, {"books": 2}, {"books": 3, "pot": "tubes"}, {"books": 4, "together": True}, {"books": 2, "prices": "printed"},
          {"books": {"red": 2, "blue": 1, "yellow": 1, "green": 2, "purple": 2}, "pot": "tubes", "first": 1},
          {"books": {"red": 3, "blue": 3, "yellow": 1, "green": 3, "purple": 4}, "pot": "tubes"},
          {"books": {"red": 1, "blue": 2, "yellow": 2, "green": 4, "purple": 1}},
          {"books": {"red": 4, "blue": 4, "yellow": 4, "green": 1, "purple": 3}, "together": True, "pot": "tubes"}]
RULINGS = [{"second_chance": "risky", "strong_ingredient": "acts"}, {"numbers": {"die": {"reward": {"point1": 2}}, "explosion": {"limit": 8}}}, {"fortune": "off", "books": {"red": 2}}, {"optional": "asked"}]
OTHER_NUMBERS = 3, {"numbers": {"bribe": {"price": 3}, "market": {"prices": {"2": 7}}}, "market": True, "turn_cap": 8}
CARDS = "second-chance well-stirred choose-wisely strong-ingredient opportunistic choose-wisely good-start schadenfreude".split()

# Members that random games meet too seldom to wait for.
RARE = {"arcane": {"rules", "replaced_returned", "returned", "dolls", "dolled"}, "null": set(), "quacks": {"rules"}}


# ---- schemas ---------------------------------------------------------------------------------

def load(name):
    with open(os.path.join(FOLDER, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


SCHEMA = {name: load(name) for name in NAMES}
STORE = {BASE + name + ".json": schema for name, schema in SCHEMA.items()}
STORE.update({BASE + "numbers-%s.json" % name: load("numbers-" + name) for name in ("arcane", "quacks")})
VALIDATORS = {}


def validator(name, part):
    if (name, part) not in VALIDATORS:
        schema = {"$ref": "%s%s.json#/$defs/%s" % (BASE, name, part)}
        resolver = jsonschema.RefResolver(BASE, schema, store=STORE)
        VALIDATORS[name, part] = jsonschema.Draft202012Validator(schema, resolver=resolver)
    return VALIDATORS[name, part]


def valid(name, part, value):
    return validator(name, part).is_valid(value)


# What was valid once: most decisions and events come again, and a schema takes long to ask.
KNOWN = set()


def must_be_valid(name, part, value, label):
    known = (name, part, json.dumps(value))
    if known in KNOWN:
        return
    KNOWN.add(known)
    if not valid(name, part, value):
        error = jsonschema.exceptions.best_match(validator(name, part).iter_errors(value))
        check(False, "%s: valid %s %s" % (label, name, part), "%s at %s" % (error.message[:200], list(error.path)))
        return
    check(True, "valid")


def rows(game, file, macro):
    """The ids in a game's rows: the first text of each."""
    with open(os.path.join(ROOT, "games", game, file), encoding="utf-8") as source:
        return re.findall(r'^%s\([A-Z0-9_]+, "([a-z0-9-]+)"' % macro, source.read(), re.M)


# ---- playing ---------------------------------------------------------------------------------

class Played:
    """What was met, by game and part: samples for the tests that spoil them, and the members seen."""

    def __init__(self):
        self.samples, self.members, self.luck = {}, {}, random.Random(5)

    def see(self, name, part, value):
        kept = self.samples.setdefault((name, part), [])
        if len(kept) < 6 or self.luck.random() < 0.02:
            kept[self.luck.randrange(6):] = [copy.deepcopy(value)]
        self.note(name, value)

    def note(self, name, value):
        if isinstance(value, dict):
            self.members.setdefault(name, set()).update(value)
            for inner in value.values():
                self.note(name, inner)
        elif isinstance(value, list):
            for inner in value:
                self.note(name, inner)


def ask(e, request, label):
    """A request and its answer, both valid."""
    must_be_valid("protocol", "request", request, label)
    answer = e.ask(request)
    must_be_valid("protocol", "answer_" + request["op"] if answer["ok"] else "error", answer, label)
    return answer


def look(e, game, seat, played, label):
    for part, request in (("state", op("state")), ("view", op("view", seat=seat))):
        value = e.must(request)[part]
        must_be_valid(game, part, value, label)
        played.see(game, part, value)


def act(e, game, decisions, luck, played, label):
    d = luck.choice(decisions)
    for decision in decisions:
        must_be_valid(game, "decision", decision, label)
    played.see(game, "decision", d)
    played.members.setdefault(game, set()).add("kind " + d["kind"])
    answer = e.must(apply(d["seat"], choose(d, luck)))
    for part, key in (("event", "events"), ("outcome", "chance")):
        for value in answer[key]:
            must_be_valid(game, part, value, label)
            played.see(game, part, value)


def enrich(e):
    """Quacks: every colour into every bag, so that more happens; where a potion has not begun the supply stays."""
    state = e.state()
    if state["phase"] != "potions":
        return
    for me in state["players"]:
        for chip in [c for c in state["supply"] if not c.startswith("white") and state["supply"][c]]:
            state["supply"][chip] -= 1
            for bag in (me["bag"], me["saved"]["bag"]) if me["saved"] else (me["bag"],):
                bag[chip] += 1
    ask(e, op("setup", state=state), "a rich bag")


def play(game, players, options, number, played, often):
    luck, label = random.Random(number), "%s %d %r" % (game, players, options)
    with Engine() as e:
        if game == "quacks":
            options = {"first": 0, **options}
            ask(e, op("force", chance=[{"fortune": CARDS[number % len(CARDS)]}]), label)
        ask(e, new(players, number, game=game, **options), label)
        if game == "quacks" and number >= len(QUACKS):
            enrich(e)
        ask(e, op("legal"), label)
        ask(e, op("result"), label)
        asked, viewers = Counter(), itertools.cycle([None, *range(players)])
        for _ in range(1200):
            decisions = e.decisions()
            rare = [d for d in decisions if asked[d["kind"]] < 3 and d["kind"] not in ("brew", "draw", "act", "buy")]
            asked.update(d["kind"] for d in decisions)
            if rare or luck.random() < often:
                look(e, game, next(viewers), played, label)
            if not decisions:
                break
            act(e, game, decisions, luck, played, label)
        ask(e, op("state"), label)
        ask(e, op("view", seat=None), label)
        ask(e, op("legal"), label)
        ask(e, op("result"), label)


def play_all():
    played = Played()
    with open(os.path.join(ROOT, "docs", "cards-example.json"), encoding="utf-8") as file:
        example = (3, {"cards": json.load(file)})
    for number, (players, options) in enumerate([*GAMES, example, OTHER_NUMBERS]):
        play("arcane", players, options, number, played, 0.01)
    for number, options in enumerate(QUACKS + QUACKS):
        play("quacks", 2 + number % 3, options, number, played, 0.01)
    for number, options in enumerate(RULINGS, 2 * len(QUACKS)):
        play("quacks", 4, options, number, played, 0.01)
    for players in range(2, 7):
        play("null", players, {"tosses": players}, players, played, 0.5)
    return played


# ---- tests -----------------------------------------------------------------------------------

def test_schema_is_a_schema():
    for name, schema in SCHEMA.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        same(schema["$id"], BASE + name + ".json", "%s has its own name" % name)
        for part, definition in schema["$defs"].items():
            for node in nodes(definition):
                if isinstance(node, dict) and "properties" in node and "type" in node:
                    same(node.get("additionalProperties"), False, "%s %s: no other members" % (name, part))


def test_schema_has_the_rows():
    for game, part, file, macro in (("arcane", "item", "items.def", "ITEM"), ("arcane", "wizard", "wizards.def", "WIZARD"),
                                    ("arcane", "kind", "questions.def", "QUESTION"),
                                    ("quacks", "chip", "chips.def", "CHIP"), ("quacks", "card", "cards.def", "CARD"),
                                    ("quacks", "kind", "questions.def", "QUESTION")):
        same(sorted(SCHEMA[game]["$defs"][part]["enum"]), sorted(set(rows(game, file, macro))), "%s of %s" % (part, game))
    for game in ("arcane", "quacks"):
        same(sorted(SCHEMA[game]["$defs"]["event"]["properties"]["type"]["enum"]),
             sorted(set(rows(game, "events.def", "EVENT"))), "event types of %s" % game)


def test_schema_in_play():
    played = play_all()
    for name in NAMES[:3]:
        listed = {key for node in nodes(SCHEMA[name]["$defs"]) if isinstance(node, dict) and "properties" in node
                  for key in node["properties"]}
        same(sorted(listed - played.members[name] - RARE[name]), [],
             "%s: every member of the schema was met" % name)
        kind = SCHEMA[name]["$defs"]["kind"]
        same(sorted(k for k in kind.get("enum", [kind.get("const")]) if "kind " + k not in played.members[name]), [],
             "%s: every question was met" % name)
    luck = random.Random(3)
    for (name, part), samples in sorted(played.samples.items()):
        for sample in samples[:2]:
            for label, spoilt in spoil(sample, luck):
                check(not valid(name, part, spoilt), "%s %s: %s is not valid" % (name, part, label), str(spoilt)[:300])


def test_schema_of_refusals():
    with Engine() as e:
        for request in ({"op": "no-such"}, {}, op("state"), op("new", game="chess", players=2), op("view"),
                        op("restore", slot=4)):
            answer = e.ask(request)
            must_be_valid("protocol", "error", answer, str(request))
            check(not valid("protocol", "error", {**answer, "more": 1}), "no member more")
            check(not valid("protocol", "error", {"ok": False, "error": {**answer["error"], "code": "oops"}}), "no other code")
        for request in ({"op": "no-such"}, {}, op("state", seat=1), op("apply", seat=0), op("clone", slot=64)):
            check(not valid("protocol", "request", request), "no valid request: %r" % request)
        e.must(new(2, 1, game="quacks"))
        for bot in ("random", "greedy"):
            ask(e, op("suggest", seat=e.decisions()[0]["seat"], bot=bot), "suggest " + bot)
        ask(e, op("clone", slot=0), "clone")
        ask(e, op("restore", slot=0), "restore")
        ask(e, op("setup", state=e.state()), "setup")
        ask(e, op("hello"), "hello")
        d = e.decisions()[0]
        for more in ({}, {"slot": 0, "events": True}):
            ask(e, op("step", seat=d["seat"], action=d["actions"][0], **more), "step")
        ask(e, op("batch", requests=[op("legal"), op("nothing")]), "batch")


# ---- spoiling --------------------------------------------------------------------------------

def nodes(value):
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from nodes(inner)


def places(value, path=()):
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inner:
        if key not in ("cards", "text"):                # a cards file names what it likes
            yield from places(member, path + (key,))


def with_value(value, path, change):
    spoilt = copy.deepcopy(value)
    node = spoilt
    for key in path[:-1]:
        node = node[key]
    if path:
        node[path[-1]] = change(node[path[-1]])
        return spoilt
    return change(spoilt)


def without(key):
    return lambda node: {k: v for k, v in node.items() if k != key}


def spoil(sample, luck, most=24):
    """(label, document): one thing wrong with each."""
    found = []
    for path, value in places(sample):
        name = "/".join(map(str, path)) or "the whole"
        if isinstance(value, dict):
            found.append(("a member more in " + name, path, lambda node: {**node, "no-such": 1}))
            needed = path == () or path[-1] in ("deck", "house", "fortune", "options", "books", "saved") or path[:-1] == ("players",)
            optional = ("item", "seen", "slot", "slot2", "other", "n", "chip", "card", "die", "at", "side")
            found += [("no %s in %s" % (key, name), path, without(key)) for key in value
                      if needed and key != "numbers" and not (path == () and key in optional and "type" in sample)]
        elif isinstance(value, bool):
            found.append(("5 for " + name, path, lambda _: 5))
        elif isinstance(value, int) and path[-1:] != ("n",):
            found += [("%d for %s" % (n, name), path, lambda _, n=n: n) for n in (10**12, -10**6)]
        elif isinstance(value, str) and path[:1] != ("actions",):
            found.append(("nonsense for " + name, path, lambda _: "nonsense"))
    for label, path, change in luck.sample(found, min(most, len(found))):
        yield label, with_value(sample, path, change)
