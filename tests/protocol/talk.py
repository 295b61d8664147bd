"""Conversations with the engine for the tests of its protocol: requests, answers, games played on."""

import json
import subprocess

import engine
from engine import PATIENCE, Gone, line_of
from harness import check, engine_command, note

CODES = """bad-json bad-request unknown-op no-game bad-option bad-state not-your-decision illegal-action
           impossible-chance too-long game-over""".split()
JUNK = [None, True, False, -1, 0, 1, 7, 64, 1.5, 1e300, "", "x", "0", "é" * 50, [], [0], [[]], {}, {"x": 1}]


# ---- the engine ------------------------------------------------------------------------------

class Engine(engine.Engine):
    """One conversation, which is kept; at its end no output may be left."""

    def __init__(self):
        super().__init__(engine_command())
        self.said, self.heard = [], []

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.process.stdin.close()
            rest = self.process.stdout.read()
            check(self.process.wait(PATIENCE) == 0, "exit status 0 at the end of input", self.process.returncode)
            check(self.buffer + rest == b"", "no line nobody asked for", self.buffer + rest)
            check(self.complaint() == b"", "nothing on standard error", self.complaint())
        self.close()

    def many(self, requests):
        answers = super().many(requests)
        self.said += map(line_of, requests)
        self.heard += answers
        return answers

    def ask(self, request):
        return decode(self.raw(request))

    def must(self, request):
        answer = self.ask(request)
        if not answer.get("ok"):
            raise Gone("refused: %.300r %r" % (line_of(request), answer.get("error")))
        return answer

    def state(self):
        return self.must({"op": "state"})["state"]

    def decisions(self):
        return self.must({"op": "legal"})["decisions"]


def decode(line):
    """An answer is one JSON object in valid UTF-8 with `ok`, and an error has a known code and a message."""
    try:
        answer = json.loads(line.decode("utf-8"))
        fine = isinstance(answer, dict) and isinstance(answer.get("ok"), bool)
    except ValueError:
        answer, fine = {}, False
    if fine and not answer["ok"]:
        error = answer.get("error")
        fine = isinstance(error, dict) and error.get("code") in CODES and bool(error.get("message"))
        note(error.get("code") if fine else None)
    if not fine:
        check(False, "an answer is one JSON object", line)
        return {"ok": None, "error": {"code": None}}
    return answer


def converse(data):
    """A whole conversation at once: answers as lines."""
    run = subprocess.run(engine_command(), input=data, capture_output=True, timeout=10 * PATIENCE, check=False)
    check(run.returncode == 0, "exit status 0", run.stderr[:300])
    check(run.stdout == b"" or run.stdout.endswith(b"\n"), "the last line is whole", run.stdout[-100:])
    return run.stdout.split(b"\n")[:-1]


# ---- requests --------------------------------------------------------------------------------

def op(name, **members):
    return {"op": name, **members}


def new(players=3, seed=1, game="arcane", **options):
    return op("new", game=game, players=players, seed=seed, options=options)


def cards(**words):
    return [{"card": c} for c in words["of"].split()]


def apply(seat, action):
    return op("apply", seat=seat, action=action)


def looks(players=6):
    return [op("state"), op("legal"), op("view", seat=None)] + [op("view", seat=s) for s in range(players)]


def code_of(answer):
    return "ok" if answer.get("ok") else answer["error"]["code"]


def fingerprint(e):
    """Everything visible of the game, and what it would do next: with forced outcomes, then with the seed."""
    seen = e.many(looks())
    e.raw(op("clone", slot=63))
    for _ in range(3):
        decisions = json.loads(e.raw(op("legal"))).get("decisions")
        if not decisions:
            break
        seen.append(e.raw(apply(decisions[0]["seat"], decisions[0]["actions"][-1])))
    e.raw(op("restore", slot=63))
    return seen


class Unmoved:
    """Sends requests that must be refused, and checks that nothing has changed."""

    def __init__(self, e):
        self.e, self.before = e, fingerprint(e)

    def refused(self, request, codes, label=None):
        label = label or "%.120r" % line_of(request)
        answer = self.e.ask(request)
        check(code_of(answer) in codes.split(), label, "wanted %s, got %r" % (codes, answer))
        after = fingerprint(self.e)
        changed = [i for i, pair in enumerate(zip(self.before, after)) if pair[0] != pair[1]]
        check(not changed and len(after) == len(self.before), "changes nothing: " + label, changed)
        return answer


# ---- playing ---------------------------------------------------------------------------------

def choose(decision, luck):
    """Chooses at random, but prefers rare actions."""
    actions = decision["actions"]
    rare = [a for a in actions if a.startswith(("use ", "play ", "dafana pay", "effect use"))]
    return luck.choice(rare if rare and luck.random() < 0.6 else actions)


def play_on(e, luck, limit=6000):
    """Plays to the end; returns the number of actions."""
    decisions = e.decisions()
    for n in range(limit):
        if not decisions:
            return n
        d = luck.choice(decisions)
        _, legal = e.many([apply(d["seat"], choose(d, luck)), op("legal")])
        decisions = json.loads(legal)["decisions"]
    return limit


def turn_to(e, kind, luck, limit=400):
    """Plays until that question is asked."""
    for _ in range(limit):
        decisions = e.decisions()
        if decisions and decisions[0]["kind"] == kind:
            return decisions[0]
        e.must(apply(decisions[0]["seat"], choose(decisions[0], luck)))
    raise Gone("%s was never asked" % kind)
