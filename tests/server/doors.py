#!/usr/bin/env python3
"""Ways in: `charlatan serve --open`, TLS, and who is let in when too many come.

doors.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import asyncio
import contextlib
import json
import os
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import attacks
import harness
import wire
from players import quick_game
from wire import (HOST, PATIENCE, Server, connect, fine, get, must, post, read_answer, request_bytes,
                  wait_until)


class Opened:
    """`charlatan serve --open` with an environment of its own."""

    def __init__(self, folder, *arguments, **env):
        self.env = {"PATH": os.environ["PATH"], "XDG_DATA_HOME": os.path.join(folder, "data"), **env}
        self.process = subprocess.Popen([harness.program(), "serve", "--open", *arguments], env=self.env, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        line = self.process.stdout.readline()
        must(line.startswith("charlatan is at http://127.0.0.1:"), line, self.process.poll())
        self.url = line.split()[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        must(json.load(urllib.request.urlopen(self.url + "health", timeout=PATIENCE))["ok"] is True, "not well")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        must(self.process.returncode == 0, "Ctrl-C:", self.process.returncode, out, err)


def test_open(folder):
    with socket.socket() as busy:
        busy.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            busy.bind((HOST, 8080))
            busy.listen()
        except OSError:
            pass    # somebody else has it: taken is taken
        with Opened(folder) as one:
            must(one.port != 8080, "8080 is taken")
            # Its games are one server's: a second one says so, or has a file of its own.
            second = Opened(folder)
            out, err = second.process.communicate(timeout=PATIENCE)
            must(second.process.returncode == 1 and "is used by another server" in err, out, err)
            with Opened(folder, "--db", os.path.join(folder, "two.db"), WAYLAND_DISPLAY="none-there", PATH="/nowhere") as two:
                must(two.port not in (8080, one.port), "the same port twice")
    for path in ("data/charlatan", "data/charlatan/charlatan.db"):
        must(os.stat(os.path.join(folder, path)).st_mode & 0o077 == 0, "others can look into", path)


def test_open_shows_the_browser(folder):
    heard = os.path.join(folder, "heard")
    os.mkdir(os.path.join(folder, "bin"))
    script = os.path.join(folder, "bin", "xdg-open")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\necho "$#" "$1" >"{heard}.new"\nmv "{heard}.new" "{heard}"\n')
    os.chmod(script, 0o755)
    path = os.path.join(folder, "bin") + ":/usr/bin:/bin"
    with Opened(folder, "--port", "0", PATH=path):    # without DISPLAY: the address only
        time.sleep(0.2)
        must(not os.path.exists(heard), "a browser without a display")
    with Opened(folder, "--port", "0", PATH=path, DISPLAY=":7") as one:
        wait_until(lambda: os.path.exists(heard), what="xdg-open is called")
        with open(heard, encoding="utf-8") as file:
            must(file.read() == f"1 {one.url}\n", "it was given something else than", one.url)


def certificate(folder, names="IP:127.0.0.1"):
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run([shutil.which("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=charlatan test", "-addext", f"subjectAltName={names}",
                    "-keyout", key, "-out", cert], check=True, capture_output=True, timeout=PATIENCE)
    return key, cert


async def secure_hello(server, context, table):
    import websockets
    async with websockets.connect(f"wss://{HOST}:{server.port}/ws", ssl=context, subprotocols=["charlatan"]) as ws:
        await ws.send(json.dumps({"hello": {"api": 2, "table": table}}))
        return json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))


def url_of(server):
    return f"https://{HOST}:{server.port}/"


class SecureServer(Server):
    def ready(self):
        must(self.process.poll() is None, "the server ended:", self.tail())
        try:
            with socket.create_connection(self.address, timeout=PATIENCE):
                return True
        except OSError:
            return False


def without_tls(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            return plain.recv(1000)
        except ConnectionResetError:
            return b""


def test_tls(folder):
    key, cert = certificate(folder)
    context = ssl.create_default_context(cafile=cert)
    with SecureServer(folder, extra=["--tls-cert", cert, "--tls-key", key]) as server:
        health = urllib.request.urlopen(url_of(server) + "health", context=context, timeout=PATIENCE)
        must(json.load(health)["ok"] is True, "not well")
        request = urllib.request.Request(url_of(server) + "api/tables", json.dumps(
            {"game": "quacks", "seats": ["me", "easy"]}).encode(), {"Content-Type": "application/json"})
        table = json.load(urllib.request.urlopen(request, context=context, timeout=PATIENCE))["table"]["id"]
        must("snapshot" in asyncio.run(secure_hello(server, context, table)), "no snapshot over wss")
        must(b"ok" not in without_tls(server), "it answers without TLS")
        page = urllib.request.urlopen(url_of(server), context=context, timeout=PATIENCE).read().decode()
        must("<title>charlatan</title>" in page, "no page over https:", page)


def by_tls(server, host):
    """The answer to a request with this Host."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with context.wrap_socket(connect(server)) as s:
        s.sendall(f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return read_answer(s)[0]


def test_tls_names(folder):
    """A server answers to the names on its certificate, which need no --host."""
    key, cert = certificate(folder, "DNS:games.example.org,DNS:*.club.example")
    with SecureServer(folder, extra=["--tls-cert", cert, "--tls-key", key, "--host", "more.example"]) as server:
        for host in ("games.example.org", f"GAMES.example.org:{server.port}", "a.club.example", "more.example", HOST):
            fine(by_tls(server, host))
        for host in ("evil.example", "example.org", "club.example", "a.b.club.example", "charlatan test"):
            must(by_tls(server, host).json["error"]["reason"] == "wrong-host", host)


def test_tls_refusals(folder):
    key, cert = certificate(folder)
    for extra in (["--tls-cert", cert], ["--tls-cert", cert, "--tls-key", "/nowhere"], ["--tls-cert", key, "--tls-key", key]):
        done = wire.program("serve", "--port", "0", "--db", "memory", *extra)
        must(done.returncode in (1, 2) and "charlatan serve: " in done.stderr, done.returncode, done.stderr, "with", extra)


# ---- too many at once -------------------------------------------------------------------------

class FewFiles(Server):
    """A server that may open 256 files: one address may have 42 connections, and a few more that are told so."""
    most = (256 - 2 * 64) // 3

    def command(self):
        return ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *super().command()]


def test_flood_of_bodies(folder):
    """350 bodies that never end, from one address: most are refused before they are read, and others do not notice."""
    with FewFiles(folder, limits=True) as server:
        before = server.memory()
        half = request_bytes(server, "POST", "/api/practice", b"x" * 1900000)[:200000]
        open_ones = [connect(server, source="127.0.0.7") for _ in range(server.most + 10)]
        for s in open_ones[server.most:]:
            s.sendall(request_bytes(server, "GET", "/api/games"))
            must(reason_of(s) == "too-many-connections", "more connections than one address may have")
        bodies = open_ones[:server.most]
        for s in bodies:
            send_in_vain(s, half)
        wait_until(lambda: len(select.select(bodies, [], [], 0)[0]) == server.most - 4, what="8 MiB are four bodies")
        told = [reason_of(s) for s in select.select(bodies, [], [], 0)[0]]
        must(set(told) == {"too-many-bodies"}, "refusals:", set(told))
        for _ in range(300):
            with contextlib.suppress(OSError):
                open_ones.append(connect(server, source="127.0.0.7", timeout=2))
                open_ones[-1].settimeout(0.05)
                send_in_vain(open_ones[-1], half)
        slowest = max(attacks.timed(lambda: fine(get(server, "/health", source="127.0.0.2"))) for _ in range(10))
        must(slowest < 2, "health takes", slowest)
        must(server.memory() - before < 50 << 20 or attacks.sanitized(), "memory for bodies:", server.memory() - before)
        counted = get(server, "/metrics", source="127.0.0.2").text
        for name, least in (("bodies", server.most - 4), ("connections", 10)):
            found_there = int(re.search(rf"^charlatan_{name}_refused_total (\d+)$", counted, re.M)[1])
            must(found_there >= least, name, "are not counted:", found_there)
        quick_game(server)
        for s in open_ones:
            s.close()
        wait_until(lambda: re.search(r"^charlatan_bodies_bytes 0$", get(server, "/metrics").text, re.M),
                   what="the memory of bodies is given back")
        fine(post(server, "/api/tables", attacks.NULL, source="127.0.0.7"), 201)


def test_bodies_that_do_not_come(folder):
    """Eight addresses announce 64 MiB together and send nothing of it: others found tables meanwhile."""
    with Server(folder, limits=True) as server:
        head = request_bytes(server, "POST", "/api/practice", b"x" * (2 << 20), close=False).split(b"\r\n\r\n")[0]
        idle = [connect(server, source=f"127.0.0.{host}") for host in range(2, 10) for _ in range(4)]
        for s in idle:
            s.sendall(head + b"\r\n\r\nx")
        time.sleep(0.2)
        must(not select.select(idle, [], [], 0)[0], "the attack reached nobody:", head)
        fine(post(server, "/api/tables", attacks.NULL, source="127.0.0.11"), 201)
        # Those who send theirs may hold half of the memory; small bodies have the other.
        for s in idle:
            s.settimeout(1)
            send_in_vain(s, b"x" * 1900000)
        wait_until(lambda: select.select(idle, [], [], 0)[0], what="some are too many")
        fine(post(server, "/api/tables", attacks.NULL, source="127.0.0.12"), 201)
        told = [reason_of(s) for s in select.select(idle, [], [], 0)[0]]
        must(set(told) == {"bodies-full"}, told)


def send_in_vain(s, data):
    """The other end may close before it has read everything."""
    with contextlib.suppress(OSError):
        s.sendall(data)


def reason_of(s):
    return read_answer(s)[0].json["error"]["reason"]


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
