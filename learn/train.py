"""Trains the net of a game by self-play: imitation of a bot first, then PPO.

    python3 learn/train.py arcane --library build/learn --out build/net --seconds 500

Writes weights.pt, adam.pt and log.txt into --out. With --resume it goes on from such a folder; the learning rate falls
over --whole seconds of all runs together, or of this one with --anew. On a processor without an accelerator it runs,
slowly: try --games 256 --steps 32 --minibatch 1024 --seconds 60. With --against, an exploiter is trained against a bot
of the program, such as net: it copies the bot first, has the bot at all other seats, and prints its share of wins.
--champion does the same with frozen weights, without copying them. With --gpu the games run on the GPU, and training is
that of fast.py. learn/README.md says how long it took on what.
"""
import argparse
import copy
import importlib
import itertools
import json
import os
import time

import torch
import torch.nn.functional as F

import net as nets
from games import NAMES, Batch, GpuBatch, Library


def read_arguments(words=None):
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = reader.add_argument
    add("game", choices=NAMES)
    add("--library", dest="folder", required=True, help="the folder of libcharlatan.so and liblearn.so")
    add("--out", default=os.environ.get("OUT", "."))
    add("--resume", help="a folder with weights.pt and, unless import.py made it, adam.pt")
    add("--anew", action="store_true", help="with --resume: rates begin anew, and --whole counts this run alone")
    add("--warm", type=int, default=0, help="iterations in which the rate rises at the beginning of this run")
    add("--champion", help="weights.pt of a net to train against")
    add("--against", help="a bot to train against, such as net")
    add("--seconds", type=float, default=500, help="ends within this time, start included")
    add("--iterations", type=int, default=10**9, help="ends after so many, too")
    add("--whole", type=float, help="seconds of training, earlier runs included, over which the learning rate falls")
    add("--imitate", type=float, default=25, help="seconds of imitation at the beginning")
    add("--round", type=float, default=0, help="the last seconds, with weights rounded as in the C program")
    add("--first", type=float, default=0.5, help="the rate of the first layer, as a part of the others'")
    add("--games", type=int, default=8192)
    add("--steps", type=int, default=128)
    add("--minibatch", type=int, default=32768)
    add("--epochs", type=int, default=2)
    add("--wide", type=int, default=256)
    add("--narrow", type=int, default=128)
    add("--rate", type=float, default=1e-3)
    add("--rate-end", type=float, default=5e-5)
    add("--entropy", type=float, default=0.03)
    add("--entropy-end", type=float, default=0.003)
    add("--lead", type=float, default=0.5, help="how much of an advantage is the lead, at the beginning")
    add("--lead-end", type=float, default=0.25)
    add("--reach", type=float, default=0.16, help="GAE's lambda for answers is 1 - reach / players")
    add("--value-reach", type=float, default=0.05, help="the same for values")
    add("--clip", type=float, default=0.2)
    add("--focus", type=int, default=1, help="how many times as many tables with 2 or 4 players and no options")
    add("--plain", action="store_true", help="no CUDA graphs")
    add("--gpu", action="store_true", help="the games run on the GPU, too; without imitation (docs/gpu.md)")
    add("--slow", action="store_true", help="with --gpu: by torch alone, without the kernels of learn/kernels.py")
    add("--float32", action="store_true", help="with --gpu: the first two layers in 32 bits, not in 16")
    add("--overlap", action="store_true", help="with --gpu: half of the games step while the net thinks about the others")
    add("--no-tune", action="store_true", help="with --gpu: the first layer's kernels as they come, nothing is tried")
    add("--check-fast", action="store_true", help="with --gpu: compares kernels and plain forms on positions, and ends")
    add("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    add("--seed", type=int, default=1)
    add("--anchor-every", type=float, default=60)
    add("--anchor-games", type=int, default=4096)
    add("--log-every", type=int, default=20, help="iterations")
    add("--snapshot-every", type=float, default=40)
    return reader.parse_args(words)


def seatings(players, learners):
    """All ways in which so many of the seats learn."""
    return list(itertools.combinations(range(players), learners))


def make_tables(kinds, games, opponent=None, focus=1):
    """The tables of a batch, those with an earlier net last; and the learner's seat at those, else -1. `opponent` sits at
    all of them, if there is one: "past" or a bot."""
    rows = [(n if options or players not in (2, 4) else n * focus, players, options, opponent or who,
             1 if opponent else (*learners, 1)[0]) for n, players, options, who, *learners in kinds]
    rows.sort(key=lambda row: row[3] == "past")
    whole = sum(row[0] for row in rows)
    tables, learner, done, share = [], [], 0, 0
    for n, players, options, who, learners in rows:
        share += n
        count = games * share // whole - done
        done += count
        seats = seatings(players, learners) if who not in (None, "past") else [None]
        for k, mine in enumerate(seats):
            part = count * (k + 1) // len(seats) - count * k // len(seats)
            if part == 0:
                continue
            table = {"count": part, "players": players, "options": options}
            if mine is not None:
                table["bots"] = [None if i in mine else who for i in range(players)]
            tables.append(table)
            learner += [i % players if who == "past" else -1 for i in range(part)]
    return tables, torch.tensor(learner)


class Net:
    """Weights for playing, in 16 bits, and what they say about positions."""

    def __init__(self, trainer, weights):
        self.trainer = trainer
        self.weights = [w.detach().clone() for w in trainer.ready(weights)]

    @torch.no_grad()
    def take(self, weights):
        for mine, new in zip(self.weights, weights):
            mine.copy_(new)

    def out(self, cells):
        return nets.forward(self.trainer.inputs, self.weights, cells)


class Group:
    """Half of the games: while the accelerator thinks about one half, the processor steps the other."""

    LOOKS = ("cells", "now", "table", "first", "legal", "seats")

    def __init__(self, trainer, games, number, threads):
        self.trainer, self.device = trainer, trainer.device
        opponent = "past" if trainer.arguments.champion else trainer.arguments.against
        tables, learner = make_tables(trainer.game.TABLES, games, opponent, trainer.arguments.focus)
        cuda = self.device != "cpu"
        seed = trainer.arguments.seed * 1000 + number + 10 * trainer.runs
        if trainer.arguments.gpu:
            self.batch = GpuBatch(trainer.code, tables, seed, trainer.gpu)
        else:
            self.batch = Batch(trainer.code, tables, seed, threads, cuda)
        self.learner = learner.to(self.device)
        self.past_from = int((learner < 0).sum())
        self.players = self.batch.players.to(self.device)
        self.now = {name: getattr(self.batch, name).to(self.device) for name in self.LOOKS}
        self.event = torch.cuda.Event() if cuda and not self.batch.on_gpu else None
        self.graph = None

    def think(self):
        """Chooses answers: fills action, answer, logp, values (by seat, not counted from the viewer) and counts."""
        t, now = self.trainer, self.now
        out = t.playing.out(now["cells"])
        said = out
        if self.past_from < self.batch.games:
            tail = slice(self.past_from, None)
            past = t.past.out(now["cells"][tail])
            mine = (now["seats"][tail] == self.learner[tail])[:, None]
            said = torch.cat([out[:self.past_from], torch.where(mine, out[tail], past)])
        logp = F.log_softmax(t.policy.logits(said, now["table"], now["first"], now["legal"]), 1)
        legal = ((now["legal"][:, None] >> t.policy.answers) & 1).float()
        tried = (t.tried * (now["first"] == t.game.TRIED))[:, None]
        mixed = torch.log(logp.exp() * (1 - tried) + tried * legal / legal.sum(1, keepdim=True) + 1e-30)
        noise = -torch.log(-torch.log(torch.rand_like(mixed).clamp_(1e-10, 1 - 1e-7)))
        answer = (mixed + noise).masked_fill(legal == 0, -1e9).argmax(1)
        self.logp = mixed.gather(1, answer[:, None])[:, 0]
        self.answer = answer
        self.action = (now["first"] + answer).int()
        learns = (self.learner < 0) | (now["seats"] == self.learner)
        self.counts = learns & (legal.sum(1) > 1)
        values = t.policy.values(out, self.players, now["now"])
        self.values = values.gather(1, t.from_viewer(now["seats"].long(), self.players, -1))

    def launch(self):
        """Sends what the batch shows to the accelerator and lets the net answer."""
        for name in self.LOOKS:
            self.now[name].copy_(getattr(self.batch, name), non_blocking=True)
        if self.device == "cpu":
            with torch.no_grad():
                self.think()
            self.batch.actions.copy_(self.action)
            return
        if self.trainer.arguments.plain:
            with torch.no_grad():
                self.think()
        elif self.graph is None:
            self.graph = capture(self.think)
        if self.graph:
            self.graph.replay()
        self.batch.actions.copy_(self.action, non_blocking=True)
        if self.event:
            self.event.record()

    def wait(self):
        """Until the answers are there, and all copies that were asked for before them are done."""
        if self.event:
            self.event.synchronize()


def capture(work):
    """A CUDA graph of work that needs no gradients."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side), torch.no_grad():
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.no_grad(), torch.cuda.graph(graph):
        work()
    return graph


class Store:
    """What happened in the last steps of all games, on the accelerator."""

    def __init__(self, steps, games, cells, seats, device):
        def make(dtype, *shape):
            return torch.zeros(*shape, dtype=dtype, device=device)

        self.cells = make(torch.uint8, steps, games, cells)
        self.now = make(torch.int32, steps, games, seats)
        self.table, self.first = make(torch.int16, steps, games), make(torch.int16, steps, games)
        self.legal = make(torch.int64, steps, games)
        self.seats = make(torch.int32, steps, games)
        self.answer = make(torch.int64, steps, games)
        self.label = make(torch.int32, steps, games)
        self.logp = make(torch.float32, steps, games)
        self.counts = make(torch.bool, steps, games)
        self.values = make(torch.float32, steps + 1, games, 2 * seats)
        self.rewards = make(torch.float32, steps, games, seats)
        self.scores = make(torch.int32, steps, games, seats)
        self.dones = make(torch.uint8, steps, games)
        # For the update: advantage and what the values should have been, counted from the viewer.
        self.advantage = make(torch.float32, steps * games)
        self.target = make(torch.float32, steps * games, 2 * seats)
        self.td_error = make(torch.float32, steps * games)
        self.flat = {name: getattr(self, name).view(steps * games, *getattr(self, name).shape[2:])
                     for name in ("cells", "now", "table", "first", "legal", "answer", "label", "logp")}


class Trainer:
    def __init__(self, arguments):
        self.arguments = a = arguments
        if a.gpu: # nobody can be asked there
            a.imitate = 0
        self.began = time.time()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.gpu = 0 if self.device == "cuda" else -1 # -1: the same kernels on the processor, slowly
        torch.manual_seed(a.seed)
        # More threads than this only wait for each other where the games need the processor too.
        torch.set_num_threads(1 if self.device == "cpu" else 4)
        torch.backends.cuda.matmul.allow_tf32 = True
        os.makedirs(a.out, exist_ok=True)
        self.log = open(os.path.join(a.out, "log.txt"), "a")
        self.game = importlib.import_module(a.game)
        self.seats = self.game.SEATS
        self.code = Library(a.folder, self.game)
        self.inputs = nets.Inputs(self.code, self.device)
        self.policy = nets.Policy(self.code, self.device)
        self.weights = nets.make(self.inputs, self.code.outputs + 2 * self.seats, a.wide, a.narrow, a.seed, self.device)
        self.trained, self.iterations, self.decisions, self.runs = 0.0, 0, 0, 0
        self.done, self.start = 0, 0.0
        self.rate, self.first_rate, self.entropy, self.imitate, self.tried = (
            torch.zeros((), device=self.device) for _ in range(5))
        # More than 300 inputs of a position are yes: if all their weights moved as fast as others', units would jump.
        groups = [{"params": self.weights[:1], "lr": self.first_rate}, {"params": self.weights[1:], "lr": self.rate}]
        self.optimiser = torch.optim.Adam(groups, eps=1e-5, fused=self.device != "cpu", capturable=self.device != "cpu")
        self.teacher = self.code.bot(a.against or self.game.TEACHER)
        self.rival = a.against or self.game.ANCHOR
        if a.resume:
            self.load(a.resume)
        else:
            nets.settle(self.inputs, self.weights, self.some_cells())
        self.playing = self.make_net()
        self.past = self.make_net()
        if a.champion:
            frozen = torch.load(a.champion, map_location=self.device)
            frozen = nets.scaled(frozen["weights"], nets.BOUND / frozen["about"].get("bound", 1))
            self.past.take(self.ready(frozen))
        self.snapshots = []
        self.make_games()
        # The outputs' weights must fit the C program's numbers.
        self.most = 0.99 * nets.OUTPUT_MOST / nets.BOUND
        self.pick = torch.arange(a.minibatch, device=self.device)
        self.sums = torch.zeros(6, device=self.device)
        self.graphs = {}
        self.anchors = {}

    def make_net(self):
        return Net(self, self.weights)

    def make_games(self):
        a = self.arguments
        self.groups = [Group(self, a.games // 2, i, a.threads) for i in range(2)]
        self.store = Store(a.steps, a.games, self.code.cells, self.seats, self.device)
        self.players = torch.cat([group.players for group in self.groups])

    def ready(self, weights):
        """The weights as nets take them."""
        return nets.prepared(self.inputs, weights)

    def say(self, text):
        line = f"{time.time() - self.began:7.1f} s  {text}"
        print(line, flush=True)
        self.log.write(line + "\n")
        self.log.flush()

    def from_viewer(self, seats, players, sign):
        """Columns that turn seats counted from the viewer (+1: to, -1: from) into those of the table, for both values."""
        there = torch.arange(self.seats, device=self.device)[None]
        turned = (there + sign * seats[:, None]) % players[:, None]
        turned = torch.where(there < players[:, None], turned, there)
        return torch.cat([turned, turned + self.seats], 1)

    # ---- playing ----

    def keep(self, i, t):
        """Stores what group i was shown and answered at step t, and what its last answer brought."""
        group, s = self.groups[i], self.store
        half = self.arguments.games // 2
        at = slice(i * half, (i + 1) * half)
        s.values[t, at].copy_(group.values)
        if t == self.arguments.steps:
            return
        for name in ("cells", "now", "table", "first", "legal", "seats"):
            getattr(s, name)[t, at].copy_(group.now[name])
        for name in ("answer", "logp", "counts"):
            getattr(s, name)[t, at].copy_(getattr(group, name))

    def collect(self, i, t):
        group, s = self.groups[i], self.store
        half = self.arguments.games // 2
        at = slice(i * half, (i + 1) * half)
        s.dones[t, at].copy_(group.batch.dones, non_blocking=True)
        for name in ("rewards", "scores"):
            told = getattr(group.batch, name)
            getattr(s, name)[t, at, :told.shape[1]].copy_(told, non_blocking=True)

    def timed(self, part, work, *arguments):
        began = time.time()
        work(*arguments)
        self.parts[part] += time.time() - began

    def play(self):
        steps, imitating = self.arguments.steps, self.imitating
        for i, group in enumerate(self.groups):
            group.launch()
            self.keep(i, 0)
        for t in range(steps):
            for i, group in enumerate(self.groups):
                self.timed("wait", group.wait)
                if imitating:
                    self.timed("ask", group.batch.ask, self.teacher)
                    half = self.arguments.games // 2
                    self.store.label[t, i * half:(i + 1) * half].copy_(group.batch.labels, non_blocking=True)
                self.timed("step", group.batch.step_only)
                self.timed("look", group.batch.look)
                self.collect(i, t)
                self.timed("launch", group.launch)
                self.timed("keep", self.keep, i, t + 1)
        self.decisions += steps * self.arguments.games

    # ---- learning ----

    @torch.no_grad()
    def prepare(self, progress):
        """Advantages by GAE over every seat at every decision. Values are of the end, so there are no other rewards."""
        a, s = self.arguments, self.store
        players = self.players[None, :, None]
        share = (s.rewards * (players - 1) + 1) / players
        total = s.scores.sum(2, keepdim=True)
        lead = (s.scores - (total - s.scores) / (players - 1)) / self.game.LEAD
        there = torch.arange(self.seats, device=self.device)[None, None] < players
        end = torch.cat([share * there, lead * there], 2)
        done = s.dones.bool()[:, :, None]
        kept = [1 - reach / self.players[:, None] for reach in (a.reach, a.value_reach)]
        after = torch.where(done, end, s.values[1:]) - s.values[:-1]
        gains = []
        for lam in kept:
            gain = torch.empty_like(after)
            last = torch.zeros_like(after[0])
            for t in range(a.steps - 1, -1, -1):
                last = torch.addcmul(after[t], last.masked_fill(done[t], 0), lam.expand_as(last))
                gain[t] = last
            gains.append(gain.reshape(-1, 2 * self.seats))
        gain, value_gain = gains
        seats = s.seats.reshape(-1).long()
        everyone = self.players[None].expand(a.steps, -1).reshape(-1)
        lead_part = a.lead + (a.lead_end - a.lead) * progress
        own_lead = gain.gather(1, (seats + self.seats)[:, None])[:, 0]
        own_share = gain.gather(1, seats[:, None])[:, 0]
        advantage = lead_part * own_lead + (1 - lead_part) * 2 * own_share
        counted = s.counts.reshape(-1)
        s.advantage.copy_(self.normalised(advantage, counted, everyone))
        target = (value_gain + s.values[:a.steps].reshape(-1, 2 * self.seats)).gather(1, self.from_viewer(seats, everyone, 1))
        s.target.copy_(target)
        s.target[:, self.seats:] -= nets.lead_of(s.flat["now"].float(), everyone) / self.game.LEAD
        two = everyone == 2
        self.explained = 1 - value_gain[two, 0].var() / target[two, 0].var().clamp_min(1e-6)
        bribes = s.flat["first"] == self.game.TRIED
        self.bribed = (s.flat["answer"][bribes] > 0).float().mean() if bribes.any() else torch.zeros(())
        self.everyone = everyone
        return counted.nonzero()[:, 0]

    def normalised(self, advantage, counted, everyone):
        """Advantages of the same size whatever the number of players: with more of them a share is smaller."""
        kind = everyone.long()
        # Sums as products: adding millions of numbers to seven places one by one takes an accelerator long.
        kinds = torch.arange(self.seats + 1, device=self.device)[:, None]
        masks = ((kind == kinds) & counted).float()
        count = masks.sum(1).clamp_min(1)

        def mean(of):
            return ((masks * of).sum(1) / count)[kind]

        off = advantage - mean(advantage)
        return off / (mean(off.square()).sqrt() + 1e-6)

    def learn_some(self):
        """One step of the optimiser on the positions of self.pick."""
        a, s, ix = self.arguments, self.store, self.pick
        weights = nets.rounded(self.inputs, self.weights) if self.rounding else self.weights
        out = nets.forward(self.inputs, nets.prepared(self.inputs, weights), s.flat["cells"].index_select(0, ix))
        logp = F.log_softmax(self.policy.logits(out, s.flat["table"][ix], s.flat["first"][ix], s.flat["legal"][ix]), 1)
        players = self.players[ix % a.games]
        new = logp.gather(1, s.flat["answer"][ix][:, None])[:, 0]
        old, advantage = s.flat["logp"][ix], s.advantage[ix]
        ratio = (new - old).exp()
        policy = -torch.min(ratio * advantage, ratio.clamp(1 - a.clip, 1 + a.clip) * advantage).mean()
        entropy = -(logp.exp() * logp.clamp_min(-50)).sum(1).mean()
        label = (s.flat["label"][ix] - s.flat["first"][ix]).long().clamp(0, 63)
        copied = -logp.gather(1, label[:, None]).clamp_min(-30).mean()
        target = s.target[ix]
        there = self.policy.seats[None] < players[:, None]
        shares = F.log_softmax(self.policy.win_logits(out, players), 1)
        win = -(torch.where(there, shares, 0) * target[:, :self.seats]).sum(1).mean()
        off = (out[:, self.policy.outputs + self.seats:] - target[:, self.seats:]) * there
        lead = 0.5 * off.square().mean()
        loss = (1 - self.imitate) * (policy - self.entropy * entropy) + self.imitate * copied + 0.5 * win + 5 * lead
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
        self.optimiser.step()
        with torch.no_grad():
            self.weights[4].clamp_(-self.most, self.most)
            self.sums.add_(torch.stack([policy, entropy, copied, win, lead, (old - new).mean()]))

    def captured(self):
        """A CUDA graph of learn_some; the steps that warm it up change nothing."""
        held = copy.deepcopy(self.optimiser.state_dict()) if self.optimiser.state else None
        before = [w.detach().clone() for w in self.weights]
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.learn_some()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(graph):
            self.learn_some()
        with torch.no_grad():
            for w, old in zip(self.weights, before):
                w.copy_(old)
            for at, state in enumerate(self.optimiser.state.values()):
                for key, value in state.items():
                    value.copy_(held["state"][at][key]) if held else value.zero_()
        return graph

    def so_far(self):
        """Seconds of training that --whole counts."""
        return self.trained - self.start

    def learn(self):
        a = self.arguments
        progress = min(1.0, self.so_far() / self.whole)
        # Averages of a new Adam say little at first.
        warm = min(1.0, (self.done + 1) / (a.warm + 1))
        self.rate.fill_(warm * (a.rate + (a.rate_end - a.rate) * progress))
        self.first_rate.copy_(self.rate * a.first)
        self.entropy.fill_(a.entropy * (a.entropy_end / a.entropy) ** progress)
        self.tried.fill_(max(0.0, 0.03 * (1 - 1.5 * progress)))
        self.imitate.fill_(1.0 if self.imitating else 0.0)
        counted = self.prepare(progress)
        self.counted = counted.numel() / (a.steps * a.games)
        graphs = self.device != "cpu" and not a.plain
        if graphs and self.rounding not in self.graphs:
            self.graphs[self.rounding] = self.captured()
        self.sums.zero_()
        self.updates = 0
        for _ in range(a.epochs):
            for some in self.minibatches(counted):
                self.pick.copy_(some)
                self.graphs[self.rounding].replay() if graphs else self.learn_some()
                self.updates += 1
        weights = nets.rounded(self.inputs, self.weights) if self.rounding else self.weights
        with torch.no_grad():
            self.playing.take(self.ready(weights))

    def minibatches(self, counted):
        """All of the counted positions once, mixed."""
        size = self.arguments.minibatch
        mixed = counted[torch.randperm(counted.numel(), device=self.device)]
        for at in range(0, counted.numel() - size + 1, size):
            yield mixed[at:at + size]

    # ---- anchors ----

    def anchor_batch(self, tables, seed):
        """Games against the anchor, and where their arrays are. Those on the GPU are kept: to open them takes long."""
        if not self.arguments.gpu:
            return Batch(self.code, tables, seed, self.arguments.threads), "cpu"
        if seed not in self.anchors:
            self.anchors[seed] = GpuBatch(self.code, tables, seed, self.gpu)
        return self.anchors[seed], self.device

    @torch.no_grad()
    def anchor(self, players, learners, seed):
        """The share of wins of so many seats against the anchor at all others, the best answer always taken."""
        ways = seatings(players, learners)
        n = -(-self.arguments.anchor_games // len(ways))
        tables = [{"count": n, "players": players, "bots": [None if i in way else self.rival for i in range(players)]}
                  for way in ways]
        batch, device = self.anchor_batch(tables, seed)
        mine = torch.tensor(ways, device=device).repeat_interleave(n, 0)
        share, over = torch.zeros(batch.games, device=device), torch.zeros(batch.games, dtype=torch.bool, device=device)
        batch.reset()
        while not over.all():
            at = {name: getattr(batch, name).to(self.device) for name in ("cells", "table", "first", "legal")}
            out = self.playing.out(at["cells"])
            answer = self.policy.logits(out, at["table"], at["first"], at["legal"]).argmax(1)
            batch.actions.copy_((at["first"] + answer).int())
            batch.step()
            new = batch.dones.bool() & ~over
            got = ((batch.rewards.gather(1, mine) * (players - 1) + 1) / players).sum(1)
            share[new] = got[new]
            over |= new
        if not batch.on_gpu:
            batch.close()
        return share.mean().item(), 1.96 * share.std().item() / batch.games ** 0.5

    def report(self):
        figures = []
        for players, learners in self.game.ANCHORS:
            share, error = self.anchor(players, learners, 10**9 + players + 100 * (learners - 1))
            figures.append(f"{learners} of {players} players {100 * share:.1f} +-{100 * error:.1f} %")
        some = torch.cat([group.now["cells"] for group in self.groups])
        with torch.no_grad():
            weights = nets.prepared(self.inputs, self.weights)
        self.say(f"against {self.rival}: " + ", ".join(figures) + "; units that are stuck: "
                 f"{nets.stuck(self.inputs, weights, some)}")

    def exploited(self):
        """The learner's share in the games against the champion that ended in the last steps."""
        s, group = self.store, self.groups
        learner = torch.cat([g.learner for g in group])
        done = s.dones.bool()
        share = (s.rewards.gather(2, learner[None, :, None].clamp_min(0).expand(s.rewards.shape[0], -1, 1))[:, :, 0]
                 * (self.players - 1) + 1) / self.players
        words = []
        for players in (2, 4):
            some = share[done & (self.players == players)[None] & (learner >= 0)[None]]
            words.append(f"{players} players {100 * some.mean().item():.1f} % of {some.numel()}")
        return ", ".join(words)

    # ---- the whole ----

    def save(self):
        a = self.arguments
        about = {"trained": self.trained, "iterations": self.iterations, "decisions": self.decisions, "runs": self.runs + 1,
                 "wide": a.wide, "narrow": a.narrow, "seed": a.seed, "hashes": self.code.hashes(),
                 "rounded": self.rounding, "bound": nets.BOUND}
        torch.save({"weights": [w.detach().cpu() for w in self.weights], "about": about},
                   os.path.join(a.out, "weights.pt"))
        state = [{k: (v.cpu() if k == "step" else v.to(torch.bfloat16).cpu()) for k, v in one.items()}
                 for one in self.optimiser.state.values()]
        torch.save(state, os.path.join(a.out, "adam.pt"))

    def load(self, folder):
        saved = torch.load(os.path.join(folder, "weights.pt"), map_location=self.device)
        about = saved["about"]
        if tuple(about["hashes"]) != self.code.hashes():
            raise SystemExit("these weights were learned with other rows")
        with torch.no_grad():
            for w, old in zip(self.weights, nets.scaled(saved["weights"], nets.BOUND / about.get("bound", 1))):
                w.copy_(old)
        averages = os.path.join(folder, "adam.pt")
        if os.path.exists(averages):
            for w, one in zip(self.weights, torch.load(averages, map_location=self.device)):
                self.optimiser.state[w] = {k: v.float() for k, v in one.items()}
        self.trained, self.iterations, self.runs = about["trained"], about["iterations"], about["runs"]
        self.decisions = about["decisions"]
        self.start = self.trained if self.arguments.anew else 0.0

    def some_cells(self):
        """Positions of games that the teacher plays."""
        batch = Batch(self.code, make_tables(self.game.TABLES, min(1024, self.arguments.games))[0], 7,
                      self.arguments.threads)
        batch.reset()
        some = []
        for step in range(160):
            batch.ask(self.teacher)
            batch.actions.copy_(batch.labels)
            batch.step()
            if step % 40 == 39:
                some.append(batch.cells.to(self.device))
        batch.close()
        return torch.cat(some)

    def another_past(self):
        """The opponents of some tables become an earlier net."""
        if self.arguments.champion:
            return
        self.snapshots.append([w.clone() for w in self.playing.weights])
        chosen = int(torch.randint(len(self.snapshots), ()))
        self.past.take(self.snapshots[chosen])

    def run(self):
        a = self.arguments
        reserve = 12 if self.device != "cpu" else 3
        self.whole = a.whole or a.seconds
        self.rounding = False
        self.parts = dict.fromkeys(("wait", "ask", "step", "look", "launch", "keep"), 0.0)
        next_anchor = next_snapshot = 0.0
        self.say(json.dumps({**vars(a), "device": self.device, "rows": self.code.rows,
                             "weights": sum(w.numel() for w in self.weights)}))
        for group in self.groups:
            group.batch.reset()
        spent = [0.0, 0.0]
        longest = 0.0
        while self.done < a.iterations and time.time() - self.began + longest < a.seconds - reserve:
            began = time.time()
            self.imitating = self.so_far() < a.imitate
            rounding = self.so_far() > self.whole - a.round
            if rounding and not self.rounding:
                self.save()
            self.rounding = rounding
            self.play()
            if self.arguments.gpu and self.device != "cpu":
                torch.cuda.synchronize() # else the time of the games would count as learning
            played = time.time()
            self.learn()
            if self.device != "cpu":
                torch.cuda.synchronize()
            now = time.time()
            spent[0] += played - began
            spent[1] += now - played
            # The first ones take longer: kernels are built and graphs captured.
            if self.done > 2:
                longest = max(longest, now - began)
            self.trained += now - began
            self.iterations += 1
            self.done += 1
            if self.done <= 3 or self.iterations % a.log_every == 0:
                x = (self.sums / max(1, self.updates)).tolist()
                self.say(f"{self.iterations} trained {self.trained:.0f} s, {self.decisions / 1e6:.1f} M decisions, "
                         f"{a.steps * a.games / (now - began) / 1e6:.3f} M/s (play {played - began:.3f} learn {now - played:.3f}), "
                         f"policy {x[0]:.4f} entropy {x[1]:.3f} copied {x[2]:.3f} win {x[3]:.3f} lead {x[4]:.4f} kl {x[5]:.4f} "
                         f"explained {self.explained.item():.3f} bribed {self.bribed.item():.3f} counted {self.counted:.2f}"
                         + (" rounded" if self.rounding else "") + (" copying" if self.imitating else ""))
                whole = sum(self.parts.values())
                if whole: # nothing waits for games on a GPU
                    self.say("    play: " + ", ".join(f"{name} {100 * took / whole:.0f} %" for name, took in self.parts.items()))
                self.parts = dict.fromkeys(self.parts, 0.0)
                if a.champion:
                    self.say("against the champion: " + self.exploited())
            if self.trained >= next_snapshot:
                self.another_past()
                next_snapshot = self.trained + a.snapshot_every
            if self.trained >= next_anchor:
                self.report()
                self.save()
                next_anchor = self.trained + a.anchor_every
        self.save()
        self.say(f"play {spent[0]:.1f} s, learn {spent[1]:.1f} s")
        self.report()


def main():
    arguments = read_arguments()
    if not arguments.gpu or arguments.slow:
        Trainer(arguments).run()
        return
    from fast import FastTrainer

    trainer = FastTrainer(arguments)
    if arguments.check_fast:
        raise SystemExit(0 if trainer.check() else 1)
    trainer.run()


if __name__ == "__main__":
    import train # fast.py imports it by this name

    train.main()
