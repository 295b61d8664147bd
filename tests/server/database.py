#!/usr/bin/env python3
"""Servers on a PostgreSQL that is reached by TCP and TLS, and that a second one replaces.

database.py [--charlatan build/release/charlatan] [name ...]

Certificates that are right and wrong; addresses with several hosts; a streaming replica that is promoted while games
run, because the primary has died or because it has been cut off and does not know it; a network that fails under a whole
server; people behind a proxy that takes turns. tests/store/network.c has the faults of a network one by one. Names pick
tests by a part of their name. Closes with "N passed, M failed".
"""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from crash import Killer, ending, patiently, play_house
from players import play_game, quick_game
from wire import PATIENCE, Postgres, Proxy, RoundRobin, Server, Socket, found, get, join, must, post, wait_until

HELLOS = 150
PEOPLE = 20
QUICK = "options=-c%20statement_timeout%3D2000&connect_timeout=2"    # faults are noticed after three seconds


def refusal(db):
    """What a server says that cannot use its database."""
    done = subprocess.run([harness.program(), "serve", "--port", "0", "--db", db], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    must(done.returncode != 0, "it was not refused:", done.stdout)
    return done.stdout


# ---- TLS -------------------------------------------------------------------------------------------

def test_tls(folder):
    """One database: a checked certificate, and what operators are told of those that are wrong."""
    with Postgres(tcp=True) as postgres:
        with Server(folder, db=postgres.secure()) as server:
            quick_game(server)
            used = postgres.ask("SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                                " WHERE ssl AND application_name = 'charlatan'")
            must(used == "2", "connections by TLS:", used)
        other = os.path.join(folder, "other.pem")
        subprocess.run([shutil.which("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=somebody else", "-keyout",
                        os.devnull, "-out", other], check=True, capture_output=True, timeout=30)
        check_words(postgres, other)
        with Proxy(f"127.0.0.1:{postgres.port}") as proxy:
            through = postgres.secure().replace(f":{postgres.port}", f":{proxy.port}") + "&" + QUICK
            check_handshake(folder, proxy, through)


def check_words(postgres, other):
    for db, words in (
            (postgres.secure(sslrootcert=other), ("certificate is not trusted", "sslrootcert", "expired")),
            (postgres.secure().replace("@localhost", "@elsewhere"), ("for another name", "elsewhere")),
            (postgres.secure(sslrootcert="/none/such.pem"), ("no authority to check", "set sslrootcert")),
            (postgres.secure().replace(f":{postgres.port}", ":1"), ("cannot be reached",)),
            (postgres.secure().replace("charlatan@", "nobody:geheim@"), ("\"nobody\" does not exist",))):
        said = refusal(db)
        must(all(word in said for word in words) and "geheim" not in said, "wanted", words, "in", said)
    postgres.set(ssl="off")
    said = refusal(postgres.secure())
    must("offers no TLS" in said, said)
    postgres.set(ssl="on")


def plays(server):
    """Whether a whole game can be played. A line that was cut while nobody used it is noticed by the first who does."""
    try:
        quick_game(server)
    except AssertionError:
        return False
    return True


def check_handshake(folder, proxy, db):
    """TLS that is cut, lost or slow at each of its messages: the server finds its way back."""
    with Server(folder, db=db) as server:
        for when, has, skip in (("ask", "ssl:", 0), ("answer", "tls:", 0), ("ask", "tls:", 0), ("answer", "tls:", 1),
                                ("ask", "tls:", 1), ("ask", "tls:", 9), ("answer", "tls:", 9)):
            do = ("before", "within", "reset", "trickle")[skip % 4 if when == "ask" else (skip + 1) % 4]
            before = proxy.rule(when, has, do, skip=skip, ms=100)["fired"]
            proxy.tell(now="cut")
            wait_until(lambda: proxy.tell()["fired"] > before, what=f"{when} {has} {skip} was met")
            wait_until(lambda: get(server, "/health").status == 200, what="the server recovers")
            proxy.tell(drop=True)
        wait_until(lambda: plays(server), what="the server plays again")


# ---- a second server -------------------------------------------------------------------------------

@contextlib.contextmanager
def pair():
    """A primary, and a replica that it waits for."""
    with Postgres(tcp=True) as primary, Postgres(of=primary) as replica:
        primary.set(synchronous_standby_names="replica")
        wait_until(lambda: primary.ask("SELECT sync_state FROM pg_stat_replication") == "sync", what="the replica")
        yield primary, replica


def both(primary, replica):
    """An address with two hosts; which one can be written to is found out."""
    return (f"postgres://charlatan@localhost:{primary.port},localhost:{replica.port}/postgres?sslmode=verify-full"
            f"&hostaddr=127.0.0.1,127.0.0.1&sslrootcert={primary.folder}/ca.pem&target_session_attrs=read-write&{QUICK}")


class Disaster(Killer):
    """Happens once, while people play, and is over when all nodes are well again. `noticed`: each node must have failed to
    store something before."""

    def __init__(self, nodes, deed, noticed):
        super().__init__(nodes, 1, random.Random(1))
        self.deed, self.noticed = deed, noticed

    def run(self):
        try:
            time.sleep(0.5)
            self.deed()
            for node in self.nodes if self.noticed else []:
                wait_until(lambda: "the store fails" in node.text(), what="the nodes notice")  # noqa: B023
            for node in self.nodes:
                wait_until(lambda: get(node, "/health").status == 200, what="the nodes recover", seconds=60)  # noqa: B023
            self.done = 1
        except Exception as trouble:    # reported by the main thread
            self.trouble = trouble


def survive(folder, addresses, deed, noticed):
    """Games at nodes with these addresses go on by themselves after what happens."""
    nodes = []
    with ending(nodes):
        for address in addresses:
            nodes.append(Server(folder, db=address))
        play_house(nodes, Disaster(nodes, deed, noticed), "disaster", folder, "disaster")


def fail_over(folder, disaster, noticed=True):
    """Games at two nodes; the replica takes over, and nobody has to tell the nodes."""
    with pair() as (primary, replica):
        said = refusal(replica.url + "&sslmode=require")    # nobody writes to a replica by mistake
        must("can only be read now" in said, said)
        survive(folder, [both(primary, replica)] * 2, lambda: disaster(primary, replica), noticed)
        must(replica.ask("SELECT pg_is_in_recovery()") == "f", "the replica was not promoted")


def test_the_primary_dies(folder):
    """The replica takes over so soon that a node may find it at its first attempt to connect again."""
    def disaster(primary, replica):
        primary.verb("crash")
        replica.verb("promote")
    fail_over(folder, disaster, noticed=False)


def test_the_primary_is_cut_off(folder):
    """It lives on and takes connections, but has no replica any more, so it can acknowledge nothing. The nodes leave it,
    and listen where the others append."""
    def disaster(_, replica):
        replica.verb("promote")
    fail_over(folder, disaster)


# ---- nodes behind a network that fails -------------------------------------------------------------

def test_a_node_is_cut_off(folder):
    """A node whose network is gone without a word says 503. Its tables go on at the other one, and it follows when it is
    back."""
    with Postgres(tcp=True) as postgres, Proxy(f"127.0.0.1:{postgres.port}") as proxy:
        through = postgres.secure().replace(f":{postgres.port}", f":{proxy.port}") + "&" + QUICK
        with Server(folder, db=through) as near, Server(folder, db=postgres.secure()) as far:
            proxy.tell(mute=True)
            proxy.tell(now="freeze")
            wait_until(lambda: get(near, "/health").status == 503, what="the node notices")
            table, players = play_game(far, "quacks", 2)
            proxy.tell(mute=False)
            wait_until(lambda: get(near, "/health").status == 200, what="the node is back")
            shown = patiently(lambda: get(near, f"/api/tables/{table}"), 200).json["table"]
            must(shown["state"] == "over" and shown["n"] == players[0].n, "the nodes differ:", shown, players[0].n)


# ---- a database that does not answer ---------------------------------------------------------------

def test_silence(folder):
    """A database that is frozen, or in which somebody else keeps a lock, while nobody plays: /ready says so long before
    the call gives up that waits for it (15 seconds), and that all is well again."""
    with Postgres(tcp=True) as postgres, Proxy(f"127.0.0.1:{postgres.port}") as proxy:
        through = postgres.secure().replace(f":{postgres.port}", f":{proxy.port}")
        with Server(folder, db=through) as server:
            quick_game(server)
            proxy.tell(now="freeze")
            wait_until(lambda: get(server, "/ready").status == 503, seconds=14, what="silence is noticed")
            must("the store fails: it has not answered for 5 seconds" in server.text(), server.text())
            proxy.tell(thaw=True)
            wait_until(lambda: get(server, "/ready").status == 200, what="the server is ready again")
            quick_game(server)
            with locked(postgres):
                wait_until(lambda: get(server, "/ready").status == 503, seconds=20, what="the lock is noticed")
            wait_until(lambda: get(server, "/ready").status == 200, what="the server is ready after the lock")
            quick_game(server)


@contextlib.contextmanager
def locked(postgres):
    """Somebody else keeps the log locked."""
    where = f"host={postgres.folder} port={postgres.port} user=charlatan dbname=postgres"
    with subprocess.Popen(["psql", "-qAtX", where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        other.stdin.write("BEGIN; LOCK TABLE charlatan.log; SELECT 'locked';\n")
        other.stdin.flush()
        must(other.stdout.readline() == "locked\n", "it is not locked")
        yield
        other.stdin.close()


# ---- a proxy that takes turns ----------------------------------------------------------------------

def test_hellos_after_a_join(folder):
    """Somebody sits down at one node and says hello to the other one, which has the table in memory and has not been
    notified yet: all are let in, over the socket and by every other request."""
    with Postgres() as postgres, Server(folder, db=postgres.url) as one, Server(folder, db=postgres.url) as two:
        refused = {"hello": 0, "keys": 0, "leave": 0}
        for n in range(HELLOS):
            near, far = (one, two) if n % 2 else (two, one)
            table, _ = found(near, "null", ["me", "open", "open", "open"])
            must(get(far, f"/api/tables/{table}").status == 200, "not loaded")
            socket = Socket(far)
            token = join(near, table)[1]
            socket.send({"hello": {"api": 2, "table": table, "token": token}})
            refused["hello"] += "snapshot" not in socket.receive()
            socket.drop()
            for verb in ("keys", "leave"):
                token = join(near, table)[1]
                path = f"/api/tables/{table}/{verb}"
                answer = get(far, path, token=token) if verb == "keys" else post(far, path, {}, token=token)
                refused[verb] += answer.status == 403
        looks = sum(int(figure(server, "charlatan_looks_total")) for server in (one, two))
        print(f"    {HELLOS} tables, refused: {refused}, looks: {looks}", flush=True)
        must(not any(refused.values()), "refused:", refused)
        must(looks, "the nodes had always been notified before")


def figure(server, name):
    return next((line.split()[1] for line in get(server, "/metrics").text.splitlines() if line.startswith(name + " ")), 0)


def test_people_behind_a_round_robin(folder):
    """Twenty terminals sit down through a proxy that takes turns, four at each table: everybody has a seat and keeps it."""
    with Postgres() as postgres, Server(folder, db=postgres.url) as one, Server(folder, db=postgres.url) as two, \
            RoundRobin([one, two]) as proxy:
        tables = [found(proxy, "quacks", ["open"] * 4, wait=True)[0] for _ in range(PEOPLE // 4)]
        for table in tables:
            must(all(get(node, f"/api/tables/{table}").status == 200 for node in (one, two)), "not loaded")
        links = [f"http://127.0.0.1:{proxy.port}/#t/{table}" for table in tables]
        people = [Terminal(os.path.join(folder, str(n)), links[n % len(links)], f"Kim {n}") for n in range(PEOPLE)]
        for person in people:
            person.sits_down()
        lost = [person.said for person in people if not person.has_seat()]
        for person in people:
            person.process.kill()
        looks = sum(int(figure(server, "charlatan_looks_total")) for server in (one, two))
        print(f"    {PEOPLE} people, {len(lost)} without a seat, looks: {looks}", flush=True)
        must(not lost, "without a seat:", lost)
        must(looks > 0, "each node had always been notified before, so nobody needed a look")
        for table in tables:
            seats = get(one, f"/api/tables/{table}").json["table"]["seats"]
            must([seat["kind"] for seat in seats] == ["human"] * 4, seats)


class Terminal:
    """A `charlatan play` with a folder of its own."""

    def __init__(self, folder, link, name):
        self.folder, self.link, self.said = folder, link, ""
        self.process = subprocess.Popen([harness.program(), "play", "--plain", "--join", link, "--name", name],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=dict(os.environ, XDG_DATA_HOME=folder))

    def sits_down(self):
        """Reads until it shows the table, or has ended."""
        end = time.monotonic() + 2 * PATIENCE
        while "Waiting for others" not in self.said and time.monotonic() < end:
            chunk = os.read(self.process.stdout.fileno(), 1 << 16).decode()
            if not chunk:
                break
            self.said += chunk

    def has_seat(self):
        try:
            with open(os.path.join(self.folder, "charlatan/seats.json"), encoding="utf-8") as file:
                return self.link in json.load(file) and self.process.poll() is None
        except OSError:
            return False


if __name__ == "__main__":
    random.seed(1)
    sys.exit(harness.main(__doc__))
