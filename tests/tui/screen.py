#!/usr/bin/env python3
"""The full screen in tmux, played by keys. See tests/harness.py."""

import glob
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
import picture
from harness import program
from terminal import Terminal, still

ITEMS = ("Fairy Cauldron Ball Mirror Lotus Egg Feline Carpet Doll Toad Ring Boomerang Lamp Wand "
         "Lockbox Chalice Skeletomicon Sword Coin Watch").split()


def charlatan(*words):
    """A command of the program, as a person types it."""
    return shlex.join([program(), *words])


def play(args, **more):
    return Terminal(f"{charlatan('play')} {args}", **more)


def steady(t, text):
    """The screen with this text once it has stayed the same for a while, but for a clock."""
    shown, times = t.until(text), 0
    while times < 3:
        time.sleep(0.1)
        again = t.until(text)
        times, shown = times + 1 if still(again) == still(shown) else 0, again
    return shown


# An answer: the cursor if it is there, its number, its letter if it has one, and its words.
ANSWERS = r"\n ?[ ▸h] +(\d+) [a-z ] \S"


def press_first(t, text):
    """The number of the first answer, digit by digit."""
    label = re.search(ANSWERS, text)
    assert label, f"no answer to press on\n{text}"
    t.keys(*label[1])


def to_the_end(t, text):
    """Answers again and again, without stops at boxes. Where nothing is chosen, Down chooses the first answer."""
    end = time.time() + 400
    t.keys("Escape", "X")
    while "The end, 1 of 4" not in text and "The game is over" not in text:
        assert time.time() < end, f"no end of the game\n{text}"
        t.keys(*(["Enter"] * 6 + ["Down"]) * 5)
        text = t.text()
    t.keys("Escape")


def whole_game(game, *more):
    with play(f"{game} --seed 7 --bots easy {' '.join(more)}") as t:
        text = t.until(ANSWERS)
        for _ in range(6):
            press_first(t, text)
            text = t.changed(text) or text
            text = t.until(ANSWERS + "|Enter goes on")
            if "Enter goes on" in text:
                t.keys("Escape")
                text = t.until(ANSWERS)
        to_the_end(t, text)
        assert not re.search("h hint|u undo", t.until("n again .*q leave")), t.text()
        t.keys("e")
        assert re.search(r"wins|shares the win", t.until("final standing"))
        record, = glob.glob(f"{t.folder}/charlatan/records/*")
        subprocess.run([program(), "verify", record], check=True, capture_output=True)
        t.keys("Escape", "n")
        t.until(ANSWERS)  # another game
        t.keys("q")
        t.until("is saved")
        assert t.ended() == 0


def compare_picture(drawn, shown, name):
    shown = "\n".join(line.rstrip() for line in shown.rstrip("\n").split("\n"))
    assert drawn == shown, f"terminal-{name}.svg shows\n{drawn}\nand the terminal\n{shown}"


def test_pictures_in_the_readme():
    """docs/img shows the terminal as it is; tests/tui/picture.py draws it anew."""
    for game in picture.SHOWN:
        shown = [*picture.screens(program(), game)]
        with open(picture.path_of(game), encoding="utf-8") as file:
            compare_picture(picture.text_of(file.read()), shown[-1], game)
        if game == picture.MOVES:
            with open(picture.path_of("moves"), encoding="utf-8") as file:
                drawn = file.read()
            for frame, screen in enumerate(shown):
                compare_picture(picture.text_of(drawn, frame), screen, "moves")


def test_game_arcane():
    whole_game("arcane")


def test_the_guard_ends_a_game():
    """No set pays anything, so nobody reaches the goal (A1.guard)."""
    items = json.loads(subprocess.run([program(), "rules", "--json"], check=True, capture_output=True).stdout)["games"]
    ids = [item["id"] for game in items if game["game"] == "arcane" for item in game["items"]]
    worthless = {item: {"gold": 0} for item in ids}
    for item in ("three-headed-coin", "dragons-egg"):
        worthless[item]["effect"] = {"gold": 0}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"items": worthless}, file)
        file.flush()
        with play(f"arcane --edition hundred --players 2 --set turn_cap=1 --cards {shlex.quote(file.name)} --seed 7") as t:
            text = t.until(r"Round 1 of at most 50 · ")
            assert "The others · to 100 gold" in text, text
            to_the_end(t, text)
            t.until("Nobody reached the goal in 50 rounds")
            t.keys("e")
            t.until(r"Nobody reached the goal in 50 rounds \[A1.guard\]: the most gold wins")


def test_game_quacks():
    whole_game("quacks", "--books 2 --fortune off")


def test_answers_by_keys():
    with play("quacks --seed 5 --bots easy") as t:
        t.until("You Only Get to Choose One")
        t.keys("Enter")  # nothing is chosen yet
        t.until("Choose first: press a number, or choose with the arrows")
        t.keys("Down", "Down", "Down")
        t.until(r"▸ +3 ")
        t.keys("9")
        t.until(r"! There is no answer 9; they are numbered 1 to 5")
        t.keys("1")
        t.until("Your potion begins")
        t.keys("s")  # a potion begins with a draw
        assert re.search(r"! .*\[Q5", t.until("! "))
        t.keys("d")
        t.until(r"Draw a chip, or stop\?")
        t.keys("s")
        t.until("Evaluation")


def test_enter_by_reflex_answers_nothing():
    """Neither behind a number, which is taken at once, nor right behind a box, nor in the shop."""
    with play("quacks --seed 5 --bots easy --players 2") as t:
        t.until("Choose One")
        t.keys("1", "Enter")
        t.until("Your potion begins")
        time.sleep(0.3)
        assert "Your potion begins" in t.text(), t.text()
        for _ in range(3):
            left = int(re.search(r"Bag (\d+)", t.until(r"Bag \d+")).group(1))
            t.keys("d")
            t.until(r"Bag %d\b" % (left - 1))
        t.keys("s")
        t.until(r"─ The evaluation ─(.|\n)*D points +.*has \d+ coins")
        time.sleep(0.6)
        t.keys("Enter", "Enter", "Enter")
        assert re.search(r"Buy a chip", t.until("came right after the box, so it was ignored")), t.text()
        t.keys("Down")
        t.until(r"▸ +1 ")


def test_illegal_slots_are_explained():
    with play("arcane --seed 5 --bots easy") as t:
        t.until("Turn up two")
        t.keys("3", "3")
        t.until("! ")
        t.keys("5", "2")  # a pair in either order
        text = t.until("draw the top item")
        assert not re.search(r"├─4─+┼\[5\]", text), text


def test_clicks():
    with play("arcane --seed 5 --bots easy") as t:
        t.until("Turn up two")

        def click(row, col):
            for button in ("20", "23"):  # pressed, and let go
                t.tmux("send-keys", "-H", "1b", "5b", "4d", button, f"{col + 33:x}", f"{row + 33:x}")
        click(3, 5)
        t.until("second digit")
        click(5, 20)
        text = t.until("draw the top item")
        row = next(i for i, line in enumerate(text.splitlines()) if "draw the top item" in line)
        click(row, 12)
        t.until("Play an item of your stash")


def test_sheets():
    with play("arcane --seed 5 --bots easy") as t:
        first = steady(t, "Turn up two")
        t.keys("?")
        t.until("l b c d    log, board in words, what may be counted, discard pile")
        assert "'? A5.3'" not in t.until("'/ A5.3' shows one")
        t.keys("End")
        assert "A4.3" in t.until("rule of this question")
        t.keys("/")
        t.until("Rule, item, chip or card: _")
        t.keys(*"A8.2", "Enter")
        t.until(r"A8\.2 .*")
        t.keys("Escape")
        t.until("Turn up two")
        for key, word in (("l", "Round 1 begins"), ("b", "=== Round 1"), ("c", "have not seen"), ("d", "The discard")):
            t.keys(key)
            t.until(word)
            t.keys("Escape")
            t.until("Turn up two")
        t.until(f"^{re.escape(first)}$")


def test_what_a_search_finds_can_be_chosen():
    """The board stays in sight, below 80x24 and beside a page on a wide screen."""
    with play("arcane --seed 5 --bots easy") as t:
        board = steady(t, "Turn up two").splitlines()[:8]
        t.keys("/", *"fine", "Enter")
        assert "▸ A3.3" in t.until("choose with the arrows"), t.text()
        t.keys("Down")
        t.until("▸ A8.5")
        t.keys("Enter")
        text = steady(t, "A8.5 +Paying the fines")
        assert text.splitlines()[:8] == board, text
        t.keys("Escape")
        t.until("▸ A8.5")  # back to the list, where it was left
        t.keys("/")
        t.until("─ Look up ─(.|\n)*A part of a name")
        t.keys(*"xyzz")
        t.until("Nothing has this in its name(.|\n)*: xyzz_")
        t.keys("y", "Enter")
        t.until("Nothing is called 'xyzzy'")
        t.keys("Escape")
        t.size(180, 40)
        left = [line[:82].rstrip() for line in steady(t, "─ What happened ─{20}").splitlines()]
        t.keys("l")
        text = steady(t, "┌─ What happened")
        assert [line[:82].rstrip() for line in text.splitlines()][:38] == left[:38], text


def test_odds_and_hint():
    with play("quacks --seed 5 --bots easy") as t:
        t.until("Choose One")
        t.keys("o")
        t.until(re.escape("No odds now: they are about a potion in progress."))
        t.keys("1")
        t.until("potion begins")
        t.keys("o")
        t.until("─ Odds ─")
        t.keys("Escape", "h")
        t.until("Hint: 1 ")
        t.keys("Escape")
        t.until("potion begins")


def answer_until(t, words):
    """Gives the first answer to each question, one for each picture, so that no sheet is passed unseen."""
    text = t.text()
    for _ in range(300):
        if words in text:
            return text
        t.keys("Escape" if "Enter goes on" in text else "1")
        text = t.changed(text) or t.text()
        text = t.until(ANSWERS + "|Enter goes on")
    raise AssertionError(f"no {words!r} on\n{text}")


def test_an_explosion_and_the_end():
    """The pot stays in sight when it explodes; the end comes in parts, no key by reflex starts anew, and r reviews."""
    with play("quacks --seed 5 --bots easy --players 2") as t:
        t.until("Choose One")
        text = answer_until(t, "┌─ BOOM")
        assert re.search(r"whites worth \d+, limit 7", text) and "EXPLODED" in text and "[W" in text, text
        assert "The white " in text, text
        to_the_end(t, text)
        t.keys("e")
        t.until("The end, 2 of 4")
        t.keys("Left")
        t.until(r"The end, 1 of 4.*\n. \S Nelly wins with \d+ points\.")
        t.keys("End")
        t.until("The end, 1 of 4(.|\n)*Last turn: ")
        for words in ("The end, 2 of 4(.|\n)*final standing", "Points after each turn(.|\n)* 1 +2 +3 ", "│ Bought "):
            t.keys("Enter")
            text = t.until(words)
        assert "explosions" in text and re.search(r"quacks-\d+-\w+\.jsonl", text), text
        t.keys("Left")
        t.until("The end, 3 of 4")
        t.keys("Enter", "Enter", "Enter", "Enter")
        t.until("The game is over")
        t.keys("r")
        text = t.until(r"start 50\.0 %, luck [+-]\d+")
        assert "decisions: " in " ".join(text.split()), text
        t.keys("n")
        t.until(r"Mistake 1 of \d+")


def test_a_long_inspection_is_read_to_its_end():
    """Enter turns its pages, and closes it behind the last one only."""
    with play("arcane --edition hundred --players 2 --set turn_cap=1 --seed 7 --bots easy") as t:
        text = t.until(ANSWERS)
        while "The inspection of round 1" not in text:
            t.keys("Escape") if "Enter goes on" in text else press_first(t, text)
            text = t.changed(text) or t.text()
            text = t.until(ANSWERS + "|Enter goes on")
        assert re.search(r" 1 to \d+ of \d+ ", text) and "hands" not in text, text
        time.sleep(1)  # Enter does nothing for a moment after a sheet has come up
        t.keys("Enter")
        t.until(r"The inspection of round 1(.|\n)* to (\d+) of \2 ")
        t.keys("Enter")
        t.until("Bribes|bribe")


def test_the_guide_leads_through_a_turn():
    """It speaks at the first question of each kind, after the stop before it, with the board in sight."""
    with play("quacks --seed 5 --bots easy --players 2 --fortune off") as t:
        t.until("g: a guide")
        t.keys("g")
        text = t.until("─ Guide: Your potion begins(.|\n)*Enter goes on")
        assert "coins/points" in text, text
        t.keys("?")
        t.until("a guide for your first game")
        t.keys("Escape")
        t.until("─ Guide: Your potion begins")
        t.keys("Enter")
        t.until(r"▸ +1 d ")
        t.keys("d")
        t.until(r"2 s stop")
        t.keys("s")
        t.until("─ The evaluation ─")
        t.keys("Escape")
        t.until("─ Guide: You have .* coins")
        t.keys("g")
        t.until("The guide is off")


def test_stops_can_be_turned_off():
    """A key meant for the table does not pass a stop unseen; X ends this one and all later ones."""
    with play("quacks --seed 5 --bots easy --players 2 --fortune off") as t:
        for _ in range(2):
            t.until("Your potion begins")
            t.keys("d")
            t.until("Draw a chip, or stop")
            t.keys("s")
            if "Turn 1 " in t.until(r"goes on +↑↓ scroll +X don't stop|▸ You have "):
                t.keys("d", "s", "X")
                t.until("No stops at")
            t.keys("x")
            t.until("Spend 2|Your potion begins")
            t.keys("x")
        assert "Turn 3 " in t.until("Your potion begins"), t.text()
        t.keys("X")
        t.until("stops at explosions")


def test_undo():
    with play("arcane --seed 5 --bots easy") as t:
        t.until("Turn up two")
        t.keys("1", "2")
        t.until("draw the top item")
        t.keys("1")
        t.until("Play an item of your stash")
        t.keys("2")
        t.until(r"Which slot")
        t.keys("u")
        t.until("Play an item of your stash")


def test_thinking_is_shown_and_interrupted():
    # search-1 uses all of its time; search may be settled at once.
    with play("arcane --seed 5 --bots search-1:ms=60000 --players 2 --seat 1") as t:
        t.until(r"is thinking: \d+ games simulated", 30)
        end = time.time() + 50  # less than the bot would think
        while not re.search("Turn up two|draw the top item", t.text()):
            assert time.time() < end, t.text()
            t.keys("Escape")
            time.sleep(0.1)


def test_resizing():
    with play("arcane --seed 5 --bots easy") as t:
        first = steady(t, "Turn up two")
        for w, h, what in ((130, 45, "┌"), (100, 30, "┌"), (60, 20, "80x24 shows"), (40, 12, "slots 1 and 2"),
                           (20, 6, "Make the"), (79, 24, "slots 1 and 2"), (80, 24, "┌")):
            t.size(w, h)
            text = t.until(what)
            assert max(map(len, text.splitlines())) <= w
        t.until(f"^{re.escape(first)}$")
        t.size(40, 12)
        t.until("b board")
        t.keys("1", "2")
        t.until("Draw an item")
        t.keys("b")
        t.until("The board")
        t.size(80, 24)
        t.keys("Escape")
        t.until("draw the top item")


def test_without_colour():
    with play("arcane --seed 5 --bots easy", env={"NO_COLOR": "1"}) as t:
        t.until("Turn up two")
        text = t.text(colours=True)
        assert "┌" in text and not re.search(r"\x1b\[[0-9;]*3[0-8]", text), repr(text)
    for env in ({"TERM": "vt100"}, {"LC_ALL": "C"}):
        with play("arcane --seed 5 --bots easy --name Zöe", env=env) as t:
            text = t.until("Turn up two")
            assert text.isascii() and "+[1]---" in text, text
    with play("quacks --seed 5 --bots easy", env={"TERM": "dumb"}) as t:
        t.until(r"=== Turn 1 of 9")


def test_curtain():
    with play("arcane --hotseat 2 --seed 6 --players 2 --name Zöe") as t:
        hidden = 0
        for _ in range(12):
            text = t.until("Pass the keyboard|" + ANSWERS)
            if "Pass the keyboard" in text:
                assert not any(item in text for item in ITEMS), text
                assert "gold" not in text
                hidden += 1
                t.keys("Space")
                t.until(ANSWERS)
            else:
                press_first(t, text)
                t.changed(text)
        assert hidden >= 3


def test_an_explosion_before_the_curtain():
    """Whose pot explodes reads it before the keyboard is passed on; the other's pot stays hidden."""
    with play("quacks --hotseat 2 --players 2 --seed 6 --fortune off") as t:
        for _ in range(60):
            text = t.until("Pass the keyboard|Enter goes on|" + ANSWERS)
            if "BOOM" in text:
                break
            t.keys("Enter" if "Pass the keyboard" in text else "1")
            t.changed(text)
        assert "Your pot explodes" in text and "[W" not in text, text
        t.keys("Escape")
        t.until("Pass the keyboard|" + ANSWERS)


def shell(folder):
    t = Terminal("bash --norc --noprofile", folder=folder, env={"PS1": "ready> "})
    t.until("ready>")
    return t


def test_terminal_is_left_sane():
    folder = harness.folder()
    quoted = shlex.quote(folder)
    with shell(folder) as t:
        t.keys(f"stty -a >{quoted}/before; clear", "Enter")
        for how in ("C-c", "q", "TERM", "C-z"):
            t.keys(f"clear; {charlatan('play')} quacks --seed 5 --bots easy", "Enter")
            t.until("Choose One")
            if how == "TERM":
                os.kill(t.pid(below=2), signal.SIGTERM)
            else:
                t.keys(how)
            t.until("Stopped" if how == "C-z" else r"is saved")
            t.keys(f"echo status $?; stty -a >{quoted}/after; echo writ''ten", "Enter")
            status = {"C-c": "130", "q": "0", "TERM": r"\d+", "C-z": r"1\d*"}[how]
            t.until(rf"status {status}\s+written")
            assert open(f"{folder}/before").read() == open(f"{folder}/after").read(), how
        t.size(100, 30)
        t.keys("fg", "Enter")
        t.until("Choose One")
        t.keys("1")
        t.until("potion begins")
        t.keys("q")
        t.until("is saved")


def test_killed_and_resumed():
    folder = harness.folder()
    with play("arcane --seed 5 --bots easy", folder=folder) as t:
        t.until("Turn up two")
        t.keys("1", "2")
        t.until("draw the top item")
        t.keys("1")
        before = steady(t, "Play an item of your stash")
        os.kill(t.pid(), signal.SIGKILL)
        assert t.ended() == 137
    with play("arcane", folder=folder) as t:
        after = steady(t, "Play an item of your stash")
        board = [text.splitlines()[:11] for text in (before, after)]
        assert board[0] == board[1], before + after


def test_saved_games_are_chosen():
    """With two unfinished games Enter continues the one played last; a new game must be asked for."""
    folder = harness.folder()
    for game, word in (("arcane", "Turn up two"), ("quacks", "Choose One")):
        with play(f"{game} --seed 5 --bots easy", folder=folder) as t:
            t.until(word)
            t.keys("q")
            t.until("is saved")
    with play("", folder=folder) as t:
        text = t.until("n for a new game, q to leave")
        assert re.search(r"1 +\w{6} .*The Quacks .*turn 1 of 9.*\n +2 +\w{6} .*Arcane Alley", text), text
        t.keys("2", "Enter")
        t.until(r"Turn up two(.|\n)*1 more unfinished: charlatan play --list")
        t.keys("q")
        short = re.search(r"play --resume (\w{6})", t.until("is saved"))[1]
    with play(f"--resume {short}", folder=folder) as t:
        t.until("Turn up two")
        t.keys("q")
        t.until("is saved")
    listed = subprocess.run([program(), "play", "--list", "--save", f"{folder}/charlatan"], check=True,
                            capture_output=True, text=True).stdout
    assert re.search(rf"^{short} .*Arcane Alley", listed, re.M), listed
    with play("quacks --new --seed 5 --bots easy", folder=folder) as t:
        t.until(r"Choose One(.|\n)*2 more unfinished: ")
        t.keys("q")
        t.until("is saved")
    with play("quacks", folder=folder) as t:
        t.until("You have 2 unfinished games of The Quacks of Quedlinburg:")


def test_watching():
    with play("quacks --watch --seed 5 --bots easy") as t:
        t.until("The players")
        t.keys(" ")
        t.until("space continues")
        t.keys(" ")
        t.until("space pauses")
        t.keys("q")
        assert t.ended() == 0


def test_replay_has_badges():
    """In a terminal that can show them; a pipe gets plain text."""
    folder = harness.folder()
    subprocess.run([program(), "sim", "quacks", "--bots", "greedy,greedy", "--games", "1", "--seed", "1", "--keep", "1",
                    "--keep-dir", folder, "--quiet"], check=True, capture_output=True)
    record, = glob.glob(f"{folder}/*.jsonl")
    with Terminal(charlatan("replay", record, "--at", "0")) as t:
        t.until(r"At the table: ●\s\w+(.|\n)*■\s\w+")
    with Terminal(charlatan("replay", record, "--at", "0"), env={"LC_ALL": "C"}) as t:
        assert "●" not in t.until(r"At the table: \w+(.|\n)*ended 0"), t.text()
    plain = subprocess.run([program(), "replay", record], check=True, capture_output=True, text=True).stdout
    assert plain.isascii(), plain


def serve(folder, port=0):
    """A server that answers, and its port; 0: one that is free."""
    process = subprocess.Popen([program(), "serve", "--port", str(port), "--db", f"{folder}/tables.db",
                                "--limits", "off"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in process.stdout:
        address = re.search(r"http://\S*?:(\d+)", line)
        if address:
            return process, int(address[1])
    raise AssertionError("the server did not start")


def found(port):
    """The link to a new table of two."""
    made = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", method="POST", data=json.dumps(
        {"game": "arcane", "seats": ["open", "open"]}).encode(), headers={"Content-Type": "application/json"})
    table = json.load(urllib.request.urlopen(made))
    return f"http://127.0.0.1:{port}/#t/{table.get('id') or table['table']['id']}"


def test_a_request_to_undo_leaves_the_board_in_sight():
    server, port = serve(harness.folder())
    try:
        link = found(port)
        with play(f"--join {link} --name Zöe") as a, play(f"--join {link} --name Molly") as b:
            a.until("Turn up two|must decide")
            b.until("Turn up two|must decide")
            while " Sell " not in a.text():
                for t in (a, b):
                    if "Turn up two" in t.text():
                        t.keys("1", "2")
                        t.until(" Sell |must decide")
            first, other = (a, b) if "from the discard" in a.until("from the discard|must decide") else (b, a)
            first.until("from the discard")
            other.until("must decide")
            first.keys("1")
            first.until("Play an item of your stash")
            first.keys("u")
            text = other.until("asks to take a move back")
            assert re.search("The move: .* draws", text) and "Your storehouse" in text, text
            other.keys("?")
            other.until("Esc closes")
            other.keys("Escape", "y")
            first.until("from the discard")
    finally:
        server.kill()
        server.wait()


def test_lost_server():
    folder = harness.folder()
    server, port = serve(folder)
    try:
        link = found(port)
        with play(f"--join {link} --name Zöe") as t:
            text = t.until("the table waits for players")
            assert "(free)" in text and "Zöe (you)" in text and link in text, text
            t.keys("s")
            t.until("Turn up two")
            t.keys("1", "2")
            before = steady(t, "from the discard")
            server.kill()
            server.wait()
            text = steady(t, "! .*(server|connection|again)")
            assert text.splitlines()[2:8] == before.splitlines()[2:8], text
            t.keys("1")
            t.until("! No connection: your answer is kept")
            server, _ = serve(folder, port)
            t.until("Play an item of your stash")
            t.keys("q")
            t.until("Your seat is kept")
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
