"""Gymnasium's VectorEnv over a batch: one seat of each game learns, the others are bots."""
import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .vector import Games


class SeatVectorEnv(VectorEnv):
    """`num_envs` games in which `seat` is asked for actions.

    Observations and infos["action_mask"] are the batch's own arrays, written anew by each step. A
    game that ends begins again in the same step; its last reward comes with the first observation of
    the next game. A reset without a seed begins other games each time.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game="arcane",
        num_envs=1,
        players=4,
        options=None,
        seat=0,
        bots="greedy",
        seed=0,
        threads=1,
    ):
        if not 0 <= seat < players:
            raise ValueError(f"seat must be from 0 to {players - 1}")
        names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != players - 1 or None in names:
            raise ValueError(f"bots must name {players - 1} bots, one for each other seat")
        names.insert(seat, None)
        self._make = lambda number: Games(game, num_envs, players, options, names, number, threads)
        self.seat = seat
        self.num_envs = num_envs
        self._start(seed)
        cells, actions = self.games.batch.cells, self.games.batch.actions
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (cells,), numpy.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = numpy.zeros(num_envs, bool)
        self._fresh = True

    def _start(self, seed):
        self.games = self._make(seed)
        self._seeds = numpy.random.default_rng(seed)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if seed is not None:
            self._start(seed)
        elif not self._fresh:
            self.games = self._make(int(self._seeds.integers(2**63)))
        self._fresh = False
        observations, masks = self.games.reset()
        return observations, {"action_mask": masks}

    def step(self, actions):
        observations, masks, rewards, dones = self.games.step(actions)
        return observations, rewards[:, self.seat], dones, self._never, {"action_mask": masks}
