"""Sockets: hello, answers, watching, drops and resumptions."""

import json
import os
import random

from api_games import check_end
from players import Player, play, seat_people
from wire import (CLOSE, Closed, NOWHERE, PING, STRANGER, Server, Socket, TEXT, frame, gather, hello, must,
                  short, snapshot, table_of, wait_until)


def test_hello(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2)
        hello(server, NOWHERE).bye("unknown-table")
        hello(server, "x").bye("unknown-table")
        hello(server, table, STRANGER).bye("wrong-token")
        hello(server, table, "nonsense").bye("wrong-token")
        for message in ({"hello": {}}, {"hello": 5}, {"hello": {"api": 2, "table": 5}}, {"id": 1, "undo": True}, [], 5, "",
                        {"hello": {"api": 2, "table": table, "n": "7"}},
                        {"hello": {"api": 2, "table": table, "n": 1.5}}, {"hello": {"api": 2, "table": table, "more": 1}},
                        {"hello": {"api": 2, "table": table}, "more": 1}, {"hello": {"api": 2, "table": table, "token": 7}}):
            s = Socket(server)
            s.send(message)
            s.bye("bad-message")
        s, told = snapshot(server, table)
        must(told["seat"] is None and told["view"] and told["table"]["plea"] is None, told)
        s.send({"hello": {"api": 2, "table": table}})
        answer = s.receive()
        must(answer.get("bye") == "bad-message" or answer.get("code") == "bad-request", "hello twice:", answer)
        must(whole_left(told["table"]["left"], 2), told["table"])


def test_old_client(folder):
    """A page that was loaded before the server became newer is told to load again."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        for said in ({}, {"api": 1}, {"api": "2"}, {"api": None}):
            s = Socket(server)
            s.send({"hello": {"table": table, "token": tokens[0], **said}})
            no = s.receive()
            must((no["no"], no["code"], no["reason"]) == (0, "bad-request", "old-client"), no)
            must("Reload it" in no["message"], no)
            s.bye("old-client")
        s, told = snapshot(server, table, tokens[0])
        must(told["seat"] == 0, "a client of this version, or a newer one")
        s = Socket(server)
        s.send({"hello": {"table": table, "api": 3}})
        must("snapshot" in s.receive(), "a newer client")


def whole_left(left, players):
    return left is None or (len(left) == players and all(x is None or isinstance(x, int) for x in left))


def test_ping_and_close(folder):
    """The WebSocket protocol: pings are answered, a close is returned."""
    with Server(folder) as server:
        table, _ = gather(server, "null", 2)
        s, _ = snapshot(server, table)
        for payload in (b"x", b"y" * 125):
            s.raw(frame(PING, payload))
            wait_until(lambda: s.quiet(0.01) or s.pongs, what="a pong")
            must(s.pongs.pop() == payload, "another pong than ping")
        s.sent_close = True
        s.raw(frame(CLOSE, b"\x03\xe8"))
        must(s.gone().code in (1000, 1005, None), "the close is not returned")


def test_full_gallery(folder):
    """A table has room for some spectators; players are always admitted."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        said = [hello(server, table).receive() for _ in range(80)]
        must(all("snapshot" in m or m == {"bye": "full"} for m in said) and "snapshot" in said[30], said[-1])
        play(seat_people(server, table, tokens))


def test_watch(folder):
    """A spectator sees the game, is never asked and may do nothing."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, options=short("arcane"))
        spectators = [Player(server, table) for _ in range(3)]
        players = seat_people(server, table, tokens)
        play(players + spectators)
        since = max(min(s.texts) for s in spectators)    # the first of them may have come before the start was stored
        heard = {tuple(text for n, text in s.texts.items() if n >= since) for s in spectators}
        must(len(heard) == 1 and len(heard.pop()) > 2, "spectators are told different things")
        for request in ({"n": 3, "do": "draw deck"}, {"undo": True}, {"grant": True}, {"leave": True}, {"back": True}):
            answer = spectators[0].socket.ask({"id": 4, **request})
            must(answer.get("no") == 4 and answer["code"] in ("no-token", "not-allowed", "not-your-decision", "game-over"),
                 answer)
        must(not spectators[0].asks, "a spectator was asked")


def test_bad_requests(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)  # where everybody is asked at once
        s, _ = snapshot(server, table, tokens[0])
        question = s.until("ask")["ask"]
        for request in ({"id": 1}, {"id": 1, "dance": True}, {"id": 1, "n": 1}, {"id": 1, "do": "draw"},
                        {"id": 1, "undo": True, "leave": True}, {"id": 1, "undo": False}, {"id": 1, "undo": 1},
                        {"id": 1, "grant": "yes"}, {"id": 1, "n": question["n"], "do": 5}, {"id": 1, "start": 5},
                        {"id": 1, "n": question["n"], "do": "draw", "more": 1}):
            try:
                s.send(request)
                answer = s.receive()
                must(answer.get("no") == 1 and answer["code"] in ("bad-request", "bad-json", "not-waiting", "bad-option")
                     or answer == {"bye": "bad-message"}, request, answer)
            except Closed:
                pass
            if s.closed or "bye" in answer:
                s.drop()
                s, _ = snapshot(server, table, tokens[0])
                question = s.until("ask")["ask"]
        for request in ("nonsense", "{", "[]", "7", '{"id":"x","undo":true}', '{"undo":true}', '{"id":1.5,"undo":true}'):
            s.send(request)
            answer = s.receive()
            must(answer == {"bye": "bad-message"} or answer.get("no") is None or answer["code"].startswith("bad-"),
                 request, answer)
            if "bye" in answer:
                s.gone()
                s, _ = snapshot(server, table, tokens[0])
                s.until("ask")


def test_answers(folder):
    """Repeated answers are the same answer; other ones, past and future ones, other people's are refused."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        s = [snapshot(server, table, t)[0] for t in tokens]
        question = s[0].until("ask")["ask"]
        n = question["n"]
        first = s[0].ask({"id": 1, "n": n, "do": "call heads"})
        must(first == {"ok": 1, "n": n + 1}, first)
        must(s[0].ask({"id": 2, "n": n, "do": "call heads"}) == {"ok": 2, "n": n + 1}, "repeated")
        must(s[0].ask({"id": 1, "n": n, "do": "call heads"}) == {"ok": 1, "n": n + 1}, "the same id again")
        must(s[0].ask({"id": 3, "n": n, "do": "call tails"})["code"] == "stale", "another answer to an old question")
        must(s[0].ask({"id": 4, "n": n - 1, "do": "call tails"})["code"] in ("stale", "not-your-decision"), "the past")
        must(s[0].ask({"id": 5, "n": n + 1, "do": "call tails"})["code"] in ("stale", "not-your-decision"), "the future")
        must(table_of(server, table)["n"] == n + 1, "something changed")
        other = s[1].until("ask")["ask"]
        must(other["n"] == n, "the other's question is", other)
        no = s[1].ask({"id": 1, "n": n, "do": "call edge"})
        must(no["code"] == "illegal-action" and no["message"], no)
        must(s[1].ask({"id": 2, "n": n, "do": "call tails"}) == {"ok": 2, "n": n + 2}, "the other's answer")
        must(s[0].until("ask")["ask"]["n"] == n + 2, "the next question")
        must(s[0].ask({"id": 6, "n": n, "do": "call heads"}) == {"ok": 6, "n": n + 1}, "repeated after others moved")
        for one in s:
            one.leave()
        play(seat_people(server, table, tokens))
        s, _ = snapshot(server, table, tokens[0])
        must(s.ask({"id": 1, "n": 99, "do": "call heads"})["code"] in ("game-over", "stale"), "after the end")


def test_ok_comes_after_its_event(folder):
    """Somebody comes back and answers while another answer is on its way to the store."""
    with Server(folder, db=os.path.join(folder, "ok.db")) as server:
        for _ in range(25):
            table, tokens = gather(server, "null", 2)
            s = [snapshot(server, table, t)[0] for t in tokens]
            n = [one.until("ask")["ask"]["n"] for one in s][0]
            s[1].drop()
            again = Socket(server)
            text = [json.dumps(m).encode() for m in ({"hello": {"api": 2, "table": table, "token": tokens[1], "n": n}},
                                                     {"id": 1, "n": n, "do": "call heads"})]
            s[0].send({"id": 1, "n": n, "do": "call heads"})
            again.raw(frame(TEXT, text[0]) + frame(TEXT, text[1]))
            heard = set()
            while "ok" not in (message := again.receive()) and "no" not in message:
                heard.add(message.get("n"))
            must("no" in message or message["n"] in heard, "ok before its event:", message, heard)


def test_out_of_turn(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, options={"first": 0})
        s = [snapshot(server, table, t)[0] for t in tokens]
        question = s[0].until("ask")["ask"]
        s[1].quiet()
        no = s[1].ask({"id": 1, "n": question["n"], "do": question["actions"][0]})
        must(no["code"] == "not-your-decision" and no["no"] == 1, no)
        no = s[0].ask({"id": 2, "n": question["n"], "do": "draw deck"})
        must(no["code"] == "illegal-action", no)
        must("ok" in s[0].ask({"id": 3, "n": question["n"], "do": question["actions"][0]}), "the one in turn")


def test_replaced(folder):
    """A second socket for the same seat: the first one is told so, and the second one plays."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        first, _ = snapshot(server, table, tokens[0])
        second, told = snapshot(server, table, tokens[0])
        first.bye("replaced")
        question = second.until("ask")["ask"]
        must("ok" in second.ask({"id": 1, "n": question["n"], "do": "call heads"}), "the second one plays")
        third = hello(server, table, tokens[0], n=told["n"])
        second.bye("replaced")
        must(third.receive()["n"] == told["n"] + 1, "resumed on the third")


def test_resume(folder):
    """A player whose connection drops at any moment gets the same bytes as those who stayed."""
    with Server(folder) as server:
        for game in ("null", "quacks", "arcane"):
            table, tokens = gather(server, game, 2, ["random"], options=short(game))
            luck = random.Random(game)

            def choose(player, ask):
                fate = luck.random()
                action = player.luck.choice(ask["actions"])
                if fate < 0.03:      # dropped with the question open
                    player.drop()
                    player.connect()
                    return None
                if fate < 0.10:      # dropped with the answer under way
                    player.socket.send({"id": 10 ** 6, "n": ask["n"], "do": action})
                    player.drop()
                    player.connect()
                    return None
                return action
            players = seat_people(server, table, tokens, choose=choose)
            stays, flits = Player(server, table), Player(server, table)

            def flit():
                if luck.random() < 0.05 and flits.n is not None:
                    flits.drop()
                    flits.connect()
                return all(p.done() for p in players + [stays])
            play(players + [stays], until=flit, mend=lambda p: None)
            play([flits])
            # The bot may move between their first snapshots, so they are compared from the later one on.
            since = max(json.loads(p.raw[0])["snapshot"]["n"] for p in (stays, flits))
            texts = [{n: text for n, text in p.texts.items() if n > since} for p in (stays, flits)]
            must(len(texts[0]) > 2 and texts[0] == texts[1], "the one who flitted heard something else")
            lines = [[t for t in p.raw if "snapshot" not in t and json.loads(t)["n"] > since] for p in (stays, flits)]
            must(lines[0] == lines[1], "order")
            check_end(server, folder, table, players + [stays])


def test_resume_from_everywhere(folder):
    """Every event of a game, sent again from every number, has the same bytes."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2, options={"together": True})
        players = seat_people(server, table, tokens)
        first = players[0].n or table_of(server, table)["n"]
        play(players)
        last = players[0].n
        for player in players:
            player.socket.leave()
            numbers = [0, 1, 2, last - 1, last] + random.Random(1).sample(range(3, last - 1), 12)
            for n in numbers:
                again = hello(server, table, player.token, n)
                if last - n > 500:
                    must("snapshot" in again.receive(), "more than 500 events")
                    continue
                for i in range(n + 1, last + 1):
                    text = again.receive_text()
                    must(player.texts.get(i, text) == text, "event", i, "is", text, "was", player.texts.get(i))
                again.quiet(0.02)
                again.leave()
        must(first is not None, first)


def test_long_absence(folder):
    """More than 500 events are missing: a snapshot."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, ["random"] * 4, options={"edition": "three"})
        players = seat_people(server, table, tokens)
        play(players, until=lambda: all(p.n and p.n > 560 or p.done() for p in players))
        must(players[0].n > 560, "the game was too short:", players[0].n)
        s = hello(server, table, None, 3)
        must("snapshot" in s.receive(), "no snapshot after a long absence")
        s = hello(server, table, None, players[0].n - 100)
        must(s.receive()["n"] == players[0].n - 99, "no event after a short absence")


def test_resume_ahead(folder):
    """With a number that the table has not reached, no old event is sent as if it were new."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        n = table_of(server, table)["n"]
        s = hello(server, table, tokens[0], n + 5)
        answer = s.receive()
        must("snapshot" in answer or "bye" in answer or "ask" in answer, answer)
        s = hello(server, table, tokens[0], n)
        must("ask" in s.receive(), "resumed at the last number: the open question follows")
