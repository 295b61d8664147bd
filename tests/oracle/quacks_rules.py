"""The turns of the Quacks: Fortune Teller cards (Q7) and the evaluation (Q6)."""

from quacks_box import CHIPS, DROPLET_LIMIT, LAST, POINTS, STEPPED, better, colour, price, value
from quacks_brewing import Brewing
from quacks_hands import cleaned_up
from referee import copy


class Rules(Brewing):
    """Turns, Fortune Teller cards, and what a potion is worth."""

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
        if s["turn"] == self.number("turns.white", 6):
            for _ in range(self.number("turns.whites", 1)):
                for p in self.order():
                    self.give(p, "white1")
        self.given_up = [0] * self.n                                        # Good Start
        if self.options["fortune"] == "on":                                 # Q12
            yield from self.turn_up_card()
        for p in self.order():
            yield from self.rats(p)
        for me in s["players"]:
            if self.card("second-chance"):
                me["saved"] = copy({k: me[k] for k in ("points", "rubies", "flask", "bag", "beside")})
        s["phase"] = "potions"

    def turn_up_card(self):
        fortune = self.s["fortune"]
        fortune["card"] = self.chance.event("fortune", None, fortune["left"])
        fortune["left"].remove(fortune["card"])
        act = getattr(self, "card_" + fortune["card"].replace("-", "_"), None)
        if act:
            yield from act() or ()

    def rats(self, p):
        """Q4; with the option of Q12 as many tails as the player wants, of those that move the rat stone."""
        me = self.player(p)
        times = self.number("cards.rat-infestation.times", 2) if self.card("rat-infestation") else 1
        tails, spaces = max(0, self.tails(p) * times - self.given_up[p]), self.number("rats.spaces", 1)
        room = self.number("droplet.last", DROPLET_LIMIT) - me["droplet"]                       # Q1.3
        if self.options["optional"] == "asked":
            useful = [k for k in range(1, tails + 1) if spaces and (k - 1) * spaces < room]
            tails = int((yield from self.ask(p, "rats", [f"rats {k}" for k in [0] + useful])).split()[1])
        me["rats"] = min(room, tails * spaces)
        me["origin"] = me["droplet"] + me["rats"]

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
                yield from self.move_droplet(p, self.number("cards.choose-wisely.droplet", 2))
            else:
                self.take(p, what)

    def card_pot_filling(self):
        for p in self.order():
            yield from self.move_droplet(p, self.number("cards.pot-filling.droplet", 1))

    def card_charity(self):
        fewest = min(q["rubies"] for q in self.s["players"])
        for q in self.s["players"]:
            q["rubies"] += (q["rubies"] == fewest) * self.number("cards.charity.rubies", 1)

    def card_less_is_more(self):
        sums = {p: sum(value(c) for c in self.look(p, self.number("cards.less-is-more.chips", 5))) for p in self.order()}
        for p in self.order():
            if sums[p] == min(sums.values()):
                self.take(p, "blue2")
            else:
                self.player(p)["rubies"] += self.number("cards.less-is-more.rubies", 1)

    def card_only_one(self):
        for p in self.order():
            what = yield from self.choose(p, ["rubies"] + self.available("black1") + self.of_value(2))
            if what == "rubies":
                self.player(p)["rubies"] += self.number("cards.only-one.rubies", 3)
            else:
                self.take(p, what)

    def card_wheel_and_deal(self):
        cost = self.number("cards.wheel-and-deal.rubies", 1)
        for p in self.order():
            chips = self.of_value(1, ("orange",) + STEPPED) if self.player(p)["rubies"] >= cost else []
            what = yield from self.choose(p, ["none"] + chips)
            if what != "none":
                self.player(p)["rubies"] -= cost
                self.take(p, what)

    def card_good_start(self):
        for p in self.order():
            most = min(self.number("cards.good-start.tails", 3), self.tails(p))
            what = yield from self.choose(p, ["rats"] + [f"tails {k}" for k in range(1, most + 1)])
            if what != "rats":
                self.given_up[p] = int(what.split()[1])
                self.player(p)["rubies"] += self.given_up[p] * self.number("cards.good-start.rubies", 1)

    def card_donations(self):
        for p in self.order():
            yield from self.roll(p)

    def card_opportunistic(self):
        for p in self.order():
            me = self.player(p)
            seen = self.look(p, self.number("cards.opportunistic.chips", 4))
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
                me["points"] += self.number("cards.just-in-time.points", 4)
            else:
                me["bag"]["white1"] -= 1
                self.s["supply"]["white1"] += 1

    def card_rats_are_friends(self):
        tails = [self.tails(p) for p in range(self.n)]
        for p in self.order():
            what = yield from self.choose(p, ["points"] + self.of_value(4))
            if what == "points":
                self.player(p)["points"] += tails[p] * self.number("cards.rats-are-friends.points", 1)
            else:
                self.take(p, what)

    # -- evaluation (Q6)

    def evaluate(self):
        if self.card("seasoned-perfectly"):
            for p in self.order():
                if self.whites(p) == self.number("cards.seasoned-perfectly.whites", 7):
                    yield from self.move_droplet(p, self.number("cards.seasoned-perfectly.droplet", 1))
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
                rolls = self.number("cards.pot-is-full.rolls", 2) if self.card("pot-is-full") else self.number("die.rolls", 1)
                for _ in range(rolls):
                    yield from self.roll(p)

    def phase_b(self):
        blacks = [self.count(p, "black") for p in range(self.n)]
        for p in self.order():
            last_two = copy(self.player(p)["pot"][-2:][::-1])[:self.number("books.green.last", 2)]  # the last chip first
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
        if not droplet:
            return
        steps, rubies = (self.number(f"books.black.{what}.{1 + ruby}", n) for what, n in (("droplet", 1), ("rubies", int(ruby))))
        if (rubies or steps and self.ways(p)) and not (yield from self.takes(p, "black1")):
            return
        yield from self.move_droplet(p, steps)
        self.player(p)["rubies"] += rubies

    def green_3(self, p):
        me = self.player(p)
        greens = [e["chip"] for e in me["pot"] if colour(e["chip"]) == "green" and not e["inert"]]
        spaces = sum(value(c) for c in greens) * self.number("books.green3.times", 1)
        if self.whites(p) != self.number("books.green3.whites", 7) or not spaces or self.full(p):
            return
        if (yield from self.ask(p, "bonus", ["bonus take", "bonus leave"])) == "bonus take":
            me["pot"][-1]["at"] = min(LAST, self.position(p) + spaces)
            me["scoring"] = self.position(p) + 1

    def green(self, p, chip):
        """Greens 1, 2 and 4, for one green among the last two."""
        me = self.player(p)
        if self.book("green", 1):
            rubies = self.number("books.green1.rubies", 1)
            if rubies and (yield from self.takes(p, chip)):
                me["rubies"] += rubies
        elif self.book("green", 2):
            chips = {1: ["orange1"], 2: ["blue1", "red1"], 4: ["yellow1", "purple1"]}[value(chip)]
            answer = yield from self.ask(p, "pick", ["pick none"] + ["pick " + c for c in self.available(*chips)])
            if answer != "pick none":
                self.take(p, answer.split()[1])
        elif self.book("green", 4) and self.ways(p):
            cost, steps = self.number("books.green4.rubies", 1), self.number("books.green4.droplet", 1)
            if me["rubies"] < cost or not steps:
                return
            if (yield from self.ask(p, "pay", ["pay yes", "pay no"])) == "pay yes":
                me["rubies"] -= cost
                yield from self.move_droplet(p, steps)

    def purple(self, p):
        count = self.count(p, "purple")
        if self.book("purple", 3):
            points = sum(min(self.number("books.purple3.most", 3), self.coins_at(e["at"]) // self.number("books.purple3.coins", 10))
                         for e in self.player(p)["pot"] if colour(e["chip"]) == "purple" and not e["inert"])
            if points and (yield from self.takes(p, "purple1")):
                self.player(p)["points"] += points
            return
        tiers = [t for t in (1, 2, 3) if t <= count and (not self.book("purple", 4) or self.upgrades(p, t))]
        answer = yield from self.ask(p, "purple", [f"purple {t}" for t in [0] + tiers])
        tier = int(answer.split()[1])
        if tier:
            act = {1: self.purple_1, 2: self.purple_2, 4: self.purple_4}[self.options["books"]["purple"]]
            yield from act(p, tier)

    def purple_1(self, p, tier):
        me = self.player(p)
        me["points"] += self.number(f"books.purple1.points.{tier}", (0, 1, 1, 2)[tier])
        me["rubies"] += self.number(f"books.purple1.rubies.{tier}", int(tier == 2))
        yield from self.move_droplet(p, self.number(f"books.purple1.droplet.{tier}", int(tier == 3)))

    def purple_2(self, p, tier):
        me = self.player(p)
        for _ in range(tier):
            self.out_of_pot(p, "purple1")
        for chip in ((), ("black1",), ("green1", "blue2"), ("yellow4",))[tier]:
            self.take(p, chip)
        me["points"] += self.number(f"books.purple2.points.{tier}", (0, 1, 3, 6)[tier])
        me["rubies"] += self.number(f"books.purple2.rubies.{tier}", int(tier in (1, 3)))
        yield from self.move_droplet(p, self.number(f"books.purple2.droplet.{tier}", (0, 0, 1, 2)[tier]))

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
        drawn = [e for e in me["pot"] if not e["inert"] and not any(e is other for other in self.not_drawn)]
        gone = next(e for e in me["pot"] if e["chip"] == chip and not (chip == "purple1" and e["inert"]))
        if drawn and gone is drawn[-1]:
            me["fresh"] = False
        me["pot"] = [e for e in me["pot"] if e is not gone]
        self.s["supply"][chip] += 1

    def phase_c(self, p):
        me = self.player(p)
        rubies = self.rubies_at(me["scoring"])
        if rubies:
            me["rubies"] += rubies + (self.number("cards.shining-bright.rubies", 1) if self.card("shining-bright") else 0)
            me["points"] += self.number("cards.lucky-devil.points", 2) if self.card("lucky-devil") else 0

    def phase_d(self, p):
        me, both = self.player(p), ["score points", "score coins"]
        if me["exploded"] and not me["covered"]:
            both = [(yield from self.ask(p, "score", both))]
        if "score points" in both:
            me["points"] += self.number(f"spaces.points.{me['scoring']}", POINTS[me["scoring"]])
        if "score coins" in both:
            me["coins"] = self.coins_at(me["scoring"])

    # -- E and F, or the end

    def coins_and_rubies(self):
        s = self.s
        for p in self.order():
            yield from self.last_points(p) if self.last_turn() else self.buy(p)
        if self.card("magic-potion"):
            for q in s["players"]:
                q["flask"] = True
        if not self.last_turn():
            for p in self.order():
                yield from self.spend_rubies(p)
        rank = [(q["points"], q["scoring"]) for q in s["players"]]          # Q9.2
        self.clean_up()
        if self.last_turn():
            s["phase"], s["winners"] = "over", [p for p in range(self.n) if rank[p] == max(rank)]
        else:
            s["turn"], s["start"] = s["turn"] + 1, (s["start"] + 1) % self.n

    def buy(self, p):
        """E, one question a chip; a seat with 0 coins has none."""
        me = self.player(p)
        while me["coins"] and len(me["bought"]) < self.number("shop.chips", 2):
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
        me, answer, cost = self.player(p), None, self.number("rubies.droplet", 2)
        while answer != "rubies done":
            glass = me["rubies"] >= cost and "step tube" in self.ways(p)
            answer = yield from self.ask(p, "rubies", ["rubies done"] + ["rubies droplet"] * glass)
            if answer == "rubies droplet":
                me["rubies"] -= cost
                yield from self.move_droplet(p)
        rubies = self.number("end.rubies", 2)
        me["points"] += me["coins"] // self.number("end.coins", 5) + me["rubies"] // rubies
        me["coins"], me["rubies"] = 0, me["rubies"] % rubies

    def spend_rubies(self, p):
        me, answer = self.player(p), None
        step, flask = self.number("rubies.droplet", 2), self.number("rubies.flask", 2)
        while answer != "rubies done":
            actions = ["rubies done"] + ["rubies droplet"] * (me["rubies"] >= step and bool(self.ways(p)))
            actions += ["rubies flask"] * (me["rubies"] >= flask and not me["flask"])
            answer = yield from self.ask(p, "rubies", actions)
            if answer == "rubies droplet":
                me["rubies"] -= step
                yield from self.move_droplet(p)
            elif answer == "rubies flask":
                me["rubies"] -= flask
                me["flask"] = True

    def clean_up(self):
        for me in self.s["players"]:
            for chip in [e["chip"] for e in me["pot"]] + me["bought"]:
                me["bag"][chip] += 1
            me.update(cleaned_up())
