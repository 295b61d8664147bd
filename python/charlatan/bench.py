"""Measures the speed of the package: python -m charlatan.bench [--seconds N] [--threads N] [--json]

One state from Python: random games by legal_actions() and apply_action(), beside pyspiel's pig and hearts where
OpenSpiel is installed. A batch with observations and masks (needs numpy): the time within step() alone, and with random
actions chosen by numpy. Work of one thread is timed by its own processor time, so other programs hardly disturb it;
work of several threads by the clock on the wall. Rounds take turns, and the best of each counts.
"""
import argparse
import json
import random
import sys
import time

import charlatan

ROUNDS = 5
# How many games a batch has.
GAMES = 512


def clocked(work, seconds):
    """How much work was done in a second: work() returns how many steps it took, and the seconds that count."""
    steps = spent = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        done, took = work()
        steps += done
        spent += took
    return steps / spent


def random_game(make, rng):
    """Plays a random game and returns its decisions and how long it took."""
    began, steps = time.thread_time(), 0
    state = make()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps, time.thread_time() - began


def single_states():
    """Names and what to measure, of games with one state."""
    rng = random.Random(1)
    for name in charlatan.games():
        make = charlatan.load_game(name, players=4).new_initial_state
        yield f"charlatan {name}, 4 players", lambda make=make: random_game(make, rng)
    try:
        import pyspiel
    except ImportError:
        print("pyspiel is not installed: its pig and hearts are left out", file=sys.stderr)
        return
    for name in ("pig", "hearts"):
        make = pyspiel.load_game(name).new_initial_state
        yield f"pyspiel {name}", lambda make=make: random_game(make, rng)


def batches(threads):
    """The same for batches, with decisions instead of steps."""
    try:
        import numpy
    except ImportError:
        print("numpy is not installed: batches are left out", file=sys.stderr)
        return
    from .vector import Games, random_actions

    rng = numpy.random.default_rng(1)

    def steps(games, clock, choosing):
        began = clock()
        games.actions[:] = random_actions(games.masks, rng)
        chosen = clock()
        games.step()
        return games.count, clock() - (began if choosing else chosen)

    for name in charlatan.games():
        for n in sorted({1, threads}):
            clock = time.thread_time if n == 1 else time.perf_counter
            games = Games(name, GAMES, players=4, threads=n, seed=1)
            games.reset()
            for _ in range(50):
                steps(games, clock, False)
            what = f"batch {name}, 4 players, {n} thread" + "s" * (n > 1)
            yield what, lambda g=games, c=clock: steps(g, c, False)
            yield what + ", numpy chooses", lambda g=games, c=clock: steps(g, c, True)


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--seconds", type=float, default=1.0, help="of each round (default 1)")
    reader.add_argument("--threads", type=int, default=2)
    reader.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = reader.parse_args()
    work = list(single_states()) + list(batches(wanted.threads))
    best = dict.fromkeys((name for name, _ in work), 0.0)
    for _ in range(ROUNDS):
        for name, play in work:
            best[name] = max(best[name], clocked(play, wanted.seconds))
    if wanted.json:
        print(json.dumps({name: round(speed) for name, speed in best.items()}))
        return
    for name, speed in best.items():
        print(f"{name:50} {speed:14,.0f} decisions/s")


if __name__ == "__main__":
    main()
