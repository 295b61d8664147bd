#!/usr/bin/env python3
"""Tests that records and stored games of older versions still work: they are checked and played on by their own rules.

The folders beside this file hold what a version wrote; nothing in them may ever change.

0.1.0/*.jsonl     records: `charlatan sim --keep` wrote most, make_record those with nonces, a fork or no end.
                  guard.jsonl is a game to 200 gold that the guard of 0.1.0 ended after 50 rounds.
0.1.0/store.sql   the SQLite file of a server with three running matches and one that is over; people.json has the
                  tokens of those who play there.
0.1.0/postgres.sql a PostgreSQL database of a server, with one match; tests/store/steps.c uses it, and store.sql.

See tests/harness.py.
"""

import glob
import hashlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", place) for place in ("", "server", "../docs/examples")]

import harness
import verdicts
import verify    # finds the oracles
import referee
from harness import must, program
from players import Engine, Player, play
from wire import AGE, Server, fine, get, hello, post, strict, table_of

OLD = os.path.join(HERE, "0.1.0")
PATIENCE = 60    # seconds a program may take
SAYS = "checked by rules 0.1.0, whose hashes are not compared"
UNFINISHED = {"cut"}
DIGESTS = {"0.1.0": "8a88cf40d75bde975833d8116204dbb61281169dee6d57b4a046e8822dddcc23"}    # of all its files, by name


# ---- records ----------------------------------------------------------------------------------

def load(name):
    """A record as a list of objects."""
    with open(os.path.join(OLD, name + ".jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def names():
    found = [os.path.basename(path)[:-6] for path in sorted(glob.glob(os.path.join(OLD, "*.jsonl")))]
    must(len(found) >= 7, "records are missing:", found)
    return found


def run(*arguments):
    return subprocess.run([program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)


def bytes_of(record):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in record).encode()


def checked(folder, record):
    """The status of `charlatan verify` and what it says after the file's name."""
    path = os.path.join(folder, "record.jsonl")
    with open(path, "wb") as file:
        file.write(bytes_of(record))
    done = run("verify", path)
    must(done.stdout.startswith(path + ": ") and not done.stderr, done.stdout, done.stderr)
    return done.returncode, done.stdout[len(path) + 2:]


def fails(folder, record, line, *words):
    """Both verifiers find the line; the example looks at luck alone, so it may pass what is not luck."""
    def expect(verdict):
        must(verdicts.wrong_line(verdict) == line, "line", line, "is not named:", verdict)
        for word in words:
            must(word in verdict, repr(word), "is not in", verdict)
    verdicts.later(folder, bytes_of(record), expect)


def changed(record, at, **members):
    """The record with members of line `at` (counted from 1, or from the end) changed."""
    copy = list(record)
    at = at - 1 if at > 0 else at
    copy[at] = {**copy[at], **members}
    return copy


def test_records(folder):
    for name in names():
        status, text = checked(folder, load(name))
        must(status == 0 and "verified" in text and SAYS in text, name, text)


def test_bots_that_are_gone(folder):
    """A record only names its bots: one of a bot that there is no longer is verified, replayed and reviewed."""
    record = changed(load("arcane"), 1, players=[{"name": "trader", "kind": "bot"}, {"name": "random", "kind": "bot"}])
    status, text = checked(folder, record)
    must(status == 0 and "verified" in text, text)
    path = os.path.join(folder, "record.jsonl")
    for words, says in ((["replay", path, "--all"], "(trader)"), (["review", path, "--samples", "16", "--no-keep"], "Seat 0")):
        done = run(*words)
        must(done.returncode == 0 and says in done.stdout, words, done.stdout[-400:], done.stderr)
    must("arcane has no bot 'trader'" in run("sim", "arcane", "--bots", "trader").stderr, "an unknown bot")


def test_nothing_has_changed():
    """Who needs another file adds a folder for another version."""
    for version, wanted in DIGESTS.items():
        digest = hashlib.sha256()
        for path in sorted(glob.glob(os.path.join(HERE, version, "*"))):
            with open(path, "rb") as file:
                digest.update(os.path.basename(path).encode() + b"\0" + file.read())
        must(digest.hexdigest() == wanted, version, "has other files now:", digest.hexdigest())
    must(sorted(DIGESTS) == sorted(os.path.basename(path) for path in glob.glob(os.path.join(HERE, "[0-9]*"))), "folders")


def test_files_as_they_are():
    """The very bytes, without a detour through Python."""
    paths = [os.path.join(OLD, name + ".jsonl") for name in names()]
    done = run("verify", *paths)
    must(done.returncode == 0 and done.stdout.count(SAYS) == len(paths), done.stdout, done.stderr)


def test_example():
    """docs/examples/verify.py, which shares no code with charlatan."""
    for name in names():
        wrong = verify.first_wrong(load(name))
        if name in UNFINISHED:
            must(wrong and "no result" in wrong[1], name, wrong)
        else:
            must(wrong is None, name, wrong)


def other_outcome(record, at):
    """The line with the outcome of another line that has one of the same kind."""
    first = record[at - 1]["chance"][0]
    kind = next(iter(first))
    for line in record[1:-1]:
        for outcome in line["chance"]:
            if next(iter(outcome)) == kind and outcome[kind] != first[kind]:
                return changed(record, at, chance=[{**first, kind: outcome[kind]}, *record[at - 1]["chance"][1:]])
    raise AssertionError("all outcomes are alike")


def test_tampered(folder):
    for name in names():
        if name in UNFINISHED:
            continue
        record = load(name)
        fork = record[0].get("fork", 0)
        at = next(n for n, line in enumerate(record, 1) if n > fork + 2 and n > len(record) / 3 and line.get("chance"))
        lie = other_outcome(record, at)
        fails(folder, lie, at, "(checked by rules 0.1.0)")
        must(verify.first_wrong(lie)[0] == at, name, verify.first_wrong(lie))
        fails(folder, changed(record, at, action="fly away"), at)
        fails(folder, changed(record, at, chance=[]), at, "outcome")
        fails(folder, record[:at - 1] + record[at:], at, "is due")
        scores = record[-1]["result"]
        fails(folder, changed(record, -1, result=[scores[0] + 1, *scores[1:]]), len(record), "score")
        fails(folder, changed(record, -1, winners=[]), len(record), "winners")
        fails(folder, changed(record, -1, seed="00" * 32), len(record), "commitment")
        fails(folder, changed(record, 1, commitment="00" * 32), len(record), "commitment")
        if record[0]["cards_hash"]:
            fails(folder, changed(record, 1, cards_hash="00" * 8), 1, "cards_hash")


def test_other_move(folder):
    """A legal move that was not made: what follows cannot be any more."""
    record = load("quacks")
    at = next(n for n, line in enumerate(record, 1) if line.get("action") == "stop")
    must(checked(folder, changed(record, at, action="draw"))[0] == 1, "another move is not found")


def test_hashes_are_not_compared(folder):
    """Nobody can compute them any more, so another one is not found; a text that is no hash is."""
    record = load("arcane")
    must(checked(folder, changed(record, 9, hash="0" * 16))[0] == 0, "the hash was compared")
    fails(folder, changed(record, 9, hash="0"), 9, "hex digits")


def test_versions(folder):
    """The same record by the present rules, by later ones, and by some that never were."""
    record = load("arcane")
    fails(folder, changed(record, 1, rules="0.2.0"), 2, "the hash is", "the record says")
    for later in ("0.3.0", "0.10.0", "1.0.0"):
        fails(folder, changed(record, 1, rules=later), 1, f"made by newer rules {later}",
              "this program knows 0.1.0 and 0.2.0")
    for never in ("0.0.9", "0.1", "0.1.0 ", "house rules"):
        fails(folder, changed(record, 1, rules=never), 1, f"there are no rules {never}")
    for strange in (1, None, "", "\u001b[31m", "9" * 40):
        fails(folder, changed(record, 1, rules=strange), 1, "rules")


def test_second_opinion():
    """The oracles know the versions of engine/versions.def, and the example refuses others by name."""
    with open(os.path.join(HERE, "../../engine/versions.def"), encoding="utf-8") as file:
        newest, *older = re.findall(r'^RULES\(\w+, "([^"]+)"', file.read(), re.M)
    must((referee.NEWEST, list(referee.OLDER)) == (newest, older), "tests/oracle/referee.py has other versions")
    wrong = verify.first_wrong(changed(load("arcane"), 1, rules="0.3.0"))
    must(wrong and wrong[0] == 1 and wrong[1].endswith("knows 0.1.0 and 0.2.0, not 0.3.0"), wrong)


def by_present_rules(record):
    """The same actions and outcomes as a record without its hashes' help: played through the engine."""
    head = record[0]
    with Engine() as engine:
        engine("force", chance=head["chance"])
        engine("new", game=head["game"], players=len(head["players"]), options=head["options"], seed=0)
        for n, line in enumerate(record[1:-1], 2):
            engine("force", chance=line["chance"])
            if not engine.ask({"op": "apply", "seat": line["seat"], "action": line["action"]})["ok"]:
                return n
        return len(record) if engine("legal")["decisions"] else None


def test_differences():
    """A game that the old guard ended goes on by the present rules; the others are the same games."""
    must(by_present_rules(load("guard")) == len(load("guard")), "the guard of 0.1.0 is the present one")
    for name in ("arcane", "wizards", "quacks", "red2", "null"):
        must(by_present_rules(load(name)) is None, name, "is another game now, from line", by_present_rules(load(name)))


def test_replay():
    for name in names():
        done = run("replay", os.path.join(OLD, name + ".jsonl"), "--all")
        if load(name)[0]["game"] == "null":
            must(done.returncode == 2 and "no screen" in done.stderr, done.stderr)
            continue
        must(done.returncode == 0 and not done.stderr, name, done.stderr)
        must("Played by rules 0.1.0" in done.stdout and "A1.guard" in done.stdout, name, done.stdout[:1500])


# ---- states -----------------------------------------------------------------------------------

def test_states():
    """A state says which older rules it is played by; `setup` takes that up, `state` and views print it again."""
    for game, options in (("arcane", {"edition": "hundred", "goal": 200}), ("quacks", {"books": 2})):
        with Engine() as engine:
            engine("new", game=game, players=2, seed=3, options=options)
            now = engine("state")["state"]
            must("rules" not in now, "the present rules are named:", now)
            old = {**now, "rules": "0.1.0"}
            engine("setup", state=old)
            must(engine("state")["state"] == old, "setup(state()) is not the identity")
            must(engine("view", seat=0)["view"]["rules"] == "0.1.0", "a view does not name its rules")
            must(list(engine("state")["state"])[:2] == ["game", "rules"], "the rules are not beside the game")
            engine("setup", state={**now, "rules": "0.2.0"})
            must(engine("state")["state"] == now, "the present rules are named")
            for wrong in ("0.3.0", "", 1, None):
                answer = engine.ask({"op": "setup", "state": {**now, "rules": wrong}})
                must(answer["ok"] is False and answer["error"]["code"] == "bad-state", wrong, answer)


def test_guard():
    """A1.guard of 0.1.0: round 51 of a game to 200 gold cannot be; by the present rules it can."""
    with Engine() as engine:
        engine("new", game="arcane", players=2, seed=3, options={"edition": "hundred", "goal": 200})
        now = engine("state")["state"]
        for round_, old in ((50, True), (51, False)):
            state = {**now, "round": round_}
            must(engine.ask({"op": "setup", "state": state})["ok"], "round", round_, "by the present rules")
            answer = engine.ask({"op": "setup", "state": {**state, "rules": "0.1.0"}})
            must(answer["ok"] is old, "round", round_, "by rules 0.1.0:", answer)


def test_reds():
    """Book red 2 of 0.1.0: a red drawn in this potion stays beside the pot, and with an empty bag the seat has stopped;
    one that lay there before goes back. By the present rules both go back."""
    with Engine() as engine:
        engine("new", game="quacks", players=2, seed=3, options={"books": 2})
        now = engine("state")["state"]
        for rules in ({}, {"rules": "0.1.0"}):
            for before, bag, wanted in (([], {"red1": 1}, ["bag red1", "stop"]), (["red1"], {"red1": 1, "green1": 1}, None)):
                state = json.loads(json.dumps({**now, **rules}))
                me = state["players"][0]
                for chip, n in me["bag"].items():
                    state["supply"][chip] += n - bag.get(chip, 0)
                    me["bag"][chip] = bag.get(chip, 0)
                me["beside"] = before
                for chip in before:
                    state["supply"][chip] -= 1
                engine("setup", state=state)
                engine("force", chance=[{"draw": "red1", "seat": 0}])
                engine("apply", seat=0, action="draw")
                asked = [d["actions"] for d in engine("legal")["decisions"] if d["seat"] == 0]
                if rules and not before:
                    must(asked == [], "by rules 0.1.0 the seat was asked", asked)
                elif not before:
                    must(asked == [wanted], "the seat was not asked:", asked)
                else:
                    must("bag red1" in asked[0], "a red that lay there cannot go back:", asked)
                    engine("apply", seat=0, action="bag red1")
                    left = [d["actions"] for d in engine("legal")["decisions"] if d["seat"] == 0][0]
                    must(("bag red1" in left) is (not rules), "the red drawn in this potion:", rules, left)


# ---- stored games -----------------------------------------------------------------------------

def store(folder):
    """The old SQLite file, and who plays there."""
    path = os.path.join(folder, "old.db")
    with open(os.path.join(OLD, "store.sql"), encoding="utf-8") as file, sqlite3.connect(path) as db:
        db.executescript(file.read())
    with open(os.path.join(OLD, "people.json"), encoding="utf-8") as file:
        return path, json.load(file)


def record_of(server, table):
    return [json.loads(line) for line in get(server, f"/api/tables/{table}/record").text.splitlines()]


def test_store(folder):
    """Running matches go on where they were, by their own rules, to records that verify; a rematch is by the present
    rules, and practice by those of its record."""
    AGE["most"] = float("inf")
    path, tables = store(folder)
    with Server(folder, db=path) as server:
        for table in tables["running"]:
            player = Player(server, table["id"], table["token"], random.Random(1))
            play([player], until=lambda p=player: p.n is not None)
            must(player.n + 1 >= table["entries"] and player.state == "running", table, player.n, player.state)
            again = hello(server, table["id"], table["token"], player.n)
            must("snapshot" in again.receive(), "a view of an older version is gone on with")
            again.drop()
            player.connect(afresh=True)
            play([player])
            record = record_of(server, table["id"])
            must(record[0]["rules"] == "0.1.0", record[0])
            status, text = checked(folder, record)
            must(status == 0 and SAYS in text, text)
            if record[0]["game"] != "null":
                must(verify.first_wrong(record) is None, verify.first_wrong(record))
            again = fine(post(server, f"/api/tables/{table['id']}/rematch", token=table["token"]), 201)["table"]["id"]
            fresh = Player(server, again, table["token"], random.Random(2))
            play([fresh])
            must(record_of(server, again)[0]["rules"] == "0.2.0", "a rematch has old rules")
        with sqlite3.connect(path) as db:
            added = [strict(body)["hash"] for table in tables["running"] for body, in db.execute(
                "SELECT body FROM log WHERE match = ? AND n >= ?", (table["id"], table["entries"])) if '"hash"' in body]
        must(added and set(added) == {"0" * 16}, "a node of 0.1.0 would refuse these hashes:", added[:3])
        over = tables["over"][0]["id"]
        must(table_of(server, over)["state"] == "over", "a match that was over")
        must(checked(folder, record_of(server, over))[0] == 0, "its record")
        made = fine(post(server, "/api/practice", {"table": over, "n": 20, "name": "Ann"}), 201)
        practice = Player(server, made["table"]["id"], made["token"], random.Random(3))
        play([practice])
        record = record_of(server, made["table"]["id"])
        must(record[0]["rules"] == "0.1.0" and record[0]["fork"] == 20, record[0])
        must(checked(folder, record)[0] == 0, "the record of practice")
        later = "".join(json.dumps(line) + "\n" for line in changed(record, 1, rules="0.3.0"))
        no = post(server, "/api/practice", {"record": later, "n": 20, "name": "Ann"})
        must(no.status == 400 and "newer rules 0.3.0" in no.text and "rules-newer" in no.text, no)


def test_store_by_newer(folder):
    """A log by rules that this program does not know is refused; the server stays up."""
    path, tables = store(folder)
    table = tables["running"][0]["id"]
    with sqlite3.connect(path) as db:
        db.execute("UPDATE log SET body = replace(body, '\"rules\":\"0.1.0\"', '\"rules\":\"0.3.0\"') WHERE match = ?",
                   (table,))
    with Server(folder, db=path) as server:
        must(get(server, f"/api/tables/{table}").status >= 400, "a table by unknown rules was opened")
        must("made by newer rules 0.3.0" in server.text(), server.tail())
        no = get(server, f"/api/tables/{table}")
        must(no.status == 503 and no.json["error"]["reason"] == "table-newer", no)
        must(no.json["error"]["values"] == ["0.3.0"] and "(0.3.0)" in no.json["error"]["message"], no)
        must(get(server, "/health").status == 200, "the server is not well")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
