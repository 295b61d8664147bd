"""Founding tables: what a body may say, and every refusal."""

import json
import os

from api_undo import two_at_null
from players import play, play_game, seat_people
from wire import (Server, TOKEN, check_table, fine, found, gather, get, hello, join, must, post, refused,
                  table_of, wait_until)


def test_found_defaults(folder):
    with Server(folder) as server:
        answer = fine(post(server, "/api/tables", {"game": "arcane", "seats": ["me", "open", "easy"]}), 201)
        table = check_table(answer["table"], "waiting")
        must(answer["seat"] == 0 and TOKEN.fullmatch(answer["token"]), answer)
        must(table["game"] == "arcane" and table["players"] == 3 and table["open"] is False, table)
        must(table["seats"][0] == {"kind": "human", "name": "Guest", "bot": None, "away": None}, table["seats"])
        must(table["seats"][1]["kind"] == "empty" and table["seats"][1]["bot"] is None, table["seats"])
        must(table["seats"][2]["kind"] == "bot" and table["seats"][2]["bot"] == "easy", table["seats"])
        must(table["n"] == 0 and table["rematch"] is None and table["practice"] is None, table)
        must(table["clock"] == {"move": 300, "game": 0}, table["clock"])
        must(table["options"]["edition"] == "three" and table["options"]["turn_cap"] == 100, table["options"])
        must(table == table_of(server, table["id"], "waiting"), "another table when asked for")


def test_found_clock_alone(folder):
    """One person has no clock by default."""
    with Server(folder) as server:
        table, _ = found(server, "quacks", ["me", "easy"])
        must(table_of(server, table)["clock"] == {"move": 0, "game": 0}, table_of(server, table)["clock"])


def test_help(folder):
    """Odds and hints are on for one person alone, or if the founding says so."""
    with Server(folder) as server:
        for seats, usual in ((["me", "random"], True), (["random", "random"], True), (["me", "open"], False),
                             (["open", "random"], False), (["me", "random", "open"], False)):
            for said in ({}, {"help": True}, {"help": False}):
                table, _ = found(server, "null", seats, **said)
                must(table_of(server, table)["help"] is said.get("help", usual), seats, said)
        table, tokens = gather(server, "null", 2, options={"tosses": 1}, help=True)
        play(seat_people(server, table, tokens))
        again = fine(post(server, f"/api/tables/{table}/rematch", token=tokens[0]), 201)
        must(again["table"]["help"] is True, "a rematch without help:", again)
        table, _ = play_game(server, "null", 2, spectator=False)
        must(table_of(server, table)["help"] is False, "two people")
        answer = fine(post(server, "/api/practice", {"table": table, "n": 1, "bot": "random"}), 201)
        must(answer["table"]["help"] is True, "practice without help:", answer)


def test_asked(folder):
    """`asked` names the seats that must answer."""
    with Server(folder, db=os.path.join(folder, "asked.db")) as server:
        table, s, n = two_at_null(server, 3)
        must(table_of(server, table)["asked"] == [0, 1, 2], "all call at the same time")
        must("ok" in s[1].ask({"id": 1, "n": n, "do": "call heads"}), "a call is refused")
        must(table_of(server, table)["asked"] == [0, 2], "one has called:", table_of(server, table))
        must("ok" in s[2].ask({"id": 1, "leave": True}), "leaving is refused")
        wait_until(lambda: table_of(server, table)["asked"] == [0], what="a bot calls for the one who left")
        server.stop()
        server.start()
        must(table_of(server, table)["asked"] == [0], "after a restart:", table_of(server, table))


def test_found_options(folder):
    with Server(folder) as server:
        table, token = found(server, "quacks", ["random", "me", "open", "brewer"], name="Zoë 🧪", open=True,
                             options={"books": 3, "pot": "tubes", "together": True, "first": 2, "prices": "printed"},
                             clock={"move": 2592000, "game": 7776000}, nonce="00ff" * 16)
        t = table_of(server, table, "waiting")
        must(t["options"]["pot"] == "tubes" and t["options"]["books"]["red"] == 3 and t["options"]["first"] == 2, t)
        must(t["open"] is True and t["clock"] == {"move": 2592000, "game": 7776000}, t)
        must(t["seats"][1]["name"] == "Zoë 🧪" and t["nonces"] is None, t)
        seat, other = join(server, table, nonce="ab")
        t = table_of(server, table, "running")
        must(seat == 2 and other != token and t["nonces"] == [None, "00ff" * 16, "ab", None], t["nonces"])
        found(server, "arcane", ["me", "open"], name="x" * 40, nonce="f" * 64, clock={"move": 0, "game": 0})
        found(server, "arcane", ["me", "open"], name="\U0001f9ea" * 40, options={})
        table, token = found(server, "arcane", ["open", "open"])
        must(token is None and table_of(server, table, "waiting")["n"] == 0, "a founder who does not sit")


def test_found_bots_only(folder):
    """A table without people, should the server allow it, plays itself to the end."""
    with Server(folder) as server:
        answer = post(server, "/api/tables", {"game": "null", "seats": ["random", "random"]})
        if answer.status == 201:
            table = answer.json["table"]["id"]
            wait_until(lambda: table_of(server, table)["state"] == "over", what="bots alone")
        else:
            refused(answer, 400, "bad-request", "bad-option")


REFUSED = [
    ({}, "bad-request bad-option"),
    ({"game": "null"}, "bad-request bad-option"),
    ({"seats": ["me", "open"]}, "bad-request bad-option"),
    ({"game": "chess", "seats": ["me", "open"]}, "bad-option bad-request"),
    ({"game": 7, "seats": ["me", "open"]}, "bad-request bad-option"),
    ({"game": "null", "seats": "me"}, "bad-request bad-option"),
    ({"game": "null", "seats": []}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me"]}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me"] + ["open"] * 6}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me"] + ["open"] * 5000}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "me"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "genius"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", 3]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", None]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", ""]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "x" * 300]}, "bad-request bad-option"),
    ({"game": "arcane", "seats": ["me", "brewer"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "medium"]}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": ""}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "x" * 41}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\nb"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\u0000b"}, "bad-request bad-json"),
    ({"game": "null", "seats": ["me", "open"], "name": "a\u0085b"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": None}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "name": 5}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "open": "yes"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "open": 1}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "help": "yes"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "help": None}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": 5}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": -1}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 1.5}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 2592001}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"game": 7776001}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "clock": {"move": 5, "day": 1}}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": "xyz"}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": "0" * 66}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "nonce": 12}, "bad-request bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": {"tosses": 0}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": {"nothing": 1}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "options": []}, "bad-option bad-request"),
    ({"game": "quacks", "seats": ["me", "open"], "options": {"first": 2}}, "bad-option"),
    ({"game": "arcane", "seats": ["me", "open"], "options": {"cards": {"x": 1}}}, "bad-option"),
    ({"game": "null", "seats": ["me", "open"], "colour": "red"}, "bad-request bad-option"),
]


def test_found_refusals(folder):
    with Server(folder) as server:
        for body, codes in REFUSED:
            answer = post(server, "/api/tables", body)
            must(answer.status == 400 and answer.code in codes.split(), body, "came", answer)
        for body in (b"{", b"nonsense", b'{"game":"null","game":"null"}', b"\xff\xfe", b'{"a":NaN}', b"{}{}"):
            refused(post(server, "/api/tables", body), 400, "bad-json")
        for body in (b"[]", b"7", b'"text"', b"null"):
            refused(post(server, "/api/tables", body), 400, "bad-json", "bad-request")
        must(fine(get(server, "/api/tables"))["tables"] == [], "something was founded")


def test_body_limits(folder):
    with Server(folder) as server:
        body = {"game": "null", "seats": ["me", "open"]}
        room = 65536 - len(json.dumps(body))
        fine(post(server, "/api/tables", json.dumps(body).encode() + b" " * room), 201)
        refused(post(server, "/api/tables", json.dumps(body).encode() + b" " * (room + 1)), 413, "too-large")
        refused(post(server, "/api/practice", b'{"record":"' + b"x" * (2 << 20) + b'"}'), 413, "too-large")


def games_of_bots(server):
    """The commitments and the moves of some games; and some ids and tokens."""
    games, secrets = [], []
    for game, seats in (("arcane", ["easy", "random"]), ("null", ["random"] * 4), ("null", ["random"] * 4)):
        table, _ = found(server, game, seats)
        wait_until(lambda: table_of(server, table)["state"] == "over", what="bots alone")
        lines = [json.loads(line) for line in get(server, f"/api/tables/{table}/record").text.splitlines()]
        moves = [(line["seat"], line["action"]) for line in lines if "action" in line]
        games.append((lines[0]["commitment"], moves))
        secrets += [table, found(server, game, ["me", "open"])[1]]
    return games, secrets


def test_fixed_luck(folder):
    """With --luck the same requests give the same games, and yet other ids and keys of seats."""
    played = []
    for text in ("Ada", "Ada", "Zoë"):
        with Server(folder, extra=["--luck", text, "--workers", str(1 + len(played))]) as server:
            played.append(games_of_bots(server))
            must("warning: with --luck" in server.text(), server.text())
    (first, ids), (second, others), (third, _) = played
    must(first == second, "the same text, but other games:", first, second)
    must(first[0] != third[0] and first[1] != first[2], "the same games for all:", first, third)
    must(not set(ids) & set(others), "ids and tokens are fixed, too:", ids, others)
