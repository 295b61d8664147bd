"""Tests the boards: what they show, that they tell no secrets, and that the terminal prints the same."""
import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import charlatan
from charlatan.text import show
from random_games import GAMES, played, positions

PROGRAM = os.environ.get("CHARLATAN") or shutil.which("charlatan")
# Questions whose answers the terminal draws as a storehouse.
PICTURES = ("slot", "peek", "own", "theirs", "remove")
NAMES = ["Ada", "Berta", "Cyril"]


class Texts(unittest.TestCase):
    def test_boards(self):
        """Every position can be shown to every viewer; who is asked gets the numbers of all actions, and nobody else does."""
        for name, options in (("arcane", {"market": True, "wizards": "random"}), ("quacks", {})):
            for state in positions(name, most=120, **options):
                texts = {player: show(state, player) for player in (0, 1, 2, -1, -2)}
                asked = state.current_player()
                self.assertEqual(show(state), texts[asked])
                for player, text in texts.items():
                    self.assertEqual(f"seat {player} (you)" in text, player >= 0)
                    self.assertLessEqual(max(map(len, text.split("\n"))), 81)
                    if player in state.active_players():
                        question, _, answers = text.rpartition("]\n")
                        self.assertRegex(question, r"\n\n[^\n]+(\n  [^\n]+)? \[[AQ]\d+[.\w]*$")
                        numbers = [int(n) for n in re.findall(r"(?:^|  ) *(\d+)  (?=\S)", answers, re.M)]
                        self.assertEqual(sorted(numbers), state.legal_actions(player), text)
            self.assertRegex(show(played(name), 0), r"\n=== The end: final standing .*\n  seat \d .* wins")

    def test_secrets(self):
        for name in GAMES:
            for state in positions(name, most=120, seed=5):
                for player in range(3):
                    self.assertEqual(show(state.resample_from_infostate(player, 3), player), show(state, player))

    def test_top_of_the_discard(self):
        """The item that was discarded last is on top (docs/protocol.md lists it first)."""
        seen = set()
        for state in positions("arcane", most=400):
            pile = state.view(-1)["discard"]
            named = re.search(r"\| Discard (\d+)(?: \(on top: (.*)\))?$", show(state, 0), re.M)
            if named:
                top = named[2] and re.sub("[^a-z]+", "-", named[2].lower().replace("'", ""))
                self.assertEqual((int(named[1]), top), (len(pile), pile[0] if pile else None))
                seen.add(len(pile) > 1 and pile[0] != pile[-1])
        self.assertIn(True, seen)

    def test_whites_and_coins(self):
        """The Quacks: the white sum and the limit of the pot, the coins of its spaces, and in the shop coins and prices."""
        seen = {"brew": 0, "buy": 0}
        for state in positions("quacks", most=600):
            player, kind = state.current_player(), state.question()[0]
            text, own = show(state), state.view(state.current_player())["players"][state.current_player()]
            whites = sum(int(chip["chip"][5:]) for chip in own["pot"] if chip["chip"].startswith("white"))
            if kind == "brew":
                self.assertRegex(text, rf"\n  Whites +{whites}, limit [789] ")
                self.assertRegex(text, r"\n  space +\d+ [^\n]*(\n[^\n]*)?\n  coins +\d+ ")
            if kind == "buy":
                self.assertIn(f"You have {own['coins']} coin", text)
                prices = re.search(r"\n  Price of .*\n  orange +(\d+)", text)
                for action in state.legal_actions():
                    if state.action_to_string(player, action) == "buy orange1":
                        self.assertRegex(text, rf" {action}  orange 1 for {prices[1]}\b")
            seen[kind] = seen.get(kind, 0) + 1
        self.assertGreater(min(seen["brew"], seen["buy"]), 10)

    def test_names(self):
        state = played("quacks", moves=9)
        self.assertIn("\nBerta (you): ", show(state, 1, NAMES))
        self.assertIn("\nCyril  ", show(state, 1, NAMES))
        for wrong in (["a", "b"], ["a", "b", "\33[2J"], ["a", "b", 3]):
            with self.assertRaises((ValueError, TypeError)):
                state.board(0, wrong)
        with self.assertRaisesRegex(charlatan.Error, "the game 'null' has no board"):
            charlatan.load_game("null", 2).new_initial_state(1).board(0)
        with self.assertRaisesRegex(charlatan.Error, "viewer 3"):
            state.board(3)


def at_the_keyboard(name, moves):
    """A random game of three people at one keyboard: the states with the seat that has it, and what they type. Each looks at
    the board before the answer."""
    rng, states, typed, seat = random.Random(7), [], [], None
    state = charlatan.load_game(name, 3).new_initial_state(7)
    for _ in range(moves):
        active = state.active_players()
        if seat not in active:
            after = -1 if seat is None else seat
            seat = min(active, key=lambda other: (other - after - 1) % 3)
            typed.append("")
        action = rng.choice(state.legal_actions(seat))
        states.append((state.clone(), seat))
        typed += ["b", state.action_to_string(seat, action)]
        state.apply_action(action, seat)
    return states, typed


def without_numbers(text):
    """Answers differ in their numbers: the terminal counts them, here they are actions."""
    return re.sub(r"^ +\d+  (?=\S)", "", text, flags=re.M)


@unittest.skipUnless(PROGRAM, "the program charlatan is not there")
class Terminal(unittest.TestCase):
    def test_same_board(self):
        """`charlatan play --plain` prints these boards, and the questions and short lists of answers below them."""
        for name in GAMES:
            states, typed = at_the_keyboard(name, 70)
            with tempfile.TemporaryDirectory() as folder:
                command = [PROGRAM, "play", name, "--plain", "--new", "--hotseat", "3", "--seed", "7", "--name", "Ada", "--save", folder]
                # What is loaded into this process for its sanitizers does not fit the program's own.
                without = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
                done = subprocess.run(command, input="\n".join(typed) + "\n", env=without, text=True, capture_output=True, check=False)
            rest, whole = without_numbers(done.stdout), 0
            for state, seat in states:
                text = show(state, seat, NAMES)
                question = text.rindex("]\n") + 2
                few = len(state.legal_actions(seat)) <= 5 and state.question(seat)[0] not in PICTURES
                wanted = without_numbers(text if few else text[:question])
                before, there, rest = rest.partition(wanted)
                self.assertTrue(there, f"{wanted}\n--- is not in ---\n{before}{done.stderr}")
                whole += few
            self.assertGreater(whole, 20)


if __name__ == "__main__":
    unittest.main()
