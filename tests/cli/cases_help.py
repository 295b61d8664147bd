"""The help of the program, and commands that do not exist."""

import re

from harness import must
from talk import fine, run


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
