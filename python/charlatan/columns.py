"""What each game tells of each seat, as arrays: the columns of `charlatan sim`, which plays the games."""
import array
import csv
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any


def _program(program: str | None) -> str:
    """The program charlatan: as given, of the environment variable CHARLATAN, or of the path."""
    found = program or os.environ.get("CHARLATAN") or shutil.which("charlatan")
    if not found:
        raise FileNotFoundError("the program charlatan was not found; install it, or name it with program=")
    return found


def _column(texts: list[str]) -> Any:
    """Whole numbers as an array, numpy's where it is installed; names as a list."""
    try:
        numbers = array.array("q", map(int, texts))
    except ValueError:
        return texts
    try:
        import numpy
    except ImportError:
        return numbers
    return numpy.array(numbers, dtype="int64")


def measure(
    game: str,
    bots: str | Sequence[str] = "greedy",
    games: int = 1000,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    columns: Sequence[str] | None = None,
    seed: int = 1,
    threads: int | None = None,
    program: str | None = None,
) -> dict[str, Any]:
    """Plays games of bots and returns a dict of columns, each with a row for every game and seat.

    `options` are those of the game, numbers included, as a dict: {"wizards": "random", "numbers":
    {"inspection": {"fine": 10}}}. `columns` names some of those that `charlatan sim GAME --metrics`
    lists; all of them otherwise. "deal" and "seating" say which game a row is of. The same seed gives
    the same rows for any number of threads.
    """
    words = [_program(program), "sim", game, "--bots", bots if isinstance(bots, str) else ",".join(bots)]
    words += ["--games", str(games), "--seed", str(seed), "--csv", "-", "--quiet"]
    words += ["--players", str(players)] if players else []
    words += ["--threads", str(threads)] if threads else []
    words += ["--columns", ",".join(columns)] if columns else []
    for key, value in (options or {}).items():
        words += ["--set", f"{key}={json.dumps(value)}"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip() or f"charlatan sim ended with status {done.returncode}")
    rows = csv.reader(done.stdout.splitlines())
    names = next(rows)
    return {name: _column(list(texts)) for name, texts in zip(names, zip(*rows))}
