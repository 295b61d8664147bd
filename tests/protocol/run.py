#!/usr/bin/env python3
"""Talks to an engine as the protocol allows, and as it does not, and says where the two disagree.

run.py --engine "build/debug/charlatan engine" [--only NAME] [--bless]

Golden conversations (golden/*.txt) pin bytes: a line "> request" is sent as it stands, "< answer" must come
back; --bless writes the answers anew. Everything else is written out below, a function for each promise.
The last line is "N passed, M failed".
"""

import argparse
import copy
import decimal
import glob
import json
import os
import random
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 60            # seconds an answer may take
MOST_SHOWN = 12          # failures printed of one test
MIB = 1 << 20
KINDS = """reveal draw act slot effect peek cauldron target swap sell slide take own theirs keep remove dafana ninx
           bribe""".split()
CODES = """bad-json bad-request unknown-op no-game bad-option bad-state not-your-decision illegal-action
           impossible-chance too-long game-over""".split()
WIZARDS = "byros corvus dafana glynna meeblemore ninx".split()
OPTIONS = {"edition": "three", "goal": 100, "rounds": None, "wizards": "none", "market": False, "first": None,
           "turn_cap": 100, "cards": None}


# ---- counting --------------------------------------------------------------------------------

class Tally:
    passed, failed, place, codes = 0, 0, "", set()
    shown = {}           # failures told of each test


def check(fine, label, detail=""):
    if fine:
        Tally.passed += 1
        return True
    Tally.failed += 1
    Tally.shown[Tally.place] = Tally.shown.get(Tally.place, 0) + 1
    if Tally.shown[Tally.place] > MOST_SHOWN:
        return False
    if isinstance(detail, bytes):
        detail = detail.decode("utf-8", "replace")
    print("FAIL %s: %s %s" % (Tally.place, label, str(detail)[:400]))
    return False


def same(got, want, label):
    return check(got == want, label, "" if got == want else "got %.180r, want %.180r" % (got, want))


# ---- the engine ------------------------------------------------------------------------------

class Gone(Exception):
    pass


def line_of(request):
    if isinstance(request, bytes):
        return request
    return json.dumps(request, separators=(",", ":"), ensure_ascii=False).encode()


class Engine:
    """One conversation. Requests are dictionaries or raw bytes, answers are kept as bytes."""
    command = []

    def __init__(self):
        self.buffer, self.said, self.heard = b"", [], []
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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
        Tally.codes.add(error.get("code") if fine else None)
    if not fine:
        check(False, "an answer is one JSON object", line)
        return {"ok": None, "error": {"code": None}}
    return answer


def converse(data):
    """A whole conversation at once: answers as lines."""
    run = subprocess.run(Engine.command, input=data, capture_output=True, timeout=10 * PATIENCE, check=False)
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


# ---- positions by hand -----------------------------------------------------------------------

def hidden():
    return {"rows": 3, "cols": 3, "cells": [{"item": None, "up": False} for _ in range(9)]}


class Table:
    """A state written by hand: cards are taken out of the pool and laid somewhere."""
    stocked = {}

    def __init__(self, players, phase="sell", turn=0, kind="act", **options):
        s = self.state = self.stock(players, options)
        s.update(phase=phase, turn=turn, pending=[{"kind": kind, "seat": turn}])
        if phase == "sell":
            s["discard"] = [self.take("older-wand")]
            for seat, p in enumerate(s["players"]):
                for item in ("older-wand", "dark-lotus", "crystal-ball")[:3 if seat == turn and kind == "act"
                                                                         else 2]:
                    p["stash"].append({"item": self.take(item)})
        if phase == "bribe":
            for p in s["players"]:
                p["house"] = {"rows": 0, "cols": 0, "cells": []}
        if options.get("market") and phase == "sell":
            s["market"] = [self.take("floating-carpet") for _ in range(3)]
        self.count()

    def stock(self, players, options):
        """The beginning of a game, as the engine prints it."""
        request = new(players, first=0, **options)
        key = line_of(request)
        if key not in self.stocked:
            with Engine() as e:
                e.must(request)
                self.stocked[key] = e.state()
        return copy.deepcopy(self.stocked[key])

    def take(self, item):
        self.state["pool"][item] -= 1
        if not self.state["pool"][item]:
            del self.state["pool"][item]
        return item

    def count(self):
        """Whatever is undecided and in no storehouse is the deck."""
        undecided = sum(c is not None and c["item"] is None for p in self.state["players"]
                        for c in p["house"]["cells"])
        self.state["deck"]["count"] = sum(self.state["pool"].values()) - undecided + len(self.state["deck"]["top"])
        return self.state


# ---- golden conversations --------------------------------------------------------------------

def read_golden(path):
    with open(path, "rb") as file:
        return file.read().split(b"\n")[:-1]


def answers_to(lines):
    requests = [line[2:] for line in lines if line.startswith(b"> ")]
    return iter(converse(b"".join(r + b"\n" for r in requests)))


def bless(path):
    lines = [line for line in read_golden(path) if not line.startswith(b"< ")]
    answers, out = answers_to(lines), []
    for line in lines:
        out.append(line)
        if line.startswith(b"> "):
            out.append(b"< " + next(answers))
    with open(path, "wb") as file:
        file.write(b"".join(line + b"\n" for line in out))


def test_golden():
    files = sorted(glob.glob(os.path.join(HERE, "golden", "*.txt")))
    check(files, "there are golden conversations")
    for path in files:
        lines = read_golden(path)
        answers, asked = answers_to(lines), b""
        for line in lines:
            if line.startswith(b"> "):
                asked = line[2:]
            elif line.startswith(b"< "):
                same(next(answers, None), line[2:], "%s: %.80s" % (os.path.basename(path), asked.decode()))


# ---- hello, ids ------------------------------------------------------------------------------

def test_hello():
    with Engine() as e:
        answer = e.must(op("hello"))
        same(answer["name"], "charlatan", "name")
        same(answer["protocol"], 1, "protocol")
        check(isinstance(answer["version"], str), "version")
        check({"arcane", "null"} <= set(answer["games"]), "games")
        same(e.ask({"op": "hello", "extra": 1})["ok"], True, "members nobody asked for do no harm")


def test_ids():
    ids = [0, -1, 2**63 - 1, -2**63, 1.5, 0.1, 1e22, -2.5e-7, 5e-324, 1.7976931348623157e308, True, False, None,
           "",
           "a", "é€\U0001f600", "\"\\/\b\f\n\r\t\x01\x1f\x7f\u2028", [], {}, [1, [2, {"a": None}]],
           {"z": 1, "a": [{}]},
           {"id": {"id": 1}}, "x" * 100000, list(range(1000))]
    with Engine() as e:
        for value in ids:
            for request in (op("hello"), op("state"), op("nothing"), op("new", game="none"), {}):
                answer = e.ask({**request, "id": value})
                check("id" in answer and answer["id"] == value and type(answer["id"]) is type(value),
                      "id %.40r is repeated" % (value,), answer)
        check("id" not in e.ask(op("hello")), "no id, none repeated")
        deep = b"[" * 500 + b"]" * 500
        check(e.raw(b'{"op":"hello","id":' + deep + b"}").endswith(b'"id":' + deep + b"}"), "a nested id")
        e.must(new(3, 4, first=0))
        for text in RAW_IDS:
            for request in RAW_REQUESTS:
                line = request.replace(b"ID", text)
                answer = e.raw(line)
                check(decode(answer)["ok"] is True, "ok with that id: %r" % line, answer)
                same(exactly(answer).get("id", "nothing"), exactly(text), "the id of %r" % line)


RAW_IDS = [b"1.0", b"1e2", b"-0", b"-0.0", b"1E+05", b"18446744073709551616", b"-9223372036854775809",
           b"[1,12345678901234567890123456789]", b'"\\u00e9\\ud83d\\ude00"', b'"\\/"', b'"id"', b'"\\"id\\":"',
           b"[ 1 ,\t{ } ]", b'{"id":{"id":7}}', b'{"op":"quit"}', b'"}"', b'",\\"id\\":2"', b"null", b"false"]
RAW_REQUESTS = [b'{"op":"hello","id":ID}', b'{"id":ID,"op":"hello"}', b'  { "id" : ID , "op" : "hello" }  ',
                b'{"op":"view","seat":0,"id":ID}', b'{"op":"clone","slot":1,"id":ID}',
                b'{"op":"legal","x":{"id":5},"id":ID}',
                b'{"op":"new","game":"arcane","players":3,"seed":4,"options":{"first":0},"id":ID}',
                b'{"y":["id"],"x":"id","id":ID,"op":"suggest","seat":0,"bot":"random"}',
                b'{"op":"hello","\\u0069d":ID}']


def exactly(text):
    """JSON with its numbers as they are, however long."""
    return json.loads(text.decode(), parse_int=decimal.Decimal, parse_float=decimal.Decimal)


# ---- lines -----------------------------------------------------------------------------------

BAD_LINES = [
    b"", b" ", b"\t", b"\r", b"x", b"{", b"}", b"[", b"]", b'"', b"{]", b"nul", b"tru", b"+1", b"01", b"1.",
    b".5", b"--1",
    b"'a'", b"{'op':'hello'}", b'{"op":"hello"', b'{"op":"hello"}}', b'{"op":"hello"},', b'{"op":"hello",}',
    b'{"op" "hello"}',
    b'{op:"hello"}', b'{"op":"hello"}{"op":"hello"}', b'{"op":"hello"} x',
    b'{"op":"hel\nlo"}'.replace(b"\n", b"\x01"),
    b'{"op":"hello","op":"hello"}', b'{"op":"hello","id":{"a":1,"a":2}}', b'{"op":"\\x68ello"}',
    b'{"op":"\\ud800"}',
    b'{"op":"\\u12"}', b'\xef\xbb\xbf{"op":"hello"}', b'{"op":"\xff"}', b'{"op":"hello","id":"\xc3"}',
    b'{"op":"hello","id":"\xc0\x80"}', b'{"op":"hello","id":"\xed\xa0\x80"}',
    b'{"op":"hello","id":"\xf5\x80\x80\x80"}',
    b"\x00", b'{"op":"hello"}\x00', b'\x00{"op":"hello"}', b'{"op":"he\x00llo"}', b"\x80\x81\xfe\xff" * 20,
    bytes(range(11, 256)),
    b"NaN", b"Infinity", b'{"op":"hello","id":NaN}', b"/* */ {}", b"[" * 100000, b"[" * 100000 + b"]" * 100000,
    b'{"op":"hello","id":' + b'{"a":' * 100000 + b"1" + b"}" * 100001, b'{"a":' * 100000,
    b'{"op":"new","game":"arcane","players":3,"seed":"' + b"\xff" * 64 + b'"}',
]
NO_REQUESTS = [b"null", b"true", b"0", b"-1.5e3", b'"hello"', b"[]", b'[{"op":"hello"}]', b"{}", b'{"id":1}',
               b'{"op":null}',
               b'{"op":1}', b'{"op":true}', b'{"op":["hello"]}', b'{"op":{}}', b'{"Op":"hello"}']
NO_OPS = [b'{"op":""}', b'{"op":"quit"}', b'{"op":"HELLO"}', b'{"op":"hello "}', b'{"op":"new\\n"}',
          b'{"op":"op"}',
          b'{"op":"' + b"a" * 100000 + b'"}', '{"op":"é"}'.encode()]


def test_bad_lines():
    with Engine() as e:
        for state in ("no game", "a game"):
            still = Unmoved(e)
            for line in BAD_LINES:
                still.refused(line, "bad-json", "%s, %.60r" % (state, line))
            for line in NO_REQUESTS:
                still.refused(line, "bad-request")
            for line in NO_OPS:
                still.refused(line, "unknown-op", "%.60r" % line)
            e.must(op("force", chance=cards(of="dark-lotus mystical-lamp crystal-ball")))
            e.must(new(first=0))
        luck = random.Random(3)
        still = Unmoved(e)
        for _ in range(60):
            line = bytes(luck.randrange(256) for _ in range(luck.randrange(1, 80))).replace(b"\n", b"?")
            still.refused(line, "bad-json bad-request", "random bytes %r" % line)


def test_numbers_and_texts_without_a_place():
    """Numbers outside 64 bits and NUL in a text are JSON; a parser may have limits, but must say so."""
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        for text in (b"9223372036854775808", b"-9223372036854775809", b"1" + b"0" * 400, b"1e999", b"-1e999",
                     b"1" * 100000):
            still.refused(b'{"op":"new","game":"arcane","players":3,"seed":' + text + b"}",
                          "bad-request bad-json")
            still.refused(b'{"op":"new","game":"arcane","players":' + text + b"}", "bad-option bad-json")
            still.refused(b'{"op":"view","seat":' + text + b"}", "bad-request bad-json")
            still.refused(b'{"op":"apply","action":"x","seat":' + text + b"}", "not-your-decision bad-json")
            still.refused(b'{"op":"clone","slot":' + text + b"}", "bad-request bad-json")
        still.refused(b'{"op":"hello\\u0000"}', "unknown-op bad-json")
        still.refused(b'{"op":"apply","seat":2,"action":"reveal 1 2\\u0000"}', "illegal-action bad-json")


def padded(size, text=b'{"op":"hello"}'):
    return text[:-1] + b" " * (size - len(text)) + text[-1:]


def test_long_lines():
    lines = [padded(MIB - 1), padded(MIB), padded(MIB + 1), padded(MIB, b"x{}"), b"[" * (MIB + 1),
             padded(50 * 1000 * 1000),
             b'{"op":"hello","id":"' + b"a" * (MIB - 22) + b'"}',
             b'{"op":"hello","id":"' + b"a" * (MIB - 21) + b'"}', b'{"op":"hello"}']
    answers = [decode(a) for a in converse(b"\n".join(lines) + b"\n")]
    want = "ok ok too-long bad-json too-long too-long ok too-long ok".split()
    same([code_of(a) for a in answers], want, "1 MiB is the longest line")
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        still.refused(padded(MIB + 1, b'{"op":"new","game":"null","players":2}'), "too-long", "too long a new")
        still.refused(padded(2 * MIB, b'{"op":"force","chance":[]}'), "too-long", "too long a force")


def test_ends_of_lines_and_input():
    hello = b'{"op":"hello"}'
    for data, want in ((b"", []), (hello, ["ok"]), (hello + b"\n", ["ok"]), (hello[:-3], ["bad-json"]),
                       (b"\n", ["bad-json"]),
                       (hello + b"\n" + hello[:5], ["ok", "bad-json"]),
                       (hello + b"\r\n" + hello + b"\r\n", ["ok", "ok"]),
                       (b"\n\n" + hello + b"\n\n", ["bad-json", "bad-json", "ok", "bad-json"]),
                       (b"\r\n" + hello, ["bad-json", "ok"]),
                       (b"  " + hello + b"\t \n", ["ok"]), (b"\n" * 1000, ["bad-json"] * 1000),
                       (padded(MIB + 2)[:-1], ["too-long"]),
                       (hello + b"\n" + b"a" * (3 * MIB), ["ok", "too-long"]), (b"\x00", ["bad-json"])):
        same([code_of(decode(a)) for a in converse(data)], want, "one answer a line: %.50r" % data)
    requests = [op("hello", id=i) for i in range(2000)]
    answers = converse(b"".join(line_of(r) + b"\n" for r in requests))
    same([json.loads(a)["id"] for a in answers], list(range(2000)),
         "two thousand requests at once, answered in order")


# ---- errors, op by op ------------------------------------------------------------------------

def test_no_game():
    with Engine() as e:
        for request in (op("state"), op("view", seat=0), op("view", seat=None), op("legal"),
                        apply(0, "draw deck"),
                        op("suggest", seat=0, bot="random"), op("clone", slot=0)):
            same(code_of(e.ask(request)), "no-game", "%s before new" % request["op"])
        same(code_of(e.ask(op("restore", slot=0))), "bad-request", "restoring an empty slot")
        for request, code in ((op("new", game="arcane", players=7), "bad-option"),
                              (op("new", game="arcane"), "bad-option"),
                              (op("new", players=3), "bad-option"),
                              (op("new", game="chess", players=3), "bad-option"),
                              (op("new", game="arcane", players=3, seed="x"), "bad-request"),
                              (op("setup", state={}), "bad-state"),
                              (op("setup", state={"game": "arcane"}), "bad-state"),
                              (op("force"), "bad-request")):
            same(code_of(e.ask(request)), code, "%r" % request)
            same(code_of(e.ask(op("state"))), "no-game", "still no game")
        e.must(op("force", chance=[{"first": 5}]))
        same(code_of(e.ask(new(3))), "impossible-chance", "a seat that is not there cannot be first")
        same(code_of(e.ask(op("legal"))), "no-game", "a new that failed makes no game")
        same(e.must(new(6))["chance"], [{"first": 5}], "and its forced outcome is not used up")


JUNK = [None, True, False, -1, 0, 1, 7, 64, 1.5, 1e300, "", "x", "0", "é" * 50, [], [0], [[]], {}, {"x": 1}]


def junk_but(*fine):
    return [v for v in JUNK if not any(v == f and type(v) is type(f) for f in fine)]


def without(request, key):
    return {k: v for k, v in request.items() if k != key}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def wrong_values(seat, state, action):
    """(request, codes) for every member of every op, with every kind of value that it cannot have."""
    base = new()
    for value in JUNK:
        yield {**base, "game": value}, "bad-option"
        yield {**base, "players": value}, "bad-option"
        yield op("setup", state=value), "bad-request bad-state"
        yield op("restore", slot=value), "bad-request"
        yield op("apply", seat=seat, action=value), "illegal-action" if isinstance(value, str) else "bad-request"
        code = "not-your-decision" if is_number(value) else "bad-request"
        if value != seat or not is_number(value):
            yield op("apply", seat=value, action=action), code
            yield op("suggest", seat=value, bot="random"), code
    for value in junk_but(0, 1, 7, 64):
        yield {**base, "seed": value}, "bad-request"
        yield op("setup", state=state, seed=value), "bad-request"
    for value in junk_but(None, 0, 1):
        yield op("view", seat=value), "bad-request"
    for value in junk_but({}):
        yield {**base, "options": value}, "bad-option"
        yield op("force", chance=[value]), "bad-request"
    for value in junk_but([]):
        yield op("force", chance=value), "bad-request"
    for value in junk_but(0, 1, 7):
        yield op("clone", slot=value), "bad-request"
    for value in junk_but({}, {"x": 1}) + [{"name": "nobody"}]:
        yield op("suggest", seat=seat, bot=value), "bad-option bad-request"


def missing_members(seat, action):
    for request, key, codes in (
            (new(), "game", "bad-option"), (new(), "players", "bad-option"),
            (op("view", seat=0), "seat", "bad-request"),
            (op("setup", state={}), "state", "bad-request bad-state"), (apply(seat, action), "seat", "bad-request"),
            (apply(seat, action), "action", "bad-request"), (op("force", chance=[]), "chance", "bad-request"),
            (op("suggest", seat=seat, bot="random"), "seat", "bad-request"),
            (op("clone", slot=0), "slot", "bad-request"),
            (op("restore", slot=0), "slot", "bad-request")):
        yield without(request, key), codes


def test_wrong_types():
    forced = {"arcane": [{"card": "crystal-ball"}] * 5, "null": [{"coin": "tails"}]}
    for request in (new(first=1), new(game="null", players=2)):
        with Engine() as e:
            e.must(op("force", chance=forced[request["game"]]))
            e.must(request)
            decisions = e.decisions()
            seat, action = decisions[0]["seat"], decisions[0]["actions"][0]
            asked = [d["seat"] for d in decisions]
            still = Unmoved(e)
            for bad, codes in wrong_values(seat, e.state(), action):
                if codes != "not-your-decision" or bad["seat"] not in asked:
                    still.refused(bad, codes)
            for bad, codes in missing_members(seat, action):
                still.refused(bad, codes)


FORCE_ENTRIES = [{"card": 5}, {"card": None}, {"card": ["older-wand"]}, {"card": "older-wand", "first": 1},
                 {"first": -1}, {"first": "0"},
                 {"first": 1.5}, {"first": None}, {"wizards": "ninx"}, {"wizards": [1]}, {"wizards": {}},
                 {"coin": 1},
                 {"draw": "white1"}, {"draw": "white1", "seat": None}, {"draw": "white1", "seat": "0"},
                 {"die": "ruby"},
                 {"die": "ruby", "seat": 1.5}, {"seat": 0}, {"unheard-of": 1}, {}]


def test_errors_in_play():
    with Engine() as e:
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus crystal-ball older-wand")))
        e.must(new(first=2))
        still = Unmoved(e)
        for entry in FORCE_ENTRIES:
            still.refused(op("force", chance=[{"card": "older-wand"}, entry]), "bad-request")
        for seat in (-1, 3, 5, 6, 64, 2**31, 2**63 - 1):
            still.refused(op("view", seat=seat), "bad-request")
            still.refused(apply(seat, "reveal 1 2"), "not-your-decision")
            still.refused(op("suggest", seat=seat, bot="random"), "not-your-decision")
        for seat in (0, 1):
            still.refused(apply(seat, "reveal 1 2"), "not-your-decision")
            still.refused(apply(seat, "nonsense"), "not-your-decision",
                          "the seat is looked at before the action")
            still.refused(op("suggest", seat=seat, bot="random"), "not-your-decision")
        for action in ("", " ", "reveal", "reveal 1", "reveal 2 1", "reveal 1 1", "reveal 0 1", "reveal 1 10",
                       "reveal 1  2", "reveal 1 2 ",
                       " reveal 1 2", "Reveal 1 2", "reveal 01 2", "reveal 1 2 3", "draw deck",
                       "play older-wand", "x" * 5000, "é", "%s%n"):
            error = still.refused(apply(2, action), "illegal-action").get("error", {})
            check(re.match(r"A\d", error.get("rule", "")), "an illegal action cites a rule: %.30r" % action,
                  error)
        for slot in (-1, 64, 2**40):
            still.refused(op("clone", slot=slot), "bad-request")
            still.refused(op("restore", slot=slot), "bad-request")
        still.refused(op("restore", slot=9), "bad-request")


def test_order_of_checks():
    with Engine() as e:
        e.must(new(2, first=0, turn_cap=1))
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        still = Unmoved(e)
        still.refused(apply(1, "nonsense"), "not-your-decision")
        still.refused(apply(0, "nonsense"), "illegal-action")
        still.refused(apply(0, "reveal 1 2"), "impossible-chance")
        e.must(op("force", chance=[]))
        play_on(e, random.Random(1))
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        still = Unmoved(e)
        for seat in (0, 1, 5, -1):
            still.refused(apply(seat, "nonsense"), "game-over")
            still.refused(apply(seat, "bribe 0"), "game-over")
            still.refused(op("suggest", seat=seat, bot="random"), "game-over")
        same(e.decisions(), [], "nobody decides when the game is over")
        winners = e.state()["winners"]
        check(winners and winners == sorted(set(winners)), "winners ascend", winners)


# ---- seeds -----------------------------------------------------------------------------------

def test_seeds():
    with Engine() as e:
        for number in (0, 1, 255, 2**32, 2**63 - 1):
            text = "%064x" % number
            one, two = e.raw(new(3, number)), e.raw(new(3, text))
            same(one, two, "seed %d and its hex digits" % number)
            same(json.loads(one).get("seed"), text, "the seed comes back in 64 digits")
        mixed = "0123456789abcdefABCDEF" + "f" * 42
        same(e.must(new(3, mixed))["seed"], mixed.lower(), "capital digits")
        same(e.raw(new(3, mixed)), e.raw(new(3, mixed.lower())), "capital digits, the same game")
        drawn = [e.must(without(new(5, wizards="random"), "seed")) for _ in range(4)]
        same(len({a["seed"] for a in drawn}), 4, "games without a seed differ")
        for a in drawn:
            again = e.must(new(5, a["seed"], wizards="random"))
            same({k: again[k] for k in ("seed", "chance", "state_hash")},
                 {k: a[k] for k in ("seed", "chance", "state_hash")},
                 "the answered seed makes the same game")
        check(e.raw(new(3, 1)) != e.raw(new(3, 2)), "seeds matter")
        state = Table(3).state
        answers = []
        for seed in ({}, {"seed": 0}, {"seed": "0" * 64}, {"seed": 77}):
            e.must(op("setup", state=state, **seed))
            answers.append(e.many([apply(0, "play dark-lotus"), apply(0, "slot 1"), apply(1, "draw deck"),
                                   op("state")]))
        check(answers[0] == answers[1] == answers[2], "setup without a seed has seed 0")
        check(answers[0] != answers[3], "setup's seed matters")


# ---- options ---------------------------------------------------------------------------------

GOOD_OPTIONS = [dict(edition="three"), dict(edition="hundred"), dict(goal=100), dict(goal=200),
                dict(goal=300, edition="hundred"),
                dict(rounds=None), dict(rounds=1, edition="hundred"), dict(rounds=50, edition="hundred"),
                dict(wizards="none"),
                dict(wizards="random"), dict(wizards=[None, None, None]), dict(wizards=["ninx", None, "byros"]),
                dict(wizards=[None] * 3, edition="hundred"), dict(market=True), dict(market=False),
                dict(first=None), dict(first=0),
                dict(first=2), dict(turn_cap=1), dict(turn_cap=1000), dict(cards=None), dict(cards={}),
                dict(cards={"items": {}}),
                dict(cards={"wizards": {}, "start": {}}), {}]
BAD_OPTIONS = [dict(edition=v) for v in ("four", "", "Three", None, 3, True, [], {})] + \
    [dict(goal=v) for v in (0, 99, 101, 150, 400, -100, "100", 100.0, None, True, [])] + \
    [dict(rounds=v, edition="hundred") for v in (0, 51, -1, "3", 1.5, True, [])] + [dict(rounds=3),
                                                                                    dict(rounds=3,
                                                                                         edition="three")] + \
    [dict(wizards=v) for v in ("all", "", None, True, 0, {}, [], ["ninx"], ["ninx", None], ["ninx"] * 3,
                               ["ninx", None, "ninx"],
                               ["ninx", None, "merlin"], ["ninx", None, 5], ["byros", None, None, None],
                               [None, None, "Byros"])] + \
    [dict(wizards=v, edition="hundred") for v in ("random", ["ninx", None, None])] + \
    [dict(market=v) for v in (None, 0, 1, "true", [], {})] + [dict(first=v)
                                                              for v in (-1, 3, "0", 0.0, True, [], {})] + \
    [dict(turn_cap=v) for v in (0, 1001, -1, "100", 1.5, None, True, [])] + \
    [dict(cards=v) for v in (0, True, "", "standard", [], [{}])] + \
    [{"unknown": 1}, {"": 1}, {"Edition": "three"}, {"edition ": "three"}, {"books": 1}, {"tosses": 1},
     {"market": True, "x": None}]


def test_options():
    with Engine() as e:
        for options in GOOD_OPTIONS:
            if check(e.ask(new(**options)).get("ok"), "options %r" % options):
                same(e.state()["options"], {**OPTIONS, **options}, "options are complete: %r" % options)
        still = Unmoved(e)
        for options in BAD_OPTIONS:
            still.refused(new(**options), "bad-option")
        for players in (-1, 0, 1, 7, 100):
            still.refused(new(players), "bad-option")
            still.refused(new(players, game="null"), "bad-option")
        for tosses in (0, 10, -1, "3", 1.5, None, True):
            still.refused(new(2, game="null", tosses=tosses), "bad-option")
        for players in range(2, 7):
            e.must(new(players, wizards="random"))
            wizards = [p["wizard"] for p in e.state()["players"]]
            check(len(set(wizards)) == players and set(wizards) <= set(WIZARDS), "random wizards, no doubles",
                  wizards)
            for tosses in (1, 9):
                e.must(new(players, game="null", tosses=tosses))
                same(e.state()["options"], {"tosses": tosses}, "options of null")


def item(name="older-wand", **values):
    return {"items": {name: values}}


def effect(name, **values):
    return item(name, effect=values)


CARDS_REFUSED = [
    (item(counts=[1]), "items.older-wand.counts"), (item(counts=[41, 1]), "items.older-wand.counts"),
    (item(counts=[1, 41]), "items.older-wand.counts"), (item(counts=[1, -1]), "items.older-wand.counts"),
    (item(counts=[1, 1, 1]), "items.older-wand.counts"), (item(counts=["1", 1]), "items.older-wand.counts"),
    (item(counts=5), "items.older-wand.counts"), (item(counts=None), "items.older-wand.counts"),
    (item(gold=101), "items.older-wand.gold"), (item(gold=-1), "items.older-wand.gold"),
    (item(gold="3"), "items.older-wand.gold"),
    (item(gold=1.5), "items.older-wand.gold"), (item(infamy=26), "items.older-wand.infamy"),
    (item(infamy=-26), "items.older-wand.infamy"),
    (item(colour=1), "items.older-wand.colour"), (item(effect=5), "items.older-wand.effect"),
    (effect("older-wand", gold=1), "items.older-wand.effect.gold"),
    (effect("dark-lotus", infamy=1), "items.dark-lotus.effect.infamy"),
    (effect("dark-lotus", gold=51), "items.dark-lotus.effect.gold"),
    (effect("dark-lotus", gold=-1), "items.dark-lotus.effect.gold"),
    (effect("cursed-mirror", infamy=51), "items.cursed-mirror.effect.infamy"),
    (effect("mystical-lamp", cards=0), "items.mystical-lamp.effect.cards"),
    (effect("mystical-lamp", cards=10), "items.mystical-lamp.effect.cards"),
    (effect("dragons-egg", gold="15"), "items.dragons-egg.effect.gold"),
    ({"items": {"nothing": {}}}, "items.nothing"), ({"items": {"older-wand": 1}}, "items.older-wand"),
    ({"items": 5}, "items"),
    ({"items": []}, "items"), ({"items": None}, "items"), ({"wizards": {"corvus": {"stash": 10}}},
                                                           "wizards.corvus.stash"),
    ({"wizards": {"corvus": {"stash": 0}}}, "wizards.corvus.stash"),
    ({"wizards": {"corvus": {"gold": 1}}}, "wizards.corvus.gold"),
    ({"wizards": {"corvus": 4}}, "wizards.corvus"), ({"wizards": {"glynna": {}}}, "wizards.glynna"),
    ({"wizards": {"merlin": {}}}, "wizards.merlin"),
    ({"wizards": {"dafana": {"gold": 101}}}, "wizards.dafana.gold"),
    ({"wizards": {"dafana": {"infamy": 26}}}, "wizards.dafana.infamy"),
    ({"wizards": {"byros": {"gold": -1}}}, "wizards.byros.gold"), ({"wizards": 1}, "wizards"),
    ({"start": {"gold": 1001}}, "start.gold"),
    ({"start": {"gold": -1}}, "start.gold"), ({"start": {"infamy": 25}}, "start.infamy"),
    ({"start": {"infamy": -1}}, "start.infamy"),
    ({"start": {"silver": 1}}, "start.silver"), ({"start": []}, "start"), ({"colour": 1}, "colour"),
    ({"Items": {}}, "Items"),
    ({"items": {n: {"counts": [40, 40]} for n in ("older-wand", "dark-lotus", "dragons-egg")}}, "items"),
]
CARDS_ACCEPTED = [
    item(counts=[0, 40]), item(counts=[40, 0]), item(gold=0, infamy=-25), item(gold=100, infamy=25),
    effect("dark-lotus", gold=0),
    effect("dark-lotus", gold=50), effect("mystical-lamp", cards=1), effect("mystical-lamp", cards=9),
    effect("bubbling-cauldron", gold=50, infamy=0),
    {"wizards": {"corvus": {"stash": 1}}}, {"wizards": {"corvus": {"stash": 9}}},
    {"wizards": {"dafana": {"gold": 100, "infamy": 25}}},
    {"wizards": {"byros": {"gold": 0}}}, {"start": {"gold": 0, "infamy": 24}}, {"start": {"gold": 1000}},
    {"items": {"older-wand": {}}},
    effect("older-wand"), {"wizards": {"byros": {}}},
    {"items": {n: {"counts": [5, 40]} for n in ("older-wand", "dark-lotus", "dragons-egg", "sovereign-sword")}},
]


def deck_of(count, counts):
    """A cards file with `count` cards in all, for 2-4 players."""
    file = {"items": {name: {"counts": [0, n]} for name, n in counts.items()}}
    for name in sorted(counts):
        n = min(count, 40)
        file["items"][name]["counts"][0] = n
        count -= n
    return file


def test_cards():
    with Engine() as e:
        e.must(new())
        counts = e.state()["pool"]
        still = Unmoved(e)
        for file, path in CARDS_REFUSED:
            error = still.refused(new(cards=file), "bad-option").get("error", {})
            check(path in error.get("message", ""), "the refusal names %s" % path, error)
            same(error.get("rule"), "A13", "the refusal of %s cites A13" % path)
        for players, market, wizards, least in ((2, False, "none", 23), (3, False, "none", 34),
                                                (4, True, "none", 48), (3, True, "random", 39),
                                                (3, False, ["corvus", None, None], 36),
                                                (3, False, ["ninx", None, None], 34)):
            options = dict(market=market, wizards=wizards)
            still.refused(new(players, cards=deck_of(least - 1, counts), **options), "bad-option",
                          "%d cards are too few" % (least - 1))
            still.refused(new(players, cards=deck_of(161, counts), **options), "bad-option",
                          "161 cards are too many")
            for n in (least, 160):
                check(e.ask(new(players, 4, cards=deck_of(n, counts), turn_cap=1, **options)).get("ok"),
                      "%d cards for %d" % (n, players))
                play_on(e, random.Random(n))
            e.must(new())
        for file in CARDS_ACCEPTED:
            if check(e.ask(new(cards=file)).get("ok"), "cards %r" % file):
                same(e.state()["options"]["cards"], file, "a cards file is printed as it came")


def test_names_in_refusals():
    """A refusal repeats what it was given: cut short or not, the line must stay JSON in UTF-8."""
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        for lead in range(4):
            for word in ("a" * lead + "é" * 300, "a" * lead + "€" * 300, "a" * lead + "\U0001f600" * 300,
                         "\x7f\"\\\n" * 80, "%s%n%d" * 60):
                for options in ({word: 1}, {"cards": {word: 1}}, {"cards": {"items": {word: {}}}},
                                {"cards": item(**{word: 1})},
                                {"cards": effect("dark-lotus", **{word: 1})},
                                {"cards": {"wizards": {word: {}}}},
                                {"cards": {"wizards": {"byros": {word: 1}}}}, {"cards": {"start": {word: 1}}}):
                    still.refused(new(**options), "bad-option",
                                  "a long key, %d bytes before it: %.60s" % (lead, options))
                state = {**Table.plain, "pool": {word: 1}}
                still.refused(op("setup", state=state), "bad-state",
                              "a long item in the pool, %d bytes before it" % lead)


# ---- force, clone, restore -------------------------------------------------------------------

def chance(e, seat, action):
    return e.must(apply(seat, action))["chance"]


def test_force():
    with Engine() as e:
        lots = [{"first": 2}, {"wizards": ["ninx", "byros", "corvus"]}]
        e.must(op("force", chance=lots + cards(of="dark-lotus older-wand crystal-ball")))
        same(e.must(new(3, wizards="random"))["chance"], lots, "forced before new")
        same(chance(e, 2, "reveal 1 2"), cards(of="dark-lotus older-wand"), "what is left holds for apply")
        answer = chance(e, 0, "reveal 1 2")
        same(answer[0], {"card": "crystal-ball"}, "then the last one")
        check(len(answer) == 2, "then the seed is asked", answer)
        e.must(new(3, first=0))
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus older-wand")))
        e.must(op("force", chance=cards(of="haunted-doll haunted-doll")))
        same(chance(e, 0, "reveal 1 2"), cards(of="haunted-doll haunted-doll"),
             "a new list replaces the old one")
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        e.must(op("force", chance=[]))
        check(e.ask(apply(1, "reveal 1 2"))["ok"], "an empty list clears")
        e.must(op("force", chance=cards(of="skeletomicon skeletomicon")))
        e.must(new(3, first=1))
        same(chance(e, 1, "reveal 8 9"), cards(of="skeletomicon skeletomicon"), "new keeps the list")
        e.must(op("force", chance=cards(of="skeletomicon")))
        e.must(op("setup", state=Table(3, kind="draw").state))
        same(chance(e, 0, "draw deck"), cards(of="skeletomicon"), "setup keeps the list")
        e.must(op("force", chance=[{"draw": "white1", "seat": 0},
                                   {"die": "ruby", "seat": 1}] + cards(of="dark-lotus")))
        e.must(new(3, first=0))
        same(chance(e, 0, "reveal 1 2")[0], {"card": "dark-lotus"},
             "entries of a seat are for that seat's events only")


def test_force_impossible():
    with Engine() as e:
        e.must(new(3, first=0))
        for entries, label in ((cards(of="mystical-lamp mystical-lamp"), "two Lamps where there is one"),
                               ([{"card": "no-such-item"}], "no item"),
                               ([{"first": 1}], "a lot where a card is due"),
                               ([{"wizards": ["ninx"]}], "wizards where a card is due"),
                               ([{"coin": "heads"}], "a coin where a card is due"),
                               ([{"fortune": "charity"}], "a fortune where a card is due")):
            e.must(op("force", chance=entries))
            Unmoved(e).refused(apply(0, "reveal 1 2"), "impossible-chance", label)
        e.must(op("force", chance=cards(of="mystical-lamp mystical-lamp")))
        same(code_of(e.ask(apply(0, "reveal 1 2"))), "impossible-chance", "two Lamps")
        e.must(new(3, first=0, cards=item("mystical-lamp", counts=[2, 2])))
        same(chance(e, 0, "reveal 1 2"), cards(of="mystical-lamp mystical-lamp"),
             "nothing of the list was used up")
        e.must(op("force", chance=[{"first": 3}]))
        still = Unmoved(e)
        still.refused(new(3), "impossible-chance")
        for wizards in (["ninx"], ["ninx", "ninx", "byros"], ["ninx", "byros", "merlin"],
                        ["ninx", "byros", "corvus", "glynna"], []):
            e.must(op("force", chance=[{"wizards": wizards}]))
            Unmoved(e).refused(new(3, first=0, wizards="random"), "impossible-chance", "wizards %r" % wizards)
        e.must(op("force", chance=[{"coin": "edge"}]))
        e.must(new(2, game="null"))
        e.must(apply(0, "call heads"))
        Unmoved(e).refused(apply(1, "call heads"), "impossible-chance", "a coin on its edge")


def test_clone():
    with Engine() as e:
        e.must(new(3, 8, first=0))
        e.must(op("force", chance=cards(of="dark-lotus older-wand skeletomicon")))
        for slot in (0, 31, 63):
            same(e.ask(op("clone", slot=slot)), {"ok": True}, "clone %d" % slot)
        before = fingerprint(e)
        e.must(op("clone", slot=0))                   # fingerprint uses slot 63
        steps = [apply(0, "reveal 1 2"), apply(1, "reveal 3 4"), apply(2, "reveal 5 6"), op("state"),
                 apply(0, "draw deck"), op("state")]
        first = e.many(steps)
        e.must(op("restore", slot=0))
        same(e.many(steps), first, "the place in the seed and the forced list come back")
        for slot in (0, 31):
            e.must(op("force", chance=[]))
            e.must(new(2, game="null"))
            e.must(op("restore", slot=slot))
            same(fingerprint(e), before, "restored from slot %d, from within another game" % slot)
        e.must(op("clone", slot=1))
        e.must(apply(0, "reveal 1 2"))
        e.must(op("clone", slot=1))
        answer = e.must(op("restore", slot=0))
        same(fingerprint(e), before, "slots do not touch each other")
        check("state_hash" in answer, "restore answers a hash", answer)
        e.must(op("restore", slot=1))
        same([d["seat"] for d in e.decisions()], [1], "a slot can be written again")
        same(code_of(e.ask(op("restore", slot=2))), "bad-request", "an empty slot")


def test_replay_by_chance():
    """What apply reports, forced on a game with another seed, makes the same game."""
    luck = random.Random(12)
    for players, options in ((2, dict(wizards="random", turn_cap=3)),
                             (5, dict(market=True, edition="hundred", rounds=1, turn_cap=3))):
        with Engine() as one, Engine() as two:
            begun = one.must(new(players, 21, **options))
            two.must(op("force", chance=begun["chance"]))
            same(two.must(new(players, 22, **options))["state_hash"], begun["state_hash"],
                 "new from its chance")
            for _ in range(3000):
                decisions = one.decisions()
                if not decisions:
                    break
                request = apply(decisions[0]["seat"], choose(decisions[0], luck))
                done = one.raw(request)
                _, replayed = two.many([op("force", chance=json.loads(done)["chance"]), request])
                if not same(replayed, done, "replayed %r" % request):
                    break
            same(one.raw(op("state")), two.raw(op("state")), "the end is the same")


# ---- suggest ---------------------------------------------------------------------------------

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
                before, one, two, after = e.many([op("state")] + asked + [op("state")])
                if n % 8 == 0:
                    same(one, two, "the same view, the same advice")
                    same(after, before, "asking changes nothing")
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


def check_advice(d, told):
    """Members are there where the bot has something to say, and name legal actions and numbers."""
    advice = json.loads(told)
    members = [m for m in advice if m not in ("ok", "action", "bot")]
    order = ["visits", "value", "worth", "iterations", "odds", "why"]
    same(members, [m for m in order if m in members], "members in their order")
    for member in ("visits", "value"):
        check(set(advice.get(member, {})) <= set(d["actions"]), member + " are of legal actions", told)
    if "visits" in advice:
        same(sum(advice["visits"].values()), advice["iterations"], "every imagined game is a visit")
        same(advice["visits"][advice["action"]], max(advice["visits"].values()), "the most tried is the answer")
    numbers = re.findall(rb'":(-?[0-9.]+)', told)
    check(not any(re.fullmatch(rb"-0\.0000|.*\.\d{0,3}|.*\.\d{5,}", n) for n in numbers), "four decimals", told)
    check(not advice.get("why") or advice["why"].endswith("."), "whole sentences", told)


def test_suggest_every_bot():
    """A game of each kind in which all bots are asked at every decision, and the last one is obeyed."""
    few = {"options": {"iterations": 12}}
    bots = {"arcane": ["easy", "medium", "greedy", dict(few, name="hard"), "search:iterations=8"],
            "quacks": ["easy", "medium", "greedy", dict(few, name="hard"), "brewer"]}
    for game, asked in bots.items():
        with Engine() as e:
            e.must(op("new", game=game, players=3, seed=6))
            for n in range(150):
                decisions = e.decisions()
                if not decisions:
                    break
                d = decisions[n % len(decisions)]
                answers = e.many([op("suggest", seat=d["seat"], bot=b) for b in asked + asked])
                same(answers[len(asked):], answers[:len(asked)], "the same view, the same advice")
                for told in answers[:len(asked)]:
                    check(json.loads(told).get("action") in d["actions"], "advice is legal", told)
                    check_advice(d, told)
                e.must(apply(d["seat"], json.loads(answers[-1])["action"]))


def test_suggest_without_a_clock():
    """Bots that think for a time elsewhere go by a count here, unless they are given a time."""
    for game, count in (("arcane", 4000), ("quacks", 5000)):
        with Engine() as e:
            e.must(op("new", game=game, players=2, seed=6, options={"first": 0}))
            if game == "quacks":
                while len(e.decisions()[0]["actions"]) < 2:
                    e.must(apply(0, e.decisions()[0]["actions"][0]))
            for bot in ("hard", {"name": "search", "options": {"ms": 0, "iterations": 0}}):
                same(e.must(op("suggest", seat=0, bot=bot)).get("iterations"), count, "the usual count")
            timed = e.must(op("suggest", seat=0, bot={"name": "search", "options": {"ms": 30}}))
            check(timed["iterations"] != count, "a time was given", timed["iterations"])
            both = e.must(op("suggest", seat=0, bot="search:ms=60000:iterations=25"))
            same(both["iterations"], 25, "a count comes before a time")


# ---- setup(state()) is the identity ----------------------------------------------------------

def counts_of(spec, many=None):
    """A deck of few kinds, so that rare questions are asked soon."""
    names = """bottled-fairy bubbling-cauldron crystal-ball cursed-mirror dark-lotus dragons-egg
        facsimilous-feline floating-carpet haunted-doll hypnotic-toad invisible-ring magic-boomerang
        mystical-lamp older-wand pandoras-lockbox sacred-chalice skeletomicon sovereign-sword
        three-headed-coin wizards-watch""".split()
    return {"items": {n: {"counts": [spec.get(n, 0), (many or spec).get(n, 0)]} for n in names}}


SPECIALS = {"mystical-lamp": 8, "pandoras-lockbox": 8, "sacred-chalice": 8, "wizards-watch": 8,
            "crystal-ball": 20, "magic-boomerang": 20,
            "hypnotic-toad": 12, "haunted-doll": 12}
SETS = {"haunted-doll": 14, "dragons-egg": 24, "facsimilous-feline": 18, "floating-carpet": 22,
        "bubbling-cauldron": 20, "skeletomicon": 12}
GAMES = [
    (2, dict(wizards=["meeblemore", "dafana"], cards=counts_of(SETS), turn_cap=30)),
    (2, dict(edition="hundred", rounds=1, market=True, cards=counts_of(SPECIALS))),
    (3, dict(wizards=["glynna", "ninx", "dafana"], cards=counts_of(SETS), turn_cap=12)),
    (3, dict(market=True, cards=counts_of(SPECIALS), turn_cap=10, wizards=["corvus", "meeblemore", None])),
    (4, dict(wizards="random", market=True, turn_cap=6)),
    (4, dict(edition="hundred", goal=100, cards={**counts_of({**SETS, "three-headed-coin": 30}),
                                                 "start": {"gold": 70}}, turn_cap=8)),
    (5, dict(wizards="random", cards=counts_of(SETS), turn_cap=5)),
    (5, dict(edition="hundred", rounds=2, market=True, turn_cap=4)),
    (6, dict(wizards="random", market=True, cards=counts_of({**SPECIALS, "older-wand": 20,
                                                             "three-headed-coin": 6}), turn_cap=4)),
    (6, dict(first=4, turn_cap=3)),
    (3, dict(cards=deck_of(34, dict.fromkeys(("older-wand", "crystal-ball", "floating-carpet"), 0)),
             turn_cap=15, market=False)),
]


class Walk:
    """One random game in which every few positions are looked at closely."""
    kinds, samples = {}, []

    def __init__(self, e, luck, players):
        self.e, self.luck, self.players, self.hash = e, luck, players, None

    def begin(self, request):
        answer = self.e.must(request)
        self.hash = answer["state_hash"]
        for n in range(4000):
            decisions = self.legal()
            kind = decisions[0]["kind"] if decisions else "over"
            Walk.kinds[kind] = Walk.kinds.get(kind, 0) + 1
            if Walk.kinds[kind] < 25 or n % 12 == 0 or not decisions:
                self.look(decisions)
            if not decisions:
                return
            self.act(self.luck.choice(decisions))
        check(False, "a game ends", "not after 4000 actions")

    def legal(self):
        decisions = self.e.decisions()
        seats = [d["seat"] for d in decisions]
        fine = seats == sorted(seats) and all(d["actions"] and d["actions"] == sorted(set(d["actions"]),
                                                                                      key=str.encode)
                                              for d in decisions)
        if not fine:
            check(False, "decisions by seat, actions by bytes", decisions)
        return decisions

    def act(self, decision):
        answer = self.e.must(apply(decision["seat"], choose(decision, self.luck)))
        self.hash = answer["state_hash"]
        if not all({"type", "seat", "rule"} <= set(event) for event in answer["events"]):
            check(False, "an event has a type, a seat and a rule", answer["events"])

    def look(self, decisions):
        shown = self.e.many(looks(self.players))
        state = json.loads(shown[0])["state"]
        if state["game"] == "arcane":
            Walk.samples.append(state)
        text = json.dumps(state, sort_keys=self.luck.random() < 0.5)
        again = self.e.many([op("clone", slot=1),
                             b'{"op":"setup","state":' + text.encode() + b"}"] + looks(self.players))
        same(json.loads(again[1]), {"ok": True, "state_hash": self.hash},
             "setup accepts state, with the same hash: %s" % pending(state))
        same(again[2:], shown, "setup(state()) is the identity: %s" % pending(state))
        self.refuse_nonsense(decisions)
        answer = self.e.must(op("restore", slot=1))
        same(answer.get("state_hash"), self.hash, "restore brings the hash back")

    def refuse_nonsense(self, decisions):
        for d in decisions:
            kind = d["kind"]
            for action in ("nonsense", kind, kind + " 0", kind + " 99", d["actions"][0] + " ", "draw market 1",
                           "slot 9", "bribe 1"):
                if action in d["actions"]:
                    continue
                error = self.e.ask(apply(d["seat"], action)).get("error", {})
                check(error.get("code") == "illegal-action" and re.fullmatch(r"[A-Z]\d+(\.\w+)?",
                                                                             error.get("rule", "")),
                      "%r is refused with a rule when asked %s" % (action, kind), error)


def pending(state):
    return ("%s" % (state.get("pending"),))[:160]


def test_identity():
    Walk.kinds, Walk.samples = {}, []
    for number, (players, options) in enumerate(GAMES):
        with Engine() as e:
            Walk(e, random.Random(number), players).begin(new(players, number + 40, **options))
        if number in (0, 8):
            same(converse(b"".join(line + b"\n" for line in e.said)), e.heard,
                 "the same conversation, the same bytes")
    for kind in KINDS + ["over"]:
        check(Walk.kinds.get(kind), "a position in which %s was asked" % kind, Walk.kinds)
    for players in range(2, 7):
        with Engine() as e:
            Walk(e, random.Random(players), players).begin(new(players, players, game="null", tosses=players))


def test_other_games():
    """Games this file knows nothing about keep the promises of every game."""
    with Engine() as e:
        games = set(e.must(op("hello"))["games"]) - {"arcane", "null"}
    for game in sorted(games):
        for players in (2, 3, 4):
            with Engine() as e:
                Walk(e, random.Random(players), players).begin(new(players, players, game=game))
            same(converse(b"".join(line + b"\n" for line in e.said)), e.heard,
                 "%s: the same conversation, the same bytes" % game)


# ---- setup by hand ---------------------------------------------------------------------------

def tables():
    """Positions whose question is written with kind and seat only."""
    for players in range(2, 7):
        for phase, kind in (("stock", "reveal"), ("sell", "draw"), ("sell", "act"), ("bribe", "bribe")):
            for turn in (0,) if phase == "stock" else (0, players - 1):
                for options in ({}, {"market": True}):
                    yield Table(players, phase, turn, kind, turn_cap=1, **options).state


def test_by_hand():
    with Engine() as e:
        for number, state in enumerate(tables()):
            asked, players = state["pending"][0], len(state["players"])
            label = "%r by hand, %d players, market %r" % (asked, players, state["market"])
            if not check(e.ask(op("setup", state=state))["ok"], label):
                continue
            same([(d["seat"], d["kind"]) for d in e.decisions()], [(asked["seat"], asked["kind"])], label)
            shown = e.raw(op("state"))
            e.must(op("setup", state=json.loads(shown)["state"]))
            same(e.raw(op("state")), shown, "again: " + label)
            if number % 3 == 0:
                play_on(e, random.Random(players))
                same(e.state()["phase"], "over", "played to the end: " + label)


def broken_states():
    """(label, state) that setup must refuse."""
    def case(label, change, players=3, **more):
        table = Table(players, **more)
        change(table.state)
        return label, table.state

    def at(*path, value):
        def change(state):
            node = state
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = value
        return change

    def drop(*path):
        def change(state):
            node = state
            for step in path[:-1]:
                node = node[step]
            del node[path[-1]]
        return change

    seat = ("players", 0)
    for place, path, value in (("the pool", ("pool", "no-item"), 0),
                               ("a stash", seat + ("stash", 0, "item"), "no-item"),
                               ("the discard", ("discard", 0), "no-item"), ("aside", ("aside", "no-item"), 1),
                               ("a cell", seat + ("house", "cells", 0), {"item": "no-item", "up": True}),
                               ("the deck", ("deck", "top"), [{"item": "no-item"}]),
                               ("an item that is a number", ("discard", 0), 4)):
        yield case("an unknown item in " + place, at(*path, value=value))
    yield case("an unknown item in the Market", at("market", 1, value="no-item"), market=True)
    for key, values in (("gold", (-1, 2**31, 2**62, 1.5, "5", None)), ("infamy", (-1, 25, 100, "5", None)),
                        ("fines", (-1, 3, "1")),
                        ("wizard", ("merlin", 5, True)), ("stash", (None, {}, 5)), ("house", (None, [], 5))):
        for value in values:
            yield case("%s %r" % (key, value), at(*seat, key, value=value))
    for key, values in (("round", (0, 51, -1, "1")), ("first", (-1, 3, "0")), ("turn", (-1, 3, None, "0")),
                        ("phase", ("play", "", None, 1, "Sell")),
                        ("turns", (-1, 101, "0")), ("tracker", (1, 15)), ("triggered_by", (-1, 3, "0")),
                        ("winners", ([0], [0, 1, 2], [7], 5)),
                        ("pool", (None, [], 5)), ("deck", (None, [], 5)), ("discard", (None, {}, 5)),
                        ("aside", ([], 5)), ("players", (None, [], {}, 5)),
                        ("market", ([None, None, None], 5)), ("aside_unseen", ({}, 5)),
                        ("options", ([], 5, {"x": 1}, {"edition": "four"})),
                        ("game", ("chess", None, 5, ["arcane"])), ("pending", (None, {}, [], 5, [5], [{}]))):
        for value in values:
            yield case("%s %r" % (key, value), at(key, value=value))
    for kind in ("reveal", "slot", "effect", "peek", "cauldron", "target", "swap", "sell", "slide", "take",
                 "own", "theirs", "keep", "remove",
                 "dafana", "ninx", "bribe", "none", "", "call"):
        yield case("pending %s" % kind, at("pending", 0, "kind", value=kind))
    for value in (1, -1, 3, None, "0"):
        yield case("pending of seat %r" % value, at("pending", 0, "seat", value=value))
    yield case("two questions", at("pending", value=[{"kind": "act", "seat": 0}, {"kind": "act", "seat": 1}]))
    yield case("a question when the game is over", at("phase", value="over"))
    yield case("an act with an empty stash", at("players", 0, "stash", value=[]))
    for tracker in (0, -1, 30, "1"):
        yield case("tracker %r" % tracker, at("tracker", value=tracker), players=2)
    for count in (0, 5, 160, -1, 1000, "50", None):
        yield case("deck count %r" % count, at("deck", "count", value=count))
    yield case("one player", drop("players", 0), players=2)
    yield case("too many players", at("players", value=[{}] * 7))
    yield case("a pool too small", at("pool", value={"older-wand": 1}))
    yield case("a pool of nothing", at("pool", value={}))
    yield case("one card too many", at("pool", "dragons-egg", value=9))
    yield case("one card too few", at("pool", "dragons-egg", value=7))
    yield case("a negative count", at("pool", "dragons-egg", value=-1))
    yield case("a huge count", at("pool", "dragons-egg", value=2**40))
    yield case("one card more set aside", at("aside", value={"dragons-egg": 1}))
    yield case("a card more in the discard", at("discard", value=["older-wand", "dragons-egg"]))
    yield case("256 cards more in the pool", at("pool", "dragons-egg", value=8 + 256))
    yield case("a card on the deck unknown to some", at("deck", "top",
                                                        value=[{"item": "older-wand", "known": [0]}]))
    yield case("more cards on the deck than in it", at("deck", "top", value=[{"item": "older-wand"}] * 200))
    yield case("a stash item nobody has decided", at(*seat, "stash", 0, "item", value=None))
    yield case("a stash item its owner does not know", at(*seat, "stash", 0, "known", value=[1]))
    yield case("a seat that is not there knows", at(*seat, "stash", 0, "known", value=[0, 3]))
    yield case("a revealed card without an item", at(*seat, "house", "cells", 0, "up", value=True))
    for rows, cols, cells in ((3, 3, 8), (3, 3, 10), (2, 2, 4), (4, 3, 12), (1, 1, 1), (2, 1, 2), (0, 3, 0),
                              (-1, 3, 3), (3, "3", 9)):
        house = {"rows": rows, "cols": cols, "cells": [{"item": None, "up": False} for _ in range(cells)]}
        yield case("a storehouse of %r x %r with %d cells" % (rows, cols, cells),
                   at(*seat, "house", value=house))
    yield case("a wizard in edition hundred", at(*seat, "wizard", value="ninx"), edition="hundred")
    yield case("another wizard than the options", at(*seat, "wizard", value="ninx"),
               wizards=["byros", None, None])
    yield case("a wizard twice", lambda s: [p.update(wizard="ninx") for p in s["players"]], wizards="random")
    yield case("a Market of two", at("market", value=[None, None]), market=True)
    yield case("no Market", at("market", value=None), market=True)
    for key in ("phase", "turn", "pending", "pool", "deck", "discard", "players"):
        yield case("no %s" % key, drop(key))
    for key in ("gold", "infamy", "stash", "house"):
        yield case("no %s" % key, drop("players", 1, key))
    yield crowded(25, "draw")


def crowded(n, kind="act"):
    table = Table(3, kind=kind)
    stash = table.state["players"][0]["stash"]
    for name in ("bottled-fairy", "bubbling-cauldron", "crystal-ball", "dragons-egg"):
        while len(stash) < n and table.state["pool"].get(name):
            stash.append({"item": table.take(name)})
    return "a stash of %d" % n, table.count()


def test_setup_refusals():
    with Engine() as e:
        e.must(op("force", chance=cards(of="dark-lotus dark-lotus")))
        e.must(new(3, 9, first=1))
        still = Unmoved(e)
        for label, state in broken_states():
            still.refused(op("setup", state=state), "bad-state", label)
        null = {"game": "null", "options": {"tosses": 3}, "toss": 1,
                "players": [{"score": 0, "call": None}] * 2, "winners": None}
        for change in (dict(toss=0), dict(toss=4), dict(toss="1"), dict(players=[]),
                       dict(players=[{"score": 0, "call": None}] * 7), dict(options=5),
                       dict(options={"tosses": 10}), dict(winners=[2]), dict(winners=[]), dict(winners=5),
                       dict(players=[{"score": 0, "call": "edge"}] * 2),
                       dict(players=[{"score": -1, "call": None}] * 2),
                       dict(players=[{"score": 0, "call": "heads"}] * 2), dict(players=[None, None])):
            still.refused(op("setup", state={**null, **change}), "bad-state", "null: %r" % change)
        check(e.ask(op("setup", state=null))["ok"], "null, as it should be")
        check(e.ask(op("setup", state=crowded(24)[1]))["ok"], "a stash of 24")


# ---- odd states ------------------------------------------------------------------------------

def tight_deck(players):
    """A cards file with no card more than a round needs."""
    need = 11 * players + 1
    wands = min(need - 8, 40)
    return counts_of({"older-wand": wands, "dark-lotus": 3, "crystal-ball": 3,
                      "floating-carpet": need - 6 - wands})


def odd_states():
    """(label, state) whose oddity shows later, if it is not refused at once."""
    def asks(table, label, **question):
        table.state["pending"] = [question]
        return label, table.count()

    t = Table(3)
    t.state["players"][0]["house"]["cells"][0] = {"item": t.take("crystal-ball"), "up": True}
    yield asks(t, "a peek while another item is in hand", kind="peek", seat=0, slot=1,
               item=t.take("older-wand"))
    t = Table(3)
    yield asks(t, "a slot for one item, an offer of others", kind="slot", seat=0, item=t.take("older-wand"),
               offer=[t.take("dark-lotus")])
    t = Table(3)
    yield asks(t, "a slot to choose, an item replaced already", kind="slot", seat=0, item=t.take("older-wand"),
               replaced={"item": t.take("dark-lotus"), "up": True})
    t = Table(2)
    yield asks(t, "a keep before the replaced item is put down", kind="keep", seat=0,
               replaced={"item": t.take("dark-lotus"), "up": True})
    t = Table(3, turn_cap=1, wizards=["glynna", None, None])
    t.state["phase"] = "inspection"
    yield asks(t, "an item in hand in an inspection", kind="remove", seat=0, item=t.take("dark-lotus"))
    t = Table(3, turn_cap=1, wizards=["glynna", None, None])
    t.state["phase"] = "inspection"
    t.state["players"][0]["house"]["cells"][0] = {"item": t.take("magic-boomerang"), "up": True}
    yield asks(t, "a returned Boomerang in an inspection", kind="remove", seat=0, returned=[1])
    t = Table(3)
    t.state["aside"] = {t.take("sacred-chalice"): 1}
    yield asks(t, "a Chalice whose user does not know the stash", kind="take", seat=0, cause="sacred-chalice",
               target=1)
    t = Table(3)
    for p in t.state["players"]:
        p["gold"] = 1000000
    yield asks(t, "an Egg for one with a million", kind="target", seat=0, cause="dragons-egg",
               sold="dragons-egg")
    yield from odd_numbers()
    yield from odd_decks()


def odd_numbers():
    def number(label, key, value, **table):
        t = Table(**table)
        t.state[key] = value
        return label, t.state

    yield number("as many laps as the cap", "turns", 4, players=3, turn_cap=4)
    for key, value in (("turns", 4), ("triggered_by", 1), ("tracker", 21)):
        stocked = dict(players=2, phase="stock", kind="reveal", turn_cap=4)
        yield number("%s %r during Stock" % (key, value), key, value, **stocked)
    yield number("a bribe in the last round", "round", 50, players=3, phase="bribe", kind="bribe",
                 edition="hundred")
    yield number("a bribe after the third inspection", "round", 3, players=3, phase="bribe", kind="bribe")
    for tracker in (20, 21, 22):
        label, state = number("tracker %d" % tracker, "tracker", tracker, players=2, turn=1)
        yield label, state
        yield label + ", triggered", {**state, "triggered_by": 0}
    players = [{"score": 1, "call": call} for call in (None, "heads", "tails")]
    yield "null: points before the first toss", {"game": "null", "options": {"tosses": 1}, "toss": 1,
                                                 "players": players,
                                                 "winners": None}


def odd_decks():
    for wizards in (["glynna", None, None], "none"):
        t = Table(3, turn_cap=1, wizards=wizards)
        t.state["aside_unseen"] = [{"item": t.take("dragons-egg"), "known": [0]}]
        yield "an unseen card set aside before the inspection, wizards %r" % wizards, t.count()
    t = Table(3, "stock", kind="reveal", cards=tight_deck(3))
    t.state["aside_unseen"] = [{"item": t.take("older-wand"), "known": [0]}]
    yield "an unseen card set aside during Stock, a tight deck", t.count()
    t = Table(3, "bribe", kind="bribe", cards={**tight_deck(3), "wizards": {"corvus": {"stash": 9}}})
    t.state["players"][0]["wizard"] = "corvus"
    yield "a Corvus no option names, a tight deck", t.count()


CARD_MEMBERS = {"item": lambda c: c, "offer": lambda c: [c], "replaced": lambda c: {"item": c, "up": True}}
PLAIN_MEMBERS = dict(slot=1, own=1, line=6, dolls=1, dolled=[1], target=1, returning=True, returned=[1],
                     cause="hypnotic-toad",
                     sold="dragons-egg", replaced_returned=True)


def crowded_questions():
    """Questions met in play, each with one member more."""
    met = {}
    for state in Walk.samples:
        if state["pending"] and state["deck"]["own"] is None and state["deck"]["count"] > len(state["deck"]["top"]):
            met.setdefault(state["pending"][0]["kind"], state)
    for kind, state in sorted(met.items()):
        for key in list(CARD_MEMBERS) + list(PLAIN_MEMBERS):
            if key in state["pending"][0]:
                continue
            odd = copy.deepcopy(state)
            value = PLAIN_MEMBERS.get(key)
            if key in CARD_MEMBERS:
                card = max(odd["pool"], key=lambda c: odd["pool"][c])
                odd["pool"][card] -= 1
                odd["deck"]["count"] -= 1
                value = CARD_MEMBERS[key](card)
            odd["pending"][0][key] = value
            yield "%s with %s" % (kind, key), odd


def steady(e, label, steps=25):
    """Plays on; at every step setup(state()) must be the identity, and advice must be had."""
    for _ in range(steps):
        shown, legal = e.many([op("state"), op("legal")])
        decisions = json.loads(legal)["decisions"]
        again = e.many([op("clone", slot=0), b'{"op":"setup","state":' + shown[len(b'{"ok":true,"state":'):],
                        op("state"), op("legal"),
                        op("restore", slot=0)])
        fine = json.loads(again[1])["ok"] and again[2:4] == [shown, legal]
        if not check(fine, "setup(state()) is the identity after " + label, again[1]):
            return
        if not decisions:
            return
        d = decisions[0]
        advice = e.must(op("suggest", seat=d["seat"], bot="random"))["action"]
        if not check(advice in d["actions"], "advice is legal after " + label, advice):
            return
        e.must(apply(d["seat"], advice))


def each_on_its_own(cases, trial):
    """Calls trial(engine, label, state) for each; one that ends the engine does not end the others."""
    cases, e = list(cases), None
    for label, state in cases:
        try:
            if e is None:
                e = Engine()
                e.must(new(3, 5))
            trial(e, label, state)
        except Gone as gone:
            check(False, "the engine ended: %s %s" % (label, pending(state)), gone)
            e = None
    if e:
        e.__exit__(None, None, None)


def try_odd(e, label, state):
    """Refused, or accepted and then as good as any other state."""
    answer = e.ask(op("setup", state=state))
    if not answer["ok"]:
        same(code_of(answer), "bad-state", label)
        return
    steady(e, label)
    check(play_on(e, random.Random(1)) < 6000, "played to the end: " + label)


def test_odd_states():
    each_on_its_own(odd_states(), try_odd)
    each_on_its_own(crowded_questions(), try_odd)


# ---- random mutations ------------------------------------------------------------------------

def nodes(value, path=()):
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from nodes(child, path + (key,))


def mutate(state, luck):
    """Deletes one member, or gives it another type, or another number."""
    state = copy.deepcopy(state)
    path = luck.choice([p for p in nodes(state) if p])
    parent = state
    for step in path[:-1]:
        parent = parent[step]
    old, how = parent[path[-1]], luck.randrange(3)
    if how == 0:
        del parent[path[-1]]
        return "without %r" % (path,), state
    if how == 1 or isinstance(old, (dict, list, str, type(None))):
        parent[path[-1]] = luck.choice([v for v in JUNK + ["older-wand", "sell"] if type(v) is not type(old)])
    else:
        parent[path[-1]] = luck.choice([old + 1, old - 1, 0, 1, 2, 3, 9, 25, 100, 255, 256, 2**31, 2**32 + old,
                                        -old])
    return "%r = %r" % (path, parent[path[-1]]), state


def test_mutations():
    luck, accepted = random.Random(2024), []
    samples = [s for s in Walk.samples if s["options"]["turn_cap"] < 20]

    def trial(e, label, state):
        before = e.many(looks())
        answer = e.ask(op("setup", state=state))
        if answer["ok"]:
            accepted.append(label)
            n = play_on(e, luck)
            check(n < 6000 and e.state()["winners"], "accepted, so it can be played to the end: " + label, n)
        else:
            check(code_of(answer) == "bad-state", "refused as a bad state: " + label, answer)
            same(e.many(looks()), before, "and nothing changed: " + label)

    if check(samples, "there are states to begin with"):
        each_on_its_own((mutate(luck.choice(samples), luck) for _ in range(400)), trial)
        check(10 < len(accepted) < 390, "some mutations are accepted, some are not", len(accepted))


# ---- out of order, and again -----------------------------------------------------------------

def test_any_order():
    """Ops in any order, right and wrong ones mixed: one answer each, and the same bytes twice."""
    luck, requests = random.Random(7), []
    plain = [op("hello"), op("state"), op("legal"), op("view", seat=None), op("force", chance=[]),
             op("force", chance=[{"first": 0}]),
             op("force", chance=cards(of="older-wand dark-lotus")), op("setup", state=Table.plain),
             op("setup", state={}), {}, b"x", b"",
             op("nothing"), new(2, 3, turn_cap=2), new(3, 4, market=True), new(2, 3, game="null"),
             op("new", game="null", players=9)]
    for _ in range(2500):
        seat = luck.randrange(-1, 4)
        requests.append(luck.choice(plain + [
            op("clone", slot=luck.randrange(3)), op("restore", slot=luck.randrange(4)), op("view", seat=seat),
            op("suggest", seat=seat, bot="random")] +
            [apply(seat, a) for a in ("reveal 1 2", "draw deck", "draw discard", "discard older-wand",
                                      "play dark-lotus", "slot 1", "call heads")] * 3))
    data = b"".join(line_of(r) + b"\n" for r in requests)
    answers = converse(data)
    same(len(answers), len(requests), "one answer a request")
    check(all(isinstance(decode(a)["ok"], bool) for a in answers), "every answer is whole")
    same(converse(data), answers, "the same conversation twice")


# ---- the whole -------------------------------------------------------------------------------

def run(name, test):
    Tally.place, begun = name, time.time()
    try:
        test()
    except (Gone, AttributeError, LookupError, OSError, TypeError, ValueError, subprocess.SubprocessError) as error:
        check(False, "could not go on", "%s: %s" % (type(error).__name__, error))
    if os.environ.get("TIMES"):
        print("%6.1f s  %s" % (time.time() - begun, name))


def begin():
    Table.plain = Table(3).state


def tests():
    return [(name[5:], f) for name, f in globals().items() if name.startswith("test_")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="build/debug/charlatan engine")
    parser.add_argument("--bless", action="store_true", help="write the golden answers anew")
    parser.add_argument("--only", help="tests whose name has this in it")
    options = parser.parse_args()
    Engine.command = shlex.split(options.engine)
    if options.bless:
        for path in sorted(glob.glob(os.path.join(HERE, "golden", "*.txt"))):
            bless(path)
        return 0
    run("beginning", begin)
    for name, test in tests():
        if not options.only or options.only in name or (options.only in ("mutations", "odd_states")
                                                        and name == "identity"):
            run(name, test)
    if not options.only:
        same(sorted(Tally.codes - {None}), sorted(CODES), "every error code was met")
    print("%d passed, %d failed" % (Tally.passed, Tally.failed))
    return 1 if Tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
