"""The Quacks of Quedlinburg in the terminal: whole games, typed words, odds, no secrets."""

import itertools
import random
import re
import subprocess

from cases_arcane import GOODBYE, sections, sentences_about
from cases_rules import rows
from harness import must, program
from talk import HAND_OVER, NAMES, Table, check_page, fine, home, labels_on, names_at, play_out, run, without_paths


def check_quacks_ending(out, players, where):
    end = out.split("=== The end: final standing [Q9.2]")[1]
    lines = re.findall(r"^  (\w+)(?: \(\w+\))? +(\d+) points(.*)$", end, re.M)
    must(sorted(line[0] for line in lines) == sorted(names_at(out)) and len(lines) == players, where, end)
    points = [int(p) for _, p, _ in lines]
    must(points == sorted(points, reverse=True), where, "the standing is out of order", end)
    won = [bool(words.strip()) for _, _, words in lines]
    must(won[0] and won == sorted(won, reverse=True), where, "the wrong winners", end)
    must(all(p == points[0] for p, w in zip(points, won) if w), where, "the wrong winners", end)
    turns = [int(n) for n in re.findall(r"^  -- Turn (\d) begins", out, re.M)]
    must(sorted(set(turns)) == list(range(1, 10)), where, "nine turns", turns)
    must(HAND_OVER.search(out) or len(turns) == 9, where, "a turn is told twice")


def check_quacks_words(out, where):
    ugly = re.findall(r".*(?:\bplayer \d|(?<![.\d])1 (?:rubies|points|coins|spaces|rats)\b).*", out)
    must(not ugly, where, "ugly words:", ugly[:3])
    must(not re.search(r"\b(white|orange|green|blue|red|yellow|purple|black)\d", out), where,
         "a chip goes by its words")
    ids = {rule["id"] for rule in rows("quacks")["rules"]}
    for cited in set(re.findall(r"\[(Q[^\]]*)\]", out)):
        must(cited in ids, where, "cites", cited)


def whole_quacks(arguments, players, seed):
    out = play_out(["quacks", *arguments], seed)
    check_page(out, arguments)
    check_quacks_ending(out, players, arguments)
    check_quacks_words(out, arguments)
    must("There is no" not in out and "understand" not in out, arguments, "a label was refused")
    return out


def test_quacks_games():
    seeds = itertools.count(1)
    everything = ""
    for players in range(2, 5):
        for extra in ("", "--books 2 --fortune off", "--books 3 --second-chance risky", "--books 4", "--pot tubes", "--together",
                      "--books 2 --together --second-chance risky",
                      "--pot tubes --together --prices printed --strong-ingredient acts",
                      "--books green=3,blue=2,red=4,yellow=1,purple=2 --pot tubes",
                      "--optional asked --books green=1,blue=3,red=1,yellow=1,purple=3", "--optional asked --books 4 --pot tubes"):
            seed = next(seeds)
            arguments = ["--players", str(players), "--seed", str(seed),
                         "--seat", str(seed % players), *extra.split()]
            out = whole_quacks(arguments, players, seed)
            must(("Fortune card" in out) == ("off" not in arguments), arguments, "fortune cards")
            everything += out
    for words in ("BOOM", "pour ", "take them: to space", "put white", "swap",
                  "from beside the pot", "Put back  ", "place red", "on to glass",
                  "Buy a chip", "2 rubies for a droplet step", "fill your flask", "score",
                  "You look at", "starts 1 space further", "it lies on space", "for a droplet", "Move your droplet one step?",
                  "how many do you use?", "your potion starts from space", "no, pass it up", "Garden spider: take 1 ruby?",
                  "Crow skull: take"):
        must(words in everything, words, "was never seen")


def careful(screen, luck):
    """Draws while it is safe, then stops; buys purple and blue chips if possible."""
    menu = screen[:-2].split("\n\n")[-1]
    for words in ("draw a chip \\(safe", "stop on", "purple 1 for", "blue \\d for", "give back",
                  "\\d purples?:", "take them"):
        found = re.search(r"(\d+)  %s" % words, menu)
        if found:
            return found.group(1)
    return luck.choice(labels_on(screen))


def test_quacks_careful_games():
    """Long pots and many coins, which a random player never reaches."""
    everything = ""
    for seed, extra in enumerate(("--books 1", "--books 2", "--books 3", "--books 4 --pot tubes",
                                  "--books 2 --together", "--books 4", "--books 1 --pot tubes")):
        luck = random.Random(seed)
        with Table("quacks", "--seed", str(seed), "--players", "2", *extra.split()) as table:
            while not (screen := table.screen()).endswith("(y/n) "):
                table.type(careful(screen, luck))
            check_page(table.out.rstrip(" "), extra)
            check_quacks_ending(table.out, 2, extra)
            check_quacks_words(table.out, extra)
            everything += table.out
    for words in ("give back 1", "1 purple: 1 point", "1 purple: swap", "Whole pot", "In force",
                  "You look at", "Last turn"):
        must(words in everything, words, "was never seen")


def test_quacks_always_the_first():
    """Draw until it explodes: `yes 1`."""
    for players in range(2, 5):
        out = fine("play", "quacks", "--players", str(players), "--seed", str(players),
                   text="1\n" * 6000)
        check_quacks_ending(out, players, players)
        must("BOOM" in out and "Your pot exploded" in out, players, "nothing exploded")


def test_quacks_risky():
    """A Second Chance after an explosion: the potion starts anew, and its turn is told in order."""
    for seed in range(1, 40):
        out = fine("play", "quacks", "--players", "2", "--seed", str(seed), "--second-chance", "risky",
                   text="1\n" * 6000)
        check_quacks_ending(out, 2, seed)
        must(not re.search(r"^  (B chips|Before A) .*(draws|the potion again)", out, re.M), seed, "a potion told as evaluation")
        asked = re.search(r"Your pot has exploded with [1-5] chips\. Start again\? \[Q12\.second_chance\]\n", out)
        if asked:
            menu, rest = out[asked.end():].split("> ", 1)
            must("no, leave it as it is" in menu, menu)
            told = rest.split("\n\n")[1]
            must("starts the potion again" in told, told)
            return
    must(False, "nobody's pot exploded under A Second Chance")


def test_quacks_card_rulings():
    """The board says how the table plays a card that has a ruling, in every case (Q12)."""
    said = {"safe": "Safe: the first five chips cannot explode the pot. [Q7]",
            "risky": "Risky: the first five chips can explode the pot. [Q7]",
            "inert": "Here the chip has no action. [Q7]", "acts": "Here the chip acts in step B. [Q7]"}
    for chance, strong in ("safe", "inert"), ("risky", "acts"):
        seen = ""
        for seed in range(1, 7):
            out = fine("play", "quacks", "--players", "2", "--seed", str(seed), "--second-chance", chance,
                       "--strong-ingredient", strong, text="1\n" * 6000)
            seen += " ".join(out.split())
        for words, sentence in said.items():
            must((sentence in seen) == (words in (chance, strong)), chance, strong, words)


def test_quacks_strong_ingredient():
    """Its question says where each chip would lie and what that scores, and names its rule."""
    for seed in range(1, 20):
        out = fine("play", "quacks", "--seed", str(seed), "--players", "2", "--bots", "easy", text="1\n1\n2\n" * 150)
        if "Strong Ingredient: place" in out:
            break
    asked = out.split("Strong Ingredient: place")[1].split("\n>")[0]
    must("[Q6.before]" in asked.split("\n")[0], asked)
    must(re.search(r"^ +1  \w+ \d, on space \d+: scores \d+ coins?, \d+ points?", asked, re.M), asked)


def test_quacks_hotseat():
    for players, extra in ((2, ""), (3, "--together"), (4, "--books 2 --pot tubes")):
        out = whole_quacks(["--players", str(players), "--hotseat", str(players), "--seed", "7",
                            *extra.split()], players, players)
        must(set(HAND_OVER.findall(out)) == set(NAMES[:players]), players, "hand-overs")
    out = whole_quacks("--players 4 --hotseat 2 --seat 3 --seed 2".split(), 4, 2)
    must(set(HAND_OVER.findall(out)) == {"Dora", "Ada"}, "who sits at the keyboard")


def test_quacks_watch():
    for extra in ("--players 2 --seed 1", "--players 4 --seed 2 --books 2 --together",
                  "--players 3 --seed 3 --books 4 --pot tubes"):
        out = fine("play", "quacks", "--watch", *extra.split(), text="ignored\n")
        check_quacks_ending(out, int(extra.split()[1]), extra)
        check_quacks_words(out, extra)
        must("(you)" not in out and "\n> " not in out, extra, "a spectator is asked")
        must("looks at" not in out, extra, "secrets")


def test_quacks_secrets():
    """Drawing together: nobody reads what another has decided, nor the chips another looks at."""
    out = play_out("quacks --players 3 --hotseat 3 --seed 9 --together".split(), 9)
    for person, text in sections(out):
        for other in NAMES[:3]:
            told = " ".join(sentences_about(other, text))
            must(other == person or "looks at" not in told, person, "reads", told)
    must("has decided" in out, "that a decision was made is public")


def test_quacks_seeds():
    play = ("play", "quacks", "--seed")
    same = without_paths(fine(*play, "7", text="1\n" * 80))
    must(same == without_paths(fine(*play, "7", text="1\n" * 80)), "not repeatable")
    must(same != fine(*play, "8", text="1\n" * 80), "seeds do nothing")


def quacks_screens(seed, extra, count):
    """The screens of one game with random answers: (screen, the chips of the bag, the odds)."""
    luck = random.Random(seed)
    with Table("quacks", "--seed", str(seed), *extra.split()) as table:
        for _ in range(count):
            screen = table.screen()
            if not screen or screen.endswith("(y/n) "):
                return
            yield screen
            table.type(luck.choice(labels_on(screen)))


def test_quacks_odds():
    """The chance to explode agrees with the bag and the whites on the screen."""
    counted = 0
    for seed in range(1, 6):
        for screen in quacks_screens(seed, "--books 1", 250):
            whites = re.search(r"Whites +(\d+), limit (\d+) \[Q5.3\]\. Next chip: (\S+)(?: of (\d+))?",
                               screen)
            bag = re.search(r"Your bag +\d+ chips?:((?:\s+\d+x\w\d)+)", screen)
            if not whites or not bag or "A Second Chance" in screen:
                continue
            have, limit = int(whites.group(1)), int(whites.group(2))
            chips = [(int(n), c, int(v)) for n, c, v in re.findall(r"(\d+)x(\w)(\d)", bag.group(1))]
            bad = sum(n for n, c, v in chips if c == "W" and have + v > limit)
            shown = 0 if whites.group(3) == "safe" else int(whites.group(3))
            must(bad == shown, "odds", screen)
            must(not shown or int(whites.group(4)) == sum(n for n, _, _ in chips), screen)
            counted += 1
    must(counted > 60, "too few screens with odds:", counted)


def test_quacks_odds_outside_a_potion():
    out = fine("play", "quacks", "--seed", "5", "--bots", "easy", text="o\n1\no\n")
    must("\nNo odds now: they are about a potion in progress.\n" in out, out)
    must("turn 1: your potion\n" in out and "player 0" not in out, out)


def test_quacks_input():
    out = fine("play", "quacks", "--seed", "2", "--players", "2", "--books", "1",
               text="stop\nflask\n7\nfoo\nbuy green 2\n\nd\nzzz\ns\n")
    for words in ("have to draw the first chip of a potion. [Q5.1]", "There is no answer 7",
                  "I do not understand 'foo'", "draws ", "stops"):
        must(words in out, words, "missing in", out[-3000:])
    bought = 0
    for seed in range(1, 30):
        for screen in quacks_screens(seed, "--books 1 --players 2", 40):
            if "Buy a chip" in screen and "orange 1 for 3" in screen:
                bought += 1
                break
    must(bought > 5, "no shop seen")


def test_quacks_shopping_words():
    """'buy green 1', 'buy green1', 'green 1' and its number are the same answer."""
    for seed in range(1, 60):
        script = "1\n1\n1\n1\ns\n"
        out = fine("play", "quacks", "--seed", str(seed), "--players", "2", text=script)
        menu = out.split("\n\n")[-1]
        if "Buy a chip" not in menu or "green 1 for 4" not in menu:
            continue
        number = re.search(r"(\d+)  green 1 for 4", menu).group(1)
        for words in ("buy green 1", "buy green1", "green 1", "BUY GREEN 1", number):
            out = fine("play", "quacks", "--seed", str(seed), "--players", "2",
                       text=script + words + "\n")
            must("buys green 1 for 4 coins" in out or "You have" in out.split("> " + words)[1],
                 words, out[-800:])
        out = fine("play", "quacks", "--seed", str(seed), "--players", "2",
                   text=script + "buy white 1\nbuy yellow 1\nbuy red 4\n")
        for words in ("White chips can never be bought", "book of that colour is not out yet",
                      "too few coins"):
            must(words in out, words, out[-1500:])
        return
    must(False, "no shop with a green 1")


def test_quacks_commands():
    out = fine("play", "quacks", "--seed", "5",
               text="?\n? green2\n? green 2\n? second-chance\n? Q5.4\nl\nl all\nb\np\nc\nh\n? xqz\n")
    for words in ("Draw chips out of your bag", "green2: a green chip of value 2",
                  "book green 2: garden spider", "A Second Chance (second-chance)",
                  "Q5.4    The flask", "Price of", "Supply", "What is in the bags",
                  "Nothing is called 'xqz'"):
        must(words in out, words)
    supply = re.search(r"Supply +(\d+) chips:((?:\s+\d+x\w\d)+)", out)
    total = sum(int(n) for n in re.findall(r"(\d+)x", supply.group(2)))
    must(total == int(supply.group(1)) <= 216 - 27, "the supply", supply.group(0))


def test_quacks_end_of_input():
    for answers in range(0, 25):
        done = run("play", "quacks", "--seed", "5", text="1\n" * answers)
        must(done.status == 0 and done.out.endswith(GOODBYE % "quacks"), answers, done.out[-200:])
    out = fine("play", "quacks", "--seed", "5", text="q\n1\n")
    must(out.endswith("> q\n" + GOODBYE % "quacks"), out[-200:])


def test_quacks_junk():
    luck = random.Random(2)
    junk = b"".join(bytes(luck.choice(b"\0\x01\x1b\x7f\xff 123?lbdchsp;%'\"\\/-=draw stop buy")
                          for _ in range(luck.randrange(0, 300))) + b"\n" for _ in range(3000))
    done = subprocess.run([program(), "play", "quacks", "--seed", "5"], env=home(), input=junk,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    must(done.returncode == 0 and not done.stderr, done.stderr[-500:])
    must(b"\x1b" not in done.stdout and b"\xff" not in done.stdout, "the junk is quoted raw")
