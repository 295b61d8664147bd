#!/usr/bin/env python3
"""Tests of `charlatan sim`: results that do not depend on threads or ranks, intervals that cover,
files that are whole after Ctrl-C, sweeps, records, refusals.

run.py [--charlatan build/release/charlatan] [--without name,name] [name ...]

See tests/harness.py.
"""

import csv
import hashlib
import json
import math
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import must, program, Skip

PATIENCE = 120    # seconds a program may take
A, B, C = "random", "random:noise=1", "random:noise=2"    # three texts, one way to play
T975 = {1: 12.706, 4: 2.776, 9: 2.262, 29: 2.045, 49: 2.010, 99: 1.984, 199: 1.972}


# ---- running the program ----------------------------------------------------------------------

def run(*arguments, before=()):
    return subprocess.run([*before, program(), "sim", *arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                          check=False, text=True, errors="replace")


def page(*arguments):
    done = run(*arguments, "--quiet")
    must(done.returncode == 0 and not done.stderr, arguments, done.returncode, done.stderr[-500:])
    for line in done.stdout.split("\n"):
        must(len(line) <= 80 and not line.endswith(" "), "a line too long or blank:", repr(line))
    return done.stdout


def results(*arguments):
    done = run(*arguments, "--quiet", "--json")
    must(done.returncode == 0 and not done.stderr, arguments, done.returncode, done.stderr[-500:])
    must(done.stdout.count("\n") == 1, "more than one line")
    return json.loads(done.stdout)


def lines_of(path):
    with open(path, encoding="ascii") as file:
        return [json.loads(line) for line in file]


def files_in(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}


# ---- what is printed --------------------------------------------------------------------------

def test_help(_):
    done = run("--help")
    must(done.returncode == 0 and not done.stderr, done.stderr)
    must(all(len(line) <= 80 for line in done.stdout.split("\n")), "too wide")
    told = done.stdout + run("ask", "--help").stdout
    for option in ("--bots", "--players", "--games", "--set", "--sweep", "--seed", "--threads", "--json",
                   "--report", "--jsonl", "--keep", "--keep-by", "--keep-dir", "--quiet", "--where", "--resume"):
        must(option in told, option, "is not explained")


def test_page(_):
    text = page("quacks", "--bots", f"{A},{B}", "--games", "40")
    for part in ("quacks, 2 players: 40 games, 20 deals in 2 seatings", "finishes ahead", "decisions a game"):
        must(part in text, part, "is missing")
    must("One deal has no interval" in page("arcane", "--bots", A, "--games", "1"), "one deal")


def test_json(_):
    r = results("arcane", "--bots", f"{A},{B},{B},{C}", "--games", "24")
    must(list(r)[:5] == ["game", "deals", "games", "bots", "pairwise"], list(r))
    must((r["game"], r["deals"], r["games"], r["seatings"]) == ("arcane", 2, 24, 12), "12 seatings", r["seatings"])
    must([b["bot"] for b in r["bots"]] == [A, B, C], "bots are grouped by their text")
    must([b["games"] for b in r["bots"]] == [24, 48, 24], "games by bot")
    share = sum(b["win_share"] * b["games"] for b in r["bots"])
    must(abs(share - 24) < 1e-4, "wins add up to games:", share)
    pairs = {(p["a"], p["b"]): p["a_ahead"] for p in r["pairwise"]}
    must(len(pairs) == 6, "every pair")
    for (a, b), ahead in pairs.items():
        must(abs(ahead + pairs[b, a] - 1) < 1e-5, "ahead and behind make 1")
    for row in r["bots"] + r["pairwise"]:
        must(0 <= row["ci95"][0] <= row["ci95"][1] <= 1, row)
    one = results("quacks", "--bots", f"{A},{B}", "--games", "2")
    must(one["bots"][0]["ci95"] is None, "one deal has no interval")


def test_defaults(_):
    r = results("quacks", "--games", "10")
    must(r["players"] == 2 and r["seed"].endswith("01"), r["seed"])
    must(results("arcane", "--bots", f"{A},{B}", "--players", "6", "--games", "1")["seatings"] == 6,
         "the last bot takes what is left over")


# ---- the same results everywhere --------------------------------------------------------------

def everything(folder, name, *arguments, before=()):
    """What a run prints and writes, as bytes."""
    place = os.path.join(folder, name)
    os.mkdir(place)
    done = run(*arguments, "--quiet", "--jsonl", f"{place}/lines", "--keep-dir", f"{place}/records", before=before)
    must(done.returncode == 0, name, done.returncode, done.stderr[-500:])
    return done.stdout, open(f"{place}/lines", "rb").read(), files_in(f"{place}/records")


MIXES = [("quacks", "--bots", f"{A},{B},{C}", "--games", "600", "--keep", "5", "--keep-by", "longest", "--json"),
         ("arcane", "--bots", f"{A},{B}", "--games", "200", "--keep", "3", "--keep-by", "closest", "--json",
          "--sweep", "edition=three,hundred"),
         ("quacks", "--bots", A, "--games", "301", "--keep", "2", "--keep-by", "widest")]


def test_gpu(folder):
    """The kernels of cards, on the processor: the same results, lines and records."""
    for i, mix in enumerate((["arcane", "--bots", "greedy,random,greedy", "--games", "30", "--keep", "2"],
                             ["quacks", "--bots", "random,greedy", "--games", "40", "--keep", "2", "--sweep", "pot=front,tubes"])):
        one = everything(folder, f"{i}-bots", *mix, "--threads", "2")
        must(everything(folder, f"{i}-card", *mix, "--threads", "2", "--gpu", "host") == one, "--gpu", mix)


def test_threads(folder):
    for i, mix in enumerate(MIXES):
        one = everything(folder, f"{i}-1", *mix, "--threads", "1")
        for threads in ("2", "5"):
            must(everything(folder, f"{i}-{threads}", *mix, "--threads", threads) == one, threads, "threads", mix)


def test_ranks(folder):
    if not shutil.which("mpirun"):
        raise Skip("there is no mpirun")
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    for i, mix in enumerate(MIXES):
        one = everything(folder, f"{i}-one", *mix, "--threads", "1")
        for ranks in ("2", "3")[:2 if i == 0 else 1]:
            mpirun = ("mpirun", "--oversubscribe", "-n", ranks)
            must(everything(folder, f"{i}-{ranks}", *mix, "--threads", "2", before=mpirun) == one,
                 ranks, "ranks", mix)


def test_seed(_):
    again = ("quacks", "--bots", f"{A},{B}", "--games", "40", "--json")
    must(results(*again) == results(*again), "same seed, other results")
    must(results(*again) != results(*again, "--seed", "2"), "another seed, same results")
    must(results(*again, "--seed", "7") == results(*again, "--seed", f"{7:064x}"), "7 in hex")


# ---- lines, and the arithmetic over them ------------------------------------------------------

def by_deal(lines, x_of, n_of=lambda line: 1):
    deals = {}
    for line in lines:
        x, n = deals.get(line["deal"], (0, 0))
        deals[line["deal"]] = x + x_of(line), n + n_of(line)
    return [deals[i] for i in range(len(deals))]


def ratio(pairs):
    return sum(x for x, _ in pairs) / sum(n for _, n in pairs)


def half_width(residuals, n):
    d = len(residuals)
    return T975[d - 1] * math.sqrt(d / (d - 1) * sum(e * e for e in residuals)) / n


def score_of(bot):
    return lambda line: sum(s for s, b in zip(line["scores"], line["seating"]) if b == bot)


def test_lines(folder):
    path = os.path.join(folder, "lines")
    r = results("quacks", "--bots", f"{A},{B},{B}", "--games", "150", "--jsonl", path)
    lines = lines_of(path)
    must(len(lines) == r["games"] == 150, len(lines))
    must([line["deal"] for line in lines] == sorted(line["deal"] for line in lines), "order")
    for line in lines:
        must(sorted(line["seating"]) == sorted([A, B, B]), line)
        must(len(line["scores"]) == 3 and line["winners"] and line["decisions"] > 0, line)
        must(re.fullmatch("[0-9a-f]{64}", line["seed"]), line)
    for deal in range(50):
        same = [line for line in lines if line["deal"] == deal]
        must(len({line["seed"] for line in same}) == 1, "one luck a deal")
        must(len({tuple(line["seating"]) for line in same}) == 3, "every seating once")
    wins = sum(1 / len(line["winners"]) for line in lines for w in line["winners"] if line["seating"][w] == A)
    must(abs(wins / 150 - r["bots"][0]["win_share"]) < 1e-6, "win share")
    pairs = by_deal(lines, score_of(B), lambda line: 2)
    mean, n = ratio(pairs), sum(n for _, n in pairs)
    half = half_width([x - mean * m for x, m in pairs], n)
    bot = r["bots"][1]
    must(abs(bot["mean_score"] - mean) < 1e-5, "mean score", mean, bot)
    must(abs(bot["mean_score_ci95"][1] - mean - half) < 2e-3 * half + 1e-5, "interval", half, bot)


# ---- intervals --------------------------------------------------------------------------------

def test_cover(_):
    """The same bot under two names wins half of the games: 95 of 100 intervals must contain one half."""
    for game, games, runs in (("null", 60, 300), ("null", 10, 300), ("quacks", 60, 200)):
        inside = score = 0
        for seed in range(runs):
            r = results(game, "--bots", f"{A},{B}", "--games", str(games), "--seed", str(seed), "--threads", "1")
            low, high = r["bots"][0]["ci95"]
            inside += low <= 0.5 <= high
            d = r["bots"][0]["mean_score"] - r["bots"][1]["mean_score"]
            score += d
        share = 100 * inside / runs
        most = 99 if games > 10 else 100
        must(90 <= share <= most, game, games, "games: the interval covers in", share, "% of", runs)


def test_extremes(_):
    """A bot that wins every deal of a few still gets an interval below 100 %."""
    if "greedy" not in run("--help").stdout:
        raise Skip("there is no greedy bot to beat random with")
    r = results("quacks", "--bots", "greedy,random", "--games", "20")
    low, high = r["bots"][0]["ci95"]
    must(high == 1 and 0.5 < low < 0.95, low, high)


def test_goals_are_reached(_):
    """Bots get richer round by round: the guard of edition hundred is not what ends games (A1.guard), nor time their rounds."""
    for goal, bot, late in ((100, "greedy", 0), (200, "greedy", 0), (300, "greedy", 0), (300, "medium", 0.005)):
        r = results("arcane", "--players", "4", "--bots", bot, "--games", "24", "--set", "edition=hundred", "--set",
                    f"goal={goal}")
        rows = {m["label"]: m for m in r["metrics"]}
        must(rows["Nobody reached the goal"]["share"] == 0, goal, rows["Nobody reached the goal"])
        must(rows["Rounds a game"]["mean"] < goal / 5, goal, rows["Rounds a game"])
        must(rows["Nobody: time ran out"]["share"] <= late, goal, rows["Nobody: time ran out"])
    three = results("arcane", "--players", "4", "--bots", "medium", "--games", "2")
    must(not any(m["group"] == "guard" for m in three["metrics"]), "edition three has no guard")


# ---- sweeps -----------------------------------------------------------------------------------

def difference(r, value, group, label):
    return next(d for d in r["sweep"]["values"][value]["differences"] if (d["group"], d["label"]) == (group, label))


def test_sweep(folder):
    path = os.path.join(folder, "lines")
    r = results("quacks", "--bots", f"{A},{B}", "--games", "200", "--sweep", "books.green=1..3", "--jsonl", path)
    must(r["sweep"]["key"] == "books.green" and [v["value"] for v in r["sweep"]["values"]] == ["1", "2", "3"], "values")
    must([v["options"]["books"]["green"] for v in r["sweep"]["values"]] == [1, 2, 3], "options")
    lines = lines_of(path)
    must(len(lines) == 600, len(lines))
    at = [by_deal([line for line in lines if line["value"] == v], score_of(A)) for v in "123"]
    first, third = ratio(at[0]), ratio(at[2])
    half = half_width([(y - third * m) - (x - first * n) for (x, n), (y, m) in zip(at[0], at[2])], 200)
    d = difference(r, 2, "score-by-bot", A)
    must(abs(d["difference"] - (third - first)) < 1e-5, "difference", d, third - first)
    must(abs(d["ci95"][1] - d["difference"] - half) < 2e-3 * half + 1e-5, "its interval", d, half)
    alone = results("quacks", "--bots", f"{A},{B}", "--games", "200", "--set", "books.green=3")
    must(alone["bots"] == r["sweep"]["values"][2]["bots"], "a value of a sweep is what --set gives")


def test_grid(folder):
    """Several sweeps play all combinations of their values, the last one fastest, on the same deals."""
    path = os.path.join(folder, "lines")
    grid = ("--sweep", "books.green=1..2", "--sweep", "books.red=1,3,4")
    r = results("quacks", "--bots", f"{A},{B}", "--games", "60", *grid, "--jsonl", path)
    sweep = r["sweep"]
    must(sweep["keys"] == ["books.green", "books.red"] and "key" not in sweep, sweep.keys())
    pairs = [["1", "1"], ["1", "3"], ["1", "4"], ["2", "1"], ["2", "3"], ["2", "4"]]
    must([v["values"] for v in sweep["values"]] == pairs, "combinations")
    must([v["value"] for v in sweep["values"]] == [", ".join(pair) for pair in pairs], "in words")
    for value in sweep["values"]:
        books = value["options"]["books"]
        must([str(books["green"]), str(books["red"])] == value["values"], "options", books)
    lines = lines_of(path)
    must(len(lines) == 6 * 60 and [line["values"] for line in lines[:12:2]] == pairs, "lines")
    alone = results("quacks", "--bots", f"{A},{B}", "--games", "60", "--set", "books.green=2", "--set", "books.red=3")
    must(alone["bots"] == sweep["values"][4]["bots"], "a combination is what --set gives")
    text = page("quacks", "--bots", A, "--games", "20", *grid)
    for part in ("at each of 6 combinations", "Each row gives the values of", "  books.red", "  2, 4 "):
        must(part in text, part, "is missing")
    page("arcane", "--bots", A, "--games", "4", "--sweep", "cards.bottled-fairy.loss=1..2", "--sweep",
         "cards.bubbling-cauldron.loss=1..2", "--sweep", "edition=three,hundred")
    must("-value6" in "".join(files_in(kept_by(folder, *grid))), "records of the last combination")


def kept_by(folder, *grid):
    place = os.path.join(folder, "records")
    results("quacks", "--bots", A, "--games", "1", *grid, "--keep", "6", "--keep-dir", place)
    return place


def test_sweep_of_nothing(_):
    r = results("quacks", "--bots", f"{A},{B}", "--games", "100", "--sweep", "prices=almanac,almanac")
    for d in r["sweep"]["values"][1]["differences"]:
        must(d["difference"] == 0 and d["ci95"] in ([0, 0], None), "same value, same deals, but", d)


def phi(z):
    return math.erfc(-z / math.sqrt(2)) / 2


def test_greater(_):
    """The probability that a difference is above 0 is that of its interval, and is a coin's where nothing differs."""
    r = results("quacks", "--bots", f"{A},{B}", "--games", "400", "--sweep", "books.green=1..3")
    seen = 0
    for value in r["sweep"]["values"][1:]:
        for d in value["differences"]:
            half = (d["ci95"][1] - d["ci95"][0]) / 2 if d["ci95"] else 0
            if d["group"] in ("win-by-bot", "score-by-bot", "length") and half > 0:
                must(abs(d["greater"] - phi(1.97 * d["difference"] / half)) < 0.01, d)
                seen += 1
    must(seen >= 8, "differences with intervals", seen)


def test_interactions(folder):
    """What two values do together beyond what each does alone, deal by deal."""
    path = os.path.join(folder, "lines")
    r = results("quacks", "--bots", f"{A},{B}", "--games", "200", "--sweep", "books.green=1,2",
                "--sweep", "books.red=1,3", "--jsonl", path)
    cells = [by_deal([line for line in lines_of(path) if line["value"] == v["value"]], score_of(A))
             for v in r["sweep"]["values"]]
    beyond = [(d[0] - b[0] - c[0] + a[0], a[1]) for a, b, c, d in zip(*cells)]
    mean = ratio(beyond)
    half = half_width([x - mean * n for x, n in beyond], sum(n for _, n in beyond))
    must(not any("interactions" in v for v in r["sweep"]["values"][:3]), "only where both values are new")
    found = next(i for i in r["sweep"]["values"][3]["interactions"] if (i["group"], i["label"]) == ("score-by-bot", A))
    must(abs(found["interaction"] - mean) < 1e-5, found, mean)
    must(abs(found["ci95"][1] - found["interaction"] - half) < 2e-3 * half + 1e-5, found, half)


def test_conclusions(_):
    """A sweep begins with what it changes, in words, and warns of values that change nothing."""
    r = results("arcane", "--bots", A, "--games", "30", "--sweep", "edition=three,hundred", "--sweep", "cards.byros.gold=2,4")
    said = r["sweep"]["conclusions"]
    must(said[0] == "Warning: cards.byros.gold changed nothing: no game played here depends on it.", said)
    must(r["sweep"]["untouched"] == [{"key": "cards.byros.gold", "value": "4"}], r["sweep"]["untouched"])
    must(any(s.startswith("Decisions a game: ") and "practically certain" in s for s in said), said)
    r = results("quacks", "--bots", A, "--games", "100", "--sweep", "prices=almanac,almanac")
    must(len(r["sweep"]["conclusions"]) == 1, "nothing else is to be said", r["sweep"]["conclusions"])
    text = page("arcane", "--bots", A, "--games", "30", "--sweep", "edition=three,hundred")
    must("\n- Decisions a game: " in text and text.index("\n- ") < text.index("(baseline)"), text)
    must(all(len(line) <= 80 for line in text.split("\n")), "lines fit 80 columns")


def test_sweep_fits_set(_):
    """What --set asks for need not make sense without a value of the sweep."""
    r = results("arcane", "--bots", A, "--games", "4", "--set", "goal=200", "--set", "wizards=none",
                "--sweep", "rounds=1,2", "--set", "edition=hundred")
    must([v["options"]["rounds"] for v in r["sweep"]["values"]] == [1, 2], "rounds")
    done = run("arcane", "--set", "rounds=2", "--sweep", "edition=hundred,three")
    must(done.returncode == 2 and "edition=three" in done.stderr, "the value that does not fit", done.stderr)


def test_sweep_page(_):
    text = page("arcane", "--bots", A, "--games", "40", "--sweep", "cards.bottled-fairy.loss=1..3")
    must("at each of 3 values" in text and "(baseline)" in text, text)


def test_set(folder):
    def options(game, *sets):
        more = [word for text in sets for word in ("--set", text)]
        return results(game, "--bots", A, "--games", "1", *more)["options"]
    must(options("quacks", "books=2", "books.green=3")["books"] ==
         {"green": 3, "blue": 2, "red": 2, "yellow": 2, "purple": 2}, "books")
    must(options("quacks", "pot=tubes", "together=true")["together"] is True, "together")
    must(options("arcane", "rounds=2", "edition=hundred")["rounds"] == 2, "order of --set")
    must(options("arcane", "cards.bottled-fairy.loss=4")["cards"] ==
         {"items": {"bottled-fairy": {"effect": {"infamy": 4}}}}, "loss")
    must(options("arcane", "cards.older-wand.counts=7", "cards.older-wand.gold=9", "cards.byros.gold=5")["cards"] ==
         {"items": {"older-wand": {"gold": 9, "counts": [7, 7]}}, "wizards": {"byros": {"gold": 5}}}, "short forms")
    must(options("arcane", "cards.items.older-wand.counts=[7,8]")["cards"]["items"]["older-wand"]["counts"] == [7, 8], "long")
    path = os.path.join(folder, "cards.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({"start": {"gold": 30}}, file)
    must(options("arcane", f"cards=@{path}", "cards.start.infamy=3")["cards"]["start"] == {"gold": 30, "infamy": 3}, "file")


def test_rulings(_):
    """Q12: the rulings can be set and swept. A pot that started anew counts as it ended; without cards none is counted."""
    def exploded(value):
        rows = [m for m in value["metrics"] if m["group"] == "explosions-by-card" and m["label"] == "A Second Chance"]
        return rows[0]["share"] if rows else None
    for key, others in (("second_chance", "safe,risky"), ("strong_ingredient", "inert,acts"), ("fortune", "on,off")):
        values = results("quacks", "--bots", "greedy", "--games", "200", "--sweep", f"{key}={others}")["sweep"]["values"]
        must([v["options"][key] for v in values] == others.split(","), key, values)
        must(values[0]["bots"] != values[1]["bots"], key, "changes nothing")
        shares = [exploded(v) for v in values]
        must(shares[0] is not None and (shares[1] is None) == (key == "fortune"), key, shares)
        must(shares[1] is None or shares[1] < 0.9, key, "explosions after which a potion started anew are counted", shares)


def test_bots_pass_up_nothing(folder):
    """Q12: brewers, which use no random numbers, play the very same games when they are asked; only the questions are more."""
    games = []
    for value in "automatic", "asked":
        path = os.path.join(folder, value + ".csv")
        page("quacks", "--bots", "brewer,brewer-1,brewer", "--games", "40", "--set", "books=random", "--set", f"optional={value}", "--csv", path)
        with open(path, encoding="ascii") as file:
            games.append(list(csv.DictReader(file)))
    asked = [(int(a.pop("decisions")), int(b.pop("decisions"))) for a, b in zip(*games)]
    must(games[0] == games[1], "other games")
    must(sum(b for _, b in asked) > 1.1 * sum(a for a, _ in asked), "what may be passed up was asked", asked[:9])


def test_counts_and_times(folder):
    """One game is told in the singular, a time has a readable unit, and the folder of the records is named."""
    kept = os.path.join(folder, "kept")
    done = run("quacks", "--bots", "brewer", "--games", "1", "--keep", "1", "--keep-dir", kept)
    must("players: 1 game, 1 deal in" in done.stdout and re.search("^1 game in ", done.stderr, re.M), done.stdout, done.stderr)
    must(re.search(r"A decision takes brewer (\d\.\d|\d{2,3}) [num]?s\.\n", done.stderr), done.stderr)
    must(done.stderr.endswith(f"\n1 record in {kept}/\n"), done.stderr)


# ---- refusals ---------------------------------------------------------------------------------

def test_refusals(folder):
    for arguments, part in [
            ([], "sim: say which game (arcane, null, quacks)"), (["chess"], "the games are arcane, null, quacks."), (["quacks", "arcane"], "one game"),
            (["quacks", "--bots", "grandmaster"], "quacks has no bot 'grandmaster'; it has easy,"), (["quacks", "--bots", "random,,random"], "commas"),
            (["arcane", "--bots", "brewer"], "arcane has no bot 'brewer'; it has easy, casual, medium, hard, master, random, greedy, search, search-1, net; --bots help"),
            (["quacks", "--json", "--jsonl", "-"], "standard output"), (["quacks", "--report", "-", "--jsonl", "-"], "only one"),
            (["quacks", "--sweep", "books.red=1..4", "--sweep", "books.red=1,2"], "already"),
            (["quacks", *[w for c in ("green", "red", "blue", "purple") for w in ("--sweep", f"books.{c}=1..4")]],
             "256 combinations of values; at most 64"),
            (["quacks", *["--sweep", "books=1,2"] * 7], "too many"),
            (["quacks", "--bots", "random:depth=3"], "options"), (["quacks", "--players", "5"], "2 to 4"),
            (["quacks", "--players", "9"], "2 to 4"), (["arcane", "--players", "two"], "2 to 6"), (["quacks", "--players", "0"], "2 to 4"),
            (["quacks", "--players", "2", "--bots", "random,random,random"], "too many"),
            (["quacks", "--bots", ",".join([A] * 5)], "too many"), (["arcane", "--bots", ",".join([A] * 7)], "six"),
            (["quacks", "--games", "0"], "number"), (["quacks", "--games", "many"], "number"),
            (["quacks", "--threads", "0"], "1 to 256"), (["quacks", "--seed", "-1"], "hex"),
            (["quacks", "--set", "books"], "key=value"), (["quacks", "--set", "books=5"], "from 1 to 4"),
            (["quacks", "--set", "lasagne=1"], "no such key"), (["quacks", "--set", ".=1"], "not the name"),
            (["arcane", "--set", "cards.banana.gold=1"], "no such item"),
            (["arcane", "--set", "cards.bottled-fairy.gold=-1"], "from 0 to 100"),
            (["arcane", "--set", "cards=@/nowhere"], "/nowhere"),
            (["arcane", "--set", "cards.older-wand.shine=1"], "no such number"),
            (["quacks", "--sweep", "books.green"], "key="), (["quacks", "--sweep", "books.green=3..1"], "range"),
            (["quacks", "--sweep", "foo=1..3"], "--sweep 'foo=1..3': "),
            (["quacks", "--sweep", "books.green=1..9"], "from 1 to 4"), (["quacks", "--sweep", "books=1"], "two values"),
            (["quacks", "--sweep", "books=1,,2"], "missing"),
            (["arcane", "--sweep", "rounds=9223372036854775806..9223372036854775807"], "range"),
            (["arcane", "--sweep", "rounds=-9223372036854775808..9223372036854775807"], "range"),
            (["arcane", "--set", b"\xff=1"], "UTF-8"), (["arcane", "--set", b"\xff.gold=1"], "UTF-8"),
            (["arcane", "--set", b"edition=\xff"], "UTF-8"),
            (["quacks", "--keep", "-1"], "number"), (["quacks", "--keep-by", "beauty"], "longest"),
            (["quacks", "--frobnicate"], "not known"), (["quacks", "--games"], "without its value")]:
        done = run(*arguments)
        must(done.returncode == 2 and not done.stdout, arguments, done.returncode, done.stdout[:200])
        must(part in done.stderr and done.stderr.startswith("charlatan sim: "), arguments, done.stderr)
        must(done.stderr.count("\n") == 1, "one sentence:", done.stderr)

def test_files_refused(folder):
    nowhere = os.path.join(folder, "no", "where")
    for option in ("--jsonl", "--report", "--keep-dir"):
        keep = ["--keep", "1"] if option == "--keep-dir" else []
        done = run("quacks", "--bots", A, "--games", "2", "--quiet", option, nowhere, *keep)
        must(done.returncode == 1 and nowhere in done.stderr, option, done.returncode, done.stderr)
    taken = os.path.join(folder, "taken")
    with open(taken, "w", encoding="utf-8"):
        pass
    done = run("quacks", "--bots", A, "--games", "1000000000", "--quiet", "--keep", "1", "--keep-dir", taken)
    must(done.returncode == 1 and taken + ": " in done.stderr, "at once:", done.stderr)


def test_standard_output(_):
    """`-` is standard output, which then has nothing else; tables go to standard error unless --quiet."""
    game = ("null", "--bots", A, "--games", "5")    # its reports have few plots
    for option, begins in (("--jsonl", '{"deal":0,'), ("--report", "<!DOCTYPE html>")):
        done = run(*game, option, "-")
        must(done.returncode == 0 and done.stdout.startswith(begins), option, done.stdout[:100])
        must("place in turn order" in done.stderr and "place in turn order\n" not in done.stdout, option, "tables")
        must("place" not in run(*game, option, "-", "--quiet").stderr, option, "--quiet has no tables")
        must(not os.path.exists("-"), "a file named -")
    must(len(run(*game, "--jsonl", "-", "--quiet").stdout.splitlines()) == 5, "lines")


def test_mpirun_in_help(_):
    """The help speaks of mpirun only in a build that can use it."""
    linked = "libmpi" in subprocess.run(["ldd", program()], stdout=subprocess.PIPE, check=True, text=True).stdout
    must(("mpirun" in run("--help").stdout) == linked, "linked with MPI:", linked)


def test_bots_help(_):
    text = run("--bots", "help").stdout
    for bot in ("easy", "greedy (arcane)", "greedy (quacks)", "brewer (quacks)", "search", "search-1"):
        must(f"  {bot} " in text, bot, "is not listed")


def small_files(*arguments):
    """A run limited to files of at most 8 KiB, which simulates a full disk, even for root."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
    return subprocess.run([program(), "sim", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True, preexec_fn=limit)


def test_no_half_files(folder):
    """If the disk is full, reports and records are unchanged or missing, and lines are complete."""
    report, lines = os.path.join(folder, "report.html"), os.path.join(folder, "lines")
    records = os.path.join(folder, "records")
    done = small_files("null", "--bots", A, "--games", "400", "--quiet", "--report", report, "--jsonl", lines)
    must(done.returncode == 1, done.returncode)
    for path in (report, lines):
        must(f"charlatan sim: {path}: File too large." in done.stderr, done.stderr)
    must(os.listdir(folder) == ["lines"], "left behind:", os.listdir(folder))
    must(lines_of(lines)[-1]["deal"] > 20, "whole lines stay")
    with open(report, "w", encoding="ascii") as file:
        file.write("before")
    os.chmod(report, 0o640)
    small_files("null", "--bots", A, "--games", "40", "--quiet", "--report", report)
    must(open(report, encoding="ascii").read() == "before", "the old report is still there")
    results("null", "--bots", A, "--games", "4", "--report", report)
    must(os.stat(report).st_mode & 0o777 == 0o640 and os.path.getsize(report) > 8192, "replaced, as readable as before")
    done = small_files("arcane", "--bots", A, "--games", "2", "--quiet", "--keep", "1", "--keep-dir", records)
    must(done.returncode == 1 and records in done.stderr and not os.listdir(records), done.stderr)


def test_disk_full(_):
    for option in ("--jsonl", "--report"):
        done = run("quacks", "--bots", A, "--games", "20", "--quiet", option, "/dev/full")
        must(done.returncode == 1 and "/dev/full" in done.stderr, option, done.returncode, done.stderr)
    for option in ([], ["--json"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([program(), "sim", "quacks", "--bots", A, "--games", "20", "--quiet", *option],
                                  stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)
        must(done.returncode == 1 and "standard output" in done.stderr and "No space left" in done.stderr, option, done.returncode, done.stderr)


def test_long_folder(folder):
    deep = os.path.join(folder, *["d" * 200] * 3)
    os.makedirs(deep)
    page("quacks", "--bots", A, "--games", "2", "--keep", "2", "--keep-dir", deep)
    must(len(os.listdir(deep)) == 2, os.listdir(deep))


# ---- Ctrl-C and progress ----------------------------------------------------------------------

def interrupted(*arguments, times=1, after=1.0):
    process = subprocess.Popen([program(), "sim", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_interrupt(folder):
    path, records = os.path.join(folder, "lines"), os.path.join(folder, "records")
    status, out, err = interrupted("quacks", "--bots", f"{A},{B}", "--games", "1000000000", "--threads", "2",
                                   "--json", "--jsonl", path, "--keep", "3", "--keep-dir", records)
    must(status == 130, status, err)
    must("Stopping after the deals in progress" in err, err)
    r = json.loads(out)
    must(0 < r["deals"] < r["planned_deals"] == 500000000, r["deals"])
    lines = lines_of(path)
    must(len(lines) == r["games"] == 2 * r["deals"], len(lines), r["games"])
    must([line["deal"] for line in lines[::2]] == list(range(r["deals"])), "the first deals, whole, in order")
    must(len(os.listdir(records)) == 3, "records")
    whole = results("quacks", "--bots", f"{A},{B}", "--games", str(r["games"]))
    must(whole["bots"] == r["bots"], "what was stopped is what was asked for in the first place")


def test_interrupt_twice(folder):
    """One deal of 720 long games on one thread: the first Ctrl-C waits for it, the second does not."""
    bots = ",".join([A] + [f"random:noise={i}" for i in range(1, 6)])
    status, out, err = interrupted("arcane", "--bots", bots, "--set", "edition=hundred", "--set", "rounds=50",
                                   "--games", "7200", "--threads", "1", "--json", "--quiet", times=2, after=0.5)
    must(status == 130 and json.loads(out)["deals"] == 0, status, out[:100])
    must("no deal was finished" in err, err)


def test_progress(_):
    """A line comes every five seconds. The run is stopped meanwhile, so that it does not compute for nothing."""
    games = ("quacks", "--bots", A, "--games", "1000000000", "--threads", "1")
    with subprocess.Popen([program(), "sim", *games], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGSTOP)
        time.sleep(5)
        process.send_signal(signal.SIGCONT)
        err = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    must(re.search(r"^ +\d+ %  \d+ of 1000000000 games, \d+ games/s, .* left$", err, re.M), err)
    _, _, err = interrupted(*games, "--quiet")
    must(not err, err)
    terminal, other = pty.openpty()
    with subprocess.Popen([program(), "sim", *games], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=other) as process:
        os.close(other)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
        text = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    must(re.search(r"\r\[[#.]{20}\] +\d+ %", text), repr(text))


# ---- records ----------------------------------------------------------------------------------

def converse(requests):
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([program(), "engine"], input=text, stdout=subprocess.PIPE, timeout=PATIENCE, check=True,
                          text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_record(lines):
    """A record is what the engine says when the same game is played through the protocol."""
    head, moves, last = lines[0], lines[1:-1], lines[-1]
    must(head["format"] == "charlatan-record" and head["version"] == 1 and head["rules"], head)
    must(all(p["kind"] == "bot" and p["name"] for p in head["players"]), head["players"])
    committed = hashlib.blake2b(bytes.fromhex(last["salt"] + last["seed"]), digest_size=32).hexdigest()
    must(committed == head["commitment"], "commitment")
    requests = [{"op": "new", "game": head["game"], "players": len(head["players"]), "seed": last["seed"],
                 "options": head["options"]}]
    requests += [{"op": "apply", "seat": move["seat"], "action": move["action"]} for move in moves]
    answers = converse(requests + [{"op": "state"}])
    must(answers[0]["chance"] == head["chance"], "chance of new")
    must(head["cards_hash"] == answers[0].get("cards_hash"), "cards_hash")
    for i, (move, answer) in enumerate(zip(moves, answers[1:])):
        must(answer["ok"] and move["n"] == i + 1, move, answer)
        must((answer["chance"], answer["state_hash"]) == (move["chance"], move["hash"]), move, answer)
    must(answers[-1]["state"]["winners"] == last["winners"], "winners")
    points = "gold" if head["game"] == "arcane" else "points"
    must([p[points] for p in answers[-1]["state"]["players"]] == last["result"], "result")


def test_records(folder):
    for game, more in (("quacks", ["--set", "books=3"]), ("arcane", ["--set", "market=true", "--set", "wizards=random"]),
                       ("arcane", ["--sweep", "cards.bottled-fairy.loss=1,5", "--keep-by", "shortest"])):
        place = os.path.join(folder, f"{game}{len(os.listdir(folder))}")
        results(game, "--bots", f"{A},{B}", "--players", "3", "--games", "9", "--keep", "4", "--keep-dir", place, *more)
        must(len(os.listdir(place)) == 4, os.listdir(place))
        for name in os.listdir(place):
            check_record(lines_of(os.path.join(place, name)))


def test_closed_pipe(folder):
    """If nobody reads the results, the files are still written, and an error is printed."""
    end, output = os.pipe()
    os.close(end)
    command = [program(), "sim", "null", "--games", "40", "--quiet", "--keep", "1", "--keep-dir", folder]
    done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, timeout=PATIENCE,
                          check=False, restore_signals=True)
    os.close(output)
    must(done.returncode == 1, "status 1 when nobody reads", done.returncode, done.stderr)
    must(len(files_in(folder)) == 1, "the record is kept all the same", files_in(folder))


def test_keep_by(folder):
    path = os.path.join(folder, "lines")

    def kept(way):
        place = os.path.join(folder, way)
        results("quacks", "--bots", f"{A},{B}", "--games", "60", "--keep", "3", "--keep-by", way, "--keep-dir", place,
                "--jsonl", path)
        return [lines_of(os.path.join(place, name)) for name in os.listdir(place)]

    def three(of, reverse):
        return sorted(sorted(map(of, lines_of(path)), reverse=reverse)[:3])

    def decisions(record):
        return len(record) - 2

    def margin(scores):
        return sorted(scores)[-1] - sorted(scores)[-2]

    must(sorted(map(decisions, kept("longest"))) == three(lambda l: l["decisions"], True), "longest")
    must(sorted(map(decisions, kept("shortest"))) == three(lambda l: l["decisions"], False), "shortest")
    must(sorted(margin(r[-1]["result"]) for r in kept("widest")) == three(lambda l: margin(l["scores"]), True), "widest")
    must(sorted(margin(r[-1]["result"]) for r in kept("closest")) == three(lambda l: margin(l["scores"]), False), "closest")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
