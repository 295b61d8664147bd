"""Gymnasium's VectorEnv over a batch: one seat of each game learns, the others are bots."""
import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .spaces import check_illegal, seated
from .vector import Games


class SeatVectorEnv(VectorEnv):
    """`num_envs` games in which `seat` is asked for actions.

    Observations and infos["action_mask"] are the batch's own arrays, written anew by each step. A
    game that ends begins again in the same step: its last reward comes with the first observation of
    the next game, and infos["final_obs"] has its own last one (Gymnasium's AutoresetMode.SAME_STEP).
    A reset without a seed begins other games each time. With illegal="random", the
    usual, illegal actions are replaced by legal ones, and infos["illegal"] says in which games.
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
        illegal="random",
    ):
        names = seated(players, seat, bots)
        self._make = lambda number: Games(game, num_envs, players, options, names, number, threads)
        self.seat = seat
        self.illegal = check_illegal(illegal)
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
        self._luck = numpy.random.default_rng([seed, 1])

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
        self.games.put_actions(actions)
        random = self.illegal == "random"
        wrong = self.games.replace_illegal(self._luck) if random else self._never
        observations, masks, rewards, dones = self.games.step()
        infos = {"action_mask": masks}
        if wrong.any():
            infos["illegal"] = wrong
        if dones.any():
            infos.update(self._finals(dones.copy()))
        return observations, rewards[:, self.seat], dones, self._never, infos

    def _finals(self, dones):
        """What Gymnasium wants to be told of games that have ended, which have begun again already."""
        last = numpy.full(self.num_envs, None, object)
        for i in numpy.flatnonzero(dones):
            last[i] = self.games.finals[i].copy()
        ends = {"score": self.games.scores[:, self.seat].copy(), "_score": dones}
        return {"final_obs": last, "_final_obs": dones, "final_info": ends, "_final_info": dones}
