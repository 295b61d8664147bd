"""Arcane Alley and the Quacks of Quedlinburg for Python programs: states, batches, bots, odds and records.

    import charlatan
    game = charlatan.load_game("arcane", players=4)
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

docs/python.md explains it. Environments for other frameworks are modules of their own, imported when
they are asked for: charlatan.aec and charlatan.parallel (PettingZoo), charlatan.gym (Gymnasium),
charlatan.vector (many games at once), charlatan.openspiel (a game for pyspiel).
"""
from ._core import Batch, Bot, Error, Game, State, __version__, games, verify
from .sim import simulate

__all__ = [
    "Batch",
    "Bot",
    "Error",
    "Game",
    "State",
    "__version__",
    "games",
    "load_game",
    "simulate",
    "verify",
]

USUAL_PLAYERS = 4


def load_game(name: str, players: int = USUAL_PLAYERS, **options: object) -> Game:
    """A game with its options: load_game("arcane", players=3, market=True).

    Options are those of the protocol's `new` (docs/protocol.md), such as `cards` or `dragons`;
    game.options() lists them all.
    """
    return Game(name, players, options or None)
