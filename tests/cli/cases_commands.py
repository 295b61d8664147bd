"""What all commands have in common: help, exit statuses, messages, and a full standard output."""

import csv
import http.server
import json
import os
import re
import resource
import select
import signal
import socket
import subprocess
import threading

from harness import folder as own_folder, must, program
from talk import fine, home, run

COMMANDS = ("play", "serve", "rules", "odds", "engine", "sim", "tune", "replay", "review", "verify", "bench", "load")
HELLO = '{"op":"hello"}\n'


def record():
    """A finished game in a file."""
    kept = os.path.join(own_folder(), "kept")
    must(run("sim", "quacks", "--games", "2", "--keep", "1", "--keep-dir", kept, "--quiet").status == 0, "sim")
    return os.path.join(kept, os.listdir(kept)[0])


def into_full(arguments, text=""):
    with open("/dev/full", "w", encoding="ascii") as full:
        return subprocess.run([program(), *arguments], input=text, stdout=full, stderr=subprocess.PIPE, text=True,
                              env=home(), timeout=60, check=False)


def test_full_output():
    """A command whose output cannot be written fails, and says so."""
    file = record()
    lines = [["--help"], ["--version"], ["help", "play"], ["engine"], ["rules"], ["rules", "sword"], ["rules", "--json"],
             ["bench", "--signature"], ["odds", "quacks", "--bag", "white1=2,green1=1"], ["verify", file],
             ["odds", "quacks", "--bag", "white1=2,green1=1", "--json"], ["replay", file], ["review", file, "--samples", "16"],
             ["review", file, "--samples", "16", "--report", "-"], ["play", "--bots", "help"],
             ["sim", "--bots", "help"], ["sim", "quacks", "--games", "2", "--quiet"],
             ["sim", "quacks", "--games", "2", "--quiet", "--report", "-"]]
    lines += [[command, "--help"] for command in COMMANDS]
    for words in lines:
        done = into_full(words, HELLO)
        must(done.returncode == 1, words, "status", done.returncode, done.stderr)
        must("standard output cannot be written: No space left on device." in done.stderr, words, done.stderr)
        must(done.stderr.count("\n") == 1, words, "says more than one thing:", done.stderr)


def test_engine_stops_when_nobody_hears():
    """The engine ends when its output is closed, before the end of its input."""
    with open("/dev/full", "w", encoding="ascii") as full:
        with subprocess.Popen([program(), "engine"], stdin=subprocess.PIPE, stdout=full, stderr=subprocess.DEVNULL) as engine:
            engine.stdin.write(HELLO.encode())
            engine.stdin.flush()
            must(engine.wait(timeout=60) == 1, engine.returncode)


def test_help_on_a_command():
    for command in COMMANDS:
        must(fine("help", command) == fine(command, "--help") == fine(command, "-h"), command)
    for game in ("arcane", "quacks"):
        must(fine("help", "play", game) == fine("play", game, "--help"), game)
    for words in (["help", "--help"], ["help", "help"], ["help", "-h"], ["--help", "help"]):
        must(fine(*words) == fine(), words)
    for words in (["help", "play", "x"], ["-h", "x"], ["--help", "x"], ["help", "rules", "sword"], ["help", "play", "arcane", "x"]):
        done = run(*words)
        must(f"'{words[-1]}'" in done.err, words, done.err)
        must(done.status == 2 and not done.out, words, done.status)
    done = run("help", "plya")
    must(done.status == 2 and "plya" in done.err and not done.out, done.status, done.err)


def test_wrong_lines():
    """Status 2, one sentence with one full stop, nothing on standard output."""
    wrong = [[command, "--nonsense"] for command in COMMANDS]
    wrong += [["play", "--join", "foo"], ["play", "--players"], ["play", "--players", "x"], ["play", "x"],
              ["play", "--bots", "nobody"], ["play", "--watch", "--hotseat", "2"], ["play", "quacks", "--hotseat", "3", "--practice"], ["play", "--bots", "search:x=1"], ["play", "--set", "nonsense=1"],
              ["play", "arcane", "--goal", "100"], ["play", "--set", "together"], ["play", "--seed", "x"],
              ["play", "quacks", "--books", "9"], ["serve", "--port", "70000"], ["serve", "--limits", "maybe"], ["serve", "--bind", "nope"], ["serve", "--bind", ""],
              ["serve", "x"], ["serve", "--tls-key", "x"], ["serve", "--luck", "x"], ["serve", "--luck", "x", "--db", "charlatan.db"],
              ["serve", "--luck", "x", "--db", "memory", "--bind", "0.0.0.0"], ["serve", "--luck", "x", "--db", "memory", "--bind", "::"],
              ["serve", "--luck", "x", "--db", "memory", "--behind-proxy"],
              ["serve", "--luck", "x", "--db", "memory", "--witness", "http://127.0.0.1:8090", "--witness-key", "0" * 64],
              ["odds", "quacks", "--turn", "10"], ["odds", "quacks", "x"],
              ["odds", "quacks", "--bag", "grey1"], ["engine", "x"], ["sim"], ["sim", "chess"], ["sim", "quacks", "x"],
              ["sim", "quacks", "--bots", "nobody"], ["sim", "quacks", "--set", "books=9"],
              ["sim", "quacks", "--sweep", "books"], ["sim", "quacks", "--keep-by", "x"], ["sim", "quacks", "--games", "1.5"],
              ["sim", "quacks", "--players", "5"], ["sim", "quacks", "--seed", "x"], ["replay"], ["verify"],
              ["replay", "a", "b"], ["review"], ["review", "a", "b"], ["review", "a", "--samples", "1"],
              ["review", "a", "--csv", "--json"], ["review", "a", "--name", "b"],
              ["replay", "a", "--all", "--seat", "0"], ["replay", "a", "--seat", "6"],
              ["bench", "x"], ["bench", "bots", "x"], ["load", "--rate", "x"], ["load", "--seats", "7"], ["load", "x"],
              ["load", "--url", "x"], ["load", "--game", "chess"], ["load", "--pid", "1"]]
    for words in wrong:
        done = run(*words)
        must(done.status == 2 and not done.out, words, "status", done.status, done.out)
        must(done.err.startswith(f"charlatan {words[0]}: "), words, done.err)
        must(re.search(r"[^.]\.\n\Z", done.err), words, done.err)


class Rude(http.server.BaseHTTPRequestHandler):
    """A server that refuses everything, with words that would control a terminal."""
    SAYS = "no\u001b]0;owned\u0007\u009b31m\u007f"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.dumps({"error": {"code": "no", "message": self.SAYS}}).encode()
        self.send_response(409)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


def test_words_of_a_server():
    """What a server says is printed without control characters."""
    with http.server.HTTPServer(("127.0.0.1", 0), Rude) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        done = run("play", "--join", f"http://127.0.0.1:{server.server_port}/#t/abcdefghijklmnop", "--plain")
        server.shutdown()
    must(done.status == 1 and "The server says: no" in done.err and "owned" in done.err, done.status, done.err)
    must(all(c == "\n" or c.isprintable() for c in done.err), repr(done.err))


def test_files_that_are_missing():
    """A named file that cannot be read is an error of the command line: status 2, the name, the reason."""
    no = os.path.join(own_folder(), "no-such-file")
    for words in (["replay", no], ["review", no], ["review", no, "--csv"], ["verify", no], ["odds", no], ["play", "--cards", no], ["sim", "arcane", "--set", "cards=@" + no],
                  ["serve", "--tls-cert", no, "--tls-key", no]):
        done = run(*words)
        must(done.status == 2 and not done.out, words, "status", done.status)
        must(no in done.err and "No such file" in done.err, words, done.err)


def test_places_that_cannot_be_written():
    """A place that cannot be written to is not an error of the command line: status 1."""
    no = "/dev/null/folder/file"
    for words in (["sim", "quacks", "--games", "2", "--quiet", "--report", no], ["bench", "store", "--db", no],
                  ["sim", "quacks", "--games", "2", "--quiet", "--jsonl", no], ["serve", "--port", "0", "--db", no],
                  ["play", "--save", no], ["serve", "--port", "0", "--db", "postgres://nobody@127.0.0.1:1/nothing"]):
        done = run(*words)
        must(done.status == 1 and done.err.startswith(f"charlatan {words[0]}: "), words, "status", done.status, done.err)
        must(re.search(r"[^.?]\.\n\Z", done.err), words, "ends otherwise:", done.err)


# ---- serve -------------------------------------------------------------------------------------

def test_serve_says_why_it_cannot_listen():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, "--db", "memory")
    must(done.status == 1 and f"127.0.0.1, port {port}: Address already in use.\n" in done.err, done.status, done.err)
    done = run("serve", "--port", "0", "--bind", "192.0.2.1", "--db", "memory")
    must(done.status == 1 and "192.0.2.1, port 0: Cannot assign requested address.\n" in done.err, done.status, done.err)


def serves(where):
    """What `serve` prints when it is ready, and on standard error when it is stopped."""
    with subprocess.Popen([program(), "serve", "--port", "0", "--db", where], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=home()) as server:
        said = ""
        while "Ctrl-C" not in said and select.select([server.stdout], [], [], 60)[0]:
            said += os.read(server.stdout.fileno(), 4096).decode()
        server.send_signal(signal.SIGTERM)
        stopped = server.stderr.read().decode()
    must(server.returncode == 0, where, server.returncode)
    return said, stopped


def test_serve_from_memory_promises_nothing():
    said, stopped = serves("memory")
    must("nothing is lost" not in said, "with --db memory")
    must(stopped == "charlatan serve: stopping; 0 tables in memory end with it\n", stopped)
    said, stopped = serves(os.path.join(own_folder(), "tables.db"))
    must("nothing is lost" in said and stopped == "charlatan serve: stopping\n", "with a file", stopped)


# ---- replay ------------------------------------------------------------------------------------

def test_replay_names_the_bounds_of_the_record():
    file = record()
    actions = re.search(r"After action (\d+) of \1\n", fine("replay", file))[1]
    for words, range_ in ((["--seat", "7"], "0 to 1"), (["--seat", "2"], "0 to 1"), (["--seat", "x"], "0 to 1"),
                          (["--at", "99999"], "0 to " + actions), (["--at", "-1"], "0 to " + actions)):
        done = run("replay", file, *words)
        must(done.status == 2 and not done.out and done.err.endswith(f"from {range_}.\n"), words, done.status, done.err)


# ---- review ------------------------------------------------------------------------------------

def test_review_adds_up():
    file = record()
    said = json.loads(run("review", file, "--samples", "16", "--json").out)
    for seat in said["seats"]:
        must(abs(seat["start"] + seat["luck"] + seat["skill"] - seat["result"]) < 0.0003, seat)
        own = [one for one in said["decisions"] if one["seat"] == seat["seat"]]
        must(len(own) == seat["decisions"] and all(one["mark"] == "fine" or one["text"] for one in own), seat)
    words = fine("review", file, "--samples", "16", "--seat", "1", "--boards")
    must("\nSeat 1, " in words and "Seat 0, " not in words, words)
    called = sum(one["mark"] != "fine" for one in said["decisions"] if one["seat"] == 1)
    must(len(re.findall(r"^Before action \d+: ", words, re.M)) == words.count("=== Turn ") == called, called, words)
    done = run("review", file, "--seat", "2")
    must(done.status == 2 and done.err == "charlatan review: --seat 2: there are 2 players, counted from 0.\n", done.err)


def test_hint_says_what_the_review_says():
    """Before an answer that the review calls, the hint says that it would lose so much."""
    file, found = record(), 0
    said = json.loads(run("review", file, "--samples", "16", "--json").out)
    for one in said["decisions"]:
        for step in one["steps"]:
            if step["best"] == step["chosen"]:
                continue
            place = ["--at", str(step["action"] - 1), "--seat", str(one["seat"])]
            hint = json.loads(run("hint", file, "--samples", "16", "--json", *place).out)
            must(abs(hint["loss"][step["chosen"]] - step["loss"]) < 0.0002, step, hint)
            must(hint["action"] == step["best"] or step["best"] in hint["even"] or step["best"] in hint["loss"], step, hint)
            found += 1
    must(found > 1, "no mistakes")
    words = fine("hint", file, "--at", "40")
    must(re.search(r"^Hint: \d+  ", words, re.M) and "your chance of winning is about" in words, words)
    for arguments, why in ((["--at", "99999"], "--at 99999: the record has "), ([], "nobody is asked there"),
                           (["--at", "0", "--seat", "9"], "--seat"), (["more"], "one file at a time")):
        done = run("hint", file, *arguments)
        must(done.status == 2 and why in done.err and not done.out, arguments, done.err)


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_review_report_as_a_whole_or_not_at_all():
    """A path that is wrong is noticed at once; a disk that is full leaves the old page, and nothing else."""
    file, page = record(), os.path.join(own_folder(), "page.html")
    done = run("review", file, "--report", page + "/there")
    must(done.status == 1 and not done.out and page + "/there: " in done.err, done.status, done.err)
    done = run("review", file, "--json", "--report", "-")
    must(done.status == 2 and not done.out, done.status, done.err)
    with open(page, "w", encoding="ascii") as old:
        old.write("old")
    before = sorted(os.listdir(own_folder()))
    done = subprocess.run([program(), "review", file, "--samples", "16", "--report", page], capture_output=True, text=True,
                          env=home(), timeout=60, check=False, restore_signals=False, preexec_fn=limit_files)
    must(done.returncode == 1 and "page.html: File too large." in done.stderr, done.returncode, done.stderr)
    must(open(page, encoding="ascii").read() == "old" and sorted(os.listdir(own_folder())) == before, os.listdir(own_folder()))


def test_review_of_a_wrong_record():
    file = record()
    lines = open(file, encoding="utf-8").read().splitlines()
    lines[5] = lines[5].replace('"seat":0', '"seat":9').replace('"seat":1', '"seat":9')
    with open(file, "w", encoding="utf-8") as bent:
        bent.write("\n".join(lines) + "\n")
    done = run("review", file)
    must(done.status == 1 and not done.out and "line 6" in done.err, done.status, done.err)


def test_review_of_a_folder():
    """The table has a row for each kind of decision, and its sums are those of the reviews. Other files are named."""
    file = record()
    folder = os.path.dirname(file)
    os.mkdir(os.path.join(folder, "more"))
    with open(os.path.join(folder, "more", "a letter"), "w", encoding="ascii") as letter:
        letter.write("hello\n")
    said = json.loads(run("review", file, "--samples", "16", "--json").out)
    done = run("review", folder, "--samples", "16", "--csv")
    must(done.status == 0 and "a letter: line 1: " in done.err and done.err.count("\n") == 1, done.status, done.err)
    rows = list(csv.DictReader(done.out.splitlines()))
    total = {row["player"]: row for row in rows if row["kind"] == "all"}
    must(len(total) == 2, total)
    for name, row in total.items():
        own = [one for one in rows if one["player"] == name and one["kind"] != "all"]
        must(len({one["kind"] for one in own}) == len(own) > 2, own)
        must(sum(int(one["decisions"]) for one in own) == int(row["decisions"]), own)
        must(abs(sum(float(one["loss"]) for one in own) - float(row["loss"])) < 0.002, own)
        start, luck, loss, result = (float(row[key]) for key in ("start", "luck", "loss", "result"))
        must(abs(start + luck - loss - result) < 0.0003, row)
        must(any(abs(seat["luck"] - luck) < 0.0003 and abs(seat["skill"] + loss) < 0.0003 for seat in said["seats"]), row)
        only = run("review", file, "--samples", "16", "--csv", "--name", name).out
        must([one for one in done.out.splitlines() if f'"{name}"' in one] == only.splitlines()[1:], name, only)
    done = run("review", os.path.join(folder, "more"), "--csv")
    must(done.status == 1 and not done.out and done.err.endswith("more: there is no record to review.\n"), done.err)


def test_a_key_that_is_nearly_right():
    for key, meant in (("second-chance", "second_chance"), ("bocks", "books")):
        said = run("sim", "quacks", "--games", "1", "--set", key + "=1").err
        must(f"{key}: there is no such key; did you mean {meant}?" in said, said)
    must("did you mean" not in run("sim", "quacks", "--games", "1", "--set", "colour=1").err, "a key far from any")
