"""What the oracles of all games share: refusals, seeds, and the protocol around the rules."""

import json
import pickle
import sys


class Refusal(Exception):
    """A request that is refused: nothing has changed."""

    def __init__(self, code, message, rule=None):
        super().__init__(message)
        self.answer = {"code": code, "message": message}
        if rule:
            self.answer["rule"] = rule


def is_int(x, low, high):
    return type(x) is int and low <= x <= high


def copy(x):
    return pickle.loads(pickle.dumps(x))


def read_seed(seed):
    if is_int(seed, 0, 2 ** 63 - 1):
        return f"{seed:064x}"
    if type(seed) is str and len(seed) == 64 and set(seed.lower()) <= set("0123456789abcdef"):
        return seed.lower()
    raise Refusal("bad-request", "seed: 64 hex digits, or a number from 0 to 2^63-1")


class Referee:
    """Answers requests; an error changes nothing. What differs by game: `rules_of`, `chance_of` and the other ops."""

    rules_of = chance_of = None

    def __init__(self):
        self.rules, self.chance, self.slots = None, self.chance_of(), {}

    def request(self, req):
        answer = {}
        if type(req) is dict and "id" in req:
            answer["id"] = req["id"]
        try:
            if type(req) is not dict or type(req.get("op")) is not str:
                raise Refusal("bad-request", "an object with an op")
            handler = getattr(self, "op_" + req["op"], None)
            if handler is None:
                raise Refusal("unknown-op", req["op"])
            return {"ok": True, **answer, **handler(req)}
        except Refusal as r:
            return {"ok": False, **answer, "error": r.answer}

    def line(self, text):
        try:
            req = json.loads(text)
        except (ValueError, RecursionError):
            return {"ok": False, "error": {"code": "bad-json", "message": "not JSON"}}
        return self.request(req)

    def need_game(self):
        if self.rules is None:
            raise Refusal("no-game", "no game yet")

    def op_state(self, req):
        self.need_game()
        return {"state": self.rules.state()}

    def op_view(self, req):
        self.need_game()
        seat = req.get("seat", "missing")
        if seat is not None and not is_int(seat, 0, self.rules.n - 1):
            raise Refusal("bad-request", "seat: a seat, or null for a spectator")
        return {"view": self.rules.view(seat)}

    def op_clone(self, req):
        slot = self.slot(req)
        self.need_game()
        self.slots[slot] = self.rules.save(), self.chance.save()
        return {}

    def op_restore(self, req):
        slot = self.slot(req)
        if slot not in self.slots:
            raise Refusal("bad-request", "nothing in this slot")
        rules, chance = self.slots[slot]
        self.rules = self.rules_of.load(rules, self.chance)
        self.chance.load(chance)
        return {}

    def slot(self, req):
        if not is_int(req.get("slot"), 0, 63):
            raise Refusal("bad-request", "slot: 0-63")
        return req["slot"]


def main(game):
    """Speaks the protocol on standard input and output."""
    for raw in sys.stdin.buffer:
        if len(raw.rstrip(b"\r\n")) > 1 << 20:
            answer = {"ok": False, "error": {"code": "too-long", "message": "over 1 MiB"}}
        else:
            answer = game.line(raw.decode("utf-8", "replace"))
        sys.stdout.write(json.dumps(answer, sort_keys=True, separators=(",", ":")) + "\n")
        sys.stdout.flush()
