#!/usr/bin/env python3
"""The headers that keep pages of others away, on every answer to a request that could be read, with TLS and without; and
`Host`, which says whose page it is. A head that cannot be read, and a handshake that is refused, get a status and nothing
that a page could use.

headers.py [--charlatan build/release/charlatan] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import os
import ssl
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from doors import SecureServer, certificate
from wire import (HOST, NOWHERE, STRANGER, Server, connect, get, handshake, http, must, post, read_answer, read_until,
                  request_bytes)

PAGE = {"Origin": "https://play.example"}
YEAR = "max-age=31536000"
# One of each kind of answer: the client's page, what belongs to it, the API, and what is refused, each for another reason.
ASKED = (("GET", "/", None, {}, 200), ("GET", "/index.html", None, {}, None), ("GET", "/icon.svg", None, {}, None),
         ("GET", "/openapi.json", None, {}, 200), ("GET", "/api/rules", None, {"Accept-Encoding": "gzip"}, 200),
         ("GET", "/api/games", None, {}, 200), ("HEAD", "/api/games", None, {}, 200), ("GET", "/health", None, {}, 200),
         ("GET", "/live", None, {}, 200), ("GET", "/ready", None, {}, 200), ("GET", "/metrics", None, {}, 200),
         ("POST", "/api/tables", {"game": "null", "seats": ["me", "open"]}, {}, 201),
         ("POST", "/api/tables", {"game": "chess"}, {}, 400), ("GET", f"/api/tables/{NOWHERE}", None, {}, 404),
         ("GET", "/nowhere", None, {}, 404), ("DELETE", "/health", None, {}, 405),
         ("POST", f"/api/tables/{NOWHERE}/join", {}, {"Authorization": "Bearer " + STRANGER}, 404),
         ("POST", "/api/tables", b"x" * 70000, {}, 413), ("GET", "/health", None, {"Host": "evil.example"}, 403),
         ("GET", "/health", None, {"Origin": "https://evil.example"}, None),
         ("POST", "/api/tables", {"game": "null"}, {"Origin": "https://evil.example"}, 403))


def opened(server):
    """A connection, by TLS if the server has a certificate."""
    s = connect(server)
    if not isinstance(server, SecureServer):
        return s
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(s)


def ask(server, method, path, body=None, headers=None):
    with opened(server) as s:
        s.sendall(request_bytes(server, method, path, body, headers=headers))
        return read_answer(s, head=method == "HEAD")[0]


def answers(server, more=None):
    """Everything that is asked, with what came."""
    for method, path, body, headers, status in ASKED:
        answer = ask(server, method, path, body, {**headers, **(more or {})})
        must(status in (None, answer.status) or more, method, path, "expected", status, "came", answer)
        yield f"{method} {path} {headers}", answer


def secured(folder, **more):
    key, cert = certificate(folder)
    return SecureServer(folder, extra=["--tls-cert", cert, "--tls-key", key, *more.pop("extra", [])], **more)


def held(what):
    """Whose pages may load it. All may see that there is a server: how else would a page say that it is not let in?"""
    return "cross-origin" if what.startswith(("GET /health", "GET /live", "GET /ready")) else "same-origin"


def test_windows_and_resources(folder):
    """No page elsewhere holds a window of ours, or has an answer as a picture or a script of its own."""
    for server in (Server(folder), secured(folder)):
        with server:
            for what, answer in answers(server):
                must(answer.headers.get("cross-origin-opener-policy") == "same-origin", what, answer.headers)
                must(answer.headers.get("cross-origin-resource-policy") == held(what), what, answer.headers)
                must(answer.headers.get("x-content-type-options") == "nosniff", what, answer.headers)
                must("frame-ancestors 'none'" in answer.headers.get("content-security-policy", ""), what, answer.headers)


def test_resources_of_named_origins(folder):
    """A page that --origin names may have every answer that it may read; other pages, and requests that do not say whose
    they are, have none."""
    for server in (Server(folder, extra=["--origin", PAGE["Origin"]]), secured(folder, extra=["--origin", PAGE["Origin"]])):
        with server:
            for what, answer in answers(server, PAGE):
                if "evil.example" in what:
                    continue
                must(answer.headers.get("access-control-allow-origin") == PAGE["Origin"], what, answer.headers)
                must(answer.headers.get("cross-origin-resource-policy") == "cross-origin", what, answer.headers)
                must(answer.headers.get("cross-origin-opener-policy") == "same-origin", what, answer.headers)
            for what, answer in answers(server):
                must("access-control-allow-origin" not in answer.headers, what, answer.headers)
                must(answer.headers.get("cross-origin-resource-policy") == held(what), what, answer.headers)
                must("origin" in answer.headers.get("vary", ""), what, answer.headers)


def test_only_https(folder):
    """A server that speaks TLS itself says so for a year, for its own name only; one that does not says nothing, because
    a browser must not believe it, and a proxy in front says it for itself."""
    with secured(folder) as server:
        for what, answer in answers(server):
            must(answer.headers.get("strict-transport-security") == YEAR, what, answer.headers)
    for extra in ([], ["--behind-proxy", "--host", "games.example.org"]):
        with Server(folder, extra=extra) as server:
            for what, answer in answers(server, {"X-Forwarded-Proto": "https"} if extra else None):
                must("strict-transport-security" not in answer.headers, what, answer.headers)


def test_each_header_once(folder):
    """A header that comes twice is read as none by some browsers."""
    with secured(folder, extra=["--origin", PAGE["Origin"]]) as server, opened(server) as s:
        s.sendall(request_bytes(server, "GET", "/", headers=PAGE))
        names = [line.split(b":")[0].lower() for line in read_until(s, b"", b"\r\n\r\n").split(b"\r\n\r\n")[0].split(b"\r\n")[1:]]
        for name in (b"strict-transport-security", b"cross-origin-opener-policy", b"cross-origin-resource-policy",
                     b"content-security-policy", b"x-content-type-options", b"vary"):
            must(names.count(name) == 1, name, "comes", names.count(name), "times")


# ---- Host -------------------------------------------------------------------------------------

def status_of(server, *lines):
    """The status of an answer to these lines; 0 if the connection is closed without one."""
    with connect(server) as s:
        s.sendall("".join(line + "\r\n" for line in lines).encode() + b"\r\n")
        try:
            return read_answer(s)[0].status
        except ConnectionError:
            return 0


def test_host_is_needed(folder):
    """HTTP/1.1 says a host, exactly one; programs that speak HTTP/1.0 need not."""
    with Server(folder) as server:
        mine = f"Host: {HOST}:{server.port}"
        must(status_of(server, "GET /health HTTP/1.1", mine, "Connection: close") == 200, "an honest request")
        must(status_of(server, "GET /health HTTP/1.0") == 200, "HTTP/1.0")
        for lines in ((), ("Host:",), ("Host: ",), (mine, mine), (mine, "Host: evil.example"), ("Host: evil.example", mine),
                      ("X-Host: a",)):
            must(status_of(server, "GET /health HTTP/1.1", *lines, "Connection: close") == 400, lines)
        must("charlatan_heads_refused_total 7\n" in get(server, "/metrics").text, "heads that were refused are not counted")


def test_long_hosts(folder):
    """A name with its port can be longer than 255 bytes. It is refused like any other that is not ours, not taken for
    none."""
    with Server(folder, extra=["--origin", "https://play.example"]) as server:
        def is_refused(answer):
            must(answer.status == 403 and answer.json["error"]["reason"] == "wrong-host", n, answer)

        for n in (230, 243, 244, 250, 254, 255, 256, 300, 1000):
            host = ("e" * 60 + ".") * (n // 61) + "e" * (n % 61) + ".evil.example:8080"
            for headers in ({"Host": host}, {"Host": host, "Origin": f"http://{host}"}):
                is_refused(get(server, "/health", headers=headers))
                is_refused(post(server, "/api/tables", {"game": "null", "seats": ["me", "open"]}, headers=headers))
            data, _ = handshake(server, headers={"Host": host})
            with connect(server) as s:
                s.sendall(data)
                must(read_answer(s)[0].status == 403, "a socket for a name of", n)


def test_no_tunnel(folder):
    """No protocol but that of the socket is agreed to: inside a tunnel a proxy could not say who somebody is."""
    with Server(folder, extra=["--behind-proxy", "--host", "games.example.org"]) as server:
        for path, status in (("/", 200), ("/ws", 404), ("/health", 200)):
            for kind in ("h2c", "h2", "TLS/1.0", "x", "h2c, websocket"):
                answer = http(server, "GET", path, headers={
                    "Upgrade": kind, "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA"})
                # A handshake without a version, in whatever company, is one that is refused.
                wanted = 426 if path == "/ws" and "websocket" in kind else status
                must(answer.status == wanted, path, kind, answer)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
