"""Potions of the Quacks, chip by chip (Q5)."""

from quacks_box import colour, is_white, value
from quacks_hands import Hands
from referee import copy


class Brewing(Hands):
    """Everyone's potion."""

    # -- potions (Q5)

    def potions(self):
        self.not_drawn = []                             # Strong Ingredient's chips and late reds
        for p in self.order():
            self.stop_if_nothing_is_left(p)
        if self.options["together"] or self.last_turn():
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
                red = action.split()[1]
                self.back_into_bag(p, red)
                self.player(p)["returned"] = sorted(self.player(p)["returned"] + [red])
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
        return actions + ["bag " + red for red in me["beside"] if self.may_return(p, red)]

    def may_return(self, p, red):
        """Q8 red 2: fewer of a kind go back in a potion than the seat owns in bag and beside together (0.1.0: only those
        that lay there before the potion, so were not drawn since)."""
        me = self.player(p)
        if self.s.get("rules") == "0.1.0":
            return me["beside"].count(red) > me["drawn"].count(red)
        return me["returned"].count(red) < me["bag"][red] + me["beside"].count(red)

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
        party = self.number("cards.pumpkin-party.spaces", 1) * (self.card("pumpkin-party") and colour(chip) == "orange")
        if extra and (yield from self.ask(p, "bonus", ["bonus take", "bonus leave"])) == "bonus leave":
            extra = 0
        return value(chip) + extra + party

    def movement_bonus(self, p, chip):
        """What chip actions add: yellow 2, red 1, red 3, red 4, yellow 4."""
        me = self.player(p)
        extra = value(chip) * (self.number("books.yellow2.times", 2) - 1) if me["doubling"] else 0
        if colour(chip) == "red" and self.book("red", 1):
            oranges = self.count(p, "orange")
            many = oranges >= self.number("books.red1.oranges", 3)
            extra += self.number("books.red1.many", 2) if many else self.number("books.red1.few", 1) if oranges else 0
        if colour(chip) == "red" and self.book("red", 3) and me["pot"] and is_white(me["pot"][-1]["chip"]):
            extra += value(me["pot"][-1]["chip"]) * self.number("books.red3.times", 1)
        if chip == "white1" and self.book("red", 4) and self.count(p, "red"):
            extra += self.number("books.red4.spaces", 1)
        if colour(chip) == "yellow" and self.book("yellow", 4):
            nth = self.count(p, "yellow") + 1
            extra += self.number(f"books.yellow4.spaces.{nth}", nth) if nth <= 3 else 0
        return extra

    def explodes(self, p):
        """Q5.3, and the protection of a safe Second Chance (Q7, Q12), after a chip was placed."""
        me = self.player(p)
        safe = self.card("second-chance") and self.options["second_chance"] == "safe"
        if safe and not me["offered"] and len(me["pot"]) <= self.number("cards.second-chance.chips", 5):
            return False
        return self.whites(p) > self.limit(p)

    def limit(self, p):
        limits, yellows = [self.number("explosion.limit", 7)], self.count(p, "yellow") * self.book("yellow", 3)
        if self.card("living-in-luxury"):
            limits.append(self.number("cards.living-in-luxury.limit", 9))
        if yellows:
            limits.append(self.number("books.yellow3.few", 8))
        if yellows >= self.number("books.yellow3.yellows", 3):
            limits.append(self.number("books.yellow3.many", 9))
        return max(limits)

    def chip_action(self, p, chip, white_before):
        """The action of the chip just placed; an exploding one only pays (Q5.3), a full pot takes
        no further chip (Q1.2)."""
        me = self.player(p)
        if colour(chip) == "blue" and self.rubies_at(me["pot"][-1]["at"]):
            rubies = self.number("books.blue3.rubies", 1) * self.book("blue", 3)
            points = self.number(f"books.blue4.points.{value(chip)}", value(chip)) * self.book("blue", 4)
            if rubies + points and (yield from self.takes(p, chip)):
                me["rubies"] += rubies
                me["points"] += points
        if me["exploded"]:
            return
        if colour(chip) == "blue" and self.book("blue", 2):
            me["window"] = max(me["window"], self.number(f"books.blue2.draws.{value(chip)}", value(chip)))
        if colour(chip) == "yellow" and self.book("yellow", 1) and white_before:
            if (yield from self.ask(p, "return", ["return yes", "return no"])) == "return yes":
                me["bag"][me["pot"].pop(-2)["chip"]] += 1
        if colour(chip) == "yellow" and self.book("yellow", 2):
            me["doubling"] = not self.full(p)
        if colour(chip) == "blue" and self.book("blue", 1) and not self.full(p):
            picked = yield from self.pick(p, self.number(f"books.blue1.looks.{value(chip)}", value(chip)))
            if picked:
                yield from self.chip_drawn(p, picked)

    def second_chance(self, p):
        me = self.player(p)
        if not self.card("second-chance") or me["offered"] or not self.offer_is_due(p):
            return
        me["offered"] = True
        if (yield from self.ask(p, "restart", ["restart yes", "restart no"])) == "restart yes":
            me.update(copy(me["saved"]))
            me.update(pot=[], drawn=[], returned=[], fresh=False, window=0, covered=False, doubling=False,
                      stopped=False, exploded=False)

    def offer_is_due(self, p):
        """A whole pot with five chips or more; if risky (Q12) also one that exploded with at most five."""
        me, five = self.player(p), self.number("cards.second-chance.chips", 5)
        if me["exploded"]:
            return self.options["second_chance"] == "risky" and len(me["pot"]) <= five
        return len(me["pot"]) >= five

    def strong_ingredient(self, p):
        """Q7: its value only, no explosion, no action; what it is in B is an option (Q12)."""
        me = self.player(p)
        if me["exploded"] or self.full(p):
            return
        chip = yield from self.pick(p, self.number("cards.strong-ingredient.chips", 5))
        if chip:
            me["bag"][chip] -= 1
            self.place(p, chip, value(chip), inert=self.options["strong_ingredient"] == "inert")
            self.not_drawn.append(me["pot"][-1])

    def late_reds(self, p):
        """Book red 2, when all is drawn; what goes back now is not in `returned`."""
        me, action = self.player(p), None
        while action != "red done":
            places = [] if self.full(p) else ["place " + red for red in me["beside"]]
            bags = ["bag " + red for red in me["beside"]]
            action = yield from self.ask(p, "red", places + bags + ["red done"])
            verb, red = action.split()
            if verb == "place":
                me["beside"].remove(red)
                self.place(p, red, value(red))
                self.not_drawn.append(me["pot"][-1])
            elif verb == "bag":
                self.back_into_bag(p, red)
