#!/usr/bin/env python3
"""Tests of `charlatan serve` against docs/api.md: every request, every message, whole games. See tests/harness.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness

if __name__ == "__main__":
    sys.exit(harness.main(__doc__, cases="api_*.py"))
