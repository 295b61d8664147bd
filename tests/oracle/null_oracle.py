"""The null game a second time: everyone calls a coin in secret, then it falls (N1-N3).

`Game().request({...}) -> {...}` as with the other oracles, as far as a record needs it: new, apply, force, legal."""


class Chance:
    """Forced outcomes first, then a source that is to be asked: source(kind, seat, outcomes)."""

    def __init__(self):
        self.forced, self.source = [], None

    def coin(self):
        sides = ["heads", "tails"]
        side = self.forced.pop(0).get("coin") if self.forced else self.source("coin", None, sides)
        if side not in sides:
            raise ValueError("a coin shows heads or tails")
        return side


class Game:
    def __init__(self):
        self.chance, self.calls, self.scores, self.left = Chance(), {}, [], 0

    def request(self, req):
        try:
            return {"ok": True, **getattr(self, "op_" + req["op"])(req)}
        except ValueError as wrong:
            return {"ok": False, "error": {"code": "illegal-action", "message": str(wrong)}}

    def op_new(self, req):
        self.calls, self.scores = {}, [0] * req["players"]
        self.left = req.get("options", {}).get("tosses", 3)
        return {"chance": []}

    def op_force(self, req):
        self.chance.forced = list(req["chance"])
        return {}

    def op_legal(self, _):
        seats = [s for s in range(len(self.scores)) if self.left and s not in self.calls]
        return {"decisions": [{"seat": s, "kind": "call", "actions": ["call heads", "call tails"]} for s in seats]}

    def op_apply(self, req):
        seat, action = req["seat"], req["action"]
        if not any(d["seat"] == seat and action in d["actions"] for d in self.op_legal(req)["decisions"]):
            raise ValueError(f"seat {seat} cannot {action}")
        self.calls[seat] = action.split()[1]                                # N1
        if len(self.calls) < len(self.scores):
            return {"chance": []}
        side = self.chance.coin()                                           # N2
        self.scores = [score + (self.calls[s] == side) for s, score in enumerate(self.scores)]
        self.calls, self.left = {}, self.left - 1
        return {"chance": [{"coin": side}]}
