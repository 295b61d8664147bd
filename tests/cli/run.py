#!/usr/bin/env python3
"""Tests of what people meet at the command line: help, `rules`, `play` and `odds`. See tests/harness.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness

if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
