"""`charlatan odds`: compared with every order of a small bag, as a page and as JSON, for views and sets."""

import itertools
import json
import re

from harness import must
from talk import fine, run

BAG = "white1=2,white2=1,white3=1,orange1=1"
START = "white1=4,white2=2,white3=1,orange1=1,green1=1"


def engine(*requests):
    text = "".join(json.dumps(r) + "\n" for r in requests)
    return [json.loads(line) for line in run("engine", text=text).out.split("\n") if line]


def odds(*arguments, text=""):
    return json.loads(run("odds", *arguments, "--json", text=text).out)


def all_orders(chips, draws):
    """Every way to draw this many of the chips, as lists."""
    return [list(order) for order in itertools.permutations(chips, draws)]


def test_odds_agree_with_every_order():
    """Whites and orange only, which can be counted here without the engine."""
    chips, whites, space = [1, 1, 2, 3, 0], 3, 4    # 0: an orange chip; the pot has white1, white2
    got = odds("quacks", "--bag", BAG, "--pot", "white1,white2")
    must(got["whites"] == whites and got["space"] == space and got["chips"] == 5, got)
    for row in got["draws"]:
        blown, spaces, orders = 0, {}, all_orders(chips, row["draw"])
        for order in orders:
            sum_of_whites, at = whites, space
            for chip in order:
                at += chip or 1
                sum_of_whites += chip
                if sum_of_whites > 7:
                    blown += 1
                    break
            spaces[str(at)] = spaces.get(str(at), 0) + 1
        must(abs(row["explode"] - blown / len(orders)) < 1e-4, row, blown, len(orders))
        must(sorted(spaces) == sorted(row["spaces"]), row, spaces)
        must(all(abs(row["spaces"][s] - n / len(orders)) < 1e-4 for s, n in spaces.items()), row, spaces)
    must(got["explode_next"] == got["draws"][1]["explode"] and got["exact"], got)


def test_odds_of_many_chips_in_the_pot():
    potion = ["quacks", "--bag", BAG, "--pot"]
    must(odds(*potion, "orange1=12") == odds(*potion, ",".join(["orange1"] * 12)))


def test_odds_page():
    page = fine("odds", "quacks", "--bag", BAG, "--pot", "white1,white2,white2", "--flask", "--turn", "4")
    must("The chance that the next chip explodes the pot is 20.0 %: 1 of 5 would." in page, page)
    must(re.search(r"^  1 more +20\.0 % ", page, re.M) and "flask" in page, page)
    must("The odds in the table are exact. Worth is always an estimate." in page, page)
    must("Fortune card" not in page, page)
    page = fine("odds", "quacks", "--bag", START, "--card", "pumpkin-party", "--books", "green=2,blue=3")
    must("Fortune card: Pumpkin Patch Party" in page and "there is nothing else to do" in page, page)
    page = fine("odds", "quacks", "--bag", "white1=16,orange1=9,green1=9,blue1=9,red1=9,yellow1=9,purple1=9,black1=9",
                "--books", "3", "--droplet", "9", "--rats", "2", "--pot", "orange1")
    must("approximated beyond" in page, page)
    page = fine("odds", "quacks", "--bag", START, "--droplet", "51", "--rats", "3")    # none starts beyond space 51 (Q1.3)
    must("It scores      space 52" in page, page)


def test_odds_of_the_rulings():
    """Q12: a risky Second Chance explodes as without the card, but may start anew; a safe one protects five chips."""
    potion = ["quacks", "--bag", BAG, "--pot", "white1,white2,white2"]
    plain = odds(*potion)
    risky = odds(*potion, "--card", "second-chance", "--risky")
    safe = odds(*potion, "--card", "second-chance")
    rows = [[(row["explode"], row["spaces"]) for row in got["draws"]] for got in (plain, risky)]
    must(rows[0] == rows[1] and risky["explode_next"] == plain["explode_next"] > 0, plain, risky)
    must(safe["explode_next"] == 0 and safe["draws"][2]["explode"] == 0 < safe["draws"][3]["explode"], safe)
    must(risky["value"]["draw"] > plain["value"]["draw"], risky["value"], plain["value"])
    page = fine("odds", *potion, "--card", "second-chance", "--risky")
    must("after an explosion you may start again" in page, page)
    exploded = ["quacks", "--bag", BAG, "--pot", "white3,white3,white2", "--card", "second-chance", "--risky"]
    got = odds(*exploded)
    must(sorted(got["value"]) == ["restart no", "restart yes"] and len(got["draws"]) == 1, got)
    must(got["draws"][0]["explode"] == 1 and got["advice"] == "restart yes", got)
    page = fine("odds", *exploded)
    must("Start again: that is better by" in page and "the table" not in page and "is always an estimate" in page, page)
    strong = ["quacks", "--bag", "white1=2,black1=3", "--pot", "white1,white2", "--card", "strong-ingredient"]
    must(odds(*strong, "--acts")["value"]["stop"] > odds(*strong)["value"]["stop"], strong)


def test_odds_say_what_they_assume():
    """The table answers questions inside a draw: yellow 1, blue 1, Well Stirred. Nothing is said of what cannot come."""
    potion = ["quacks", "--bag", BAG + ",yellow1=1,blue2=1", "--pot", "orange1"]
    for books, card, ids in (("1", "well-stirred", ["yellow-1", "blue-1", "well-stirred"]),
                             ("yellow=2,blue=2", "second-chance", ["bonus", "second-chance"]), ("3", "lucky-devil", [])):
        got = odds(*potion, "--books", books, "--card", card)
        must([a["id"] for a in got["assumes"]] == ids, books, got["assumes"])
        page = re.sub(r"\s+", " ", fine("odds", *potion, "--books", books, "--card", card))
        must(all(a["text"][:-1] + " (" + a["rule"] + ")." in page for a in got["assumes"]), page, got["assumes"])
        must(("Inside a draw:" in page) == bool(ids), page)
    # What acts may lie in the pot already, and what acts together must be able to meet.
    for bag, pot, books, ids in (
            ("white1=3", "red1,white2", "red=4", ["bonus"]), ("white2=3", "red1,white2", "red=4", []),
            ("white1=3", "orange1,white2", "red=4", []), ("white1=3,red1=1", "white2", "red=4", ["bonus"]),
            ("white1=3,orange1=1", "white2,yellow1", "yellow=2", ["bonus"]), ("white1=3,orange1=1", "yellow1,white2", "yellow=2", []),
            ("yellow1=1", "white2", "yellow=2", []), ("yellow1=2", "white2", "yellow=2", ["bonus"]),
            ("yellow1=2", "yellow1,yellow1", "yellow=4", ["bonus"]), ("yellow1=2", "yellow1,yellow1,yellow1", "yellow=4", []),
            ("red1=1,green1=1", "orange1", "red=1", ["bonus"]), ("red1=1,green1=1", "white1", "red=1", []),
            ("red1=1,green1=1", "white1", "red=3", ["bonus"]), ("red1=1,green1=1", "white1,orange1", "red=3", []),
            ("red1=1,white1=1", "orange1", "red=3", ["bonus"]), ("white1=3", "white2", "red=2", []),
            ("white1=3,red1=1", "white2", "red=2", ["red-2"]), ("yellow1=1,orange1=1", "green1", "yellow=1", []),
            ("yellow1=1,orange1=1", "white1", "yellow=1", ["yellow-1"]), ("blue1=1", "white1", "blue=1", []),
            ("blue1=1,white1=1", "white1", "blue=1", ["blue-1"])):
        got = odds("quacks", "--bag", bag, "--pot", pot, "--books", "green=2,blue=2,red=1,yellow=3,purple=2," + books)
        must([a["id"] for a in got["assumes"]] == ids, bag, pot, books, got["assumes"])


def test_odds_at_the_offer():
    """A Second Chance offered after five chips: the next chip is that of a pot kept. Only white 3 explodes it."""
    chips = ["white1", "white2", "white2", "orange1", "green1"]
    chance = [{"first": 0}, {"fortune": "second-chance"}, *({"draw": chip, "seat": 0} for chip in chips)]
    for ruling in "safe", "risky":
        state = engine({"op": "force", "chance": chance},
                       {"op": "new", "game": "quacks", "players": 2, "options": {"second_chance": ruling}},
                       *[{"op": "apply", "seat": 0, "action": "draw"}] * 5, {"op": "state"})[-1]
        got, page = odds(text=json.dumps(state)), fine("odds", text=json.dumps(state))
        must("restart no" in got["value"] and got["explode_next"] == got["draws"][1]["explode"] == 0.25, got)
        must("next chip explodes the pot is 25.0 %: 1 of 4 would." in page and "\n\n\n" not in page, page)


def test_odds_of_a_red_beside_the_pot():
    """Book red 2: what putting the red back is worth is told, and is never the best."""
    got = odds("quacks", "--bag", BAG, "--pot", "white1,red1,white2", "--books", "red=2")
    page = fine("odds", "quacks", "--bag", BAG, "--pot", "white1,red1,white2", "--books", "red=2")
    must("counted as placed (Q8)." in page and [a["id"] for a in got["assumes"]] == ["red-2"], page, got["assumes"])
    must("bag red1" in got["value"] and got["advice"] in ("draw", "stop"), got)
    must(got["exact"] and got["value"]["bag red1"] < max(got["value"]["draw"], got["value"]["stop"]), got)


def test_odds_of_views():
    """A state, its view and the engine's answer give the same odds, whatever is hidden."""
    new = {"op": "new", "game": "arcane", "players": 3, "seed": 4, "options": {"market": True, "first": 0}}
    moves = [{"op": "apply", "seat": s, "action": "reveal 1 5"} for s in (0, 1, 2)]
    moves.append({"op": "apply", "seat": 0, "action": "draw deck"})
    state, view = engine(new, *moves, {"op": "state"}, {"op": "view", "seat": 0})[-2:]
    page = fine("odds", text=json.dumps(state))
    must(page == fine("odds", "--seat", "0", text=json.dumps(view)), "the view has other odds")
    must(page == fine("odds", "-", text=json.dumps(state["state"])), "the bare state has other odds")
    got = odds(text=json.dumps(view))
    must(abs(sum(got["next"].values()) - 1) < 0.002 and len(got["storehouses"]) == 3, got)
    must(got["storehouses"][1]["unknown"] == 7 and got["unseen"] > got["deck"], got)
    other = run("odds", "--seat", "1", text=json.dumps(view))
    must(other.status == 2 and "A14.2" not in other.out and "stash" in other.err, other.err)


def test_odds_of_a_set():
    """Two Wands in a row, and the third slot can be played into: Wands and Felines complete it."""
    state = engine({"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": {"first": 0}},
                   {"op": "force", "chance": [{"card": "older-wand"}] * 4 + [{"card": "crystal-ball"}] * 4},
                   {"op": "apply", "seat": 0, "action": "reveal 1 2"},
                   {"op": "apply", "seat": 1, "action": "reveal 1 2"}, {"op": "state"})[-1]["state"]
    got = odds("--seat", "0", text=json.dumps(state))
    wand = [c for c in got["completes"] if c["item"] == "older-wand"]
    must(wand and wand[0]["slots"] == [3] and wand[0]["gold"] == 3, got["completes"])
    must(abs(got["next_completes"] - sum(c["next"] for c in got["completes"])) < 1e-3, got)


def test_odds_of_a_set_by_slot():
    """A Wand in place of the Sword pays all its gold, elsewhere the Sword takes its part: each slot has its own figure."""
    state = engine({"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": {"first": 0}},
                   {"op": "force", "chance": [{"card": "older-wand"}] * 3 + [{"card": "sovereign-sword"}]},
                   {"op": "apply", "seat": 0, "action": "reveal 1 2"},
                   {"op": "apply", "seat": 1, "action": "reveal 1 2"}, {"op": "state"})[-1]["state"]
    house = state["players"][0]["house"]
    moved = state["players"][1]["house"]["cells"]
    house["cells"][3], moved[0] = moved[0], {"item": None, "up": False}
    house["cells"][6], moved[1] = moved[1], {"item": None, "up": False}
    must([c["item"] for c in house["cells"]].count("older-wand") == 3, house)
    text = json.dumps(state)
    wand = next(c for c in odds("--seat", "0", text=text)["completes"] if c["item"] == "older-wand")
    less = wand["slot_gold"][0]
    must(wand["slots"] == [3, 7] and wand["slot_gold"] == [less, 3] and less < 3 and wand["gold"] == 3, wand)
    page = fine("odds", "--seat", "0", text=text)
    must(re.search(rf"Older Wand +[\d.]+ % +3   slot 7\n +{less}   slot 3\n", page), page)


def test_odds_after_sales():
    """What an inspection sells is gone before infamy is counted: three Skeletomicons cost nothing, and pay 35 gold."""
    state = engine({"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": {"first": 0}},
                   {"op": "force", "chance": [{"card": "older-wand"}] * 4 + [{"card": "crystal-ball"}] * 4},
                   {"op": "apply", "seat": 0, "action": "reveal 1 2"},
                   {"op": "apply", "seat": 1, "action": "reveal 1 2"}, {"op": "state"})[-1]["state"]
    house = state["players"][0]["house"]
    gone = {}
    for cell in house["cells"]:
        if cell["item"]:
            gone[cell["item"]] = gone.get(cell["item"], 0) + 1
    state["players"][0]["house"] = {"rows": 1, "cols": 3, "cells": [{"item": "skeletomicon", "up": True}] * 3}
    state["pool"]["skeletomicon"] -= 3
    if not state["pool"]["skeletomicon"]:
        del state["pool"]["skeletomicon"]
    # The undecided cells that are gone leave their cards set aside.
    missing = sum(cell["item"] is None for cell in house["cells"]) - 3
    for item in sorted(state["pool"]):
        take = min(missing, state["pool"][item])
        missing -= take
        gone[item] = gone.get(item, 0) + take
        state["pool"][item] -= take
        if not state["pool"][item]:
            del state["pool"][item]
    state["aside"] = {item: n for item, n in gone.items() if n}
    state["players"][0]["infamy"] = 10
    own = odds("--seat", "0", text=json.dumps(state))
    house = own["storehouses"][0]
    must((house["shown_infamy"], house["total"], house["marker"], house["fine"]) == (18, 0, 0, 0), house)
    must((house["sets"], house["set_gold"]) == (1, 35), house)
    must(own["assumes"][0]["id"] == "sales" and own["exact"] == (own["sampled"] == 0), own)


def test_odds_of_the_help():
    """The potion that the help suggests has a risk to weigh, and is not advised to draw where it would likely explode."""
    line = fine("odds", "--help").split("Try: charlatan ", 1)[1].replace("\\\n", " ")
    got = odds(*line.split()[1:])
    must(got["explode_next"] > 0, "nothing can happen to this potion", got)
    must(got["advice"] == "stop" or got["explode_next"] < 0.5, "a draw that likely explodes is advised", got)


def test_odds_refused():
    start = engine({"op": "new", "game": "null", "players": 2, "seed": 1}, {"op": "state"})[1]
    for arguments, text, word in (
            (["nowhere.json"], "", "nowhere.json"), ([], "{", "line 1"), ([], "[]", "not a position"), ([], "{}", "not a position"),
            ([], json.dumps(start), "no odds for this game"), (["quacks"], "", "--bag is needed"),
            (["quacks", "--bag", ""], "", "the bag is empty"),
            (["quacks", "--bag", "white1=0", "--pot", "white1"], "", "--bag: the bag is empty, so nothing can be drawn.\n"),
            (["quacks", "--bag", "white9"], "", "is not a chip"), (["quacks", "--bag", "white1=x"], "", "count"),
            (["quacks", "--bag", "white1=99"], "", "only 20"), (["quacks", "--bag", "white1=18"], "", "other player"),
            (["quacks", "--bag", BAG, "--pot", "white3,white3,white2"], "", "exploded"),
            (["quacks", "--bag", BAG, "--card", "luck"], "", "not a fortune card"),
            (["quacks", "--bag", BAG, "--books", "5"], "", "--books"), (["quacks", "--bag", BAG, "--seat", "3"], "", "2 players"),
            (["quacks", "--bag", BAG, "--turn", "10"], "", "1 to 9"), (["--bag", BAG], "{}", "odds quacks --bag"),
            (["--what"], "", "--help"), (["a", "b"], "", "--help")):
        done = run("odds", *arguments, text=text)
        must(done.status == 2 and not done.out and word in done.err, arguments, done.err)
