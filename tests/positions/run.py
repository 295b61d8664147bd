#!/usr/bin/env python3
"""Plays the positions of this folder against an engine and says where the two disagree.

run.py [--engine "build/release/charlatan engine"] [--check] [--resume] [files]

--check reads the positions (syntax, conservation of cards, a position for every rule) without an engine;
--resume sets the state up again after every step and plays on from there, half-done turns included.
"""

import json
import os
import re
import sys
from collections import Counter

sys.dont_write_bytecode = True
import notation
from notation import Mistake, read_action, read_cards, read_chance, read_items, read_rows, read_seat
from table import Refused, Table, main, played, restorable

HERE = os.path.dirname(os.path.abspath(__file__))
QUIET = {"draw", "act", "bribe", "reveal"}   # questions during which no card is in someone's hands


# ---- the game under test ---------------------------------------------------------------------

class Game(Table):
    def __init__(self, engine, position, resume=False):
        super().__init__(engine, position, resume)
        self.done = []                 # (seat, action, chance) so far, for `cannot tell`

    def begin(self, entries):
        self.must(op="force", chance=entries)
        position = self.position
        request = position.new_request() if position.fresh else {"op": "setup", "state": position.state()}
        answer = self.must(**request)
        self.cache, self.before = {}, self.state()
        return answer.get("chance", [])

    def act(self, seat, action, entries):
        self.must(op="clone", slot=0)
        self.must(op="force", chance=entries)
        answer = self.must(op="apply", seat=seat, action=action)
        self.done.append((seat, action, answer["chance"]))
        self.cache = {}
        return answer["chance"]

    def replay(self, seat, action, entries):
        self.must(op="force", chance=entries)
        if self.must(op="apply", seat=seat, action=action)["chance"] != entries:
            raise Refused({"code": "twin", "message": "chance brought something else"})

    def looks_alike(self, viewer, twin):
        """Is the view the same, byte for byte, in the game that twin() makes of this one?"""
        self.must(op="clone", slot=1)
        self.must(op="view", seat=viewer)
        here = self.engine.last_line
        twin()
        self.must(op="view", seat=viewer)
        there = self.engine.last_line
        self.must(op="restore", slot=1)
        return here == there

    def other_chance(self, entries):
        """The last action, had chance brought other cards."""
        seat, action, _ = self.done[-1]
        self.must(op="restore", slot=0)
        self.replay(seat, action, entries)

    def other_seat(self, seat, words):
        """The whole position, had the line of a seat been another."""
        self.must(op="setup", state=self.position.with_seat(seat, words).state())
        for step in self.done:
            self.replay(*step)


# ---- what holds in every position --------------------------------------------------------------

def named(cards):
    return Counter(card["item"] for card in cards if card and card.get("item"))


def cards_in(table):
    """Every card a state or view names, `pending` left out."""
    cards = Counter(table["pool"]) + Counter(table["deck"]["own"] or {}) + Counter(table["aside"])
    cards += named(table["deck"]["top"]) + named(table["aside_unseen"]) + Counter(table["discard"])
    cards += Counter(item for item in table["market"] or [] if item)
    for player in table["players"]:
        cards += named(player["stash"]) + named(player["house"]["cells"])
    return cards


def conserved(game):
    """No card is lost, doubled or invented, in the state and in what everyone sees."""
    position = game.position
    full = notation.full_deck(position.players, position.table["options"])
    quiet = all(decision["kind"] in QUIET for decision in game.legal())
    tables = [("the state", game.state()), ("the spectator's view", game.view(None))]
    tables += [("the view of seat %d" % seat, game.view(seat)) for seat in range(position.players)]
    for name, table in tables:
        cards = cards_in(table)
        wrong = [item for item in notation.ITEMS
                 if cards[item] > full[item] or (quiet and cards[item] != full[item])]
        if wrong:
            item = wrong[0]
            yield "%s holds %d of %s, the game has %d" % (name, cards[item], item, full[item])


def as_seen(card, seat):
    """A card of the state as `seat` (None: a spectator) may see it."""
    if card is None or card.get("up"):
        return card
    if card["item"] is not None and seat in card.get("known", []):
        return card
    return {"item": None, "up": False} if "up" in card else {"item": None}


def stash_as_seen(stash, seat):
    cards = [as_seen(card, seat) for card in stash]
    known = sorted((card for card in cards if card["item"]), key=lambda card: card["item"])
    return known + [card for card in cards if not card["item"]]


def without_order(stash):
    return sorted(json.dumps(card, sort_keys=True) for card in stash), [card["item"] for card in stash]


def honest(game):
    """Views show what their seat knows, no more and no less (A14.3)."""
    state = game.state()
    for seat in [None, *range(game.position.players)]:
        view, who = game.view(seat), "the spectator" if seat is None else "seat %d" % seat
        if view["deck"]["own"] is not None:
            yield "%s sees the deck's own pool" % who
        if view["aside_unseen"] != [as_seen(card, seat) for card in state["aside_unseen"]]:
            yield "%s sees set aside: %s" % (who, view["aside_unseen"])
        for owner, (truth, seen) in enumerate(zip(state["players"], view["players"])):
            cells = [as_seen(cell, seat) for cell in truth["house"]["cells"]]
            if seen["house"] != dict(truth["house"], cells=cells):
                yield "%s sees the storehouse of %d as %s" % (who, owner, show_house(seen["house"]))
            if without_order(seen["stash"]) != without_order(stash_as_seen(truth["stash"], seat)):
                yield "%s sees the stash of %d as %s" % (who, owner, seen["stash"])


def in_bounds(game):
    """Scores stay on their tracks (A3)."""
    for seat, player in enumerate(game.state()["players"]):
        limits = (game.position.table["options"].get("numbers") or {}).get("infamy", {})
        if (player["gold"] < 0 or not 0 <= player["infamy"] < limits.get("lap", 25)
                or not 0 <= player["fines"] <= limits.get("markers", 2)):
            yield "seat %d has gold %s, infamy %s, fines %s" % (
                seat, player["gold"], player["infamy"], player["fines"])


# ---- expectations ------------------------------------------------------------------------------

NUMBERS = {"round": "round", "turns": "turns"}
SEATS = {"first": "first", "turn": "turn", "tracker": "tracker", "triggered by": "triggered_by"}
LEGAL = ("legal", "legal has", "legal lacks", "legal count")
PILES = ("discard", "market", "top", "aside", "aside adds", "aside unseen", "own", "pool", "pool size", "deck")
WORDS = ("asked", "phase", "winners", "options")
KEYS = set(NUMBERS) | set(SEATS) | set(LEGAL) | set(PILES) | set(WORDS)
VIEWER = re.compile(r"(\d|spectator) (sees|cannot tell:?)\s+(.*)")


def show_card(card):
    if card is None:
        return "."
    if card.get("item") is None:
        return "?"
    if card.get("up") or "known" not in card:
        return card["item"]
    return "%s~%s" % (card["item"], ",".join(map(str, card["known"])))


def show_house(house):
    cells, cols = [show_card(cell) for cell in house["cells"]], house["cols"]
    return " / ".join(" ".join(cells[n:n + cols]) for n in range(0, len(cells), cols or 1)) or "empty"


def card_fits(card, got, owner, players):
    """Does a face-down or face-up card `got` agree with what is written?"""
    if card.face == "any":
        return True
    if card.face == "none" or got is None:
        return card.face == "none" and got is None
    if card.face == "unknown":
        return got["item"] is None and not got.get("up")
    if card.item != got["item"] or (card.face == "down" and got.get("up")):
        return False
    return card.face == "up" or got.get("known") == notation.seats_that_know(card, owner, players)


def house_fits(grid, house, owner, players):
    cells = [card for row in grid for card in row]
    shape = (len(grid), len(grid[0]) if grid else 0)
    if shape != (house["rows"], house["cols"]):
        return False
    return all(card_fits(card, got, owner, players) and not (card.face == "up" and not got["up"])
               for card, got in zip(cells, house["cells"]))


def stash_fits(cards, stash, owner, players):
    """In any order; the most exactly written cards look for a partner first."""
    left = list(stash)
    precise = {"down": 0, "unknown": 1, "up": 2}
    for card in sorted((c for c in cards if c.face != "any"), key=lambda c: precise[c.face]):
        partner = next((got for got in left if card_fits(card, got, owner, players)), None)
        if partner is None:
            return False
        left.remove(partner)
    return not left or any(card.face == "any" for card in cards)


def list_fits(wanted, got):
    """A pile, top first; a last '*' leaves the rest open."""
    if wanted and wanted[-1].face == "any":
        wanted, got = wanted[:-1], got[:len(wanted) - 1]
    return [card.item for card in wanted] == list(got)


def expand(text):
    """'slot 1..3, peek 5' -> the actions, sorted as the protocol sorts them."""
    actions = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"(.*) (\d+)\.\.(\d+)", part)
        numbers = range(int(match[2]), int(match[3]) + 1) if match else [None]
        actions += [part if n is None else "%s %d" % (match[1], n) for n in numbers]
    return sorted(read_action(action, 0) for action in actions)


class Expectation:
    """One '=' line.  Reading it is checking its syntax; problems(game) checks the game."""

    def __init__(self, step, players):
        self.line, self.text, self.players, self.rows = step.line, step.value, players, None
        if step.rows:
            self.rows = read_rows([text for _, text in step.rows], step.line)
        self.viewer, rest, self.twin = "state", self.text, None
        match = VIEWER.fullmatch(self.text)
        if match:
            self.viewer = None if match[1] == "spectator" else int(match[1])
            rest = match[3]
            if match[2] != "sees":
                self.twin = self.read_twin(rest)
                return
        self.key, colon, self.value = (part.strip() for part in rest.partition(":"))
        if not colon or not (self.key in KEYS or re.fullmatch(r"\d", self.key)):
            raise Mistake(self.line, "not an expectation: %s" % self.text)
        self.prepare()

    def read_twin(self, text):
        """'Ball Sword': other chance; '1: stash Ball': another line for seat 1"""
        seat, colon, words = text.partition(":")
        if not colon:
            return "other_chance", (read_chance(text, self.line)[0],)
        words = read_seat(words, self.line)
        if self.rows is not None:
            words["house"] = self.rows
        return "other_seat", (int(seat), words)

    def prepare(self):
        if self.key.isdigit():
            self.seat_words = read_seat(self.value, self.line)
            if self.rows is not None:
                self.seat_words["house"] = self.rows
        elif self.key in ("discard", "market", "top", "aside unseen"):
            self.cards = read_cards(self.value, self.line)
        elif self.key in ("aside", "aside adds", "own"):
            self.cards = None if self.value == "null" else Counter(read_items(self.value, self.line))
        elif self.key == "pool":
            pairs = [part.split() for part in self.value.split(",")]
            self.cards = {notation.item_id(name, self.line): int(n) for name, n in pairs}
        elif self.key == "options":
            self.json = json.loads(self.value)

    def problems(self, game):
        if self.twin is not None:
            method, arguments = self.twin
            if not game.looks_alike(self.viewer, lambda: getattr(game, method)(*arguments)):
                yield "the view shows the difference"
            return
        table = game.state() if self.viewer == "state" else game.view(self.viewer)
        if self.key.isdigit():
            yield from self.seat_problems(table["players"][int(self.key)])
        elif self.key in LEGAL:
            yield from self.legal_problems(game)
        elif self.key in PILES:
            yield from self.pile_problems(table, game.before)
        else:
            yield from self.word_problems(table, game)

    def seat_problems(self, player):
        owner, words = int(self.key), self.seat_words
        for key in ("gold", "infamy", "fines", "wizard"):
            if key in words and words[key] != player[key]:
                yield "%s %s" % (key, player[key])
        house = player["house"]
        if "shape" in words and words["shape"] != [house["rows"], house["cols"]]:
            yield "house %dx%d" % (house["rows"], house["cols"])
        if "house" in words and not house_fits(words["house"], house, owner, self.players):
            yield "house " + show_house(house)
        if "stash" in words and not stash_fits(words["stash"], player["stash"], owner, self.players):
            yield "stash " + " ".join(map(show_card, player["stash"]))

    def legal_problems(self, game):
        decisions = game.legal()
        if len(decisions) != 1:
            yield "%d decisions are asked" % len(decisions)
            return
        actions = decisions[0]["actions"]
        wanted = [] if self.key == "legal count" else expand(self.value)
        good = {"legal": lambda: actions == wanted,
                "legal has": lambda: set(wanted) <= set(actions),
                "legal lacks": lambda: not set(wanted) & set(actions),
                "legal count": lambda: len(actions) == int(self.value)}[self.key]()
        if not good:
            yield "legal (%d): %s" % (len(actions), ", ".join(actions))

    def pile_problems(self, table, before):
        key, players = self.key, self.players
        if key in ("discard", "market"):
            if not list_fits(self.cards, table[key] or []):
                yield "%s: %s" % (key, " ".join(item or "." for item in table[key] or []))
        elif key in ("top", "aside unseen"):
            got = table["deck"]["top"] if key == "top" else table["aside_unseen"]
            fits = len(got) == len(self.cards) and all(
                card_fits(card, card_got, None, players) for card, card_got in zip(self.cards, got))
            if not fits:
                yield "%s: %s" % (key, " ".join(map(show_card, got)) or "none")
        elif key == "aside":
            if self.cards != Counter(table["aside"]):
                yield "aside: %s" % table["aside"]
        elif key == "aside adds":
            added = Counter(table["aside"])
            added.subtract(before["aside"])
            if {item: n for item, n in added.items() if n} != dict(self.cards):
                yield "aside adds: %s" % {item: n for item, n in added.items() if n}
        elif key == "own":
            own = table["deck"]["own"]
            if (own is None) != (self.cards is None) or Counter(own or {}) != (self.cards or Counter()):
                yield "own: %s" % own
        elif key == "pool":
            wrong = {item: table["pool"].get(item, 0) for item, n in self.cards.items()
                     if table["pool"].get(item, 0) != n}
            if wrong:
                yield "pool: %s" % wrong
        elif key == "pool size":
            if sum(table["pool"].values()) != int(self.value):
                yield "pool size: %d" % sum(table["pool"].values())
        else:
            yield from self.deck_problems(table["deck"]["count"], before["deck"]["count"])

    def deck_problems(self, count, before):
        words = self.value.split()
        sign = {"less": -1, "more": 1}.get(words[-1])
        wanted = before if words == ["same"] else int(words[0]) if sign is None else before + sign * int(words[0])
        if count != wanted:
            yield "deck: %d, %d at the start" % (count, before)

    def word_problems(self, table, game):
        key, value = self.key, self.value
        if key == "asked":
            got = ", ".join("%d %s" % (d["seat"], d["kind"]) for d in game.legal()) or "nobody"
            pending = ", ".join("%s %s" % (p["seat"], p["kind"]) for p in table["pending"]) or "nobody"
            if got != value:
                yield "asked: %s" % got
            elif value.count(" ") == 1 and value not in pending.split(", "):
                yield "asked: %s, but pending %s" % (got, pending)
        elif key in NUMBERS or key in SEATS:
            got = table[NUMBERS.get(key) or SEATS[key]]
            if got != (None if value == "nobody" else int(value)):
                yield "%s: %s" % (key, got)
        elif key == "phase":
            if table["phase"] != value:
                yield "phase: %s" % table["phase"]
        elif key == "winners":
            if table["winners"] != (None if value == "nobody" else [int(seat) for seat in value.split()]):
                yield "winners: %s" % table["winners"]
        elif table["options"] != self.json:
            yield "options: %s" % json.dumps(table["options"])


# ---- playing a position ------------------------------------------------------------------------

class Play:
    """Goes through the steps of one position and collects what is wrong."""

    def __init__(self, engine, position, resume=False):
        self.game, self.position, self.failures = Game(engine, position, resume), position, []
        self.chance = ([], False)
        self.steps = list(position.steps)

    def fail(self, line, expected, got):
        self.failures.append((line, expected, got))

    def refusal_ahead(self):
        return self.steps.pop(0) if self.steps and self.steps[0].kind == "refuse" else None

    def attempt(self, line, what, move, chance):
        """Make a move; True when the position goes on after it."""
        entries, open_end = chance
        refusal = self.refusal_ahead()
        try:
            got = move(entries)
        except Refused as refused:
            self.game.cache = {}
            if refusal is None:
                self.fail(line, what, "refused: %s" % refused)
                return False
            return self.compare_refusal(refusal, refused.error)
        if refusal is not None:
            self.fail(refusal.line, "%s refused" % what, "accepted")
            return False
        if got != entries and not (open_end and got[:len(entries)] == entries):
            self.fail(line, "%s, chance %s" % (what, json.dumps(entries)), "chance %s" % json.dumps(got))
        self.check_invariants(line)
        return True

    def compare_refusal(self, step, error):
        code, rule, words = step.value
        got = "%s %s: %s" % (error.get("code"), error.get("rule", ""), error.get("message"))
        if error.get("code") != code or (rule and error.get("rule") != rule) \
                or (words and words not in (error.get("message") or "")):
            self.fail(step.line, " ".join(filter(None, step.value)), got)
        return True

    def check_invariants(self, line):
        for check in (conserved, honest, in_bounds, restorable):
            for problem in check(self.game):
                self.fail(line, check.__doc__ or check.__name__, problem)

    def run(self):
        game, first = self.game, self.position.new_chance
        refused = bool(self.steps) and self.steps[0].kind == "refuse"
        if not self.attempt(self.position.line, "the start", game.begin, first) or refused:
            return self.failures
        while self.steps:
            if self.steps[0].kind == "chance":
                self.chance = self.steps.pop(0).value
                continue
            step = self.steps.pop(0)
            if step.kind == "act":
                if not self.do_action(step):
                    return self.failures
            elif step.kind == "expect":
                self.check_expectation(step)
        return self.failures

    def do_action(self, step):
        seat, action = step.value
        state = self.game.state() if self.steps and self.steps[0].kind == "refuse" else None
        chance, self.chance = self.chance, ([], False)
        goes_on = self.attempt(step.line, "%d %s" % (seat, action),
                               lambda entries: self.game.act(seat, action, entries), chance)
        if goes_on and state is not None and self.game.state() != state:
            self.fail(step.line, "a refusal changes nothing", "the state changed")
        return goes_on

    def check_expectation(self, step):
        try:
            problems = list(Expectation(step, self.position.players).problems(self.game))
        except Refused as refused:
            problems = ["refused: %s" % refused]
        for problem in problems:
            self.fail(step.line, step.value, problem)


def play(engine, position, resume):
    return played(lambda: Play(engine, position, resume).run(), position)


# ---- the whole folder --------------------------------------------------------------------------

def check_writing(position):
    """Syntax of the expectations and conservation of the picture, before any engine is asked."""
    for step in position.steps:
        if step.kind == "expect":
            Expectation(step, position.players)
    if position.fresh:
        return
    state = position.state()
    full = notation.full_deck(position.players, position.table["options"])
    if cards_in(state) != +full:
        raise Mistake(position.line, "cards are not conserved")


def uncovered(positions):
    return [rule for rule in notation.REQUIRED if rule not in {i for p in positions for i in p.ids}]


def number_keys():
    """The keys of games/arcane/numbers.def: each of them must be changed in a position."""
    with open(os.path.join(HERE, "../../games/arcane/numbers.def"), encoding="utf-8") as file:
        return re.findall(r'^NUMBERS?\([^"]*"([^"]*)"', file.read(), re.MULTILINE)


def numbers_unchanged(positions):
    changed = [position.table["options"].get("numbers") or {} for position in positions]
    for key in number_keys():
        word, last = key.split(".")
        if not any(last in numbers.get(word, {}) for numbers in changed):
            yield key


def ids_wrong(positions, everything):
    known = set(notation.REQUIRED)
    for position in positions:
        for rule in set(position.ids) - known:
            yield "%s:%d: there is no rule %s" % (os.path.relpath(position.path, HERE), position.line, rule)
    for rule in uncovered(positions) if everything else []:
        yield "no position for %s" % rule
    for key in numbers_unchanged(positions) if everything else []:
        yield "no position changes %s" % key


if __name__ == "__main__":
    sys.exit(main(HERE, notation.parse_file, check_writing, play, ids_wrong, Mistake))
