"""What both runners of positions share: an engine that is started again when it ends, the game under test, and the
run over all positions.
"""

import argparse
import glob
import json
import os
import shlex
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import engine
from engine import Gone


class Engine:
    """Conversations with one engine; a new one is begun when the last has ended early."""

    def __init__(self, command):
        self.command, self.talk, self.last_line = shlex.split(command), None, b""

    def stop(self):
        if self.talk is not None:
            self.talk.close()
            self.talk = None

    def ask(self, **request):
        if self.talk is None:
            self.talk = engine.Engine(self.command)
        try:
            self.last_line = self.talk.raw(request)
            return json.loads(self.last_line)
        except (ValueError, Gone) as error:
            self.stop()
            raise Gone("%s after %s" % (error, json.dumps(request)[:300])) from None


class Refused(Exception):
    def __init__(self, error):
        super().__init__("%s %s: %s" % (error.get("code"), error.get("rule", ""), error.get("message")))
        self.error = error


class Table:
    """The engine's present game, with what the expectations want to know about it."""

    def __init__(self, engine, position, resume=False):
        self.engine, self.position = engine, position
        self.resume = resume           # play on from setup(state()) after every step
        self.before = None             # state at the start
        self.cache = {}

    def must(self, **request):
        answer = self.engine.ask(**request)
        if not answer.get("ok"):
            raise Refused(answer.get("error", {}))
        return answer

    def state(self):
        return self.look("state", op="state")

    def view(self, seat):
        return self.look("view", op="view", seat=seat)

    def legal(self):
        return self.look("decisions", op="legal")

    def look(self, field, **request):
        key = json.dumps(request)
        if key not in self.cache:
            self.cache[key] = self.must(**request)[field]
        return self.cache[key]


def everything(game):
    return [game.state(), game.legal()] + [game.view(seat) for seat in [None, *range(game.position.players)]]


def restorable(game):
    """setup(state()) is the identity."""
    here = everything(game)
    game.must(op="clone", slot=2)
    game.must(op="setup", state=here[0])
    game.cache = {}
    if everything(game) != here:
        yield "another game"
    if not game.resume:
        game.must(op="restore", slot=2)
    game.cache = {}


def played(begin, position):
    """What begin() finds wrong: (line, expected, came) each. An engine that goes is wrong, too."""
    try:
        return begin()
    except Gone as gone:
        return [(position.line, "an answer", str(gone))]
    except (KeyError, TypeError, IndexError) as error:
        return [(position.line, "an answer of the protocol's shape", repr(error))]


def main(here, parse_file, check_writing, play, ids_wrong, mistake_of):
    """Reads the positions of a folder and plays them. ids_wrong(positions, all) says what is wrong with the rules they
    cite."""
    parser = argparse.ArgumentParser(description="Rules tests as positions.")
    parser.add_argument("--engine", default="build/release/charlatan engine")
    parser.add_argument("--check", action="store_true", help="read the positions only")
    parser.add_argument("--resume", action="store_true", help="play on from setup(state()) after every step")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    talker, positions, passed, failed = Engine(options.engine), [], 0, 0
    if not options.check and not shutil.which(talker.command[0]):
        print("no engine: %s" % options.engine)
        return 1
    for path in options.files or sorted(glob.glob(os.path.join(here, "*.txt"))):
        try:
            positions += parse_file(path)
        except mistake_of as mistake:
            failed += 1
            print("%s:%d: %s" % (os.path.relpath(path, here), mistake.line, mistake))
    for position in positions:
        try:
            check_writing(position)
            failures = [] if options.check else play(talker, position, options.resume)
        except mistake_of as mistake:
            failures = [(mistake.line, "a position as README.md says", str(mistake))]
        for line, expected, got in failures:
            print("%s:%d: %s: %s\n    expected  %s\n    came      %s" % (
                os.path.relpath(position.path, here), line, " ".join(position.ids), position.title, expected, got))
        passed, failed = passed + (not failures), failed + bool(failures)
    talker.stop()
    for wrong in ids_wrong(positions, not options.files):
        failed += 1
        print(wrong)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0
