"""Tables with a witness: servers and witnesses that are killed, and what verify says of those that lie."""

import json
import os
import random
import subprocess
import time

import harness
import pushed
from players import Player, play, seat_people
from pushed import Service
from wire import (Server, Witness, fine, found, gather, get, must, post, refused, short, strict, table_of, verify,
                  wait_until)


def record_of(server, table):
    """The record, once the witness has signed the end."""
    wait_until(lambda: table_of(server, table)["witness"]["sealed"], what="the witness signs the end")
    return get(server, f"/api/tables/{table}/record").text


def wrong(text, folder, *words):
    """verify must find this record wrong, and say these words."""
    path = os.path.join(folder, "wrong.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([harness.program(), "verify", path], capture_output=True, text=True, check=False)
    must(done.returncode == 1, "verify says:", done.stdout)
    for word in words:
        must(word in done.stdout, repr(word), "is not in", done.stdout)


def bent(text, line, change):
    """The record with one line changed."""
    lines = text.splitlines()
    value = json.loads(lines[line])
    change(value)
    lines[line] = json.dumps(value, separators=(",", ":"))
    return "".join(part + "\n" for part in lines)


def check_lies(text, folder):
    """What a server could do to a record, and to its witness."""
    other = "f" * 64
    wrong(bent(text, 0, lambda v: v["witness"].update(key=other)), folder, "line 1", "has not signed this opening")
    wrong(bent(text, 1, lambda v: v.update(part=other)), folder, "line 2", "has not signed this part")
    wrong(bent(text, -1, lambda v: v["witness"].update(transcript=other)), folder, "has not signed this end")
    wrong(bent(text, -1, lambda v: v["witness"].update(asked=v["witness"]["asked"] + 1)), folder, "has not signed this end")
    wrong(bent(text, -1, lambda v: v.update(witness=None)), folder, "has not signed the end")


def test_witness_games(folder):
    """Whole games with people and bots; the record names the witness and is right."""
    witness = Witness(folder)
    with witness, Server(folder, extra=witness.offer) as server:
        must(strict(get(server, "/api/games").text)["witness"] == {"key": witness.key}, "the witness is not offered")
        for game, people, bots in ("null", 2, ()), ("quacks", 2, ["random"]):
            table, tokens = gather(server, game, people, bots, options=short(game), witness=True)
            players = seat_people(server, table, tokens) + [Player(server, table)]
            play(players)
            text = record_of(server, table)
            verify(text, folder, "half of the luck came from a witness, key " + witness.key[:16])
            shown = table_of(server, table)["witness"]
            told = strict(get(witness, "/witness/" + shown["commitment"]).text)
            must(told["signature"] == shown["signature"] and told["ended"], told)
            must(told["asked"] == strict(text.splitlines()[-1])["witness"]["asked"], told)
            must(told["server"] == table_of(server, table)["commitment"], told)
            if game == "null":
                check_lies(text, folder)
                again = fine(post(server, f"/api/tables/{table}/rematch", {}, token=tokens[0]), 201)["table"]
                must(again["witness"]["key"] == witness.key, again)
                must(again["witness"]["commitment"] != shown["commitment"], again)


def test_witness_killed(folder):
    """The server and its witness are killed in the middle of a game, one after the other. The game goes on, and
    its record is right."""
    witness = Witness(folder)
    with witness, Server(folder, db=os.path.join(folder, "tables.db"), extra=witness.offer) as server:
        table, tokens = gather(server, "null", 2, ["random"], options={"tosses": 9}, witness=True)
        players = seat_people(server, table, tokens, forgiving=True)
        luck = random.Random(7)
        for step in range(6):
            at = max(p.n or 0 for p in players) + luck.randrange(2, 7)
            play(players, until=lambda at=at: all(p.over for p in players) or max(p.n or 0 for p in players) >= at)
            victim = (server, witness)[step % 2]
            victim.kill()
            if victim is witness:    # choices that wait now are asked for later
                time.sleep(0.1)
            victim.start()
            if victim is server:
                for player in players:
                    player.drop()
                    player.connect()
        play(players)
        verify(record_of(server, table), folder, "half of the luck came from a witness")


def test_witness_away(folder):
    """Without its witness a table waits, says so, and costs nobody time; a new one is refused."""
    witness = Witness(folder)
    with witness, Server(folder, extra=witness.offer) as server:
        table, tokens = gather(server, "null", 2, clock={"move": 1, "game": 0}, witness=True)
        players = seat_people(server, table, tokens, choose=lambda *_: None)
        play(players, until=lambda: all(p.asks for p in players))
        witness.kill()
        players[0].answer(players[0].asks[0]["n"], "call heads")
        play(players, until=lambda: not players[0].waiting)
        must(table_of(server, table)["witness"]["waits"] is True, "the table does not wait")
        time.sleep(1.6)
        players[1].answer(players[1].asks[0]["n"], "call tails")
        must(all(seat["away"] is None for seat in table_of(server, table)["seats"]), "somebody lost a seat")
        witness.start()
        play(players, until=lambda: len(players[0].moves) == 2)
        must("charlatan_witness_well 1\n" in get(server, "/metrics").text, "the witness is back")


def test_witness_refused(folder):
    """A server without a witness, a witness with another key, and one that is not there."""
    with Server(folder) as server:
        must(strict(get(server, "/api/games").text)["witness"] is None, "a witness is offered")
        refused(post(server, "/api/tables", {"game": "null", "seats": ["me", "random"], "witness": True}), 400,
                "bad-option")
        table, _ = found(server, "null", ["me", "random"], witness=False)
        must("witness" not in table_of(server, table), "a table without a witness")
    witness = Witness(folder)
    with witness, Server(folder, extra=[*witness.offer[:3], "0" * 64]) as server:
        refused(post(server, "/api/tables", {"game": "null", "seats": ["me", "random"], "witness": True}), 503,
                "no-witness")


def test_witness_in_front(folder):
    """A witness behind a proxy with TLS, below a path: only if the certificate is for the name."""
    witness = Witness(folder)
    with witness, Service(pushed.tls(folder), status=200, says=lambda body: post(witness, "/witness", body).body) as front:
        for host, status in (("localhost", 201), ("127.0.0.1", 503)):
            url = front.origin.replace("127.0.0.1", host) + "/below/"
            with Server(folder, extra=["--witness", url, *witness.offer[2:]]) as server:
                asks = {"game": "null", "seats": ["me", "random"], "witness": True}
                must(post(server, "/api/tables", asks).status == status, host)
        must({path for path, _, _ in front.got} == {"/below/witness"}, front.got)
