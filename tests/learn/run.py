"""Runs the training of the nets in its smallest form: it must copy greedy better than at its start, go on from what
it saved and from the weights of the tree, and write a file of weights. With the kernels of cards on the processor, gradients
and answers must be those of torch, and values must be learned. duel.py must play and count. Left out where torch or the
libraries are missing.

    run.py BUILD
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LEARN = os.path.join(HERE, "..", "..", "learn")
NETS = os.path.join(HERE, "..", "..", "bots", "net")
SMALL = ["--games", "128", "--steps", "8", "--minibatch", "128", "--epochs", "3", "--wide", "64", "--narrow", "64",
         "--threads", "1", "--anchor-games", "8", "--anchor-every", "10000", "--imitate", "10000", "--log-every", "1",
         "--rate", "3e-3", "--whole", "10000", "--seconds", "600"]


def mean(numbers):
    return sum(numbers) / len(numbers)


def train(game, build, out, iterations, *more):
    """How badly greedy was copied in each iteration, in nats."""
    command = [sys.executable, os.path.join(LEARN, "train.py"), game, "--library", build, "--out", out,
               "--iterations", str(iterations), *SMALL, *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"training failed:\n{done.stdout}{done.stderr}")
    return [float(found) for found in re.findall(r"copied ([0-9.]+)", done.stdout)]


def export(game, build, trained, out):
    subprocess.run([sys.executable, os.path.join(LEARN, "export.py"), game, "--library", build, "--weights",
                    os.path.join(trained, "weights.pt"), "--out", out], check=True, capture_output=True)
    if os.path.getsize(out) < 300000:
        sys.exit("the file of weights is too small")


def go_on_from_tree(build, folder):
    """import.py makes weights of the files in the tree, of which export.py makes the same bytes, and training goes on."""
    for game in ("arcane", "quacks"):
        net, old, again = os.path.join(NETS, game + ".net"), os.path.join(folder, "old"), os.path.join(folder, "again.net")
        subprocess.run([sys.executable, os.path.join(LEARN, "import.py"), game, "--library", build, "--net", net, "--out",
                        old], check=True, capture_output=True)
        export(game, build, old, again)
        with open(net, "rb") as one, open(again, "rb") as other:
            if one.read() != other.read():
                sys.exit(f"the weights of {game} make another file after import.py")
        train(game, build, os.path.join(folder, "on"), 1, "--resume", old, "--anew", "--warm", "2", "--wide", "256",
              "--narrow", "128", "--imitate", "0")


def duel(build):
    """Bots play each other by duel.py, every deal in all seatings; it counts right and needs no torch."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, os.path.join(LEARN, "duel.py"), "--library", build, "--out", os.path.join(folder, "games"),
                   "--seed", "7", "arcane 2 net random"]
        done = subprocess.run([*command, "--games", "8", "--threads", "1"], capture_output=True, text=True)
        with open(os.path.join(folder, "games")) as file:
            lines = [json.loads(line) for line in file]
        told = subprocess.run([*command, "--print"], capture_output=True, text=True).stdout
    if done.returncode or len(lines) != 8 or [(x["deal"], x["place"]) for x in lines[:4]] != [(7, 0), (7, 1), (8, 0), (8, 1)]:
        sys.exit(f"duel.py has not played: {done.stdout}{done.stderr}{lines}")
    if sum(x["share"] for x in lines) < 0.9 * len(lines) or f" of {len(lines)} games" not in told:
        sys.exit(f"duel.py does not count right: {lines}, {told}")


def run(command, **more):
    """What a program prints; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **more})
    if done.returncode:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def as_on_card(build, folder):
    """Training as with a card: games by the kernels of cards, and what else would be in kernels by its plain forms."""
    package = os.path.join(build, "python")
    if not os.path.exists(os.path.join(package, "charlatan", "_core.abi3.so")):
        print("left out: the Python package is not built")
        return
    command = [sys.executable, os.path.join(LEARN, "train.py"), "arcane", "--gpu", "--library", build, "--out", folder, *SMALL]
    told = run([*command, "--check-fast"], PYTHONPATH=package)
    if "do what the plain forms do" not in told:
        sys.exit(f"the forms differ:\n{told}")
    told = run([*command, "--iterations", "14"], PYTHONPATH=package)
    win = [float(found) for found in re.findall(r" win ([0-9.]+)", told)]
    if mean(win[-3:]) > mean(win[:3]) - 0.01:
        sys.exit(f"it has not learned who wins: {win}")
    told = run([sys.executable, os.path.join(LEARN, "speed.py"), "arcane", "--library", build, "--games", "64", "--steps", "2",
                "--iterations", "1"], PYTHONPATH=package)
    if told.count("M decisions/s") < 4 or "FAILED" in told:
        sys.exit(f"the speed was not measured:\n{told}")
    print(run([sys.executable, os.path.join(HERE, "kernels.py"), build], TRITON_INTERPRET="1"), end="")


def main():
    build = os.path.abspath(sys.argv[1])
    # Looked at without torch, too: training begins from these.
    missing = [game for game in ("arcane", "quacks") if not os.path.exists(os.path.join(NETS, game + ".net"))]
    if missing:
        sys.exit(f"the weights are not in {NETS}: {missing}")
    if os.path.exists(os.path.join(build, "libcharlatan.so")):
        duel(build)
    try:
        import torch  # noqa: F401
    except ImportError:
        print("left out: no torch here")
        return
    if not all(os.path.exists(os.path.join(build, name)) for name in ("libcharlatan.so", "liblearn.so")):
        print("left out: the targets charlatan_shared and learn are not built")
        return
    with tempfile.TemporaryDirectory() as folder:
        go_on_from_tree(build, folder)
        first, second = os.path.join(folder, "first"), os.path.join(folder, "second")
        # In the first iterations items are revealed, by lot: nobody can copy that.
        copied = train("arcane", build, first, 30)[2:]
        start, end = mean(copied[:6]), mean(copied[-6:])
        if end > start - 0.03:
            sys.exit(f"it has not learned to copy greedy: {copied}")
        again = mean(train("arcane", build, second, 8, "--resume", first, "--round", "100000")[2:])
        if again > start - 0.02:
            sys.exit(f"it does not go on from what was saved: {copied}, then {again}")
        export("arcane", build, second, os.path.join(folder, "arcane.net"))
        train("arcane", build, os.path.join(folder, "rival"), 2, "--against", "net", "--imitate", "0")
        other = os.path.join(folder, "other")
        quacks = train("quacks", build, other, 8)
        if mean(quacks[-3:]) > mean(quacks[:3]) - 0.1:
            sys.exit(f"it has not learned to copy the greedy of the Quacks: {quacks}")
        export("quacks", build, other, os.path.join(folder, "quacks.net"))
        as_on_card(build, os.path.join(folder, "card"))
    print(f"copies greedy with {start:.2f}, then {end:.2f} nats; goes on with {again:.2f}")


if __name__ == "__main__":
    main()
