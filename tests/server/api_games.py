"""Whole games of every kind, rematches, records and practice."""

import random
import time

from players import Engine, Player, play, play_game, seat_people
from wire import (NOWHERE, STRANGER, Server, TOKEN, check_table, fine, found, gather, get, must, post,
                  refused, short, snapshot, strict, table_of, verify, wait_until)


def check_end(server, folder, table, players):
    """What everybody was told at the end agrees, and agrees with the record."""
    overs = [p.over for p in players]
    must(all(o == overs[0] for o in overs), "different ends:", overs)
    t = table_of(server, table, "over")
    must(t["result"] == overs[0]["result"] and t["winners"] == overs[0]["winners"], t, overs[0])
    answer = get(server, f"/api/tables/{table}/record")
    must(answer.status == 200 and "json" in answer.headers["content-type"], answer.headers)
    lines = [strict(line) for line in answer.text.split("\n")[:-1]]
    must(lines[-1] == overs[0], "the record's end:", lines[-1])
    must(lines[0]["commitment"] == t["commitment"] and lines[0]["options"] == t["options"], "the record's header")
    verify(answer.text, folder, "verified")
    for player in players:    # whoever came late has not seen the first moves
        must(0 < len(player.moves) <= len(lines) - 2, player.seat, "saw", len(player.moves), "of", len(lines) - 2)
        for n, line in zip(sorted(player.moves, reverse=True), lines[-2:0:-1]):
            must(player.moves[n] == line["seat"], "the mover of", n)
            must(n not in player.acked or player.acked[n][1] == line["action"], "the action of", n)
        must(player.view == players[-1].view or player.seat is not None, "the spectator's view")
    return lines


def whole_games(folder, game, counts, **options):
    with Server(folder) as server:
        for people, bots in counts:
            table, players = play_game(server, game, people, bots, options={**short(game), **options})
            check_end(server, folder, table, players)


def test_game_null(folder):
    whole_games(folder, "null", [(2, ()), (3, ()), (6, ()), (1, ["random"] * 2)])


def test_game_arcane(folder):
    whole_games(folder, "arcane", [(2, ()), (4, ()), (6, ()), (1, ["easy", "medium"])])


def test_game_arcane_market(folder):
    whole_games(folder, "arcane", [(3, ["random"])], edition="three", rounds=None, wizards="random", market=True)


def test_game_quacks(folder):
    whole_games(folder, "quacks", [(2, ()), (4, ()), (1, ["easy"]), (2, ["brewer", "greedy"])])


def test_game_quacks_together(folder):
    whole_games(folder, "quacks", [(3, ())], together=True, books=4, pot="tubes")


def test_masters(folder):
    """Bots that think do not hold up the table: the server answers meanwhile."""
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 1, ["master"], options={"turn_cap": 1, "edition": "hundred", "rounds": 1})
        players = seat_people(server, table, tokens)
        slowest = 0.0
        end = time.monotonic() + 6

        def thinking():
            nonlocal slowest
            began = time.monotonic()
            fine(get(server, "/health"))
            slowest = max(slowest, time.monotonic() - began)
            return players[0].done() or time.monotonic() > end
        play(players, until=thinking)
        must(slowest < 1.5, "the server was busy for", slowest, "s")


def test_snapshots(folder):
    """Every few events, a new socket gets the same view that the old one has computed from changes."""
    with Server(folder) as server:
        for game, seed in (("null", 1), ("quacks", 2), ("arcane", 3)):
            table, tokens = gather(server, game, 3, options=short(game))
            luck = random.Random(seed)

            def choose(player, ask):
                if luck.random() < 0.08 and not player.busy:
                    player.busy = True
                    player.check_snapshot()
                    player.busy = False
                    return None    # the new socket has asked again
                return player.luck.choice(ask["actions"])
            players = seat_people(server, table, tokens, seed, choose=choose)
            players.append(Player(server, table))
            for player in players:
                player.busy = False
            play(players, until=lambda: all(p.done() for p in players) or
                 (luck.random() < 0.05 and players[-1].n and players[-1].check_snapshot()))
            for player in players:
                player.check_snapshot()


# ---- rematch, record, practice ----------------------------------------------------------------

def test_rematch(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "null", 2, ["random"], options={"tosses": 2}, open=True, nonce="aa")
        path = f"/api/tables/{table}/rematch"
        refused(post(server, path, token=tokens[0]), 409, "not-over")
        players = seat_people(server, table, tokens)
        play(players)
        refused(post(server, path), 401, "no-token")
        refused(post(server, path, token=STRANGER), 403, "wrong-token")
        answer = fine(post(server, path, token=tokens[1]), 201)
        again = check_table(answer["table"])
        must(again["id"] != table and again["options"] == {"tosses": 2} and again["open"] is True, again)
        event = strict(players[0].socket.receive_text())
        must(event == {"n": players[0].n + 1, "rematch": again["id"], "table": [["rematch", again["id"]]]}, event)
        must(table_of(server, table)["rematch"] == again["id"], "the old table does not say so")
        second = post(server, path, token=tokens[0])
        must(second.status in (200, 201) and second.json["table"]["id"] == again["id"], "asked for twice:", second)
        must([s["kind"] for s in again["seats"]] == ["human", "human", "bot"], again["seats"])
        must(again["commitment"] != table_of(server, table)["commitment"], "the same luck")
        more = seat_people(server, again["id"], tokens)
        play(more)
        check_end(server, folder, again["id"], more)


def test_record(folder):
    with Server(folder) as server:
        table, tokens = gather(server, "arcane", 2, name="Ann\u00e9", options=short("arcane"))
        refused(get(server, f"/api/tables/{table}/record"), 409, "not-over")
        players = seat_people(server, table, tokens)
        play(players)
        lines = check_end(server, folder, table, players)
        must(lines[0]["players"][0] == {"name": "Ann\u00e9", "kind": "human"}, lines[0]["players"])
        record = get(server, f"/api/tables/{table}/record")
        must(record.body == get(server, f"/api/tables/{table}/record").body, "another record")
        for token in tokens:
            must(token not in record.text, "a token in the record")


def play_on(server, answer, moves, bot, luck="new"):
    """A practice table goes on after `moves` moves, against bots, to its end."""
    table = check_table(answer["table"])
    must(table["practice"] == {"moves": moves, "luck": luck} and TOKEN.fullmatch(answer["token"]), table)
    must([s["kind"] for s in table["seats"]].count("human") == 1, table["seats"])
    must(table["seats"][answer["seat"]]["kind"] == "human", table["seats"])
    must(all(s["bot"] == bot for i, s in enumerate(table["seats"]) if i != answer["seat"]), table["seats"])
    wait_until(lambda: table_of(server, table["id"])["state"] != "waiting", what="practice begins")
    player = Player(server, table["id"], answer["token"])
    play([player])
    return table["id"], player


def views_of(record, seat, upto):
    """The engine's view of a record after `upto` moves."""
    lines = [strict(line) for line in record.split("\n")[:-1]]
    with Engine() as engine:
        chance = lines[0]["chance"] + [c for line in lines[1:upto + 1] for c in line["chance"]]
        engine("force", chance=chance)
        engine("new", game=lines[0]["game"], players=len(lines[0]["players"]), options=lines[0]["options"], seed=1)
        for line in lines[1:upto + 1]:
            engine("apply", seat=line["seat"], action=line["action"])
        return engine("view", seat=seat)["view"]


def test_practice(folder):
    with Server(folder) as server:
        for game, people in (("quacks", 2), ("arcane", 3), ("null", 2)):
            bot = "random" if game == "null" else "easy"
            table, _ = play_game(server, game, people, options=short(game), spectator=False)
            record = get(server, f"/api/tables/{table}/record").text
            moves = len(record.split("\n")) - 3
            for keep, source in ((0, {"table": table}), (moves // 2, {"record": record}), (moves - 1, {"table": table})):
                body = {**source, "n": keep, "seat": people - 1, "name": "Me", "bot": bot}
                answer = fine(post(server, "/api/practice", body), 201)
                must(answer["seat"] == people - 1, answer)
                made = play_on(server, answer, keep, bot)
                must(made[1].over, "practice does not end")


def test_long_records(folder):
    """Practice can start at any move of a whole game's record, for each game and the longest edition."""
    with Server(folder) as server:
        for game, bots, options in (("null", 2, {"tosses": 9}), ("quacks", 4, {"together": True, "pot": "tubes"}),
                                    ("arcane", 6, {"edition": "hundred", "turn_cap": 3})):
            table, _ = found(server, game, ["random"] * bots, options=options)
            wait_until(lambda t=table: table_of(server, t)["state"] == "over", what=f"bots alone at {game}")
            record = get(server, f"/api/tables/{table}/record").text
            moves = record.count("\n") - 2
            for keep in range(0, moves, moves // 6 + 1):
                answer = fine(post(server, "/api/practice", {"record": record, "n": keep, "seat": keep % bots,
                                                             "bot": "random"}), 201)
                must(answer["table"]["practice"] == {"moves": keep, "luck": "new"}, game, keep, answer)


def test_practice_goes_on_from_there(folder):
    """The view at the fork is the record's; the person is asked first, so nothing has moved."""
    with Server(folder) as server:
        table, _ = play_game(server, "arcane", 2, options=short("arcane"), spectator=False)
        record = get(server, f"/api/tables/{table}/record").text
        lines = [strict(line) for line in record.split("\n")[:-1]]
        for keep in range(2, len(lines) - 2, 9):
            seat = lines[keep + 1]["seat"]
            answer = fine(post(server, "/api/practice", {"table": table, "n": keep, "seat": seat, "name": "Me",
                                                         "bot": "random"}), 201)
            s, told = snapshot(server, answer["table"]["id"], answer["token"])
            if told["view"] is None:
                told["view"] = s.until("start")["view"]
            must(told["view"] == views_of(record, seat, keep), "another view at move", keep)
            s.leave()


def test_practice_with_the_same_luck(folder):
    """A turn begins again, and its first chip, which has to be drawn, is the same. Luck that is not there is refused."""
    with Server(folder) as server:
        table, players = play_game(server, "quacks", 1, ["easy"], options={"fortune": "off"}, spectator=False)
        text = get(server, f"/api/tables/{table}/record").text
        lines = [strict(line) for line in text.split("\n")[:-1]]
        mine = [line for line in lines[1:-1] if line["seat"] == 0]
        first = [b for a, b in zip(mine, mine[1:]) if b["action"] == "draw" and a["action"] not in ("draw", "flask")][2]
        wish = {"n": first["n"] - 1, "seat": 0, "luck": "same", "bot": "easy"}
        answer = fine(post(server, "/api/practice", {**wish, "table": table}), 201)
        again, practice = play_on(server, answer, wish["n"], "easy", "same")
        record = get(server, f"/api/tables/{again}/record").text
        more = [strict(line) for line in record.split("\n")[:-1]]
        must(practice.over and more[0]["practice"] == wish["n"] and "fork" not in more[0], more[0])
        verify(record, folder, "with the luck of another one")
        drawn = next(line for line in more[wish["n"] + 1:] if line["seat"] == 0)
        must(drawn["action"] == "draw" and drawn["chance"] == first["chance"] != [], drawn, first)
        for lost in ("\n".join(text.split("\n")[:-2]) + "\n", text.replace(lines[-1]["seed"], "00" * 32)):
            refused(post(server, "/api/practice", {**wish, "record": lost}), 400, "bad-request")
            fine(post(server, "/api/practice", {**wish, "record": lost, "luck": "new"}), 201)


def test_practice_refusals(folder):
    with Server(folder) as server:
        running, _ = gather(server, "null", 2)
        over, _ = play_game(server, "null", 2, spectator=False)
        record = get(server, f"/api/tables/{over}/record").text
        good = {"n": 1, "seat": 0, "name": "Me", "bot": "random"}
        refused(post(server, "/api/practice", {**good, "table": running}), 409, "not-over")
        refused(post(server, "/api/practice", {**good, "table": NOWHERE}), 404, "not-found")
        for change in ({}, {"table": over, "record": record}, {"table": over, "n": -1}, {"table": over, "n": 10 ** 6},
                       {"table": over, "n": "1"}, {"table": over, "seat": 2}, {"table": over, "seat": -1},
                       {"table": over, "bot": "genius"}, {"table": over, "name": "\u0007"}, {"table": 5},
                       {"table": over, "more": 1}, {"table": over, "luck": "good"}, {"table": over, "luck": 1},
                       {"record": 5}, {"record": ""}, {"record": "x\ny\n"},
                       {"record": record[:300]},
                       {"record": record.replace("call", "fall")}):
            answer = post(server, "/api/practice", {**good, **change})
            must(answer.status == 400 and answer.code.startswith("bad-"), change, "came", answer)
