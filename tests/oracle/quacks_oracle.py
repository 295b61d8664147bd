"""The Quacks of Quedlinburg a second time: a plain, independent referee to compare the engine with.

Written from the rules (ids such as Q5.8 cite them) and the engine protocol alone, for
obviousness and not for speed. Use it as a library, `Game().request({...}) -> {...}`, or run
it: it then speaks the protocol on standard input and output, one JSON object a line.

How it works: the state is the protocol's own JSON object. The rules are generators that yield
what is asked, `{seat: (kind, actions)}`, and are sent `(seat, action)`, so a turn reads from
top to bottom as in the rules; `at_once` runs a generator for each seat side by side. A
generator cannot be copied; so the game remembers the last state from which the rules can be
entered anew (only `brew` or `buy` asked) and what was answered and drawn since, and copies,
undoes and reloads by playing that again.
"""

import json
import pickle
import secrets
from collections import Counter

from quacks_box import CHIPS, CITED, CITED_ACTIONS, COINS, FORTUNES, LAST, colour, complete_options, number
from quacks_hands import Chance, cleaned_up
from quacks_rules import Rules
from referee import OLDER, Referee, Refusal, copy, is_int, main, older_rules, read_seed

# ---------------------------------------------------------------- setup

def need(fact, what):
    if not fact:
        raise Refusal("bad-state", what)


def load_state(given, chance):
    """The game a printed state describes, or bad-state."""
    try:
        given = json.loads(json.dumps(given))           # so that no two places share an object
        n = len(given["players"])
        need(given["game"] == "quacks" and 2 <= n <= 4, "game or players")
        given["options"] = complete_options(given["options"], n)
        pending, older = given["pending"], given.get("rules")
        need(older is None and "rules" not in given or older in OLDER, "rules")
        if pending and "since" in pending[0]:
            since = pending[0]["since"]
            base = pickle.dumps(since["base"]) if since["base"] is not None else None
            game = Rules.load((given["options"], n, since["entry"], base, since["trail"], older), chance)
            need(game.state() == given, "the base and what happened since do not lead here")
            return game
        entry = pending[0]["kind"] if pending else "over"
        need(entry in ("brew", "buy", "over"), "pending")
        del given["pending"]
        check_state(given, n, entry)
        game = Rules.load((given["options"], n, entry, pickle.dumps(given), [], older), chance)
        need(game.pending() == pending, "these seats have not this to decide")
        return game
    except Refusal as r:
        raise Refusal("bad-state", str(r)) from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, StopIteration) as e:
        raise Refusal("bad-state", f"{type(e).__name__}: {e}") from None


def check_state(s, n, entry):
    sample = Rules(s["options"], n, None, s.get("rules")).s
    need(set(s) == set(sample), "fields")
    need(s["phase"] == {"brew": "potions", "buy": "evaluation", "over": "over"}[entry], "phase")
    last = number(s["options"], "turns.all", 9)
    need(is_int(s["turn"], 1, last) and is_int(s["start"], 0, n - 1), "turn or start")
    need(entry != "over" or s["turn"] == last, "turn")
    check_fortune(s["fortune"], s["options"], s["turn"])
    winners = s["winners"]
    need((winners is None) == (entry != "over"), "winners")
    need(winners is None or winners and winners == sorted({w for w in winners if is_int(w, 0, n - 1)}), "winners")
    everything = Counter(s["supply"])
    need(set(s["supply"]) == set(CHIPS) and all(is_int(k, 0, 216) for k in s["supply"].values()), "supply")
    for me in s["players"]:
        need(set(me) == set(sample["players"][0]), "fields of a player")
        check_player(me, s, entry)
        everything += Counter(me["bag"]) + Counter(me["beside"]) + Counter(me["bought"])
        everything += Counter(e["chip"] for e in me["pot"])
    need(everything == Counter({c: number(s["options"], f"box.{c}", CHIPS[c]) for c in CHIPS}), "chips do not add up")


def check_fortune(fortune, options, turn):
    card, left = fortune["card"], fortune["left"]
    need(set(fortune) == {"card", "left"}, "fortune")
    if options["fortune"] == "off":                     # Q12
        need(card is None and left == [], "no card is turned up")
        return
    need(left == sorted(set(left)) and {card, *left} <= {c for c in FORTUNES if number(options, f"cards.deck.{c}", 1)} and card not in left, "fortune")
    need(len(left) >= number(options, "turns.all", 9) - turn, "too few fortune cards")


def check_player(me, s, entry):
    red_2, second = s["options"]["books"]["red"] == 2, s["fortune"]["card"] == "second-chance"
    need(all(is_int(me[k], 0, 10 ** 6) for k in ("points", "rubies")), "points or rubies")
    far, glasses = number(s["options"], "droplet.last", 51), number(s["options"], "tubes.glasses", 12)
    window = max(number(s["options"], f"books.blue2.draws.{v}", v) for v in (1, 2, 4))
    need(is_int(me["droplet"], 0, far) and is_int(me["tube"], 0, glasses * (s["options"]["pot"] == "tubes")), "droplet or tube")
    need(is_int(me["origin"], 0, far) and is_int(me["rats"], 0, far) and is_int(me["window"], 0, window), "origin, rats or window")
    for key in ("flask", "fresh", "covered", "doubling", "stopped", "exploded", "offered"):
        need(type(me[key]) is bool, key)
    need(set(me["bag"]) == set(CHIPS) and all(is_int(k, 0, 216) for k in me["bag"].values()), "bag")
    for key in ("beside", "returned"):
        need(me[key] == sorted(me[key]) and all(c in CHIPS and colour(c) == "red" and red_2 for c in me[key]), key)
    need(me["hand"] is None and me["offer"] == [] and all(c in CHIPS for c in me["drawn"]), "hand, offer or drawn")
    owned = Counter(me["bag"]) + Counter(me["beside"])
    need(entry != "brew" or not Counter(me["returned"]) - owned, "returned")
    places = [me["origin"]] + [e["at"] for e in me["pot"]]
    need(all(is_int(b, a + 1, LAST) for a, b in zip(places, places[1:])), "places in the pot")
    need(all(set(e) == {"chip", "at", "inert"} and type(e["inert"]) is bool for e in me["pot"]), "pot")
    need(s["options"]["strong_ingredient"] == "inert" or not any(e["inert"] for e in me["pot"]), "inert")
    need(not me["fresh"] or me["drawn"] and (entry == "buy" or me["pot"][-1]["chip"] == me["drawn"][-1]), "fresh")
    need(me["commit"] in (None, "draw", "stop") and (entry == "brew" or me["commit"] is None), "commit")
    need(me["commit"] is None or s["options"]["together"] or s["turn"] == number(s["options"], "turns.all", 9), "commit")
    need((me["saved"] is not None) == (second and entry != "over"), "saved")
    if me["saved"] is not None:
        need(set(me["saved"]) == {"points", "rubies", "flask", "bag", "beside"}, "saved")
        need(set(me["saved"]["bag"]) == set(CHIPS) and type(me["saved"]["beside"]) is list, "saved")
        now = Counter(me["bag"]) + Counter(me["beside"]) + Counter(e["chip"] for e in me["pot"])
        then = Counter(me["saved"]["bag"]) + Counter(me["saved"]["beside"])
        need(entry != "brew" or now == then, "saved")
    if entry == "buy":
        most = max(number(s["options"], f"spaces.coins.{i}", COINS[i]) for i in range(54))
        need(s["turn"] < number(s["options"], "turns.all", 9) and is_int(me["scoring"], 1, 53) and is_int(me["coins"], 0, most),
             "scoring, coins or turn")
        need(len({colour(c) for c in me["bought"]}) == len(me["bought"]) <= 2, "bought")
    else:
        need(me["scoring"] is None and me["coins"] == 0 and me["bought"] == [], "scoring, coins or bought")
    if entry == "over":
        need(all(me[k] == v for k, v in cleaned_up().items()), "not cleaned up")


# ---------------------------------------------------------------- the protocol

class Game(Referee):
    rules_of, chance_of = Rules, Chance

    def op_hello(self, req):
        return {"name": "quacks-oracle", "version": "1", "protocol": 1, "games": ["quacks"]}

    def op_new(self, req):
        if req.get("game") != "quacks":
            raise Refusal("bad-option", "game: quacks")
        if not is_int(req.get("players"), 2, 4):
            raise Refusal("bad-option", "players: 2-4")
        seed = read_seed(req.get("seed", secrets.token_hex(32)))
        options, older = complete_options(req.get("options", {}), req["players"]), older_rules(req)
        kept = self.chance.save()
        self.chance.reseed(seed)
        self.chance.reported = []
        rules = Rules(options, req["players"], self.chance, older)
        try:
            rules.begin("new")
        except Refusal:
            self.chance.load(kept)
            raise
        self.rules = rules
        return {"seed": seed, "chance": rules.report(), "state_hash": self.state_hash()}

    def op_setup(self, req):
        if "state" not in req:
            raise Refusal("bad-request", "state is missing")
        seed = read_seed(req.get("seed", 0))
        self.rules = load_state(req["state"], self.chance)
        self.chance.reseed(seed)
        return {"state_hash": self.state_hash()}

    def op_legal(self, req):
        self.need_game()
        return {"decisions": self.rules.decisions()}

    def op_apply(self, req):
        self.need_game()
        seat, action, asked = req.get("seat"), req.get("action"), self.rules.asked
        if type(seat) is not int or type(action) is not str:
            raise Refusal("bad-request", "seat: a number; action: a text")
        if not asked:
            raise Refusal("game-over", "the game is over")
        if seat not in asked:
            raise Refusal("not-your-decision", f"seats that decide: {sorted(asked)}")
        kind, actions = asked[seat][:2]
        if action not in actions:
            rule = CITED_ACTIONS.get((action.split() or [""])[0], CITED[kind]) if kind == "brew" else CITED[kind]
            raise Refusal("illegal-action", f"{action}: not one of the answers to {kind}", rule)
        kept = self.rules.save(), self.chance.save()
        self.chance.reported = []
        try:
            self.rules.apply(seat, action)
        except Refusal:
            self.rules = Rules.load(kept[0], self.chance)
            self.chance.load(kept[1])
            raise
        events = [{"type": kind, "seat": seat, "rule": CITED[kind], "action": action}]
        return {"events": events, "chance": self.rules.report(), "state_hash": self.state_hash()}

    def op_force(self, req):
        entries = req.get("chance")
        if type(entries) is not list:
            raise Refusal("bad-request", "chance: a list")
        kinds = {"first", "wizards", "card", "fortune", "draw", "die"}
        for e in entries:
            if type(e) is not dict or len(set(e) - {"seat"}) != 1 or not set(e) - {"seat"} <= kinds:
                raise Refusal("bad-request", "chance: one outcome to an entry")
            if ("draw" in e or "die" in e) and type(e.get("seat")) is not int:
                raise Refusal("bad-request", "draw and die need a seat")
        self.chance.forced = copy(entries)
        return {}


if __name__ == "__main__":
    main(Game())
