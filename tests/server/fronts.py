#!/usr/bin/env python3
"""The proxies of docs/serve.md: what they forward, read from the page, and with nginx where it is installed.

fronts.py [--charlatan build/release/charlatan] [name ...]

Through a tunnel that a client could open with `Upgrade`, it could say any address in X-Forwarded-For. So only the path
of the socket has one. Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import ROOT, Skip
from players import quick_game
from wire import (HOST, PATIENCE, Refused, Server, Socket, connect, fine, free_port, get, must, read_until,
                  request_bytes, wait_until)

NAME = "games.example.org"
HSTS = "add_header Strict-Transport-Security max-age=31536000"
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
TUNNELS = ("h2c", "H2C", "websocket, h2c", "h2c, websocket", "TLS/1.0", "x")


def block(begins):
    """The block of the page that begins with these words."""
    with open(os.path.join(ROOT, "docs/serve.md"), encoding="utf-8") as file:
        found = re.findall(rf"^    {re.escape(begins)} \{{\n(?:(?:      .*)?\n)*?    \}}\n", file.read(), re.M)
    must(len(found) == 1, len(found), "blocks begin with", begins)
    return re.sub(r"^    ", "", found[0], flags=re.M)


# ---- what the page says -----------------------------------------------------------------------

def locations(text):
    """The lines of each location of nginx's block, by its path."""
    found = {path: [line.strip() for line in body.strip().split(";") if line.strip()]
             for path, body in re.findall(r"location (.+?) \{(.*?)\}", text, re.S)}
    must(found and text.count("location ") == len(found), "locations:", sorted(found))
    return found


def headers_of(lines):
    return dict(line.split(maxsplit=2)[1:] for line in lines if line.startswith("proxy_set_header "))


def test_nginx_block(_folder):
    found = locations(block("server"))
    must(re.search(HSTS + " always;", block("server")), "no HSTS, or not on refusals")
    must(sorted(found) == ["/", "= /metrics", "= /ws"], "locations:", sorted(found))
    must(found["= /metrics"] == ["return 404"], found["= /metrics"])
    # Without these nginx would say `Connection: close` and `Host: 127.0.0.1:8080`; a location inherits none of them
    # once it has one of its own.
    for path in ("/", "= /ws"):
        must("proxy_http_version 1.1" in found[path] and "proxy_pass http://127.0.0.1:8080" in found[path], path)
        headers = headers_of(found[path])
        must(headers["Host"] == "$http_host", path, headers)
        must(headers["X-Forwarded-For"] in ("$remote_addr", "$proxy_add_x_forwarded_for"), path, headers)
    must(headers_of(found["/"])["Upgrade"] == headers_of(found["/"])["Connection"] == '""', "a tunnel:", found["/"])
    must(headers_of(found["= /ws"])["Upgrade"] == "websocket", "another tunnel:", found["= /ws"])
    waits = [int(line.split()[1].rstrip("s")) for line in found["= /ws"] if line.startswith("proxy_read_timeout ")]
    must(waits and waits[0] > 60, "silent sockets get a ping after 60 seconds:", waits)


def test_caddy_block(_folder):
    """Nothing but the socket's path keeps its `Upgrade`, and that only for a websocket."""
    text = " ".join(block(NAME).split())
    must("@other { not { path /ws header Upgrade websocket } } request_header @other -Upgrade reverse_proxy" in text, text)
    must(re.search(HSTS.replace("add_header", "header"), text), "no HSTS")
    must(text.count("reverse_proxy") == 1 and "respond @metrics 404" in text, text)


def test_name_is_given(_folder):
    """Behind a proxy a server needs its name."""
    with open(os.path.join(ROOT, "docs/serve.md"), encoding="utf-8") as file:
        text = file.read()
    for line in re.findall(r"^ .*--behind-proxy.*$", text, re.M):
        must(f"--host {NAME}" in line, line)
    must(f"`--behind-proxy --host {NAME}`" in text, "the page does not say it")


# ---- with nginx -------------------------------------------------------------------------------

class Front:
    """nginx with the block of the page, without TLS, on ports of our own."""

    def __init__(self, folder, target):
        if not NGINX:
            raise Skip("nginx is not installed")
        self.port, self.folder = free_port(), os.path.join(folder, "nginx")
        self.address = (HOST, self.port)
        text = re.sub(r"^ *ssl_.*\n", "", block("server"), flags=re.M)
        text = text.replace("listen 443 ssl http2;", f"listen {HOST}:{self.port};").replace("127.0.0.1:8080", f"{HOST}:{target}")
        os.mkdir(self.folder)
        paths = "".join(f"{kind}_temp_path {self.folder};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(os.path.join(self.folder, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log {self.folder}/error.log;\n"
                       f"events {{}}\nhttp {{\naccess_log off;\n{paths}{text}}}\n")
        self.process = subprocess.Popen([NGINX, "-p", self.folder, "-c", "nginx.conf", "-e", f"{self.folder}/error.log"],
                                        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_until(self.ready, what="nginx answers")

    def ready(self):
        must(self.process.poll() is None, "nginx ended:", self.process.poll() is None or self.process.stderr.read())
        try:
            connect(self).close()
            return True
        except OSError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


class Ear:
    """Instead of the server: keeps what it is asked and agrees to every tunnel."""

    def __init__(self):
        self.socket = socket.create_server((HOST, 0))
        self.port, self.heads = self.socket.getsockname()[1], []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            s, _ = self.socket.accept()
            with s:
                head = read_until(s, b"", b"\r\n\r\n").decode("latin-1").lower()
                self.heads.append(head)
                kind = re.search(r"^upgrade: (.*)\r$", head, re.M)
                s.sendall(f"HTTP/1.1 101 Yes\r\nUpgrade: {kind[1]}\r\nConnection: upgrade\r\n\r\n".encode() if kind else
                          b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def asked(front, path, **headers):
    """The status line of an answer."""
    lines = {name.replace("_", "-"): value for name, value in headers.items()}
    with connect(front) as s:
        s.sendall(request_bytes(front, "GET", path, headers=lines))
        return read_until(s, b"", b"\r\n").split(b"\r\n")[0].decode()


def test_nginx_forwards(folder):
    """What a server behind it hears from a client that would like a tunnel."""
    ear = Ear()
    with Front(folder, ear.port) as front:
        for path in ("/", "/api/games", "/wsx", "/ws/", "/WS", "/metrics"):
            for tunnel in ("websocket", *TUNNELS):
                before = len(ear.heads)
                line = asked(front, path, Upgrade=tunnel, Connection="Upgrade, HTTP2-Settings", HTTP2_Settings="AAMAAABk",
                             X_Forwarded_For="192.0.2.66")
                must((line.split()[1] == "404") == (path == "/metrics") and " 101" not in line, path, tunnel, line)
                for head in ear.heads[before:]:
                    must("\r\nupgrade:" not in head and "\r\nconnection:" not in head, path, tunnel, head)
        # A request with a tunnel never reached the server as one; all of them reached it.
        must(len(ear.heads) == 5 * (len(TUNNELS) + 1), "not all were heard:", len(ear.heads))
        for tunnel in TUNNELS:
            asked(front, "/ws", Upgrade=tunnel, Connection="Upgrade", X_Forwarded_For="192.0.2.66")
            must("\r\nupgrade: websocket\r\n" in ear.heads[-1] and "h2c" not in ear.heads[-1], tunnel, ear.heads[-1])
        for head in ear.heads:
            address = re.search(r"^x-forwarded-for: (.*)\r$", head, re.M)[1].split(",")[-1].strip()
            must(address == HOST, "a client said where it is:", head)


def test_nginx_serves(folder):
    """Whole games by HTTP and sockets, by the name that was given and no other; nothing from a forged address."""
    with Server(folder, extra=["--behind-proxy", "--host", NAME, "--log-level", "debug"]) as server:
        with Front(folder, server.port) as front:
            quick_game(front)
            name = {"Host": NAME, "Origin": f"http://{NAME}"}
            for path in ("/health", "/nothing"):
                hsts = get(front, path, headers=name).headers.get("strict-transport-security")
                must(hsts == "max-age=31536000", path, hsts)
            Socket(front, headers=name).leave()
            must(get(front, "/health", headers={"Host": "evil.example"}).json["error"]["reason"] == "wrong-host", "evil")
            must(get(front, "/metrics").status == 404, "metrics")
            try:
                Socket(front, headers={"Host": NAME, "Origin": "http://evil.example"})
                must(False, "a page elsewhere has a socket")
            except Refused:
                pass
            fine(get(front, "/live", headers={"X-Forwarded-For": "192.0.2.66"}))
            Socket(front, headers={"X-Forwarded-For": "192.0.2.66"}).leave()
            for path in ("/", "/ws", "/health"):
                for tunnel in TUNNELS:
                    line = asked(front, path, Upgrade=tunnel, Connection="Upgrade, HTTP2-Settings", HTTP2_Settings="AAMAAABk")
                    must(" 101" not in line, path, tunnel, line)
        must("192.0.2.66" not in server.text() and f"from {HOST}" in server.text(), "a client said where it is")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
