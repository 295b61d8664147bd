"""What the environments share: spaces, names of agents, and what becomes of an illegal action."""
import gymnasium
import numpy
from gymnasium.utils import seeding

from . import load_game

# What an environment does with an action that is not legal.
ILLEGAL = ("raise", "random")


def make_game(game, players, options):
    """A Game, of a name or as it is."""
    return load_game(game, players, **(options or {})) if isinstance(game, str) else game


def check_illegal(illegal):
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}")
    return illegal


def seated(players, seat, bots):
    """A name of a bot for each seat, None for the one that learns; `bots` is one name or a list of the others."""
    if not 0 <= seat < players:
        raise ValueError(f"seat must be from 0 to {players - 1}")
    names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
    if len(names) != players - 1 or None in names:
        raise ValueError(f"bots must name {players - 1} bots, one for each other seat")
    return names[:seat] + [None] + names[seat:]


def agent_names(game):
    return [f"player_{i}" for i in range(game.num_players())]


def cells(game):
    """The space of observe()."""
    return gymnasium.spaces.Box(0, 255, (game.observation_tensor_size(),), numpy.uint8)


def masked(game, actions):
    """The space of an observation with a mask of so many actions."""
    mask = gymnasium.spaces.Box(0, 1, (actions,), numpy.int8)
    return gymnasium.spaces.Dict({"observation": cells(game), "action_mask": mask})


def look(state, seat, actions):
    """What a seat sees, and its mask with room for so many actions."""
    game = state.get_game()
    seen = numpy.empty(game.observation_tensor_size(), numpy.uint8)
    mask = numpy.zeros(actions, numpy.int8)
    state.observe(seat, seen)
    state.mask(seat, mask[: game.num_distinct_actions()])
    return {"observation": seen, "action_mask": mask}


class Agents:
    """What both kinds of PettingZoo's environments begin with."""

    def set_up(self, game, illegal, render_mode, more_actions=0):
        """`more_actions` are those behind the game's own."""
        self.game = game
        self.illegal = check_illegal(illegal)
        self.render_mode = render_mode
        self.possible_agents = agent_names(game)
        actions = game.num_distinct_actions() + more_actions
        self._spaces = {
            agent: (masked(game, actions), gymnasium.spaces.Discrete(actions))
            for agent in self.possible_agents
        }
        self._rng = None

    def observation_space(self, agent):
        return self._spaces[agent][0]

    def action_space(self, agent):
        return self._spaces[agent][1]

    def begin(self, seed):
        """A game of a new seed; without one, of the next in the row."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.state_ = self.game.new_initial_state(int(self._rng.integers(2**63)))
        self.agents = self.possible_agents[:]


def legal_or_random(state, seat, action, illegal, rng):
    """The action if it is legal, else one that is drawn; False with it says that it was not."""
    legal = state.legal_actions(seat)
    if action in legal:
        return int(action), True
    # As it is: 3.7 is no action, and must not become 3.
    if illegal == "raise":
        return action, True
    return legal[int(rng.integers(len(legal)))], False
