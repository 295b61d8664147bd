#!/usr/bin/env python3
"""Tests an engine with valid and invalid requests of the protocol. See tests/harness.py.

run.py [--engine COMMAND] [--bless] [name ...]

--bless writes the golden conversations anew with the answers of this engine: read the difference before you keep it.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from cases_golden import FILES, bless
from talk import CODES


def begin(options):
    if options.bless:
        for path in FILES:
            bless(path)
        sys.exit(0)


def end(codes):
    harness.same(sorted(codes - {None}), sorted(CODES), "every error code was met")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, {"--bless": {"action": "store_true", "help": "write the golden answers anew"}},
                          begin, end, engine=True))
