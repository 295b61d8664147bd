"""Sitting down, starting, leaving, taking over, and the lists of tables."""

import hashlib
import time

from players import Player, play, play_game, seat_people
from wire import (Closed, STRANGER, Server, TOKEN, check_table, fine, found, gather, get, hello, join, must,
                  post, refused, snapshot, table_of, wait_until)


def test_join(folder):
    with Server(folder) as server:
        table, token = found(server, "arcane", ["open", "me", "open", "open"])
        path = f"/api/tables/{table}/join"
        for body in ({"seat": 4}, {"seat": -1}, {"seat": "0"}, {"seat": 1.0}, {"name": ""}, {"name": "x" * 41},
                     {"nonce": "g"}, {"more": 1}, {"seat": 1 << 40}):
            refused(post(server, path, body), 400, "bad-request", "bad-option")
        refused(post(server, path, {"seat": 1}), 409, "seat-taken")
        must(join(server, table, seat=2, name="Two")[0] == 2, "not the seat asked for")
        refused(post(server, path, {"seat": 2}), 409, "seat-taken")
        must({join(server, table)[0]} == {0}, "any free one is the first")
        t = table_of(server, table, "waiting")
        must([s["name"] for s in t["seats"]][:3] == ["Guest 2", "Guest", "Two"] and t["n"] == 2, t)
        last = fine(post(server, path, {}))
        must(last["seat"] == 3, last)
        wait_until(lambda: table_of(server, table)["state"] == "running", what="a full table starts")
        refused(post(server, path, {}), 409, "not-waiting", "seat-taken")
        must(table_of(server, table)["nonces"] == [None] * 4, "nonces")


def test_nonces_after_the_commitment(folder):
    """A waiting table shows its commitment; then everyone gives a nonce, the founder included."""
    with Server(folder) as server:
        table, token = found(server, "null", ["me", "open", "random"], wait=True, name="Ada")
        path = f"/api/tables/{table}/join"
        before = table_of(server, table, "waiting")
        must(before["wait"] is True and before["nonces"] is None, before)
        _, other = join(server, table, nonce="0b")
        table_of(server, table, "waiting")
        again = fine(post(server, path, {"nonce": "c0ffee"}, token))
        must(again["seat"] == 0 and again["token"] == token and again["table"]["seats"][0]["name"] == "Ada", again)
        fine(post(server, path, {"name": "Bob"}, other))
        for body, bearer in (({"nonce": "x"}, token), ({"seat": 1}, token), ({"name": ""}, token)):
            answer = post(server, path, body, bearer)
            must(answer.status in (400, 409), body, answer)
        refused(post(server, path, {"nonce": "00"}, STRANGER), 403, "wrong-token")
        fine(post(server, f"/api/tables/{table}/start", {}, token))
        after = table_of(server, table, "running")
        must(after["nonces"] == ["c0ffee", "0b", None] and after["seats"][1]["name"] == "Bob", after)
        must(after["commitment"] == before["commitment"], "the commitment changed")
        refused(post(server, path, {"nonce": "00"}, token), 409, "not-waiting")


def test_nonces_by_commit_and_reveal(folder):
    """Nobody tells a nonce before all commitments are published; then the game begins with all of them."""
    def commitment(nonce):
        return hashlib.blake2b(b"charlatan nonce 1" + bytes.fromhex(nonce), digest_size=32).hexdigest()

    nonces = ["01" * 32, "02" * 32]
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "random"], nonce_commitment=commitment(nonces[0]))
        path = f"/api/tables/{table}"
        before = table_of(server, table, "waiting")
        must(before["nonce_commitments"] == [commitment(nonces[0]), None, None] and before["nonces"] is None, before)
        refused(post(server, path + "/reveal", {"nonce": nonces[0]}, ann), 409, "not-allowed")
        _, bob = join(server, table, nonce_commitment=commitment(nonces[1]))
        wait_until(lambda: table_of(server, table)["state"] == "revealing", what="a full table fixes its seats")
        fixed = table_of(server, table)
        must(fixed["nonce_commitments"] == [*map(commitment, nonces), None] and fixed["nonces"] == [None] * 3, fixed)
        refused(post(server, path + "/reveal", {"nonce": nonces[1]}, ann), 409, "not-allowed")
        for token, nonce in (ann, nonces[0]), (bob, nonces[1]):
            fine(post(server, path + "/reveal", {"nonce": nonce}, token))
        wait_until(lambda: table_of(server, table)["state"] == "running", what="the game begins at once")
        begun = table_of(server, table)
        must(begun["nonces"] == [*nonces, None] and begun["commitment"] == before["commitment"], begun)


def test_start(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["me", "open", "open"])
        path = f"/api/tables/{table}/start"
        refused(post(server, path, {}), 401, "no-token")
        refused(post(server, path, {}, STRANGER), 403, "wrong-token")
        refused(post(server, path, {}, "short"), 403, "wrong-token")
        refused(post(server, path, {"fill": "genius"}, token), 400, "bad-request", "bad-option")
        refused(post(server, path, {"fill": 3}, token), 400, "bad-request", "bad-option")
        _, other = join(server, table)
        answer = fine(post(server, path, {}, token))
        must(set(answer) == {"table"} and check_table(answer["table"], "running"), answer)
        must([s["kind"] for s in answer["table"]["seats"]] == ["human", "human", "bot"], answer["table"]["seats"])
        must(answer["table"]["seats"][2]["bot"] == "medium", answer["table"]["seats"])
        refused(post(server, path, {}, token), 409, "not-waiting")
        table, token = found(server, "quacks", ["me", "open"])
        answer = fine(post(server, f"/api/tables/{table}/start", {"fill": "easy"}, token))
        must(answer["table"]["seats"][1]["bot"] == "easy", answer)
        table, token = found(server, "quacks", ["me", "open"])
        must(fine(post(server, f"/api/tables/{table}/start", None, token))["table"]["state"] == "running", "no body")


def test_start_by_socket(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["me", "open"])
        s, told = snapshot(server, table, token)
        must(told["view"] is None and told["table"]["left"] is None and told["seat"] == 0 and told["n"] == 0, told)
        must(s.ask({"id": 9, "start": "genius"}).get("code") in ("bad-request", "bad-option"), "an unknown bot")
        must(s.ask({"id": 10, "start": "easy"}) == {"ok": 10, "n": 1}, "not started")
        must(s.ask({"id": 11, "start": "easy"})["code"] == "not-waiting", "started twice")
        spectator, told = snapshot(server, table)
        # A table that is still being read for a newcomer answers "ask again".
        answers = (spectator.ask({"id": n, "start": "easy"}) for n in range(1, 100))
        answer = next(a for a in answers if a["reason"] != "table-loading")
        must(answer["code"] in ("no-token", "not-allowed"), "by a spectator", answer)
        must(told["table"]["seats"][1]["bot"] == "easy", told)


def test_leave_before_start(folder):
    with Server(folder) as server:
        table, token = found(server, "arcane", ["me", "open", "open"])
        watch, _ = snapshot(server, table)
        seat, other = join(server, table, name="Berta")
        told = watch.receive()
        must(told.pop("table") and told == {"n": 1, "sit": 1, "name": "Berta"}, "sitting down")
        path = f"/api/tables/{table}/leave"
        refused(post(server, path), 401, "no-token")
        refused(post(server, path, token=STRANGER), 403, "wrong-token")
        answer = fine(post(server, path, token=other))
        must(set(answer) == {"table"} and answer["table"]["seats"][1]["kind"] == "empty", answer)
        told = watch.receive()
        must(told.pop("table") and told == {"n": 2, "rise": 1}, "rising")
        refused(post(server, path, token=other), 403, "wrong-token")
        hello(server, table, other).bye("wrong-token")
        must(join(server, table, seat=1, name="Cyril")[1] != other, "the old token")
        told = watch.receive()
        must(told.pop("table") and told == {"n": 3, "sit": 1, "name": "Cyril"}, "sitting down again")


def test_leave_and_takeover(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 3)
        path = f"/api/tables/{table}/takeover"
        watch, told = snapshot(server, table)
        first = told["n"]
        refused(post(server, path, {"seat": 1, "name": "Eve"}), 409, "not-allowed", "seat-taken")
        must(post(server, path, token=tokens[1]).status in (200, 409), "one's own seat while one has it")
        answer = fine(post(server, f"/api/tables/{table}/leave", token=tokens[1]))
        seat = answer["table"]["seats"][1]
        must(seat["kind"] == "human" and seat["away"] == "left" and seat["bot"] == "medium", seat)
        event = watch.until("away")
        must(event.pop("table") and event == {"n": event["n"], "away": 1, "why": "left", "bot": "medium"}, event)
        back = fine(post(server, path, token=tokens[1]))
        must(back["seat"] == 1 and back["table"]["seats"][1]["away"] is None, back)
        must(back["token"] in (tokens[1], None), "another token for one's own seat")
        event = watch.until("back")
        must(event.pop("table") and event == {"n": event["n"], "back": 1} and event["n"] > first, event)
        fine(post(server, f"/api/tables/{table}/leave", token=tokens[1]))
        for body in ({"seat": 9}, {"seat": "1"}, {"seat": 1, "name": ""}, {"seat": 1, "x": 1}):
            refused(post(server, path, body), 400, "bad-request")
        refused(post(server, path, {"seat": 0, "name": "Eve"}), 409, "not-allowed", "seat-taken")
        taken = fine(post(server, path, {"seat": 1, "name": "Eve"}))
        must(taken["seat"] == 1 and taken["token"] not in tokens and TOKEN.fullmatch(taken["token"]), taken)
        must(taken["table"]["seats"][1] == {"kind": "human", "name": "Eve", "bot": None, "away": None}, taken)
        event = watch.until("sit")
        must(event.pop("table") and event == {"n": event["n"], "sit": 1, "name": "Eve"}, event)
        refused(post(server, f"/api/tables/{table}/leave", token=tokens[1]), 403, "wrong-token")
        hello(server, table, tokens[1]).bye("wrong-token")
        play(seat_people(server, table, [tokens[0], taken["token"], tokens[2]]))


def test_old_owner_is_shut_out(folder):
    """Somebody else takes the seat while the one who left still listens: the old socket has no seat any more."""
    with Server(folder) as server:
        table, tokens = gather(server, "quacks", 2)
        old, _ = snapshot(server, table, tokens[1])
        must("ok" in old.ask({"id": 1, "leave": True}), "leave")
        taken = fine(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "Eve"}))
        other = Player(server, table, tokens[0])
        new = Player(server, table, taken["token"], choose=lambda *_: None)
        play([other, new], until=lambda: new.asks)    # the bot may have left nothing to ask for now
        question = new.asks[-1]
        try:
            answer = old.ask({"id": 2, "n": question["n"], "do": question["actions"][0]}, 5)
            must("no" in answer, "the old owner still plays:", answer)
        except (Closed, OSError):
            pass
        new.answer(question["n"], question["actions"][0])
        play([other, new], until=lambda: not new.waiting)


# ---- lists ------------------------------------------------------------------------------------

def test_lists(folder):
    with Server(folder) as server:
        ids = []
        for i in range(7):
            ids.append(found(server, "arcane" if i % 2 else "null", ["me", "open"], open=True)[0])
            time.sleep(0.003)
        hidden, _ = found(server, "null", ["me", "open"])
        listed = fine(get(server, "/api/tables"))
        must(set(listed) == {"tables", "next"}, sorted(listed))
        must([t["id"] for t in listed["tables"]] == ids[::-1] and listed["next"] is None, listed["next"])
        for table in listed["tables"]:
            must(check_table(table, "waiting") == table_of(server, table["id"]), "not the same table")
        must([t["id"] for t in fine(get(server, "/api/tables?game=arcane"))["tables"]] == ids[5::-2], "by game")
        seen, before = [], ""
        for _ in range(4):
            page = fine(get(server, f"/api/tables?limit=2{before}"))
            must(len(page["tables"]) <= 2, "more than asked for")
            seen += [t["id"] for t in page["tables"]]
            if page["next"] is None:
                break
            before = f"&before={page['next']}"
        must(seen == ids[::-1], "pages:", seen, "of", ids)
        for query in ("limit=x", "limit=-1", "before=x", "game=chess", "limit=99999999999999999999"):
            answer = get(server, "/api/tables?" + query)
            must(answer.status in (200, 400) and (answer.status == 200 or answer.code.startswith("bad-")), query, answer)
        join(server, ids[0])
        wait_until(lambda: ids[0] not in [t["id"] for t in fine(get(server, "/api/tables"))["tables"]], what="gone")
        must(hidden not in get(server, "/api/tables").text, "a table that is not open is listed")


def test_running_list(folder):
    """Tables to be watched: open, and their game goes on."""
    def running(more=""):
        return [t["id"] for t in fine(get(server, "/api/tables?state=running" + more))["tables"]]
    with Server(folder) as server:
        must(running() == [], "something runs")
        waits, _ = found(server, "null", ["me", "open"], open=True)
        first, tokens = gather(server, "null", 2, options={"tosses": 1}, open=True)
        time.sleep(0.003)
        other, _ = gather(server, "arcane", 2, open=True)
        gather(server, "null", 2)
        must(running() == [other, first] and running("&game=null") == [first], running())
        must([t["id"] for t in fine(get(server, "/api/tables?state=waiting"))["tables"]] == [waits], "those that wait")
        page = fine(get(server, "/api/tables?state=running&limit=1"))
        must(running(f"&before={page['next']}") == [first], "pages")
        for table in fine(get(server, "/api/tables?state=running"))["tables"]:
            must(check_table(table, "running") == table_of(server, table["id"]), "not the same table")
        refused(get(server, "/api/tables?state=over"), 400, "bad-request")
        refused(get(server, "/api/tables?state="), 400, "bad-request")
        time.sleep(0.003)
        play(seat_people(server, first, tokens))
        must(running() == [other], "one is over")


def test_history(folder):
    with Server(folder) as server:
        must(fine(get(server, "/api/history")) == {"tables": [], "next": None}, "history of nothing")
        ids = [play_game(server, "null", 2, seed=i, open=True, spectator=False)[0] for i in range(3)]
        play_game(server, "null", 2, spectator=False)
        listed = fine(get(server, "/api/history"))["tables"]
        must([t["id"] for t in listed] == ids[::-1], "history:", [t["id"] for t in listed], "of", ids)
        for table in listed:
            check_table(table, "over")
            must(len(table["result"]) == 2 and table["winners"], table)
        must(fine(get(server, "/api/history?game=arcane"))["tables"] == [], "by game")
        page = fine(get(server, "/api/history?limit=1"))
        rest = fine(get(server, f"/api/history?before={page['next']}"))
        must([t["id"] for t in page["tables"] + rest["tables"]] == ids[::-1], "pages")
