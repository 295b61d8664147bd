"""Bots that are programs: a Python bot in the tables, and programs that crash, keep silent or talk nonsense."""

import os
import re
import shlex
import signal
import subprocess
import time

from fugitive import fled
from harness import ROOT, must, program
from run import lines_of, results, run

EXAMPLE = os.path.join(ROOT, "docs", "examples", "exec_bot.py")
FUGITIVE = os.path.join(ROOT, "tests", "fugitive.py")
quote = shlex.quote # a command is the shell's, wherever this checkout lies
# The answer to the hello.
HELLO = """read l; echo '{"ok":true,"id":0,"protocol":1}'; """


def fails(command, *said, options="ms=30000:"):
    """The program fails as a bot; the one sentence about it has these parts."""
    done = run("quacks", "--bot", f"hostile=exec:{options}{command}", "--bots", "hostile,random", "--games", "2",
               "--threads", "1", "--quiet")
    must(done.returncode == 1 and not done.stdout, command, done.returncode, done.stdout, done.stderr)
    for part in ("charlatan sim: bot 'hostile': ", *said):
        must(part in done.stderr, command, "does not say", part, done.stderr)
    return done.stderr


def alive(text):
    """The processes whose command line has this text."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if text.encode() in file.read() and int(pid) != os.getpid():
                    found.append(pid)
        except OSError:
            pass
    return found


def gone(text):
    for _ in range(100):
        if not alive(text):
            return True
        time.sleep(0.02)
    return False


def test_exec(folder):
    """A Python bot plays; the figures depend on neither threads nor other processes, and lines and records name it."""
    lines = os.path.join(folder, "lines")
    told = [results("quacks", "--bot", f"py=exec:ms=30000:python3 {quote(EXAMPLE)}", "--bots", "py,random", "--games", "6", "--threads", n,
                    "--jsonl", lines, "--keep", "1", "--keep-dir", folder) for n in "12"]
    must(told[0] == told[1], "threads make a difference")
    must([bot["bot"] for bot in told[0]["bots"]] == ["py", "random"], told[0]["bots"])
    must({tuple(sorted(line["seating"])) for line in lines_of(lines)} == {("py", "random")}, "lines name it")
    record = next(name for name in os.listdir(folder) if name.endswith(".jsonl"))
    done = subprocess.run([program(), "verify", os.path.join(folder, record)], capture_output=True, check=False)
    must(done.returncode == 0, done.stdout, done.stderr)


def test_exec_in_line(folder):
    """exec:COMMAND in --bots, with an option and a colon; several seats share a program."""
    short = os.path.join(folder, "a:b")
    os.symlink(EXAMPLE, short)
    told = results("arcane", "--bots", f"greedy,exec:ms=30000:{short}", "--players", "3", "--games", "3", "--threads", "1")
    must([bot["bot"] for bot in told["bots"]] == ["greedy", f"exec:ms=30000:{short}"], told["bots"])


def as_documented():
    """The command line of the man page with a bot whose path has a space."""
    page = "docs/man/charlatan-sim.1.scd"
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("charlatan sim ") and "'my bots/smith'" in line]
    must(len(lines) == 1, page, "shows no path with a space", lines)
    return lines[0].strip().removeprefix("charlatan ")


def bot_with_a_space(folder):
    os.mkdir(os.path.join(folder, "my bots"))
    os.symlink(EXAMPLE, os.path.join(folder, "my bots", "smith"))


def test_exec_path_with_a_space(folder):
    """Quoted as the man page shows it, it is started; without quotes the shell takes it for two words."""
    bot_with_a_space(folder)
    line = as_documented().replace("exec:", "exec:ms=30000:")

    def typed(text):
        return subprocess.run(["sh", "-c", quote(program()) + " " + text + " --quiet"], cwd=folder, capture_output=True,
                              text=True, timeout=100, check=False)
    done = typed(line)
    must(done.returncode == 0 and "mine" in done.stdout and not done.stderr, done)
    done = typed(line.replace("'my bots/smith'", "my bots/smith"))
    must(done.returncode == 1 and "my: not found" in done.stderr, done)


def test_exec_refused(_):
    for argument, said in ((("--bots", "exec:"), "needs a command"), (("--bots", "exec:ms=0:x"), "from 1 to"),
                           (("--bots", "exec:noise=3:x"), "ms and start"), (("--bot", "greedy=exec:x"), "another name"),
                           (("--bot", "A=exec:x"), "small letters"), (("--bot", "exec:x"), "needs a name"),
                           (("--bot", "a=b"), "small letters"),
                           (("--bot", "a=exec:x", "--bot", "a=exec:y"), "two programs"),
                           (("--bots", "a=exec:x,a=exec:y"), "two programs"), (("--bots", "exec:" + 91 * "x"), "needs a name")):
        done = run("quacks", *argument)
        must(done.returncode == 2 and said in done.stderr, argument, done.returncode, done.stderr)


def test_exec_start(_):
    """Programs that do not get as far as the first question."""
    must("deal" not in fails("exit 3", "ended (status 3)"), "no deal is to blame")
    fails("kill -9 $$", "ended (signal 9)")
    fails("nobody-has-this-program", "not found", "ended (status 127)")
    fails("sleep 4321", "no answer to hello within 100 ms", options="start=100:")
    must(gone("sleep\x004321"), "the silent program is still there")
    fails("exec >&-; sleep 4322", "closed its output")
    must(gone("sleep\x004322"), "the silent program is still there")
    fails("echo hello", "wrote 'hello', which is not a JSON object")
    fails("""echo '{"ok":true,"protocol":1}'""", "does not repeat the id 0")
    fails("""echo '{"ok":true,"id":0,"protocol":2}'""", 'lacks "protocol":1')
    fails("""echo '{"ok":false,"id":0,"error":{"message":"no licence"}}'""", "no licence")
    fails("""echo '{"ok":true,"id":0,"protocol":1,"games":["arcane"]}'; cat >&2""", "does not play quacks")
    fails("cat /dev/zero", "a line of more than 65536 bytes")


def test_exec_hostile(_):
    """Programs that fail at a question: it is said what they wrote and where, and nothing of them is left."""
    told = fails(HELLO + "read l; exit 4", "ended (status 4)", "deal 0 at seat 0")
    must(re.search("seed of the deal is\n[0-9a-f]{64}", told), told)
    fails(HELLO + "sleep 4323", "no answer within 80 ms", options="ms=80:")
    must(gone("sleep\x004323"), "the silent program is still there")
    fails(HELLO + "sleep 4324 & sleep 4324", "no answer within 80 ms", options="ms=80:")
    must(gone("sleep\x004324"), "what the program had started is still there")
    fails(HELLO + r"read l; printf 'a\033[31mb\n'", "wrote 'a?[31mb'")
    fails(HELLO + """read l; echo '{"ok":true,"id":1,"action":"cheat"}'""", "chose 'cheat', which is not one of")
    fails(HELLO + """read l; echo '{"ok":true,"id":1}'""", "has no action")
    fails(HELLO + """read l; echo '{"ok":true,"id":7,"action":"draw"}'""", "does not repeat the id 1")
    fails(HELLO + "echo more; read l", "")
    fails(HELLO + "yes", "wrote 'y'")
    fails(HELLO + "read l; cat /dev/zero", "a line of more than 65536 bytes")
    fails(HELLO + "read l; echo '%s'" % (100 * "["), "...', which is not a JSON object")


def test_exec_bare(_):
    """The program has three open files, no blocked signals, and a group of its own; its standard error is ours."""
    done = fails("ls -l /proc/self/fd >&2; grep -E 'SigBlk|SigIgn' /proc/self/status >&2; exit 1", "status 1")
    # `ls` has the folder itself open.
    must(sorted(re.findall(r" (\d+) -> ", done)) == ["0", "1", "2", "3"], done)
    blocked, ignored = (int(x, 16) for x in re.findall(r"Sig(?:Blk|Ign):\s*([0-9a-f]+)\n", done))
    # Signals from 32 on are the C library's own, which nobody can set.
    must(not blocked and not ignored & 0x7fffffff, done)


def endless(folder):
    """A long run, of which at least one game was played."""
    lines = os.path.join(folder, "lines")
    sim = subprocess.Popen([program(), "sim", "quacks", "--bot", f"py=exec:ms=30000:{quote(EXAMPLE)} {quote(folder)}", "--bots", "py,random",
                            "--games", "9999999", "--threads", "2", "--jsonl", lines, "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (os.path.exists(lines) and os.path.getsize(lines)) and sim.poll() is None:
        time.sleep(0.02)
    must(len(alive(folder + "\0")) >= 2, "no programs")
    return sim


def test_exec_interrupted(folder):
    """Ctrl-C ends the run with its results, and the programs with it."""
    sim = endless(folder)
    sim.send_signal(signal.SIGINT)
    out, error = sim.communicate(timeout=30)
    must(sim.returncode == 130 and b"Stopped early" in out and not error, sim.returncode, out, error)
    must(not alive(folder + "\0"), "a program is left")


def test_exec_killed(folder):
    """No program outlives a run that was killed."""
    sim = endless(folder)
    sim.kill()
    sim.communicate(timeout=30)
    must(gone(folder + "\0"), "a program is left")


def test_exec_flees(folder):
    """What a program has started ends with the run, however that ends, also if it has left its group and session."""
    command = [program(), "sim", "quacks", "--bot", f"far=exec:ms=30000:{quote(FUGITIVE)} {quote(folder)}", "--bots", "far,random",
               "--threads", "1", "--quiet", "--games"]
    done = subprocess.run([*command, "2"], capture_output=True, text=True, timeout=100, check=False)
    must(done.returncode == 0 and any(name.startswith("fled-") for name in os.listdir(folder)), done.stderr)
    must(all_gone(folder), "something is left", fled(folder))
    with subprocess.Popen([*command, "9999999"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as sim:
        for _ in range(1500):
            if fled(folder):
                break
            time.sleep(0.02)
        must(fled(folder), "nothing has fled")
        sim.kill()
    must(all_gone(folder), "something is left of a run that was killed", fled(folder))


def all_gone(folder):
    for _ in range(1500):
        if not fled(folder):
            return True
        time.sleep(0.02)
    return False
