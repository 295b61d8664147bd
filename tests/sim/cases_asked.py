"""Columns of games, and what is asked about them: CSV, --where, --by, --until, --resume, --design, mixes, grids."""

import csv
import math
import os

from harness import must
from run import A, B, lines_of, results, run

ARCANE = ("arcane", "--players", "3", "--bots", "greedy,random,random", "--games", "30", "--set", "wizards=random")


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def share_of(row):
    return int(row["won"]) / int(row["winners"])


def metric(r, group, label):
    return next(m for m in r["metrics"] if m["group"] == group and m["label"] == label)


def test_csv(folder):
    """A line for each game and seat; columns agree with the lines of JSON and with each other."""
    path, other = os.path.join(folder, "a.csv"), os.path.join(folder, "b.csv")
    results(*ARCANE, "--csv", path, "--threads", "1")
    results(*ARCANE, "--csv", other, "--threads", "2")
    rows = table(path)
    must(rows == table(other), "threads make a difference")
    must(len(rows) == 90, len(rows))
    results(*ARCANE, "--jsonl", other, "--columns", "bot,score,wizard,led_after_1")
    told = [seat for line in lines_of(other) for seat in line["metrics"]]
    for row, seat in zip(rows, told, strict=True):
        must(all(row[name] == str(seat[name]) for name in seat), row, seat)
    for row in rows:
        sold = sum(int(n) for name, n in row.items() if name.startswith("sold_"))
        must(sold == int(row["sets"]), row)
        must(int(row["gold_after_1"]) >= 0 and (row["first_trigger"] == "0") == (row["triggers"] == "0"), row)
        must((int(row["rank"]) == 1) == (row["won"] == "1"), row)
    games = [rows[i:i + 3] for i in range(0, 90, 3)]
    for game in games:
        gold = [int(row["gold_after_1"]) for row in game]
        leads = [int(g == max(gold) > min(gold)) for g in gold]
        must(leads == [int(row["led_after_1"]) for row in game], game)


def test_csv_quacks(folder):
    path = os.path.join(folder, "q.csv")
    r = results("quacks", "--bots", f"greedy,{B}", "--games", "40", "--csv", path)
    rows = table(path)
    for row in rows:
        exploded = [int(row[f"exploded_{turn}"]) for turn in range(1, 10)]
        must(sum(exploded) == int(row["explosions"]), row)
        must(int(row["first_explosion"]) == (exploded.index(1) + 1 if 1 in exploded else 0), row)
        chips = sum(int(n) for name, n in row.items() if name.startswith("bought_"))
        must(chips == int(row["bought"]), row)
        must(row["points_after_9"] == row["score"], row)
    mean = sum(int(row["bought"]) for row in rows if row["bot"] == "greedy") / 40
    bought = next(m for m in r["metrics"] if m["label"] == "Chips bought" and m["bot"] == "greedy")["mean"]
    must(abs(mean - bought) < 1e-6, mean, bought)


def ratio_and_half(rows, x_of):
    """The ratio over all rows, and half of its interval with each deal as one sample."""
    deals = {}
    for row in rows:
        x, n = deals.get(row["deal"], (0, 0))
        deals[row["deal"]] = x + x_of(row), n + 1
    n = sum(n for _, n in deals.values())
    mean = sum(x for x, _ in deals.values()) / n
    d = len(deals)
    spread = d / (d - 1) * sum((x - mean * m) ** 2 for x, m in deals.values())
    return mean, 1.96 * math.sqrt(spread) / n


def test_where(folder):
    """Those who meet the conditions, counted again from the CSV; repetition is and, a bar is or."""
    path = os.path.join(folder, "w.csv")
    asked = ("--where", "led_after_1", "--where", "bot=greedy|score<40", "--show", "infamy")
    r = results(*ARCANE, "--csv", path, *asked, "--games", "300")
    rows = table(path)
    met = [row for row in rows if row["led_after_1"] == "1" and (row["bot"] == "greedy" or int(row["score"]) < 40)]
    others = [row for row in rows if row not in met]
    for group, side in (("where", met), ("where-not", others)):
        wins = metric(r, group, "wins")["share"]
        must(abs(wins - sum(map(share_of, side)) / len(side)) < 1e-6, group, wins)
        mean, half = ratio_and_half(side, lambda row: int(row["infamy"]))
        told = metric(r, group, "infamy")
        must(abs(told["mean"] - mean) < 1e-6, told, mean)
        must(abs((told["ci95"][1] - told["ci95"][0]) / 2 - half) < 0.03 * half, "the interval", told, half)
    must(abs(metric(r, "where-share", "seats that meet it")["share"] - len(met) / len(rows)) < 1e-6, "share")


def test_by(folder):
    path = os.path.join(folder, "by.csv")
    asked = ("--csv", path, "--by", "wizard", "--by", "bot", "--where", "score>10", "--show", "sets")
    r = [results(*ARCANE, *asked, "--threads", n) for n in "12"]
    must(r[0] == r[1], "threads make a difference")
    rows = [row for row in table(path) if int(row["score"]) > 10]
    groups = {(row["wizard"], row["bot"]) for row in rows}
    must({(row["wizard"], row["bot"]) for row in r[0]["by"]} == groups, "other groups")
    for told in r[0]["by"]:
        mine = [row for row in rows if row["wizard"] == told["wizard"] and row["bot"] == told["bot"]]
        must(told["seats"] == len(mine), told)
        must(abs(told["win_share"] - sum(map(share_of, mine)) / len(mine)) < 1e-6, told)
        must(abs(told["mean_sets"] - sum(int(row["sets"]) for row in mine) / len(mine)) < 1e-6, told)
    page = run(*ARCANE, "--by", "wizard").stdout
    must("wizard                         seats" in page and "byros" in page, page)


def test_columns_refused(_):
    for options, said in ((("--where", "gold"), "'gold' is not a column of arcane"),
                          (("--where", "score>"), "'' is not a value of score"),
                          (("--where", "score=>50"), "write score>=50"),
                          (("--where", "!won=1"), "'1' is not a value of won"),
                          (("--where", "wizard=merlin"), "'merlin' is not a value of wizard"),
                          (("--where", "score>3|"), "write a column"),
                          (("--by", "a,b"), "'a' is not a column"),
                          (("--by", "seat,place", "--by", "bot"), "at most two columns"),
                          (("--show", "score"), "it needs --by or --where"),
                          (("--columns", "score"), "it needs --csv or --jsonl"),
                          (("--csv", "-", "--jsonl", "-"), "either --csv or --jsonl"),
                          (("--until", "wins"), "write a metric"),
                          (("--until", "wins=-1"), "write a metric"),
                          (("--until", "luck=1"), "'luck' is not a metric"),
                          (("--design", "A="), "two designs"),
                          (("--design", "A=", "--design", "A=market=true"), "two designs are called 'A'"),
                          (("--design", "A=", "--design", "B=market=7"), "market"),
                          (("--design", "A=", "--design", "B=@/nowhere"), "/nowhere"),
                          (("--design", "=x"), "write a name")):
        done = run("arcane", "--games", "1", *options)
        must(done.returncode == 2 and said in done.stderr and not done.stdout, options, done.stderr)
    listed = run("quacks", "--metrics").stdout
    must("  bought_yellow2\n" in listed and "  first_explosion " in listed, listed)
    must(all(len(line) <= 80 for line in listed.split("\n")), "too wide")


# ---- stopping and going on --------------------------------------------------------------------

def test_until(_):
    """A run stops at the first look that is narrow enough, wherever its threads are."""
    asked = ("null", "--bots", f"{A},{B}", "--until", "wins=3")
    one, two = (results(*asked, "--threads", n) for n in "12")
    must(one == two, "threads make a difference")
    until = one["until"]
    must(until["reached"] and until["half_width"] <= 0.03, until)
    must(one["deals"] in (128 << k for k in range(14)), one["deals"])
    before = results(*asked, "--games", str(one["deals"]))
    must(not before["until"]["reached"] or before["deals"] == one["deals"], "an earlier look would have done")
    few = results(*asked, "--games", "300")
    must(few["deals"] == 150 and not few["until"]["reached"], few["deals"])
    sweep = results("null", "--bots", A, "--until", "score=0.1", "--sweep", "tosses=3,5")
    low, high = next(d for d in sweep["sweep"]["values"][1]["differences"] if d["group"] == "score-by-bot")["ci95"]
    must(sweep["until"]["reached"] and (high - low) / 2 <= sweep["until"]["half_width"] <= 0.1, low, high)


def test_resume(folder):
    """Two runs make one, to the last digit; another run's file is refused."""
    path, sums, lines = (os.path.join(folder, name) for name in ("x", "sums", "lines"))
    for asked in ((*ARCANE, "--by", "wizard", "--where", "led_after_1"),
                  ("quacks", "--bots", "greedy", "--sweep", "books.green=1..2", "--sweep", "books.red=1..2"),
                  ("quacks", "--bots", f"{A},{B}", "--design", "a=", "--design", "b=books=2", "--design", "c=books=3")):
        part = ("--resume", sums, "--csv", lines)
        results(*asked, "--games", "34", *part)
        results(*asked, "--games", "61", *part)
        twice = results(*asked, "--games", "100", *part, "--threads", "2")
        must(twice == results(*asked, "--games", "100", "--csv", path), "not the same as one run")
        with open(path, "rb") as one, open(lines, "rb") as all_parts:
            must(one.read() == all_parts.read(), "other lines")
        for more, said in ((("--seed", "5"), "differs in its seed"), (("--games", "3"), "already has 100 games"),
                           (("--keep", "1"), "--keep cannot be used")):
            done = run(*asked, "--games", "100", "--resume", sums, *more)
            must(done.returncode == 2 and said in done.stderr.replace("102 games", "100 games"), done.stderr)
        os.remove(sums)
    for text in ("", "{}", '{"charlatan_sums":1}', "[1"):
        with open(sums, "w", encoding="ascii") as file:
            file.write(text)
        done = run(*ARCANE, "--resume", sums)
        must(done.returncode == 2 and "--resume" in done.stderr, text, done.stderr)


def test_resume_broken(folder):
    """Sums that were cut or changed are refused, not believed."""
    sums = os.path.join(folder, "sums")
    results(*ARCANE, "--resume", sums)
    with open(sums, encoding="ascii") as file:
        whole = file.read()
    for broken in (whole.replace(" 0", " x", 1), whole.replace('"sums":[[" ', '"sums":[[" 7 ', 1),
                   whole.replace('"deals":', '"deals":-', 1), whole[:len(whole) // 2]):
        must(broken != whole, "nothing was changed")
        with open(sums, "w", encoding="ascii") as file:
            file.write(broken)
        done = run(*ARCANE, "--games", "60", "--resume", sums)
        must(done.returncode == 2, done.returncode, done.stderr)


# ---- designs, mixes, grids --------------------------------------------------------------------

def test_designs(folder):
    """Each with each on the same deals: b against c is what c against b would be in a run of their own."""
    path = os.path.join(folder, "d.json")
    with open(path, "w", encoding="ascii") as file:
        file.write('{"books":{"green":2,"red":3}}')
    designs = ("--design", "a=", "--design", "b=books=2 fortune=off", "--design", f"c=@{path}")
    asked = ("quacks", "--bots", f"greedy,{B}", "--games", "60")
    r = results(*asked, *designs)["sweep"]
    must([(d["a"], d["b"]) for d in r["designs"]] == [("a", "b"), ("a", "c"), ("b", "c")], r["designs"])
    alone = results(*asked, *designs[2:])["sweep"]
    must(r["designs"][2]["differences"] == alone["values"][1]["differences"], "b and c alone differ")
    must(r["values"][2]["options"]["books"]["red"] == 3, r["values"][2]["options"])
    page = run(*asked, *designs).stdout
    must("how sure it is that the column is higher than the row" in page, page)


def test_mixes(folder):
    """books=random: a mix for each deal, the same in every seating and setting, all of them about equally often."""
    path = os.path.join(folder, "m.csv")
    asked = ("quacks", "--bots", f"{A},{B}", "--games", "400", "--set", "books=random")
    r = results(*asked, "--csv", path, "--columns", "seat,mix,book_green", "--by", "book_green",
                "--keep", "2", "--keep-dir", folder)
    rows = table(path)
    mixes = {}
    for row in rows:
        mixes.setdefault(row["deal"], set()).add(row["mix"])
        must(row["mix"][0] == row["book_green"], row)
    must(all(len(mix) == 1 for mix in mixes.values()), "a deal has two mixes")
    must(len({min(mix) for mix in mixes.values()}) > 150, "few mixes")
    must([row["book_green"] for row in r["by"]] == list("1234"), r["by"])
    must(all(120 < row["seats"] < 280 for row in r["by"]), r["by"])


def test_grid_of_three(folder):
    """Interactions of two and of three values, counted again from the lines."""
    path = os.path.join(folder, "g")
    r = results("quacks", "--bots", f"{A},{B}", "--games", "40", "--jsonl", path, "--sweep", "books.green=1..2",
                "--sweep", "books.red=1..2", "--sweep", "fortune=on,off")
    length = {}
    for line in lines_of(path):
        key = tuple(line["values"])
        length[key] = length.get(key, 0) + line["decisions"] / 40

    def beyond(g, b, f):
        total = 0
        for mask in range(8):
            key = (g if mask & 1 else "1", b if mask & 2 else "1", f if mask & 4 else "on")
            off = sum((g != "1", b != "1", f != "on"))
            there = sum((key[0] != "1", key[1] != "1", key[2] != "on"))
            if (mask & 1 and g == "1") or (mask & 2 and b == "1") or (mask & 4 and f == "on"):
                continue
            total += (-1) ** (off - there) * length[key]
        return total

    for value in r["sweep"]["values"]:
        g, b, f = value["values"]
        off = sum((g != "1", b != "1", f != "on"))
        must(("interactions" in value) == (off > 1), value["values"])
        if off > 1:
            told = next(i for i in value["interactions"] if i["group"] == "length")["interaction"]
            must(abs(told - beyond(g, b, f)) < 1e-5, value["values"], told, beyond(g, b, f))


def test_cover_asked(_):
    """Intervals cover: of those who meet a condition, and of runs that stop when they are narrow."""
    runs, where, until, plain = 120, 0, 0, 0
    for seed in range(runs):
        r = results("null", "--bots", A, "--players", "2", "--games", "60", "--where", "score=2", "--threads", "1",
                    "--seed", str(seed))
        low, high = metric(r, "where", "wins")["ci95"]
        # Scores are binomial and independent: 4/8 lose to two points, 3/8 share.
        where += low <= 0.6875 <= high
        r = results("null", "--bots", f"{A},{B}", "--until", "wins=4", "--threads", "1", "--seed", str(seed))
        share, (low, high) = r["bots"][0]["win_share"], r["bots"][0]["ci95"]
        until += abs(share - 0.5) <= r["until"]["half_width"]
        plain += low <= 0.5 <= high
    must(90 <= 100 * where / runs <= 99.5, "--where covers in", 100 * where / runs, "%")
    must(100 * until / runs >= 95, "--until covers in", 100 * until / runs, "%")
    must(100 * plain / runs >= 90, "plain intervals after --until cover in", 100 * plain / runs, "%")
    print(f"cover_asked: where {where}, until {until}, plain {plain} of {runs}")
