"""`charlatan tune`: planted optima are found, the same way for any threads and ranks, and again from a journal."""

import json
import os
import shutil
import subprocess

from harness import Skip, must, program

# Seat 0 begins with 5 points: the game is fair if all do, and lasts 15 decisions with 5 tosses.
PLANTED = ("null", "--players", "3", "--bots", "random", "--set", "gift0=5", "--key", "gift1=0..9", "--key", "gift2=0..9",
           "--key", "tosses=1..9", "--target", "seat_wins=equal", "--target", "decisions=15", "--games", "20000",
           "--fresh", "2000")


def tune(*arguments, before=()):
    return subprocess.run([*before, program(), "tune", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120, check=False, text=True)


def found(*arguments, before=()):
    done = tune(*arguments, "--quiet", "--json", before=before)
    must(done.returncode == 0 and not done.stderr, arguments, done.returncode, done.stderr[-500:])
    return json.loads(done.stdout)


def test_planted(_):
    """The only fair game of this length, for several seeds; threads make no difference."""
    for seed in "13":
        r = found(*PLANTED, "--seed", seed, "--threads", "1")
        must([k["after"] for k in r["keys"]] == [5, 5, 5], seed, r["keys"])
        must([k["before"] for k in r["keys"]] == [0, 0, 3], r["keys"])
        must(r["games"] <= 20000 * 1.05, "more games than asked for:", r["games"])
        must(r["targets"][1]["miss_after"] == 0 and r["targets"][0]["miss_after"] < 0.08, r["targets"])
    must(r == found(*PLANTED, "--seed", "3", "--threads", "2"), "threads make a difference")


def test_planted_bounds(_):
    """Targets with a sign: as few tosses as give 12 decisions or more; what is met costs nothing."""
    asked = ("null", "--players", "2", "--bots", "random", "--key", "tosses=1..9", "--games", "4000", "--fresh", "500")
    r = found(*asked, "--target", "decisions>12", "--target", "decisions<12.5")
    must(r["keys"][0]["after"] == 6, r["keys"])
    # A weight decides between targets that cannot both be met.
    for weight, tosses in (("@50", 2), ("@0.001", 8)):
        r = found(*asked, "--target", f"decisions=4{weight}", "--target", "score=4")
        must(r["keys"][0]["after"] == tosses, weight, r["keys"])


def test_tune_resume(folder):
    """A journal is not played again; one that was cut off is continued to the same result."""
    path = os.path.join(folder, "journal")
    whole = found(*PLANTED, "--resume", path)
    with open(path, encoding="ascii") as file:
        lines = file.readlines()
    must(len(set(lines)) == len(lines), "a point was played twice on the same deals")
    must(whole == found(*PLANTED, "--resume", path), "another result")
    with open(path, encoding="ascii") as file:
        must(file.readlines() == lines, "something was played again")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(lines[:len(lines) // 2])
        file.write(lines[len(lines) // 2][:40])
    must(whole == found(*PLANTED, "--resume", path), "another result after a cut")
    with open(path, encoding="ascii") as file:
        again = file.readlines()
    must(sorted(again) == sorted(lines), "another journal", len(again), len(lines), set(again) ^ set(lines))
    done = tune(*PLANTED, "--resume", path, "--seed", "9")
    must(done.returncode == 2 and "of another run" in done.stderr, done.stderr)


def test_tune_ranks(_):
    if not shutil.which("mpirun"):
        raise Skip("no mpirun")
    ranks = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2")
    must(found(*PLANTED) == found(*PLANTED, before=ranks), "ranks make a difference")


def test_tune_files(folder):
    """Values as a cards file and as options, which other commands take; a report in one file."""
    out, report = os.path.join(folder, "out.json"), os.path.join(folder, "report.html")
    asked = ("arcane", "--players", "2", "--set", "wizards=random", "--games", "1000", "--fresh", "100", "--out", out)
    r = found(*asked, "--report", report, "--key", "cards.byros.gold=0..8", "--target", "wizard_wins=equal")
    with open(out, encoding="utf-8") as file:
        must(json.load(file) == {"wizards": {"byros": {"gold": r["keys"][0]["after"]}}}, "not a cards file")
    done = subprocess.run([program(), "sim", "arcane", "--games", "2", "--set", f"cards=@{out}", "--quiet"], check=False,
                          capture_output=True, text=True)
    must(done.returncode == 0, done.stderr)
    with open(report, encoding="utf-8") as file:
        text = file.read()
    for part in ("What the tuning found", "The values", "The targets on fresh deals", "The way there", "What changes"):
        must(part in text, part, "is missing")
    must('src="http' not in text and "url(" not in text and "@import" not in text, "something is fetched")
    found(*asked, "--key", "cards.byros.gold=0..8", "--key", "turn_cap=50..150", "--target", "decisions=300")
    done = subprocess.run([program(), "sim", "arcane", "--games", "2", "--design", "a=", "--design", f"b=@{out}",
                           "--quiet"], check=False, capture_output=True, text=True)
    must(done.returncode == 0, done.stderr)


def test_tune_page(_):
    done = tune(*PLANTED)
    must(done.returncode == 0 and "round" in done.stderr, done.stderr)
    for line in done.stdout.split("\n"):
        must(len(line) <= 80 and not line.endswith(" "), "a line too long or blank:", repr(line))
    must("before              after" in done.stdout and "What else changed" in done.stdout, done.stdout)
    help_page = tune("--help").stdout
    must(all(len(line) <= 80 for line in help_page.split("\n")), "too wide")


def test_tune_refused(_):
    key, target = ("--key", "tosses=1..9"), ("--target", "decisions=9")
    for options, said in ((key, "one --key and one --target"), (target, "one --key and one --target"),
                          (("--key", "tosses=9..1", *target), "write a key and its bounds"),
                          (("--key", "tosses", *target), "write a key and its bounds"),
                          (("--key", "nothing=1..3", *target), "nothing"),
                          ((*key, *key, *target), "'tosses' is a key already"),
                          ((*key, "--target", "decisions"), "write a metric"),
                          ((*key, "--target", "decisions=equal"), "cannot be wanted like this"),
                          ((*key, "--target", "luck=3"), "'luck' cannot be wanted like this"),
                          ((*key, "--target", "decisions=3@0"), "write a metric"),
                          ((*key, "--target", "seat_advantage=3"), "cannot be wanted like this"),
                          ((*key, *target, "--out", "/nowhere/x"), "/nowhere/x")):
        done = tune("null", "--games", "1000", *options)
        must(done.returncode in (1, 2) and said in done.stderr and not done.stdout, options, done.stderr)
