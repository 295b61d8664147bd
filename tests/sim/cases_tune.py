"""`charlatan tune`: planted optima are found, the same way for any threads and ranks, and again from a journal."""

import json
import os
import shutil
import signal
import subprocess
import time

from harness import Skip, must, program

# Seat 0 begins with 5 points: the game is fair if all do, and lasts 15 decisions with 5 tosses.
PLANTED = ("null", "--players", "3", "--bots", "random", "--set", "gift0=5", "--key", "gift1=0..9", "--key", "gift2=0..9",
           "--key", "tosses=1..9", "--target", "seat_wins=equal", "--target", "decisions=15", "--games", "20000",
           "--fresh", "2000")


RANKS = ("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2")


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


def test_refused_values_are_not_the_one_before(_):
    """No toss at all is refused. It is not taken for the value in force, and does not hide it."""
    r = found("null", "--key", "tosses=0..9", "--target", "decisions=9", "--games", "1000")
    must(r["keys"][0]["before"] == 3, r["keys"])


def test_planted_bounds(_):
    """Targets with a sign: as few tosses as give 12 decisions or more; what is met costs nothing."""
    asked = ("null", "--players", "2", "--bots", "random", "--key", "tosses=1..9", "--games", "4000", "--fresh", "500")
    r = found(*asked, "--target", "decisions>12", "--target", "decisions<12.5")
    must(r["keys"][0]["after"] == 6, r["keys"])
    must([t["miss_after"] for t in r["targets"]] == [0, 0] and r["targets"][0]["miss_before"] > 0, "a bound that is kept", r["targets"])
    must("The improvement is practically certain." in r["conclusions"][0], r["conclusions"])
    must("No difference beyond chance." in r["conclusions"][1], r["conclusions"])
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
    must(done.returncode == 2 and "belongs to another run" in done.stderr, done.stderr)


# A pot that explodes at 14 instead of 7: whoever dreads it as usual stops far too early.
SOFT = ("quacks", "--set", "numbers.explosion.limit=14", "--key", "numbers.rats.spaces=0..3", "--target", "decisions=250",
        "--games", "1000", "--fresh", "200", "--refit", "2000")


def test_tune_refit(folder):
    """Greedy's weights are fitted to numbers that make its own ones bad, the same way for any threads and ranks and from a
    journal that was cut off; the bot that is printed wins as often in other games."""
    path = os.path.join(folder, "journal")
    whole = found(*SOFT, "--threads", "1", "--resume", path)
    must([f["numbers"] for f in whole["refit"]] == ["before", "found first", "after"], whole["refit"])
    for fit in whole["refit"]:
        must(fit["gained"] and fit["wins_ci95"][0] > 0.75 and fit["bot"] == fit["found"], fit)
    must("miss_after_usual" in whole["targets"][0], whole["targets"])
    with open(path, encoding="ascii") as file:
        lines = file.readlines()
    with open(path, "w", encoding="ascii") as file:
        file.writelines(lines[:len(lines) * 2 // 3])
    ranks = RANKS if shutil.which("mpirun") else ()
    must(whole == found(*SOFT, "--threads", "2", "--resume", path, before=ranks), "another result after a cut, by others")
    with open(path, encoding="ascii") as file:
        must(sorted(file.readlines()) == sorted(lines), "another journal")
    done = subprocess.run([program(), "sim", "quacks", "--bots", whole["refit"][-1]["bot"] + ",greedy", *SOFT[1:3], "--games",
                           "400", "--seed", "77", "--json", "--quiet"], capture_output=True, text=True, check=False)
    must(done.returncode == 0, done.stderr)
    must(json.loads(done.stdout)["bots"][0]["win_share"] > 0.75, done.stdout[:300])


def test_tune_refit_interrupt(_):
    """Ctrl-C in the first games on fresh deals, which are those of the usual weights, ends it like any other."""
    asked = [*SOFT]
    asked[asked.index("--fresh") + 1] = "100000000"
    process = subprocess.Popen([program(), "tune", *asked], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    fits = 0
    while fits < 3 and (line := process.stderr.readline()):
        fits += line.startswith("fit ")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    must(fits == 3 and process.returncode == 130 and not out, fits, process.returncode, out, err[-500:])


def test_tune_refit_nothing(folder):
    """Without something to gain the usual weights stay, and that is said; without a fit the search is the same as ever."""
    asked = ("quacks", "--key", "numbers.rats.spaces=0..3", "--target", "decisions=250", "--games", "1000", "--fresh", "200")
    r = found(*asked, "--refit", "2000")
    must([(f["numbers"], f["gained"], f["bot"]) for f in r["refit"]] == [("before", False, "greedy"), ("after", False, "greedy")],
         r["refit"])
    must(r["path"] == found(*asked, "--refit", "0")["path"], "another search, though the weights are the same")
    must(any("gains less than a percentage point beyond chance" in s for s in r["conclusions"]), r["conclusions"])
    must("miss_after_usual" not in r["targets"][0], r["targets"])
    report = os.path.join(folder, "report.html")
    done = tune(*asked, "--refit", "2000", "--report", report)
    must("usual: too little gain" in open(report, encoding="utf-8").read(), "the report does not say it")
    for line in done.stdout.split("\n"):
        must(len(line) <= 80 and not line.endswith(" "), "a line too long or blank:", repr(line))
    must("refit" not in found(*asked, "--refit", "0") and "refit" not in found(*asked, "--bots", "random"), "a fit")
    done = tune(*asked, "--refit", "10")
    must(done.returncode == 2 and "2000 games" in done.stderr, done.stderr)


def test_tune_ranks(_):
    if not shutil.which("mpirun"):
        raise Skip("no mpirun")
    must(found(*PLANTED) == found(*PLANTED, before=RANKS), "ranks make a difference")


def test_tune_files(folder):
    """Values as a cards file and as options, which other commands take; a report in one file."""
    out, report = os.path.join(folder, "out.json"), os.path.join(folder, "report.html")
    asked = ("arcane", "--players", "2", "--set", "wizards=random", "--games", "1000", "--fresh", "100", "--out", out,
             "--refit", "0")
    r = found(*asked, "--report", report, "--key", "cards.byros.gold=0..8", "--target", "wizard_wins=equal")
    with open(out, encoding="utf-8") as file:
        must(json.load(file) == {"wizards": {"byros": {"gold": r["keys"][0]["after"]}}}, "not a cards file")
    done = subprocess.run([program(), "sim", "arcane", "--games", "2", "--set", f"cards=@{out}", "--quiet"], check=False,
                          capture_output=True, text=True)
    must(done.returncode == 0, done.stderr)
    with open(report, encoding="utf-8") as file:
        text = file.read()
    for part in ("What the tuning found", "The values", "The targets on fresh deals", "The search", "What changes"):
        must(part in text, part, "is missing")
    must('src="http' not in text and "url(" not in text and "@import" not in text, "something is fetched")
    r = found(*asked, "--key", "cards.byros.gold=2..5", "--key", "numbers.infamy.lap=24..27", "--target", "decisions=300")
    with open(out, encoding="utf-8") as file:
        both = json.load(file)
    must(both["cards"] == {"wizards": {"byros": {"gold": r["keys"][0]["after"]}}}, "no cards in the file", both)
    must(both["numbers"] == {"infamy": {"lap": r["keys"][1]["after"]}}, "no numbers in the file", both)
    done = subprocess.run([program(), "numbers", "check", out], check=False, capture_output=True, text=True)
    must(done.returncode == 0, done.stderr)
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
                          ((*key, *key, *target), "'tosses' is already a key"),
                          ((*key, "--target", "decisions"), "write a metric"),
                          ((*key, "--target", "decisions=equal"), "cannot be a target like this"),
                          ((*key, "--target", "luck=3"), "'luck' cannot be a target like this"),
                          ((*key, "--target", "decisions=3@0"), "write a metric"),
                          ((*key, "--target", "seat_advantage=3"), "cannot be a target like this"),
                          ((*key, *target, "--out", "/nowhere/x"), "/nowhere/x")):
        done = tune("null", "--games", "1000", *options)
        must(done.returncode in (1, 2) and said in done.stderr and not done.stdout, options, done.stderr)
