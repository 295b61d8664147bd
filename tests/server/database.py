#!/usr/bin/env python3
"""Servers on a PostgreSQL that is reached by TCP and TLS, and that a second one replaces.

database.py [--charlatan build/release/charlatan] [name ...]

Certificates that are right and wrong; addresses with several hosts; a streaming replica that is promoted while games
run, because the primary has died or because it has been cut off and does not know it; a network that fails under a whole
server. tests/store/network.c has the faults of a network one by one. Names pick tests by a part of their name. Closes
with "N passed, M failed".
"""

import contextlib
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
from wire import Postgres, Proxy, Server, get, must, wait_until

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


if __name__ == "__main__":
    random.seed(1)
    sys.exit(harness.main(__doc__))
