"""Players for the tests of the server: they answer at random and check everything they are told.

Nothing here trusts the server: every event must have the next number, every `set` is folded into the view one has,
every answer must come once.
"""

import random
import select
import time

import engine
import harness
from wire import PATIENCE, Closed, check_watched, gather, hello, must, strict, whole


# ---- views ------------------------------------------------------------------------------------

def fold_one(at, keys, change):
    """A copy of the container with one change applied; unchanged parts are shared."""
    at = list(at) if isinstance(at, list) else dict(at)
    key = int(keys[0]) if isinstance(at, list) else keys[0]
    must(isinstance(at, dict) or 0 <= key < len(at), "past the end:", change)
    if len(keys) > 1:
        at[key] = fold_one(at[key], keys[1:], change)
    elif len(change) == 1:
        must(isinstance(at, dict), "an element of a list is gone by its path:", change)
        del at[key]
    elif len(change) == 2:
        at[key] = change[1]
    else:
        _, first, gone, items = change
        must(0 <= first and 0 <= gone and first + gone <= len(at[key]), "a splice past the end:", change)
        at[key] = at[key][:first] + items + at[key][first + gone:]
    return at


def fold(view, changes, mover):
    """The view after `set`; the old one stays unchanged."""
    for change in changes:
        must(isinstance(change, list) and len(change) in (1, 2, 4), "shape of", change)
        if change[0] == "":
            must(len(change) == 2, "shape of", change)
            view = change[1]
        else:
            path = f"players.{mover}{change[0]}" if change[0].startswith(".") else change[0]
            view = fold_one(view, path.split("."), change)
    return view


# ---- players ----------------------------------------------------------------------------------

EVENTS = {    # which kind of event it is, by its first member; and its other members
    "sit": {"name"}, "rise": set(), "remove": set(), "fix": set(), "reveal": set(), "start": {"events", "view"},
    "away": {"why", "bot"}, "back": set(), "plea": {"to"}, "grant": {"yes"}, "lapse": set(), "undo": {"seat", "set"},
    "seat": {"events", "set"}, "rematch": set(), "close": set(), "chosen": set(), "seal": set(), "knock": {"name"},
    "admit": {"yes"}, "door": {"locked", "approve"}, "want": {"yes"}, "link": set(), "key": set(), "revoke": set(),
}
MAY = {"seat": {"hurried"}, "want": {"hook"}}    # members it may have


def kind_of(event, strictly=True):
    kind = next((key for key in event if key not in ("n", "table")), "nothing")
    if strictly:
        must(kind == "nothing" or set(event) - MAY.get(kind, set()) - {"table"} == {"n", kind} | EVENTS[kind],
             "shape of", event)
    return kind


class Player:
    """Somebody at a table who answers at random, or a spectator. Checks every message it gets.

    `strictly` is False among nodes of two versions, whose messages may differ in their members.
    `choose(player, ask)` says what to answer, None for nothing. `forgiving` players live through servers that
    die: a lost connection is theirs to mend, and a stale answer no scandal."""

    strictly = True

    def __init__(self, server, table, token=None, luck=None, choose=None, forgiving=False, resume=None, **more):
        self.server, self.table, self.token, self.more = server, table, token, more
        self.luck = luck or random.Random(0)
        self.choose = choose or (lambda p, ask: p.luck.choice(ask["actions"]))
        self.forgiving, self.socket = forgiving, None
        self.n, self.view, self.seat, self.card = resume, None, None, {}
        self.texts, self.views, self.cards = {}, {}, {}      # by number: the event's text, view and table after it
        self.moves, self.raw, self.asks = {}, [], []
        self.waiting, self.acked = {}, {}    # id: (n, action); entry: (n, action)
        self.over, self.last_id, self.farewell, self.greeted, self.told = None, 0, None, False, {}
        self.refused = False                 # something, since it was last asked
        self.connect()

    def connect(self, afresh=False):
        """Says hello with the last number, or as if new."""
        self.renew(hello(self.server, self.table, self.token, None if afresh else self.n, **self.more))

    def drop(self):
        self.socket.drop()

    def fileno(self):
        return self.socket.fileno()

    def read(self):
        self.socket.fill()
        self.listen()

    def listen(self):
        while self.socket.inbox:    # one by one: an answer may change the socket
            self.hear(self.socket.inbox.pop(0))

    def hear(self, text):
        self.raw.append(text)
        message = strict(text)
        for key in ("snapshot", "ask", "ok", "no", "bye"):
            if key in message:
                self.refused |= key == "no"
                getattr(self, "hear_" + key)(message)
                break
        else:
            self.hear_event(message, text)
        self.greeted = True

    # -- what it hears --

    def hear_snapshot(self, message):
        told = message["snapshot"]
        must(set(message) == {"snapshot"}, "shape of", message)
        must(set(told) == {"n", "seat", "table", "view"} or not self.strictly, "members of", sorted(told))
        must(not self.greeted or not self.strictly, "a snapshot in the middle")
        must((told["seat"] is None) == (self.token is None), "seat of", told)
        must(self.n is None or told["n"] >= self.n, "a snapshot of the past:", told["n"], "after", self.n)
        if self.strictly:
            check_watched(told["table"])
        must(told["table"]["id"] == self.table, "table of", told)
        must((told["view"] is None) == (told["table"]["state"] == "waiting"), "view of", told)
        if told["n"] in self.views and self.strictly:
            must(told["view"] == self.views[told["n"]], "the view folded is not the snapshot's at", told["n"])
            must(told["table"] == self.cards[told["n"]], "the table folded is not the snapshot's at", told["n"])
        self.n, self.seat, self.view = told["n"], told["seat"], told["view"]
        self.see(told["table"])

    def see(self, card):
        self.card, self.cards[self.n], self.views[self.n] = card, card, self.view
        if self.state == "over":
            self.over = {key: card.get(key) for key in ("result", "winners", "seed", "salt")}

    @property
    def state(self):
        return self.card.get("state")

    def hear_event(self, event, text):
        n, kind = event["n"], kind_of(event, self.strictly)
        must(self.n is not None and n == self.n + 1, "number", n, "after", self.n, text[:300])
        must(self.texts.setdefault(n, text) == text or not self.strictly, "number", n, "was", self.texts[n], "and now is", text)
        self.n = n
        if kind == "start":
            self.view = event["view"]
        elif kind in ("seat", "undo"):
            self.view = fold(self.view, event["set"], event["seat"])
        if kind == "seat":
            self.moves[n] = event["seat"]
            self.check_happenings(event["events"])
        must(event.get("table") != [], "no changes of a table:", event)
        self.see(self.card_after(event.get("table", ())))

    def card_after(self, changes):
        if self.strictly and "id" in self.card:
            return fold(self.card, changes, None)
        # It had no snapshot, or not all nodes tell all changes.
        return self.card | {path: value[0] for path, *value in changes if len(value) == 1 and "." not in path}

    @staticmethod
    def check_happenings(events):
        for event in events:
            must(event and "type" not in event, "shape of", event)    # without `seat` it is the mover's
            must("rule" not in event and "text" not in event, "rule or text in", event)

    def hear_ask(self, message):
        ask = message["ask"]
        must(set(message) == {"ask"} and set(ask) - {"no_undo"} == {"n", "kind", "text", "actions", "until"}, message)
        must(ask.get("no_undo", "luck") == "luck", message)
        must(self.seat is not None or self.n is not None, "a spectator is asked")
        must(whole(ask["n"], 1) and ask["n"] <= self.n, "asked about", ask["n"], "at", self.n)
        must(ask["n"] not in self.told or self.refused, "asked twice:", ask, "after", self.told)
        self.refused = False
        must(ask["actions"] and len(set(ask["actions"])) == len(ask["actions"]), "actions of", ask)
        must(ask["until"] is None or whole(ask["until"], 10 ** 12), ask)
        self.told[ask["n"]] = ask
        self.asks.append(ask)
        answer = self.choose(self, ask)
        if answer is not None:
            self.answer(ask["n"], answer)

    def hear_ok(self, message):
        must(set(message) == {"ok", "n"}, "shape of", message)
        must(message["ok"] in self.waiting, "an answer to nothing:", message)
        request = self.waiting.pop(message["ok"])
        must(whole(message["n"]) and message["n"] <= self.n, "ok before its event:", message, "at", self.n, self.raw[-8:])
        if request:
            entry = message["n"]
            must(self.acked.setdefault(entry, request) == request, "entry", entry, "is two answers")
            must(entry > request[0], "entry", entry, "answers", request)
            mine = self.moves.get(entry) == self.seat or f'"chosen":{self.seat},' in self.texts.get(entry, "")
            must(entry not in self.texts or mine or self.seat is None,
                 "ok for", entry, "which is", self.texts.get(entry))

    def hear_no(self, message):
        must({"no", "code", "message", "reason"} <= set(message) <= {"no", "code", "message", "rule", "reason", "values"}, "shape of", message)
        request = self.waiting.pop(message["no"], None)
        must(self.forgiving, "refused:", message, request)

    def hear_bye(self, message):
        self.farewell = message["bye"]
        must(self.forgiving or self.over, "unexpected:", message)

    # -- what it says --

    def answer(self, n, action):
        self.last_id += 1
        self.waiting[self.last_id] = (n, action)
        try:
            self.socket.send({"id": self.last_id, "n": n, "do": action})
        except OSError:
            must(self.forgiving, "cannot send")

    def say(self, **request):
        """Another request, with an id of its own; its answer is waited for by `play`."""
        self.last_id += 1
        self.waiting[self.last_id] = None
        self.socket.send({"id": self.last_id, **request})
        return self.last_id

    def done(self):
        return self.over is not None and not self.waiting

    def check_snapshot(self):
        """A new socket gets the same view that the old one has computed from changes."""
        fresh = hello(self.server, self.table, self.token, **self.more)
        if self.token is None:
            told = fresh.receive()["snapshot"]
            fresh.leave()
            while self.n < told["n"]:
                self.hear(self.socket.receive_text())
            must(self.views[told["n"]] == told["view"], "the view folded is not the snapshot's at", told["n"])
            must(self.cards[told["n"]] == told["table"], "the table folded is not the snapshot's at", told["n"])
            return
        self.hear_out()
        self.renew(fresh)
        while not self.greeted:
            must(self.n in self.views, "nothing to compare with")
            self.hear(fresh.receive_text())

    def hear_out(self):
        """Hears the old socket to its end: a newer one has its seat."""
        choose, forgiving, self.choose, self.forgiving = self.choose, self.forgiving, lambda *_: None, True
        try:
            while True:
                self.hear(self.socket.receive_text())
        except Closed:
            must(self.farewell == "replaced", "the older socket was told", self.farewell)
        self.choose, self.forgiving, self.farewell = choose, forgiving, None
        self.socket.drop()

    def renew(self, fresh):
        self.socket, self.greeted, self.told, self.waiting, self.refused = fresh, False, {}, {}, False


def play(players, until=None, seconds=PATIENCE * 2, mend=None):
    """Lets the players hear and answer until all are done (or `until()` says so). `mend(player)` is called for a
    player whose connection is gone."""
    end = time.monotonic() + seconds
    done = until or (lambda: all(p.done() for p in players))
    poll = select.epoll()
    known = {}
    for player in players:
        enter(poll, known, player)
    while not done():
        for fd, _ in poll.poll(0.2):
            player = known.get(fd)
            if player is None or player.fileno() != fd:
                continue
            hear(poll, known, player, mend)
        must(time.monotonic() < end, "not done in", seconds, "seconds:",
             [(p.seat, p.n, p.state, p.waiting, p.asks[-1:]) for p in players])
    poll.close()


def enter(poll, known, player):
    player.listen()
    known[player.fileno()] = player
    poll.register(player.fileno(), select.EPOLLIN)


def hear(poll, known, player, mend):
    before, fd = player.socket, player.fileno()
    player.read()
    if player.socket is not before:
        enter(poll, known, player)    # it has taken a new one by itself
    elif before.closed:
        must(mend or player.over, "the server closed", player.seat, before.closed, player.farewell)
        poll.unregister(fd)
        del known[fd]
        player.drop()
        if mend and mend(player):
            enter(poll, known, player)


def seat_people(server, table, tokens, seed=0, **more):
    """A player for every token."""
    return [Player(server, table, token, random.Random(f"{seed} {i}"), **more)
            for i, token in enumerate(tokens) if token]


def play_game(server, game, people, bots=(), seed=0, spectator=True, **members):
    """A whole game by people over sockets; the players, the spectator last."""
    table, tokens = gather(server, game, people, bots, **members)
    players = seat_people(server, table, tokens, seed)
    if spectator:
        players.append(Player(server, table))
    play(players)
    for player in players:
        player.socket.leave()
    return table, players


def quick_game(server, seed=0):
    """The server still plays: a short game with two people, to its end."""
    _, players = play_game(server, "null", 2, seed=seed, spectator=False, options={"tosses": 1})
    must(all(p.over for p in players), "not over")


# ---- the engine -------------------------------------------------------------------------------

class Engine(engine.Engine):
    """`charlatan engine`; an op that is refused fails the case."""

    def __init__(self):
        super().__init__(harness.engine_command())

    def __call__(self, op, **members):
        answer = self.ask({"op": op, **members})
        must(answer["ok"], op, members, answer)
        return answer
