#!/usr/bin/env python3
"""Tests what people meet on a bare machine: which packages a verb asks for, and what it says where none can be installed.

bare.py [name ...]

The scripts run with a PATH of our own, on which nothing is installed. Closes with "N passed, M failed".
"""

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import ROOT, must

TOOLS = ("bash", "sh", "dirname", "mkdir", "cat", "env", "make", "sed", "sha256sum")


def machine(folder, **scripts):
    """An environment with few programs, and these, each a script."""
    place = os.path.join(folder, "bin")
    os.mkdir(place)
    for tool in TOOLS:
        os.symlink(shutil.which(tool), os.path.join(place, tool))
    for name, text in scripts.items():
        path = os.path.join(place, name.replace("_", "-"))
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(path, 0o755)
    return {"PATH": place, "HOME": folder}


def run(env, *command, **more):
    return subprocess.run(command, cwd=ROOT, env={**env, **more}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False)


def debian(folder, **more):
    """A Debian that has none of our packages; somebody without rights uses it."""
    return machine(folder, dpkg_query="exit 1", id="echo 1000", **more)


def test_without_sudo(folder):
    """What is missing is named, and how to install it; for the client also how to do without."""
    env = debian(folder)
    for group, package in (("build", "libuv1-dev"), ("web", "npm"), ("gpu", "llvm-19")):
        done = run(env, "tools/deps.sh", group)
        must(done.returncode == 1 and "no sudo" in done.stdout and "apt-get install " in done.stdout, group, done)
        must(package in done.stdout.split(), group, "does not name", package, done.stdout)
        must(("WEB=off make" in done.stdout) == (group == "web"), group, done.stdout)


def test_sudo_that_refuses(folder):
    done = run(debian(folder, sudo="echo you may not >&2; exit 1", apt_cache="exit 0"), "tools/deps.sh", "web")
    must(done.returncode == 1 and "could not be installed" in done.stdout and "WEB=off make" in done.stdout, done)


def test_without_npm(folder):
    """Elsewhere than on Debian nothing is installed for anybody."""
    env = machine(folder, node="exit 0")
    for name in ("tools/web.sh", "tools/deps.sh", "web/package-lock.json"):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        shutil.copy(os.path.join(ROOT, name), os.path.join(folder, name))
    done = run(env, os.path.join(folder, "tools/web.sh"))
    must(done.returncode == 1 and "npm is not installed" in done.stdout and "WEB=off make" in done.stdout, done)
    done = run(env, os.path.join(folder, "tools/web.sh"), WEB="off")
    must(done.returncode == 0 and not done.stdout, done)


def test_what_needs_the_client(folder):
    """WEB=off leaves the client out, and whoever needs it says so before anything is installed or built."""
    env = debian(folder)
    must("and the tests need Node" in run(env, "tools/web.sh", "without").stdout)
    for script, why in (("tools/test.sh", "The tests need"), ("tools/site.sh", "The site is")):
        done = run(env, script, WEB="off")
        must(done.returncode == 1 and why in done.stdout and "without WEB=off" in done.stdout, script, done)
        must("apt-get" not in done.stdout, script, done.stdout)


def test_terminal_needs_no_client(folder):
    """Its build leaves the client out, that of others does not."""
    env, more = machine(folder), os.path.join(folder, "more.mk")
    with open(more, "w", encoding="utf-8") as file:
        file.write("build:\n\t@echo WEB=$${WEB:-on}; exit 7\n")
    for verb, web in (("terminal", "off"), ("play", "on")):
        done = run(env, "make", "-s", "-f", "Makefile", "-f", more, verb)
        must(f"WEB={web}\n" in done.stdout, verb, done.stdout)


def test_gpu_installs_its_compiler(folder):
    """Before the kernels are compiled, with every tool that this takes."""
    said = run(machine(folder), "make", "-n", "gpu").stdout
    must(0 <= said.find("tools/deps.sh gpu") < said.find("-DCHARLATAN_GPU=ON"), said)
    with open(os.path.join(ROOT, "tools/gpu.sh"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(ROOT, "tools/deps.sh"), encoding="utf-8") as file:
        group = next(line for line in file if line.strip().startswith("gpu)"))
    must("llc-19" in text and "clang-19" in group and "llvm-19" in group, group)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
