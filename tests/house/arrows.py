#!/usr/bin/python3
"""Compares every #include with the arrow table of HACKING.md, and finds comparisons with one game.

The table ("## The arrows") has a row for each folder: its name, what it holds, which folders it may
include. A file may also include its own folder. Three kinds of headers belong to their folder alone.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^[ \t]*#\s*include\s+"([^"]+)"', re.M)
PRIVATE = re.compile(r"inside\.h$|^games/[a-z]+/(rules|json)\.h$")
# Every folder may make its own list of the games of this one.
LIST = "games/games.def"
# Tests may include any header.
NOSY = {"tests", "fuzz"}
# What differs by game is a member of a table that the game fills; code never asks which game it is.
# MUST(v->game == &arcane_game) is allowed, because it only states a promise.
ONE_GAME = re.compile(
    r'[=!]=\s*&(?:arcane|quacks|null)_(?:game|json)|strn?cmp\([^;]*"(?:arcane|quacks|null)"'
)


def table(text):
    """Reads the arrow table: {folder: set of folders}."""
    part = text.split("## The arrows", 1)[1].split("\n## ", 1)[0]
    rows = {}
    for line in part.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            allowed = set(re.findall(r"`([^`]+?)/?`", cells[2]))
            for name in re.findall(r"`([^`]+?)/?`", cells[0]):
                rows[name] = allowed
    return rows


def folder_of(path):
    """The row a file belongs to: games' json files know the wire, their rules do not."""
    parts = path.split("/")
    if parts[0] == "games":
        return "games/*/json*.c" if parts[-1].startswith("json") else "games"
    return parts[0]


def wrong_include(path, target, rows):
    """Why `path` may not include `target`, or None."""
    here, there = path.split("/")[0], target.split("/")[0]
    row = folder_of(path)
    if target == LIST:
        return None
    if "/" not in target:
        return "name the header with its folder" if row != "wasm" else None
    if here == "games" and there == "games" and path.split("/")[1] != target.split("/")[1]:
        return "a game knows nothing of another game"
    if PRIVATE.search(target) and Path(target).parent != Path(path).parent:
        return None if row in NOSY else f"{Path(target).name} belongs to its folder alone"
    if here == there:
        return None
    if row not in rows:
        return f"{row} has no row in the arrow table"
    return None if there in rows[row] else f"{row} may not include {there}"


def c_files():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [n for n in names.splitlines() if re.search(r"\.(c|h|inc)$", n) and (ROOT / n).is_file()]


def faults(path, text, rows):
    for match in INCLUDE.finditer(text):
        why = wrong_include(path, match[1], rows)
        if why:
            yield f"{path}:{text[: match.start()].count(chr(10)) + 1}: includes {match[1]}: {why}"
    if path.split("/")[0] in NOSY | {"games"}:
        return
    for number, line in enumerate(text.splitlines(), 1):
        if ONE_GAME.search(line) and "MUST(" not in line:
            yield f"{path}:{number}: asks which game it is; make it a member of a table"


def selfcheck():
    """Checks the test itself: these errors must be found."""
    rows = {"engine": set(), "games": {"engine"}, "bots": {"engine", "games"}, "cli": {"tui"}}
    assert wrong_include("engine/hash.c", "wire/wire.h", rows)
    assert wrong_include("games/arcane/turn.c", "games/quacks/quacks.h", rows)
    assert wrong_include("games/arcane/turn.c", "wire/wire.h", rows)
    assert wrong_include("bots/worth.h", "games/quacks/rules.h", rows)
    assert wrong_include("tui/plain.c", "cli/cli.h", rows)
    assert not wrong_include("bots/worth.h", "games/quacks/quacks.h", rows)
    assert not wrong_include("engine/help.h", LIST, rows)
    assert list(faults("sim/a.c", 'if (strcmp(g->name, "arcane") == 0)\n', rows))
    assert list(faults("tui/a.c", "x = g == &arcane_game ? 1 : 2;\n", rows))


def main():
    selfcheck()
    rows = table((ROOT / "HACKING.md").read_text())
    found = []
    for path in c_files():
        found += faults(path, (ROOT / path).read_text(), rows)
    found += [f"HACKING.md: there is no folder {r}/" for r in rows
              if "*" not in r and not (ROOT / r).is_dir()]
    print("\n".join(found), end="\n" if found else "")
    print(f"{len(c_files())} files, {len(rows)} folders in the arrow table, {len(found)} wrong arrows")
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
