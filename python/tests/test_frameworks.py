"""Tests the environments with the tests of PettingZoo, Gymnasium and OpenSpiel."""
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import charlatan
from random_games import GAMES, needs


@needs("mypy")
class Stubs(unittest.TestCase):
    def test_stubs(self):
        """The types that are written down are those of the extension."""
        folder = os.path.dirname(os.path.dirname(charlatan.__file__))
        surroundings = dict(os.environ, PYTHONPATH=folder)
        surroundings.setdefault("MYPY_CACHE_DIR", os.devnull)
        command = [sys.executable, "-m", "mypy.stubtest", "--concise", "charlatan._core"]
        told = subprocess.run(command, env=surroundings, capture_output=True, text=True)
        self.assertEqual((told.returncode, told.stdout), (0, ""), told.stderr)


@needs("numpy")
class Documents(unittest.TestCase):
    def test_examples(self):
        """The examples of docs/python.md run, one after another."""
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/python.md")
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
        self.assertGreaterEqual(len(blocks), 3)
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as told:
            for block in blocks:
                exec(compile(block, path, "exec"), names)
        self.assertIn("mean_return", told.getvalue())


@needs("numpy", "gymnasium", "pettingzoo")
class PettingZoo(unittest.TestCase):
    def setUp(self):
        # PettingZoo warns of observations that are dicts, as those with a mask are.
        warnings.simplefilter("ignore")
        quiet = contextlib.redirect_stdout(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def test_api(self):
        from charlatan import aec, parallel
        from pettingzoo.test import api_test

        for game in GAMES:
            api_test(aec.env(game=game, players=3), num_cycles=500)
            api_test(parallel.env(game=game), num_cycles=200)

    def test_seed(self):
        from charlatan import aec, parallel
        from pettingzoo.test import parallel_seed_test, seed_test

        for game in GAMES:
            seed_test(lambda: aec.env(game=game), num_cycles=200)
            parallel_seed_test(lambda: parallel.parallel_env(game=game), num_cycles=100)

    def test_parallel(self):
        from charlatan import parallel
        from pettingzoo.test import parallel_api_test

        for game in GAMES:
            parallel_api_test(parallel.parallel_env(game=game), num_cycles=500)

    def test_the_end_is_told_once(self):
        from charlatan import parallel

        env = parallel.parallel_env(game="arcane", players=2, max_cycles=3)
        env.reset(seed=1)
        while env.agents:
            env.step({agent: env.wait for agent in env.agents})
        self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))

    def test_max_cycles(self):
        from charlatan import parallel
        from pettingzoo.test import max_cycles_test

        max_cycles_test(parallel)

    def test_illegal(self):
        from charlatan import aec

        env = aec.raw_env(illegal="raise")
        env.reset(seed=1)
        with self.assertRaises(charlatan.Error):
            env.step(-1)
        env = aec.raw_env(illegal="random")
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(-1)
        self.assertEqual(env.infos[agent], {"illegal": True})


@needs("numpy", "gymnasium")
class Gymnasium(unittest.TestCase):
    def test_check(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        import charlatan.gym

        for game in GAMES:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_env(gymnasium.make(f"charlatan/{game}-v0", bots="random").unwrapped)
                check_env(charlatan.gym.SeatEnv(game, players=2, seat=1))

    def test_vector(self):
        import numpy
        from charlatan.vector import make_vector_env, random_actions

        env = make_vector_env("quacks", 16, players=2, bots="random", threads=2)
        rng, wins = numpy.random.default_rng(1), 0
        seen, info = env.reset(seed=4)
        self.assertIn(seen[0], env.single_observation_space)
        for _ in range(300):
            seen, rewards, ended, cut, info = env.step(random_actions(info["action_mask"], rng))
            self.assertEqual((rewards != 0).tolist(), ended.tolist())
            wins += int((rewards > 0).sum())
        self.assertGreater(wins, 5)

    def test_vector_ends(self):
        """Games that end tell their last observation (AutoresetMode.SAME_STEP)."""
        import numpy
        from charlatan.vector import make_vector_env, random_actions

        env = make_vector_env("arcane", 8, players=2, bots="random")
        rng, ends = numpy.random.default_rng(1), 0
        _, infos = env.reset(seed=4)
        while ends < 5:
            _, rewards, ended, _, infos = env.step(random_actions(infos["action_mask"], rng))
            self.assertEqual("final_obs" in infos, ended.any())
            if ended.any():
                self.assertEqual(infos["_final_obs"].tolist(), ended.tolist())
            for i in numpy.flatnonzero(ended):
                self.assertIn(infos["final_obs"][i], env.single_observation_space)
                self.assertEqual(infos["final_obs"][i][self.phase()], 4)
                ends += 1
            for i in numpy.flatnonzero(~ended):
                self.assertIsNone(infos.get("final_obs", [None] * 8)[i])

    @staticmethod
    def phase():
        rows = charlatan.load_game("arcane").observation_rows()
        return next(row["at"] for row in rows if row["name"] == "phase")

    def test_vector_seats(self):
        from charlatan.vector import make_vector_env

        for seat, bots in ((-1, "greedy"), (2, "greedy"), (0, []), (0, ["greedy"] * 2), (0, [None])):
            with self.assertRaises(ValueError):
                make_vector_env("arcane", 2, players=2, seat=seat, bots=bots)

    def test_vector_resets(self):
        from charlatan.vector import make_vector_env

        def firsts():
            env = make_vector_env("arcane", 8, players=2, seed=3, bots="random")
            return [env.reset()[0].tobytes() for _ in range(3)]

        self.assertEqual(len(set(firsts())), 3)
        self.assertEqual(firsts(), firsts())

    def test_vector_illegal(self):
        import numpy
        from charlatan.vector import make_vector_env

        def play(actions, **words):
            env = make_vector_env("quacks", 4, players=2, bots="random", **words)
            legal = env.reset(seed=1)[1]["action_mask"].argmax(1)
            seen, _, _, _, infos = env.step(numpy.where(actions, actions, legal))
            return seen.tobytes(), infos

        wrong = numpy.array([0, -1, 133, 10**6])
        self.assertNotIn("illegal", play(wrong * 0)[1])
        seen, infos = play(wrong)
        self.assertEqual(infos["illegal"].tolist(), [False, True, True, True])
        self.assertEqual(seen, play(wrong)[0])
        with self.assertRaises(charlatan.Error):
            play(wrong, illegal="raise")
        with self.assertRaises(TypeError):
            play(wrong * 0 + 0.5)

    def test_make_vec(self):
        import gymnasium
        import charlatan.gym
        from charlatan.vector_env import SeatVectorEnv

        env = gymnasium.make_vec("charlatan/quacks-v0", num_envs=3, players=2, bots="random")
        self.assertIsInstance(env.unwrapped, SeatVectorEnv)
        self.assertIn(env.reset(seed=1)[0], env.observation_space)

    def test_no_action_is_rounded(self):
        from charlatan.gym import SeatEnv

        env = SeatEnv("arcane", 2, illegal="raise")
        env.reset(seed=1)
        with self.assertRaises(TypeError):
            env.step(env.state.legal_actions()[0] + 0.5)


@needs("numpy", "pufferlib", "psutil")
class PufferLib(unittest.TestCase):
    def env(self, **words):
        from charlatan.puffer import SeatPufferEnv

        return SeatPufferEnv("quacks", 16, players=2, bots="random", **words)

    def test_buffers(self):
        """The batch writes into PufferLib's buffers, and the games are those of the batch."""
        import numpy
        from charlatan.vector import Games, random_actions

        env, rng, ends = self.env(), numpy.random.default_rng(1), 0
        same = Games("quacks", 16, players=2, bots=[None, "random"], seed=5)
        self.assertIs(env.reset(seed=5)[0], env.observations)
        same.reset()
        for _ in range(150):
            self.assertTrue((env.observations == same.observations).all())
            actions = random_actions(env.action_masks, rng)
            _, rewards, ended, _, infos = env.step(actions)
            same.step(actions)
            self.assertEqual((rewards.tolist(), ended.tolist()), (same.rewards[:, 0].tolist(), same.dones.tolist()))
            self.assertEqual(bool(infos), bool(ended.any()))
            ends += int(ended.sum())
        self.assertGreater(ends, 5)

    def test_vector(self):
        """PufferLib steps environments one after another and in processes alike, with masks as observations."""
        import numpy
        import pufferlib.vector
        from charlatan.vector import random_actions

        def play(**words):
            env = pufferlib.vector.make(self.env, env_kwargs={"masks": True}, num_envs=2, **words)
            rng, seen = numpy.random.default_rng(1), []
            observations, _ = env.reset(seed=3)
            for _ in range(30):
                masks = observations[:, -env.single_action_space.n :].astype(bool)
                observations, *rest = env.step(random_actions(masks, rng).astype("int32"))
                seen.append(observations.tobytes())
            env.close()
            return seen

        alone = play(backend=pufferlib.vector.Serial)
        both = play(backend=pufferlib.vector.Multiprocessing, num_workers=2, overwork=True)
        self.assertEqual(alone, both)

    def test_illegal(self):
        import numpy

        for wrong in (-1, 10**6, 2**40):
            env = self.env(illegal="raise")
            env.reset(seed=1)
            with self.assertRaises(charlatan.Error):
                env.step(numpy.full(16, wrong))
            env = self.env()
            env.reset(seed=1)
            env.step(numpy.full(16, wrong))


@needs("numpy", "pyspiel")
class OpenSpiel(unittest.TestCase):
    def setUp(self):
        import charlatan.openspiel  # registers the games

    def test_random_simulations(self):
        import pyspiel

        for game in GAMES:
            for players in (2, 4):
                loaded = pyspiel.load_game(f"charlatan_{game}(players={players})")
                pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)

    def test_waiting_actions_are_secret(self):
        import random

        import pyspiel

        rng = random.Random(1)
        for game in GAMES:
            state = pyspiel.load_game(f"charlatan_{game}(players=2)").new_initial_state()
            while not state.is_terminal() and state.move_number() < 150:
                if state.is_chance_node() and state.waiting is not None:
                    other = 1 - state.actor
                    self.assertIn(f"player {other}, None:", state.information_state_string(other))
                    guess = state.resample_from_infostate(other, rng.random)
                    self.assertNotEqual(guess.seed, state.seed)
                    guess.apply_action(0)
                state.apply_action(rng.choice(state.legal_actions()))

    def test_playthrough(self):
        from absl import flags
        from open_spiel.python.algorithms import generate_playthrough

        flags.FLAGS.mark_as_parsed()
        text = generate_playthrough.playthrough("charlatan_quacks(players=2)", None, seed=1)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "quacks.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            original, again = generate_playthrough.replay(path)
        self.assertEqual(original, again)

    def test_algorithms(self):
        import numpy
        import pyspiel
        from open_spiel.python import rl_environment
        from open_spiel.python.algorithms import ismcts, mcts, random_agent

        game = pyspiel.load_game("charlatan_quacks(players=2)")
        rng = numpy.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bots = [
            mcts.MCTSBot(game, 2, 3, evaluator, random_state=rng),
            ismcts.ISMCTSBot(game, evaluator, 2, 3, random_state=rng),
        ]
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < 40:
            if state.is_chance_node():
                state.apply_action(int(rng.randint(game.max_chance_outcomes())))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        environment = rl_environment.Environment(game)
        agents = [random_agent.RandomAgent(i, game.num_distinct_actions()) for i in range(2)]
        time = environment.reset()
        while not time.last():
            player = time.observations["current_player"]
            time = environment.step([agents[player].step(time).action])
        self.assertAlmostEqual(sum(time.rewards), 0)

    def test_luck_is_hidden(self):
        """Copies of a state meet other luck."""
        import pyspiel

        game = pyspiel.load_game("charlatan_quacks(players=2)")
        state = game.new_initial_state()
        ends = set()
        while state.is_chance_node() or not ends:
            if state.is_chance_node() and state.state is not None:
                for outcome, _ in state.chance_outcomes():
                    ends.add(str(state.child(outcome)))
            action = 0 if state.is_chance_node() else state.legal_actions()[0]
            state.apply_action(action)
        self.assertGreater(len(ends), 1)


if __name__ == "__main__":
    unittest.main()
