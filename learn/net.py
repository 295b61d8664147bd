"""A game's net in torch: its shape, how cells become inputs, and its weights as the C program rounds them."""
import math

import torch
import torch.nn.functional as F

# Activations are 0 to BOUND; in the C program 0 to 127. Sums of a new net are about 1, so hardly any is cut off above.
BOUND = 4.0
ACTIVE = 127
# The least outputs' weights that do not fit 16 bits in the C program, whose activations are BOUND times smaller.
OUTPUT_MOST = 32767 * ACTIVE / (1 << 19)

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
        # Numbers of 16 bits, as in the C program: 65535 is the one before 0.
        self.before = torch.tensor(library.before).to(device)
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
        return F.pad(yes.bfloat16(), (0, self.width - self.rows))

    def chosen(self, weight, exact=torch.float64):
        """Weights of inputs (units x width) as rows that a value chooses (rows x units)."""
        sums = torch.cumsum(weight[:, :self.rows].t().to(exact), 0)
        before = torch.cat([torch.zeros_like(sums[:1]), sums])[self.start]
        return (sums - before).float()

    def first_sums(self, weight, bias, cells):
        """The sums of the first layer; `weight` comes from `prepared`."""
        if cells.is_cuda:
            return F.linear(self(cells), weight, bias)
        at, cell = cells[:, :len(self.before)].nonzero(as_tuple=True)
        starts = torch.searchsorted(at, torch.arange(cells.shape[0]))
        chosen = (self.before[cell] + cells[at, cell]) & 65535
        return F.embedding_bag(chosen, weight, starts, mode="sum") + bias

    def spread(self, rows, weight):
        """The inverse of `chosen`, with the width of `weight`."""
        before = torch.roll(rows, 1, 0).masked_fill((self.start == torch.arange(self.rows, device=rows.device))[:, None], 0)
        return F.pad((rows - before).t(), (0, weight.shape[1] - self.rows))


def make(inputs, outputs, wide, narrow, seed, device):
    """The weights of a new net: first layer, second layer, outputs. About 300 inputs of a position are yes."""
    generator = torch.Generator().manual_seed(seed)

    def layer(units, width, size):
        weight = torch.randn(units, width, generator=generator) * size
        return [weight.to(device).requires_grad_(), torch.zeros(units, device=device, requires_grad=True)]

    first = layer(wide, inputs.width, math.sqrt(1.0 / 300))
    second = layer(narrow, wide, math.sqrt(2.0 / wide))
    with torch.no_grad():
        first[1].fill_(0.3)
        second[1].fill_(0.3)
    return first + second + layer(outputs, narrow, 0.01 / math.sqrt(narrow))


def clamped(sums):
    """Sums cut off at 0 and BOUND. Some of the gradient passes where they are, so that no unit is stuck there."""
    active = sums.clamp(0, BOUND)
    return active + 0.1 * (sums - sums.detach()) if sums.requires_grad else active


def forward(inputs, weights, cells):
    """Outputs of the policy and the values, for each position."""
    w1, b1, w2, b2, w3, b3 = weights
    hidden = clamped(inputs.first_sums(w1, b1, cells))
    hidden = clamped(F.linear(hidden, w2, b2))
    return F.linear(hidden.float(), w3, b3)


def prepared(inputs, weights):
    """The weights as `forward` takes them: with an accelerator, those of the first two layers in 16 bits; without, the
    first layer as rows, so that only those which cells choose are added up."""
    if weights[0].is_cuda:
        return [w.bfloat16() if i < 4 else w for i, w in enumerate(weights)]
    return [inputs.chosen(weights[0], torch.float32), *weights[1:]]


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


def _even(weight, bias, sums):
    """Makes the sums of each unit vary by about 1 around a half, and returns them."""
    size = sums.std(0).clamp_min(0.1)
    weight /= size[:, None]
    sums = sums / size
    bias.copy_(0.5 - sums.mean(0))
    return sums + bias


@torch.no_grad()
def settle(inputs, weights, cells):
    """Scales the units of a new net by how their sums vary over these positions.

    Most inputs are the same in nearly all positions; without this a unit may be cut off in all of them.
    """
    w1, b1, w2, b2 = weights[:4]
    rows = prepared(inputs, weights)[0]
    first = _even(w1, b1, inputs.first_sums(rows, torch.zeros_like(b1, dtype=rows.dtype), cells).float())
    _even(w2, b2, F.linear(first.clamp(0, BOUND), w2))


@torch.no_grad()
def stuck(inputs, weights, cells):
    """How many units of each layer are cut off in nearly all of these positions."""
    w1, b1, w2, b2 = weights[:4]
    first = inputs.first_sums(w1, b1, cells)
    second = F.linear(first.clamp(0, BOUND), w2, b2)
    return [int((((sums <= 0) | (sums >= BOUND)).float().mean(0) > 0.98).sum()) for sums in (first, second)]


def scaled(weights, by):
    """The same net with activations that many times as large."""
    w1, b1, w2, b2, w3, b3 = weights
    return [w1 * by, b1 * by, w2, b2 * by, w3 / by, b3]


class Policy:
    """What outputs mean: 64 answers of the question from `first` on, then the values: the seats' win shares and leads."""

    def __init__(self, library, device):
        table = F.pad(library.output_table, (0, 64))
        self.table = table.to(device)
        self.answers = torch.arange(64, device=device)
        self.outputs = library.outputs
        self.seats_n, self.lead = library.game.SEATS, library.game.LEAD
        self.seats = torch.arange(self.seats_n, device=device)

    def logits(self, out, table, first, legal):
        at = self.table[table.long()[:, None], first.long()[:, None] + self.answers]
        allowed = ((legal[:, None] >> self.answers) & 1).bool()
        return out.gather(1, at).masked_fill(~allowed, -1e9)

    def win_logits(self, out, players):
        wins = out[:, self.outputs:self.outputs + self.seats_n]
        return wins.masked_fill(self.seats[None] >= players[:, None], -1e9)

    def values(self, out, players, scores):
        """The expected win share of each seat, counted from the viewer, and its lead at the end in units of `lead`."""
        there = self.seats[None] < players[:, None]
        shares = F.softmax(self.win_logits(out, players), 1)
        leads = out[:, self.outputs + self.seats_n:self.outputs + 2 * self.seats_n]
        leads = leads + lead_of(scores.float(), players) / self.lead
        return torch.cat([shares * there, leads * there], 1)


def lead_of(scores, players):
    """How much more each seat has than the others on average; absent seats have nothing."""
    others = (players - 1).clamp_min(1)[:, None].float()
    total = scores.sum(1, keepdim=True)
    return scores - (total - scores) / others
