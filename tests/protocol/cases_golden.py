"""Golden conversations: the answers to these requests, byte by byte."""

import glob
import os

from harness import check, same
from talk import converse

FILES = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden", "*.txt")))


def read_golden(path):
    with open(path, "rb") as file:
        return file.read().split(b"\n")[:-1]


def answers_to(lines):
    requests = [line[2:] for line in lines if line.startswith(b"> ")]
    return iter(converse(b"".join(r + b"\n" for r in requests)))


def bless(path):
    lines = [line for line in read_golden(path) if not line.startswith(b"< ")]
    answers, out = answers_to(lines), []
    for line in lines:
        out.append(line)
        if line.startswith(b"> "):
            out.append(b"< " + next(answers))
    with open(path, "wb") as file:
        file.write(b"".join(line + b"\n" for line in out))


def test_golden():
    check(FILES, "there are golden conversations")
    for path in FILES:
        lines = read_golden(path)
        answers, asked = answers_to(lines), b""
        for line in lines:
            if line.startswith(b"> "):
                asked = line[2:]
            elif line.startswith(b"< "):
                same(next(answers, None), line[2:], "%s: %.80s" % (os.path.basename(path), asked.decode()))
