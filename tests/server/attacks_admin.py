#!/usr/bin/env python3
"""Attacks on the operators' part of a server: their socket, their lines, and ways around bans.

attacks_admin.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import os
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import wire
from admin import Line, Run, reason
from attacks import besieged
from day import quick_game
from harness import Skip
from wire import (HOST, PATIENCE, Closed, Refused, Socket, fine, found, get, hello, http, must, post, refused, table_of,
                  wait_until)


def test_only_the_owner(folder):
    """Others cannot connect, and are refused even if somebody opens the file to them."""
    with tempfile.TemporaryDirectory(prefix="charlatan-") as place:
        os.chmod(place, 0o755)
        look_at_permissions(place)


def look_at_permissions(folder):
    with Run(folder) as server:
        must(stat.S_IMODE(os.stat(server.path).st_mode) == 0o600, "mode", oct(os.stat(server.path).st_mode))
        if os.geteuid() != 0:
            raise Skip("needs root, to be somebody else")
        script = ("import os, socket, sys\nos.setgid(65534)\nos.setuid(65534)\ns = socket.socket(socket.AF_UNIX)\n"
                  "try:\n    s.connect(sys.argv[1])\n    s.sendall(b'{\"do\":\"status\"}\\n')\n    print(s.recv(99) or 'closed')\n"
                  "except OSError as e:\n    print(type(e).__name__)\n")

        def stranger():
            return subprocess.run([sys.executable, "-c", script, server.path], capture_output=True, text=True, check=True,
                                  timeout=PATIENCE).stdout.strip()
        must(stranger() == "PermissionError", "a stranger comes in:", stranger())
        os.chmod(server.path, 0o666)
        must(stranger() in ("closed", "ConnectionResetError", "BrokenPipeError"), "a stranger is answered:", stranger())
        must("may not use the operators' socket" in server.text(), "no line")
        server.admin("status")
    must(not os.path.exists(server.path), "the file stays")


WRONG = [
    (b"\n", "admin-line"), (b"[]\n", "admin-line"), (b"null\n", "admin-line"), (b"{\n", "admin-line"), (b"\xff\xfe\n", "admin-line"),
    (b'{"do":7}\n', "admin-line"), (b'{"do":"status","do":"list"}\n', "admin-line"), (b"[" * 9000 + b"\n", "admin-line"),
    (b'{"do":"stop"}\n', "admin-verb"), (b'{"do":"status\\u0000"}\n', "admin-line"),
    (b'{"do":"status","more":1}\n', "unknown-key"), (b'{"do":"show"}\n', "admin-member"),
    (b'{"do":"show","table":7}\n', "admin-member"), (b'{"do":"show","table":"../../etc/passwd"}\n', "admin-member"),
    (b'{"do":"delete","table":"AAAAAAAAAAAAAAAA"}\n', "admin-member"),
    (b'{"do":"delete","table":"aaaaaaaaaaaaaaaa"}\n', "admin-unknown-table"),
    (b'{"do":"show","table":"aaaaaaaaaaaaaaaa"}\n', "admin-unknown-table"),
    (b'{"do":"export","table":"aaaaaaaaaaaaaaaa","log":true}\n', "admin-unknown-table"),
    (b'{"do":"rename","table":"aaaaaaaaaaaaaaaa","from":"a","to":"b"}\n', "admin-unknown-table"),
    (b'{"do":"rename","table":"aaaaaaaaaaaaaaaa","from":"a","to":""}\n', "admin-member"),
    (b'{"do":"rename","table":"aaaaaaaaaaaaaaaa","from":"a","to":" b "}\n', "admin-member"),
    (b'{"do":"rename","table":"aaaaaaaaaaaaaaaa","from":"a","to":"\\u202eb"}\n', "admin-member"),
    (b'{"do":"list","limit":0}\n', "admin-member"), (b'{"do":"list","limit":1e3}\n', "admin-member"),
    (b'{"do":"list","state":"\'; DROP TABLE log; --"}\n', "admin-member"), (b'{"do":"list","game":"chess"}\n', "admin-member"),
    (b'{"do":"list","before":-1}\n', "admin-member"),
    (b'{"do":"close","table":"aaaaaaaaaaaaaaaa","why":""}\n', "admin-member"),
    (b'{"do":"purge","state":"all","days":1}\n', "admin-member"), (b'{"do":"purge","state":"finished"}\n', "admin-member"),
    (b'{"do":"purge","state":"finished","days":-1}\n', "admin-member"),
    (b'{"do":"forget"}\n', "admin-member"), (b'{"do":"forget","name":"Guest"}\n', "admin-member"),
    (b'{"do":"ban","kind":"all","what":"x"}\n', "admin-member"), (b'{"do":"ban","kind":"name","what":"*"}\n', "admin-member"),
    (b'{"do":"ban","kind":"name","what":" *. *"}\n', "admin-member"),
    (b'{"do":"ban","kind":"address","what":"localhost"}\n', "admin-member"),
    (b'{"do":"ban","kind":"address","what":"0.0.0.0/0"}\n', "admin-member"),
    (b'{"do":"ban","kind":"address","what":"192.0.2.7/33"}\n', "admin-member"),
    (b'{"do":"ban","kind":"address","what":"192.0.2.7/-1"}\n', "admin-member"),
    (b'{"do":"ban","kind":"address","what":"192.0.2.7","minutes":-5}\n', "admin-member"),
    (b'{"do":"unban","kind":"name","what":"nobody"}\n', "admin-unknown-ban"),
]


def test_wrong_lines(folder):
    """What is no request is refused with a reason, and changes nothing; the same connection goes on."""
    with Run(folder) as server:
        table, _ = found(server, "null", ["me", "open"], name="Ann")
        with Line(server) as line:
            for request, wanted in WRONG:
                got = reason(line.ask(request))
                must(got == wanted, request[:80], "is refused as", got)
            must(line.ask({"do": "status"})["ok"] is True, "the line is dead")
        must(table_of(server, table)["seats"][0]["name"] == "Ann", "something has changed")
        must(server.ask(do="bans")["bans"] == [], "a ban")


def test_hostile_connections(folder):
    """A line that never ends, many at once, silence, requests without reading: the server stays well."""
    with Run(folder) as server:
        with Line(server) as line:
            must(line.ask(b"x" * 20000) is None, "an endless line is read")
        many = []
        for _ in range(20):
            try:
                many.append(Line(server))
                must(many[-1].ask({"do": "status"}) is not None or len(many) > 8, "refused too early")
            except BlockingIOError:
                must(len(many) >= 8, "refused too early")
        must(sum(still_open(line) for line in many) <= 8, "too many are served")
        for line in many:
            line.socket.close()
        wait_until(lambda: server.ask(do="status"), what="there is room again")
        deaf = Line(server)
        for _ in range(200):
            deaf.socket.setblocking(False)
            try:
                deaf.socket.send(b'{"do":"help"}\n' * 10)
            except (BlockingIOError, BrokenPipeError, ConnectionResetError):
                break  # nothing more is read, or it was sent away
        half = Line(server)
        half.socket.sendall(b'{"do":"sta')
        fine(get(server, "/health"))
        must(server.ask(do="status")["ready"] is True, "not well")
        half.socket.sendall(b'tus"}\n')
        must(half.answer()["ok"] is True, "a line in two pieces")
        deaf.socket.close()
        half.socket.close()
        quick_game(server, "Ann")


def still_open(line):
    return line.ask({"do": "status"}) is not None


def test_not_over_the_network(folder):
    """No path and no message of the network's side is an operator's command."""
    with besieged(folder, extra=["--admin", os.path.join(folder, "admin.sock")]) as server:
        table, token = found(server, "null", ["me", "open"], name="Ann")
        for path in ("/admin", "/api/admin", f"/api/tables/{table}/delete", f"/api/tables/{table}/close", "/run/charlatan/admin.sock",
                     "/api/bans", f"/api/tables/{table}/export", "/%2e%2e/admin.sock", "/api/backup"):
            for method in ("GET", "POST", "DELETE"):
                answer = http(server, method, path, body={"do": "delete", "table": table} if method == "POST" else None,
                              token=token)
                must(answer.status in (404, 405), method, path, answer)
        s = hello(server, table, token)
        s.until("snapshot")
        for request in ({"id": 1, "do": "delete", "table": table}, {"id": 2, "delete": True}, {"id": 3, "close": "now"}):
            must("no" in s.ask(request), request)
        must(table_of(server, table, "waiting")["seats"][0]["name"] == "Ann", "something was changed")


def test_around_a_ban(folder):
    """A header does not help, nor a socket, nor another spelling of the address; nor of the name."""
    with Run(folder) as server:
        server.admin("ban", "address", HOST)
        server.admin("ban", "name", "Evil Eve")
        for headers in ({"X-Forwarded-For": "192.0.2.1"}, {"X-Real-IP": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}):
            refused(get(server, "/api/games", headers=headers), 403, "banned")
        try:
            Socket(server).gone()
            raise AssertionError("a socket was opened")
        except (Refused, Closed, OSError):
            pass
        refused(get(server, "/"), 403, "banned")
        server.admin("unban", "address", HOST)
        table, _ = found(server, "null", ["me", "open"])
        for name in ("Evil Eve", "evil eve", "EVILEVE", " Evil-Eve ", "E.v.i.l E.v.e", "evil\u00a0eve", "\u2003Evil Eve",
                     "\uff25\uff56\uff49\uff4c Eve", "Évìl Ëvé", "Evil\u200d Eve"):
            for path, body in (("", {"game": "null", "seats": ["me", "open"]}), (f"/{table}/join", {})):
                answer = post(server, "/api/tables" + path, {**body, "name": name})
                must(answer.status == 400, name, answer)
        over = quick_game(server, "Ann")
        refused(post(server, "/api/practice", {"table": over, "n": 0, "seat": 0, "name": "evil eve"}), 400, "bad-request")
    with Run(folder, "proxy", extra=["--behind-proxy"]) as server:
        server.admin("ban", "address", "192.0.2.0/24")
        for forged in ("192.0.2.7", "198.51.100.1, 192.0.2.7", "::ffff:192.0.2.7"):
            refused(get(server, "/api/games", headers={"X-Forwarded-For": forged}), 403, "banned")
        fine(get(server, "/api/games", headers={"X-Forwarded-For": "192.0.2.7, 198.51.100.1"}))
        # A proxy adds the address to whatever the client has sent, however long that is.
        for before in (60, 250, 300, 2000):
            long = {"X-Forwarded-For": "9" * before + ", 192.0.2.7"}
            refused(get(server, "/api/games", headers=long), 403, "banned")
            try:
                Socket(server, headers=long).gone()
                raise AssertionError("a socket was opened")
            except (Refused, Closed, OSError):
                pass
            refused(get(server, "/metrics", headers={"X-Forwarded-For": "9" * before + ", 198.51.100.1"}), 404, "not-found")


def test_a_banned_name_knocks(folder):
    """Where the host is asked first, a name that may not sit down may not ask either."""
    with Run(folder) as server:
        table, _ = found(server, "null", ["me", "open"], approve=True, options={"tosses": 9})
        bob = fine(post(server, f"/api/tables/{table}/join", {"name": "Bob"}))["token"]
        fine(post(server, f"/api/tables/{table}/leave", {}, bob))
        server.admin("ban", "name", "Evil Eve")
        refused(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "evil eve"}), 400, "bad-request")
        must("knock" not in table_of(server, table, "running")["seats"][1], "the host is asked")
        fine(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "Cleo"}), 202)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
