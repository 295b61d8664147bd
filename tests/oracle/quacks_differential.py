"""Plays random games of Quacks through two engines at once and compares everything.

One engine is the program under test, spoken to on pipes; the other is quacks_oracle.py, in
this process. The program under test makes the chance (now and then forced, so that rare cards
and chips come often), the oracle is forced to follow it. A difference prints the seed, the
options, the actions so far and what differs, leaves a file of requests that leads there (pipe
it into the engine), and ends with status 1.
"""
import argparse
import collections
import json
import os
import random
import sys
import tempfile
import threading
import time

from differential import Difference, Engine, code, compare, hash_of_state, tell_difference
from quacks_box import BOOKS, CHIPS, CHOICES, DIE, FORTUNES, colour, is_white, value
from quacks_oracle import Game
from referee import OLDER

FOR_THE_TURN = """living-in-luxury seasoned-perfectly lucky-devil shining-bright schadenfreude well-stirred well-stirred
    pot-is-full second-chance second-chance second-chance strong-ingredient strong-ingredient pumpkin-party magic-potion""".split()


def random_options(rng, players):
    kind = rng.random()
    books = rng.randint(1, 4) if kind < 0.2 else {c: rng.choice([1, 1, 2, 3, 4]) for c in BOOKS if rng.random() < 0.95}
    o = {"books": books, "pot": rng.choice(["front", "tubes"]), "together": rng.random() < 0.35,
         "first": rng.choice([None, rng.randrange(players)]), "prices": rng.choice(["almanac", "printed"]),
         "second_chance": rng.choice(["safe", "risky"]), "strong_ingredient": rng.choice(["inert", "acts"]),
         "fortune": "off" if rng.random() < 0.12 else "on", "optional": rng.choice(["automatic", "asked"])}
    return {k: v for k, v in o.items() if rng.random() < 0.9}


# ---------------------------------------------------------------- other numbers

with open(os.path.join(os.path.dirname(__file__), "../../docs/schema/numbers-quacks.json"), encoding="utf-8") as schema:
    NUMBERS = json.load(schema)["properties"]["numbers"]


def rows_of(schema, path=()):
    """Every number: its path, its standard and its range."""
    if schema.get("type") == "object":
        for key, below in schema["properties"].items():
            yield from rows_of(below, (*path, key))
    elif "oneOf" in schema:
        for (key, entry), standard in zip(schema["oneOf"][1]["properties"].items(), schema["default"]):
            yield (*path, key), standard, entry["minimum"], entry["maximum"]
    else:
        yield path, schema["default"], schema["minimum"], schema["maximum"]


ROWS = list(rows_of(NUMBERS))


def random_numbers(rng, engine, players):
    """Some numbers, most of them near their standard. What does not go together is drawn again."""
    while True:
        numbers, often = {}, rng.choice([0.02, 0.1, 0.4, 0.9])
        parts = {path[0] for path, *_ in ROWS if rng.random() < 0.7}
        for path, standard, least, most in ROWS:
            if path[0] not in parts or rng.random() > (often / 20 if path[0] in ("box", "bag") else often):
                continue
            n = rng.choice([least, most, rng.randint(least, most), *(standard + d for d in (-2, -1, -1, 1, 1, 2, 3))])
            if n == standard or not least <= n <= most:
                continue
            here = numbers
            for key in path[:-1]:
                here = here.setdefault(key, {})
            here[path[-1]] = n
        new = {"op": "new", "game": "quacks", "players": players, "seed": 1, "options": {"numbers": numbers}}
        if numbers and engine.ask({"op": "force", "chance": []}, new)[1]["ok"]:
            return numbers


# ---------------------------------------------------------------- corners of the game

class Corner:
    """Moves a printed state, before anyone's first draw, into a rare corner: late turns, droplets near
    the end, dry supplies, tiny bags, many rubies. Chips add up."""

    def __init__(self, state, rng):
        self.s, self.rng = json.loads(json.dumps(state)), rng
        self.table()
        if rng.random() < 0.05:
            self.s["rules"] = OLDER[-1]
        for me in self.s["players"]:
            self.score(me)
            self.chips(me)
        for chip in rng.sample(list(CHIPS), rng.choice([0, 0, 1, 3, 6])):
            self.dry(chip)
        for me in self.s["players"]:
            second = self.s["fortune"]["card"] == "second-chance"
            me["saved"] = {k: me[k] for k in ("points", "rubies", "flask", "bag", "beside")} if second else None
        self.s = json.loads(json.dumps(self.s))         # `saved` shares nothing
        for me in self.s["players"]:
            self.put_back(me)

    def table(self):
        s, rng = self.s, self.rng
        s["turn"] = rng.choice([s["turn"], s["turn"], rng.randint(1, 9), 9])
        if s["options"]["fortune"] == "off":
            return
        card = rng.choice(FOR_THE_TURN) if rng.random() < 0.7 else s["fortune"]["card"]
        left = rng.sample([c for c in FORTUNES if c != card], 24 - s["turn"])
        s["fortune"] = {"card": card, "left": sorted(left)}

    def score(self, me):
        rng, tubes = self.rng, self.s["options"]["pot"] == "tubes"
        me["points"] = rng.choice([me["points"], rng.randrange(12), 45 + rng.randrange(12), 20])
        me["rubies"] = rng.choice([me["rubies"], 0, 1, 2, 5, 9])
        me["droplet"] = rng.choice([me["droplet"], rng.randrange(12), 40 + rng.randrange(12), 50, 51])
        me["tube"] = rng.choice([me["tube"], rng.randrange(13), 11]) if tubes else 0
        me["rats"] = min(51 - me["droplet"], rng.choice([0, 0, 1, 3, 9]))
        me["origin"] = me["droplet"] + me["rats"]
        me["flask"] = rng.random() < 0.6

    def move(self, chip, source, target):
        if source[chip]:
            source[chip] -= 1
            target[chip] += 1

    def chips(self, me):
        rng, supply = self.rng, self.s["supply"]
        if rng.random() < 0.2:                          # a tiny bag
            bag = rng.sample([c for c in CHIPS for _ in range(me["bag"][c])], sum(me["bag"].values()))
            for chip in bag[rng.randint(1, 5):]:
                self.move(chip, me["bag"], supply)
        few = rng.sample([c for c in CHIPS if not is_white(c)], rng.choice([1, 2, 4, 14]))
        for _ in range(rng.choice([0, 3, 8, 15])):
            self.move(rng.choice(few), supply, me["bag"])
        for _ in range(rng.choice([0, 0, 1, 2, 4]) if self.s["options"]["books"]["red"] == 2 else 0):
            red = rng.choice(["red1", "red2", "red4"])
            if supply[red]:
                supply[red] -= 1
                me["beside"] = sorted(me["beside"] + [red])

    def put_back(self, me):
        """Some of the reds beside the pot are in the bag already, this time before the first draw."""
        me["returned"] = [red for red in me["beside"] if self.rng.random() < 0.15]
        for red in me["returned"]:
            me["beside"].remove(red)
            me["bag"][red] += 1

    def dry(self, chip):
        while self.s["supply"][chip]:
            self.move(chip, self.s["supply"], self.rng.choice(self.s["players"])["bag"])


# ---------------------------------------------------------------- one game

def reduced(state):
    """A state or view with pending cut to kind, seat and why."""
    return {**state, "pending": [{k: e[k] for k in ("kind", "seat", "why") if k in e} for e in state["pending"]]}


def of_seat(entries, seat):
    return [e for e in entries if e.get("seat") == seat]


class Match:
    def __init__(self, engine, seed, args, seen):
        self.engine, self.oracle, self.args, self.seen = engine, Game(), args, seen
        self.seed, self.rng = seed, random.Random(seed)
        self.players = args.players or self.rng.choice([2, 3, 4])
        self.options = {**random_options(self.rng, self.players), **args.options}
        if self.rng.random() < 0.4:
            self.options["numbers"] = random_numbers(self.rng, engine, self.players)
            self.seen["numbers"] += 1
        self.daring = [self.rng.choice([1, 3, 9, 30]) for _ in range(self.players)]
        self.log, self.moves, self.hash, self.forced, self.state = [], 0, None, [], None

    def play(self):
        lot = [] if self.options.get("first") is not None else [{"first": self.rng.randrange(self.players)}]
        self.force((lot + [{"fortune": self.rng.choice(FORTUNES)}])[:self.rng.choice([0, 1, 2])])
        self.both({"op": "new", "game": "quacks", "players": self.players, "seed": self.seed, "options": self.options})
        self.compare_views(self.engine.ask(*self.view_requests()))
        while self.questions():
            if self.rng.random() < self.args.extras:
                self.extra()
            standard = "numbers" not in self.options       # corners are those of the standard game
            if standard and self.at_potion_start() and self.rng.random() < self.args.corners:
                self.go_to_a_corner()
            q = self.rng.choice(self.questions())
            self.maybe_force(q["seat"])
            self.both({"op": "apply", "seat": q["seat"], "action": self.choose(q)})
        self.compare_views(self.engine.ask(*self.view_requests()))
        self.same_refusal({"op": "apply", "seat": 0, "action": "draw"})
        self.compare_result()

    def questions(self):
        return self.oracle.rules.decisions()

    def me(self, seat):
        return self.oracle.rules.player(seat)

    def at_potion_start(self):
        return all(q["kind"] == "brew" for q in self.questions()) and len(self.questions()) == self.players \
            and not any(p["drawn"] for p in self.state["players"])

    # -- moving both engines

    def force(self, entries):
        self.forced = list(entries)
        self.log.append({"op": "force", "chance": entries})
        compare(f"force {entries}", code(self.engine.ask(self.log[-1])[0]), "ok")

    def both(self, request):
        """Sends a request that moves the game: to the engine first, then to the oracle with the engine's outcomes."""
        self.moves += 1
        views = self.view_requests() if self.moves % self.args.views == 0 else []
        answer, legal, state, *seen = self.engine.ask(request, {"op": "legal"}, {"op": "state"}, *views)
        if code(answer) == "impossible-chance" and self.forced:
            self.refuse_forced(request, answer)
            return self.both(request)
        if not answer["ok"]:
            raise Difference(f"the engine under test refuses {request}: {answer['error']}")
        self.use_up_forced(request, answer["chance"])
        self.log.append(request)
        self.follow(request, answer)
        self.hash = answer["state_hash"]
        self.seen[" ".join(request.get("action", "new").split()[:2])] += 1
        for entry in answer["chance"]:
            self.seen[entry.get("fortune") or entry.get("die") or "chance"] += 1
        self.compare_table(legal, state)
        self.compare_views(seen)

    def refuse_forced(self, request, answer):
        """The oracle, forced the same way, has to refuse too, unless its own seed led it elsewhere;
        then chance is free again."""
        self.refused_alike(request, self.forced, answer)
        if self.state:
            compare("state after impossible chance", self.engine.ask({"op": "state"})[0]["state"], self.state)
        self.seen["impossible chance"] += 1
        self.force([])

    def refused_alike(self, request, entries, *answers):
        if self.state:
            self.oracle.request({"op": "clone", "slot": 63})
        for answer in answers:
            self.oracle.request({"op": "force", "chance": entries})
            mine = self.oracle.request(request)
            if not mine["ok"] or len(mine["chance"]) == len(entries) - len(self.oracle.chance.forced):
                compare(f"{request} with {entries}", code(answer), code(mine))
            if self.state:  # the oracle's own seed may have led it past the forced outcome
                self.oracle.request({"op": "restore", "slot": 63})
        self.oracle.request({"op": "force", "chance": []})

    def use_up_forced(self, request, chance):
        """Every event must have taken the first forced entry of its seat."""
        for seat in [None, *range(self.players)]:
            mine, came = of_seat(self.forced, seat), of_seat(chance, seat)
            compare(f"chance of seat {seat} after {request}, forced {self.forced}", came[:len(mine)], mine[:len(came)])
            for entry in mine[:len(came)]:
                self.forced.remove(entry)

    def follow(self, request, answer):
        self.oracle.request({"op": "force", "chance": answer["chance"]})
        mine = self.oracle.request(request)
        if not mine["ok"]:
            raise Difference(f"the oracle refuses {request} with chance {answer['chance']}: {mine['error']}")
        compare(f"chance of {request}", answer["chance"], mine["chance"])
        compare(f"chance of {request} the oracle did not need", self.oracle.chance.forced, [])

    def compare_table(self, legal, state):
        if not (legal["ok"] and state["ok"]):
            raise Difference(f"legal or state refused: {legal} {state}")
        compare("legal", legal["decisions"], self.questions())
        self.state = state["state"]
        compare("state", reduced(self.state), self.oracle.rules.state(False))

    def view_requests(self):
        return [{"op": "view", "seat": s} for s in [None, *range(self.players)]]

    def compare_views(self, answers):
        for seat, answer in zip([None, *range(self.players)], answers):
            if not answer["ok"]:
                raise Difference(f"view of seat {seat} refused: {answer}")
            compare(f"view of seat {seat}", reduced(answer["view"]), self.oracle.rules.view(seat))

    # -- choosing: rare rules are met more often than by pure luck

    def choose(self, q):
        return self.rng.choices(q["actions"], [self.weight(q, a) for a in q["actions"]])[0]

    def weight(self, q, action):
        verb, rest = (action.split() + [""])[:2]
        if q["kind"] == "brew":
            close = self.oracle.rules.whites(q["seat"]) >= 6
            if self.oracle.rules.card("second-chance") and not self.me(q["seat"])["offered"]:
                return {"draw": 30, "bag": 10}.get(verb, 1)     # on to the offer
            return {"draw": self.daring[q["seat"]] * (1 if close else 3), "flask": 4, "bag": 4, "stop": 1}[verb]
        if q["kind"] == "buy":
            return 0.2 if rest == "done" else value(rest) * (3 if colour(rest) in ("purple", "black") else 1)
        return 0.5 if rest in ("none", "0", "done", "leave", "rats") else 1

    def maybe_force(self, seat):
        """Draws of rare chips, chosen dice and cards; now and then what cannot be."""
        busy = self.rng.random() > self.args.forced or of_seat(self.forced, seat) and self.rng.random() < 0.85
        if busy and not self.before_second_chance(seat):
            return
        entries = [e for e in self.forced if e.get("seat") not in (None, seat)] + self.wanted(seat)
        left = self.state["fortune"]["left"]
        if left and self.rng.random() < 0.7:
            entries.append({"fortune": self.rng.choice(left)})
        self.force(entries)

    def wanted(self, seat):
        """A few draws or dice for a seat; draws of two colours, so that chains and combinations come up."""
        how = self.rng.random()
        if self.before_second_chance(seat):
            return [{"draw": c, "seat": seat} for c in self.whites_first(seat)[:9]]
        if how < 0.2:
            return []
        if how < 0.3:
            return [{"die": self.rng.choice(DIE), "seat": seat}]
        bag = [c for c in CHIPS for _ in range(self.me(seat)["bag"][c])]
        if not bag or how > 0.99:
            return [{"draw": self.rng.choice(list(CHIPS)), "seat": seat}]
        colours = sorted({colour(c) for c in bag})
        favourites = self.rng.sample(colours, min(2, len(colours)))
        bag = self.rng.sample(bag, len(bag))
        bag.sort(key=lambda c: colour(c) not in favourites)
        return [{"draw": c, "seat": seat} for c in bag[:self.rng.choice([1, 3, 6, 9])]]

    def before_second_chance(self, seat):
        return self.oracle.rules.card("second-chance") and not self.me(seat)["drawn"]

    def whites_first(self, seat):
        """The bag in an order that is above the limit with four or five chips."""
        bag = [c for c in CHIPS for _ in range(self.me(seat)["bag"][c])]
        white = sorted((c for c in bag if is_white(c)), reverse=True)
        other = self.rng.sample([c for c in bag if not is_white(c)], len(bag) - len(white))
        if self.rng.random() < 0.5:                     # then any chip
            return white[:4] + other + white[4:]
        other.sort(key=lambda c: colour(c) == "blue")   # a blue, looking at whites, as the fourth or fifth
        return white[:3] + other[:self.rng.choice([0, 1])] + other[-1:] + white[3:]

    # -- now and then: setup, refusals, impossible chance, clones, secrets, order

    def extra(self):
        checks = [self.check_setup, self.check_refusals, self.check_impossible, self.check_clone]
        if self.oracle.rules.portable():
            checks += [self.check_portable, self.check_secrets]
        if len(self.questions()) > 1:
            checks += [self.check_order] * 3
        check = self.rng.choice(checks)
        self.force([])
        check(self.rng.choice(self.questions()))
        self.seen[check.__name__] += 1

    def check_setup(self, q):
        setup = {"op": "setup", "state": self.state, "seed": self.rng.randrange(1 << 40)}
        done, state, legal = self.engine.ask(setup, {"op": "state"}, {"op": "legal"})
        compare("setup(state())", code(done), "ok")
        compare("state after setup(state())", state["state"], self.state)
        compare("hash after setup(state())", done["state_hash"], self.hash)
        compare("state_hash and XXH64 of the state's bytes", done["state_hash"], hash_of_state(self.engine))
        self.compare_table(legal, state)

    def check_portable(self, q):
        """Sets up a state of the oracle in the engine under test, and the other way round."""
        done, state, legal = self.engine.ask({"op": "setup", "state": self.oracle.rules.state()},
                                             {"op": "state"}, {"op": "legal"})
        compare("setup(the oracle's state)", code(done), "ok")
        self.compare_table(legal, state)
        compare("the oracle's setup(state())", "ok", code(self.oracle.request({"op": "setup", "state": reduced(self.state)})))
        self.hash = done["state_hash"]
        self.compare_table(legal, state)

    def compare_result(self):
        result, state = self.engine.ask({"op": "result"}, {"op": "state"})
        final = self.oracle.request({"op": "state"})["state"]
        compare("result", result, {"ok": True, "over": True, "scores": [p["points"] for p in final["players"]],
                                   "winners": final["winners"]})
        compare("state after result", state["state"], self.state)

    def same_refusal(self, request):
        theirs, state = self.engine.ask(request, {"op": "state"})
        compare(f"refusal of {request}", code(theirs), code(self.oracle.request(request)))
        compare(f"state after refusing {request}", state["state"], self.state)

    def check_refusals(self, q):
        seat, action = q["seat"], self.rng.choice(q["actions"])
        asked = {d["seat"] for d in self.questions()}
        idle = [s for s in [-1, self.players, 9, *range(self.players)] if s not in asked]
        wrong = ["draw", "stop", "flask", "bag red1", "place red4", "buy white1", "buy purple1", "pick blue4", "rubies flask",
                 "purple 4", "upgrade green1", "", action + " ", action.upper(), "nonsense", "choose rubies", "step tube",
                 "optional take", "optional leave", "rats 0", "rats 60", "rats -1"]
        requests = [{"seat": seat, "action": w} for w in wrong if w not in q["actions"]]
        requests += [{"seat": s, "action": a} for s in idle for a in (action, "nonsense")]
        requests += [{"seat": str(seat), "action": action}, {"action": action}, {"seat": seat}]
        self.same_refusal({"op": "apply", **self.rng.choice(requests)})

    def check_impossible(self, q):
        """Forces outcomes, often impossible ones: both must refuse them, twice, and change nothing."""
        s = q["seat"]
        entries = self.rng.choice([
            [{"draw": c, "seat": s}] for c in self.rng.sample(list(CHIPS), 4)] + [
            [{"die": "point1", "seat": s}], [{"fortune": self.state["fortune"]["card"] or "charity"}], [{"first": 0}],
            [{"draw": "green3", "seat": s}], [*self.wanted(s), {"draw": "white3", "seat": s}, {"draw": "white3", "seat": s}]])
        force = {"op": "force", "chance": entries}
        apply = {"op": "apply", "seat": s, "action": "draw" if "draw" in q["actions"] else self.choose(q)}
        clear, restore = {"op": "force", "chance": []}, {"op": "restore", "slot": 63}
        _, _, one, state, two, *_ = self.engine.ask({"op": "clone", "slot": 63}, force, apply, {"op": "state"}, apply,
                                                    clear, restore, clear)
        if one["ok"]:
            self.oracle.request({"op": "clone", "slot": 62})
            self.follow(apply, one)
            self.oracle.request({"op": "restore", "slot": 62})
        else:
            self.refused_alike(apply, entries, one, two)
            compare(f"state after {entries} was refused", state["state"], self.state)
        compare("state after restore", self.engine.ask({"op": "state"})[0]["state"], self.state)

    def check_clone(self, q):
        apply = {"op": "apply", "seat": q["seat"], "action": self.choose(q)}
        restore = {"op": "restore", "slot": 5}
        _, one, _, two, _, legal, state = self.engine.ask(
            {"op": "clone", "slot": 5}, apply, restore, apply, restore, {"op": "legal"}, {"op": "state"})
        compare("the same action after a restore", one, two)
        compare("state after restore", state["state"], self.state)
        self.compare_table(legal, state)

    def check_order(self, q):
        """Q5.1: two seats that decide at once, in either order, with the seed's own chance."""
        other = self.rng.choice([d for d in self.questions() if d["seat"] != q["seat"]])
        a, b = ({"op": "apply", "seat": d["seat"], "action": self.choose(d)} for d in (q, other))
        restore, state = {"op": "restore", "slot": 7}, {"op": "state"}
        _, *first, _, x, y, second, _ = self.engine.ask({"op": "clone", "slot": 7}, a, b, state, restore, b, a, state, restore)
        compare(f"{a} then {b}, or the other way round", [code(first[0]), code(first[1]), reduced(first[2]["state"])],
                [code(y), code(x), reduced(second["state"])])

    def check_secrets(self, q):
        """Changes another seat's commitment: the view must not change (Q5.7)."""
        seats = [p for p in range(self.players) if self.me(p)["commit"]]
        if not seats:
            return
        p = self.rng.choice(seats)
        other = json.loads(json.dumps(reduced(self.state)))
        other["players"][p]["commit"] = "stop" if self.me(p)["commit"] == "draw" else "draw"
        if not self.me(p)["drawn"] or not any(self.me(p)["bag"].values()):
            return
        view = json.dumps({"op": "view", "seat": self.rng.choice([s for s in [None, *range(self.players)] if s != p])})
        before, done, after, back = self.engine.lines([view, json.dumps({"op": "setup", "state": other}), view,
                                                     json.dumps({"op": "setup", "state": self.state})])
        compare("setup with another commitment", code(json.loads(done)), "ok")
        compare(f"{view} with another commitment", before.decode(), after.decode())
        self.hash = json.loads(back)["state_hash"]

    def go_to_a_corner(self):
        """The game goes on from another position, set up in both."""
        self.force([])
        setup = {"op": "setup", "state": Corner(reduced(self.state), self.rng).s, "seed": self.moves}
        self.log.append(setup)
        done, state, legal = self.engine.ask(setup, {"op": "state"}, {"op": "legal"})
        mine = self.oracle.request(setup)
        if not (done["ok"] and mine["ok"]):
            raise Difference(f"setup of a corner: engine {done}, oracle {mine}")
        self.hash = done["state_hash"]
        self.compare_table(legal, state)
        self.compare_views(self.engine.ask(*self.view_requests()))
        self.seen["corners"] += 1

    def report(self, difference):
        tell_difference(self, difference, "quacks-differential")


# ---------------------------------------------------------------- refusals outside a game

def check_outside(engine):
    """Requests both engines must refuse with the same code, before and around a game."""
    new = {"op": "new", "game": "quacks", "players": 3, "seed": 1}
    options = [{"colour": 1}, {"books": 0}, {"books": 5}, {"books": "1"}, {"books": None}, {"books": [1]}, {"books": True},
               {"books": {"orange": 1}}, {"books": {"green": 5}}, {"books": {"green": None}}, {"books": {}}, {"pot": "back"},
               {"pot": None}, {"together": 1}, {"together": None}, {"first": 3}, {"first": -1}, {"first": "0"}, {"first": None},
               {"prices": "cheap"}, {"prices": None}, {"edition": "three"}, [], {"books": {"red": 2, "blue": 4}}]
    for key, values in CHOICES.items():
        options += [{key: value} for value in (*values, values[0].upper(), "", True, False, None, 0, 1, [values[0]], {})]
    force = [{"op": "force"}, {"op": "force", "chance": 1}, {"op": "force", "chance": [{"draw": "white1"}]},
             {"op": "force", "chance": [{"die": "ruby"}]}, {"op": "force", "chance": [{"wind": 1}]}]
    first = [{"op": "state"}, {"op": "legal"}, {"op": "view", "seat": 0}, {"op": "clone", "slot": 1},
             {"op": "apply", "seat": 0, "action": "draw"}, {"op": "restore", "slot": 2}, {"op": "dance"}, {}, {"op": 3},
             {"op": "new", "players": 3}, {"op": "new", "game": "chess", "players": 3}, {"op": "new", "game": "quacks"},
             {**new, "players": 1}, {**new, "players": 5}, {**new, "players": "3"}, {**new, "seed": -1}, *force]
    later = [new, {"op": "view"}, {"op": "view", "seat": 3}, {"op": "view", "seat": "0"}, {"op": "view", "seat": None},
             {"op": "restore", "slot": 9}, {"op": "restore", "slot": 64}, {"op": "clone", "slot": -1},
             {"op": "setup", "state": {}}, {"op": "setup"}, {"op": "apply", "seat": 9, "action": "draw"}]
    texts = [json.dumps(r) for r in first] + ["{", "[]", "nonsense", '{"op":"hello","id":[1,{"a":null}]}']
    texts += [json.dumps({**new, "options": o}) for o in options] + [json.dumps(r) for r in later]
    for entry in ({"first": 7}, {"fortune": "charity"}):
        texts += [json.dumps({"op": "force", "chance": [entry]}), json.dumps(new), '{"op":"state"}']
    texts += [json.dumps({"op": "force", "chance": []}), " " * (1 << 20) + "{}", '{"op":"hello"}']
    oracle, found = Game(), []
    for text, line in zip(texts, engine.lines(texts)):
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
    parser.add_argument("--players", type=int, choices=range(2, 5), help="always this many (else a mix)")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON", help="always these options (else a mix)")
    parser.add_argument("--views", type=int, default=5, help="compare all views every K moves")
    parser.add_argument("--extras", type=float, default=0.03, help="how often a move has an extra check")
    parser.add_argument("--corners", type=float, default=0.3, help="how often a potion starts from a rare position")
    parser.add_argument("--forced", type=float, default=0.5, help="how often the chance of a move is forced")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a game may take")
    parser.add_argument("--repro", default=tempfile.gettempdir(), help="folder for reproduction files")
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
