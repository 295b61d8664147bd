"""Columns of games as arrays, from the program charlatan; left out where that is not there."""
import os
import shutil
import unittest
import unittest.mock

from charlatan import columns

PROGRAM = os.environ.get("CHARLATAN") or shutil.which("charlatan")


@unittest.skipUnless(PROGRAM, "the program charlatan is not there")
class Columns(unittest.TestCase):
    def setUp(self):
        """What is loaded into this process for its sanitizers does not fit the program's own."""
        without = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        alone = unittest.mock.patch.dict(os.environ, without, clear=True)
        alone.start()
        self.addCleanup(alone.stop)

    def test_rows(self):
        told = columns.measure("arcane", ["greedy", "random"], games=20, options={"wizards": "random"}, threads=1)
        self.assertEqual(len(told["score"]), 40)
        self.assertEqual(sorted(set(told["bot"])), ["greedy", "random"])
        self.assertTrue(all(a + b <= 2 for a, b in zip(told["won"][::2], told["won"][1::2])))
        again = columns.measure("arcane", ["greedy", "random"], games=20, options={"wizards": "random"}, threads=2)
        self.assertEqual(list(told["score"]), list(again["score"]))

    def test_options(self):
        """Numbers as a dict reach the game, and chosen columns are all there is."""
        told = columns.measure("null", "random", games=5, players=3, options={"tosses": 2, "gift1": 9}, columns=["seat", "won"])
        self.assertEqual(list(told), ["deal", "seating", "seat", "won"])
        self.assertEqual([w for s, w in zip(told["seat"], told["won"]) if s == 1], [1] * 5)

    def test_refused(self):
        with self.assertRaisesRegex(ValueError, "is not a column"):
            columns.measure("null", "random", games=1, columns=["luck"])
        with self.assertRaisesRegex(ValueError, "tosses"):
            columns.measure("null", "random", games=1, options={"tosses": 99})


if __name__ == "__main__":
    unittest.main()
