"""Measures how fast training is with the games on a GPU: decisions a second, playing and learning, and what takes the time.

    python3 learn/speed.py arcane --library build/release/alone --resume build/old --seconds 150

Tries settings one after another until the time is up; one that fails does not stop the others. Prints a line for each at
once, then all of them as a table. It needs the Python package with kernels, as train.py --gpu does. Without a GPU it runs
with the kernels of the processor: --games 128 --steps 4 --minibatch 128.
"""
import argparse
import gc
import os
import sys
import tempfile
import time
import traceback

import torch

import kernels
import train
from fast import FastTrainer

# What is tried, in this order: games, steps, more words for train.py. The first one is looked at in detail.
LARGE = ("--minibatch", "131072")
SETTINGS = [(1048576, 32, ("--minibatch", "262144")), (2097152, 32, ("--minibatch", "524288")), (524288, 32, LARGE),
            (524288, 32, (*LARGE, "--overlap")), (1048576, 32, (*LARGE, "--overlap")), (1048576, 16, LARGE), (262144, 32, ()),
            (262144, 32, ("--overlap",)), (524288, 16, LARGE), (131072, 32, ()), (262144, 32, ("--slow",)),
            (262144, 32, ("--float32",))]


def read_arguments():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = reader.add_argument
    add("game", choices=train.NAMES)
    add("--library", required=True)
    add("--resume", help="weights to begin with, as train.py takes them: positions are then those of a net that can play")
    add("--seconds", type=float, default=150)
    add("--iterations", type=int, default=4, help="that are timed, for each setting, after two that are not")
    add("--minibatch", type=int, default=65536)
    add("--games", type=int, help="only this many, and --steps, not the list")
    add("--steps", type=int, default=32)
    add("--check", action="store_true", help="first compares kernels and plain forms")
    return reader.parse_args()


def wait():
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def make(a, games, steps, more, folder, clock=False):
    words = [a.game, "--gpu", "--library", a.library, "--out", folder, "--games", str(games), "--steps", str(steps),
             "--epochs", "1", "--threads", str(min(16, os.cpu_count() or 2))]
    if "--minibatch" not in more:
        words += ["--minibatch", str(min(a.minibatch, games * steps // 2))]
    if a.resume:
        words += ["--resume", a.resume, "--anew", "--warm", "2", "--rate", "1e-4"]
    arguments = train.read_arguments(words + list(more))
    trainer = train.Trainer(arguments) if arguments.slow else FastTrainer(arguments, clock)
    trainer.imitating = trainer.rounding = False
    trainer.whole, trainer.parts = 1e9, dict.fromkeys(("wait", "ask", "step", "look", "launch", "keep"), 0.0)
    return trainer


def iterate(trainer):
    """Seconds of playing and of learning."""
    wait()
    began = time.time()
    trainer.play()
    wait()
    played = time.time()
    trainer.learn()
    wait()
    return played - began, time.time() - played


def measure(a, games, steps, more, folder):
    """The best of the timed iterations, and their mean."""
    began = time.time()
    trainer = make(a, games, steps, more, folder)
    for _ in range(2):
        iterate(trainer)
    opened = time.time() - began
    took = [iterate(trainer) for _ in range(a.iterations)]
    play, learn = (sum(x) / len(took) for x in zip(*took))
    most = torch.cuda.max_memory_allocated() / 2**30 if torch.cuda.is_available() else 0.0
    row = {"setting": " ".join([str(games), "x", str(steps), *more]), "play": play, "learn": learn,
           "M/s": games * steps / (play + learn) / 1e6, "best": games * steps / min(p + l for p, l in took) / 1e6,
           "counted": trainer.counted, "GiB": most, "opening": opened}
    x = (trainer.sums / max(1, trainer.updates)).tolist()
    print(line_of(row) + f"  policy {x[0]:.4f} entropy {x[1]:.3f} win {x[3]:.3f} lead {x[4]:.4f} kl {x[5]:.5f}", flush=True)
    return row


def line_of(row):
    return (f"{row['setting']:45s} play {row['play']:.3f} s, learn {row['learn']:.3f} s: {row['M/s']:.2f} M decisions/s "
            f"(best {row['best']:.2f}), counted {row['counted']:.2f}, {row['GiB']:.0f} GiB, opened in {row['opening']:.1f} s")


def details(a, games, steps, more, folder):
    """What an iteration is made of, without graphs, so that parts can be told apart."""
    trainer = make(a, games, steps, (*more, "--plain"), folder, clock=True)
    iterate(trainer)
    trainer.clock.read()
    play, learn = iterate(trainer)
    parts = trainer.clock.read()
    print(f"parts of {games} x {steps}, no graphs: play {play:.3f} s, learn {learn:.3f} s, {trainer.updates} minibatches")
    for name, took in sorted(parts.items(), key=lambda one: -one[1]):
        print(f"    {name:20s} {1e3 * took:8.1f} ms  {1e9 * took / games / steps:7.2f} ns a decision", flush=True)


def tidy():
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()


def attempt(work, *arguments):
    """What the work returns, or None if it failed, which is printed."""
    try:
        return work(*arguments)
    except (Exception, SystemExit) as why:
        print(f"FAILED {arguments[1:4]}: {type(why).__name__}: {str(why)[:300]}")
        traceback.print_exc(limit=-4, file=sys.stdout)
        sys.stdout.flush()
    finally:
        tidy()


def check(a, games, steps, more, folder):
    trainer = make(a, games, steps, more, folder)
    return trainer.check()


def main():
    a = read_arguments()
    began = time.time()
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    print(f"torch {torch.__version__}, {gpu}, kernels: {kernels.usable('cuda' if torch.cuda.is_available() else 'cpu')}",
          flush=True)
    settings = [(a.games, a.steps, ()), (a.games, a.steps, ("--slow",))] if a.games else SETTINGS
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        if a.check:
            games = min(settings[0][0], 16384)
            attempt(check, a, games, 8, ("--minibatch", str(min(8192, games))), folder)
        for at, (games, steps, more) in enumerate(settings):
            if time.time() - began > a.seconds:
                print(f"no time for {len(settings) - at} settings")
                break
            rows.append(attempt(measure, a, games, steps, more, folder))
            if at == 0:
                attempt(details, a, games, steps, more, folder)
    print(f"\nafter {time.time() - began:.0f} s, the quickest first:")
    for row in sorted(filter(None, rows), key=lambda one: -one["M/s"]):
        print(line_of(row))


if __name__ == "__main__":
    main()
