"""What the oracles of all games share: refusals, seeds, and the protocol around the rules."""

import json
import pickle
import struct
import sys

WORD = 2 ** 64 - 1
PRIMES = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


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


def printed(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def rotated(word, bits):
    return (word << bits | word >> 64 - bits) & WORD


def xxh64(data):
    """XXH64 with seed 0, from its published description; 16 hex digits."""
    p1, p2, p3, p4, p5 = PRIMES

    def mixed(lane, word):
        return rotated(lane + word * p2 & WORD, 31) * p1 & WORD
    whole = len(data) // 32 * 32
    total = p5
    if whole:
        words, lanes = struct.unpack(f"<{whole // 8}Q", data[:whole]), [p1 + p2 & WORD, p2, 0, -p1 & WORD]
        for i in range(4):
            for word in words[i::4]:
                lanes[i] = mixed(lanes[i], word)
        total = sum(rotated(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & WORD
        for lane in lanes:
            total = ((total ^ mixed(0, lane)) * p1 + p4) & WORD
    total = total + len(data) & WORD
    rest = data[whole:]
    eights, fours = len(rest) // 8 * 8, len(rest) // 4 * 4
    for word in struct.unpack(f"<{eights // 8}Q", rest[:eights]):
        total = (rotated(total ^ mixed(0, word), 27) * p1 + p4) & WORD
    for word in struct.unpack(f"<{(fours - eights) // 4}I", rest[eights:fours]):
        total = (rotated(total ^ word * p1 & WORD, 23) * p2 + p3) & WORD
    for byte in rest[fours:]:
        total = rotated(total ^ byte * p5 & WORD, 11) * p1 & WORD
    for bits, prime in ((33, p2), (29, p3), (32, 1)):
        total = (total ^ total >> bits) * prime & WORD
    return f"{total:016x}"


NEWEST, OLDER = "0.2.0", ("0.1.0",)     # versions of the rules


def older_rules(request):
    """The version in `rules` if it is an older one; None is the newest, which a state does not name."""
    version = request.get("rules", NEWEST)
    if version != NEWEST and version not in OLDER:
        raise Refusal("bad-request", f"rules: this program knows {' and '.join((*OLDER, NEWEST))}, not {version}")
    return None if version == NEWEST else version


class Referee:
    """Answers requests; an error changes nothing. What differs by game: `rules_of`, `chance_of` and the other ops."""

    rules_of = chance_of = None
    hashing = False                     # `state_hash` takes long here, so only a caller who wants it gets it

    def __init__(self):
        self.rules, self.chance, self.slots = None, self.chance_of(), {}

    def state_hash(self):
        """Of the bytes that `state` prints as the value of "state"."""
        return xxh64(printed(self.rules.state()).encode()) if self.hashing else None

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
    game.hashing = True
    for raw in sys.stdin.buffer:
        if len(raw.rstrip(b"\r\n")) > 1 << 20:
            answer = {"ok": False, "error": {"code": "too-long", "message": "over 1 MiB"}}
        else:
            answer = game.line(raw.decode("utf-8", "replace"))
        sys.stdout.write(printed(answer) + "\n")
        sys.stdout.flush()
