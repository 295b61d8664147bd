"""A push service and a channel of our own: it takes what the server sends, and decrypts it as a browser does.

Written from RFC 8188, 8291 and 8292 alone, with whole numbers and lists, so that it shares nothing with the server.
"""

import base64
import hashlib
import hmac
import http.server
import json
import os
import ssl
import subprocess
import threading

from harness import must

# ---- P-256 --------------------------------------------------------------------------------------

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
G = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
     0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(k, point=G):
    total = None
    while k:
        if k & 1:
            total = add(total, point)
        point, k = add(point, point), k >> 1
    return total


def point_bytes(point):
    return b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def read_point(data):
    must(len(data) == 65 and data[0] == 4, "no point", data)
    return int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")


def signed(point, text, signature):
    """ECDSA with SHA-256."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    e, w = int.from_bytes(hashlib.sha256(text).digest(), "big"), pow(s, -1, N)
    at = add(times(e * w % N), times(r * w % N, point))
    return at is not None and at[0] % N == r


# ---- AES-128-GCM ----------------------------------------------------------------------------------

def double(x):
    return (x << 1 ^ 0x1b if x & 0x80 else x << 1) & 0xff


def make_box():
    box, a, b = [0] * 256, 1, 1
    for _ in range(255):
        a ^= double(a)    # times 3
        b ^= b << 1       # divided by 3
        b ^= b << 2
        b ^= b << 4
        b &= 0xff
        b ^= 0x09 if b & 0x80 else 0
        s = b
        for n in (1, 2, 3, 4):
            s ^= (b << n | b >> 8 - n) & 0xff
        box[a] = s ^ 0x63
    box[0] = 0x63
    return box


BOX = make_box()


def round_keys(key):
    words, c = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = list(words[-1])
        if i % 4 == 0:
            word = [BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= c
            c = double(c)
        words.append([x ^ y for x, y in zip(words[i - 4], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def aes(keys, block):
    s = [x ^ y for x, y in zip(block, keys[0])]
    for n in range(1, 11):
        s = [BOX[s[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if n < 10:
            t = []
            for c in range(0, 16, 4):
                col = s[c:c + 4]
                t += [double(col[i]) ^ double(col[(i + 1) % 4]) ^ col[(i + 1) % 4] ^ col[(i + 2) % 4] ^ col[(i + 3) % 4]
                      for i in range(4)]
            s = t
        s = [x ^ y for x, y in zip(s, keys[n])]
    return bytes(s)


def ghash(h, data):
    y = 0
    for i in range(0, len(data), 16):
        y ^= int.from_bytes(data[i:i + 16].ljust(16, b"\0"), "big")
        z, v = 0, h
        for bit in range(127, -1, -1):
            if y >> bit & 1:
                z ^= v
            v = v >> 1 ^ (0xe1 << 120 if v & 1 else 0)
        y = z
    return y


def decrypt(key, nonce, sealed):
    keys, text, tag = round_keys(key), sealed[:-16], sealed[-16:]
    h = int.from_bytes(aes(keys, bytes(16)), "big")
    padded = text + bytes(-len(text) % 16) + bytes(8) + (8 * len(text)).to_bytes(8, "big")
    first = aes(keys, nonce + b"\0\0\0\1")
    must((ghash(h, padded) ^ int.from_bytes(first, "big")).to_bytes(16, "big") == tag, "the tag is wrong")
    out = b""
    for i in range(0, len(text), 16):
        pad = aes(keys, nonce + (2 + i // 16).to_bytes(4, "big"))
        out += bytes(x ^ y for x, y in zip(text[i:i + 16], pad))
    return out


# ---- messages -------------------------------------------------------------------------------------

def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(salt, key, info, n):
    prk = hmac.new(salt, key, "sha256").digest()
    return hmac.new(prk, info + b"\1", "sha256").digest()[:n]


def decode(key, body):
    """RFC 8188: all records of a body, without their padding."""
    salt, size, name = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    cek, base = hkdf(salt, key, b"Content-Encoding: aes128gcm\0", 16), hkdf(salt, key, b"Content-Encoding: nonce\0", 12)
    rest, out, n = body[21 + name:], b"", 0
    while rest:
        record, rest = rest[:size], rest[size:]
        nonce = (int.from_bytes(base, "big") ^ n).to_bytes(12, "big")
        text = decrypt(cek, nonce, record).rstrip(b"\0")
        must(text[-1:] == (b"\1" if rest else b"\2"), "the end of a record")
        out, n = out + text[:-1], n + 1
    return out


class Browser:
    """A subscription, with the keys that only the browser has."""

    def __init__(self, endpoint, secret=None, auth=None):
        self.endpoint, self.auth = endpoint, auth or os.urandom(16)
        self.secret = secret or int.from_bytes(os.urandom(32), "big") % (N - 1) + 1
        self.point = point_bytes(times(self.secret))

    def subscription(self, lang="en"):
        return {"endpoint": self.endpoint, "p256dh": b64(self.point), "auth": b64(self.auth), "lang": lang}

    def read(self, body):
        sender = body[21:21 + body[20]]
        shared = times(self.secret, read_point(sender))[0].to_bytes(32, "big")
        return decode(hkdf(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32), body)


def check_proof(header, origin, now):
    """RFC 8292. Returns the key, and who sends."""
    must(header.startswith("vapid t="), header)
    token, key = header[len("vapid t="):].split(", k=")
    head, claims, signature = token.split(".")
    must(json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}, unb64(head))
    said = json.loads(unb64(claims))
    must(said["aud"] == origin and now < said["exp"] <= now + 86400, said, origin)
    must(signed(read_point(unb64(key)), f"{head}.{claims}".encode(), unb64(signature)), "the signature is wrong")
    return key, said["sub"]


# ---- the service ----------------------------------------------------------------------------------

class Service:
    """Takes requests on a port of this machine, and keeps them. `status` is what it answers, `says` the body."""

    def __init__(self, context=None, status=201, headers=(), says=lambda body: b""):
        self.got, self.status, self.headers = [], status, headers
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.path, dict(self.headers.items()), body))
                self.send_response(service.status)
                for name, value in service.headers:
                    self.send_header(name, value)
                text = says(body)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.origin = f"http{'s' if context else ''}://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def tls(folder):
    """A context for servers at localhost, whose certificate is trusted by programs that are started from now on."""
    certificate, key = f"{folder}/c.pem", f"{folder}/k.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=here", "-addext",
                    "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    os.environ["SSL_CERT_FILE"] = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
