#!/usr/bin/env python3
"""Tests of numbers files: what the documents say of them, where mistakes are found, games that are played by them.

run.py [--charlatan build/release/charlatan] [name ...]

See tests/harness.py.
"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import ROOT, must, program

GAMES = ("arcane", "quacks")


def run(*arguments, text=None):
    return subprocess.run([program(), *arguments], input=text, capture_output=True, text=True, timeout=60, check=False)


def told(*arguments, text=None):
    done = run(*arguments, text=text)
    must(done.returncode == 0 and not done.stderr, arguments, done.returncode, done.stderr[-400:])
    return done.stdout


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def write(folder, text, name="n.json"):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))
    return path


def file_of(numbers, game="quacks"):
    return {"format": "charlatan-numbers", "version": 1, "game": game, "numbers": numbers}


def engine(*requests):
    lines = "".join(json.dumps(r) + "\n" for r in requests)
    return [json.loads(line) for line in told("engine", text=lines).splitlines()]


def leaves(tree, path=()):
    """The numbers of a file with all standards: paths of single numbers and of lists."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


# ---- documents --------------------------------------------------------------------------------

def test_table():
    text = read("docs/numbers.md")
    for game in GAMES:
        mark = f"<!-- charlatan numbers {game} --table -->\n\n"
        must(mark in text, "docs/numbers.md has no place for", game)
        rest = text.split(mark)[1]
        must(rest.startswith(told("numbers", game, "--table")), "docs/numbers.md: print the table of", game, "anew")


def test_schema():
    for game in GAMES:
        must(read(f"docs/schema/numbers-{game}.json") == told("numbers", game, "--schema"),
             f"docs/schema/numbers-{game}.json: print it anew")


def test_schema_fits_the_file():
    """Ranges and defaults of the schema are those of the file with all standards."""
    def walk(schema, value, path):
        if schema.get("type") == "object":
            must(set(schema["properties"]) == set(value) and schema["additionalProperties"] is False, path)
            for key in value:
                walk(schema["properties"][key], value[key], path + [key])
        elif "oneOf" in schema:
            many = list(value.values()) if isinstance(value, dict) else value
            must(schema["default"] == many, path, "default")
            must(all(schema["oneOf"][0]["items"]["minimum"] <= n <= schema["oneOf"][0]["items"]["maximum"] for n in many), path)
        else:
            must(schema["default"] == value and schema["minimum"] <= value <= schema["maximum"], path)

    for game in GAMES:
        schema = json.loads(told("numbers", game, "--schema"))
        walk(schema["properties"]["numbers"], json.loads(told("numbers", game))["numbers"], [game])


def test_example_of_the_document(folder):
    for example, lines in zip(re.findall(r"```json\n(.*?)```", read("docs/numbers.md"), re.S), (
            ("explosion.limit: 8 instead of 7.", "cards.deck.charity: 0 instead of 1."),
            ("inspection.fine: 40 instead of 25.", "house.rows.2: 2 instead of 3.", "market.prices.3: 9 instead of 3."))):
        done = run("numbers", "check", write(folder, example))
        must(done.returncode == 0, done.stderr)
        must(all(line in done.stdout for line in lines), done.stdout)


def test_what_has_no_effect(folder):
    """Standard values that no longer count are named too, a list as a whole if all of it is."""
    for numbers, said, silent in (
            ({"explosion": {"limit": 12}}, ("cards.living-in-luxury.limit now has no effect, because of explosion.limit.",
                                            "books.yellow3.many now has no effect, because of explosion.limit."), "seasoned"),
            ({"turns": {"rats": 10}}, ("rats.track now has no effect, because of turns.rats.",
                                       "cards.good-start.rubies now has no effect, because of turns.rats."), "rats.track.0"),
            ({"tubes": {"glasses": 11}}, ("tubes.chip.12 now has no effect, because of tubes.glasses.",), "tubes.chip.11"),
            ({"turns": {"all": 5, "white": 7}}, ("turns.white: 7 instead of 6.", "It changes nothing, because of turns.all."), "rats"),
            ({"explosion": {"limit": 8}}, ("explosion.limit: 8 instead of 7.",), "luxury")):
        path = write(folder, json.dumps({"format": "charlatan-numbers", "version": 1, "game": "quacks", "numbers": numbers}))
        out = " ".join(told("numbers", "check", path).split())
        must(all(line in out for line in said) and silent not in out, numbers, out)
        idle = json.loads(told("numbers", "check", path, "--json"))["without_effect"]
        must(all(f"{d['key']} now has no effect, because of {d['because']}." in out for d in idle), idle, out)
        must(out.count("now has no effect") == len(idle), idle, out)


def test_rules_name_the_numbers_they_say(folder):
    """A rule that says a number of another rule: what differs is told below both."""
    path = write(folder, json.dumps({"format": "charlatan-numbers", "version": 1, "game": "quacks", "numbers": {
        "turns": {"book": {"purple": 10}}, "cards": {"living-in-luxury": {"limit": 6}}}}))
    for rule, key in (("Q3.3", "turns.book.purple: 10"), ("Q3", "turns.book.purple: 10"), ("Q5.3", "living-in-luxury.limit: 6"),
                      ("Q3.6", None), ("Q7.cards", "living-in-luxury.limit: 6")):
        out = " ".join(told("rules", "--numbers", path, rule).split())
        must(key in out if key else "no number of these rules differs." in out, rule, out[-400:])


# ---- standard ---------------------------------------------------------------------------------

def test_all_standards_are_the_standard_game(folder):
    for game in GAMES:
        path = write(folder, told("numbers", game), game + ".json")
        must("these are the standard rules" in told("numbers", "check", path), game)
        plain = json.loads(told("sim", game, "--games", "12", "--quiet", "--json"))
        other = json.loads(told("sim", game, "--games", "12", "--quiet", "--json", "--numbers", path))
        must(plain["bots"] == other["bots"], game, "plays another game by its own standards")


# ---- mistakes ---------------------------------------------------------------------------------

HEAD = '{"format": "charlatan-numbers", "version": 1, "game": "quacks",\n "numbers": '
ARCANE = HEAD.replace("quacks", "arcane")
WRONG = [   # the text, line and column, words of the message
    ("", 1, None, "expected"),
    ("{", 1, None, "expected"),
    ('{"format": "cards"}', 1, 2, "format: a numbers file begins with"),
    ('{"format": "charlatan-numbers", "version": 2}', 1, 33, "version: must be from 1 to 1"),
    ('{"format": "charlatan-numbers", "version": 1,\n "game": "chess"}', 2, 2, "game: must be one of"),
    ('{"format": "charlatan-numbers", "version": 1,\n "game": "null", "numbers": {}}', 2, 2, "null has no numbers"),
    ('{"format": "charlatan-numbers", "version": 1,\n "game": "quacks"}', 1, None, "numbers: must be an object"),
    (HEAD + "3}", 2, 2, "numbers: must be an object"),
    (HEAD + '{"explosion": 7}}', 2, 14, "numbers.explosion: must be an object"),
    (HEAD + '{"explosion":\n  {"limit": 61}}}', 3, 4, "numbers.explosion.limit: must be from 0 to 60 (Q5.3)"),
    (HEAD + '{"explosion": {"limit": 7.5}}}', 2, 28, "numbers.explosion.limit: a whole number from 0 to 60"),
    (HEAD + '{"explosion": {"limit": "7"}}}', 2, 28, "a whole number"),
    (HEAD + '{"explosion": {"limits": 7}}}', 2, 28, "did you mean explosion.limit?"),
    (HEAD + '{"start":{"rubies":1},\n\n"prices": {"green1": [1, 2,\n 3, 100]}}}', 5, 5, "numbers.prices.green1.4: must be from 0 to 99"),
    (HEAD + '{"prices": {"green1": [1, 2]}}}', 2, 25, "a list of 4 numbers is needed"),
    (HEAD + '{"prices": {"green1": {"5": 1}}}}', 2, 36, "numbers.prices.green1.5: there is no such entry; they are 1 to 4"),
    (HEAD + '{"prices": {"green1": {"01": 1}}}}', 2, 36, "there is no such entry"),
    (HEAD + '{"box": {"white4": 1}}}', 2, 22, "there is no such entry; they are white1 to black1"),
    (HEAD + '{"box": {"white1": 1}}}', 2, 14, "the box has fewer chips"),
    (HEAD + '{"bag": {"white1": 0, "white2": 0, "white3": 0, "orange1": 0, "green1": 0}}}', 2, 14, "at least one chip"),
    (HEAD + '{"box": {"orange1": 60}}}', 2, 14, "at most 255 chips"),
    (HEAD + '{"box": {"red1": 13}}}', 2, 14, "at most 30 red"),
    (HEAD + '{"die": {"sides": [0, 0, 0, 0, 0]}}}', 2, 22, "at least one side"),
    (HEAD + '{"droplet": {"last": 3}, "start": {"droplet": 4}}}', 2, 48, "droplets cannot start behind"),
    (HEAD + '{"cards": {"deck": [' + "0, " * 16 + '1,1,1,1,1,1,1,1]}}}', 2, 24, "a card for every turn"),
    (HEAD + '{"explosion": {"limit": 7, "limit": 8}}}', None, None, "duplicate"),
    (ARCANE + '{"infamy":\n {"lap": 4}}}', 3, 3, "numbers.infamy.lap: must be from 5 to 100 (A3.2)"),
    (ARCANE + '{"inspection": {"fines": 4}}}', 2, 29, "did you mean inspection.fine?"),
    (ARCANE + '{"house": {"columns": {"2": 1},\n "rows": {"2": 2}}}}', 3, 2, "rows or columns must be 3, for each number"),
    (ARCANE + '{"house": {"rows": {"7": 3}}}}', 2, 33, "numbers.house.rows.7: there is no such entry; they are 2 to 6"),
    (ARCANE + '{"two": {"latest": 14}}}', 2, 14, "must not be above two.latest"),
    (ARCANE + '{"market": {"prices": [1, 2]}}}', 2, 25, "a list of 3 numbers is needed"),
    (ARCANE + '{"start": {"gold": 30}}}', 2, 14, "numbers.start"),
    (HEAD + '{},\n "cards": {}}', 3, 2, "cards: quacks has no cards file"),
    (ARCANE + '{},\n "cards": 3}', 3, 2, "cards: must be an object"),
    (ARCANE + '{},\n "cards": {"items":\n {"older-wand": {"gold": 3333}}}}', 4, 18, "items.older-wand.gold: must be from 0 to 100"),
    (ARCANE + '{},\n "cards": {"wizards": {"byros": {"silver": 3}}}}', 3, 34, "silver"),
    (ARCANE + '{"infamy": {"lap": 5}},\n "cards": {"start": {"infamy": 9}}}', 3, None, "start.infamy"),
]


def test_mistakes(folder):
    for text, line, column, words in WRONG:
        done = run("numbers", "check", write(folder, text))
        must(done.returncode == 2 and not done.stdout, text, "is accepted:", done.stdout)
        place = re.search(r"line (\d+), column (\d+): (.*)", done.stderr)
        must(place, text, "has no place:", done.stderr)
        must(words in place[3], text, "gets", place[3])
        must(line is None or int(place[1]) == line, text, "line", place[1], "not", line)
        must(column is None or int(place[2]) == column, text, "column", place[2], "not", column)


def test_files_that_are_none(folder):
    for path, words in ((folder, "directory"), (os.path.join(folder, "none"), "No such file")):
        done = run("numbers", "check", path)
        must(done.returncode == 2 and words in done.stderr, path, done.stderr)
    big = write(folder, " " * (1 << 20) + "  ", "big.json")
    must("over 1 MiB" in run("numbers", "check", big).stderr, "a big file")
    other = write(folder, file_of({}, "arcane"))
    must("is for arcane, not for quacks" in run("sim", "quacks", "--numbers", other).stderr, "another game's file")


def test_every_bound():
    """Each number is refused below its least and above its most, with its own key."""
    for game in GAMES:
        schema, asked = json.loads(told("numbers", game, "--schema"))["properties"]["numbers"], []
        for path, _ in leaves(json.loads(told("numbers", game))["numbers"]):
            here = schema
            for key in path:
                here = (here["oneOf"][1] if "oneOf" in here else here)["properties"][key]
            entry = here["oneOf"][0]["items"] if "oneOf" in here else here
            for value in (entry["minimum"] - 1, entry["maximum"] + 1):
                tree = {next(iter(here["oneOf"][1]["properties"])): value} if "oneOf" in here else value
                for key in reversed(path):
                    tree = {key: tree}
                asked.append((path, {"op": "new", "game": game, "players": 2, "options": {"numbers": tree}}))
        for (path, request), answer in zip(asked, engine(*(r for _, r in asked))):
            must(not answer["ok"] and ".".join(path) in answer["error"]["message"], path, request, answer)


# ---- games ------------------------------------------------------------------------------------

def new(numbers, **more):
    options = {"numbers": numbers, "first": 0, "fortune": "off", **more.pop("options", {})}
    return {"op": "new", "game": "quacks", "players": 2, "seed": 1, "options": options, **more}


def brew(seat, *chips):
    for chip in chips:
        yield {"op": "force", "chance": [{"draw": chip, "seat": seat}]}
        yield {"op": "apply", "seat": seat, "action": "draw"}


def state_of(answers):
    must(all(a["ok"] for a in answers), [a for a in answers if not a["ok"]][:1])
    return answers[-1]["state"]


def test_limit():
    for limit, chips, explodes in ((2, ("white1", "white2"), True), (3, ("white1", "white2"), False),
                                   (9, ("white3", "white2", "white2", "white1", "white1"), False),
                                   (8, ("white3", "white2", "white2", "white1", "white1"), True)):
        state = state_of(engine(new({"explosion": {"limit": limit}}), *brew(0, *chips), {"op": "state"}))
        must(state["players"][0]["exploded"] == explodes, limit, chips)


def test_players_with_more_cards(folder):
    """A range of one number of players is not written as a range (A2)."""
    for many, few, rest in ((3, "2", "3-6"), (4, "2-3", "4-6"), (6, "2-5", "6")):
        path = write(folder, json.dumps({"format": "charlatan-numbers", "version": 1, "game": "arcane",
                                         "numbers": {"counts": {"many": many}}}))
        rule = " ".join(told("rules", "A2", "--numbers", path).split())
        must(f"{few} players use 124 cards; {rest} players use all 139" in rule, rule)
        item = " ".join(told("rules", "dragons-egg", "--numbers", path).split())
        must(f"with {few} players, " in item and f"with {rest} players" in item, item)


def test_too_many_players(folder):
    """What does for the fewest players alone says for how many it does not."""
    for chips, words in ((2, "Not for 3 or 4 players: box: "), (3, "Not for 4 players: box: "), (4, None)):
        checked = told("numbers", "check", write(folder, file_of({"box": {"green1": chips}}, "quacks")))
        must(words in checked if words else "Not for" not in checked, chips, checked)


def test_space_and_shop():
    """Space 2 pays 20 coins, 9 points and 3 rubies; an orange costs 20 and everything else more."""
    numbers = {"spaces": {"coins": {"2": 20}, "points": {"2": 9}, "rubies": {"2": 3}}, "die": {"rolls": 0},
               "start": {"rubies": 5, "points": 7}, "prices": {"orange1": 20, "black1": 21, "green1": [30] * 4,
                                                              "blue1": [30] * 4, "red1": [21] * 4}}
    for chip in ("green", "blue", "red"):
        numbers["prices"][chip + "2"] = numbers["prices"][chip + "4"] = [50] * 4
    stop = [{"op": "apply", "seat": seat, "action": "stop"} for seat in (0, 1)]
    answers = engine(new(numbers), *brew(0, "orange1"), *brew(1, "white1"), *stop, {"op": "legal"}, {"op": "state"})
    state = state_of(answers)
    must(answers[-2]["decisions"][0]["actions"] == ["buy done", "buy orange1"], answers[-2])
    for player in state["players"]:
        must((player["points"], player["rubies"], player["coins"]) == (16, 8, 20), player)


def test_start_and_turns():
    numbers = {"start": {"rubies": 9, "droplet": 4, "flask": 0, "points": 30}, "turns": {"all": 1}, "end": {"coins": 1, "rubies": 3},
               "bag": {"white1": 1, "white2": 0, "white3": 0, "orange1": 0, "green1": 0}, "die": {"rolls": 0}}
    draw = [{"op": "apply", "seat": seat, "action": "draw"} for seat in (0, 1)]
    answers = engine(new(numbers), {"op": "state"}, *draw, {"op": "state"}, {"op": "result"})
    first, last = answers[1]["state"], answers[-2]["state"]
    must([(p["rubies"], p["droplet"], p["flask"], p["points"]) for p in first["players"]] == [(9, 4, False, 30)] * 2, first)
    # Space 6 pays 1 point and 6 coins, 9 rubies are 3 points; the potion stops by itself, with an empty bag.
    must(answers[-1]["scores"] == [40, 40] and last["phase"] == "over", answers[-1])


def test_state_is_read_back():
    numbers = {"explosion": {"limit": 12}, "box": {"white1": 30}, "spaces": {"coins": [50] * 53}}
    answers = engine(new(numbers), *brew(0, "white1"), {"op": "state"})
    state = state_of(answers)
    must(state["options"]["numbers"]["explosion"] == {"limit": 12}, state["options"])
    again = engine({"op": "setup", "state": state}, {"op": "state"})
    must(again[-1]["state"] == state and again[0]["ok"], again[0])
    wrong = json.loads(json.dumps(state))
    wrong["supply"]["white1"] += 1
    must(not engine({"op": "setup", "state": wrong})[0]["ok"], "a chip too many is accepted")
    del state["options"]["numbers"]
    must(not engine({"op": "setup", "state": state})[0]["ok"], "the state fits the standard numbers")


def test_whole_file_as_option():
    given = file_of({"explosion": {"limit": 9}})
    answer = engine(new(given), {"op": "state"})[-1]
    must(answer["state"]["options"]["numbers"] == {"explosion": {"limit": 9}}, answer)
    refused = engine(new(file_of({}, "arcane")))[0]
    must(not refused["ok"] and "must be for quacks" in refused["error"]["message"], refused)


BOTH = {**file_of({"inspection": {"fine": 40}}, "arcane"), "cards": {"items": {"older-wand": {"gold": 33}},
                                                                    "wizards": {"byros": {"gold": 5}}}}


def test_cards_in_a_numbers_file(folder):
    """One file with numbers and cards is the same as two of them, for every command; no value in two places."""
    both = write(folder, BOTH)
    numbers, cards = write(folder, file_of(BOTH["numbers"], "arcane"), "only.json"), write(folder, BOTH["cards"], "cards.json")
    sim = ("sim", "arcane", "--games", "12", "--set", "wizards=random", "--quiet", "--json")
    runs = [json.loads(told(*sim, *more)) for more in (("--numbers", both), ("--set", f"numbers=@{both}"),
                                                       ("--numbers", numbers, "--set", f"cards=@{cards}"))]
    for part in ("bots", "options"):
        must(all(r[part] == runs[0][part] for r in runs), part, "differ")
    must(runs[0]["options"]["cards"] == BOTH["cards"] and runs[0]["options"]["numbers"] == BOTH["numbers"], runs[0]["options"])
    must(json.loads(told(*sim, "--design", "a=", "--design", f"b=@{both}"))["sweep"]["values"][1]["bots"] == runs[0]["bots"], "a design")
    checked = told("numbers", "check", both)
    must("inspection.fine: 40" in checked and "cards.wizards.byros.gold: 5" in checked, checked)
    must("Cards: 2 values are given." in checked, checked)
    one = write(folder, {**file_of({}, "arcane"), "cards": {"start": {"gold": 30}}}, "one.json")
    must("Cards: 1 value is given." in told("numbers", "check", one), told("numbers", "check", one))
    must(json.loads(told("numbers", "check", both, "--json"))["cards"] == BOTH["cards"], "cards are not told")
    answers = [engine({"op": "new", "game": "arcane", "players": 2, "seed": 1, "options": options}, {"op": "state"})
               for options in ({"numbers": BOTH}, {"numbers": BOTH["numbers"], "cards": BOTH["cards"]})]
    must(answers[0] == answers[1] and answers[0][0]["ok"], answers[0][0], answers[1][0])
    refused = engine({"op": "new", "game": "arcane", "players": 2, "options": {"numbers": BOTH, "cards": {}}},
                     {"op": "new", "game": "quacks", "players": 2, "options": {"numbers": {**BOTH, "game": "quacks"}}})
    must("in one place" in refused[0]["error"]["message"] and "no cards file" in refused[1]["error"]["message"], refused)
    for wrong, said in (({"version": 2}, "numbers.version: must be from 1 to 1"), ({"format": "another"}, "charlatan-numbers"),
                        ({"number": {}}, "numbers.number")):
        refused = engine({"op": "new", "game": "arcane", "players": 2, "options": {"numbers": {**BOTH, **wrong}}})
        must(not refused[0]["ok"] and said in refused[0]["error"]["message"], wrong, refused)
    done = run("play", "arcane", "--numbers", both, "--cards", cards, text="")
    must(done.returncode == 2 and "in one place" in done.stderr, done.stderr)


# ---- records ----------------------------------------------------------------------------------

def record_of(folder, game, numbers, **more):
    path = write(folder, {**file_of(numbers, game), **more})
    kept = os.path.join(folder, game)
    told("sim", game, "--numbers", path, "--games", "2", "--keep", "1", "--keep-dir", kept, "--quiet")
    name = os.path.join(kept, sorted(os.listdir(kept))[0])
    with open(name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def verified(folder, record):
    path = os.path.join(folder, "r.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in record)
    return run("verify", path)


def test_records_of_arcane(folder):
    """Also with cards of its own, which have a hash as well, and reviewed."""
    numbers, cards = {"infamy": {"lap": 9}, "house": {"rows": {"2": 2}}, "bribe": {"price": 3}}, BOTH["cards"]
    plain = record_of(folder, "arcane", numbers)[0]
    record = record_of(folder, "arcane", numbers, cards=cards)
    must(record[0]["options"]["numbers"] == numbers and record[0]["options"]["cards"] == cards, record[0])
    must(record[0]["numbers_hash"] == plain["numbers_hash"] and record[0]["cards_hash"] != plain["cards_hash"], plain)
    must(verified(folder, record).returncode == 0, "the record is not verified")
    path = os.path.join(folder, "r.jsonl")
    must("Round 1" in told("replay", path, "--all"), "the record is not replayed")
    must(json.loads(told("review", path, "--samples", "16", "--seat", "0", "--json"))["decisions"], "the record is not reviewed")
    other = {**record[0], "options": {**record[0]["options"], "numbers": {**numbers, "bribe": {"price": 4}}}}
    must(verified(folder, [other, *record[1:]]).returncode == 1, "other numbers")


def test_records(folder):
    numbers = {"explosion": {"limit": 10}, "prices": {"orange1": 1}}
    record = record_of(folder, "quacks", numbers)
    head = record[0]
    must(head["options"]["numbers"] == numbers, head["options"])
    checked = json.loads(told("numbers", "check", os.path.join(folder, "n.json"), "--json"))
    must(checked["numbers"] == numbers and checked["numbers_hash"] == head["numbers_hash"], checked)
    must(verified(folder, record).returncode == 0, "the record is not verified")
    must("Turn 1" in told("replay", os.path.join(folder, "r.jsonl"), "--all"), "the record is not replayed")
    for change in ({"numbers_hash": "0" * 16}, {"numbers_hash": None}):
        done = verified(folder, [{**head, **change}, *record[1:]])
        must(done.returncode == 1 and "numbers_hash" in done.stdout + done.stderr, change, done)
    less = {k: v for k, v in head.items() if k != "numbers_hash"}
    must(verified(folder, [less, *record[1:]]).returncode == 1, "without numbers_hash")
    other = {**head, "options": {**head["options"], "numbers": {"explosion": {"limit": 10}}}}
    must(verified(folder, [other, *record[1:]]).returncode == 1, "other numbers")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
