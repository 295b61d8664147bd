#!/usr/bin/env python3
"""Tests of help pages, man pages and shell completions.

They are compared with each other and with the options in the sources, command by command, so that each difference is
named."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import harness
from harness import ROOT, Skip, must, program

PAGES = os.path.join(ROOT, "docs/man")
COMPLETION = os.path.join(ROOT, "packaging/completion")

# Per command: the pages of its help, and the files with its rows of options (None: it has none).
COMMANDS = {
    "play": ([["--help"], ["arcane", "--help"], ["quacks", "--help"]], "cli/play_options.c tui/face_arcane_options.c tui/face_quacks_options.c"),
    "serve": ([["--help"], ["operator", "--help"]], "cli/serve.c"),
    "admin": ([["--help"]], "cli/admin.c"),
    "witness": ([["--help"]], "cli/witness.c"),
    "rules": ([["--help"]], "cli/rules.c"),
    "numbers": ([["--help"]], "cli/numbers.c"),
    "odds": ([["--help"]], "cli/odds.c"),
    "hint": ([["--help"]], "cli/hint.c"),
    "engine": ([["--help"]], None),
    "sim": ([["--help"], ["ask", "--help"]], "cli/sim_options.c"),
    "tune": ([["--help"]], "cli/tune.c"),
    "replay": ([["--help"]], "cli/replay.c"),
    "review": ([["--help"]], "cli/review.c"),
    "verify": ([["--help"]], None),
    "bench": ([["--help"]], "bench/bench.c"),
    "gpu": ([["--help"]], "cli/gpu.c"),
    "load": ([["--help"]], "load/options.c"),
}
MORE_PAGES = [["--help"], ["play", "--bots", "help"], ["sim", "--bots", "help"]]
UNTOLD = {"--help", "--serve-echo"}  # everywhere; for ourselves
BOTS = ("easy", "casual", "medium", "hard", "master", "random", "greedy", "search", "search-1", "brewer", "brewer-1", "net")
RUNNABLE = ("rules", "numbers", "odds", "hint", "engine", "replay", "review", "verify")  # whose examples are quick
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def run(*arguments, **more):
    return subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False, **more)


def told(*arguments):
    done = run(program(), *arguments)
    must(done.returncode == 0 and not done.stderr, arguments, "status", done.returncode, done.stderr)
    return done.stdout


def same(a, b, *names):
    must(a == b, *names, "differ:", sorted(a - b), "against", sorted(b - a))


# ---- what each source knows -------------------------------------------------------------------

def options_of_help(command):
    texts = [told(command, *page) for page in COMMANDS[command][0]]
    return set(re.findall(r"^  (--[a-z-]+)", "\n".join(texts), re.M))


def options_of_source(command):
    """Each option, and whether it takes a value."""
    found = {}
    for source in COMMANDS[command][1].split():
        for kind, name in re.findall(r'\bARGS_(?!HEADING)([A-Z]+)\((?:ARG_[A-Z]+,\s*)?"([a-z-]+)",', read(source)):
            found["--" + name] = kind not in ("FLAG", "SWITCH")
    return found


def page_of(command):
    return read(f"docs/man/charlatan-{command}.1.scd")


def options_of_page(command):
    section = page_of(command).split("\n# OPTIONS\n")[1].split("\n# ")[0]
    return {option for line in re.findall(r"^\*.*", section, re.M) for option in re.findall(r"\*(--[a-z][a-z-]*)\*", line)}


def bash_offers(*words):
    """What bash completes for these words, the last one unfinished."""
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _charlatan; printf "%s\\n" "${COMPREPLY[@]}"'
    done = run("bash", "-c", script, "bash", os.path.join(COMPLETION, "charlatan.bash"), "charlatan", *words, cwd=PAGES)
    must(done.returncode == 0 and not done.stderr, words, done.stderr)
    return set(done.stdout.split())


def zsh_function(command):
    return re.search(r"^_charlatan_%s\(\) \{\n(.*?)^\}" % command, read("packaging/completion/_charlatan"), re.M | re.S).group(1)


# ---- helps ------------------------------------------------------------------------------------

def test_commands():
    listed = re.findall(r"^  ([a-z]+) .* \S", told("--help").split("Usage")[1].split("New here")[0], re.M)
    same(set(listed), set(COMMANDS), "charlatan --help and the table of this test")


def test_screens():
    for page in MORE_PAGES + [[command, *page] for command in COMMANDS for page in COMMANDS[command][0]]:
        lines = told(*page).rstrip("\n").split("\n")
        must(len(lines) <= 24, page, "has", len(lines), "lines")
        must(all(len(line) <= 80 for line in lines), page, "is too wide:", max(lines, key=len))


def test_refusals():
    """An unknown option: status 2, and a hint what to do."""
    for command in COMMANDS:
        done = run(program(), command, "--nonsense")
        must(done.returncode == 2 and not done.stdout, command, done.returncode, done.stdout)
        must("--nonsense" in done.stderr and ("--help" in done.stderr or "Try" in done.stderr), command, done.stderr)


def test_sources():
    for command, (_, source) in COMMANDS.items():
        if source:
            same(set(options_of_source(command)) - UNTOLD, options_of_help(command), command, "--help and", source)


# ---- man pages --------------------------------------------------------------------------------

def test_pages_are_there():
    names = {name for name in os.listdir(PAGES) if name.endswith(".scd")}
    same(names, {"charlatan.1.scd"} | {f"charlatan-{command}.1.scd" for command in COMMANDS}, "pages and commands")


def test_pages_tell_all():
    for command in COMMANDS:
        same(options_of_page(command) - {"--help"}, options_of_help(command), f"charlatan-{command}(1) and --help")
        missing = [name for name in SECTIONS if f"\n# {name}\n" not in page_of(command)]
        must(not missing, command, "has no", missing)
    summary = read("docs/man/charlatan.1.scd")
    for command in COMMANDS:
        must(f"\n*{command}*\n" in summary and f"*charlatan-{command}*(1)" in summary, command, "is not in charlatan(1)")


def test_pages_refer_to_pages():
    for name in os.listdir(PAGES):
        for other in re.findall(r"\*(charlatan[a-z-]*)\*\(1\)", read("docs/man/" + name)):
            must(os.path.exists(os.path.join(PAGES, other + ".1.scd")), name, "refers to", other)


def test_pages_lint():
    if not shutil.which("scdoc") or not shutil.which("mandoc"):
        raise Skip("scdoc or mandoc is not installed")
    for name in sorted(os.listdir(PAGES)):
        made = subprocess.run(["scdoc"], input=read("docs/man/" + name), capture_output=True, text=True, check=False)
        must(made.returncode == 0, name, made.stderr)
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=made.stdout, capture_output=True, text=True,
                              check=False)
        # scdoc itself writes a paragraph before and after everything.
        wrong = [line for line in lint.stdout.split("\n") if line and "skipping paragraph macro: PP" not in line]
        must(not wrong, name, "\n".join(wrong))


def test_examples_work():
    for command in RUNNABLE:
        section = page_of(command).split("\n# EXAMPLES\n")[1].split("\n# ")[0]
        blocks = re.findall(r"^```\n(.*?)^```", section, re.M | re.S)
        must(blocks, command, "has no examples")
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(program(), os.path.join(folder, "charlatan"))
            for block in blocks:
                shown = block.replace("\\\\", "\\")    # what scdoc makes of it
                done = run("bash", "-eo", "pipefail", "-c", shown, cwd=folder,
                           env=os.environ | {"PATH": folder + ":" + os.environ["PATH"]})
                must(done.returncode == 0 and done.stdout, command, block, done.stdout, done.stderr)


# ---- completions ------------------------------------------------------------------------------

def test_bash_commands():
    same(bash_offers(""), set(COMMANDS) | {"--help", "--version"}, "bash and --help")
    same(bash_offers("s"), {"serve", "sim"}, "bash after s")


def test_bash_options():
    for command in COMMANDS:
        same(bash_offers(command, "--"), options_of_help(command) | {"--help"}, "bash and the help of", command)


def test_bash_knows_values():
    """An option with a value is never followed by the words that stand alone, a switch is."""
    values = 'source "$1"; _charlatan_values "$2" "$3"'
    for command, (_, source) in COMMANDS.items():
        for option, valued in (options_of_source(command) if source else {}).items():
            if option not in UNTOLD:
                said = run("bash", "-c", values, "bash", os.path.join(COMPLETION, "charlatan.bash"), command, option).stdout
                must(bool(said.strip()) == valued, command, option, "with value" if valued else "without one", "but", said)


def test_bash_values():
    for words, offers in ((("play", ""), {"arcane", "quacks"}), (("sim", "q"), {"quacks"}),
                          (("play", "--bots", ""), set(BOTS)), (("sim", "--bots", "hard,ma"), {"hard,master"}),
                          (("play", "--pot", ""), {"front", "tubes"}), (("play", "--books", ""), set("1234")),
                          (("serve", "--limits", "o"), {"on", "off"}), (("bench", ""), {"arcane", "quacks", "batch", "bots", "gpu", "net", "python", "store"}),
                          (("sim", "--keep-by", "l"), {"longest"}), (("serve", "--port", ""), set()),
                          (("odds", "charlatan-od"), {"charlatan-odds.1.scd"}), (("odds", "qu"), {"quacks"}),
                          (("verify", "a", "charlatan-v"), {"charlatan-verify.1.scd"}), (("engine", ""), set())):
        same(bash_offers(*words), offers, words, "are offered other things")


def test_bots():
    listed = set(re.findall(r"^  ([a-z0-9-]+) ", told("sim", "--bots", "help"), re.M))
    same(listed, set(BOTS), "sim --bots help and the table of this test")
    zsh = zsh_function("bots")
    same(set(re.findall(r"'([a-z0-9-]+):", zsh)), set(BOTS), "zsh and the bots")


def test_zsh_options():
    """Without zsh only as text: which options each function names, and which of them take a value."""
    text = read("packaging/completion/_charlatan")
    same(set(re.findall(r"'([a-z]+):", text.split("commands=(")[1].split("\n    if")[0])), set(COMMANDS), "zsh and --help")
    for command, (_, source) in COMMANDS.items():
        specs = dict(re.findall(r"^\s+'(?:\([a-z -]+\)|\*)?(--[a-z-]+)\[(?:[^]]*)\](.?)", zsh_function(command), re.M))
        same(set(specs), options_of_help(command), "zsh and the help of", command)
        for option, valued in (options_of_source(command) if source else {}).items():
            if option in specs:
                must((specs[option] == ":") == valued, "zsh:", command, option, "with value" if valued else "without one")


def test_zsh_syntax():
    if not shutil.which("zsh"):
        raise Skip("zsh is not installed")
    done = run("zsh", "-n", os.path.join(COMPLETION, "_charlatan"))
    must(done.returncode == 0, done.stderr)


# ---- versions ---------------------------------------------------------------------------------

def test_versions():
    version = told("--version").split()[1]
    must(f"project(charlatan VERSION {version} " in read("CMakeLists.txt"), "CMakeLists.txt has another version than", version)
    must(f"\n## {version}" in read("CHANGELOG.md"), "CHANGELOG.md does not tell of", version)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
