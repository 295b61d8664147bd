#!/usr/bin/python3
"""Tests the Python package: run.py [--package FOLDER] [--states N] [NAME ...]

FOLDER holds the built package (default: build/release/python; "" for the installed one). --states says how many states
are made and dropped while the memory is watched. NAME is a part of a case's name. Cases that need packages which are
not installed are left out, with one line for each package. The last line is "N passed, M failed".
"""
import argparse
import collections
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class Result(unittest.TextTestResult):
    """Counts what passed."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def arguments():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--package", default=os.path.join(HERE, "../../build/release/python"))
    reader.add_argument("--states", type=int, default=20000)
    reader.add_argument("names", nargs="*")
    return reader.parse_args()


def main():
    wanted = arguments()
    if wanted.package:
        sys.path.insert(0, os.path.abspath(wanted.package))
        # The program that was built beside the package, for the columns of simulated games.
        beside = os.path.abspath(os.path.join(wanted.package, "../charlatan"))
        if os.path.exists(beside):
            os.environ.setdefault("CHARLATAN", beside)
    os.environ["CHARLATAN_TEST_STATES"] = str(wanted.states)
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{name}*" for name in wanted.names] or None
    sys.path.insert(0, HERE)
    suite = loader.discover(HERE, "test_*.py")
    result = unittest.TextTestRunner(resultclass=Result, verbosity=0).run(suite)
    for why, times in collections.Counter(why for _, why in result.skipped).items():
        print(f"{times} left out: {why}")
    failed = len(result.failures) + len(result.errors)
    if not result.passed and not failed:
        print("No test was run.")
        failed = 1
    print(f"{result.passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
