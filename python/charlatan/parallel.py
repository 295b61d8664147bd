"""PettingZoo's parallel environment: every player answers in every step, and may only wait."""
from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from . import spaces
from .text import show


class ParallelGameEnv(spaces.Agents, ParallelEnv):
    """A game in which all agents act in every step.

    The last action is to wait; it is the only one of a player who is not asked anything. Where
    several players decide at once, as when the Quacks brew, all their answers count in one step.
    With illegal="random", the usual, an illegal action is replaced by a legal one. After
    `max_cycles` steps the game is truncated.
    """

    metadata = {"name": "charlatan_parallel_v0", "render_modes": ["ansi"]}

    def __init__(
        self,
        game="arcane",
        players=4,
        options=None,
        illegal="random",
        max_cycles=None,
        render_mode=None,
    ):
        self.set_up(spaces.make_game(game, players, options), illegal, render_mode, more_actions=1)
        self.max_cycles = max_cycles
        self.agents = []
        self.wait = self.game.num_distinct_actions()

    def reset(self, seed=None, options=None):
        self.begin(seed)
        self.cycles = 0
        return self._look(), {agent: {} for agent in self.agents}

    def _look(self):
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            seen[agent] = spaces.look(self.state_, seat, self.wait + 1)
            seen[agent]["action_mask"][self.wait] = not seen[agent]["action_mask"].any()
        return seen

    def step(self, actions):
        # Who was told the end is not told again.
        if not self.agents:
            return {}, {}, {}, {}, {}
        infos = {agent: {} for agent in self.agents}
        for seat in self.state_.active_players():
            # An answer before this one may have changed or ended what was asked.
            if seat in self.state_.active_players():
                agent = self.possible_agents[seat]
                action, legal = spaces.legal_or_random(
                    self.state_, seat, actions[agent], self.illegal, self._rng
                )
                self.state_.apply_action(action, seat)
                infos[agent] = {} if legal else {"illegal": True}
        self.cycles += 1
        over = self.state_.is_terminal()
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(self.possible_agents, self.state_.returns()))
        ended = dict.fromkeys(self.possible_agents, over), dict.fromkeys(self.possible_agents, cut)
        if over or cut:
            self.agents = []
        return self._look(), rewards, *ended, infos

    def render(self):
        return None if self.render_mode is None else show(self.state_, -1)

    def close(self):
        pass


parallel_env = ParallelGameEnv


def env(**arguments):
    """The same with agents that act one after another, each once in a cycle."""
    return parallel_to_aec(ParallelGameEnv(**arguments))
