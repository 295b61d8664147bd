#!/usr/bin/env python3
"""Tests of `charlatan verify` and `charlatan replay`: records of both games hold, every kind of
tampering is found on its line, and a seat is shown only what it may know.

run.py [--charlatan build/release/charlatan] [name ...]

See tests/harness.py.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import verdicts
from harness import beside, must, program

PATIENCE = 60    # seconds a program may take
GONE = object()
KEPT = {}        # name of a mix: its record, as a list of lines
HERE = os.path.dirname(os.path.abspath(__file__))
CARDS = os.path.join(HERE, "../../docs/cards-example.json")
MIXES = {
    "arcane": ["arcane", "--players", "3"],
    "wizards": ["arcane", "--players", "4", "--set", "wizards=random", "--set", "market=true"],
    "cards": ["arcane", "--players", "2", "--set", f"cards=@{CARDS}"],
    "quacks": ["quacks", "--players", "3"],
    "tubes": ["quacks", "--players", "4", "--set", "pot=tubes", "--set", "books=3"],
    "together": ["quacks", "--players", "2", "--set", "together=true", "--set", "books=4"],
    "null": ["null", "--players", "2"],
}


# ---- running the program ----------------------------------------------------------------------

def run(*arguments):
    return subprocess.run([program(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)


def keep_all(_):
    """Plays the games once, before all cases."""
    with tempfile.TemporaryDirectory() as folder:
        for name in MIXES:
            keep(folder, name)


def keep(folder, name):
    """The record of one game, as a list of lines without their ends."""
    if name not in KEPT:
        place = os.path.join(folder, "keep-" + name)
        bots = "random" if name == "null" else "greedy,random"
        done = run("sim", *MIXES[name], "--bots", bots, "--games", "1", "--keep", "1", "--keep-dir", place, "--quiet")
        must(done.returncode == 0, name, done.stderr)
        with open(os.path.join(place, sorted(os.listdir(place))[0]), encoding="ascii") as file:
            KEPT[name] = file.read().split("\n")[:-1]
    return list(KEPT[name])


def made(*words):
    """A record of make_record, as a list of lines."""
    done = subprocess.run([beside("make_record"), *words], stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    return done.stdout.decode().split("\n")[:-1]


def bytes_of(content):
    if isinstance(content, list):
        content = "".join(line + "\n" for line in content)
    return content.encode() if isinstance(content, str) else content


def write(folder, content):
    path = os.path.join(folder, "record.jsonl")
    with open(path, "wb") as file:
        file.write(bytes_of(content))
    return path


def holds(folder, content, *words):
    fails(folder, content, None, *words)


def fails(folder, content, line, *words):
    """The record is refused on this line (None: it is right), with these words; said at the end of the case."""
    def expect(verdict):
        must(verdicts.wrong_line(verdict) == line, "line", line, "is not named:", verdict)
        for word in words:
            must(word in verdict + "\n", repr(word), "is not in", verdict)
    verdicts.later(folder, bytes_of(content), expect)


def changed(lines, at, **members):
    """The lines with members of line `at` (counted from 1) changed; GONE takes one away."""
    copy = list(lines)
    line = json.loads(copy[at - 1])
    line.update(members)
    copy[at - 1] = json.dumps({k: v for k, v in line.items() if v is not GONE}, separators=(",", ":"))
    return copy


def line_where(lines, true):
    """The number of the first action line for which true(line) holds."""
    for i, text in enumerate(lines[1:-1], 2):
        if true(json.loads(text)):
            return i
    raise AssertionError("no such line")


# ---- verify -----------------------------------------------------------------------------------

def test_every_mix(folder):
    for name in MIXES:
        lines = keep(folder, name)
        holds(folder, lines, f"{len(lines) - 2} actions, verified\n")


def test_several_files(folder):
    good, bad = write(folder, keep(folder, "arcane")), os.path.join(folder, "bad.jsonl")
    with open(bad, "w", encoding="ascii") as file:
        file.write("{}\n")
    done = run("verify", good, bad, good)
    must(done.returncode == 1 and done.stdout.count("verified") == 2 and done.stdout.count("\n") == 3, done.stdout)
    done = run("verify", good, os.path.join(folder, "nowhere"))
    must(done.returncode == 2 and "No such file" in done.stderr and "verified" in done.stdout, done.stderr)
    must(run("verify", folder).returncode == 2, "a folder is no record")


def test_moves(folder):
    for name in ("arcane", "quacks", "together"):
        lines = keep(folder, name)
        at = line_where(lines, lambda m: m["n"] > 12 and m["chance"])
        move = json.loads(lines[at - 1])
        fails(folder, changed(lines, at, action="fly away"), at)
        fails(folder, changed(lines, at, action="\u001b[31m\u009b red"), at)
        fails(folder, changed(lines, at, hash="0123456789abcdef"), at, f"the hash is {move['hash']}",
              "the record says 0123456789abcdef")
        fails(folder, changed(lines, at, chance=[]), at, "outcome")
        fails(folder, changed(lines, at, chance=move["chance"] * 2), at, "outcome")
        fails(folder, changed(lines, at, n=at), at, f"action {at}, but action {at - 1} is due")
        fails(folder, lines[:at - 1] + lines[at:], at, "is due")
        fails(folder, lines[:at] + lines[at - 1:], at + 1, "is due")
        for member in ("n", "seat", "action", "chance", "hash"):
            fails(folder, changed(lines, at, **{member: GONE}), at)
        fails(folder, changed(lines, at, needs="99.0.0"), at, "charlatan 99.0.0 or later is needed")
        fails(folder, changed(lines, at, seat=6), at, "seat")


def test_another_legal_action(folder):
    """Another legal action, with everything else unchanged: the hash or the outcomes reveal it."""
    lines = keep(folder, "arcane")
    at = line_where(lines, lambda m: m["action"] == "draw deck")
    fails(folder, changed(lines, at, action="draw discard"), at)
    lines = keep(folder, "quacks")
    at = line_where(lines, lambda m: m["action"] == "draw")
    fails(folder, changed(lines, at, action="stop"), at)


def test_seat(folder):
    lines = keep(folder, "arcane")
    seat = json.loads(lines[8])["seat"]
    fails(folder, changed(lines, 9, seat=(seat + 1) % 3), 9, "is not asked")


def test_chance(folder):
    """Another outcome, another order and another shape are found on their line."""
    lines = keep(folder, "quacks")
    at = line_where(lines, lambda m: m["n"] > 5 and m["action"] == "draw")
    chip = json.loads(lines[at - 1])["chance"][0]
    other = "white1" if chip["draw"] != "white1" else "white2"
    fails(folder, changed(lines, at, chance=[{**chip, "draw": other}]), at)
    fails(folder, changed(lines, at, chance=[{**chip, "draw": "gold7"}]), at)
    fails(folder, changed(lines, at, chance=[{"card": "older-wand"}]), at)
    fails(folder, changed(lines, at, chance=[{"draw": "white1"}]), at, "needs a seat")
    fails(folder, changed(lines, at, chance={"draw": "white1"}), at, "a list")
    fails(folder, changed(lines, at, chance=[chip] * 600), at, "at most 512")
    at = line_where(lines, lambda m: m["chance"] != m["chance"][::-1])
    fails(folder, changed(lines, at, chance=json.loads(lines[at - 1])["chance"][::-1]), at)
    first = json.loads(lines[0])["chance"]
    fails(folder, changed(lines, 1, chance=[{"first": (first[0]["first"] + 1) % 3}] + first[1:]), 1)


def forged(lines, seed):
    """A record whose seed, salt and commitment fit each other, but not the game."""
    salt = bytes(16)
    commitment = hashlib.blake2b(salt + seed, digest_size=32).hexdigest()
    return changed(changed(lines, 1, commitment=commitment), len(lines), seed=seed.hex(), salt=salt.hex())


def test_commitment(folder):
    for name in ("arcane", "quacks"):
        lines = keep(folder, name)
        last = len(lines)
        fails(folder, changed(lines, 1, commitment="00" * 32), last, "commitment")
        fails(folder, changed(lines, last, seed="00" * 32), last, "commitment")
        fails(folder, changed(lines, last, salt="00" * 16), last, "commitment")
        fails(folder, changed(lines, last, salt="00"), last, "salt: 32")
        fails(folder, changed(lines, last, seed="AB" * 32), last, "seed: 64")
        fails(folder, changed(changed(lines, last, seed="00" * 32), 9, hash="00" * 8), 9, "hash")
        path = write(folder, forged(lines, bytes(32)))
        must("outcome" in run("verify", path).stdout, "a forged seed makes other outcomes")
        honest = forged(lines, bytes.fromhex(json.loads(lines[-1])["seed"]))
        holds(folder, honest)    # the same seed under another salt is as good


def test_result(folder):
    lines = keep(folder, "quacks")
    last, end = len(lines), json.loads(lines[-1])
    worse = [end["result"][0] + 1] + end["result"][1:]
    fails(folder, changed(lines, last, result=worse), last, f"seat 0 is {end['result'][0]}, the record says {worse[0]}")
    fails(folder, changed(lines, last, result=end["result"][1:]), last, "3 scores")
    others = [s for s in range(3) if s not in end["winners"]]
    fails(folder, changed(lines, last, winners=others), last, "winners")
    fails(folder, changed(lines, last, winners=end["winners"] * 2), last, "ascending")
    fails(folder, changed(lines, last, winners=[9]), last, "winners")
    fails(folder, lines[:-2] + lines[-1:], last - 1, "not over")
    fails(folder, lines + lines[-1:], last + 1, "follow")
    fails(folder, "\n".join(lines) + "\n ", last + 1, "follow")
    extra = json.dumps({"n": last - 1, "seat": 0, "action": "draw", "chance": [], "hash": "0" * 16})
    fails(folder, lines[:-1] + [extra], last, "over")


def test_cut_short(folder):
    for name in ("arcane", "tubes"):
        lines = keep(folder, name)
        holds(folder, lines[:1], "0 actions, verified as far as it goes")
        holds(folder, lines[:2], "1 action, verified as far")
        holds(folder, lines[:-1], f"{len(lines) - 2} actions, verified as far", "no result")
        text = "\n".join(lines[:40])
        holds(folder, text, "38 actions, verified as far", "incomplete")
        holds(folder, text[:-9], "38 actions", "incomplete")
        fails(folder, lines[0][:-20], 1, "no header")
        fails(folder, changed(lines, 20, hash="0" * 16)[:30], 20, "hash")


def test_header(folder):
    lines = keep(folder, "wizards")
    head = json.loads(lines[0])
    for word, members in [
            ("charlatan-record", {"format": "another"}), ("version 1", {"version": 2}),
            ("version 1", {"version": "1"}), ("no such game", {"game": "chess"}),
            ("no such game", {"game": GONE}), ("options", {"options": GONE}), ("options", {"options": []}),
            ("no such key", {"options": {"speed": 3}}), ("players", {"players": []}),
            ("players", {"players": head["players"] * 2}), ("object", {"players": [1, 2]}),
            ("kind", {"players": [{"name": "x", "kind": "cat"}] * 4}),
            ("name", {"players": [{"name": "\u001b[2J", "kind": "bot"}] * 4}),
            ("name", {"players": [{"name": "x" * 300, "kind": "bot"}] * 4}),
            ("cards_hash", {"cards_hash": GONE}), ("cards_hash", {"cards_hash": None}), ("cards_hash", {"cards_hash": "0" * 16}),
            ("commitment", {"commitment": "xyz"}), ("chance", {"chance": GONE}),
            ("rules", {"rules": ""}), ("needs", {"needs": 1}), ("charlatan 9.0.0 or later", {"needs": "9.0.0"})]:
        fails(folder, changed(lines, 1, **members), 1, word)
    for value in ("0" * 16, GONE):
        fails(folder, changed(keep(folder, "quacks"), 1, cards_hash=value), 1, "cards_hash")
    fails(folder, changed(lines, 1, rules="9.9"), 1, "made by newer rules 9.9")
    fails(folder, changed(changed(lines, 1, rules="0.1.0"), 5, chance=[]), 5, "checked by rules 0.1.0")


def test_later_members(folder):
    """A newer version may write more: such members are passed over, and the verdict says that they were not checked."""
    lines = keep(folder, "wizards")
    holds(folder, changed(lines, 1, colour="red", needs="0.2.0"), "; 1 member that this version does not know was not checked")
    more = changed(changed(changed(lines, 1, more={}), 3, more=[1], also=2), len(lines), more=None)
    holds(folder, more, "; 4 members that this version does not know were not checked")


def test_garbage(folder):
    lines = keep(folder, "arcane")
    for line in ("", "[]", "{", "null", "12", '{"n":1,"n":1}', '{"n":1e999}', "\0\0", "{}",
                 '{"n":99999999999999999999999}', "[" * 5000):
        fails(folder, [line] + lines[1:], 1)
        fails(folder, lines[:7] + [line] + lines[8:], 8)
    fails(folder, b"", 1, "no header")
    fails(folder, os.urandom(300) + b"\n", 1)
    fails(folder, ("\n".join(lines[:3]) + "\n").encode() + b"\xff\xfe\n", 4)
    huge = json.dumps({"n": 3, "seat": 0, "action": "x" * (1 << 20)})
    fails(folder, lines[:3] + [huge] + lines[4:], 4, "longer than")
    fails(folder, "\n".join(lines[:3] + [huge]), 4, "longer than")
    fails(folder, b"x" * (17 << 20), 1, "longer than")


def test_arguments(folder):
    path = write(folder, keep(folder, "arcane"))
    for command in ("verify", "replay"):
        done = run(command, "--help")
        must(done.returncode == 0 and "Usage" in done.stdout and not done.stderr, command)
        must(all(len(line) <= 80 for line in done.stdout.split("\n")), command, "--help is too wide")
        for bad in ([], ["--wrong", path]):
            done = run(command, *bad)
            must(done.returncode == 2 and done.stderr and not done.stdout, command, bad, done.returncode)
    for bad in (["--seat", "3"], ["--seat", "-1"], ["--seat", "x"], ["--at", "9999"], ["--at", "-2"], ["--at"],
                ["--all", "--seat", "1"], [path]):
        done = run("replay", path, *bad)
        must(done.returncode == 2 and done.stderr and not done.stdout, bad, done.returncode, done.stdout[:80])
    done = run("replay", os.path.join(folder, "nowhere"))
    must(done.returncode == 2 and "No such file" in done.stderr, done.stderr)
    done = run("replay", write(folder, keep(folder, "null")))
    must(done.returncode == 2 and not done.stdout, done.returncode, done.stdout)
    must("the game 'null': it has no screen" in done.stderr and "verify" in done.stderr, done.stderr)


# ---- nonces, practice, people ------------------------------------------------------------------

def test_nonces(folder):
    for game, players in (("arcane", 3), ("quacks", 3), ("null", 3)):
        lines = made(game, str(players), "5", "nonces=ab,-," + "0f" * 32)
        head = json.loads(lines[0])
        must(head["nonces"] == ["ab", None, "0f" * 32], head["nonces"])
        must([p["kind"] for p in head["players"]] == ["human", "bot", "human"], "an absent person stays one")
        holds(folder, lines, "verified with the nonces of 2 seats\n")
        without = run("verify", write(folder, changed(lines, 1, nonces=GONE)))
        must(without.returncode == 1 and "the outcome is" in without.stdout, "without its nonces", without.stdout)
        for other in (["ac", None, "0f" * 32], ["ab", "00", "0f" * 32], [None, "ab", "0f" * 32],
                      ["ab", None, "0f" * 31], [None] * 3):
            done = run("verify", write(folder, changed(lines, 1, nonces=other)))
            must(done.returncode == 1 and "the outcome is" in done.stdout, other, done.stdout)
        for wrong in ([], {}, "ab", None, ["ab", None], ["ab", None, None, None], ["AB", None, None], ["", None, None],
                      ["a", None, None], ["zz", None, None], [1, None, None], ["00" * 33, None, None], [["ab"], None, None]):
            fails(folder, changed(lines, 1, nonces=wrong), 1, "nonces")
        none = made(game, str(players), "5")
        must("nonces" not in json.loads(none[0]), "nobody gave one")
        holds(folder, none, "verified\n")
        holds(folder, changed(none, 1, nonces=[None] * 3), "verified\n")


def test_one_nonce(folder):
    holds(folder, made("null", "2", "9", "nonces=-,00"), "with the nonce of 1 seat\n")


def test_practice(folder):
    """Up to the fork outcomes are as given; after it only those of the seed hold."""
    for game, nonces in (("arcane", ""), ("quacks", "-,abcd,-")):
        lines = made(game, "3", "6", "nonces=" + nonces, "fork=25")
        must(json.loads(lines[0])["fork"] == 25, lines[0])
        holds(folder, lines, "practice", "up to action 25 are taken as given")
        for fork in (GONE, 0, 1, 24):
            done = run("verify", write(folder, changed(lines, 1, fork=fork)))
            must(done.returncode == 1 and "outcome" in done.stdout, fork, done.stdout)
        fails(folder, changed(lines, 1, fork=len(lines) - 2), 1, "were given, the match has only")
        for wrong in (-1, "25", 2.5, None, True, 1 << 40, [25]):
            fails(folder, changed(lines, 1, fork=wrong), 1, "fork")
        fails(folder, changed(lines, 20, hash="0" * 16), 20, "hash")
        text = shown(write(folder, lines), "--at", "30")
        must("A practice match: it continues another one from action 25" in text, text[:600])
    must("practice" not in shown(write(folder, keep(folder, "arcane"))), "an ordinary match is none")


def test_lies_before_the_fork(folder):
    """Given outcomes need not come from the seed, but they must be possible, and later lines must follow."""
    lines = made("quacks", "2", "8", "fork=30")
    at = line_where(lines, lambda m: m["chance"] and "draw" in m["chance"][0] and m["n"] > 5)
    chip = json.loads(lines[at - 1])["chance"][0]
    fails(folder, changed(lines, at, chance=[{**chip, "draw": "purple1"}]), at, "impossible")
    fails(folder, changed(lines, at, chance=[]), at, "outcome")
    other = "white1" if chip["draw"] != "white1" else "white2"
    fails(folder, changed(lines, at, chance=[{**chip, "draw": other}]), at, "the hash is")
    after = next(i for i, text in enumerate(lines, 1) if i > 33 and '"draw":' in text)
    chip = json.loads(lines[after - 1])["chance"][0]
    other = "white1" if chip["draw"] != "white1" else "white2"
    fails(folder, changed(lines, after, chance=[{**chip, "draw": other}]), after, "the outcome is", "the record says")


def test_unfinished(folder):
    """A running match has no result, and its record does not contain the seed."""
    for words in (["moves=40"], ["moves=40", "fork=40"], ["moves=0"]):
        lines = made("quacks", "3", "4242424242", *words, "nonces=01,02,03")
        holds(folder, lines, "as far as it goes")
        must(f"{4242424242:064x}" not in "".join(lines), "the seed is told")
        must(len(lines) == int(words[0][6:]) + 1, len(lines))


# ---- replay -----------------------------------------------------------------------------------

def shown(path, *arguments):
    done = run("replay", path, *arguments)
    must(done.returncode == 0 and not done.stderr, arguments, done.returncode, done.stderr)
    for line in done.stdout.split("\n"):
        must(len(line) <= 100, "too wide:", repr(line))
    return done.stdout


def test_whole_story(folder):
    for name in MIXES:
        if name == "null":
            continue
        lines = keep(folder, name)
        path, actions = write(folder, lines), len(lines) - 2
        for who in ([], ["--seat", "0"], ["--seat", "1"], ["--all"]):
            text = shown(path, *who)
            must(f"After action {actions} of {actions}\n" in text, name, who, "no end")
            must("final standing" in text and "The beginning" in text, name, who)
            must(("(you)" in text) == ("--seat" in who), name, who, "whose story is it?")


def test_at(folder):
    lines = keep(folder, "wizards")
    path = write(folder, lines)
    whole = shown(path, "--seat", "2")
    before = 0
    for at in (0, 1, 30, len(lines) - 3):
        text = shown(path, "--seat", "2", "--at", str(at))
        must(f"After action {at} of {len(lines) - 2}\n" in text, at)
        must("final standing" not in text, at, "is not the end")
        story = text[:text.index("After action")]
        must(len(story) > before, at, "the story does not grow")
        must(whole.startswith(story[:len(story) * 9 // 10]) or at < 2, at, "is another story")
        before = len(story)
    must(shown(path, "--at", str(len(lines) - 2)) == shown(path), "the last action is the end")


def test_future_is_unknown(folder):
    """The story up to an action does not depend on what comes after it."""
    for name in ("arcane", "quacks"):
        lines = keep(folder, name)
        for who in ([], ["--seat", "1"]):
            long = shown(write(folder, lines), *who, "--at", "25")
            short = shown(write(folder, lines[:26]), *who, "--at", "25")
            must(long.replace(f"of {len(lines) - 2}", "of 25") == short, name, who)


def secret_draw(lines):
    """The number of a draw from the deck that is only its seat's: its item is named nowhere before."""
    for at, text in enumerate(lines[1:-1], 1):
        move = json.loads(text)
        if move["action"] == "draw deck" and len(move["chance"]) == 1 and "card" in move["chance"][0]:
            yield at, move["seat"], move["chance"][0]["card"]


def test_secrets_of_arcane(folder):
    """The player who draws an item reads its name; what others read does not depend on it."""
    lines = keep(folder, "arcane")
    tried = 0
    for at, seat, item in secret_draw(lines):
        name = item.replace("-", " ").split()[0].split("'")[0].capitalize().removesuffix("s")
        path = write(folder, lines[:at + 1])
        before = {who: flat(shown(path, "--seat", str(who), "--at", str(at - 1))) for who in range(3)}
        after = {who: flat(shown(path, "--seat", str(who))) for who in range(3)}
        told = {who: after[who].count(name) - before[who].count(name) for who in range(3)}
        must(told[seat] > 0, "action", at, "seat", seat, "does not read", name)
        must(flat(shown(path, "--all")).count(name) > flat(shown(path)).count(name), "--all does not tell", name)
        for who in range(3):
            must(who == seat or told[who] <= 0, "action", at, "seat", who, "reads", name, "of seat", seat)
        tried += 1
        if tried == 8:
            break
    must(tried >= 3, "only", tried, "secret draws")


def flat(text):
    return " ".join(text.split())


def twin_draws(folder, lines, at, others):
    """The same record with other items drawn in secret at action `at`: those that can be played,
    with the hash mended."""
    move = json.loads(lines[at])
    for item in others:
        if item == move["chance"][0]["card"]:
            continue
        twin = changed(lines[:at + 1], at + 1, chance=[{"card": item}])
        said = run("verify", write(folder, twin)).stdout
        if "the hash is " in said:
            twin = changed(twin, at + 1, hash=said.split("the hash is ")[1][:16])
            yield twin


def test_twins(folder):
    """Two games that differ in another seat's secret draw read the same."""
    lines = keep(folder, "arcane")
    items = ["older-wand", "dragons-egg", "hypnotic-toad", "bottled-fairy", "haunted-doll"]
    pairs = 0
    for at, seat, _ in list(secret_draw(lines))[:3]:
        stories = {}
        for record in [lines[:at + 1], *twin_draws(folder, lines, at, items)]:
            path = write(folder, record)
            for who in range(-1, 3):
                text = shown(path, *(["--seat", str(who)] if who >= 0 else []))
                stories.setdefault(who, set()).add(text)
            pairs += 1
        for who, texts in stories.items():
            must((len(texts) == 1) == (who != seat), "action", at, "by seat", seat, "seen from", who, len(texts))
    must(pairs > 6, "only", pairs, "twins")


def mended(folder, lines, at, **members):
    """The record up to line `at`, changed there, with the hash mended; None where it cannot be."""
    twin = changed(lines[:at], at, **members)
    said = run("verify", write(folder, twin)).stdout
    if "the hash is " not in said:
        return None
    return changed(twin, at, hash=said.split("the hash is ")[1][:16])


def commitments(lines, turn):
    """The lines of decisions to draw or to stop from this turn on that nobody was told at once."""
    turns = json.dumps(json.loads(lines[0])["chance"]).count("fortune")
    for at, text in enumerate(lines[1:-1], 2):
        move = json.loads(text)
        if turns >= turn and move["action"] in ("draw", "stop") and not move["chance"]:
            yield at, move
        turns += text.count("fortune")


def test_secret_decisions(folder):
    """In turn 9, and throughout with `together`, others do not read who will draw and who will stop."""
    for name, players, turn in (("quacks", 3, 9), ("tubes", 4, 9), ("together", 2, 1)):
        lines, twins = keep(folder, name), 0
        for at, move in commitments(lines, turn):
            twin = mended(folder, lines, at, action="stop" if move["action"] == "draw" else "draw")
            if not twin:
                continue    # it would have been told at once, or could not be
            twins += 1
            others = [["--seat", str(who)] for who in range(players) if who != move["seat"]]
            for who in [[], ["--all"], *others]:
                told = {shown(write(folder, record), *who) for record in (lines[:at], twin)}
                must((len(told) == 1) == (who != ["--all"]), name, "line", at, "of seat", move["seat"], "seen by", who)
            if twins == 4:
                break
        must(twins >= 2, name, "only", twins, "secret decisions")


def test_only_the_seed_tells(folder):
    """A forged outcome with a corrected hash is accepted until the seed is published."""
    lines = keep(folder, "arcane")
    at, _, _ = next(secret_draw(lines))
    twin = next(twin_draws(folder, lines, at, ["older-wand", "dragons-egg"]))
    holds(folder, twin, "as far as it goes")
    fails(folder, twin + lines[at + 1:], at + 1, "the outcome is", "the record says")


def test_shown_up_to_the_fault(folder):
    lines = keep(folder, "quacks")
    path = write(folder, changed(lines, 30, hash="0" * 16))
    done = run("replay", path)
    must(done.returncode == 1 and f"{path}: line 30: the hash is" in done.stderr, done.stderr)
    must("Turn 1 begins" in done.stdout and "After action" not in done.stdout, done.stdout)
    must(run("replay", path, "--at", "20").returncode == 0, "what comes before is fine")
    done = run("replay", write(folder, lines[:40] + ["{}"]))
    must(done.returncode == 1 and "After action 39 of 39" in done.stdout and "line 41" in done.stderr, done.stderr)


def test_undone(folder):
    """What was taken back is checked and counted, and a replay says where; it does not name the actions."""
    lines = keep(folder, "quacks")
    action = json.loads(lines[19])
    again = {"seat": action["seat"], "action": action["action"]}
    back = {"undo": 18, "seat": action["seat"], "agreed": [1]}
    lapsed = {"plea": "lapsed", "seat": 2, "to": 3}
    twice = changed(lines, 20, undone=[again, back, lapsed, again, dict(back, agreed=[])])
    holds(folder, twice, "2 times something was taken back, 2 actions in all",
          "1 request to take a move back was not granted")
    text = shown(write(folder, twice), "--seat", "0")
    for words in ("took 1 action back; the others agreed.\n", "took 1 action back.\n", "not everybody agreed.\n"):
        must(text.count(words) == 1, words, text)
    must("took 1 action" not in shown(write(folder, twice), "--at", "18"), "shown too early")
    fails(folder, changed(lines, 20, undone=[dict(again, action="draw twice"), back]), 20)
    fails(folder, changed(lines, 20, undone=[again]), 20, "19 actions stand at its end, but 18")


def test_hurried(folder):
    """A replay says where a bot thought less than usual, and why; reasons of newer versions are passed over."""
    lines = keep(folder, "quacks")
    for why, words in (("busy", "the server was busy"), ("budget", "the bots' thinking time was used up")):
        hurried = changed(lines, 3, hurried=why)
        holds(folder, hurried)
        text = shown(write(folder, hurried))
        must(text.count(f"had less time to think: {words}.\n") == 1, text)
        must("less thinking" not in shown(write(folder, hurried), "--at", "1"), "shown too early")
    holds(folder, changed(lines, 3, hurried="weather"))


def test_people(folder):
    """Names of people are shown, cut to their columns; bots have a name, and what they are behind it."""
    people = [{"name": "Konstantinopel", "kind": "human"}, {"name": "J\u00fcrgen", "kind": "human"},
              {"name": "search:ms=100", "kind": "bot", "called": "Wanda"}]
    path = write(folder, changed(keep(folder, "quacks"), 1, players=people))
    text = flat(shown(path, "--seat", "0"))
    must("J\u00fcrgen (" not in text, "a name is said twice")
    for word in ("Konsta (you) (Konstantinopel)", "J\u00fcrgen", "Wanda (search)", "Wanda (search:ms=100)"):
        must(word in text, word, "is missing")
    del people[2]["called"]
    path = write(folder, changed(keep(folder, "quacks"), 1, players=people))
    name = re.search(r"(\w+) \(search:ms=100\)", flat(shown(path)))
    must(name and name[1] not in ("Konstantinopel", "J\u00fcrgen", "search"), "bots of older records have names", name)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, before=keep_all))
