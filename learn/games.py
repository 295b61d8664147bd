"""Batches of games for learning: games of libcharlatan, seen as a net sees them.

Needs two libraries in one folder: libcharlatan.so and liblearn.so (learn/README.md says how they are built).
"""
import ctypes
import json
import os
import re
from pathlib import Path

import torch

# The games that have a net.
NAMES = re.findall(r"^GAME\(.*\bNET\((\w+)\)", (Path(__file__).parent.parent / "games/games.def").read_text(), re.M)

# Names of the arrays in charlatan.h and learn/cells.c, in their order.
ARRAYS = ("actions", "seats", "observations", "masks", "rewards", "scores", "dones")
LOOKS = ("observations", "masks", "cells", "now", "table", "first", "legal")


class _Arrays(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_size_t)] + [(name, ctypes.c_void_p) for name in ARRAYS]


class _Looks(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in LOOKS]


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("name", ctypes.c_char * 28), ("reason", ctypes.c_char * 48),
                ("rule", ctypes.c_char * 24), ("message", ctypes.c_char * 240)]


class Library:
    """The two libraries, and what they say about the cells and outputs of a game. `game` is learn/arcane.py or another."""

    def __init__(self, folder, game):
        self.game = game
        self.charlatan = ctypes.CDLL(os.path.join(folder, "libcharlatan.so"))
        self.learn = ctypes.CDLL(os.path.join(folder, "liblearn.so"))
        self.learn.cells_open.restype = self.learn.cells_game.restype = ctypes.c_void_p
        self.learn.cells_hash.restype = ctypes.c_uint64
        self.charlatan.charlatan_game_observation_hash.restype = ctypes.c_uint64
        self.net = ctypes.c_void_p(self.learn.cells_game(game.NAME.encode()))
        self.cells = self.learn.cells_count(self.net)
        self.outputs = self.learn.cells_outputs(self.net)
        self._read_rows()
        self.handle = ctypes.c_void_p()
        self.call("game_open", game.NAME.encode(), 2, None, ctypes.byref(self.handle))
        self.actions = self.charlatan.charlatan_game_actions(self.handle)
        self.observation = self.charlatan.charlatan_game_cells(self.handle)
        self._read_table()

    def call(self, name, *arguments):
        """Calls a function that takes an error last, and raises what it refuses."""
        error = _Error()
        if getattr(self.charlatan, "charlatan_" + name)(*arguments, ctypes.byref(error)):
            raise RuntimeError(f"{name}: {error.message.decode()}")

    def _read_rows(self):
        first = (ctypes.c_uint16 * self.cells)()
        most = (ctypes.c_uint8 * self.cells)()
        how = (ctypes.c_uint8 * self.cells)()
        self.rows = self.learn.cells_rows(self.net, first, most, how)
        # For each cell the row of weights before its first one.
        self.before = [first[c] for c in range(self.learn.cells_places(self.net))]
        # One entry a row of weights: its cell, the value that chooses it, and whether the cell's rows are ordered.
        self.row_cell = torch.tensor([c for c in range(self.cells) for _ in range(most[c])])
        self.row_value = torch.tensor([v + 1 for c in range(self.cells) for v in range(most[c])])
        self.row_ordered = torch.tensor([how[c] for c in range(self.cells) for _ in range(most[c])]).bool()

    def _read_table(self):
        tables = self.learn.cells_tables(self.net)
        table = (ctypes.c_int16 * (tables * self.actions))()
        self.learn.cells_output_table(self.net, table)
        self.output_table = torch.tensor(table, dtype=torch.int64).view(tables, self.actions)

    def hashes(self):
        """The hashes of the observation and of the cells."""
        return self.charlatan.charlatan_game_observation_hash(self.handle), self.learn.cells_hash(self.net)

    def bot(self, name):
        bot = ctypes.c_void_p()
        self.call("bot_open", self.handle, name.encode(), ctypes.byref(bot))
        return bot


class GpuBatch:
    """Games on a GPU, seen as a net sees them; tensors of the GPU's own arrays. It needs the Python package
    with kernels (docs/gpu.md). Only the bots random and greedy can sit there, and none can be asked."""

    on_gpu = True

    def __init__(self, library, tables, seed, gpu=0):
        from charlatan.gpu import Games

        arrays = ("looks", "legal", "firsts", "rewards", "scores")
        self.plays = Games(library.game.NAME, tables=tables, seed=seed, card=gpu, arrays=arrays)
        self.games = self.plays.count
        self.players = torch.tensor([t["players"] for t in tables for _ in range(t["count"])])
        for mine, theirs in (("actions", "actions"), ("seats", "seats"), ("rewards", "rewards"), ("scores", "scores"),
                             ("dones", "dones"), ("cells", "looks"), ("now", "now"), ("table", "output_tables"),
                             ("first", "firsts"), ("legal", "legal")):
            setattr(self, mine, torch.from_dlpack(getattr(self.plays, theirs)))
        self.reset()

    def look(self):
        """The GPU has looked already."""

    def reset(self):
        self.plays.reset()

    def step_only(self):
        self.plays.step()

    def step(self):
        self.plays.step()

    def check(self):
        self.plays.check()

    def close(self):
        pass


class Batch:
    """Games with their arrays, which stay where they are. `tables` is the list of charlatan_batch_open."""

    on_gpu = False

    def __init__(self, library, tables, seed, threads, pinned=False):
        self.code = library
        self.batch = ctypes.c_void_p()
        spec = {"game": library.game.NAME, "seed": seed, "threads": threads, "tables": tables}
        library.call("batch_open", json.dumps(spec).encode(), ctypes.byref(self.batch))
        self.games = n = sum(table["count"] for table in tables)
        self.players = torch.tensor([t["players"] for t in tables for _ in range(t["count"])])
        seats = int(self.players.max())

        def make(dtype, *shape):
            tensor = torch.zeros(*shape, dtype=dtype)
            return tensor.pin_memory() if pinned else tensor

        self.actions, self.seats = make(torch.int32, n), make(torch.int32, n)
        self.observations = torch.zeros(n, library.observation, dtype=torch.uint8)
        self.masks = torch.zeros(n, library.actions, dtype=torch.uint8)
        self.rewards, self.scores = make(torch.float32, n, seats), make(torch.int32, n, seats)
        self.dones = make(torch.uint8, n)
        self.cells = make(torch.uint8, n, library.cells)
        self.now = make(torch.int32, n, library.game.SEATS)
        self.table, self.first = make(torch.int16, n), make(torch.int16, n)
        self.legal = make(torch.int64, n)
        self.labels = make(torch.int32, n)
        self._arrays = _Arrays(ctypes.sizeof(_Arrays), *[getattr(self, name).data_ptr() for name in ARRAYS])
        self._looks = _Looks(*[getattr(self, name).data_ptr() for name in LOOKS])
        self._pool = ctypes.c_void_p(library.learn.cells_open(threads))
        self._asked = 0

    def look(self):
        """Fills what the net sees, after step_only."""
        self.code.learn.cells_fill(self._pool, self.code.net, ctypes.c_size_t(self.games), ctypes.byref(self._looks))

    def reset(self):
        self.code.call("batch_reset", self.batch, ctypes.byref(self._arrays))
        self.look()

    def step_only(self):
        self.code.call("batch_step", self.batch, ctypes.byref(self._arrays))

    def step(self):
        self.step_only()
        self.look()

    def ask(self, bot):
        """Fills `labels` with what a bot would answer."""
        self._asked += 1
        self.code.call("batch_choose", self.batch, bot, ctypes.c_uint64(self._asked),
                          ctypes.c_void_p(self.labels.data_ptr()))

    def close(self):
        self.code.charlatan.charlatan_batch_free(self.batch)
        self.code.learn.cells_close(self._pool)
