"""Bots at the table, and their hints."""

import re

from cases_quacks import check_quacks_words
from cases_rules import folded
from harness import must
from talk import Table, check_page, fine, labels_on, names_at, run


def bots_in_help():
    listed = fine("play", "--bots", "help").split("Bots:\n")[1]
    return [line.split()[0] for line in listed.split("\n") if re.match(r"  \w", line)]


def test_bots_are_listed_once():
    names = list(dict.fromkeys(bots_in_help()))
    must(names[:5] == ["easy", "casual", "medium", "hard", "master"] and "random" in names, names)
    told = fine("play", "--bots", "help").split("Bots:\n")[1]
    must(len(set(told.split("\n  "))) == len(told.split("\n  ")), "a bot is listed twice", told)
    must(names.index("random") == 5, "levels come first", names)
    example = re.search(r"Options follow a colon: (\S+)", told)[1]
    fine("play", "quacks", "--players", "2", "--bots", example, text="q\n")


def test_bots_at_the_table():
    out = fine("play", "arcane", "--seed", "5", "--bots", "master:ms=20,easy")
    names = names_at(out)
    must(len(set(names)) == 3 and len({name[0] for name in names}) == 3, names)
    must("%s, the clairvoyant (master); %s, the hasty apprentice (easy)" % tuple(names[1:]) in folded(out), out)
    must(re.search(r"^%s \(master\) +%s \(easy\)$" % tuple(names[1:]), out, re.M), out)
    out = fine("play", "quacks", "--seed", "5", "--players", "4")
    must(out.count("the daredevil (medium)") + out.count("the daredevil\n  (medium)") == 3, out)
    must(re.search(r"^%s \(medium\) +0 points" % names_at(out)[3], out, re.M), out)
    out = fine("play", "arcane", "--watch", "--bots", "greedy,random", "--players", "3", "--seed", "2")
    must("%s (greedy); %s (random); %s (random)" % tuple(names_at(out)) in folded(out), out[:400])


def test_bots_refused():
    for bots, word in (("nobody", "arcane has no bot 'nobody'; it has easy, casual, medium, hard, master"),
                       ("brewer", "arcane has no bot"), ("easy,easy,easy", "more bots"),
                       ("hard:depth=3", "iterations ms"), ("hard:ms=300", "only search, search-1 and master have this option"), ("", "arcane has no bot"), ("easy,,", "arcane has no bot")):
        done = run("play", "arcane", "--bots", bots)
        must(done.status == 2 and not done.out and word in done.err, bots, done.err)


def test_bots_with_neither_time_nor_count():
    fine("play", "quacks", "--watch", "--players", "2", "--seed", "1", "--bots", "search:ms=0:iterations=3,easy")
    out = fine("play", "quacks", "--players", "2", "--seed", "1", "--bots", "search:ms=0", text="1\n")
    must("%s (search)" % names_at(out)[1] in out, out)


def unfolded(screen):
    """Lines that go on indented are one."""
    return re.sub(r"\n  (?=\S)", " ", screen)


def hinted_game(game, seed, least):
    """Plays a game in which every hint is taken, every second one after asking why. Returns all output."""
    hints, label = 0, None
    with Table(game, "--players", "2", "--seed", seed) as table:
        while (screen := table.screen()) is not None:
            if screen.endswith("(y/n) "):
                table.type("n")
            elif label:
                table.type(label)
                label = None
            elif hints < least or "Hint: " in screen:
                hint = re.search(r"^Hint: (\d+)  \S.*: \w[^:]*\.$", unfolded(screen), re.M)
                hints += bool(hint)
                must(hint or "Hint: " not in screen, "a hint has one reason:", screen)
                must(not hint or hint[1] in labels_on(screen), "the hint is no answer:", screen)
                label = hint[1] if hint and hints % 2 else None
                table.type("why" if label else hint[1] if hint else "hint")
            else:
                table.type("q")
    check_page(table.out, "hints")
    must(hints >= least, "only", hints, "hints")
    return table.out


def test_hints_quacks():
    out = hinted_game("quacks", "3", 24)
    must("Stopping now is worth" in out and "usually bring" in out, "no reasons")
    must("your chance of winning is about" in out and re.search(r"loses \d+ % \((doubtful|mistake|blunder)\)", out),
         "no figures of reviews")
    must("cannot explode the pot" in out, "no odds")
    check_quacks_words(out, "hints")


def test_hints_arcane():
    out = hinted_game("arcane", "3", 3)
    must("your chance of winning is about" in out and "At an inspection now" in out, "no reasons")


def test_hints_change_nothing():
    """A repeated hint is the same, and so is the game with and without hints."""
    asked = fine("play", "quacks", "--seed", "8", text="hint\nhint\n1\n1\nhint\n1\n")
    plain = fine("play", "quacks", "--seed", "8", text="1\n1\n1\n")
    must(asked.count("Hint: ") == 3 and plain.strip().split("\n")[-3:] == asked.strip().split("\n")[-3:], asked)
    hints = re.findall(r"^Hint: .*$", asked, re.M)
    must(hints[0] == hints[1], hints)
