"""Attacks on a host's rights: nobody else removes, locks, admits or starts, whatever they hold."""

import time

from players import play, seat_people
from wire import STRANGER, Server, fine, found, get, hello, http, join, must, post, table_of

RIGHTS = (("start", {}), ("remove", {"seat": 1}), ("door", {"locked": True}), ("admit", {"seat": 1, "yes": True}),
          ("hook", {"url": "https://ntfy.sh/x", "shape": "ntfy"}), ("hook", {"url": None}))
MESSAGES = ({"start": "random"}, {"remove": 1}, {"door": {"locked": True}}, {"admit": 1, "yes": True})


def rights_of(server, table):
    card = table_of(server, table)
    return {k: card.get(k) for k in ("host", "locked", "approve", "hook", "state")}, card["seats"]


def powerless(server, table, *tokens):
    """None of these tokens, and nobody without one, can do what the host can."""
    before = rights_of(server, table)
    for token in (*tokens, None, STRANGER):
        for verb, body in RIGHTS:
            answer = post(server, f"/api/tables/{table}/{verb}", body, token)
            must(answer.status in (401, 403, 409), verb, "was not refused:", answer)
        s = hello(server, table, token) if token else hello(server, table)
        for i, message in enumerate(MESSAGES):
            try:
                s.send({"id": i, **message})
            except OSError:
                break
        get(server, "/health")
    must(rights_of(server, table) == before, "something was changed")


def test_rights_of_others(folder):
    """Other seats, spectators, tokens of another table, and the founder's own token for another table."""
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        _, bob = join(server, table)
        other, mallory = found(server, "null", ["me", "open", "open"])
        powerless(server, table, bob, mallory)
        powerless(server, other, ann, bob)


def test_rights_after_leaving(folder):
    """Who has left has none, nor has whoever comes back or sits on the old seat; neither before nor after the start."""
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"], wait=True)
        _, bob = join(server, table)
        fine(post(server, f"/api/tables/{table}/leave", {}, ann))
        powerless(server, table, ann)
        _, mallory = join(server, table, seat=0, name="Ann")
        powerless(server, table, ann, mallory)
        fine(post(server, f"/api/tables/{table}/start", {}, bob))
        fine(post(server, f"/api/tables/{table}/leave", {}, bob))
        powerless(server, table, ann, bob)
        fine(post(server, f"/api/tables/{table}/takeover", {}, bob))
        powerless(server, table, ann, bob)
        must(table_of(server, table)["host"] == 0, "the rights are with who is left")


def test_rights_of_a_taken_seat(folder):
    """Whoever takes over the seat of a host who was alone gets the seat, not the rights."""
    with Server(folder) as server:
        table, ann = found(server, "arcane", ["me", "medium"], options={"edition": "hundred"})
        fine(post(server, f"/api/tables/{table}/leave", {}, ann))
        must(table_of(server, table)["host"] == 0, "the rights wait")
        mallory = fine(post(server, f"/api/tables/{table}/takeover", {"seat": 0}))["token"]
        must("host" not in table_of(server, table), "mallory is host")
        powerless(server, table, ann, mallory)


def test_rights_after_a_rematch(folder):
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "random"], wait=True)
        _, bob = join(server, table)
        fine(post(server, f"/api/tables/{table}/start", {}, ann))
        play(seat_people(server, table, [ann, bob]))
        again = fine(post(server, f"/api/tables/{table}/rematch", {}, bob), 201)["table"]
        powerless(server, again["id"], bob)
        powerless(server, table, bob)


def test_rights_by_a_link(folder):
    """A link to another seat gives no rights; a link to the host's seat does, until that device is revoked."""
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open", "open"])
        _, bob = join(server, table)
        path = f"/api/tables/{table}"

        def opened(token):
            made = fine(post(server, path + "/link", {}, token), 201)
            device = fine(post(server, path + "/open", {"link": made["link"]}))["token"]
            return device, made["link"]

        phone_of_bob, link = opened(bob)
        powerless(server, table, bob, phone_of_bob, link)
        phone, _ = opened(ann)
        fine(post(server, path + "/door", {"approve": True}, phone))
        fine(post(server, path + "/revoke", {"others": True}, ann))
        powerless(server, table, phone)


def test_rights_by_replayed_keys(folder):
    """A key gives its own seat again, and a removed person's key nothing."""
    with Server(folder) as server:
        wish = {"game": "null", "seats": ["me", "open", "open"], "key": "f-key-0123456789-ABCDEFGHIJ"}
        first = fine(post(server, "/api/tables", wish), 201)
        table, ann = first["table"]["id"], first["token"]
        key = {"key": "g-key-0123456789-ABCDEFGHIJ"}
        bob = fine(post(server, f"/api/tables/{table}/join", key))["token"]
        for _ in range(3):
            must(fine(post(server, f"/api/tables/{table}/join", key))["token"] == bob, "another seat")
        powerless(server, table, bob)
        fine(post(server, f"/api/tables/{table}/remove", {"seat": 1}, ann))
        must(post(server, f"/api/tables/{table}/join", key).status == 403, "the key sits down again")
        powerless(server, table, bob)
        # The founder's key, used at the table, is that of the founder and gives no second seat.
        seat = fine(post(server, f"/api/tables/{table}/join", {"key": "f-key-0123456789-ABCDEFGHIJ"}))
        must(seat["seat"] == 0 and seat["token"] == ann, seat)


def at_rest(server, table):
    """The number of the last entry, once the bot in the free seat has nothing left to do."""
    seen = [table_of(server, table)["n"]]
    while seen[-5:] != seen[-1:] * 5:
        time.sleep(0.1)
        seen.append(table_of(server, table)["n"])
    return seen[-1]


def test_rights_of_who_waits(folder):
    """Who asks for a seat has none yet; a flood of them changes nothing and fills no log."""
    with Server(folder) as server:
        table, ann = found(server, "null", ["me", "open"], approve=True, options={"tosses": 9})
        _, bob = join(server, table)
        fine(post(server, f"/api/tables/{table}/leave", {}, bob))
        waits = fine(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": "M"}), 202)["token"]
        n = at_rest(server, table)
        for i in range(50):
            must(post(server, f"/api/tables/{table}/takeover", {"seat": 1, "name": f"M{i}"}).status == 409, "it waits, too")
        must(table_of(server, table)["n"] == n, "the log grew")
        powerless(server, table, waits, bob)
        must(http(server, "GET", f"/api/tables/{table}/keys", None, waits).status == 403, "the keys of the seat")
        for verb in ("leave", "link", "takeover", "rematch", "reveal"):
            must(post(server, f"/api/tables/{table}/{verb}", {}, waits).status in (400, 403, 409), verb)
