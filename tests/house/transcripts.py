#!/usr/bin/env python3
"""Tests that the transcripts in the documents are what the program prints, and that the commands they name work.

transcripts.py [--charlatan build/release/charlatan]

A transcript in README.md may leave lines out, and … stands for the rest of a long value. The last line is "N passed, M failed".
"""

import argparse
import itertools
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# In docs/terminal.md: the text before a transcript, the command, and what is typed.
PLAYED = (
    ("after the first answer, `1 5` (trimmed):", ["play", "arcane", "--plain", "--seed", "1"], "1 5\n"),
    ("`d` each time (trimmed):", ["play", "quacks", "--plain", "--seed", "12"], "d\n" * 5),
)
QUICK = ("rules", "odds")    # commands whose examples are run


def must(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(w) for w in what))


def run(program, arguments, typed=""):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([program, *arguments], input=typed, capture_output=True, text=True, timeout=60, check=False,
                              env=os.environ | {"XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8"})


def read(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return file.read()


def block_after(page, words):
    """The lines of the first block of code after these words, however the text is wrapped."""
    found = re.search(r"\s+".join(map(re.escape, words.split())) + r"\s+```\w*\n(.*?)\n```", read(page), re.S)
    must(found, page, "does not say:", words)
    return found[1].split("\n")


def appear_in_order(wanted, lines):
    """Every line of the transcript is one of the lines, and in this order."""
    at = 0
    for line in filter(str.strip, wanted):
        pattern = re.compile(".*".join(map(re.escape, line.rstrip().split("…"))))
        places = [i for i in range(at, len(lines)) if pattern.fullmatch(lines[i].rstrip())]
        must(places, "the program does not print:", line)
        at = places[0] + 1


def test_played(program):
    for words, command, typed in PLAYED:
        done = run(program, command, typed)
        wanted = [line for line in block_after("docs/terminal.md", words) if not line.startswith("> ")]
        appear_in_order(wanted, done.stdout.split("\n"))


def test_engine(program):
    page = "docs/protocol.md"
    done = run(program, ["engine"], "\n".join(block_after(page, "Send three requests:")) + "\n")
    answers = block_after(page, "and get three answers (long values cut at …):")
    must(len(answers) == len(done.stdout.splitlines()), done.stdout)
    appear_in_order(answers, done.stdout.split("\n"))


def test_odds(program):
    """Of a page that shows commands with all that they print, indented."""
    page, tried = read("docs/bots.md"), 0
    for shown in re.finditer(r"^    \$ charlatan ((?:.*\\\n)*.*)\n((?:(?:    .*)?\n)*)", page, re.M):
        words = shlex.split(shown[1].replace("\\\n", " "))
        if words[0] not in QUICK:
            continue
        tried += 1
        wanted = [line[4:].rstrip() for line in shown[2].rstrip().split("\n")]
        done = run(program, words)
        got = [line.rstrip() for line in done.stdout.rstrip().split("\n")]
        for line, other in itertools.zip_longest(wanted, got):
            must(line == other, "charlatan", *words, "prints", repr(other), "where docs/bots.md has", repr(line))
    must(tried, "docs/bots.md shows no odds")


def test_sweep(program):
    """What the README asks the simulator, and its answer."""
    block = block_after("README.md", "says what that changes and how sure that is:")
    answer = next(i for i, line in enumerate(block) if not line.startswith("$") and not block[i - 1].endswith("\\"))
    command = shlex.split(" ".join(line.rstrip("\\") for line in block[:answer]))
    must(command[:2] == ["$", "charlatan"], command)
    done = run(program, command[2:])
    appear_in_order(block[answer:], done.stdout.split("\n"))


def test_python(program):
    """The README's program runs, where the package is built beside this one."""
    package = os.path.join(os.path.dirname(program), "python")
    if not os.path.isdir(package):
        print("test_python: left out, the package is not built here")
        return
    code = "\n".join(block_after("README.md", "## For researchers: hidden information, without leaks"))
    done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, timeout=60, check=False,
                          env=os.environ | {"PYTHONPATH": package})
    must(re.fullmatch(r"\[[\d, ]+\] \[.*\]\n", done.stdout), done.stdout, done.stderr)


def test_commands(program):
    """Commands in the running text that need neither a game nor a file."""
    commands = [shlex.split(text) for text in re.findall(r"`charlatan ([^`]*)`", read("docs/terminal.md"))]
    tried = [words for words in commands if words and words[0] in QUICK and len(words) > 1]
    must(len(tried) >= 5, "too few examples:", tried)
    for words in tried:
        done = run(program, words)
        must(done.returncode == 0 and done.stdout, "charlatan", *words, done.returncode, done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--charlatan", default=os.path.join(ROOT, "build/release/charlatan"))
    program = os.path.abspath(parser.parse_args().charlatan)
    failed, tests = 0, (test_played, test_engine, test_odds, test_sweep, test_python, test_commands)
    for test in tests:
        try:
            test(program)
        except AssertionError as why:
            failed += 1
            print(f"FAILED {test.__name__}: {why}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
