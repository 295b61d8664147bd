"""The rules of Arcane Alley: Stock (A4), turns, effects, inspection and bribe."""

from arcane_box import BOOMERANG, DOLL, PLAYED, SPECIAL, WIZARDS
from arcane_hands import Hands, take_one
from arcane_house import close_up, hidden, learn, place_of, revealed, set_item, sets_of, slots, up_count
from referee import is_int


class Rules(Hands):
    """Stock, turns, and what cards and wizards do."""

    # -- Stock (A4)

    def begin_game(self, older=None):
        o, n = self.options, self.n
        first, wizards = o["first"], [None] * n
        if first is None:
            first = self.chance.event("first", lambda x: is_int(x, 0, n - 1), range(n))
        if o["wizards"] == "random":
            wizards = self.chance.event("wizards", self.wizards_possible, WIZARDS, n)
        elif o["wizards"] != "none":
            wizards = o["wizards"]
        players = [{"wizard": w, "gold": self.v.start["gold"], "infamy": self.v.start["infamy"],
                    "fines": 0, "stash": [], "house": None} for w in wizards]
        self.s = {"game": "arcane", "options": o, "round": 0, "phase": "stock", "first": first,
                  "turn": first, "pending": [], "pool": {}, "deck": {}, "discard": [],
                  "market": None, "aside": {}, "aside_unseen": [], "players": players,
                  "tracker": None, "turns": 0, "triggered_by": None, "winners": None}
        if older:
            self.s["rules"] = older
        self.begin_stock(first)
        self.start()

    def wizards_possible(self, x):
        return (type(x) is list and len(x) == self.n and all(type(w) is str for w in x)
                and len(set(x)) == self.n and set(x) <= set(WIZARDS))

    def begin_stock(self, first):
        s, rows, cols = self.s, self.v.rows, self.v.cols
        s.update(round=s["round"] + 1, phase="stock", first=first, turn=first, discard=[],
                 aside={}, aside_unseen=[], turns=0, triggered_by=None,
                 tracker=1 if self.n == 2 else None,
                 market=[None] * self.v.number["market.slots"] if self.options["market"] else None,
                 pool={i: c for i, c in self.v.count.items() if c},
                 deck={"count": sum(self.v.count.values()) - rows * cols * self.n,
                       "top": [], "own": None})
        for player in s["players"]:
            player["stash"] = []
            player["house"] = {"rows": rows, "cols": cols,
                               "cells": [{"item": None, "up": False} for _ in range(rows * cols)]}
        if self.v.number["house.turned_up"]:
            self.step = "reveal"
        else:
            self.step = "deal"

    def step_deal(self):
        """Where nobody turns anything up (house.turned_up), stashes are dealt at once."""
        self.deal()
        yield from ()

    def step_reveal(self):
        p = self.s["turn"]
        cells = self.house(p)["cells"]
        numbers = range(1, len(cells) + 1)
        answers = [f"reveal {a} {b}" for a in numbers for b in numbers if a < b]
        if self.v.number["house.turned_up"] == 1:
            answers = [f"reveal {a}" for a in numbers]
        answer = yield from self.ask("reveal", p, answers)
        for slot in map(int, answer.split()[1:]):
            self.turn_up(cells, slot)
        if p == self.last():
            self.deal()
        else:
            self.s["turn"] = (p + 1) % self.n

    def turn_up(self, cells, slot):
        self.decide_hidden(cells[slot - 1])
        cells[slot - 1] = {"item": cells[slot - 1]["item"], "up": True}
        self.tell("reveal", "A4.3", None, item=cells[slot - 1]["item"])

    def deal(self):
        """A4.4, A4.5, A12.1, in A14.6's order."""
        for p in self.order():
            corvus = self.player(p)["wizard"] == "corvus"
            dealt = self.v.power["corvus"]["stash"] if corvus else self.v.number["stash.dealt"]
            for _ in range(dealt):
                self.into_stash(p, self.deck_card())
        for _ in range(self.v.number["discard.dealt"]):
            self.s["discard"].insert(0, self.deck_card()["item"])
        market = self.s["market"] or []
        market[:] = [self.deck_card()["item"] for _ in market]              # before A9.1 is looked at
        self.settle()
        self.s.update(phase="sell", turn=self.s["first"])
        self.step = "draw"

    # -- Sell: the turn (A5)

    def step_draw(self):
        s, p = self.s, self.s["turn"]
        answers = ["draw deck"] if s["deck"]["count"] else []
        answers += ["draw discard"] if s["discard"] else []
        answers += [f"draw market {i + 1}" for i, item in enumerate(s["market"] or [])
                    if item is not None and self.player(p)["gold"] >= self.price(i + 1)]
        answer = yield from self.ask("draw", p, answers)
        everyone = list(range(self.n))
        if answer == "draw deck":
            self.into_stash(p, self.deck_card())
        elif answer == "draw discard":
            self.into_stash(p, {"item": s["discard"].pop(0), "known": everyone})
        elif answer is not None:
            slot = int(answer.split()[2])
            self.player(p)["gold"] -= self.price(slot)                      # A12.2, A12.4
            self.into_stash(p, {"item": s["market"][slot - 1], "known": everyone})
            s["market"][slot - 1] = None
            left = [item for item in s["market"] if item is not None]       # A12.3
            s["market"][:] = left + [None] * (len(s["market"]) - len(left))
        self.settle()
        self.step = "act"

    def price(self, slot):
        return self.v.number[f"market.prices.{slot}"]

    def choosable(self, p):
        """Slots an item can be played into: not those of a revealed Doll, A5.8."""
        return slots(self.house(p), lambda c: not (c["up"] and c["item"] == DOLL))

    def act_answers(self, p):
        answers = []
        for item in self.stash_items(p):
            answers.append("discard " + item)
            if self.choosable(p):
                answers.append("play " + item)
            if item in SPECIAL:
                answers.append("use " + item)
        return answers

    def step_act(self):
        p = self.s["turn"]
        answer = yield from self.ask("act", p, self.act_answers(p))
        verb, item = answer.split() if answer else (None, None)
        if verb == "discard":
            self.discard_from_stash(p, item)
        elif verb == "play":
            self.leave_stash(p, item)
            yield from self.play(p, item)
        elif verb == "use":
            self.leave_stash(p, item)
            self.add_aside(item)
            self.tell("use", "A5.5", p, item=item)
            yield from getattr(self, "use_" + item.split("-")[1])(p)
        self.end_turn(p)

    def play(self, p, item, returning=False):
        """A5.3, for an item that has left its place; there is a slot to choose."""
        cells = self.house(p)["cells"]
        self.playing = item
        slot = yield from self.ask_number("slot", p, self.choosable(p))
        cell = {"item": item, "up": True}
        self.playing, self.replaced, cells[slot - 1] = None, cells[slot - 1], cell
        if returning:
            self.returned.append(cell)
        self.tell("play", "A5.3", p, item=item, slot=slot)
        yield from self.played_effect(p, cell)
        yield from self.sell_played(p, cell)
        yield from self.put_down(p)

    def sell_played(self, p, cell):
        """A6.3, A6.5: stacks that contain the item just played, wherever it is now."""
        while True:
            at = place_of(self.house(p)["cells"], cell)
            found = [ln for ln in sets_of(self.house(p)) if at in ln]
            if not found:
                return
            yield from self.sell_one(p, found, inspection=False)

    def put_down(self, p):
        """The end of A5.3: the replaced item, with A7.5 and A10.3."""
        card, was_hidden = self.replaced, hidden(self.replaced)
        if was_hidden:
            self.decide_hidden(card)
        self.replaced, item = None, card["item"]
        if item == BOOMERANG and place_of(self.returned, card) is None \
                and self.v.number["boomerang.returns"]:
            if self.choosable(p):
                yield from self.play(p, item, returning=True)
            else:
                self.put_on_discard(item)
        elif was_hidden and self.n == 2:
            self.into_stash(p, {"item": item, "known": card["known"]})
            answer = yield from self.ask("keep", p, ["discard " + i for i in self.stash_items(p)])
            self.discard_from_stash(p, answer.split()[1])
        else:
            self.put_on_discard(item)
            if not was_hidden and item in ("bottled-fairy", "invisible-ring"):
                self.lose_infamy(p, self.v.effect[item]["infamy"])

    # -- played effects (A2, A7)

    def played_effect(self, p, cell):
        item = cell["item"]
        if item not in PLAYED:
            return
        if self.player(p)["wizard"] == "meeblemore":                        # A7.10
            if (yield from self.ask("effect", p, ["effect use", "effect ignore"])) \
                    == "effect ignore":
                return
        value = self.v.effect[item]
        if item == "cursed-mirror":
            self.gain_infamy(p, value["infamy"] * self.neighbours(self.house(p), cell))
        elif item == "three-headed-coin":
            coins = sum(up_count(self.house(q), item) for q in range(self.n))
            self.gain_gold(p, value["gold"] * (coins - 1))
        elif item == "older-wand":
            self.wand()
        elif item == "dark-lotus":
            self.lose_gold(p, value["gold"])
        elif item == "skeletomicon":
            self.gain_infamy(p, value["infamy"])
        elif item == "hypnotic-toad":
            yield from self.toad(p)
        elif item == "crystal-ball":
            yield from self.ball(p, value)
        else:
            yield from self.cauldron(p, value)

    def neighbours(self, house, cell):
        """Revealed items that share a side (hundred: or a corner) with it: A1."""
        at, cols, count = place_of(house["cells"], cell), house["cols"], 0
        for i, other in enumerate(house["cells"]):
            rows_off, cols_off = abs(i // cols - at // cols), abs(i % cols - at % cols)
            near = max(rows_off, cols_off) == 1 \
                if self.v.number["mirror." + self.options["edition"]] else rows_off + cols_off == 1
            count += bool(near and other and other["up"])
        return count

    def wand(self):
        for _ in range(self.v.number["wand.cards"]):
            if self.s["discard"]:
                card = {"item": self.s["discard"].pop(0), "known": list(range(self.n))}
                self.s["deck"]["top"].insert(0, card)
                self.s["deck"]["count"] += 1
                self.settle()

    def toad(self, p):
        able = [q for q in range(self.n) if len(slots(self.house(q), lambda c: True)) >= 2]
        q = yield from self.ask_number("target", p, able)
        if q is None:
            return
        at = slots(self.house(q), lambda c: True)
        pairs = [f"swap {a} {b}" for a in at for b in at if a < b]
        answer = yield from self.ask("swap", p, pairs)
        a, b = (int(x) - 1 for x in answer.split()[1:])
        cells = self.house(q)["cells"]
        cells[a], cells[b] = cells[b], cells[a]

    def ball(self, p, value):
        self.gain_infamy(p, value["infamy"])
        slot = yield from self.ask_number("peek", p, slots(self.house(p), hidden))
        if slot is not None:
            card = self.house(p)["cells"][slot - 1]
            self.decide_hidden(card)
            learn(card, p)

    def cauldron(self, p, value):
        answer = yield from self.ask("cauldron", p, ["cauldron gold", "cauldron infamy"])
        if answer == "cauldron gold":
            self.lose_gold(p, value["gold"])
        else:
            self.gain_infamy(p, value["infamy"])

    # -- sales (A6)

    def sell_one(self, p, found, inspection):
        answer = yield from self.ask(
            "sell", p, ["sell " + " ".join(str(i + 1) for i in ln) for ln in found])
        gone = [int(x) - 1 for x in answer.split()[1:]]
        house = self.house(p)
        sold = [house["cells"][i] for i in gone]
        item = set_item(sold)
        for i in gone:
            self.add_aside(house["cells"][i]["item"])
            house["cells"][i] = None
        across = None
        if gone in ([0, 4, 8], [2, 4, 6]) and house["rows"] == house["cols"] == 3:
            across = (yield from self.ask("slide", p, ["slide across", "slide down"])) \
                == "slide across"
        close_up(house, gone, across)
        self.tell("sale", "A6.6", p, item=item)
        bonus = self.v.power["byros"]["gold"] if self.player(p)["wizard"] == "byros" else 0
        self.gain_gold(p, self.v.gold[item] + bonus)                        # A6.7
        if not inspection:
            yield from self.sold_effect(p, item, sold)
        yield from self.ask_dafana()

    def sold_effect(self, p, item, sold):
        if item == "floating-carpet":
            for _ in range(self.v.number["carpet.cards"]):
                if self.s["deck"]["count"] \
                        and len(self.player(p)["stash"]) < self.v.number["stash.most"]:
                    self.into_stash(p, self.deck_card())
                    self.settle()
        elif item == "dragons-egg":
            q = yield from self.ask_number("target", p, self.others(p))
            self.gain_gold(q, self.v.effect[item]["gold"])
            self.gain_infamy(q, self.v.effect[item]["infamy"])
        elif item == DOLL:
            dolls = sum(c["item"] == DOLL for c in sold)
            yield from self.place_dolls(p, min(dolls, self.v.number["doll.placed"]))

    def place_dolls(self, p, dolls):
        """A7.6: one to a storehouse, until Dolls or players run out."""
        left = self.others(p)
        while dolls:
            q = yield from self.ask_number(
                "target", p, [q for q in left if slots(self.house(q), hidden)])
            if q is None:
                return
            slot = yield from self.ask_number("slot", p, slots(self.house(q), hidden))
            cells = self.house(q)["cells"]
            ousted, cells[slot - 1] = cells[slot - 1], {"item": DOLL, "up": True}
            take_one(self.s["aside"], DOLL)
            self.decide_hidden(ousted)
            self.put_on_discard(ousted["item"])
            left.remove(q)
            dolls -= 1

    def ask_dafana(self):
        p, power = self.seat_of("dafana"), self.v.power["dafana"]
        if p is None or self.player(p)["infamy"] == 0 or self.player(p)["gold"] < power["gold"]:
            return
        if (yield from self.ask("dafana", p, ["dafana pay", "dafana pass"])) == "dafana pay":
            self.player(p)["gold"] -= power["gold"]
            self.lose_infamy(p, power["infamy"])

    # -- special items (A2, A5.5, A7.8)

    def use_watch(self, p):
        if not self.s["discard"] or not self.choosable(p):
            return
        answer = yield from self.ask("take", p, ["take " + i for i in set(self.s["discard"])])
        item = answer.split()[1]
        self.s["discard"].remove(item)                  # removes the first, the topmost
        self.settle()
        yield from self.play(p, item)

    def use_lamp(self, p):
        for _ in range(self.v.effect["mystical-lamp"]["cards"]):
            if self.s["deck"]["count"]:
                self.offer.append(self.deck_card()["item"])
                self.settle()
        chosen = None
        if self.choosable(p):
            answer = yield from self.ask("take", p, ["take " + i for i in set(self.offer)])
            chosen = answer.split()[1] if answer else None
            if chosen:
                self.offer.remove(chosen)               # removes the first revealed
                self.playing = chosen
        while self.offer:
            self.put_on_discard(self.offer.pop(0))
        if chosen:
            yield from self.play(p, chosen)

    def use_chalice(self, p):
        able = [q for q in self.others(p) if self.player(q)["stash"]]
        if not able or not self.choosable(p):
            return
        q = yield from self.ask_number("target", p, able)
        for card in self.player(q)["stash"]:
            learn(card, p)
        self.looking = q
        answer = yield from self.ask("take", p, ["take " + i for i in self.stash_items(q)])
        self.looking = None
        item = answer.split()[1]
        self.leave_stash(q, item)
        yield from self.play(p, item)

    def use_lockbox(self, p):
        self.gain_infamy(p, self.v.effect["pandoras-lockbox"]["infamy"])
        able = [q for q in self.others(p) if slots(self.house(q), revealed)]
        if not able or not slots(self.house(p), hidden):
            return
        own = yield from self.ask_number("own", p, slots(self.house(p), hidden))
        q = yield from self.ask_number("target", p, able)
        theirs = yield from self.ask_number("theirs", p, slots(self.house(q), revealed))
        mine, yours = self.house(p)["cells"], self.house(q)["cells"]
        mine[own - 1], yours[theirs - 1] = yours[theirs - 1], mine[own - 1]

    # -- the end of a turn (A5.9)

    def end_turn(self, p):
        s, at_once, number = self.s, False, self.v.number
        if s["triggered_by"] is None \
                and len(slots(self.house(p), hidden)) <= number["trigger.hidden"] \
                and (self.n > 2 or s["tracker"] >= number["two.earliest"]):     # A5.6, A10.2
            s["triggered_by"] = p
            self.tell("trigger", "A5.6", p)
        if self.n == 2 and p == self.last():                                # A10.1, A10.2
            if s["tracker"] >= number["two.latest"] and s["triggered_by"] is None:
                at_once = True
            else:
                s["tracker"] += 1
        if p == self.last():                                                # A5.7
            s["turns"] += 1
            if s["turns"] >= self.options["turn_cap"] and s["triggered_by"] is None:
                at_once = True
        following = (p + 1) % self.n
        at_once |= s["triggered_by"] is not None and not number["trigger.turns"]
        if at_once or following == s["triggered_by"]:
            s.update(phase="inspection", turn=s["first"])
            self.step = "inspection"
        else:
            s["turn"], self.step = following, "draw"

    # -- Inspection (A8) and Bribe (A9.3)

    def step_inspection(self):
        for p in self.order():
            self.s["turn"] = p
            yield from self.inspect(p)
        totals = [sum(self.v.infamy[c["item"]] for c in self.house(p)["cells"] if c)
                  for p in range(self.n)]
        for p in self.order():                                              # A8.2
            if totals[p] > 0:
                self.gain_infamy(p, totals[p])
            else:
                self.lose_infamy(p, -totals[p])
        yield from self.ask_ninx()
        trigger = self.s["triggered_by"]
        if trigger is not None and totals[trigger] > min(totals):           # A8.4
            self.gain_infamy(trigger, self.v.number["inspection.penalty"])
        for player in self.s["players"]:                                    # A8.5
            fine = self.v.number["inspection.fine"] * player["fines"]
            player["gold"] = max(0, player["gold"] - fine)
            player["fines"] = 0
        self.end_or_bribe()

    def inspect(self, p):
        """A8.1 for one player."""
        cells = self.house(p)["cells"]
        if self.player(p)["wizard"] == "glynna" and self.v.number["glynna.items"]:
            slot = yield from self.ask_number("remove", p, slots(self.house(p), hidden))
            if slot is not None:
                card, cells[slot - 1] = cells[slot - 1], None
                del card["up"]
                self.s["aside_unseen"].append(card)
        for slot in slots(self.house(p), hidden):
            self.turn_up(cells, slot)
        while sets_of(self.house(p)):
            yield from self.sell_one(p, sets_of(self.house(p)), inspection=True)

    def ask_ninx(self):
        p = self.seat_of("ninx")
        if p is None:
            return
        self.s["turn"] = p
        slot = yield from self.ask_number("ninx", p, slots(self.house(p), lambda c: True))
        if slot is not None:
            worth = self.v.infamy[self.house(p)["cells"][slot - 1]["item"]]
            worth *= self.v.number["ninx.gold"]
            if worth >= 0:
                self.gain_gold(p, worth)
            else:
                self.lose_gold(p, -worth)

    def end_or_bribe(self):
        o, s, number = self.options, self.s, self.v.number
        if o["edition"] == "three":
            over = s["round"] >= number["end.rounds"]
        elif o["rounds"] is not None:
            over = s["round"] >= o["rounds"]
        else:
            hundreds = 1 if s.get("rules") == "0.1.0" else o["goal"] // 100
            goal = o["goal"] * number["end.goal"] // 100
            over = s["round"] >= hundreds * number["end.guard"] \
                or any(p["gold"] >= goal for p in s["players"])
        if over:
            score = [(-p["gold"], p["infamy"]) for p in s["players"]]
            s.update(phase="over", turn=None,
                     winners=[p for p in range(self.n) if score[p] == min(score)])
            self.tell("over", "A1", None, winners=s["winners"])
        else:
            s.update(phase="bribe", turn=s["first"])
            self.step = "bribe"

    def step_bribe(self):
        p = self.s["turn"]
        price = self.v.number["bribe.price"]
        most = min(self.player(p)["gold"] // price, self.player(p)["infamy"],
                   self.v.number["bribe.most"])
        gold = yield from self.ask_number("bribe", p, range(0, price * most + 1, price))
        self.player(p)["gold"] -= gold
        self.lose_infamy(p, gold // price)
        if p == self.last():
            self.begin_stock((self.s["first"] + 1) % self.n)
        else:
            self.s["turn"] = (p + 1) % self.n
