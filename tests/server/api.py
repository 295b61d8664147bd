#!/usr/bin/env python3
"""Tests of `charlatan serve` against docs/api.md: every request, every message, whole games over sockets.

api.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import fcntl
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import wire
from players import Engine, Player, play, play_game, seat_people
from wire import (CLOSE, ID, PING, ROOT, TEXT, TOKEN, Closed, Server, Socket, check_table, connect, fine, found, frame,
                  gather, get, hello, http, join, must, post, program, read_answer, refused, request_bytes, snapshot,
                  strict, table_of, verify, wait_until)

NOWHERE = "a" * 16
STRANGER = "0" * 32


def short(game):
    """Options that make a game short."""
    return {"arcane": {"turn_cap": 4, "edition": "hundred", "rounds": 1}, "quacks": {}, "null": {"tosses": 3}}[game]


# ---- around the tables ------------------------------------------------------------------------

def test_health(folder):
    with Server(folder) as server:
        answer = fine(get(server, "/health"))
        must(set(answer) == {"ok", "version"} and answer["ok"] is True, answer)
        must(answer["version"] in program("--version").stdout, answer)


def check_metrics(text):
    """Prometheus text, line by line."""
    sample = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{([a-zA-Z_]\w*="([^"\\\n]|\\.)*",?)*\})? '
                        r'([-+]?(\d+\.?\d*([eE][-+]?\d+)?|Inf)|NaN)( \d+)?')
    typed, seen = {}, set()
    must(text.endswith("\n"), "the last line has no end")
    for line in text.split("\n")[:-1]:
        if line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            must(kind in ("counter", "gauge", "histogram", "summary", "untyped") and name not in typed, line)
            typed[name] = kind
        elif line and not line.startswith("#"):
            found_here = sample.fullmatch(line)
            must(found_here, "no sample:", line)
            key = line.rsplit(" ", 1)[0]
            must(key not in seen, "twice:", key)
            seen.add(key)
            base = re.sub(r"_(bucket|sum|count|total)$", "", found_here[1])
            must(found_here[1] in typed or base in typed, "no TYPE for", line)
    must(len(seen) >= 5, "hardly any metrics")
    return seen


def test_metrics(folder):
    with Server(folder) as server:
        play_game(server, "null", 2)
        answer = get(server, "/metrics")
        must(answer.status == 200 and answer.headers["content-type"].startswith("text/plain"), answer)
        check_metrics(answer.text)


def test_games(folder):
    with Server(folder) as server:
        games = fine(get(server, "/api/games"))["games"]
        must({g["name"] for g in games} == {"arcane", "quacks", "null"}, games)
        for game in games:
            must(set(game) >= {"name", "min_players", "max_players", "bots"}, sorted(game))
            must(2 <= game["min_players"] <= game["max_players"] <= 6, game)
            for bot in game["bots"]:
                must(set(bot) >= {"name", "title", "blurb"}, bot)
            names = [b["name"] for b in game["bots"]]
            must("random" in names and (game["name"] == "null" or "medium" in names), names)


def test_rules(folder):
    with Server(folder) as server:
        must(fine(get(server, "/api/rules")) == strict(program("rules", "--json").stdout), "other rules than the program's")


def kept(server, path, kind, cache="no-cache"):
    """Something that does not change: packed and not, asked for again, always under one tag."""
    plain, packed = get(server, path), get(server, path, headers={"Accept-Encoding": "br, gzip;q=0.5, *;q=0"})
    must(plain.status == packed.status == 200 and plain.body, path, plain, packed)
    must("content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip", path, packed.headers)
    must(gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body), path, "packed is another one")
    for answer in (plain, packed):
        must(answer.headers["content-type"] == kind and answer.headers["cache-control"] == cache, path, answer.headers)
        must(answer.headers["vary"] == "accept-encoding", path, answer.headers)
        must(re.fullmatch(r'W/"[0-9a-f]{16}"', answer.headers["etag"]), path, answer.headers)
    tag = plain.headers["etag"]
    must(packed.headers["etag"] == tag, path, "two tags")
    refusing = get(server, path, headers={"Accept-Encoding": "gzip;q=0, gzippy, identity"})
    must("content-encoding" not in refusing.headers and refusing.body == plain.body, path, refusing.headers)
    for known in (tag, f'"x", {tag}'):
        again = get(server, path, headers={"If-None-Match": known, "Accept-Encoding": "gzip"})
        must(again.status == 304 and again.headers["etag"] == tag and not again.body, path, again, again.headers)
    must(get(server, path, headers={"If-None-Match": '"x"'}).status == 200, path, "another tag")
    return plain, tag


def test_kept(folder):
    with Server(folder) as server:
        page = kept(server, "/", "text/html; charset=utf-8")[0].text
        for path in ("/api/rules", "/api/games", "/openapi.json"):
            _, tag = kept(server, path, "application/json")
        if "without its client" not in page:   # as tools/web.sh makes it
            kept(server, "/icon.svg", "image/svg+xml")
            scripts = re.findall(r'src="(/assets/[^"]+\.js)"', page)
            must(scripts, "no script in", page)
            for path in scripts:
                kept(server, path, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable")
        with connect(server) as s:     # a connection lives on after an answer without a body
            for want in (304, 200, 304):
                known = {"If-None-Match": tag} if want == 304 else {}
                s.sendall(request_bytes(server, "GET", "/openapi.json", headers=known, close=False))
                answer, rest = read_answer(s)
                must(answer.status == want and not rest, "expected", want, "came", answer, rest)
        must(get(server, "/health").headers["cache-control"] == "no-store", "health is kept")


def test_safety(folder):
    """What every answer says to browsers."""
    with Server(folder) as server:
        for path in ("/", "/health", "/api/rules", "/nowhere"):
            said = get(server, path).headers
            policy = dict(part.strip().split(" ", 1) for part in said["content-security-policy"].split(";"))
            must(policy == {"default-src": "'self'", "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'",
                            "connect-src": "'self'", "style-src": "'self' 'unsafe-inline'",
                            "img-src": "'self' data: blob:", "object-src": "'none'", "frame-ancestors": "'none'",
                            "base-uri": "'none'", "form-action": "'self'"}, path, policy)
            must(said["x-content-type-options"] == "nosniff" and said["referrer-policy"] == "no-referrer", path, said)


def test_unknown_places(folder):
    with Server(folder) as server:
        for path in ("/api", "/api/", "/api/nothing", "/api/tables/x", f"/api/tables/{NOWHERE}", "/api/tables/" + "a" * 17,
                     f"/api/tables/{NOWHERE}/record", f"/api/tables/{NOWHERE}/nothing", "/healthy", "/api/tables//join"):
            refused(get(server, path), 404, "not-found")
        for verb in ("join", "start", "leave", "takeover", "rematch"):
            refused(post(server, f"/api/tables/{NOWHERE}/{verb}", {}, STRANGER), 404, "not-found")
        table, token = found(server, "null", ["me", "open"])
        refused(post(server, f"/api/tables/{table}/dance", {}, token), 404, "not-found")
        refused(get(server, f"/api/tables/{table.upper()}"), 404, "not-found")


def test_methods(folder):
    with Server(folder) as server:
        table, token = found(server, "null", ["me", "open"])
        for method, path in (("POST", "/health"), ("DELETE", f"/api/tables/{table}"), ("PUT", "/api/tables"),
                             ("GET", f"/api/tables/{table}/join"), ("POST", "/api/games"), ("PATCH", "/api/history"),
                             ("GET", "/api/practice"), ("POST", f"/api/tables/{table}/record")):
            refused(http(server, method, path, {} if method != "GET" else None, token), 405, "bad-method")


def test_keep_alive(folder):
    """Several requests on one connection, one after another."""
    with Server(folder) as server, connect(server) as s:
        rest = b""
        for _ in range(3):
            s.sendall(request_bytes(server, "GET", "/health", close=False))
            answer, rest = read_answer(s, rest)
            must(fine(answer)["ok"] and not rest, answer, rest)
            body = {"game": "null", "seats": ["me", "open"]}
            s.sendall(request_bytes(server, "POST", "/api/tables", body, close=False))
            answer, rest = read_answer(s, rest)
            fine(answer, 201)


# ---- founding ---------------------------------------------------------------------------------

def test_found_defaults(folder):
    with Server(folder) as server:
        answer = fine(post(server, "/api/tables", {"game": "arcane", "seats": ["me", "open", "easy"]}), 201)
        table = check_table(answer["table"], "waiting")
        must(answer["seat"] == 0 and TOKEN.fullmatch(answer["token"]), answer)
        must(table["game"] == "arcane" and table["players"] == 3 and table["open"] is False, table)
        must(table["seats"][0] == {"kind": "human", "name": "Guest", "bot": None, "away": None}, table["seats"])
        must(table["seats"][1]["kind"] == "empty" and table["seats"][1]["bot"] is None, table["seats"])
        must(table["seats"][2]["kind"] == "bot" and table["seats"][2]["bot"] == "easy", table["seats"])
        must(table["n"] == 0 and table["rematch"] is None and table["practice"] is None, table)
        must(table["clock"] == {"move": 300, "game": 0}, table["clock"])
        must(table["options"]["edition"] == "three" and table["options"]["turn_cap"] == 100, table["options"])
        must(table == table_of(server, table["id"], "waiting"), "another table when asked for")


def test_found_clock_alone(folder):
    """One person has no clock by default."""
    with Server(folder) as server:
        table, _ = found(server, "quacks", ["me", "easy"])
        must(table_of(server, table)["clock"] == {"move": 0, "game": 0}, table_of(server, table)["clock"])


def test_help(folder):
    """Odds and hints: for who plays alone, or where it was said."""
    with Server(folder) as server:
        for seats, usual in ((["me", "random"], True), (["random", "random"], True), (["me", "open"], False),
                             (["open", "random"], False), (["me", "random", "open"], False)):
            for said in ({}, {"help": True}, {"help": False}):
                table, _ = found(server, "null", seats, **said)
                must(table_of(server, table)["help"] is said.get("help", usual), seats, said)
        table, tokens = gather(server, "null", 2, options={"tosses": 1}, help=True)
        play(seat_people(server, table, tokens))
        again = fine(post(server, f"/api/tables/{table}/rematch", token=tokens[0]), 201)
        must(again["table"]["help"] is True, "a rematch without help:", again)
        table, _ = play_game(server, "null", 2, spectator=False)
        must(table_of(server, table)["help"] is False, "two people")
        answer = fine(post(server, "/api/practice", {"table": table, "n": 1, "bot": "random"}), 201)
        must(answer["table"]["help"] is True, "practice without help:", answer)


def test_asked(folder):
    """Whose answer is awaited stands at the table, as at the sockets."""
    with Server(folder, db=os.path.join(folder, "asked.db")) as server:
        table, s, n = two_at_null(server, 3)
        must(table_of(server, table)["asked"] == [0, 1, 2], "all call at the same time")
        must("ok" in s[1].ask({"id": 1, "n": n, "do": "call heads"}), "a call is refused")
        must(table_of(server, table)["asked"] == [0, 2], "one has called:", table_of(server, table))
        must("ok" in s[2].ask({"id": 1, "leave": True}), "leaving is refused")
        wait_until(lambda: table_of(server, table)["asked"] == [0], what="a bot calls for the one who left")
        must(hello(server, table).receive()["snapshot"]["table"]["asked"] == [0], "a spectator is told something else")
        server.stop()
        server.start()
        must(table_of(server, table)["asked"] == [0], "after a restart:", table_of(server, table))


def test_found_options(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["random", "me", "open", "brewer"], name="Zoë 🧪", open=True,
                             options={"books": 3, "pot": "tubes", "together": True, "first": 2, "prices": "printed"},
                             clock={"move": 2592000, "game": 7776000}, nonce="00ff" * 16)
        t = table_of(server, table, "waiting")
        must(t["options"]["pot"] == "tubes" and t["options"]["books"]["red"] == 3 and t["options"]["first"] == 2, t)
        must(t["open"] is True and t["clock"] == {"move": 2592000, "game": 7776000}, t)
        must(t["seats"][1]["name"] == "Zoë 🧪" and t["nonces"] is None, t)
        seat, other = join(server, table, nonce="ab")
        t = table_of(server, table, "running")
        must(seat == 2 and other != token and t["nonces"] == [None, "00ff" * 16, "ab", None], t["nonces"])
        found(server, "arcane", ["me", "open"], name="x" * 40, nonce="f" * 64, clock={"move": 0, "game": 0})
        found(server, "arcane", ["me", "open"], name="\U0001f9ea" * 40, options={})
        table, token = found(server, "arcane", ["open", "open"])
        must(token is None and table_of(server, table, "waiting")["n"] == 0, "a founder who does not sit")


def test_found_bots_only(folder):
    """A table without people, should the server allow it, plays itself to the end."""
    with Server(folder) as server:
        answer = post(server, "/api/tables", {"game": "null", "seats": ["random", "random"]})
        if answer.status == 201:
            table = answer.json["table"]["id"]
            wait_until(lambda: table_of(server, table)["state"] == "over", what="bots alone")
        else:
            refused(answer, 400, "bad-request", "bad-option")


REFUSED = [
    ({}, "bad-request bad-option"),
    ({"game": "null"}, "bad-request bad-option"),
    ({"seats": ["me", "open"]}, "bad-request bad-option"),
    ({"game": "chess", "seats": ["me", "open"]}, "bad-option bad-request"),
    ({"game": 7, "seats": ["me", "open"]}, "bad-request bad-option"),
    ({"game": "null", "seats": "me"}, "bad-request bad-option"),
    ({"game": "null", "seats": []}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me"]}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me"] + ["open"] * 6}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me"] + ["open"] * 5000}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "me"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "genius"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", 3]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", None]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", ""]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "x" * 300]}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me", "brewer"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "medium"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": ""}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "x" * 41}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\nb"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\u0000b"}, "bad-request bad-json"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\u0085b"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": None}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": 5}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "open": "yes"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "open": 1}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "help": "yes"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "help": None}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": 5}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": -1}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 1.5}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 2592001}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"game": 7776001}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 5, "day": 1}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": "xyz"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": "0" * 66}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": 12}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": {"tosses": 0}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": {"nothing": 1}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": []}, "bad-option bad-request"),
    ({"game": "quacks", "seats": ["me", "open"], "options": {"first": 2}}, "bad-option"),
    ({"game": "arcane", "seats": ["me", "open"], "options": {"cards": {"x": 1}}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "colour": "red"}, "bad-request bad-option"),
]


def test_found_refusals(folder):
    with Server(folder) as server:
        for body, codes in REFUSED:
            answer = post(server, "/api/tables", body)
            must(answer.status == 400 and answer.code in codes.split(), body, "came", answer)
        for body in (b"{", b"nonsense", b'{"game":"null","game":"null"}', b"\xff\xfe", b'{"a":NaN}', b"{}{}"):
            refused(post(server, "/api/tables", body), 400, "bad-json")
        for body in (b"[]", b"7", b'"text"', b"null"):
            refused(post(server, "/api/tables", body), 400, "bad-json", "bad-request")
        must(fine(get(server, "/api/tables"))["tables"] == [], "something was founded")


def test_body_limits(folder):
    with Server(folder) as server:
        body = {"game": "null", "seats": ["me", "open"]}
        room = 65536 - len(json.dumps(body))
        fine(post(server, "/api/tables", json.dumps(body).encode() + b" " * room), 201)
        refused(post(server, "/api/tables", json.dumps(body).encode() + b" " * (room + 1)), 413, "too-large")
        refused(post(server, "/api/practice", b'{"record":"' + b"x" * (2 << 20) + b'"}'), 413, "too-large")


# ---- sitting down and starting ----------------------------------------------------------------

def test_join(folder):
    with Server(folder) as server:
        table, token = found(server, "arcane", ["open", "me", "open", "open"])
        path = f"/api/tables/{table}/join"
        for body in ({"seat": 4}, {"seat": -1}, {"seat": "0"}, {"seat": 1.0}, {"name": ""}, {"name": "x" * 41},
                     {"nonce": "g"}, {"more": 1}, {"seat": 1 << 40}):
            refused(post(server, path, body), 400, "bad-request", "bad-option")
        refused(post(server, path, {"seat": 1}), 409, "seat-taken")
        must(join(server, table, seat=2, name="Two")[0] == 2, "not the seat asked for")
        refused(post(server, path, {"seat": 2}), 409, "seat-taken")
        must({join(server, table)[0]} == {0}, "any free one is the first")
        t = table_of(server, table, "waiting")
        must([s["name"] for s in t["seats"]][:3] == ["Guest", "Guest", "Two"] and t["n"] == 2, t)
        last = fine(post(server, path, {}))
        must(last["seat"] == 3, last)
        wait_until(lambda: table_of(server, table)["state"] == "running", what="a full table starts")
        refused(post(server, path, {}), 409, "not-waiting", "seat-taken")
        must(table_of(server, table)["nonces"] == [None] * 4, "nonces")


def test_nonces_after_the_commitment(folder):
    """A table that waits shows its commitment; then everyone gives a nonce, also who founded it."""
    with Server(folder) as server:
        table, token = found(server, "null", ["me", "open", "random"], wait=True, name="Ada")
        path = f"/api/tables/{table}/join"
        before = table_of(server, table, "waiting")
        must(before["wait"] is True and before["nonces"] is None, before)
        _, other = join(server, table, nonce="0b")
        table_of(server, table, "waiting")
        again = fine(post(server, path, {"nonce": "c0ffee"}, token))
        must(again["seat"] == 0 and again["token"] == token and again["table"]["seats"][0]["name"] == "Ada", again)
        fine(post(server, path, {"name": "Bob"}, other))
        for body, bearer in (({"nonce": "x"}, token), ({"seat": 1}, token), ({"name": ""}, token)):
            answer = post(server, path, body, bearer)
            must(answer.status in (400, 409), body, answer)
        refused(post(server, path, {"nonce": "00"}, STRANGER), 403, "wrong-token")
        fine(post(server, f"/api/tables/{table}/start", {}, other))
        after = table_of(server, table, "running")
        must(after["nonces"] == ["c0ffee", "0b", None] and after["seats"][1]["name"] == "Bob", after)
        must(after["commitment"] == before["commitment"], "the commitment changed")
        refused(post(server, path, {"nonce": "00"}, token), 409, "not-waiting")


def test_start(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["me", "open", "open"])
        path = f"/api/tables/{table}/start"
        refused(post(server, path, {}), 401, "no-token")
        refused(post(server, path, {}, STRANGER), 403, "wrong-token")
        refused(post(server, path, {}, "short"), 403, "wrong-token")
        refused(post(server, path, {"fill": "genius"}, token), 400, "bad-request", "bad-option")
        refused(post(server, path, {"fill": 3}, token), 400, "bad-request", "bad-option")
        _, other = join(server, table)
        answer = fine(post(server, path, {}, other))
        must(set(answer) == {"table"} and check_table(answer["table"], "running"), answer)
        must([s["kind"] for s in answer["table"]["seats"]] == ["human", "human", "bot"], answer["table"]["seats"])
        must(answer["table"]["seats"][2]["bot"] == "medium", answer["table"]["seats"])
        refused(post(server, path, {}, token), 409, "not-waiting")
        table, token = found(server, "quacks", ["me", "open"])
        answer = fine(post(server, f"/api/tables/{table}/start", {"fill": "easy"}, token))
        must(answer["table"]["seats"][1]["bot"] == "easy", answer)
        table, token = found(server, "quacks", ["me", "open"])
        must(fine(post(server, f"/api/tables/{table}/start", None, token))["table"]["state"] == "running", "no body")


def test_start_by_socket(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["me", "open"])
        s, told = snapshot(server, table, token)
        must(told["view"] is None and told["left"] is None and told["seat"] == 0 and told["n"] == 0, told)
        must(s.ask({"id": 9, "start": "genius"}).get("code") in ("bad-request", "bad-option"), "an unknown bot")
        must(s.ask({"id": 10, "start": "easy"}) == {"ok": 10, "n": 1}, "not started")
        must(s.ask({"id": 11, "start": "easy"})["code"] == "not-waiting", "started twice")
        spectator, told = snapshot(server, table)
        must(spectator.ask({"id": 1, "start": "easy"})["code"] in ("no-token", "not-allowed"), "by a spectator")
        must(told["table"]["seats"][1]["bot"] == "easy", told)


def test_leave_before_start(folder):
    with Server(folder) as server:
        table, token = found(server, "arcane", ["me", "open", "open"])
        watch, _ = snapshot(server, table)
        seat, other = join(server, table, name="Berta")
        must(watch.receive() == {"n": 1, "sit": 1, "name": "Berta"}, "sitting down")
        path = f"/api/tables/{table}/leave"
        refused(post(server, path), 401, "no-token")
        refused(post(server, path, token=STRANGER), 403, "wrong-token")
        answer = fine(post(server, path, token=other))
        must(set(answer) == {"table"} and answer["table"]["seats"][1]["kind"] == "empty", answer)
        must(watch.receive() == {"n": 2, "rise": 1}, "rising")
        refused(post(server, path, token=other), 403, "wrong-token")
        hello(server, table, other).bye("wrong-token")
        must(join(server, table, seat=1, name="Cyril")[1] != other, "the old token")
        must(watch.receive() == {"n": 3, "sit": 1, "name": "Cyril"}, "sitting down again")


def test_leave_and_takeover(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 3)
        path = f"/api/tables/{table}/takeover"
        watch, told = snapshot(server, table)
        first = told["n"]
        refused(post(server, path, {"seat": 1, "name": "Eve"}), 409, "not-allowed", "seat-taken")
        must(post(server, path, token=tokens[1]).status in (200, 409), "one's own seat while one has it")
        answer = fine(post(server, f"/api/tables/{table}/leave", token=tokens[1]))
        seat = answer["table"]["seats"][1]
        must(seat["kind"] == "human" and seat["away"] == "left" and seat["bot"] == "medium", seat)
        event = watch.until("away")
        must(event == {"n": event["n"], "away": 1, "why": "left", "bot": "medium"}, event)
        back = fine(post(server, path, token=tokens[1]))
        must(back["seat"] == 1 and back["table"]["seats"][1]["away"] is None, back)
        must(back["token"] in (tokens[1], None), "another token for one's own seat")
        event = watch.until("back")
        must(event == {"n": event["n"], "back": 1} and event["n"] > first, event)
        fine(post(server, f"/api/tables/{table}/leave", token=tokens[1]))
        for body in ({"seat": 9}, {"seat": "1"}, {"seat": 1, "name": ""}, {"seat": 1, "x": 1}):
            refused(post(server, path, body), 400, "bad-request")
        refused(post(server, path, {"seat": 0, "name": "Eve"}), 409, "not-allowed", "seat-taken")
        taken = fine(post(server, path, {"seat": 1, "name": "Eve"}))
        must(taken["seat"] == 1 and taken["token"] not in tokens and TOKEN.fullmatch(taken["token"]), taken)
        must(taken["table"]["seats"][1] == {"kind": "human", "name": "Eve", "bot": None, "away": None}, taken)
        event = watch.until("sit")
        must(event == {"n": event["n"], "sit": 1, "name": "Eve"}, event)
        refused(post(server, f"/api/tables/{table}/leave", token=tokens[1]), 403, "wrong-token")
        hello(server, table, tokens[1]).bye("wrong-token")
        play(seat_people(server, table, [tokens[0], taken["token"], tokens[2]]))


def test_old_owner_is_shut_out(folder):
    """Somebody else takes the seat while the one who left still listens: the old socket has no seat any more."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2)
        old, _ = snapshot(server, table, tokens[1])
        must("ok" in old.ask({"id": 1, "leave": True}), "leave")
        taken = fine(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "Eve"}))
        other = Player(server, table, tokens[0])
        new = Player(server, table, taken["token"], choose=lambda *_: None)
        play([other, new], until=lambda: new.asks)    # the bot may have left nothing to ask for now
        question = new.asks[-1]
        try:
            answer = old.ask({"id": 2, "n": question["n"], "do": question["actions"][0]}, 5)
            must("no" in answer, "the old owner still plays:", answer)
        except (Closed, OSError):
            pass
        new.answer(question["n"], question["actions"][0])
        play([other, new], until=lambda: not new.waiting)


# ---- lists ------------------------------------------------------------------------------------

def test_lists(folder):
    with Server(folder) as server:
        ids = []
        for i in range(7):
            ids.append(found(server, "arcane" if i % 2 else "null", ["me", "open"], open=True)[0])
            time.sleep(0.003)
        hidden, _ = found(server, "null", ["me", "open"])
        listed = fine(get(server, "/api/tables"))
        must(set(listed) == {"tables", "next"}, sorted(listed))
        must([t["id"] for t in listed["tables"]] == ids[::-1] and listed["next"] is None, listed["next"])
        for table in listed["tables"]:
            must(check_table(table, "waiting") == table_of(server, table["id"]), "not the same table")
        must([t["id"] for t in fine(get(server, "/api/tables?game=arcane"))["tables"]] == ids[5::-2], "by game")
        seen, before = [], ""
        for _ in range(4):
            page = fine(get(server, f"/api/tables?limit=2{before}"))
            must(len(page["tables"]) <= 2, "more than asked for")
            seen += [t["id"] for t in page["tables"]]
            if page["next"] is None:
                break
            before = f"&before={page['next']}"
        must(seen == ids[::-1], "pages:", seen, "of", ids)
        for query in ("limit=x", "limit=-1", "before=x", "game=chess", "limit=99999999999999999999"):
            answer = get(server, "/api/tables?" + query)
            must(answer.status in (200, 400) and (answer.status == 200 or answer.code.startswith("bad-")), query, answer)
        join(server, ids[0])
        wait_until(lambda: ids[0] not in [t["id"] for t in fine(get(server, "/api/tables"))["tables"]], what="gone")
        must(hidden not in get(server, "/api/tables").text, "a table that is not open is listed")


def test_running_list(folder):
    """Tables to be watched: open, and their game goes on."""
    def running(more=""):
        return [t["id"] for t in fine(get(server, "/api/tables?state=running" + more))["tables"]]
    with Server(folder) as server:
        must(running() == [], "something runs")
        waits, _ = found(server, "null", ["me", "open"], open=True)
        first, tokens = gather(server, "null", 2, options={"tosses": 1}, open=True)
        time.sleep(0.003)
        other, _ = gather(server, "arcane", 2, open=True)
        gather(server, "null", 2)
        must(running() == [other, first] and running("&game=null") == [first], running())
        must([t["id"] for t in fine(get(server, "/api/tables?state=waiting"))["tables"]] == [waits], "those that wait")
        page = fine(get(server, "/api/tables?state=running&limit=1"))
        must(running(f"&before={page['next']}") == [first], "pages")
        for table in fine(get(server, "/api/tables?state=running"))["tables"]:
            must(check_table(table, "running") == table_of(server, table["id"]), "not the same table")
        refused(get(server, "/api/tables?state=over"), 400, "bad-request")
        refused(get(server, "/api/tables?state="), 400, "bad-request")
        time.sleep(0.003)
        play(seat_people(server, first, tokens))
        must(running() == [other], "one is over")


def test_history(folder):
    with Server(folder) as server:
        must(fine(get(server, "/api/history")) == {"tables": [], "next": None}, "history of nothing")
        ids = [play_game(server, "null", 2, seed=i, open=True, spectator=False)[0] for i in range(3)]
        play_game(server, "null", 2, spectator=False)
        listed = fine(get(server, "/api/history"))["tables"]
        must([t["id"] for t in listed] == ids[::-1], "history:", [t["id"] for t in listed], "of", ids)
        for table in listed:
            check_table(table, "over")
            must(len(table["result"]) == 2 and table["winners"], table)
        must(fine(get(server, "/api/history?game=arcane"))["tables"] == [], "by game")
        page = fine(get(server, "/api/history?limit=1"))
        rest = fine(get(server, f"/api/history?before={page['next']}"))
        must([t["id"] for t in page["tables"] + rest["tables"]] == ids[::-1], "pages")


# ---- whole games ------------------------------------------------------------------------------

def check_end(server, folder, table, players):
    """What everybody was told at the end agrees, with the record too."""
    overs = [p.over for p in players]
    must(all(o == overs[0] for o in overs), "different ends:", overs)
    t = table_of(server, table, "over")
    must(t["result"] == overs[0]["result"] and t["winners"] == overs[0]["winners"], t, overs[0])
    answer = get(server, f"/api/tables/{table}/record")
    must(answer.status == 200 and "json" in answer.headers["content-type"], answer.headers)
    lines = [strict(line) for line in answer.text.split("\n")[:-1]]
    must(lines[-1] == overs[0], "the record's end:", lines[-1])
    must(lines[0]["commitment"] == t["commitment"] and lines[0]["options"] == t["options"], "the record's header")
    verify(answer.text, folder, "verified")
    for player in players:    # whoever came late has not seen the first moves
        must(0 < len(player.moves) <= len(lines) - 2, player.seat, "saw", len(player.moves), "of", len(lines) - 2)
        for n, line in zip(sorted(player.moves, reverse=True), lines[-2:0:-1]):
            must(player.moves[n] == line["seat"], "the mover of", n)
            must(n not in player.acked or player.acked[n][1] == line["action"], "the action of", n)
        must(player.view == players[-1].view or player.seat is not None, "the spectator's view")
    return lines


def whole_games(folder, game, counts, **options):
    with Server(folder) as server:
        for people, bots in counts:
            table, players = play_game(server, game, people, bots, options={**short(game), **options})
            check_end(server, folder, table, players)


def test_game_null(folder):
    whole_games(folder, "null", [(2, ()), (3, ()), (6, ()), (1, ["random"] * 2)])


def test_game_arcane(folder):
    whole_games(folder, "arcane", [(2, ()), (4, ()), (6, ()), (1, ["easy", "medium"])])


def test_game_arcane_market(folder):
    whole_games(folder, "arcane", [(3, ["random"])], edition="three", rounds=None, wizards="random", market=True)


def test_game_quacks(folder):
    whole_games(folder, "quacks", [(2, ()), (4, ()), (1, ["easy"]), (2, ["brewer", "greedy"])])


def test_game_quacks_together(folder):
    whole_games(folder, "quacks", [(3, ())], together=True, books=4, pot="tubes")


def test_hard_bots(folder):
    """Bots that think do not hold up the table: the server answers meanwhile."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 1, ["hard"], options={"turn_cap": 1, "edition": "hundred", "rounds": 1})
        players = seat_people(server, table, tokens)
        slowest = 0.0
        end = time.monotonic() + 6

        def thinking():
            nonlocal slowest
            began = time.monotonic()
            fine(get(server, "/health"))
            slowest = max(slowest, time.monotonic() - began)
            return players[0].done() or time.monotonic() > end
        play(players, until=thinking)
        must(slowest < 1.5, "the server was busy for", slowest, "s")


def test_snapshots(folder):
    """At every few events a new socket is told what the old one has folded together."""
    with Server(folder) as server:
        for game, seed in (("null", 1), ("quacks", 2), ("arcane", 3)):
            table, tokens = gather(server, game, 3, options=short(game))
            luck = random.Random(seed)

            def choose(player, ask):
                if luck.random() < 0.08 and not player.busy:
                    player.busy = True
                    player.check_snapshot()
                    player.busy = False
                    return None    # the new socket has asked again
                return player.luck.choice(ask["actions"])
            players = seat_people(server, table, tokens, seed, choose=choose)
            players.append(Player(server, table))
            for player in players:
                player.busy = False
            play(players, until=lambda: all(p.done() for p in players) or
                 (luck.random() < 0.05 and players[-1].n and players[-1].check_snapshot()))
            for player in players:
                player.check_snapshot()


# ---- rematch, record, practice ----------------------------------------------------------------

def test_rematch(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2, ["random"], options={"tosses": 2}, open=True, nonce="aa")
        path = f"/api/tables/{table}/rematch"
        refused(post(server, path, token=tokens[0]), 409, "not-over")
        players = seat_people(server, table, tokens)
        play(players)
        refused(post(server, path), 401, "no-token")
        refused(post(server, path, token=STRANGER), 403, "wrong-token")
        answer = fine(post(server, path, token=tokens[1]), 201)
        again = check_table(answer["table"])
        must(again["id"] != table and again["options"] == {"tosses": 2} and again["open"] is True, again)
        event = strict(players[0].socket.receive_text())
        must(event == {"n": players[0].n + 1, "rematch": again["id"]}, event)
        must(table_of(server, table)["rematch"] == again["id"], "the old table does not say so")
        second = post(server, path, token=tokens[0])
        must(second.status in (200, 201) and second.json["table"]["id"] == again["id"], "asked for twice:", second)
        must([s["kind"] for s in again["seats"]] == ["human", "human", "bot"], again["seats"])
        must(again["commitment"] != table_of(server, table)["commitment"], "the same luck")
        more = seat_people(server, again["id"], tokens)
        play(more)
        check_end(server, folder, again["id"], more)


def test_record(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, name="Ann\u00e9", options=short("arcane"))
        refused(get(server, f"/api/tables/{table}/record"), 409, "not-over")
        players = seat_people(server, table, tokens)
        play(players)
        lines = check_end(server, folder, table, players)
        must(lines[0]["players"][0] == {"name": "Ann\u00e9", "kind": "human"}, lines[0]["players"])
        record = get(server, f"/api/tables/{table}/record")
        must(record.body == get(server, f"/api/tables/{table}/record").body, "another record")
        for token in tokens:
            must(token not in record.text, "a token in the record")


def play_on(server, answer, moves, bot):
    """A practice table goes on after `moves` moves, against bots, to its end."""
    table = check_table(answer["table"])
    must(table["practice"] == {"moves": moves} and TOKEN.fullmatch(answer["token"]), table)
    must([s["kind"] for s in table["seats"]].count("human") == 1, table["seats"])
    must(table["seats"][answer["seat"]]["kind"] == "human", table["seats"])
    must(all(s["bot"] == bot for i, s in enumerate(table["seats"]) if i != answer["seat"]), table["seats"])
    wait_until(lambda: table_of(server, table["id"])["state"] != "waiting", what="practice begins")
    player = Player(server, table["id"], answer["token"])
    play([player])
    return table["id"], player


def views_of(record, seat, upto):
    """The engine's view of a record after `upto` moves."""
    lines = [strict(line) for line in record.split("\n")[:-1]]
    with Engine() as engine:
        chance = lines[0]["chance"] + [c for line in lines[1:upto + 1] for c in line["chance"]]
        engine("force", chance=chance)
        engine("new", game=lines[0]["game"], players=len(lines[0]["players"]), options=lines[0]["options"], seed=1)
        for line in lines[1:upto + 1]:
            engine("apply", seat=line["seat"], action=line["action"])
        return engine("view", seat=seat)["view"]


def test_practice(folder):
    with Server(folder) as server:
        for game, people in (("quacks", 2), ("arcane", 3), ("null", 2)):
            bot = "random" if game == "null" else "easy"
            table, _ = play_game(server, game, people, options=short(game), spectator=False)
            record = get(server, f"/api/tables/{table}/record").text
            moves = len(record.split("\n")) - 3
            for keep, source in ((0, {"table": table}), (moves // 2, {"record": record}), (moves - 1, {"table": table})):
                body = {**source, "n": keep, "seat": people - 1, "name": "Me", "bot": bot}
                answer = fine(post(server, "/api/practice", body), 201)
                must(answer["seat"] == people - 1, answer)
                made = play_on(server, answer, keep, bot)
                must(made[1].over, "practice does not end")


def test_long_records(folder):
    """A record of a whole game, of each game and the longest edition, is taken at any of its moves."""
    with Server(folder) as server:
        for game, bots, options in (("null", 2, {"tosses": 9}), ("quacks", 4, {"together": True, "pot": "tubes"}),
                                    ("arcane", 6, {"edition": "hundred", "turn_cap": 3})):
            table, _ = found(server, game, ["random"] * bots, options=options)
            wait_until(lambda t=table: table_of(server, t)["state"] == "over", what=f"bots alone at {game}")
            record = get(server, f"/api/tables/{table}/record").text
            moves = record.count("\n") - 2
            for keep in range(0, moves, moves // 6 + 1):
                answer = fine(post(server, "/api/practice", {"record": record, "n": keep, "seat": keep % bots,
                                                             "bot": "random"}), 201)
                must(answer["table"]["practice"] == {"moves": keep}, game, keep, answer)


def test_practice_goes_on_from_there(folder):
    """The view at the fork is the record's; the person is asked first, so nothing has moved."""
    with Server(folder) as server:
        table, _ = play_game(server, "arcane", 2, options=short("arcane"), spectator=False)
        record = get(server, f"/api/tables/{table}/record").text
        lines = [strict(line) for line in record.split("\n")[:-1]]
        for keep in range(2, len(lines) - 2, 9):
            seat = lines[keep + 1]["seat"]
            answer = fine(post(server, "/api/practice", {"table": table, "n": keep, "seat": seat, "name": "Me",
                                                         "bot": "random"}), 201)
            s, told = snapshot(server, answer["table"]["id"], answer["token"])
            if told["view"] is None:
                told["view"] = s.until("start")["view"]
            must(told["view"] == views_of(record, seat, keep), "another view at move", keep)
            s.leave()


def test_practice_refusals(folder):
    with Server(folder) as server:
        running, _ = gather(server, "null", 2)
        over, _ = play_game(server, "null", 2, spectator=False)
        record = get(server, f"/api/tables/{over}/record").text
        good = {"n": 1, "seat": 0, "name": "Me", "bot": "random"}
        refused(post(server, "/api/practice", {**good, "table": running}), 409, "not-over")
        refused(post(server, "/api/practice", {**good, "table": NOWHERE}), 404, "not-found")
        for change in ({}, {"table": over, "record": record}, {"table": over, "n": -1}, {"table": over, "n": 10 ** 6},
                       {"table": over, "n": "1"}, {"table": over, "seat": 2}, {"table": over, "seat": -1},
                       {"table": over, "bot": "genius"}, {"table": over, "name": "\u0007"}, {"table": 5},
                       {"table": over, "more": 1}, {"record": 5}, {"record": ""}, {"record": "x\ny\n"},
                       {"record": record[:300]},
                       {"record": record.replace("call", "fall")}):
            answer = post(server, "/api/practice", {**good, **change})
            must(answer.status == 400 and answer.code.startswith("bad-"), change, "came", answer)


# ---- sockets ----------------------------------------------------------------------------------

def test_hello(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2)
        hello(server, NOWHERE).bye("unknown-table")
        hello(server, "x").bye("unknown-table")
        hello(server, table, STRANGER).bye("wrong-token")
        hello(server, table, "nonsense").bye("wrong-token")
        for message in ({"hello": {}}, {"hello": 5}, {"hello": {"table": 5}}, {"id": 1, "undo": True}, [], 5, "",
                        {"hello": {"table": table, "n": "7"}},
                        {"hello": {"table": table, "n": 1.5}}, {"hello": {"table": table, "more": 1}},
                        {"hello": {"table": table}, "more": 1}, {"hello": {"table": table, "token": 7}}):
            s = Socket(server)
            s.send(message)
            s.bye("bad-message")
        s, told = snapshot(server, table)
        must(told["seat"] is None and told["view"] and told["plea"] is None, told)
        s.send({"hello": {"table": table}})
        answer = s.receive()
        must(answer.get("bye") == "bad-message" or answer.get("code") == "bad-request", "hello twice:", answer)
        must(whole_left(told["left"], 2), told["left"])


def whole_left(left, players):
    return left is None or (len(left) == players and all(x is None or isinstance(x, int) for x in left))


def test_ping_and_close(folder):
    """The manners of WebSocket: pings are answered, a close is returned."""
    with Server(folder) as server:
        table, _ = gather(server, "null", 2)
        s, _ = snapshot(server, table)
        for payload in (b"x", b"y" * 125):
            s.raw(frame(PING, payload))
            wait_until(lambda: s.quiet(0.01) or s.pongs, what="a pong")
            must(s.pongs.pop() == payload, "another pong than ping")
        s.sent_close = True
        s.raw(frame(CLOSE, b"\x03\xe8"))
        must(s.gone().code in (1000, 1005, None), "the close is not returned")


def test_full_gallery(folder):
    """A table has room for some spectators; people always find their seats."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        said = [hello(server, table).receive() for _ in range(80)]
        must(all("snapshot" in m or m == {"bye": "full"} for m in said) and "snapshot" in said[30], said[-1])
        play(seat_people(server, table, tokens))


def test_watch(folder):
    """A spectator sees the game, is never asked and may do nothing."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, options=short("arcane"))
        spectators = [Player(server, table) for _ in range(3)]
        players = seat_people(server, table, tokens)
        play(players + spectators)
        must(len({tuple(s.texts.items()) for s in spectators}) == 1, "spectators are told different things")
        for request in ({"n": 3, "do": "draw deck"}, {"undo": True}, {"grant": True}, {"leave": True}, {"back": True}):
            answer = spectators[0].socket.ask({"id": 4, **request})
            must(answer.get("no") == 4 and answer["code"] in ("no-token", "not-allowed", "not-your-decision", "game-over"),
                 answer)
        must(not spectators[0].asks, "a spectator was asked")


def test_bad_requests(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)  # where everybody is asked at once
        s, _ = snapshot(server, table, tokens[0])
        question = s.until("ask")["ask"]
        for request in ({"id": 1}, {"id": 1, "dance": True}, {"id": 1, "n": 1}, {"id": 1, "do": "draw"},
                        {"id": 1, "undo": True, "leave": True}, {"id": 1, "undo": False}, {"id": 1, "undo": 1},
                        {"id": 1, "grant": "yes"}, {"id": 1, "n": question["n"], "do": 5}, {"id": 1, "start": 5},
                        {"id": 1, "n": question["n"], "do": "draw", "more": 1}):
            try:
                s.send(request)
                answer = s.receive()
                must(answer.get("no") == 1 and answer["code"] in ("bad-request", "bad-json", "not-waiting", "bad-option")
                     or answer == {"bye": "bad-message"}, request, answer)
            except Closed:
                pass
            if s.closed or "bye" in answer:
                s.drop()
                s, _ = snapshot(server, table, tokens[0])
                question = s.until("ask")["ask"]
        for request in ("nonsense", "{", "[]", "7", '{"id":"x","undo":true}', '{"undo":true}', '{"id":1.5,"undo":true}'):
            s.send(request)
            answer = s.receive()
            must(answer == {"bye": "bad-message"} or answer.get("no") is None or answer["code"].startswith("bad-"),
                 request, answer)
            if "bye" in answer:
                s.gone()
                s, _ = snapshot(server, table, tokens[0])
                s.until("ask")


def test_answers(folder):
    """Repeated answers are the same answer; other ones, past and future ones, other people's are refused."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        s = [snapshot(server, table, t)[0] for t in tokens]
        question = s[0].until("ask")["ask"]
        n = question["n"]
        first = s[0].ask({"id": 1, "n": n, "do": "call heads"})
        must(first == {"ok": 1, "n": n + 1}, first)
        must(s[0].ask({"id": 2, "n": n, "do": "call heads"}) == {"ok": 2, "n": n + 1}, "repeated")
        must(s[0].ask({"id": 1, "n": n, "do": "call heads"}) == {"ok": 1, "n": n + 1}, "the same id again")
        must(s[0].ask({"id": 3, "n": n, "do": "call tails"})["code"] == "stale", "another answer to an old question")
        must(s[0].ask({"id": 4, "n": n - 1, "do": "call tails"})["code"] in ("stale", "not-your-decision"), "the past")
        must(s[0].ask({"id": 5, "n": n + 1, "do": "call tails"})["code"] in ("stale", "not-your-decision"), "the future")
        must(table_of(server, table)["n"] == n + 1, "something changed")
        other = s[1].until("ask")["ask"]
        must(other["n"] == n, "the other's question is", other)
        no = s[1].ask({"id": 1, "n": n, "do": "call edge"})
        must(no["code"] == "illegal-action" and no["message"], no)
        must(s[1].ask({"id": 2, "n": n, "do": "call tails"}) == {"ok": 2, "n": n + 2}, "the other's answer")
        must(s[0].until("ask")["ask"]["n"] == n + 2, "the next question")
        must(s[0].ask({"id": 6, "n": n, "do": "call heads"}) == {"ok": 6, "n": n + 1}, "repeated after others moved")
        for one in s:
            one.leave()
        play(seat_people(server, table, tokens))
        s, _ = snapshot(server, table, tokens[0])
        must(s.ask({"id": 1, "n": 99, "do": "call heads"})["code"] in ("game-over", "stale"), "after the end")


def test_ok_comes_after_its_event(folder):
    """Somebody comes back and answers while another answer is on its way to the store."""
    with Server(folder, db=os.path.join(folder, "ok.db")) as server:
        for _ in range(25):
            table, tokens = gather(server, "null", 2)
            s = [snapshot(server, table, t)[0] for t in tokens]
            n = [one.until("ask")["ask"]["n"] for one in s][0]
            s[1].drop()
            again = Socket(server)
            text = [json.dumps(m).encode() for m in ({"hello": {"table": table, "token": tokens[1], "n": n}},
                                                     {"id": 1, "n": n, "do": "call heads"})]
            s[0].send({"id": 1, "n": n, "do": "call heads"})
            again.raw(frame(TEXT, text[0]) + frame(TEXT, text[1]))
            heard = set()
            while "ok" not in (message := again.receive()) and "no" not in message:
                heard.add(message.get("n"))
            must("no" in message or message["n"] in heard, "ok before its event:", message, heard)


def test_out_of_turn(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, options={"first": 0})
        s = [snapshot(server, table, t)[0] for t in tokens]
        question = s[0].until("ask")["ask"]
        s[1].quiet()
        no = s[1].ask({"id": 1, "n": question["n"], "do": question["actions"][0]})
        must(no["code"] == "not-your-decision" and no["no"] == 1, no)
        no = s[0].ask({"id": 2, "n": question["n"], "do": "draw deck"})
        must(no["code"] == "illegal-action", no)
        must("ok" in s[0].ask({"id": 3, "n": question["n"], "do": question["actions"][0]}), "the one in turn")


def test_replaced(folder):
    """A second socket for the same seat: the first one is told so, and the second one plays."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        first, _ = snapshot(server, table, tokens[0])
        second, told = snapshot(server, table, tokens[0])
        first.bye("replaced")
        question = second.until("ask")["ask"]
        must("ok" in second.ask({"id": 1, "n": question["n"], "do": "call heads"}), "the second one plays")
        third = hello(server, table, tokens[0], n=told["n"])
        second.bye("replaced")
        must(third.receive()["n"] == told["n"] + 1, "resumed on the third")


def test_resume(folder):
    """Whoever drops at any moment gets exactly what those who stayed got, byte for byte."""
    with Server(folder) as server:
        for game in ("null", "quacks", "arcane"):
            table, tokens = gather(server, game, 2, ["random"], options=short(game))
            luck = random.Random(game)

            def choose(player, ask):
                fate = luck.random()
                action = player.luck.choice(ask["actions"])
                if fate < 0.03:      # dropped with the question open
                    player.drop()
                    player.connect()
                    return None
                if fate < 0.10:      # dropped with the answer under way
                    player.socket.send({"id": 10 ** 6, "n": ask["n"], "do": action})
                    player.drop()
                    player.connect()
                    return None
                return action
            players = seat_people(server, table, tokens, choose=choose)
            stays, flits = Player(server, table), Player(server, table)

            def flit():
                if luck.random() < 0.05 and flits.n is not None:
                    flits.drop()
                    flits.connect()
                return all(p.done() for p in players + [stays])
            play(players + [stays], until=flit, mend=lambda p: None)
            play([flits])
            must(stays.texts == flits.texts, "the one who flitted heard something else")
            must(stays.raw[1:] == [t for t in flits.raw if "snapshot" not in t][-len(stays.raw) + 1:], "order")
            check_end(server, folder, table, players + [stays])


def test_resume_from_everywhere(folder):
    """Every event of a game, again from every number, is the bytes it was."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2, options={"together": True})
        players = seat_people(server, table, tokens)
        first = players[0].n or table_of(server, table)["n"]
        play(players)
        last = players[0].n
        for player in players:
            player.socket.leave()
            numbers = [0, 1, 2, last - 1, last] + random.Random(1).sample(range(3, last - 1), 12)
            for n in numbers:
                again = hello(server, table, player.token, n)
                if last - n > 500:
                    must("snapshot" in again.receive(), "more than 500 events")
                    continue
                for i in range(n + 1, last + 1):
                    text = again.receive_text()
                    must(player.texts.get(i, text) == text, "event", i, "is", text, "was", player.texts.get(i))
                again.quiet(0.02)
                again.leave()
        must(first is not None, first)


def test_long_absence(folder):
    """More than 500 events are missing: a snapshot."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, ["random"] * 4, options={"edition": "three"})
        players = seat_people(server, table, tokens)
        play(players, until=lambda: all(p.n and p.n > 560 or p.done() for p in players))
        must(players[0].n > 560, "the game was too short:", players[0].n)
        s = hello(server, table, None, 3)
        must("snapshot" in s.receive(), "no snapshot after a long absence")
        s = hello(server, table, None, players[0].n - 100)
        must(s.receive()["n"] == players[0].n - 99, "no event after a short absence")


def test_resume_ahead(folder):
    """A number the table has not reached: nothing of the past is told again as if it were new."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        n = table_of(server, table)["n"]
        s = hello(server, table, tokens[0], n + 5)
        answer = s.receive()
        must("snapshot" in answer or "bye" in answer or "ask" in answer, answer)
        s = hello(server, table, tokens[0], n)
        must("ask" in s.receive(), "resumed at the last number: the open question follows")


# ---- undo -------------------------------------------------------------------------------------

def two_at_null(server, people=2, bots=()):
    table, tokens = gather(server, "null", people, bots)
    s = [snapshot(server, table, token)[0] for token in tokens[:people]]
    asks = [one.until("ask")["ask"]["n"] for one in s]
    must(len(set(asks)) == 1, "different questions at the beginning:", asks)
    return table, s, asks[0]


def test_undo_free(folder):
    with Server(folder) as server:
        table, s, n = two_at_null(server)
        no = s[0].ask({"id": 1, "undo": True})
        must(no["code"] == "not-allowed", "nothing to take back:", no)
        s[0].ask({"id": 2, "n": n, "do": "call heads"})
        must(s[0].ask({"id": 3, "undo": True}) == {"ok": 3, "n": n + 2}, "undo")
        ask = s[0].until("ask")["ask"]
        must(ask["n"] == n + 2, "asked again with", ask)
        events = [s[1].receive() for _ in range(2)]
        must(events[1]["undo"] == n + 1 and events[1]["seat"] == 0 and events[1]["n"] == n + 2, events)
        must(s[0].ask({"id": 4, "n": n, "do": "call heads"})["code"] == "stale", "an answer taken back, repeated")
        must(s[0].ask({"id": 5, "n": n + 2, "do": "call tails"}) == {"ok": 5, "n": n + 3}, "another answer")
        for one in s:
            one.leave()


def test_undo_mirrors(folder):
    """After an undo the view is what it was before the move."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        players = [Player(server, table, t, choose=lambda p, ask: None) for t in tokens]
        play(players, until=lambda: all(p.asks for p in players))
        before = players[1].view
        players[0].answer(players[0].asks[-1]["n"], "call heads")
        play(players, until=lambda: not players[0].waiting and players[1].n == players[0].n)
        must(players[0].view != before, "nothing has changed")
        players[0].say(undo=True)
        play(players, until=lambda: not players[0].waiting and players[1].n == players[0].n)
        must(players[0].view == before and players[1].view == before, "the view is not as before")
        for player in players:
            player.choose = lambda p, ask: p.luck.choice(ask["actions"])
            player.check_snapshot()
        play(players)
        check_end_undone(server, folder, table)


def check_end_undone(server, folder, table):
    record = get(server, f"/api/tables/{table}/record").text
    verify(record, folder, "verified")


def test_undo_plea(folder):
    """Once something was learned everyone else is asked."""
    with Server(folder) as server:
        table, s, n = two_at_null(server, 3)
        for i, one in enumerate(s):
            one.ask({"id": 1, "n": n, "do": "call heads"})
            one.n = n + 1 + i
        for one in s:
            must(one.until("ask")["ask"]["n"] == n + 3, "the next question")
        no = s[1].ask({"id": 2, "grant": True})
        must(no["code"] == "not-allowed", "nobody has asked:", no)
        must(s[0].ask({"id": 3, "undo": True}) == {"ok": 3, "n": n + 4}, "the plea")
        for one in s[1:]:
            must(one.receive() == {"n": n + 4, "plea": 0, "to": n + 1}, "the plea is told")
        must(snapshot(server, table)[1]["plea"] == {"seat": 0, "to": n + 1}, "the plea in a snapshot")
        must(s[0].ask({"id": 4, "grant": True})["code"] == "not-allowed", "one's own plea")
        must(s[0].ask({"id": 5, "undo": True})["code"] == "not-allowed", "a second plea")
        must(s[1].ask({"id": 6, "grant": True}) == {"ok": 6, "n": n + 5}, "a yes")
        must(s[2].receive() == {"n": n + 5, "grant": 1, "yes": True}, "the yes is told")
        must(s[1].ask({"id": 7, "grant": True}).get("code", "not-allowed") == "not-allowed", "a second yes")
        must(s[2].ask({"id": 8, "grant": True})["n"] == n + 6, "the last yes")
        undo = s[0].until("undo")
        must(undo["undo"] == n + 1 and undo["seat"] == 0 and undo["n"] == n + 7, undo)
        for one in s:
            must(one.until("ask")["ask"]["n"] == n + 7, "asked again")
        must(snapshot(server, table)[1]["plea"] is None, "the plea is over")


def test_undo_denied(folder):
    with Server(folder) as server:
        table, s, n = two_at_null(server)
        for one in s:
            one.ask({"id": 1, "n": n, "do": "call heads"})
        must("ok" in s[1].ask({"id": 2, "undo": True}), "the plea")
        must("ok" in s[0].ask({"id": 3, "grant": False}), "the no")
        must(s[1].until("grant")["yes"] is False, "the no is told")
        must(s[0].ask({"id": 4, "grant": True})["code"] == "not-allowed", "the plea is over")
        must("ok" in s[1].ask({"id": 5, "undo": True}), "another plea")
        must("ok" in s[0].ask({"id": 6, "n": n + 2, "do": "call tails"}), "a move ends it")
        must(s[0].ask({"id": 7, "grant": True})["code"] == "not-allowed", "the plea was ended by a move")
        must(snapshot(server, table)[1]["plea"] is None, "the plea is over")


def test_undo_against_bots(folder):
    """Bots do not mind: alone with them one takes back what one likes."""
    with Server(folder) as server:
        table, s, n = two_at_null(server, 1, ["random"])
        must("ok" in s[0].ask({"id": 1, "n": n, "do": "call heads"}), "a move")
        question = s[0].until("ask")["ask"]
        must(question["n"] > n, question)
        must("ok" in s[0].ask({"id": 2, "undo": True}), "undo")
        question = s[0].until("ask")["ask"]
        must("ok" in s[0].ask({"id": 3, "n": question["n"], "do": "call tails"}), "again")


# ---- clocks -----------------------------------------------------------------------------------

def test_clock_move(folder):
    """Whoever does not answer in time is replaced by a bot, and may come back."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, clock={"move": 1, "game": 0}, options={"first": 0})
        s, told = snapshot(server, table, tokens[0])
        other, _ = snapshot(server, table, tokens[1])
        ask = s.until("ask")["ask"]
        now = time.time() * 1000
        must(ask["until"] is not None and -200 < ask["until"] - now <= 1100, "until", ask["until"] - now)
        began = time.monotonic()
        event = s.until("away")
        must(0.5 < time.monotonic() - began < 3, "after", time.monotonic() - began)
        must(event["away"] == 0 and event["why"] == "clock" and event["bot"] == "medium", event)
        must(s.until("seat")["seat"] == 0, "the bot moves")
        seat = table_of(server, table)["seats"][0]
        must(seat["away"] == "clock" and seat["bot"] == "medium" and seat["kind"] == "human", seat)
        answer = s.ask({"id": 1, "back": True})
        must("ok" in answer, answer)
        must(table_of(server, table)["seats"][0]["away"] is None, "not back")
        must(s.ask({"id": 2, "back": True})["code"] == "not-allowed", "back twice")
        refused(post(server, f"/api/tables/{table}/takeover", {"seat": 0, "name": "Eve"}), 409, "not-allowed",
                "seat-taken")
        must("away" in other.until("away"), "the other's clock runs too")


def test_clock_game(folder):
    """All of one's time together: `left` says what remains of it."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2, clock={"move": 0, "game": 60})
        s = [snapshot(server, table, t) for t in tokens]
        left = s[1][1]["left"]
        must(len(left) == 2 and all(59000 < x <= 60000 for x in left), left)
        time.sleep(0.3)
        question = s[0][0].until("ask")["ask"]
        s[0][0].send({"id": 1, "n": question["n"], "do": "call heads"})
        event = s[1][0].until("seat")
        must(event["seat"] == 0 and 58000 < event["left"] <= 59750, event)
        told = snapshot(server, table)[1]
        must(told["left"][0] == event["left"], told["left"])
        table, tokens = gather(server, "quacks", 2, clock={"move": 0, "game": 1})
        s, _ = snapshot(server, table, tokens[0])
        must(s.until("away")["why"] == "clock", "the game clock")


def test_nobody_left(folder):
    """When all people are away bots play the game to its end."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2, clock={"move": 1, "game": 0})
        watch = Player(server, table)
        for token in tokens:
            fine(post(server, f"/api/tables/{table}/leave", token=token))
        play([watch])
        check_end(server, folder, table, [watch])


# ---- stopping and starting again --------------------------------------------------------------

def test_terminate(folder):
    """SIGTERM in the middle: everybody is told, nothing is lost, the game goes on after the restart."""
    for game in ("quacks", "arcane"):
        server = Server(folder, db=os.path.join(folder, game + ".db"))
        with server:
            table, tokens = gather(server, game, 2, ["random"], options=short(game))
            players = seat_people(server, table, tokens, forgiving=True) + [Player(server, table, forgiving=True)]
            play(players, until=lambda: all((p.n or 0) > 25 for p in players))
            waiting, _ = found(server, "null", ["me", "open"], open=True)
            server.process.send_signal(signal.SIGTERM)
            gone = []
            play(players, until=lambda: len(gone) == 3, mend=gone.append)
            must(all(p.farewell == "restart" for p in players), [p.farewell for p in players])
            must(server.process.wait(timeout=wire.PATIENCE) == 0, "status", server.process.returncode, server.tail())
            last = max(p.n for p in players)
            server.start()
            must(table_of(server, table)["n"] >= last, "entries were lost")
            must(table_of(server, waiting, "waiting")["open"] is True, "a waiting table was lost")
            for player in players:
                player.connect()
            play(players)
            check_end(server, folder, table, players)
            server.stop()
            server.start()
            check_end(server, folder, table, players)


def test_terminate_idle(folder):
    """With half a dozen connections that do nothing the server still ends at once."""
    with Server(folder) as server:
        idle = [connect(server) for _ in range(3)]
        idle[1].sendall(b"GET /health HT")
        idle += [Socket(server) for _ in range(3)]
        began = time.monotonic()
        server.stop()
        must(time.monotonic() - began < 8, "stopping took", time.monotonic() - began)


def test_terminate_while_asking(folder):
    """SIGTERM while the store is being asked: whoever asked has gone when the answer comes."""
    with Server(folder, db=os.path.join(folder, "held.db")) as server:
        found(server, "null", ["me", "open"], open=True)
        with open(os.path.join(folder, "held.db-shm"), "r+b") as held:
            fcntl.lockf(held, fcntl.LOCK_EX, 8, 120)  # SQLite's readers and writers wait for these bytes
            asking = [connect(server) for _ in range(3)]
            for line in asking[:2]:
                line.sendall(request_bytes(server, "GET", "/api/tables"))
            asking[2].sendall(request_bytes(server, "GET", "/api/tables/" + NOWHERE))
            time.sleep(0.3)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.7)
            fcntl.lockf(held, fcntl.LOCK_UN, 8, 120)
        must(server.process.wait(timeout=wire.PATIENCE) == 0, "status", server.process.returncode, server.tail())
        server.start()


def test_restart_bots(folder):
    """Bots go on after a restart without anybody looking."""
    with Server(folder, db=os.path.join(folder, "bots.db")) as server:
        table, tokens = gather(server, "quacks", 1, ["easy"], clock={"move": 1, "game": 0})
        fine(post(server, f"/api/tables/{table}/leave", token=tokens[0]))
        server.process.kill()
        server.process.wait()
        server.start()
        wait_until(lambda: table_of(server, table)["state"] == "over", what="bots go on")
        verify(get(server, f"/api/tables/{table}/record").text, folder, "verified")


def test_serve_options(folder):
    for arguments in (["--nonsense"], ["--port", "x"], ["--port", "70000"], ["--limits", "perhaps"], ["extra"]):
        done = program("serve", *arguments)
        must(done.returncode == 2 and done.stderr, arguments, done.returncode, done.stderr)
    must("Usage" in program("serve", "--help").stdout, "no help")
    with Server(folder) as server:
        done = program("serve", "--port", str(server.port), "--db", "memory")
        must(done.returncode not in (0, 2) and done.stderr, "a port in use:", done.returncode, done.stderr)
    done = program("serve", "--port", str(wire.free_port()), "--db", os.path.join(folder, "no", "such", "folder.db"))
    must(done.returncode not in (0, 2) and done.stderr, "a database that cannot be:", done.returncode, done.stderr)


# ---- the machine's form, and the example ------------------------------------------------------

def rows_of_contract():
    """Method, path and success status of every row of docs/api.md's table of requests."""
    with open(os.path.join(ROOT, "docs/api.md"), encoding="utf-8") as file:
        text = file.read()
    for method, path, answer in re.findall(r"^\| `(GET|POST) (/\S*?)(?:\?\S*)?` \|[^|\n]*\| (.*) \|$", text, re.M):
        yield method.lower(), path.replace("/ID", "/{id}"), "201" if answer.startswith("201") else "200"


def test_openapi(folder):
    with open(os.path.join(ROOT, "docs/openapi.json"), encoding="utf-8") as file:
        text = file.read()
    spec = strict(text)
    rows = list(rows_of_contract())
    must(len(rows) >= 15, "rows:", rows)
    declared = {(m, p) for p, methods in spec["paths"].items() for m in methods if m != "parameters"}
    must(declared == {(m, p) for m, p, _ in rows}, "docs/api.md and openapi.json differ:", declared, rows)
    for method, path, status in rows:
        must(status in spec["paths"][path][method]["responses"], method, path, "does not declare", status)
    check_references(spec, spec)
    with Server(folder) as server:
        answer = get(server, "/openapi.json")
        must(fine(answer) == spec, "the server's is another one")
        check_answers(server, spec)


def check_references(spec, at):
    if isinstance(at, dict):
        if "$ref" in at:
            resolve(spec, at)
        for value in at.values():
            check_references(spec, value)
    elif isinstance(at, list):
        for value in at:
            check_references(spec, value)


def resolve(spec, schema):
    while "$ref" in schema:
        at = spec
        for key in schema["$ref"].removeprefix("#/").split("/"):
            at = at[key]
        schema = at
    return schema


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def fits(spec, schema, value, where="answer"):
    """A JSON Schema as far as openapi.json uses it."""
    schema = resolve(spec, schema)
    if value is None and schema.get("nullable"):
        return
    for part in schema.get("allOf", ()):
        fits(spec, part, value, where)
    if "oneOf" in schema:
        must(any(fits_one(spec, s, value) for s in schema["oneOf"]), where, "fits none:", value)
    if "enum" in schema:
        must(value in schema["enum"], where, "is", value)
    if "type" in schema:
        must(isinstance(value, TYPES[schema["type"]]), where, "is", value, "not", schema["type"])
        must(schema["type"] != "integer" or not isinstance(value, bool), where, "is", value)
    if "pattern" in schema:
        must(re.search(schema["pattern"], value), where, "is", value)
    if isinstance(value, dict):
        fits_object(spec, schema, value, where)
    for i, item in enumerate(value if isinstance(value, list) else ()):
        fits(spec, schema.get("items", {}), item, f"{where}.{i}")


def fits_object(spec, schema, value, where):
    must(set(schema.get("required", ())) <= set(value), where, "lacks", set(schema.get("required", ())) - set(value))
    for key, item in value.items():
        if key in schema.get("properties", {}):
            fits(spec, schema["properties"][key], item, f"{where}.{key}")
        else:
            must(schema.get("additionalProperties", True), where, "has", key)


def fits_one(spec, schema, value):
    try:
        fits(spec, schema, value)
        return True
    except AssertionError:
        return False


def check_answers(server, spec):
    """Every path answers as it is declared, in good times and bad."""
    seen = set()

    def call(method, path, status, body=None, token=None, **names):
        operation = spec["paths"][path][method]
        answer = http(server, method.upper(), path.format(**names), body, token)
        must(answer.status == status, method, path, "expected", status, "came", answer)
        response = resolve(spec, operation["responses"][str(status)])
        for kind, content in response.get("content", {}).items():
            must(answer.headers["content-type"].split(";")[0] == kind, method, path, answer.headers)
            if kind == "application/json":
                fits(spec, content["schema"], answer.json, f"{method} {path} {status}")
        if body is not None and status < 300:
            fits(spec, operation["requestBody"]["content"]["application/json"]["schema"], body, "request")
        seen.add((method, path))
        return answer
    for path in ("/health", "/metrics", "/openapi.json", "/api/games", "/api/rules"):
        call("get", path, 200)
    t, rest = "/api/tables/{id}", {}
    answer = call("post", "/api/tables", 201, {"game": "null", "seats": ["me", "open", "random"], "open": True,
                                               "options": {"tosses": 1}, "name": "A", "nonce": "00"}).json
    rest["id"], token = answer["table"]["id"], answer["token"]
    call("post", "/api/tables", 400, {"game": "null"})
    call("get", "/api/tables", 200)
    call("get", t, 200, **rest)
    call("get", t, 404, id=NOWHERE)
    call("post", t + "/start", 401, {}, **rest)
    call("get", t + "/record", 409, **rest)
    other = call("post", t + "/join", 200, {"name": "B", "seat": 1}, **rest).json["token"]
    call("post", t + "/join", 409, {}, **rest)
    call("post", t + "/start", 409, {}, token, **rest)
    call("post", t + "/leave", 200, None, other, **rest)
    call("post", t + "/leave", 403, None, STRANGER, **rest)
    call("post", t + "/takeover", 200, None, other, **rest)
    call("post", t + "/takeover", 409, {"seat": 0, "name": "C"}, **rest)
    play(seat_people(server, rest["id"], [token, other]))
    call("get", t + "/record", 200, **rest)
    call("post", t + "/rematch", 201, None, token, **rest)
    call("get", "/api/history", 200)
    call("post", "/api/practice", 201, {"table": rest["id"], "n": 1, "seat": 0, "name": "A", "bot": "random"})
    answer = call("post", "/api/tables", 201, {"game": "quacks", "seats": ["me", "open"]}).json
    call("post", t + "/start", 200, {"fill": "easy"}, answer["token"], id=answer["table"]["id"])
    must(seen == {(m, p) for m, p, _ in rows_of_contract()}, "not called:", seen)


def test_example_bot(folder):
    """docs/examples/bot.py founds a table or joins one, and plays it to the end."""
    script = os.path.join(ROOT, "docs/examples/bot.py")
    with Server(folder) as server:
        url = f"http://127.0.0.1:{server.port}"
        founder = subprocess.Popen(["/usr/bin/python3", script, url, "null"], stdout=subprocess.PIPE, text=True)
        table = wait_until(lambda: ID.search(founder.stdout.readline()), what="the example founds a table")[0]
        guest = subprocess.run(["/usr/bin/python3", script, url, table], stdout=subprocess.PIPE, text=True,
                               timeout=wire.PATIENCE, check=False)
        out = founder.communicate(timeout=wire.PATIENCE)[0]
        must(founder.returncode == 0 and guest.returncode == 0, founder.returncode, guest.returncode, out, guest.stdout)
        must("won" in guest.stdout and "won" in out, out, guest.stdout)
        table_of(server, table, "over")


def test_example_bot_refuses(folder):
    """Wrong arguments, a server that says no and one that is not there: a sentence and a status, no traceback."""
    script = os.path.join(ROOT, "docs/examples/bot.py")

    def refused(status, words, *arguments):
        done = subprocess.run(["/usr/bin/python3", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=wire.PATIENCE, check=False)
        must(done.returncode == status and not done.stdout, arguments, done)
        must(words in done.stderr and "Traceback" not in done.stderr, arguments, done.stderr)
    for arguments in ((), ("http://127.0.0.1:9",), ("quacks", "easy")):
        refused(2, "Usage: bot.py URL GAME", *arguments)
    refused(1, "nothing answers at http://127.0.0.1:9", "http://127.0.0.1:9", "quacks")
    with Server(folder) as server:
        url = f"http://127.0.0.1:{server.port}"
        refused(1, "the server refused: game: ", url, "chess")
        refused(1, "the server refused: ", url, "a" * 16)


if __name__ == "__main__":
    sys.exit(wire.main(dict(globals()), __doc__))
