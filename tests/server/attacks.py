#!/usr/bin/env python3
"""Attacks on `charlatan serve`: bytes, tokens, numbers and names no honest client would send.

attacks.py [--charlatan build/release/charlatan] [--sockets 10000] [name ...]

After every attack the server must be alive, its log free of a sanitizer's reports, and a game must be played to its
end. Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import contextlib
import json
import os
import random
import re
import resource
import select
import socket
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import wire
from players import Player, play, quick_game, seat_people
from wire import (BINARY, CLOSE, CONTINUE, HOST, PATIENCE, PING, PONG, TEXT, Closed, Refused, Server, Socket, connect,
                  fine, found, frame, gather, get, handshake, hello, http, join, must, post, read_answer, refused,
                  request_bytes, snapshot, strict, table_of)

STRANGER = "0" * 32
NULL = {"game": "null", "seats": ["me", "open"]}


@contextlib.contextmanager
def besieged(folder, **settings):
    """A server under attack: afterwards it must still be there, and play."""
    with Server(folder, **settings) as server:
        yield server
        server.alive()
        quick_game(server)


def at_table(server, game="null", people=2, **members):
    """A running table and a socket for each of its people, everyone asked or not."""
    table, tokens = gather(server, game, people, **members)
    return table, tokens, [snapshot(server, table, t)[0] for t in tokens]


def question_of(s):
    return s.until("ask")["ask"]


def still(server, table, n):
    must(table_of(server, table)["n"] == n, "something was changed")


def gone_or_no(s, seconds=PATIENCE):
    """The server refuses in some way: with a `no`, a `bye`, or by closing."""
    try:
        while True:
            message = s.receive(seconds)
            if "no" in message or "bye" in message:
                return message
            must("ok" not in message, "it was carried out:", message)
    except Closed as closed:
        return closed


# ---- tokens -----------------------------------------------------------------------------------

def test_tokens(folder):
    """Another seat's token, none, and wrong ones, in every place a token can go."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server, "arcane", options={"first": 0})
        ask, n = question_of(s[0]), table_of(server, table)["n"]
        _, other_tokens, _ = at_table(server, "quacks")
        for token in (STRANGER, tokens[0].upper() if tokens[0].upper() != tokens[0] else STRANGER, tokens[0][:-1],
                      tokens[0] + "0", other_tokens[0], "x" * 32, "\u00e9" * 32, "0" * 4000, ""):
            hello(server, table, token).bye("wrong-token")
        for header in ("", "Bearer", "Bearer ", "Bearer x", "Basic " + tokens[0], tokens[0], "Bearer " + STRANGER,
                       "Bearer " + other_tokens[1], "Bearer " + "f" * 3000, "Bearer " + tokens[0] + " x"):
            for verb in ("leave", "rematch", "start"):
                answer = post(server, f"/api/tables/{table}/{verb}", {}, headers={"Authorization": header})
                must(answer.status in (401, 403, 400) and answer.code in ("no-token", "wrong-token", "bad-request"),
                     header[:60], verb, answer)
        still(server, table, n)
        must(all(seat["away"] is None for seat in table_of(server, table)["seats"]), "somebody was sent away")
        answer = s[0].ask({"id": 1, "n": ask["n"], "do": ask["actions"][0]})
        must("ok" in answer, "the true owner plays:", answer)


def test_another_seat(folder):
    """A seat's own token with another seat's question."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server, "arcane", options={"first": 0})
        ask, n = question_of(s[0]), table_of(server, table)["n"]
        no = s[1].ask({"id": 1, "n": ask["n"], "do": ask["actions"][0]})
        must(no["code"] == "not-your-decision", no)
        for extra in ({"seat": 0}, {"token": tokens[0]}, {"hello": {"api": 2, "table": table, "token": tokens[0]}}):
            s[1].send({"id": 2, "n": ask["n"], "do": ask["actions"][0], **extra})
            must(isinstance(gone_or_no(s[1]), (dict, Closed)), "not refused")
            if s[1].closed:
                s[1] = snapshot(server, table, tokens[1])[0]
        still(server, table, n)


def test_token_is_not_told(folder):
    """No token appears in what anybody else is sent."""
    with besieged(folder) as server:
        table, tokens = gather(server, "null", 2)
        watch = Player(server, table)
        players = seat_people(server, table, tokens)
        play(players + [watch])
        told = "".join(watch.raw + players[0].raw + players[1].raw) + get(server, f"/api/tables/{table}").text
        told += get(server, f"/api/tables/{table}/record").text + get(server, "/metrics").text + server.text()
        for token in tokens:
            must(token not in told, "a token was told")


# ---- actions ----------------------------------------------------------------------------------

def test_numbers(folder):
    """Past, future and missing numbers."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        ask = question_of(s[0])
        n = ask["n"]
        for forged in (0, n - 1, n + 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 + n, 2 ** 63 - 1, -1, -n):
            answer = s[0].ask({"id": 1, "n": forged, "do": "call heads"})
            must(answer.get("code") in ("stale", "not-your-decision", "bad-request"), forged, answer)
        for forged in (2 ** 64 + n, 10 ** 40, n + 0.5, float(n), 1e300, str(n), None, [n], {"n": n}, True):
            s[0].send({"id": 1, "n": forged, "do": "call heads"})
            must(gone_or_no(s[0]), forged)
            if s[0].closed or s[0].parts is None or not alive(s[0]):
                s[0] = snapshot(server, table, tokens[0])[0]
        still(server, table, n)
        for name in ("id", "hello"):
            for value in (2 ** 64, -5, 1.5, None, "1", [], 1e400):
                s[0] = snapshot(server, table, tokens[0])[0]
                s[0].send(json.dumps({name: value, "n": n + 9, "do": "call heads"}).replace("Infinity", "1e400"))
                must(gone_or_no(s[0]), value)
        still(server, table, n)


def alive(s):
    """Returns True if the socket still answers a ping."""
    try:
        s.raw(frame(PING, b"x"))
        time.sleep(0.02)
        while select.select([s.socket], [], [], 0.02)[0] and not s.closed:
            s.fill()
        return s.closed is None and not any('"bye"' in m for m in s.inbox)
    except OSError:
        return False


def test_replayed_and_reordered(folder):
    """A whole game's answers, sent again backwards and shuffled: not one is carried out twice."""
    with besieged(folder) as server:
        table, tokens = gather(server, "quacks", 2)
        sent = []

        def choose(player, ask):
            action = player.luck.choice(ask["actions"])
            sent.append((player, ask["n"], action))
            return action
        players = seat_people(server, table, tokens, choose=choose)
        play(players, until=lambda: all((p.n or 0) > 40 for p in players))
        play(players, until=lambda: not any(p.waiting for p in players) or all(p.done() for p in players))
        for player in players:
            player.choose = lambda *_: None
        play(players, until=lambda: not any(p.waiting for p in players))
        n = table_of(server, table)["n"]
        again = sent[::-1] + random.Random(1).sample(sent, len(sent))
        for player, number, action in again[:200]:
            known = next((e for e, request in player.acked.items() if request == (number, action)), None)
            answer = player.socket.ask({"id": 7, "n": number, "do": action})
            must(answer == {"ok": 7, "n": known} or answer.get("code") in ("stale", "not-your-decision", "game-over"), answer, known)
        still(server, table, n)


def test_actions(folder):
    """Invalid actions."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        for action in ("", " ", "call", "call heads ", " call heads", "CALL HEADS", "call heads\u0000", "call  heads",
                       "\u0000", "../../x", "%s%n", "'; drop table entry; --", "x" * 3000, "\ud83e\uddea", "call heads\n"):
            s[0].send({"id": 1, "n": n, "do": action})
            answer = gone_or_no(s[0])
            if isinstance(answer, dict) and "no" in answer:
                must(answer["code"] in ("illegal-action", "bad-request", "bad-json"), action, answer)
            else:
                s[0] = snapshot(server, table, tokens[0])[0]
        still(server, table, n)


def test_flood_of_actions(folder):
    """Many requests in one piece: each gets its answer, in order."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        burst = b"".join(frame(TEXT, json.dumps({"id": i, "n": n, "do": "call edge"}).encode()) for i in range(300))
        s[0].raw(burst)
        for i in range(300):
            must(s[0].until("no")["no"] == i, "answer", i)
        still(server, table, n)


# ---- frames -----------------------------------------------------------------------------------

def test_oversized(folder):
    """4 KiB are the limit of a message, whatever a frame says of its length."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        message = json.dumps({"id": 1, "n": n, "do": "call edge"}).encode()
        s[0].raw(frame(TEXT, message + b" " * (4096 - len(message))))
        must(s[0].until("no")["code"] == "illegal-action", "4 KiB are fine")
        for size in (4097, 5000, 70000):
            s[0].raw(frame(TEXT, message + b" " * (size - len(message))))
            refused_by(s[0])
            s[0] = snapshot(server, table, tokens[0])[0]
        for length in (1 << 24, 1 << 31, (1 << 32) + 5, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
            s[0].raw(frame(TEXT, message, length=length))
            refused_slowly(s[0])
            s[0] = snapshot(server, table, tokens[0])[0]
        before = server.memory()
        liars = [hello(server, table) for _ in range(100)]
        for liar in liars:
            liar.raw(frame(TEXT, b"x" * 100, length=1 << 24))
        time.sleep(0.2)
        must(server.memory() - before < 100 * (1 << 20), "memory for what was only announced:", server.memory() - before)
        still(server, table, n)


def refused_by(s):
    """The socket is closed, with or without a message."""
    try:
        while True:
            message = s.receive(5)
            must("ok" not in message and "no" not in message, "answered:", message)
    except (Closed, OSError):
        s.drop()


def refused_slowly(s):
    """What was only announced may be refused at once, or at the latest when 4 KiB of it have come."""
    try:
        s.raw(b" " * 8192)
    except OSError:
        pass
    refused_by(s)


def test_fragments(folder):
    """Tiny fragments with control frames between them are one message; too many bytes are too many."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        message = json.dumps({"id": 1, "n": n, "do": "call edge"}).encode()
        data = b""
        for i, byte in enumerate(message):
            data += frame(CONTINUE if i else TEXT, bytes([byte]), fin=i == len(message) - 1)
            data += frame(PING, b"%d" % i) if i % 5 == 2 else frame(PONG) if i % 5 == 4 else b""
        for at in range(0, len(data), 7):
            s[0].raw(data[at:at + 7])
        must(s[0].until("no")["code"] == "illegal-action", "fragments")
        for first in (frame(TEXT, b"", fin=False), b""):
            s[0].raw(first + b"".join(frame(CONTINUE if first or i else TEXT, b" " * 50, fin=False) for i in range(100)))
            refused_by(s[0])
            s[0] = snapshot(server, table, tokens[0])[0]
        s[0].raw(frame(TEXT, message[:9], fin=False))     # never finished, and another one begun
        s[0].raw(frame(TEXT, message))
        refused_by(s[0])
        s[0] = snapshot(server, table, tokens[0])[0]
        s[0].raw(frame(TEXT, message[:9], fin=False))     # never finished: others do not notice
        must("ok" in s[1].ask({"id": 1, "n": n, "do": "call heads"}), "the other one")


def test_empty_fragments(folder):
    """Endless empty fragments."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        with contextlib.suppress(OSError):
            s[0].raw(frame(TEXT, b"", fin=False) + frame(CONTINUE, b"", fin=False) * 20000)
        s[1].ask({"id": 1, "n": question_of(s[1])["n"], "do": "call heads"})


def test_broken_frames(folder):
    """What RFC 6455 forbids: the socket is closed, nothing else happens."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        good = json.dumps({"id": 1, "n": n, "do": "call heads"}).encode()
        for bad in (frame(TEXT, good, rsv=4), frame(TEXT, good, rsv=1), bytes([0x81, len(good)]) + good,
                    frame(3, good), frame(7, good), frame(11, good), frame(15, b""), frame(BINARY, good),
                    frame(CONTINUE, good), frame(PING, b"x" * 126), frame(PING, b"", fin=False),
                    frame(CLOSE, b"x" * 200), frame(CLOSE, b"\x03"), frame(CLOSE, struct.pack(">H", 1005)),
                    frame(CLOSE, struct.pack(">H", 99)), frame(CLOSE, struct.pack(">H", 1000) + b"\xff\xfe"),
                    bytes([0x81, 0xfe, 0, 5]) + b"abcd" + b"12345", random.Random(1).randbytes(300)):
            with contextlib.suppress(OSError):
                s[0].raw(bad)
            refused_by_or_dead(s[0], bad)
            s[0] = snapshot(server, table, tokens[0])[0]
        must(table_of(server, table)["n"] == n, "a forbidden frame was carried out")


def refused_by_or_dead(s, bad):
    """The socket is closed or silent, but the message is never carried out."""
    end = time.monotonic() + 0.2
    try:
        while time.monotonic() < end:
            message = s.receive(max(0.01, end - time.monotonic()))
            must("ok" not in message, "carried out:", bad[:40])
    except (Closed, OSError, AssertionError) as why:
        must("carried out" not in str(why), str(why))
    s.drop()


def test_utf8(folder):
    """Bytes that are no UTF-8, in frames and in bodies."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        for bad in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xf8\x88\x80\x80\x80"):
            s[0].raw(frame(TEXT, b'{"id":1,"n":%d,"do":"%s"}' % (n, bad)))
            gone_or_no(s[0])
            s[0].drop()
            s[0] = snapshot(server, table, tokens[0])[0]
            refused(post(server, "/api/tables", b'{"game":"null","seats":["me","open"],"name":"%s"}' % bad), 400,
                    "bad-json", "bad-request")
            refused(post(server, f"/api/tables/{table}/join", b'{"name":"%s"}' % bad), 400, "bad-json", "bad-request")
        for text in ('"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"'):
            refused(post(server, "/api/tables", b'{"game":"null","seats":["me","open"],"name":%s}' % text.encode()), 400,
                    "bad-json", "bad-request")
        split = "é".encode()
        s[0].raw(frame(TEXT, b'{"id":1,"n":%d,"do":"' % n + split[:1], fin=False) + frame(CONTINUE, split[1:] + b'"}'))
        must(s[0].until("no")["code"] == "illegal-action", "a letter in two fragments")
        still(server, table, n)


def test_json(folder):
    """Deep nesting, duplicate keys, endless texts and huge numbers."""
    with besieged(folder) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        deep = [b"[" * 3000, b"[" * 1000 + b"]" * 1000, b'{"a":' * 600, b'{"id":1,"undo":' + b"[" * 900 + b"]" * 900 + b"}"]
        odd = [b'{"id":1,"id":1,"n":%d,"do":"call heads"}' % n, b'{"id":1,"n":%d,"n":%d,"do":"call heads"}' % (n, n),
               b'{"id":1,"n":NaN,"do":"call heads"}', b'{"id":1,"n":Infinity,"do":"call heads"}',
               b'{"id":1,"n":1e999,"do":"call heads"}', b'{"id":1,"n":%s,"do":"call heads"}' % (b"9" * 3000),
               b'{"id":1,"n":0x1,"do":"call heads"}', b'{"id":1,"n":%d,"do":"call heads"}x' % n,
               b'{"id":1,"n":%d,"do":"call heads",}' % n, b"{'id':1}", b"", b" ", b"\x00", b"\xef\xbb\xbf{}",
               b'{"id":1,"n":%d,"do":"call heads"}{"id":2,"undo":true}' % n, b'{"id":1 /* */,"undo":true}']
        for text in deep + odd:
            s[0].raw(frame(TEXT, text))
            gone_or_no(s[0], 5)
            s[0].drop()
            s[0] = snapshot(server, table, tokens[0])[0]
        still(server, table, n)
        big = [b"[" * 60000, b'{"game":' * 7000, b'{"options":' + b"[" * 20000 + b"]" * 20000 + b"}",
               b'{"game":"null","seats":["me","open"],"options":{"tosses":%s}}' % (b"9" * 50000),
               b'{"game":"null","seats":["me","open"],"options":{"tosses":1e400}}']
        for text in big + odd[:3]:
            answer = post(server, "/api/tables", text)
            must(answer.status == 400 and answer.code.startswith("bad-"), text[:60], answer)
        depth = b'{"game":"null","seats":["me","open"],"options":%s}' % (b'{"a":' * 500 + b"1" + b"}" * 500)
        must(post(server, "/api/tables", depth).status == 400, "a deep option")


# ---- half-open --------------------------------------------------------------------------------

def test_half_open(folder):
    """Silent and half-said connections: the server does not wait for them, and shuts those out that never say hello."""
    with besieged(folder) as server:
        table, tokens = gather(server, "null", 2)
        half, _ = handshake(server)
        open_ones = []
        for data in (b"", b"G", b"GET", b"GET /health HTTP/1.1", b"GET /health HTTP/1.1\r\nHost: x\r\n", half[:-2], half[:60],
                     request_bytes(server, "POST", "/api/tables", NULL)[:-5]):
            for _ in range(20):
                s = connect(server)
                s.sendall(data)
                open_ones.append(s)
        silent = [Socket(server) for _ in range(20)]
        half_hello = [Socket(server) for _ in range(5)]
        for s in half_hello:
            s.raw(frame(TEXT, json.dumps({"hello": {"api": 2, "table": table}}).encode())[:-3])
        spectator, _ = snapshot(server, table)
        began = time.monotonic()
        quick_game(server)
        must(time.monotonic() - began < 5, "half-open connections slow the others:", time.monotonic() - began)
        for s in silent + half_hello:
            s.bye("idle", 15)
        must(time.monotonic() - began < 16, "no hello, and not sent off for", time.monotonic() - began)
        spectator.quiet(0.05)
        for s in open_ones:
            s.close()
        must(get(server, "/health").status == 200, "health")


def test_drip(folder):
    """A request byte by byte."""
    with besieged(folder) as server, connect(server) as s:
        for byte in request_bytes(server, "POST", "/api/tables", NULL):
            s.sendall(bytes([byte]))
        fine(read_answer(s)[0], 201)


# ---- slow readers -----------------------------------------------------------------------------

def test_slow_reader(folder):
    """Spectators who read nothing while events flow: the others do not notice, and no event is lost on them."""
    with besieged(folder) as server:
        table, tokens = gather(server, "arcane", 2, ["random"] * 4)
        slow = [hello(server, table, small=2048) for _ in range(20)]
        before = server.memory()
        players = seat_people(server, table, tokens)
        began = time.monotonic()
        play(players)
        took, grown = time.monotonic() - began, server.memory() - before
        must(grown < (64 << 20) or sanitized(), "memory for those who do not read:", grown)
        must(took < 30, "the game took", took)
        for s in slow:
            heard_in_order(s, players[0].n)
        print(f"    {players[0].n} events in {took:.1f} s, {slow[0].bytes} bytes unread by each of 20")


def sanitized():
    """Sanitizers keep freed memory, so its size says little."""
    with open(harness.program(), "rb") as file:
        return b"__asan_init" in file.read()


def heard_in_order(s, last):
    """What a slow reader finds when it reads at last: everything, or a goodbye."""
    n = s.receive()["snapshot"]["n"]
    while n < last:
        message = s.receive()
        if message == {"bye": "slow"}:
            break
        must(message["n"] == n + 1, "number", message["n"], "after", n)
        n += 1
    s.drop()


def test_slow_is_sent_off(folder):
    """256 KiB unread, beyond what the kernel keeps for it, are enough."""
    with besieged(folder) as server:
        table, tokens = gather(server, "null", 2, options={"tosses": 9})
        slow, _ = snapshot(server, table, tokens[0], small=2048)
        request = frame(TEXT, json.dumps({"id": 1, "n": 999999, "do": "x" * 10}).encode()) * 50
        slow.socket.settimeout(1)
        sent, end = 0, time.monotonic() + 20
        with contextlib.suppress(OSError):    # each is answered, and the answers are not read
            while time.monotonic() < end:
                slow.raw(request)
                sent += 50
        must(time.monotonic() < end, "an endless queue of answers is kept for somebody who does not read:", sent)
        wire.wait_until(lambda: slow_ones(server) == 1, what="it is counted as slow")


def slow_ones(server):
    return int(re.search(r"^charlatan_\w*slow\w* (\d+)$", get(server, "/metrics").text, re.M)[1])


# ---- very many sockets ------------------------------------------------------------------------

def open_many(server, count, tables):
    """Spectators by the thousand, spread over tables: connect, shake hands, say hello, then nothing more."""
    many = []
    for at in range(0, count, 50):
        greeting = frame(TEXT, json.dumps({"hello": {"api": 2, "table": tables[at // 50]}}).encode())
        batch = [connect(server) for _ in range(min(50, count - at))]
        for s in batch:
            s.sendall(handshake(server)[0])
        for s in batch:
            top = wire.read_until(s, b"", b"\r\n\r\n")
            must(top.startswith(b"HTTP/1.1 101"), "refused at", len(many), top[:200])
            s.sendall(greeting)
        for s in batch:
            wire.read_until(s, b"", b'"snapshot"')
        many += batch
    return many


def test_ten_thousand_idle(folder, chosen):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(chosen.sockets, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with besieged(folder) as server:
        tables = [found(server, "null", ["me", "open"])[0] for _ in range(count // 50 + 1)]
        quick_game(server)
        before, began = server.memory(), time.monotonic()
        many = open_many(server, count, tables)
        opened = time.monotonic() - began
        each = (server.memory() - before) / count
        began = time.monotonic()
        for i in range(5):
            quick_game(server, seed=i)
        took = (time.monotonic() - began) / 5
        slowest = max(timed(lambda: get(server, "/health")) for _ in range(20))
        print(f"    {count} idle sockets: {each:.0f} bytes each, opened in {opened:.1f} s; "
              f"a game takes {1000 * took:.0f} ms, health at most {1000 * slowest:.0f} ms")
        must(took < 3 and slowest < 1, "the server has become slow")
        join(server, tables[1])    # everybody there is told
        for s in many[50:100]:
            wire.read_until(s, b"", b'"sit"')
        for s in many:
            s.close()
        quick_game(server)


def timed(what):
    began = time.monotonic()
    what()
    return time.monotonic() - began


# ---- names ------------------------------------------------------------------------------------

HARMLESS = ["<script>alert(1)</script>", '"><img src=x onerror=a()>', "'; DROP TABLE entry; --", "a\\b\"c", "%s%n%x",
            "{{7*7}}", "../../etc/passwd", "é\u0301", "日本語", "\u200d\U0001f9d9\u200d", "&lt;", "</json>", "x" * 40]
FORBIDDEN = ["\u0000", "\u0007", "\n", "\r\n", "\t", "\u001b[31m", "\u007f", "\u0080", "\u009b", "\u202e", "\u202a", "\u2066",
             "\u2069", "\u200e", "\u200f", "\u2028", "\u2029", "", "x" * 41, "\U0001f9ea" * 41]


def test_names(folder):
    """Script in a name stays text; characters that change the text around them are refused."""
    with besieged(folder) as server:
        for name in HARMLESS:
            answer = post(server, "/api/tables", {**NULL, "name": name, "open": True})
            if answer.status == 400:    # joiners and such: the server may be stricter than it must
                must(name == "\u200d\U0001f9d9\u200d", "refused:", name, answer)
                continue
            must(fine(answer, 201)["table"]["seats"][0]["name"] == name, name, answer)
            table = answer.json["table"]["id"]
            told = snapshot(server, table)[1]
            must(told["table"]["seats"][0]["name"] == name, name)
            table = fine(post(server, "/api/tables", {**NULL, "open": True}), 201)["table"]["id"]
            s = snapshot(server, table)[0]
            join(server, table, name=name)
            must(s.until("sit")["name"] == name, name)
            check_headers(answer)
        for name in FORBIDDEN:
            for body in ({**NULL, "name": name}, {**NULL, "name": "a" + (name or "\n") + "b"}):
                answer = post(server, "/api/tables", body)
                must(answer.status == 400 and answer.code.startswith("bad-"), "accepted:", body, answer)
        listed = get(server, "/api/tables")
        check_headers(listed)
        page = get(server, "/api/history")
        check_headers(page)


def check_headers(answer):
    """A browser must not take JSON for a page."""
    must(answer.headers["content-type"].startswith("application/json"), answer.headers)
    must(answer.headers.get("x-content-type-options") == "nosniff", "nosniff is missing:", answer.headers)


def test_names_in_records(folder):
    with besieged(folder) as server:
        name = "</script>\"\\<b>\u00e9"
        table, tokens = gather(server, "null", 2, name=name)
        play(seat_people(server, table, tokens))
        record = get(server, f"/api/tables/{table}/record")
        must(strict(record.text.split("\n")[0])["players"][0]["name"] == name, "the name in the record")
        must("html" not in record.headers["content-type"], record.headers)
        wire.verify(record.text, folder, "verified")


# ---- paths ------------------------------------------------------------------------------------

def test_traversal(folder):
    """No path leads out of the server's files."""
    ups = ["/../../etc/passwd", "/../../../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd",
           "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/..%5c..%5cetc/passwd", "/..\\..\\etc\\passwd", "/....//....//etc/passwd",
           "/%252e%252e/etc/passwd", "/api/tables/../../etc/passwd", "/api/tables/..%2f..", "/api/../../etc/passwd",
           "//etc/passwd", "/./../etc/passwd", "/static/../../etc/passwd", "/%c0%ae%c0%ae/etc/passwd", "/%00", "/etc/passwd%00.html",
           "/%", "/%zz", "/?/../../etc/passwd", "/../", "/..", "/." * 3000, "/" + "a" * 10000, "etc/passwd", "*"]
    with besieged(folder) as server:
        for path in ups + ["http://127.0.0.1/../../etc/passwd"]:
            try:
                answer = get(server, path)
                must(b"root:" not in answer.body and answer.status != 500, path[:80], answer)
                must(400 <= answer.status < 500 or b"<html" in answer.body[:200].lower() or answer.status in (200, 301, 302, 308),
                     path[:80], answer)
            except (ConnectionError, OSError):
                pass    # closed without a word: fine too
        for verb in ("..", "%2e%2e", "join/..", "../../health"):
            must(post(server, f"/api/tables/{'a' * 16}/{verb}", {}).status in (400, 403, 404, 405), verb)


# ---- other pages ------------------------------------------------------------------------------

def test_origins(folder):
    """A page of another origin may neither post nor open a socket; our own may."""
    with besieged(folder, extra=["--origin", "https://play.example"]) as server:
        ours = f"http://{HOST}:{server.port}"
        for origin in ("https://evil.example", "null", "http://127.0.0.1", f"http://{HOST}:{server.port + 1}",
                       f"http://{HOST}:{server.port}.evil.example", f"http://evil.example:{server.port}", "x",
                       f"http://{HOST}:{server.port}@evil.example", "https://play.example.evil.example",
                       "http://play.example", "https://play.example:444", ours + "0"):
            answer = post(server, "/api/tables", NULL, headers={"Origin": origin})
            must(answer.status == 403 and answer.code == "wrong-origin", origin, answer)
            must(answer.headers.get("access-control-allow-origin") in (None, ours), answer.headers)
            try:
                s = Socket(server, headers={"Origin": origin})
                must("bye" in s.receive(5), "a socket for", origin)
            except (Refused, Closed, ConnectionError):
                pass
        for origin in (ours, "https://play.example", ours.replace("http:", "HTTP:")):
            answer = post(server, "/api/tables", NULL, headers={"Origin": origin})
            must(answer.status == 201 or origin.startswith("HTTP:"), origin, answer)
            if answer.status == 201:
                Socket(server, headers={"Origin": origin}).leave()
        answer = http(server, "OPTIONS", "/api/tables", headers={"Origin": "https://evil.example",
                                                                 "Access-Control-Request-Method": "POST"})
        must("evil" not in answer.headers.get("access-control-allow-origin", ""), answer.headers)
        must(answer.headers.get("access-control-allow-origin") != "*", answer.headers)


def test_named_origins(folder):
    """Pages of an origin that --origin names may ask before they send, and read every answer; others get no leave."""
    page = {"Origin": "https://play.example"}
    leave = "access-control-allow-origin"
    with besieged(folder, extra=["--origin", "https://other.example", "--origin", "https://play.example"]) as server:
        asks = {**page, "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,content-type"}
        for path in ("/api/tables", f"/api/tables/{'a' * 16}/join", "/health"):
            answer = http(server, "OPTIONS", path, headers=asks)
            must(answer.status == 204 and answer.headers[leave] == page["Origin"], path, answer, answer.headers)
            must(answer.headers["access-control-allow-methods"] == "GET, POST", answer.headers)
            must(answer.headers["access-control-allow-headers"] == "authorization, content-type", answer.headers)
            must("origin" in answer.headers["vary"], answer.headers)
        for answer in (get(server, "/health", headers=page), get(server, "/api/rules", headers=page),
                       get(server, f"/api/tables/{'a' * 16}", headers=page),
                       post(server, "/api/tables", {"game": "chess"}, headers=page),
                       post(server, "/api/tables", NULL, headers=page)):
            must(answer.headers.get(leave) == page["Origin"], answer, answer.headers)
            must("origin" in answer.headers["vary"], answer.headers)
            must("access-control-allow-credentials" not in answer.headers, answer.headers)
        for headers in ({}, {"Origin": f"http://{HOST}:{server.port}"}, {"Origin": "https://evil.example"}):
            answer = get(server, "/health", headers=headers)
            must(leave not in answer.headers and "origin" in answer.headers["vary"], headers, answer.headers)
        answer = http(server, "OPTIONS", "/api/tables", headers={**asks, "Origin": "https://evil.example"})
        must(answer.status == 403 and leave not in answer.headers, answer, answer.headers)
    for wrong in ("play.example", "https://play.example/", "https://play.example/a", "ftp://play.example", "https://"):
        done = subprocess.run([harness.program(), "serve", "--port", "0", "--db", "memory", "--origin", wrong],
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        must(done.returncode == 2 and "without a path" in done.stderr, wrong, done)
    with besieged(folder) as server:
        answer = http(server, "OPTIONS", "/api/tables", headers=asks)
        must(answer.status == 403 and leave not in answer.headers, answer, answer.headers)


def test_handshakes(folder):
    """Invalid handshakes."""
    with besieged(folder) as server:
        for change in ({"Sec-WebSocket-Key": None}, {"Sec-WebSocket-Version": "12"}, {"Upgrade": "h2c"},
                       {"Connection": "close"}, {"Sec-WebSocket-Key": ""}, {"Sec-WebSocket-Key": "x" * 3000},
                       {"Sec-WebSocket-Protocol": "chat"}, {"Sec-WebSocket-Protocol": "http"},
                       {"Sec-WebSocket-Protocol": None}, {"Sec-WebSocket-Extensions": "permessage-deflate; " * 100}):
            data, _ = handshake(server, headers=change)
            with connect(server, timeout=2) as s, contextlib.suppress(OSError):
                s.sendall(data)
                s.recv(65536)
        for path in ("/", "/ws/", "/ws/../ws", "/api/tables", "/health"):
            data, _ = handshake(server, path=path)
            with connect(server, timeout=2) as s, contextlib.suppress(OSError):
                s.sendall(data + frame(TEXT, b'{"hello":{}}'))
                s.recv(65536)


# ---- floods -----------------------------------------------------------------------------------

def test_flood_of_tables(folder):
    """20 tables at once, then 429 with Retry-After; another address does not notice."""
    with besieged(folder, limits=True) as server:
        statuses = [post(server, "/api/tables", NULL, source="127.0.0.3") for _ in range(40)]
        good = sum(a.status == 201 for a in statuses)
        must(20 <= good <= 22, "tables of one address:", good)
        for answer in statuses[good:]:
            refused(answer, 429, "too-many")
            must(1 <= int(answer.headers["retry-after"]) <= 60, answer.headers)
        fine(post(server, "/api/tables", NULL, source="127.0.0.2"), 201)
        must(post(server, "/api/practice", {"record": "x"}, source="127.0.0.3").status in (400, 429), "practice")


def test_flood_of_requests(folder):
    """60 requests at once, then 429; it passes."""
    with besieged(folder, limits=True) as server:
        begun, first, asked = time.monotonic(), None, 0
        while first is None and asked < 1000:
            asked += 1
            if get(server, "/api/games", source="127.0.0.4").status == 429:
                first = asked
        refilled = 10 * (time.monotonic() - begun)   # 600 a minute
        must(first is not None and 55 <= first <= 62 + refilled, first, refilled)
        must(get(server, "/api/games", source="127.0.0.2").status == 200, "another address")
        time.sleep(1.1)
        must(get(server, "/api/games", source="127.0.0.4").status == 200, "it does not pass")
        forged = [get(server, "/api/games", source="127.0.0.5", headers={"X-Forwarded-For": f"9.9.9.{i}"}).status
                  for i in range(120)]
        must(429 in forged, "a forged X-Forwarded-For makes one another address")


def test_flood_of_sockets(folder):
    """300 sockets of one address; another address does not notice."""
    with besieged(folder, limits=True) as server:
        table, _ = found(server, "null", ["me", "open"])
        sockets = []
        for _ in range(360):
            with contextlib.suppress(Refused, OSError):
                sockets.append(Socket(server, source="127.0.0.6"))
        wire.wait_until(lambda: sum(map(alive, sockets)) <= 300, what="some are refused")
        time.sleep(0.3)
        opened = sum(map(alive, sockets))
        must(opened == 300, "sockets of one address:", opened)
        s, _ = snapshot(server, table, source="127.0.0.2")
        s.leave()
        for one in sockets:
            one.drop()
        time.sleep(0.3)
        s, _ = snapshot(server, table, source="127.0.0.6")


def alive(s):
    """The socket was not refused."""
    if not s.closed and select.select([s.socket], [], [], 0)[0]:
        s.fill()
    if s.inbox:
        must(strict(s.inbox[0]) == {"bye": "flood"}, s.inbox)
    return not s.inbox and not s.closed


def test_flood_of_messages(folder):
    """100 messages at once, then 50 a second: what comes faster waits, and the others play on."""
    with besieged(folder, limits=True) as server:
        table, tokens, s = at_table(server)
        n = question_of(s[0])["n"]
        with contextlib.suppress(OSError):
            s[0].raw(frame(TEXT, json.dumps({"id": 1, "n": n, "do": "call edge"}).encode()) * 400)
        end, count = time.monotonic() + 1, 0
        while (rest := end - time.monotonic()) > 0:
            if select.select([s[0].socket], [], [], rest)[0]:
                s[0].fill()
        count = len(s[0].inbox)
        must(90 <= count <= 175 and not s[0].closed, "answers in a second:", count)
        must("ok" in s[1].ask({"id": 1, "n": n, "do": "call heads"}), "the other one")


def test_flood_of_pings(folder):
    """Pings and pongs count as messages: what comes faster waits, and nobody is sent off for it."""
    with besieged(folder, limits=True) as server:
        for kind in (PING, PONG):
            s, _ = snapshot(server, found(server, **NULL)[0])
            began = time.monotonic()
            s.raw(b"".join(frame(kind, b"%d" % i) for i in range(199)) + frame(PING, b"last"))
            while s.pongs[-1:] != [b"last"]:
                s.fill()
            took = time.monotonic() - began
            must(1.5 <= took <= 10 and not s.closed, "the last of 200 is answered after", took)
            s.leave()


def test_flood_of_bots(folder):
    """Twenty tables of bots alone, all of them watched by one address: they play as fast as a person can watch, so the
    disk does not fill."""
    db = os.path.join(folder, "flood.db")
    with besieged(folder, db=db, limits=True) as server:
        begun, tables, sockets = time.monotonic(), [], []
        for _ in range(20):
            tables.append(fine(post(server, "/api/tables", {"game": "arcane", "seats": ["random"] * 6, "options":
                                                            {"edition": "hundred", "rounds": 150}},
                                    source="127.0.0.7"), 201)["table"]["id"])
            sockets.append(snapshot(server, tables[-1], source="127.0.0.7")[0])
        entries, slowest = 0, 0
        while slowest < 8:    # each of them plays, and goes on
            heard_by(sockets)
            counts = [fine(get(server, f"/api/tables/{table}", source=f"127.0.1.{i}"))["table"]["n"]
                      for i, table in enumerate(tables)]
            entries, slowest = sum(counts), min(counts)
            must(time.monotonic() < begun + PATIENCE, "the tables do not play:", counts)
        most = (time.monotonic() - begun) / 0.4 + 4
        must(max(counts) < most, "entries at a table:", counts, "allowed:", most)
        server.stop()
        size = os.path.getsize(db)
        must(size < 600000 + 400 * entries, "bytes on the disk:", size, "entries:", entries)
        server.start()


def heard_by(sockets, seconds=0.5):
    """Takes what comes to these sockets, so that none is closed for being slow."""
    end = time.monotonic() + seconds
    while (rest := end - time.monotonic()) > 0:
        for s in sockets:
            s.inbox.clear()
        ready = select.select([s.socket for s in sockets], [], [], rest)[0]
        for s in sockets:
            if s.socket in ready:
                s.fill()
    must(not any(s.closed for s in sockets), "a watcher was closed")


# ---- HTTP -------------------------------------------------------------------------------------

def raw_http(server, data, seconds=3, shut=False):
    """What the server says to these bytes: a list of answers, possibly none."""
    with connect(server, timeout=seconds) as s:
        try:
            s.sendall(data)
            if shut:
                s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        answers, rest = [], b""
        try:
            while True:
                answer, rest = read_answer(s, rest)
                answers.append(answer)
        except (OSError, ConnectionError):
            return answers


def test_header_bombs(folder):
    with besieged(folder) as server:
        top = f"GET /health HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n".encode()
        bombs = [top + b"X-Bomb: " + b"a" * 65536 + b"\r\n\r\n",
                 top + b"".join(b"X-%d: %s\r\n" % (i, b"b" * 50) for i in range(1200)) + b"\r\n",
                 top + b"Cookie: " + b"c=d; " * 13000 + b"\r\n\r\n",
                 top + b"x" * 65536, b"GET /" + b"p" * 65536 + b" HTTP/1.1\r\n\r\n", b"G" * 65536,
                 top + b"A: b\r\n" * 10000 + b"\r\n", top + b"Authorization: Bearer " + b"e" * 65536 + b"\r\n\r\n",
                 top + b": empty\r\n\r\n", top + b"No colon\r\n\r\n", top + b" folded\r\n\r\n", b"\r\n" * 5000,
                 top + b"X: \x00\x01\xff\r\n\r\n", top.replace(b"\r\n", b"\n") + b"\n"]
        for bomb in bombs:
            for answer in raw_http(server, bomb, 0.4):
                must(answer.status != 500, bomb[:60], answer)
        must(get(server, "/health").status == 200, "health")


def test_lengths(folder):
    """Bodies longer and shorter than announced, doubled and absurd lengths, chunks, requests in one piece."""
    with besieged(folder) as server:
        body = json.dumps({**NULL, "open": True}).encode()
        request = request_bytes(server, "POST", "/api/tables", body, close=False)

        def length(text):
            return request.replace(b"Content-Length: %d" % len(body), b"Content-Length: " + text)
        made = 0
        for text in (b"5", b"999", b"-1", b"1e3", b"0x10", b"99999999999999999999", b"", b"+5", b"5, 5", b"65537"):
            for answer in raw_http(server, length(text), 0.4):
                must(answer.status != 500, text, answer)
                made += answer.status == 201
        must(made == 0, "a table founded with a false length")
        both = length(b"%d" % len(body)).replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n", 1)
        doubled = request.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\n", 1)
        for data in (both, doubled):
            for answer in raw_http(server, data, 0.4):
                must(answer.status != 500, data[:200], answer)
        must(len(fine(get(server, "/api/tables"))["tables"]) <= 2, "smuggled tables")


def test_shorter_and_gone(folder):
    """Half a body, and the client is gone."""
    with besieged(folder) as server:
        for _ in range(50):
            with connect(server) as s:
                s.sendall(request_bytes(server, "POST", "/api/tables", NULL)[:-5])
        must(raw_http(server, request_bytes(server, "POST", "/api/tables", NULL)[:-5], 1, shut=True) == []
             or get(server, "/health").status == 200, "health")


def test_chunked(folder):
    """A chunked body is understood or refused, and never half understood."""
    with besieged(folder) as server:
        body = json.dumps({**NULL, "open": True}).encode()
        top = request_bytes(server, "POST", "/api/tables", b"", headers={"Content-Length": None,
                                                                         "Transfer-Encoding": "chunked"})
        parts = [b"%x\r\n%s\r\n" % (len(body), body) + b"0\r\n\r\n",
                 b"".join(b"1\r\n%c\r\n" % c for c in body) + b"0\r\n\r\n", b"zz\r\n\r\n", b"ffffffffffffffff\r\nx",
                 b"-1\r\n", b"5\r\nabc", b"0\r\n\r\n", b"7fffffff\r\n" + b"x" * 70000]
        for part in parts:
            for answer in raw_http(server, top + part, 0.4):
                must(answer.status in (201, 400, 404, 405, 411, 413, 501), part[:40], answer)
        must(len(fine(get(server, "/api/tables"))["tables"]) <= 2, "more tables than were asked for")


def test_pipelining(folder):
    """Several requests in one piece are answered in order, or the connection is closed: never mixed up."""
    with besieged(folder) as server:
        piece = b"".join(request_bytes(server, "GET", path, close=False) for path in ("/health", "/api/games", "/nothing"))
        answers = raw_http(server, piece * 5, 1)
        for answer, kind in zip(answers, ["ok", "games", "error"] * 5):
            must(kind in answer.json, "out of order:", [a.body[:40] for a in answers])
        posts = request_bytes(server, "POST", "/api/tables", {**NULL, "open": True}, close=False) * 4
        answers = raw_http(server, posts, 1)
        ids = {a.json["table"]["id"] for a in answers if a.status == 201}
        must(len(ids) == len(answers), "mixed up:", answers)
        must(len(fine(get(server, "/api/tables"))["tables"]) >= len(ids), "lost tables")
        unread = request_bytes(server, "GET", "/health", close=False) + request_bytes(
            server, "POST", "/api/tables", NULL, close=False).replace(b"\r\n", b"\r\nTransfer-Encoding: chunked\r\n", 1)
        raw_http(server, unread, 1)
        must(fine(get(server, "/health"))["ok"], "a body nobody wants, behind a request, holds the loop")


def test_methods(folder):
    with besieged(folder) as server:
        for method in ("TRACE", "CONNECT", "OPTIONS", "PROPFIND", "G E T", "", "X" * 5000, "\x00", "PRI"):
            data = f"{method} /health HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n\r\n".encode()
            for answer in raw_http(server, data, 0.4):
                must(answer.status in (400, 403, 404, 405, 414, 431, 501) or (method == "OPTIONS" and answer.status == 204),
                     method[:20], answer)
        for line in (b"GET /health HTTP/9.9", b"GET /health", b"GET  /health  HTTP/1.1", b"GET /health HTTP/1.1 x",
                     b"PRI * HTTP/2.0\r\n\r\nSM", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200)):
            for answer in raw_http(server, line + b"\r\n\r\n", 0.4):
                must(answer.status != 500, line, answer)
        data = request_bytes(server, "GET", "/health").replace(b"Host: ", b"X-Host: ")
        for answer in raw_http(server, data, 0.4):
            must(answer.status != 500, "without Host", answer)


def test_practice_bombs(folder):
    """Records of two megabytes and more, and records that lie."""
    with besieged(folder) as server:
        good = {"n": 0, "seat": 0, "name": "Me", "bot": "random"}
        for body in (b"x" * (3 << 20), b'{"record":"' + b"y" * (3 << 20) + b'"}'):
            refused(post(server, "/api/practice", body), 413, "too-large")
        table, tokens = gather(server, "null", 2, options={"tosses": 9})
        play(seat_people(server, table, tokens))
        lines = get(server, f"/api/tables/{table}/record").text.split("\n")[:-1]
        move = lines[1] + "\n"
        many = lines[0] + "\n" + move * (1700000 // len(move))
        for record in (many, "\n" * 1000000, lines[0] + "\n" + "[" * 500000, lines[0] + "\n" + lines[-1] + "\n",
                       lines[0], "\n".join(lines[1:]), '{"format":"charlatan-record"}\n' * 20000):
            answer = post(server, "/api/practice", {**good, "n": 1, "record": record})
            must(answer.status in (400, 413) and (answer.status == 413 or answer.code.startswith("bad-")), record[:80], answer)
        began = time.monotonic()
        fine(post(server, "/api/practice", {**good, "n": 4, "record": "\n".join(lines) + "\n"}), 201)
        must(time.monotonic() - began < 3, "a good one takes", time.monotonic() - began)


def test_garbage(folder):
    """Random bytes on the port, from one byte to many, as HTTP and in sockets."""
    with besieged(folder) as server:
        luck = random.Random(7)
        table, _ = found(server, "null", ["me", "open"])
        for i in range(150):
            noise = luck.randbytes(luck.choice((1, 10, 100, 1000, 9000)))
            with contextlib.suppress(OSError, AssertionError, Closed, Refused):
                if i % 3 == 0:
                    with connect(server, timeout=1) as s:
                        s.sendall(noise)
                elif i % 3 == 1:
                    s = Socket(server)
                    s.raw(noise)
                    s.drop()
                else:
                    s = hello(server, table)
                    s.raw(frame(TEXT, noise[:4000]) + noise)
                    s.drop()
        leftovers = re.findall(r"(?i)segmentation|abort", server.text())
        must(not leftovers, leftovers)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, {"--sockets": {"type": int, "default": 10000}}, cases="attacks_*.py"))
