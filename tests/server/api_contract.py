"""The machine-readable form of docs/api.md (openapi.json), and the example bot."""

import os
import re
import subprocess
from hashlib import blake2b

import wire
from players import play, seat_people
from wire import (ID, NOWHERE, ROOT, STRANGER, Server, fine, get, http, must, strict, table_of,
                  wait_until)


def rows_of_contract():
    """Method, path and success status of every row of docs/api.md's table of requests."""
    with open(os.path.join(ROOT, "docs/api.md"), encoding="utf-8") as file:
        text = file.read()
    for method, path, answer in re.findall(r"^\| `(GET|POST) (/\S*?)(?:\?\S*)?` \|[^|\n]*\| (.*) \|$", text, re.M):
        yield method.lower(), path.replace("/ID", "/{id}"), "201" if answer.startswith("201") else "200"


def test_openapi(folder):
    with open(os.path.join(ROOT, "docs/openapi.json"), encoding="utf-8") as file:
        text = file.read()
    spec = strict(text)
    rows = list(rows_of_contract())
    must(len(rows) >= 15, "rows:", rows)
    declared = {(m, p) for p, methods in spec["paths"].items() for m in methods if m != "parameters"}
    must(declared == {(m, p) for m, p, _ in rows}, "docs/api.md and openapi.json differ:", declared, rows)
    for method, path, status in rows:
        must(status in spec["paths"][path][method]["responses"], method, path, "does not declare", status)
    check_references(spec, spec)
    with Server(folder) as server:
        answer = get(server, "/openapi.json")
        must(fine(answer) == spec, "the server's is another one")
        check_answers(server, spec)


def check_references(spec, at):
    if isinstance(at, dict):
        if "$ref" in at:
            resolve(spec, at)
        for value in at.values():
            check_references(spec, value)
    elif isinstance(at, list):
        for value in at:
            check_references(spec, value)


def resolve(spec, schema):
    while "$ref" in schema:
        at = spec
        for key in schema["$ref"].removeprefix("#/").split("/"):
            at = at[key]
        schema = at
    return schema


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def fits(spec, schema, value, where="answer"):
    """Checks a value against the parts of JSON Schema that openapi.json uses."""
    schema = resolve(spec, schema)
    if value is None and schema.get("nullable"):
        return
    for part in schema.get("allOf", ()):
        fits(spec, part, value, where)
    if "oneOf" in schema:
        must(any(fits_one(spec, s, value) for s in schema["oneOf"]), where, "fits none:", value)
    if "enum" in schema:
        must(value in schema["enum"], where, "is", value)
    if "type" in schema:
        must(isinstance(value, TYPES[schema["type"]]), where, "is", value, "not", schema["type"])
        must(schema["type"] != "integer" or not isinstance(value, bool), where, "is", value)
    if "pattern" in schema:
        must(re.search(schema["pattern"], value), where, "is", value)
    if isinstance(value, dict):
        fits_object(spec, schema, value, where)
    for i, item in enumerate(value if isinstance(value, list) else ()):
        fits(spec, schema.get("items", {}), item, f"{where}.{i}")


def fits_object(spec, schema, value, where):
    must(set(schema.get("required", ())) <= set(value), where, "lacks", set(schema.get("required", ())) - set(value))
    for key, item in value.items():
        if key in schema.get("properties", {}):
            fits(spec, schema["properties"][key], item, f"{where}.{key}")
        else:
            must(schema.get("additionalProperties", True), where, "has", key)


def fits_one(spec, schema, value):
    try:
        fits(spec, schema, value)
        return True
    except AssertionError:
        return False


def check_answers(server, spec):
    """Every path answers as declared, for valid and invalid requests."""
    seen = set()

    def call(method, path, status, body=None, token=None, **names):
        operation = spec["paths"][path][method]
        answer = http(server, method.upper(), path.format(**names), body, token)
        must(answer.status == status, method, path, "expected", status, "came", answer)
        response = resolve(spec, operation["responses"][str(status)])
        for kind, content in response.get("content", {}).items():
            must(answer.headers["content-type"].split(";")[0] == kind, method, path, answer.headers)
            if kind == "application/json":
                fits(spec, content["schema"], answer.json, f"{method} {path} {status}")
        if body is not None and status < 300:
            fits(spec, operation["requestBody"]["content"]["application/json"]["schema"], body, "request")
        seen.add((method, path))
        return answer
    for path in ("/health", "/live", "/ready", "/metrics", "/openapi.json", "/api/games", "/api/rules"):
        call("get", path, 200)
    t, rest = "/api/tables/{id}", {}
    answer = call("post", "/api/tables", 201, {"game": "null", "seats": ["me", "open", "random"], "open": True,
                                               "options": {"tosses": 1}, "name": "A", "nonce": "00"}).json
    rest["id"], token = answer["table"]["id"], answer["token"]
    call("post", "/api/tables", 400, {"game": "null"})
    call("get", "/api/tables", 200)
    call("get", t, 200, **rest)
    call("get", t, 404, id=NOWHERE)
    call("post", t + "/start", 401, {}, **rest)
    call("get", t + "/record", 409, **rest)
    call("get", t + "/review", 409, **rest)
    other = call("post", t + "/join", 200, {"name": "B", "seat": 1}, **rest).json["token"]
    call("post", t + "/join", 409, {}, **rest)
    call("post", t + "/link", 401, {}, **rest)
    link = call("post", t + "/link", 201, {}, token, **rest).json["link"]
    call("get", t + "/keys", 200, None, token, **rest)
    call("post", t + "/open", 400, {}, **rest)
    call("post", t + "/open", 200, {"link": link}, **rest)
    call("post", t + "/open", 403, {"link": link}, **rest)
    call("post", t + "/revoke", 200, {"others": True}, token, **rest)
    call("post", t + "/revoke", 409, {"id": 1}, token, **rest)
    call("post", t + "/start", 409, {}, token, **rest)
    call("post", t + "/remove", 409, {"seat": 1}, token, **rest)
    call("post", t + "/door", 200, {"approve": True}, token, **rest)
    call("post", t + "/push", 409, {"endpoint": "https://fcm.googleapis.com/x", "p256dh": "A", "auth": "A"}, token, **rest)
    call("post", t + "/quiet", 200, {}, token, **rest)
    call("post", t + "/hook", 409, {"url": "https://ntfy.sh/x", "shape": "ntfy"}, token, **rest)
    call("post", t + "/hook", 200, {"url": None}, token, **rest)
    call("post", "/api/mine", 200, {"seats": [{"table": rest["id"], "token": token}]})
    call("post", "/api/mine", 400, {})
    call("post", t + "/leave", 200, None, other, **rest)
    call("post", t + "/takeover", 202, {"seat": 1, "name": "C"}, **rest)
    call("post", t + "/admit", 403, {"seat": 1, "yes": True}, STRANGER, **rest)
    call("post", t + "/admit", 200, {"seat": 1, "yes": False}, token, **rest)
    call("post", t + "/leave", 403, None, STRANGER, **rest)
    call("post", t + "/takeover", 200, None, other, **rest)
    call("post", t + "/takeover", 409, {"seat": 0, "name": "C"}, **rest)
    play(seat_people(server, rest["id"], [token, other]))
    call("get", t + "/record", 200, **rest)
    call("post", t + "/rematch", 201, None, token, **rest)
    call("get", "/api/history", 200)
    call("post", "/api/practice", 201, {"table": rest["id"], "n": 1, "seat": 0, "name": "A", "bot": "random"})
    answer = call("post", "/api/tables", 201, {"game": "quacks", "seats": ["me", "open"]}).json
    call("post", t + "/start", 200, {"fill": "easy"}, answer["token"], id=answer["table"]["id"])
    answer = call("post", "/api/tables", 201, {"game": "null", "seats": ["me", "random"], "nonce_commitment": blake2b(
        b"charlatan nonce 1" + bytes(32), digest_size=32).hexdigest()}).json
    wait_until(lambda: table_of(server, answer["table"]["id"])["state"] == "revealing", what="a nonce is asked for")
    call("post", t + "/reveal", 409, {"nonce": "01" * 32}, answer["token"], id=answer["table"]["id"])
    call("post", t + "/reveal", 200, {"nonce": "00" * 32}, answer["token"], id=answer["table"]["id"])
    must(seen == {(m, p) for m, p, _ in rows_of_contract()}, "not called:", seen)


def test_example_bot(folder):
    """docs/examples/bot.py founds a table or joins one, and plays it to the end."""
    script = os.path.join(ROOT, "docs/examples/bot.py")
    with Server(folder) as server:
        url = f"http://127.0.0.1:{server.port}"
        founder = subprocess.Popen(["/usr/bin/python3", script, url, "null"], stdout=subprocess.PIPE, text=True)
        table = wait_until(lambda: ID.search(founder.stdout.readline()), what="the example founds a table")[0]
        guest = subprocess.run(["/usr/bin/python3", script, url, table], stdout=subprocess.PIPE, text=True,
                               timeout=wire.PATIENCE, check=False)
        out = founder.communicate(timeout=wire.PATIENCE)[0]
        must(founder.returncode == 0 and guest.returncode == 0, founder.returncode, guest.returncode, out, guest.stdout)
        must("won" in guest.stdout and "won" in out, out, guest.stdout)
        table_of(server, table, "over")


def test_example_bot_refuses(folder):
    """Wrong arguments, a server that says no and one that is not there: a sentence and a status, no traceback."""
    script = os.path.join(ROOT, "docs/examples/bot.py")

    def refused(status, words, *arguments):
        done = subprocess.run(["/usr/bin/python3", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=wire.PATIENCE, check=False)
        must(done.returncode == status and not done.stdout, arguments, done)
        must(words in done.stderr and "Traceback" not in done.stderr, arguments, done.stderr)
    for arguments in ((), ("http://127.0.0.1:9",), ("quacks", "easy")):
        refused(2, "Usage: bot.py URL GAME", *arguments)
    refused(1, "nothing answers at http://127.0.0.1:9", "http://127.0.0.1:9", "quacks")
    with Server(folder) as server:
        url = f"http://127.0.0.1:{server.port}"
        refused(1, "the server refused: game: ", url, "chess")
        refused(1, "the server refused: ", url, "a" * 16)
