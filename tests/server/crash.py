#!/usr/bin/env python3
"""Servers are killed (SIGKILL) at random moments while people play; nothing that was acknowledged may be lost.

crash.py [--charlatan build/release/charlatan] [--kills 200] [--faults 15] [--nodes 3] [--seed N] [name ...]

The kills are shared out among three houses: SQLite, and PostgreSQL with one node and with two. In a fourth house it is
the database that dies. In a fifth each of several nodes has a proxy (proxy.py) between it and the database,
and so many faults of all kinds happen: messages and answers are lost, late or slow, connections are cut, reset or dead
without a word, nodes and the database are killed.

Players come back to any node with the last number they have. They take moves back, or ask for it. In the end every
answer that was acknowledged is in the record of its game, once and at its number, or was taken back; every undo and plea
is in the record, and none that was not told; no number was ever told with two contents; all games end, and every record
passes `charlatan verify`. Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import collections
import contextlib
import os
import random
import select
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from players import Player
from wire import Closed, Postgres, Proxy, Refused, Server, found, get, hello, join, must, strict, verify, wait_until

TABLES = 6        # at a time
STALL = 40        # seconds without a new number at a table that is not over
KINDS = [("arcane", 2, 0, {"turn_cap": 6, "edition": "hundred", "rounds": 1}), ("quacks", 2, 0, {}),
         ("quacks", 3, 0, {"together": True}), ("null", 3, 0, {"tosses": 9}), ("arcane", 3, 1, {"turn_cap": 3}),
         ("quacks", 2, 1, {"books": 2})]    # game, people, bots, options
LONG = [("arcane", 2, 2, {"edition": "hundred", "rounds": 4})]    # has snapshots in the store; in long runs only


class Killer(threading.Thread):
    """Kills nodes at moments of its own and starts them again, whatever the players are doing."""

    what = "kills"

    def __init__(self, nodes, kills, luck):
        super().__init__(daemon=True)
        self.nodes, self.kills, self.luck = nodes, kills, luck
        self.done, self.trouble, self.enough = 0, None, False

    def run(self):
        try:
            while self.done < self.kills and not self.enough:
                time.sleep(self.luck.uniform(0.03, 0.35))
                node = self.luck.choice(self.nodes)
                node.process.kill()
                node.process.wait()
                self.done += 1
                time.sleep(self.luck.uniform(0, 0.08 if len(self.nodes) == 1 else 0.3))
                node.start()
        except Exception as trouble:    # reported by the main thread
            self.trouble = trouble

    def finished(self):
        must(self.trouble is None, "a node does not come back:", self.trouble)
        return not self.is_alive()


class DatabaseKiller(Killer):
    """The same for the database: the nodes live, and say 503 until it is back."""

    def __init__(self, nodes, postgres, kills, luck):
        super().__init__(nodes, kills, luck)
        self.postgres = postgres

    def run(self):
        try:
            while self.done < self.kills and not self.enough:
                time.sleep(self.luck.uniform(0.2, 0.8))
                self.postgres.verb("crash")
                self.done += 1
                wait_until(lambda: get(self.nodes[0], "/health").status == 503, what="the nodes notice")
                self.postgres.verb("start")
                wait_until(lambda: get(self.nodes[0], "/health").status == 200, what="the nodes recover")
        except Exception as trouble:    # reported by the main thread
            self.trouble = trouble


# What a node and its database say to each other, phase by phase; True: only on a new connection.
PHASES = [("ask", "startup:", True), ("answer", "server_encoding", True), ("ask", "synchronous_standby_names", True),
          ("ask", "pg_class", True), ("ask", "pg_advisory_xact_lock_shared", True), ("ask", "pg_advisory_xact_lock(", True),
          ("ask", "LISTEN", True), ("answer", "LISTEN", True), ("ask", "GROUP BY match", True), ("ask", "BEGIN", False),
          ("ask", "move on", False), ("ask", "COMMIT", False), ("answer", "COMMIT", False), ("answer", "A:", False),
          ("ask", "SELECT 1", False), ("ask", "load", False)]
DEEDS = ["before", "within", "reset", "lose", "lose", "late", "delay", "trickle", "freeze", "hush"]


class Storm(Killer):
    """Faults of all kinds: in the network by proxies, one for each node; now and then a node or the database dies."""

    what = "faults"

    def __init__(self, nodes, proxies, postgres, faults, luck):
        super().__init__(nodes, faults, luck)
        self.proxies, self.postgres, self.counts = proxies, postgres, collections.Counter()

    def run(self):
        try:
            while self.done < self.kills and not self.enough:
                time.sleep(self.luck.uniform(0.02, 0.2))
                fate, which = self.luck.random(), self.luck.randrange(len(self.nodes))
                deed = (self.kill_node if fate < 0.08 else self.kill_database if fate < 0.1 else
                        self.cut_off if fate < 0.13 else self.cut_now if fate < 0.3 else self.fault)
                name = deed(which)
                self.done += name is not None
                self.counts[name or "met nothing"] += 1
            self.calm()
        except Exception as trouble:    # reported by the main thread
            self.trouble = trouble

    def calm(self):
        for proxy in self.proxies:
            proxy.tell(drop=True, mute=False)
        for node in self.nodes:
            wait_until(lambda: get(node, "/health").status == 200, what="the nodes recover", seconds=60)    # noqa: B023

    def kill_node(self, which):
        node = self.nodes[which]
        node.process.kill()
        node.process.wait()
        time.sleep(self.luck.uniform(0, 0.3))
        self.proxies[which].tell(drop=True)
        node.start()
        return "node killed"

    def kill_database(self, _):
        self.postgres.verb("crash")
        time.sleep(self.luck.uniform(0, 0.5))
        self.postgres.verb("start")
        self.calm()
        return "database killed"

    def cut_now(self, which):
        how = self.luck.choice(["cut", "reset"])
        self.proxies[which].tell(now=how)
        return f"{how} at once"

    def cut_off(self, which):
        """The network of a node is gone for a while, without a word."""
        proxy = self.proxies[which]
        proxy.tell(mute=True, now="freeze")
        time.sleep(self.luck.uniform(0.2, 3))
        proxy.tell(mute=False)
        if self.luck.random() < 0.5:
            proxy.tell(thaw=True)
        return "cut off"

    def fault(self, which):
        """One message of one phase; None if it did not come."""
        proxy, (when, has, renews), do = self.proxies[which], self.luck.choice(PHASES), self.luck.choice(DEEDS)
        skip = 0 if renews else self.luck.randrange(3)
        before = proxy.rule(when, has, do, ms=self.luck.randrange(20, 400), skip=skip)["fired"]
        if renews:
            proxy.tell(now="cut")
        end = time.monotonic() + 3
        while proxy.tell()["fired"] == before:
            if time.monotonic() > end:
                proxy.tell(drop=True)
                return None
            time.sleep(0.01)
        if do in ("freeze", "hush") and self.luck.random() < 0.5:
            time.sleep(self.luck.uniform(0, 2.5))
            proxy.tell(thaw=True)
        return do


class Survivor(Player):
    """A player who comes back, to any node, with the last number; and who repeats what was not acknowledged."""

    def __init__(self, nodes, seat, *given, **more):
        self.nodes, self.open, self.wake, self.heard = nodes, None, None, time.monotonic()
        self.resends, self.away, self.given_seat, self.undone, self.pleas = 0, False, seat, [], set()
        self.wishes, self.granted = {}, {}    # id of a request to take back; the entry that it became
        super().__init__(nodes[0], *given, forgiving=True, choose=self.decide, **more)

    def connect(self, afresh=False):
        """Connects. If no server is there, it tries again a little later."""
        self.server, self.wake, self.farewell = self.luck.choice(self.nodes), None, None
        try:
            super().connect(afresh)
        except (OSError, Refused):
            self.socket, self.wake = None, time.monotonic() + 0.02

    def fileno(self):
        return self.socket.fileno() if self.socket else -1

    def lost(self):
        self.drop()
        self.socket, self.wake = None, time.monotonic() + self.luck.uniform(0, 0.05)

    def drop(self):
        if self.socket:
            self.socket.drop()

    def decide(self, _, ask):
        """A question that was answered before the crash is answered again: the same, or otherwise. Now and then
        something else is asked for first; the answer follows when that has been answered."""
        if self.open and self.open[0] == ask["n"] and self.luck.random() < 0.7:
            self.resends += 1
        else:
            self.open = (ask["n"], self.luck.choice(ask["actions"]))
        fate = self.luck.random()
        if fate < 0.12:
            self.request(**({"undo": True} if fate < 0.11 else {"leave": True}))
            return None
        return self.open[1]

    def request(self, **what):
        try:
            number = self.say(**what)
            if "undo" in what:
                self.wishes[number] = True
        except OSError:
            pass    # the reader will notice it

    def hear_snapshot(self, message):
        super().hear_snapshot(message)
        if self.seat is not None and message["snapshot"]["table"]["seats"][self.seat]["away"]:
            self.away = True
            self.wake = time.monotonic() + 0.05

    def hear_ok(self, message):
        request = self.waiting.get(message["ok"])
        super().hear_ok(message)
        if self.wishes.pop(message["ok"], None):
            self.granted[message["n"]] = True
        if request is None:
            self.wake = time.monotonic() + 0.02
        elif request == self.open:
            self.open = None

    def hear_no(self, message):
        request = self.waiting.pop(message["no"], None)
        must(message["code"] in ("stale", "not-your-decision", "conflict", "storage", "stopping", "game-over")
             or (message["code"] in ("not-allowed", "not-running") and (request is None or self.away))
             or message["reason"] == "bot-plays-for-you",    # the entry that says so may not be stored yet, and so not told
             "refused:", message, request)
        if request is None or message["code"] in ("conflict", "storage", "stopping"):
            self.wake = time.monotonic() + 0.05
        elif message["code"] in ("stale", "not-your-decision") and request == self.open and not self.over:
            # The node had taken an entry that changes the question, and that may meet a conflict: it may still be asked.
            self.wake = time.monotonic() + 0.5

    def hear_event(self, event, text):
        super().hear_event(event, text)
        self.heard = time.monotonic()
        if event.get("away") == self.mine():
            self.away, self.wake = True, self.heard + self.luck.uniform(0, 0.1)
        elif event.get("back") == self.mine():
            self.away = False
        elif self.mine() in event.get("asked", ()) and self.luck.random() < 0.8:
            self.request(grant=self.luck.random() < 0.8)
        if "undo" in event:
            self.undone.append((event["undo"], event["n"]))
        if "plea" in event:
            self.pleas.add(event["n"])

    def mine(self):
        """Its seat; before the first snapshot, the one it was given."""
        return self.given_seat

    def tick(self, now):
        """Comes back to a node, or to its seat, or repeats what met a conflict."""
        if self.wake is None or now < self.wake:
            return
        self.wake = None
        if self.socket is None:
            self.connect()
            self.repeat_blindly()
        elif self.waiting:
            self.wake = now + 0.02    # its answer comes, or the socket goes
        elif self.away and not self.over:
            self.request(back=True)
        elif self.open:
            self.answer(*self.open)

    def repeat_blindly(self):
        """Sometimes repeats the last answer before anything was heard: it must count once."""
        if self.socket and self.acked and self.luck.random() < 0.3:
            entry = max(self.acked)
            self.last_id += 1
            self.waiting[self.last_id] = self.acked[entry]
            try:
                number, action = self.acked[entry]
                self.socket.send({"id": self.last_id, "n": number, "do": action})
            except OSError:
                pass

    def done(self):
        return self.over is not None and (not self.waiting or self.socket is None)


# ---- a table ----------------------------------------------------------------------------------

class Table:
    people = Survivor

    def __init__(self, nodes, kind, seed):
        self.nodes, self.game, self.seen, self.undos = nodes, kind[0], 0, (0, 0)
        luck = random.Random(seed)
        self.id, tokens = self.gather(kind, luck)
        self.players = [self.people(nodes, seat, self.id, t, random.Random(luck.random()), resume=0)
                        for seat, t in enumerate(tokens)]

    def gather(self, kind, luck):
        """Founds the table at some node and fills it at others; its id and the tokens of its people."""
        game, people, bots, options = kind
        table, token = found(luck.choice(self.nodes), game, ["me"] + ["open"] * (people - 1) + ["random"] * bots,
                             options=options)
        return table, [token] + [join(luck.choice(self.nodes), table)[1] for _ in range(people - 1)]

    def over(self):
        return all(p.done() for p in self.players)

    def look(self):
        """A node never shows fewer entries over HTTP than before, even if it was killed meanwhile."""
        try:
            table = get(self.nodes[0], f"/api/tables/{self.id}").json["table"]
        except OSError:
            return
        must(table["n"] >= self.seen, "the table was at", self.seen, "and is at", table["n"])
        self.seen = table["n"]

    def check_stall(self, now):
        must(now - max(p.heard for p in self.players) < STALL, "nothing happens any more at", self.id, self.game,
             [(p.seat, p.n, p.socket is not None, p.open, p.waiting, p.wake, p.away, p.told and max(p.told),
               [text[:160] for text in p.raw[-6:]]) for p in self.players])

    def check(self, folder):
        """Checks that everything that was sent is true."""
        record = patiently(lambda: get(self.nodes[0], f"/api/tables/{self.id}/record"), 200).text
        verify(record, folder, "verified")
        moves = [strict(line) for line in record.split("\n")[1:-2]]
        told, gone = self.moves_told()
        kept = [entry for entry in sorted(told) if entry not in gone]
        must(len(kept) == len(moves), "moves told:", len(kept), "in the record:", len(moves))
        for entry, move in zip(kept, moves):
            must(move["seat"] == told[entry], "entry", entry, "is a move of", told[entry], "the record says", move)
            told[entry] = move
        self.check_undone(moves)
        acked = 0
        for seat, player in enumerate(self.players):
            for entry, (_, action) in player.acked.items():
                must(entry in told, "acknowledged and lost:", seat, entry, action)
                must(entry in gone or (told[entry]["seat"] == seat and told[entry]["action"] == action),
                     "acknowledged at", entry, action, "but there is", told[entry])
                acked += 1
            self.check_again(player)
        return acked

    def check_undone(self, moves):
        """Undos and pleas: those that were told, those in the record, and those that were acknowledged."""
        items = [item for move in moves for item in move.get("undone", ())]
        undos = {entry for player in self.players for _, entry in player.undone}
        pleas = set().union(*(player.pleas for player in self.players))
        kept = [item for item in items if "undo" in item]
        must(len(kept) == len(undos), "undos told:", sorted(undos), "in the record:", kept)
        refused = sum("plea" in item for item in items)
        must(len(pleas) == refused + sum(bool(item["agreed"]) for item in kept), "pleas told:", sorted(pleas), items)
        for player in self.players:
            for entry in player.granted:
                must(entry in undos or entry in pleas, "an undo was acknowledged and lost:", player.seat, entry)
        self.undos = len(undos), len(pleas)

    def moves_told(self):
        """The seat that moved with each entry, as all players were told, and the moves taken back."""
        told, gone = {}, set()
        for player in self.players:
            for entry, seat in player.moves.items():
                must(told.setdefault(entry, seat) == seat, "entry", entry, "was told as two moves")
            for first, last in player.undone:
                gone.update(range(first, last))
        return told, gone

    def check_again(self, player):
        """The log, sent again, is what was sent when it happened. Of a long game a snapshot may come instead, and may have
        come before."""
        last, first = player.n, max(0, player.n - 450)

        def listen():
            s = hello(self.nodes[0], self.id, player.token, first)
            try:
                texts = [s.receive_text()] if last > first else []
                while texts and "snapshot" not in strict(texts[0]) and len(texts) < last - first:
                    texts.append(s.receive_text())
                must(len(texts) == last - first or first, "a snapshot of a short game:", texts[:1])
                return texts if len(texts) == last - first else []
            finally:
                s.drop()
        for n, text in enumerate(patiently(listen), first + 1):
            must(n in player.texts or first, "number", n, "of a short game was not told")
            must(player.texts.get(n, text) == text, "number", n, "was", player.texts.get(n), "and is", text)


def patiently(ask, status=None, seconds=30):
    """Asks again while servers come and go."""
    end = time.monotonic() + seconds
    while True:
        try:
            answer = ask()
            if status is None or answer.status == status:
                return answer
            must(answer.status in (503, 409) and time.monotonic() < end, "came", answer)
        except (OSError, Closed, Refused):
            must(time.monotonic() < end, "nobody answers")
        time.sleep(0.05)


# ---- a house full of tables -------------------------------------------------------------------

class House:
    """Plays tables until the killer has had enough, then all of them to their end."""

    table = Table

    def __init__(self, nodes, killer, seed, folder):
        self.nodes, self.killer, self.seed, self.folder = nodes, killer, seed, folder
        self.luck = random.Random(seed)
        self.tables, self.founded, self.acked, self.played, self.resends = [], 0, 0, 0, 0
        self.undos = self.pleas = 0

    def fill(self):
        while len(self.tables) < TABLES and not self.killer.finished():
            self.founded += 1
            try:
                kinds = KINDS + (LONG if self.killer.kills >= 20 else [])
                kind = kinds[self.founded % len(kinds)]
                self.tables.append(self.table(self.nodes, kind, f"{self.seed} {self.founded}"))
            except (OSError, Closed, Refused, AssertionError) as trouble:
                must(not isinstance(trouble, AssertionError) or "503" in str(trouble) or "409" in str(trouble), str(trouble))
                return

    def turn(self):
        """Everybody hears what is there."""
        now = time.monotonic()
        poll, by_fd = select.poll(), {}
        for table in self.tables:
            table.check_stall(now)
            if len(self.nodes) == 1 and self.luck.random() < 0.05:
                table.look()
            for player in table.players:
                player.tick(now)
                if player.socket:
                    by_fd[player.fileno()] = player
                    poll.register(player.fileno(), select.POLLIN)
        for fd, _ in poll.poll(10):
            player = by_fd[fd]
            player.read()
            if player.socket.closed:
                player.lost()

    def clear(self):
        for table in [t for t in self.tables if t.over()]:
            self.tables.remove(table)
            self.acked += table.check(self.folder)
            self.resends += sum(p.resends for p in table.players)
            self.played += 1
            self.undos, self.pleas = self.undos + table.undos[0], self.pleas + table.undos[1]
            for player in table.players:
                player.drop()

    def run(self):
        self.fill()
        self.killer.start()
        try:
            while self.tables or not self.killer.finished():
                self.fill()
                self.turn()
                self.clear()
        finally:
            self.killer.enough = True
            self.killer.join(60)
        must(self.played and self.acked, "nothing was played")
        must(self.undos, "nothing was taken back")


@contextlib.contextmanager
def ending(nodes):
    """Stops the nodes in the end, or shows what they said."""
    try:
        yield
        for node in nodes:
            node.stop()
    except Exception:
        for node in nodes:
            node.show_log()
        raise
    finally:
        for node in nodes:
            node.kill()


def play_house(nodes, killer, seed, folder, part):
    house = House(nodes, killer, seed, folder)
    began = time.monotonic()
    house.run()
    print(f"    {part}: {killer.done} {killer.what}, {house.played} games, {house.acked} acknowledged answers, "
          f"{house.resends} repeated, {house.undos} undos, {house.pleas} pleas, {time.monotonic() - began:.1f} s",
          flush=True)


def crash(folder, db, count, chosen, part, postgres=None):
    kills = max(1, chosen.kills // (40 if postgres else 3))
    nodes = []
    with ending(nodes):
        for _ in range(count):
            nodes.append(Server(folder, db=db))
        luck = random.Random(f"{chosen.seed} {part}")
        killer = DatabaseKiller(nodes, postgres, kills, luck) if postgres else Killer(nodes, kills, luck)
        play_house(nodes, killer, f"{chosen.seed} {part}", folder, part)


def storm(folder, chosen, postgres, proxies, nodes):
    for proxy in proxies:    # a database that does not answer is given up after a second and a half
        nodes.append(Server(folder, db=f"postgres://charlatan@127.0.0.1:{proxy.port}/postgres?sslmode=disable"
                            "&gssencmode=disable&connect_timeout=2&options=-c%20statement_timeout%3D1000"))
    killer = Storm(nodes, proxies, postgres, chosen.faults, random.Random(f"{chosen.seed} storm"))
    try:
        play_house(nodes, killer, f"{chosen.seed} storm", folder, f"{chosen.nodes} nodes")
    finally:
        print("   ", ", ".join(f"{name}: {n}" for name, n in sorted(killer.counts.items())), flush=True)


def test_sqlite(folder, chosen):
    crash(folder, os.path.join(folder, "one.db"), 1, chosen, "sqlite")


def test_postgres(folder, chosen):
    with Postgres() as postgres:
        crash(folder, postgres.url, 1, chosen, "postgres")


def test_postgres_two_nodes(folder, chosen):
    with Postgres() as postgres:
        crash(folder, postgres.url, 2, chosen, "postgres two")


def test_database_dies(folder, chosen):
    with Postgres() as postgres:
        crash(folder, postgres.url, 2, chosen, "database", postgres)


def test_network(folder, chosen):
    nodes = []
    with Postgres() as postgres, contextlib.ExitStack() as stack:
        path = os.path.join(postgres.folder, ".s.PGSQL.5432")
        proxies = [stack.enter_context(Proxy(path)) for _ in range(chosen.nodes)]
        with ending(nodes):
            storm(folder, chosen, postgres, proxies, nodes)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, {"--kills": {"type": int, "default": 200}, "--faults": {"type": int, "default": 15},
                                    "--nodes": {"type": int, "default": 3}, "--seed": {"default": "1"}}))
