#!/usr/bin/env python3
"""Tests that tests/README.md names every suite that ctest knows, and no other.

A suite is the part of a test's name between the build and the next dot: debug.cli.quacks belongs to cli. Builds that
were not configured are passed over; names that the page has in vain are told only where all builds are there.
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import ROOT, must

BUILDS = [os.path.join(ROOT, "build", name) for name in ("debug", "release", "tsan")]


def known(build):
    """The suites of a build."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only"], stdout=subprocess.PIPE, check=True, text=True)
    return set(re.findall(r"^ *Test +#\d+: \w+\.(\w+)", shown.stdout, re.M))


def told():
    with open(os.path.join(ROOT, "tests/README.md"), encoding="utf-8") as file:
        return re.findall(r"^\| `([a-z_0-9]+)` \|", file.read(), re.M)


def test_every_suite_is_told():
    there = [build for build in BUILDS if os.path.exists(os.path.join(build, "CTestTestfile.cmake"))]
    suites = set().union(*map(known, there))
    must(suites, "no build was configured:", BUILDS)
    must(suites <= set(told()), "tests/README.md does not name", sorted(suites - set(told())))
    if there == BUILDS and "web" in suites:
        must(set(told()) <= suites, "tests/README.md names what ctest does not know:", sorted(set(told()) - suites))


def test_each_once():
    names = told()
    must(len(names) == len(set(names)), "twice:", sorted(n for n in set(names) if names.count(n) > 1))


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
