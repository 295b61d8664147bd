#!/usr/bin/python3
"""Compares every #include with the arrow table of HACKING.md, and finds comparisons with one game, in C and TypeScript,
and rules that ask where they run.

The table ("## The arrows") has a row for each folder: its name, what it holds, which folders it may
include. A file may also include its own folder. Rooms, folders within a folder, have rows of their own; elsewhere the
folder's name stands for its rooms, too. Three kinds of headers belong to their folder alone.

In C a game's name in quotation marks is for files that are named after the game. In web/ only the folder of a game,
games/NAME, may say that game's name, also as the beginning of a key of words; games/list.ts alone imports these folders.
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
GAMES = re.findall(r"^GAME\((\w+)\)", (ROOT / LIST).read_text(), re.M)
NAMES = "|".join(GAMES)
ONE_GAME = re.compile(rf'[=!]=\s*&(?:{NAMES})_(?:game|json)|strn?cmp\([^;]*"(?:{NAMES})"')
# A game's name as a text of its own, whoever compares it: text_same(name, "quacks"). "null" is also a word of JSON.
NAME_IN_C = re.compile(rf'"(?:{"|".join(g for g in GAMES if g != "null")})"')
# Notes are not code.
NOTE = re.compile(r"/\*.*?\*/", re.S)
# The games with a folder in the page; "null" is also a word of TypeScript and of JSON.
ROOMS = sorted(f.name for f in (ROOT / "web/src/games").iterdir() if f.is_dir())
# A name in quotation marks, alone or before more (a key of words), or as the key of a table: all choose by game.
ONE_ROOM = re.compile(rf"""["'`](?:{"|".join(ROOMS)})["'`.:-]|\b(?:{"|".join(ROOMS)})\??:|\bgame [!=]==? "null\"""")
ROOM_IMPORT = re.compile(rf'(?:from|import) *\(?"[^"]*/({"|".join(ROOMS)})(?:/[^"]*)?"')
# The rules are the same text everywhere. What a place lacks, a header says that its build puts in front
# (engine/around.h). Conditions guard headers, give columns of .def files a default, or refuse big-endian machines.
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b(.*)", re.M)
HARMLESS = re.compile(r"[ \t]+CHARLATAN_\w+_H$|.*\b__BYTE_ORDER__\b")
ACCELERATOR = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+mem(?:cpy|move|set|cmp)\b|\b(?:PLAYS_ONLY|CARD_APART|ENDS|__(?:NVPTX|CUDA)\w*)\b", re.M
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


def folder_of(path, rows):
    """The row a file belongs to: games' json files know the wire, their rules do not."""
    parts = path.split("/")
    if parts[0] == "games":
        return "games/*/json*.c" if parts[-1].startswith("json") else "games"
    room = "/".join(parts[:2])
    return room if room in rows else parts[0]


def wrong_include(path, target, rows):
    """Why `path` may not include `target`, or None."""
    here, there = path.split("/")[0], target.split("/")[0]
    row = folder_of(path, rows)
    if target == LIST:
        return None
    if "/" not in target:
        return "name the header with its folder" if row != "wasm" else None
    if here == "games" and there == "games" and path.split("/")[1] != target.split("/")[1]:
        return "a game knows nothing of another game"
    if PRIVATE.search(target) and Path(target).parent != Path(path).parent:
        return None if row in NOSY else f"{Path(target).name} belongs to its folder alone"
    if here == there:
        there = folder_of(target, rows)
        if here == "games" or row == there:
            return None
    if row not in rows:
        return f"{row} has no row in the arrow table"
    return None if there in rows[row] else f"{row} may not include {there}"


def asks_where(path, text):
    """What in a file of the rules or the bots differs from machine to machine: (offset, what)."""
    folder = path.split("/")[0]
    if folder in {"engine", "games", "bots"}:
        yield from ((m.start(), m[0].strip()) for m in ACCELERATOR.finditer(text))
    if folder in {"engine", "games"} and not path.endswith(".def"):
        yield from ((m.start(), m[0].strip()) for m in CONDITION.finditer(text) if not HARMLESS.match(m[1]))


def listed(folder="."):
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [n for n in names.splitlines() if (ROOT / n).is_file()]


def c_files():
    return [n for n in listed() if re.search(r"\.(c|h|inc|def)$", n)]


def faults(path, text, rows):
    for match in INCLUDE.finditer(text):
        why = wrong_include(path, match[1], rows)
        if why:
            yield f"{path}:{text[: match.start()].count(chr(10)) + 1}: includes {match[1]}: {why}"
    for at, what in asks_where(path, text):
        yield f"{path}:{text[:at].count(chr(10)) + 1}: asks where it runs: {what}"
    if path.split("/")[0] in NOSY | {"games"}:
        return
    own = any(game in Path(path).stem for game in GAMES) or path.startswith("docs/")
    code = NOTE.sub(lambda note: re.sub(r"[^\n]", " ", note[0]), text)
    for number, line in enumerate(code.splitlines(), 1):
        if ONE_GAME.search(line) and "MUST(" not in line or not own and NAME_IN_C.search(line):
            yield f"{path}:{number}: asks which game it is; make it a member of a table"


def web_files():
    return [n for n in listed("web") if re.match(r"web/(?:src/.*|[^/]+)\.(ts|svelte|css)$", n)]


def web_faults(path, text):
    """Why a file of the page knows a game that it should not know."""
    room = re.match(r"web/src/games/(\w+)/", path)
    for number, line in enumerate(text.splitlines(), 1):
        named = ROOM_IMPORT.search(line)
        if named and path != "web/src/games/list.ts" and (not room or named[1] != room[1]):
            yield f"{path}:{number}: imports from the folder of {named[1]}; look it up in games/list.ts"
        elif not room and not named and not re.match(r"\s*(//|/?\*)", line) and ONE_ROOM.search(line):
            yield f"{path}:{number}: asks which game it is; make it a member of its object (games/game.ts)"


def selfcheck():
    """Checks the test itself: these errors must be found."""
    rows = {"engine": set(), "games": {"engine"}, "bots": {"engine", "games"}, "cli": {"tui", "server"},
            "server": {"server/http"}, "server/http": set()}
    assert wrong_include("engine/hash.c", "wire/write.h", rows)
    assert wrong_include("games/arcane/turn.c", "games/quacks/quacks.h", rows)
    assert wrong_include("games/arcane/turn.c", "wire/write.h", rows)
    assert wrong_include("bots/odds/quacks_worth.h", "games/quacks/rules.h", rows)
    assert wrong_include("tui/plain.c", "cli/cli.h", rows)
    assert wrong_include("bots/a.c", "games/clock_inside.h", rows)
    assert wrong_include("server/http/peers.c", "server/server.h", rows)
    assert not wrong_include("server/serve.c", "server/http/transport.h", rows)
    assert not wrong_include("cli/serve.c", "server/http/transport.h", rows)
    assert not wrong_include("bots/worth.h", "games/quacks/quacks.h", rows)
    assert not wrong_include("engine/help.h", LIST, rows)
    assert list(faults("sim/a.c", 'if (strcmp(g->name, "arcane") == 0)\n', rows))
    assert list(faults("tui/a.c", "x = g == &arcane_game ? 1 : 2;\n", rows))
    assert list(faults("tui/a.c", 'if (text_same(name, "quacks"))\n', rows))
    assert list(faults("load/a.c", '{"arcane", 2},\n', rows))
    assert not list(faults("bench/arcane.c", '.name = "arcane",\n', rows))
    assert not list(faults("tui/a.c", '/* Such as "arcane", or\n * "quacks". */\nputs("charlatan play arcane");\n', rows))
    assert list(faults("games/null/a.c", "int x;\n#if defined(__wasm__)\n", rows))
    assert list(faults("engine/a.h", "#ifdef __NVPTX__\n", rows))
    assert list(faults("engine/a.h", "#define memcpy(to, from, n) 0\n", rows))
    assert list(faults("games/null/a.c", "if (PLAYS_ONLY)\n", rows))
    assert list(faults("bots/a.c", "#ifndef __CUDA_ARCH__\n", rows))
    assert not list(faults("engine/a.h", "#ifndef CHARLATAN_A_H\n#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n", rows))
    assert not list(faults("bots/a.c", "#ifdef __x86_64__\n", rows))
    for line in ('if (game === "quacks") chips();', "const all = { arcane: 1, quacks: 2 };", '[data-room="quacks"] {',
                 'if (game === "null") return;', "say(`quacks.colour.${colour}`)", 'say("quacks.the-space")', 'import { face } from "../games/arcane/face";'):
        assert list(web_faults("web/src/table/a.ts", line)), line
    assert list(web_faults("web/src/games/arcane/a.ts", 'import { pot } from "../quacks/pot";'))
    assert not list(web_faults("web/src/games/arcane/a.ts", 'const game = "arcane";'))
    assert not list(web_faults("web/src/table/a.ts", '// as games/quacks/help.c: "quacks"'))


def main():
    selfcheck()
    rows = table((ROOT / "HACKING.md").read_text())
    found = []
    for path in c_files():
        found += faults(path, (ROOT / path).read_text(), rows)
    for path in web_files():
        found += web_faults(path, (ROOT / path).read_text())
    found += [f"HACKING.md: there is no folder {r}/" for r in rows
              if "*" not in r and not (ROOT / r).is_dir()]
    print("\n".join(found), end="\n" if found else "")
    print(f"{len(c_files())} files in C and {len(web_files())} of the page, {len(rows)} folders in the arrow table, {len(found)} wrong arrows")
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
