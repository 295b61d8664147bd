"""The net of Arcane Alley in torch: its shape, how cells become inputs, and its weights as the C program rounds them."""
import math

import torch
import torch.nn.functional as F

SEATS = 6
# Win shares and leads of the six seats come after the policy's outputs.
VALUES = 2 * SEATS
# A lead of this much gold is 1.
LEAD = 50.0
# Activations are 0 to 1; in the C program 0 to 127.
ACTIVE = 127

try:
    import triton
    import triton.language as tl

    @triton.jit
    def _expand(cells, row_cell, row_value, row_ordered, out, count, width, cells_n, BLOCK: tl.constexpr):
        at = tl.program_id(0).to(tl.int64)
        row = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
        inside = row < count
        cell = tl.load(row_cell + row, mask=inside, other=0)
        value = tl.load(row_value + row, mask=inside, other=0)
        ordered = tl.load(row_ordered + row, mask=inside, other=0)
        seen = tl.load(cells + at * cells_n + cell, mask=inside, other=0).to(tl.int32)
        yes = inside & ((seen == value) | ((ordered != 0) & (seen > value)))
        tl.store(out + at * width + row, tl.where(yes, 1.0, 0.0).to(tl.bfloat16), mask=row < width)
except ImportError:
    triton = None


def exact(device):
    """What the first two layers are multiplied in. Processors without an accelerator are slow with 16 bits."""
    return torch.float32 if torch.device(device).type == "cpu" else torch.bfloat16


class Inputs:
    """Cells as yes-or-no inputs: an ordered cell makes all inputs up to its value yes, another one a single input."""

    def __init__(self, library, device):
        self.rows = library.rows
        self.width = (library.rows + 63) // 64 * 64
        self.cell = library.row_cell.to(device, torch.int32)
        self.value = library.row_value.to(device, torch.int32)
        self.ordered = library.row_ordered.to(device, torch.int32)
        # The first row of each row's cell, if it is ordered; else the row itself.
        own = torch.arange(self.rows)
        self.start = torch.where(library.row_ordered, own - (library.row_value - 1), own).to(device)
        self.quick = triton is not None and device != "cpu" and self._is_right(device, library.cells)

    def _is_right(self, device, cells):
        """Whether the kernel can be built here and does what the plain form does."""
        some = torch.randint(0, 44, (100, cells), dtype=torch.uint8, device=device)
        try:
            return torch.equal(self._quickly(some), self._plainly(some))
        except Exception as why:
            print("no kernel:", why)
            return False

    def _quickly(self, cells):
        out = torch.empty(cells.shape[0], self.width, device=cells.device, dtype=torch.bfloat16)
        grid = (cells.shape[0], (self.width + 1023) // 1024)
        _expand[grid](cells, self.cell, self.value, self.ordered, out, self.rows, self.width, cells.shape[1], BLOCK=1024)
        return out

    def __call__(self, cells):
        return self._quickly(cells) if self.quick else self._plainly(cells)

    def _plainly(self, cells):
        seen = cells[:, self.cell.long()].int()
        yes = (seen == self.value) | ((self.ordered != 0) & (seen > self.value))
        return F.pad(yes.to(exact(cells.device)), (0, self.width - self.rows))

    def chosen(self, weight):
        """Weights of inputs (units x width) as rows that a value chooses (rows x units)."""
        sums = torch.cumsum(weight[:, :self.rows].t().double(), 0)
        before = torch.cat([torch.zeros_like(sums[:1]), sums])[self.start]
        return (sums - before).float()

    def spread(self, rows, weight):
        """The inverse of `chosen`, with the width of `weight`."""
        before = torch.roll(rows, 1, 0).masked_fill((self.start == torch.arange(self.rows, device=rows.device))[:, None], 0)
        return F.pad((rows - before).t(), (0, weight.shape[1] - self.rows))


def make(inputs, outputs, wide, narrow, seed, device):
    """The weights of a new net: first layer, second layer, outputs."""
    generator = torch.Generator().manual_seed(seed)

    def layer(units, width, size):
        weight = torch.randn(units, width, generator=generator) * size
        return [weight.to(device).requires_grad_(), torch.zeros(units, device=device, requires_grad=True)]

    first = layer(wide, inputs.width, 0.03)
    second = layer(narrow, wide, math.sqrt(2.0 / wide))
    with torch.no_grad():
        first[1].fill_(0.2)
        second[1].fill_(0.2)
    return first + second + layer(outputs + VALUES, narrow, 0.02)


def bounded(sums):
    """Sums cut off at 0 and 1. Some of the gradient passes where they are cut off, so that no unit is stuck there."""
    active = sums.clamp(0, 1)
    return active + 0.1 * (sums - sums.detach()) if sums.requires_grad else active


def forward(inputs, weights, cells):
    """Outputs of the policy and the values, for each position."""
    w1, b1, w2, b2, w3, b3 = weights
    hidden = bounded(F.linear(inputs(cells), w1, b1))
    hidden = bounded(F.linear(hidden, w2, b2))
    return F.linear(hidden.float(), w3, b3)


def halved(weights):
    """The weights, those of the first two layers as they are multiplied."""
    return [w.to(exact(w.device)) if i < 4 else w for i, w in enumerate(weights)]


def unit_steps(weight):
    """The size of one step of each unit's int8 weights (the units are the columns of the last dimension)."""
    return weight.abs().amax(0, keepdim=True).clamp_min(1e-6) / 127


def rounded(inputs, weights):
    """The weights as int8 steps would have them; gradients pass as if nothing was rounded."""
    w1, b1, w2, b2, w3, b3 = weights
    with torch.no_grad():
        rows = inputs.chosen(w1)
        step = unit_steps(rows)
        q1 = inputs.spread((rows / step).round() * step, w1)
        step = unit_steps(w2.t()).t()
        q2 = (w2 / step).round() * step
    return [w1 + (q1 - w1).detach(), b1, w2 + (q2 - w2).detach(), b2, w3, b3]


@torch.no_grad()
def revive(weights, seen):
    """Gives units that are always off or always on another beginning. `seen` are inputs of positions.

    What such a unit says is added to the biases of the next layer; then its weights are drawn anew, so that its sum is
    about half on, and the next layer hardly listens to it. Returns how many units were changed in each layer.
    """
    changed = []
    for w, b, after, after_b in ((weights[0], weights[1], weights[2], weights[3]),
                                 (weights[2], weights[3], weights[4], weights[5])):
        sums = F.linear(seen, w, b)
        off, on = (sums <= 0).float().mean(0), (sums >= 1).float().mean(0)
        stuck = (off + on > 0.98).nonzero()[:, 0]
        after_b += after[:, stuck] @ (on[stuck] > 0.5).float()
        w[stuck] = torch.randn(len(stuck), w.shape[1], device=w.device) * 0.03
        sums = F.linear(seen, w[stuck])
        w[stuck] *= (0.35 / sums.std(0).clamp_min(1e-3))[:, None]
        b[stuck] = 0.5 - F.linear(seen, w[stuck]).mean(0)
        after[:, stuck] = torch.randn(after.shape[0], len(stuck), device=w.device) * 0.01
        seen = F.linear(seen, w, b).clamp(0, 1)
        changed.append(len(stuck))
    return changed


class Policy:
    """What outputs mean: 64 answers of the question from `first` on, and the values of six seats."""

    def __init__(self, library, device):
        table = F.pad(library.output_table, (0, 64))
        self.table = table.to(device)
        self.answers = torch.arange(64, device=device)
        self.outputs = library.outputs
        self.seats = torch.arange(SEATS, device=device)

    def logits(self, out, table, first, legal):
        at = self.table[table.long()[:, None], first.long()[:, None] + self.answers]
        allowed = ((legal[:, None] >> self.answers) & 1).bool()
        return out.gather(1, at).masked_fill(~allowed, -1e9)

    def win_logits(self, out, players):
        wins = out[:, self.outputs:self.outputs + SEATS]
        return wins.masked_fill(self.seats[None] >= players[:, None], -1e9)

    def values(self, out, players, gold):
        """The expected win share of each seat, counted from the viewer, and its lead at the end in units of LEAD."""
        there = self.seats[None] < players[:, None]
        shares = F.softmax(self.win_logits(out, players), 1)
        leads = out[:, self.outputs + SEATS:] + lead_of(gold.float(), players) / LEAD
        return torch.cat([shares * there, leads * there], 1)


def lead_of(gold, players):
    """How much more gold each seat has than the others on average; absent seats have no gold."""
    others = (players - 1).clamp_min(1)[:, None].float()
    total = gold.sum(1, keepdim=True)
    return gold - (total - gold) / others
