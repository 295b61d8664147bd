#!/usr/bin/python3
"""Tests the rows of refusals and reasons: names, codes, rules and values are right, every row is used, every code is documented,
and no source looks into a sentence.

The rows are REFUSAL(...) in *refusals.def of every folder, and CODE(...) in engine/refusal_codes.def.
The last line is "N rows, M faults".
"""
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r'^REFUSAL\((\w+), "([^"]*)", (\w+), "([^"]*)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.M)
CODE = re.compile(r'^CODE\((\w+), "([^"]+)", (\d+)\)', re.M)
REASON = re.compile(r'^REASON\(\w+, "([^"]+)", "([^"]*)", ', re.M)
RULE = re.compile(r'^RULE\("([^"]+)"', re.M)
MOST_VALUES = 5
# Code that looks into a sentence: strstr(why->message, …), message.startsWith(…).
PEEKS = re.compile(r"str(?:str|n?cmp|n?casecmp|spn|cspn|r?chr)\([^;]*\bwhy(?:->|\.)message"
                   r"|\bmessage\)?\.(?:startsWith|endsWith|includes|match|indexOf|search)\(")
# Codes that only the browser's engine (wasm/ask.c) and the library (lib/charlatan.h) have are in neither document.
OF_THE_PAGE = {"bad-view", "bad-record", "no-odds", "not-asked", "no-memory"}

Row = collections.namedtuple("Row", "path name reason code rule sentence")


def rows_of(path, text):
    return [Row(path, *m.groups()[:4], "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', m[5]))) for m in ROW.finditer(text)]


def row_faults(row, codes, rules):
    """What is wrong with one row."""
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", row.reason):
        yield "the reason is not in kebab-case"
    if row.reason != row.name.replace("_", "-"):
        yield f"the reason {row.reason} is not the name"
    if row.code != "NONE" and row.code not in codes:
        yield f"there is no code {row.code}"
    if row.rule and row.rule not in rules:
        yield f"there is no rule {row.rule}"
    values = re.findall(r"%(.?)", row.sentence)
    if set(values) - {"s", "d"}:
        yield "a value is neither %s nor %d"
    if len(values) > MOST_VALUES:
        yield f"more than {MOST_VALUES} values"
    if len(row.sentence) < 2 or re.search(r"  |\s$|^\s", row.sentence):
        yield "spaces too many, or no sentence"


def doubles(rows):
    for reason, n in collections.Counter(r.reason for r in rows).items():
        if n > 1:
            yield f"{reason}: {n} rows have this reason"


def unused(rows, code):
    used = set(re.findall(r"\brefusal_(\w+)", code)) | set(re.findall(r"\bROW\((\w+)\)", code))
    return [f"{r.path}: {r.reason} is never said" for r in rows if r.name not in used]


def code_faults(codes, api, protocol, openapi):
    """Codes that no document has, and documented ones that are no code; statuses that differ."""
    said = {}
    for status, cell in re.findall(r"^\| (\d{3}) \| (.*) \|$", api, re.M):
        said.update({code: int(status) for code in re.findall(r"`([a-z-]+)`", cell)})
    beside = set(re.findall(r"`([a-z-]+)`", re.search(r"^Further codes.*", api, re.M)[0]))
    of_engine = set(re.findall(r"`([a-z-]+)`", re.search(r"^Codes: .*?(?=\n\n)", protocol, re.M | re.S)[0]))
    names = {name: status for name, status in codes.values()}
    for code in set(names) - set(said) - beside - of_engine - OF_THE_PAGE:
        yield f"{code}: no document has this code"
    for code in (set(said) | beside | of_engine) - set(names):
        yield f"{code}: documented, and not in engine/refusal_codes.def"
    for code, status in said.items():
        if names.get(code, status) != status:
            yield f"{code}: status {names[code]}, in docs/api.md {status}"
    listed = set(openapi["components"]["schemas"]["Error"]["properties"]["error"]["properties"]["code"]["enum"])
    for code in listed ^ set(said):
        yield f"{code}: docs/openapi.json and docs/api.md differ"


def selfcheck():
    """Checks the test itself: these errors must be found."""
    good = Row("a", "deck_empty", "deck-empty", "STALE", "A1", "The deck is empty.")
    known = ({"STALE": ("stale", 409)}, {"A1"})
    assert not list(row_faults(good, *known))
    for bad in ({"reason": "deck_empty"}, {"reason": "deck"}, {"code": "ODD"}, {"rule": "A99"}, {"sentence": "%u of them"}):
        assert list(row_faults(good._replace(**bad), *known)), bad
    assert list(doubles([good, good])) and not list(doubles([good]))
    assert unused([good], "refusal_other") and not unused([good], "because(why, ROW(deck_empty))")
    assert PEEKS.search("if (strstr(why.message, \"'legal'\"))") and PEEKS.search('english.message.startsWith("That")')
    assert rows_of("a", 'REFUSAL(a_b, "a-b", NONE, "",\n        "One "\n        "two")\n')[0].sentence == "One two"


def files():
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [n for n in names if (ROOT / n).is_file()]


def read(path):
    return (ROOT / path).read_text()


def main():
    selfcheck()
    names = [n for n in files() if not re.match(r"tests/|fuzz/|web/test/", n)]
    sources = {n: read(n) for n in names if re.search(r"\.(c|h|ts|svelte)$", n)}
    rows = [r for n in names if n.endswith("refusals.def") for r in rows_of(n, read(n))]
    codes = {m[1]: (m[2], int(m[3])) for m in CODE.finditer(read("engine/refusal_codes.def"))}
    rules = {m[1] for game in ("arcane", "quacks") for m in RULE.finditer(read(f"games/{game}/rules.def"))}
    rules |= set(re.findall(r"\bN\d\b", read("games/null/null.h")))
    found = [f"{r.path}: {r.name}: {fault}" for r in rows for fault in row_faults(r, codes, rules)]
    reasons = REASON.findall(read("advice/reasons.def"))
    found += [f"advice/reasons.def: {name}: there is no rule {rule}" for name, rule in reasons if rule and rule not in rules]
    found += [] if len(reasons) > 30 else ["advice/reasons.def: its rows are not found"]
    found += doubles(rows)
    found += unused(rows, "\n".join(text for n, text in sources.items() if n.endswith(".c")))
    found += code_faults(codes, read("docs/api.md"), read("docs/protocol.md"), json.loads(read("docs/openapi.json")))
    found += [f"{n}: looks into a sentence: {m[0]}" for n, text in sources.items() for m in PEEKS.finditer(text)]
    print("\n".join(found), end="\n" if found else "")
    print(f"{len(rows)} rows, {len(found)} faults")
    return 1 if found or len(rows) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
