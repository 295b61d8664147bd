"""The games for OpenSpiel: importing this module registers "charlatan_arcane" and "charlatan_quacks".

    import charlatan.openspiel, pyspiel
    game = pyspiel.load_game("charlatan_arcane", {"players": 3, "options": '{"market": true}'})

Luck is explicit: before a move whose outcome depends on luck comes a chance node with `outcomes`
outcomes, all equally likely. Each stands for one way in which the luck of this move can fall, drawn
from a seed that is made of the game's `seed` and the chance outcomes so far. So OpenSpiel's algorithms can neither see nor
keep the luck to come; more outcomes make the luck finer and chance nodes slower.
"""
import json

import numpy
import pyspiel

from . import games, load_game

PARAMETERS = {"players": 4, "options": "", "seed": 0, "outcomes": 16}
MASK = 2**64 - 1


def _mixed(seed, outcome):
    """Another seed of a seed and an outcome (the finaliser of splitmix64)."""
    z = (seed + 0x9E3779B97F4A7C15 * (outcome + 1)) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def _game_type(name, title, least, most):
    return pyspiel.GameType(
        short_name=f"charlatan_{name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class CharlatanGame(pyspiel.Game):
    """A game of charlatan as OpenSpiel wants it; the subclasses say which."""

    name = None
    game_type = None

    def __init__(self, params=None):
        given = dict(PARAMETERS, **(params or {}))
        options = json.loads(given["options"]) if given["options"] else {}
        self.game = load_game(self.name, given["players"], **options)
        self.seed = given["seed"]
        self.outcomes = given["outcomes"]
        if self.outcomes < 1:
            raise ValueError("outcomes must be at least 1")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(),
            max_chance_outcomes=self.outcomes,
            num_players=self.game.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_game_length(),
        )
        super().__init__(self.game_type, info, params or {})

    def new_initial_state(self):
        return CharlatanState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return CharlatanObserver(self.game)

    def max_chance_nodes_in_history(self):
        return self.game.max_game_length() + 1


class CharlatanState(pyspiel.State):
    """A state: charlatan's, the seed of the luck to come, and an action that waits for its luck."""

    def __init__(self, game):
        super().__init__(game)
        self.outcomes = game.outcomes
        self.seed = game.seed
        self.game_ = game.game
        # None until the first chance node is passed.
        self.state = None
        self.waiting = None
        # Whose action waits.
        self.actor = None

    def current_player(self):
        if self.state is None or self.waiting is not None:
            return pyspiel.PlayerId.CHANCE
        player = self.state.current_player()
        return pyspiel.PlayerId.TERMINAL if player < 0 else player

    def _legal_actions(self, player):
        return self.state.legal_actions(player)

    def chance_outcomes(self):
        return [(i, 1 / self.outcomes) for i in range(self.outcomes)]

    def _apply_action(self, action):
        if self.state is None:
            self.seed = _mixed(self.seed, action)
            self.state = self.game_.new_initial_state(self.seed)
        elif self.waiting is not None:
            self.seed = _mixed(self.seed, action)
            self.state.reseed(self.seed)
            self.state.apply_action(self.waiting)
            self.waiting = None
        else:
            self._answer(action)

    def _answer(self, action):
        """Plays the action, or lets it wait for its luck if it needs any."""
        after = self.state.clone()
        after.apply_action(action)
        if after.chance():
            self.waiting = action
            self.actor = self.state.current_player()
        else:
            self.state = after

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck {action}"
        return self.state.action_to_string(player, action)

    def is_terminal(self):
        return self.state is not None and self.waiting is None and self.state.is_terminal()

    def returns(self):
        return self.state.returns() if self.is_terminal() else [0.0] * self.game_.num_players()

    def information_state_string(self, player=None):
        return _seen(self, self.current_player() if player is None else player)

    def observation_string(self, player=None):
        return _seen(self, self.current_player() if player is None else player)

    def resample_from_infostate(self, player, sampler):
        """A state that the player may take for the true one."""
        other = self.clone()
        # The luck to come is unknown, too.
        other.seed = int(sampler() * 2**53)
        if self.state is not None:
            other.state = self.state.resample_from_infostate(player, sampler)
        # Others do not know yet what was chosen, and it may be impossible in this guess.
        if self.waiting is not None and player != self.actor:
            legal = other.state.legal_actions(self.actor)
            other.waiting = legal[min(int(sampler() * len(legal)), len(legal) - 1)]
        return other

    def __str__(self):
        if self.state is None:
            return "the beginning"
        wait = "" if self.waiting is None else f", action {self.waiting} waits for luck"
        return f"{self.state.information_state_string(-2)}{wait}"


def _seen(state, player):
    """What a player knows, with an action of its own that waits for its luck, as text."""
    if state.state is None:
        return f"player {player}: the beginning"
    waiting = state.waiting if player == state.actor else None
    return f"player {player}, {waiting}: {state.state.information_state_string(player)}"


class CharlatanObserver:
    """Tensors and strings of states, for pyspiel's observations."""

    def __init__(self, game):
        self.tensor = numpy.zeros(game.observation_tensor_size(), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        if state.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = numpy.frombuffer(state.state.observe(player), numpy.uint8)

    def string_from(self, state, player):
        return _seen(state, player)


def _register(name):
    game = load_game(name, 2)
    kind = _game_type(name, game.title, game.least_players(), game.most_players())
    members = {"name": name, "game_type": kind}
    pyspiel.register_game(kind, type(f"Charlatan_{name}", (CharlatanGame,), members))


for name in games():
    _register(name)
