#!/usr/bin/env python3
"""Everyday tasks of an operator: each test takes the commands from docs/operations.md and carries them out.

day.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import os
import re
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import players
import wire
from doors import SecureServer, certificate
from harness import ROOT
from signs import der, served_certificate
from wire import PATIENCE, Server, fine, found, get, hello, join, must, post, refused, table_of, wait_until


class Page:
    """The commands below one heading of the page, in their order."""

    def __init__(self, heading, folder, **words):
        with open(os.path.join(ROOT, "docs/operations.md"), encoding="utf-8") as file:
            text = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#)", file.read(), re.M | re.S)
        must(text, "no heading", heading)
        self.lines = [line.split("#")[0].strip() for line in re.findall(r"^    (.+)$", text[1], re.M)]
        self.folder, self.words, self.service = folder, words, None

    def step(self, *expected):
        """Carries out the next command of the page, which must have these words; returns what it prints."""
        must(self.lines, "the page has no more commands")
        line = self.lines.pop(0)
        for word in expected:
            must(word in line, repr(word), "is not in the page's command", repr(line))
        for old, new in self.words.items():
            line = line.replace(old, new)
        words = shlex.split(line)
        words = words[1:] if words[0] == "sudo" else words
        if words[0] != "charlatan":
            return self.system(words)
        done = subprocess.run([harness.program(), *words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=PATIENCE * 4, check=False, cwd=self.folder, env=self.env())
        must(done.returncode == 0, line, "status", done.returncode, done.stdout, done.stderr)
        return done.stdout

    def env(self):
        return {**os.environ, "CHARLATAN_ADMIN": os.path.join(self.folder, "admin.sock")}

    def system(self, words):
        """What the machine's own programs do with the service."""
        if words[:2] == ["systemctl", "reload"]:
            self.service.process.send_signal(signal.SIGHUP)
        elif words[:2] == ["systemctl", "restart"]:
            self.service.stop()
            self.service.start()
        elif words[:2] == ["systemctl", "start"]:
            self.service.start()
        else:
            must(words[0] == "apt", "the page has a command that nobody knows:", words)
        return ""

    def end(self):
        must(not self.lines, "left of the page:", self.lines)


class Run(Server):
    """A server with an operators' socket, and a page that is followed there."""

    def __init__(self, folder, heading, extra=(), **words):
        self.page = Page(heading, folder, **words)
        self.page.service = self
        super().__init__(folder, db=os.path.join(folder, "charlatan.db"),
                         extra=["--admin", os.path.join(folder, "admin.sock"), *extra])


def test_day(folder):
    """The first commands of the page."""
    with Run(folder, "Everyday tasks") as run:
        found(run, "null", ["me", "open"], name="Ann", open=False)
        found(run, "quacks", ["me", "easy"], name="Ben")
        must("ready" in run.page.step("status"), "not ready")
        listed = run.page.step("list")
        must("Ann" in listed and "Ben" in listed and "waiting" in listed, listed)
        running = run.page.step("list", "--state running", "--game quacks")
        must("Ann" not in running and "Ben" in running, running)
        run.page.end()


def test_stuck_table(folder):
    with Run(folder, "A stuck table") as run:
        table, token = found(run, "null", ["me", "open"], name="Ann", clock={"move": 0, "game": 0})
        other = join(run, table, name="Ben")[1]
        stuck, _ = found(run, "null", ["me", "open"], name="Cleo")
        seated = hello(run, table, token)
        seated.until("snapshot")
        run.page.words["ID"] = table
        run.page.words["ID"] = f"http://{wire.HOST}:{run.port}/#t/{table}"
        shown = run.page.step("show")
        must("running" in shown and "waits for" in shown and "Ann, Ben" in shown, shown)
        must("seat 0 from 127.0.0.1" in shown, shown)
        run.page.step("close", "--why")
        must(seated.until("close")["close"] == "Ann cannot play on", "the reason")
        must(table_of(run, table)["state"] == "closed", "not closed")
        sqlite3_spoil(run.db, stuck)
        run.stop()
        run.start()
        run.page.words["ID"] = stuck
        refused(get(run, f"/api/tables/{stuck}"), 503, "broken-table")
        must("cannot be used" in run.text(), "the log says nothing")
        run.page.step("export", "--log")
        with open(os.path.join(folder, "table.jsonl"), encoding="utf-8") as file:
            must("Cleo" in file.read(), "no copy")
        must(os.stat(os.path.join(folder, "table.jsonl")).st_mode & 0o077 == 0, "others can read the copy")
        run.page.step("delete")
        refused(get(run, f"/api/tables/{stuck}"), 404, "not-found")
        run.page.end()
        must(other, "Ben has a seat")


def sqlite3_spoil(db, table):
    with sqlite3.connect(db, timeout=PATIENCE) as file:
        file.execute("""UPDATE log SET body = replace(body, '"needs":"0', '"needs":"9') WHERE match = ?""", (table,))
    file.close()


def test_abusive_name(folder):
    with Run(folder, "An abusive name", ID="") as run:
        table, token = found(run, "null", ["me", "open"], name="the bad name", open=True)
        watcher = hello(run, table)
        must(watcher.until("snapshot")["snapshot"]["table"]["seats"][0]["name"] == "the bad name", "not there")
        run.page.words["ID"] = table
        run.page.step("rename")
        must(watcher.until("snapshot")["snapshot"]["table"]["seats"][0]["name"] == "Guest", "the old name is seen")
        must("bad name" not in get(run, "/api/tables").text, "the list has it")
        run.page.step("ban name")
        for name in ("the bad name", "BAD  Name", "x.b-a-d.name!", "Bád Name"):
            refused(post(run, "/api/tables", {"game": "null", "seats": ["me", "open"], "name": name}), 400, "bad-request")
        must(refused(post(run, f"/api/tables/{table}/join", {"name": "Bad Name"}), 400,
                     "bad-request").json["error"]["reason"] == "name-banned", "another reason")
        fine(post(run, f"/api/tables/{table}/join", {"name": "badger"}))
        run.page.words["192.0.2.7"] = wire.HOST
        run.page.step("ban address", "--for 7d")
        watcher.bye("banned")
        refused(get(run, "/api/games"), 403, "banned")
        fine(get(run, "/health"))
        must("until" in run.page.step("bans"), "no list")
        run.page.step("unban")
        fine(get(run, "/api/games"))
        run.page.end()
        must(token, "the founder keeps the seat")


def quick_game(server, name):
    """A game that is over, with this person; returns its table."""
    table, token = found(server, "null", ["me", "open"], options={"tosses": 1}, name=name)
    other = join(server, table, name="Opponent")[1]
    players.play(players.seat_people(server, table, [token, other]))
    return table


def test_name_deleted(folder):
    """The name is gone from the file, and records are verified as before."""
    with Run(folder, "Someone wants their name deleted") as run:
        over = quick_game(run, "Eve Example")
        before = get(run, f"/api/tables/{over}/record").text
        waiting, _ = found(run, "null", ["me", "open"], name="Eve Example")
        must("Eve Example" in before, "the record has another name")
        must("1 table would be" in run.page.step("--dry-run"), "another number")
        said = run.page.step("forget")
        must("1 table changed" in said and "1 with this name left alone" in said, said)
        after = get(run, f"/api/tables/{over}/record").text
        must(after == before.replace("Eve Example", "Guest"), "more than the name has changed")
        wire.verify(after, folder)
        subprocess.run([harness.program(), "admin", "rename", waiting, "Eve Example", "Guest"], check=True,
                       env=run.page.env(), stdout=subprocess.DEVNULL, timeout=PATIENCE)
        subprocess.run([harness.program(), "admin", "compact"], check=True, env=run.page.env(), stdout=subprocess.DEVNULL,
                       timeout=PATIENCE)
        for ending in ("", "-wal"):
            path = run.db + ending
            if os.path.exists(path):
                with open(path, "rb") as file:
                    must(b"Eve" not in file.read(), "the name is still in", path)
        run.page.end()


class Tight(Run):
    """Its files cannot grow beyond a size, as on a disk that is full. SIGXFSZ stays ignored, as Python has it."""

    def start(self, wait=True):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            restore_signals=False)
        wait_until(self.ready, what="the server answers " + self.tail(), every=0.01)

    def allow(self, size):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def age(db, days):
    """Makes all tables older."""
    with sqlite3.connect(db, timeout=PATIENCE) as file:
        file.execute("UPDATE matches SET touched = touched - ?", (days * 86400000,))
    file.close()


def test_full_disk(folder):
    with Tight(folder, "A full disk") as run:
        old = [quick_game(run, "Old") for _ in range(3)]
        run.stop()
        age(run.db, 400)
        run.start()
        new = quick_game(run, "New")
        run.allow(os.path.getsize(run.db + "-wal"))
        wait_until(lambda: post(run, "/api/tables", {"game": "null", "seats": ["me", "open"]}).status == 503,
                   what="nothing can be stored")
        wait_until(lambda: get(run, "/ready").status == 503, what="it is not ready")
        must(get(run, "/live").status == 200, "not alive")
        status = subprocess.run([harness.program(), "admin", "status"], env=run.page.env(), capture_output=True, text=True,
                                check=True, timeout=PATIENCE).stdout
        must("not ready" in status and "charlatan.db" in status, status)
        run.allow(resource.RLIM_INFINITY)
        wait_until(lambda: get(run, "/ready").status == 200, what="it goes on by itself")
        must("3 tables would be removed" in run.page.step("purge finished", "--dry-run"), "another number")
        must("3 tables removed" in run.page.step("purge finished"), "another number")
        must("0 tables" in run.page.step("purge closed") and "0 tables" in run.page.step("purge idle"), "too many")
        run.page.step("compact")
        refused(get(run, f"/api/tables/{old[0]}"), 404, "not-found")
        must(table_of(run, new)["state"] == "over", "a new one is gone")
        run.page.end()


def test_certificate(folder):
    key, cert = certificate(folder)

    def renew(where):
        os.mkdir(os.path.join(folder, where))
        new_key, new_cert = certificate(os.path.join(folder, where))
        os.replace(new_cert, cert)
        os.replace(new_key, key)

    class SecureRun(SecureServer, Run):
        pass
    with SecureRun(folder, "A certificate that expires", extra=["--tls-cert", cert, "--tls-key", key]) as run:
        must(served_certificate(run) == der(cert), "another certificate")
        renew("second")
        run.page.step("systemctl restart")
        must(served_certificate(run) == der(cert), "the old certificate after a restart")
        renew("third")
        run.page.step("systemctl reload")
        wait_until(lambda: "the certificate was read again" in run.text(), what="the log says it")
        must(served_certificate(run) == der(cert), "the old certificate")
        run.page.end()


def test_upgrade(folder):
    """A game goes on at the move where it was."""
    backup = os.path.join(folder, "before-upgrade.db")
    with Run(folder, "An upgrade", **{"/var/backups/before-upgrade.db": backup}) as run:
        table, tokens = wire.gather(run, "quacks", 2)
        seated = players.seat_people(run, table, tokens)
        players.play(seated, until=lambda: (seated[0].n or 0) > 8)
        for player in seated:
            player.socket.drop()
        must("without errors" in run.page.step("backup"), "no check")
        run.page.step("apt install")
        run.page.step("systemctl restart")
        must("ready" in run.page.step("status"), "not ready")
        must(table_of(run, table)["n"] >= 8, "moves are lost")
        run.page.end()


def test_restore(folder):
    """The backup goes to another folder with another server, and a game goes on there, with the same keys."""
    home, away = (os.path.join(folder, name) for name in ("home", "away"))
    os.mkdir(home)
    os.mkdir(away)
    env = {**os.environ, "CHARLATAN_ADMIN": os.path.join(home, "admin.sock")}
    with Run(home, "Everyday tasks") as run:
        table, tokens = wire.gather(run, "null", 2, options={"tosses": 3})
        subprocess.run([harness.program(), "admin", "backup", os.path.join(away, "charlatan.db")], check=True, env=env,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)
    shutil.rmtree(home)
    target = os.path.join(away, "lib.db")

    class Elsewhere(Run):
        def start(self, wait=True):
            if os.path.exists(target):      # the page starts it when the database is there
                super().start(wait)
    with Elsewhere(away, "A restore on another machine", **{"/var/lib/charlatan/charlatan.db": target}) as run:
        run.db = target
        must("1 running" in run.page.step("check"), "another backup")
        run.page.step("restore")
        must(os.stat(target).st_mode & 0o077 == 0, "others can read it")
        run.page.step("systemctl start")
        must("ready" in run.page.step("status"), "not ready")
        players.play(players.seat_people(run, table, tokens))
        must(table_of(run, table)["state"] == "over", "the game does not go on")
        wire.verify(get(run, f"/api/tables/{table}/record").text, folder)
        run.page.end()


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
