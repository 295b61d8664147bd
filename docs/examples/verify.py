#!/usr/bin/env python3
"""verify.py FILE: does the luck of a match record come from its seed and nonces? See docs/fairness.md.

Nothing here is charlatan's own code. The rules, which say what is drawn from which bag or pool and
when, are those of tests/oracle: written a second time, from the rulebooks."""
import hashlib, itertools, json, os, struct, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/oracle"))
import arcane_oracle, null_oracle, quacks_oracle

GAMES = {"arcane": arcane_oracle.Game, "null": null_oracle.Game, "quacks": quacks_oracle.Game}
STREAM = {"first": 0, "wizards": 0, "card": 1, "fortune": 1, "coin": 1, "draw": 2, "die": 8}
FORTUNES = """choose-wisely pot-filling charity less-is-more only-one wheel-and-deal good-start donations opportunistic
    beginners-bonus rat-infestation just-in-time rats-are-friends living-in-luxury seasoned-perfectly lucky-devil
    shining-bright schadenfreude well-stirred pot-is-full second-chance strong-ingredient pumpkin-party magic-potion""".split()
QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def chance_key(seed, nonces):
    shares = [bytes.fromhex(nonce or "") for nonce in nonces]
    text = b"charlatan chance 1" + b"".join(bytes([len(share)]) + share for share in shares)
    return hashlib.blake2b(text, digest_size=32, key=seed).digest() if any(shares) else seed


def words(key, stream):
    for block in itertools.count():    # of ChaCha with 8 rounds
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", block, stream))
        x = list(start)
        for a, b, c, d in QUARTERS * 4:
            for to, add, turned, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[to] = (x[to] + x[add]) % 2**32
                mixed = x[turned] ^ x[to]
                x[turned] = mixed << bits & 0xffffffff | mixed >> 32 - bits
        yield from ((before + after) % 2**32 for before, after in zip(start, x))


def below(stream, n):
    return next(word * n >> 32 for word in stream if word * n % 2**32 >= 2**32 % n)


def source(key):
    """What the rules ask: one of these things, or `count` of them in some order."""
    streams = [words(key, number) for number in range(14)]

    def outcome(kind, seat, things, count=None):
        things, stream = list(things), streams[STREAM[kind] + (seat or 0)]
        if kind in ("fortune", "wizards"):
            things.sort(key=FORTUNES.index if kind == "fortune" else None)
        for i in range(count or 1):
            j = i + below(stream, len(things) - i)
            things[i], things[j] = things[j], things[i]
        return things[:count] if count else things[0]
    return outcome


def first_wrong(lines):
    """The number of the first line that is wrong, and why; or None."""
    head, *moves, end = lines
    if "seed" not in end:
        return len(lines), "there is no result, and no seed to prove luck by"
    if head.get("fork", 0) >= max(len(moves), 1):
        return 1, "all luck was given"
    seed, salt = bytes.fromhex(end["seed"]), bytes.fromhex(end["salt"])
    if hashlib.blake2b(salt + seed, digest_size=32).hexdigest() != head["commitment"]:
        return len(lines), "seed and salt do not fit the commitment"
    game = GAMES[head["game"]]()
    game.chance.source = source(chance_key(seed, head.get("nonces", [])))
    for n, line in enumerate([head, *moves]):
        if n <= head.get("fork", -1):    # a practice match: given, not drawn
            game.request({"op": "force", "chance": line["chance"]})
        begin = {"op": "new", "game": head["game"], "players": len(head["players"]), "options": head["options"]}
        done = game.request({"op": "apply", "seat": line["seat"], "action": line["action"]} if n else begin)
        if not done["ok"] or done["chance"] != line["chance"]:
            return n + 1, f"the record says {line['chance']}, the truth is {done.get('chance', done.get('error'))}"
    return (len(lines), "the game is not over") if game.request({"op": "legal"})["decisions"] else None


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        record = [json.loads(line) for line in file]
    wrong, fork = first_wrong(record), record[0].get("fork")
    fine = "all luck is the seed's" + (f", after the {fork} actions a practice match was given" if fork is not None else "")
    print(f"{sys.argv[1]}: line {wrong[0]}: {wrong[1]}" if wrong else f"{sys.argv[1]}: {fine}")
    sys.exit(bool(wrong))
