"""Checks the witness of a match record for verify.py (docs/fairness.md, "With a witness"): its commitment, every part, the
list of everything it was asked, and both signatures below that list. Proofs of single parts need not be checked then."""
import hashlib

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def blake(text, key=b""):
    return hashlib.blake2b(text, digest_size=32, key=key).digest()


# ---- Ed25519 (RFC 8032): points are (x, y, z, t) with x = X/z, y = Y/z, x*y = T/z

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    sum_ = (0, 1, 1, 0)
    while n:
        sum_, p, n = (add(sum_, p) if n & 1 else sum_), add(p, p), n >> 1
    return sum_


def point(text):
    """The point in these 32 bytes, or None."""
    y = int.from_bytes(text, "little")
    odd, y = y >> 255, y % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and odd):
        return None
    x = P - x if x % 2 != odd else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(key, text, signature):
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(h, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


# ---- the record

class Watch:
    """Follows a record: `next` gives the key for the luck of each line, `wrong` the first line that is wrong and why."""

    def __init__(self, head, end, key):
        hexes = lambda part: {name: bytes.fromhex(value) for name, value in (part or {}).items() if name != "asked"}
        self.key, self.opening, self.seal = key, hexes(head["witness"]), hexes(end["witness"])
        self.asked = (end["witness"] or {}).get("asked")
        self.commitment, self.server = self.opening["commitment"], bytes.fromhex(head["commitment"])
        self.questions, self.stack, self.lines, self.first = [], [], 0, None

    def ask(self, text, part=None):
        """A question; `part` is what the record says of the answer, None for an action that was taken back."""
        question = blake(b"charlatan question 1" + text, self.key)
        self.questions.append(question)
        self.stack.append(question)
        real = blake(b"charlatan part 1" + question, self.seal.get("secret", b""))
        if part is not None and self.seal and real.hex() != part:
            self.first = self.first or (self.lines, "this part does not come from the witness's secret")
        return blake(b"charlatan luck 1" + bytes.fromhex(part or ""), self.key)

    def next(self, line):
        self.lines += 1
        for done in line.get("undone", []):
            if "action" in done:
                self.ask(self.stack[-1] + bytes([done["seat"]]) + done["action"].encode())
            elif "undo" in done:
                del self.stack[done["undo"] + 1:]
        before = self.stack[-1] + bytes([line["seat"]]) + line["action"].encode() if self.stack else self.commitment
        return self.ask(before, line["part"])

    def wrong(self):
        why = self.wrong_end()
        return self.first or why and (self.lines + 1, why)

    def wrong_end(self):
        if not self.seal:
            return "the witness has not signed the end"
        if blake(self.seal["salt"] + self.seal["secret"]) != self.commitment:
            return "the witness's secret and salt do not fit its commitment"
        transcript = blake(b"charlatan transcript 1" + self.commitment)
        for question in self.questions:
            transcript = blake(transcript + question)
        if (self.asked, self.seal["transcript"]) != (len(self.questions), transcript):
            return "the witness was asked for something else than this record"
        text = b"charlatan says end 1" + self.commitment + self.asked.to_bytes(4, "little") + transcript
        opening = b"charlatan says open 1" + self.commitment + self.server + self.opening["asker"]
        for who, key, said, signature in (("witness", "key", opening, self.opening["signature"]),
                                          ("witness", "key", text, self.seal["signature"]),
                                          ("server", "asker", text, self.seal["asked_signature"])):
            if not signed(self.opening[key], said, signature):
                return f"a signature is not the {who}'s"
        return None
