"""Many games at once over a batch: plain arrays for loops of one's own, and Gymnasium's VectorEnv.

The batch writes into the arrays that it hands out; nothing is copied. They hold the newest step only:
copy what must be kept.
"""
import numpy

from . import _core, load_game


class Games:
    """`count` games of one kind, stepped by one call on `threads` threads.

    Arrays with one row a game: `seats` (who is asked), `observations`, `masks`, and after a step
    `rewards` and `scores` (a column for each seat, not zero where a game has ended) and `dones`. Fill
    `actions`, or pass them to step(). A game that ends begins again at once; `finals` then has what
    the seat that acted last knows of the end. `bots` lists a name or None for each seat; the batch
    plays for the bots. `tables` lists dicts with count, players, options and bots instead, for games
    that differ. `arrays` is a dict of arrays of yours that take the places of those with their names.
    """

    def __init__(
        self,
        game="arcane",
        count=1,
        players=4,
        options=None,
        bots=None,
        seed=0,
        threads=1,
        tables=None,
        arrays=None,
    ):
        if tables is None:
            table = {"count": count, "players": players, "options": options, "bots": bots}
            tables = [{key: value for key, value in table.items() if value is not None}]
        self.batch = _core.Batch({"game": game, "seed": seed, "threads": threads, "tables": tables})
        self.tables = tables
        n, seats = self.batch.games, self.batch.seats
        self.count, self.players = n, seats
        made = {
            "actions": numpy.zeros(n, numpy.int32),
            "seats": numpy.zeros(n, numpy.int32),
            "observations": numpy.zeros((n, self.batch.cells), numpy.uint8),
            "masks": numpy.zeros((n, self.batch.actions), bool),
            "rewards": numpy.zeros((n, seats), numpy.float32),
            "scores": numpy.zeros((n, seats), numpy.int32),
            "dones": numpy.zeros(n, bool),
            "finals": numpy.zeros((n, self.batch.cells), numpy.uint8),
        }
        made.update(arrays or {})
        self.batch.bind(**made)
        self.__dict__.update(made)
        self.game = game
        self.bots = {}

    def reset(self):
        """Begins all games, the first ones of the seed again."""
        self.batch.reset()
        return self.observations, self.masks

    def step(self, actions=None):
        """Takes one action of each game."""
        if actions is not None:
            self.put_actions(actions)
        self.batch.step()
        return self.observations, self.masks, self.rewards, self.dones

    def choose(self, bot, seed=None, out=None):
        """What a bot, or the bot of that name, would answer in every game as the seat that is asked: an array of actions.

        No game changes: pass the array to step() to play so, or learn from it.
        """
        if isinstance(bot, str):
            if bot not in self.bots:
                self.bots[bot] = load_game(self.game).bot(bot)
            bot = self.bots[bot]
        actions = numpy.zeros(self.count, numpy.int32) if out is None else out
        self.batch.choose(bot, actions, seed)
        return actions

    def put_actions(self, actions):
        """Copies the actions; one that is no number of 32 bits becomes -1, which is never legal."""
        # Fractions are refused, not rounded.
        numpy.copyto(self.actions, actions, casting="same_kind")
        wrapped = self.actions != numpy.asarray(actions)
        if wrapped.any():
            self.actions[wrapped] = -1

    def replace_illegal(self, rng):
        """Puts legal actions in the place of illegal ones; the games in which it did."""
        known = (self.actions >= 0) & (self.actions < self.masks.shape[1])
        rows = numpy.arange(self.count)
        wrong = ~(known & self.masks[rows, numpy.where(known, self.actions, 0)])
        if wrong.any():
            self.actions[wrong] = random_actions(self.masks[wrong], rng)
        return wrong

    def state(self, index, seed=None):
        """A copy of a game as it stands."""
        first = 0
        for table in self.tables:
            count = table.get("count", 1)
            if first <= index < first + count:
                game = load_game(self.game, table.get("players", 2), **(table.get("options") or {}))
                return self.batch.state(index, game, seed)
            first += count
        raise IndexError(f"there is no game {index}")


def random_actions(masks, rng):
    """A legal action for each row of masks, all equally likely."""
    # random() may be 0, which would count as not legal.
    return ((1 - rng.random(masks.shape, numpy.float32)) * masks).argmax(1)


def make_vector_env(*arguments, **words):
    """A SeatVectorEnv; needs gymnasium."""
    from .vector_env import SeatVectorEnv

    return SeatVectorEnv(*arguments, **words)
