#!/usr/bin/env python3
"""Tests that a socket gets nothing that its seat may not know.

secrecy.py [--charlatan build/release/charlatan] [name ...]

Whole games are played, and every byte of every socket is kept. When a game is over its record is played again by
`charlatan engine`, outcome by outcome, and everything a socket was told is compared with what the engine's view of that
seat held at that moment. Then twins: positions that differ only in what a seat may not know must be told to it in the
same bytes. Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import bisect
import functools
import json
import os
import random
import re
import secrets
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import wire
from players import Engine, Player, play
from wire import Server, fine, found, gather, get, join, must, post, program, snapshot, strict, table_of

MAIN = ("item", "chip", "card", "side", "die", "n")    # members that can be the value of an event's type
SECRETS = ("item", "chip", "side")    # what an event may hide
MIXES = {
    "arcane": ("arcane", 3, {"turn_cap": 8}),
    "arcane_two": ("arcane", 2, {"turn_cap": 8, "edition": "hundred", "rounds": 2}),
    "arcane_wizards": ("arcane", 4, {"turn_cap": 5, "wizards": "random", "market": True}),
    "quacks": ("quacks", 3, {"books": 1}),
    "quacks_together": ("quacks", 2, {"together": True, "books": {"blue": 1, "red": 2, "green": 2, "yellow": 1, "purple": 4}}),
    "quacks_tubes": ("quacks", 4, {"pot": "tubes", "books": 3}),
    "null": ("null", 4, {"tosses": 9}),
}


def compact(value):
    """JSON in the form of the server's writer, with the members in their order."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


# ---- a game with every byte kept --------------------------------------------------------------

class Listener(Player):
    """A random player that reconnects now and then, and sometimes leaves its seat to a bot for a while."""

    def __init__(self, *given, **more):
        self.shots = []    # numbers and texts of the views of snapshots
        super().__init__(*given, choose=self.decide, **more)

    def decide(self, _, ask):
        fate = self.luck.random()
        if fate < 0.04:
            self.check_snapshot()
            return None
        return self.luck.choice(ask["actions"])

    def hear_snapshot(self, message):
        super().hear_snapshot(message)
        self.shots.append((self.n, compact(self.view)))


def kept_game(server, mix, seed):
    """Plays a mix; returns the table, its listeners (a spectator last), tokens and nonces."""
    game, people, options = MIXES[mix]
    nonces = [secrets.token_hex(8) for _ in range(people)]
    table, token = found(server, game, ["me"] + ["open"] * (people - 1), options=options, nonce=nonces[0])
    tokens = [token]
    listeners = [Listener(server, table, token, random.Random(f"{seed} 0"))]
    spectator = Listener(server, table)
    for seat in range(1, people):
        tokens.append(join(server, table, nonce=nonces[seat])[1])
        listeners.append(Listener(server, table, tokens[seat], random.Random(f"{seed} {seat}")))
    listeners.append(spectator)
    play(listeners)
    spectator.check_snapshot()
    return table, listeners, tokens, nonces


# ---- the same game by the engine --------------------------------------------------------------

class Truth:
    """The engine's version of a record: all views after every move, questions, events."""

    def __init__(self, record):
        self.lines = [strict(line) for line in record.split("\n")[:-1]]
        self.header, self.moves = self.lines[0], self.lines[1:-1]
        self.players = len(self.header["players"])
        self.views, self.legal, self.events = [], [], []
        with Engine() as engine:
            chance = self.header["chance"] + [c for move in self.moves for c in move["chance"]]
            engine("force", chance=chance)
            engine("new", game=self.header["game"], players=self.players, options=self.header["options"], seed=5)
            self.look(engine)
            for move in self.moves:
                done = engine("apply", seat=move["seat"], action=move["action"])
                must(done["state_hash"] == move["hash"], "the engine plays another game at", move)
                self.events.append(done["events"])
                self.look(engine)

    def look(self, engine):
        self.views.append({who: engine("view", seat=who)["view"] for who in [None, *range(self.players)]})
        self.legal.append({d["seat"]: d for d in engine("legal")["decisions"]})

    def told(self, i, viewer):
        """The events of move i as this viewer may see them."""
        mover = self.moves[i]["seat"]
        return [without_secrets(e, viewer, mover, self.header["game"]) for e in self.events[i]]


@functools.cache
def sentences(game):
    """For each type of event, the patterns of its sentences with their rules, in the order of the rows."""
    rules = json.loads(subprocess.check_output([harness.program(), "rules", "--json"]))["games"]
    rows = [row for g in rules if g["game"] == game for row in g["events"]]
    # {n:point|points} is a number and one of the two words.
    pattern = lambda text: re.sub(r"\\\{\w+(:[^}]*)?\\\}", ".+", re.escape(text))
    types = {row["name"]: [] for row in rows}
    for row in rows:
        open_or_secret = pattern(row["text"]) + (f"|{pattern(row['secret'])}" if row["secret"] else "")
        types[row["name"]].append((row["rule"], open_or_secret))
    return types


def row_of(game, event):
    """The index of the sentence that the engine's text of an event has; "takes none of them" is not a chip."""
    rows = sentences(game).get(event["type"], [])
    fits = [k for k, (rule, text) in enumerate(rows) if rule == event["rule"] and re.fullmatch(text, event["text"])]
    must(fits or not rows, event, "is no sentence of", rows)
    return max(fits, key=lambda k: len(rows[k][1].replace(".+", "")), default=0)


def without_secrets(event, viewer, mover, game):
    seen = event.get("seen")
    if event["type"] == "call":
        seen = [event["seat"]]    # the null game does not write `seen`
    hidden = seen is not None and viewer not in seen
    out = {k: v for k, v in event.items() if k not in ("rule", "text", "seen") and not (hidden and k in SECRETS)}
    seat = out.pop("seat")
    kind = out.pop("type")
    first = next(iter(out), None)
    told = {kind: out.pop(first) if first in MAIN else True, **out}
    if seat != mover:
        told["seat"] = seat
    row = row_of(game, event)
    return {**told, "k": row} if row else told


# ---- comparing --------------------------------------------------------------------------------

def parts_of(value, into):
    """Collects every value within a value, as texts."""
    into.add(compact(value))
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        parts_of(part, into)
    return into


def check_set(changes, view, where):
    """Everything in `set` is in the view after it, so `set` contains nothing else."""
    known = parts_of(view, set())
    for change in changes:
        for value in change[1:2] if len(change) == 2 else change[3] if len(change) == 4 else ():
            must(compact(value) in known, where, "says", value, "which is not in the view")


def check_listener(listener, truth, entries):
    """`entries` are the numbers of all moves, in order; a listener that reconnected may have missed some."""
    viewer = listener.seat

    def moves_by(n):
        return bisect.bisect_right(entries, n)
    for n, text in listener.texts.items():
        event, i = strict(text), moves_by(n)
        if n in listener.moves:
            must(entries[i - 1] == n and event["seat"] == truth.moves[i - 1]["seat"], "the mover of", n)
            must(event["events"] == truth.told(i - 1, viewer), viewer, "was told", event["events"], "of",
                 truth.moves[i - 1], "and may know", truth.told(i - 1, viewer))
            check_set(event["set"], truth.views[i][viewer], f"entry {n}, told to {viewer}")
        must(listener.views[n] is None or listener.views[n] == truth.views[i][viewer], viewer, "has another view at", n)
    for n, text in listener.shots:
        must(text == "null" or text == compact(truth.views[moves_by(n)][viewer]), viewer, "other bytes in the snapshot at", n)
    for ask in listener.asks:
        check_ask(ask, truth, moves_by(ask["n"]), viewer)


def check_ask(ask, truth, i, viewer):
    """The question equals the engine's, and its text names only items that the seat knows."""
    legal = truth.legal[i][viewer]
    must(ask["actions"] == legal["actions"] and ask["kind"] == legal["kind"], viewer, "was asked", ask, "not", legal)
    view = dict(truth.views[i][viewer])
    view.pop("pool", None)
    text = compact(view)
    for item, names in NAMES.items():
        if any(re.search(rf"\b{re.escape(name)}\b", ask["text"]) for name in names):
            must(f'"{item}"' in text, "the question names", item, ask["text"])


NAMES = {}


def learn_names():
    for game in json.loads(program("rules", "--json").stdout)["games"]:
        for item in game.get("items", ()):
            NAMES[item["id"]] = {item["id"], item["name"]}


def check_raw(listener, truth, tokens, nonces):
    """Seed and salt are sent at the end only, nonces from the start on, tokens never."""
    result = truth.lines[-1]
    for text in listener.raw:
        message = strict(text)
        over = ["state", "over"] in message.get("table", ()) or \
            message.get("snapshot", {}).get("table", {}).get("state") == "over"
        begun = "start" in message or message.get("snapshot", {}).get("table", {}).get("state") in ("running", "over")
        for secret in (result["seed"], result["salt"]):
            must(over or secret not in text.lower(), "seed or salt before the end:", text[:300])
        for token in tokens:
            must(token not in text.lower(), "a token:", text[:300])
        for nonce in nonces:
            must(begun or nonce not in text.lower(), "a nonce before the start:", text[:300])


def play_and_check(folder, mix, games):
    learn_names()
    with Server(folder) as server:
        for seed in range(games):
            table, listeners, tokens, nonces = kept_game(server, mix, seed)
            record = get(server, f"/api/tables/{table}/record").text
            wire.verify(record, folder, "verified")
            truth = Truth(record)
            entries = sorted(listeners[-1].moves)    # the spectator never left
            must(len(entries) == len(truth.moves), "moves told:", len(entries), "of", len(truth.moves))
            for listener in listeners:
                check_listener(listener, truth, entries)
                check_raw(listener, truth, tokens, nonces)
            if mix != "null":    # the null game has no screen
                check_replays(folder, record, truth)


def check_replays(folder, record, truth):
    """`charlatan replay --seat` of the server's record: seed and salt do not appear."""
    path = os.path.join(folder, "replay.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record)
    for seat in range(truth.players):
        done = program("replay", path, "--seat", str(seat))
        must(done.returncode == 0, "replay:", done.stderr)
        for secret in (truth.lines[-1]["seed"], truth.lines[-1]["salt"]):
            must(secret not in done.stdout, "the seed in a replay")


def test_arcane(folder):
    play_and_check(folder, "arcane", 1)


def test_arcane_two(folder):
    play_and_check(folder, "arcane_two", 1)


def test_arcane_wizards(folder):
    play_and_check(folder, "arcane_wizards", 1)


def test_quacks(folder):
    play_and_check(folder, "quacks", 1)


def test_quacks_together(folder):
    play_and_check(folder, "quacks_together", 2)


def test_quacks_tubes(folder):
    play_and_check(folder, "quacks_tubes", 1)


def test_null(folder):
    play_and_check(folder, "null", 2)


# ---- what HTTP tells --------------------------------------------------------------------------

def test_http(folder):
    """Lists, tables, metrics and the log contain no seeds, tokens or early nonces; records are given after the end only."""
    with Server(folder, db=os.path.join(folder, "db")) as server:
        nonce = "5ec4e7c0ffee"
        table, token = found(server, "arcane", ["me", "open"], open=True, nonce=nonce)
        early = get(server, "/api/tables").text + get(server, f"/api/tables/{table}").text
        must(nonce not in early and '"nonces":null' in early, "a nonce before the start")
        _, other = join(server, table)
        running = get(server, f"/api/tables/{table}").text
        must(get(server, f"/api/tables/{table}/record").status == 409, "the record of a running game")
        must(post(server, "/api/practice", {"table": table, "n": 0, "seat": 0, "bot": "random"}).status == 409,
             "practice at a running game")
        told = early + running + get(server, "/metrics").text + server.text()
        players = [Player(server, table, t, random.Random(i)) for i, t in enumerate((token, other))]
        play(players)
        result = players[0].over
        for secret in (result["seed"], result["salt"], token, other):
            must(secret not in told, "a secret was told")
        with open(os.path.join(folder, "db"), "rb") as file:
            stored = file.read()
        for token_text in (token, other):
            must(token_text.encode() not in stored and bytes.fromhex(token_text) not in stored, "a token is stored")


# ---- twins ------------------------------------------------------------------------------------

def deciders(server, game, **options):
    """Two people and a spectator at a table, controlled by the test."""
    table, tokens = gather(server, game, 2, options=options)
    people = [Player(server, table, t, random.Random(i), choose=lambda *_: None) for i, t in enumerate(tokens)]
    people.append(Player(server, table))
    return table, people


def settle(people):
    """Waits until everybody has received everything."""
    play(people, until=lambda: all(p.greeted and not p.waiting and not p.socket.inbox for p in people)
         and len({p.n for p in people}) == 1)


def last_words(listener, since):
    """The messages after the first `since`, without their numbers."""
    return [re.sub(r'("(?:n|undo|until)":|"left\.\d+",)\d+', r'\g<1>0', text) for text in listener.raw[since:]]


def decide_twice(people, seat, actions):
    """The seat answers, takes it back and answers differently; returns what the others are told each time."""
    heard = []
    for action in actions:
        marks = [len(p.raw) for p in people]
        people[seat].answer(people[seat].asks[-1]["n"], action)
        settle(people)
        heard.append([last_words(p, mark) for p, mark in zip(people, marks)])
        people[seat].say(undo=True)
        settle(people)
    for who in range(len(people)):
        if who != seat:
            must(heard[0][who] == heard[1][who], "a secret decision is told to", people[who].seat, heard)
            must(heard[0][who], "nothing was told at all")
    must(heard[0][seat] != heard[1][seat] or "hidden" not in str(heard), "the seat itself is told nothing")


def test_twins_null(folder):
    """A secret call is taken back and changed: the others get the same bytes."""
    with Server(folder) as server:
        _, people = deciders(server, "null")
        settle(people)
        play(people, until=lambda: all(p.asks for p in people[:2]))
        decide_twice(people, 1, ["call heads", "call tails"])
        decide_twice(people, 0, ["call tails", "call heads"])


def test_twins_quacks(folder):
    """The same for secret decisions to draw or to stop (Q5.7)."""
    with Server(folder) as server:
        tried = 0
        for attempt in range(6):
            _, people = deciders(server, "quacks", together=True)
            people[0].luck = random.Random(attempt)
            for person in people[:2]:
                person.choose = lambda p, ask: None if is_open(ask) else ask["actions"][0]
            play(people, until=lambda: all(p.asks and is_open(p.asks[-1]) or p.over for p in people[:2]), seconds=20)
            settle(people)
            if not any(p.over for p in people):
                decide_twice(people, 1, ["draw", "stop"])
                tried += 1
        must(tried >= 3, "only", tried, "secret decisions")


def is_open(ask):
    return {"draw", "stop"} <= set(ask["actions"])


def dealt_record(seed, players, swap):
    """A game up to the deal as the text of a record; `swap` exchanges what was dealt to two other seats."""
    with Engine() as engine:
        options = {"first": 0}
        begun = engine("new", game="arcane", players=players, options=options, seed=seed)
        moves = []
        for seat in range(players):
            action = engine("legal")["decisions"][0]["actions"][seat]
            moves.append((seat, action, engine("apply", seat=seat, action=action)))
        chance = [m[2]["chance"] for m in moves]
        deals = [e for e in moves[-1][2]["events"] if e["type"] == "deal"]
        # Seats 1 and 2 are dealt their items before anything public follows: exchange two different ones.
        if swap:
            chance[-1] = swapped(chance[-1], deals)
        engine("force", chance=begun["chance"] + [c for one in chance for c in one])
        begun = engine("new", game="arcane", players=players, options=options, seed=seed + 1)
        options = engine("state")["state"]["options"]
        header = {"format": "charlatan-record", "version": 1, "rules": engine("hello")["version"], "game": "arcane",
                  "options": options, "players": [{"name": "x", "kind": "bot"}] * players,
                  "cards_hash": begun["cards_hash"], "commitment": "0" * 64, "chance": begun["chance"]}
        lines = [header]
        for n, (seat, action, _) in enumerate(moves, 1):
            done = engine("apply", seat=seat, action=action)
            lines.append({"n": n, "seat": seat, "action": action, "chance": done["chance"], "hash": done["state_hash"]})
        return "".join(compact(line) + "\n" for line in lines), [engine("view", seat=s)["view"] for s in range(players)]


def swapped(chance, deals):
    """The outcomes with one item of seat 1 and one of seat 2 exchanged: two that differ."""
    order = [e["item"] for e in deals]
    start = next(i for i in range(len(chance)) if [c["card"] for c in chance[i:i + len(order)]] == order)
    for a, first in enumerate(deals):
        for b, second in enumerate(deals):
            if first["seat"] == 1 and second["seat"] == 2 and first["item"] != second["item"]:
                chance = list(chance)
                chance[start + a], chance[start + b] = chance[start + b], chance[start + a]
                return chance
    return None


PROBES = (["draw discard", "draw market 1", "end", "bribe 1"] + [f"slot {i}" for i in range(1, 10)]
          + [f"peek {i}" for i in range(1, 10)] + [f"target {i}" for i in range(3)])


def hear_twin(server, record, seat):
    """Everything a seat of a practice table is told: snapshot, question, refusals to all kinds of guesses."""
    answer = fine(post(server, "/api/practice", {"record": record, "n": 3, "seat": seat, "bot": "random"}), 201)
    s, told = snapshot(server, answer["table"]["id"], answer["token"])
    if told["view"] is None:
        told["view"] = s.until("start")["view"]
    table = table_of(server, answer["table"]["id"])
    for card in (table, told["table"]):
        for member in ("id", "created", "commitment"):
            del card[member]
        for bot in (s for s in card["seats"] if s["kind"] == "bot"):
            del bot["name"]    # chosen by the commitment
    ask = s.until("ask")["ask"] if seat == 0 else None
    heard = [compact(told), compact(table), compact(ask)]
    for i, action in enumerate(PROBES + [f"{verb} {item}" for verb in ("play", "discard", "use") for item in NAMES]):
        if seat == 0 and action not in ask["actions"]:
            heard.append(compact(s.ask({"id": i, "n": ask["n"], "do": action})))
    s.leave()
    return heard


def test_twins_arcane(folder):
    """Two deals differ in the hands of two other seats: the first seat gets the same bytes, whatever it tries."""
    learn_names()
    with Server(folder) as server:
        tried = 0
        for seed in range(8):
            one, views = dealt_record(seed, 3, False)
            other, twins = dealt_record(seed, 3, True)
            must(views[0] == twins[0] and views[1] != twins[1], "these are no twins")
            a, b = hear_twin(server, one, 0), hear_twin(server, other, 0)
            for first, second in zip(a, b):
                must(first == second, "told", first, "and its twin", second)
            tried += 1
        must(tried == 8, "twins:", tried)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
