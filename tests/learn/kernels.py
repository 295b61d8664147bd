"""Compares the kernels of learn/kernels.py with their plain forms, in Triton's interpreter, on what is made up by lot: games
of all sizes that end now and then, answers of all kinds, sums that are cut off.

    TRITON_INTERPRET=1 kernels.py BUILD
"""
import importlib
import os
import sys
from types import SimpleNamespace

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "learn"))

import kernels  # noqa: E402
import net as nets  # noqa: E402
from games import Library  # noqa: E402
from train import Store  # noqa: E402

GAMES, STEPS = 37, 5


def near(what, one, other, most):
    off = (one.float() - other.float()).abs().max().item()
    if not off <= most * max(1.0, other.float().abs().max().item()):
        sys.exit(f"{what}: the kernel is off by {off}")


def a_store(code, game, players):
    """Made-up positions: cells in the range of their rows, absent seats empty."""
    store = Store(STEPS, GAMES, code.cells, game.SEATS, "cpu")
    most = torch.zeros(code.cells, dtype=torch.int64).scatter_reduce(0, code.row_cell, code.row_value, "amax")
    store.cells.copy_((torch.rand(STEPS, GAMES, code.cells) * (most + 1)).to(torch.uint8))
    here = torch.arange(code.cells)[None] // max(1, game.SEAT_CELLS) < players[:, None]
    store.cells[:, ~(here | (torch.arange(code.cells) >= game.SEAT_CELLS * game.SEATS))] = 0
    there = torch.arange(game.SEATS)[None] < players[:, None]
    store.now.copy_(torch.randint(0, 90, store.now.shape) * there)
    store.scores.copy_(torch.randint(0, 90, store.scores.shape) * there)
    store.rewards.copy_(torch.randn(store.rewards.shape) * there)
    store.values.copy_(torch.rand(store.values.shape) * there.repeat(1, 2))
    store.dones.copy_(torch.rand(STEPS, GAMES) < 0.3)
    store.seats.copy_((torch.rand(STEPS, GAMES) * players).int())
    store.table.random_(0, code.output_table.shape[0])
    store.first.random_(0, code.actions - 8)
    store.first[0, :9] = game.TRIED
    # Up to eight answers.
    store.legal.random_(1, 256)
    return store


def compare_first(code, store, players, game):
    inputs = nets.Inputs(code, "cpu")
    pick = torch.randperm(STEPS * GAMES)[:50]
    # In 32 bits only: the interpreter has no products of 16 bits. On a card, `tune` compares those.
    weight, bias, gradient = torch.randn(16, inputs.width) / 8, torch.randn(16), torch.randn(50, 16)
    quick, plain = (kernels.First(inputs, players, code.cells, game.SEATS, game.SEAT_CELLS, q) for q in (True, False))
    cells = store.flat["cells"]
    for bk, skip in ((64, False), (128, True)):
        quick.forward_cut, quick.backward_cut = (32, bk, 4, 1, None), (16, bk, 4, 1, 2, skip)
        near("first layer", quick.forward(weight, bias, cells, pick), plain.forward(weight, bias, cells, pick), 1e-4)
        near("its gradient", quick.backward(gradient, cells, pick, inputs.width),
             plain.backward(gradient, cells, pick, inputs.width), 1e-4)
    near("all games", quick.forward(weight, bias, store.cells[0]), plain.forward(weight, bias, store.cells[0]), 1e-4)
    active = plain.forward(weight, bias, store.cells[0])
    gradient = torch.randn(active.shape)
    for kind in (torch.float32, torch.bfloat16):
        sums = 4 * gradient.to(kind)
        for quick, plain in zip(kernels.clamp_wide(sums, True), kernels.clamp_wide(sums, False)):
            near("what is cut off", quick, plain, 0)
            if not torch.equal(torch.signbit(quick), torch.signbit(plain)):
                sys.exit("what is cut off: the sign is another one")
        near("what passes", kernels.clamp_backward(gradient, active.to(kind), True), kernels.clamp_backward(gradient, active.to(kind), False), 0.01)


def compare_answers(code, store, players, game):
    policy = nets.Policy(code, "cpu")
    both = [kernels.Answers(policy, game, quick) for quick in (True, False)]
    out, past = torch.randn(GAMES, 304) * 3, torch.randn(12, 304) * 3
    learner = torch.where(torch.arange(GAMES) >= GAMES - 12, 0, -1).int()
    look = SimpleNamespace(**{name: getattr(store, name)[0] for name in ("legal", "table", "seats", "now")},
                           first=store.first[0].int())
    told = []
    luck = torch.rand(GAMES)
    luck[:2] = torch.tensor([0.0, 1.0]) # even what cannot be drawn must be legal
    for answers in both:
        to = SimpleNamespace(action=torch.zeros(GAMES, dtype=torch.int32), answer=store.answer[0].clone(),
                             logp=store.logp[0].clone(), counts=store.counts[0].clone(), values=store.values[0].clone())
        answers.choose(out, past, GAMES - 12, look, players, learner, luck, torch.tensor(0.5), to)
        told.append(to)
    if not ((look.legal >> told[0].answer) & 1).all():
        sys.exit("an answer is not legal")
    for name in vars(told[0]):
        near(name, getattr(told[0], name), getattr(told[1], name), 1e-5)
    bits = ((store.flat["legal"][:, None] >> torch.arange(64)) & 1).float()
    store.flat["answer"].copy_(torch.multinomial(bits, 1)[:, 0])
    store.flat["logp"].copy_(-2 * torch.rand(STEPS * GAMES))
    pick = torch.randperm(STEPS * GAMES)[:100]
    out, sums = torch.randn(100, 304), torch.zeros(2, 6)
    gradients = [answers.losses(out, store, pick, players, torch.tensor(0.03), 0.2, s) for answers, s in zip(both, sums)]
    near("gradient of the losses", 100 * gradients[0], 100 * gradients[1], 1e-5)
    near("losses", sums[0], sums[1], 1e-5)
    short = kernels.Answers(policy, game, True, torch.bfloat16)
    gradient = short.losses(out, store, pick, players, torch.tensor(0.03), 0.2, sums[0])
    if gradient.dtype != torch.bfloat16:
        sys.exit("the gradient of the losses has not the kind that was asked for")
    near("gradient of the losses in 16 bits", 100 * gradient, 100 * gradients[1], 0.01)


def compare_advantages(store, players, game):
    told = []
    for quick in (True, False):
        kernels.advantages(store, players, 0.16, 0.05, 0.3, game.LEAD, quick)
        told.append([x.clone() for x in (store.advantage, store.target, store.td_error)])
    there = (torch.arange(game.SEATS)[None] < players[:, None]).repeat(STEPS, 2)
    for what, one, other in zip(("advantage", "target", "td_error"), *told):
        near(what, one[there] if what == "target" else one, other[there] if what == "target" else other, 1e-5)


def main():
    if not kernels.usable("cpu"):
        print("left out: no Triton here, or no TRITON_INTERPRET=1")
        return
    torch.manual_seed(1)
    game = importlib.import_module("arcane")
    code = Library(os.path.abspath(sys.argv[1]), game)
    players = torch.arange(GAMES, dtype=torch.int32) % 5 + 2
    store = a_store(code, game, players)
    compare_first(code, store, players, game)
    compare_advantages(store, players, game)
    compare_answers(code, store, players, game)
    print("kernels and plain forms agree")


if __name__ == "__main__":
    main()
