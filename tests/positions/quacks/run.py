#!/usr/bin/env python3
"""Plays the positions of this folder against an engine and says where the two disagree.

run.py [--engine "build/release/charlatan engine"] [--check] [--resume] [files]

--check reads the positions (syntax, conservation of chips, a position for every rule) without an engine;
--resume sets the state up again after every step and plays on from there, half-done turns included.
"""

import json
import os
import re
import sys
from collections import Counter

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import potion
from potion import CHIPS, Mistake, read_move, read_seat, read_supply
from table import Refused, Table, main, played, restorable


# ---- the game under test ---------------------------------------------------------------------

class Game(Table):
    def set_up(self):
        position = self.position
        if position.new is None:
            self.must(op="force", chance=[])
            self.must(op="setup", state=position.state())
            return []
        self.must(op="force", chance=position.new[0])
        return self.must(**position.new_request())["chance"]

    def begin(self):
        chance = self.set_up()
        self.cache = {}
        self.before = self.state()
        return chance

    def act(self, move):
        self.must(op="clone", slot=0)
        self.must(op="force", chance=move.chance)
        answer = self.must(op="apply", seat=move.seat, action=move.action)
        self.cache = {}
        return answer["chance"]

    def replay(self, move):
        self.must(op="force", chance=move.chance)
        chance = self.must(op="apply", seat=move.seat, action=move.action)["chance"]
        if not chance_fits(move.chance, move.open, chance):
            raise Refused({"code": "twin", "message": "chance brought %s" % json.dumps(chance)})

    def elsewhere(self, what, twin):
        """The answer to `what`, byte for byte, here and in the game that twin() makes of this one."""
        self.must(op="clone", slot=1)
        self.must(**what)
        here = self.engine.last_line
        twin()
        self.must(**what)
        there = self.engine.last_line
        self.must(op="restore", slot=1)
        return here, there

    def other_move(self, move):
        """The last action, had it been another or brought something else."""
        self.must(op="restore", slot=0)
        self.replay(move)

    def other_game(self, moves):
        """The position from its start, played in another way."""
        self.set_up()
        for move in moves:
            self.replay(move)


def chance_fits(wanted, open_end, got):
    return got == wanted or (open_end and got[:len(wanted)] == wanted)


# ---- what holds in every position --------------------------------------------------------------

def belongings(player):
    """Every chip of a seat: bag, pot, beside the pot, in the hand, bought."""
    chips = Counter(player["bag"]) + Counter(chip["chip"] for chip in player["pot"])
    chips += Counter(player["beside"]) + Counter(player["bought"])
    if player["hand"]:
        chips[player["hand"]] += 1
    return chips


def conserved(game):
    """All 216 chips are in exactly one place, in the state and in what everyone sees."""
    tables = [("the state", game.state())]
    tables += [("the view of %s" % seat, game.view(seat)) for seat in [None, *range(game.position.players)]]
    for name, table in tables:
        chips = sum((belongings(player) for player in table["players"]), Counter(table["supply"]))
        for chip in CHIPS:
            if chips[chip] != CHIPS[chip]:
                yield "%s holds %d %s, the game has %d" % (name, chips[chip], chip, CHIPS[chip])


def in_bounds(game):
    """Numbers stay on their tracks, chips in the pot in their order (Q1)."""
    state = game.state()
    for seat, player in enumerate(state["players"]):
        spaces = [chip["at"] for chip in player["pot"]]
        if player["points"] < 0 or player["rubies"] < 0 or not 0 <= player["droplet"] <= 51 \
                or not 0 <= player["tube"] <= 12 or not 0 <= player["origin"] <= 51:
            yield "seat %d: %s" % (seat, show_seat(player))
        if spaces != sorted(set(spaces)) or any(not 1 <= at <= 52 for at in spaces):
            yield "seat %d has chips on %s" % (seat, spaces)
        if any(n < 0 for n in [*player["bag"].values(), *state["supply"].values()]):
            yield "fewer than no chips"
        if Counter(player["offer"]) - Counter(player["bag"]):
            yield "seat %d looks at chips that are not in the bag" % seat
        if (player["scoring"] is None) != (state["phase"] in ("fortune", "potions")) and state["phase"] != "over":
            yield "seat %d has scoring space %s in phase %s" % (seat, player["scoring"], state["phase"])
    left = state["fortune"]["left"]
    if left != sorted(set(left)) or state["fortune"]["card"] in left:
        yield "the deck holds %s" % left


def asked_well(game):
    """Questions are listed by seat, answers by their bytes; each is pending; nobody is asked when over."""
    decisions, state = game.legal(), game.state()
    seats = [decision["seat"] for decision in decisions]
    pending = {(entry["seat"], entry["kind"], entry.get("why")) for entry in state["pending"]}
    if seats != sorted(set(seats)) or bool(seats) == (state["phase"] == "over"):
        yield "asked in phase %s: %s" % (state["phase"], seats)
    for decision in decisions:
        actions = decision["actions"]
        if not actions or actions != sorted(set(actions), key=lambda a: a.encode()):
            yield "the answers of seat %d: %s" % (decision["seat"], actions)
        if (decision["seat"], decision["kind"], decision.get("why")) not in pending:
            yield "seat %d is asked %s, but pending is %s" % (decision["seat"], decision["kind"], state["pending"])
        if len(actions) < 2 and decision["kind"] not in ("brew", "buy"):
            yield "%s is asked with a single answer: %s" % (decision["kind"], actions)
    if state["phase"] != "potions" and len(seats) > 1:
        yield "several seats asked in phase %s" % state["phase"]


def honest(game):
    """Views hide the offers and commitments of others, and nothing else."""
    state = game.state()
    for seat in [None, *range(game.position.players)]:
        view = game.view(seat)
        for owner, (truth, seen) in enumerate(zip(state["players"], view["players"])):
            wanted = dict(truth)
            if owner != seat:
                wanted["offer"] = [None] * len(truth["offer"])
                wanted["commit"] = truth["commit"] and "hidden"
            if seen != wanted:
                wrong = [key for key in wanted if seen.get(key) != wanted[key]]
                yield "seat %s sees %s of seat %d: %s" % (seat, wrong, owner, [seen.get(key) for key in wrong])
        for key in ("turn", "phase", "start", "fortune", "supply", "options", "winners"):
            if view[key] != state[key]:
                yield "seat %s sees %s as %s" % (seat, key, view[key])


# ---- expectations ------------------------------------------------------------------------------

def show_pot(pot):
    return " ".join("%s%s@%d" % (c["chip"], "~" if c["inert"] else "", c["at"]) for c in pot) or "none"


def show_chips(chips):
    return " ".join(chip or "?" for chip in chips) or "none"


def show_seat(player):
    return ", ".join("%s %s" % (key, player[key]) for key in ("points", "rubies", "droplet", "tube", "origin"))


SEES = re.compile(r"(\d|spectator) sees (\d):\s*(.*)")
CANNOT_TELL = re.compile(r"(\d|spectator) cannot tell:\s*(.*)")
LEGAL = re.compile(r"legal (\d)( has| lacks)?:\s*(.*)")
SEAT = re.compile(r"(\d):\s*(.*)")
WORD = re.compile(r"(turn|phase|start|card|winners|asked|supply|left|options):\s*(.*)")


def viewer(word):
    return None if word == "spectator" else int(word)


class Expectation:
    """One '=' line, read without an engine; problems() compares it."""

    def __init__(self, step):
        text, line = step.value, step.line
        self.step, self.kind, self.words = step, None, None
        for kind, pattern in (("sees", SEES), ("cannot tell", CANNOT_TELL), ("legal", LEGAL), ("seat", SEAT),
                              ("word", WORD)):
            match = pattern.fullmatch(text)
            if match:
                self.kind, self.match = kind, match
                break
        if text == "same as":
            self.kind, self.words = text, [read_move(row, number) for number, row in step.rows]
        elif self.kind is None:
            raise Mistake(line, "expects nothing: %s" % text)
        elif step.rows and self.kind not in ("seat", "sees"):
            raise Mistake(line, "indented lines after %s" % text)
        elif self.kind in ("seat", "sees"):
            self.words = read_seat(", ".join([self.match.groups()[-1]] + [row for _, row in step.rows]), line)
        elif self.kind == "cannot tell":
            self.words = read_move(self.match[2], line)
        elif self.kind == "word" and self.match[1] == "supply":
            self.words = read_supply(self.match[2], line)
        elif self.kind == "word" and self.match[1] == "options":
            self.words = json.loads(self.match[2])

    def problems(self, game):
        if self.kind == "seat":
            return self.seat_problems(game.state()["players"], int(self.match[1]), game)
        if self.kind == "sees":
            return self.seat_problems(game.view(viewer(self.match[1]))["players"], int(self.match[2]), game)
        if self.kind == "legal":
            return self.legal_problems(game)
        if self.kind == "word":
            return self.word_problems(game)
        return self.twin_problems(game)

    def seat_problems(self, players, seat, game):
        player = players[seat]
        for key, wanted in self.words.items():
            if key == "owns":
                change = belongings(player)
                change.subtract(belongings(game.before["players"][seat]))
                change = {chip: n for chip, n in change.items() if n}
                if change != {chip: n for chip, n in wanted.items() if n}:
                    yield "owns %s" % (" ".join("%+d %s" % (n, chip) for chip, n in sorted(change.items())) or "same")
            elif key == "bag":
                if +Counter(player["bag"]) != Counter(wanted):
                    yield "bag %s" % {chip: n for chip, n in player["bag"].items() if n}
            elif key == "pot":
                if player["pot"] != wanted:
                    yield "pot %s" % show_pot(player["pot"])
            elif key in ("beside", "drawn", "returned", "offer", "bought"):
                if player[key] != wanted:
                    yield "%s %s" % (key, show_chips(player[key]))
            elif player[key] != wanted:
                yield "%s %s" % (key, player[key])

    def legal_problems(self, game):
        seat, how, text = self.match.groups()
        wanted = {part.strip() for part in text.split(",") if part.strip()} - {"nothing"}
        got = {action for d in game.legal() if d["seat"] == int(seat) for action in d["actions"]}
        fits = {None: got == wanted, " has": wanted <= got, " lacks": got and not wanted & got}[how]
        if not fits:
            yield "legal %s: %s" % (seat, ", ".join(sorted(got)) or "nothing")

    def word_problems(self, game):
        key, value = self.match.groups()
        state = game.state()
        if key == "asked":
            got = ", ".join(" ".join(map(str, [d["seat"], d["kind"], *([d["why"]] if "why" in d else [])]))
                            for d in game.legal()) or "nobody"
        elif key == "supply":
            got = {chip: state["supply"][chip] for chip in self.words}
            value = self.words
        elif key == "options":
            got, value = state["options"], self.words
        elif key == "winners":
            got = " ".join(map(str, state["winners"] or [])) or "nobody"
        elif key == "card":
            got = state["fortune"]["card"] or "none"
        elif key == "left":
            got = str(len(state["fortune"]["left"]))
        else:
            got = str(state[key])
        if got != value:
            yield "%s: %s" % (key, got)

    def twin_problems(self, game):
        if self.kind == "same as":
            here, there = game.elsewhere({"op": "state"}, lambda: game.other_game(self.words))
            if here != there:
                one, two = (json.loads(x)["state"] for x in (here, there))
                yield "another state: %s" % ", ".join(difference(one, two))
        else:
            seat = viewer(self.match[1])
            here, there = game.elsewhere({"op": "view", "seat": seat}, lambda: game.other_move(self.words))
            if here != there:
                one, two = (json.loads(x)["view"] for x in (here, there))
                yield "another view: %s" % ", ".join(difference(one, two))


def difference(one, two):
    for key in one:
        if key != "players" and one[key] != two[key]:
            yield "%s %s / %s" % (key, one[key], two[key])
    for seat, (here, there) in enumerate(zip(one["players"], two["players"])):
        for key in here:
            if here[key] != there[key]:
                yield "seat %d %s %s / %s" % (seat, key, here[key], there[key])


# ---- playing a position ------------------------------------------------------------------------

class Play:
    """Goes through the steps of one position and collects what is wrong."""

    def __init__(self, engine, position, resume=False):
        self.game, self.position, self.failures = Game(engine, position, resume), position, []

    def fail(self, line, expected, got):
        self.failures.append((line, expected, got))

    def check_invariants(self, line):
        for check in (conserved, in_bounds, asked_well, honest, restorable):
            for problem in check(self.game):
                self.fail(line, check.__doc__, problem)

    def refused(self, step, what, refused):
        code, rule = step.value
        if refused is None:
            self.fail(step.line, "%s refused" % what, "accepted")
        elif refused.error.get("code") != code or (rule and refused.error.get("rule") != rule):
            self.fail(step.line, " ".join(filter(None, step.value)), str(refused))

    def run(self):
        steps, position = list(self.position.steps), self.position
        refusal = steps[0] if steps and steps[0].kind == "refuse" else None
        try:
            chance = self.game.begin()
        except Refused as refused:
            if refusal:
                self.refused(refusal, "the start", refused)
            else:
                self.fail(position.line, "the start", "refused: %s" % refused)
            return self.failures
        if refusal:
            self.refused(refusal, "the start", None)
            return self.failures
        wanted, open_end = position.new or ([], False)
        if not chance_fits(wanted, open_end, chance):
            self.fail(position.line, "chance %s" % json.dumps(wanted), json.dumps(chance))
        self.check_invariants(position.line)
        while steps:
            step = steps.pop(0)
            if step.kind == "expect":
                self.expect(step)
            elif not self.act(step, steps.pop(0) if steps and steps[0].kind == "refuse" else None):
                break
        return self.failures

    def act(self, step, refusal):
        """Make a move; True when the position goes on after it."""
        move, before = step.value, self.game.state()
        what = "%d %s" % (move.seat, move.action)
        try:
            chance = self.game.act(move)
        except Refused as refused:
            self.game.cache = {}
            if refusal is None:
                self.fail(step.line, what, "refused: %s" % refused)
                return False
            self.refused(refusal, what, refused)
            if self.game.state() != before:
                self.fail(step.line, "a refusal changes nothing", "the state changed")
            return True
        if refusal is not None:
            self.refused(refusal, what, None)
            return False
        if not chance_fits(move.chance, move.open, chance):
            self.fail(step.line, "%s, chance %s" % (what, json.dumps(move.chance)), "chance %s" % json.dumps(chance))
        self.check_invariants(step.line)
        return True

    def expect(self, step):
        try:
            problems = list(Expectation(step).problems(self.game))
        except Refused as refused:
            problems = ["refused: %s" % refused]
        for problem in problems:
            self.fail(step.line, step.value, problem)


def seeded(position):
    """Does the seed decide anything here?  `setup` begins a new seed, so such a position is not resumed."""
    return any(step.kind == "act" and step.value.open for step in position.steps)


def play(engine, position, resume):
    return played(lambda: Play(engine, position, resume and not seeded(position)).run(), position)


# ---- the whole folder --------------------------------------------------------------------------

def check_writing(position):
    """Syntax of the expectations and conservation of the picture, before any engine is asked."""
    for step in position.steps:
        if step.kind == "expect":
            Expectation(step)
    if position.new is None:
        state = position.state()
        chips = sum((belongings(player) for player in state["players"]), Counter(state["supply"]))
        if chips != Counter(CHIPS):
            raise Mistake(position.line, "chips are not conserved")


def ids_wrong(positions, everything):
    cited = Counter(rule for position in positions for rule in position.ids)
    for rule in sorted(set(cited) - set(potion.REQUIRED) - set(potion.GENERAL)):
        yield "there is no rule %s" % rule
    for rule in potion.rules_without_position():
        yield "no position stands for %s of rules.def" % rule
    for rule in potion.REQUIRED if everything else []:
        if not cited[rule]:
            yield "no position for %s" % rule


if __name__ == "__main__":
    sys.exit(main(HERE, potion.parse_file, check_writing, play, ids_wrong, Mistake))
