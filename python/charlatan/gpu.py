"""Many games on a GPU: the rules run there, and so do the arrays, which torch and jax read where they are.

    import torch
    from charlatan.gpu import Games

    games = Games("arcane", count=65536, players=4)
    seen, masks = torch.from_dlpack(games.observations), torch.from_dlpack(games.masks)
    actions = torch.from_dlpack(games.actions)
    games.reset()
    while True:
        actions.copy_(torch.multinomial(masks.float(), 1)[:, 0])
        games.step()

The games are those of charlatan.vector.Games with the same seed. All work is in the GPU's default stream, as torch's is
unless it is told otherwise; nothing waits for the GPU but check().
"""
from . import _core

# The arrays, in the order of lib/charlatan.h.
ARRAYS = ("actions", "seats", "observations", "masks", "rewards", "scores", "dones", "finals", "legal", "firsts",
          "looks", "now", "tables")
USUAL = ("observations", "masks", "rewards", "scores")


def cards():
    """How many GPUs there are, and a sentence that says why none, or ''."""
    return _core.cards()


class Array:
    """An array of the GPU: give it to from_dlpack() of torch, jax, cupy or (on the processor) numpy.

    jax reads only arrays without gaps between rows: give it `whole`, the same array with what rows are padded with. The
    columns behind those of the array itself mean nothing.
    """

    def __init__(self, games, which, card, whole=False):
        self._games, self._which, self._card, self._whole = games, which, card, whole

    @property
    def whole(self):
        return Array(self._games, self._which, self._card, True)

    def __dlpack__(self, stream=None, **_):
        return self._games.array(self._which, self._whole)

    def __dlpack_device__(self):
        return (1, 0) if self._card < 0 else (2, self._card)


class Games:
    """`count` games of one kind on the GPU of number `card`; -1 runs the same kernels on the processor, slowly.

    `arrays` names those that are wanted beside actions, seats and dones. `tables` lists dicts with count, players,
    options and bots (random and greedy) instead of count, players and options. Rows of observations, finals and masks
    are padded, so they are not contiguous; `observations.whole` and so on are.
    """

    def __init__(self, game="arcane", count=1, players=4, options=None, seed=0, card=0, tables=None, arrays=USUAL):
        if tables is None:
            tables = [{"count": count, "players": players}]
            if options is not None:
                tables[0]["options"] = options
        wants = 0
        for name in arrays:
            wants |= 1 << ARRAYS.index(name)
        self.tables, self.card = tables, card
        self.count = sum(table.get("count", 1) for table in tables)
        self.games = _core.Cards({"game": game, "seed": seed, "tables": tables}, card, wants)
        looks = ("looks", "now", "tables")
        names = set(arrays) | {"actions", "seats", "dones"}
        if names & set(looks):
            names |= set(looks)
        for name in names:
            setattr(self, name if name != "tables" else "output_tables", Array(self.games, ARRAYS.index(name), card))

    def reset(self):
        """Begins all games, the first ones of the seed again."""
        self.games.reset()

    def step(self):
        """Takes `actions`. If one is not legal, no game is stepped, and check() raises."""
        self.games.step()

    def check(self):
        """Waits for the GPU; raises Error if an action was not legal since the last time."""
        self.games.check()
