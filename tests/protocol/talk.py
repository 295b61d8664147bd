"""Conversations with the engine for the tests of its protocol: requests, answers, games played on."""

import json
import os
import select
import subprocess
import tempfile

from harness import check, engine_command, note

PATIENCE = 60            # seconds an answer may take
CODES = """bad-json bad-request unknown-op no-game bad-option bad-state not-your-decision illegal-action
           impossible-chance too-long game-over""".split()
JUNK = [None, True, False, -1, 0, 1, 7, 64, 1.5, 1e300, "", "x", "0", "é" * 50, [], [0], [[]], {}, {"x": 1}]


# ---- the engine ------------------------------------------------------------------------------

class Gone(Exception):
    pass


def line_of(request):
    if isinstance(request, bytes):
        return request
    return json.dumps(request, separators=(",", ":"), ensure_ascii=False).encode()


class Engine:
    """One conversation. Requests are dictionaries or raw bytes, answers are kept as bytes."""

    def __init__(self):
        self.buffer, self.said, self.heard = b"", [], []
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(engine_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.process.kill()
        self.process.stdin.close()
        rest = self.process.stdout.read()
        status = self.process.wait(PATIENCE)
        if kind is None:
            check(status == 0, "exit status 0 at the end of input", status)
            check(self.buffer + rest == b"", "no line nobody asked for", self.buffer + rest)
            self.errors.seek(0)
            complaint = self.errors.read()
            check(complaint == b"", "nothing on standard error", complaint)
        self.process.stdout.close()
        self.errors.close()

    def fill(self):
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        chunk = os.read(self.process.stdout.fileno(), 1 << 18) if ready else b""
        if not chunk:
            self.process.kill()
            self.process.wait()
            self.errors.seek(0)
            raise Gone("%s after %.300r %s" % ("the engine ended" if ready else "no answer", self.said[-1],
                                               self.errors.read(600).decode("utf-8", "replace")))
        self.buffer += chunk

    def send(self, data):
        """Writes while reading, so that no pipe gets stuck."""
        fd = self.process.stdin.fileno()
        while data:
            ready, writable, _ = select.select([self.process.stdout], [fd], [], PATIENCE)
            if ready:
                self.fill()
            if writable:
                data = data[os.write(fd, data[:4096]):]
            if not ready and not writable:
                raise Gone("the engine neither reads nor writes")

    def many(self, requests):
        """Sends all of them at once; the answers, as bytes."""
        lines = [line_of(r) for r in requests]
        self.said += lines
        try:
            self.send(b"".join(line + b"\n" for line in lines))
        except OSError as error:
            raise Gone("%s after %.300r" % (error, lines[-1])) from None
        answers = []
        for _ in lines:
            while b"\n" not in self.buffer:
                self.fill()
            line, self.buffer = self.buffer.split(b"\n", 1)
            answers.append(line)
        self.heard += answers
        return answers

    def raw(self, request):
        return self.many([request])[0]

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
    """Everything that can be seen of the game, and what it would do next: forced outcomes, then the seed."""
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
    """Sends what must be refused, and sees that nothing has changed."""

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
    """At random, but with a liking for what happens seldom."""
    actions = decision["actions"]
    rare = [a for a in actions if a.startswith(("use ", "play ", "dafana pay", "effect use"))]
    return luck.choice(rare if rare and luck.random() < 0.6 else actions)


def play_on(e, luck, limit=6000):
    """To the end; the number of actions."""
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
