"""Arcane Alley in the terminal: whole games, typed words, and no secrets on the screen."""

import itertools
import json
import os
import pty
import random
import re
import select
import subprocess
import tempfile

from cases_rules import folded, rows
from harness import must, program
from talk import HAND_OVER, NAMES, PATIENCE, Table, check_page, fine, home, labels_on, names_at, play_out, run


def check_ending(out, players, where):
    end = out.split("=== The end: final standing")[1]
    lines = re.findall(r"^  (\w+)(?: \(\w+\))? +(\d+) gold +(\d+) infamy(.*)$", end, re.M)
    must(sorted(line[0] for line in lines) == sorted(names_at(out)) and len(lines) == players, where, end)
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
    """Bots that think take ten times as long as all the rest, so only one game of two and one of five has them."""
    seeds = itertools.count(1)
    for players in range(2, 7):
        for extra in ("", "--market", "--wizards random", "--market --wizards random",
                      "--edition hundred --rounds 2", "--edition hundred --market --rounds 1"):
            seed = next(seeds)
            arguments = ["--players", str(players), "--seed", str(seed),
                         "--seat", str(seed % players), *extra.split()]
            if extra or players not in (2, 5):
                arguments += ["--bots", "random"]
            whole(arguments, players, seed)


def test_hundred_to_the_goal():
    out = whole("--edition hundred --players 2 --seed 4".split(), 2, 4)
    must("\n=== Round 2 of at most 50 | " in out, "the guard's round is on the board")
    must("\nTo 100 gold; after round 50 the most gold wins in any case [A1.goal, A1.guard]\n" in out, "the goal")
    must("even if nobody has that much [A1.guard]" in out.split("===")[0], "the introduction")
    must("Nobody reached" not in out and "last round" not in out, "the goal was reached")


def test_the_guard_ends_a_game():
    """No set pays anything, so nobody reaches the goal (A1.guard)."""
    worthless = {item["id"]: {"gold": 0} for item in rows()["items"]}
    for item in ("three-headed-coin", "dragons-egg"):
        worthless[item]["effect"] = {"gold": 0}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"items": worthless}, file)
        file.flush()
        for goal, guard in ((100, 50), (200, 100)):
            out = fine("play", "arcane", "--watch", "--edition", "hundred", "--goal", str(goal), "--players", "2",
                       "--cards", file.name, "--set", "turn_cap=1", "--bots", "random", "--seed", "1")
            check_page(out, goal)
            check_ending(out, 2, goal)
            must(f"=== Round {guard} of at most {guard} | " in out, goal, "the round")
            must(f"=== Round {guard + 1} " not in out, goal, "a round after the last")
            last = out.index(f"  ** Round {guard} is the last: after it the most gold wins. [A1.guard]\n")
            must(out.count("is the last: ") == 1 and f"Round {guard} begins" in out[:last], goal, "the last round")
            must("!!! The last round: after it the most gold wins" in out[last:], goal, "on the board")
            must(f"  ** Nobody reached the goal in {guard} rounds: the most gold wins. [A1.guard]\n" in out, goal, "the event")
            end = out.split("=== The end: final standing")[1]
            must(f"Nobody reached the goal in {guard} rounds [A1.guard]: the most gold wins.\n" in end, goal, end)


OTHER_NUMBERS = {"end": {"rounds": 2}, "infamy": {"lap": 9}, "house": {"rows": {"3": 2}, "turned_up": 1},
                 "inspection": {"fine": 3}, "bribe": {"price": 3}, "market": {"slots": 2, "prices": {"1": 4}}}


def test_a_game_by_other_numbers():
    """Every label is taken, and what is shown is what is in force (docs/numbers.md)."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"format": "charlatan-numbers", "version": 1, "game": "arcane", "numbers": OTHER_NUMBERS}, file)
        file.flush()
        arguments = ["--numbers", file.name, "--players", "3", "--market", "--bots", "random", "--set", "turn_cap=12"]
        out = whole([*arguments, "--seed", "2"], 3, 2)
        start = fine("play", "arcane", *arguments, "--seed", "2", text="? a8.5\n? A8\n? A9.1\n")
    begin, board = out.split("===", 1)
    must("\n2 rounds; the most gold wins.\n" in begin, "the rounds", begin)
    must("\nNumbers that differ from the standard rules:\n" in begin, "the list", begin)
    for line in ("infamy.lap: 9 instead of 25.", "house.rows.3: 2 instead of 3.", "market.prices.1: 4 instead of 1."):
        must(begin.count("  " + line) == 1, line, begin)
    must("Turn up one of your 6 items. [A4.3]" in board, "the first question")
    must("Spend gold to lose infamy: 3 gold for each point, 24 points at most. [A9.3]" in folded(board), "bribes")
    must(re.search(r"Market 4 gold: \w+ \| 2 gold: \w+\n", board), "the Market")
    must("goes past the end of a lap of infamy" in folded(board) and "past 24" not in board, "a lap")
    rule, chapter, other = start.split("\n> ")[1:4]
    must("inspection.fine: 3 instead of 25. Gold that each fine marker costs. [A8.5]" in rule, "a rule", rule)
    must("inspection.fine: 3 instead of 25." in chapter and "bribe.price" not in chapter, "a chapter", chapter)
    must("instead of" not in other, "another rule", other)


def test_hotseat_games():
    for players in (2, 4, 6):
        seen = whole(["--players", str(players), "--hotseat", str(players), "--seed", "11",
                      "--market", "--wizards", "random"], players, players)
        must(set(HAND_OVER.findall(seen)) == set(NAMES[:players]), players, "hand-overs")
    whole("--players 4 --hotseat 2 --seat 3 --seed 2".split(), 4, 2)


def test_always_the_first():
    """`yes 1`: if 1 is not a label, it is explained, and accepted when typed again."""
    for players in range(2, 7):
        out = fine("play", "--players", str(players), "--seed", str(players), "--wizards",
                   "random", "--bots", "random", text="1\n" * 60000)
        check_ending(out, players, players)


def test_watch():
    for arguments in ("--players 2 --seed 1", "--players 6 --seed 2 --market --wizards random --bots random",
                      "--players 5 --edition hundred --rounds 1 --seed 3 --bots random"):
        out = fine("play", "--watch", *arguments.split(), text="ignored\n")
        check_ending(out, int(arguments.split()[1]), arguments)
        must(out.count("is the last: after it the most gold wins.") == 1, arguments, "the last round is not announced")
        must("(you)" not in out and "\n> " not in out, arguments, "a spectator is asked")
        must("is dealt" not in out and "looks at slot 1:" not in out, arguments, "secrets")
        first = stashes_on(out.split("\n=== ")[1].split("\nDeck")[0], names_at(out))
        must(first and all(set(items) == {"??"} for items in first.values()), arguments, first)


def test_watch_on_a_terminal():
    environment = home()
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(program(), [program(), "play", "arcane", "--watch", "--seed", "1", "--plain"], environment)
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

GOODBYE = "Goodbye.\nThe game is saved: 'charlatan play %s' continues it.\n"


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
    for words in ("Type the number of an answer", "No answer has the number 0", "No answer has the number 99",
                  "I do not understand 'foo'", "'reveal 1' fits 8 answers",
                  "'reveal 5 1' is not an answer", "turns up", "'draw d' fits 2 answers",
                  "'play dragons-egg' is not an answer to this question", "draws",
                  "That item is not in your stash. [A5.2]", "There is no answer 77"):
        must(words in out, words, "missing in", out[-3000:])


def test_words():
    """The protocol's text, its beginning, and the words on the screen are all accepted as answers."""
    for draw in ("draw deck", "DRAW DECK", "dr de", "draw the top", "1"):
        out = fine("play", "--seed", "5", "--seat", "0", text="reveal 1 5\n%s\n" % draw)
        must("draws" in out, draw)
    out = fine("play", "--seed", "5", text="15\ndraw discard\ndiscard\n")
    must("'discard' fits 3 answers" in out, "ambiguous")
    out = fine("play", "--seed", "5", text="15\ndraw deck\ndiscard fairy\n")
    must("discards Bottled Fairy" in out, "a short name")


def test_blocked_slot():
    """A number that is not a slot to choose is explained, and not taken for another slot."""
    for seed in range(1, 200):
        luck = random.Random(seed)
        with Table("--seed", str(seed), "--players", "3", "--bots", "random") as table:
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
    done = subprocess.run([program(), "play", "--seed", "5"], env=home(), input=junk.replace(b"q", b""),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    must(done.returncode == 0 and not done.stderr, done.stderr[-500:])
    must(b"\x1b" not in done.stdout and b"\xff" not in done.stdout, "the junk is quoted raw")


# ---- no secret of another seat on the screen --------------------------------------------------

def sections(out):
    """A list of (person, text), one for each time somebody has the keyboard."""
    parts = HAND_OVER.split(out)
    return list(zip(parts[1::2], parts[2::2]))


def sentences_about(name, text):
    """The paragraphs of the story that begin with a name, without line breaks."""
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
    """The others' stashes as a board shows them: {name: [items]}."""
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
    seen = alone.split(first)[1].replace(" (medium)", "")
    for bot, person in zip(names_at(alone)[1:], NAMES[1:]):
        seen = seen.replace(bot, person)
    must(seen.split() == shared.split(first)[1].split(), "the screens differ")


def test_odds_name_the_players():
    out = fine("play", "arcane", "--seed", "1", text="1 5\n1\n1\no\n")
    must("the odds as you know them\n" in out and re.search(r"^  you +\d+ +\d+ \|", out, re.M), out)
    bot = names_at(out)[1]
    must(re.search(r"^  %s +\d+ +\d+ \|" % bot, out, re.M), out)
    must(re.search(r"not above that of\s+%s is" % bot, out), out)
    must("player 0" not in out and "player 1" not in out, out)
    said = re.sub(r"\s+", " ", out)
    must("all figures except the comparisons at the end are exact" in said and "20000 deals drawn at random" in said, out)
