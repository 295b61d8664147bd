"""States of the Quacks that cannot be reached, about A Second Chance, chips in the hand and beside the pot, and the
options of Q12."""

import copy

from harness import check, same
from talk import Engine, Unmoved, apply, new, op


def draws(e, chips, card="second-chance", **options):
    """A game whose seat 0 has drawn these chips under this card."""
    e.must(op("force", chance=[{"fortune": card}] + [{"draw": c, "seat": 0} for c in chips.split()]))
    e.must(new(2, 1, game="quacks", first=0, **options))
    for _ in chips.split():
        e.must(apply(0, "draw"))
    return e.state()


def changed(state, *path, value):
    """A copy with another value there; a function makes it out of the old one."""
    state = copy.deepcopy(state)
    node = state
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value(node[path[-1]]) if callable(value) else value
    return state


def chips_moved(state, kind, take, give):
    """One chip of a kind from one object of counts to another."""
    state = copy.deepcopy(state)
    for path, n in ((take, -1), (give, 1)):
        counts = state
        for step in path:
            counts = counts[step]
        counts[kind] += n
    return state


def more(n):
    return n + 1


def unlike_the_beginning(state):
    """(label, state): `saved` of seat 0 cannot be the beginning of its potion (Q7)."""
    me = ("players", 0)
    saved = me + ("saved",)
    yield "a chip more saved than there is", changed(state, *saved, "bag", "white1", value=more)
    yield "a chip in the bag that was not saved", chips_moved(state, "green2", ("supply",), me + ("bag",))
    yield "another chip saved", chips_moved(changed(state, *saved, "bag", "white1", value=more), "orange1",
                                            saved + ("bag",), saved + ("bag",))
    yield "a red saved beside the pot", changed(state, *saved, "beside", value=["red1"])
    yield "more points saved", changed(state, *saved, "points", value=more)
    yield "fewer points saved", changed(state, *me, "points", value=more)
    yield "more rubies saved", changed(state, *saved, "rubies", value=more)
    yield "fewer rubies saved", changed(state, *me, "rubies", value=more)
    yield "an empty flask saved", changed(state, *saved, "flask", value=False)
    yield "nothing saved", changed(state, *saved, value=None)
    yield "nothing saved for the other seat", changed(state, "players", 1, "saved", value=None)


def test_second_chance_saved():
    with Engine() as e:
        state = draws(e, "white1 white1 orange1 white1 green1")
        same([d["kind"] for d in e.decisions()], ["restart", "brew"], "the offer is made")
        still = Unmoved(e)
        for label, broken in unlike_the_beginning(state):
            answer = still.refused(op("setup", state=broken), "bad-state", label)
            check("Q7" in answer["error"]["message"], "names the rule: " + label, answer)
        e.must(op("setup", state=state))
        e.must(apply(0, "restart yes"))
        after = e.state()["players"][0]
        same({k: after[k] for k in state["players"][0]["saved"]}, state["players"][0]["saved"], "a restart restores it")
        check(e.ask(op("setup", state=e.state()))["ok"], "and what it restores can be set up")


def test_second_chance_pays_back():
    """Books blue 3 and 4 pay while brewing, the flask is used up: `saved` may differ by exactly that."""
    for book, key in ((3, "rubies"), (4, "points")):
        with Engine() as e:
            state = draws(e, "white1 white2", books={"blue": book})
            me = state["players"][0]
            state["supply"]["blue2"] -= 1
            for bag in (me["bag"], me["saved"]["bag"]):
                bag["blue2"] += 1
            e.must(op("setup", state=state))
            e.must(op("force", chance=[{"draw": "blue2", "seat": 0}]))
            e.must(apply(0, "flask"))
            e.must(apply(0, "draw"))
            state = e.state()
            me = state["players"][0]
            same(me["pot"][-1]["at"], 3, "the blue lies behind the first white")
            check(e.ask(op("setup", state=state))["ok"], "a used flask is not saved as used")
            still = Unmoved(e)
            paid = copy.deepcopy(state)
            paid["players"][0]["pot"][-1]["at"] = 5
            still.refused(op("setup", state=paid), "bad-state", "a blue on a ruby space that has not paid")
            paid["players"][0][key] += 1 if book == 3 else 2
            check(e.ask(op("setup", state=paid))["ok"], "one that has paid its %s" % key)


def test_second_chance_of_no_card():
    with Engine() as e:
        state = draws(e, "white1", card="charity")
        still = Unmoved(e)
        saved = {key: state["players"][0][key] for key in ("points", "rubies", "flask", "bag", "beside")}
        still.refused(op("setup", state=changed(state, "players", 0, "saved", value=saved)), "bad-state",
                      "saved without the card")
        still.refused(op("setup", state=changed(state, "players", 0, "offered", value=True)), "bad-state",
                      "offered without the card")
        state = draws(e, "white1 white1 orange1 white1")
        still = Unmoved(e)
        asked = changed(state, "players", 0, "offered", value=True)
        asked["pending"][0] = {"kind": "restart", "seat": 0, "stage": "brew"}
        still.refused(op("setup", state=asked), "bad-state", "a restart asked with four chips in the pot")


def test_chip_in_hand():
    """A chip in the hand is the one last drawn, and somebody asks about it."""
    with Engine() as e:
        state = draws(e, "orange1 white1", card="well-stirred")
        same([d["kind"] for d in e.decisions()], ["return", "brew"], "Well Stirred asks")
        still = Unmoved(e)
        for label, broken in (
                ("another chip drawn last", changed(state, "players", 0, "drawn", value=["orange1", "orange1"])),
                ("no chip drawn", changed(state, "players", 0, "drawn", value=[])),
                ("a hand nobody asks about", changed(state, "pending", 0, value={"kind": "brew", "seat": 0})),
                ("no such card", changed(state, "fortune", "card", value="magic-potion"))):
            if label == "no such card":
                broken["fortune"]["left"] = [c for c in broken["fortune"]["left"] if c != "magic-potion"]
            still.refused(op("setup", state=broken), "bad-state", label)
        check(e.ask(op("setup", state=state))["ok"], "as it was")


def test_inert_before_its_time():
    with Engine() as e:
        state = draws(e, "white1", card="strong-ingredient", books=3)
        state["players"][0]["fresh"] = False
        e.must(op("setup", state=state))
        still = Unmoved(e)
        still.refused(op("setup", state=changed(state, "players", 0, "pot", 0, "inert", value=True)), "bad-state",
                      "a chip of Strong Ingredient before all have stopped")


def full(state, question):
    """Seat 0's only chip lies on 52, and it is asked this."""
    state = changed(state, "players", 0, "pot", 0, "at", value=52)
    state["pending"][0] = question
    return state


def test_full_pot_is_not_asked():
    """A full pot stops (Q1.1): no draw, no extra spaces, no pick."""
    with Engine() as e:
        state = draws(e, "white1", card="strong-ingredient")
        still = Unmoved(e)
        still.refused(op("setup", state=full(state, {"kind": "brew", "seat": 0})), "bad-state", "brewing on")
        hand = full(state, {"kind": "bonus", "seat": 0, "stage": "brew"})
        me = hand["players"][0]
        me["bag"]["orange1"] -= 1
        me.update(hand="orange1", drawn=["white1", "orange1"], fresh=False, doubling=True)
        still.refused(op("setup", state=hand), "bad-state", "extra spaces for a chip that has no room")
        me["pot"][0]["at"] = 1
        check(e.ask(op("setup", state=hand))["ok"], "with room it is fine")
        looks = full(state, {"kind": "pick", "seat": 0, "stage": "strong", "sub": 1})
        looks["pending"] = looks["pending"][:1]
        for me in looks["players"]:
            me["stopped"] = True
        looks["players"][0]["offer"] = ["white1"]
        still = Unmoved(e)
        still.refused(op("setup", state=looks), "bad-state", "Strong Ingredient for a full pot")
        looks["players"][0]["pot"][0]["at"] = 1
        check(e.ask(op("setup", state=looks))["ok"], "with room it is fine")


def test_only_red_2_lays_beside():
    """With another red book nothing would ever take the chip back (Q8)."""
    with Engine() as e:
        for book, accepted in ((1, False), (2, True), (3, False), (4, False)):
            books = {"green": 1, "blue": 1, "red": book, "yellow": 1, "purple": 1}
            state = draws(e, "white1", card="strong-ingredient", books=books)
            state["supply"]["red1"] -= 1
            state["players"][1]["beside"] = ["red1"]
            answer = e.ask(op("setup", state=state))
            same(answer["ok"], accepted, f"book red {book}")
            check(accepted or "Q8" in answer["error"]["message"], "the refusal names the rule")


RED_2 = {"green": 1, "blue": 1, "red": 2, "yellow": 1, "purple": 1}


def test_returned():
    """Only reds, only with book red 2, only from the potions on, no more than the seat has (Q8)."""
    with Engine() as e:
        state = draws(e, "white1", card="strong-ingredient", books=RED_2)
        state["supply"]["red1"] -= 2
        state["players"][0].update(beside=["red1"], bag={**state["players"][0]["bag"], "red1": 1})
        old = copy.deepcopy(state)
        for player in old["players"]:
            del player["returned"]
        for label, wrong, accepted in (
                ("none", state, True),
                ("not written", old, True),
                ("two of two", changed(state, "players", 0, "returned", value=["red1", "red1"]), True),
                ("three of two", changed(state, "players", 0, "returned", value=["red1"] * 3), False),
                ("of another value", changed(state, "players", 0, "returned", value=["red2"]), False),
                ("no red", changed(state, "players", 0, "returned", value=["white1"]), False),
                ("no chip", changed(state, "players", 0, "returned", value=[None]), False),
                ("no list", changed(state, "players", 0, "returned", value=1), False)):
            same(e.ask(op("setup", state=wrong))["ok"], accepted, label)
        other = draws(e, "white1", card="strong-ingredient")
        check(not e.ask(op("setup", state=changed(other, "players", 0, "returned", value=["red1"])))["ok"], "book red 1")


def test_returned_before_the_potions():
    with Engine() as e:
        e.must(op("force", chance=[{"fortune": "just-in-time"}]))
        e.must(new(2, 1, game="quacks", first=0, books=RED_2))
        state = e.state()
        same(state["phase"], "fortune", "the card asks")
        check(e.ask(op("setup", state=state))["ok"], "as it is")
        check(not e.ask(op("setup", state=changed(state, "players", 0, "returned", value=["red1"])))["ok"], "too early")


def test_fortune_off():
    """No card in any state, and none where there are cards (Q12)."""
    with Engine() as e:
        e.must(op("force", chance=[]))
        answer = e.must(new(2, 1, game="quacks", first=0, fortune="off"))
        same(answer["chance"], [], "no card is turned")
        state = e.state()
        same(state["fortune"], {"card": None, "left": []}, "no cards")
        with_card = {"card": "charity", "left": []}
        for label, wrong in (("a card", changed(state, "fortune", value=with_card)),
                             ("cards to come", changed(state, "fortune", "left", value=["charity"])),
                             ("no list", changed(state, "fortune", "left", value=None)),
                             ("nothing", changed(state, "fortune", value=None)),
                             ("played with cards", changed(state, "options", "fortune", value="on"))):
            answer = e.ask(op("setup", state=wrong))
            same((answer["ok"], answer.get("error", {}).get("code")), (False, "bad-state"), label)
        check(e.ask(op("setup", state=state))["ok"], "as it is")


def test_ruling_options():
    """Both words of each option, and nothing else (Q12)."""
    with Engine() as e:
        for option, words in (("second_chance", ("safe", "risky")), ("strong_ingredient", ("inert", "acts")),
                              ("fortune", ("on", "off")), ("optional", ("automatic", "asked"))):
            for word in words:
                e.must(new(2, 1, game="quacks", **{option: word}))
                same(e.state()["options"][option], word, option)
            for wrong in ("", "Safe", True, None, 1, []):
                answer = e.ask(new(2, 1, game="quacks", **{option: wrong}))
                same(answer["error"]["code"], "bad-option", f"{option} {wrong}")


def exploded(state, **more_of_it):
    """Seat 0 has laid three whites, exploded, and is asked whether it starts anew."""
    state = copy.deepcopy(state)
    state["players"][0].update(exploded=True, stopped=True, offered=True, **more_of_it)
    state["pending"] = [{"kind": "restart", "seat": 0, "stage": "brew"}, {"kind": "brew", "seat": 1}]
    return state


def test_restart_of_an_exploded_pot():
    """Only the risky card asks it, of a seat that has exploded with at most five chips (Q12)."""
    with Engine() as e:
        safe = draws(e, "white3 white2 white2")
        risky = draws(e, "white3 white2 white2", second_chance="risky")
        five = draws(e, "white3 white2 white2 orange1 green1", second_chance="risky")
        for label, state, accepted in (
                ("risky", exploded(risky), True),
                ("safe", exploded(safe), False),
                ("not stopped", changed(exploded(risky), "players", 0, "stopped", value=False), False),
                ("not offered", changed(exploded(risky), "players", 0, "offered", value=False), False),
                ("whole, three chips", changed(changed(exploded(risky), "players", 0, "exploded", value=False),
                                               "players", 0, "stopped", value=False), False),
                ("five chips", exploded(five), True)):
            same(e.ask(op("setup", state=state))["ok"], accepted, label)


def blue_on_a_ruby(e, **options):
    """Seat 0 has drawn a blue onto a ruby space with book blue 3."""
    draws(e, "white2 white2", "lucky-devil", books={"blue": 3}, **options)
    state = chips_moved(e.state(), "blue1", ("supply",), ("players", 0, "bag"))
    e.must(op("setup", state=state))
    e.must(op("force", chance=[{"draw": "blue1", "seat": 0}]))
    return e.must(apply(0, "draw"))


def test_optional_of_a_blue():
    """`setup` takes the question only where it can be asked (Q12)."""
    with Engine() as e:
        blue_on_a_ruby(e, optional="asked")
        state = e.state()
        entry = state["pending"][0]
        same((entry["kind"], entry["why"]), ("optional", "blue1"), "what is asked")
        same(e.decisions()[0]["why"], "blue1", "in the decision, too")
        first = ("pending", 0)
        blue = [chip["chip"] for chip in state["players"][0]["pot"]].index("blue1")
        for label, wrong in (("not with automatic", changed(state, "options", "optional", value="automatic")),
                             ("not with book blue 1", changed(state, "options", "books", "blue", value=1)),
                             ("a step while brewing", changed(state, *first, "why", value="droplet")),
                             ("in no other stage", changed(state, *first, "stage", value="b")),
                             ("off the ruby space", changed(state, "players", 0, "pot", blue, "at", value=more)),
                             ("of a chip not just drawn", changed(state, "players", 0, "fresh", value=False)),
                             ("rats while brewing", changed(state, *first, "kind", value="rats"))):
            answer = e.ask(op("setup", state=wrong))
            same((answer["ok"], answer.get("error", {}).get("code")), (False, "bad-state"), label)
        check(e.ask(op("setup", state=state))["ok"], "as it is")


def test_optional_rats_and_steps():
    """No more tails than move the rat stone, and no step that cannot be taken (Q12)."""
    with Engine() as e:
        e.must(op("force", chance=[{"fortune": "lucky-devil"}]))
        e.must(new(2, 1, game="quacks", first=0, optional="asked"))
        state = e.state()
        same([d["kind"] for d in e.decisions()], ["brew", "brew"], "nobody is behind")
        state["phase"], state["pending"] = "fortune", [
            {"kind": "rats", "seat": 0, "stage": "rats", "sub": 1, "tails": [3, 0], "given": [0, 0]}]
        e.must(op("setup", state=state))
        same(e.decisions()[0]["actions"], ["rats 0", "rats 1", "rats 2", "rats 3"], "all there are")
        same(e.state(), state, "as it was set up")
        for label, tails in (("none", [0, 0]), ("too many", [52, 0]), ("another's, too many", [3, 60])):
            check(not e.ask(op("setup", state=changed(state, "pending", 0, "tails", value=tails)))["ok"], label)
        later = changed(state, "start", value=1)
        check(e.ask(op("setup", state=later))["ok"], "the last seat")
        check(not e.ask(op("setup", state=changed(later, "pending", 0, "tails", value=[3, 1])))["ok"], "one that had its part")
        check(not e.ask(op("setup", state=changed(state, "pending", 0, "given", value=[1, 0])))["ok"], "given up already")
        near = changed(state, "players", 0, "droplet", value=50)
        check(not e.ask(op("setup", state=near))["ok"], "only one tail moves the stone from 50")
        check(e.ask(op("setup", state=changed(near, "pending", 0, "tails", value=[1, 0])))["ok"], "one")
        step = changed(state, "pending", value=[{"kind": "optional", "why": "droplet", "seat": 0, "stage": "card",
                                                 "sub": 1, "tails": [0, 0], "given": [0, 0]}])
        check(e.ask(op("setup", state=step))["ok"], "a step")
        check(not e.ask(op("setup", state=changed(step, "players", 0, "droplet", value=51)))["ok"], "a step from 51")


BOTS = ("greedy", "brewer", "brewer-1", "net", "search:iterations=40", "search-1:iterations=40", "easy", "casual", "medium",
        "hard", "master:iterations=40")


def test_every_bot_takes():
    """What may be passed up is taken, and all tails are used, by every bot (Q12)."""
    with Engine() as e:
        blue_on_a_ruby(e, optional="asked")
        blue = e.state()
        e.must(op("force", chance=[{"fortune": "pot-filling"}]))
        e.must(new(2, 1, game="quacks", first=0, optional="asked"))
        same(e.decisions()[0]["why"], "droplet", "a step")
        step = e.state()
        rats = changed(changed(step, "pending", value=[
            {"kind": "rats", "seat": 0, "stage": "rats", "sub": 1, "tails": [3, 0], "given": [0, 0]}]),
            "fortune", "card", value="pot-filling")
        for state, wanted in ((blue, "optional take"), (step, "optional take"), (rats, "rats 3")):
            e.must(op("setup", state=state))
            for bot in BOTS:
                same(e.must(op("suggest", seat=0, bot=bot))["action"], wanted, f"{bot}, {wanted}")
