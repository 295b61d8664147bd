#!/usr/bin/env python3
"""Trains an agent by PPO on a batch of games against bots: ppo.py [--game quacks] [--minutes 10] [--save FILE]
Lets a saved agent play: ppo.py --load FILE [--games 200] [--against greedy]

Needs torch, numpy and charlatan (docs/python.md). Half of the games are against `random`, half against `greedy`. Now
and then the agent plays fresh games against both and prints how many it wins.
"""
import argparse
import os
import time

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # threads that wait leave the cores to others

import numpy
import torch
from torch import nn

import charlatan
from charlatan.vector import Games

GAMES = 256       # games that are played side by side
STEPS = 64        # decisions of each game between two updates
EPOCHS = 2        # times that each decision is learned from
PIECE = 2048      # decisions in a step of the optimiser
CLIP = 0.2        # how far an update may change the probability of an action
GAMMA = 1.0       # games end, so later rewards count as much as early ones
LAMBDA = 0.97     # how far rewards reach back beyond the value of the next decision
ENTROPY = 0.01    # the worth of trying other actions
WORTH = 1 / 30    # the worth of a point or of a piece of gold, beside winning


class Agent(nn.Module):
    """Two hidden layers, then the worth of each action and of the position."""

    def __init__(self, game, hidden=128):
        super().__init__()
        most = torch.ones(game.observation_tensor_size())
        for row in game.observation_rows():
            for block in range(row["blocks"]):
                at = row["at"] + block * row["stride"]
                most[at : at + row["count"]] = row["most"]
        self.register_buffer("most", most)
        self.body = nn.Sequential(
            nn.Linear(2 * len(most), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.action = nn.Linear(hidden, game.num_distinct_actions())
        self.value = nn.Linear(hidden, 1)
        nn.init.zeros_(self.action.weight)
        nn.init.zeros_(self.action.bias)

    def forward(self, seen, mask):
        """Log probabilities of the actions, and the value. Cells count by their size and by being there."""
        seen = seen.float()
        body = self.body(torch.cat([seen.log1p() / self.most.log1p(), (seen > 0).float()], 1))
        logits = self.action(body).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, 1), self.value(body).squeeze(1)


def against(game, count, bots, seed):
    """Games of two players in which the agent sits on seat 0."""
    tables = [{"count": count // len(bots), "players": 2, "bots": [None, bot]} for bot in bots]
    return Games(game, tables=tables, seed=seed, threads=2)


def score_cell(game):
    """Which number of an observation is the player's own score."""
    return next(row["at"] for row in game.observation_rows() if row["name"] in ("points", "gold"))


def reward(games, before, cell):
    """1 or -1 at the end of a game, and a little for what the score has grown since the last decision."""
    now = numpy.where(games.dones, games.scores[:, 0], games.observations[:, cell])
    return games.rewards[:, 0] + WORTH * (now - before.astype(numpy.float32)).astype(numpy.float32)


def rollout(agent, games, cell):
    """Plays STEPS decisions of each game and keeps what is learned from."""
    kept = {name: [] for name in ("seen", "mask", "action", "old", "value", "reward", "done")}
    with torch.no_grad():
        for _ in range(STEPS):
            # The arrays of the batch are written anew by each step: keep copies.
            seen = torch.from_numpy(games.observations).clone()
            mask = torch.from_numpy(games.masks).clone()
            log, value = agent(seen, mask)
            action = torch.multinomial(log.exp(), 1).squeeze(1)
            games.step(action.numpy())
            old = log.gather(1, action[:, None]).squeeze(1)
            gain = torch.from_numpy(reward(games, seen[:, cell].numpy(), cell))
            done = torch.from_numpy(games.dones).clone()
            for name, what in zip(kept, (seen, mask, action, old, value, gain, done)):
                kept[name].append(what)
        last = agent(torch.from_numpy(games.observations), torch.from_numpy(games.masks))[1]
    return {name: torch.stack(values) for name, values in kept.items()}, last


def advantages(data, last):
    """How much better each decision turned out than its value (generalised advantage estimation)."""
    out, ahead = torch.zeros_like(data["value"]), torch.zeros_like(last)
    for t in reversed(range(STEPS)):
        goes_on = (~data["done"][t]).float()
        error = data["reward"][t] + GAMMA * last * goes_on - data["value"][t]
        ahead = error + GAMMA * LAMBDA * goes_on * ahead
        out[t], last = ahead, data["value"][t]
    return out


def losses(agent, data, gains, pick):
    """What PPO makes small, for the picked decisions."""
    log, value = agent(data["seen"][pick], data["mask"][pick])
    chosen = log.gather(1, data["action"][pick][:, None]).squeeze(1)
    ratio = (chosen - data["old"][pick]).exp()
    gain = gains[pick]
    target = gain + data["value"][pick]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
    entropy = -(log.exp() * log.masked_fill(log < -1e8, 0)).sum(1).mean()
    return policy + 0.5 * (value - target).square().mean() - ENTROPY * entropy


def update(agent, optimiser, data, gains):
    """Learns from all decisions of a rollout."""
    data = {name: values.flatten(0, 1) for name, values in data.items()}
    gains = gains.flatten()
    for _ in range(EPOCHS):
        for pick in torch.randperm(len(gains)).split(PIECE):
            optimiser.zero_grad()
            losses(agent, data, gains, pick).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def wins(agent, game, bot, count=400):
    """The share of games that the agent wins against a bot, a tie being half; and its mean score."""
    games = against(game, count, [bot], seed=10**6)
    games.reset()
    result, scores = numpy.full(count, numpy.nan), numpy.zeros(count)
    with torch.no_grad():
        while numpy.isnan(result).any():
            log, _ = agent(torch.from_numpy(games.observations), torch.from_numpy(games.masks))
            games.step(torch.multinomial(log.exp(), 1).squeeze(1).numpy())
            first = games.dones & numpy.isnan(result)
            result[first] = (games.rewards[first, 0] + 1) / 2
            scores[first] = games.scores[first, 0]
    return result.mean(), scores.mean()


def save(agent, game, path):
    """Keeps the weights with what they are for: they mean nothing for other observations."""
    torch.save({"game": game.name, "hash": game.observation_hash(), "weights": agent.state_dict()}, path)


def load(path):
    """The game and the agent that were saved."""
    saved = torch.load(path, weights_only=True)
    game = charlatan.load_game(saved["game"], players=2)
    if saved["hash"] != game.observation_hash():
        raise SystemExit(f"{path} was trained with observations of another version of charlatan")
    agent = Agent(game)
    agent.load_state_dict(saved["weights"])
    return game, agent


def train(agent, game, minutes, seed):
    """Learns for so many minutes, and prints a row of the curve at the start and after every tenth of them."""
    cell, optimiser = score_cell(game), torch.optim.Adam(agent.parameters(), lr=1e-3)
    games = against(game.name, GAMES, ["random", "greedy"], seed)
    games.reset()
    began = told = time.monotonic()
    decisions, budget = 0, minutes * 60
    print("minutes  CPU-s  decisions  beats random (score)  beats greedy (score)", flush=True)
    while True:
        spent = time.monotonic() - began
        if decisions == 0 or spent >= budget or time.monotonic() - told >= budget / 10:
            told = time.monotonic()
            share = [wins(agent, game.name, bot) for bot in ("random", "greedy")]
            line = f"{spent / 60:7.1f} {time.process_time():6.0f} {decisions:10,}"
            print(line, *(f"{won:13.1%} ({score:5.1f})" for won, score in share), flush=True)
            if decisions and spent >= budget:
                return
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(0.1, 1 - spent / budget)
        data, last = rollout(agent, games, cell)
        update(agent, optimiser, data, advantages(data, last))
        decisions += GAMES * STEPS


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--game", default="quacks")
    reader.add_argument("--minutes", type=float, default=10)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--save", metavar="FILE", help="where the agent goes at the end")
    reader.add_argument("--load", metavar="FILE", help="no training: let the agent of this file play")
    reader.add_argument("--games", type=int, default=200, help="how many games, with --load")
    reader.add_argument("--against", default="greedy", help="its opponent, with --load: any bot")
    wanted = reader.parse_args()
    torch.manual_seed(wanted.seed)
    torch.set_num_threads(2)
    if wanted.load:
        game, agent = load(wanted.load)
        won, score = wins(agent, game.name, wanted.against, wanted.games)
        print(f"{wanted.games} games of {game.name} against {wanted.against}: won {won:.1%}, mean score {score:.1f}")
        return
    game = charlatan.load_game(wanted.game, players=2)
    agent = Agent(game)
    train(agent, game, wanted.minutes, wanted.seed)
    if wanted.save:
        save(agent, game, wanted.save)


if __name__ == "__main__":
    main()
