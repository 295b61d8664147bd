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
import traceback

PATIENCE = 60    # seconds a program may be silent
WIDTH = 80
PROGRAM = None
NAMES = ["Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"]
HAND_OVER = re.compile(r"##### (\w+), take the keyboard and press Enter\. #####\n")
LABEL = re.compile(r"(?:^| {3,})(\d+)  \S", re.M)


def must(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in what))


# ---- running the program ----------------------------------------------------------------------

class Run:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


def run(*arguments, text=b""):
    if isinstance(text, str):
        text = text.encode()
    done = subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=10 * PATIENCE, check=False)
    return Run(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


def fine(*arguments, text=b""):
    done = run(*arguments, text=text)
    must(done.status == 0 and not done.err, arguments, "status", done.status, done.err[-500:])
    check_page(done.out, arguments)
    return done.out


def check_page(text, where):
    """Every line fits, no line ends in a blank, and nothing of the inside shows."""
    for line in text.split("\n"):
        if line.startswith("> "):    # what was typed is echoed as it came
            continue
        must(len(line) <= WIDTH, where, "a line of", len(line), "columns:", line)
        must(not line.endswith(" "), where, "a blank at the end of:", repr(line))
    must("(null)" not in text and not re.search(r"\{\w+\}", text), where, "raw text on the page")


class Table:
    """A conversation with `charlatan play`: answers are chosen after reading the screen."""

    def __init__(self, *arguments):
        self.arguments, self.out, self.read_to = arguments, "", 0
        self.process = subprocess.Popen([PROGRAM, "play", *arguments], stdin=subprocess.PIPE,
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
    for command in ("play", "rules", "engine", "bench"):
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


def rows():
    return json.loads(run("rules", "--json").out)


def test_contents():
    out = fine("rules")
    data = rows()
    for rule in data["rules"]:
        must("." in rule["id"] or rule["title"] in out, rule["id"])
    for card in data["items"] + data["wizards"]:
        must(card["id"] in out, card["id"])


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
    one = json.loads(run("rules", "--json", "haunted", "doll").out)
    must([i["id"] for i in one["items"]] == ["haunted-doll"] and not one["rules"], one)
    must(one.keys() == data.keys(), "always the same members")
    must(one["items"][0] in data["items"], "the same rows")


# ---- charlatan play: the command line ---------------------------------------------------------

def test_options():
    wrong = ["--players 1", "--players 7", "--players two", "--players", "--seat 3", "--seat -1",
             "--edition four", "--goal 100", "--rounds 3", "--edition hundred --goal 150",
             "--edition hundred --rounds 0", "--edition hundred --wizards random",
             "--wizards ninx", "--bots nobody", "--hotseat 4", "--seed -1", "--seed 1x",
             "--seed 9223372036854775808", "quacks", "arcane arcane"]
    for words in wrong:
        done = run("play", *words.split())
        must(done.status == 2 and done.err.startswith("charlatan play: "), words, done.err)
        must(not done.out, words, "began to play")
    for words in ("arcane", "--seed 9223372036854775807", "--seed " + "0f" * 32,
                  "--edition hundred --goal 300", "--edition three --wizards none"):
        must("Seed" in fine("play", *words.split()), words)


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
    lines = re.findall(r"^  (\w+)(?: \(you\))? +(\d+) gold +(\d+) infamy(.*)$", end, re.M)
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
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(PROGRAM, [PROGRAM, "play", "--watch", "--seed", "1"])
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

def test_end_of_input():
    for answers in range(0, 12):
        done = run("play", "--seed", "5", text="12\n" + "1\n" * answers)
        must(done.status == 0 and done.out.endswith("Goodbye.\n"), answers, done.out[-200:])
    must(run("play", "--seed", "5", text="12").status == 0, "a line without its end")
    must(run("play", "--seed", "5", text="q\n").status == 0, "in the middle of a confirmation")
    must(run("play", "--seed", "5", "--hotseat", "3").status == 0, "at the hand-over")


def test_quit():
    out = fine("play", "--seed", "5", text="q\nn\n12\nq\ny\n1\n")
    must(out.count("Leave the game?") == 2 and out.endswith("Goodbye.\n"), out[-200:])


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
    done = subprocess.run([PROGRAM, "play", "--seed", "5"], input=junk.replace(b"q", b""),
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
    for match in re.finditer(r"^  %s(?: \(you\))? +(\S.*(?:\n {14}\S.*)*)" % name, text, re.M):
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
    must(alone.split(first)[1] == shared.split(first)[1], "the screens differ")


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
