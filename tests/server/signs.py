#!/usr/bin/env python3
"""Signs of life: the log, health, histograms, systemd and certificates that change while the server runs.

signs.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import json
import os
import pty
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import players
import wire
from doors import SecureServer, certificate
from players import quick_game
from wire import (HOST, PATIENCE, Server, fine, found, get, must, post, refused, strict, wait_until)


# ---- systemd ----------------------------------------------------------------------------------

class Manager:
    """What systemd is for a service: it listens, and tells the service where."""

    def __init__(self, folder, abstract=False, watchdog_ms=0):
        path = os.path.join(folder, "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + path if abstract else path)
        self.socket.settimeout(PATIENCE)
        self.env = {"NOTIFY_SOCKET": "@" + path if abstract else path}
        if watchdog_ms:
            self.env["WATCHDOG_USEC"] = str(watchdog_ms * 1000)

    def hears(self, line):
        """Waits for a message with this line; returns the messages before it."""
        before = []
        while line not in (lines := self.socket.recv(4096).decode().split("\n")):
            before.append(lines)
        return before


class Service(Server):
    def __init__(self, folder, manager, **more):
        self.manager = manager
        super().__init__(folder, **more)

    def start(self, wait=True):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), env={**os.environ, **self.manager.env},
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.manager.hears("READY=1")
        must(self.ready(), "it says that it is ready, and is not")


def test_notify(folder):
    manager = Manager(folder)
    with Service(folder, manager) as server:
        server.process.send_signal(signal.SIGHUP)
        must(not manager.hears("RELOADING=1") and not manager.hears("READY=1"), "something came between")
        fine(get(server, "/health"))
        server.stop()
    must(not manager.hears("STOPPING=1"), "something came between")


def test_notify_abstract(folder):
    with Service(folder, Manager(folder, abstract=True)):
        pass


def test_watchdog(folder):
    """The loop tells it. A server that stands still does not."""
    manager = Manager(folder, watchdog_ms=200)
    with Service(folder, manager) as server:
        for _ in range(3):
            manager.hears("WATCHDOG=1")
        server.process.send_signal(signal.SIGSTOP)
        manager.socket.settimeout(0.6)
        try:
            while True:     # what was sent before it stopped
                manager.socket.recv(4096)
        except TimeoutError:
            pass
        finally:
            server.process.send_signal(signal.SIGCONT)
        manager.socket.settimeout(PATIENCE)
        manager.hears("WATCHDOG=1")


# ---- SIGHUP -----------------------------------------------------------------------------------

def served_certificate(server):
    """What a new connection gets."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(server.address, timeout=PATIENCE) as plain:
        with context.wrap_socket(plain) as secure:
            return secure.getpeercert(binary_form=True)


def der(path):
    with open(path, encoding="ascii") as file:
        return ssl.PEM_cert_to_DER_cert(file.read())


def ask_again(secure, server):
    secure.sendall(f"GET /health HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n\r\n".encode())
    return wire.read_answer(secure)[0].status


def test_certificates(folder):
    """A new certificate is used from SIGHUP on; connections go on; a bad one changes nothing."""
    for name in ("one", "two"):
        os.mkdir(os.path.join(folder, name))
    (key, cert), (key2, cert2) = (certificate(os.path.join(folder, name)) for name in ("one", "two"))
    first, second = der(cert), der(cert2)
    context = ssl.create_default_context(cafile=cert)
    with SecureServer(folder, extra=["--tls-cert", cert, "--tls-key", key]) as server:
        must(served_certificate(server) == first, "another certificate")
        with socket.create_connection(server.address, timeout=PATIENCE) as plain, \
                context.wrap_socket(plain, server_hostname=HOST) as old:
            must(ask_again(old, server) == 200, "no answer")
            os.replace(cert2, cert)
            hang_up(server, "the certificate was not renewed, and the old one stays")    # the key is another's
            must(served_certificate(server) == first, "half a pair is used")
            os.replace(key2, key)
            hang_up(server, "the certificate was read again")
            must(served_certificate(server) == second, "the old certificate is still used")
            must(ask_again(old, server) == 200, "an old connection does not go on")
        with open(cert, "w", encoding="ascii") as file:
            file.write("-----BEGIN CERTIFICATE-----\nnonsense\n")
        hang_up(server, "the certificate was not renewed, and the old one stays")
        must(served_certificate(server) == second, "nonsense is used")


def hang_up(server, line):
    at = len(server.text())
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: line in server.text()[at:], what=line)


def test_hangup_without_tls(folder):
    with Server(folder) as server:
        hang_up(server, "nothing to read again: it was started without a certificate")
        fine(get(server, "/health"))


def test_terminal_closes(folder):
    """A server in a terminal ends with it."""
    ours, theirs = pty.openpty()
    log = os.path.join(folder, "log")
    with open(log, "w", encoding="utf-8") as file:
        process = subprocess.Popen([harness.program(), "serve", "--port", "0", "--db", "memory"], stdin=theirs,
                                   stdout=file, stderr=file, start_new_session=True,
                                   preexec_fn=lambda: __import__("fcntl").ioctl(0, 0x540e, 0))
    os.close(theirs)
    wait_until(lambda: "charlatan is at" in read(log), what="it begins")
    os.close(ours)
    must(process.wait(PATIENCE) == 0, "status", process.returncode)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# ---- health and figures -----------------------------------------------------------------------

def test_live_and_ready(folder):
    """Without its store a server is alive and not ready."""
    db = os.path.join(folder, "charlatan.db")
    with Server(folder, db=db) as server:
        must(fine(get(server, "/live")) == {"live": True}, "not alive")
        must(fine(get(server, "/ready")) == {"ready": True, "store": True, "stopping": False}, "not ready")
        os.rename(db, db + ".away")
        wait_until(lambda: get(server, "/ready").status == 503, what="it notices")
        must(get(server, "/ready").json == {"ready": False, "store": False, "stopping": False}, "ready without a store")
        must(get(server, "/health").status == 503 and get(server, "/live").status == 200, "live is not health")
        must("the store fails: The file" in server.text(), "no line")
        os.rename(db + ".away", db)
        wait_until(lambda: get(server, "/ready").status == 200, what="it is back")


def test_failures_do_not_fill_the_log(folder):
    """While the store is away every request fails. The log has a hundred of them at once, then one a second, and says how
    many more there were."""
    db = os.path.join(folder, "charlatan.db")
    with Server(folder, db=db, limits=True) as server:
        os.rename(db, db + ".away")
        wait_until(lambda: get(server, "/ready").status == 503, what="it notices")
        begun = time.monotonic()
        for _ in range(300): # an address has 400 connections at once
            must(get(server, "/ready").status == 503, "it has recovered")
        lines = len(re.findall(r": request .* GET /ready: 503", server.text()))
        must(90 < lines < 110 + (time.monotonic() - begun), "lines:", lines)
        time.sleep(1.1)
        get(server, "/ready")
        wait_until(lambda: "more requests failed" in server.text(), what="it says how many more")
        os.rename(db + ".away", db)
        wait_until(lambda: get(server, "/ready").status == 200, what="it is back")


def histogram(text, name, label=""):
    """The buckets of a histogram; its promises are checked."""
    must(f"# TYPE charlatan_{name} histogram" in text, name, "is no histogram")
    rows = re.findall(rf'^charlatan_{name}_bucket\{{{label},?le="([^"]+)"\}} (\d+)$', text, re.M)
    counts = [int(n) for _, n in rows]
    bounds = [float(bound) for bound, _ in rows]
    must(len(rows) > 10 and bounds == sorted(bounds) and bounds[-1] == float("inf"), "bounds of", name, bounds)
    must(counts == sorted(counts), name, "is not cumulative:", counts)
    braces = f"{{{label}}}" if label else ""
    count = re.search(rf"^charlatan_{name}_count{re.escape(braces)} (\d+)$", text, re.M)
    total = re.search(rf"^charlatan_{name}_sum{re.escape(braces)} ([0-9.e+-]+)$", text, re.M)
    must(int(count[1]) == counts[-1] and float(total[1]) >= 0, "sums of", name)
    return counts[-1]


def test_histograms(folder):
    db = os.path.join(folder, "charlatan.db")
    with Server(folder, db=db) as server:
        quick_game(server)
    with Server(folder, db=db) as server:
        table = sqlite3.connect(db).execute("SELECT id FROM matches").fetchone()[0]
        fine(get(server, f"/api/tables/{table}"))
        quick_game(server)
        text = get(server, "/metrics").text
        must(histogram(text, "loop_seconds") > 10, "no turns")
        must(histogram(text, "store_seconds", 'what="append"') > 3, "no appends")
        must(histogram(text, "store_seconds", 'what="read"') > 0, "no reads")
        must(histogram(text, "fold_seconds") > 0, "no table was computed")


# ---- the log ----------------------------------------------------------------------------------

FIELDS = {"time", "level", "event", "message", "request", "method", "route", "table", "status", "reason", "address", "ms",
          "socket", "port", "version", "seat", "bot", "entries", "entry", "seconds", "do", "who", "count", "what"}


def lines_of(server):
    """The lines of a log in JSON."""
    lines = [strict(line) for line in server.text().split("\n") if line.startswith("{")]
    for line in lines:
        must(set(line) <= FIELDS, "a field nobody knows:", set(line) - FIELDS)
        must(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]), line)
        must(line["level"] in ("error", "warning", "info", "debug") and re.fullmatch("[a-z-]+", line["event"]), line)
    return lines


def test_request_ids(folder):
    """Each answer has an id, and the line of the log has it and says why."""
    with Server(folder, extra=["--log", "json", "--log-level", "debug"]) as server:
        answers = [get(server, "/health"), get(server, "/nowhere"), refused(get(server, "/api/tables/" + wire.NOWHERE), 404,
                                                                             "not-found"),
                   post(server, "/api/tables", b"{", headers={"X-Request-Id": "mine"}), get(server, "/health?token=abc")]
        ids = [answer.headers["x-request-id"] for answer in answers]
        must(len(set(ids)) == len(ids) and all(re.fullmatch("[0-9a-f]{16}", i) for i in ids), "ids:", ids)
        lines = {line["request"]: line for line in lines_of(server) if line["event"] == "request"}
        must([lines[i]["status"] for i in ids] == [200, 404, 404, 400, 200], "statuses")
        must([lines[i]["route"] for i in ids] == ["/health", "page", "/api/tables/*", "/api/tables", "/health"], "routes")
        must([lines[i]["reason"] for i in ids] == ["", "nothing-here", "unknown-table", "body-not-json", ""], "reasons")
        must(lines[ids[2]]["table"] == wire.NOWHERE and lines[ids[0]]["address"] == HOST, lines[ids[2]])
        must("nowhere" not in server.text() and "mine" not in server.text(), "the log has what a client wrote")


def texts_in(value):
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts_in(part)


def secrets_of(db):
    """What is stored of a table that is nobody's business: its seed, its salt, hashes of tokens."""
    for (body,) in sqlite3.connect(db).execute("SELECT body FROM log"):
        yield from (text for text in texts_in(strict(body)) if re.fullmatch("[0-9a-f]{24,}", text))


class Gossip:
    """Notes what players say and hear."""

    def __init__(self):
        self.said = set()

    def choose(self, player, ask):
        self.said.update(ask["actions"])
        return player.luck.choice(ask["actions"])


def busy(server, gossip, form):
    """People who found, join, lose their keys, send nonsense and play; returns what only they may know."""
    key, nonce, pledge = f"k3y-{form}" + "aB9_xYz" * 3, "5e" * 32, "ab" * 32
    answer = fine(post(server, "/api/tables", {"game": "quacks", "seats": ["me", "open"], "key": key, "name": "Hidden Hanna",
                                               "nonce": nonce}), 201)
    table, token = answer["table"]["id"], answer["token"]
    link = fine(post(server, f"/api/tables/{table}/link", token=token), 201)["link"]
    device = fine(post(server, f"/api/tables/{table}/open", {"link": link}))["token"]
    fine(post(server, f"/api/tables/{table}/revoke", {"others": True}, token=token))
    seat, other = wire.join(server, table, name="Silent Sam", nonce_commitment=pledge)
    wrong = "9" * 32
    for path in ("join", "start", "keys?token=" + token, "open", "x" * 300, f"{token}/{link}"):
        post(server, f"/api/tables/{table}/{path}", {"link": link, "seat": seat, "token": token}, token=wrong)
    with_wrong = wire.Socket(server)
    with_wrong.send({"hello": {"api": 2, "table": table, "token": wrong}})
    with_wrong.gone()
    for game, people in (("arcane", 2), ("quacks", 2)):
        at, tokens = wire.gather(server, game, people, ["easy"], options=wire.short(game))
        seated = players.seat_people(server, at, tokens, choose=gossip.choose)
        players.play(seated)
        for player in seated:
            must("no" in player.socket.ask({"id": 99, "undo": True}), "the game is over")
            player.socket.leave()
        yield from (token for token in tokens if token)
    yield from (key, nonce, pledge, token, link, device, other, wrong, "Hidden Hanna", "Silent Sam")


def test_no_secrets(folder):
    """Everything is logged, and no line has a token, a key, a link, a nonce, a seed, a name or a card."""
    db = os.path.join(folder, "charlatan.db")
    for form in ("json", "text"):
        gossip = Gossip()
        with Server(folder, db=db, extra=["--log", form, "--log-level", "debug"]) as server:
            secrets = set(busy(server, gossip, form))
            if form == "json":
                lines_of(server)
        text = server.text()
        secrets |= set(secrets_of(db))
        must(len(secrets) > 20 and len(gossip.said) > 30, "too few secrets:", len(secrets), len(gossip.said))
        must(text.count("request") > 10 and "socket" in text and "wrong-token" in text, "the log is empty")
        for secret in secrets | {said for said in gossip.said if " " in said or "-" in said}:
            must(secret not in text, "the log has", secret)
        os.remove(server.log)


def test_levels(folder):
    """By default nothing is said of requests; --quiet says less."""
    for extra, silent in (((), False), (("--quiet",), True), (("--log-level", "error"), True)):
        with Server(folder, extra=extra) as server:
            get(server, "/nowhere")
            server.stop()
            text = server.text()
            must("request" not in text and ("stopping" in text) != silent, extra, text)
        os.remove(server.log)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
