"""Tests batches: buffers of every kind, the same games as states one by one, threads, forks."""
import array
import os
import random
import unittest

import charlatan
from random_games import needs


class Arrays:
    """Buffers for a batch without numpy."""

    def __init__(self, **spec):
        self.batch = charlatan.Batch(spec)
        n, seats = self.batch.games, self.batch.seats
        self.actions, self.seats = array.array("i", [0] * n), array.array("i", [0] * n)
        self.observations = bytearray(n * self.batch.cells)
        self.masks = bytearray(n * self.batch.actions)
        self.rewards = array.array("f", [0] * (n * seats))
        self.scores, self.dones = array.array("i", [0] * (n * seats)), bytearray(n)
        self.finals = bytearray(n * self.batch.cells)
        self.batch.bind(
            self.actions,
            self.seats,
            self.observations,
            self.masks,
            self.rewards,
            self.scores,
            self.dones,
            self.finals,
        )
        self.batch.reset()

    def legal(self, game):
        actions = self.batch.actions
        return [i for i in range(actions) if self.masks[game * actions + i]]

    def step(self, rng):
        for game in range(self.batch.games):
            self.actions[game] = rng.choice(self.legal(game))
        self.batch.step()

    def seen(self):
        return bytes(self.observations), bytes(self.masks), list(self.seats), list(self.rewards), bytes(self.dones)


TABLES = [
    {"count": 3, "players": 2},
    {"count": 2, "players": 4, "options": {"market": True}, "bots": [None, "random", None, "greedy"]},
]


class Batches(unittest.TestCase):
    def test_threads(self):
        """The same bytes for one thread and for three."""
        one = Arrays(game="arcane", seed=5, threads=1, tables=TABLES)
        three = Arrays(game="arcane", seed=5, threads=3, tables=TABLES)
        a, b = random.Random(1), random.Random(1)
        for _ in range(300):
            one.step(a)
            three.step(b)
            self.assertEqual(one.seen(), three.seen())

    def test_states(self):
        """A game of a batch is what states show one by one."""
        many = Arrays(game="quacks", seed=2, tables=[{"count": 2, "players": 3}])
        game, rng = charlatan.load_game("quacks", 3), random.Random(3)
        for _ in range(400):
            state, seat = many.batch.state(1, game, 9), many.seats[1]
            self.assertEqual(many.legal(1), state.legal_actions(many.seats[1]))
            size = many.batch.cells
            self.assertEqual(many.observations[size:], state.observe(many.seats[1]))
            many.step(rng)
            if many.dones[1]:
                self.assertAlmostEqual(sum(many.rewards[3:]), 0, places=5)
                at = {row["name"]: size + row["at"] for row in game.observation_rows()}
                self.assertEqual(many.finals[at["stage"]], 16)
                self.assertEqual(many.finals[at["points"]], many.scores[3 + seat])
                self.assertFalse(many.dones[0] or any(many.finals[:size]))
                break
        else:
            self.fail("no game ended")

    def test_choose(self):
        """A bot answers in every game as it does in a state of it, and no game changes."""
        many = Arrays(game="arcane", seed=5, threads=2, tables=TABLES)
        game = charlatan.load_game("arcane", 4)
        bots, said = [game.bot("net"), game.bot("random")], [array.array("i", [0] * many.batch.games) for _ in range(2)]
        for _ in range(40):
            before = many.seen()
            for bot, actions in zip(bots, said):
                many.batch.choose(bot, actions, seed=7)
                self.assertTrue(all(actions[i] in many.legal(i) for i in range(many.batch.games)))
            self.assertEqual(before, many.seen())
            self.assertEqual(said[0][0], bots[0].choose(many.batch.state(0, charlatan.load_game("arcane", 2)), many.seats[0]))
            again = array.array("i", [0] * many.batch.games)
            many.batch.choose(bots[1], again, seed=7)
            self.assertEqual(again, said[1])
            many.actions[:] = said[0]
            many.batch.step()

    def test_choose_refused(self):
        many = Arrays(game="arcane", tables=[{"count": 2}])
        bot, other = charlatan.load_game("arcane").bot("greedy"), charlatan.load_game("quacks").bot("greedy")
        room = array.array("i", [0, 0])
        for words in (
            {"bot": other, "actions": room},
            {"bot": "greedy", "actions": room},
            {"bot": bot, "actions": array.array("i", [0])},
            {"bot": bot, "actions": array.array("d", [0, 0])},
            {"bot": bot, "actions": bytes(8)},
            {"bot": bot, "actions": None},
            {"bot": bot, "actions": room, "seed": -1},
        ):
            with self.assertRaises((charlatan.Error, TypeError, BufferError)):
                many.batch.choose(**words)
        with self.assertRaises(charlatan.Error):
            charlatan.Batch({"game": "arcane", "tables": [{"count": 2}]}).choose(bot, room)
        self.assertEqual(list(room), [0, 0])
        many.batch.choose(bot, room)
        room.append(1)

    def test_refused(self):
        many = Arrays(game="arcane", tables=[{"count": 2}])
        before = many.seen()
        many.actions[1] = -5
        with self.assertRaises(charlatan.Error):
            many.batch.step()
        self.assertEqual(before, many.seen())
        for words in (
            {"actions": array.array("d", [0, 0])},
            {"seats": bytes(8)},
            {"observations": bytearray(3)},
            {"rewards": array.array("i", [0] * 4)},
            {"dones": 5},
        ):
            with self.assertRaises((charlatan.Error, TypeError, BufferError)):
                many.batch.bind(**words)
        many.batch.bind()
        with self.assertRaises(charlatan.Error):
            many.batch.step()
        with self.assertRaises(charlatan.Error):
            many.batch.state(7, charlatan.load_game("arcane", 2))

    def test_buffers_are_held(self):
        """A buffer that a batch writes to cannot be resized, and is let go with the batch."""
        many = Arrays(game="arcane", tables=[{"count": 1}])
        with self.assertRaises(BufferError):
            many.observations.append(1)
        many.batch.bind()
        many.observations.append(1)

    def test_fork(self):
        many = Arrays(game="arcane", threads=2, seed=1, tables=[{"count": 64}])
        child = os.fork()
        if child == 0:
            for _ in range(5):
                many.step(random.Random(1))
            os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        many.step(random.Random(1))


@needs("numpy")
class Vector(unittest.TestCase):
    def test_games(self):
        import numpy
        from charlatan.vector import Games, random_actions

        games = Games("arcane", 32, players=3, threads=2, seed=1)
        observations, masks = games.reset()
        rng, ended = numpy.random.default_rng(1), 0
        for _ in range(900):
            seen, legal, rewards, dones = games.step(random_actions(masks, rng))
            self.assertIs(seen, observations)
            ended += int(dones.sum())
            numpy.testing.assert_allclose(rewards.sum(1), 0, atol=1e-6)
            self.assertEqual((rewards != 0).any(1).tolist(), dones.tolist())
        self.assertGreater(ended, 20)
        state = games.state(5)
        self.assertEqual(bytes(observations[5]), bytes(state.observe(int(games.seats[5]))))

    def test_choose(self):
        from charlatan.vector import Games

        games = Games("quacks", 8, players=2, seed=1)
        games.reset()
        for step in range(30):
            actions = games.choose("greedy", seed=step)
            self.assertTrue(games.masks[range(8), actions].all())
            self.assertIs(games.choose(games.bots["greedy"], step, out=actions), actions)
            games.step(actions)
        with self.assertRaises(charlatan.Error):
            games.choose("nobody")

    def test_numbers_beyond_32_bits_are_no_actions(self):
        from charlatan.vector import Games

        games = Games("arcane", 2)
        _, masks = games.reset()
        legal, before = masks.argmax(1).astype("int64"), games.observations.copy()
        for wrong in (legal + 2**32, legal - 2**32, (legal + 2**32).astype("uint64")):
            with self.assertRaisesRegex(charlatan.Error, "not legal"):
                games.step(wrong)
            self.assertTrue((games.observations == before).all())
        games.step(legal.astype("uint64"))

    def test_arrays_of_the_caller(self):
        import numpy
        from charlatan.vector import Games

        mine = {"observations": numpy.full((3, 593), 9, numpy.uint8), "dones": numpy.ones(3, bool)}
        games = Games("arcane", 3, seed=4, arrays=mine)
        self.assertIs(games.reset()[0], mine["observations"])
        other = Games("arcane", 3, seed=4)
        self.assertTrue((other.reset()[0] == mine["observations"]).all())
        self.assertFalse(mine["dones"].any())

    def test_fractions_are_no_actions(self):
        from charlatan.vector import Games

        games = Games("arcane", 2)
        _, masks = games.reset()
        with self.assertRaises(TypeError):
            games.step(masks.argmax(1) + 0.5)
        games.step(masks.argmax(1).tolist())

    def test_random_actions_are_legal(self):
        import numpy
        from charlatan.vector import random_actions

        class Zeros:
            def random(self, shape, kind):
                return numpy.zeros(shape, kind)

        masks = numpy.array([[False, True, False], [False, False, True]])
        self.assertEqual(random_actions(masks, Zeros()).tolist(), [1, 2])

    def test_simulate(self):
        import numpy

        game = charlatan.load_game("quacks", 2)
        result = charlatan.simulate(game, "random", games=20)
        self.assertEqual(result["returns"].shape, (20, 2))
        numpy.testing.assert_allclose(result["returns"].sum(1), 0, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
