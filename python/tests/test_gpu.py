"""Tests games of GPUs without a GPU: the kernels run on the processor, and arrays leave as DLPack capsules."""
import array
import ctypes
import gc
import random
import unittest

import charlatan
from charlatan import gpu
from random_games import GAMES, needs


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Rows:
    """An array read from its capsule, as a library would."""

    def __init__(self, of):
        self.capsule = of.__dlpack__()
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        self.tensor = _Tensor.from_address(get(self.capsule, b"dltensor"))
        self.item = self.tensor.bits // 8
        self.shape = tuple(self.tensor.shape[k] for k in range(self.tensor.ndim))
        self.strides = tuple(self.tensor.strides[k] for k in range(self.tensor.ndim))

    def bytes(self):
        """Without what rows are padded with."""
        columns = self.shape[1] if len(self.shape) > 1 else 1
        return b"".join(ctypes.string_at(self.tensor.data + row * self.strides[0] * self.item, columns * self.item)
                        for row in range(self.shape[0]))

    def write(self, values):
        ctypes.memmove(self.tensor.data, values.tobytes(), len(values) * self.item)


class Here:
    """The same games as a batch of the library."""

    def __init__(self, **spec):
        self.batch = batch = charlatan.Batch(spec)
        n = batch.games
        self.actions, self.seats = array.array("i", [0] * n), array.array("i", [0] * n)
        self.observations, self.masks = bytearray(n * batch.cells), bytearray(n * batch.actions)
        self.rewards, self.dones = array.array("f", [0] * (n * batch.seats)), bytearray(n)
        batch.bind(self.actions, self.seats, self.observations, self.masks, self.rewards, None, self.dones)
        batch.reset()

    def choose(self, rng):
        n = self.batch.actions
        for game in range(self.batch.games):
            mask = self.masks[game * n:(game + 1) * n]
            self.actions[game] = rng.choice([k for k in range(n) if mask[k]])


class Cards(unittest.TestCase):
    def test_same_games(self):
        for name in GAMES:
            tables = [{"count": 5, "players": 3}, {"count": 4, "players": 4, "bots": [None, "greedy", "random"]}]
            here = Here(game=name, seed=5, tables=tables)
            there = gpu.Games(name, tables=tables, seed=5, card=-1)
            there.reset()
            rng = random.Random(1)
            actions = Rows(there.actions)
            for _ in range(60):
                for array_name in ("seats", "observations", "masks", "rewards", "dones"):
                    self.assertEqual(Rows(getattr(there, array_name)).bytes(), bytes(getattr(here, array_name)), array_name)
                here.choose(rng)
                actions.write(here.actions)
                there.step()
                there.check()
                here.batch.step()

    def test_shapes(self):
        games = gpu.Games("arcane", count=3, players=2, card=-1)
        seen = Rows(games.observations)
        self.assertEqual(seen.shape, (3, charlatan.load_game("arcane", 2).observation_tensor_size()))
        self.assertEqual(seen.strides[0] % 16, 0)
        self.assertEqual((seen.tensor.code, seen.tensor.bits, seen.tensor.lanes), (1, 8, 1))
        self.assertEqual(games.observations.__dlpack_device__(), (1, 0))
        self.assertEqual(Rows(games.rewards).tensor.code, 2)

    def test_arrays_outlive_games(self):
        games = gpu.Games("quacks", count=3, players=2, card=-1)
        games.reset()
        seen = Rows(games.observations)
        before = seen.bytes()
        del games
        gc.collect()
        self.assertEqual(seen.bytes(), before)

    def test_wrong_action(self):
        games = gpu.Games("quacks", count=3, players=2, card=-1)
        games.reset()
        before = Rows(games.observations).bytes()
        Rows(games.actions).write(array.array("i", [-1, -1, -1]))
        games.step()
        with self.assertRaises(charlatan.Error):
            games.check()
        self.assertEqual(Rows(games.observations).bytes(), before)

    def test_refused(self):
        for arguments in ({"card": 63}, {"card": -1, "tables": [{"players": 2, "bots": [None, "search"]}]}):
            with self.assertRaises(charlatan.Error):
                gpu.Games("arcane", **arguments)
        with self.assertRaises(charlatan.Error):
            gpu.Games("arcane", card=-1).games.array(7)

    @needs("torch")
    def test_torch(self):
        import torch

        games = gpu.Games("arcane", count=4, players=2, card=-1)
        games.reset()
        seen = torch.from_dlpack(games.observations)
        self.assertEqual(bytes(seen.flatten().tolist()), Rows(games.observations).bytes())

    def test_whole_rows(self):
        games = gpu.Games("quacks", count=3, players=2, card=-1)
        games.reset()
        for array_name in ("observations", "masks", "actions"):
            rows, whole = Rows(getattr(games, array_name)), Rows(getattr(games, array_name).whole)
            self.assertEqual(whole.tensor.data, rows.tensor.data)
            self.assertEqual(whole.tensor.data % 64, 0)
            self.assertEqual(whole.strides, rows.strides)
            if len(whole.shape) > 1:
                self.assertEqual(whole.shape, (3, whole.strides[0]))

    @needs("jax")
    def test_jax(self):
        import jax

        games = gpu.Games("arcane", count=4, players=2, card=-1)
        games.reset()
        for array_name in ("observations", "masks"):
            rows = Rows(getattr(games, array_name))
            seen = jax.dlpack.from_dlpack(getattr(games, array_name).whole)
            self.assertEqual(seen.unsafe_buffer_pointer(), rows.tensor.data, "it was copied")
            self.assertEqual(bytes(seen[:, :rows.shape[1]].flatten().tolist()), rows.bytes())
