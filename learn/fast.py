"""The training of train.py with the games on a GPU, in as few kernels as we could (learn/kernels.py).

What is learned is the same; what differs: answers are drawn by one number of luck each and not by 64; a minibatch has a
position of each of as many equal parts of what was played, in the order of the games, so that tables of a kind lie
together; gradients are written out. Without a GPU, or without Triton, everything runs in plain torch.
"""
import contextlib
from types import SimpleNamespace

import torch
import torch.nn.functional as F

import kernels
import net as nets
from games import GpuBatch
from train import Net, Store, Trainer, make_tables


class Clock:
    """How long parts of the work take on the GPU. It is only told where parts begin."""

    def __init__(self, runs):
        self.runs, self.marks = runs and torch.cuda.is_available(), []

    def __call__(self, part):
        if self.runs:
            event = torch.cuda.Event(enable_timing=True)
            event.record()
            self.marks.append((part, event))

    def read(self):
        """Seconds of each part since the last time. What follows `None` does not count."""
        if not self.runs:
            return {}
        self(None)
        torch.cuda.synchronize()
        took = {}
        for (part, begin), (_, end) in zip(self.marks, self.marks[1:]):
            if part is not None:
                took[part] = took.get(part, 0.0) + begin.elapsed_time(end) / 1000
        self.marks = []
        return took


def padded(weight):
    """Outputs filled up with zeros to a multiple of 16: products of other widths are slow on a GPU."""
    return F.pad(weight, (0,) * (2 * weight.dim() - 1) + (-weight.shape[0] % 16,))


class FastNet(Net):
    def out(self, cells, players=None):
        """What the net says about positions. Without `players`, those may have any number of them."""
        first = self.trainer.first
        if players is None:
            players = torch.full((cells.shape[0],), self.trainer.seats, dtype=torch.int32, device=cells.device)
        w1, b1, w2, b2, w3, b3 = self.weights
        wide = first.forward(w1, b1, cells, None, players)
        narrow = kernels.clamp_wide(F.linear(wide, w2, b2), self.trainer.quick, kept=False)[1]
        return F.linear(narrow, padded(w3), padded(b3))


class FastGroup:
    """Games that step together. Their arrays are read where the GPU has them."""

    def __init__(self, trainer, games, number, of):
        a = trainer.arguments
        opponent = "past" if a.champion else a.against
        tables, learner = make_tables(trainer.game.TABLES, games, opponent, a.focus)
        self.batch = GpuBatch(trainer.code, tables, a.seed * 1000 + number + 10 * trainer.runs, trainer.gpu)
        self.learner = learner.int().to(trainer.device)
        self.past_from = int((learner < 0).sum())
        self.players = self.batch.players.int().to(trainer.device)
        self.at = slice(number * games, (number + 1) * games)
        self.now = {"cells": self.batch.cells}
        self.luck = torch.zeros(games, device=trainer.device)
        self.players_tail = self.players[self.past_from:].contiguous()
        self.stepped, self.answered = (torch.cuda.Event() if of > 1 else None for _ in range(2))

    def open(self, store, steps):
        """Where the answers of each step are kept. Those after the last one are not: they are given anew, with what was
        learned; only their values are needed."""
        at, names = self.at, ("answer", "logp", "counts")
        spare = {name: torch.zeros_like(getattr(store, name)[0, at]) for name in names}
        self.to = []
        for t in range(steps + 1):
            kept = {name: getattr(store, name)[t, at] for name in names} if t < steps else spare
            self.to.append(SimpleNamespace(action=self.batch.actions, values=store.values[t, at], **kept))


class FastTrainer(Trainer):
    def __init__(self, arguments, clock=False):
        self.kind = torch.bfloat16 if torch.cuda.is_available() and not arguments.float32 else torch.float32
        self.clock = Clock(clock)
        self.tuned = arguments.no_tune
        super().__init__(arguments)

    def make_net(self):
        return FastNet(self, self.weights)

    def ready(self, weights):
        return [w.to(self.kind) if i < 4 else w for i, w in enumerate(weights)]

    def make_games(self):
        a = self.arguments
        self.quick = kernels.usable(self.device)
        of = 2 if a.overlap and self.device != "cpu" else 1
        self.side = torch.cuda.Stream(priority=-1) if of > 1 else None
        self.groups = [FastGroup(self, a.games // of, i, of) for i in range(of)]
        self.store = Store(a.steps, a.games, self.code.cells, self.seats, self.device)
        for group in self.groups:
            group.open(self.store, a.steps)
        self.players = torch.cat([group.players for group in self.groups])
        self.first = kernels.First(self.inputs, self.players, self.code.cells, self.seats, self.game.SEAT_CELLS, self.quick,
                                   self.kind)
        self.answers = kernels.Answers(self.policy, self.game, self.quick, self.kind)
        kinds = torch.arange(self.seats + 1, device=self.device)[:, None]
        self.kinds = (self.players[None] == kinds).double()

    # ---- playing ----

    @torch.no_grad()
    def answer(self, group, t):
        """Keeps what the games of a group show, and answers."""
        s, batch, at = self.store, group.batch, group.at
        if t < self.arguments.steps:
            self.clock("keep")
            for name in ("cells", "now", "table", "first", "legal", "seats"):
                getattr(s, name)[t, at].copy_(getattr(batch, name))
        self.clock("net")
        out, past = self.playing.out(batch.cells, group.players), None
        if group.past_from < batch.games:
            past = self.past.out(batch.cells[group.past_from:], group.players_tail)
        self.clock("choose")
        group.luck.uniform_()
        self.answers.choose(out, past, group.past_from, batch, group.players, group.learner, group.luck, self.tried,
                            group.to[t])

    def collect_all(self, group, t):
        """Keeps what the last answers brought."""
        self.clock("keep")
        s, at = self.store, group.at
        s.dones[t, at].copy_(group.batch.dones)
        for name in ("rewards", "scores"):
            told = getattr(group.batch, name)
            getattr(s, name)[t, at, :told.shape[1]].copy_(told)

    @contextlib.contextmanager
    def beside(self, group):
        """With --overlap: work on a stream of its own, between two steps of the group's games."""
        if self.side is None:
            yield
            return
        group.stepped.record()
        self.side.wait_event(group.stepped)
        with torch.cuda.stream(self.side):
            yield
            group.answered.record()

    def play(self):
        if self.imitating:
            raise SystemExit("there is no imitation with games on a GPU")
        if not self.tuned:
            self.tune()
        for group in self.groups:
            with self.beside(group):
                self.answer(group, 0)
        for t in range(self.arguments.steps):
            for group in self.groups:
                if self.side:
                    torch.cuda.current_stream().wait_event(group.answered)
                self.clock("step")
                group.batch.step_only()
                with self.beside(group):
                    self.collect_all(group, t)
                    self.answer(group, t + 1)
        if self.side:
            torch.cuda.current_stream().wait_stream(self.side)
        self.clock(None)
        for group in self.groups:
            group.batch.check() # waits; if an answer was not legal, no game went on
        self.decisions += self.arguments.steps * self.arguments.games

    @torch.no_grad()
    def tune(self):
        """Finds out how the first layer is computed quickest, on positions of the games."""
        self.tuned = True
        if self.kind in kernels.FOUND or not (self.quick and self.device != "cpu"):
            return
        group = self.groups[0]
        self.first.forward_form = "spread" # until it is known what works here
        for _ in range(24): # positions as they come later, not those of the beginning
            out = self.playing.out(group.batch.cells)
            group.luck.uniform_()
            self.answers.choose(out, None, group.batch.games, group.batch, group.players, group.learner, group.luck,
                                self.tried, group.to[-1])
            group.batch.step_only()
        group.batch.check()
        # Enough to fill the GPU, even if minibatches are small here: what is found is kept for others.
        pick = torch.arange(max(self.arguments.minibatch, 65536), device=self.device) % group.batch.games
        pick = (pick * max(1, group.batch.games // pick.numel())).sort()[0] % group.batch.games
        w1, b1 = self.ready(self.weights)[:2]
        self.first.tune(w1.contiguous(), b1, group.batch.cells, pick, self.say)

    # ---- learning ----

    @torch.no_grad()
    def prepare(self, progress):
        a, s = self.arguments, self.store
        self.clock("advantages")
        lead_part = a.lead + (a.lead_end - a.lead) * progress
        kernels.advantages(s, self.players, a.reach, a.value_reach, lead_part, self.game.LEAD, self.quick)
        self.even()
        two = (self.players == 2).repeat(a.steps)
        self.explained = 1 - variance(s.td_error, two) / variance(s.target[:, 0], two).clamp_min(1e-6)
        bribes = s.flat["first"] == self.game.TRIED
        self.bribed = ((s.flat["answer"] > 0) & bribes).float().sum() / bribes.sum().clamp_min(1)
        # Game by game: then most of those that a kernel takes together have the same number of players.
        found = s.counts.t().reshape(-1).nonzero()[:, 0]
        return found % a.steps * a.games + found // a.steps

    def even(self):
        """Advantages of the same size whatever the number of players."""
        a, s = self.arguments, self.store
        gain, counts = s.advantage.view(a.steps, a.games), s.counts.float()
        held = gain * counts
        sums = counts.sum(0), held.sum(0), (held * gain).sum(0)
        count, first, second = ((self.kinds * of.double()).sum(1) for of in sums)
        mean = first / count.clamp_min(1)
        size = (second / count.clamp_min(1) - mean.square()).clamp_min(0).sqrt() + 1e-6
        kind = self.players.long()
        gain.sub_(mean.float()[kind]).div_(size.float()[kind])

    def minibatches(self, counted):
        """The counted positions in as many equal parts as a minibatch has positions; each minibatch has one of each, no two
        the same. Up to a minibatch of them is left out, at both ends."""
        size = self.arguments.minibatch
        many = counted.numel() // size
        if not many:
            return
        start = int(torch.randint(counted.numel() - many * size + 1, ()))
        parts = start + many * torch.arange(size, device=self.device)
        turn = torch.randint(many, (size,), device=self.device)
        for i in torch.randperm(many).tolist():
            yield counted[parts + (turn + i) % many]

    @torch.no_grad()
    def gradients(self, weights, pick, sums):
        """The gradients of the loss on the positions `pick`, one for each of the weights."""
        a, s = self.arguments, self.store
        w1, b1, w2, b2, w3, b3 = self.ready(weights)
        outputs = w3.shape[0]
        w3, b3 = padded(w3), padded(b3)
        self.clock("first")
        wide = self.first.forward(w1, b1, s.flat["cells"], pick)
        self.clock("layers")
        narrow, last = kernels.clamp_wide(F.linear(wide, w2, b2), self.quick)
        out = F.linear(last, w3, b3)
        self.clock("losses")
        by_out = self.answers.losses(out, s, pick, self.players, self.entropy, a.clip, sums)
        self.clock("layers")
        by_narrow = kernels.clamp_backward(by_out @ w3.to(self.kind), narrow, self.quick)
        by_wide = kernels.clamp_backward(by_narrow @ w2, wide, self.quick)
        grads = [None, by_wide.sum(0, dtype=torch.float32), by_narrow.t() @ wide, by_narrow.sum(0, dtype=torch.float32),
                 (by_out.t() @ narrow)[:outputs], by_out.sum(0, dtype=torch.float32)[:outputs]]
        self.clock("first's gradient")
        grads[0] = self.first.backward(by_wide, s.flat["cells"], pick, w1.shape[1])
        return [g.float().contiguous() for g in grads]

    def learn_some(self):
        weights = nets.rounded(self.inputs, self.weights) if self.rounding else self.weights
        for w, grad in zip(self.weights, self.gradients(weights, self.pick, self.sums)):
            w.grad = grad
        self.clock("Adam")
        torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
        self.optimiser.step()
        with torch.no_grad():
            self.weights[4].clamp_(-self.most, self.most)
        self.clock(None)

    # ---- comparing ----

    @torch.no_grad()
    def check(self):
        """Plays, and compares kernels with plain forms, and gradients with those of torch. True if all are near enough."""
        a, s = self.arguments, self.store
        self.imitating = self.rounding = False
        self.entropy.fill_(a.entropy)
        self.tried.fill_(0.03)
        fine = True

        def compare(what, one, other, most, where=None, length=False):
            nonlocal fine
            one, other = one.float(), other.float()
            if where is not None:
                one, other = one[where], other[where]
            by = torch.linalg.vector_norm if length else lambda x: x.abs().max()
            off = by(one - other).item() / max(1e-12, by(other).item())
            fine &= off <= most
            self.say(f"{what}: off by {off:.1e} of {'all' if length else 'the largest'} "
                     f"({'at most ' if off <= most else 'MORE THAN '}{most:.0e})")

        # Sums of weights that were integers are often just 0, where the gradient depends on how the last bit is rounded.
        for bias in self.weights[1], self.weights[3]:
            bias.add_(1e-3 * torch.randn_like(bias))
        self.playing.take(self.ready(self.weights))
        for _ in range(3):
            self.play()
        self.compare_answers(compare)
        held = {}
        for quick in (False, self.quick):
            kernels.advantages(s, self.players, a.reach, a.value_reach, 0.4, self.game.LEAD, quick)
            held[quick] = [x.clone() for x in (s.advantage, s.target, s.td_error)]
        there = (torch.arange(self.seats, device=self.device)[None] < self.players[:, None]).repeat(a.steps, 2)
        compare("advantages", held[self.quick][0], held[False][0], 1e-4)
        compare("targets", held[self.quick][1], held[False][1], 1e-4, there)
        compare("td_error", held[self.quick][2], held[False][2], 1e-4)
        self.compare_gradients(compare, self.prepare(0.0))
        self.say("the kernels do what the plain forms do" if fine else "KERNELS AND PLAIN FORMS DIFFER")
        return fine

    def compare_answers(self, compare):
        group = self.groups[0]
        batch, plain = group.batch, kernels.Answers(self.policy, self.game, False)
        form, self.first.forward_form = self.first.forward_form, "spread"
        plainly = self.playing.out(batch.cells, group.players)
        self.first.forward_form = form
        out, past = self.playing.out(batch.cells, group.players), None
        compare("outputs", out, plainly, 0.02)
        if group.past_from < batch.games:
            past = self.past.out(batch.cells[group.past_from:], group.players_tail)
        group.luck.uniform_()
        told = []
        for answers in (self.answers, plain):
            to = SimpleNamespace(**{k: torch.zeros_like(v) for k, v in vars(group.to[-1]).items()})
            answers.choose(out, past, group.past_from, batch, group.players, group.learner, group.luck, self.tried, to)
            told.append(to)
        same = told[0].answer == told[1].answer
        # Sums of chances are rounded differently, so luck that is just at the border of two answers may go either way.
        compare(f"answers ({int((~same).sum())} of {same.numel()} differ)", 1 + (~same).float().mean(), torch.ones(()), 1e-3)
        compare("actions", told[0].action, told[1].action, 0, same)
        compare("log chances", told[0].logp, told[1].logp, 1e-4, same)
        compare("counts", told[0].counts, told[1].counts, 0)
        compare("values", told[0].values, told[1].values, 1e-4)

    def compare_gradients(self, compare, counted):
        a = self.arguments
        pick = next(self.minibatches(counted))
        sums = torch.zeros(2, 6, device=self.device)
        fast = self.gradients(self.weights, pick, sums[0])
        self.pick.copy_(pick)
        forms = self.first.forward_form, self.first.backward_form, self.quick, self.answers
        self.first.forward_form = self.first.backward_form = "spread"
        self.quick, self.answers = False, kernels.Answers(self.policy, self.game, False, self.kind)
        plain = self.gradients(self.weights, pick, sums[1])
        self.first.forward_form, self.first.backward_form, self.quick, self.answers = forms
        names = ("first layer", "first bias", "second layer", "second bias", "outputs", "outputs' bias")
        for name, one, other, torchs in zip(names, fast, plain, self.torch_gradients(pick)):
            compare(f"gradient of the {name}, kernels and plain", one, other, 0.03, length=True)
            # Torch rounds to 16 bits at other places.
            compare(f"gradient of the {name}, kernels and torch's own", one, torchs, 0.06, length=True)
        compare("losses", sums[0], sums[1], 1e-3)

    @torch.enable_grad()
    def torch_gradients(self, pick):
        """The gradients as train.py without kernels makes them."""
        a, s = self.arguments, self.store
        out = nets.forward(self.inputs, nets.prepared(self.inputs, self.weights), s.flat["cells"].index_select(0, pick))
        by_out = kernels.Answers(self.policy, self.game, False).losses(out, s, pick, self.players, self.entropy, a.clip,
                                                                    torch.zeros(6, device=self.device))
        return torch.autograd.grad(out, self.weights, by_out)


def variance(of, where):
    """The variance of those numbers, without waiting for how many they are."""
    count = where.sum().clamp_min(1)
    mean = torch.where(where, of, 0).sum() / count
    return torch.where(where, of - mean, 0).square().sum() / count
