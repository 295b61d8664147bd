"""Writes the weights of a game's net as bots/net/net.c reads them: integers, with a header.

    python3 learn/export.py arcane --library build/learn --weights build/net/weights.pt --out bots/net/arcane.net \\
        --vectors tests/vectors/arcane.net

Says how much rounding changes: the share of positions of the teacher's games in which the best answer stays the same, and how
far values move. The vectors are positions with the sums that integers give here; a test compares them with those of C.
"""
import argparse
import importlib
import struct

import numpy
import torch

import net as nets
from games import NAMES, Batch, Library

MAGIC = b"CHARNET2"
# The size of the header, and what the beginnings of all parts are multiples of.
HEADER, ALIGN = 248, 64
UNIT = 1 << 19
ACTIVE = nets.ACTIVE


def fnv(data):
    """FNV-1a in 64 bits, as in bots/net/net.c."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def steps_of(size, shift):
    """What a sum is multiplied by to become an activation: 127 times the size of one step of the unit's weights."""
    step = numpy.round(ACTIVE * size * (1 << shift)).astype(numpy.int64)
    if step.max() > 32767 or step.min() < 64:
        raise SystemExit(f"steps from {step.min()} to {step.max()} do not fit")
    return step


def layer(rows, bias):
    """Int8 rows (inputs x units), int32 bias, and the real size of a step for each unit. None is 200 times finer than
    another, so that all fit the same shift."""
    size = numpy.abs(rows).max(0) / 127
    size = numpy.maximum(size, size.max() / 200)
    whole = numpy.round(rows / size)
    return whole.astype(numpy.int64), numpy.round(bias / size).astype(numpy.int64), size


class Net:
    """The net in integers."""

    def __init__(self, library, weights):
        inputs = nets.Inputs(library, "cpu")
        w1, b1, w2, b2, w3, b3 = [w.double().numpy() for w in nets.scaled(weights, 1 / nets.BOUND)]
        rows = inputs.chosen(torch.tensor(w1)).double().numpy()
        self.outputs = w3.shape[0]
        self.first, self.bias1, size1 = layer(rows, b1)
        self.shift1 = max(s for s in range(1, 16) if ACTIVE * size1.max() * (1 << s) < 32767)
        self.step1 = steps_of(size1, self.shift1)
        # Activations of the first layer are 127 times too large, and the second's are to be so again.
        self.second, self.bias2, size2 = layer(w2.T / ACTIVE, b2)
        self.shift2 = max(s for s in range(1, 31) if ACTIVE * size2.max() * (1 << s) < 32767)
        self.step2 = steps_of(size2, self.shift2)
        # Win shares are powers of 2 in C.
        scale = numpy.ones((self.outputs, 1))
        scale[library.outputs:library.outputs + library.game.SEATS] = numpy.log2(numpy.e)
        self.output = numpy.round(w3 * scale * UNIT / ACTIVE).astype(numpy.int64)
        if numpy.abs(self.output).max() > 32767:
            raise SystemExit("the weights of the outputs do not fit")
        self.bias3 = numpy.round(b3 * scale[:, 0] * UNIT).astype(numpy.int64)
        self.before = numpy.array(library.before)
        self.cell_of_row = library.row_cell.numpy()
        self.value_of_row = library.row_value.numpy()

    def __call__(self, cells):
        chosen = cells[:, self.cell_of_row] == self.value_of_row
        sums = self.bias1 + chosen.astype(numpy.int64) @ self.first
        active = activation(numpy.minimum(sums, 65535), self.step1, self.shift1)
        active = activation(self.bias2 + active @ self.second, self.step2, self.shift2)
        return self.bias3 + active @ self.output.T

    def file(self, hashes, run):
        parts = [(self.before, "<u2"), (self.bias1, "<i4"), (self.step1, "<i2"), (self.bias2, "<i4"), (self.step2, "<i2"), (self.bias3, "<i4"),
                 (self.output, "<i2"), (in_order(self.second.T), "i1"), (self.first, "i1")]
        body = bytes(-HEADER % ALIGN)
        for numbers, kind in parts:
            data = numpy.ascontiguousarray(numbers).astype(kind)
            if not (data == numbers).all():
                raise SystemExit(f"numbers from {numbers.min()} to {numbers.max()} do not fit into {kind}")
            body += data.tobytes() + bytes(-data.nbytes % ALIGN)
        rows, wide = self.first.shape
        after = struct.pack("<7I188s", len(self.before), rows, wide, self.second.shape[1], self.outputs, self.shift1, self.shift2,
                            run.encode()) + body
        return MAGIC + struct.pack("<3Q", *hashes, fnv(after)) + after


def in_order(second):
    """The second layer (units x inputs) in the order in which bots/net/net.c reads it: 64 weights of each of four units."""
    units, inputs = second.shape
    return second.reshape(units // 4, 4, inputs // 64, 64).transpose(0, 2, 1, 3)


def activation(sums, step, shift):
    scaled = (numpy.maximum(sums, 0) * step + (1 << (shift - 1))) >> shift
    return numpy.minimum(scaled, ACTIVE)


def positions(library, seed, steps):
    """Positions of games that the teacher plays, some of each kind of table."""
    batch = Batch(library, library.game.SAMPLES, seed, 1)
    teacher = library.bot(library.game.TEACHER)
    batch.reset()
    for step in range(steps):
        batch.ask(teacher)
        batch.actions.copy_(batch.labels)
        batch.step()
        if step % 7 == 0:
            yield batch


def compare(library, net, weights):
    seats = library.game.SEATS
    inputs, policy = nets.Inputs(library, "cpu"), nets.Policy(library, "cpu")
    same = count = 0
    moved = []
    for batch in positions(library, 77, 150):
        with torch.no_grad():
            real = nets.forward(inputs, nets.prepared(inputs, weights), batch.cells)
            whole = torch.tensor(net(batch.cells.numpy()) / UNIT).float()
            whole[:, library.outputs:library.outputs + seats] /= numpy.log2(numpy.e)
            best = [policy.logits(out, batch.table, batch.first, batch.legal).argmax(1) for out in (real, whole)]
            values = [policy.values(out, batch.players, batch.now) for out in (real, whole)]
        same += (best[0] == best[1]).sum().item()
        count += batch.games
        moved.append((values[0] - values[1]).abs().mean(0)[[0, seats]])
    moved = torch.stack(moved).mean(0)
    print(f"{count} positions: the best answer stays in {100 * same / count:.1f} %; "
          f"win shares move by {moved[0]:.4f}, leads by {library.game.LEAD * moved[1]:.2f}")


def write_vectors(library, net, name):
    """Each: the observation, FNV-1a over all outputs, and the values, as int32."""
    with open(name, "wb") as file:
        for batch in positions(library, 5, 100):
            picked = numpy.arange(0, batch.games, 97)
            out = net(batch.cells.numpy()[picked]).astype("<i4")
            for k, at in enumerate(picked):
                file.write(batch.observations[int(at)].numpy().tobytes())
                file.write(struct.pack("<Q", fnv(out[k].tobytes())) + out[k][library.outputs:].tobytes())


def file_of(library, saved):
    """The file for what train.py saved; the net in it, the weights that it is made of, and how they were trained."""
    about = saved["about"]
    weights = nets.scaled([w.float() for w in saved["weights"]], nets.BOUND / about.get("bound", 1))
    net = Net(library, weights)
    run = (f"train.py, seed {about['seed']}, {about['trained']:.0f} s in {about['runs']} runs, "
           f"{about['iterations']} iterations, {about['decisions'] / 1e9:.2f} thousand million decisions")
    return net.file(library.hashes(), run), net, weights, run


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("game", choices=NAMES)
    reader.add_argument("--library", dest="folder", required=True)
    reader.add_argument("--weights", required=True)
    reader.add_argument("--out", required=True)
    reader.add_argument("--vectors")
    wanted = reader.parse_args()
    library = Library(wanted.folder, importlib.import_module(wanted.game))
    saved = torch.load(wanted.weights, map_location="cpu")
    if tuple(saved["about"]["hashes"]) != library.hashes():
        raise SystemExit("these weights were learned with other rows")
    data, net, weights, run = file_of(library, saved)
    with open(wanted.out, "wb") as file:
        file.write(data)
    print(f"{wanted.out}: {len(data)} bytes, {run}")
    compare(library, net, weights)
    if wanted.vectors:
        write_vectors(library, net, wanted.vectors)


if __name__ == "__main__":
    main()
