"""Reviews that `charlatan review` keeps beside their records."""

import json
import os
import resource
import subprocess

from harness import folder as own_folder, must, program
from talk import home, run

SHORT = ("--samples", "16")


def records(count):
    """The beginnings of games in a folder."""
    kept = os.path.join(own_folder(), "kept")
    must(run("sim", "quacks", "--games", "4", "--keep", str(count), "--keep-dir", kept, "--quiet").status == 0, "sim")
    files = [os.path.join(kept, name) for name in sorted(os.listdir(kept))]
    for file in files:
        shorten(file, 40)
    return files


def shorten(file, lines):
    """As if the game had been left there: long ones take long."""
    write(file, "".join(line + "\n" for line in text_of(file).splitlines()[:lines]))


def said(*words):
    done = run(*words)
    must(done.status == 0 and not done.err, words, done.status, done.err)
    return done.out


def kept_of(file):
    return file + ".review.json"


def which(file):
    """Another number whenever the file is written anew."""
    return os.stat(file).st_ino


def text_of(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def write(file, text):
    with open(file, "w", encoding="utf-8") as opened:
        opened.write(text)


def test_kept():
    """The same words, figures, pages and boards as from the review that was made, for all seats and for one."""
    file, = records(1)
    ways = (["--json"], [], ["--boards"], ["--seat", "1", "--json"], ["--csv"])
    anew = [said("review", file, *SHORT, *way, "--no-keep") for way in ways]
    must(not os.path.exists(kept_of(file)), "--no-keep keeps")
    must(said("review", file, *SHORT, "--json") == anew[0], "the first one")
    before = which(kept_of(file))
    for way, text in zip(ways, anew):
        must(said("review", file, *SHORT, *way) == text, way)
    pages = [os.path.join(own_folder(), name) for name in ("kept.html", "anew.html")]
    for page, way in zip(pages, ([], ["--no-keep"])):
        said("review", file, *SHORT, "--report", page, *way)
    must(text_of(pages[0]) == text_of(pages[1]), "another page")
    must(which(kept_of(file)) == before, "it was made again")
    made = json.loads(text_of(kept_of(file)))
    must(made["samples"] == 16 and made["seed"] == 1 and made["found"], made.keys())


def test_kept_does_not_fit():
    """Another record, seed, number of samples, or a file that is damaged: the review is made anew, and is right."""
    file, other = records(2)
    for one in (file, other):
        said("review", one, *SHORT)
    whole = text_of(kept_of(file))
    want = said("review", file, *SHORT, "--json", "--no-keep")
    row = json.loads(whole)["found"][9]
    found = row[3]
    damaged = [whole.replace(found, found[:30] + ("1" if found[30] == "0" else "0") + found[31:]),
               whole.replace('"weights":"', '"weights":"0'), whole[:len(whole) // 2], "{\"review\":", "{\"review\":1}",
               whole.replace('"charlatan":"', '"charlatan":"9.'), text_of(kept_of(other)),
               whole.replace('"found":[[', '"found":[[9'), whole.replace(json.dumps(row, separators=(",", ":")) + ",", "")]
    for text in damaged:
        must(text != whole, "nothing was damaged")
        write(kept_of(file), text)
        must(said("review", file, *SHORT, "--json") == want, text[:300])
        must(text_of(kept_of(file)) == whole, "it was not kept anew")
    for way in (["--seed", "2", *SHORT], ["--samples", "24"]):
        must(said("review", file, "--json", *way) == said("review", file, "--json", "--no-keep", *way), way)
    said("review", file, *SHORT)
    # The game went on, or was left earlier.
    shorten(file, 30)
    short = said("review", file, *SHORT, "--json")
    must(short != want and short == said("review", file, *SHORT, "--json", "--no-keep"), "the review of another record")


def test_kept_in_a_folder():
    """The table takes what is kept, keeps what it makes, and is not confused by it."""
    first, second = records(2)
    folder = os.path.dirname(first)
    want = run("review", folder, "--csv", *SHORT, "--no-keep")
    must(want.status == 0 and not want.err and len(os.listdir(folder)) == 2, want.err)
    said("review", first, *SHORT)
    before = which(kept_of(first))
    for _ in range(2):
        done = run("review", folder, "--csv", *SHORT)
        must(done.status == 0 and not done.err and done.out == want.out, done.err, done.out)
    must(which(kept_of(first)) == before and os.path.exists(kept_of(second)), os.listdir(folder))


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_kept_is_no_duty():
    """What cannot be kept is no error, what is somebody's own is left alone, and a pipe has no file beside it."""
    file, = records(1)
    want = said("review", file, *SHORT, "--json", "--no-keep")
    done = subprocess.run([program(), "review", file, *SHORT, "--json"], capture_output=True, text=True, env=home(),
                          timeout=60, check=False, restore_signals=False, preexec_fn=limit_files)
    must(done.returncode == 0 and done.stdout == want and not done.stderr, done.returncode, done.stderr)
    must(os.listdir(os.path.dirname(file)) == [os.path.basename(file)], "half a file was left")
    for own in ("", "my own notes", want):
        write(kept_of(file), own)
        must(said("review", file, *SHORT, "--json") == want and text_of(kept_of(file)) == own, own[:20])
    os.remove(kept_of(file))
    os.mkdir(kept_of(file))
    must(said("review", file, *SHORT, "--json") == want, "a folder of that name")
    os.rmdir(kept_of(file))
    with open(file, encoding="utf-8") as text:
        done = subprocess.run([program(), "review", "/dev/stdin", *SHORT, "--json"], stdin=text, capture_output=True,
                              text=True, env=home(), timeout=60, check=False)
    must(done.returncode == 0 and done.stdout == want and os.path.exists(kept_of(file)), done.returncode, done.stderr)
    with subprocess.Popen(["cat", file], stdout=subprocess.PIPE) as pipe:
        done = subprocess.run([program(), "review", "/dev/stdin", *SHORT, "--json"], stdin=pipe.stdout, capture_output=True,
                              text=True, env=home(), timeout=60, check=False)
    must(done.returncode == 0 and done.stdout == want, done.returncode, done.stderr)
    must(not os.path.exists("/dev/stdin.review.json"), "a file beside a pipe")


def test_kept_only_whole():
    """A review that the time limit has cut is not kept."""
    file, = records(1)
    said("review", file, "--samples", "1024", "--seconds", "0.1")
    must(not os.path.exists(kept_of(file)), "it was cut")
    said("review", file, *SHORT)
    before = which(kept_of(file))
    said("review", file, *SHORT, "--seconds", "0.1")
    must(which(kept_of(file)) == before, "a whole one fits a time limit")
