"""The terminal at a server that means ill. A proxy stands before a real server and puts escape sequences, characters
that turn the direction and ids of its own into what the server says; it counts what it has handed over. All bytes of
the terminal and of the files are looked at."""

import fcntl
import http.client
import json
import os
import pty
import random
import re
import select
import socket
import struct
import termios
import threading
import time
import unicodedata

import harness
import wire
from harness import must
from run import Screen, answer, found, link, play_out, seats_listed

TITLE = "\x1b]0;owned\x07"      # sets a terminal's title
EVIL = TITLE + "\x1b[2J\x9b31m\u202e\u2067\u061c\u200b\u2028\ufeff\U000e0041\U000e0101\x7f\r\n" + "\u0301" * 60
MARK = "Mallory"                # has to reach the screen: the attack was there
EVIL_ID = TITLE + "aaaaaa"      # as long as an id
PATH_ID = "/../../../../pwn"    # as long, and a path
assert len(EVIL_ID.encode()) == len(PATH_ID) == 16


def clean(text):
    """No control character but the end of a line, nothing invisible, no heap of marks."""
    odd = {hex(ord(c)) for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp")}
    must(not odd, odd, repr(text[-600:]))
    must(not re.search("\u0301{5}", text), repr(text[-600:]))


class Mallory:
    """Stands before a server. `twist(path, message)` changes what passes and returns it."""

    def __init__(self, server, twist):
        self.server, self.twist, self.told = server, twist, []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port, self.address = self.door.getsockname()[1], ("127.0.0.1", self.door.getsockname()[1])
        threading.Thread(target=self.let_in, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.door.close()

    def let_in(self):
        while True:
            try:
                guest = self.door.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.quietly, args=(guest,), daemon=True).start()

    def quietly(self, guest):
        try:
            self.serve(guest)
        except (OSError, ValueError, http.client.HTTPException):
            pass
        finally:
            guest.close()

    def twisted(self, path, text):
        raw = path.endswith("/record")
        message = self.twist(path, text if raw else json.loads(text))
        new = message if isinstance(message, str) else json.dumps(message)
        if message != (text if raw else json.loads(text)):
            self.told.append(new)
        return new.encode()

    def serve(self, guest):
        head, body = b"", b""
        while b"\r\n\r\n" not in head:
            head += some(guest)
        head, body = head.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        method, path, _ = lines[0].split()
        given = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}
        while len(body) < int(given.get("content-length", 0)):
            body += some(guest)
        if "upgrade" in given:
            self.relay(guest, given)
            return
        ask = http.client.HTTPConnection(*self.server.address, timeout=wire.PATIENCE)
        kept = {k: v for k, v in given.items() if k in ("authorization", "content-type")}
        ask.request(method, path, body or None, kept)
        reply = ask.getresponse()
        body = self.twisted(path, reply.read().decode())
        guest.sendall(b"HTTP/1.1 %d OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
                      % (reply.status, len(body)) + body)
        ask.close()

    def relay(self, guest, given):
        """A socket of frames: what the guest says passes, what the server says is twisted."""
        server = socket.create_connection(self.server.address, timeout=wire.PATIENCE)
        kept = {k: v for k, v in given.items() if k not in ("sec-websocket-extensions", "host", "origin")}
        host = f"{self.server.address[0]}:{self.server.port}"
        server.sendall(("GET /ws HTTP/1.1\r\nHost: %s\r\n" % host
                        + "".join(f"{k}: {v}\r\n" for k, v in kept.items()) + "\r\n").encode())
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += some(server)
        head, heard = heard.split(b"\r\n\r\n", 1)
        guest.sendall(head + b"\r\n\r\n")
        while True:
            while (whole := frame(heard)) is not None:
                kind, text, heard = whole
                guest.sendall(framed(kind, self.twisted("/ws", text.decode()) if kind & 15 == 1 else text))
            for side in select.select([guest, server], [], [], wire.PATIENCE)[0]:
                if side is guest:
                    server.sendall(some(guest))
                else:
                    heard += some(server)


def some(end):
    chunk = end.recv(1 << 16)
    if not chunk:
        raise OSError("closed")
    return chunk


def frame(heard):
    """The first frame, its text and the rest; None if it is not whole."""
    at, n = 2, heard[1] & 127 if len(heard) > 1 else 0
    if n > 125:
        at = 4 if n == 126 else 10
        n = int.from_bytes(heard[2:at], "big")
    return (heard[0], heard[at:at + n], heard[at + n:]) if len(heard) >= max(2, at + n) and len(heard) > 1 else None


def framed(kind, text):
    n = len(text)
    size = bytes([n]) if n < 126 else b"\x7e" + struct.pack(">H", n) if n < 1 << 16 else b"\x7f" + struct.pack(">Q", n)
    return bytes([kind]) + size + text


def evil_texts(_, message):
    """All texts for people, in whatever message."""
    if isinstance(message, dict):
        return {k: MARK + EVIL + v if k in ("name", "message", "close", "version", "title") and isinstance(v, str)
                else evil_texts(_, v) for k, v in message.items()}
    return [evil_texts(_, v) for v in message] if isinstance(message, list) else message


def all_files(folder):
    for at, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(at, name), "rb") as file:
                yield os.path.join(at, name), file.read()


def files_are_clean(folder):
    seen = 0
    for path, text in all_files(os.path.join(folder, "data")):
        clean(path)
        clean(text.decode())
        seen += 1
    must(seen, "no file was written")


SHORT = {"edition": "hundred", "rounds": 1}


def test_names_and_messages(folder):
    """A whole game with names that control the terminal, and a record with them."""
    def twist(path, message):
        if path.endswith("/record"):
            return message.replace('"name":"Zoe"', '"name":"Zoe\u202e\u200b"')
        return evil_texts(path, message)
    with wire.Server(folder) as server, Mallory(server, twist) as mallory:
        table = found(server, "arcane", ["open", "easy"], options=SHORT)
        with Screen(folder, "--join", link(mallory, table), "--name", "Zoe") as zoe:
            play_out(zoe, random.Random(1))
            must(MARK in zoe.out and "The end: final standing" in zoe.out, zoe.out[-800:])
            clean(zoe.out)
        must(any("\\u001b]0;owned" in told for told in mallory.told), "nothing evil was told")
        must(any("Zoe\u202e" in told for told in mallory.told), "the record was not touched")
    records = [text for path, text in all_files(folder) if path.endswith(".jsonl")]
    must(len(records) == 1 and b"Zoe\\u202e\\u200b" in records[0], records)
    must(json.loads(records[0].split(b"\n")[0])["players"][0]["name"] == "Zoe\u202e\u200b", records[0][:600])
    files_are_clean(folder)
    path = next(path for path, _ in all_files(folder) if path.endswith(".jsonl"))
    for command in ("verify", "replay"):
        done = wire.program(command, path)
        must(done.returncode == 0, done.stdout[-400:], done.stderr)
        clean(done.stdout)


def test_refusals(folder):
    """What a server gives as reasons goes to standard error."""
    with wire.Server(folder) as server, Mallory(server, evil_texts) as mallory:
        for table in ("a" * 16, "b" * 16):
            with Screen(folder, "--join", link(mallory, table)) as screen:
                while screen.read(wire.PATIENCE):
                    pass
                error = screen.process.stderr.read().decode()
            must(MARK in error and len(mallory.told), error)
            clean(error)
            clean(screen.out)


def rematch_with(folder, name):
    """A game and a rematch, at a table to which the server gives this name."""
    def twist(path, message):
        if path.endswith("/rematch"):
            message["table"]["id"] = name
        return message
    with wire.Server(folder) as server, Mallory(server, twist) as mallory:
        address = link(mallory, found(server, "arcane", ["open", "easy"], options=SHORT))
        with Screen(folder, "--join", address) as ann:
            luck, asked = random.Random(1), 0
            while (screen := ann.screen()) is not None:
                if screen.endswith("Play again? (y/n) "):
                    asked += 1
                    ann.type("n" if asked > 1 else "y")
                else:
                    answer(ann, screen, luck)
            ann.status()
        must(asked and any(json.dumps(name) in told for told in mallory.told), asked, mallory.told[-1:])
        must("names no table" in " ".join(ann.out.split()), ann.out[-600:])
        clean(ann.out)
        with open(os.path.join(folder, "data/charlatan/seats.json"), encoding="utf-8") as file:
            must(list(json.load(file)) == [address], "what is kept is not the one seat")
        files_are_clean(folder)
        listed = seats_listed(folder)
        must(address in listed, listed)
        clean(listed)


def test_the_id_of_a_rematch(folder):
    rematch_with(folder, EVIL_ID)


def test_the_id_of_a_rematch_that_is_a_path(folder):
    rematch_with(folder, PATH_ID)
    must(not [path for path, _ in all_files(folder) if "pwn" in path], "a file outside of the folder")


def test_keys_of_seats(folder):
    """Tokens and secrets that are none are not stored and not shown."""
    token = TITLE + "a" * 22
    assert len(token) == 32

    def twist(_, message):
        return {**message, **{k: token for k in ("token", "link") if k in message}}
    with wire.Server(folder) as server, Mallory(server, twist) as mallory:
        address = link(mallory, found(server, "arcane", ["open", "open"], options=SHORT))
        with Screen(folder, "--join", address) as ann:
            while ann.read(wire.PATIENCE):
                pass
            error = ann.process.stderr.read().decode()
        must(mallory.told and "gave no key" in error, mallory.told, error)
        clean(error + ann.out)
        mine = wire.fine(wire.post(server, "/api/tables", {"game": "arcane", "seats": ["me", "open"]}), 201)
        told = len(mallory.told)
        done = wire.program("play", "--join", f"{link(mallory, mine['table']['id'])}/{mine['token']}", "--link",
                            "--save", os.path.join(folder, "data"))
        must(len(mallory.told) > told and done.returncode == 1, mallory.told, done)
        clean(done.stdout + done.stderr)
    for _, text in all_files(os.path.join(folder, "data")):
        must(b"owned" not in text, text)


def test_seats_stored_by_an_older_version(folder):
    """What an older version has stored is not shown, and goes with the next seat."""
    kept = os.path.join(folder, "data/charlatan")
    os.makedirs(kept)
    with open(os.path.join(kept, "seats.json"), "w", encoding="utf-8") as file:
        json.dump({f"http://127.0.0.1:1/#t/{EVIL_ID}": "0" * 32, "http://\u202eevil:80/#t/" + "a" * 16: "0" * 32,
                   "http://h:80/#t/" + "b" * 16 + TITLE: "0" * 32, "http://127.0.0.1:9/#t/" + "c" * 16: TITLE}, file)
    listed = seats_listed(folder)
    must("http://127.0.0.1:9/#t/cccc" in listed and "owned" not in listed and "evil" not in listed, listed)
    clean(listed)
    with wire.Server(folder) as server:
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", link(server, table)) as ann:
            ann.screen()
        with open(os.path.join(kept, "seats.json"), encoding="utf-8") as file:
            must(len(json.load(file)) == 2, "what is no seat was kept")


def test_links_from_strangers(folder):
    for url in ("http://h\x1b[2J:80/#t/" + "a" * 16, "http://" + TITLE + "/", "http://h\u202e/#t/" + "a" * 16, EVIL):
        with Screen(folder, "--join", url.replace("\n", " ")) as screen:
            while screen.read(wire.PATIENCE):
                pass
            error = screen.process.stderr.read().decode()
        must("--join" in error, error)
        clean(error)


def test_times_and_records(folder):
    """A table of the year 292,277,026 and a record that is none: the first is named, the second is not stored."""
    def twist(path, message):
        if path.endswith("/record"):
            return "\x1b]0;owned\x07\n"
        text = json.dumps(message)
        return json.loads(re.sub(r'"created": \d+', '"created": 9223372036854775807', text))
    with wire.Server(folder) as server, Mallory(server, twist) as mallory:
        table = found(server, "arcane", ["open", "easy"], options=SHORT)
        with Screen(folder, "--join", link(mallory, table), "--name", "Zoe") as zoe:
            play_out(zoe, random.Random(1))
            must("It was not stored." in " ".join(zoe.out.split()), zoe.out[-800:])
            clean(zoe.out)
        must(any("9223372036854775807" in t for t in mallory.told) and any("owned" in t for t in mallory.told), "nothing told")
    files_are_clean(folder)


def test_the_full_screen(folder):
    """All bytes that a terminal gets: the program's own sequences, and nothing of the server's."""
    with wire.Server(folder) as server, Mallory(server, evil_texts) as mallory:
        table = found(server, "arcane", ["open", "easy"])
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(LC_ALL="C.UTF-8", TERM="xterm", XDG_DATA_HOME=os.path.join(folder, "data"))
            os.execv(harness.program(), [harness.program(), "play", "--join", link(mallory, table)])
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        out, end = b"", time.monotonic() + wire.PATIENCE
        while MARK.encode() not in out and time.monotonic() < end:
            out += drained(fd)
        for _ in range(20):
            out += drained(fd)
        os.write(fd, b"q")
        while chunk := drained(fd):
            out += chunk
        os.kill(pid, 15)
        os.waitpid(pid, 0)
        os.close(fd)
    must(MARK.encode() in out and mallory.told, out[-600:])
    must(b"owned\x07" not in out and b"\x1b]0;" not in out, out[-600:])
    text = out.decode()
    odd = {hex(ord(c)) for c in text if c not in "\x1b\n\r\b\t\x0e\x0f" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}
    must(not odd, odd)


def drained(fd):
    try:
        return os.read(fd, 1 << 16) if select.select([fd], [], [], 0.1)[0] else b""
    except OSError:
        return b""


# ---- other commands -----------------------------------------------------------------------------

def test_load(folder):
    """A server that refuses the crowd with an escape sequence."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        asked = []

        def answer_all(guest):
            text = (MARK + EVIL).encode()
            try:
                while True:
                    asked.append(some(guest))
                    guest.sendall(b"HTTP/1.1 400 Bad\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
            except OSError:
                guest.close()

        def serve():
            try:
                while True:
                    threading.Thread(target=answer_all, args=(door.accept()[0],), daemon=True).start()
            except OSError:
                pass
        threading.Thread(target=serve, daemon=True).start()
        done = wire.program("load", "--url", f"http://127.0.0.1:{door.getsockname()[1]}", "--tables", "1", "--seconds", "1",
                            "--no-echo", "--quiet")
    must(asked and done.returncode == 1 and MARK in done.stderr, asked, done)
    clean(done.stdout + done.stderr)


def test_admin(folder):
    """Tables and a log with names that an older server let in, listed and exported by an operator."""
    evil, path = MARK + EVIL, os.path.join(folder, "admin.sock")
    seat = {"kind": "human", "name": evil, "bot": None, "away": None}
    answers = {"list": {"tables": [{"table": {"id": "a" * 16, "game": evil, "state": "over", "seats": [seat]}, "when": 0}]},
               "bans": {"bans": [{"kind": "name", "what": evil, "until": None, "why": evil}]},
               "close": {"error": {"code": "not-found", "message": evil}},
               "export": {"text": json.dumps({"name": "Zoe\u202e"}, ensure_ascii=False) + "\n"}}
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()

        def serve():
            while True:
                try:
                    guest = door.accept()[0]
                    line = b""
                    while not line.endswith(b"\n"):
                        line += some(guest)
                    asked = json.loads(line)
                    guest.sendall(json.dumps({"now": 0, **answers[asked["do"]]}, ensure_ascii=asked["do"] != "export").encode()
                                  + b"\n")
                    guest.close()
                except OSError:
                    return
        threading.Thread(target=serve, daemon=True).start()
        for words in (["list"], ["bans"], ["close", "a" * 16], ["list", "--json"], ["export", "a" * 16], ["bans", "--json"]):
            done = wire.program("admin", "--socket", path, *words)
            must(MARK in done.stdout + done.stderr or words[0] == "export" and "Zoe" in done.stdout, words, done)
            clean(done.stdout + done.stderr)
            if words[-1] == "--json":
                must(json.loads(done.stdout) == {"now": 0, **answers[words[0]]}, done.stdout)
            if words[0] == "export":
                must(json.loads(done.stdout) == {"name": "Zoe\u202e"}, done.stdout)
