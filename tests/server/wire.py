"""Shared by the tests of the server: a server to start and stop, HTTP and WebSocket byte by byte, and what is
founded there. players.py has people for the tables.

Only the standard library is used, because attacks need exact bytes.
"""

import base64
import glob
import hashlib
import json
import os
import random
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import harness
from harness import ROOT, must

HOST = "127.0.0.1"
PATIENCE = 30           # seconds anything may take before it counts as hanging
SANITIZER = re.compile(r"AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|SUMMARY: |MUST|Assertion")
ID = re.compile(r"[a-z2-7]{16}")
TOKEN = re.compile(r"[0-9a-f]{32}")
NOWHERE = "a" * 16          # the id of no table
STRANGER = "0" * 32         # the token of nobody


def short(game):
    """Options that make a game short."""
    return {"arcane": {"turn_cap": 4, "edition": "hundred", "rounds": 1}, "quacks": {}, "null": {"tosses": 3}}[game]


def program(*arguments, text=None):
    """Runs the program under test to its end."""
    return subprocess.run([harness.program(), *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=PATIENCE * 4, check=False, text=True)


def verify(record, folder, *words):
    """`charlatan verify` on the text of a record."""
    path = os.path.join(folder, "verify.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record)
    done = program("verify", path)
    must(done.returncode == 0, "verify says:", done.stdout, done.stderr)
    for word in words:
        must(word in done.stdout, repr(word), "is not in", done.stdout)


def strict(text):
    """Parses strict JSON: no duplicate keys, no NaN."""
    def pairs(items):
        must(len(dict(items)) == len(items), "a key twice in", text[:500])
        return dict(items)

    def constant(name):
        raise AssertionError(f"{name} in {text[:500]}")
    return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)


def wait_until(true, seconds=PATIENCE, what="", every=0.02):
    """Calls true() until it gives a true value, and returns that."""
    end = time.monotonic() + seconds
    while not (value := true()):
        must(time.monotonic() < end, "not within", seconds, "seconds:", what)
        time.sleep(every)
    return value


# ---- a server ---------------------------------------------------------------------------------

def free_port():
    """A port below the range of outgoing connections, so that it is still free after a restart."""
    for _ in range(200):
        port = random.SystemRandom().randrange(16000, 32000)
        with socket.socket() as s:
            try:
                s.bind((HOST, port))
                return port
            except OSError:
                pass
    raise AssertionError("no free port")


class Server:
    """A running `charlatan serve`. Its log is kept and checked when it stops."""

    def __init__(self, folder, db="memory", limits=False, extra=(), port=None):
        self.folder, self.db, self.limits, self.extra = folder, db, limits, list(extra)
        self.port = port or free_port()
        self.address = (HOST, self.port)
        self.log = os.path.join(folder, f"server-{self.port}.log")
        self.process = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.stop()
        else:
            self.show_log()
            self.kill()

    def command(self):
        off = [] if self.limits else ["--limits", "off"]
        return [harness.program(), "serve", "--port", str(self.port), "--bind", HOST, "--db", self.db, *off, *self.extra]

    def start(self, wait=True):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        if wait:
            wait_until(self.ready, what="the server answers " + self.tail(), every=0.01)

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended with status {self.process.returncode}: {self.tail()}")
        try:
            return http(self, "GET", "/health").status == 200
        except OSError:
            return False

    def alive(self):
        must(self.process.poll() is None, "the server ended with status", self.process.returncode, self.tail())
        self.check_log()

    def stop(self, expected=0):
        """Sends SIGTERM; the server must end with this status."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the server does not stop: " + self.tail()) from None
        self.process = None
        self.check_log()
        must(status == expected, "the server stopped with status", status, self.tail())

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def text(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def tail(self):
        return self.text()[-3000:]

    def show_log(self):
        status = self.process and self.process.poll()
        print(f"---- the end of the server's log (status {status})\n{self.tail()}\n----", file=sys.stderr)

    def check_log(self):
        found = SANITIZER.search(self.text())
        must(not found, "in the log:", self.text()[max(0, found.start() - 200):][:4000] if found else "")

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return 1024 * int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


class Witness(Server):
    """A running `charlatan witness`. `offer` are the options of a server that uses it."""

    def __init__(self, folder, port=None):
        super().__init__(folder, db=os.path.join(folder, "witness.db"), port=port)
        self.key = strict(get(self, "/witness").text)["key"]
        self.offer = ["--witness", f"http://{HOST}:{self.port}", "--witness-key", self.key]

    def command(self):
        return [harness.program(), "witness", "--port", str(self.port), "--db", self.db]


class Postgres:
    """A PostgreSQL of our own, started and stopped by tests/store/postgres.sh: in a socket, or with `tcp` also on a
    port, by TLS. `of` makes it a streaming replica of another one."""

    SCRIPT = os.path.join(ROOT, "tests/store/postgres.sh")

    def __init__(self, tcp=False, of=None):
        must(shutil.which("initdb") or glob.glob("/usr/lib/postgresql/*/bin/initdb"), "PostgreSQL is not installed")
        self.folder = tempfile.mkdtemp(prefix="charlatan-pg-")
        os.chmod(self.folder, 0o755)    # it runs as another user
        self.port = free_port() if tcp or of else None
        self.began = [str(os.getpid()), *([str(self.port)] if self.port else [])]
        self.url = self.verb("replica", *self.began, of.folder) if of else self.verb("start", *self.began)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.verb("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def verb(self, verb, *more):
        """Runs start, stop, crash or promote; returns the last line it prints."""
        if verb == "start" and not more:
            more = self.began
        done = subprocess.run([self.SCRIPT, verb, self.folder, *more], stdout=subprocess.PIPE, check=True, text=True)
        return done.stdout.strip().split("\n")[-1]

    def secure(self, **more):
        """Its address by TLS, with the certificate checked."""
        options = {"sslmode": "verify-full", "sslrootcert": os.path.join(self.folder, "ca.pem"), **more}
        return self.url + "".join(f"&{name}={value}" for name, value in options.items())

    def ask(self, text):
        """Runs a statement as an operator would; what psql prints."""
        where = f"host={self.folder} port={self.port or 5432} user=charlatan dbname=postgres"
        return subprocess.run(["psql", "-qAtX", where, "-c", text], stdout=subprocess.PIPE, check=True, text=True,
                              timeout=PATIENCE).stdout.strip()

    def set(self, **settings):
        """Changes settings of a running server."""
        for name, value in settings.items():
            self.ask(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask("SELECT pg_reload_conf()")


class Proxy:
    """tests/server/proxy.py in front of a database."""

    def __init__(self, target):
        self.process = subprocess.Popen([sys.executable, os.path.join(ROOT, "tests/server/proxy.py"), target], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def tell(self, **order):
        self.process.stdin.write(json.dumps(order) + "\n")
        return json.loads(self.process.stdout.readline())

    def rule(self, when, has, do, **more):
        return self.tell(rule={"when": when, "has": has, "do": do, **more})


# ---- HTTP -------------------------------------------------------------------------------------

class RoundRobin:
    """A proxy in front of several servers: each connection goes to the next of them."""

    def __init__(self, servers):
        self.servers, self.turn = servers, 0
        self.listener = socket.create_server((HOST, 0), backlog=64)
        self.address = self.listener.getsockname()
        self.port = self.address[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def serve(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            server = self.servers[self.turn % len(self.servers)]
            self.turn += 1
            threading.Thread(target=self.pass_on, args=(near, server), daemon=True).start()

    def pass_on(self, near, server):
        with near, socket.create_connection(server.address) as far:
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                for end in select.select([near, far], [], [])[0]:
                    try:
                        chunk = end.recv(1 << 16)
                        (far if end is near else near).sendall(chunk)
                    except OSError:
                        return
                    if not chunk:
                        return


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        must(self.headers.get("content-type", "").startswith("application/json"), "no JSON:", self.headers)
        return strict(self.text)

    @property
    def code(self):
        """The code of a refusal; its form is checked."""
        error = self.json["error"]
        must(set(self.json) == {"error"} and {"code", "message", "reason"} <= set(error)
             and set(error) <= {"code", "message", "rule", "reason", "values"}, "shape of", error)
        must(isinstance(error["message"], str) and len(error["message"]) > 5, "no sentence in", error)
        return error["code"]

    def __repr__(self):
        return f"<{self.status} {self.body[:600]!r}>"


def connect(server, source=None, timeout=PATIENCE):
    s = socket.create_connection(server.address, timeout=timeout, source_address=(source, 0) if source else None)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s


def read_until(s, data, mark):
    while mark not in data:
        more = s.recv(65536)
        if not more:
            raise ConnectionResetError(f"closed after {data[:200]!r}")
        data += more
    return data


def read_exactly(s, data, n):
    while len(data) < n:
        more = s.recv(65536)
        if not more:
            raise ConnectionResetError(f"closed {n - len(data)} bytes too early")
        data += more
    return data


def read_chunks(s, data):
    body = b""
    while True:
        data = read_until(s, data, b"\r\n")
        size, data = data.split(b"\r\n", 1)
        n = int(size, 16)
        data = read_exactly(s, data, n + 2)
        body, data = body + data[:n], data[n + 2:]
        if not n:
            return body, data


def read_answer(s, data=b"", head=False):
    """Reads one answer from a connection; returns it and the bytes after it."""
    data = read_until(s, data, b"\r\n\r\n")
    top, data = data.split(b"\r\n\r\n", 1)
    lines = top.decode("latin-1").split("\r\n")
    must(re.fullmatch(r"HTTP/1\.[01] \d{3}( .*)?", lines[0]), "no status line:", lines[0])
    headers = {}
    for line in lines[1:]:
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    status = int(lines[0].split()[1])
    if head or status in (204, 304):
        body = b""
    elif "chunked" in headers.get("transfer-encoding", ""):
        body, data = read_chunks(s, data)
    elif "content-length" in headers:
        n = int(headers["content-length"])
        data = read_exactly(s, data, n)
        body, data = data[:n], data[n:]
    else:
        body, data = data, b""
        while more := s.recv(65536):
            body += more
    return Answer(status, headers, body), data


def request_bytes(server, method, path, body=None, token=None, headers=None, close=True):
    lines = {"Host": f"{HOST}:{server.port}"}
    if close:
        lines["Connection"] = "close"
    if body is not None:
        if not isinstance(body, (bytes, bytearray)):
            body = json.dumps(body).encode()
        lines["Content-Type"] = "application/json"
        lines["Content-Length"] = str(len(body))
    elif method not in ("GET", "HEAD"):
        lines["Content-Length"] = "0"
    if token is not None:
        lines["Authorization"] = "Bearer " + token
    lines.update(headers or {})
    top = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None)
    return top.encode("latin-1") + b"\r\n" + (body or b"")


def http(server, method, path, body=None, token=None, headers=None, source=None):
    with connect(server, source) as s:
        try:
            s.sendall(request_bytes(server, method, path, body, token, headers))
        except (BrokenPipeError, ConnectionResetError):
            pass    # refused before all was sent: the answer can be read
        return read_answer(s, head=method == "HEAD")[0]


def get(server, path, token=None, **more):
    return http(server, "GET", path, token=token, **more)


def post(server, path, body=None, token=None, **more):
    return http(server, "POST", path, body=body, token=token, **more)


def fine(answer, status=200):
    must(answer.status == status, "expected", status, "came", answer)
    return answer.json


def refused(answer, status, *codes):
    must(answer.status == status and answer.code in codes, "expected", status, codes, "came", answer)
    return answer


# ---- tables -----------------------------------------------------------------------------------

TABLE = {"id", "game", "players", "options", "open", "wait", "help", "state", "created", "n", "clock", "seats", "asked",
         "commitment", "nonce_commitments", "nonces", "reveal_until", "result", "winners", "rematch", "practice",
         "undo_luck"}
# What a table has in lists, and on a socket.
LISTED, WATCHED = {"n", "asked"}, {"left", "plea", "seed", "salt", "hook"}
HOSTED = {"host", "locked", "approve"}
WITNESS = {"key", "commitment", "asker", "signature", "waits", "sealed"}


def whole(x, least=0):
    return isinstance(x, int) and not isinstance(x, bool) and x >= least


def check_seat(seat):
    must(set(seat) - {"knock"} == {"kind", "name", "bot", "away"}, "shape of", seat)
    must("knock" not in seat or seat["away"] == "left", "somebody waits for", seat)
    must(seat["kind"] in ("human", "bot", "empty"), "kind of", seat)
    must(seat["away"] in (None, "clock", "left"), "away of", seat)
    plays = seat["kind"] == "bot" or seat["away"] is not None
    must((seat["bot"] is not None) == plays, "bot of", seat)


def check_host(table):
    must(set(table) & HOSTED in (set(), HOSTED), "host of", table)
    if table.get("host") is not None:
        must(table["seats"][table["host"]]["kind"] == "human" or table["state"] in ("waiting", "closed"), "host of", table)
        must({table["locked"], table["approve"]} <= {True, False}, "door of", table)


AGE = {"most": 3600}    # how old a table may be, in seconds; stored ones of older versions are older


def check_table(table, state=None):
    must(set(table) - {"witness", "hook"} - HOSTED == TABLE, "members:", sorted(set(table) ^ TABLE))
    must((table["asked"] is not None) == (table["state"] == "running"), "asked of", table)
    must(table["asked"] != [] and set(table["asked"] or ()) <= set(range(table["players"])), "asked of", table)
    must(whole(table["n"]), "n of", table)
    return check_common(table, state)


def check_watched(table):
    """The table of a snapshot, or what changes have made of it."""
    must(set(table) - {"witness"} == TABLE - LISTED | WATCHED | HOSTED, "members:", sorted(table))
    must((table["seed"] is not None) == (table["salt"] is not None) == (table["state"] == "over"), "luck of", table)
    must(table["plea"] is None or set(table["plea"]) == {"seat", "to", "asked", "until", "granted"}, "plea of", table)
    return check_common(table, None)


def check_common(table, state):
    check_host(table)
    must(set(table.get("witness", WITNESS)) == WITNESS, "witness of", table)
    must(ID.fullmatch(table["id"]), "id of", table)
    must(table["state"] in ("waiting", "revealing", "running", "over", "closed"), "state of", table)
    must(state is None or table["state"] == state, "expected", state, "is", table["state"])
    must(table["players"] == len(table["seats"]) and whole(table["created"], 10 ** 12), table)
    must(-3600 < time.time() - table["created"] / 1000 < AGE["most"], "created", table["created"])
    must(re.fullmatch(r"[0-9a-f]{64}", table["commitment"]), "commitment of", table)
    for seat in table["seats"]:
        check_seat(seat)
    must(isinstance(table["help"], bool), "help of", table)
    must(table["undo_luck"] is True or table["undo_luck"] is False and table["practice"] is None, "undo_luck of", table)
    fixed = table["state"] in ("revealing", "running", "over")
    must((table["reveal_until"] is not None) == (table["state"] == "revealing"), "reveal_until of", table)
    for commitment in table["nonce_commitments"] or ():
        must(commitment is None or re.fullmatch(r"[0-9a-f]{64}", commitment), "nonce_commitments of", table)
    must((table["nonces"] is not None) == fixed or table["state"] == "closed", "nonces of", table)
    must((table["result"] is not None) == (table["state"] == "over"), "result of", table)
    must((table["winners"] is not None) == (table["state"] == "over"), "winners of", table)
    return table


def found(server, game, seats, status=201, **members):
    """Founds a table; returns its id, and the founder's seat and token."""
    answer = fine(post(server, "/api/tables", {"game": game, "seats": seats, **members}), status)
    must(set(answer) == {"table", "seat", "token"}, "shape of", answer)
    check_table(answer["table"])
    must((answer["token"] is None) == ("me" not in seats), "token of", answer)
    must(answer["token"] is None or TOKEN.fullmatch(answer["token"]), "token of", answer)
    must(answer["seat"] == (seats.index("me") if "me" in seats else None), "seat of", answer)
    return answer["table"]["id"], answer["token"]


def join(server, table, **members):
    answer = fine(post(server, f"/api/tables/{table}/join", members))
    must(set(answer) == {"table", "seat", "token"} and TOKEN.fullmatch(answer["token"]), "shape of", answer)
    check_table(answer["table"])
    return answer["seat"], answer["token"]


def table_of(server, table, state=None):
    answer = fine(get(server, f"/api/tables/{table}"))
    must(set(answer) == {"table"}, "shape of", answer)
    return check_table(answer["table"], state)


def gather(server, game, people, bots=(), **members):
    """Starts a table of people; returns it and the tokens by seat (None: a bot)."""
    seats = ["me"] + ["open"] * (people - 1) + list(bots)
    table, token = found(server, game, seats, **members)
    tokens = {0: token}
    for i in range(1, people):
        seat, tokens[seat] = join(server, table, name=f"P{i}")[0:2]
    return table, [tokens.get(seat) for seat in range(len(seats))]


# ---- WebSocket --------------------------------------------------------------------------------

TEXT, BINARY, CLOSE, PING, PONG, CONTINUE = 1, 2, 8, 9, 10, 0


class Closed(Exception):
    """The other side has closed; `code` is that of the close frame, None if there was none."""

    def __init__(self, code=None, reason=b""):
        super().__init__(f"closed, code {code}, {reason!r}")
        self.code, self.reason = code, reason


def frame(opcode, payload=b"", fin=True, mask=True, rsv=0, length=None):
    """Makes a frame; `length` overrides the length in its head, to test wrong lengths."""
    n = len(payload) if length is None else length
    top = bytes([fin << 7 | rsv << 4 | opcode])
    bit = 0x80 if mask else 0
    if n < 126:
        top += bytes([bit | n])
    elif n < 65536:
        top += bytes([bit | 126]) + struct.pack(">H", n)
    else:
        top += bytes([bit | 127]) + struct.pack(">Q", n)
    if not mask:
        return top + payload
    key = random.randbytes(4)
    wide = (key * (len(payload) // 4 + 1))[:len(payload)]
    return top + key + (int.from_bytes(payload, "big") ^ int.from_bytes(wide, "big")).to_bytes(len(payload), "big")


def handshake(server, path="/ws", protocol="charlatan", headers=None):
    key = base64.b64encode(random.randbytes(16)).decode()
    lines = {"Host": f"{HOST}:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
             "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": protocol}
    lines.update(headers or {})
    text = "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None)
    return f"GET {path} HTTP/1.1\r\n{text}\r\n".encode(), key


class Socket:
    """One WebSocket. `receive` waits for a message; messages that have come are in `inbox`."""

    def __init__(self, server, source=None, path="/ws", protocol="charlatan", headers=None, small=None):
        self.socket = connect(server, source) if small is None else self.narrow(server, small)
        self.buffer, self.parts, self.sent_close = b"", [], False
        self.inbox, self.closed = [], None
        self.pings, self.pongs, self.bytes = 0, [], 0
        data, key = handshake(server, path, protocol, headers)
        self.socket.sendall(data)
        self.answer = self.read_handshake(key, protocol)

    @staticmethod
    def narrow(server, size):
        """A socket with a small buffer, so that a slow reader blocks sooner."""
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
        s.settimeout(PATIENCE)
        s.connect(server.address)
        return s

    def read_handshake(self, key, protocol):
        data = read_until(self.socket, b"", b"\r\n\r\n")
        top, rest = data.split(b"\r\n\r\n", 1)
        if not top.startswith(b"HTTP/1.1 101"):
            answer, _ = read_answer(self.socket, data)
            self.socket.close()
            raise Refused(answer)
        self.buffer = rest
        seal = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        must(seal in top, "the handshake's seal is wrong:", top)
        must(protocol is None or protocol.encode() in top, "no subprotocol:", top)
        return top

    def fileno(self):
        return self.socket.fileno()

    def raw(self, data):
        self.socket.sendall(data)

    def send(self, message):
        self.raw(frame(TEXT, (message if isinstance(message, str) else json.dumps(message)).encode()))

    def fill(self):
        """Reads what has come into the inbox; `closed` is set when the socket was closed."""
        try:
            data = self.socket.recv(1 << 18)
        except (ConnectionResetError, BrokenPipeError):
            data = b""
        if not data:
            self.closed = self.closed or Closed()
            return
        self.bytes += len(data)
        self.buffer += data
        self.split()

    def split(self):
        at, buffer = 0, self.buffer
        while len(buffer) - at >= 2:
            first, second = buffer[at], buffer[at + 1]
            must(not second & 0x80 and not first & 0x70, "a masked or odd frame:", buffer[at:at + 20])
            n, top = second & 0x7f, 2
            if n == 126:
                n, top = int.from_bytes(buffer[at + 2:at + 4], "big"), 4
            elif n == 127:
                n, top = int.from_bytes(buffer[at + 2:at + 10], "big"), 10
            if len(buffer) - at < top + n:
                break
            self.one(first & 15, first >> 7, buffer[at + top:at + top + n])
            at += top + n
        self.buffer = buffer[at:]

    def one(self, opcode, fin, payload):
        if opcode in (TEXT, CONTINUE):
            must((opcode == TEXT) == (not self.parts), "fragments out of order")
            self.parts.append(payload)
            if fin:
                self.inbox.append(b"".join(self.parts).decode())
                self.parts = []
        elif opcode == PING:
            self.pings += 1
            self.raw(frame(PONG, payload))
        elif opcode == CLOSE:
            self.closed = Closed(int.from_bytes(payload[:2], "big") if payload else None, payload[2:])
            if not self.sent_close:
                self.sent_close = True
                try:
                    self.raw(frame(CLOSE, payload[:2]))
                except OSError:
                    pass
        else:
            must(opcode == PONG, "opcode", opcode)
            self.pongs.append(payload)

    def receive_text(self, seconds=PATIENCE):
        if not self.inbox and self.buffer:
            self.split()
        end = time.monotonic() + seconds
        while not self.inbox:
            if self.closed:
                raise self.closed
            ready, _, _ = select.select([self.socket], [], [], max(0, end - time.monotonic()))
            must(ready, "nothing came within", seconds, "seconds")
            self.fill()
        return self.inbox.pop(0)

    def receive(self, seconds=PATIENCE):
        return strict(self.receive_text(seconds))

    def quiet(self, seconds=0.15):
        """Checks that nothing comes for this long."""
        end = time.monotonic() + seconds
        while not self.inbox and not self.closed and (rest := end - time.monotonic()) > 0:
            if select.select([self.socket], [], [], rest)[0]:
                self.fill()
        must(not self.inbox and not self.closed, "expected silence, came", self.inbox, self.closed)

    def until(self, key, seconds=PATIENCE):
        """The next message that has this member."""
        while key not in (message := self.receive(seconds)):
            pass
        return message

    def ask(self, message, seconds=PATIENCE):
        """Sends a request and returns its `ok` or `no`; messages before it are dropped."""
        self.send(message)
        while True:
            answer = self.receive(seconds)
            if answer.get("ok", answer.get("no")) == message["id"] and ("ok" in answer or "no" in answer):
                return answer

    def bye(self, why, seconds=PATIENCE):
        """The server sends `bye` with this reason and closes."""
        must(self.until("bye", seconds) == {"bye": why}, "not the goodbye", why)
        self.gone(seconds)

    def gone(self, seconds=PATIENCE):
        """Waits until the server closes; what it still sends is dropped."""
        try:
            while True:
                self.receive_text(seconds)
        except Closed as closed:
            self.socket.close()
            return closed

    def leave(self):
        """Closes properly."""
        try:
            if not self.closed:
                self.sent_close = True
                self.raw(frame(CLOSE, struct.pack(">H", 1000)))
        except OSError:
            pass
        self.drop()

    def drop(self):
        self.socket.close()


class Refused(Exception):
    """A handshake that was not answered with 101."""

    def __init__(self, answer):
        super().__init__(repr(answer))
        self.answer = answer


API = 2


def hello(server, table, token=None, n=None, **more):
    """A socket that has said hello; its first message is not read yet."""
    s = Socket(server, **more)
    said = {"api": getattr(server, "api", API), "table": table, "token": token, "n": n}
    s.send({"hello": {k: v for k, v in said.items() if v is not None}})
    return s


def snapshot(server, table, token=None, **more):
    """A socket and the snapshot it was greeted with."""
    s = hello(server, table, token, **more)
    return s, s.receive()["snapshot"]
