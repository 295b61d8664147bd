"""Requests that need no table: health, metrics, games, rules, headers, methods, unknown paths."""

import gzip
import re
import socket

from players import play_game
from wire import (HOST, NOWHERE, STRANGER, Closed, Refused, Server, Socket, connect, fine, found, get, http, must, post, program,
                  read_answer, refused, request_bytes, strict, wait_until)


def test_health(folder):
    with Server(folder) as server:
        answer = fine(get(server, "/health"))
        must(set(answer) == {"ok", "version"} and answer["ok"] is True, answer)
        must(answer["version"] in program("--version").stdout, answer)


def check_metrics(text):
    """Prometheus text, line by line."""
    sample = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{([a-zA-Z_]\w*="([^"\\\n]|\\.)*",?)*\})? '
                        r'([-+]?(\d+\.?\d*([eE][-+]?\d+)?|Inf)|NaN)( \d+)?')
    typed, seen = {}, set()
    must(text.endswith("\n"), "the last line has no end")
    for line in text.split("\n")[:-1]:
        if line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            must(kind in ("counter", "gauge", "histogram", "summary", "untyped") and name not in typed, line)
            typed[name] = kind
        elif line and not line.startswith("#"):
            found_here = sample.fullmatch(line)
            must(found_here, "no sample:", line)
            key = line.rsplit(" ", 1)[0]
            must(key not in seen, "twice:", key)
            seen.add(key)
            base = re.sub(r"_(bucket|sum|count|total)$", "", found_here[1])
            must(found_here[1] in typed or base in typed, "no TYPE for", line)
    must(len(seen) >= 5, "hardly any metrics")
    return seen


def test_metrics(folder):
    with Server(folder) as server:
        play_game(server, "null", 2)
        answer = get(server, "/metrics")
        must(answer.status == 200 and answer.headers["content-type"].startswith("text/plain"), answer)
        check_metrics(answer.text)
        # With a messenger or without, and without a witness.
        for name in ("calls_total", "calls_lost_total"):
            must(f"charlatan_{name} 0\n" in answer.text, name, "is missing")


def test_long_paths(folder):
    """A path that is too long leads nowhere, not to the client's page."""
    with Server(folder) as server:
        for n in (150, 159, 160, 161, 1000, 3000):
            refused(get(server, "/" + "a" * n), 404, "not-found")


def answered(server, host):
    fine(get(server, "/health", headers={"Host": host}))
    Socket(server, headers={"Host": host}).leave()


def not_answered(server, host):
    """Neither to a program nor to a page by that name, which would count as the server's own."""
    for origin in ({"Host": host}, {"Host": host, "Origin": f"http://{host}"}):
        answer = get(server, "/health", headers=origin)
        refused(answer, 403, "wrong-origin")
        must(answer.json["error"]["reason"] == "wrong-host" and "--host" in answer.text, host, answer)
        refused(post(server, "/api/tables", {"game": "null", "seats": ["me", "open"]}, headers=origin), 403, "wrong-origin")
        try:
            Socket(server, headers=origin)
            must(False, "a socket for", host)
        except (Refused, Closed, ConnectionError):
            pass


class Everywhere(Server):
    """Listens on all addresses."""

    def command(self):
        return ["0.0.0.0" if word == HOST else word for word in super().command()]


def test_hosts(folder):
    """A server answers to addresses, to names of its machine and to those it was given, so that no page elsewhere can
    make its name ours; on all addresses as on 127.0.0.1, and behind a proxy."""
    machine = socket.gethostname().split(".")[0]
    for kind, extra in ((Server, []), (Everywhere, []), (Server, ["--behind-proxy"])):
        with kind(folder, extra=["--host", "games.lan", *extra]) as server:
            must(("0.0.0.0" in server.command()) == (kind is Everywhere), "another address:", server.command())
            for host in (f"{HOST}:{server.port}", f"localhost:{server.port}", "LOCALHOST", "[::1]:80", "127.1.2.3",
                         "games.lan:7", "10.0.0.1", "[fe80::1]:80", machine, machine + ".local:80", machine + ".fritz.box"):
                answered(server, host)
            for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example",
                         "127.0.0.1.evil.example", "xlocalhost", machine + ".evil.example", "x.games.lan"):
                not_answered(server, host)
            must(get(server, "/live").status == 200, "it ended")


def test_hosts_are_told(folder):
    """An operator behind a proxy learns at once what is missing, and a name with a port is no name."""
    with Server(folder, extra=["--behind-proxy"]) as server:
        wait_until(lambda: "--host games.example.org" in server.text(), what="the warning")
    for host in ("games.lan:8080", "http://games.lan", "[::1]", "*", "", "a b"):
        done = program("serve", "--port", "0", "--db", "memory", "--host", host)
        must(done.returncode == 2 and "without a port" in done.stderr, host, done.returncode, done.stderr)


def test_games(folder):
    with Server(folder) as server:
        games = fine(get(server, "/api/games"))["games"]
        must({g["name"] for g in games} == {"arcane", "quacks", "null"}, games)
        for game in games:
            must(set(game) >= {"name", "min_players", "max_players", "bots"}, sorted(game))
            must(2 <= game["min_players"] <= game["max_players"] <= 6, game)
            for bot in game["bots"]:
                must(set(bot) >= {"name", "title", "blurb"}, bot)
            names = [b["name"] for b in game["bots"]]
            must("random" in names and (game["name"] == "null" or "medium" in names), names)


def test_rules(folder):
    with Server(folder) as server:
        must(fine(get(server, "/api/rules")) == strict(program("rules", "--json").stdout), "other rules than the program's")


def kept(server, path, kind, cache="no-cache"):
    """Static content: compressed and not, requested again, always with the same tag."""
    plain, packed = get(server, path), get(server, path, headers={"Accept-Encoding": "br, gzip;q=0.5, *;q=0"})
    must(plain.status == packed.status == 200 and plain.body, path, plain, packed)
    must("content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip", path, packed.headers)
    must(gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body), path, "packed is another one")
    for answer in (plain, packed):
        must(answer.headers["content-type"] == kind and answer.headers["cache-control"] == cache, path, answer.headers)
        must(answer.headers["vary"] == "accept-encoding", path, answer.headers)
        must(re.fullmatch(r'W/"[0-9a-f]{16}"', answer.headers["etag"]), path, answer.headers)
    tag = plain.headers["etag"]
    must(packed.headers["etag"] == tag, path, "two tags")
    refusing = get(server, path, headers={"Accept-Encoding": "gzip;q=0, gzippy, identity"})
    must("content-encoding" not in refusing.headers and refusing.body == plain.body, path, refusing.headers)
    for known in (tag, f'"x", {tag}'):
        again = get(server, path, headers={"If-None-Match": known, "Accept-Encoding": "gzip"})
        must(again.status == 304 and again.headers["etag"] == tag and not again.body, path, again, again.headers)
    must(get(server, path, headers={"If-None-Match": '"x"'}).status == 200, path, "another tag")
    return plain, tag


def test_kept(folder):
    with Server(folder) as server:
        page = kept(server, "/", "text/html; charset=utf-8")[0].text
        for path in ("/api/rules", "/api/games", "/openapi.json"):
            _, tag = kept(server, path, "application/json")
        if "without its client" not in page:   # as tools/web.sh makes it
            kept(server, "/icon.svg", "image/svg+xml")
            scripts = re.findall(r'src="\.?(/assets/[^"]+\.js)"', page)
            must(scripts, "no script in", page)
            for path in scripts:
                kept(server, path, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable")
        with connect(server) as s:     # a connection lives on after an answer without a body
            for want in (304, 200, 304):
                known = {"If-None-Match": tag} if want == 304 else {}
                s.sendall(request_bytes(server, "GET", "/openapi.json", headers=known, close=False))
                answer, rest = read_answer(s)
                must(answer.status == want and not rest, "expected", want, "came", answer, rest)
        must(get(server, "/health").headers["cache-control"] == "no-store", "health is kept")


def test_safety(folder):
    """The safety headers of every answer."""
    with Server(folder) as server:
        for path in ("/", "/health", "/api/rules", "/nowhere"):
            said = get(server, path).headers
            policy = dict(part.strip().split(" ", 1) for part in said["content-security-policy"].split(";"))
            must(policy == {"default-src": "'self'", "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'",
                            "connect-src": "'self'", "style-src": "'self' 'unsafe-inline'",
                            "img-src": "'self' data: blob:", "object-src": "'none'", "frame-ancestors": "'none'",
                            "base-uri": "'none'", "form-action": "'self'"}, path, policy)
            must(said["x-content-type-options"] == "nosniff" and said["referrer-policy"] == "no-referrer", path, said)


def test_unknown_places(folder):
    with Server(folder) as server:
        for path in ("/api", "/api/", "/api/nothing", "/api/tables/x", f"/api/tables/{NOWHERE}", "/api/tables/" + "a" * 17,
                     f"/api/tables/{NOWHERE}/record", f"/api/tables/{NOWHERE}/nothing", "/healthy", "/api/tables//join"):
            refused(get(server, path), 404, "not-found")
        for verb in ("join", "start", "leave", "takeover", "rematch"):
            refused(post(server, f"/api/tables/{NOWHERE}/{verb}", {}, STRANGER), 404, "not-found")
        table, token = found(server, "null", ["me", "open"])
        refused(post(server, f"/api/tables/{table}/dance", {}, token), 404, "not-found")
        refused(get(server, f"/api/tables/{table.upper()}"), 404, "not-found")


def test_methods(folder):
    with Server(folder) as server:
        table, token = found(server, "null", ["me", "open"])
        for method, path in (("POST", "/health"), ("DELETE", f"/api/tables/{table}"), ("PUT", "/api/tables"),
                             ("GET", f"/api/tables/{table}/join"), ("POST", "/api/games"), ("PATCH", "/api/history"),
                             ("GET", "/api/practice"), ("POST", f"/api/tables/{table}/record")):
            refused(http(server, method, path, {} if method != "GET" else None, token), 405, "bad-method")
        for path in ("/", "/health", "/api/games", f"/api/tables/{table}", "/nothing", f"/api/tables/{table}/join"):
            whole, head = get(server, path), http(server, "HEAD", path)
            must(head.status == whole.status, path, head)
            must(head.headers["content-length"] == str(len(whole.body)), path, head)


def test_keep_alive(folder):
    """Several requests on one connection, one after another."""
    with Server(folder) as server, connect(server) as s:
        rest = b""
        for _ in range(3):
            s.sendall(request_bytes(server, "GET", "/health", close=False))
            answer, rest = read_answer(s, rest)
            must(fine(answer)["ok"] and not rest, answer, rest)
            s.sendall(request_bytes(server, "HEAD", "/health", close=False))
            answer, rest = read_answer(s, rest, head=True)
            must(answer.status == 200 and not rest, answer, rest)
            body = {"game": "null", "seats": ["me", "open"]}
            s.sendall(request_bytes(server, "POST", "/api/tables", body, close=False))
            answer, rest = read_answer(s, rest)
            fine(answer, 201)
