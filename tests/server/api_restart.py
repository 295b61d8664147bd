"""Servers that stop and start again."""

import contextlib
import fcntl
import os
import resource
import select
import signal
import sqlite3
import subprocess
import time

import harness
import wire
from api_games import check_end
from players import Player, play, seat_people
from wire import (NOWHERE, Server, Socket, connect, fine, found, gather, get, must, post, program,
                  request_bytes, short, table_of, verify, wait_until)


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


def test_frozen(folder):
    """A process that stood still costs nobody a seat."""
    with Server(folder) as server:
        table, _ = gather(server, "null", 2, clock={"move": 2, "game": 0})
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(0.5)
        must(all(seat["away"] is None for seat in table_of(server, table)["seats"]), "somebody lost a seat")
        must("charlatan_gaps_total 1\n" in get(server, "/metrics").text, "the gap is not counted")


def test_long_log(folder):
    """The longest of tables is loaded while the server answers others."""
    db = os.path.join(folder, "long.db")
    with Server(folder, db=db) as server:
        table, token = found(server, "null", ["me", "random"], wait=True)
        fine(post(server, f"/api/tables/{table}/start", {}, token))
        server.stop()
        n = make_longer(db, table, 40000)
        server.start()
        gaps, begin = [], time.monotonic()
        asked = Socket(server)
        asked.send({"hello": {"api": 2, "table": table, "token": token}})
        while not (gaps and select.select([asked], [], [], 0)[0]):
            before = time.monotonic()
            fine(get(server, "/health"))
            gaps.append(time.monotonic() - before)
        took = time.monotonic() - begin
        must(asked.receive()["snapshot"]["n"] >= n - 1, "the table is not as long as its log")
        must(max(gaps) < 0.6 * took, "the server stood still for", max(gaps), "of", took, "seconds")


def make_longer(db, table, entries):
    """Adds to the log of a table: somebody leaves and comes back, again and again. Returns how many entries it has."""
    with contextlib.closing(sqlite3.connect(db)) as file, file:
        n, at = file.execute("SELECT n, touched FROM matches WHERE id = ?", (table,)).fetchone()
        bodies = (f'{{"at":{at},"away":0,"why":"left","bot":"random"}}', f'{{"at":{at},"back":0}}')
        file.executemany("INSERT INTO log (match, n, body) VALUES (?, ?, ?)",
                         ((table, n + i, bodies[i % 2]) for i in range(entries)))
        file.execute("UPDATE matches SET n = ? WHERE id = ?", (n + entries, table))
    return n + entries


def test_full_disk(folder):
    """A disk that is full: the server is not ready, says so once, loses nothing, and is ready again by itself."""
    db = os.path.join(folder, "full.db")
    with Server(folder, db=db) as server:
        table, _ = found(server, "null", ["me", "open"])
        most = os.path.getsize(db + "-wal")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        refused = post(server, "/api/tables", {"game": "null", "seats": ["me", "open"]})
        must(refused.status == 503 and refused.json["error"]["code"] == "storage", refused.text)
        for _ in range(3):
            table_of(server, table, "waiting")     # it can be read
            must(get(server, "/health").status == 503, "ready on a full disk")
            time.sleep(0.1)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(server.ready, what="the server is ready again")
        found(server, "null", ["me", "open"])
        text = server.text()
        must(text.count("the store fails: The file") == 1 and text.count("the store works again") == 1, text)
        must("charlatan_store_outages_total 1\n" in get(server, "/metrics").text, "outages are not counted")


def test_locked_file(folder):
    """Another program keeps the file locked, and nobody moves: the server says within seconds that it is not ready, and
    that it is again."""
    db = os.path.join(folder, "locked.db")
    with Server(folder, db=db) as server:
        found(server, "null", ["me", "open"])
        with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            wait_until(lambda: get(server, "/ready").status == 503, seconds=20, what="the lock is noticed")
            must(get(server, "/live").status == 200, "the process works")
            other.execute("ROLLBACK")
        wait_until(lambda: get(server, "/ready").status == 200, what="the server is ready again")
        found(server, "null", ["me", "open"])


def refused_start(*arguments, cwd=None):
    """What a server says that does not start."""
    done = subprocess.run([harness.program(), "serve", "--port", "0", *arguments], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, timeout=wire.PATIENCE * 2, check=False, cwd=cwd)
    must(done.returncode == 1, "it was not refused:", done)
    return done.stderr


def test_one_server_for_a_file(folder):
    """A second server with the same file is refused in words, by whatever name; it can start when the first has died."""
    inner = os.path.join(folder, "inner")
    os.mkdir(inner)
    db = os.path.join(inner, "one.db")
    with Server(folder, db=db) as server:
        table, token = found(server, "null", ["me", "open"])
        os.symlink(db, os.path.join(folder, "link.db"))
        os.symlink(inner, os.path.join(folder, "way"))
        os.link(db, os.path.join(folder, "hard.db"))
        before = os.stat(db).st_mtime_ns
        for name, cwd in ((db, None), (os.path.join(folder, "link.db"), None), (os.path.join(folder, "way", "one.db"), None),
                          (os.path.join(folder, "hard.db"), None), ("one.db", inner), ("../inner/./one.db", inner)):
            said = refused_start("--db", name, cwd=cwd)
            must(os.path.basename(name) + "' is used by another server" in said and "PostgreSQL" in said, said)
        must(os.stat(db).st_mtime_ns == before, "a server that was refused has written")
        server.process.send_signal(signal.SIGSTOP)
        refused_start("--db", db)
        server.process.send_signal(signal.SIGCONT)
        # Others may use the file.
        with contextlib.closing(sqlite3.connect(db)) as file:
            must(file.execute("SELECT count(*) FROM matches").fetchone() == (1,), "it cannot be read")
        must(program("admin", "check", db).returncode == 0, "operators cannot check it")
        wire.hello(server, table, token).until("snapshot")
        # However it ends, the next one can start at once.
        for _ in range(5):
            server.process.kill()
            server.process.wait()
            server.start()
            must(table_of(server, table, "waiting")["n"] == 0, "the table")
        server.stop()
        server.start()


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
    """SIGTERM while the store is being asked: the client has gone when the answer comes."""
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
