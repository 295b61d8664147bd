"""A game of the Quacks without its rules: chance, questions, copies, chips that are moved, states and views."""

import hashlib
import pickle

from quacks_box import (ASKED_ANYWAY, CHIPS, COINS, DIE, DROPLET_LIMIT, FORTUNES, GLASSES, LAST, RUBY, START_BAG,
                        START_RUBIES, colour, is_white, number, tails_between, value)
from referee import Refusal, copy


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


def new_player(options):
    return {"points": number(options, "start.points", 0), "rubies": number(options, "start.rubies", START_RUBIES),
            "droplet": number(options, "start.droplet", 0), "tube": 0, "flask": number(options, "start.flask", 1) == 1,
            "bag": {c: number(options, f"bag.{c}", START_BAG.get(c, 0)) for c in CHIPS}, "beside": [], **cleaned_up()}


def cleaned_up():
    """The fields of a turn after the clean-up of F."""
    return {"rats": 0, "origin": 0, "pot": [], "drawn": [], "returned": [], "fresh": False, "hand": None, "offer": [],
            "commit": None, "window": 0, "covered": False, "doubling": False, "stopped": False, "exploded": False, "scoring": None,
            "bought": [], "coins": 0, "offered": False, "saved": None}


class Hands:
    """The base of a game without its rules: `s` is the printed state without pending, `asked` the open questions."""

    def __init__(self, options, n, chance, older=None):
        self.options, self.n, self.chance = options, n, chance
        self.asked, self.flow = {}, None
        self.entry, self.base, self.trail = "new", None, []
        supply = {c: self.number(f"box.{c}", CHIPS[c]) - n * self.number(f"bag.{c}", START_BAG.get(c, 0)) for c in CHIPS}
        deck = [c for c in FORTUNES if self.number(f"cards.deck.{c}", 1)]
        self.s = {"game": "quacks", "options": options, "turn": 1, "phase": "fortune", "start": 0,
                  "fortune": {"card": None, "left": deck if options["fortune"] == "on" else []}, "supply": supply,
                  "players": [new_player(options) for _ in range(n)], "winners": None}
        if older:
            self.s["rules"] = older

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
            entry = {kind for kind, *_ in self.asked.values()}.pop()
            self.entry, self.base, self.trail = entry, pickle.dumps(self.s), []

    def portable(self):
        kinds = {kind for kind, *_ in self.asked.values()}
        return kinds == {"buy"} or (kinds == {"brew"} and not any(p["hand"] for p in self.s["players"]))

    def apply(self, seat, action):
        self.trail.append([seat, action, self.chance.reported])
        self.go_on((seat, action))

    def save(self):
        return self.options, self.n, self.entry, self.base, copy(self.trail), self.s.get("rules")

    @classmethod
    def load(cls, saved, chance):
        """The saved game, played again from its base with the outcomes it had."""
        options, n, entry, base, trail, older = saved
        script = Chance()
        game = cls(options, n, script, older)
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

    def ask(self, p, kind, actions, *why):
        """A question without answers gives None; a single answer is given unasked. `why`: a chip, or "droplet" (optional)."""
        actions = sorted(set(actions), key=str.encode)
        if not actions:
            return None
        if len(actions) == 1 and kind not in ASKED_ANYWAY:
            return actions[0]
        _, answer = yield {p: (kind, actions, *why)}
        return answer

    def takes(self, p, why):
        """Q12: True, or what the player says to something that may be passed up."""
        if self.options["optional"] == "automatic":
            return True
        return (yield from self.ask(p, "optional", ["optional take", "optional leave"], why)) == "optional take"

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

    def number(self, key, standard):
        return number(self.options, key, standard)

    def last_turn(self):
        return self.s["turn"] == self.number("turns.all", 9)

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
        first = {c: self.number(f"turns.book.{c}", {"yellow": 2, "purple": 3}.get(c, 1)) for c in map(colour, chips)}
        return [c for c in chips if self.s["supply"][c] and not is_white(c) and self.s["turn"] >= first[colour(c)]]

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
        tube = self.options["pot"] == "tubes" and me["tube"] < self.number("tubes.glasses", len(GLASSES) - 1)
        return ["step pot"] * (me["droplet"] < self.number("droplet.last", DROPLET_LIMIT)) + ["step tube"] * tube

    def move_droplet(self, p, steps=1):
        me = self.player(p)
        for _ in range(steps):
            if self.ways(p) and not (yield from self.takes(p, "droplet")):
                continue
            answer = yield from self.ask(p, "step", self.ways(p))
            if answer == "step pot":
                me["droplet"] += 1
            elif answer == "step tube":
                me["tube"] += 1
                self.glass(p, me["tube"])

    def glass(self, p, glass):
        """Q10: the bonus at once; a chip even if its book is not out."""
        bonus, chips = GLASSES[glass], list(CHIPS)
        self.player(p)["rubies"] += self.number(f"tubes.rubies.{glass}", int(bonus == "ruby"))
        self.player(p)["points"] += self.number(f"tubes.points.{glass}", bonus if type(bonus) is int else 0)
        chip = self.number(f"tubes.chip.{glass}", 1 + chips.index(bonus) if bonus in chips else 0)
        if chip:
            self.give(p, chips[chip - 1])

    def roll(self, p):
        """The bonus die with its consequences (Q6 A)."""
        sides = [face for face in dict.fromkeys(DIE) for _ in range(self.number(f"die.sides.{face}", DIE.count(face)))]
        me, face = self.player(p), self.chance.event("die", p, sides)
        reward = self.number(f"die.reward.{face}", value(face) if face.startswith("point") else 1)
        if face in ("point1", "point2"):
            me["points"] += reward
        elif face == "ruby":
            me["rubies"] += reward
        elif face == "orange":
            for _ in range(reward):
                self.take(p, "orange1")
        else:
            yield from self.move_droplet(p, reward)

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
        """Chips of a colour in the pot that act: an inert one of Strong Ingredient does not."""
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
        rats = self.s["turn"] >= self.number("turns.rats", 2)
        return tails_between(self.player(p)["points"], leader, self.options) if rats else 0

    def rubies_at(self, space):
        return self.number(f"spaces.rubies.{space}", int(space in RUBY))

    def coins_at(self, space):
        return self.number(f"spaces.coins.{space}", COINS[space])


    # -- state and view

    def pending(self, full=True):
        entries = [{"kind": self.asked[p][0], "seat": p, **self.why(p)} for p in sorted(self.asked)]
        if full and entries and not self.portable():
            base = pickle.loads(self.base) if self.base else None
            entries[0]["since"] = {"entry": self.entry, "base": base, "trail": self.trail}
        return entries

    def state(self, full=True):
        return copy({**self.s, "pending": self.pending(full)})

    def view(self, seat):
        """What the seat (None: a spectator) may know."""
        out = self.state(False)
        for p, player in enumerate(out["players"]):
            if p != seat:
                player["offer"] = [None] * len(player["offer"])
                player["commit"] = player["commit"] and "hidden"
        return out

    def why(self, p):
        return {"why": why for why in self.asked[p][2:]}

    def decisions(self):
        return [{"seat": p, "kind": self.asked[p][0], **self.why(p), "actions": list(self.asked[p][1])}
                for p in sorted(self.asked)]

    def report(self):
        """What chance did, in the protocol's order: first, fortune, then the seats from the start player on."""
        def place(entry):
            if "seat" in entry:
                return 2 + (entry["seat"] - self.s["start"]) % self.n
            return "fortune" in entry
        return copy(sorted(self.chance.reported, key=place))
