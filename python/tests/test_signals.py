"""Tests that Ctrl-C and other signals end long calls soon."""
import signal
import time
import unittest

import charlatan
from random_games import played

# Longer than any test may take.
LONG = "search-1:iterations=100000000"


class Stopped(Exception):
    pass


def stop(number, frame):
    raise Stopped


class Signals(unittest.TestCase):
    def setUp(self):
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, stop))
        self.game = charlatan.load_game("quacks", 2)

    def ends_soon(self, work, after=0.05):
        began = time.monotonic()
        with self.assertRaises(Stopped):
            signal.setitimer(signal.ITIMER_REAL, after)
            work()
        # A busy machine may take its time; the bot would think for hours.
        self.assertLess(time.monotonic() - began, 60)

    def test_choose(self):
        state = played("quacks", 2, moves=8)
        self.assertGreater(len(state.legal_actions()), 1)
        bot = self.game.bot(LONG)
        self.ends_soon(lambda: bot.choose(state))
        self.ends_soon(lambda: bot.advise(state))
        state.apply_action(state.legal_actions()[0])

    def test_threads_of_a_bot(self):
        state = played("quacks", 2, moves=8)
        self.ends_soon(lambda: self.game.bot(LONG + ":threads=2").choose(state))

    def test_simulate(self):
        # While Python starts a thread, an exception of a signal handler becomes a KeyError of its own.
        self.ends_soon(lambda: charlatan.simulate(self.game, LONG, games=10, threads=2), after=0.5)
        self.ends_soon(lambda: charlatan.simulate(self.game, "greedy", games=10**6), after=0.5)

    def test_batch(self):
        """The games of a batch go on legally after a step that was hurried."""
        tables = [{"count": 4, "players": 2, "bots": [LONG, None]}]
        batch = charlatan.Batch({"game": "quacks", "threads": 2, "tables": tables})
        seats, masks = memoryview(bytearray(16)).cast("i"), bytearray(4 * batch.actions)
        batch.bind(seats=seats, masks=masks)
        self.ends_soon(batch.reset)
        self.assertEqual(list(seats), [1] * 4)
        self.assertTrue(any(masks))

    def test_batch_choose(self):
        tables = [{"count": 4, "players": 2, "bots": [None, "random"]}]
        batch = charlatan.Batch({"game": "quacks", "threads": 2, "tables": tables})
        batch.bind(seats=memoryview(bytearray(16)).cast("i"))
        batch.reset()
        actions = memoryview(bytearray(16)).cast("i")
        self.ends_soon(lambda: batch.choose(self.game.bot(LONG), actions))


if __name__ == "__main__":
    unittest.main()
