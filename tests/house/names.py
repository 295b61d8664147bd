#!/usr/bin/python3
"""Checks names and sizes: no tag is defined twice, headers are short, few files are slivers.

A tag is the name of a struct, enum or union, nested ones too. Suites and fuzzers are programs of
their own and may use any tag. The headers of engine/ and games/ are what everything else is
written in, and charlatan.h is one file for the sake of those who include it.
"""
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TAG = re.compile(r"^[ \t]*(?:(?:static|const|typedef) )*(?:struct|enum|union)\s+(\w+)\s*\{", re.M)
HEADER = 150
LONG_HEADERS = ("engine/", "games/", "lib/charlatan.h")
SLIVER, SLIVERS = 60, 150


def tags_twice(texts):
    """Tags that are defined more than once: {tag: files}."""
    where = defaultdict(list)
    for name, text in sorted(texts.items()):
        for tag in TAG.findall(text):
            where[tag].append(name)
    return {tag: files for tag, files in where.items() if len(files) > 1}


def long_headers(texts):
    """Headers with too many lines, as (name, lines)."""
    lengths = {name: text.count("\n") for name, text in texts.items() if name.endswith(".h")}
    return [(n, k) for n, k in lengths.items() if k > HEADER and not n.startswith(LONG_HEADERS)]


def read(under=()):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.c", "*.h", "*.inc"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return {n: (ROOT / n).read_text() for n in names if (ROOT / n).is_file() and not n.startswith(under)}


def main():
    assert tags_twice({"a.c": "struct one {\n};\n", "b.h": "static enum one {"}) == {"one": ["a.c", "b.h"]}
    assert tags_twice({"a.c": "struct one {\n};\nstruct two {\n    struct one {"}) == {"one": ["a.c", "a.c"]}
    assert not tags_twice({"a.c": "struct one {\n};\nstruct one *two(void);\n    return (struct one){"})
    assert long_headers({"a.h": "\n" * 151, "a.c": "\n" * 900, "games/a.h": "\n" * 151}) == [("a.h", 151)]
    texts = read(("tests/", "fuzz/"))
    faults = [f"{tag} is defined in {', '.join(files)}" for tag, files in tags_twice(texts).items()]
    faults += [f"{name} has {n} lines, {HEADER} at most" for name, n in long_headers(texts)]
    slivers = [name for name, text in texts.items() if name.endswith(".c") and text.count("\n") < SLIVER]
    if len(slivers) >= SLIVERS:
        faults += [f"{len(slivers)} C files have fewer than {SLIVER} lines, fewer than {SLIVERS} may"]
    for fault in faults:
        print(fault)
    print(f"{len(texts)} files, {len(slivers)} of fewer than {SLIVER} lines, {len(faults)} faults")
    return 1 if faults or len(texts) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
