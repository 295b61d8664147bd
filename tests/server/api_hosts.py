"""The host of a table: starting, removing, locking, approving takeovers, and what happens when the host leaves."""

from wire import Closed, STRANGER, Server, fine, found, get, hello, join, must, post, refused, snapshot, table_of

ELSEWHERE = "127.0.0.9"    # another network than the host's


def reason(answer, status, name):
    must(answer.status == status and answer.json["error"]["reason"] == name, "expected", name, "came", answer)


def ask(server, table, verb, body, token=None, **more):
    return post(server, f"/api/tables/{table}/{verb}", body, token, **more)


def test_only_the_host_starts(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        _, bob = join(server, table)
        card = table_of(server, table, "waiting")
        must((card["host"], card["locked"], card["approve"]) == (0, False, False), card)
        reason(ask(server, table, "start", {}, bob), 409, "host-only")
        s, _ = snapshot(server, table, bob)
        must(s.ask({"id": 1, "start": "random"})["reason"] == "host-only", "started by message")
        fine(ask(server, table, "start", {}, ann))
        # Nobody founded this one with a seat: anybody at it may start it.
        free, none = found(server, "null", ["open", "open", "random"])
        must(none is None and "host" not in table_of(server, free), "a host without a seat")
        fine(ask(server, free, "start", {}, join(server, free)[1]))
        reason(post(server, "/api/tables", {"game": "null", "seats": ["open", "open"], "approve": True}), 400,
               "approve-seat")


def test_removing(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        key = "k-key-0123456789-ABCDEFGHIJ"
        seated = fine(ask(server, table, "join", {"key": key, "name": "Bob"}))
        bob = seated["token"]
        s, _ = snapshot(server, table, bob)
        watcher, _ = snapshot(server, table)
        for body in ({}, {"seat": 9}, {"seat": "1"}, {"seat": 1, "keep_out": 1}, {"seat": 1, "more": 1}):
            refused(ask(server, table, "remove", body, ann), 400, "bad-request")
        reason(ask(server, table, "remove", {"seat": 1}, bob), 409, "host-only")
        reason(ask(server, table, "remove", {"seat": 0}, ann), 409, "remove-self")
        reason(ask(server, table, "remove", {"seat": 2}, ann), 409, "no-person-there")
        card = fine(ask(server, table, "remove", {"seat": 1}, ann))["table"]
        must(card["seats"][1]["kind"] == "empty", card)
        told = watcher.until("remove")
        must(told.pop("table")[0][0].startswith("seats") and told == {"n": 2, "remove": 1}, "not told", told)
        must(s.until("remove")["remove"] == 1 and s.until("bye")["bye"] == "removed", "the removed one")
        hello(server, table, bob).bye("removed")
        # The token is void, also if the request that gave it is repeated.
        reason(ask(server, table, "join", {"key": key, "name": "Bob"}), 403, "removed")
        reason(ask(server, table, "leave", {}, bob), 403, "token-unknown")
        must(join(server, table, name="Bob")[0] == 1, "a new one may come")
        reason(ask(server, table, "remove", {"seat": 1, "keep_out": True}, ann), 409, "same-address")


def test_keeping_out(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        fine(ask(server, table, "join", {}, source=ELSEWHERE))
        host, _ = snapshot(server, table, ann)
        must(host.ask({"id": 1, "remove": 1, "keep_out": True})["ok"] == 1, "not removed")
        reason(ask(server, table, "join", {}, source=ELSEWHERE), 409, "kept-out")
        must(fine(ask(server, table, "join", {}))["seat"] == 1, "somebody else")
        must(get(server, f"/api/tables/{table}", source=ELSEWHERE).status == 200, "they may watch")


def test_locking(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        _, bob = join(server, table)
        for body in ({}, {"locked": 1}, {"locked": None}, {"open": True}):
            refused(ask(server, table, "door", body, ann), 400, "bad-request")
        reason(ask(server, table, "door", {"locked": True}, bob), 409, "host-only")
        watcher, _ = snapshot(server, table)
        must(fine(ask(server, table, "door", {"locked": True}, ann))["table"]["locked"] is True, "not locked")
        must(watcher.until("door") == {"n": 2, "door": 0, "locked": True, "approve": False, "table": [["locked", True]]},
             "not told")
        reason(ask(server, table, "join", {}), 409, "table-locked")
        fine(ask(server, table, "join", {"name": "Robert"}, bob))
        host, _ = snapshot(server, table, ann)
        must(host.ask({"id": 1, "door": {"locked": False, "approve": True}})["ok"] == 1, "not unlocked")
        must(host.ask({"id": 2, "door": {}})["reason"] == "door-needed", "nothing")
        must(host.ask({"id": 3, "door": True})["reason"] == "door-needed", "no object")
        card = table_of(server, table)
        must(card["locked"] is False and card["approve"] is True, card)


def test_approving(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open"], approve=True, options={"tosses": 9})
        _, bob = join(server, table)
        host, _ = snapshot(server, table, ann)
        watcher, _ = snapshot(server, table)
        refused(ask(server, table, "admit", {"seat": 1, "yes": True}, ann), 409, "not-allowed")
        fine(ask(server, table, "leave", {}, bob))
        wish = {"seat": 1, "name": "Cleo", "key": "c-key-0123456789-ABCDEFGHIJ"}
        waits = fine(ask(server, table, "takeover", wish), 202)
        must(waits["seat"] == 1 and waits["table"]["seats"][1]["knock"] == "Cleo", waits)
        must(host.until("knock")["name"] == "Cleo", "the host is not told")
        must(fine(ask(server, table, "takeover", wish), 202)["token"] == waits["token"], "another token")
        hello(server, table, waits["token"]).bye("wrong-token")
        reason(ask(server, table, "takeover", {"seat": 1, "name": "Dan"}), 409, "knock-waits")
        for token in (bob, waits["token"], STRANGER):
            must(ask(server, table, "admit", {"seat": 1, "yes": True}, token).status in (403, 409), "admitted")
        must(host.ask({"id": 1, "admit": 1, "yes": False})["ok"] == 1, "not refused")
        told = watcher.until("admit")
        must((told["admit"], told["yes"]) == (1, False) and "Cleo" not in str(told["table"]), "not told", told)
        must("knock" not in table_of(server, table)["seats"][1], "still waits")
        waits = fine(ask(server, table, "takeover", {**wish, "key": "d-key-0123456789-ABCDEFGHIJ"}), 202)
        fine(ask(server, table, "admit", {"seat": 1, "yes": True}, ann))
        told = watcher.until("admit")
        must(told["yes"] is True and "Cleo" in str(told["table"]), told)
        must(fine(ask(server, table, "takeover", {**wish, "key": "d-key-0123456789-ABCDEFGHIJ"}))["seat"] == 1, "repeated")
        snapshot(server, table, waits["token"])
        refused(ask(server, table, "leave", {}, bob), 403, "wrong-token")


def test_the_host_leaves(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"], wait=True)
        _, bob = join(server, table)
        _, cleo = join(server, table)
        watcher, _ = snapshot(server, table)
        fine(ask(server, table, "leave", {}, ann))
        must(["host", 1] in watcher.until("rise")["table"], "not told")
        must(table_of(server, table)["host"] == 1, "nobody is host")
        again = fine(ask(server, table, "join", {"name": "Ann"}))["token"]
        reason(ask(server, table, "start", {}, again), 409, "host-only")
        fine(ask(server, table, "start", {}, bob))
        fine(ask(server, table, "leave", {}, bob))
        must(["host", 2] in watcher.until("away")["table"], "not the one who was here longest")
        fine(ask(server, table, "takeover", {}, bob))
        reason(ask(server, table, "door", {"locked": True}, bob), 409, "host-only")
        fine(ask(server, table, "door", {"locked": True}, cleo))


def test_a_rematch_keeps_the_host(folder):
    from players import play, seat_people
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "random"], wait=True, approve=True)
        _, bob = join(server, table)
        fine(ask(server, table, "start", {}, ann))
        play(seat_people(server, table, [ann, bob]))
        again = fine(ask(server, table, "rematch", {"move_on": True}, bob), 201)["table"]
        must((again["host"], again["approve"]) == (1, True), again)
        reason(ask(server, again["id"], "start", {}, bob), 409, "host-only")
        fine(ask(server, again["id"], "start", {}, ann))


def test_after_a_restart(folder):
    with Server(folder, db=f"{folder}/t.db") as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        key = "r-key-0123456789-ABCDEFGHIJ"
        fine(ask(server, table, "join", {"key": key}, source=ELSEWHERE))
        fine(ask(server, table, "remove", {"seat": 1, "keep_out": True}, ann))
        fine(ask(server, table, "door", {"locked": True}, ann))
        server.stop()
        server.start()
        card = table_of(server, table)
        must((card["host"], card["locked"]) == (0, True), card)
        reason(ask(server, table, "join", {"key": key}), 403, "removed")
        fine(ask(server, table, "door", {"locked": False}, ann))
        reason(ask(server, table, "join", {}, source=ELSEWHERE), 409, "kept-out")
