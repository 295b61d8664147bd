#!/usr/bin/env python3
"""Tests of `charlatan load`: its figures are plausible for both games, it measures a fake server of known behaviour
correctly, it ends well on Ctrl-C, and it reports a server that does not follow the API.

run.py [--charlatan build/release/charlatan] [name ...]

See tests/harness.py.
"""

import base64
import hashlib
import json
import os
import signal
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import harness
from harness import folder, must, program

PATIENCE = 120   # seconds a run may take


# ---- running the program ----------------------------------------------------------------------

def start(*arguments):
    return subprocess.Popen([program(), "load", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": folder()})


def finish(process):
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    must(not os.listdir(folder()), "left behind:", os.listdir(folder()))    # its TMPDIR
    return process.returncode, out, err


def run(*arguments):
    return finish(start(*arguments))


def measure(*arguments):
    """Text and JSON of a run that must go well."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        status, out, err = run("--json", path, *arguments)
        must(status == 0 and not err, status, out, err)
        with open(path, encoding="utf-8") as file:
            return out, json.load(file)


def check_spans(spans, least):
    must(spans["n"] >= least, spans)
    must(0 < spans["p50"] <= spans["p90"] <= spans["p99"] <= spans["p999"] <= spans["most"] < 20000, spans)


def check_phase(phase, seats, seconds):
    must(0.7 * seconds < phase["seconds"] < seconds + 1, phase["seconds"])
    must(phase["no"] == 0 and phase["lost"] == 0, phase)
    check_spans(phase["ok_ms"], phase["ok"])
    check_spans(phase["all_ms"], 0.8 * phase["ok"])
    must(phase["all_ms"]["p99"] >= 0.9 * phase["ok_ms"]["p50"], phase)
    must(abs(phase["sent"] - phase["ok"]) <= 64, phase["sent"], phase["ok"])
    must(phase["messages_in"] >= phase["sent"], phase)
    must(phase["events"] >= 0.8 * seats * phase["ok"], "events reach every seat", phase)
    must(phase["messages_out"] >= phase["events"] + 0.9 * phase["ok"], phase)
    must(30 < phase["event_bytes"] / phase["events"] < 8000, phase)
    must(phase["event_most"] >= phase["event_bytes"] / phase["events"], phase)
    must(30 < phase["event_median"] <= phase["event_most"], phase)
    must(phase["bytes_out"] > phase["event_bytes"], phase)
    must(0 <= phase["server_cpu"] < 3 * phase["seconds"] and 0 < phase["own_cpu"] < phase["seconds"] + 1, phase)


# ---- both games against the real server ---------------------------------------------------------

def test_arcane():
    out, got = measure("--tables", "20", "--game", "arcane", "--seconds", "2")
    check_phase(got["club"], 4, 2)
    check_phase(got["max"], 4, 2)
    must(8 < got["club"]["actions_per_second"] < 40, "twenty tables, one action a second each", got["club"])
    must(got["max"]["actions_per_second"] > 2 * got["club"]["actions_per_second"], got["max"])
    memory = got["memory"]
    must(0 < memory["fresh"] <= memory["founded"] <= memory["idle"], memory)
    must(0 < memory["own_idle"] < memory["idle"], memory)
    echo = got["echo"]
    must(echo["sockets"] == 80 and 50 < echo["bytes"] < 4000 and echo["messages"] > 1000, echo)
    check_spans(echo["back_ms"], echo["messages"] / 2)
    must(0 < got["ratio"] < 5, got["ratio"])
    must(abs(got["ratio"] - got["max"]["messages_per_cpu_second"] / echo["messages_per_cpu_second"]) < 1e-3, got)
    for words in ("20 tables with 4 seats, arcane", "actions per second", "p99, ms", "bytes per event: median", "per seat",
                  "CPU of the server", "CPU of this program", "A bare echo, ", "times the echo's"):
        must(words in out, repr(words), "is not in", out)


def test_quacks():
    out, got = measure("--tables", "20", "--game", "quacks", "--seats", "3", "--seconds", "2", "--rate", "100",
                       "--no-echo", "--db", "memory")
    check_phase(got["club"], 3, 2)
    must(60 < got["club"]["actions_per_second"] < 140, got["club"])
    must(got["max"] is None and got["echo"] is None and got["ratio"] is None, got)
    must("echo" not in out, out)


def test_games_end():
    """Few tables at full speed: games end, and rematches begin."""
    _, got = measure("--tables", "4", "--seats", "2", "--game", "mixed", "--seconds", "3", "--rate", "max", "--no-echo")
    check_phase(got["max"], 2, 3)
    must(got["max"]["games"] >= 1 and got["club"] is None, got["max"]["games"])


def test_hour():
    out, got = measure("--tables", "4", "--seconds", "4", "--hour", "--no-echo")
    lines = [line for line in out.split("\n") if "resident" in line and "actions/s" in line]
    must(len(lines) >= 3 and len(got["minutes"]) == len(lines), out)
    must("flat" in out and all(m["resident"] > 0 and m["own"] > 0 for m in got["minutes"]), out)
    # A minute of this hour is a second: 0.75 s at the rate, the rest at full speed. A busy machine has only three.
    must(got["club"]["seconds"] > 1.2 and got["max"]["seconds"] > 0.4, "all minutes together", got)


def test_hour_elsewhere():
    """The memory of another server is not known, so it is neither shown nor judged."""
    status, out, err, got = stub("--tables", "2", "--seconds", "4", "--hour")
    must(status == 0 and not err, status, err)
    must("resident" not in out and "own" in out, out)
    must(len(got["minutes"]) >= 3 and all(m["resident"] is None for m in got["minutes"]), got["minutes"])


def test_json_cannot_be_written():
    """The reason is printed, and the exit status is 1."""
    for path, why in (("/nowhere/results.json", "No such file or directory."), ("/dev/full", "No space left on device.")):
        status, _, err = run("--tables", "1", "--seconds", "0.5", "--db", "memory", "--no-echo", "--json", path)
        must(status == 1 and f"{path}: {why}" in err, status, err)


# ---- ending early -------------------------------------------------------------------------------

def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def test_interrupt():
    process = start("--tables", "5", "--seconds", "6")
    time.sleep(4)
    servers = children_of(process.pid)   # by now it plays and has warmed up
    must(len(servers) == 1, "a server is running", servers)
    process.send_signal(signal.SIGINT)
    status, out, err = finish(process)
    must(status == 130 and not err, status, err)
    must("Interrupted" in out and "actions per second" in out, out)
    must(not os.path.exists(f"/proc/{servers[0]}"), "the server still runs")


def test_server_dies():
    process = start("--tables", "5", "--seconds", "100")
    time.sleep(3)
    os.kill(children_of(process.pid)[0], signal.SIGKILL)
    status, _, err = finish(process)
    must(status == 1 and "died" in err, status, err)


# ---- a server with known behaviour
# --------------------------------------------------------------------

DEFAULTS = {
    "delay": 0.0,      # seconds before an ok, and again before the other seat hears of it
    "refuse": False,   # answers get a no
    "status": 201,     # of a founding
    "hang_up": False,  # after the first answer
    "bye": False,      # instead of a snapshot
    "events": [],      # what it tells of each answer
    "accept": None,    # what it says of the key, instead of what is right
}


class Stub(socketserver.StreamRequestHandler):
    """Tables for two where seat 0 is asked forever. One thread a connection."""
    disable_nagle_algorithm = True

    def handle(self):
        while True:
            head = []
            while True:
                line = self.rfile.readline().strip()
                if not line:
                    break
                head.append(line.decode())
            if not head:
                return
            if any("websocket" in line.lower() for line in head[1:]):
                self.socket(head)
                return
            self.answer(head)

    def answer(self, head):
        length = sum(int(line.split(":")[1]) for line in head if line.lower().startswith("content-length"))
        body = json.loads(self.rfile.read(length) or b"{}")
        path, status = head[0].split()[1], 200
        if path == "/metrics":
            self.reply(200, "# charlatan_memory_bytes 1\ncharlatan_memory_bytes 12345\n")
            return
        if path == "/api/tables":
            status = self.server.manners["status"]
            with self.server.lock:
                self.server.count += 1
                name = f"table{self.server.count:011d}"
            must(body["game"] in ("arcane", "quacks") and body["seats"] == ["me", "open"], body)
            made = {"table": {"id": name}, "seat": 0, "token": "a" * 32}
        else:
            must(path.startswith("/api/tables/table") and path.endswith("/join"), path)
            made = {"table": {"id": path.split("/")[3]}, "seat": 1, "token": "b" * 32}
        self.reply(status, json.dumps(made) if status < 300 else '{"error":{"code":"full","message":"The house is full."}}')

    def reply(self, status, text):
        self.wfile.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())

    # ---- one seat

    def socket(self, head):
        key = next(line.split(":")[1].strip() for line in head if line.lower().startswith("sec-websocket-key"))
        accept = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
        accept = self.server.manners["accept"] or accept
        self.wfile.write(f"HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n"
                         "Sec-WebSocket-Protocol: charlatan\r\n\r\n".encode())
        hello = self.hear()["hello"]
        must(set(hello) == {"api", "table", "token"} and hello["api"] == 2, hello)
        seat = 0 if hello["token"][0] == "a" else 1
        with self.server.lock:
            self.server.lines[hello["table"], seat] = self
        if self.server.manners["bye"]:
            self.say(self, {"bye": "full"})
            return
        self.say(self, {"snapshot": {"n": 3, "seat": seat}})
        self.ping(self)
        if seat == 1:
            while self.hear():
                pass
            return
        self.play(hello["table"])

    def play(self, table):
        n = 3
        actions = ["draw deck", "draw discard", "play x"]
        while True:
            self.say(self, {"ask": {"n": n, "kind": "draw", "text": "say \"actions\":[\"never\"]", "actions": actions}})
            request = self.hear()
            if not request:
                return
            must(request["n"] == n and request["do"] in actions, request)
            if self.server.manners["hang_up"]:
                return
            time.sleep(self.server.manners["delay"])
            if self.server.manners["refuse"]:
                self.say(self, {"no": request["id"], "code": "stale", "message": "Too late."})
                continue
            n += 1
            for seat in (0, 1):
                with self.server.lock:
                    line = self.server.lines.get((table, seat))
                if line:
                    self.say(line, {"n": n, "seat": 0, "events": self.server.manners["events"], "set": [["phase", "over"]]})
                if seat == 0:
                    self.say(self, {"ok": request["id"], "n": n})
                    time.sleep(self.server.manners["delay"])   # the other seat hears of it later

    def hear(self):
        while True:
            head = self.rfile.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            must(head[1] & 128, "clients mask what they send")
            n = head[1] & 127
            if n == 126:
                n = struct.unpack(">H", self.rfile.read(2))[0]
            mask = self.rfile.read(4)
            text = bytes(b ^ mask[i & 3] for i, b in enumerate(self.rfile.read(n)))
            if head[0] & 15 == 10:
                must(text == b"still there?", text)
                continue
            return json.loads(text)

    @staticmethod
    def say(line, message):
        text = json.dumps(message, separators=(",", ":")).encode()
        head = struct.pack(">BB", 0x81, len(text)) if len(text) < 126 else struct.pack(">BBH", 0x81, 126, len(text))
        frame = head + text
        line.wfile.write(frame[:5])   # in two pieces: frames may be cut anywhere
        line.wfile.write(frame[5:])

    @staticmethod
    def ping(line):
        line.wfile.write(b"\x89\x0cstill there?")


class House(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, **manners):
        self.manners = {**DEFAULTS, **manners}
        self.lines, self.lock, self.count, self.complaint = {}, threading.Lock(), 0, None
        super().__init__(("127.0.0.1", 0), Stub)

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if isinstance(error, AssertionError):
            self.complaint = str(error)


def stub(*arguments, echo=("--no-echo",), **manners):
    with House(**manners) as house, tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=house.serve_forever, daemon=True).start()
        path = os.path.join(folder, "results.json")
        status, out, err = run("--url", f"http://127.0.0.1:{house.server_address[1]}", "--seats", "2", *echo,
                               "--game", "arcane", "--json", path, *arguments)
        house.shutdown()
        must(house.complaint is None, house.complaint)
        with open(path, encoding="utf-8") as file:
            return status, out, err, json.load(file)


def test_stub_latency():
    """A delay of 50 ms is measured as 50 ms, and the other seat's event as twice that; counts are exact."""
    status, out, err, got = stub("--tables", "2", "--seconds", "2", "--rate", "max", delay=0.05)
    must(status == 0 and not err, status, err, out)
    phase = got["max"]
    must(49 < phase["ok_ms"]["p50"] < 80, phase["ok_ms"])
    must(98 < phase["all_ms"]["p50"] < 160, phase["all_ms"])
    must(5 < phase["actions_per_second"] < 21, "two tables, each at most ten a second", phase)
    event = len('{"n":100,"seat":0,"events":[],"set":[["phase","over"]]}')
    must(event - 2 <= phase["event_bytes"] / phase["events"] <= event, phase)
    must(event - 2 <= phase["event_median"] <= event, phase)
    must(phase["games"] == 0, "a phase called over is not the end", phase)
    must(phase["server_cpu"] is None and got["memory"]["idle"] is None, got)
    must(got["memory"]["own_idle"] == 12345, got["memory"])


def test_stub_long():
    """The echo's messages are as long as those of play on average, but no longer than a link sends."""
    status, _, err, got = stub("--tables", "2", "--seconds", "1", echo=(), events=["x" * 30000])
    must(status == 0 and not err, status, err)
    play = got["max"]
    must(play["bytes_out"] > 4200 * (play["messages_in"] + play["messages_out"]), "longer than a link sends", play)
    must(got["echo"]["bytes"] == 4096, got["echo"])


def test_stub_refuses():
    status, out, _, got = stub("--tables", "2", "--seconds", "0.5", refuse=True)
    must(status == 1 and "REFUSED" in out and "Too late." in out, status, out)
    must(got["club"]["no"] + got["max"]["no"] > 0, got)


def test_stub_full():
    status, _, err, got = stub("--tables", "2", "--seconds", "0.5", status=503)
    must(status == 1 and "503" in err and "The house is full." in err, status, err)
    must("503" in got["failure"], got)


def test_stub_hangs_up():
    status, _, err, _ = stub("--tables", "2", "--seconds", "0.5", hang_up=True)
    must(status == 1 and "lost" in err, status, err)


def test_stub_bye():
    status, _, err, _ = stub("--tables", "2", "--seconds", "0.5", bye=True)
    must(status == 1 and '{"bye":"full"}' in err, status, err)


def test_stub_shakes_wrong():
    status, _, err, _ = stub("--tables", "2", "--seconds", "0.5", accept="s3pPLMBiTxaQ9kYGzzhZRbK+xOa=")
    must(status == 1 and "does not speak WebSocket at /ws" in err, status, err)


# ---- refusals -----------------------------------------------------------------------------------

def test_usage():
    for arguments, words in ((("--tables", "0"), "--tables"), (("--tables", "x"), "--tables"), (("--seats", "9"), "--seats"),
                             (("--rate", "fast"), "--rate"), (("--game", "chess"), "--game"), (("--seconds", "0"), "--seconds"),
                             (("--url", "ftp://x"), "--url"), (("--url", "http://localhost:80"), "--url"), (("--url", "https://127.0.0.1:80"), "--url"), (("--url", "http://127.0.0.1:80/x"), "--url"), (("here",), "here"),
                             (("--url", "http://127.0.0.1:80", "--db", "x"), "--db"), (("--pid", "1"), "--pid"),
                             (("--what",), "what")):
        status, out, err = run(*arguments)
        must(status == 2 and words in err and not out, arguments, status, out, err)
    status, out, err = run("--help")
    must(status == 0 and "--tables" in out and "--hour" in out and not err, status, err)
    must("serve-echo" not in out, "that one is for ourselves")


def test_limits():
    status, _, err = run("--tables", "100000", "--seats", "6")
    must(status == 1 and "open files" in err, status, err)


def test_nobody_there():
    """Nothing was founded, so nothing is reported; the address and the reason are printed."""
    status, out, err = run("--url", "http://127.0.0.1:9", "--tables", "2", "--seats", "2", "--seconds", "1", "--no-echo")
    must(status == 1 and not out, status, out)
    must("No answer from http://127.0.0.1:9: nothing listens there." in err, err)


def test_nobody_there_json():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "results.json")
        status, _, err = run("--url", "http://127.0.0.1:9", "--tables", "2", "--seconds", "1", "--json", path)
        must(status == 1, status, err)
        with open(path, encoding="utf-8") as file:
            got = json.load(file)
        must(got["founding"] is None and got["club"] is None and "No answer" in got["failure"], got)


def test_hangs_up_at_once():
    """Something listens there, but it does not speak HTTP."""
    class Mute(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(4096)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mute) as mute:
        threading.Thread(target=mute.serve_forever, daemon=True).start()
        status, out, err = run("--url", f"http://127.0.0.1:{mute.server_address[1]}", "--tables", "2", "--seconds", "1")
        mute.shutdown()
    must(status == 1 and not out and "it closed the connection without an answer" in err, status, out, err)


if __name__ == "__main__":
    sys.exit(harness.main(__doc__))
