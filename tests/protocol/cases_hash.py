"""state_hash is XXH64 of the bytes that `state` prints, computed here by a second implementation."""

import json
import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../oracle"))

from harness import check, same
from positions import GAMES
from referee import xxh64
from talk import Engine, apply, choose, new, op

BEFORE, BEHIND = b'{"ok":true,"state":', b"}"
QUACKS = [{}, {"books": 2, "pot": "tubes"}, {"books": 3, "together": True}, {"books": 4, "prices": "printed"}]


def test_vectors():
    """Published values, and one of each way through the function."""
    for text, wanted in ((b"", "ef46db3751d8e999"), (b"a", "d24ec4f1a98c6e5b"), (b"abc", "44bc2cf5ad770999"),
                         (b"Nobody inspects the spammish repetition", "fbcea83c8a378bf1")):
        same(xxh64(text), wanted, "XXH64 of", text)


def printed(e):
    """The bytes of the state."""
    line = e.raw(op("state"))
    check(line.startswith(BEFORE) and line.endswith(BEHIND), "shape of", line[:100])
    return line[len(BEFORE):-len(BEHIND)]


def play(e, request, luck, most):
    answer = e.must(request)
    for _ in range(most):
        same(answer["state_hash"], xxh64(printed(e)), "state_hash")
        decisions = e.decisions()
        if not decisions:
            break
        d = luck.choice(decisions)
        answer = e.must(apply(d["seat"], choose(d, luck)))


def test_in_play():
    luck = random.Random(14)
    for number, (players, options) in enumerate(GAMES):
        with Engine() as e:
            play(e, new(players, number, **options), luck, 60)
    for number, options in enumerate(QUACKS):
        with Engine() as e:
            play(e, new(2 + number % 3, number, "quacks", **options), luck, 120)
    with Engine() as e:
        play(e, new(6, 1, "null", tosses=9), luck, 200)


def test_setup_and_restore():
    with Engine() as e:
        e.must(new(4, 3, "quacks", books=2))
        e.must(op("clone", slot=5))
        text = printed(e)
        e.must(new(6, 4, wizards="random", market=True))
        same(e.must(op("setup", state=json.loads(text)))["state_hash"], xxh64(text), "after setup")
        e.must(new(2, 5))
        same(e.must(op("restore", slot=5))["state_hash"], xxh64(text), "after restore")
