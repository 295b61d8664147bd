"""What the tests of the Python package share: random games, and packages that may be missing."""
import importlib
import random
import unittest

import charlatan

GAMES = ("arcane", "quacks")


def positions(name, players=3, seed=1, most=10**9, **options):
    """The states of a random game, each before its move."""
    rng = random.Random(seed)
    state = charlatan.load_game(name, players, **options).new_initial_state(seed)
    while not state.is_terminal() and state.move_number() < most:
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


def played(name, players=3, seed=1, moves=10**9):
    """A state after so many random moves, or at the end of its game."""
    for state in positions(name, players, seed, moves):
        pass
    return state


def needs(*packages):
    """Leaves a test out where a package is not installed."""
    for package in packages:
        try:
            importlib.import_module(package)
        except ImportError:
            return unittest.skip(f"{package} is not installed")
    return lambda test: test
