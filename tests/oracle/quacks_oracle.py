"""The Quacks of Quedlinburg a second time: a plain, independent referee to compare the engine with.

Written from the rules (ids such as Q5.8 cite them) and the engine protocol alone, for
obviousness and not for speed. Use it as a library, `Game().request({...}) -> {...}`, or run
it: it then speaks the protocol on standard input and output, one JSON object a line.

How it works: the state is the protocol's own JSON object. The rules are generators that yield
what is asked, `{seat: (kind, actions)}`, and are sent `(seat, action)`, so a turn reads from
top to bottom as in the rules; `at_once` runs a generator for each seat side by side. A
generator cannot be copied; so the game remembers the last state from which the rules can be
entered anew (only `brew` or `buy` asked) and what was answered and drawn since, and copies,
undoes and reloads by playing that again.
"""
import hashlib
import json
import pickle
import secrets
import sys
from collections import Counter

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
         "red": "Q8", "step": "Q10", "purple": "Q8", "pay": "Q8", "score": "Q6", "buy": "Q6", "rubies": "Q6"}


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


def colour(chip):
    return chip[:-1]


def value(chip):
    return int(chip[-1])


def is_white(chip):
    return colour(chip) == "white"


def tails_between(mine, leader):
    """Q4.2: tails t with mine <= t < leader; a tail lies where t or t - 50, t - 100 ... is in the list."""
    return sum(1 for t in range(mine, leader) if t % 50 in TAILS)


def price(chip, options):
    """Q8."""
    c = colour(chip)
    if c in ("orange", "black"):
        return {"orange": 3, "black": 10}[c]
    book = options["books"][c]
    row = PRICES[c][book - 1]
    if options["prices"] == "printed":
        row = PRINTED.get((c, book), row)
    return row[{1: 0, 2: 1, 4: 2}[value(chip)]]


# ---------------------------------------------------------------- options

def complete_options(given, players):
    """The options with defaults filled in, or bad-option."""
    def refuse(place, why):
        raise Refusal("bad-option", f"{place}: {why}")
    if type(given) is not dict:
        refuse("options", "not an object")
    o = {"books": 1, "pot": "front", "together": False, "first": None, "prices": "almanac"}
    for key in given:
        if key not in o:
            refuse(key, "unknown option")
    o.update(copy(given))
    books = {c: o["books"] for c in BOOKS} if type(o["books"]) is int else o["books"]
    if type(books) is not dict or not set(books) <= set(BOOKS):
        refuse("books", "a set number, or a book for each colour")
    o["books"] = {c: books.get(c, 1) for c in BOOKS}
    if not all(is_int(b, 1, 4) for b in o["books"].values()):
        refuse("books", "1-4")
    if o["pot"] not in ("front", "tubes"):
        refuse("pot", "front or tubes")
    if type(o["together"]) is not bool:
        refuse("together", "true or false")
    if o["first"] is not None and not is_int(o["first"], 0, players - 1):
        refuse("first", "a seat or null")
    if o["prices"] not in ("almanac", "printed"):
        refuse("prices", "almanac or printed")
    return o


# ---------------------------------------------------------------- chance

class Chance:
    """Forced outcomes first, then a source that is to be asked, or a seed with a stream for each seat and one for
    the table."""

    def __init__(self, seed="0" * 64):
        self.seed, self.places, self.forced, self.reported = seed, {}, [], []
        self.source = None    # source(kind, seat, outcomes), as docs/examples/verify.py has one

    def save(self):
        return self.seed, dict(self.places), copy(self.forced)

    def load(self, saved):
        self.seed, self.places, self.forced = saved[0], dict(saved[1]), copy(saved[2])

    def reseed(self, seed):
        self.seed, self.places = seed, {}

    def event(self, kind, seat, outcomes):
        """One outcome of a list; an event of a seat takes the first forced entry of that seat."""
        for i, entry in enumerate(self.forced):
            if entry.get("seat") == seat:
                outcome = entry.get(kind)
                if type(outcome) not in (int, str) or outcome not in outcomes:
                    raise Refusal("impossible-chance", f"{entry} when {kind} is decided")
                del self.forced[i]
                break
        else:
            outcome = (self.source or self.seeded)(kind, seat, outcomes)
        self.reported.append({kind: outcome} if seat is None else {kind: outcome, "seat": seat})
        return outcome

    def seeded(self, _, seat, outcomes):
        place = self.places[seat] = self.places.get(seat, 0) + 1
        digest = hashlib.sha256(f"{self.seed}/{seat}/{place}".encode()).digest()
        return outcomes[int.from_bytes(digest, "big") % len(outcomes)]

    def draw(self, seat, counts):
        return self.event("draw", seat, [c for c in CHIPS for _ in range(counts[c])])


# ---------------------------------------------------------------- the rules

def new_player():
    return {"points": 0, "rubies": START_RUBIES, "droplet": 0, "tube": 0, "flask": True,
            "bag": {c: START_BAG.get(c, 0) for c in CHIPS}, "beside": [], **cleaned_up()}


def cleaned_up():
    """What F's clean-up leaves of a turn."""
    return {"rats": 0, "origin": 0, "pot": [], "drawn": [], "fresh": False, "hand": None, "offer": [], "commit": None,
            "window": 0, "covered": False, "doubling": False, "stopped": False, "exploded": False, "scoring": None,
            "bought": [], "coins": 0, "offered": False, "saved": None}


class Rules:
    """One game: `s` is the printed state without pending, `asked` the open questions."""

    def __init__(self, options, n, chance):
        self.options, self.n, self.chance = options, n, chance
        self.asked, self.flow = {}, None
        self.entry, self.base, self.trail = "new", None, []
        supply = {c: CHIPS[c] - n * START_BAG.get(c, 0) for c in CHIPS}
        self.s = {"game": "quacks", "options": options, "turn": 1, "phase": "fortune", "start": 0,
                  "fortune": {"card": None, "left": list(FORTUNES)}, "supply": supply,
                  "players": [new_player() for _ in range(n)], "winners": None}

    # -- running, copying

    def begin(self, entry):
        """Enters the rules at a new game, at brew, or at buy."""
        self.entry, self.trail = entry, [[None, None, self.chance.reported]]
        self.base = None if entry == "new" else pickle.dumps(self.s)
        self.flow = self.play(entry)
        self.go_on(None)

    def go_on(self, answer):
        try:
            self.asked = self.flow.send(answer)
        except StopIteration:
            self.asked = {}
        if self.portable():
            entry = {kind for kind, _ in self.asked.values()}.pop()
            self.entry, self.base, self.trail = entry, pickle.dumps(self.s), []

    def portable(self):
        kinds = {kind for kind, _ in self.asked.values()}
        return kinds == {"buy"} or (kinds == {"brew"} and not any(p["hand"] for p in self.s["players"]))

    def apply(self, seat, action):
        self.trail.append([seat, action, self.chance.reported])
        self.go_on((seat, action))

    def save(self):
        return self.options, self.n, self.entry, self.base, copy(self.trail)

    @staticmethod
    def load(saved, chance):
        """The saved game once more, played again from its base with the chance it had."""
        options, n, entry, base, trail = saved
        script = Chance()
        game = Rules(options, n, script)
        if base:
            game.s = pickle.loads(base)
            game.options = game.s["options"]
        if entry == "over":
            game.entry, game.base = entry, base
        elif entry != "new":
            game.begin(entry)
        for seat, action, outcomes in trail:
            script.forced, script.reported = copy(outcomes), []
            game.begin("new") if seat is None else game.apply(seat, action)
        game.chance = chance
        return game

    # -- asking

    def ask(self, p, kind, actions):
        """None without an answer to give; the only one unasked."""
        actions = sorted(set(actions), key=str.encode)
        if not actions:
            return None
        if len(actions) == 1 and kind not in ASKED_ANYWAY:
            return actions[0]
        _, answer = yield {p: (kind, actions)}
        return answer

    def at_once(self, parts):
        """Runs a generator for each seat side by side until all are done."""
        open_questions = {}

        def go_on(p, answer):
            open_questions.pop(p, None)
            try:
                open_questions.update(parts[p].send(answer))
            except StopIteration:
                pass
        for p in parts:
            go_on(p, None)
        while open_questions:
            p, action = yield dict(open_questions)
            go_on(p, (p, action))

    # -- small things

    def player(self, p):
        return self.s["players"][p]

    def order(self):
        return [(self.s["start"] + i) % self.n for i in range(self.n)]

    def book(self, c, number):
        return self.options["books"][c] == number

    def card(self, name):
        return self.s["fortune"]["card"] == name

    def available(self, *chips):
        """Q2, Q3: those that can be bought or taken: in the supply, and the book is out."""
        first = {"yellow": 2, "purple": 3, "white": 99}
        return [c for c in chips if self.s["supply"][c] and self.s["turn"] >= first.get(colour(c), 1)]

    def give(self, p, chip):
        """Out of the supply into the bag, if there is one."""
        if self.s["supply"][chip]:
            self.s["supply"][chip] -= 1
            self.player(p)["bag"][chip] += 1

    def take(self, p, chip):
        """As give, and only while the book is out (Q3)."""
        if self.available(chip):
            self.give(p, chip)

    def ways(self, p):
        """The droplets of the player that can move a step (Q1.3, Q10)."""
        me = self.player(p)
        tube = self.options["pot"] == "tubes" and me["tube"] < len(GLASSES) - 1
        return ["step pot"] * (me["droplet"] < DROPLET_LIMIT) + ["step tube"] * tube

    def move_droplet(self, p, steps=1):
        me = self.player(p)
        for _ in range(steps):
            answer = yield from self.ask(p, "step", self.ways(p))
            if answer == "step pot":
                me["droplet"] += 1
            elif answer == "step tube":
                me["tube"] += 1
                self.glass(p, GLASSES[me["tube"]])

    def glass(self, p, bonus):
        """Q10: the bonus at once; a chip even if its book is not out."""
        if bonus == "ruby":
            self.player(p)["rubies"] += 1
        elif type(bonus) is int:
            self.player(p)["points"] += bonus
        else:
            self.give(p, bonus)

    def roll(self, p):
        """The bonus die with its consequences (Q6 A)."""
        me, face = self.player(p), self.chance.event("die", p, DIE)
        if face in ("point1", "point2"):
            me["points"] += value(face)
        elif face == "ruby":
            me["rubies"] += 1
        elif face == "orange":
            self.take(p, "orange1")
        else:
            yield from self.move_droplet(p)

    def look(self, p, count):
        """Chips of the bag, drawn one after the other; they still count in the bag."""
        rest, seen = dict(self.player(p)["bag"]), []
        for _ in range(min(count, sum(rest.values()))):
            seen.append(self.chance.draw(p, rest))
            rest[seen[-1]] -= 1
        return seen

    def pick(self, p, count):
        """Looks at chips and asks for one of them; None, or the chip, still in the bag."""
        me = self.player(p)
        me["offer"] = self.look(p, count)
        answer = yield from self.ask(p, "pick", ["pick none"] + ["pick " + c for c in me["offer"]])
        me["offer"] = []
        return None if answer == "pick none" else answer.split()[1]

    def whites(self, p):
        return sum(value(e["chip"]) for e in self.player(p)["pot"] if is_white(e["chip"]))

    def count(self, p, c):
        """Chips of a colour in the pot that act: Strong Ingredient's does not."""
        return sum(1 for e in self.player(p)["pot"] if colour(e["chip"]) == c and not e["inert"])

    def position(self, p):
        me = self.player(p)
        return me["pot"][-1]["at"] if me["pot"] else me["origin"]

    def full(self, p):
        pot = self.player(p)["pot"]
        return bool(pot) and pot[-1]["at"] == LAST

    def place(self, p, chip, spaces, inert=False):
        at = min(LAST, self.position(p) + spaces)                           # Q1.1
        self.player(p)["pot"].append({"chip": chip, "at": at, "inert": inert})

    def tails(self, p):
        """Q4; no rats in turn 1 (Q3)."""
        leader = max(q["points"] for q in self.s["players"])
        return tails_between(self.player(p)["points"], leader) if self.s["turn"] > 1 else 0

    # -- the game (Q3)

    def play(self, entry):
        s = self.s
        if entry == "new":
            first = self.options["first"]
            s["start"] = self.chance.event("first", None, list(range(self.n))) if first is None else first
        while s["phase"] != "over":
            if entry == "new":
                yield from self.begin_turn()
            if entry != "buy":
                yield from self.potions()
                yield from self.evaluate()
            yield from self.coins_and_rubies()
            entry = "new"

    def begin_turn(self):
        s = self.s
        s["phase"] = "fortune"
        if s["turn"] == 6:
            for p in self.order():
                self.give(p, "white1")
        card = self.chance.event("fortune", None, s["fortune"]["left"])
        s["fortune"]["card"] = card
        s["fortune"]["left"].remove(card)
        self.given_up = [0] * self.n                                        # Good Start
        act = getattr(self, "card_" + card.replace("-", "_"), None)
        if act:
            yield from act() or ()
        for p in range(self.n):
            self.begin_potion(p)
        s["phase"] = "potions"

    def begin_potion(self, p):
        """Q4 and the start of the potion."""
        me = self.player(p)
        rats = self.tails(p) * (2 if self.card("rat-infestation") else 1) - self.given_up[p]
        me["origin"] = min(DROPLET_LIMIT, me["droplet"] + rats)             # Q1.3
        me["rats"] = me["origin"] - me["droplet"]
        if self.card("second-chance"):
            me["saved"] = copy({k: me[k] for k in ("points", "rubies", "flask", "bag", "beside")})

    # -- purple fortune cards (Q7)

    def choose(self, p, names):
        answer = yield from self.ask(p, "fortune", ["choose " + name for name in names])
        return answer and answer.removeprefix("choose ")

    def of_value(self, v, colours=STEPPED):
        return self.available(*(f"{c}{v}" for c in colours))

    def card_choose_wisely(self):
        for p in self.order():
            what = yield from self.choose(p, ["droplet"] + self.available("purple1"))
            if what == "droplet":
                yield from self.move_droplet(p, 2)
            else:
                self.take(p, what)

    def card_pot_filling(self):
        for p in self.order():
            yield from self.move_droplet(p)

    def card_charity(self):
        fewest = min(q["rubies"] for q in self.s["players"])
        for q in self.s["players"]:
            q["rubies"] += q["rubies"] == fewest

    def card_less_is_more(self):
        sums = {p: sum(value(c) for c in self.look(p, 5)) for p in self.order()}
        for p in self.order():
            if sums[p] == min(sums.values()):
                self.take(p, "blue2")
            else:
                self.player(p)["rubies"] += 1

    def card_only_one(self):
        for p in self.order():
            what = yield from self.choose(p, ["rubies"] + self.available("black1") + self.of_value(2))
            if what == "rubies":
                self.player(p)["rubies"] += 3
            else:
                self.take(p, what)

    def card_wheel_and_deal(self):
        for p in self.order():
            chips = self.of_value(1, ("orange",) + STEPPED) if self.player(p)["rubies"] else []
            what = yield from self.choose(p, ["none"] + chips)
            if what != "none":
                self.player(p)["rubies"] -= 1
                self.take(p, what)

    def card_good_start(self):
        for p in self.order():
            most = min(3, self.tails(p))
            what = yield from self.choose(p, ["rats"] + [f"tails {k}" for k in range(1, most + 1)])
            if what != "rats":
                self.given_up[p] = int(what.split()[1])
                self.player(p)["rubies"] += self.given_up[p]

    def card_donations(self):
        for p in self.order():
            yield from self.roll(p)

    def card_opportunistic(self):
        for p in self.order():
            me = self.player(p)
            seen = self.look(p, 4)
            swaps = [c for c in seen if better(c) and self.available(better(c))]
            if not swaps:
                self.take(p, "green1")
                continue
            me["offer"] = seen
            answer = yield from self.ask(p, "swap", ["swap none"] + ["swap " + c for c in swaps])
            me["offer"] = []
            if answer != "swap none":
                old = answer.split()[1]
                me["bag"][old] -= 1
                self.s["supply"][old] += 1
                self.take(p, better(old))

    def card_beginners_bonus(self):
        fewest = min(q["points"] for q in self.s["players"])
        for p in self.order():
            if self.player(p)["points"] == fewest:
                self.take(p, "green1")

    def card_just_in_time(self):
        for p in self.order():
            me = self.player(p)
            what = yield from self.choose(p, ["points"] + ["remove"] * (me["bag"]["white1"] > 0))
            if what == "points":
                me["points"] += 4
            else:
                me["bag"]["white1"] -= 1
                self.s["supply"]["white1"] += 1

    def card_rats_are_friends(self):
        tails = [self.tails(p) for p in range(self.n)]
        for p in self.order():
            what = yield from self.choose(p, ["points"] + self.of_value(4))
            if what == "points":
                self.player(p)["points"] += tails[p]
            else:
                self.take(p, what)

    # -- potions (Q5)

    def potions(self):
        for p in self.order():
            self.stop_if_nothing_is_left(p)
        if self.options["together"] or self.s["turn"] == 9:
            yield from self.brew_together()
        else:
            yield from self.at_once({p: self.brew(p) for p in self.brewing()})
        if self.card("strong-ingredient"):
            for p in self.order():
                yield from self.strong_ingredient(p)
        if self.book("red", 2):
            yield from self.at_once({p: self.late_reds(p) for p in self.order()})
        for p in range(self.n):
            self.player(p)["scoring"] = self.position(p) + 1                # Q1
        self.s["phase"] = "evaluation"

    def brewing(self):
        return [p for p in self.order() if not self.player(p)["stopped"]]

    def brew(self, p):
        """A seat on its own, until it has stopped (Q5.1)."""
        while not self.player(p)["stopped"]:
            action = yield from self.brew_once(p)
            yield from self.carry_out(p, action)

    def brew_together(self):
        """Q5.7: commitments, all carried out with the last one, then own choices, then again."""
        while self.brewing():
            yield from self.at_once({p: self.commit(p) for p in self.brewing()})
            parts = {}
            for p in self.brewing():
                parts[p] = self.carry_out(p, self.player(p)["commit"])
                self.player(p)["commit"] = None
            yield from self.at_once(parts)

    def commit(self, p):
        if self.player(p)["commit"] is None:
            self.player(p)["commit"] = yield from self.brew_once(p)

    def brew_once(self, p):
        """Asks until the answer is draw or stop; flask and bag happen at once."""
        while True:
            action = yield from self.ask(p, "brew", self.brew_actions(p))
            if action == "flask":
                self.use_flask(p)
            elif action.startswith("bag"):
                self.back_into_bag(p, action.split()[1])
            else:
                return action

    def carry_out(self, p, action):
        if action == "stop":
            self.player(p)["stopped"] = True
        else:
            yield from self.draw(p)

    def brew_actions(self, p):
        me = self.player(p)
        empty = not any(me["bag"].values())
        actions = [] if empty else ["draw"]
        if me["drawn"] or empty:                        # the first draw is compulsory
            actions.append("stop")
        if me["flask"] and me["fresh"] and is_white(me["drawn"][-1]):       # Q5.4
            actions.append("flask")
        return actions + ["bag " + red for red in self.reds_from_before(p)]

    def reds_from_before(self, p):
        """Reds that lay beside the pot when the potion began: those not drawn since (Q8 red 2)."""
        if not self.book("red", 2):
            return []
        me = self.player(p)
        return Counter(me["beside"]) - Counter(me["drawn"])

    def use_flask(self, p):
        me = self.player(p)
        me["bag"][me["pot"].pop()["chip"]] += 1
        me["flask"], me["fresh"] = False, False

    def back_into_bag(self, p, red):
        self.player(p)["beside"].remove(red)
        self.player(p)["bag"][red] += 1

    def stop_if_nothing_is_left(self, p):
        """A full pot (Q1.1), or an empty bag with nothing to put back (Q5.1)."""
        if self.full(p) or self.brew_actions(p) == ["stop"] and not any(self.player(p)["bag"].values()):
            self.player(p)["stopped"] = True

    def draw(self, p):
        """Q5.8: a draw and all that follows from it."""
        yield from self.chip_drawn(p, self.chance.draw(p, self.player(p)["bag"]))
        yield from self.second_chance(p)
        self.stop_if_nothing_is_left(p)

    def chip_drawn(self, p, chip):
        """One chip, drawn or picked, still in the bag: Q5.8 in its order."""
        me = self.player(p)
        white_before = me["fresh"] and is_white(me["drawn"][-1])            # yellow 1, Q5.5
        first_white = is_white(chip) and not any(is_white(c) for c in me["drawn"])
        inside = me["window"] > 0                                           # blue 2
        me["window"] = max(0, me["window"] - 1)
        me["bag"][chip] -= 1
        me["drawn"].append(chip)
        me["fresh"], me["hand"] = False, chip
        if colour(chip) == "red" and self.book("red", 2):
            me["hand"] = None
            me["beside"] = sorted(me["beside"] + [chip])
            return
        if first_white and self.card("well-stirred"):
            if (yield from self.ask(p, "return", ["return yes", "return no"])) == "return yes":
                me["hand"] = None
                me["bag"][chip] += 1
                return
        spaces = yield from self.spaces(p, chip)
        self.place(p, chip, spaces)
        me["hand"], me["fresh"], me["doubling"] = None, True, False
        if self.explodes(p):
            me.update(exploded=True, covered=inside, stopped=True)
        yield from self.chip_action(p, chip, white_before)

    def spaces(self, p, chip):
        """Q5.2 and Q5.6: how far a drawn chip moves."""
        extra = self.movement_bonus(p, chip)
        party = self.card("pumpkin-party") and colour(chip) == "orange"
        if extra and (yield from self.ask(p, "bonus", ["bonus take", "bonus leave"])) == "bonus leave":
            extra = 0
        return value(chip) + extra + party

    def movement_bonus(self, p, chip):
        """What chip actions add: yellow 2, red 1, red 3, red 4, yellow 4."""
        me = self.player(p)
        extra = value(chip) if me["doubling"] else 0
        if colour(chip) == "red" and self.book("red", 1):
            oranges = self.count(p, "orange")
            extra += 2 if oranges >= 3 else 1 if oranges else 0
        if colour(chip) == "red" and self.book("red", 3) and me["pot"] and is_white(me["pot"][-1]["chip"]):
            extra += value(me["pot"][-1]["chip"])
        if chip == "white1" and self.book("red", 4) and self.count(p, "red"):
            extra += 1
        if colour(chip) == "yellow" and self.book("yellow", 4):
            extra += {0: 1, 1: 2, 2: 3}.get(self.count(p, "yellow"), 0)
        return extra

    def explodes(self, p):
        """Q5.3, and Second Chance's protection, after a chip was placed."""
        me = self.player(p)
        if self.card("second-chance") and not me["offered"] and len(me["pot"]) <= 5:
            return False
        return self.whites(p) > self.limit(p)

    def limit(self, p):
        limits = [7]
        if self.card("living-in-luxury"):
            limits.append(9)
        if self.book("yellow", 3) and self.count(p, "yellow"):
            limits.append(9 if self.count(p, "yellow") >= 3 else 8)
        return max(limits)

    def chip_action(self, p, chip, white_before):
        """The action of the chip just placed; an exploding one only pays (Q5.3), a full pot takes
        no further chip (Q1.2)."""
        me = self.player(p)
        if colour(chip) == "blue" and me["pot"][-1]["at"] in RUBY:
            me["rubies"] += self.book("blue", 3)
            me["points"] += value(chip) * self.book("blue", 4)
        if me["exploded"]:
            return
        if colour(chip) == "blue" and self.book("blue", 2):
            me["window"] = max(me["window"], value(chip))
        if colour(chip) == "yellow" and self.book("yellow", 1) and white_before:
            if (yield from self.ask(p, "return", ["return yes", "return no"])) == "return yes":
                me["bag"][me["pot"].pop(-2)["chip"]] += 1
        if colour(chip) == "yellow" and self.book("yellow", 2):
            me["doubling"] = not self.full(p)
        if colour(chip) == "blue" and self.book("blue", 1) and not self.full(p):
            picked = yield from self.pick(p, value(chip))
            if picked:
                yield from self.chip_drawn(p, picked)

    def second_chance(self, p):
        me = self.player(p)
        if not self.card("second-chance") or me["offered"] or me["exploded"] or len(me["pot"]) < 5:
            return
        me["offered"] = True
        if (yield from self.ask(p, "restart", ["restart yes", "restart no"])) == "restart yes":
            me.update(copy(me["saved"]))
            me.update(pot=[], drawn=[], fresh=False, window=0, doubling=False)

    def strong_ingredient(self, p):
        me = self.player(p)
        if me["exploded"] or self.full(p):
            return
        chip = yield from self.pick(p, 5)
        if chip:
            me["bag"][chip] -= 1
            self.place(p, chip, value(chip), inert=True)

    def late_reds(self, p):
        """Book red 2, when all is drawn."""
        me, action = self.player(p), None
        while action != "red done":
            places = [] if self.full(p) else ["place " + red for red in me["beside"]]
            bags = ["bag " + red for red in me["beside"]]
            action = yield from self.ask(p, "red", places + bags + ["red done"])
            verb, red = action.split()
            if verb == "place":
                me["beside"].remove(red)
                self.place(p, red, value(red))
            elif verb == "bag":
                self.back_into_bag(p, red)

    # -- evaluation (Q6)

    def evaluate(self):
        if self.card("seasoned-perfectly"):
            for p in self.order():
                if self.whites(p) == 7:
                    yield from self.move_droplet(p)
        if self.card("schadenfreude"):
            yield from self.schadenfreude()
        yield from self.phase_a()
        yield from self.phase_b()
        for p in self.order():
            self.phase_c(p)
        for p in self.order():
            yield from self.phase_d(p)

    def schadenfreude(self):
        for p in self.order():
            if self.player((p - 1) % self.n)["exploded"]:
                what = yield from self.choose(p, self.of_value(2))
                if what:
                    self.take(p, what)

    def phase_a(self):
        able = [p for p in self.order() if not self.player(p)["exploded"]]
        best = max((self.player(p)["scoring"] for p in able), default=None)
        for p in able:
            if self.player(p)["scoring"] == best:
                for _ in range(2 if self.card("pot-is-full") else 1):
                    yield from self.roll(p)

    def phase_b(self):
        blacks = [self.count(p, "black") for p in range(self.n)]
        for p in self.order():
            last_two = copy(self.player(p)["pot"][-2:][::-1])               # the last chip first
            yield from self.black(p, blacks)
            if self.book("green", 3):
                yield from self.green_3(p)
            yield from self.purple(p)
            for entry in last_two:
                if colour(entry["chip"]) == "green" and not entry["inert"]:
                    yield from self.green(p, entry["chip"])

    def black(self, p, blacks):
        mine, neighbours = blacks[p], [blacks[(p - 1) % self.n], blacks[(p + 1) % self.n]]
        if self.n == 2:
            droplet, ruby = 0 < mine >= neighbours[0], mine > neighbours[0]
        else:
            droplet, ruby = mine > min(neighbours), mine > max(neighbours)
        if droplet:
            yield from self.move_droplet(p)
        self.player(p)["rubies"] += ruby

    def green_3(self, p):
        me = self.player(p)
        greens = [e["chip"] for e in me["pot"] if colour(e["chip"]) == "green" and not e["inert"]]
        if self.whites(p) != 7 or not greens or self.full(p):
            return
        if (yield from self.ask(p, "bonus", ["bonus take", "bonus leave"])) == "bonus take":
            me["pot"][-1]["at"] = min(LAST, self.position(p) + sum(value(c) for c in greens))
            me["scoring"] = self.position(p) + 1

    def green(self, p, chip):
        """Greens 1, 2 and 4, for one green among the last two."""
        me = self.player(p)
        if self.book("green", 1):
            me["rubies"] += 1
        elif self.book("green", 2):
            chips = {1: ["orange1"], 2: ["blue1", "red1"], 4: ["yellow1", "purple1"]}[value(chip)]
            answer = yield from self.ask(p, "pick", ["pick none"] + ["pick " + c for c in self.available(*chips)])
            if answer != "pick none":
                self.take(p, answer.split()[1])
        elif self.book("green", 4) and me["rubies"] and self.ways(p):
            if (yield from self.ask(p, "pay", ["pay yes", "pay no"])) == "pay yes":
                me["rubies"] -= 1
                yield from self.move_droplet(p)

    def purple(self, p):
        count = self.count(p, "purple")
        if self.book("purple", 3):
            for e in self.player(p)["pot"]:
                if colour(e["chip"]) == "purple" and not e["inert"]:
                    self.player(p)["points"] += min(3, COINS[e["at"]] // 10)
            return
        tiers = [t for t in (1, 2, 3) if t <= count and (not self.book("purple", 4) or self.upgrades(p, t))]
        answer = yield from self.ask(p, "purple", [f"purple {t}" for t in [0] + tiers])
        tier = int(answer.split()[1])
        if tier:
            act = {1: self.purple_1, 2: self.purple_2, 4: self.purple_4}[self.options["books"]["purple"]]
            yield from act(p, tier)

    def purple_1(self, p, tier):
        me = self.player(p)
        me["points"] += (0, 1, 1, 2)[tier]
        me["rubies"] += tier == 2
        if tier == 3:
            yield from self.move_droplet(p)

    def purple_2(self, p, tier):
        me = self.player(p)
        for _ in range(tier):
            self.out_of_pot(p, "purple1")
        for chip in ((), ("black1",), ("green1", "blue2"), ("yellow4",))[tier]:
            self.take(p, chip)
        me["points"] += (0, 1, 3, 6)[tier]
        me["rubies"] += tier in (1, 3)
        yield from self.move_droplet(p, (0, 0, 1, 2)[tier])

    def upgrades(self, p, tier):
        """Purple 4: what can leave the pot, and for what: {old: new}."""
        old, new = {1: (1, 2), 2: (2, 4), 3: (1, 4)}[tier]
        lying = {e["chip"] for e in self.player(p)["pot"]}
        return {f"{c}{old}": f"{c}{new}" for c in STEPPED
                if f"{c}{old}" in lying and self.available(f"{c}{new}")}

    def purple_4(self, p, tier):
        swaps = self.upgrades(p, tier)
        answer = yield from self.ask(p, "purple", ["upgrade " + old for old in swaps])
        old = answer.split()[1]
        self.out_of_pot(p, old)
        self.take(p, swaps[old])

    def out_of_pot(self, p, chip):
        """The one placed first, to the supply (Q8); `fresh` tells whether the last drawn still lies there."""
        me = self.player(p)
        drawn = [e for e in me["pot"] if not e["inert"] and not (self.book("red", 2) and colour(e["chip"]) == "red")]
        gone = next(e for e in me["pot"] if e["chip"] == chip and not (chip == "purple1" and e["inert"]))
        if drawn and gone is drawn[-1]:
            me["fresh"] = False
        me["pot"] = [e for e in me["pot"] if e is not gone]
        self.s["supply"][chip] += 1

    def phase_c(self, p):
        me = self.player(p)
        if me["scoring"] in RUBY:
            me["rubies"] += 2 if self.card("shining-bright") else 1
            me["points"] += 2 if self.card("lucky-devil") else 0

    def phase_d(self, p):
        me, both = self.player(p), ["score points", "score coins"]
        if me["exploded"] and not me["covered"]:
            both = [(yield from self.ask(p, "score", both))]
        if "score points" in both:
            me["points"] += POINTS[me["scoring"]]
        if "score coins" in both:
            me["coins"] = COINS[me["scoring"]]

    # -- E and F, or the end

    def coins_and_rubies(self):
        s = self.s
        for p in self.order():
            yield from self.last_points(p) if s["turn"] == 9 else self.buy(p)
        if self.card("magic-potion"):
            for q in s["players"]:
                q["flask"] = True
        if s["turn"] < 9:
            for p in self.order():
                yield from self.spend_rubies(p)
        rank = [(q["points"], q["scoring"]) for q in s["players"]]          # Q9.2
        self.clean_up()
        if s["turn"] == 9:
            s["phase"], s["winners"] = "over", [p for p in range(self.n) if rank[p] == max(rank)]
        else:
            s["turn"], s["start"] = s["turn"] + 1, (s["start"] + 1) % self.n

    def buy(self, p):
        """E, one question a chip; a seat with 0 coins has none."""
        me = self.player(p)
        while me["coins"] and len(me["bought"]) < 2:
            had = {colour(c) for c in me["bought"]}
            chips = [c for c in self.available(*CHIPS)
                     if colour(c) not in had and price(c, self.options) <= me["coins"]]
            answer = yield from self.ask(p, "buy", ["buy done"] + ["buy " + c for c in chips])
            if answer == "buy done":
                break
            chip = answer.split()[1]
            me["coins"] -= price(chip, self.options)
            me["bought"].append(chip)
            self.s["supply"][chip] -= 1
        me["coins"] = 0

    def last_points(self, p):
        """Q9.1, in the place of E: glasses first, then coins and rubies become points."""
        me, answer = self.player(p), None
        while answer != "rubies done":
            glass = me["rubies"] >= 2 and "step tube" in self.ways(p)
            answer = yield from self.ask(p, "rubies", ["rubies done"] + ["rubies droplet"] * glass)
            if answer == "rubies droplet":
                me["rubies"] -= 2
                yield from self.move_droplet(p)
        me["points"] += me["coins"] // 5 + me["rubies"] // 2
        me["coins"], me["rubies"] = 0, me["rubies"] % 2

    def spend_rubies(self, p):
        me, answer = self.player(p), None
        while answer != "rubies done":
            actions = ["rubies done"]
            if me["rubies"] >= 2:
                actions += ["rubies droplet"] * bool(self.ways(p)) + ["rubies flask"] * (not me["flask"])
            answer = yield from self.ask(p, "rubies", actions)
            if answer == "rubies droplet":
                me["rubies"] -= 2
                yield from self.move_droplet(p)
            elif answer == "rubies flask":
                me["rubies"] -= 2
                me["flask"] = True

    def clean_up(self):
        for me in self.s["players"]:
            for chip in [e["chip"] for e in me["pot"]] + me["bought"]:
                me["bag"][chip] += 1
            me.update(cleaned_up())

    # -- state and view

    def pending(self, full=True):
        entries = [{"kind": self.asked[p][0], "seat": p} for p in sorted(self.asked)]
        if full and entries and not self.portable():
            base = pickle.loads(self.base) if self.base else None
            entries[0]["since"] = {"entry": self.entry, "base": base, "trail": self.trail}
        return entries

    def state(self, full=True):
        return copy({**self.s, "pending": self.pending(full)})

    def hash(self):
        return hashlib.sha256(json.dumps(self.state(False), sort_keys=True).encode()).hexdigest()[:16]

    def view(self, seat):
        """What the seat (None: a spectator) may know."""
        out = self.state(False)
        for p, player in enumerate(out["players"]):
            if p != seat:
                player["offer"] = [None] * len(player["offer"])
                player["commit"] = player["commit"] and "hidden"
        return out

    def decisions(self):
        return [{"seat": p, "kind": self.asked[p][0], "actions": list(self.asked[p][1])} for p in sorted(self.asked)]

    def report(self):
        """What chance did, in the protocol's order: first, fortune, then the seats from the start player on."""
        def place(entry):
            if "seat" in entry:
                return 2 + (entry["seat"] - self.s["start"]) % self.n
            return "fortune" in entry
        return copy(sorted(self.chance.reported, key=place))


def better(chip):
    """The next value of a chip's colour (Opportunistic Moment)."""
    after = {1: 2, 2: 4}.get(value(chip))
    return f"{colour(chip)}{after}" if after and colour(chip) in STEPPED else None


# ---------------------------------------------------------------- setup

def need(fact, what):
    if not fact:
        raise Refusal("bad-state", what)


def load_state(given, chance):
    """The game a printed state describes, or bad-state."""
    try:
        given = json.loads(json.dumps(given))           # so that no two places share an object
        n = len(given["players"])
        need(given["game"] == "quacks" and 2 <= n <= 4, "game or players")
        given["options"] = complete_options(given["options"], n)
        pending = given["pending"]
        if pending and "since" in pending[0]:
            since = pending[0]["since"]
            base = pickle.dumps(since["base"]) if since["base"] is not None else None
            game = Rules.load((given["options"], n, since["entry"], base, since["trail"]), chance)
            need(game.state() == given, "the base and what happened since do not lead here")
            return game
        entry = pending[0]["kind"] if pending else "over"
        need(entry in ("brew", "buy", "over"), "pending")
        del given["pending"]
        check_state(given, n, entry)
        game = Rules.load((given["options"], n, entry, pickle.dumps(given), []), chance)
        need(game.pending() == pending, "these seats have not this to decide")
        return game
    except Refusal as r:
        raise Refusal("bad-state", str(r)) from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, StopIteration) as e:
        raise Refusal("bad-state", f"{type(e).__name__}: {e}") from None


def check_state(s, n, entry):
    sample = Rules(s["options"], n, None).s
    need(set(s) == set(sample), "fields")
    need(s["phase"] == {"brew": "potions", "buy": "evaluation", "over": "over"}[entry], "phase")
    need(is_int(s["turn"], 1, 9) and is_int(s["start"], 0, n - 1), "turn or start")
    need(entry != "over" or s["turn"] == 9, "turn")
    left = s["fortune"]["left"]
    need(set(s["fortune"]) == {"card", "left"} and left == sorted(set(left)), "fortune")
    need({s["fortune"]["card"], *left} <= set(FORTUNES) and s["fortune"]["card"] not in left, "fortune")
    need(len(left) >= 9 - s["turn"], "too few fortune cards")
    winners = s["winners"]
    need((winners is None) == (entry != "over"), "winners")
    need(winners is None or winners and winners == sorted({w for w in winners if is_int(w, 0, n - 1)}), "winners")
    everything = Counter(s["supply"])
    need(set(s["supply"]) == set(CHIPS) and all(is_int(k, 0, 216) for k in s["supply"].values()), "supply")
    for me in s["players"]:
        need(set(me) == set(sample["players"][0]), "fields of a player")
        check_player(me, s, entry)
        everything += Counter(me["bag"]) + Counter(me["beside"]) + Counter(me["bought"])
        everything += Counter(e["chip"] for e in me["pot"])
    need(everything == Counter(CHIPS), "chips do not add up")


def check_player(me, s, entry):
    red_2, second = s["options"]["books"]["red"] == 2, s["fortune"]["card"] == "second-chance"
    need(all(is_int(me[k], 0, 10 ** 6) for k in ("points", "rubies")), "points or rubies")
    need(is_int(me["droplet"], 0, 51) and is_int(me["tube"], 0, 12 * (s["options"]["pot"] == "tubes")), "droplet or tube")
    need(is_int(me["origin"], 0, 51) and is_int(me["rats"], 0, 51) and is_int(me["window"], 0, 4), "origin, rats or window")
    for key in ("flask", "fresh", "covered", "doubling", "stopped", "exploded", "offered"):
        need(type(me[key]) is bool, key)
    need(set(me["bag"]) == set(CHIPS) and all(is_int(k, 0, 216) for k in me["bag"].values()), "bag")
    need(me["beside"] == sorted(me["beside"]) and all(c in CHIPS and colour(c) == "red" and red_2 for c in me["beside"]), "beside")
    need(me["hand"] is None and me["offer"] == [] and all(c in CHIPS for c in me["drawn"]), "hand, offer or drawn")
    places = [me["origin"]] + [e["at"] for e in me["pot"]]
    need(all(is_int(b, a + 1, LAST) for a, b in zip(places, places[1:])), "places in the pot")
    need(all(set(e) == {"chip", "at", "inert"} and type(e["inert"]) is bool for e in me["pot"]), "pot")
    need(not me["fresh"] or me["drawn"] and (entry == "buy" or me["pot"][-1]["chip"] == me["drawn"][-1]), "fresh")
    need(me["commit"] in (None, "draw", "stop") and (entry == "brew" or me["commit"] is None), "commit")
    need(me["commit"] is None or s["options"]["together"] or s["turn"] == 9, "commit")
    need((me["saved"] is not None) == (second and entry != "over"), "saved")
    if me["saved"] is not None:
        need(set(me["saved"]) == {"points", "rubies", "flask", "bag", "beside"}, "saved")
        need(set(me["saved"]["bag"]) == set(CHIPS) and type(me["saved"]["beside"]) is list, "saved")
        now = Counter(me["bag"]) + Counter(me["beside"]) + Counter(e["chip"] for e in me["pot"])
        then = Counter(me["saved"]["bag"]) + Counter(me["saved"]["beside"])
        need(entry != "brew" or now == then, "saved")
    if entry == "buy":
        need(s["turn"] < 9 and is_int(me["scoring"], 1, 53) and is_int(me["coins"], 0, 35), "scoring, coins or turn")
        need(len({colour(c) for c in me["bought"]}) == len(me["bought"]) <= 2, "bought")
    else:
        need(me["scoring"] is None and me["coins"] == 0 and me["bought"] == [], "scoring, coins or bought")
    if entry == "over":
        need(all(me[k] == v for k, v in cleaned_up().items()), "not cleaned up")


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
        return {"name": "quacks-oracle", "version": "1", "protocol": 1, "games": ["quacks"]}

    def op_new(self, req):
        if req.get("game") != "quacks":
            raise Refusal("bad-option", "game: quacks")
        if not is_int(req.get("players"), 2, 4):
            raise Refusal("bad-option", "players: 2-4")
        seed = read_seed(req.get("seed", secrets.token_hex(32)))
        options = complete_options(req.get("options", {}), req["players"])
        kept = self.chance.save()
        self.chance.reseed(seed)
        self.chance.reported = []
        rules = Rules(options, req["players"], self.chance)
        try:
            rules.begin("new")
        except Refusal:
            self.chance.load(kept)
            raise
        self.rules = rules
        return {"seed": seed, "chance": rules.report(), "state_hash": rules.hash()}

    def op_setup(self, req):
        if "state" not in req:
            raise Refusal("bad-request", "state is missing")
        seed = read_seed(req.get("seed", 0))
        self.rules = load_state(req["state"], self.chance)
        self.chance.reseed(seed)
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
        return {"decisions": self.rules.decisions()}

    def op_apply(self, req):
        self.need_game()
        seat, action, asked = req.get("seat"), req.get("action"), self.rules.asked
        if type(seat) is not int or type(action) is not str:
            raise Refusal("bad-request", "seat: a number; action: a text")
        if not asked:
            raise Refusal("game-over", "the game is over")
        if seat not in asked:
            raise Refusal("not-your-decision", f"seats that decide: {sorted(asked)}")
        kind, actions = asked[seat]
        if action not in actions:
            raise Refusal("illegal-action", f"{action}: not one of the answers to {kind}", CITED[kind])
        kept = self.rules.save(), self.chance.save()
        self.chance.reported = []
        try:
            self.rules.apply(seat, action)
        except Refusal:
            self.rules = Rules.load(kept[0], self.chance)
            self.chance.load(kept[1])
            raise
        events = [{"type": kind, "seat": seat, "rule": CITED[kind], "action": action}]
        return {"events": events, "chance": self.rules.report(), "state_hash": self.rules.hash()}

    def op_force(self, req):
        entries = req.get("chance")
        if type(entries) is not list:
            raise Refusal("bad-request", "chance: a list")
        kinds = {"first", "wizards", "card", "fortune", "draw", "die"}
        for e in entries:
            if type(e) is not dict or len(set(e) - {"seat"}) != 1 or not set(e) - {"seat"} <= kinds:
                raise Refusal("bad-request", "chance: one outcome to an entry")
            if ("draw" in e or "die" in e) and type(e.get("seat")) is not int:
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
