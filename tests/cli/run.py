#!/usr/bin/env python3
"""Tests of what people meet: charlatan's help, `charlatan rules` and `charlatan play`.

run.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import argparse
import itertools
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import tempfile
import traceback

PATIENCE = 60    # seconds a program may be silent
WIDTH = 80
PROGRAM = None
NAMES = ["Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"]
HAND_OVER = re.compile(r"##### (\w+), take the keyboard and press Enter\. #####\n")
LABEL = re.compile(r"(?:^ {0,3}| {3,})(\d+)  \S", re.M)


def must(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in what))


# ---- running the program ----------------------------------------------------------------------

KEPT = tempfile.TemporaryDirectory(prefix="charlatan-cli-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)    # games that the program keeps
FOLDERS = itertools.count()


def home(folder=None):
    """An environment in which no game was left unfinished, unless a folder is named twice."""
    folder = folder or "run%d" % next(FOLDERS)
    return dict(os.environ, XDG_DATA_HOME=os.path.join(KEPT.name, folder))


class Run:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def run(*arguments, text=b"", folder=None):
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE, env=home(folder),
                          stderr=subprocess.PIPE, timeout=10 * PATIENCE, check=False)
    return Run(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


def fine(*arguments, text=b"", folder=None):
    done = run(*arguments, text=text, folder=folder)
    must(done.status == 0 and not done.err, arguments, "status", done.status, done.err[-500:])
    check_page(done.out, arguments)
    return done.out


def check_page(text, where):
    """Every line fits, no line ends in a blank, and nothing of the inside shows."""
    for line in text.split("\n"):
        if line.startswith(("> ", "/")):    # what was typed is echoed as it came; the path of a record
            continue
        must(len(line) <= WIDTH, where, "a line of", len(line), "columns:", line)
        must(not line.endswith(" "), where, "a blank at the end of:", repr(line))
    must("(null)" not in text and not re.search(r"\{\w+\}", text), where, "raw text on the page")


def without_paths(text):
    return re.sub(r"^/.*\n", "", text, flags=re.M)


class Table:
    """A conversation with `charlatan play`: answers are chosen after reading the screen."""

    def __init__(self, *arguments, folder=None):
        self.arguments, self.out, self.read_to = arguments, "", 0
        self.process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=subprocess.PIPE, env=home(folder),
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def screen(self):
        """What came since the last answer, up to the next prompt; None when the program ended."""
        fd = self.process.stdout.fileno()
        while not (self.out.endswith(("\n> ", "(y/n) ", "##### \n", "Enter. #####\n"))
                   and len(self.out) > self.read_to):
            ready, _, _ = select.select([fd], [], [], PATIENCE)
            must(ready, self.arguments, "silent after", self.out[-300:])
            chunk = os.read(fd, 1 << 16)
            if not chunk:
                return None
            self.out += chunk.decode("ascii")
        screen, self.read_to = self.out[self.read_to:], len(self.out)
        return screen

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def status(self):
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)


def labels_on(screen):
    """The numbers in front of the answers: the menu is the screen's last paragraph."""
    return LABEL.findall(screen[:-2].split("\n\n")[-1])


def play_out(arguments, seed):
    """A whole game answered at random from the labels on the screen."""
    luck = random.Random(seed)
    with Table(*arguments) as table:
        while (screen := table.screen()) is not None:
            if screen.endswith("(y/n) "):
                table.type("n")
            elif screen.endswith("#####\n"):
                table.type("")
            else:
                labels = labels_on(screen)
                must(labels, arguments, "no answers on", screen)
                table.type(luck.choice(labels))
        must(table.status() == 0, arguments, "status", table.process.returncode,
             table.process.stderr.read().decode()[-800:])
        return table.out


# ---- charlatan --------------------------------------------------------------------------------

def test_help():
    first = fine()
    for arguments in (["--help"], ["-h"], ["help"]):
        must(fine(*arguments) == first, arguments)
    must(first.count("\n") <= 24, "the help does not fit a screen")
    for command in ("play", "rules", "odds", "engine", "bench"):
        must(re.search(r"^  %s\b" % command, first, re.M), command, "is not in the help")
    must(re.fullmatch(r"charlatan \d+\.\d+\.\d+\n", fine("--version")), "version")


def test_unknown_command():
    done = run("plya")
    must(done.status == 2 and not done.out, "status", done.status)
    must("plya" in done.err and "play" in done.err and "--help" in done.err, done.err)
    for command in ("rules", "play"):
        done = run(command, "--nonsense")
        must(done.status == 2 and "--nonsense" in done.err, command, done.err)
        must("Usage" in fine(command, "--help"), command, "--help")


# ---- charlatan rules --------------------------------------------------------------------------

def folded(text):
    return " ".join(text.split())


def rows(game="arcane"):
    games = json.loads(run("rules", "--json").out)["games"]
    return next(g for g in games if g["game"] == game)


def test_contents():
    out = fine("rules")
    data = rows()
    for rule in data["rules"]:
        must("." in rule["id"] or rule["title"] in out, rule["id"])
    for card in data["items"] + data["wizards"]:
        must(card["id"] in out, card["id"])
    data = rows("quacks")
    for rule in data["rules"]:
        must("." in rule["id"] or rule["title"] in out, rule["id"])
    for row in data["colours"] + data["chips"] + data["books"] + data["cards"]:
        must(row["id"] in out, row["id"])


def test_every_rule():
    data = rows()
    must(len(data["rules"]) >= 80, "rules missing")
    for rule in data["rules"]:
        for query in (rule["id"], rule["id"].lower()):
            out = folded(fine("rules", query))
            must(folded(rule["text"]) in out and rule["title"] in out, query)
            must(folded(rule["editions"]) in out, query, "editions")
            for letter in rule["certainty"]:
                must("%s %s" % (letter, data["certainty"][letter]) in out, query, letter)


def test_chapter():
    out = fine("rules", "A6")
    for part in range(1, 8):
        must(re.search(r"^A6\.%d " % part, out, re.M), "A6.%d" % part)
    must("A7" not in re.findall(r"^A\d+", out, re.M), "another chapter")
    must(re.findall(r"^A1\S*", fine("rules", "A1"), re.M)[-1] == "A1.egg", "A1 has names")
    must("A10" not in fine("rules", "A1").split("\n")[0], "A10 is not a part of A1")


def test_every_item():
    data = rows()
    must(len(data["items"]) == 20 and sum(i["counts"][0] for i in data["items"]) == 124, "items")
    for item in data["items"]:
        queries = [item["id"], item["name"], item["short"], item["id"].upper(),
                   item["id"].replace("-", " ")]
        pages = {fine("rules", *q.split(" ")) for q in queries}
        must(len(pages) == 1, item["id"], "not the same under all its names")
        out = folded(pages.pop())
        must(folded(item["text"]) in out and folded(item["brief"]) in out, item["id"])
        must(item["name"] in out and "infamy each %d" % item["infamy"] in out, item["id"])
        must("cards %d with 2-4 players, %d with 5-6 players" % tuple(item["counts"]) in out,
             item["id"], "counts")
        must("when " + " and ".join(item["when"]) in out, item["id"], "when")
        must("rules " + ", ".join(item["rules"]) in out, item["id"], "rules")
        must("special" in item["when"] or "gold a set %d" % item["gold"] in out, item["id"])


def test_every_wizard():
    data = rows()
    must(len(data["wizards"]) == 6, "wizards")
    for wizard in data["wizards"]:
        out = folded(fine("rules", wizard["id"].upper()))
        must(out == folded(fine("rules", wizard["name"])), wizard["id"])
        must(folded(wizard["text"]) in out and "A11" in out, wizard["id"])


def test_cited_rules_exist():
    data = rows()
    ids = {rule["id"] for rule in data["rules"]}
    for row in itertools.chain(data["rules"], data["items"], data["wizards"]):
        for cited in re.findall(r"\bA\d+(?:\.\w+)?", row["text"] + row["editions"]):
            must(cited in ids, row["id"], "cites", cited)
    for row in data["questions"] + data["events"]:
        must(row["rule"] in ids, row["name"], "rests on", row["rule"])
    must(len(data["questions"]) == 19, "questions")


def test_parts_of_names():
    must("Sovereign Sword" in fine("rules", "sword"), "sword")
    must("Skeletomicon" in fine("rules", "skele"), "skele")
    must("Ninx of Nethernight" in fine("rules", "nethernight"), "nethernight")
    several = fine("rules", "bo")
    must("several" in several and "magic-boomerang" in several and "bottled-fairy" in several,
         several)
    must("A9.3" in fine("rules", "bribe"), "a title")
    must("A11" in fine("rules", "wizard"), "what else might be meant")


def test_unknown_rule():
    for query, near in (("A6.9", "A6.1"), ("boomrang", "magic-boomerang"), ("nnix", "ninx"),
                        ("qqqqqqqq", "")):
        for arguments in (["rules", query], ["rules", "--json", query]):
            done = run(*arguments)
            must(done.status == 1 and not done.out, arguments, done.status)
            must(query in done.err and near in done.err, arguments, done.err)
    must(run("rules", "").status == 0, "an empty query lists the chapters")
    must(run("rules", "x" * 5000).status == 1, "a long query")


def test_all_and_json():
    everything = folded(fine("rules", "--all"))
    data = rows()
    for row in data["rules"] + data["items"] + data["wizards"]:
        must(folded(row["text"]) in everything, row["id"])
    quacks = rows("quacks")
    for row in itertools.chain(*(quacks[k] for k in ("rules", "colours", "books", "cards"))):
        must(folded(row["text"]) in everything, row["id"])
    one, other = json.loads(run("rules", "--json", "haunted", "doll").out)["games"]
    must(other.keys() == quacks.keys() and not other["rules"] + other["chips"], "the other game")
    must([i["id"] for i in one["items"]] == ["haunted-doll"] and not one["rules"], one)
    must(one.keys() == data.keys(), "always the same members")
    must(one["items"][0] in data["items"], "the same rows")


# ---- charlatan rules: the Quacks --------------------------------------------------------------

def test_quacks_rules():
    data = rows("quacks")
    must(len(data["rules"]) >= 45 and data["certainty"].keys() == set("PFR"), "rules missing")
    for rule in data["rules"]:
        for query in (rule["id"], rule["id"].lower()):
            out = folded(fine("rules", query))
            must(folded(rule["text"]) in out and rule["title"] in out, query)
            must(folded(rule["notes"]) in out, query, "notes")
            for letter in rule["certainty"]:
                must("%s %s" % (letter, data["certainty"][letter]) in out, query, letter)
    out = fine("rules", "Q6")
    must(re.findall(r"^Q6\S*", out, re.M) == ["Q6"] + ["Q6." + part for part in
         "before A B C D E F order".split()], "the parts of Q6")
    must(not re.search(r"^Q10", fine("rules", "Q1"), re.M), "Q10 is not a part of Q1")


def test_quacks_chips():
    data = rows("quacks")
    must(len(data["chips"]) == 18 and sum(c["count"] for c in data["chips"]) == 216, "chips")
    books = {(b["colour"], b["set"]): b for b in data["books"]}
    for chip in data["chips"]:
        out = folded(fine("rules", chip["id"]))
        must(out == folded(fine("rules", chip["id"].upper())), chip["id"])
        must(out == folded(fine("rules", "chip", chip["colour"], str(chip["value"]))), chip["id"])
        must("%d in the game" % chip["count"] in out, chip["id"], "count")
        must("value %d, so it goes %d space" % (chip["value"], chip["value"]) in out, chip["id"])
        for kind, price in enumerate(chip["prices"], 1):
            if (chip["colour"], kind) in books and chip["colour"] != "black":
                must("set %d: %d" % (kind, price) in out, chip["id"], "price in set", kind)
                must(folded(books[chip["colour"], kind]["brief"]) in out, chip["id"], kind)
    must("cannot be bought" in fine("rules", "white1"), "white has no price")
    must("21 with prices=printed" in fine("rules", "green4"), "the printed price")
    must(fine("rules", "white", "1") == fine("rules", "white1"), "there is no white book")


def test_quacks_colours():
    data = rows("quacks")
    must(len(data["colours"]) == 8, "colours")
    for colour in data["colours"]:
        out = folded(fine("rules", colour["id"]))
        must(out == folded(fine("rules", colour["name"])), colour["id"])
        must(folded(colour["text"]) in out, colour["id"])
        for chip in data["chips"]:
            if chip["colour"] == colour["id"]:
                must("%d of value %d" % (chip["count"], chip["value"]) in out, chip["id"])
        for book in data["books"]:
            must(book["colour"] != colour["id"] or folded(book["brief"]) in out, book["id"])


def test_quacks_books():
    data = rows("quacks")
    chips = {chip["id"] for chip in data["chips"]}
    must(len(data["books"]) == 22, "books")
    for book in data["books"]:
        blank = fine("rules", book["colour"], str(book["set"]))
        must(folded(book["text"]) in folded(blank) and folded(book["brief"]) in folded(blank),
             book["id"])
        must(blank.startswith("book " + book["id"]), blank.split("\n")[0])
        must(fine("rules", "book " + book["id"]) == blank, book["id"], "with its word")
        joined = fine("rules", book["id"].replace(" ", ""))
        must((joined == blank) == (book["id"].replace(" ", "") not in chips), book["id"], "joined")
        must("rules " + ", ".join(book["rules"]) in folded(blank), book["id"], "rules")


def test_quacks_cards():
    data = rows("quacks")
    kinds = [card["kind"] for card in data["cards"]]
    must(kinds == 13 * ["purple"] + 11 * ["blue"], "cards")
    for card in data["cards"]:
        pages = {fine("rules", *q.split(" ")) for q in
                 (card["id"], card["name"], card["id"].upper(), card["id"].replace("-", " "))}
        must(len(pages) == 1, card["id"], "not the same under all its names")
        out = folded(pages.pop())
        must(folded(card["text"]) in out and folded(card["brief"]) in out, card["id"])
        must(card["kind"] + ": " in out and card["name"] in out, card["id"])
    for glass in range(1, 13):
        out = fine("rules", "glass", str(glass))
        must(data["glasses"][glass - 1]["brief"] in out and "Q10.2" in out, "glass", glass)


def test_quacks_cited_rules_exist():
    data = rows("quacks")
    ids = {rule["id"] for rule in data["rules"]}
    for row in itertools.chain(*(data[k] for k in ("rules", "colours", "books", "cards"))):
        for cited in re.findall(r"\bQ\d+(?:\.\w+)?", row["text"] + row.get("notes", "")):
            must(cited in ids, row["id"], "cites", cited)
    for row in data["questions"] + data["events"]:
        must(row["rule"] in ids, row["name"], "rests on", row["rule"])
    must(len(data["questions"]) == 15, "questions")


def test_quacks_near():
    for query, near in (("Q6.G", "Q6.A"), ("grene2", "green2"), ("secondchance", "second-chance"),
                        ("charty", "charity"), ("green 5", "green 4")):
        done = run("rules", *query.split())
        must(done.status == 1 and not done.out and near in done.err, query, done.err)
    several = fine("rules", "book", "green")
    must(all("green %d" % n in several for n in range(1, 5)), several)
    must("A Good Start" in fine("rules", "good"), "a part of a card's name")


# ---- charlatan play: the command line ---------------------------------------------------------

def test_options():
    wrong = ["--players 1", "--players 7", "--players two", "--players", "--seat 3", "--seat -1",
             "--edition four", "--goal 100", "--rounds 3", "--edition hundred --goal 150",
             "--edition hundred --rounds 0", "--edition hundred --wizards random",
             "--wizards ninx", "--bots nobody", "--hotseat 4", "--seed -1", "--seed 1x",
             "--seed 9223372036854775808", "quark", "arcane arcane", "quacks --players 5",
             "quacks --players 1", "quacks --books 5", "quacks --books 0", "quacks --books 12",
             "quacks --books green", "quacks --books green=5", "quacks --books green=1,",
             "quacks --books green=1,green=2", "quacks --books black=2", "quacks --books =1",
             "quacks --pot back", "quacks --prices cheap", "quacks --market", "quacks --goal 100",
             "quacks --seat 3", "quacks --hotseat 4", "--books 2", "arcane --together",
             "arcane --pot tubes", "quacks --cards x.json", "--cards"]
    for words in wrong:
        done = run("play", *words.split())
        must(done.status == 2 and done.err.startswith("charlatan play: "), words, done.err)
        must(not done.out, words, "began to play")
    for words in ("arcane", "--seed 9223372036854775807", "--seed " + "0f" * 32,
                  "--edition hundred --goal 300", "--edition three --wizards none", "quacks",
                  "quacks --books 4", "quacks --books green=4,purple=2 --prices printed",
                  "--pot tubes --together quacks --prices almanac", "quacks --players 4"):
        must("Seed" in fine("play", *words.split()), words)


def on_terminal(arguments, answers, until):
    """Plays line by line on a pseudo-terminal: each answer is typed at its prompt; returns what was seen."""
    environment = home()
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(PROGRAM, [PROGRAM, *arguments, "--plain"], environment)
    out, answers = b"", list(answers)
    while until not in out:
        must(select.select([fd], [], [], PATIENCE)[0], "silent", out[-300:])
        try:
            chunk = os.read(fd, 1 << 16)
        except OSError:    # the program ended
            break
        out += chunk
        if answers and out.endswith(answers[0][0]):
            os.write(fd, answers.pop(0)[1])
    os.close(fd)
    _, status = os.waitpid(pid, 0)
    return out.decode("ascii"), status


def test_which_game():
    prompt = b"q to leave: "
    for typed, title in ((b"\n", "Arcane Alley for"), (b"1\n", "Arcane Alley for"),
                         (b"2\n", "Quacks of Quedlinburg for"),
                         (b"quacks\n", "Quacks of Quedlinburg for")):
        out, _ = on_terminal(["play", "--seed", "1"], [(prompt, typed)], b"Seed 1")
        must("Which game?" in out and title in out, typed, out)
    out, _ = on_terminal(["play"], [(prompt, b"9\n"), (prompt, b"q\n")], b"no such text")
    must("Seed" not in out and out.count("q to leave") == 2, out)
    out, _ = on_terminal(["play", "quacks", "--seed", "1"], [], b"Seed 1")
    must("Which game?" not in out, "a game that is named is not asked for")
    must("Arcane Alley for" in fine("play"), "a pipe gets Arcane Alley")


# ---- charlatan play: a cards file -------------------------------------------------------------

def play_with_cards(text, *arguments):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
        file.flush()
        return run("play", "arcane", "--seed", "5", "--cards", file.name, *arguments,
                   text="reveal 1 5\n")


def test_cards_file():
    done = play_with_cards('{"start":{"gold":77},\n"items":{"older-wand":{"gold":9}}}')
    must(done.status == 0 and "77 gold" in done.out, done.err, done.out[-500:])
    must("25 gold" not in done.out, "the start of the file counts for everyone")
    example = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs",
                           "cards-example.json")
    must("30 gold" in fine("play", "--cards", example, text="reveal 1 5\n"), "the example")
    for edition in ("three", "hundred"):
        must(play_with_cards("{}", "--edition", edition).status == 0, edition)


def test_bad_cards_file():
    wrong = [('{\n"items": {\n"older-wand": {"gold": 500}}}', "line 3"), ("{\n\n,}", "line 3"),
             ("", "line 1"), ("[]", "line 1"), ('{\n"nonsense": 1}', "nonsense"),
             ('{"items":{\n"crystal-bal":{}}}', "crystal-bal"),
             ('{"start":\n{"gold":\n-1}}', "line 2"), (b"\xff\xfe{}", "line 1"),
             ('{"start":{"gold":1,\n"gold":2}}', "line 2"),
             ('{"items":{"older-wand":{"counts":[0,0]}}}' + " " * (1 << 20), "over 1 MiB")]
    for text, words in wrong:
        done = play_with_cards(text)
        must(done.status == 2 and not done.out, text[:60], done.status, done.out[:200])
        must(words in done.err and "rules A13" in done.err, text[:60], done.err)
        must(done.err.startswith("charlatan play: --cards "), done.err)
    few = {item["id"]: {"counts": [1, 1]} for item in rows()["items"]}
    done = play_with_cards(json.dumps({"items": few}))
    must(done.status == 2 and "enough" in done.err, done.err)
    for path in ("/nonexistent/cards.json", "/", ""):
        done = run("play", "--cards", path)
        must(done.status == 2 and not done.out and "rules A13" in done.err, path, done.err)


def test_seeds():
    same = fine("play", "--seed", "7", text="12\n1\n1\n1\n1\n" * 20)
    must(same == fine("play", "--seed", "7", text="12\n1\n1\n1\n1\n" * 20), "not repeatable")
    hexed = fine("play", "--seed", "0" * 63 + "7", text="12\n1\n1\n1\n1\n" * 20)
    must(hexed == same, "the number and its hex digits differ")
    must(same != fine("play", "--seed", "8", text="12\n1\n1\n1\n1\n" * 20), "seeds do nothing")
    must(fine("play") != fine("play"), "without a seed every game is another")


# ---- charlatan play: whole games --------------------------------------------------------------

def check_ending(out, players, where):
    end = out.split("=== The end: final standing")[1]
    lines = re.findall(r"^  (\w+)(?: \(\w+\))? +(\d+) gold +(\d+) infamy(.*)$", end, re.M)
    must(sorted(line[0] for line in lines) == NAMES[:players], where, end)
    order = [(-int(gold), int(infamy)) for _, gold, infamy, _ in lines]
    must(order == sorted(order), where, "the standing is out of order", end)
    won = [bool(words.strip()) for _, _, _, words in lines]
    must(won == [o == order[0] for o in order], where, "the wrong winners", end)


def whole(arguments, players, seed):
    out = play_out(arguments, seed)
    check_page(out, arguments)
    check_ending(out, players, arguments)
    must(not re.search(r"\bplayer \d", out), arguments, "players go by their names")
    must("There is no" not in out and "understand" not in out, arguments, "a label was refused")
    return out


def test_whole_games():
    seeds = itertools.count(1)
    for players in range(2, 7):
        for extra in ("", "--market", "--wizards random", "--market --wizards random",
                      "--edition hundred --rounds 2", "--edition hundred --market --rounds 1"):
            seed = next(seeds)
            arguments = ["--players", str(players), "--seed", str(seed),
                         "--seat", str(seed % players), *extra.split()]
            whole(arguments, players, seed)


def test_hundred_to_the_goal():
    out = whole("--edition hundred --players 2 --seed 4".split(), 2, 4)
    must("(to 100 gold)" in out, "the goal is on the board")


def test_hotseat_games():
    for players in (2, 4, 6):
        seen = whole(["--players", str(players), "--hotseat", str(players), "--seed", "11",
                      "--market", "--wizards", "random"], players, players)
        must(set(HAND_OVER.findall(seen)) == set(NAMES[:players]), players, "hand-overs")
    whole("--players 4 --hotseat 2 --seat 3 --seed 2".split(), 4, 2)


def test_always_the_first():
    """`yes 1`: where 1 is no label it is explained, and taken when typed again."""
    for players in range(2, 7):
        out = fine("play", "--players", str(players), "--seed", str(players), "--wizards",
                   "random", text="1\n" * 60000)
        check_ending(out, players, players)


def test_watch():
    for arguments in ("--players 2 --seed 1", "--players 6 --seed 2 --market --wizards random",
                      "--players 5 --edition hundred --rounds 1 --seed 3"):
        out = fine("play", "--watch", *arguments.split(), text="ignored\n")
        check_ending(out, int(arguments.split()[1]), arguments)
        must("(you)" not in out and "\n> " not in out, arguments, "a spectator is asked")
        must("is dealt" not in out and "looks at slot 1:" not in out, arguments, "secrets")
        first = stashes_on(out.split("\n=== ")[1].split("\nDeck")[0], NAMES)
        must(first and all(set(items) == {"??"} for items in first.values()), arguments, first)


def test_watch_on_a_terminal():
    environment = home()
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(PROGRAM, [PROGRAM, "play", "arcane", "--watch", "--seed", "1", "--plain"], environment)
    out = b""
    while not out.endswith(b"q leaves. "):
        must(select.select([fd], [], [], PATIENCE)[0], "silent", out[-300:])
        out += os.read(fd, 1 << 16)
    os.write(fd, b"q\n")
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    must(os.waitstatus_to_exitcode(status) == 0, "status", status)


def test_play_again():
    with Table("--seed", "3", "--edition", "hundred", "--rounds", "1") as table:
        games = 0
        while (screen := table.screen()) is not None:
            if screen.endswith("(y/n) "):
                games += 1
                table.type("y" if games == 1 else "n")
            else:
                table.type(labels_on(screen)[0])
        must(games == 2 and table.status() == 0, games, "games")
        must("Seed 3:" in table.out and "Seed 4:" in table.out, "the next game has the next seed")


# ---- charlatan play: the keyboard -------------------------------------------------------------

GOODBYE = "Goodbye.\nThe game is saved: 'charlatan play %s' goes on with it.\n"


def test_end_of_input():
    for answers in range(0, 12):
        done = run("play", "--seed", "5", text="12\n" + "1\n" * answers)
        must(done.status == 0 and done.out.endswith(GOODBYE % "arcane"), answers, done.out[-200:])
    must(run("play", "--seed", "5", text="12").status == 0, "a line without its end")
    must(run("play", "--seed", "5", text="q\n").status == 0, "in the middle of a confirmation")
    must(run("play", "--seed", "5", "--hotseat", "3").status == 0, "at the hand-over")


def test_quit():
    out = fine("play", "--seed", "5", text="12\nq\n1\n")
    must(out.endswith("> q\n" + GOODBYE % "arcane"), out[-200:])


def test_bad_input():
    out = fine("play", "--seed", "5", "--players", "2",
               text="\n0\n99\nfoo\nreveal 1\nreveal 5 1\n1 5\ndraw d\nplay egg\ndraw deck\n"
                    "play dragons-egg\nuse toad\n77\n-3\n")
    for words in ("Type the number of an answer", "There is no 0", "There is no 99",
                  "I do not understand 'foo'", "'reveal 1' fits 8 answers",
                  "'reveal 5 1' is no answer", "turns up", "'draw d' fits 2 answers",
                  "'play dragons-egg' is no answer to this question", "draws",
                  "That item is not in your stash. [A5.2]", "There is no answer 77"):
        must(words in out, words, "missing in", out[-3000:])


def test_words():
    """The protocol's text, a beginning of it, and the words on the screen are all answers."""
    for draw in ("draw deck", "DRAW DECK", "dr de", "draw the top", "1"):
        out = fine("play", "--seed", "5", "--seat", "0", text="reveal 1 5\n%s\n" % draw)
        must("draws" in out, draw)
    out = fine("play", "--seed", "5", text="15\ndraw discard\ndiscard\n")
    must("'discard' fits 3 answers" in out, "ambiguous")
    out = fine("play", "--seed", "5", text="15\ndraw deck\ndiscard fairy\n")
    must("discards Bottled Fairy" in out, "a short name")


def test_blocked_slot():
    """A number that is no slot to choose is explained, and not taken for another one."""
    for seed in range(1, 200):
        luck = random.Random(seed)
        with Table("--seed", str(seed), "--players", "3") as table:
            for _ in range(150):
                screen = table.screen()
                if not screen or screen.endswith("(y/n) "):
                    break
                menu = screen[:-2].split("\n\n")[-1]
                slot = re.search(r"Which slot does[^\n]*\n   -  Haunted Doll", menu)
                if not slot:
                    table.type(luck.choice(labels_on(screen)))
                    continue
                table.type("1")
                screen = table.screen()
                must("cannot be replaced. [A5.8]" in screen and "type 1 again" in screen, screen)
                table.type("zzz")
                must("understand" in table.screen(), "still asked")
                table.type("1")
                must("plays" in table.screen(), "typed again")
                return
    must(False, "no Doll in slot 1")


def test_commands():
    out = fine("play", "--seed", "5", text="15\n?\n? sword\n? A5.3\n? nosuch\nl\nl all\nb\nd\nc\nh\n")
    for words in ("Type the number in front of an answer", "Sovereign Sword (sovereign-sword)",
                  "A5.3    Play an item", "Nothing is called 'nosuch'", "The discard, 1 item",
                  "Cards you have not seen"):
        must(words in out, words)
    counts = re.search(r"Cards you have not seen[^\n]*: (\d+) \[A14.4\]\n((?: +\d+ [^\n]+\n)+)", out)
    total = sum(int(n) for n in re.findall(r" (\d+) [A-Z]", counts.group(2)))
    must(total == int(counts.group(1)) == 124 - 6 - 2 - 1, "the count is wrong", counts.group(0))
    must(out.count("=== Round 1 of 3 | Sell") == 2, "the board again")


def test_junk():
    luck = random.Random(1)
    junk = b"".join(bytes(luck.choice(b"\0\x01\x1b\x7f\xff 123?lbdch;%s'\"\\/-=qplay")
                          for _ in range(luck.randrange(0, 400))) + b"\n" for _ in range(3000))
    done = subprocess.run([PROGRAM, "play", "--seed", "5"], env=home(), input=junk.replace(b"q", b""),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    must(done.returncode == 0 and not done.stderr, done.stderr[-500:])
    must(b"\x1b" not in done.stdout and b"\xff" not in done.stdout, "the junk is quoted raw")


# ---- no secret of another seat on the screen --------------------------------------------------

def sections(out):
    """(person, text) for each time somebody has the keyboard."""
    parts = HAND_OVER.split(out)
    return list(zip(parts[1::2], parts[2::2]))


def sentences_about(name, text):
    """Paragraphs of the story that begin with a name, unfolded."""
    for match in re.finditer(r"^  %s(?: \(\w+\))? +(\S.*(?:\n {14}\S.*)*)" % name, text, re.M):
        yield folded(match.group(1))


def public_items(name, text, shorts):
    """Short names of what a player was seen to take."""
    taken = set()
    for story in sentences_about(name, text):
        for item in re.findall(r"takes (?:the replaced )?([A-Z][\w' -]+?) (?:from|into)", story):
            taken.add(shorts[item])
        for item in re.findall(r"draws ([A-Z][\w' -]+?) from the deck", story):
            taken.add(shorts[item])
        for item in re.findall(r"Floating Carpet: adds ([A-Z][\w' -]+?) from", story):
            taken.add(shorts[item])
    return taken


def stashes_on(board, people):
    """What a board shows of the others' stashes: {name: [items]}."""
    shown = {}
    lines = board.split("\n")
    for i, line in enumerate(lines):
        if not re.match(r"stash \d", line):
            continue
        heads = next(l for l in reversed(lines[:i]) if l.split(",")[0].split(" ")[0] in people)
        for column in range(0, len(line), 26):
            name = re.match(r"\w+", heads[column:column + 26]).group()
            shown[name] = re.findall(r"[:,] ([^, ]+)", line[column:column + 26].strip())
    return shown


def check_story(person, other, text, known_tops, where):
    for story in sentences_about(other, text):
        must(not re.search(r"is dealt [A-Z]", story), where, person, "reads", story)
        must(not re.search(r"looks at slot \d: ", story), where, person, "reads", story)
        must(not re.search(r"takes the replaced [A-Z]", story), where, person, "reads", story)
        for item in re.findall(r"draws ([A-Z][\w' -]+?) from the deck", story):
            must(item in known_tops, where, person, "reads", story)


def check_secrets(out, players, shorts, where):
    people, seen, looked = NAMES[:players], {}, set()
    for person, text in sections(out):
        seen[person] = seen.get(person, "") + text
        tops = set(re.findall(r"Older Wand: ([A-Z][\w' -]+?) goes from", folded(seen[person])))
        if re.search(r"uses Sacred Chalice", " ".join(sentences_about(person, text))):
            looked.add(person)
        for other in people:
            if other != person:
                check_story(person, other, text, tops, where)
        for board in text.split("\n=== ")[1:]:
            for other, items in stashes_on(board.split("\nDeck")[0], people).items():
                allowed = public_items(other, seen[person], shorts) | {"??"}
                must(person in looked or set(items) <= allowed, where, person, "sees", other,
                     items, "but may know", allowed)


def test_no_secrets():
    shorts = {item["name"]: item["short"] if len(item["short"]) < 8 else item["short"][:6] + "."
              for item in rows()["items"]}
    for players, seed, extra in ((2, 21, ""), (3, 22, "--market"), (4, 23, "--wizards random"),
                                 (6, 24, "--market --edition hundred --rounds 2")):
        arguments = ["--players", str(players), "--hotseat", str(players), "--seed", str(seed),
                     *extra.split()]
        out = play_out(arguments, seed)
        must(len(sections(out)) > 10, "hand-overs")
        check_secrets(out, players, shorts, arguments)


def test_same_screen_whoever_else_plays():
    """The first screen of a seat does not depend on who plays the others."""
    alone = fine("play", "--seed", "5", "--players", "3")
    shared = fine("play", "--seed", "5", "--players", "3", "--hotseat", "3", text="\n")
    first = "\n=== Round 1 of 3"
    must(alone.split(first)[1].replace(" (medium)", "").split() == shared.split(first)[1].split(), "the screens differ")


# ---- charlatan play quacks --------------------------------------------------------------------

def check_quacks_ending(out, players, where):
    end = out.split("=== The end: final standing [Q9.2]")[1]
    lines = re.findall(r"^  (\w+)(?: \(\w+\))? +(\d+) points(.*)$", end, re.M)
    must(sorted(line[0] for line in lines) == NAMES[:players], where, end)
    points = [int(p) for _, p, _ in lines]
    must(points == sorted(points, reverse=True), where, "the standing is out of order", end)
    won = [bool(words.strip()) for _, _, words in lines]
    must(won[0] and won == sorted(won, reverse=True), where, "the wrong winners", end)
    must(all(p == points[0] for p, w in zip(points, won) if w), where, "the wrong winners", end)
    turns = [int(n) for n in re.findall(r"^  -- Turn (\d) begins", out, re.M)]
    must(sorted(set(turns)) == list(range(1, 10)), where, "nine turns", turns)
    must(HAND_OVER.search(out) or len(turns) == 9, where, "a turn is told twice")


def check_quacks_words(out, where):
    ugly = re.findall(r".*(?:\bplayer \d|\b1 (?:rubies|points|coins|spaces|rats)\b).*", out)
    must(not ugly, where, "ugly words:", ugly[:3])
    must(not re.search(r"\b(white|orange|green|blue|red|yellow|purple|black)\d", out), where,
         "a chip goes by its words")
    ids = {rule["id"] for rule in rows("quacks")["rules"]}
    for cited in set(re.findall(r"\[(Q[^\]]*)\]", out)):
        must(cited in ids, where, "cites", cited)


def whole_quacks(arguments, players, seed):
    out = play_out(["quacks", *arguments], seed)
    check_page(out, arguments)
    check_quacks_ending(out, players, arguments)
    check_quacks_words(out, arguments)
    must("There is no" not in out and "understand" not in out, arguments, "a label was refused")
    return out


def test_quacks_games():
    seeds = itertools.count(1)
    everything = ""
    for players in range(2, 5):
        for extra in ("", "--books 2", "--books 3", "--books 4", "--pot tubes", "--together",
                      "--books 2 --together", "--pot tubes --together --prices printed",
                      "--books green=3,blue=2,red=4,yellow=1,purple=2 --pot tubes"):
            seed = next(seeds)
            arguments = ["--players", str(players), "--seed", str(seed),
                         "--seat", str(seed % players), *extra.split()]
            everything += whole_quacks(arguments, players, seed)
    for words in ("BOOM", "pour ", "take them: to space", "put white", "swap",
                  "from beside the pot", "place red", "on to glass",
                  "Buy a chip", "2 rubies for a droplet step", "fill your flask", "score",
                  "You look at", "starts 1 space further", "it lies on space", "for a droplet"):
        must(words in everything, words, "was never seen")


def careful(screen, luck):
    """Draws while it is safe, then stops; buys purple and blue chips when they can be had."""
    menu = screen[:-2].split("\n\n")[-1]
    for words in ("draw a chip \\(safe", "stop on", "purple 1 for", "blue \\d for", "give back",
                  "\\d purples?:", "take them"):
        found = re.search(r"(\d+)  %s" % words, menu)
        if found:
            return found.group(1)
    return luck.choice(labels_on(screen))


def test_quacks_careful_games():
    """Long pots and full purses: what a random player never gets to."""
    everything = ""
    for seed, extra in enumerate(("--books 1", "--books 2", "--books 3", "--books 4 --pot tubes",
                                  "--books 2 --together", "--books 4", "--books 1 --pot tubes")):
        luck = random.Random(seed)
        with Table("quacks", "--seed", str(seed), "--players", "2", *extra.split()) as table:
            while not (screen := table.screen()).endswith("(y/n) "):
                table.type(careful(screen, luck))
            check_page(table.out.rstrip(" "), extra)
            check_quacks_ending(table.out, 2, extra)
            check_quacks_words(table.out, extra)
            everything += table.out
    for words in ("give back 1", "1 purple: 1 point", "1 purple: swap", "Whole pot", "In force",
                  "You look at", "Last turn"):
        must(words in everything, words, "was never seen")


def test_quacks_always_the_first():
    """Draw until it explodes: `yes 1`."""
    for players in range(2, 5):
        out = fine("play", "quacks", "--players", str(players), "--seed", str(players),
                   text="1\n" * 6000)
        check_quacks_ending(out, players, players)
        must("BOOM" in out and "Your pot exploded" in out, players, "nothing exploded")


def test_quacks_hotseat():
    for players, extra in ((2, ""), (3, "--together"), (4, "--books 2 --pot tubes")):
        out = whole_quacks(["--players", str(players), "--hotseat", str(players), "--seed", "7",
                            *extra.split()], players, players)
        must(set(HAND_OVER.findall(out)) == set(NAMES[:players]), players, "hand-overs")
    out = whole_quacks("--players 4 --hotseat 2 --seat 3 --seed 2".split(), 4, 2)
    must(set(HAND_OVER.findall(out)) == {"Dora", "Ada"}, "who sits at the keyboard")


def test_quacks_watch():
    for extra in ("--players 2 --seed 1", "--players 4 --seed 2 --books 2 --together",
                  "--players 3 --seed 3 --books 4 --pot tubes"):
        out = fine("play", "quacks", "--watch", *extra.split(), text="ignored\n")
        check_quacks_ending(out, int(extra.split()[1]), extra)
        check_quacks_words(out, extra)
        must("(you)" not in out and "\n> " not in out, extra, "a spectator is asked")
        must("looks at" not in out, extra, "secrets")


def test_quacks_secrets():
    """Drawing together: nobody reads what another has decided, nor the chips another looks at."""
    out = play_out("quacks --players 3 --hotseat 3 --seed 9 --together".split(), 9)
    for person, text in sections(out):
        for other in NAMES[:3]:
            told = " ".join(sentences_about(other, text))
            must(other == person or "looks at" not in told, person, "reads", told)
    must("has decided" in out, "that a decision was made is public")


def test_quacks_seeds():
    play = ("play", "quacks", "--seed")
    same = without_paths(fine(*play, "7", text="1\n" * 80))
    must(same == without_paths(fine(*play, "7", text="1\n" * 80)), "not repeatable")
    must(same != fine(*play, "8", text="1\n" * 80), "seeds do nothing")


def quacks_screens(seed, extra, count):
    """Screens of one game answered at random: (screen, the chips of the bag, the odds)."""
    luck = random.Random(seed)
    with Table("quacks", "--seed", str(seed), *extra.split()) as table:
        for _ in range(count):
            screen = table.screen()
            if not screen or screen.endswith("(y/n) "):
                return
            yield screen
            table.type(luck.choice(labels_on(screen)))


def test_quacks_odds():
    """The chance to explode is what can be counted from the bag and the whites on the screen."""
    counted = 0
    for seed in range(1, 6):
        for screen in quacks_screens(seed, "--books 1", 250):
            whites = re.search(r"Whites +(\d+), limit (\d+) \[Q5.3\]\. Next chip: (\S+)(?: of (\d+))?",
                               screen)
            bag = re.search(r"Your bag +\d+ chips?:((?:\s+\d+x\w\d)+)", screen)
            if not whites or not bag or "A Second Chance" in screen:
                continue
            have, limit = int(whites.group(1)), int(whites.group(2))
            chips = [(int(n), c, int(v)) for n, c, v in re.findall(r"(\d+)x(\w)(\d)", bag.group(1))]
            bad = sum(n for n, c, v in chips if c == "W" and have + v > limit)
            shown = 0 if whites.group(3) == "safe" else int(whites.group(3))
            must(bad == shown, "odds", screen)
            must(not shown or int(whites.group(4)) == sum(n for n, _, _ in chips), screen)
            counted += 1
    must(counted > 60, "too few screens with odds:", counted)


def test_quacks_input():
    out = fine("play", "quacks", "--seed", "2", "--players", "2", "--books", "1",
               text="stop\nflask\n7\nfoo\nbuy green 2\n\nd\nzzz\ns\n")
    for words in ("first draw of a potion is compulsory. [Q5.1]", "There is no answer 7",
                  "I do not understand 'foo'", "draws ", "stops"):
        must(words in out, words, "missing in", out[-3000:])
    bought = 0
    for seed in range(1, 30):
        for screen in quacks_screens(seed, "--books 1 --players 2", 40):
            if "Buy a chip" in screen and "orange 1 for 3" in screen:
                bought += 1
                break
    must(bought > 5, "no shop seen")


def test_quacks_shopping_words():
    """'buy green 1', 'buy green1', 'green 1' and its number are one answer."""
    for seed in range(1, 60):
        script = "1\n1\n1\n1\ns\n"
        out = fine("play", "quacks", "--seed", str(seed), "--players", "2", text=script)
        menu = out.split("\n\n")[-1]
        if "Buy a chip" not in menu or "green 1 for 4" not in menu:
            continue
        number = re.search(r"(\d+)  green 1 for 4", menu).group(1)
        for words in ("buy green 1", "buy green1", "green 1", "BUY GREEN 1", number):
            out = fine("play", "quacks", "--seed", str(seed), "--players", "2",
                       text=script + words + "\n")
            must("buys green 1 for 4 coins" in out or "You have" in out.split("> " + words)[1],
                 words, out[-800:])
        out = fine("play", "quacks", "--seed", str(seed), "--players", "2",
                   text=script + "buy white 1\nbuy yellow 1\nbuy red 4\n")
        for words in ("White chips can never be bought", "book of that colour is not out yet",
                      "too few coins"):
            must(words in out, words, out[-1500:])
        return
    must(False, "no shop with a green 1")


def test_quacks_commands():
    out = fine("play", "quacks", "--seed", "5",
               text="?\n? green2\n? green 2\n? second-chance\n? Q5.4\nl\nl all\nb\np\nc\nh\n? xqz\n")
    for words in ("Draw chips out of your bag", "green2: a green chip of value 2",
                  "book green 2: garden spider", "A Second Chance (second-chance)",
                  "Q5.4    The flask", "Price of", "Supply", "What is in the bags",
                  "Nothing is called 'xqz'"):
        must(words in out, words)
    supply = re.search(r"Supply +(\d+) chips:((?:\s+\d+x\w\d)+)", out)
    total = sum(int(n) for n in re.findall(r"(\d+)x", supply.group(2)))
    must(total == int(supply.group(1)) <= 216 - 27, "the supply", supply.group(0))


def test_quacks_end_of_input():
    for answers in range(0, 25):
        done = run("play", "quacks", "--seed", "5", text="1\n" * answers)
        must(done.status == 0 and done.out.endswith(GOODBYE % "quacks"), answers, done.out[-200:])
    out = fine("play", "quacks", "--seed", "5", text="q\n1\n")
    must(out.endswith("> q\n" + GOODBYE % "quacks"), out[-200:])


def test_quacks_junk():
    luck = random.Random(2)
    junk = b"".join(bytes(luck.choice(b"\0\x01\x1b\x7f\xff 123?lbdchsp;%'\"\\/-=draw stop buy")
                          for _ in range(luck.randrange(0, 300))) + b"\n" for _ in range(3000))
    done = subprocess.run([PROGRAM, "play", "quacks", "--seed", "5"], env=home(), input=junk,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    must(done.returncode == 0 and not done.stderr, done.stderr[-500:])
    must(b"\x1b" not in done.stdout and b"\xff" not in done.stdout, "the junk is quoted raw")


# ---- bots, hints ------------------------------------------------------------------------------

def bots_in_help():
    listed = fine("play", "--bots", "help").split("Bots:\n")[1]
    return [line.split()[0] for line in listed.split("\n") if re.match(r"  \w", line)]


def test_bots_are_listed_once():
    names = bots_in_help()
    must(names[:1] == ["easy"] and "hard" in names and "random" in names, names)
    told = fine("play", "--bots", "help").split("Bots:\n")[1]
    must(len(set(told.split("\n  "))) == len(told.split("\n  ")), "a bot is listed twice", told)
    must([n for i, n in enumerate(names) if n not in names[:i]].index("random") >= 3, "levels come first", names)


def test_bots_at_the_table():
    out = fine("play", "arcane", "--seed", "5", "--bots", "hard:ms=20,easy")
    must("Berta, the clairvoyant (hard); Cyril, the hasty apprentice (easy)" in folded(out), out)
    must(re.search(r"^Berta \(hard\) +Cyril \(easy\)$", out, re.M), out)
    out = fine("play", "quacks", "--seed", "5", "--players", "4")
    must(out.count("the daredevil (medium)") + out.count("the daredevil\n  (medium)") == 3, out)
    must(re.search(r"^Dora \(medium\)   0 points", out, re.M), out)
    out = fine("play", "arcane", "--watch", "--bots", "greedy,random", "--players", "3", "--seed", "2")
    must("Ada (greedy); Berta (random); Cyril (random)" in folded(out), out[:400])


def test_bots_refused():
    for bots, word in (("nobody", "arcane has easy, medium, hard"), ("brewer", "no such bot"), ("easy,easy,easy", "more bots"),
                       ("hard:depth=3", "iterations ms"), ("", "no such bot"), ("easy,,", "no such bot")):
        done = run("play", "arcane", "--bots", bots)
        must(done.status == 2 and not done.out and word in done.err, bots, done.err)


def test_bots_with_neither_time_nor_count():
    fine("play", "quacks", "--watch", "--players", "2", "--seed", "1", "--bots", "search:ms=0:iterations=3,easy")
    out = fine("play", "quacks", "--players", "2", "--seed", "1", "--bots", "search:ms=0", text="1\n")
    must("Berta (search)" in out, out)


def hinted_game(game, seed, least):
    """A game in which every hint is taken. Returns all that was shown."""
    hints = 0
    with Table(game, "--players", "2", "--seed", seed) as table:
        while (screen := table.screen()) is not None:
            if screen.endswith("(y/n) "):
                table.type("n")
            elif hints < least or "Hint: " in screen:
                hint = re.search(r"^Hint: (\d+)  \S", screen, re.M)
                hints += bool(hint)
                must(not hint or hint[1] in labels_on(screen), "the hint is no answer:", screen)
                table.type(hint[1] if hint else "hint")
            else:
                table.type("q")
    check_page(table.out, "hints")
    must(hints >= least, "only", hints, "hints")
    return table.out


def test_hints_quacks():
    out = hinted_game("quacks", "3", 60)
    must("Stopping now is worth" in out and "usually bring" in out, "no reasons")
    must("cannot explode the pot" in out, "no odds")
    check_quacks_words(out, "hints")


def test_hints_arcane():
    out = hinted_game("arcane", "3", 8)
    must("imagined games" in out and "At an inspection now" in out, "no reasons")


def test_hints_change_nothing():
    """The same hint again, and the same game with hints and without."""
    asked = fine("play", "quacks", "--seed", "8", text="hint\nhint\n1\n1\nhint\n1\n")
    plain = fine("play", "quacks", "--seed", "8", text="1\n1\n1\n")
    must(asked.count("Hint: ") == 3 and plain.strip().split("\n")[-3:] == asked.strip().split("\n")[-3:], asked)
    hints = re.findall(r"^Hint: .*$", asked, re.M)
    must(hints[0] == hints[1], hints)


# ---- charlatan odds ---------------------------------------------------------------------------

BAG = "white1=2,white2=1,white3=1,orange1=1"
START = "white1=4,white2=2,white3=1,orange1=1,green1=1"


def engine(*requests):
    text = "".join(json.dumps(r) + "\n" for r in requests)
    return [json.loads(line) for line in run("engine", text=text).out.split("\n") if line]


def odds(*arguments, text=""):
    return json.loads(run("odds", *arguments, "--json", text=text).out)


def all_orders(chips, draws):
    """Every way to draw so many of the chips, as lists."""
    return [list(order) for order in itertools.permutations(chips, draws)]


def test_odds_agree_with_every_order():
    """Whites and orange only: counted out here without the engine."""
    chips, whites, space = [1, 1, 2, 3, 0], 3, 4    # 0: an orange chip; the pot has white1, white2
    got = odds("quacks", "--bag", BAG, "--pot", "white1,white2")
    must(got["whites"] == whites and got["space"] == space and got["chips"] == 5, got)
    for row in got["draws"]:
        blown, spaces, orders = 0, {}, all_orders(chips, row["draw"])
        for order in orders:
            sum_of_whites, at = whites, space
            for chip in order:
                at += chip or 1
                sum_of_whites += chip
                if sum_of_whites > 7:
                    blown += 1
                    break
            spaces[str(at)] = spaces.get(str(at), 0) + 1
        must(abs(row["explode"] - blown / len(orders)) < 1e-4, row, blown, len(orders))
        must(sorted(spaces) == sorted(row["spaces"]), row, spaces)
        must(all(abs(row["spaces"][s] - n / len(orders)) < 1e-4 for s, n in spaces.items()), row, spaces)
    must(got["explode_next"] == got["draws"][1]["explode"] and got["exact"], got)


def test_odds_page():
    page = fine("odds", "quacks", "--bag", BAG, "--pot", "white1,white2,white2", "--flask", "--turn", "4")
    must("The chance that the next chip explodes the pot is 20.0 %: 1 of 5 would." in page, page)
    must(re.search(r"^  1 more +20\.0 % ", page, re.M) and "flask" in page and "The table is exact." in page, page)
    must("Fortune card" not in page, page)
    page = fine("odds", "quacks", "--bag", START, "--card", "pumpkin-party", "--books", "green=2,blue=3")
    must("Fortune card: Pumpkin Patch Party" in page and "there is nothing else to do" in page, page)
    page = fine("odds", "quacks", "--bag", "white1=16,orange1=9,green1=9,blue1=9,red1=9,yellow1=9,purple1=9,black1=9",
                "--books", "3", "--droplet", "9", "--rats", "2", "--pot", "orange1")
    must("approximated beyond" in page, page)


def test_odds_of_views():
    """A state, the view of it and the engine's answer give the same odds, whatever is hidden."""
    new = {"op": "new", "game": "arcane", "players": 3, "seed": 4, "options": {"market": True, "first": 0}}
    moves = [{"op": "apply", "seat": s, "action": "reveal 1 5"} for s in (0, 1, 2)]
    moves.append({"op": "apply", "seat": 0, "action": "draw deck"})
    state, view = engine(new, *moves, {"op": "state"}, {"op": "view", "seat": 0})[-2:]
    page = fine("odds", text=json.dumps(state))
    must(page == fine("odds", "--seat", "0", text=json.dumps(view)), "the view has other odds")
    must(page == fine("odds", "-", text=json.dumps(state["state"])), "the bare state has other odds")
    got = odds(text=json.dumps(view))
    must(abs(sum(got["next"].values()) - 1) < 0.002 and len(got["storehouses"]) == 3, got)
    must(got["storehouses"][1]["unknown"] == 7 and got["unseen"] > got["deck"], got)
    other = run("odds", "--seat", "1", text=json.dumps(view))
    must(other.status == 2 and "A14.2" not in other.out and "stash" in other.err, other.err)


def test_odds_of_a_set():
    """Two Wands in a row, the third slot free to play into: Wands and Felines complete it."""
    state = engine({"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": {"first": 0}},
                   {"op": "force", "chance": [{"card": "older-wand"}] * 4 + [{"card": "crystal-ball"}] * 4},
                   {"op": "apply", "seat": 0, "action": "reveal 1 2"},
                   {"op": "apply", "seat": 1, "action": "reveal 1 2"}, {"op": "state"})[-1]["state"]
    got = odds("--seat", "0", text=json.dumps(state))
    wand = [c for c in got["completes"] if c["item"] == "older-wand"]
    must(wand and wand[0]["slots"] == [3] and wand[0]["gold"] == 3, got["completes"])
    must(abs(got["next_completes"] - sum(c["next"] for c in got["completes"])) < 1e-3, got)


def test_odds_refused():
    start = engine({"op": "new", "game": "null", "players": 2, "seed": 1}, {"op": "state"})[1]
    for arguments, text, word in (
            (["nowhere.json"], "", "nowhere.json"), ([], "{", "line 1"), ([], "[]", "no position"), ([], "{}", "no position"),
            ([], json.dumps(start), "no odds for this game"), (["quacks"], "", "--bag is needed"),
            (["quacks", "--bag", "white9"], "", "is no chip"), (["quacks", "--bag", "white1=x"], "", "count"),
            (["quacks", "--bag", "white1=99"], "", "only 20"), (["quacks", "--bag", "white1=18"], "", "other player"),
            (["quacks", "--bag", BAG, "--pot", "white3,white3,white2"], "", "exploded"),
            (["quacks", "--bag", BAG, "--card", "luck"], "", "no fortune card"),
            (["quacks", "--bag", BAG, "--books", "5"], "", "--books"), (["quacks", "--bag", BAG, "--seat", "3"], "", "2 players"),
            (["quacks", "--bag", BAG, "--turn", "10"], "", "1 to 9"), (["--bag", BAG], "{}", "odds quacks --bag"),
            (["--what"], "", "--help"), (["a", "b"], "", "--help")):
        done = run("odds", *arguments, text=text)
        must(done.status == 2 and not done.out and word in done.err, arguments, done.err)


# ---- all of it --------------------------------------------------------------------------------

def main():
    global PROGRAM
    parser = argparse.ArgumentParser(description="Tests of charlatan's help, rules and play.")
    parser.add_argument("--charlatan", default="build/release/charlatan")
    parser.add_argument("names", nargs="*", help="tests whose name has one of these in it")
    options = parser.parse_args()
    PROGRAM = os.path.abspath(options.charlatan)
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    if options.names:
        tests = [t for t in tests if any(n in t[0] for n in options.names)]
    passed = failed = 0
    for name, test in tests:
        try:
            test()
            passed += 1
        except Exception as error:    # a test that breaks has failed
            failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            if not isinstance(error, AssertionError):
                error = "%s: %s (line %d)" % (type(error).__name__, error, where.lineno)
            print("%s: %s" % (name, error))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
