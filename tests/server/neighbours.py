#!/usr/bin/env python3
"""A node of an older version and one of this version share a PostgreSQL database, and both are killed now and then.

neighbours.py --older PROGRAM [--charlatan build/release/charlatan] [--kills 50] [--seed N] [name ...]

PROGRAM is the `charlatan` of the version before, built from its sources. Tables that the older node founds are played at
both: every answer that was acknowledged is in the record, and the record verifies. Tables that the newer node founds
are played there, and the older node does them no harm. This needs an older program, so `make test` does not run it;
tests/test_server_versions.c and tests/old test the same promises (docs/operations.md) without one.
"""

import collections
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from crash import House, Killer, Survivor, Table, patiently
from wire import Postgres, Server, found, get, must, post, strict, verify


class OlderServer(Server):
    def __init__(self, older, folder, db):
        self.older = older
        super().__init__(folder, db=db)

    api = None    # it knows no such member of a hello

    def command(self):
        return [self.older, *super().command()[1:]]


class Wanderer(Survivor):
    """Comes back to any node, and takes what each version tells."""
    strictly = False

    def hear_event(self, event, text):
        super().hear_event(event, text)
        self.over = event.get("over", self.over)    # as older nodes tell it


class OlderTable(Table):
    """A table that the older node has founded; the newer one gives its record."""
    people = Wanderer

    def gather(self, kind, luck):
        game, people, bots, options = kind
        seats = ["me"] + ["open"] * (people - 1) + ["random"] * bots
        made = patiently(lambda: post(self.nodes[0], "/api/tables", {"game": game, "seats": seats, "options": options}),
                         201).json
        table = made["table"]["id"]
        rest = [patiently(lambda: post(self.nodes[0], f"/api/tables/{table}/join", {}), 200).json["token"]
                for _ in range(people - 1)]
        return table, [made["token"], *rest]

    def check(self, folder):
        record = patiently(lambda: get(self.nodes[1], f"/api/tables/{self.id}/record"), 200).text
        verify(record, folder, "verified")
        moves = [strict(line) for line in record.split("\n")[1:-2]]
        moves += [item for move in moves for item in move.get("undone", ()) if "action" in item]
        played = collections.Counter((move["seat"], move["action"]) for move in moves)
        acked = collections.Counter((seat, action) for seat, player in enumerate(self.players)
                                    for _, action in player.acked.values())
        must(not acked - played, "acknowledged and lost:", acked - played)
        self.undos = sum("undo" in item for move in moves for item in move.get("undone", ())), 0
        return acked.total()


class OlderHouse(House):
    table = OlderTable


def test_tables_of_the_older(folder, chosen):
    with Postgres() as postgres:
        nodes = [OlderServer(chosen.older, folder, postgres.url), Server(folder, db=postgres.url)]
        try:
            house = OlderHouse(nodes, Killer(nodes, chosen.kills, random.Random(chosen.seed)), chosen.seed, folder)
            house.run()
            print(f"    {chosen.kills} kills, {house.played} games, {house.acked} acknowledged answers, {house.undos} undos")
            must("cannot be used" not in nodes[1].text(), nodes[1].tail())
            for node in nodes:
                node.stop()
        finally:
            for node in nodes:
                node.kill()


def test_tables_of_the_newer(folder, chosen):
    """The older node refuses them, changes nothing, and stays well."""
    with Postgres() as postgres, OlderServer(chosen.older, folder, postgres.url) as older, \
            Server(folder, db=postgres.url) as newer:
        table, token = found(newer, "null", ["me", "open"])
        must(get(older, f"/api/tables/{table}").status in (404, 503), "the older node shows the table")
        must(post(older, f"/api/tables/{table}/join", {}).status in (404, 503), "the older node seats people")
        must(post(older, f"/api/tables/{table}/start", {}, token=token).status in (404, 503), "it starts the game")
        must(get(newer, f"/api/tables/{table}").json["table"]["n"] == 0, "the older node has changed the table")
        must(post(newer, f"/api/tables/{table}/join", {}).status == 200, "the newer node cannot go on")
        must(get(older, "/health").status == 200, "the older node is not well")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, {"--older": {"required": True}, "--kills": {"type": int, "default": 50},
                                    "--seed": {"default": "1"}}))
