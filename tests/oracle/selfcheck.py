"""Checks the oracle against itself: invariants in random games, and the knots of the rules."""
import argparse
import json
import random
import sys
from collections import Counter

from arcane_box import BOOMERANG, DOLL, FELINE, ITEMS, WRITABLE, Values, complete_options
from arcane_oracle import Game
from differential import Corner, Match
from referee import printed, xxh64

WAND, COIN, SWORD, TOAD = "older-wand", "three-headed-coin", "sovereign-sword", "hypnotic-toad"
FAIRY, RING, EGG, BALL = "bottled-fairy", "invisible-ring", "dragons-egg", "crystal-ball"
LAMP, WATCH, CHALICE, LOCKBOX = ("mystical-lamp", "wizards-watch", "sacred-chalice",
                                 "pandoras-lockbox")


# ---------------------------------------------------------------- invariants

def items(cards):
    """The items of cards that have one."""
    return Counter(c["item"] for c in cards if c and c["item"] is not None)


def lying_open(s, rules):
    """Everything that is face up, in a state or a view, but for the storehouses."""
    market = [i for i in s["market"] or [] if i is not None]
    between = rules.offer + ([rules.playing] if rules.playing else [])
    return Counter(s["discard"]) + Counter(s["aside"]) + Counter(market + between)


def cards_in_game(rules):
    return Counter({i: n for i, n in rules.v.count.items() if n})


def invariants(rules):
    s, deck = rules.s, rules.s["deck"]
    down = [c for p in s["players"] for c in p["house"]["cells"] if c] + s["aside_unseen"]
    down += [rules.replaced] if rules.replaced else []
    cards = Counter(s["pool"]) + Counter(deck["own"] or {}) + lying_open(s, rules) + items(down)
    cards += items(deck["top"]) + items(c for p in s["players"] for c in p["stash"])
    assert cards == cards_in_game(rules), (cards - cards_in_game(rules))
    undecided, rest = sum(c["item"] is None for c in down), deck["count"] - len(deck["top"])
    assert sum(s["pool"].values()) == undecided + (rest if deck["own"] is None else 0)
    assert deck["own"] is None or sum(deck["own"].values()) == rest
    number = rules.v.number
    for p in s["players"]:
        assert p["gold"] >= 0 and 0 <= p["infamy"] < number["infamy.lap"]
        assert 0 <= p["fines"] <= number["infamy.markers"]
        assert len(p["stash"]) < 24
        for c in p["house"]["cells"]:
            assert c is None or ("known" in c) == (not c["up"] and c["item"] is not None)
    if s["phase"] != "stock":
        assert deck["count"] or len(s["discard"]) < 2, "A9.1"
        assert deck["count"] == 0 or None not in (s["market"] or []), "A12.3"
    q = rules.question
    if q:
        assert q["actions"] == sorted(set(q["actions"]))
        assert len(q["actions"]) > 1 or q["kind"] in ("draw", "act", "bribe")


def views(rules):
    """No view shows a card its seat does not know; what it shows and its pool add up."""
    for seat in [None, *range(rules.n)]:
        v = rules.view(seat)
        cards = [c for p in v["players"] for c in p["stash"] + p["house"]["cells"]]
        cards += v["deck"]["top"] + v["aside_unseen"]
        cards += [e.get("replaced") for e in v["pending"]]
        assert all("known" not in c or seat in c["known"] for c in cards if c)
        total = Counter(v["pool"]) + lying_open(v, rules) + items(cards)
        assert total == cards_in_game(rules), seat


def reload(game):
    """setup(state()) through JSON: the same state, question and hash."""
    state = json.loads(json.dumps(game.rules.state()))
    twin = Game()
    answer = twin.request({"op": "setup", "state": state})
    assert answer["ok"], answer
    assert twin.rules.state() == state and twin.rules.question == game.rules.question
    return twin


def must(table, op, **more):
    answer = table.request({"op": op, **more})
    assert answer["ok"], answer
    return answer


def random_game(seed, args):
    match, rng, moves = Match(None, seed, args, None), random.Random(seed), 0
    game = match.oracle
    must(game, "new", game="arcane", players=match.players, seed=seed, options=match.options)
    while game.rules.question:
        if "draw discard" in game.rules.question["actions"] and rng.random() < 0.03:
            must(game, "setup", state=Corner(game.rules.state(), rng).s, seed=moves)
        q = game.rules.question
        twin = reload(game) if rng.random() < 0.05 else None
        request = {"seat": q["seat"], "action": match.choose(q)}
        answer = must(game, "apply", **request)
        invariants(game.rules)
        if rng.random() < 0.1:
            views(game.rules)
        if twin:
            must(twin, "force", chance=answer["chance"])
            must(twin, "apply", **request)
            assert twin.rules.state() == game.rules.state() and not twin.chance.forced
        moves += 1
        assert moves < 40000
    assert game.rules.s["winners"] and reload(game)
    return moves


# ---------------------------------------------------------------- positions written by hand

def cell(text):
    """'x' revealed, '?' undecided, '?x01' hidden, known to seats 0 and 1."""
    if text == "?":
        return {"item": None, "up": False}
    if text[0] == "?":
        item = next(i for i in ITEMS if text[1:].startswith(i))
        return {"item": item, "up": False, "known": [int(d) for d in text[1 + len(item):]]}
    return {"item": text, "up": True}


def player_of(p, house, stash, options):
    (rows, cols), cells = house
    wizards = options["wizards"]
    return {"wizard": wizards[p] if type(wizards) is list else None, "gold": 25, "infamy": 0,
            "fines": 0, "stash": [{"item": i, "known": [p]} for i in stash],
            "house": {"rows": rows, "cols": cols, "cells": [cell(c) for c in cells]}}


def position(houses, stashes, turn=0, options=None, top=(), deck=None, scores=(), **more):
    """Before seat `turn` acts. Cards not placed are in the pool; with deck=n they are set aside,
    but for n in the deck and the undecided."""
    n = len(houses)
    options = complete_options(options or {}, n)
    players = [player_of(p, houses[p], stashes[p], options) for p in range(n)]
    for player, score in zip(players, scores):
        player.update(score)
    s = {"game": "arcane", "options": options, "round": 1, "phase": WRITABLE["act"], "first": 0,
         "turn": turn, "pending": [{"kind": "act", "seat": turn}], "discard": [BALL],
         "market": None, "aside": {}, "aside_unseen": [], "players": players,
         "tracker": 1 if n == 2 else None, "turns": 0, "triggered_by": None, "winners": None}
    s.update(more)
    cells = [c for p in players for c in p["house"]["cells"]]
    left = Counter(Values(options, n).count) - Counter(s["discard"]) - Counter(top)
    left -= items(c for p in players for c in p["stash"]) + items(cells)
    left -= Counter(i for i in s["market"] or [] if i)
    undecided = sum(c["item"] is None for c in cells)
    pool = left if deck is None else Counter(list(left.elements())[:undecided + deck])
    s.update(pool=dict(pool), aside=dict(left - pool))
    s["deck"] = {"count": sum(pool.values()) - undecided + len(top), "own": None,
                 "top": [{"item": i, "known": list(range(n))} for i in top]}
    game = Game()
    must(game, "setup", state=s)
    return game


def do(game, *actions, cards=()):
    """Applies actions, forcing these cards; every forced one must be used."""
    must(game, "force", chance=[{"card": c} for c in cards])
    for action in actions:
        must(game, "apply", seat=game.rules.question["seat"], action=action)
        invariants(game.rules)
        views(game.rules)
        reload(game)
    assert not game.chance.forced, game.chance.forced
    return game.rules.s


FULL, NONE = ((3, 3), ["?"] * 9), ((0, 0), [])
COINS = [[COIN], [COIN]]                # stashes of those who only look on


def row(*first):
    return (3, 3), [*first, *["?"] * (9 - len(first))]


def two_player_boomerangs():
    g = position([FULL, FULL], [[WAND, WAND], [COIN]])
    s = do(g, "play older-wand", "slot 1", "slot 1", cards=[BOOMERANG])
    assert g.rules.question["kind"] == "draw" and s["discard"] == [WAND]
    g = position([FULL, FULL], [[EGG, SWORD], [COIN]], scores=[{"infamy": 5}])
    do(g, "play dragons-egg", "slot 1", "slot 2", "slot 3", cards=[BOOMERANG, BOOMERANG, RING])
    assert g.rules.question["kind"] == "keep"
    assert g.rules.question["actions"] == ["discard invisible-ring", "discard sovereign-sword"]
    s = do(g, "discard invisible-ring")
    assert s["discard"] == [RING, BALL] and s["players"][0]["infamy"] == 4
    # no slot left: the hidden Boomerang is the one discarded item
    g = position([((1, 3), [EGG, EGG, "?"]), FULL], [[EGG, COIN], [COIN]])
    s = do(g, "play dragons-egg", "slot 3", cards=[BOOMERANG])
    assert s["discard"] == [BOOMERANG, BALL] and items(s["players"][0]["stash"]) == {COIN: 1}


def boomerang_returns_once():
    g = position([row(BOOMERANG, BALL), FULL, FULL], [[BOOMERANG], *COINS])
    # A from the stash onto B; B returns onto A; A returns onto B, which is discarded
    s = do(g, "play magic-boomerang", "slot 1", "slot 1", "slot 1")
    assert s["discard"] == [BOOMERANG, BALL] and s["turn"] == 1


def toad_moves_itself():
    g = position([row(TOAD, TOAD, BALL, COIN), FULL, FULL], [[TOAD, COIN], *COINS])
    s = do(g, "play hypnotic-toad", "slot 4", "target 0", "swap 3 4")
    assert s["aside"] == {TOAD: 3} and s["players"][0]["house"]["rows"] == 2
    g = position([row(COIN, COIN, BALL, COIN), FULL, FULL], [[TOAD, COIN], *COINS])
    s = do(g, "play hypnotic-toad", "slot 5", "target 0", "swap 3 4", cards=[EGG])
    assert s["aside"] == {}             # A6.3: made, not sold


def dolls_with_a_feline():
    houses = [row(DOLL, FELINE), row("?" + BOOMERANG + "1"), FULL, ((1, 3), [BALL] * 3)]
    g = position(houses, [[DOLL, COIN], *COINS, [COIN]])
    s = do(g, "play haunted-doll", "slot 3", "target 1", "slot 1", "slot 9", cards=[WATCH, EGG])
    assert s["players"][0]["gold"] == 65 and s["aside"] == {FELINE: 1}
    assert s["discard"] == [EGG, WATCH, BOOMERANG, BALL]
    assert s["players"][2]["house"]["cells"][8] == cell(DOLL)
    g = position([((1, 3), [DOLL] * 3), FULL], COINS)
    assert g.rules.question["actions"] == ["discard three-headed-coin"]             # A5.8


def wand_into_market_gap():
    g = position([row(COIN), FULL, FULL], [[WAND], *COINS], discard=[SWORD], deck=0,
                 options={"market": True}, market=[BALL, None, None])
    s = do(g, "play older-wand", "slot 1")
    assert s["market"] == [BALL, SWORD, None] and s["discard"] == [COIN]
    do(g, "draw discard", "discard three-headed-coin")
    s = do(g, "draw market 2", "discard three-headed-coin", cards=[COIN])   # remade, and filled
    assert s["market"] == [BALL, COIN, None] and s["discard"] == [COIN]
    assert s["deck"] == {"count": 0, "top": [], "own": {}}


def lamp_on_a_short_deck():
    g = position([row(BALL), FULL, FULL], [[LAMP, EGG], *COINS], discard=[SWORD],
                 top=[COIN, FAIRY], deck=0)
    do(g, "use mystical-lamp")
    assert g.rules.question["actions"] == ["take bottled-fairy", "take three-headed-coin"]
    s = do(g, "take bottled-fairy", "slot 1")           # the Coin on the Sword: a new deck
    assert s["deck"] == {"count": 1, "top": [], "own": {SWORD: 1}}
    assert s["discard"] == [BALL, COIN]
    g = position([NONE, FULL, FULL], [[LAMP, WATCH], *COINS], top=[COIN, FAIRY, EGG])
    s = do(g, "use mystical-lamp")
    assert s["discard"] == [EGG, FAIRY, COIN, BALL] and s["triggered_by"] == 0


def tracker_corners():
    up = ((1, 3), [BALL, COIN, EGG])
    for tracker, turn, house, expect in [
            (14, 0, up, ("sell", 14, None)), (15, 0, up, ("sell", 15, 0)),
            (14, 1, up, ("sell", 15, None)), (20, 1, FULL, ("bribe", 20, None)),
            (20, 1, up, ("sell", 21, 1)), (20, 0, FULL, ("sell", 20, None))]:
        houses = [FULL, FULL]
        houses[turn] = house
        g = position(houses, [[WAND], [WAND]], turn=turn, tracker=tracker)
        do(g, "discard older-wand")
        while g.rules.question["kind"] in ("sell", "slide"):
            do(g, g.rules.question["actions"][0])
        s = g.rules.s
        assert (s["phase"], s["tracker"], s["triggered_by"]) == expect, (tracker, turn)


def swords_and_coins():
    houses = [row(SWORD, COIN, COIN), row(COIN, COIN), FULL]
    s = do(position(houses, [[COIN], *COINS]), "play three-headed-coin", "slot 4", cards=[EGG])
    assert s["players"][0]["gold"] == 27                # 4 halved
    s = do(position(houses, [[COIN], *COINS]), "play three-headed-coin", "slot 1")
    assert s["players"][0]["gold"] == 31                # the Sword is nowhere: 4, and a set
    g = position([row(EGG, EGG), row(SWORD), FULL], [[EGG], *COINS],
                 options={"edition": "hundred"})
    s = do(g, "play dragons-egg", "slot 3", "target 1", cards=[EGG])
    assert (s["players"][1]["gold"], s["players"][1]["infamy"]) == (25, 1)


def inspection_with_wizards():
    houses = [((1, 3), [BALL, COIN, EGG]),
              ((3, 3), [COIN, COIN, "?", BALL, BALL, "?", "?", EGG, "cursed-mirror"]),
              ((3, 1), [SWORD, RING, FAIRY])]
    g = position(houses, [[WAND]] * 3, turn=2, triggered_by=0,
                 scores=[{"infamy": 20, "fines": 1}, {}, {"infamy": 6}],
                 options={"wizards": ["dafana", "glynna", "ninx"]})
    do(g, "discard older-wand")
    assert g.rules.question["kind"] == "remove"
    s = do(g, "remove 3", cards=[BALL, BALL])
    assert g.rules.question["kind"] == "dafana" and s["turn"] == 1
    assert s["players"][1]["house"]["cells"][2] is None and s["players"][1]["gold"] == 34
    assert s["aside_unseen"] == [{"item": None}]
    s = do(g, "dafana pay")
    assert g.rules.question["kind"] == "ninx" and s["turn"] == 2
    assert [p["infamy"] for p in s["players"]] == [1, 4, 14] and s["players"][0]["fines"] == 2
    s = do(g, "ninx 1")
    assert s["phase"] == "bribe" and [p["gold"] for p in s["players"]] == [0, 34, 27]
    assert [p["infamy"] for p in s["players"]] == [11, 4, 14]       # 8 is not the least, 4 is


def knowledge():
    g = position([row("?" + BALL + "0", COIN), row(EGG, "?" + FAIRY + "1"), FULL],
                 [[LOCKBOX, CHALICE], *COINS])
    s = do(g, "use pandoras-lockbox", "own 1")          # target 1 and theirs 1 answered unasked
    assert g.rules.question["kind"] == "draw"
    assert s["players"][1]["house"]["cells"][0] == {"item": BALL, "up": False, "known": [0]}
    assert g.rules.view(1)["players"][1]["house"]["cells"][0] == {"item": None, "up": False}
    g = position([row(COIN), FULL, FULL], [[CHALICE], [COIN, WAND], [COIN]])
    do(g, "use sacred-chalice", "target 1")
    assert g.rules.view(0)["pending"][0]["offer"] == [WAND, COIN]
    assert g.rules.view(2)["pending"][0]["offer"] == []
    s = do(g, "take older-wand", "slot 1")
    assert s["players"][1]["stash"] == [{"item": COIN, "known": [0, 1]}]
    assert s["deck"]["top"][0]["known"] == [0, 1, 2]
    assert g.rules.view(None)["deck"]["top"] == [] and g.rules.view(None)["pool"][BALL] == 10


def infamy_laps():
    g = position([row(COIN), FULL, FULL], [[BALL], *COINS])
    who = g.rules.player(0)
    for start, gain, end in [((20, 0), 10, (5, 1)), ((24, 2), 1, (24, 2)), ((20, 1), 40, (24, 2)),
                             ((0, 0), 50, (0, 2)), ((24, 0), 0, (24, 0))]:
        who["infamy"], who["fines"] = start
        g.rules.gain_infamy(0, gain)
        assert (who["infamy"], who["fines"]) == end


def guard():
    """A1: 50 rounds for each 100 gold of the goal, unless `rounds` says how many."""
    for given, most in [({}, 50), ({"goal": 100}, 50), ({"goal": 200}, 100), ({"goal": 300}, 150),
                        ({"rounds": 1}, 1), ({"rounds": 150}, 150), ({"rounds": 60, "goal": 100}, 60)]:
        for last in sorted({max(1, most - 1), most}):
            g = position([NONE] * 3, [[WAND]] * 3, turn=2, triggered_by=0, round=last,
                         scores=[{"gold": 7}, {"gold": 8}, {"gold": 8, "infamy": 1}],
                         options={"edition": "hundred", **given})
            s = do(g, "discard older-wand")
            assert (s["phase"], s["winners"]) == (("over", [1]) if last == most else ("bribe", None))
    g = position([NONE] * 3, [[WAND]] * 3, turn=2, triggered_by=0, round=50, rules="0.1.0",
                 options={"edition": "hundred", "goal": 300})
    assert do(g, "discard older-wand")["phase"] == "over"       # as it was before
    for rounds, fine in [(0, False), (1, True), (51, True), (150, True), (151, False), (True, False)]:
        new = {"op": "new", "game": "arcane", "players": 3, "options": {"edition": "hundred", "rounds": rounds}}
        assert Game().request(new)["ok"] == fine


def hashes():
    """XXH64: published values, and the state's bytes as the protocol prints them."""
    for text, digest in [(b"", "ef46db3751d8e999"), (b"a", "d24ec4f1a98c6e5b"), (b"abc", "44bc2cf5ad770999"),
                         (b"Nobody inspects the spammish repetition", "fbcea83c8a378bf1")]:
        assert xxh64(text) == digest
    g = position([FULL] * 3, [[WAND]] * 3)
    g.hashing = True
    done = must(g, "apply", seat=0, action="discard older-wand")
    assert done["state_hash"] == xxh64(printed(must(g, "state")["state"]).encode())


SCENES = [guard, hashes, two_player_boomerangs, boomerang_returns_once, toad_moves_itself, dolls_with_a_feline,
          wand_into_market_gap, lamp_on_a_short_deck, tracker_corners, swords_and_coins,
          inspection_with_wizards, knowledge, infamy_laps]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int)
    parser.set_defaults(options={})
    args = parser.parse_args()
    for scene in SCENES:
        scene()
    seeds = range(args.seed, args.seed + args.games)
    moves = sum(random_game(seed, args) for seed in seeds)
    print(f"{len(SCENES)} scenes, {args.games} games, {moves} moves: passed")


if __name__ == "__main__":
    sys.exit(main())
