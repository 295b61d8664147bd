#!/usr/bin/env python3
"""Tests of provable fairness: `charlatan verify` and docs/examples/verify.py, which share no code, agree on honest
records of all games and on the line where luck lies; docs/fairness.md's test values hold.

run.py [--charlatan build/release/charlatan] [name ...]

make_record is expected beside charlatan.

See tests/harness.py.
"""

import hashlib
import itertools
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import verdicts
from harness import beside, must, program

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "../../docs/examples")
PAGE = os.path.join(HERE, "../../docs/fairness.md")
CARDS = os.path.join(HERE, "../../docs/cards-example.json")
sys.path.insert(0, EXAMPLES)
import verify
import witness
import arcane_box
import quacks_box

WITNESSED = os.path.join(HERE, "../../fuzz/corpus/record/witness.jsonl")
PATIENCE = 60    # seconds a program may take
GAMES = [("arcane", "2"), ("arcane", "5"), ("quacks", "2"), ("quacks", "4"), ("null", "3")]
MIXES = [
    ("arcane", "3", {}), ("arcane", "4", {"wizards": "random", "market": True}), ("arcane", "6", {"first": 2}),
    ("arcane", "2", {"edition": "hundred", "market": True}),
    ("quacks", "3", {}), ("quacks", "4", {"pot": "tubes", "books": 3}), ("quacks", "2", {"together": True, "books": 4}),
    ("quacks", "3", {"books": 2, "first": 1}), ("null", "6", {"tosses": 9}),
]
OTHERS = {    # outcomes to lie with
    "card": ["older-wand", "floating-carpet", "crystal-ball", "magic-boomerang"],
    "draw": ["white1", "white2", "white3", "orange1", "green1"],
    "die": ["point1", "ruby", "droplet"], "coin": ["heads", "tails"], "fortune": ["charity", "donations", "magic-potion"],
}


# ---- records ----------------------------------------------------------------------------------

def made(game, players, seed, *words):
    """A record of make_record as a list of objects, or None if it is impossible."""
    if game == "null":
        words = ('options={"tosses":9}', *words)
    done = subprocess.run([beside("make_record"), game, players, str(seed), *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    must(done.returncode == 0 or b"cannot be" in done.stderr, words, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()] if done.returncode == 0 else None


def simulated(folder, game, players, options, games):
    place = os.path.join(folder, f"{game}{players}")
    words = [word for key, value in options.items() for word in ("--set", f"{key}={json.dumps(value).strip(chr(34))}")]
    bots = "random" if game == "null" else "greedy,random"
    done = subprocess.run([program(), "sim", game, "--players", players, "--bots", bots, "--games", str(games), "--keep",
                           str(games), "--keep-dir", place, "--quiet", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    must(done.returncode == 0, game, options, done.stderr)
    for name in sorted(os.listdir(place)):
        with open(os.path.join(place, name), encoding="utf-8") as file:
            yield [json.loads(line) for line in file]


# ---- both verifiers ---------------------------------------------------------------------------

def bytes_of(record):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in record).encode()


def both(folder, record, expect):
    """Hands the first wrong line according to charlatan and to the example to `expect`, at the end of the case; None if
    nothing is wrong."""
    wrong = verify.first_wrong(record)
    theirs = wrong[0] if wrong else None

    def told(verdict):
        ours = verdicts.wrong_line(verdict)
        must(ours or "verified" in verdict, verdict)
        expect(ours, theirs)
    verdicts.later(folder, bytes_of(record), told)


def holds(folder, record):
    def expect(ours, theirs):
        must(ours is None and theirs is None, ours, theirs, record[0])
    both(folder, record, expect)


def caught(folder, record, at=None):
    """Both report the same line: line `at` if it is given, else any."""
    def expect(ours, theirs):
        must(ours is not None and ours == theirs, "charlatan says line", ours, "the example line", theirs)
        must(at is None or ours == at, "line", ours, "is named, line", at, "lies")
    both(folder, record, expect)


def changed(record, at, **members):
    return [{**line, **members} if n == at else line for n, line in enumerate(record, 1)]


def without(record, *members):
    return [{k: v for k, v in record[0].items() if k not in members}, *record[1:]]


# ---- honest records ---------------------------------------------------------------------------

def test_simulated(folder):
    for game, players, options in MIXES:
        for record in simulated(folder, game, players, options, 1):
            holds(folder, record)


def test_cards_file(folder):
    with open(CARDS, encoding="utf-8") as file:
        cards = json.load(file)
    for seed in range(2):
        holds(folder, made("arcane", "3", seed, "options=" + json.dumps({"cards": cards})))


def test_nonces(folder):
    for (game, players), nonces in zip(GAMES, ["ab", "-,0102030405", "ff," + "00" * 32, "-,-,-,00", "01,02,03"]):
        record = made(game, players, 7, "nonces=" + nonces)
        must(record[0]["nonces"][0] == (nonces.split(",")[0] if nonces[0] != "-" else None), record[0]["nonces"])
        holds(folder, record)


def test_practice(folder):
    for game, players in GAMES[:4]:
        for fork, nonces in (("0", ""), ("30", "-,abcd")):
            holds(folder, made(game, players, 8, "fork=" + fork, "nonces=" + nonces))
    holds(folder, made("null", "3", 8, "fork=4"))


# ---- lies -------------------------------------------------------------------------------------

def lies(game, players, seed, nonces, kind):
    """Records in which one outcome of this kind was exchanged and everything else follows from it: each with
    the line that lies."""
    honest = made(game, players, seed, nonces)
    for line in [line for line in honest[1:-1] if any(kind in o for o in line["chance"])][2::7]:
        at = next(i for i, o in enumerate(line["chance"]) if kind in o)
        for other in OTHERS[kind]:
            outcomes = [dict(o) for o in line["chance"]]
            if outcomes[at][kind] == other:
                continue
            outcomes[at][kind] = other
            if kind == "fortune":    # another card changes what is drawn
                outcomes = outcomes[at:at + 1]
            record = made(game, players, seed, nonces, f"lie={line['n']}:{json.dumps(outcomes)}")
            if record and "seed" in record[-1]:
                yield line["n"] + 1, without(record, "fork")


def test_one_outcome_exchanged(folder):
    """Hashes and result fit, only the outcomes are false: nothing but the seed reveals it."""
    for game, players, kinds in (("arcane", "3", ["card"]), ("quacks", "3", ["draw", "die", "fortune"]), ("null", "2", ["coin"])):
        for kind, nonces in itertools.product(kinds, ["nonces=", "nonces=-,07"]):
            tried = 0
            for at, record in itertools.islice(lies(game, players, 11, nonces, kind), 3):
                caught(folder, record, at)
                tried += 1
                if tried == 1:    # before the seed is published, nobody could see that it is false
                    path = os.path.join(folder, "open.jsonl")
                    with open(path, "w", encoding="utf-8") as file:
                        file.writelines(json.dumps(line) + "\n" for line in record[:-1])
                    must(subprocess.run([program(), "verify", path], stdout=subprocess.DEVNULL, check=False).returncode == 0,
                         "more than luck is wrong")
            must(tried > 0, game, kind, "no lie was possible")


def test_first_seat(folder):
    record = made("quacks", "3", 5)
    first = record[0]["chance"][0]["first"]
    caught(folder, changed(record, 1, chance=[{"first": (first + 1) % 3}, *record[0]["chance"][1:]]), 1)
    record = made("arcane", "4", 5, 'options={"wizards":"random"}')
    lots = [dict(record[0]["chance"][0]), {"wizards": record[0]["chance"][1]["wizards"][::-1]}]
    caught(folder, changed(record, 1, chance=lots), 1)


def test_wrong_nonce(folder):
    for game, players in GAMES:
        record = made(game, players, 12, "nonces=ab,cdef")
        others = record[0]["nonces"][2:]
        for nonces in (["ab", "cdee"], ["abcd", "ef"], ["cdef", "ab"], [None, "cdef"], ["ab", None], [None, None]):
            caught(folder, changed(record, 1, nonces=nonces + others))
        caught(folder, without(record, "nonces"))
        caught(folder, changed(made(game, players, 12), 1, nonces=["00"] + [None] * (int(players) - 1)))


def test_wrong_seed(folder):
    """Another seed does not fit the commitment; with its own commitment it does not fit the outcomes."""
    for game, players in GAMES:
        record = made(game, players, 13, "nonces=-,55")
        last = len(record)
        seed, salt = bytes(31) + b"\x0e", bytes.fromhex(record[-1]["salt"])
        caught(folder, changed(record, last, seed=seed.hex()), last)
        forged = hashlib.blake2b(salt + seed, digest_size=32).hexdigest()
        caught(folder, changed(changed(record, last, seed=seed.hex()), 1, commitment=forged))
        key = verify.chance_key(bytes.fromhex(record[-1]["seed"]), record[0]["nonces"])
        forged = hashlib.blake2b(salt + key, digest_size=32).hexdigest()
        holds(folder, without(changed(changed(record, last, seed=key.hex()), 1, commitment=forged), "nonces"))


def pledge(nonce):
    return hashlib.blake2b(b"charlatan nonce 1" + bytes.fromhex(nonce), digest_size=32).hexdigest()


def test_nonce_commitments(folder):
    """A nonce fits the commitment of its seat; one that is missing was withheld, and both say by whom."""
    nonces = ["0a" * 32, "0b" * 32]
    for game, players in GAMES[:1]:
        rest = [None] * (int(players) - 2)
        record = made(game, players, 16, "nonces=" + ",".join(nonces))
        pledges = [*map(pledge, nonces), *rest]
        holds(folder, changed(record, 1, nonce_commitments=pledges))
        holds(folder, changed(record, 1, nonce_commitments=[None, pledges[1], *rest]))
        for wrong in ([pledges[1], pledges[0], *rest], [pledge("0c" * 32), None, *rest]):
            caught(folder, changed(record, 1, nonce_commitments=wrong), 1)
        short = made(game, players, 16, "nonces=" + nonces[0][2:])
        caught(folder, changed(short, 1, nonce_commitments=[pledge(nonces[0][2:]), None, *rest]), 1)
        withheld = changed(made(game, players, 16, "nonces=" + nonces[0]), 1, nonce_commitments=pledges)
        holds(folder, withheld)
        path = os.path.join(folder, "record.jsonl")
        with open(path, "wb") as file:
            file.write(bytes_of(withheld))
        for words, said in (([program(), "verify", path], "seat 1 withheld its nonce"),
                            ([sys.executable, os.path.join(EXAMPLES, "verify.py"), path], "withheld their nonces: [1]")):
            done = subprocess.run(words, stdout=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)
            must(said in done.stdout and done.returncode == 0, done)


def test_wrong_commitment(folder):
    for game, players in GAMES:
        record = made(game, players, 14)
        last = len(record)
        caught(folder, changed(record, 1, commitment="00" * 32), last)
        caught(folder, changed(record, last, salt="00" * 16), last)


def test_wrong_fork(folder):
    for game, players in GAMES[:4]:
        record = made(game, players, 15, "fork=20")
        caught(folder, without(record, "fork"))
        given = max(line["n"] for line in record[1:21] if line["chance"])    # the last line with an outcome
        caught(folder, changed(record, 1, fork=given - 1), given + 1)
        holds(folder, changed(record, 1, fork=given))
        caught(folder, changed(made(game, players, 15), 1, fork=20))
        caught(folder, changed(record, 1, fork=len(record) - 2), 1)


# ---- the page and the example -----------------------------------------------------------------

# ---- the witness ------------------------------------------------------------------------------

def flipped(text):
    return ("1" if text[0] == "0" else "0") + text[1:]


def test_witness(folder):
    """A match with a witness, with something taken back; every lie about it is caught, by both in the same line."""
    with open(WITNESSED, encoding="utf-8") as file:
        record = [json.loads(line) for line in file]
    last = len(record)
    must(any("undone" in line for line in record), "nothing was taken back")
    holds(folder, record)
    for at in 1, 2, last - 1:
        caught(folder, changed(record, at, part=flipped(record[at - 1]["part"])), at)
    head, end = record[0]["witness"], record[-1]["witness"]
    caught(folder, changed(record, 1, witness={**head, "commitment": flipped(head["commitment"])}))
    for name in "transcript", "signature", "asked_signature", "salt":
        caught(folder, changed(record, last, witness={**end, name: flipped(end[name])}), last)
    caught(folder, changed(record, last, witness={**end, "asked": end["asked"] + 1}), last)
    caught(folder, changed(record, last, witness=None), last)
    forgotten = [{k: v for k, v in line.items() if k != "undone"} for line in record]
    caught(folder, forgotten, last)


def test_values_of_the_witness(_):
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    value = {name: bytes.fromhex(text) for name, text in re.findall(r"^ {4}(\w+(?: \d)?) +([0-9a-f]{32,})", page, re.M)}
    key = bytes.fromhex("0a8c94f0fb351ce0e26018a3462ce050428dc25dc7c79451aa78d0c2814fa8ce")
    watch = witness.Watch({"witness": {"commitment": value["commitment"].hex()}, "commitment": ""},
                          {"witness": {"secret": value["secret"].hex()}}, key)
    lines = {"part": value["part 0"].hex()}, {"part": value["part 1"].hex(), "seat": 2, "action": "draw deck"}
    must([watch.next(line) for line in lines] == [value["luck 0"], value["luck 1"]], "luck")
    must(watch.questions == [value["question 0"], value["question 1"]] and not watch.first, "questions and parts")


def test_values_of_the_page(_):
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    value = {name: re.search(rf"^    {name}  +(.+)$", page, re.M)[1] for name in
             ("seed", "salt", "commitment", "nonces", "key", "nonce", "nonce commitment")}
    seed = bytes.fromhex(value["seed"])
    must(hashlib.blake2b(bytes.fromhex(value["salt"]) + seed, digest_size=32).hexdigest() == value["commitment"], "commitment")
    key = verify.chance_key(seed, [None if n == "none" else n for n in value["nonces"].split()])
    must(key.hex() == value["key"], "key")
    must(pledge(value["nonce"]) == value["nonce commitment"], "nonce commitment")
    for name, of in (("seed", seed), ("key", key)):
        rows = re.search(rf"^    key = {name}\n((?:    stream .*\n)+)", page, re.M)[1]
        for stream, first, later in re.findall(r"stream (\d+) +(.*) \.\.\. (\w+)", rows):
            words = [f"{word:08x}" for word in itertools.islice(verify.words(of, int(stream)), 17)]
            must(words[:4] == first.split() and words[16] == later, name, "stream", stream, words)
        must(rows.count("stream") == 4, rows)
    rows = re.findall(r"^    stream (\d+) below (\d+) +(.+)$", page, re.M)
    must(len(rows) == 4, rows)
    for stream, n, numbers in rows:
        words = verify.words(key, int(stream))
        must(all(verify.below(words, int(n)) == int(number) for number in numbers.split()), "stream", stream, "below", n)


def test_values_of_the_engine(_):
    """charlatan's generator begins with the numbers that the page gives."""
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    key = re.search(r"^    key +(\w{64})$", page, re.M)[1]
    asked = [{"op": "new", "game": "arcane", "players": 3, "seed": key, "options": {"wizards": "random"}},
             {"op": "new", "game": "quacks", "players": 3, "seed": key}]
    done = subprocess.run([program(), "engine"], input="".join(json.dumps(a) + "\n" for a in asked), stdout=subprocess.PIPE,
                          timeout=PATIENCE, check=True, text=True)
    arcane, quacks = [json.loads(line)["chance"] for line in done.stdout.splitlines()]
    must(arcane == [{"first": 1}, {"wizards": ["dafana", "ninx", "glynna"]}], arcane)
    must(quacks == [{"first": 1}, {"fortune": "schadenfreude"}], quacks)
    must("begins with seat 1" in page and "dafana, ninx, glynna" in page and "counted from 0: schadenfreude" in page, "the page")


def test_lists_of_the_page(_):
    """The orders in which the page lists wizards, cards, chips and faces are those the example uses."""
    with open(PAGE, encoding="utf-8") as file:
        page = " ".join(file.read().split())
    for things in (verify.FORTUNES, list(quacks_box.CHIPS), quacks_box.DIE, sorted(arcane_box.WIZARDS)):
        must(", ".join(things) in page, things)


def test_the_example_as_a_program(folder):
    path = os.path.join(folder, "match.jsonl")

    def said(record):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in record)
        return subprocess.run([sys.executable, os.path.join(EXAMPLES, "verify.py"), path], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=PATIENCE, check=False, text=True)
    record = made("quacks", "2", 3, "fork=9")
    done = said(record)
    must(done.returncode == 0 and "after the 9 actions" in done.stdout, done.stdout)
    done = said(without(record, "fork"))
    must(done.returncode == 1 and f"{path}: line " in done.stdout and "the truth is" in done.stdout, done.stdout)
    done = said(record[:-1])
    must(done.returncode == 1 and "no seed" in done.stdout, done.stdout)
    with open(path, "a", encoding="utf-8") as file:
        file.write('{"n":')
    for arguments, status, words in (([path], 1, f"verify.py: {path}: no match record, or parts of it are missing.\n"),
                                     ([], 2, "Usage: verify.py FILE"), (["a", "b"], 2, "Usage"),
                                     (["nowhere"], 2, "verify.py: nowhere: No such file or directory.\n"),
                                     ([CARDS], 1, "no match record"), ([os.devnull], 1, "no match record")):
        done = subprocess.run([sys.executable, os.path.join(EXAMPLES, "verify.py"), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)
        must(done.returncode == status and not done.stdout, arguments, done)
        must(words in done.stderr and "Traceback" not in done.stderr, arguments, done.stderr)
    done = subprocess.run([sys.executable, os.path.join(EXAMPLES, "verify.py"), "--help"], stdout=subprocess.PIPE,
                          timeout=PATIENCE, check=True, text=True)
    must(done.stdout == "Usage: verify.py FILE\n", done.stdout)
    with open(os.path.join(EXAMPLES, "verify.py"), encoding="utf-8") as file:
        must(sum(1 for line in file if line.strip()) <= 81, "the example has grown")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
