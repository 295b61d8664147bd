#!/usr/bin/env python3
"""Rehearses a new item of Arcane Alley by the checklist of CONTRIBUTING.md, "Adding an item".

item.py BUILD

Files count as named there by their last part (effects.c). Three things must be so: whatever names an item is named there,
but for examples; a copy of the tree in which an item has another name, in the files named there alone, builds, is played
and knows the old name nowhere; and where the compiler stops because there is one item more is named there. (The copy has
as many items as before, because nets fit one number of them; the 21st is only compiled as far as that.)
"""
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rehearsal import ROOT, command_of, compile_all, copy_tree, link_program, run

# What is looked through for names of items.
LOOKED = re.compile(r"^(games|bots|board|sim|tui|cli|advice|review|wire|gpu|match|server|web/src|docs/schema)/.*\.(c|h|def|inc|ts|svelte|css|json)$")
# They name items only as examples, or as pictures of the first page.
EXAMPLES = {"games/arcane/first.def", "cli/rules.c", "tui/rules.c", "web/src/table_numbers.ts"}
# Old and new: enum, id, name. It stays in its place in the alphabet.
OLD, NEW = ("DARK_LOTUS", "dark-lotus", "Dark Lotus"), ("DAWN_LOTUS", "dawn-lotus", "Dawn Lotus")
ROW = 'ITEM(PAPER_LANTERN, "paper-lantern", "Paper Lantern", "Lantern", 8, 2, 4, 5, WHEN_PLAYED)\n'
# Where the compiler must stop if there is one item more: what follows from their number.
STOPS = {"arcane.h", "json_options.c", "observe.h", "observe.c", "arcane_guess.c", "arcane_inputs.c", "help.c"}


def checklist():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    return text.split("## Adding an item (Arcane Alley)", 1)[1].split("\n## ", 1)[0]


def is_named(path, section):
    """help.def makes help.c: rows are edited, not what expands them."""
    name = Path(path).name
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}\b", section)) or path == "games/arcane/help.c" and "help.def" in section


def without_comments(path, text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S) if not path.endswith(".json") else text


def unnamed(section):
    """Files that name an item and are not on the list."""
    items = re.findall(r'^ITEM\((\w+), "([a-z-]+)", "([^"]+)"', (ROOT / "games/arcane/items.def").read_text(), re.M)
    assert len(items) == 20, items
    any_item = re.compile("|".join(rf"\b{e}\b|(?<![\w-]){i}(?![\w-])|\b{n}\b" for e, i, n in items))
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    naming = [f for f in files if LOOKED.match(f) and (ROOT / f).is_file()
              and any_item.search(without_comments(f, (ROOT / f).read_text()))]
    assert len(naming) > 20, naming
    return [f for f in naming if f not in EXAMPLES and not is_named(f, section)]


# ---- the renamed item ----

def rename(tree, names, section):
    """Renames it in the named files. Returns the C files to be compiled anew."""
    changed = set()
    for name in (n for n in names if is_named(n, section)):
        text = (tree / name).read_text(errors="surrogateescape")
        to = text
        for old, new in zip(OLD, NEW):
            to = to.replace(old, new)
        if to != text:
            (tree / name).write_text(to, errors="surrogateescape")
            changed.add(name)
    assert "games/arcane/items.def" in changed and len(changed) > 8, changed
    rows = "|".join(re.escape(n) for n in changed if n.endswith(".def"))
    return [n for n in names if n.endswith(".c") and not n.startswith("learn/")
            and (n in changed or re.search(rf'#include "(?:{rows})"', (tree / n).read_text()))]


def check_program(program):
    binary = program.read_bytes()
    for old in OLD[1:]:
        assert old.encode() not in binary, f"the program still says {old}"
    assert NEW[2] in run(program, "rules", NEW[1])
    assert f'"id":"{NEW[1]}"' in re.sub(r'": "', '":"', run(program, "rules", "--json"))
    asked = [{"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": {"cards": {"items": {item: {"gold": 31}}}}}
             for item in (NEW[1], OLD[1])]
    said = [json.loads(line) for line in run(program, "engine", input="".join(json.dumps(a) + "\n" for a in asked)).splitlines()]
    assert said[0]["ok"] and not said[1]["ok"], said
    told = run(program, "sim", "arcane", "--games", "60", "--seed", "1", "--bots", "greedy,net", "--json",
               "--set", f"cards.{NEW[1]}.gold=31")
    assert NEW[2] in told and json.loads(told), told[:2000]


# ---- one item more ----

def stops(build, tree, names):
    """The files in which the compiler finds something wrong."""
    rows = tree / "games/arcane/items.def"
    rows.write_text(rows.read_text().replace("ITEM(SACRED", ROW + "ITEM(SACRED"))
    commands = {c["file"]: c["command"] for c in json.loads((build / "compile_commands.json").read_text())}
    mine = [n for n in names if n.endswith(".c") and str(ROOT / n) in commands
            and re.match(r"games/arcane/|bots/\w+/arcane_|bots/levels", n)]

    def one(name):
        command = command_of(commands, name, tree, "/dev/null").replace(" -O1 ", " -O0 ")
        command = command.replace(" -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3", "") + " -fsyntax-only"
        done = subprocess.run(["sh", "-c", command], cwd=build, capture_output=True, text=True, check=False)
        return set(re.findall(rf"^{re.escape(str(tree))}/(\S+?):\d+:\d+: error", done.stderr, re.M))

    with ThreadPoolExecutor(2) as two:
        return set().union(*two.map(one, mine))


def main():
    build = Path(sys.argv[1]).resolve()
    section = checklist()
    left = unnamed(section)
    assert not left, f"these name an item, and CONTRIBUTING.md does not name them: {left}"
    with tempfile.TemporaryDirectory(prefix="item-") as folder:
        tree = Path(folder)
        names = copy_tree(tree)
        again = rename(tree, names, section)
        check_program(link_program(build, tree, compile_all(build, tree, again)))
        found = stops(build, tree, names)
    assert {Path(f).name for f in found} >= STOPS, f"nothing stops in {STOPS - {Path(f).name for f in found}}"
    left = [f for f in sorted(found) if not is_named(f, section)]
    assert not left, f"one item more stops these, and CONTRIBUTING.md does not name them: {left}"
    print(f"an item under another name: {len(again)} files compiled; one item more stops {len(found)} files, all of them named")


if __name__ == "__main__":
    main()
