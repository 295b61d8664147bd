"""PettingZoo's AEC environment: players decide one after another, each sees what its seat may know."""
import numpy
from pettingzoo import AECEnv

from . import spaces
from .text import show


class GameEnv(spaces.Agents, AECEnv):
    """A game of `players` agents, "player_0" and so on.

    An observation is {"observation": bytes of the seat, "action_mask": 0 or 1 for each action}. The
    rewards are those of State.returns(), all at the end. With illegal="random" an illegal action is
    replaced by a legal one; usually it raises.
    """

    metadata = {"name": "charlatan_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game="arcane", players=4, options=None, illegal="raise", render_mode=None):
        self.set_up(spaces.make_game(game, players, options), illegal, render_mode)
        self._seat = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._actions = self.game.num_distinct_actions()

    def reset(self, seed=None, options=None):
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_.current_player()]

    def observe(self, agent):
        return spaces.look(self.state_, self._seat[agent], self._actions)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        action, legal = spaces.legal_or_random(self.state_, seat, action, self.illegal, self._rng)
        self.state_.apply_action(action, seat)
        self.infos[agent] = {} if legal else {"illegal": True}
        self._cumulative_rewards[agent] = 0.0
        over = self.state_.is_terminal()
        for name, gain in zip(self.possible_agents, self.state_.returns()):
            self.rewards[name] = gain
            self.terminations[name] = over
        if not over:
            self.agent_selection = self.possible_agents[self.state_.current_player()]
        self._accumulate_rewards()

    def render(self):
        return None if self.render_mode is None else show(self.state_, -1)

    def close(self):
        pass


def env(**arguments):
    """A GameEnv that tells when it is used in the wrong order."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(GameEnv(**arguments))


raw_env = GameEnv
