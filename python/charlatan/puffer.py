"""PufferLib's native environment over a batch: one seat of each game learns, the others are bots."""
import gymnasium
import numpy
import pufferlib

from .spaces import check_illegal, seated
from .vector import Games


class SeatPufferEnv(pufferlib.PufferEnv):
    """`num_envs` games, in each of which one agent has the seat `seat`.

    The batch writes observations and ends straight into PufferLib's buffers. PufferLib knows no masks
    of actions: `action_masks` has them for loops of one's own. With masks=True they are the last
    numbers of each observation, for policies that read them there. With illegal="random", the usual,
    illegal actions are replaced by legal ones; illegal="raise" refuses them.
    """

    def __init__(
        self,
        game="arcane",
        num_envs=1024,
        players=4,
        options=None,
        seat=0,
        bots="greedy",
        threads=1,
        illegal="random",
        masks=False,
        render_mode=None,
        buf=None,
        seed=0,
    ):
        names = seated(players, seat, bots)
        self._make = lambda number, arrays: Games(
            game, num_envs, players, options, names, number, threads, arrays=arrays
        )
        batch = self._make(0, None).batch
        self.cells, self.masks_too = batch.cells, masks
        self.seat, self.illegal, self.render_mode = seat, check_illegal(illegal), render_mode
        size = batch.cells + (batch.actions if masks else 0)
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (size,), numpy.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(batch.actions)
        self.num_agents = num_envs
        super().__init__(buf)
        self._start(seed)

    def _start(self, seed):
        arrays = {"dones": self.terminals, "actions": self.actions}
        if not self.masks_too:
            arrays["observations"] = self.observations
        self.games = self._make(seed or 0, arrays)
        self._luck = numpy.random.default_rng([seed or 0, 1])

    @property
    def action_masks(self):
        """True for each legal action of each game."""
        return self.games.masks

    def _tell(self):
        if self.masks_too:
            self.observations[:, : self.cells] = self.games.observations
            self.observations[:, self.cells :] = self.games.masks
        self.rewards[:] = self.games.rewards[:, self.seat]

    def reset(self, seed=None):
        if seed is not None:
            self._start(seed)
        self.games.reset()
        self.truncations[:] = False
        self._tell()
        return self.observations, []

    def step(self, actions):
        self.games.put_actions(actions)
        if self.illegal == "random":
            self.games.replace_illegal(self._luck)
        self.games.step()
        self._tell()
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos()

    def _infos(self):
        """What PufferLib logs: means over the games that have ended."""
        ended = self.terminals
        if not ended.any():
            return []
        gains, scores = self.rewards[ended], self.games.scores[ended, self.seat]
        means = {"episode_return": gains, "win": gains > 0, "score": scores}
        return [{name: float(values.mean()) for name, values in means.items()}]

    def render(self):
        from .text import show

        return None if self.render_mode is None else show(self.games.state(0), self.seat)

    def close(self):
        pass
