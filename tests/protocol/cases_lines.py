"""Lines: hello, ids, lines that are no requests, long lines, ends of input, any order."""

import decimal
import json
import random

from harness import check, same
from positions import plain_state
from talk import Engine, Unmoved, apply, cards, code_of, converse, decode, line_of, new, op

MIB = 1 << 20


# ---- hello, ids ------------------------------------------------------------------------------

def test_hello():
    with Engine() as e:
        answer = e.must(op("hello"))
        same(answer["name"], "charlatan", "name")
        same(answer["protocol"], 1, "protocol")
        check(isinstance(answer["version"], str), "version")
        check({"arcane", "null"} <= set(answer["games"]), "games")
        same(e.ask({"op": "hello", "extra": 1})["ok"], True, "members nobody asked for do no harm")


def test_ids():
    ids = [0, -1, 2**63 - 1, -2**63, 1.5, 0.1, 1e22, -2.5e-7, 5e-324, 1.7976931348623157e308, True, False, None,
           "",
           "a", "é€\U0001f600", "\"\\/\b\f\n\r\t\x01\x1f\x7f\u2028", [], {}, [1, [2, {"a": None}]],
           {"z": 1, "a": [{}]},
           {"id": {"id": 1}}, "x" * 100000, list(range(1000))]
    with Engine() as e:
        for value in ids:
            for request in (op("hello"), op("state"), op("nothing"), op("new", game="none"), {}):
                answer = e.ask({**request, "id": value})
                check("id" in answer and answer["id"] == value and type(answer["id"]) is type(value),
                      "id %.40r is repeated" % (value,), answer)
        check("id" not in e.ask(op("hello")), "no id, none repeated")
        deep = b"[" * 500 + b"]" * 500
        check(e.raw(b'{"op":"hello","id":' + deep + b"}").endswith(b'"id":' + deep + b"}"), "a nested id")
        e.must(new(3, 4, first=0))
        for text in RAW_IDS:
            for request in RAW_REQUESTS:
                line = request.replace(b"ID", text)
                answer = e.raw(line)
                check(decode(answer)["ok"] is True, "ok with that id: %r" % line, answer)
                same(exactly(answer).get("id", "nothing"), exactly(text), "the id of %r" % line)


RAW_IDS = [b"1.0", b"1e2", b"-0", b"-0.0", b"1E+05", b"18446744073709551616", b"-9223372036854775809",
           b"[1,12345678901234567890123456789]", b'"\\u00e9\\ud83d\\ude00"', b'"\\/"', b'"id"', b'"\\"id\\":"',
           b"[ 1 ,\t{ } ]", b'{"id":{"id":7}}', b'{"op":"quit"}', b'"}"', b'",\\"id\\":2"', b"null", b"false"]
RAW_REQUESTS = [b'{"op":"hello","id":ID}', b'{"id":ID,"op":"hello"}', b'  { "id" : ID , "op" : "hello" }  ',
                b'{"op":"view","seat":0,"id":ID}', b'{"op":"clone","slot":1,"id":ID}',
                b'{"op":"legal","x":{"id":5},"id":ID}',
                b'{"op":"new","game":"arcane","players":3,"seed":4,"options":{"first":0},"id":ID}',
                b'{"y":["id"],"x":"id","id":ID,"op":"suggest","seat":0,"bot":"random"}',
                b'{"op":"hello","\\u0069d":ID}']


def exactly(text):
    """JSON with its numbers as they are, however long."""
    return json.loads(text.decode(), parse_int=decimal.Decimal, parse_float=decimal.Decimal)


# ---- lines -----------------------------------------------------------------------------------

BAD_LINES = [
    b"", b" ", b"\t", b"\r", b"x", b"{", b"}", b"[", b"]", b'"', b"{]", b"nul", b"tru", b"+1", b"01", b"1.",
    b".5", b"--1",
    b"'a'", b"{'op':'hello'}", b'{"op":"hello"', b'{"op":"hello"}}', b'{"op":"hello"},', b'{"op":"hello",}',
    b'{"op" "hello"}',
    b'{op:"hello"}', b'{"op":"hello"}{"op":"hello"}', b'{"op":"hello"} x',
    b'{"op":"hel\nlo"}'.replace(b"\n", b"\x01"),
    b'{"op":"hello","op":"hello"}', b'{"op":"hello","id":{"a":1,"a":2}}', b'{"op":"\\x68ello"}',
    b'{"op":"\\ud800"}',
    b'{"op":"\\u12"}', b'\xef\xbb\xbf{"op":"hello"}', b'{"op":"\xff"}', b'{"op":"hello","id":"\xc3"}',
    b'{"op":"hello","id":"\xc0\x80"}', b'{"op":"hello","id":"\xed\xa0\x80"}',
    b'{"op":"hello","id":"\xf5\x80\x80\x80"}',
    b"\x00", b'{"op":"hello"}\x00', b'\x00{"op":"hello"}', b'{"op":"he\x00llo"}', b"\x80\x81\xfe\xff" * 20,
    bytes(range(11, 256)),
    b"NaN", b"Infinity", b'{"op":"hello","id":NaN}', b"/* */ {}", b"[" * 100000, b"[" * 100000 + b"]" * 100000,
    b'{"op":"hello","id":' + b'{"a":' * 100000 + b"1" + b"}" * 100001, b'{"a":' * 100000,
    b'{"op":"new","game":"arcane","players":3,"seed":"' + b"\xff" * 64 + b'"}',
]
NO_REQUESTS = [b"null", b"true", b"0", b"-1.5e3", b'"hello"', b"[]", b'[{"op":"hello"}]', b"{}", b'{"id":1}',
               b'{"op":null}',
               b'{"op":1}', b'{"op":true}', b'{"op":["hello"]}', b'{"op":{}}', b'{"Op":"hello"}']
NO_OPS = [b'{"op":""}', b'{"op":"quit"}', b'{"op":"HELLO"}', b'{"op":"hello "}', b'{"op":"new\\n"}',
          b'{"op":"op"}',
          b'{"op":"' + b"a" * 100000 + b'"}', '{"op":"é"}'.encode()]


def test_bad_lines():
    with Engine() as e:
        for state in ("no game", "a game"):
            still = Unmoved(e)
            for line in BAD_LINES:
                still.refused(line, "bad-json", "%s, %.60r" % (state, line))
            for line in NO_REQUESTS:
                still.refused(line, "bad-request")
            for line in NO_OPS:
                still.refused(line, "unknown-op", "%.60r" % line)
            e.must(op("force", chance=cards(of="dark-lotus mystical-lamp crystal-ball")))
            e.must(new(first=0))
        luck = random.Random(3)
        still = Unmoved(e)
        for _ in range(60):
            line = bytes(luck.randrange(256) for _ in range(luck.randrange(1, 80))).replace(b"\n", b"?")
            still.refused(line, "bad-json bad-request", "random bytes %r" % line)


def test_numbers_and_texts_without_a_place():
    """Numbers outside 64 bits and NUL in a text are JSON; a parser may have limits, but must say so."""
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        for text in (b"9223372036854775808", b"-9223372036854775809", b"1" + b"0" * 400, b"1e999", b"-1e999",
                     b"1" * 100000):
            still.refused(b'{"op":"new","game":"arcane","players":3,"seed":' + text + b"}",
                          "bad-request bad-json")
            still.refused(b'{"op":"new","game":"arcane","players":' + text + b"}", "bad-option bad-json")
            still.refused(b'{"op":"view","seat":' + text + b"}", "bad-request bad-json")
            still.refused(b'{"op":"apply","action":"x","seat":' + text + b"}", "not-your-decision bad-json")
            still.refused(b'{"op":"clone","slot":' + text + b"}", "bad-request bad-json")
        still.refused(b'{"op":"hello\\u0000"}', "unknown-op bad-json")
        still.refused(b'{"op":"hello","id":[1\x00,2]}', "bad-json", "a NUL behind a number, which Jansson skips")
        still.refused(b'{"op":"apply","seat":2,"action":"reveal 1 2\\u0000"}', "illegal-action bad-json")


def padded(size, text=b'{"op":"hello"}'):
    return text[:-1] + b" " * (size - len(text)) + text[-1:]


def test_long_lines():
    lines = [padded(MIB - 1), padded(MIB), padded(MIB + 1), padded(MIB, b"x{}"), b"[" * (MIB + 1),
             padded(50 * 1000 * 1000),
             b'{"op":"hello","id":"' + b"a" * (MIB - 22) + b'"}',
             b'{"op":"hello","id":"' + b"a" * (MIB - 21) + b'"}', b'{"op":"hello"}']
    answers = [decode(a) for a in converse(b"\n".join(lines) + b"\n")]
    want = "ok ok too-long bad-json too-long too-long ok too-long ok".split()
    same([code_of(a) for a in answers], want, "1 MiB is the longest line")
    with Engine() as e:
        e.must(new())
        still = Unmoved(e)
        still.refused(padded(MIB + 1, b'{"op":"new","game":"null","players":2}'), "too-long", "too long a new")
        still.refused(padded(2 * MIB, b'{"op":"force","chance":[]}'), "too-long", "too long a force")


def test_ends_of_lines_and_input():
    hello = b'{"op":"hello"}'
    for data, want in ((b"", []), (hello, ["ok"]), (hello + b"\n", ["ok"]), (hello[:-3], ["bad-json"]),
                       (b"\n", ["bad-json"]),
                       (hello + b"\n" + hello[:5], ["ok", "bad-json"]),
                       (hello + b"\r\n" + hello + b"\r\n", ["ok", "ok"]),
                       (b"\n\n" + hello + b"\n\n", ["bad-json", "bad-json", "ok", "bad-json"]),
                       (b"\r\n" + hello, ["bad-json", "ok"]),
                       (b"  " + hello + b"\t \n", ["ok"]), (b"\n" * 1000, ["bad-json"] * 1000),
                       (padded(MIB + 2)[:-1], ["too-long"]),
                       (hello + b"\n" + b"a" * (3 * MIB), ["ok", "too-long"]), (b"\x00", ["bad-json"])):
        same([code_of(decode(a)) for a in converse(data)], want, "one answer a line: %.50r" % data)
    requests = [op("hello", id=i) for i in range(2000)]
    answers = converse(b"".join(line_of(r) + b"\n" for r in requests))
    same([json.loads(a)["id"] for a in answers], list(range(2000)),
         "two thousand requests at once, answered in order")


# ---- out of order, and again -----------------------------------------------------------------

def test_any_order():
    """Ops in any order, right and wrong ones mixed: one answer each, and the same bytes twice."""
    luck, requests = random.Random(7), []
    plain = [op("hello"), op("state"), op("legal"), op("view", seat=None), op("force", chance=[]),
             op("force", chance=[{"first": 0}]),
             op("force", chance=cards(of="older-wand dark-lotus")), op("setup", state=plain_state()),
             op("setup", state={}), {}, b"x", b"",
             op("nothing"), new(2, 3, turn_cap=2), new(3, 4, market=True), new(2, 3, game="null"),
             op("new", game="null", players=9)]
    for _ in range(2500):
        seat = luck.randrange(-1, 4)
        requests.append(luck.choice(plain + [
            op("clone", slot=luck.randrange(3)), op("restore", slot=luck.randrange(4)), op("view", seat=seat),
            op("suggest", seat=seat, bot="random")] +
            [apply(seat, a) for a in ("reveal 1 2", "draw deck", "draw discard", "discard older-wand",
                                      "play dark-lotus", "slot 1", "call heads")] * 3))
    data = b"".join(line_of(r) + b"\n" for r in requests)
    answers = converse(data)
    same(len(answers), len(requests), "one answer a request")
    check(all(isinstance(decode(a)["ok"], bool) for a in answers), "every answer is whole")
    same(converse(data), answers, "the same conversation twice")
