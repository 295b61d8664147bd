"""Options of `charlatan play`: which game, cards files, seeds."""

import json
import os
import pty
import select
import tempfile

from cases_rules import rows
from harness import must, program
from talk import PATIENCE, fine, home, run


def test_options():
    wrong = ["--players 1", "--players 7", "--players two", "--players", "--seat 3", "--seat -1",
             "--edition four", "--goal 100", "--rounds 3", "--edition hundred --goal 150",
             "--edition hundred --rounds 0", "--edition hundred --wizards random",
             "--wizards ninx", "--bots nobody", "--hotseat 4", "--seed -1", "--seed 1x",
             "--seed 9223372036854775808", "quark", "arcane arcane", "quacks --players 5",
             "quacks --players 1", "quacks --books 5", "quacks --books 0", "quacks --books 12",
             "quacks --books green", "quacks --books green=5", "quacks --books green=1,",
             "quacks --books green=1,green=2", "quacks --books black=2", "quacks --books =1",
             "quacks --pot back", "quacks --prices cheap", "quacks --second-chance yes",
             "quacks --strong-ingredient", "quacks --strong-ingredient strong",
             "quacks --fortune none", "arcane --fortune off", "--second-chance risky", "quacks --market", "quacks --goal 100",
             "quacks --seat 3", "quacks --hotseat 4", "--books 2", "arcane --together",
             "arcane --pot tubes", "quacks --cards x.json", "--cards"]
    for words in wrong:
        done = run("play", *words.split())
        must(done.status == 2 and done.err.startswith("charlatan play: "), words, done.err)
        must(not done.out, words, "began to play")
    for words, range_ in (("quacks --players 9", "2 to 4"), ("arcane --players 9", "2 to 6"), ("quacks --players x", "2 to 4")):
        err = run("play", *words.split()).err
        must(err.endswith(f": give a whole number from {range_}.\n"), words, err)
    for words in ("arcane", "--seed 9223372036854775807", "--seed " + "0f" * 32,
                  "--edition hundred --goal 300", "--edition three --wizards none", "quacks",
                  "quacks --books 4", "quacks --books green=4,purple=2 --prices printed",
                  "--pot tubes --together quacks --prices almanac", "quacks --players 4",
                  "quacks --second-chance risky --strong-ingredient acts --fortune off"):
        must("Seed" in fine("play", *words.split()), words)


def test_refused_as_typed():
    """A value that the game refuses: the option and the value as they were typed."""
    for words, told in (("quacks --second-chance foo", "--second-chance 'foo': must be safe or risky.\n"),
                        ("quacks --fortune none", "--fortune 'none': must be "),
                        ("quacks --set second_chance=foo", "option of the game: second_chance: must be "),
                        ("--edition four", "--edition 'four': must be three or hundred.\n"),
                        ("--wizards ninx,none", "--wizards: a list with an entry for each of the 3 seats is needed; "
                                                "--players sets the number of seats.\n")):
        done = run("play", *words.split())
        must(done.status == 2 and done.err.startswith("charlatan play: " + told), words, done.err)


def test_wizards():
    """Ids by seat, as the option takes them (A11)."""
    out = fine("play", "arcane", "--players", "3", "--wizards", "ninx,none,byros", text="reveal 1 5\n")
    must("Ninx" in out and "Byros" in out and "Dafana" not in out, out[:600])
    for words in ("--wizards none", "--wizards random", "--wizards none,none,none",
                  "--edition hundred --wizards none,none,none",
                  "--players 6 --wizards glynna,meeblemore,corvus,dafana,ninx,byros"):
        must("Seed" in fine("play", *words.split()), words)
    for words, told in (("none", False), ("none,none,none", False), ("random", True), ("none,ninx,none", True)):
        must((", with wizards" in fine("play", "--wizards", words)) == told, "the header", words)
    must("with wizards" not in fine("play", *"--edition hundred --wizards none,none,none".split()), "the header")
    ids = "glynna, meeblemore, corvus, dafana, ninx and byros"
    for words in ("Ninx,none,byros", "merlin", "ninx,,byros", "ninx,none,", ",ninx", "random,none,ninx", "", "RANDOM",
                  "ninx none byros", "ninx;byros", "x" * 5000):
        done = run("play", "--wizards", words)
        must(done.status == 2 and not done.out and ids in done.err, words[:40], done.err)
    for words, reason in (("ninx", "an entry for each of the 3 seats"), ("ninx,byros", "an entry for each of the 3 seats"),
                          ("ninx,none,ninx", "ninx sits at another seat already")):
        done = run("play", "--wizards", words)
        must(done.status == 2 and not done.out and reason in done.err, words, done.err)
        must(("--players" in done.err) == ("3 seats" in reason), words, done.err)
    done = run("play", "--edition", "hundred", "--wizards", "ninx,none,byros")
    must(done.status == 2 and "edition hundred has no wizard powers" in done.err, done.err)
    must("ninx,none,byros" in fine("play", "arcane", "--help"), "the help")


def test_rounds():
    for rounds in ("1", "150"):
        must("Seed" in fine("play", "--edition", "hundred", "--rounds", rounds), rounds)
    for rounds in ("0", "151", "-1", "x"):
        done = run("play", "--edition", "hundred", "--rounds", rounds)
        must(done.status == 2 and "1 to 150" in done.err, rounds, done.err)


def on_terminal(arguments, answers, until):
    """Plays line by line on a pseudo-terminal, typing each answer at its prompt; returns the output."""
    environment = home()
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(program(), [program(), *arguments, "--plain"], environment)
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
    must("Arcane Alley for 3, edition three, with its own card values.\n" in done.out, "the header", done.out[:300])
    must("card values" not in fine("play", "arcane"), "without a file")
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
