"""Attacks on the edge: HTTP/2 that nobody offered, heads that can be read in two ways, frames that the RFC forbids."""

import base64
import ctypes
import ctypes.util
import json
import re
import socket
import ssl
import struct
import subprocess
import threading
import time

import wire
from players import quick_game
from wire import (CLOSE, HOST, TEXT, Closed, Server, Witness, connect, frame, get, handshake, http, must, post,
                  read_answer, request_bytes)

NULL = {"game": "null", "seats": ["me", "open"]}
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame2(kind, stream, body=b"", flags=0):
    """A frame of HTTP/2."""
    return struct.pack(">I", len(body))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + body


def speak(server, *pieces, seconds=3):
    """Sends the pieces over one connection; all that comes back until the server closes it."""
    heard = b""
    with connect(server, timeout=seconds) as plain:
        s = Secret(plain) if isinstance(server, Tls) else plain
        try:
            for piece in pieces:
                s.sendall(piece)
                time.sleep(0.02)
            s.shutdown(socket.SHUT_WR)
            while more := s.recv(65536):
                heard += more
        except (TimeoutError, OSError):
            pass
    return heard


class Secret:
    """A connection by TLS. Unlike the one of Python it can end its half and go on reading."""

    def __init__(self, s):
        self.s, self.came, self.goes = s, ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = trust([]).wrap_bio(self.came, self.goes)
        self.until(self.tls.do_handshake)

    def until(self, done):
        """What this gives once enough has come; b"" at the end."""
        while True:
            try:
                result = done()
                self.send()
                return result
            except ssl.SSLWantReadError:
                self.send()
                more = self.s.recv(65536)
                if not more:
                    return b""
                self.came.write(more)
            except ssl.SSLZeroReturnError:
                return b""

    def send(self):
        if data := self.goes.read():
            self.s.sendall(data)

    def sendall(self, data):
        self.until(lambda: self.tls.write(data))

    def recv(self, most):
        return self.until(lambda: self.tls.read(most))

    def shutdown(self, how):
        try:
            self.tls.unwrap()
        except ssl.SSLWantReadError:
            pass
        self.send()
        self.s.shutdown(how)


def statuses(data):
    """The status of each answer."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", data)]


def offer(server, path="/live", upgrade="h2c", settings="AAMAAABkAAQAAP__", extra=""):
    return (f"GET {path} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            f"Upgrade: {upgrade}\r\nHTTP2-Settings: {settings}\r\n{extra}\r\n").encode()


def two(server):
    """HTTP/2 for a connection that was upgraded: frame by frame the DATA that ended the server, and odd frames."""
    data = (frame2(4, 0), *[frame2(0, 1, b"x" * 20)] * 3)
    odd = (frame2(4, 0) + frame2(1, 1, b"\x82\x86\x84") + frame2(9, 1, b"\xff" * 30) + frame2(0, 1, b"", 1),)
    for path in ("/live", "/health", "/ready"):
        for upgrade in ("h2c", "h2", "h2c, websocket", "H2C", "TLS/1.0, h2c", "charlatan"):
            for settings in ("AAMAAABkAAQAAP__", "!!!"):
                for sent in (data, odd):
                    yield upgrade, (offer(server, path, upgrade, settings), PREFACE, *sent)


def declined(server, answers_ok=(200, 404)):
    """Offers HTTP/2 in every way: the answer is HTTP/1.1, and what follows is refused."""
    for upgrade, pieces in two(server):
        heard = speak(server, *pieces)
        said = statuses(heard)
        must(said and said[0] in answers_ok, upgrade, "the attack reached nobody:", heard[:200])
        must(101 not in said and said[1:] == [505], upgrade, said, heard[-300:])
        server.alive()
    must(statuses(speak(server, PREFACE + frame2(4, 0))) == [505], "a preface at once")


def test_two_nobody_offered(folder):
    """`Upgrade: h2c` with DATA frames of stream 1 ended the server."""
    with Server(folder) as server:
        declined(server)
        for path in ("/ws", "/api/games"):
            said = statuses(speak(server, offer(server, path), PREFACE))
            must(101 not in said and len(said) == 2, path, said)
        quick_game(server)


def test_two_at_a_witness(folder):
    with Witness(folder) as server:
        declined(server)
        must(get(server, "/health").status == 200, "health")


def test_names_of_a_witness(folder):
    """Pages elsewhere cannot make their name lead to a witness, and cannot ask it."""
    with Witness(folder) as server:
        for path in ("/health", "/witness"):
            must(get(server, path, headers={"Host": f"localhost:{server.port}"}).status == 200, path)
            for host in ("evil.example", "witness.example.org:80", "127.0.0.1:evil"):
                must(get(server, path, headers={"Host": host}).status == 403, path, host)
        for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            must(post(server, "/witness", {"requests": []}, headers=headers).status == 403, headers)
        must(post(server, "/witness", {"requests": []}).status == 400, "an honest request")

    class Named(Witness):
        def command(self):
            return [*super().command(), "--host", "witness.example.org"]

    with Named(folder) as server:
        must(get(server, "/witness", headers={"Host": "witness.example.org:80"}).status == 200, "its name")


def request2(server, stream, headers, body):
    """A request by POST in frames of HTTP/2, each field in full (RFC 7541, 6.2.2)."""
    fields = {":method": "POST", ":scheme": "http", ":path": "/api/tables", ":authority": f"{HOST}:{server.port}",
              "content-type": "application/json", "content-length": str(len(body)), **headers}
    packed = b"".join(b"\0" + b"".join(bytes([len(text)]) + text.encode() for text in field) for field in fields.items())
    return frame2(1, stream, packed, 4) + frame2(0, stream, body, 1)


def test_no_tunnel_for_a_forged_address(folder):
    """Inside a tunnel that a proxy opens for an upgrade, the client would write X-Forwarded-For itself."""
    with Server(folder, limits=True, extra=["--behind-proxy"]) as server:
        for i in range(30):
            inner = request2(server, 3, {"x-forwarded-for": f"192.0.2.{i + 1}"}, json.dumps({**NULL, "open": True}).encode())
            said = speak(server, offer(server, extra="X-Forwarded-For: 198.51.100.1\r\n"), PREFACE, frame2(4, 0), inner,
                         seconds=5)
            must(statuses(said) == [200, 505], "the attack reached nobody, or got further:", said[:200])
        must(wire.fine(get(server, "/api/tables"))["tables"] == [], "tables by forged addresses")
        must("charlatan_tables_founded_total 0\n" in get(server, "/metrics").text, "a table was founded")


def test_strangers_behind_a_proxy(folder):
    """Who the proxy says nothing plain about is not this machine, which alone may read /metrics."""
    with Server(folder, limits=True, extra=["--behind-proxy"]) as server:
        for forged in ("unknown", "127.0.0.1:80", "[::1]:80", "127.0.0.1x", "198.51.100.1, _hidden", "localhost", "",
                       "192.0.2.1,", "127.0.0.1,", "127.0.0.1, ", ","):
            must(get(server, "/metrics", headers={"X-Forwarded-For": forged}).status == 404, forged)
        must(get(server, "/metrics").status == 200, "a program on this machine")


def test_expectations(folder):
    """HTTP/1.0 does not know 100 Continue, and would take it for the answer."""
    with Server(folder) as server:
        body = json.dumps(NULL).encode()
        request = request_bytes(server, "POST", "/api/tables", body, headers={"Expect": "100-continue"})
        must(statuses(speak(server, request)) == [100, 201], "HTTP/1.1")
        must(statuses(speak(server, request.replace(b"HTTP/1.1", b"HTTP/1.0", 1))) == [201], "HTTP/1.0")


class Tls(Server):
    def ready(self):
        try:
            with connect(self, timeout=1) as s, trust(["http/1.1"]).wrap_socket(s):
                return True
        except ConnectionRefusedError:
            return False


def trust(protocols=()):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if protocols:
        context.set_alpn_protocols(protocols)
    return context


def secured(folder):
    """A server with a certificate of its own."""
    pem = f"{folder}/pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", pem + ".key", "-out", pem,
                    "-days", "1", "-subj", "/CN=localhost"], check=True, capture_output=True)
    return Tls(folder, extra=["--tls-cert", pem, "--tls-key", pem + ".key"])


def open_and_secured(folder):
    """A server that speaks in the open, then one that speaks TLS."""
    for server in (Server(folder), secured(folder)):
        with server:
            yield server


def test_only_http_1_over_tls(folder):
    """ALPN: http/1.1 is chosen, h2 alone is refused, and frames of HTTP/2 get nowhere."""
    with secured(folder) as server:
        for protocols, chosen in ((["h2", "http/1.1"], "http/1.1"), (["http/1.1"], "http/1.1"), ([], None)):
            with connect(server) as s, trust(protocols).wrap_socket(s) as tls:
                must(tls.selected_alpn_protocol() == chosen, protocols, tls.selected_alpn_protocol())
                tls.sendall(offer(server, "/live"))
                answer, rest = read_answer(tls)
                must(answer.status == 200, answer)
                must(answer.headers["strict-transport-security"] == "max-age=31536000", answer.headers)
                tls.sendall(PREFACE + frame2(4, 0) + frame2(0, 1, b"x" * 200))
                must(read_answer(tls, rest)[0].status == 505, "a preface over TLS")
        try:
            with connect(server) as s, trust(["h2"]).wrap_socket(s) as tls:
                raise AssertionError(f"h2 was accepted: {tls.selected_alpn_protocol()}")
        except ssl.SSLError:
            pass
        server.alive()


class KeyUpdates:
    """A client of TLS 1.3 that asks the server to change its keys, again and again. Python has no word for it."""

    def __init__(self, server):
        self.tls, self.crypto = (ctypes.CDLL(ctypes.util.find_library(name)) for name in ("ssl", "crypto"))
        for library, name in ((self.tls, "TLS_client_method"), (self.tls, "SSL_CTX_new"), (self.tls, "SSL_new"),
                              (self.crypto, "BIO_s_mem"), (self.crypto, "BIO_new")):
            getattr(library, name).restype = ctypes.c_void_p
        self.crypto.BIO_ctrl_pending.restype = ctypes.c_size_t
        self.ssl = self.of(self.tls.SSL_new(self.of(self.tls.SSL_CTX_new(self.of(self.tls.TLS_client_method())))))
        self.came, self.goes = (self.of(self.crypto.BIO_new(self.of(self.crypto.BIO_s_mem()))) for _ in range(2))
        self.tls.SSL_set_bio(self.ssl, self.came, self.goes)
        self.tls.SSL_set_connect_state(self.ssl)
        self.socket = connect(server)
        while self.tls.SSL_do_handshake(self.ssl) != 1:
            self.socket.sendall(self.said())
            more = self.socket.recv(65536)
            self.crypto.BIO_write(self.came, more, len(more))
        self.socket.sendall(self.said())

    @staticmethod
    def of(pointer):
        return ctypes.c_void_p(pointer)

    def said(self):
        """What the client has to send now."""
        n = self.crypto.BIO_ctrl_pending(self.goes)
        text = ctypes.create_string_buffer(n or 1)
        self.crypto.BIO_read(self.goes, text, n)
        return text.raw[:n]

    def updates(self, n):
        """The records of so many updates."""
        for _ in range(n):
            must(self.tls.SSL_key_update(self.ssl, 0) == 1 and self.tls.SSL_do_handshake(self.ssl) == 1, "no update")
        return self.said()

    def request(self, text):
        self.tls.SSL_write(self.ssl, text, len(text))
        return self.said()

    def flood(self, data):
        """Sends as much of it as the server takes, and waits for the end."""
        self.sent, self.closed = 0, False
        try:
            while self.sent < len(data):
                self.sent += self.socket.send(data[self.sent:])
            while self.socket.recv(65536):
                pass
            self.closed = True
        except TimeoutError:
            pass
        except OSError:
            self.closed = True

    def answers(self):
        """Whether something comes that is not the end of the connection."""
        try:
            return bool(self.socket.recv(65536))
        except OSError:
            return False


def test_keys_that_change(folder):
    """A few new keys are good manners; OpenSSL alone would read prepared ones by the hundred thousand in one go, while
    nobody else is answered."""
    with secured(folder) as server:
        polite = KeyUpdates(server)
        polite.socket.recv(65536)   # tickets
        polite.socket.sendall(polite.updates(20) + polite.request(request_bytes(server, "GET", "/live")))
        must(polite.answers(), "twenty updates are not allowed")
        hostile = KeyUpdates(server)
        flood, slowest = hostile.updates(100000), 0
        thread = threading.Thread(target=hostile.flood, args=(flood,))
        thread.start()
        while thread.is_alive():
            began = time.monotonic()
            with connect(server) as s, trust().wrap_socket(s) as tls:
                tls.sendall(request_bytes(server, "GET", "/live"))
                must(read_answer(tls)[0].status == 200, "live")
            slowest = max(slowest, time.monotonic() - began)
        must(hostile.sent > 10000, "the attack reached nobody:", hostile.sent)
        must(slowest < 1, "others waited", slowest, "seconds")
        must(hostile.closed, "it may go on for ever")


def test_lengths_in_two_ways(folder):
    """Lengths that a proxy could read otherwise are refused with 400, and nothing behind them is a request."""
    for server in open_and_secured(folder):
        body = json.dumps({**NULL, "open": True}).encode()
        request = request_bytes(server, "POST", "/api/tables", body, close=False)
        length = b"Content-Length: %d" % len(body)
        hidden = request_bytes(server, "GET", "/live")
        for text in (b"Content-Length: 5\r\n" + length, length + b"\r\nContent-Length: 5", length + b"\r\n" + length,
                     b"Content-Length: 0x%x" % len(body), b"Content-Length: %d, %d" % (len(body), len(body)),
                     b"Content-Length: +%d" % len(body), b"Content-Length : %d" % len(body),
                     b"Content-Length:\x0b%d" % len(body), length + b"\r\nTransfer-Encoding: chunked",
                     length + b"\r\n Transfer-Encoding: chunked", length + b"\nX: y"):
            said = statuses(speak(server, request.replace(length, text, 1) + hidden))
            must(said == [400], text, said)
        for method in ("GET", "HEAD", "OPTIONS", "PUT"):
            smuggled = request_bytes(server, method, "/live", hidden, close=False) + hidden
            must(len(statuses(speak(server, smuggled))) == 1, method, "a body was read as a request")
        said = statuses(speak(server, request_bytes(server, "GET", "/live", headers={"Host": None})))
        must(said == [400], "without Host:", said)
        said = statuses(speak(server, request_bytes(server, "GET", "/live", headers={"Host": "a\r\nHost: b"})))
        must(said == [400], "two hosts:", said)
        listed = speak(server, request_bytes(server, "GET", "/api/tables"))
        must(b'"tables":[]' in listed, "a table was founded:", listed)


def test_foreign_types(folder):
    """A page may send these types without asking first."""
    with Server(folder, extra=["--origin", "https://play.example"]) as server:
        page = {"Origin": "https://play.example"}
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                     "application/jsonp", "text/plain; application/json", "json"):
            for headers in ({}, page):
                answer = post(server, "/api/tables", NULL, headers={"Content-Type": kind, **headers})
                must(answer.status == 400 and answer.json["error"]["reason"] == "body-type", kind, answer)
        answer = post(server, "/api/tables", NULL, headers={"Content-Type": None, **page})
        must(answer.status == 400 and answer.json["error"]["reason"] == "body-type", "no type, by a page:", answer)
        for kind in ("application/json", "Application/JSON; charset=utf-8", None):
            must(post(server, "/api/tables", NULL, headers={"Content-Type": kind}).status == 201, kind)


def test_a_witness_keeps_pages_away(folder):
    """A witness takes no body that a page may send without asking, and no page elsewhere has its answers."""
    with Witness(folder) as server:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp"):
            answer = post(server, "/witness", {"requests": []}, headers={"Content-Type": kind})
            must(answer.status == 400 and "witness-type" in answer.text, kind, answer)
        said = (get(server, "/witness"), get(server, "/health"), get(server, "/nowhere"), post(server, "/witness", {}))
        for answer in said:
            must(answer.headers.get("cross-origin-opener-policy") == "same-origin", answer.headers)
            must(answer.headers.get("cross-origin-resource-policy") in ("same-origin", "cross-origin"), answer.headers)
            must(answer.headers.get("x-content-type-options") == "nosniff", answer.headers)


def shake(server, **headers):
    data, _ = handshake(server, headers=headers)
    return speak(server, data + frame(TEXT, b'{"hello":{}}'))


def test_handshakes_are_exact(folder):
    for server in open_and_secured(folder):
        must(statuses(shake(server)) == [101], "a right one")
        for version in ("12", "8", "14", "013", "13, 8", "", None):
            said = shake(server, **{"Sec-WebSocket-Version": version})
            must(statuses(said) == [426] and b"sec-websocket-version: 13" in said, version, said)
        for key in ("", "x", base64.b64encode(b"x" * 15).decode(), base64.b64encode(b"x" * 17).decode(), "=" * 24,
                    "?" * 22 + "==", None):
            must(statuses(shake(server, **{"Sec-WebSocket-Key": key})) == [400], key)
        must(statuses(shake(server, **{"Sec-WebSocket-Protocol": "chat"})) == [400], "protocol")
        must(statuses(shake(server, **{"Content-Length": "14"})) == [400], "a body")
        for headers in ({"Upgrade": "h2c"}, {"Connection": "close"}, {"Connection": "keep-alive"}):
            must(101 not in statuses(shake(server, **headers)), headers)
        must(statuses(shake(server, Origin="https://evil.example")) == [403], "origin")


def test_frames_are_exact(folder):
    """Each ends the socket with the code that the RFC has for it."""
    def code_of(*frames):
        data, _ = handshake(server)
        heard = speak(server, data, *frames)
        head, _, rest = heard.partition(b"\r\n\r\n")
        must(b" 101 " in head, "the attack reached nobody:", heard[:100])
        while rest and rest[0] != 0x88:
            must(rest[0] in (0x81, 0x8a) and rest[1] < 126, "an odd frame:", rest[:20])
            rest = rest[2 + rest[1]:]
        return struct.unpack(">H", rest[2:4])[0] if rest else None

    for server in open_and_secured(folder):
        hi = b'{"hello":{}}'
        for bad in (bytes([0x81, len(hi)]) + hi, frame(TEXT, hi, rsv=4), frame(3, hi), frame(11, b""), frame(0, hi),
                    frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"), frame(9, b"", fin=False),
                    bytes([0x89, 0xfe, 0, 126]) + bytes(130), bytes([0x81, 0xfe, 0, 5]) + bytes(9),
                    bytes([0x81, 0xff]) + bytes(7) + b"\x05" + bytes(9), frame(CLOSE, b"\x03"),
                    frame(CLOSE, struct.pack(">H", 1005)), frame(CLOSE, struct.pack(">H", 1000) + b"\xff")):
            must(code_of(bad) == 1002, bad[:20], code_of(bad))
        must(code_of(frame(TEXT, b"\xff")) == 1007, "no UTF-8")
        must(code_of(frame(CLOSE, struct.pack(">H", 1000))) == 1000, "a right one")
        must(code_of(frame(2, hi)) == 1000, "binary gets a bye")


def test_pings_are_answered(folder):
    """The newest of many; nobody is made to keep the others."""
    with Server(folder) as server:
        s = wire.Socket(server)
        s.raw(b"".join(frame(9, b"%d" % i) for i in range(3000)))
        while s.pongs[-1:] != [b"2999"]:
            s.fill()
            must(not s.closed, "closed after", s.pongs[-3:])
        must(len(s.pongs) <= 300, "nearly each ping was answered:", len(s.pongs))
        s.drop()
        server.alive()


def test_more_after_an_answer(folder):
    """Requests that come while one is answered, in pieces of every size, are answered in their order."""
    with Server(folder) as server:
        piece = b"".join(request_bytes(server, "GET", path, close=False) for path in ("/live", "/api/games", "/nothing"))
        piece += request_bytes(server, "POST", "/api/tables", NULL, close=False)
        last = request_bytes(server, "GET", "/live")
        for step in (1, 7, 100, 5000):
            sent = piece * 3 + last
            with connect(server) as s:
                for at in range(0, len(sent), step):
                    s.sendall(sent[at:at + step])
                rest, said = b"", []
                for _ in range(13):
                    answer, rest = read_answer(s, rest)
                    said.append(answer.status)
                must(said == [200, 200, 404, 201] * 3 + [200], step, said)
                must(not rest and not s.recv(10), "more than was asked for")


def test_a_reader_who_stops(folder):
    """Who asks for much and reads nothing is not kept, and gets no further request in."""
    with Server(folder) as server:
        asked = request_bytes(server, "GET", "/api/rules", close=False)
        answer = len(http(server, "GET", "/api/rules").body)
        before, sent = server.memory(), 0
        s = connect(server)
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.settimeout(0.5)
        try:
            while sent < 64 << 20:
                sent += s.send(asked * 50)
        except TimeoutError:
            pass    # nobody reads what we send: what follows shows that it is not closed
        must(sent < 64 << 20, "it reads on and on")
        must(sent // len(asked) * answer > 64 << 20, "too little was asked for:", sent, answer)
        must(http(server, "GET", "/live").status == 200, "live")
        must(server.memory() - before < 8 << 20, "it holds what nobody reads:", server.memory() - before)
        first, rest = read_answer(s)
        must(first.status == 200 and len(first.body) == answer, "not answered:", first.status)
        must(read_answer(s, rest)[0].status == 200, "the second one is not answered")
        s.close()
