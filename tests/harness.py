"""The harness of the Python suites: finds cases, runs them in parallel, and reports what failed and where.

A suite is a script that calls main(). Its cases are the functions named test_... of the script and of the files
cases_*.py beside it. A case takes nothing, or a folder of its own, or that and the options of the command line.
Every case is a process: it can neither disturb another one nor outlive its time, and what it leaves running ends.

Every suite understands:

    SUITE [--charlatan PROGRAM] [--jobs N] [--seconds N] [--list] [--without NAME,NAME] [NAME ...]

A NAME is a part of a case's name, or the name of its file and a dot: `quacks.` is all of cases_quacks.py.
The last line is "N passed, M failed".
"""

import argparse
import glob
import importlib
import os
import pickle
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_SHOWN = 20     # failed checks of a case that are printed



# ---- what cases say ----------------------------------------------------------------------------

class Here:
    """This run: the program under test, and the folder, checks and notes of the case in this process."""
    program, engine = os.path.join(ROOT, "build/release/charlatan"), None
    folder, failed, checks, notes = None, [], 0, set()
    ends = []


def program():
    """The program under test."""
    return Here.program


def beside(name):
    """Another program of the same build."""
    return os.path.join(os.path.dirname(Here.program), name)


def engine_command():
    """The engine under test: a command that speaks the protocol."""
    return Here.engine or [Here.program, "engine"]


def folder():
    """The folder of this case, empty when it begins."""
    return Here.folder


class Skip(Exception):
    """Raised, with the reason, by a case that cannot run here; it counts as passed."""


def must(condition, *what):
    """Ends the case as failed if the condition is false."""
    if not condition:
        raise AssertionError(" ".join(map(shown, what)))


def check(condition, *what):
    """Like must(), but the case goes on and fails at its end."""
    Here.checks += 1
    if not condition:
        frames = traceback.extract_stack()[:-1]
        Here.failed.append("%s: %s" % (way_to(frames), " ".join(map(shown, what))))
    return bool(condition)


def shown(value):
    return value if isinstance(value, str) else repr(value)[:2000]


def same(got, wanted, *what):
    if got == wanted:
        return check(True)
    return check(False, *what, "is", repr(got)[:600], "and should be", repr(wanted)[:600])


def note(value):
    """Hands a value to the suite's `after`, which sees the notes of all cases."""
    Here.notes.add(value)


def at_end(function):
    """Calls a function at the end of every case, where it can still fail."""
    Here.ends.append(function)


def way_to(frames):
    """`file:line` of each call from the case to the failure, without the harness."""
    inside = [f for f in frames if os.path.abspath(f.filename) != os.path.abspath(__file__)]
    ours = [f for f in inside if f.filename.startswith(ROOT)] or inside
    ends = [ours[0], ours[-1]] if len(ours) > 1 else ours
    return " > ".join("%s:%d" % (os.path.relpath(f.filename, ROOT), f.lineno) for f in ends)


# ---- starting the program ----------------------------------------------------------------------

class Start(subprocess.Popen):
    """A process. At its end a sanitized program looks for leaks in all of its memory, a third of the time of a short run. So
    it does that once in a case for each command with the same options; always where what it does depends on its input."""

    seen = set()
    talkative = {"engine", "play"}

    def __init__(self, args, *rest, **more):
        if isinstance(args, (list, tuple)) and args and args[0] == Here.program:
            words = [os.fsdecode(word) for word in args[1:]]
            kind = (*words[:1], *sorted(word for word in words[1:] if word.startswith("-")))
            if kind in Start.seen and not Start.talkative.intersection(words[:1]):
                more["env"] = dict(more.get("env") or os.environ)
                more["env"]["ASAN_OPTIONS"] = more["env"].get("ASAN_OPTIONS", "") + ":detect_leaks=0"
            Start.seen.add(kind)
        super().__init__(args, *rest, **more)


subprocess.Popen = Start


# ---- cases --------------------------------------------------------------------------------------

class Case:
    def __init__(self, name, function):
        self.name, self.function = name, function
        self.pid = self.log = self.began = self.folder = None


def cases_in(files):
    """All cases of a suite by name: `file.test_name`, or `test_name` if it is in the script itself."""
    script = sys.modules["__main__"]
    found = functions_of(script, "")
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(script.__file__)), files))):
        name = os.path.basename(path)[:-3]
        found += functions_of(importlib.import_module(name), name[files.index("*"):] + ".")
    return found


def functions_of(module, prefix):
    return [Case(prefix + name, f) for name, f in vars(module).items()
            if name.startswith("test_") and callable(f) and f.__module__ == module.__name__]


def picked(case, names, without):
    module = case.name.split(".")[0] + "."

    def meant(part):
        return part == module if part.endswith(".") else part in case.name
    return (not names or any(map(meant, names))) and not any(map(meant, without))


# ---- running them -------------------------------------------------------------------------------

def start(case, options, root):
    case.began = time.monotonic()
    case.folder = tempfile.mkdtemp(prefix="case-", dir=root)
    case.log = tempfile.TemporaryFile()
    case.answer = tempfile.TemporaryFile()
    sys.stdout.flush()
    case.pid = os.fork()
    if case.pid == 0:
        os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(case.log.fileno(), 1)
        os.dup2(case.log.fileno(), 2)
        pickle.dump(outcome_of(case, options), case.answer)
        case.answer.flush()
        sys.stdout.flush()
        os._exit(0)     # skips the clean-up that belongs to the suite


def outcome_of(case, options):
    """Runs the case in its process; returns (what went wrong or None, checks, notes)."""
    Here.folder, Here.failed, Here.checks, Here.notes = case.folder, [], 0, set()
    wrong = None
    try:
        case.function(*(case.folder, options)[:case.function.__code__.co_argcount])
        for end in Here.ends:
            end()
    except Skip as why:
        print("%s is left out: %s" % (case.name, why))
    except AssertionError as error:
        wrong = "%s: %s" % (way_to(traceback.extract_tb(error.__traceback__)), error)
    except BaseException as error:      # any exception fails the case
        traceback.print_exc()
        wrong = "%s: %s: %s" % (way_to(traceback.extract_tb(error.__traceback__)), type(error).__name__, error)
    failed = Here.failed[:MOST_SHOWN]
    if len(Here.failed) > MOST_SHOWN:
        failed.append("and %d more" % (len(Here.failed) - MOST_SHOWN))
    if wrong:
        failed.append(wrong)
    return failed, Here.checks, Here.notes


def finish(case, late):
    """The result of a case whose process has ended."""
    try:
        os.killpg(case.pid, signal.SIGKILL)     # ends whatever it left running
    except ProcessLookupError:
        pass
    case.answer.seek(0)
    try:
        failed, checks, notes = pickle.load(case.answer)
    except EOFError:
        failed, checks, notes = ["it took too long" if late else "its process died"], 0, set()
    seconds = time.monotonic() - case.began
    case.log.seek(0)
    sys.stdout.write(case.log.read().decode("utf-8", "replace"))
    if failed:
        for line in failed:
            print("FAILED %s: %s" % (case.name, line))
    else:
        print("ok %s (%.1f s)" % (case.name, seconds))
    sys.stdout.flush()
    case.log.close()
    case.answer.close()
    shutil.rmtree(case.folder, ignore_errors=True)
    return not failed, checks, notes


def run_cases(cases, options, root):
    """Runs the cases, some at a time. Returns (passed, failed, checks, notes)."""
    waiting, running, passed, checks, notes = list(cases), {}, 0, 0, set()
    try:
        while waiting or running:
            while waiting and len(running) < options.jobs:
                case = waiting.pop(0)
                start(case, options, root)
                running[case.pid] = case
            case, late = next_done(running, options.seconds)
            good, made, said = finish(case, late)
            passed, checks, notes = passed + good, checks + made, notes | said
    finally:
        for pid in running:
            os.killpg(pid, signal.SIGKILL)
    return passed, len(cases) - passed, checks, notes


def next_done(running, seconds):
    """The next case whose process has ended, or was ended because its time was up."""
    while True:
        signal.sigtimedwait([signal.SIGCHLD], 1)
        for pid, case in list(running.items()):
            late = time.monotonic() - case.began > seconds
            if late:
                os.killpg(pid, signal.SIGKILL)
            if os.waitpid(pid, 0 if late else os.WNOHANG)[0]:
                return running.pop(pid), late


def quick_disk():
    """A folder in memory, if there is enough of it for what cases write."""
    shm = "/dev/shm"
    return shm if os.path.isdir(shm) and shutil.disk_usage(shm).free > 1 << 30 else None


# ---- the command line ---------------------------------------------------------------------------

def arguments(about, options, engine):
    parser = argparse.ArgumentParser(description=about.strip().split("\n")[0])
    parser.add_argument("--charlatan", default=Here.program, metavar="PROGRAM", help="the program to test")
    if engine:
        parser.add_argument("--engine", type=shlex.split, metavar="COMMAND", help="the engine to test, instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cases at a time")
    parser.add_argument("--seconds", type=float, default=600, help="the most a case may take")
    parser.add_argument("--without", type=lambda text: text.split(","), default=[], metavar="NAME,NAME",
                        help="parts of names of cases that are left out")
    parser.add_argument("--list", action="store_true", help="print the names of the cases and run none")
    parser.add_argument("names", nargs="*", help="parts of names of cases")
    for name, settings in (options or {}).items():
        parser.add_argument(name, **settings)
    chosen = parser.parse_args()
    Here.program = os.path.abspath(chosen.charlatan)
    Here.engine = chosen.engine if engine else None
    return chosen


def main(about, options=None, before=None, after=None, engine=False, cases="cases_*.py"):
    """The suite of the script that calls this. `before(options)` comes first; `after(notes)` adds checks at the
    end of a run of all cases."""
    chosen = arguments(about, options, engine)
    everything = cases_in(cases)
    cases = [c for c in everything if picked(c, chosen.names, chosen.without)]
    if chosen.list:
        print("\n".join(c.name for c in cases))
        return 0
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    with tempfile.TemporaryDirectory(prefix="charlatan-", dir=quick_disk()) as root:
        if before:
            before(chosen)
        passed, failed, checks, notes = run_cases(cases, chosen, root)
    if after and cases == everything:
        after(notes)
        for line in Here.failed:
            print("FAILED at the end: %s" % line)
        failed += len(Here.failed) > 0
    if checks:
        print("%d checks" % checks)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0
