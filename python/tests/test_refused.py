"""Tests that bad input of every kind raises a Python exception, and changes nothing."""
import array
import ctypes
import unittest

import charlatan
from random_games import played

GAME = charlatan.load_game("arcane", 3)
STATE = played("arcane", moves=20)
OVER = played("quacks")

# What is asked, the exception, and a part of its sentence.
REFUSED = [
    (lambda: charlatan.load_game("chess"), charlatan.Error, "no game 'chess'; there are arcane, quacks"),
    (lambda: charlatan.load_game("arcane(3)"), ValueError, "key=value"),
    (lambda: charlatan.load_game("arcane(players=3", 2), charlatan.Error, "no game"),
    (lambda: charlatan.load_game("arcane(players=x)"), TypeError, "integer"),
    (lambda: charlatan.load_game("arcane(markets=true)"), charlatan.Error, "markets"),
    (lambda: charlatan.load_game("arcane", 1), charlatan.Error, "from 2 to 6"),
    (lambda: charlatan.load_game("arcane", 3, markets=True), charlatan.Error, "markets"),
    (lambda: charlatan.load_game("arcane", 3, market={1}), TypeError, "JSON"),
    (lambda: charlatan.Game("arcane", 3, "{"), charlatan.Error, "JSON"),
    (lambda: charlatan.Game("arcane", 3, "{}\0"), charlatan.Error, "NUL"),
    (lambda: charlatan.Game(7), TypeError, "str"),
    (lambda: charlatan.Game("arcane", 2**40), charlatan.Error, "32 bits"),
    (lambda: charlatan.State(), TypeError, "cannot create"),
    (lambda: GAME.new_initial_state(-1), charlatan.Error, "2^64"),
    (lambda: GAME.new_initial_state(2**64), charlatan.Error, "2^64"),
    (lambda: GAME.new_initial_state("1"), TypeError, "integer"),
    (lambda: GAME.new_initial_state(b"short"), charlatan.Error, "32"),
    (lambda: GAME.new_initial_state(1, []), charlatan.Error, "32 bytes"),
    (lambda: GAME.new_initial_state(bytes(32), ["no"]), charlatan.Error, ""),
    (lambda: GAME.load("{}"), charlatan.Error, "state"),
    (lambda: GAME.load("\ud800"), UnicodeError, ""),
    (lambda: GAME.load(5), TypeError, ""),
    (lambda: GAME.load(STATE.save()[:-9]), charlatan.Error, ""),
    (lambda: GAME.load(OVER.save()), charlatan.Error, "another game"),
    (lambda: GAME.read({}), charlatan.Error, ""),
    (lambda: GAME.read(None), charlatan.Error, ""),
    (lambda: GAME.read(OVER.view(-2)), charlatan.Error, "another game"),
    (lambda: GAME.bot("nobody"), charlatan.Error, "no such bot"),
    (lambda: GAME.bot(3), TypeError, ""),
    (lambda: GAME.bot("greedy\0"), charlatan.Error, "NUL"),
    (lambda: GAME.bot("search:iterations=no"), charlatan.Error, "options"),
    (lambda: GAME.bot("greedy").choose(None), TypeError, "State"),
    (lambda: GAME.bot("greedy").choose(OVER), charlatan.Error, ""),
    (lambda: GAME.bot("greedy").choose(STATE, 9), charlatan.Error, "seat 9"),
    (lambda: GAME.action_name(-1), charlatan.Error, "-1"),
    (lambda: GAME.cell_name(10**6), charlatan.Error, ""),
    (lambda: GAME.input_name(1.5), TypeError, "integer"),
    (lambda: STATE.apply_action(-1), charlatan.Error, ""),
    (lambda: STATE.apply_action(10**12), charlatan.Error, "32 bits"),
    (lambda: STATE.apply_action(-(10**30)), charlatan.Error, "32 bits"),
    (lambda: STATE.apply_action("0"), TypeError, "integer"),
    (lambda: STATE.apply_action(), TypeError, "arguments"),
    (lambda: STATE.apply_action(0, 9), charlatan.Error, "seat 9"),
    (lambda: STATE.apply_action(STATE.legal_actions()[0], None, ["no"]), charlatan.Error, ""),
    (lambda: STATE.apply_action(STATE.legal_actions()[0], None, {1}), TypeError, "JSON"),
    (lambda: OVER.apply_action(0), charlatan.Error, "over"),
    (lambda: STATE.legal_actions(-1), charlatan.Error, "seat -1"),
    (lambda: STATE.action_to_string(10**6), charlatan.Error, ""),
    (lambda: STATE.string_to_action("win"), charlatan.Error, ""),
    (lambda: STATE.string_to_action(1), TypeError, ""),
    (lambda: STATE.string_to_action(STATE.action_to_string(STATE.legal_actions()[0]) + "\0"), charlatan.Error, "NUL"),
    (lambda: STATE.observe(0, bytes(593)), BufferError, ""),
    (lambda: STATE.observe(0, bytearray(5)), charlatan.Error, "593"),
    (lambda: STATE.observe(0, array.array("i", [0] * 593)), charlatan.Error, "593"),
    (lambda: STATE.observe(0, memoryview(bytearray(1186))[::2]), BufferError, ""),
    (lambda: STATE.observe(0, 7), TypeError, ""),
    (lambda: STATE.observe(3), charlatan.Error, "seat 3"),
    (lambda: STATE.view(-3), charlatan.Error, ""),
    (lambda: STATE.events(None, -1), charlatan.Error, "0"),
    (lambda: STATE.events(None, 10**6), charlatan.Error, ""),
    (lambda: STATE.chance(10**6), charlatan.Error, ""),
    (lambda: STATE.player_return(7), IndexError, ""),
    (lambda: STATE.resample_from_infostate(0, lambda: "x"), TypeError, ""),
    (lambda: STATE.resample_from_infostate(0, lambda: 1 / 0), ZeroDivisionError, ""),
    (lambda: STATE.resample_from_infostate(8, 1), charlatan.Error, "seat 8"),
    (lambda: STATE.record(["one"]), ValueError, "names"),
    (lambda: STATE.record([1, 2, 3]), TypeError, ""),
    (lambda: STATE.record(["a", "b\0", "c"]), charlatan.Error, "NUL"),
    (lambda: hash(STATE), TypeError, "unhashable"),
    (lambda: STATE < STATE, TypeError, ""),
    (lambda: charlatan.verify("{}"), charlatan.Error, ""),
    (lambda: charlatan.verify(b"{}"), TypeError, ""),
    (lambda: charlatan.simulate(GAME, ["greedy"], 5), charlatan.Error, "each player"),
    (lambda: charlatan.simulate(GAME, "nobody", 5), charlatan.Error, "bot"),
    (lambda: charlatan.simulate(GAME, [None] * 3, 5), TypeError, "Bot"),
    (lambda: charlatan.simulate(GAME, "greedy", 0), ValueError, "games"),
    (lambda: charlatan.simulate(GAME, "greedy", 1, seed=-1), charlatan.Error, "2^64"),
    (lambda: charlatan.simulate(GAME, "greedy", 1, seed=2**64), charlatan.Error, "2^64"),
    (lambda: charlatan.Batch({}), charlatan.Error, ""),
    (lambda: charlatan.Batch("["), charlatan.Error, ""),
    (lambda: charlatan.Batch(None), charlatan.Error, ""),
    (lambda: charlatan.Batch({"game": "arcane", "tables": [{"count": -1}]}), charlatan.Error, ""),
    (lambda: charlatan.Batch({"game": "arcane", "tables": [{"bots": ["greedy"] * 2}]}), charlatan.Error, ""),
]


def bind_unaligned():
    """Four bytes a number, but at an odd address."""
    batch = charlatan.Batch({"game": "arcane", "tables": [{"count": 4}]})
    batch.bind((ctypes.c_int32 * 4).from_buffer(bytearray(17), 1))


REFUSED.append((bind_unaligned, charlatan.Error, "not aligned"))


class Refused(unittest.TestCase):
    def test_each(self):
        before = STATE.save(), OVER.save()
        for number, (ask, exception, part) in enumerate(REFUSED):
            with self.subTest(number=number):
                with self.assertRaises(exception) as caught:
                    ask()
                self.assertIn(part, str(caught.exception))
                if exception is charlatan.Error:
                    self.assertGreater(caught.exception.code, 0)
                    self.assertTrue(caught.exception.name and caught.exception.reason)
        self.assertEqual(before, (STATE.save(), OVER.save()))

    def test_error_is_a_value_error(self):
        self.assertTrue(issubclass(charlatan.Error, ValueError))


if __name__ == "__main__":
    unittest.main()
