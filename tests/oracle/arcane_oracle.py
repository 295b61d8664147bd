"""Arcane Alley a second time: a plain, independent referee to compare the engine with.

Written from the rules (ids such as A5.3 cite them) and the engine protocol alone, for
obviousness and not for speed. Use it as a library, `Game().request({...}) -> {...}`, or run
it: it then speaks the protocol on standard input and output, one JSON object a line.

How it works: the state is the protocol's own JSON object. The rules are generators that
`yield` a question and are sent the answer, so a turn reads from top to bottom as in the
rules. A generator cannot be copied; so the game remembers the state in which the present step
(a reveal, a draw, an act, an inspection, a bribe) began and what happened since, and copies,
undoes and reloads a half-done step by playing it again.
"""

import pickle
import secrets
from collections import Counter

from arcane_box import WRITABLE, complete_options
from arcane_hands import Chance
from arcane_rules import Rules
from referee import OLDER, Referee, Refusal, copy, is_int, main, older_rules, read_seed

# ---------------------------------------------------------------- setup

def need(fact, what):
    if not fact:
        raise Refusal("bad-state", what)


def load_state(given, chance):
    """The game a printed state describes, or bad-state."""
    try:
        given = copy(given)
        need(given["game"] == "arcane", "game")
        n = len(given["players"])
        need(2 <= n <= 6, "players")
        given["options"] = complete_options(given["options"], n)
        game = Rules(given["options"], n, chance)
        pending = given["pending"]
        if pending and "base" in pending[0]:
            return replayed(given, game)
        given["pending"] = []
        check_state(given, game, pending)
        game.s = given
        if pending:
            game.step = pending[0]["kind"]
            game.start()
            asked = game.question and (game.question["kind"], game.question["seat"])
            need(asked == (pending[0]["kind"], pending[0]["seat"]), "nothing to decide")
        return game
    except Refusal as r:
        raise Refusal("bad-state", str(r)) from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as e:
        raise Refusal("bad-state", f"{type(e).__name__}: {e}") from None


def replayed(given, game):
    entry = given["pending"][0]
    base = pickle.dumps((entry["step"], entry["base"]))
    game = Rules.load((game.options, game.n, base, entry["trail"], {"phase": ""}), game.chance)
    need(game.state() == given, "the base and what happened since do not lead here")
    return game


def check_state(s, game, pending):
    """Numbers in range, every card somewhere, and no more than one place for it."""
    n, o = game.n, game.options
    need(s.get("rules", OLDER[0]) in OLDER, "rules")
    need(set(s) - {"rules"} == {"game", "options", "round", "phase", "first", "turn", "pending", "pool",
                    "deck", "discard", "market", "aside", "aside_unseen", "players", "tracker",
                    "turns", "triggered_by", "winners"}, "fields")
    need(is_int(s["round"], 1, 150) and is_int(s["first"], 0, n - 1), "round or first")
    need(is_int(s["turns"], 0, 2000), "turns")
    need(s["triggered_by"] is None or is_int(s["triggered_by"], 0, n - 1), "triggered_by")
    need(is_int(s["tracker"], 1, game.v.number["two.latest"] + 1) if n == 2 else s["tracker"] is None, "tracker")
    need(s["market"] is None or len(s["market"]) == game.v.number["market.slots"], "market")
    need((s["market"] is not None) == o["market"], "market")
    if s["phase"] == "over":
        need(pending == [] and s["turn"] is None and s["winners"], "over")
    else:
        need(len(pending) == 1 and WRITABLE[pending[0]["kind"]] == s["phase"], "pending")
        need(pending[0]["seat"] == s["turn"] and is_int(s["turn"], 0, n - 1), "turn")
        need(s["winners"] is None, "winners")
    wizards = [player["wizard"] for player in s["players"]]
    if o["wizards"] == "random":
        need(game.wizards_possible(wizards), "wizards")
    else:
        need(wizards == ([None] * n if o["wizards"] == "none" else o["wizards"]), "wizards")
    for p, player in enumerate(s["players"]):
        check_player(p, player, n, game.v)
    check_cards_add_up(s, game.v.count)


def check_player(p, player, n, values):
    number = values.number
    need(is_int(player["gold"], 0, 10 ** 6), "gold")
    need(is_int(player["infamy"], 0, number["infamy.lap"] - 1), "infamy")
    need(is_int(player["fines"], 0, number["infamy.markers"]), "fines")
    need(len(player["stash"]) <= number["stash.most"], "stash")
    house = player["house"]
    shapes = [(3, 3), (2, 3), (3, 2), (1, 3), (3, 1), (0, 0)]
    need((house["rows"], house["cols"]) in shapes, "shape")
    need(house["rows"] <= values.rows and house["cols"] <= values.cols, "shape")
    need(len(house["cells"]) == house["rows"] * house["cols"], "cells")
    for card in player["stash"]:
        need(p in card["known"] and set(card) == {"item", "known"}, "stash")
    for card in house["cells"] + player["stash"]:
        if card and card["item"] is not None and not card.get("up"):
            known = card["known"]
            need(known == sorted(set(known)) and all(is_int(k, 0, n - 1) for k in known), "known")


def check_cards_add_up(s, counts):
    face_down = list(s["aside_unseen"])
    decided = Counter(s["discard"]) + Counter(s["aside"])
    decided += Counter(i for i in s["market"] or [] if i is not None)
    for player in s["players"]:
        face_down += [c for c in player["house"]["cells"] if c]
        decided += Counter(c["item"] for c in player["stash"])
    decided += Counter(c["item"] for c in face_down if c["item"] is not None)
    decided += Counter(c["item"] for c in s["deck"]["top"])
    undecided = sum(c["item"] is None for c in face_down)
    own, rest = s["deck"]["own"], s["deck"]["count"] - len(s["deck"]["top"])
    need(rest >= 0 and sum(s["pool"].values()) == undecided + (rest if own is None else 0), "pool")
    need(own is None or sum(own.values()) == rest, "deck.own")
    everything = decided + Counter(s["pool"]) + Counter(own or {})
    need(everything == Counter({i: c for i, c in counts.items() if c}), "cards do not add up")


# ---------------------------------------------------------------- the protocol

class Game(Referee):
    rules_of, chance_of = Rules, Chance

    def op_hello(self, req):
        return {"name": "arcane-oracle", "version": "1", "protocol": 1, "games": ["arcane"]}

    def op_new(self, req):
        if req.get("game") != "arcane":
            raise Refusal("bad-option", "game: arcane")
        if not is_int(req.get("players"), 2, 6):
            raise Refusal("bad-option", "players: 2-6")
        seed = read_seed(req.get("seed", secrets.token_hex(32)))
        options, older = complete_options(req.get("options", {}), req["players"]), older_rules(req)
        kept = self.chance.save()
        self.chance.seed, self.chance.place, self.chance.reported = seed, 0, []
        rules = Rules(options, req["players"], self.chance)
        try:
            rules.begin_game(older)
        except Refusal:
            self.chance.load(kept)
            raise
        self.rules = rules
        return {"seed": seed, "chance": self.chance.reported, "state_hash": self.state_hash()}

    def op_setup(self, req):
        if type(req.get("state")) is not dict:
            raise Refusal("bad-request", "state: an object")
        seed = read_seed(req.get("seed", 0))
        kept = self.chance.save()
        try:
            self.rules = load_state(req["state"], self.chance)
        finally:
            self.chance.load(kept)
        self.chance.seed, self.chance.place = seed, 0
        return {"state_hash": self.state_hash()}

    def op_legal(self, req):
        self.need_game()
        q = self.rules.question
        return {"decisions": [copy(q)] if q else []}

    def op_apply(self, req):
        self.need_game()
        seat, action, q = req.get("seat"), req.get("action"), self.rules.question
        if type(seat) not in (int, float) or type(action) is not str:
            raise Refusal("bad-request", "seat: a number; action: a text")
        if q is None:
            raise Refusal("game-over", "the game is over")
        if type(seat) is float or seat != q["seat"]:
            raise Refusal("not-your-decision", f"seat {q['seat']} decides")
        if action not in q["actions"]:
            raise Refusal("illegal-action", f"{action}: not one of the answers to {q['kind']}")
        chance, rules = self.chance, self.rules
        kept = chance.save(), rules.base, list(rules.trail)
        chance.reported, rules.events = [], []
        try:
            rules.apply(seat, action)
        except Refusal:
            chance.load(kept[0])
            old = (rules.options, rules.n, kept[1], kept[2], {"phase": ""})
            self.rules = Rules.load(old, chance)
            raise
        return {"events": rules.events, "chance": chance.reported, "state_hash": self.state_hash()}

    def op_force(self, req):
        entries = req.get("chance")
        if type(entries) is not list:
            raise Refusal("bad-request", "chance: a list")
        kinds = {"first": int, "wizards": list, "card": str, "fortune": str, "draw": str,
                 "die": str}
        for e in entries:
            outcome = [k for k in e if k != "seat"] if type(e) is dict else []
            if len(outcome) != 1 or type(e[outcome[0]]) is not kinds.get(outcome[0]):
                raise Refusal("bad-request", "chance: one outcome to an entry")
            if outcome[0] in ("draw", "die") and "seat" not in e:
                raise Refusal("bad-request", "draw and die need a seat")
        self.chance.forced = copy(entries)
        return {}


if __name__ == "__main__":
    main(Game())
