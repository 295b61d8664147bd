"""Makes weights that can be trained from a file of weights in integers: what export.py does, the other way round.

    python3 learn/import.py arcane --library build/learn --net bots/net/arcane.net --out build/old

Writes weights.pt into --out, with which `train.py --resume` goes on; there is no adam.pt, so its averages begin anew. What
was rounded away is lost, nothing else: export.py makes the same file of these weights, which is checked here.
"""
import argparse
import importlib
import os
import re
import struct

import numpy
import torch

import export
import net as nets
from games import NAMES, Library

RUN = r"train\.py, seed (\d+), (\d+) s in (\d+) runs, (\d+) iterations, ([\d.]+) thousand million decisions"


class Parts:
    """The numbers of a file, one part after the other."""

    def __init__(self, data):
        if data[:8] != export.MAGIC:
            raise SystemExit("this is not a file of weights")
        self.hashes = struct.unpack("<2Q", data[8:24])
        *sizes, run = struct.unpack("<7I188s", data[32:export.HEADER])
        self.places, self.rows, self.wide, self.narrow, self.outputs, self.shift1, self.shift2 = sizes
        self.run = run.rstrip(b"\0").decode()
        self.data, self.at = data, export.HEADER + -export.HEADER % export.ALIGN

    def take(self, kind, *shape):
        numbers = numpy.frombuffer(self.data, kind, int(numpy.prod(shape)), self.at)
        self.at += numbers.nbytes + -numbers.nbytes % export.ALIGN
        return numbers.reshape(shape).astype(numpy.float64)


def from_order(second, units, inputs):
    """The inverse of export.in_order."""
    return second.reshape(units // 4, inputs // 64, 4, 64).transpose(0, 2, 1, 3).reshape(units, inputs)


def weights_of(library, parts):
    """The weights as a net whose activations are 0 to 1 has them."""
    wide, narrow, outputs = parts.wide, parts.narrow, parts.outputs
    parts.take("<u2", parts.places)
    bias1, step1 = parts.take("<i4", wide), parts.take("<i2", wide)
    bias2, step2 = parts.take("<i4", narrow), parts.take("<i2", narrow)
    bias3, output = parts.take("<i4", outputs), parts.take("<i2", outputs, narrow)
    second = from_order(parts.take("i1", narrow * wide), narrow, wide)
    first = parts.take("i1", parts.rows, wide)
    size1 = step1 / export.ACTIVE / (1 << parts.shift1)
    size2 = step2 / export.ACTIVE / (1 << parts.shift2)
    inputs = nets.Inputs(library, "cpu")
    w1 = inputs.spread(torch.tensor(first * size1), torch.empty(0, inputs.width))
    scale = numpy.ones(outputs)
    scale[library.outputs:library.outputs + library.game.SEATS] = numpy.log2(numpy.e)
    rest = [bias1 * size1, second * size2[:, None] * export.ACTIVE, bias2 * size2,
            output * export.ACTIVE / export.UNIT / scale[:, None], bias3 / export.UNIT / scale]
    return [w1] + [torch.tensor(numbers) for numbers in rest]


def about(parts):
    said = re.fullmatch(RUN, parts.run)
    if not said:
        raise SystemExit(f"cannot read how long it was trained: {parts.run}")
    seed, trained, runs, iterations = (int(n) for n in said.groups()[:4])
    return {"trained": float(trained), "iterations": iterations, "decisions": round(float(said[5]) * 1e9), "runs": runs,
            "wide": parts.wide, "narrow": parts.narrow, "seed": seed, "hashes": parts.hashes, "rounded": True, "bound": 1.0}


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("game", choices=NAMES)
    reader.add_argument("--library", dest="folder", required=True)
    reader.add_argument("--net", required=True, help="the file of weights")
    reader.add_argument("--out", required=True, help="the folder for weights.pt")
    wanted = reader.parse_args()
    library = Library(wanted.folder, importlib.import_module(wanted.game))
    with open(wanted.net, "rb") as file:
        data = file.read()
    parts = Parts(data)
    if parts.hashes != library.hashes():
        raise SystemExit("these weights were learned with other rows")
    saved = {"weights": [w.float() for w in weights_of(library, parts)], "about": about(parts)}
    if export.file_of(library, saved)[0] != data:
        raise SystemExit("these weights make another file")
    os.makedirs(wanted.out, exist_ok=True)
    torch.save(saved, os.path.join(wanted.out, "weights.pt"))
    print(f"{wanted.out}/weights.pt: {parts.run}")


if __name__ == "__main__":
    main()
