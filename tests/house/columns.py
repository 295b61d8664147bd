#!/usr/bin/python3
"""Checks that no line of C is longer than 100 columns; clang-format leaves comments alone.

The rows of .def files are laid out by hand and may be longer.
"""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MOST = 100


def too_long(text):
    """Numbers and lengths of the lines that are too long."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, len(line)) for number, line in lines if len(line) > MOST]


def main():
    assert too_long("a\n" + "b" * 101) == [(2, 101)] and not too_long("c" * 100)
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.c", "*.h", "*.inc"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    names = [name for name in names if (ROOT / name).is_file()]
    faults = [(name, *fault) for name in names for fault in too_long((ROOT / name).read_text())]
    for name, number, length in faults:
        print(f"{name}:{number}: {length} columns, {MOST} at most")
    print(f"{len(names)} files, {len(faults)} lines too long")
    return 1 if faults or not names else 0


if __name__ == "__main__":
    sys.exit(main())
