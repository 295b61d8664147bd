#!/usr/bin/env python3
"""`charlatan admin`: every command against real servers, over several nodes and under load.

admin.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed". day.py follows docs/operations.md, attacks_admin.py has hostile ones.
"""

import json
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import players
import wire
from day import age, quick_game
from wire import PATIENCE, Server, fine, found, get, hello, join, must, post, refused, strict, table_of, wait_until


class Run(Server):
    """A server with an operators' socket."""

    def __init__(self, folder, name="admin", **more):
        self.path = os.path.join(folder, name + ".sock")
        more["extra"] = ["--admin", self.path, *more.get("extra", ())]
        super().__init__(folder, **more)

    def admin(self, *words, status=0):
        """Runs `charlatan admin`; returns what it prints, standard error if it fails."""
        done = wire.program("admin", "--socket", self.path, *words)
        must(done.returncode == status, words, "status", done.returncode, done.stdout, done.stderr)
        return done.stderr if status else done.stdout

    def ask(self, **members):
        """A request over the socket itself."""
        with Line(self) as line:
            return line.ask(members)


class Line:
    """A connection to the operators' socket."""

    def __init__(self, server):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(server.path)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def ask(self, request):
        try:
            self.socket.sendall(request if isinstance(request, bytes) else json.dumps(request).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            pass    # closed before all was sent; there may be an answer
        return self.answer()

    def answer(self):
        """One line; None if the server has closed the connection."""
        while b"\n" not in self.rest:
            try:
                more = self.socket.recv(1 << 16)
            except ConnectionResetError:
                more = b""
            if not more:
                return None
            self.rest += more
        text, self.rest = self.rest.split(b"\n", 1)
        return strict(text.decode())


def reason(answer):
    must(set(answer) == {"error"} and len(answer["error"]["message"]) > 5, "no refusal:", answer)
    return answer["error"]["reason"]


# ---- the socket -------------------------------------------------------------------------------

def test_paths(folder):
    """A socket that is left over is replaced; a file and a socket in use are not."""
    path = os.path.join(folder, "admin.sock")
    with Run(folder) as server:
        done = wire.program("serve", "--port", "0", "--db", "memory", "--admin", path)
        must(done.returncode == 1 and "another server listens there" in done.stderr, done.stderr)
        server.admin("status")
        server.kill()
        must(os.path.exists(path), "nothing is left over")
        server.start()
        server.admin("status")
    with open(path, "w", encoding="ascii") as file:
        file.write("precious")
    done = wire.program("serve", "--port", "0", "--db", "memory", "--admin", path)
    must(done.returncode == 1 and "which is no socket" in done.stderr and "precious" in open(path).read(), done.stderr)
    done = wire.program("admin", "--socket", os.path.join(folder, "nowhere"), "status")
    must(done.returncode == 1 and "--admin PATH" in done.stderr, done.stderr)


def test_usage(folder):
    """The command line says what is wrong."""
    with Run(folder) as server:
        for words in (["fly"], [], ["show"], ["rename", "a", "b"], ["ban", "name"], ["ban", "name", "x", "--for", "soon"],
                      ["list", "--limit", "0"], ["restore", "x.db"], ["check", "/nowhere.db"], ["status", "more"]):
            done = wire.program("admin", "--socket", server.path, *words)
            must(done.returncode in (1, 2) and done.stderr.startswith("charlatan admin: ") and not done.stdout, words, done)
        must(reason(strict(wire.program("admin", "--socket", server.path, "--json", "delete", "a" * 16).stdout))
             == "admin-unknown-table", "no JSON")


# ---- tables -----------------------------------------------------------------------------------

def test_export(folder):
    with Run(folder, db=os.path.join(folder, "a.db")) as server:
        table = quick_game(server, "Ann")
        record = get(server, f"/api/tables/{table}/record").text
        must(server.admin("export", table) == record, "another record")
        path = os.path.join(folder, "record.jsonl")
        server.admin("export", table, path)
        with open(path, encoding="utf-8") as file:
            must(file.read() == record, "another record in the file")
        log = server.admin("export", table, "--log").strip().split("\n")
        stored = [row[0] for row in sqlite3.connect(server.db).execute("SELECT body FROM log WHERE match = ? ORDER BY n",
                                                                      (table,))]
        must(log == stored, "another log")
        running, _ = found(server, "null", ["me", "open"])
        must("only once the game is over" in server.admin("export", running, status=1), "a record of a running game")


def test_delete_tells(folder):
    """Everybody at the table is told, also at another node of the database, and nobody can go on."""
    with wire.Postgres() as database:
        with Run(folder, db=database.url) as one, Run(folder, "other", db=database.url) as two:
            table, token = found(one, "null", ["me", "open"])
            other = join(two, table)[1]
            seated = [hello(one, table, token), hello(two, table, other), hello(two, table)]
            for guest in seated:
                guest.until("snapshot")
            one.admin("delete", table)
            for guest in seated:
                guest.bye("deleted")
            for server in (one, two):
                wait_until(lambda s=server: get(s, f"/api/tables/{table}").status == 404, what="it is gone")
                must(table not in server.admin("list"), "it is listed")
            must(database.ask(f"SELECT count(*) FROM charlatan.log WHERE match = '{table}'") == "0", "a log")
            quick_game(two, "Ann")


def test_nodes_on_postgres(folder):
    """Deleting, renaming, closing and bans reach the other node of a PostgreSQL database."""
    with wire.Postgres() as database:
        with Run(folder, db=database.url) as one, Run(folder, "other", db=database.url) as two:
            table, token = found(one, "null", ["me", "open"], name="Rude")
            watcher = hello(two, table)
            watcher.until("snapshot")
            one.admin("rename", table, "Rude", "Kind")
            must(watcher.until("snapshot")["snapshot"]["table"]["seats"][0]["name"] == "Kind", "the old name")
            two.admin("close", table, "--why", "enough")
            must(watcher.until("close")["close"] == "enough", "not closed")
            wait_until(lambda: table_of(one, table)["state"] == "closed", what="the other node knows")
            over = quick_game(two, "Eve Example")
            must("1 table changed" in one.admin("forget", "Eve Example"), "not changed")
            wire.verify(wait_until(lambda: named(two, over, "Guest")), folder)
            watcher = hello(two, over)
            watcher.until("snapshot")
            one.admin("delete", over)
            watcher.bye("deleted")
            one.admin("ban", "name", "Rude")
            wait_until(lambda: post(two, "/api/tables", {"game": "null", "seats": ["me"], "name": "Rude"}).status == 400,
                       what="the ban holds at the other node")
            must("pg_dump" in one.admin("backup", os.path.join(folder, "x.db"), status=1), "no word of pg_dump")
            must("every log was replayed" in wire.program("admin", "check", database.url).stdout, "not checked")
            must(token, "a seat")


def named(server, table, name):
    text = get(server, f"/api/tables/{table}/record").text
    return text if name in text else None


def test_rename_running(folder):
    """A game whose person was renamed is played to its end, and its record is sound."""
    with Run(folder, db=os.path.join(folder, "a.db")) as server:
        table, tokens = wire.gather(server, "quacks", 2)
        name = table_of(server, table)["seats"][0]["name"]
        seated = players.seat_people(server, table, tokens)
        players.play(seated, until=lambda: (seated[0].n or 0) > 30)
        for player in seated:
            player.socket.drop()
        server.admin("rename", table, name, "Brand New")
        must(table_of(server, table)["seats"][0]["name"] == "Brand New", "the old name")
        must("Nobody at this table" in server.admin("rename", table, "Nobody Here", "x", status=1), "no refusal")
        fresh = players.seat_people(server, table, tokens)
        players.play(fresh)
        record = get(server, f"/api/tables/{table}/record").text
        must("Brand New" in record, "the record has another name")
        wire.verify(record, folder)


# ---- bans and retention -----------------------------------------------------------------------

def test_bans(folder):
    """They last over a restart, end in time, and fit networks."""
    db = os.path.join(folder, "a.db")
    with Run(folder, db=db) as server:
        server.admin("ban", "address", "127.0.0.0/30", "--why", "a network")
        server.admin("ban", "address", "2001:db8::/32")
        server.admin("ban", "name", "*evil*", "--for", "1d")
        server.stop()
        server.start(wait=False)
        wait_until(lambda: quietly(server, "127.0.0.5") == 200, what="it starts")
        wait_until(lambda: quietly(server, "127.0.0.1") == 403, what="bans are read")
        must(quietly(server, "127.0.0.3") == 403 and quietly(server, "127.0.0.4") == 200, "another network")
        must(wire.http(server, "GET", "/live", source="127.0.0.2").status == 200, "health is banned")
        bans = strict(server.admin("bans", "--json"))["bans"]
        must([ban["what"] for ban in bans] == ["127.0.0.0/30", "2001:db8::/32", "*evil*"], bans)
        must(bans[0]["until"] is None and 86300000 < bans[2]["until"] - bans[2]["at"] <= 86400000, bans)
        server.admin("unban", "address", "127.0.0.0/30")
        must(quietly(server, "127.0.0.1") == 200, "still banned")
        with sqlite3.connect(db, timeout=PATIENCE) as file:
            file.execute("UPDATE notes SET body = '{\"at\":1,\"until\":2}' WHERE name LIKE 'ban name%'")
        file.close()
        wait_until(lambda: post(server, "/api/tables", {"game": "null", "seats": ["me", "open"], "name": "Evil"}).status
                   == 201, what="a ban that is over")
        must("over since" in server.admin("bans"), "not told")


def quietly(server, source):
    try:
        return wire.http(server, "GET", "/api/games", source=source).status
    except OSError:
        return None


def test_retention_by_default(folder):
    """Games go 90 days after their end, and where nobody has moved for 100; with 0 they stay. Whoever has chosen nothing
    has an hour to do so."""
    db = os.path.join(folder, "a.db")
    with Run(folder, db=db) as server:
        over = quick_game(server, "Ann")
        idle, _ = wire.gather(server, "quacks", 2)
        wait_until(lambda: table_of(server, idle)["state"] == "running", what="it begins")
        must("90 days after their end, 30 days after they were closed, 100 days after their last move" in server.text(), server.text())
    age(db, 95)
    for extra in ([], ["--keep-finished", "0"]):
        with Run(folder, db=db, extra=extra) as server:
            time.sleep(2.5)
            must([get(server, f"/api/tables/{t}").status for t in (over, idle)] == [200, 200], "deleted", extra)
    with Run(folder, db=db, extra=["--keep-closed", "0"]) as server:
        wait_until(lambda: "1 table was removed: kept long enough" in server.text(), what="it is deleted")
        must([get(server, f"/api/tables/{t}").status for t in (over, idle)] == [404, 200], "others")
    age(db, 6)
    with Run(folder, db=db, extra=["--keep-closed", "0"]) as server:
        wait_until(lambda: "1 table was removed: kept long enough" in server.text(), what="it is deleted")
        refused(get(server, f"/api/tables/{idle}"), 404, "not-found")


def test_retention(folder):
    """Old games go, when the server starts; young ones stay."""
    db = os.path.join(folder, "a.db")
    with Run(folder, db=db) as server:
        over = quick_game(server, "Ann")
        closed, _ = found(server, "null", ["me", "open"])
        server.admin("close", closed)
        # Without bots nothing happens there by itself. A bot that had not answered yet would do so after the next look.
        idle, _ = wire.gather(server, "quacks", 2)
        wait_until(lambda: table_of(server, idle)["state"] == "running", what="it begins")
    age(db, 8)
    with Run(folder, db=db) as server:
        young = quick_game(server, "Ann")
        time.sleep(2.5)
        must(all(get(server, f"/api/tables/{t}").status == 200 for t in (over, closed, idle)), "deleted without a word")
    with Run(folder, db=db, extra=["--keep-finished", "7"]) as server:
        wait_until(lambda: "1 table was removed: kept long enough" in server.text(), what="it is deleted")
        must([get(server, f"/api/tables/{t}").status for t in (over, closed, idle, young)] == [404, 200, 200, 200], "others")
    with Run(folder, db=db, extra=["--keep-closed", "7", "--keep-idle", "9"]) as server:
        wait_until(lambda: "1 table was removed: kept long enough" in server.text(), what="it is deleted")
        must([get(server, f"/api/tables/{t}").status for t in (closed, idle, young)] == [404, 200, 200], "others")
        server.admin("purge", "idle", "--days", "7")
        refused(get(server, f"/api/tables/{idle}"), 404, "not-found")


# ---- copies -----------------------------------------------------------------------------------

class Crowd(threading.Thread):
    """Plays one short game after the other until it is told to stop."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.games, self.stopped, self.failed = server, 0, False, None

    def run(self):
        try:
            while not self.stopped:
                quick_game(self.server, "Crowd")
                self.games += 1
        except Exception as error:      # pylint: disable=broad-except
            self.failed = error


def test_backup_under_load(folder):
    """Copies that are made while people play are whole, and a game goes on from one."""
    db, copy, new = (os.path.join(folder, name) for name in ("a.db", "copy.db", "new.db"))
    with Run(folder, db=db) as server:
        crowd = Crowd(server)
        table, tokens = wire.gather(server, "null", 2, options={"tosses": 5})
        crowd.start()
        sizes = []
        for _ in range(4):
            before = crowd.games
            wait_until(lambda b=before: crowd.games > b or crowd.failed, what="people play")
            told = strict(server.admin("backup", copy, "--json"))
            must(told["ok"] is True and told["bad"] == 0, told)
            sizes.append(told["tables"])
        crowd.stopped = True
        crowd.join(PATIENCE)
        must(crowd.failed is None and sizes == sorted(sizes) and sizes[-1] > sizes[0], crowd.failed, sizes)
        must(stat.S_IMODE(os.stat(copy).st_mode) == 0o600, "others can read it")
        must(not [name for name in os.listdir(folder) if "copy-" in name or name.endswith(".part")], os.listdir(folder))
    wire.program("admin", "restore", copy, "--db", new)
    with Run(folder, db=new) as server:
        players.play(players.seat_people(server, table, tokens))
        must(table_of(server, table)["state"] == "over", "it does not go on")


def test_check_finds_damage(folder):
    db, copy = os.path.join(folder, "a.db"), os.path.join(folder, "copy.db")
    with Run(folder, db=db) as server:
        table = quick_game(server, "Ann")
        server.admin("backup", copy)
    for change, says in (("""UPDATE log SET body = replace(body, '"hash":"', '"hash":"0') WHERE match = ? AND n > 2""", "entry"),
                         ("DELETE FROM log WHERE match = ? AND n = 2", "entry"),
                         ("UPDATE matches SET n = n + 1 WHERE id = ?", "another number of entries"),
                         ("UPDATE matches SET phase = 1 WHERE id = ?", "another state")):
        bad = os.path.join(folder, "bad.db")
        with open(copy, "rb") as file, open(bad, "wb") as to:
            to.write(file.read())
        with sqlite3.connect(bad) as file:
            must(file.execute(change, (table,)).rowcount > 0, "nothing was damaged")
        file.close()
        done = wire.program("admin", "check", bad)
        must(done.returncode == 1 and table in done.stderr and says in done.stderr, change, done)
        done = wire.program("admin", "restore", bad, "--db", os.path.join(folder, "new.db"))
        must(done.returncode == 1 and "nothing was restored" in done.stderr, done)
        must(not os.path.exists(os.path.join(folder, "new.db")), "it was restored")
    with open(copy, "r+b") as file:
        file.truncate(5000)
    must(wire.program("admin", "check", copy).returncode == 1, "half a file is sound")


def test_restore_over(folder):
    """A database that a server uses is not replaced; another one is kept aside."""
    db, copy = os.path.join(folder, "a.db"), os.path.join(folder, "copy.db")
    with Run(folder, db=db) as server:
        table = quick_game(server, "Ann")
        server.admin("backup", copy)
        later = quick_game(server, "Ann")
        done = wire.program("admin", "restore", copy, "--db", db)
        must(done.returncode != 0 and "--replace" in done.stderr, done)
        done = wire.program("admin", "restore", copy, "--db", db, "--replace")
        must(done.returncode != 0 and "stop the server first" in done.stderr, done)
        must(table_of(server, later)["state"] == "over", "lost")
    done = wire.program("admin", "restore", copy, "--db", db, "--replace")
    must(done.returncode == 0 and "a.db.before-1" in done.stdout, done)
    with Run(folder, db=db) as server:
        must(table_of(server, table)["state"] == "over" and get(server, f"/api/tables/{later}").status == 404, "not the copy")
    must(wire.program("admin", "check", db + ".before-1").returncode == 0, "the old one is not whole")


def test_restore_beside_an_old_log(folder):
    """A server was killed and somebody has removed its file, but not the write-ahead log. SQLite would put the log's pages
    into whatever file has that name next; so the log is set aside."""
    db, copy = os.path.join(folder, "a.db"), os.path.join(folder, "copy.db")
    with Run(folder, db=db) as server:
        table = quick_game(server, "Ann")
        server.admin("backup", copy)
        later = quick_game(server, "Ann")
        server.kill()
    with open(db + "-wal", "rb") as file:
        log = file.read()
    must(log, "no log")
    os.unlink(db)
    done = wire.program("admin", "restore", copy, "--db", db)
    must(done.returncode == 0, done)
    with Run(folder, db=db) as server:
        must(table_of(server, table)["state"] == "over", "lost")
        must(get(server, f"/api/tables/{later}").status == 404, "the old log is in the new file")
    must(wire.program("admin", "check", db).returncode == 0, "not sound")
    with open(db + ".before-1-wal", "rb") as file:
        must(file.read() == log, "the old log is lost")


def test_check_of_strange_ids(folder):
    """A file from elsewhere may have ids of any length. They are no tables, and the check comes to an end."""
    db = os.path.join(folder, "a.db")
    with Run(folder, db=db) as server:
        table = quick_game(server, "Ann")
    with sqlite3.connect(db) as file:
        file.executemany("INSERT INTO matches SELECT ?, n, phase, open, game, created, touched, due, card FROM matches WHERE id = ?",
                         [("a" * 16 + f"{i:04}", table) for i in range(600)])
    file.close()
    done = wire.program("admin", "check", db)
    must(done.returncode == 1 and done.stderr.count("\n") == 600, done.returncode, done.stderr[:300])


def test_memory(folder):
    with Run(folder) as server:
        must("in memory" in server.admin("backup", os.path.join(folder, "x"), status=1), "a copy of nothing")
        over = quick_game(server, "Eve Example")
        server.admin("forget", "Eve Example")
        record = get(server, f"/api/tables/{over}/record").text
        must("Eve" not in record and "Guest" in record, record[:400])
        wire.verify(record, folder)
        server.admin("compact")


def test_every_action_is_logged(folder):
    """Who did what to which table, and no name."""
    with Run(folder, extra=["--log", "json"]) as server:
        table, _ = found(server, "null", ["me", "open"], name="Secret Sue")
        server.admin("rename", table, "Secret Sue", "Other Olga")
        server.admin("forget", "Other Olga")
        server.admin("ban", "name", "Banned Bob")
        server.admin("close", table)
        server.admin("delete", table)
        server.admin("delete", table, status=1)
        lines = [strict(line) for line in server.text().split("\n") if '"admin"' in line]
        must([(line["do"], line["table"], line["reason"]) for line in lines] == [
            ("rename", table, ""), ("forget", "", ""), ("ban", "", ""), ("close", table, ""), ("delete", table, ""),
            ("delete", table, "admin-unknown-table")], lines)
        must(all(line["who"].startswith(f"user {os.geteuid()}, process ") for line in lines), lines)
        for name in ("Sue", "Olga", "Bob"):
            must(name not in server.text(), "the log has", name)


def test_stop_meanwhile(folder):
    """A server that stops answers what it has been asked, or closes; it ends well."""
    with Run(folder, db=os.path.join(folder, "a.db")) as server:
        for _ in range(3):
            quick_game(server, "Ann")
        lines = [Line(server) for _ in range(6)]
        for line, verb in zip(lines, ("backup", "compact", "status", "list", "backup", "forget")):
            line.socket.sendall(json.dumps({"do": verb, **({"name": "Ann"} if verb == "forget" else {})}).encode() + b"\n")
        server.stop()
        for line in lines:
            line.answer()


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
