"""Arcane Alley and the Quacks of Quedlinburg for Python programs: states, batches, bots, odds and records.

    import charlatan
    game = charlatan.load_game("arcane", players=4)
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

docs/python.md explains it. Environments for other frameworks are modules of their own, imported when
they are asked for: charlatan.aec and charlatan.parallel (PettingZoo), charlatan.gym (Gymnasium),
charlatan.vector (many games at once), charlatan.puffer (PufferLib), charlatan.openspiel (a game for
pyspiel). charlatan.text shows a state to people.
"""
import json
import re

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
    "registered_names",
    "simulate",
    "verify",
]

USUAL_PLAYERS = 4


def registered_names() -> list[str]:
    """The names of the games, as OpenSpiel calls it: games()."""
    return games()


def _value(text: str) -> object:
    """The value of a parameter: JSON, or a text."""
    try:
        return json.loads(text.lower() if text in ("True", "False") else text)
    except ValueError:
        return text


def _parameters(name: str) -> tuple[str, dict[str, object]]:
    """The name and the parameters of "arcane(players=3,market=true)"."""
    parts = re.fullmatch(r"(\w+)\((.*)\)", name)
    if not parts:
        return name, {}
    words: dict[str, object] = {}
    # A comma inside brackets belongs to a value.
    for part in re.findall(r"(?:\[[^]]*\]|\{[^}]*\}|[^,])+", parts[2]):
        key, sign, value = part.partition("=")
        if not sign or not key.strip():
            raise ValueError(f"{name}: parameters are key=value, not {part!r}")
        words[key.strip()] = _value(value.strip())
    return parts[1], words


def load_game(name: str, players: int | None = None, **options: object) -> Game:
    """A game with its options: load_game("arcane", players=3, market=True).

    OpenSpiel's form does the same: load_game("arcane(players=3,market=true)"). Options are those of
    the protocol's `new` (docs/protocol.md), such as `cards` or `edition`; game.options() lists them all.
    """
    name, words = _parameters(name)
    both = {"players": players, **options} if players is not None else options
    words.update(both)
    count = words.pop("players", USUAL_PLAYERS)
    return Game(name, count, words or None)
