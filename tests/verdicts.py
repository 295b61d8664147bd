"""What `charlatan verify` says of many records, by one start of the program: a sanitized start takes longer than most records.

A case hands in records with what is expected of each; at its end all of them are verified at once.
"""

import os
import re
import subprocess
import traceback

import harness
from harness import must, program, way_to

PATIENCE = 120      # seconds for all of a case's records
WAITING = []        # (path, what is done with the verdict, where the record was handed in)


def later(folder, content, expect):
    """Calls `expect(verdict)` at the end of the case; a verdict is the line that is printed, without the file's name."""
    path = os.path.join(folder, "verdict-%d.jsonl" % len(WAITING))
    with open(path, "wb") as file:
        file.write(content)
    WAITING.append((path, expect, way_from_case()))


def way_from_case():
    """`file:line` of the calls from the case to here: those after the harness's own."""
    frames = traceback.extract_stack()[:-2]
    harnessed = [n for n, frame in enumerate(frames) if frame.filename == harness.__file__]
    return way_to(frames[harnessed[-1] + 1:])


def wrong_line(verdict):
    """The number of the line that a verdict calls wrong; None if the record is right."""
    found = re.match(r"line (\d+): ", verdict)
    return int(found[1]) if found else None


def settle():
    if not WAITING:
        return
    paths = [path for path, _, _ in WAITING]
    done = subprocess.run([program(), "verify", *paths], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)
    lines = done.stdout.split("\n")
    must(not done.stderr and lines.pop() == "" and len(lines) == len(paths), len(paths), "records:", done.stdout, done.stderr)
    verdicts = []
    for line, (path, expect, where) in zip(lines, WAITING):
        must(line.startswith(path + ": ") and line.isprintable(), where, "no plain line:", repr(line))
        verdicts.append(line[len(path) + 2:])
        try:
            expect(verdicts[-1])
        except AssertionError as error:
            raise AssertionError("%s: %s" % (where, error)) from error
    status = 1 if any(map(wrong_line, verdicts)) else 0
    must(done.returncode == status, "status", done.returncode, "for", done.stdout)
    WAITING.clear()


harness.at_end(settle)
