"""Taking moves back, and clocks."""

import time

from api_games import check_end
from players import Player, play
from wire import Server, fine, found, gather, get, must, post, refused, snapshot, table_of, verify


def two_at_null(server, people=2, bots=()):
    table, tokens = gather(server, "null", people, bots)
    s = [snapshot(server, table, token)[0] for token in tokens[:people]]
    asks = [one.until("ask")["ask"]["n"] for one in s]
    must(len(set(asks)) == 1, "different questions at the beginning:", asks)
    return table, s, asks[0]


def test_undo_free(folder):
    with Server(folder) as server:
        table, s, n = two_at_null(server)
        no = s[0].ask({"id": 1, "undo": True})
        must(no["code"] == "not-allowed", "nothing to take back:", no)
        s[0].ask({"id": 2, "n": n, "do": "call heads"})
        must(s[0].ask({"id": 3, "undo": True}) == {"ok": 3, "n": n + 2}, "undo")
        ask = s[0].until("ask")["ask"]
        must(ask["n"] == n + 2, "asked again with", ask)
        events = [s[1].receive() for _ in range(2)]
        must(events[1]["undo"] == n + 1 and events[1]["seat"] == 0 and events[1]["n"] == n + 2, events)
        must(s[0].ask({"id": 4, "n": n, "do": "call heads"})["code"] == "stale", "an answer taken back, repeated")
        must(s[0].ask({"id": 5, "n": n + 2, "do": "call tails"}) == {"ok": 5, "n": n + 3}, "another answer")
        for one in s:
            one.leave()


def test_undo_mirrors(folder):
    """After an undo the view is what it was before the move."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2)
        players = [Player(server, table, t, choose=lambda p, ask: None) for t in tokens]
        play(players, until=lambda: all(p.asks for p in players))
        before = players[1].view
        players[0].answer(players[0].asks[-1]["n"], "call heads")
        play(players, until=lambda: not players[0].waiting and players[1].n == players[0].n)
        must(players[0].view != before, "nothing has changed")
        players[0].say(undo=True)
        play(players, until=lambda: not players[0].waiting and players[1].n == players[0].n)
        must(players[0].view == before and players[1].view == before, "the view is not as before")
        for player in players:
            player.choose = lambda p, ask: p.luck.choice(ask["actions"])
            player.check_snapshot()
        play(players)
        check_end_undone(server, folder, table)


def check_end_undone(server, folder, table):
    record = get(server, f"/api/tables/{table}/record").text
    verify(record, folder, "verified")


def test_undo_plea(folder):
    """If the move revealed something, everyone else is asked."""
    with Server(folder) as server:
        table, s, n = two_at_null(server, 3)
        for i, one in enumerate(s):
            one.ask({"id": 1, "n": n, "do": "call heads"})
            one.n = n + 1 + i
        for one in s:
            must(one.until("ask")["ask"]["n"] == n + 3, "the next question")
        no = s[1].ask({"id": 2, "grant": True})
        must(no["code"] == "not-allowed", "nobody has asked:", no)
        must(s[0].ask({"id": 3, "undo": True}) == {"ok": 3, "n": n + 4}, "the plea")
        for one in s[1:]:
            told = one.receive()
            (path, plea), = told.pop("table")
            must(told == {"n": n + 4, "plea": 0, "to": n + 1}, "the plea is told", told)
            until = plea["until"]
            must(path == "plea" and plea["asked"] == [1, 2], "who is asked", plea)
            must(50000 < until - time.time() * 1000 <= 301000, "a plea has its time", until - time.time() * 1000)
        must(snapshot(server, table)[1]["table"]["plea"] == plea and plea["granted"] == [], "the plea in a snapshot")
        must(s[0].ask({"id": 4, "grant": True})["code"] == "not-allowed", "one's own plea")
        must(s[0].ask({"id": 5, "undo": True})["code"] == "not-allowed", "a second plea")
        must(s[1].ask({"id": 6, "grant": True}) == {"ok": 6, "n": n + 5}, "a yes")
        must(s[2].receive() == {"n": n + 5, "grant": 1, "yes": True, "table": [["plea.granted", 0, 0, [1]]]}, "the yes is told")
        must(s[1].ask({"id": 7, "grant": True}).get("code", "not-allowed") == "not-allowed", "a second yes")
        must(s[2].ask({"id": 8, "grant": True})["n"] == n + 6, "the last yes")
        undo = s[0].until("undo")
        must(undo["undo"] == n + 1 and undo["seat"] == 0 and undo["n"] == n + 7, undo)
        for one in s:
            must(one.until("ask")["ask"]["n"] == n + 7, "asked again")
        must(snapshot(server, table)[1]["table"]["plea"] is None, "the plea is over")


def test_undo_denied(folder):
    with Server(folder) as server:
        table, s, n = two_at_null(server)
        for one in s:
            one.ask({"id": 1, "n": n, "do": "call heads"})
        must("ok" in s[1].ask({"id": 2, "undo": True}), "the plea")
        must("ok" in s[0].ask({"id": 3, "grant": False}), "the no")
        must(s[1].until("grant")["yes"] is False, "the no is told")
        must(s[0].ask({"id": 4, "grant": True})["code"] == "not-allowed", "the plea is over")
        must("ok" in s[1].ask({"id": 5, "undo": True}), "another plea")
        must("ok" in s[0].ask({"id": 6, "n": n + 2, "do": "call tails"}), "a move ends it")
        must(s[0].ask({"id": 7, "grant": True})["code"] == "not-allowed", "the plea was ended by a move")
        must(snapshot(server, table)[1]["table"]["plea"] is None, "the plea is over")


def test_undo_silence(folder):
    """Nobody takes a move back while somebody who saw it is away; leaving is no answer."""
    with Server(folder) as server:
        table, s, n = two_at_null(server)
        for one in s:
            one.ask({"id": 1, "n": n, "do": "call heads"})
        must("ok" in s[1].ask({"id": 2, "undo": True}), "the plea")
        must("ok" in s[0].ask({"id": 3, "leave": True}), "leaving")
        must(s[1].until("lapse")["lapse"] == 1, "the plea has lapsed")
        no = s[1].ask({"id": 4, "undo": True})
        must(no["reason"] == "undo-away" and no["values"] == [table_of(server, table)["seats"][0]["name"]], no)
        must("ok" in s[0].ask({"id": 5, "back": True}), "back")
        must("ok" in s[1].ask({"id": 6, "undo": True}), "another plea")
        must("ok" in s[0].ask({"id": 7, "grant": True}), "the yes")
        must("undo" in s[1].until("undo"), "taken back")


def test_undo_against_bots(folder):
    """Alone with bots, a player may take a move back past luck only in practice; the question says so."""
    with Server(folder) as server:
        for practice in (False, True):
            table, token = found(server, "null", ["me", "random"], practice=practice)
            s = snapshot(server, table, token)[0]
            n = s.until("ask")["ask"]["n"]
            must(table_of(server, table)["undo_luck"] is practice, "undo_luck")
            must("ok" in s.ask({"id": 1, "n": n, "do": "call heads"}), "a move")
            question = s.until("ask")["ask"]
            must(question["n"] > n and question.get("no_undo") == (None if practice else "luck"), question)
            answer = s.ask({"id": 2, "undo": True})
            must("ok" in answer if practice else answer.get("reason") == "undo-luck", answer)
            if practice:
                question = s.until("ask")["ask"]
                must("ok" in s.ask({"id": 3, "n": question["n"], "do": "call tails"}), "again")
        refused(post(server, "/api/tables", {"game": "null", "seats": ["me", "open"], "practice": True}), 400, "bad-option")


# ---- clocks -----------------------------------------------------------------------------------

def test_clock_move(folder):
    """Whoever does not answer in time is replaced by a bot, and may come back."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, clock={"move": 1, "game": 0}, options={"first": 0})
        s, told = snapshot(server, table, tokens[0])
        other, _ = snapshot(server, table, tokens[1])
        ask = s.until("ask")["ask"]
        now = time.time() * 1000
        must(ask["until"] is not None and -200 < ask["until"] - now <= 1100, "until", ask["until"] - now)
        began = time.monotonic()
        event = s.until("away")
        must(0.5 < time.monotonic() - began < 3, "after", time.monotonic() - began)
        must(event["away"] == 0 and event["why"] == "clock" and event["bot"] == "medium", event)
        must(s.until("seat")["seat"] == 0, "the bot moves")
        seat = table_of(server, table)["seats"][0]
        must(seat["away"] == "clock" and seat["bot"] == "medium" and seat["kind"] == "human", seat)
        answer = s.ask({"id": 1, "back": True})
        must("ok" in answer, answer)
        must(table_of(server, table)["seats"][0]["away"] is None, "not back")
        must(s.ask({"id": 2, "back": True})["code"] == "not-allowed", "back twice")
        refused(post(server, f"/api/tables/{table}/takeover", {"seat": 0, "name": "Eve"}), 409, "not-allowed",
                "seat-taken")
        must("away" in other.until("away"), "the other's clock runs too")


def test_clock_game(folder):
    """The clock of the whole game: `left` tells what remains of it."""
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2, clock={"move": 0, "game": 60})
        s = [snapshot(server, table, t) for t in tokens]
        left = s[1][1]["table"]["left"]
        must(len(left) == 2 and all(59000 < x <= 60000 for x in left), left)
        time.sleep(0.3)
        question = s[0][0].until("ask")["ask"]
        s[0][0].send({"id": 1, "n": question["n"], "do": "call heads"})
        event = s[1][0].until("seat")
        (path, now), = event["table"]
        must(event["seat"] == 0 and path == "left.0" and 58000 < now <= 59750, event)
        told = snapshot(server, table)[1]["table"]
        must(told["left"][0] == now, told["left"])
        table, tokens = gather(server, "quacks", 2, clock={"move": 0, "game": 1})
        s, _ = snapshot(server, table, tokens[0])
        must(s.until("away")["why"] == "clock", "the game clock")


def test_nobody_left(folder):
    """When all people are away bots play the game to its end."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2, clock={"move": 1, "game": 0})
        watch = Player(server, table)
        for token in tokens:
            fine(post(server, f"/api/tables/{table}/leave", token=token))
        play([watch])
        check_end(server, folder, table, [watch])
