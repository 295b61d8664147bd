"""Gymnasium's environment of one player: the others are bots.

Importing this module registers charlatan/arcane-v0 and charlatan/quacks-v0.
"""
import gymnasium
import numpy

from . import games, spaces
from .text import show


class SeatEnv(gymnasium.Env):
    """One seat of a game.

    `bots` is the name of one bot for all other seats, or a list of one for each of them. An
    observation is State.observe(); info["action_mask"] and action_masks() say what is legal. The
    reward comes at the end: 1 for a win, -1/(players-1) for a loss. With illegal="random", the
    usual, an illegal action is replaced by a legal one, and info["illegal"] says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game="arcane",
        players=4,
        options=None,
        seat=0,
        bots="greedy",
        illegal="random",
        render_mode=None,
    ):
        self.game = spaces.make_game(game, players, options)
        self.illegal = spaces.check_illegal(illegal)
        self.render_mode = render_mode
        self.seat = seat
        names = spaces.seated(self.game.num_players(), seat, bots)
        self.bots = [name and self.game.bot(name) for name in names]
        self.observation_space = spaces.cells(self.game)
        self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self.state = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self.game.new_initial_state(int(self.np_random.integers(2**63)))
        self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action):
        action, legal = spaces.legal_or_random(
            self.state, self.seat, action, self.illegal, self.np_random
        )
        self.state.apply_action(action, self.seat)
        self._let_bots_play()
        info = self._info()
        if not legal:
            info["illegal"] = True
        gain = self.state.player_return(self.seat)
        return self._observation(), gain, self.state.is_terminal(), False, info

    def action_masks(self):
        """The legal actions as booleans, under the name that sb3-contrib's MaskablePPO asks for."""
        mask = numpy.zeros(self.action_space.n, bool)
        self.state.mask(self.seat, mask)
        return mask

    def _let_bots_play(self):
        state = self.state
        while not state.is_terminal() and self.seat not in state.active_players():
            player = state.current_player()
            seed = int(self.np_random.integers(2**63))
            state.apply_action(self.bots[player].choose(state, player, seed), player)

    def _observation(self):
        seen = numpy.empty(self.observation_space.shape, numpy.uint8)
        return self.state.observe(self.seat, seen)

    def _info(self):
        return {"action_mask": self.action_masks().astype(numpy.int8)}

    def render(self):
        return None if self.render_mode is None else show(self.state, self.seat)


for name in games():
    gymnasium.register(
        id=f"charlatan/{name}-v0",
        entry_point="charlatan.gym:SeatEnv",
        vector_entry_point="charlatan.vector_env:SeatVectorEnv",
        kwargs={"game": name},
    )
