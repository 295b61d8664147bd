"""Programs of the operator that play as bots (serve --bot)."""

import os
import shlex
import subprocess

from fugitive import fled
from harness import ROOT
from harness import program as charlatan
from players import play_game
from wire import Server, fine, get, must, post, refused, short, table_of, verify, wait_until

EXAMPLE = os.path.join(ROOT, "docs", "examples", "exec_bot.py")
# Answers the hello, and ends at the first question.
MORTAL = """sh -c 'read l; echo "{\\"ok\\":true,\\"id\\":0,\\"protocol\\":1,\\"games\\":[\\"null\\"]}"; read l; exit 3'"""


def test_programs(folder):
    """A Python program plays a whole game; one that ends is replaced by rules of thumb, and operators are told."""
    with Server(folder, extra=("--bot", f"py=exec:ms=1500:{shlex.quote(EXAMPLE)}", "--bot", f"mortal=exec:ms=1500:{MORTAL}")) as server:
        games = {g["name"]: [b["name"] for b in g["bots"]] for g in fine(get(server, "/api/games"))["games"]}
        must("@py" in games["quacks"] and "@mortal" not in games["quacks"] and "@mortal" in games["null"], games)
        table, players = play_game(server, "quacks", 1, ["@py"], options=short("quacks"))
        must(table_of(server, table, "over")["seats"][1]["bot"] == "@py", "who sat there")
        verify(get(server, f"/api/tables/{table}/record").text, folder, "verified")
        table, _ = play_game(server, "null", 1, ["@mortal"])
        record = get(server, f"/api/tables/{table}/record").text
        must(record.count('"hurried":"failed"') == 1, record)
        wait_until(lambda: "the program ended (status 3)" in server.text(), what="the operator is not told")
        must(f"bot @mortal, table {table}, seat 1: " in server.text(), server.text())
        must("charlatan_bots_failed_total 1\n" in get(server, "/metrics").text, "it is not counted")
        refused(post(server, "/api/tables", {"game": "quacks", "seats": ["me", "@mortal"]}), 400, "bad-option")
        pids = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=False).stdout.split()
        must(pids, "no program runs")
    must(not any(os.path.exists(f"/proc/{pid}") for pid in pids), "a program outlives the server")


def test_program_with_a_space(folder):
    """A path that is quoted as docs/exec.md shows it."""
    with open(os.path.join(ROOT, "docs", "exec.md"), encoding="utf-8") as file:
        line, = [line for line in file if line.startswith("    $ charlatan serve") and "'my bots/smith'" in line]
    os.mkdir(os.path.join(folder, "my bots"))
    os.symlink(EXAMPLE, os.path.join(folder, "my bots", "smith"))
    option, value = shlex.split(line)[3:]
    with Server(folder, extra=(option, value.replace("exec:'", f"exec:ms=1500:'{folder}/"))) as server:
        table, _ = play_game(server, "quacks", 1, ["@mine"], options=short("quacks"))
        must(table_of(server, table, "over")["seats"][1]["bot"] == "@mine", "who sat there")
        must("failed" not in get(server, f"/api/tables/{table}/record").text, "it did not play")


def test_programs_that_flee(folder):
    """What a program has started ends with it, and with the server however that ends, also if it has forked twice, leads
    a session of its own and ignores signals."""
    fugitive = shlex.join([os.path.join(ROOT, "tests", "fugitive.py"), folder])
    for end in ("kill", "stop"):
        with Server(folder, extra=("--bot", f"far=exec:ms=1500:{fugitive}")) as server:
            play_game(server, "null", 1, ["@far"])
            wait_until(lambda: fled(folder), what="something flees")
            if end == "kill":
                server.kill()
            else:
                server.stop()
            wait_until(lambda: not fled(folder), what=f"nothing is left after {end}")
    with Server(folder, extra=("--bot", f"brief=exec:ms=1500:{fugitive} 1")) as server:
        wait_until(lambda: fled(folder), what="something flees")
        play_game(server, "null", 1, ["@brief"])
        wait_until(lambda: "bot @brief" in server.text(), what="the program fails")
        wait_until(lambda: not fled(folder), what="nothing is left of a program that failed")


def test_programs_refused(folder):
    """Wrong programs are refused before the port is opened."""
    for value, status, said in (("exec:true", 2, "needs a name"), ("a=exec:ms=19:x", 2, "from 20 to 1500"),
                                ("hard=exec:x", 2, "another name"), ("a=exec:exit 7", 1, "bot 'a': the program ended (status 7)")):
        done = subprocess.run([charlatan(), "serve", "--port", "0", "--db", "memory", "--bot", value],
                              capture_output=True, text=True, timeout=30, check=False, cwd=folder)
        must(done.returncode == status and said in done.stderr and not done.stdout, value, done)
