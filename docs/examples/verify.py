#!/usr/bin/env python3
"""verify.py FILE checks that the luck of a match record comes from its seed and nonces (docs/fairness.md). It shares no
code with charlatan: its rules are a second implementation, in Python (oracle/ beside this file, or tests/oracle)."""
import hashlib, itertools, json, pathlib, struct, sys

sys.path[:0] = [str(pathlib.Path(__file__).absolute().parent / place) for place in ("oracle", "../../tests/oracle")]
import arcane_oracle, null_oracle, quacks_oracle, witness

GAMES = {"arcane": arcane_oracle.Game, "null": null_oracle.Game, "quacks": quacks_oracle.Game}
STREAM = {"first": 0, "wizards": 0, "card": 1, "fortune": 1, "coin": 1, "draw": 2, "die": 8}
FORTUNES = """choose-wisely pot-filling charity less-is-more only-one wheel-and-deal good-start donations opportunistic
    beginners-bonus rat-infestation just-in-time rats-are-friends living-in-luxury seasoned-perfectly lucky-devil
    shining-bright schadenfreude well-stirred pot-is-full second-chance strong-ingredient pumpkin-party magic-potion""".split()
QUARTERS = [(i, 4 + (i + d) % 4, 8 + (i + 2 * d) % 4, 12 + (i + 3 * d) % 4) for d in (0, 1) for i in range(4)]


def chance_key(seed, nonces):
    shares = [bytes.fromhex(nonce or "") for nonce in nonces]
    text = b"charlatan chance 1" + b"".join(bytes([len(share)]) + share for share in shares)
    return hashlib.blake2b(text, digest_size=32, key=seed).digest() if any(shares) else seed


def words(key, stream):
    for block in itertools.count():    # of ChaCha with 8 rounds
        x = list(start := struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", block, stream)))
        for a, b, c, d in QUARTERS * 4:
            for to, add, turned, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                x[to] = (x[to] + x[add]) % 2**32
                x[turned] = (mixed := x[turned] ^ x[to]) << bits & 0xffffffff | mixed >> 32 - bits
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
    for pledge, nonce in zip(head.get("nonce_commitments", []), head.get("nonces", [])):
        hashed = hashlib.blake2b(b"charlatan nonce 1" + bytes.fromhex(nonce or ""), digest_size=32).hexdigest()
        if pledge and nonce and (hashed != pledge or len(nonce) != 64):
            return 1, "a nonce does not fit the commitment of its seat"
    game = GAMES[head["game"]]()
    game.chance.source = source(key := chance_key(seed, head.get("nonces", [])))
    watch = witness.Watch(head, end, key) if "witness" in head else None
    for n, line in enumerate([head, *moves]):
        if n <= head.get("fork", -1):    # a practice match: given, not drawn
            game.request({"op": "force", "chance": line["chance"]})
        if watch:    # each action has a key of its own
            game.chance.source = source(watch.next(line))
        done = game.request({**line, "op": "apply"} if n else {**head, "op": "new", "players": len(head["players"])})
        if not done["ok"] or done["chance"] != line["chance"]:
            return n + 1, (f"the record says {line['chance']}, the truth is {done['chance']}" if done["ok"] else
                           done["error"]["message"])
    return (len(lines), "the game is not over") if game.request({"op": "legal"})["decisions"] else watch and watch.wrong()


if __name__ == "__main__":
    if (asked := sys.argv[1:] in (["-h"], ["--help"])) or len(sys.argv) != 2:
        print("Usage: verify.py FILE", file=sys.stdout if asked else sys.stderr)
        sys.exit(0 if asked else 2)
    try:
        record = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_bytes().splitlines()]
        wrong, fork = first_wrong(record), (head := record[0]).get("fork")
        withheld = [n for n, pledge in enumerate(head.get("nonce_commitments", [])) if pledge and not head["nonces"][n]]
    except (OSError, AttributeError, IndexError, KeyError, TypeError, ValueError) as why:
        reason = why.strerror if (unread := isinstance(why, OSError)) else "no match record, or parts of it are missing"
        print(f"verify.py: {sys.argv[1]}: {reason}.", file=sys.stderr)
        sys.exit(2 if unread else 1)
    fine = "all luck is the seed's" + (" and the witness's" if "witness" in head else "") + ("" if fork is None else f", after the {fork} actions a practice match was given")
    print(f"{sys.argv[1]}:", f"line {wrong[0]}: {wrong[1]}" if wrong else fine + (
        f"; these seats withheld their nonces: {withheld}" if withheld else ""))
    sys.exit(bool(wrong))
