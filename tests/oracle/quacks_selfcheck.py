"""Checks quacks_oracle.py on its own: the vectors of Q11, the rulebook's examples, odd corners of
the rules, and properties that hold in every random game. Prints what fails and 'N passed, M failed'."""
import json
import os
import random
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from quacks_box import CHIPS, COINS, DIE, FORTUNES, POINTS, RUBY, tails_between
from quacks_differential import Corner, random_options
from quacks_oracle import Game


class Scene:
    """A position before the first draw, written by hand; seats are dicts of fields, `bag` a text."""

    def __init__(self, *seats, card="charity", turn=4, start=0, **options):
        self.g = Game()
        self.ok(op="new", game="quacks", players=len(seats), seed=1, options={**options, "first": start})
        state = self.g.rules.state(False)
        state.update(turn=turn, phase="potions", pending=[{"kind": "brew", "seat": p} for p in range(len(seats))])
        state["fortune"] = {"card": card, "left": [c for c in FORTUNES if card and c != card][:24 - turn]}
        state["supply"] = dict(CHIPS)
        for me, given in zip(state["players"], seats):
            bag = given.get("bag", "white1 white1 white1").split()
            me.update(points=0, rubies=1, flask=True, rats=0, beside=[])
            me.update(given, bag={c: bag.count(c) for c in CHIPS}, droplet=given.get("droplet", given.get("origin", 0)))
            me["saved"] = {k: me[k] for k in ("points", "rubies", "flask", "bag", "beside")} if card == "second-chance" else None
            for chip in bag + me["beside"]:
                state["supply"][chip] -= 1
        self.ok(op="setup", state=state)

    def ok(self, **request):
        answer = self.g.request(request)
        assert answer["ok"], (request, answer)
        return answer

    def go(self, seat, action, chance=""):
        """Applies an action with exactly this chance: chips and dice, `ruby@0` for another seat."""
        named = [(c + f"@{seat}").split("@")[:2] for c in chance.split()]
        entries = [{"die" if c in DIE else "draw": c, "seat": int(p)} for c, p in named]
        self.ok(op="force", chance=entries)
        answer = self.ok(op="apply", seat=seat, action=action)
        assert answer["chance"] == entries, (answer["chance"], entries)
        return self

    def draws(self, seat, chips):
        for chip in chips.split():
            self.go(seat, "draw", chip)
        return self

    def legal(self, seat):
        return self.g.rules.asked.get(seat, (None, []))

    def at(self, seat):
        return [e["at"] for e in self[seat]["pot"]]

    def __getitem__(self, seat):
        return self.g.rules.player(seat)


# ---------------------------------------------------------------- Q11 and the rulebook

def test_tables():
    assert len(COINS) == len(POINTS) == 54 and COINS[53] == 35 and COINS[52] == 33 and POINTS[52] == 14 and len(RUBY) == 15
    assert [tails_between(m, 20) for m in (19, 17, 16)] == [0, 1, 2] and tails_between(0, 10) == 3
    assert tails_between(39, 68) == 12 and tails_between(51, 68) == 7 and sum(CHIPS.values()) == 216
    g = Game()
    assert g.request({"op": "new", "game": "quacks", "players": 4, "seed": 3})["ok"]
    g.request({"op": "force", "chance": [{"first": 1}, {"fortune": "lucky-devil"}]})
    assert g.request({"op": "new", "game": "quacks", "players": 4})["chance"] == [{"first": 1}, {"fortune": "lucky-devil"}]
    supply = g.rules.s["supply"]
    assert [supply[c] for c in ("white1", "white2", "white3", "orange1", "green1")] == [4, 0, 0, 16, 11]


def test_placing():
    s = Scene({"bag": "orange1 yellow2 green1 white2"}, {}).draws(0, "orange1 yellow2 green1")
    assert s.at(0) == [1, 3, 4] and s.legal(0) == ("brew", ["draw", "stop"])
    s = Scene({"bag": "white2 yellow1 white1"}, {}).draws(0, "white2 yellow1")
    assert s.legal(0) == ("return", ["return no", "return yes"])
    s.go(0, "return yes")
    assert s.at(0) == [3] and s[0]["bag"]["white2"] == 1 and s[0]["fresh"]
    s = Scene({"bag": "white2 red1 white1"}, {}, books={"red": 3}).draws(0, "white2 red1").go(0, "bonus take")
    assert s.at(0) == [2, 5]
    s = Scene({"bag": "white1 green4 green1", "origin": 46}, {"bag": "white1 white2"}).draws(0, "green4 green1 white1")
    assert s.at(0) == [50, 51, 52] and s[0]["stopped"] and not s.legal(0)[1]
    s = Scene({"bag": "green4 green1 white1", "origin": 49}, {}).draws(0, "green1 green4")
    assert s.at(0) == [50, 52] and s[0]["stopped"]


def test_explosion():
    s = Scene({"bag": "white1 white2 white2 white3 orange1 green1"}, {}, books={"blue": 3}).draws(0, "white2 orange1 white3 white1 white2")
    assert s[0]["exploded"] and s.at(0) == [2, 3, 6, 7, 9] and not s.legal(0)[1] and s[0]["flask"]
    s.draws(1, "white1 white1").go(1, "stop", "point2")                           # rulebook: scoring space 10; the other one rolls
    assert s[0]["scoring"] == 10 and s[1]["points"] == 2 and s.legal(0) == ("score", ["score coins", "score points"])
    s.go(0, "score points")
    assert s[0]["points"] == 2 and s[0]["coins"] == 0 and s.legal(1)[0] == "buy"


def test_window():
    s = Scene({"bag": "blue2 blue4 white3 white3 white2 orange1"}, {}, books={"blue": 2}).draws(0, "blue2")
    assert s[0]["window"] == 2 and s.draws(0, "blue4")[0]["window"] == 4
    s.draws(0, "white3 white3 white2")
    assert s[0]["covered"] and s[0]["window"] == 1
    s.draws(1, "white1").go(1, "stop", "ruby")
    assert s[0]["points"] == POINTS[15] and s[0]["coins"] == 15 and s.legal(0)[0] == "buy"       # both, unasked
    s = Scene({"bag": "blue4 orange1 orange1 blue2 white1"}, {}, books={"blue": 2}).draws(0, "blue4 orange1 orange1 blue2")
    assert s[0]["window"] == 2


def test_bonus():
    for answer, at in (("take", 5), ("leave", 4)):
        s = Scene({"bag": "yellow2 orange1 white1"}, {}, books={"yellow": 2}, card="pumpkin-party").draws(0, "yellow2 orange1")
        assert s[0]["hand"] == "orange1" and s[0]["doubling"] and s.go(0, "bonus " + answer).at(0) == [2, at]
        assert not s[0]["doubling"] and s[0]["hand"] is None
    s = Scene({"bag": "orange1 yellow2 red2 white1"}, {}, books={"yellow": 2}).draws(0, "orange1 yellow2 red2").go(0, "bonus take")
    assert s.at(0) == [1, 3, 8]
    s = Scene({"bag": "yellow1 yellow1 yellow4 yellow1"}, {}, books={"yellow": 4})
    for chip in ("yellow1", "yellow1", "yellow4"):
        s.draws(0, chip).go(0, "bonus take")
    assert s.at(0) == [2, 5, 12] and s.draws(0, "yellow1").at(0)[-1] == 13 and s[0]["stopped"]   # empty bag, unasked
    s = Scene({"bag": "red1 white1 white2 white1"}, {}, books={"red": 4}).draws(0, "red1 white2 white1").go(0, "bonus take")
    assert s.at(0) == [1, 3, 5] and s.g.rules.whites(0) == 3


def test_flask():
    s = Scene({"bag": "white1 white2 yellow1 orange1"}, {}).draws(0, "white1 white2").go(0, "flask")
    assert s.at(0) == [1] and not s[0]["fresh"] and s[0]["drawn"] == ["white1", "white2"] and not s[0]["flask"]
    assert s.draws(0, "yellow1").legal(0)[0] == "brew"
    s = Scene({"bag": "white1"}, {}).draws(0, "white1")
    assert s.legal(0) == ("brew", ["flask", "stop"]) and s.go(0, "flask").legal(0) == ("brew", ["draw", "stop"])
    s.go(0, "stop").draws(1, "white1").go(1, "stop", "ruby")
    assert s[0]["scoring"] == 1 and s[1]["scoring"] == 2


def test_blue_1():
    s = Scene({"bag": "blue2 white3 red1 orange1"}, {}).go(0, "draw", "blue2 white3 red1")
    assert s.legal(0) == ("pick", ["pick none", "pick red1", "pick white3"]) and s[0]["offer"] == ["white3", "red1"]
    assert s[0]["bag"]["white3"] == 1 and s.g.rules.view(1)["players"][0]["offer"] == [None, None]
    assert s.g.rules.view(0)["players"][0]["offer"] == ["white3", "red1"]
    s.go(0, "pick red1")
    assert s.at(0) == [2, 3] and s[0]["drawn"] == ["blue2", "red1"] and s[0]["bag"]["white3"] == 1
    s = Scene({"bag": "blue1 red1 white1"}, {}, books={"red": 2}).go(0, "draw", "blue1 red1").go(0, "pick red1")
    assert s[0]["beside"] == ["red1"] and not s[0]["fresh"] and s.legal(0) == ("brew", ["bag red1", "draw", "stop"])


def test_second_chance():
    bag = "white3 white3 white2 orange1 blue1 white1 black1"
    s = Scene({"bag": bag}, {}, card="second-chance").draws(0, "white3 white3 white2 orange1")
    assert not s[0]["exploded"] and s.go(0, "draw", "blue1 white1").legal(0)[0] == "pick"
    t = s.g.request({"op": "clone", "slot": 0})
    assert t["ok"] and s.go(0, "pick white1")[0]["exploded"] and s[0]["stopped"] and not s[0]["offered"]
    s.ok(op="restore", slot=0)
    assert s.go(0, "pick none").legal(0) == ("restart", ["restart no", "restart yes"]) and s[0]["offered"]
    s.ok(op="clone", slot=1)
    s.go(0, "restart yes")
    assert s[0]["pot"] == s[0]["drawn"] == [] and sum(s[0]["bag"].values()) == 7 and s.legal(0) == ("brew", ["draw"])
    s.draws(0, "white3 white3 white2")
    assert s[0]["exploded"]                             # no protection any more
    s.ok(op="restore", slot=1)
    s.go(0, "restart no").draws(0, "black1")            # above the limit: any chip placed explodes it
    assert s[0]["exploded"] and s[0]["pot"][-1]["chip"] == "black1"


def test_red_2():
    """Q8, and the first vector of Q11."""
    s = Scene({"bag": "red1 white1 white1"}, {}, books={"red": 2}).draws(0, "red1")
    assert s[0]["beside"] == ["red1"] and s.legal(0) == ("brew", ["bag red1", "draw", "stop"]) and s[0]["returned"] == []
    s.go(0, "bag red1")
    assert s[0]["beside"] == [] and s[0]["bag"]["red1"] == 1 and s[0]["returned"] == ["red1"]
    assert s.draws(0, "red1").legal(0) == ("brew", ["draw", "stop"])
    s = Scene({"bag": "red1 red1 red2 white1", "beside": ["red1"]}, {}, books={"red": 2})       # three of a kind: three times
    assert s.legal(0) == ("brew", ["bag red1", "draw"]) and s.go(0, "bag red1").legal(0) == ("brew", ["draw"])
    s.draws(0, "red1 red1").go(0, "bag red1").go(0, "bag red1").draws(0, "red1 red2")
    assert s[0]["returned"] == ["red1"] * 3 and s.legal(0) == ("brew", ["bag red2", "draw", "stop"])
    s.go(0, "bag red2").go(0, "stop").draws(1, "white1").go(1, "stop")
    assert s.legal(0) == ("red", ["bag red1", "place red1", "red done"])    # once all is drawn nothing is counted
    s.go(0, "bag red1", "point1@1")
    assert s[0]["returned"] == ["red1", "red1", "red1", "red2"]
    s = Scene({"bag": "red4"}, {}, books={"red": 2}).draws(0, "red4")
    assert s.legal(0) == ("brew", ["bag red4", "stop"]) and s.go(0, "bag red4").draws(0, "red4")[0]["stopped"]
    s = Scene({"bag": "red1 white1"}, {"bag": "white1 white1"}, books={"red": 2}, together=True).go(0, "draw").go(1, "draw", "red1@0 white1")
    assert s.go(0, "bag red1").legal(0) == ("brew", ["draw", "stop"]) and s[0]["commit"] is None
    assert s.g.rules.view(1)["players"][0]["returned"] == ["red1"]


def test_older_rules():
    """0.1.0: only reds that lay beside the pot before the potion went back."""
    g = Game()
    new = {"op": "new", "game": "quacks", "players": 2, "options": {"books": {"red": 2}, "first": 0}}
    assert not g.request({**new, "rules": "0.0.9"})["ok"] and g.request({**new, "rules": "0.2.0"})["ok"]
    assert "rules" not in g.rules.s and g.request({**new, "rules": "0.1.0"})["ok"] and g.rules.s["rules"] == "0.1.0"
    s = Scene({"bag": "red1 white1 white1", "beside": ["red2"]}, {}, books={"red": 2})
    s.ok(op="setup", state={**s.g.rules.state(), "rules": "0.1.0"})
    assert s.draws(0, "red1").legal(0) == ("brew", ["bag red2", "draw", "stop"])
    s.ok(op="clone", slot=0)
    s.ok(op="restore", slot=0)
    assert s.g.rules.state()["rules"] == "0.1.0" and s.go(0, "bag red2").draws(0, "red2").legal(0) == ("brew", ["draw", "stop"])


def test_risky():
    """Q12: five chips protect nobody, but an explosion among them may be taken back."""
    bag = "white3 white3 white2 orange1 blue1 white1 black1 orange1"
    s = Scene({"bag": bag, "beside": ["red1"]}, {}, card="second-chance", second_chance="risky", books={"red": 2})
    s.go(0, "bag red1").draws(0, "white3 red1 white3 white2")
    assert s[0]["exploded"] and s[0]["stopped"] and s[0]["offered"] and s.legal(0)[0] == "restart"
    s.ok(op="clone", slot=0)
    s.go(0, "restart yes")
    assert not s[0]["exploded"] and not s[0]["stopped"] and s[0]["pot"] == s[0]["drawn"] == s[0]["returned"] == []
    assert s[0]["beside"] == ["red1"] and s.legal(0) == ("brew", ["bag red1", "draw"])
    assert s.draws(0, "white3 white3 white2")[0]["exploded"] and s.legal(0)[0] is None      # asked once
    s.ok(op="restore", slot=0)
    assert s.go(0, "restart no")[0]["exploded"] and s.legal(0)[0] is None
    s = Scene({"bag": bag}, {}, card="second-chance", second_chance="risky").draws(0, "white3 white3 orange1 orange1")
    s.go(0, "draw", "blue1 white2").go(0, "pick white2")                    # a sixth chip: too late
    assert s[0]["exploded"] and not s[0]["offered"] and s.legal(0)[0] is None
    s = Scene({"bag": bag}, {}, card="second-chance", second_chance="risky").draws(0, "white3 white3 orange1")
    s.go(0, "draw", "blue1 white2").go(0, "pick white2")                    # the fifth
    assert s[0]["exploded"] and s.legal(0)[0] == "restart"
    s = Scene({"bag": bag}, {}, card="second-chance", second_chance="risky").draws(0, "white3 white3 orange1 orange1 black1")
    assert s.legal(0)[0] == "restart" and s.go(0, "restart no").draws(0, "white2")[0]["exploded"] and s.legal(0)[0] is None
    s = Scene({"bag": "white3 white3 blue2 white2 white1"}, {}, card="second-chance", second_chance="risky", books={"blue": 2})
    s.draws(0, "white3 white3 blue2 white2")
    assert s[0]["covered"] and not s.go(0, "restart yes")[0]["covered"] and s[0]["window"] == 0


def test_strong_ingredient_acts():
    """Q12: in B the chip is like any other; placed, it still does nothing."""
    for how, rubies, droplet in (("inert", 1, 0), ("acts", 2, 1)):
        s = Scene({"bag": "white1 black1"}, {"bag": "white1 white3"}, card="strong-ingredient", strong_ingredient=how)
        s.draws(0, "white1").go(0, "stop", "").draws(1, "white1").go(1, "stop", "black1@0")
        s.go(0, "pick black1", "white3@1").go(1, "pick none", "point1@0")
        assert (s[0]["rubies"], s[0]["droplet"]) == (rubies, droplet) and s[0]["pot"][-1]["inert"] == (how == "inert")
    bag = "white3 white3 green2 white1"
    for how, scoring in (("inert", 10), ("acts", 12)):
        s = Scene({"bag": bag}, {"bag": "white1"}, card="strong-ingredient", strong_ingredient=how, books={"green": 3})
        s.draws(0, "white3 white3 white1").go(0, "stop").draws(1, "white1")
        s.go(1, "stop", "green2@0").go(0, "pick green2", "point1@0")
        assert s.legal(0)[0] == ("bonus" if how == "acts" else "buy")
        assert how == "inert" or s.go(0, "bonus take")[0]["scoring"] == scoring
    s = Scene({"bag": "white3 white3 white3"}, {"bag": "white1"}, card="strong-ingredient", strong_ingredient="acts")
    s.draws(0, "white3 white3").go(0, "stop").draws(1, "white1").go(1, "stop", "white3@0").go(0, "pick white3", "point1@0")
    assert not s[0]["exploded"] and s.at(0) == [3, 6, 9]
    s = Scene({"bag": "white1 purple1"}, {"bag": "white1"}, card="strong-ingredient", strong_ingredient="acts", books={"purple": 2})
    s.draws(0, "white1").go(0, "stop").draws(1, "white1").go(1, "stop", "purple1@0").go(0, "pick purple1", "point1@0")
    s.go(0, "purple 1")
    assert s.at(0) == [1] and s[0]["bag"]["black1"] == 1 and s[0]["scoring"] == 3 and s[0]["fresh"]


def test_no_cards():
    """Q12: fortune off."""
    g = Game()
    answer = g.request({"op": "new", "game": "quacks", "players": 2, "options": {"fortune": "off", "first": 1}})
    assert answer["chance"] == [] and g.rules.s["fortune"] == {"card": None, "left": []} and sorted(g.rules.asked) == [0, 1]
    s = Scene({"bag": "white1 orange1", "points": 7}, {"bag": "white1 white1"}, card=None, turn=5, fortune="off")
    s.draws(0, "white1").go(0, "stop").draws(1, "white1").go(1, "stop", "point1@0 point1@1").go(0, "buy done").go(1, "buy done")
    state = s.g.rules.s
    assert state["fortune"] == {"card": None, "left": []} and state["turn"] == 6 and state["phase"] == "potions"
    assert s[0]["bag"]["white1"] == 2 and s[1]["rats"] == 3 and s[1]["origin"] == 3         # 1 against 8: tails on 1, 4 and 7
    for card, left in (("charity", []), (None, ["charity"])):
        bad = {**s.g.rules.state(), "fortune": {"card": card, "left": left}}
        assert not s.g.request({"op": "setup", "state": bad})["ok"]


def test_green_and_black():
    bag = {"bag": "white3 white3 white1 green1 green1 green4 black1"}
    s = Scene(bag, {}, books={"green": 3}).draws(0, "white3 white3 white1 green1 green1 green4").go(0, "stop")
    s.draws(1, "white1").go(1, "stop", "ruby@0")
    assert s.legal(0)[0] == "bonus" and s[0]["scoring"] == 14 and s.go(0, "bonus take")[0]["scoring"] == 20
    assert s[0]["rubies"] == 3 and s[0]["points"] == POINTS[20]
    seats = [{"bag": "white1 " + "black1 " * k} for k in (1, 1, 0, 5)]
    s = Scene(*seats)
    for p, k in enumerate((1, 1, 0, 5)):
        s.draws(p, "black1 " * k + ("white1" if p != 3 else ""))
    for p in range(4):
        s.go(p, "stop", "point1" if p == 3 else "")
    assert [q["droplet"] for q in s.g.rules.s["players"]] == [0, 1, 0, 1]
    assert [q["rubies"] for q in s.g.rules.s["players"]] == [1, 1, 1, 2]


def test_purple():
    for origin, points in ((23, 1), (24, 2), (43, 2), (44, 3)):
        s = Scene({"bag": "purple1 white1", "origin": origin}, {}, books={"purple": 3}, turn=4).draws(0, "purple1").go(0, "stop")
        s.draws(1, "white1").go(1, "stop", "ruby@0")
        assert s[0]["points"] == points + POINTS[origin + 2], (origin, s[0]["points"])
    s = Scene({"bag": "purple1 purple1 purple1 white1", "origin": 50}, {"droplet": 3}, books={"purple": 2}, pot="tubes")
    s.draws(0, "purple1 purple1").draws(1, "white1")    # the second lies on 52
    assert s[0]["stopped"]
    s.go(1, "stop", "droplet@0")
    assert s.legal(0)[0] == "step" and s.go(0, "step pot")[0]["droplet"] == 51
    assert s.legal(0) == ("purple", ["purple 0", "purple 1", "purple 2"])
    s.go(0, "purple 2")                                 # the pot droplet cannot move: the tube's goes unasked
    assert s[0]["tube"] == 1 and s[0]["rubies"] == 2 and s[0]["pot"] == [] and not s[0]["fresh"] and s[0]["scoring"] == 53
    assert s[0]["bag"]["green1"] == s[0]["bag"]["blue2"] == 1 and s[0]["points"] == 18 and s[0]["coins"] == 35


def test_cards():
    s = Scene({"bag": "white2 white1 white1"}, {}, card="well-stirred").draws(0, "white2")
    assert s.legal(0)[0] == "return" and s[0]["hand"] == "white2"
    s.go(0, "return yes").draws(0, "white2")
    assert s.at(0) == [2] and s[0]["drawn"] == ["white2", "white2"] and s.legal(0) == ("brew", ["draw", "flask", "stop"])
    s = Scene({"bag": "white1 red4 green2", "beside": ["red1"]}, {}, card="strong-ingredient", books={"red": 2, "green": 1})
    assert s.legal(0) == ("brew", ["bag red1", "draw"])
    s.draws(0, "white1").go(0, "stop").draws(1, "white1").go(1, "stop", "green2@0 red4@0")
    s.go(0, "pick green2", "white1@1 white1@1").go(1, "pick none")
    assert s.legal(0) == ("red", ["bag red1", "place red1", "red done"]) and s[0]["pot"][-1]["inert"]
    s.go(0, "place red1", "point1")
    assert s.at(0) == [1, 3, 4] and s[0]["rubies"] == 2  # space 5 shows a ruby; the inert green gives none


def test_together():
    s = Scene({"bag": "white1 orange1"}, {"bag": "white2 blue1"}, {}, turn=9, pot="tubes").go(0, "draw")
    assert s[0]["commit"] == "draw" and s.g.rules.view(1)["players"][0]["commit"] == "hidden" and not s.legal(0)[1]
    assert s.g.rules.view(None)["players"][0]["commit"] == "hidden" and s.g.rules.view(0)["players"][0]["commit"] == "draw"
    s.go(2, "draw")
    draws = [{"draw": "white1", "seat": 2}, {"draw": "blue1", "seat": 1}, {"draw": "white2", "seat": 1}, {"draw": "white1", "seat": 0}]
    s.ok(op="force", chance=draws)
    done = s.ok(op="apply", seat=1, action="draw")
    assert [e["seat"] for e in done["chance"]] == [0, 1, 1, 2] and list(s.g.rules.asked) == [1]
    s.go(1, "pick none")
    assert s.legal(0) == ("brew", ["draw", "flask", "stop"]) and sorted(s.g.rules.asked) == [0, 1, 2]
    for p in (0, 2):
        s.go(p, "stop")
    s.go(1, "stop", "point1@0 point1@1 point1@2")
    state = s.g.rules.s
    assert state["phase"] == "over" and state["turn"] == 9 and state["winners"] == [0, 1, 2] and s[0]["pot"] == []


def test_buying():
    bag = "white3 white3 white1 white1 green4 green4 purple1"
    s = Scene({"bag": bag, "origin": 8, "points": 3}, {"bag": "white1 green4 green4 green4 white1"}, turn=2)
    s.draws(0, "green4 white3 white3 white1 white1").draws(1, "white1 green4 green4 green4")
    assert s[0]["exploded"]                             # at 20, scoring 21; the rulebook's shopping is one of 19 coins
    s.go(1, "stop", "ruby").go(0, "score coins")
    s[0]["coins"] = 19
    assert "buy purple1" not in s.legal(0)[1] and "buy white1" not in s.legal(0)[1]
    s.go(0, "buy green2")
    assert s[0]["coins"] == 11 and not any("green" in a for a in s.legal(0)[1])
    s.go(0, "buy blue2")
    assert s[0]["bought"] == ["green2", "blue2"] and s[0]["coins"] == 0 and s.legal(1)[0] == "buy"
    assert s[1]["coins"] == 14 and s.go(1, "buy green4").legal(1)[0] != "buy"   # nothing left to buy with


# ---------------------------------------------------------------- random games

def chips_add_up(s):
    for c in CHIPS:
        total = s["supply"][c]
        for p in s["players"]:
            total += p["bag"][c] + p["beside"].count(c) + p["bought"].count(c) + (p["hand"] == c)
            total += sum(e["chip"] == c for e in p["pot"])
            assert p["bag"][c] >= 0
        assert total == CHIPS[c] and s["supply"][c] >= 0, c


def in_range(s, g):
    for p, me in enumerate(s["players"]):
        assert 0 <= me["droplet"] <= 51 and 0 <= me["origin"] <= 51 and 0 <= me["tube"] <= 12 and me["rubies"] >= 0
        places = [me["origin"]] + [e["at"] for e in me["pot"]]
        assert all(a < b <= 52 for a, b in zip(places, places[1:]))
        assert not (me["fresh"] and not me["drawn"]) and me["beside"] == sorted(me["beside"])
        if s["phase"] == "potions" and not me["exploded"] and s["fortune"]["card"] not in ("second-chance", "strong-ingredient"):
            assert g.rules.whites(p) <= g.rules.limit(p)
    for q in g.rules.decisions():
        assert q["actions"] == sorted(set(q["actions"])) and (len(q["actions"]) > 1 or q["kind"] in ("brew", "buy"))


def random_game(seed):
    rng = random.Random(seed)
    g, n = Game(), rng.choice([2, 3, 4])
    assert g.request({"op": "new", "game": "quacks", "players": n, "seed": seed, "options": random_options(rng, n)})["ok"]
    for moves in range(5000):
        s, asked = g.rules.s, g.rules.asked
        chips_add_up(s)
        in_range(s, g)
        if not asked:
            break
        if rng.random() < 0.05:
            again = Game()
            state = json.loads(json.dumps(g.rules.state()))
            assert again.request({"op": "setup", "state": state})["ok"]
            assert again.rules.state() == state and again.rules.decisions() == g.rules.decisions()
        if s["phase"] == "potions" and {k for k, *_ in asked.values()} == {"brew"}:
            if len(asked) == n and not any(p["drawn"] for p in s["players"]) and rng.random() < 0.3:
                done = g.request({"op": "setup", "state": Corner(g.rules.state(), rng).s, "seed": seed})
                assert done["ok"], done
            elif rng.random() < 0.03:
                any_order(g, rng)
        p = rng.choice(list(g.rules.asked))
        assert g.request({"op": "apply", "seat": p, "action": rng.choice(g.rules.asked[p][1])})["ok"]
    assert g.rules.s["phase"] == "over" and g.rules.s["turn"] == 9 and g.rules.s["winners"]


def any_order(g, rng):
    """The same decisions of each seat in two orders: the same state when the potions are over."""
    ends, seed = [], rng.random()
    for _ in range(2):
        h = Game()
        h.request({"op": "setup", "state": g.rules.state(), "seed": 5})
        minds = [random.Random(f"{seed} {p}") for p in range(h.rules.n)]
        while h.rules.s["phase"] == "potions":
            p = rng.choice(list(h.rules.asked))
            h.request({"op": "apply", "seat": p, "action": minds[p].choice(h.rules.asked[p][1])})
        ends.append(h.rules.state(False))
    assert ends[0] == ends[1]


def main():
    tests = [(name, f, ()) for name, f in sorted(globals().items()) if name.startswith("test_")]
    tests += [(f"random game {seed}", random_game, (seed,)) for seed in range(int(sys.argv[1]) if sys.argv[1:] else 150)]
    failed = 0
    for name, test, given in tests:
        try:
            test(*given)
        except Exception:
            failed += 1
            print(f"{name} failed:\n{traceback.format_exc()}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
