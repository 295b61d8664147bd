#!/usr/bin/env python3
"""Rehearses a new game: a copy of games/null under another name and one row in games/games.def, and no other file.

rehearsal.py BUILD

In a temporary copy of the tree, the new files and all that expand the list are compiled; they are linked before the
libraries of BUILD, which a list with one row more does not change. The copy must then be in the protocol, the
simulator, the library, Python (where BUILD has the package), the server's list and the page's list (where the page's
packages are installed).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "dull"
LIST = "games/games.def"
SOURCES = re.compile(r"\.(c|h|def|inc|net)$")
NEVER = ("tests/", "fuzz/", "wasm/", "learn/", "web/", "docs/")


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))[-300:]}\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


# ---- the tree ----

def copy_tree(to):
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    names = [n for n in names if SOURCES.search(n) and not n.startswith(NEVER) and (ROOT / n).is_file()]
    for name in names:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, to / name)
    return names


def refusals(folder):
    """The names of the null game's refusals, which another game may not have too."""
    texts = [file.read_text() for file in folder.glob("*refusals.def")]
    return [name for text in texts for name in re.findall(r"^REFUSAL\((\w+)", text, re.M) if not name.startswith("null_")]


def renamed(text, names):
    """A file of the null game as one of the copy's. What only has the word, such as NULL and write_null(), stays."""
    text = re.sub(rf"(REFUSAL\(|ROW\(|refusal_)(?=(?:{'|'.join(names)})\b)", rf"\1{NAME}_", text)
    text = text.replace("games/null/null.h", f"games/{NAME}/{NAME}.h").replace("games/null/", f"games/{NAME}/")
    text = re.sub(r"\b(refusal_)?null_", rf"\1{NAME}_", text).replace('"null"', f'"{NAME}"')
    return re.sub(r"\bNULL_|(?<=GAMES_)NULL_", f"{NAME.upper()}_", text)


def add_game(tree):
    """The copy and its row. Returns the names of its C files."""
    made = []
    (tree / f"games/{NAME}").mkdir()
    names = refusals(tree / "games/null")
    for file in sorted((tree / "games/null").iterdir()):
        path = tree / f"games/{NAME}" / file.name.replace("null", NAME)
        path.write_text(renamed(file.read_text(), names))
        made += [str(path.relative_to(tree))] * (path.suffix == ".c")
    rows = (tree / LIST).read_text()
    (tree / LIST).write_text(re.sub(r"^GAME\(null\)", f"GAME({NAME})\nGAME(null)", rows, flags=re.M))
    return made


# ---- building ----

def command_of(commands, name, tree, to):
    """How BUILD compiles a file, for the one in the copy."""
    old = name.replace(f"{NAME}/{NAME}.c", "null/null.c").replace(f"/{NAME}/", "/null/")
    line = commands[str(ROOT / old)].replace(str(ROOT / old), str(ROOT / name))
    line = re.sub(r" -o \S+", f" -o {to}", line)
    # What is only a test of our list need not be fast.
    return line.replace(str(ROOT), str(tree)).replace(" -O3 ", " -O1 ").replace(" -flto=auto", "")


def compile_all(build, tree, names):
    commands = {c["file"]: c["command"] for c in json.loads((build / "compile_commands.json").read_text())}
    places = [tree / (name.replace("/", "_") + ".o") for name in names]

    def one(name, place):
        run("sh", "-c", command_of(commands, name, tree, place), cwd=build)

    with ThreadPoolExecutor(2) as two:
        list(two.map(one, names, places))
    return [str(place) for place in places]


def link_of(build, target):
    """The command that links it: its parts."""
    last = run("ninja", "-C", str(build), "-t", "commands", target).splitlines()[-1]
    return last.removeprefix(": && ").removesuffix(" && :").split()


def link_program(build, tree, objects):
    words = link_of(build, "charlatan")
    at = words.index("-o")
    words[at + 1] = str(tree / "charlatan")
    run(*words[:at + 2], "-fno-lto", *objects, *words[at + 2:], cwd=build)
    return tree / "charlatan"


# What libcharlatan is made of: code that may be in a shared library.
LIBRARY = ("lib", "review", "match", "advice", "html", "wire", "gpu", "bots", "board", "rules")


def link_package(build, tree, objects):
    """The Python package with the copy, or None if BUILD has none."""
    core = sorted(build.glob("CMakeFiles/python_core.dir/python/core/*.o"))
    if not core or len(core) != len(list((ROOT / "python/core").glob("*.c"))):
        return None
    words = link_of(build, "charlatan")
    libraries = [w for w in words if w.startswith("-l") or re.search(r"/lib(jansson|sodium)\.", w)]
    libraries = [f"lib{name}.a" for name in LIBRARY] + libraries
    objects = [o for o in objects if Path(o).name.startswith(("games_", *(f"{name}_" for name in LIBRARY)))]
    shutil.copytree(ROOT / "python/charlatan", tree / "package/charlatan")
    run(words[0], "-shared", "-fno-lto", "-o", str(tree / "package/charlatan/_core.abi3.so"), *map(str, core), *objects,
        *libraries, cwd=build)
    return tree / "package"


# ---- where the copy must be ----

def check_protocol(program):
    asked = [{"op": "hello"}, {"op": "new", "game": NAME, "players": 2, "seed": 1}]
    said = run(program, "engine", input="".join(json.dumps(a) + "\n" for a in asked)).splitlines()
    games = json.loads(said[0])["games"]
    assert NAME in games and games == sorted(games), games
    assert json.loads(said[1])["ok"], said[1]


def check_simulator(program):
    told = run(program, "sim", NAME, "--games", "40", "--seed", "1")
    assert "random" in told and "40" in told, told


def check_server(program, tree):
    command = [program, "serve", "--port", "0", "--db", "memory"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          env={**os.environ, "HOME": str(tree)}) as server:
        try:
            address = next(m[0] for m in (re.search(r"http://[\d.:]+", line) for line in server.stdout) if m)
            with urllib.request.urlopen(f"{address}/api/games", timeout=20) as answer:
                rows = {row["name"]: row for row in json.load(answer)["games"]}
        finally:
            server.terminate()
    assert rows[NAME]["min_players"] == 2 and rows[NAME]["max_players"] == 6, rows


PLAY = f"""
import charlatan
state = charlatan.load_game("{NAME}", players=3, tosses=2).new_initial_state(seed=1)
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print(len(state.returns()))
"""


def check_library(package):
    assert run("/usr/bin/python3", "-c", PLAY, env={**os.environ, "PYTHONPATH": str(package)}).strip() == "3"


def check_page(program):
    told = run("npx", "--no-install", "vitest", "run", "test/list.test.ts", "--reporter=verbose", cwd=ROOT / "web",
               env={**os.environ, "CHARLATAN": str(program), "NO_COLOR": "1"})
    assert f"has {NAME}, and a table of it has a face" in told, told


def main():
    build = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        tree = Path(folder)
        names = copy_tree(tree)
        lists = [n for n in names if n.endswith(".c") and f'"{LIST}"' in (tree / n).read_text()]
        objects = compile_all(build, tree, add_game(tree) + lists)
        program = link_program(build, tree, objects)
        package = link_package(build, tree, objects)
        check_protocol(program)
        check_simulator(program)
        check_server(program, tree)
        left_out = []
        if package:
            check_library(package)
        else:
            left_out.append("the library by Python: no package was built")
        if (ROOT / "web/node_modules").is_dir() and shutil.which("npx"):
            check_page(program)
        else:
            left_out.append("the page: its packages are not installed")
    print(f"a copy of null is a game: {len(objects)} files compiled, one row added" + "".join(f"; left out: {x}" for x in left_out))


if __name__ == "__main__":
    main()
