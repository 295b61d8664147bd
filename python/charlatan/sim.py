"""Simulations: many whole games of bots, played on several threads, with their results as numbers."""
import array
import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import _core

# How many games a thread plays before it looks for more.
PIECE = 64


def _seated(game, bots):
    """A Bot for each seat, of names, of bots, or of one for all."""
    if isinstance(bots, (str, _core.Bot)):
        bots = [bots] * game.num_players()
    return tuple(game.bot(b) if isinstance(b, str) else b for b in bots)


def _arrays(games, players):
    """Arrays of zeros: returns, scores, moves. Numpy's where it is installed, else memoryviews."""
    kinds = [("d", (games, players)), ("i", (games, players)), ("i", (games,))]
    try:
        import numpy
    except ImportError:
        pass
    else:
        return [numpy.zeros(shape, dtype=kind) for kind, shape in kinds]
    flat = [memoryview(array.array(k, bytes(array.array(k).itemsize * math.prod(s)))) for k, s in kinds]
    return [m.cast("B").cast(k, s) for m, (k, s) in zip(flat, kinds)]


def _summary(bots, returns, scores, moves):
    """What each seat did, as a list of dicts."""
    rows = []
    games = len(moves)
    for seat, bot in enumerate(bots):
        gains = [returns[i, seat] for i in range(games)]
        points = [scores[i, seat] for i in range(games)]
        mean = sum(gains) / games
        spread = sum((g - mean) ** 2 for g in gains) / max(1, games - 1)
        rows.append(
            {
                "seat": seat,
                "bot": bot.name,
                "wins": sum(1 for g in gains if g > 0),
                "mean_return": float(mean),
                # Half the width of the interval that holds the true mean in 95 of 100 cases.
                "error": 1.96 * math.sqrt(spread / games),
                "mean_score": float(sum(points) / games),
            }
        )
    return rows


def simulate(
    game: _core.Game,
    bots: str | _core.Bot | Sequence[str | _core.Bot],
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> dict[str, Any]:
    """Plays games of bots and returns a dict.

    `bots` is one name or Bot for all seats, or one for each. "returns" and "scores" have a row for
    each game and a column for each seat, "moves" has the length of each game; "seats" sums them up.
    Game i of a seed is the same for any number of threads.
    """
    if games < 1:
        raise ValueError("games must be at least 1")
    seated = _seated(game, bots)
    returns, scores, moves = _arrays(games, game.num_players())
    starts = range(0, games, PIECE)

    def play(start):
        end = min(games, start + PIECE)
        _core.play(game, seated, seed, start, returns[start:end], scores[start:end], moves[start:end], stop)

    stop = bytearray(1)
    with ThreadPoolExecutor(threads or os.cpu_count()) as crew:
        try:
            list(crew.map(play, starts))
        except BaseException:
            # Ctrl-C reaches this thread alone.
            stop[0] = 1
            crew.shutdown(wait=False, cancel_futures=True)
            raise
    return {
        "game": game.name,
        "games": games,
        "seed": seed,
        "returns": returns,
        "scores": scores,
        "moves": moves,
        "mean_moves": sum(moves) / games,
        "seats": _summary(seated, returns, scores, moves),
    }
