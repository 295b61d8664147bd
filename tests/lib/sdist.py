#!/usr/bin/env python3
"""Tests the source distribution for Python: its files, and no others of this checkout, make a package that plays a game.

sdist.py FOLDER     the folder keeps the build, so that the next run is short

First without PyPI: the files that pyproject.toml names are copied, and CMake builds and installs the package from them, as
pip would have it do. Then as a user meets it, where PyPI can be reached: the distribution is made, has just these files,
is unpacked, and is installed by pip in a clean virtual environment. Not optimised, which takes far less time.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = "/usr/bin/python3"
QUICK = {"CMAKE_BUILD_TYPE": "Debug", "CMAKE_C_FLAGS_DEBUG": "-O0", "CHARLATAN_LTO": "OFF"}
GAME = """
import charlatan
assert charlatan.__file__.startswith(%r), charlatan.__file__
for name in "arcane", "quacks":
    state = charlatan.load_game(name, players=3).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.returns()) == 3
    assert charlatan.verify(state.record(["a", "b", "c"]))
print("played both games")
"""


def run(*command, where=None, **env):
    done = subprocess.run(command, cwd=where, env={**os.environ, **env}, stdin=subprocess.DEVNULL, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit("sdist.py: %s: status %d\n%s" % (" ".join(command)[:300], done.returncode, done.stdout[-4000:]))
    return done.stdout


def named():
    """The files of this checkout that the distribution has, by pyproject.toml; those that git ignores are no part of it."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        include = tomllib.load(file)["tool"]["scikit-build"]["sdist"]["include"]
    tracked = run("git", "-c", "safe.directory=" + ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z",
                  "--", *include, where=ROOT)
    return sorted(path for path in tracked.split("\0") if path and os.path.exists(os.path.join(ROOT, path)))


def plays(python, folder, **env):
    """Games, by the package that was installed in this folder and no other."""
    print("   ", run(python, "-c", GAME % folder, where=folder, **env).strip())


# ---- without PyPI ----

def built_by_cmake(folder, files):
    tree, build, installed = (os.path.join(folder, name) for name in ("tree", "build", "installed"))
    for place in (tree, installed):
        shutil.rmtree(place, ignore_errors=True)
    for path in files:
        os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, path), os.path.join(tree, path))
    values = {**QUICK, "CHARLATAN_PYTHON": "ON", "SKBUILD": "2", "Python_EXECUTABLE": PYTHON}
    run("cmake", "-S", tree, "-B", build, "-DCMAKE_C_COMPILER=gcc", *(f"-D{key}={value}" for key, value in values.items()))
    run("cmake", "--build", build, "--target", "python_core", "--parallel", str(os.cpu_count()))
    run("cmake", "--install", build, "--prefix", installed)
    shutil.copytree(os.path.join(tree, "python", "charlatan"), os.path.join(installed, "charlatan"), dirs_exist_ok=True)
    plays(PYTHON, folder, PYTHONPATH=installed)


# ---- as a user meets it ----

def environment(folder):
    """A clean virtual environment that can make packages; None, and a line, where that is not possible."""
    place = os.path.join(folder, "venv")
    shutil.rmtree(place, ignore_errors=True)
    python = os.path.join(place, "bin", "python")
    if subprocess.run([PYTHON, "-m", "venv", place], capture_output=True, check=False).returncode:
        print("    left out: python3-venv is not installed, so nothing is installed by pip")
        return None
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "15", "scikit-build-core>=0.10"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        print("    left out: PyPI cannot be reached, so nothing is installed by pip:", done.stderr.strip().split("\n")[-1][-200:])
        return None
    return python


def made(python, folder):
    """The distribution, as any front end has it made."""
    name = run(python, "-c", "from scikit_build_core import build; print(build.build_sdist(%r))" % folder, where=ROOT)
    return os.path.join(folder, name.split()[-1])


def installed_by_pip(folder, files):
    python = environment(folder)
    if not python:
        return
    archive = made(python, folder)
    with tarfile.open(archive) as packed:
        inside = sorted(member.name.partition("/")[2] for member in packed if member.isfile())
        packed.extractall(folder)
    wrong = set(inside) ^ {*files, "PKG-INFO"}
    if wrong:
        sys.exit("sdist.py: the distribution has or lacks: %s" % ", ".join(sorted(wrong)[:20]))
    settings = [f"--config-settings=cmake.define.{key}={value}" for key, value in QUICK.items() if key != "CMAKE_BUILD_TYPE"]
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--config-settings=cmake.build-type=Debug",
        *settings, archive.removesuffix(".tar.gz"), where=folder, CC="gcc")
    plays(python, folder)


def main():
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder, exist_ok=True)
    files = named()
    built_by_cmake(folder, files)
    with tempfile.TemporaryDirectory() as clean:
        installed_by_pip(clean, files)
    print("the source distribution makes a package: %d files" % len(files))


if __name__ == "__main__":
    main()
