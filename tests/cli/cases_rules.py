"""`charlatan rules`: both rulebooks, their items, chips and cards, and looking things up."""

import collections
import itertools
import json
import os
import re
import tempfile

from harness import must
from talk import fine, run


def folded(text):
    return " ".join(text.split())


def rows(game="arcane"):
    games = json.loads(run("rules", "--json").out)["games"]
    return next(g for g in games if g["game"] == game)


def test_contents():
    out = fine("rules")
    data = rows()
    for rule in data["rules"]:
        must("." in rule["id"] or rule["title"] in out, rule["id"])
    for card in data["items"] + data["wizards"]:
        must(card["id"] in out, card["id"])
    data = rows("quacks")
    for rule in data["rules"]:
        must("." in rule["id"] or rule["title"] in out, rule["id"])
    for row in data["colours"] + data["chips"] + data["books"] + data["cards"]:
        must(row["id"] in out, row["id"])


def test_first_page():
    """The games in short and an example turn come first, ids after them, files and options last."""
    out = folded(fine("rules"))
    for game, chapter, technical in (("arcane", "A5 A turn in Sell", "A13 The cards file"),
                                     ("quacks", "Q5 Potions", "Q12 Rulings as options")):
        first = [folded(row["text"]) for row in rows(game)["first"]]
        at = [out.index(text) for text in first + [chapter, technical]]
        must(at == sorted(at), game, at)
        must(not any(re.search(r"\b[AQ]\d", text) for text in first), game, "ids")


def check_rules(data, notes):
    """Every rule can be asked for by its id, and is printed whole."""
    for number, rule in enumerate(data["rules"]):
        for query in {rule["id"], rule["id"].lower()} if number % 8 == 0 else {rule["id"]}:
            out = folded(fine("rules", query))
            must(folded(rule["text"]) in out and rule["title"] in out, query)
            must(folded(rule[notes]) in out, query, notes)
            for letter in rule["certainty"]:
                must("%s %s" % (letter, data["certainty"][letter]) in out, query, letter)
            must(("[%s]" % rule["certainty"] in out) == (rule["certainty"] != ""), query, "no letters")


def test_every_rule():
    data = rows()
    must(len(data["rules"]) >= 80, "rules missing")
    check_rules(data, "editions")


def test_chapter():
    out = fine("rules", "A6")
    for part in range(1, 8):
        must(re.search(r"^A6\.%d " % part, out, re.M), "A6.%d" % part)
    must("A7" not in re.findall(r"^A\d+", out, re.M), "another chapter")
    must(re.findall(r"^A1\S*", fine("rules", "A1"), re.M)[-1] == "A1.egg", "A1 has names")
    must("A10" not in fine("rules", "A1").split("\n")[0], "A10 is not a part of A1")


def test_every_item():
    data = rows()
    must(len(data["items"]) == 20 and sum(i["counts"][0] for i in data["items"]) == 124, "items")
    for item in data["items"]:
        queries = [item["id"], item["name"], item["short"], item["id"].upper(),
                   item["id"].replace("-", " ")]
        pages = {fine("rules", *q.split(" ")) for q in queries}
        must(len(pages) == 1, item["id"], "not the same under all its names")
        out = folded(pages.pop())
        must(folded(item["text"]) in out and folded(item["brief"]) in out, item["id"])
        must(item["name"] in out and "infamy each %d" % item["infamy"] in out, item["id"])
        must("cards %d with 2-4 players, %d with 5-6 players" % tuple(item["counts"]) in out,
             item["id"], "counts")
        must("when " + " and ".join(item["when"]) in out, item["id"], "when")
        must("rules " + ", ".join(item["rules"]) in out, item["id"], "rules")
        must("special" in item["when"] or "gold a set %d" % item["gold"] in out, item["id"])


def test_every_wizard():
    data = rows()
    must(len(data["wizards"]) == 6, "wizards")
    for wizard in data["wizards"]:
        out = folded(fine("rules", wizard["id"].upper()))
        must(out == folded(fine("rules", wizard["name"])), wizard["id"])
        must(folded(wizard["text"]) in out and "A11" in out, wizard["id"])


def test_cited_rules_exist():
    data = rows()
    ids = {rule["id"] for rule in data["rules"]}
    for row in itertools.chain(data["rules"], data["items"], data["wizards"]):
        for cited in re.findall(r"\bA\d+(?:\.\w+)?", row["text"] + row["editions"]):
            must(cited in ids, row["id"], "cites", cited)
    for row in data["questions"] + data["events"]:
        must(row["rule"] in ids, row["name"], "rests on", row["rule"])
    must(len(data["questions"]) == 19, "questions")


def test_parts_of_names():
    must("Sovereign Sword" in fine("rules", "sword"), "sword")
    must("Skeletomicon" in fine("rules", "skele"), "skele")
    must("Ninx of Nethernight" in fine("rules", "nethernight"), "nethernight")
    several = fine("rules", "bo")
    must("several" in several and "magic-boomerang" in several and "bottled-fairy" in several,
         several)
    must("A9.3" in fine("rules", "bribe"), "a title")
    must("A11" in fine("rules", "wizard"), "what else might be meant")


def test_unknown_rule():
    for query, near in (("A6.9", "A6.1"), ("boomrang", "magic-boomerang"), ("nnix", "ninx"),
                        ("qqqqqqqq", "")):
        for arguments in (["rules", query], ["rules", "--json", query]):
            done = run(*arguments)
            must(done.status == 1 and not done.out, arguments, done.status)
            must(query in done.err and near in done.err, arguments, done.err)
    must(run("rules", "").status == 0, "an empty query lists the chapters")
    must(run("rules", "x" * 5000).status == 1, "a long query")


def test_all_and_json():
    everything = folded(fine("rules", "--all"))
    data = rows()
    for row in data["rules"] + data["items"] + data["wizards"]:
        must(folded(row["text"]) in everything, row["id"])
    quacks = rows("quacks")
    for row in itertools.chain(*(quacks[k] for k in ("rules", "colours", "books", "cards"))):
        must(folded(row["text"]) in everything, row["id"])
    one, other = json.loads(run("rules", "--json", "haunted", "doll").out)["games"]
    must(other.keys() == quacks.keys() and not other["rules"] + other["chips"], "the other game")
    must([i["id"] for i in one["items"]] == ["haunted-doll"] and not one["rules"], one)
    must(one.keys() == data.keys(), "always the same members")
    must(one["items"][0] in data["items"], "the same rows")


# ---- charlatan rules: the Quacks --------------------------------------------------------------

def test_quacks_rules():
    data = rows("quacks")
    must(len(data["rules"]) >= 45 and data["certainty"].keys() == set("PDFR"), "rules missing")
    check_rules(data, "notes")
    out = fine("rules", "Q6")
    must(re.findall(r"^Q6\S*", out, re.M) == ["Q6"] + ["Q6." + part for part in
         "before A B C D E F order".split()], "the parts of Q6")
    must(not re.search(r"^Q10", fine("rules", "Q1"), re.M), "Q10 is not a part of Q1")


def test_quacks_chips():
    data = rows("quacks")
    must(len(data["chips"]) == 18 and sum(c["count"] for c in data["chips"]) == 216, "chips")
    books = {(b["colour"], b["set"]): b for b in data["books"]}
    for chip in data["chips"]:
        out = folded(fine("rules", chip["id"]))
        must(out == folded(fine("rules", chip["id"].upper())), chip["id"])
        must(out == folded(fine("rules", "chip", chip["colour"], str(chip["value"]))), chip["id"])
        must("%d in the game" % chip["count"] in out, chip["id"], "count")
        must("value %d, so it goes %d space" % (chip["value"], chip["value"]) in out, chip["id"])
        for kind, price in enumerate(chip["prices"], 1):
            if (chip["colour"], kind) in books and chip["colour"] != "black":
                must("set %d: %d" % (kind, price) in out, chip["id"], "price in set", kind)
                must(folded(books[chip["colour"], kind]["brief"]) in out, chip["id"], kind)
    must("cannot be bought" in fine("rules", "white1"), "white has no price")
    must("21 with prices=printed" in fine("rules", "green4"), "the printed price")
    must(fine("rules", "white", "1") == fine("rules", "white1"), "there is no white book")


def test_quacks_colours():
    data = rows("quacks")
    must(len(data["colours"]) == 8, "colours")
    for colour in data["colours"]:
        out = folded(fine("rules", colour["id"]))
        must(out == folded(fine("rules", colour["name"])), colour["id"])
        must(folded(colour["text"]) in out, colour["id"])
        for chip in data["chips"]:
            if chip["colour"] == colour["id"]:
                must("%d of value %d" % (chip["count"], chip["value"]) in out, chip["id"])
        for book in data["books"]:
            must(book["colour"] != colour["id"] or folded(book["brief"]) in out, book["id"])


def test_quacks_books():
    data = rows("quacks")
    chips = {chip["id"] for chip in data["chips"]}
    must(len(data["books"]) == 22, "books")
    for book in data["books"]:
        blank = fine("rules", book["colour"], str(book["set"]))
        must(folded(book["text"]) in folded(blank) and folded(book["brief"]) in folded(blank),
             book["id"])
        must(blank.startswith("book " + book["id"]), blank.split("\n")[0])
        must(fine("rules", "book " + book["id"]) == blank, book["id"], "with its word")
        joined = fine("rules", book["id"].replace(" ", ""))
        must((joined == blank) == (book["id"].replace(" ", "") not in chips), book["id"], "joined")
        must("rules " + ", ".join(book["rules"]) in folded(blank), book["id"], "rules")


def test_quacks_cards():
    data = rows("quacks")
    kinds = [card["kind"] for card in data["cards"]]
    must(kinds == 13 * ["purple"] + 11 * ["blue"], "cards")
    for card in data["cards"]:
        pages = {fine("rules", *q.split(" ")) for q in
                 (card["id"], card["name"], card["id"].upper(), card["id"].replace("-", " "))}
        must(len(pages) == 1, card["id"], "not the same under all its names")
        out = folded(pages.pop())
        must(folded(card["text"]) in out and folded(card["brief"]) in out, card["id"])
        must(card["kind"] + ": " in out and card["name"] in out, card["id"])
    for glass in range(1, 13):
        out = fine("rules", "glass", str(glass))
        must(data["glasses"][glass - 1]["brief"] in out and "Q10.2" in out, "glass", glass)


def test_quacks_cited_rules_exist():
    data = rows("quacks")
    ids = {rule["id"] for rule in data["rules"]}
    for row in itertools.chain(*(data[k] for k in ("rules", "colours", "books", "cards"))):
        for cited in re.findall(r"\bQ\d+(?:\.\w+)?", row["text"] + row.get("notes", "")):
            must(cited in ids, row["id"], "cites", cited)
    for row in data["questions"] + data["events"]:
        must(row["rule"] in ids, row["name"], "rests on", row["rule"])
    must(len(data["questions"]) == 18, "questions")


def test_quacks_near():
    for query, near in (("Q6.G", "Q6.A"), ("grene2", "green2"), ("secondchance", "second-chance"),
                        ("charty", "charity"), ("green 5", "green 4")):
        done = run("rules", *query.split())
        must(done.status == 1 and not done.out and near in done.err, query, done.err)
    several = fine("rules", "book", "green")
    must(all("green %d" % n in several for n in range(1, 5)), several)
    must("A Good Start" in fine("rules", "good"), "a part of a card's name")


# ---- for the browser client ------------------------------------------------------------------


def test_web():
    """The same rows as those of --json, with keys for numbers; and the standard numbers, which are those of a numbers file."""
    web = json.loads(run("rules", "--web").out)
    plain = json.loads(run("rules", "--json").out)["games"]
    braces = re.compile(r"\{[^{}]*\}")
    for game, rows_of in zip(web["games"], plain):
        for key, value in rows_of.items():
            if not isinstance(value, list):
                must(game["rows"][key] == value, key)
        for rule, filled in zip(game["rows"]["rules"], rows_of["rules"]):
            must(rule["id"] == filled["id"] and (rule == filled or braces.search(json.dumps(rule))), rule["id"])
        must("{" in json.dumps(game["rows"]["rules"]), "texts have keys")
        numbers = json.loads(run("numbers", rows_of["game"]).out)["numbers"]
        for one in game["numbers"]:
            value = numbers
            for part in one["id"].split("."):
                value = value[part]
            standard = game["standards"][one["id"]]
            listed = list(value.values()) if isinstance(value, dict) else value
            must((list(standard.values()) if isinstance(standard, dict) else standard) == listed, one["id"])
        levels = [bot["name"] for bot in game["bots"] if bot["level"]]
        must(levels == ["easy", "casual", "medium", "hard", "master"], levels)
        must([bot["learned"] for bot in game["bots"] if bot["name"] in ("easy", "master")] == [False, True], "weights")
    must(len(web["badges"]) == web["seats"] == 6 and web["names"]["Agatha"] == "Agathe", "badges and names")


# ---- rulings ----------------------------------------------------------------------------------

RULED = "IRH"    # each needs a ruling; what follows from the text (D) may have one

# How sure the rules, items, books and cards are whose letters have been compared with the rulebooks one by one.
MARKS = {
    "A1.guard": "H", "A1.winner": "PR", "A1.sword": "PH", "A1.egg": "PI", "A2": "PI", "A3.3": "PDR", "A7.5": "PDR", "A7.6": "PDR", "A8.4": "PDR", "A10.1": "PR", "A12.2": "PI",
    "cursed-mirror": "PH", "hypnotic-toad": "DH", "invisible-ring": "PH", "three-headed-coin": "PH", "older-wand": "P",
    "magic-boomerang": "PDR", "floating-carpet": "PI", "crystal-ball": "PH", "bottled-fairy": "PH",
    "bubbling-cauldron": "H", "dragons-egg": "PI", "sovereign-sword": "PIH", "dark-lotus": "PIH", "skeletomicon": "IH",
    "haunted-doll": "PDR", "facsimilous-feline": "PI", "pandoras-lockbox": "PIH", "mystical-lamp": "PIH",
    "glynna": "PD", "meeblemore": "PI", "corvus": "P", "dafana": "PDR", "ninx": "PIR", "byros": "PIH",
    "Q1": "PF", "Q1.3": "R", "Q2.chips": "F", "Q6.before": "PR", "Q6.A": "PFR", "Q10.1": "PR", "red 2": "PR", "yellow 2": "PR", "purple 4": "PD", "black 2": "PR",
    "strong-ingredient": "FR", "second-chance": "FR", "Q12.second_chance": "R",
    "Q12.strong_ingredient": "R", "Q12.fortune": "R", "Q12.optional": "PR", "Q12.asked": "P", "Q12.unasked": "PR",
}

# What has several rulings of one letter, and how many: without one of them its letter would still have a row. Those of
# red 2 are late reds, what may go back, its moment, and yellow 2 with a red, those of Q6.A emptied pots and the die's glass.
SEVERAL = {
    "A7.5": 2, "magic-boomerang": 2, "Q2.supply": 2, "Q5.6": 2, "Q6.before": 2, "Q6.A": 2, "Q10.1": 2, "red 2": 4, "yellow 2": 2,
    "Q12": 4, "strong-ingredient": 2,
}


def ruled_rows(data):
    """Everything of a game that has letters of certainty, by its id."""
    lists = (value for value in data.values() if isinstance(value, list))
    return {row["id"]: row for row in itertools.chain(*lists) if "certainty" in row}


def test_marks():
    everything = {**ruled_rows(rows()), **ruled_rows(rows("quacks"))}
    for name, letters in MARKS.items():
        must(everything[name]["certainty"] == letters, name, everything[name]["certainty"], letters)


def test_rulings_and_letters():
    """Every I, R and H has a ruling, and every ruling its letter."""
    for game in ("arcane", "quacks"):
        data = rows(game)
        wanted = {(name, letter) for name, row in ruled_rows(data).items() for letter in row["certainty"]
                  if letter in RULED}
        given = {(name, ruling["letter"]) for ruling in data["rulings"] for name in ruling["of"]}
        must(wanted == {pair for pair in given if pair[1] in RULED} and wanted, game, sorted(wanted ^ given))
        must(all(letter in ruled_rows(data)[name]["certainty"] for name, letter in given), game, "a letter the row lacks")
        for ruling in data["rulings"]:
            for part in ("does", "why", "other", "change"):
                must(re.fullmatch(r"[A-Z0-9].*[.)]", ruling[part]), ruling["of"], part, ruling[part])


def test_several_rulings():
    rulings = rows()["rulings"] + rows("quacks")["rulings"]
    given = collections.Counter((name, ruling["letter"]) for ruling in rulings for name in ruling["of"])
    must({name: n for (name, _), n in given.items() if n > 1} == SEVERAL, given)


def test_rulings_are_shown():
    """Below the rule, the item or the card: what we do, the other reading, how to change it."""
    everything = re.sub(r"Ruling ([IRHD]):", r"ruling \1", folded(fine("rules", "--all")))
    for ruling in rows()["rulings"] + rows("quacks")["rulings"]:
        text = "ruling %(letter)s %(does)s %(why)s Other reading: %(other)s %(change)s" % ruling
        must(everything.count(text) == len(ruling["of"]), "not below each of", ruling["of"])
    for page in (("A3.3",), ("byros",), ("red", "2"), ("choose-wisely",)):
        must("Other reading:" in fine("rules", *page), page)
    must("Other reading:" not in fine("rules", "A6.1") + fine("rules", "older-wand"), "no ruling")
    one, other = json.loads(run("rules", "--json", "magic", "boomerang").out)["games"]
    must([r["letter"] for r in one["rulings"]] == ["R", "R"] and not other["rulings"], "only what was found")
    must("contradicts" in folded(fine("rules", "sovereign-sword")), "the example against the table")
    must("215 chips and 3 replacements" in folded(fine("rules", "Q2")), "the contents against the counts")


def test_rulings_document():
    """docs/rulings.md is what the rows say."""
    with open(os.path.join(os.path.dirname(__file__), "../../docs/rulings.md"), encoding="utf-8") as file:
        must(file.read() == run("rules", "--rulings").out,
             "make it anew: charlatan rules --rulings > docs/rulings.md")


def test_texts_by_numbers():
    """Texts say the numbers of a file, in pages and in JSON; the other game keeps its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"format": "charlatan-numbers", "version": 1, "game": "quacks", "numbers": {
            "explosion": {"limit": 9}, "prices": {"orange1": 5}, "box": {"orange1": 21}, "turns": {"all": 7},
            "cards": {"second-chance": {"chips": 4}}}}, file)
        file.flush()
        page = folded(fine("rules", "Q5.3", "--numbers", file.name))
        must("The limit is 9." in page and "explosion.limit: 9 instead of 7" in page, page)
        must("Seven turns" in fine("rules", "Q3", "--numbers", file.name), "the title")
        must("5 coins in every game" in fine("rules", "orange", "--numbers", file.name), "the price")
        other = json.loads(run("rules", "--json", "--numbers", file.name).out)["games"]
        document = run("rules", "--rulings", "--numbers", file.name).out
    must(not any("{" in row[part] for game in other for row in game["rulings"] for part in ("does", "why", "other", "change")) and
         not re.search(r"\{[a-z~!]", document), "braces in rulings")
    must("The first four chips explode a pot as any other" in document, document)
    standard = json.loads(run("rules", "--json").out)["games"]
    must(other[0] == standard[0], "Arcane Alley by numbers of the Quacks")
    changed = {row["id"] for one, two in zip(standard[1]["rules"], other[1]["rules"]) if one != two for row in [one]}
    must({"Q2.chips", "Q3", "Q5.3", "Q8.prices", "Q9.1"} <= changed and not {"Q1", "Q4.1", "Q6.A"} & changed, changed)
    chip = next(row for row in other[1]["chips"] if row["id"] == "orange1")
    must(chip["count"] == 21 and chip["prices"] == [5] * 4, chip)
    for many, said in ((2, "14"), (4, "13 with 2-3 players, 14 with 4-6 players"), (7, "13")):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"format": "charlatan-numbers", "version": 1, "game": "arcane", "numbers": {"counts": {"many": many}}}, file)
            file.flush()
            page = fine("rules", "older-wand", "--numbers", file.name)
        must(re.search(f"^  cards +{said}$", page, re.M), many, page)


# ---- observations -----------------------------------------------------------------------------

def test_observations_document():
    """docs/observations.md is what the rows say."""
    with open(os.path.join(os.path.dirname(__file__), "../../docs/observations.md"), encoding="utf-8") as file:
        must(file.read() == run("rules", "--observations").out,
             "make it anew: charlatan rules --observations > docs/observations.md")


def test_observations_of_one_game():
    page, both = run("rules", "--observations", "quacks").out, run("rules", "--observations").out
    must(page in both and "Arcane Alley" not in page and "`card_left`" in page, page)
    data = json.loads(run("rules", "--observations", "--json").out)
    must(sorted(data) == ["arcane", "quacks"], list(data))
    for game in data.values():
        rows_end = max(row["at"] + (row["blocks"] - 1) * row["stride"] + row["count"] for row in game["rows"])
        must(rows_end == game["cells"] == len(set(game["cell_names"])), "a name for each cell")
        must(game["inputs"] == len(set(game["input_names"])), "a name for each input")
        must(game["actions"] == len(set(game["action_names"])) == sum(q["count"] for q in game["questions"]), "actions")
    names = data["arcane"]["action_names"]
    must("draw deck" in names and "act: play dragons-egg" in names and "target next 1" in names, names)
    must(run("rules", "--observations", "null").status == 2, "a game without observations")
