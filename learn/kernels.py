"""What training on a GPU does for every decision, each in one kernel of Triton, and the same in plain torch.

The plain forms are what runs without a GPU, and what the kernels are compared with (train.py --check-fast, tests/learn).
A position is a row of cells, one byte each. `pick` says which rows of the store are meant; None: all of them, in order.
Nothing here has gradients of torch's own: they are written out.
"""
import itertools
import os
import time

import torch
import torch.nn.functional as F

from net import BOUND

# Triton's interpreter runs kernels without a GPU, slowly: that is how tests run them.
INTERPRETED = os.environ.get("TRITON_INTERPRET") == "1"

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

if triton is not None:
    @triton.jit
    def _ones(cells, at, row_cell, row_low, row_high, k, cells_n, KIND: tl.constexpr):
        """Inputs k of the positions `at`: 1 where the cell's value is one of the row's."""
        # Cells of neighbouring rows are near each other or the same. The hint makes the lanes of a warp take neighbouring
        # rows of one position, not one row of 32 positions; since cells lie on single bytes, nothing else follows from it.
        cell = tl.max_contiguous(tl.load(row_cell + k), [32])
        low, high = tl.load(row_low + k), tl.load(row_high + k)
        seen = tl.load((cells + at * cells_n)[:, None] + cell[None, :]).to(tl.int32)
        # One comparison: what is below the lowest value becomes a huge number.
        yes = (seen - low[None, :]).to(tl.uint32, bitcast=True) <= (high - low).to(tl.uint32, bitcast=True)[None, :]
        if KIND == tl.bfloat16: # 1 in its bits: quicker than to make it of a float
            ones = tl.where(yes, 0x3F80, 0).to(tl.uint16).to(KIND, bitcast=True)
        else:
            ones = tl.where(yes, 1.0, 0.0).to(KIND)
        return ones

    @triton.jit
    def _places(pick, m, inside, PICKED: tl.constexpr):
        """Where positions m are in the store."""
        if PICKED:
            at = tl.load(pick + m, mask=inside, other=0)
        else:
            at = tl.where(inside, m, 0).to(tl.int64)
        return at

    @triton.jit
    def _first(cells, pick, players, row_cell, row_low, row_high, weight, bias, out, count, games, width, cells_n,
               seat_rows, table_from, bound, PICKED: tl.constexpr, WIDE: tl.constexpr, BM: tl.constexpr,
               BK: tl.constexpr):
        m = tl.program_id(0) * BM + tl.arange(0, BM)
        inside = m < count
        at = _places(pick, m, inside, PICKED)
        n = tl.arange(0, WIDE)
        # Cells of absent seats are 0: their rows are left out.
        most = tl.max(tl.load(players + at % games, mask=inside, other=0), 0)
        table = table_from // BK
        seats = tl.minimum((most * seat_rows + BK - 1) // BK, table)
        sums = tl.zeros((BM, WIDE), dtype=tl.float32)
        for i in range(0, seats + (width + BK - 1) // BK - table):
            block = tl.where(i < seats, i, i - seats + table)
            k = block * BK + tl.arange(0, BK)
            ones = _ones(cells, at, row_cell, row_low, row_high, k, cells_n, weight.dtype.element_ty)
            some = tl.load(weight + n[None, :] * width + k[:, None], mask=(k < width)[:, None], other=0.0)
            sums = tl.dot(ones, some, sums)
        sums += tl.load(bias + n).to(tl.float32)[None, :]
        sums = sums.to(out.dtype.element_ty).to(tl.float32)
        active = tl.minimum(sums, bound) * tl.where(sums < 0, 0.0, 1.0) # see clamp()
        to = out + m.to(tl.int64)[:, None] * WIDE + n[None, :]
        tl.store(to, active.to(out.dtype.element_ty), mask=inside[:, None])

    @triton.jit
    def _first_grad(cells, pick, order, have, row_cell, row_low, row_high, gradient, grad, count, width, cells_n, seat_rows,
                    table_from, parts, PICKED: tl.constexpr, WIDE: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr,
                    SKIP: tl.constexpr):
        k = tl.program_id(0) * BK + tl.arange(0, BK)
        n = tl.arange(0, WIDE)
        first = tl.program_id(0) * BK
        last = (count + BM - 1) // BM
        if SKIP:
            # With fewer players than this, none of these inputs can be 1; `order` has blocks with more players first.
            need = tl.where((first + BK > table_from) | (seat_rows == 0), 0, first // tl.maximum(seat_rows, 1) + 1)
            last = tl.load(have + need)
        sums = tl.zeros((WIDE, BK), dtype=tl.float32)
        for i in range(tl.program_id(1), last, parts):
            block = i
            if SKIP:
                block = tl.load(order + i)
            m = block * BM + tl.arange(0, BM)
            inside = m < count
            at = _places(pick, m, inside, PICKED)
            ones = _ones(cells, at, row_cell, row_low, row_high, k, cells_n, gradient.dtype.element_ty)
            some = tl.load(gradient + m.to(tl.int64)[None, :] * WIDE + n[:, None], mask=inside[None, :], other=0.0)
            sums = tl.dot(some, ones, sums)
        tl.atomic_add(grad + n[:, None] * width + k[None, :], sums, mask=(n < WIDE)[:, None] & (k < width)[None, :])

    @triton.jit
    def _clamp(sums, active, wide, count, bound, KEPT: tl.constexpr, BLOCK: tl.constexpr):
        at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        inside = at < count
        was = tl.load(sums + at, mask=inside, other=0.0).to(tl.float32)
        now = tl.minimum(was, bound) * tl.where(was < 0, 0.0, 1.0)
        if KEPT:
            tl.store(active + at, now.to(active.dtype.element_ty), mask=inside)
        tl.store(wide + at, now, mask=inside)

    @triton.jit
    def _clamp_backward(gradient, active, to, count, bound, BLOCK: tl.constexpr):
        at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        inside = at < count
        was = tl.load(active + at, mask=inside, other=0.0).to(tl.float32)
        part = tl.where((was.to(tl.int32, bitcast=True) >= 0) & (was < bound), 1.1, 0.1)
        down = tl.load(gradient + at, mask=inside, other=0.0).to(tl.float32) * part
        tl.store(to + at, down.to(to.dtype.element_ty), mask=inside)

    @triton.jit
    def _choose(out, past, past_from, legal, table, first, seats, now, players, learner, luck, tried, outputs_of, action,
                answer, logp, counts, values, count, row, actions_n, outputs, special, lead_unit, SEATS: tl.constexpr,
                P: tl.constexpr):
        g = tl.program_id(0) * P + tl.arange(0, P)
        inside = g < count
        mine = out + g.to(tl.int64) * row
        theirs = past + (g - past_from).to(tl.int64) * row
        seat = tl.load(seats + g, mask=inside, other=0)
        n = tl.load(players + g, mask=inside, other=2).to(tl.int32)
        learns = tl.load(learner + g, mask=inside, other=-1).to(tl.int32)
        old = (g >= past_from) & (seat != learns)
        begin = tl.load(first + g, mask=inside, other=0).to(tl.int32)
        bits = tl.load(legal + g, mask=inside, other=1)
        j = tl.arange(0, 64)
        allowed = (((bits[:, None] >> j.to(tl.int64)[None, :]) & 1) != 0) & inside[:, None]
        which = tl.load(table + g, mask=inside, other=0).to(tl.int32)
        at = tl.load(outputs_of + (which * actions_n + begin)[:, None] + j[None, :], mask=allowed, other=0).to(tl.int32)
        said = tl.load(mine[:, None] + at, mask=allowed & (old == 0)[:, None], other=0.0)
        said += tl.load(theirs[:, None] + at, mask=allowed & old[:, None], other=0.0)
        said = tl.where(allowed, said, -1e9)
        part = tl.where(allowed, tl.exp(said - tl.max(said, 1)[:, None]), 0.0)
        part = part / tl.maximum(tl.sum(part, 1), 1e-30)[:, None]
        ways = tl.sum(allowed.to(tl.int32), 1)
        tries = tl.where(begin == special, tl.load(tried), 0.0)
        part = tl.where(allowed, part * (1 - tries)[:, None] + (tries / tl.maximum(ways, 1))[:, None], 0.0)
        # The first answer whose sum of chances is more than the luck. Sums are rounded, so the last step is made sure of.
        until = tl.cumsum(part, 1)
        mark = tl.load(luck + g, mask=inside, other=0.0) * tl.sum(part, 1)
        chosen = tl.min(tl.where((part > 0) & (until > mark[:, None]), j[None, :], 64), 1)
        likely = tl.max(part, 1)
        best = tl.min(tl.where((part == likely[:, None]) & allowed, j[None, :], 63), 1)
        chosen = tl.where(chosen == 64, best, chosen)
        chance = tl.sum(tl.where(j[None, :] == chosen[:, None], part, 0.0), 1)
        tl.store(action + g, begin + chosen, mask=inside)
        tl.store(answer + g, chosen.to(tl.int64), mask=inside)
        tl.store(logp + g, tl.log(chance + 1e-30), mask=inside)
        tl.store(counts + g, ((old == 0) & (ways > 1)).to(tl.uint8), mask=inside)
        # Values by seat of the table; the net counts seats from the viewer.
        s = tl.arange(0, 8)
        there = (s[None, :] < n[:, None]) & inside[:, None]
        view = tl.where(there, (s[None, :] - seat[:, None] + n[:, None]) % n[:, None], 0)
        win = tl.load(mine[:, None] + outputs + view, mask=there, other=-1e9)
        share = tl.where(there, tl.exp(win - tl.max(win, 1)[:, None]), 0.0)
        share = share / tl.maximum(tl.sum(share, 1), 1e-30)[:, None]
        has = tl.load(now + (g * SEATS)[:, None] + view, mask=there, other=0).to(tl.float32)
        ahead = has - (tl.sum(has, 1)[:, None] - has) / tl.maximum(n - 1, 1).to(tl.float32)[:, None]
        lead = tl.load(mine[:, None] + outputs + SEATS + view, mask=there, other=0.0) + ahead / lead_unit
        to = values + (g * 2 * SEATS)[:, None] + s[None, :]
        real = (s < SEATS)[None, :] & inside[:, None]
        tl.store(to, share, mask=real)
        tl.store(to + SEATS, tl.where(there, lead, 0.0), mask=real)

    @triton.jit
    def _losses(out, gradient, pick, legal, table, first, answer, logp, advantage, target, players, entropy, outputs_of, sums,
                count, games, row, actions_n, outputs, clip, SEATS: tl.constexpr, P: tl.constexpr):
        m = tl.program_id(0) * P + tl.arange(0, P)
        inside = m < count
        at = tl.load(pick + m, mask=inside, other=0)
        own = m.to(tl.int64) * row
        each = 1.0 / count
        n = tl.load(players + at % games, mask=inside, other=2).to(tl.int32)
        begin = tl.load(first + at, mask=inside, other=0).to(tl.int32)
        bits = tl.load(legal + at, mask=inside, other=1)
        j = tl.arange(0, 64)
        allowed = (((bits[:, None] >> j.to(tl.int64)[None, :]) & 1) != 0) & inside[:, None]
        which = tl.load(table + at, mask=inside, other=0).to(tl.int32)
        place = tl.load(outputs_of + (which * actions_n + begin)[:, None] + j[None, :], mask=allowed, other=0).to(tl.int32)
        said = tl.load(out + own[:, None] + place, mask=allowed, other=-1e9)
        said -= tl.max(said, 1)[:, None]
        part = tl.where(allowed, tl.exp(said), 0.0)
        whole = tl.maximum(tl.sum(part, 1), 1e-30)
        part = part / whole[:, None]
        said = tl.where(allowed, said - tl.log(whole)[:, None], -50.0)
        chaos = -tl.sum(part * tl.maximum(said, -50.0), 1)
        taken = j[None, :] == tl.load(answer + at, mask=inside, other=0).to(tl.int32)[:, None]
        new = tl.sum(tl.where(taken, said, 0.0), 1)
        old = tl.load(logp + at, mask=inside, other=0.0)
        gain = tl.load(advantage + at, mask=inside, other=0.0)
        ratio = tl.exp(new - old)
        free = ratio * gain
        held = tl.minimum(tl.maximum(ratio, 1 - clip), 1 + clip) * gain
        pull = tl.where(free <= held, -free, 0.0)
        down = pull[:, None] * (tl.where(taken, 1.0, 0.0) - part) + tl.load(entropy) * part * (said + chaos[:, None])
        tl.store(gradient + own[:, None] + place, down * each, mask=allowed)
        s = tl.arange(0, 8)
        there = (s[None, :] < n[:, None]) & inside[:, None]
        aim = target + (at * 2 * SEATS)[:, None] + s[None, :]
        win = tl.load(out + own[:, None] + outputs + s[None, :], mask=there, other=-1e9)
        win -= tl.max(win, 1)[:, None]
        share = tl.where(there, tl.exp(win), 0.0)
        size = tl.maximum(tl.sum(share, 1), 1e-30)
        share = share / size[:, None]
        wish = tl.load(aim, mask=there, other=0.0)
        missed = -tl.sum(tl.where(there, (win - tl.log(size)[:, None]) * wish, 0.0), 1)
        to = gradient + own[:, None] + outputs + s[None, :]
        tl.store(to, 0.5 * each * (share * tl.sum(wish, 1)[:, None] - wish), mask=there)
        ahead = tl.load(out + own[:, None] + outputs + SEATS + s[None, :], mask=there, other=0.0)
        off = tl.where(there, ahead - tl.load(aim + SEATS, mask=there, other=0.0), 0.0)
        tl.store(to + SEATS, (5.0 / SEATS) * each * off, mask=there)
        tl.atomic_add(sums + 0, tl.sum(tl.where(inside, -tl.minimum(free, held), 0.0)) * each)
        tl.atomic_add(sums + 1, tl.sum(tl.where(inside, chaos, 0.0)) * each)
        tl.atomic_add(sums + 3, tl.sum(tl.where(inside, missed, 0.0)) * each)
        tl.atomic_add(sums + 4, tl.sum(off * off) * (0.5 / SEATS) * each)
        tl.atomic_add(sums + 5, tl.sum(tl.where(inside, old - new, 0.0)) * each)

    @triton.jit
    def _advantages(values, rewards, scores, dones, seats, now, players, advantage, target, td_error, steps, games, reach,
                    value_reach, lead_part, lead_unit, SEATS: tl.constexpr, G: tl.constexpr):
        g = tl.program_id(0) * G + tl.arange(0, G)
        inside = g < games
        s = tl.arange(0, 8)
        n = tl.load(players + g, mask=inside, other=2).to(tl.int32)
        many = n.to(tl.float32)[:, None]
        there = (s[None, :] < n[:, None]) & inside[:, None]
        keep, value_keep = 1 - reach / many, 1 - value_reach / many
        after = (values + (tl.full((), 1, tl.int64) * steps * games + g)[:, None] * 2 * SEATS) + s[None, :]
        share_next, lead_next = tl.load(after, mask=there, other=0.0), tl.load(after + SEATS, mask=there, other=0.0)
        share_gain = tl.zeros((G, 8), dtype=tl.float32)
        lead_gain = tl.zeros((G, 8), dtype=tl.float32)
        share_value = tl.zeros((G, 8), dtype=tl.float32)
        lead_value = tl.zeros((G, 8), dtype=tl.float32)
        for i in range(0, steps):
            at = (steps - 1 - i).to(tl.int64) * games + g
            done = (tl.load(dones + at, mask=inside, other=0) != 0)[:, None]
            reward = tl.load(rewards + (at * SEATS)[:, None] + s[None, :], mask=there, other=0.0)
            score = tl.load(scores + (at * SEATS)[:, None] + s[None, :], mask=there, other=0).to(tl.float32)
            lead_end = (score - (tl.sum(score, 1)[:, None] - score) / (many - 1)) / lead_unit
            here = values + (at * 2 * SEATS)[:, None] + s[None, :]
            share, lead = tl.load(here, mask=there, other=0.0), tl.load(here + SEATS, mask=there, other=0.0)
            share_step = tl.where(done, (reward * (many - 1) + 1) / many, share_next) - share
            lead_step = tl.where(done, lead_end, lead_next) - lead
            share_gain = share_step + tl.where(done, 0.0, share_gain) * keep
            lead_gain = lead_step + tl.where(done, 0.0, lead_gain) * keep
            share_value = share_step + tl.where(done, 0.0, share_value) * value_keep
            lead_value = lead_step + tl.where(done, 0.0, lead_value) * value_keep
            share_next, lead_next = share, lead
            seat = tl.load(seats + at, mask=inside, other=0)
            own = (s[None, :] == seat[:, None]) & there
            got = lead_part * lead_gain + (1 - lead_part) * 2 * share_gain
            tl.store(advantage + at, tl.sum(tl.where(own, got, 0.0), 1), mask=inside)
            tl.store(td_error + at, tl.sum(tl.where(s[None, :] == 0, share_value, 0.0), 1), mask=inside)
            view = tl.where(there, (s[None, :] - seat[:, None] + n[:, None]) % n[:, None], 0)
            has = tl.load(now + (at * SEATS)[:, None] + view, mask=there, other=0).to(tl.float32)
            ahead = (has - (tl.sum(has, 1)[:, None] - has) / (many - 1)) / lead_unit
            to = target + (at * 2 * SEATS)[:, None] + view
            tl.store(to, share_value + share, mask=there)
            tl.store(to + SEATS, lead_value + lead - ahead, mask=there)


def usable(device):
    """Whether kernels can run here."""
    return triton is not None and (INTERPRETED or str(device).startswith("cuda"))


# ---- the first layer ----

# How the first layer's kernel may be cut up: positions, inputs, warps, stages, most registers; `tune` finds the best on a
# GPU.
FORWARD = ((128, 64, 8, 3, None), (128, 32, 16, 4, None), (64, 32, 8, 3, 128), (128, 64, 16, 3, None), (64, 64, 8, 2, None),
           (64, 64, 8, 3, 128), (128, 32, 8, 4, None))
# That of its gradient: positions, inputs, warps, stages, how many parts positions are cut into (so that the blocks fill
# 132 multiprocessors evenly), and whether blocks of absent seats are left out.
BACKWARD = ((64, 64, 8, 3, 13, True), (64, 128, 8, 3, 16, True), (64, 64, 8, 3, 13, False), (64, 128, 8, 3, 16, False),
            (64, 64, 8, 4, 13, True), (64, 64, 8, 3, 26, True))


# What `tune` found for weights of a kind, for other batches of the same program.
FOUND = {}


class First:
    """The first layer over cells: clamped sums, and the gradient of its weights. `form` is "fused" (inputs exist only
    inside of a kernel), "spread" (they are written out, as bytes of the weights' kind, for torch's product)."""

    def __init__(self, inputs, players, cells_n, seats, seat_cells, quick, kind=torch.float32):
        self.inputs, self.players, self.games, self.cells_n = inputs, players.int(), players.numel(), cells_n
        self.forward_form = self.backward_form = "fused" if quick else "spread"
        self.forward_cut, self.backward_cut = FORWARD[0], BACKWARD[0]
        self.__dict__.update(FOUND.get(kind, {}))
        # Rows of weights with the cell and the values that choose them; those that fill up the width are never chosen.
        fill = (inputs.width + 127) // 128 * 128 - inputs.rows
        self.cell = F.pad(inputs.cell, (0, fill))
        self.low = F.pad(inputs.value, (0, fill), value=256)
        self.high = F.pad(torch.where(inputs.ordered != 0, 255, inputs.value).int(), (0, fill), value=256)
        self.seat_rows = int((inputs.cell < seat_cells).sum())
        self.table_rows = int((inputs.cell < seat_cells * seats).sum())

    def forward(self, weight, bias, cells, pick=None, players=None):
        """Clamped sums of the positions. `players` are those of the games of `cells`, if not of all games."""
        players = self.players if players is None else players
        if self.forward_form != "fused":
            return clamp(F.linear(self.spread(cells, pick, weight.dtype), weight, bias))
        count = cells.shape[0] if pick is None else pick.numel()
        out = torch.empty(count, weight.shape[0], dtype=weight.dtype, device=weight.device)
        bm, bk, warps, stages, registers = self.forward_cut
        more = {"maxnreg": registers} if registers and weight.is_cuda else {}
        _first[((count + bm - 1) // bm,)](
            cells, cells if pick is None else pick, players, self.cell, self.low, self.high, weight, bias, out, count,
            players.numel(), weight.shape[1], self.cells_n, self.seat_rows, self.table_rows, BOUND,
            PICKED=pick is not None, WIDE=weight.shape[0], BM=bm, BK=bk, num_warps=warps, num_stages=stages, **more)
        return out

    def spread(self, cells, pick, kind):
        return self.inputs(cells if pick is None else cells.index_select(0, pick)).to(kind)

    def backward(self, gradient, cells, pick, width):
        """The gradient of the weights, where `gradient` is that of the sums."""
        if self.backward_form != "fused":
            return (gradient.t() @ self.spread(cells, pick, gradient.dtype)).float()
        grad = torch.zeros(gradient.shape[1], width, dtype=torch.float32, device=gradient.device)
        bm, bk, warps, stages, parts, skip = self.backward_cut
        order, have = self._by_players(pick, bm) if skip else (pick, pick)
        _first_grad[((width + bk - 1) // bk, parts)](
            cells, pick, order, have, self.cell, self.low, self.high, gradient, grad, gradient.shape[0], width, self.cells_n,
            self.seat_rows, self.table_rows, parts, PICKED=True, WIDE=gradient.shape[1], BM=bm, BK=bk, SKIP=skip,
            num_warps=warps, num_stages=stages)
        return grad

    def _by_players(self, pick, size):
        """Blocks of so many positions, those with more players first, and how many have at least 0, 1, 2 ... players."""
        players = self.players[pick % self.games]
        most = F.pad(players, (0, -players.numel() % size)).view(-1, size).amax(1)
        have = (most[:, None] >= torch.arange(16, device=pick.device)).sum(0, dtype=torch.int32)
        return most.argsort(descending=True).int(), have

    def tune(self, weight, bias, cells, pick, say, seconds=40.0):
        """Tries the ways to cut up both kernels on these positions, keeps the quickest right ones, and says what it saw."""
        began = time.time()
        gradient = torch.randn(pick.numel(), weight.shape[0], device=weight.device).to(weight.dtype) / 100
        self.forward_form = self.backward_form = "spread"
        right = self.forward(weight, bias, cells, pick).float(), self.backward(gradient, cells, pick, weight.shape[1])
        best = {"forward": (self._took(lambda: self.forward(weight, bias, cells, pick)), "spread", None),
                "backward": (self._took(lambda: self.backward(gradient, cells, pick, weight.shape[1])), "spread", None)}
        say(f"first layer, {pick.numel()} positions: spread {1e3 * best['forward'][0]:.2f} ms, "
            f"gradient {1e3 * best['backward'][0]:.2f} ms")
        for f, b in itertools.zip_longest(FORWARD, BACKWARD):
            for name, cut, exact, work in (
                    ("forward", f, right[0], lambda: self.forward(weight, bias, cells, pick)),
                    ("backward", b, right[1], lambda: self.backward(gradient, cells, pick, weight.shape[1]))):
                if cut is None or time.time() - began > seconds:
                    continue
                setattr(self, name + "_form", "fused")
                setattr(self, name + "_cut", cut)
                try:
                    off = (work().float() - exact).abs().max().item() / exact.abs().max().item()
                    took = self._took(work)
                    say(f"    {name} {cut}: {1e3 * took:.2f} ms, off by {off:.1e}")
                    if off < 0.02 and took < best[name][0]:
                        best[name] = took, "fused", cut
                except Exception as why:
                    say(f"    {name} {cut}: {type(why).__name__} {str(why)[:200]}")
        found = FOUND[weight.dtype] = {}
        for name, (took, form, cut) in best.items():
            found.update({name + "_form": form, name + "_cut": cut})
            say(f"    {name}: {form} {cut or ''} is best, {1e3 * took:.2f} ms")
        self.__dict__.update(found)

    @staticmethod
    def _took(work, times=5):
        """Seconds of the work, on a GPU without what came before it."""
        work()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        began = time.time()
        for _ in range(times):
            work()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        return (time.time() - began) / times


def clamp(sums):
    """Sums cut off at 0 and BOUND. Those below 0 become -0, so that they can still be told from 0: with rounded weights,
    sums are often just 0, and torch's clamp has a gradient there."""
    return sums.clamp_max(BOUND) * (sums >= 0)


def clamp_wide(sums, quick, kept=True):
    """What `clamp` makes of sums, if it is to be kept, and the same as floats of 32 bits."""
    if not quick:
        active = clamp(sums)
        return active, active.float()
    active = torch.empty_like(sums) if kept else sums
    wide = torch.empty_like(sums, dtype=torch.float32)
    _clamp[((sums.numel() + 1023) // 1024,)](sums, active, wide, sums.numel(), BOUND, KEPT=kept, BLOCK=1024)
    return active, wide


def clamp_backward(gradient, active, quick):
    """The gradient of sums, where `gradient` is that of what `clamp` made of them: some passes where they were cut off. A sum
    that is just BOUND counts as cut off."""
    if not quick:
        inside = ~torch.signbit(active) & (active < BOUND)
        return (gradient * torch.where(inside, 1.1, 0.1)).to(active.dtype)
    to = torch.empty_like(active)
    _clamp_backward[((active.numel() + 1023) // 1024,)](gradient, active, to, active.numel(), BOUND, BLOCK=1024)
    return to


# ---- answers ----

class Answers:
    """What outputs mean for playing and learning: `library` and `policy` say where the outputs of answers are."""

    def __init__(self, policy, game, quick, kind=torch.float32):
        """Gradients of outputs have the kind `kind`."""
        self.policy, self.game, self.quick, self.kind = policy, game, quick, kind
        self.table = policy.table.to(torch.int16).contiguous()

    def choose(self, out, past, past_from, look, players, learner, luck, tried, to):
        """Draws an answer for every game by `luck` (0 to 1). `past` has what an earlier net says about the games from
        `past_from` on; it answers for all seats but the learner's. Fills action, answer, logp, counts and values of `to`."""
        if not self.quick:
            return self._choose_plainly(out, past, past_from, look, players, learner, luck, tried, to)
        count = players.numel()
        _choose[((count + 15) // 16,)](
            out, out if past is None else past, past_from, look.legal, look.table, look.first, look.seats, look.now, players,
            learner, luck, tried, self.table, to.action, to.answer, to.logp, to.counts.view(torch.uint8), to.values, count,
            out.stride(0), self.table.shape[1], self.policy.outputs, self.game.TRIED, float(self.game.LEAD),
            SEATS=self.policy.seats_n, P=16)

    def _choose_plainly(self, out, past, past_from, look, players, learner, luck, tried, to):
        p = self.policy
        said, seats = out, look.seats
        old = (learner >= 0) & (seats != learner)
        if past is not None:
            said = torch.cat([out[:past_from], torch.where(old[past_from:, None], past, out[past_from:])])
        legal = ((look.legal[:, None] >> p.answers) & 1).bool()
        part = F.softmax(p.logits(said, look.table, look.first, look.legal), 1) * legal
        tries = (tried * (look.first == self.game.TRIED))[:, None]
        part = part * (1 - tries) + tries * legal / legal.sum(1, keepdim=True)
        over = (part > 0) & (part.cumsum(1) > (luck * part.sum(1))[:, None])
        chosen = torch.where(over.any(1), over.int().argmax(1), part.argmax(1))
        to.answer.copy_(chosen)
        to.action.copy_(look.first + chosen)
        to.logp.copy_(torch.log(part.gather(1, chosen[:, None])[:, 0] + 1e-30))
        to.counts.copy_(~old & (legal.sum(1) > 1))
        values = p.values(out, players, look.now)
        to.values.copy_(values.gather(1, from_viewer(p.seats_n, seats.long(), players, -1)))

    def losses(self, out, store, pick, players, entropy, clip, sums):
        """The gradient of PPO's loss by the outputs of the positions `pick`. Adds policy, entropy, win, lead and kl to
        places 0, 1, 3, 4 and 5 of `sums`."""
        if not self.quick:
            return self._losses_plainly(out, store, pick, players, entropy, clip, sums)
        gradient = torch.zeros_like(out, dtype=self.kind)
        count = pick.numel()
        flat = store.flat
        _losses[((count + 15) // 16,)](
            out, gradient, pick, flat["legal"], flat["table"], flat["first"], flat["answer"], flat["logp"], store.advantage,
            store.target, players, entropy, self.table, sums, count, players.numel(), out.stride(0), self.table.shape[1],
            self.policy.outputs, clip, SEATS=self.policy.seats_n, P=16)
        return gradient

    def _losses_plainly(self, out, store, pick, players, entropy, clip, sums):
        """The same by torch's own gradients."""
        p, flat = self.policy, store.flat
        with torch.enable_grad():
            out = out.detach().requires_grad_()
            logp = F.log_softmax(p.logits(out, flat["table"][pick], flat["first"][pick], flat["legal"][pick]), 1)
            new = logp.gather(1, flat["answer"][pick][:, None])[:, 0]
            old, advantage = flat["logp"][pick], store.advantage[pick]
            ratio = (new - old).exp()
            policy = -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
            chaos = -(logp.exp() * logp.clamp_min(-50)).sum(1).mean()
            many = players[pick % players.numel()]
            target, there = store.target[pick], p.seats[None] < many[:, None]
            shares = F.log_softmax(p.win_logits(out, many), 1)
            win = -(torch.where(there, shares, 0) * target[:, :p.seats_n]).sum(1).mean()
            ahead = out[:, p.outputs + p.seats_n:p.outputs + 2 * p.seats_n]
            lead = 0.5 * ((ahead - target[:, p.seats_n:]) * there).square().mean()
            (policy - entropy * chaos + 0.5 * win + 5 * lead).backward()
        sums.add_(torch.stack([policy, chaos, torch.zeros_like(policy), win, lead, (old - new).mean()]).detach())
        return out.grad.to(self.kind)


def from_viewer(seats_n, seats, players, sign):
    """Columns that turn seats counted from the viewer (+1: to, -1: from) into those of the table, for both values."""
    there = torch.arange(seats_n, device=seats.device)[None]
    turned = (there + sign * seats[:, None]) % players[:, None]
    turned = torch.where(there < players[:, None], turned, there)
    return torch.cat([turned, turned + seats_n], 1)


# ---- advantages ----

def advantages(store, players, reach, value_reach, lead_part, lead_unit, quick):
    """GAE over every seat at every decision, in one pass from the last step to the first. Fills the store's advantage (not
    of the same size for all numbers of players yet), target and td_error (the gain of the first seat's win share)."""
    steps, games, seats_n = store.scores.shape
    if not quick:
        return _advantages_plainly(store, players, reach, value_reach, lead_part, lead_unit)
    _advantages[((games + 31) // 32,)](
        store.values, store.rewards, store.scores, store.dones, store.seats, store.now, players, store.advantage,
        store.target, store.td_error, steps, games, reach, value_reach, lead_part, float(lead_unit), SEATS=seats_n, G=32)


def _advantages_plainly(store, players, reach, value_reach, lead_part, lead_unit):
    from net import lead_of
    steps, games, seats_n = store.scores.shape
    many = players[:, None]
    there = torch.arange(seats_n, device=players.device)[None] < many
    gain, value = (torch.zeros(games, 2 * seats_n, device=players.device) for _ in range(2))
    keep, value_keep = 1 - reach / many, 1 - value_reach / many
    for t in range(steps - 1, -1, -1):
        done = store.dones[t].bool()[:, None]
        share = (store.rewards[t] * (many - 1) + 1) / many
        lead = lead_of(store.scores[t].float(), players) / lead_unit
        after = torch.where(done, torch.cat([share * there, lead * there], 1), store.values[t + 1]) - store.values[t]
        gain = after + gain.masked_fill(done, 0) * keep
        value = after + value.masked_fill(done, 0) * value_keep
        seats = store.seats[t].long()
        own = gain.gather(1, torch.stack([seats, seats + seats_n], 1))
        at = slice(t * games, (t + 1) * games)
        store.advantage[at] = (1 - lead_part) * 2 * own[:, 0] + lead_part * own[:, 1]
        store.td_error[at] = value[:, 0]
        target = (value + store.values[t]).gather(1, from_viewer(seats_n, seats, players, 1))
        target[:, seats_n:] -= lead_of(store.now[t].float(), players) / lead_unit
        store.target[at] = target
