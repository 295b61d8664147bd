"""Advice of every bot."""

import copy
import json
import re

from harness import check, same
from positions import Table
from talk import Engine, apply, code_of, new, op


def test_suggest():
    bots = ["random", {"name": "random"}, {"name": "random", "options": {"seed": 5}},
            {"name": "random", "options": {}}]
    for request in (new(4, 3, wizards="random", market=True, turn_cap=2), new(3, 3, game="null")):
        with Engine() as e:
            e.must(request)
            for n in range(2000):
                decisions = e.decisions()
                if not decisions:
                    break
                d = decisions[n % len(decisions)]
                asked = [op("suggest", seat=d["seat"], bot=bots[n % 4])] * 2
                if n % 8 == 0:
                    before, one, two, after = e.many([op("state")] + asked + [op("state")])
                    same(one, two, "the same view, the same advice")
                    same(after, before, "asking changes nothing")
                else:
                    one = e.many(asked[:1])[0]
                action = json.loads(one).get("action")
                check(action in d["actions"], "advice is legal", one)
                e.must(apply(d["seat"], action))
            same(code_of(e.ask(op("suggest", seat=0, bot="random"))), "game-over", "no advice after the end")
    table = Table(3)
    other = copy.deepcopy(table.state)
    other["players"][1]["stash"][0]["item"] = "skeletomicon"
    other["pool"]["skeletomicon"] -= 1
    other["pool"]["older-wand"] += 1
    with Engine() as e:
        told = []
        for state in (table.state, other):
            e.must(op("setup", state=state))
            told.append(e.many([op("view", seat=0), op("view", seat=None)] + [op("suggest", seat=0, bot=b)
                                                                              for b in bots]))
        same(told[0], told[1], "views and advice do not know what the seat may not know")


def test_suggest_without_reasons():
    """Reasons change nothing about the answer, and are left out where nobody wants them."""
    for request, bots in ((new(3, 7, market=True), ["greedy", "easy", "net", "casual", "search:iterations=200"]),
                          (new(3, 7, game="quacks"), ["greedy", "easy", "net", "brewer", "search:iterations=200"])):
        with Engine() as e:
            e.must(request)
            for n in range(60):
                d = e.decisions()[0]
                ask = [op("suggest", seat=d["seat"], bot=bots[n % len(bots)], **more)
                       for more in ({}, {"why": True}, {"why": False})]
                full, told, bare = map(json.loads, e.many(ask))
                same(told, full, "reasons are given unless they are declined")
                same(bare, {m: full[m] for m in ("ok", "action", "bot")}, "the answer alone")
                e.must(apply(d["seat"], full["action"]))
            for wrong in (0, "no", None, []):
                same(code_of(e.ask(op("suggest", seat=e.decisions()[0]["seat"], bot="random", why=wrong))), "bad-request", "why")


def check_advice(d, told):
    """Members are optional, and have legal actions and numbers."""
    advice = json.loads(told)
    members = [m for m in advice if m not in ("ok", "action", "bot")]
    order = ["visits", "value", "worth", "iterations", "odds", "why", "reason"]
    same(members, [m for m in order if m in members], "members in their order")
    for member in ("visits", "value"):
        check(set(advice.get(member, {})) <= set(d["actions"]), member + " are of legal actions", told)
    if "visits" in advice:
        same(sum(advice["visits"].values()), advice["iterations"], "every imagined game is a visit")
        same(advice["visits"][advice["action"]], max(advice["visits"].values()), "the most tried is the answer")
    numbers = re.findall(rb'":(-?[0-9.]+)', told)
    check(not any(re.fullmatch(rb"-0\.0000|.*\.\d{0,3}|.*\.\d{5,}", n) for n in numbers), "four decimals", told)
    check(not advice.get("why") or advice["why"].endswith("."), "whole sentences", told)
    same("reason" in advice, "value" in advice or len(d["actions"]) == 1, "what was weighed has a reason")
    if "reason" in advice:
        text = advice["reason"]["text"]
        check(text[0].islower() and text[-1] not in ".:" and "{" not in text, "one sentence, to stand behind a colon", text)


def test_suggest_every_bot():
    """The first decisions of a game of each kind: all bots are asked, and the last one is obeyed."""
    few = {"options": {"iterations": 12}}
    bots = {"arcane": ["easy", "medium", "hard", "greedy", dict(few, name="master"), "search:iterations=8"],
            "quacks": ["easy", "medium", "hard", "greedy", dict(few, name="master"), "brewer"]}
    for game, asked in bots.items():
        with Engine() as e:
            e.must(op("new", game=game, players=3, seed=6))
            for n in range(80):
                decisions = e.decisions()
                if not decisions:
                    break
                d = decisions[n % len(decisions)]
                answers = e.many([op("suggest", seat=d["seat"], bot=b) for b in asked])
                if n % 4 == 0:
                    again = e.many([op("suggest", seat=d["seat"], bot=b) for b in asked])
                    same(again, answers, "the same view, the same advice")
                for told in answers:
                    check(json.loads(told).get("action") in d["actions"], "advice is legal", told)
                    check_advice(d, told)
                e.must(apply(d["seat"], json.loads(answers[-1])["action"]))


def test_suggest_without_a_clock():
    """Bots that use a time limit elsewhere use a number of iterations here, unless a time is given."""
    for game, count in (("arcane", 4000), ("quacks", 5000)):
        with Engine() as e:
            e.must(op("new", game=game, players=2, seed=6, options={"first": 0}))
            if game == "quacks":
                while len(e.decisions()[0]["actions"]) < 2:
                    e.must(apply(0, e.decisions()[0]["actions"][0]))
            done = e.must(op("suggest", seat=0, bot={"name": "search-1", "options": {"ms": 0, "iterations": 0}}))
            same(done.get("iterations"), count, "the usual count")
            settled = e.must(op("suggest", seat=0, bot="master"))
            check(0 < settled["iterations"] <= count, "the usual count at most", settled["iterations"])
            same(e.must(op("suggest", seat=0, bot="master")), settled, "no clock")
            timed = e.must(op("suggest", seat=0, bot={"name": "search-1", "options": {"ms": 30}}))
            check(timed["iterations"] != count, "a time was given", timed["iterations"])
            both = e.must(op("suggest", seat=0, bot="search-1:ms=60000:iterations=25"))
            same(both["iterations"], 25, "a count comes before a time")
