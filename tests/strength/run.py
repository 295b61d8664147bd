#!/usr/bin/env python3
"""Tests of the ladder: each level beats the one before it, by as much as it should, and tools/strength counts right.

run.py [--charlatan build/release/charlatan] [name ...]

The games are few and their seeds fixed, so the bounds are wide and the same program always gets the same result.
`make strength` measures well. See tests/harness.py.
"""

import importlib.machinery
import importlib.util
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import folder, must, program

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
LEAST, MOST = 60, 86    # percent of the games; the aim is 70 to 76


def tool():
    """tools/strength as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("strength", os.path.join(ROOT, "tools", "strength"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("strength", loader))
    loader.exec_module(module)
    return module


def share(strength, game, players, above, below, games):
    """How many of 100 games `above` wins against `below`, with half of the seats each."""
    ways = strength.seatings(players)
    runs = [strength.simulate(program(), game, players, [above, below], first, games // len(ways), ["--threads", "1"], 5)
            for first in ways]
    points, _ = strength.elo([above, below], [{"pair": [above, below], "runs": runs}], below)[above]
    return strength.percent(points)


def steps(game, counts, levels, games):
    strength = tool()
    for players in counts:
        for below, above in zip(levels, levels[1:]):
            won = share(strength, game, players, above, below, games)
            must(LEAST <= won <= MOST, f"{game}, {players} players: {above} wins {won:.1f} % against {below}")


def test_steps_arcane():
    steps("arcane", (2, 3, 4, 5, 6), ["easy", "casual", "medium", "hard"], 120)


def test_steps_quacks():
    steps("quacks", (2, 3, 4), ["easy", "casual", "medium"], 200)


def test_steps_quacks_hard():
    """hard computes odds, which takes longer."""
    steps("quacks", (2, 4), ["medium", "hard"], 48)


def test_master():
    """With a few imagined games master beats casual already, in the Quacks hard; with its 0.7 seconds it has many more."""
    for game in ("arcane", "quacks"):
        won = share(tool(), game, 2, "master:iterations=200", "casual", 8)
        must(won >= 50, f"{game}: master wins {won:.1f} % against casual")
    won = share(tool(), "quacks", 2, "master:iterations=200", "hard", 24)
    must(50 <= won <= 90, f"quacks: master wins {won:.1f} % against hard")


def made_up(luck, a, b, first, second, odds, games):
    """A run of games of bots whose odds are known."""
    chance = first * odds[a] / (first * odds[a] + second * odds[b])
    won = sum(luck.random() < chance for _ in range(games)) / games
    return {"first": first, "second": second, "games": games, "deals": games, "share": won, "error": (won * (1 - won) / games) ** 0.5}


def test_elo():
    """Games of known strengths give back these strengths, within the interval."""
    strength, luck = tool(), random.Random(7)
    known = {"a": 0.0, "b": 120.0, "c": 300.0, "d": -200.0}
    odds = {bot: 10 ** (points / 400) for bot, points in known.items()}
    pairs = [(x, y) for x in known for y in known if x < y]
    results = [{"pair": [x, y], "runs": [made_up(luck, x, y, 1, 2, odds, 3000), made_up(luck, x, y, 2, 1, odds, 3000)]} for x, y in pairs]
    found = strength.elo(list(known), results, "a")
    must(found["a"] == (0, 0), found)
    for bot, points in known.items():
        if bot != "a":
            must(abs(found[bot][0] - points) < 1.6 * found[bot][1] and 3 < found[bot][1] < 15, bot, found[bot])
    turned = [{"pair": r["pair"][::-1], "runs": [strength.flipped(run) for run in r["runs"]]} for r in results]
    for bot, (points, error) in strength.elo(list(known), turned, "a").items():
        must(abs(points - found[bot][0]) < 0.01 and abs(error - found[bot][1]) < 0.01, "whoever is named first")


def measure(*more):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "strength"), "--program", program(), "--out", folder(), "--quick",
                           "--game", "arcane", "--players", "2", "--only", "easy,casual,greedy", "--games", "20", *more],
                          capture_output=True, text=True, timeout=100)
    must(done.returncode == 0, done.stderr)
    return done.stdout


def test_page():
    """What was measured is kept and not measured again; the table goes between the marks of a page."""
    first = measure()
    must("| `casual` against `easy` |" in first and "| `greedy` | 0 |" in first, first)
    must(len([f for f in os.listdir(folder()) if f.endswith(".json")]) == 3, os.listdir(folder()))
    must(measure("--print") == first, "read again")
    page = os.path.join(folder(), "page.md")
    with open(page, "w") as to:
        to.write(f"before\n{tool().BEGIN}\nold\n{tool().END}\nafter\n")
    measure("--page", page)
    with open(page) as now:
        must(now.read() == f"before\n{first.rstrip()}\nafter\n", "between the marks")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
