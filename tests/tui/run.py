#!/usr/bin/env python3
"""The table in the terminal: the plain screen at servers' tables and at one's own, with servers and programs that are
killed in the middle.

run.py [--charlatan build/release/charlatan] [name ...]
"""

import base64
import glob
import hashlib
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [TESTS, os.path.join(TESTS, "server")]

import harness
import wire
from wire import Server, fine, get, must, post

LABEL = re.compile(r"(?:^ {0,3}| {3,})(\d+)  \S", re.M)
PROMPTS = ("\n> ", "(y/n) ", "Enter. #####\n")


class Screen:
    """A `charlatan play --plain`; answers are chosen after reading it."""

    def __init__(self, folder, *arguments):
        self.out, self.read_to = "", 0
        environment = dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data"))
        self.process = subprocess.Popen([harness.program(), "play", "--plain", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def read(self, seconds):
        """More output; None at the end, "" if nothing came."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return ""
        chunk = os.read(self.process.stdout.fileno(), 1 << 16).decode()
        self.out += chunk
        return chunk or None

    def screen(self, patience=wire.PATIENCE):
        """What came since the last answer, up to a prompt; None when the program has ended."""
        end = time.monotonic() + patience
        while not (self.out.endswith(PROMPTS) and len(self.out) > self.read_to):
            chunk = self.read(max(0, end - time.monotonic()))
            if chunk is None:
                return None
            must(chunk or time.monotonic() < end, "silent after", self.out[-500:])
        screen, self.read_to = self.out[self.read_to:], len(self.out)
        return screen

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def await_text(self, text, patience=wire.PATIENCE):
        end = time.monotonic() + patience
        while text not in self.out:
            must(self.read(max(0, end - time.monotonic())) is not None and time.monotonic() < end,
                 repr(text), "does not come in", self.out[-600:])

    def status(self):
        """It has to end by itself."""
        while self.read(wire.PATIENCE):
            pass
        status = self.process.wait(timeout=wire.PATIENCE)
        error = self.process.stderr.read().decode()
        must(not wire.SANITIZER.search(error), error[-2000:])
        return status


def labels_on(screen):
    return LABEL.findall(screen[:-2].split("\n\n")[-1])


def answer(table, screen, luck):
    """Returns 1 if a question was answered."""
    if screen.endswith("(y/n) "):
        table.type("n")
    elif screen.endswith("#####\n"):
        table.type("")
    elif "Waiting for others" in screen or "A bot plays for you" in screen:
        table.type("start")
    else:
        labels = labels_on(screen)
        must(labels, "no answers on", screen)
        table.type(luck.choice(labels))
        return 1
    return 0


def play_out(table, luck):
    while (screen := table.screen()) is not None:
        answer(table, screen, luck)
    must(table.status() == 0, "status", table.process.returncode, table.out[-500:])


def found(server, game, seats, **more):
    return fine(post(server, "/api/tables", {"game": game, "seats": seats, **more}), 201)["table"]["id"]


def link(server, table):
    return f"http://{server.address[0]}:{server.port}/#t/{table}"


def verified(out, folder):
    """Verifies the record that the screen names."""
    paths = re.findall(r"^The record of this game:\n(.*)$", out, re.M)
    must(paths and os.path.exists(paths[-1]), "no record in", out[-500:])
    done = wire.program("verify", paths[-1])
    must(done.returncode == 0, done.stdout, done.stderr)
    return paths[-1]


# ---- a server's table -------------------------------------------------------------------------

def test_join_whole_games(folder):
    with Server(folder) as server:
        rulings = {"books": 2, "second_chance": "risky", "strong_ingredient": "acts"}
        for game, seats, options in (("arcane", ["open", "medium"], {}),
                                     ("quacks", ["medium", "open", "easy", "greedy"], rulings)):
            table = found(server, game, seats, options=options)
            with Screen(folder, "--join", link(server, table), "--name", "Zoe") as zoe:
                play_out(zoe, random.Random(1))
                must("You are Zoe." in zoe.out and "The end: final standing" in zoe.out, zoe.out[-800:])
                must("The luck was checked" in zoe.out and "so nobody could choose it." in " ".join(zoe.out.split()), zoe.out[-800:])
                verified(zoe.out, folder)
            must(fine(get(server, f"/api/tables/{table}"))["table"]["state"] == "over", "not over")


def test_seat_on_another_device(folder):
    """A private link brings a seat to another folder, which then takes it from the first."""
    def asks(own, url, *what):
        done = subprocess.run([harness.program(), "play", "--join", url, "--save", os.path.join(folder, own), *what],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=wire.PATIENCE, check=False)
        return done.returncode, done.stdout + done.stderr
    with Server(folder) as server:
        mine = fine(post(server, "/api/tables", {"game": "arcane", "seats": ["me", "easy"], "name": "Ann"}), 201)
        address = link(server, mine["table"]["id"])
        status, private = asks("one", f"{address}/{mine['token']}", "--link")
        must(status == 0 and re.fullmatch(r"http://\S+/#s/[a-z2-7]{16}/[0-9a-f]{32}\n", private), private)
        status, out = asks("two", private.strip(), "--devices")
        must(status == 0 and "0  another device" in out and "2  this device" in out and "1  link, used" in out, out)
        status, out = asks("three", private.strip(), "--devices")
        must(status == 1 and "was already used" in out, out)
        status, out = asks("two", address, "--revoke", "others")
        must(status == 0 and "another device" not in out, out)
        status, out = asks("one", f"{address}/{mine['token']}", "--plain")
        must(status == 1 and "has taken over this seat" in out, out)


def test_second_device_leaves_the_nonce(folder):
    """Before the start, a device that comes by a link does not replace the commitment that the first one can reveal."""
    with Server(folder) as server:
        table = found(server, "arcane", ["open", "open"], options={"edition": "hundred", "rounds": 1})
        kept = os.path.join(folder, "data/charlatan")
        with Screen(folder, "--join", link(server, table), "--name", "Ann") as ann:
            must("Waiting for others" in ann.screen(), ann.out)
            before = fine(get(server, f"/api/tables/{table}"))["table"]["nonce_commitments"]
            must(before[0], before)
            private = subprocess.run([harness.program(), "play", "--join", link(server, table), "--save", kept, "--link"],
                                     stdout=subprocess.PIPE, text=True, timeout=wire.PATIENCE, check=True).stdout.strip()
            with Screen(os.path.join(folder, "phone"), "--join", private) as phone:
                must("You are Ann." in phone.screen(), phone.out)
                must(fine(get(server, f"/api/tables/{table}"))["table"]["nonce_commitments"] == before, "another nonce")
                must(ann.process.poll() is None, "the first device was thrown out")


def test_server_that_lies(folder):
    """The records of a game and of its rematch are checked. One has another commitment than was shown before the game,
    and the terminal says so."""
    with Server(folder) as server:
        address = link(server, found(server, "arcane", ["open", "easy"], options={"edition": "hundred", "rounds": 1}))
        with Screen(folder, "--join", address) as ann:
            luck, again = random.Random(1), ["y"]
            while (screen := ann.screen()) is not None:
                if screen.endswith("Play again? (y/n) ") and again:
                    ann.type(again.pop())
                else:
                    answer(ann, screen, luck)
            must(" ".join(ann.out.split()).count("so nobody could choose it.") == 2, ann.out[-800:])
        path = os.path.join(folder, "data/charlatan/luck.json")
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        kept[address]["commitment"] = "00" * 32
        with open(path, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        with Screen(folder, "--join", address) as ann:
            play_out(ann, random.Random(1))
            must("The server broke its commitment" in ann.out, ann.out)


def test_help_is_off_unless_founded_with_it(folder):
    """Help is off by default, and no message says that somebody has switched it off."""
    with Server(folder) as server, Screen(folder, "--join", link(server, found(server, "arcane", ["open", "medium"]))) as table:
        table.screen()
        table.type("h")
        screen = table.screen()
        must("Hints are off at this table." in screen and "switched" not in screen, screen)
        table.type("o")
        screen = table.screen()
        must("odds are off at this table." in screen and "switched" not in screen, screen)


def test_two_people_and_a_spectator(folder):
    with Server(folder) as server:
        table = found(server, "quacks", ["open", "open"])
        luck = random.Random(2)
        with Screen(folder, "--join", link(server, table), "--name", "Ann") as ann:
            must("Waiting for others" in ann.screen(), ann.out)
            with Screen(os.path.join(folder, "bob"), "--join", link(server, table), "--name", "Bob") as bob, \
                    Screen(folder, "--join", link(server, table), "--watch") as eve:
                people = [ann, bob]
                while people:
                    for person in list(people):
                        if not person.out.endswith(PROMPTS) or len(person.out) == person.read_to:
                            if person.read(0.02) is None:
                                people.remove(person)
                            continue
                        answer(person, person.screen(), luck)
                for person in (ann, bob, eve):
                    must(person.status() == 0, person.out[-400:])
                    must("The end: final standing" in person.out, person.out[-400:])
                must("Bob sits down." in ann.out, ann.out[:600])
                must("You are" not in eve.out and "\n> " not in eve.out, "a spectator is asked")


class Between:
    """What is between a terminal and its server: it loses so many answers to `join`, and says to so many hellos that the
    token is wrong, as a node does that has not heard of the seat yet."""

    def __init__(self, server, lost=0, wrong=0):
        self.server, self.lost, self.wrong, self.met = server, lost, wrong, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def link(self, table):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/#t/{table}"

    def serve(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.pass_on, args=(near,), daemon=True).start()

    def pass_on(self, near):
        with near, socket.create_connection(self.server.address) as far:
            first = near.recv(1 << 16)
            if first.startswith(b"GET /ws ") and self.met.count("wrong") < self.wrong:
                self.refuse(near, first)
                return
            far.sendall(first)
            drop = b"/join " in first and self.met.count("lost") < self.lost
            self.met.extend(["lost"] * drop)
            while ready := select.select([near, far], [], [], wire.PATIENCE)[0]:
                for end in ready:
                    chunk = end.recv(1 << 16)
                    if not chunk or drop and end is far:
                        return
                    (far if end is near else near).sendall(chunk)

    def refuse(self, near, request):
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", request)[1]
        seal = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        near.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Protocol: charlatan\r\nSec-WebSocket-Accept: " + seal + b"\r\n\r\n")
        near.recv(1 << 16)    # the hello
        self.met.append("wrong")
        near.sendall(wire.frame(wire.TEXT, b'{"bye":"wrong-token"}', mask=False))
        near.sendall(wire.frame(wire.CLOSE, b"\x03\xe8", mask=False))


def kept(folder, file):
    """What the terminal has in a file of its own."""
    try:
        with open(os.path.join(folder, "data/charlatan", file), encoding="utf-8") as text:
            return json.load(text)
    except FileNotFoundError:
        return {}


def kinds_at(server, table):
    return [seat["kind"] for seat in fine(get(server, f"/api/tables/{table}"))["table"]["seats"]]


def test_lost_answer(folder):
    """The reply to `join` is lost on the way: the terminal asks again and has one seat, not two."""
    with Server(folder) as server, Between(server, lost=1) as between:
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", between.link(table), "--name", "Ann") as ann:
            must("Waiting for others" in ann.screen(), ann.out)
            must(between.met == ["lost"] and kinds_at(server, table) == ["human", "empty"], between.met)


def test_all_answers_lost(folder):
    """The terminal gives up; started again, it gets the seat that it had got, because it has kept the key."""
    with Server(folder) as server, Between(server, lost=99) as between:
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", between.link(table)) as ann:
            must(ann.status() == 1, ann.out)
        must(len(between.met) > 2 and kinds_at(server, table) == ["human", "empty"], between.met)
        between.lost = 0
        must(len(kept(folder, "asked.json")) == 1 and not kept(folder, "seats.json"), "no key is kept")
        with Screen(folder, "--join", between.link(table)) as ann:
            must("Waiting for others" in ann.screen(), ann.out)
            must(kinds_at(server, table) == ["human", "empty"], "a second seat was taken")
            must(between.link(table) in kept(folder, "seats.json") and not kept(folder, "asked.json"), "the key is still kept")


def test_refused_request(folder):
    """The next request is another one: its key is not that of somebody who was refused."""
    with Server(folder) as server:
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", link(server, table), "--name", "hard") as ann:
            must(ann.status() == 1 and not kept(folder, "asked.json"), ann.out)


def test_wrong_token_once(folder):
    """A node that has not heard of the seat yet says that its token is wrong: it is tried again."""
    with Server(folder) as server, Between(server, wrong=1) as between:
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", between.link(table)) as ann:
            must("Waiting for others" in ann.screen(), ann.out)
            must(between.met == ["wrong"] and between.link(table) in kept(folder, "seats.json"), between.met)
        with Screen(folder, "--join", between.link(table)) as ann:
            must("Waiting for others" in ann.screen() and kinds_at(server, table) == ["human", "empty"], ann.out)


def test_wrong_token_twice(folder):
    """Then it is so: the token and the key are forgotten. A token that a link brings costs nobody another seat."""
    with Server(folder) as server, Between(server, wrong=2) as between:
        with Screen(folder, "--join", between.link(found(server, "arcane", ["open", "open"]))) as ann:
            must(ann.status() == 1 and between.met == ["wrong"] * 2, ann.out)
        must(not kept(folder, "seats.json") and not kept(folder, "asked.json"), "kept")
        table = found(server, "arcane", ["open", "open"])
        with Screen(folder, "--join", between.link(table)) as ann:
            must("Waiting for others" in ann.screen(), ann.out)
        mine = kept(folder, "seats.json")
        with Screen(folder, "--join", between.link(table) + "/" + "0" * 32) as ann:
            must(ann.status() == 1, ann.out)
        must(mine and kept(folder, "seats.json") == mine, "the seat was forgotten")


def test_start_with_bots(folder):
    with Server(folder) as server:
        table = found(server, "arcane", ["open", "open", "open"])
        with Screen(folder, "--join", link(server, table)) as guest:
            must("Type start" in guest.screen(), guest.out)
            guest.type("start")
            guest.await_text("=== Round 1")


def test_only_the_host_starts(folder):
    """Somebody else has founded the table; when they leave, whoever has been there longest may start it."""
    with Server(folder) as server:
        founded = fine(post(server, "/api/tables", {"game": "arcane", "seats": ["me", "open", "open"]}), 201)
        table = founded["table"]["id"]
        with Screen(folder, "--join", link(server, table)) as guest:
            screen = guest.screen()
            must("for the host to start" in screen and "Type start" not in screen, screen)
            guest.type("start")
            guest.await_text("Only the host of this table can do that.")
            fine(post(server, f"/api/tables/{table}/leave", {}, founded["token"]))
            guest.await_text("Type start")
            guest.type("start")
            guest.await_text("=== Round 1")


def reds_drawn(folder):
    """Records of games with book red 2, and the moves in them that draw a red."""
    records = os.path.join(folder, "records")
    done = wire.program("sim", "quacks", "--bots", "greedy,greedy", "--set", "books=2", "--games", "4", "--seed", "1",
                        "--keep", "4", "--keep-dir", records, "--quiet")
    must(done.returncode == 0, done.stderr)
    for path in sorted(glob.glob(records + "/*")):
        with open(path, encoding="ascii") as file:
            record = file.read()
        for move in map(json.loads, record.splitlines()[1:]):
            if move.get("action") == "draw" and move["chance"] and move["chance"][0].get("draw", "").startswith("red"):
                yield record, move


def beside_red(server, folder):
    """A table at which its founder has just laid a red beside the pot: the chip, and the link to the seat."""
    record, move = next(reds_drawn(folder))
    wish = {"record": record, "n": move["n"], "seat": move["seat"], "bot": "easy"}
    made = fine(post(server, "/api/practice", wish), 201)
    return move["chance"][0]["draw"], link(server, made["table"]["id"]) + "/" + made["token"]


def test_a_red_goes_back(folder):
    """Book red 2: what was put back is shown and no longer offered (Q8)."""
    with Server(folder) as server:
        chip, seat = beside_red(server, folder)
        with Screen(folder, "--join", seat) as table:
            must(f"bag: put red {chip[-1]} back into the bag" in table.screen(), table.out)
            table.type(f"bag red {chip[-1]}")
            screen = table.screen()
            must(f"Put back    R{chip[-1]}; each red you own may go back once" in screen and "bag: put red" not in screen, screen)


def test_server_killed(folder):
    """A server that dies and comes back: the seat, the game and the answer under way are still there."""
    server = Server(folder, db=os.path.join(folder, "server.db"))
    try:
        for game, seed in (("quacks", 3), ("arcane", 4)):
            luck = random.Random(seed)
            table = found(server, game, ["open", "medium"])
            with Screen(folder, "--join", link(server, table), "--name", "Kim") as kim:
                for moves in range(12):
                    screen = kim.screen()
                    if screen is None:
                        break
                    if moves in (3, 8):
                        server.kill()
                        screen = kim.screen()
                        must("to the server is lost" in screen and "sent again" not in " ".join(screen.split()), screen)
                        if moves == 3:    # the answer is sent when the server is back
                            answer(kim, screen, luck)
                            time.sleep(0.3)
                        server.start()
                        if moves == 8:
                            screen = kim.screen()
                            must("The server is back." in screen, screen)
                            answer(kim, screen, luck)
                    else:
                        answer(kim, screen, luck)
                play_out(kim, luck)
                verified(kim.out, folder)
    finally:
        server.kill()


def seats_listed(folder):
    return subprocess.run([harness.program(), "play", "--list"], stdout=subprocess.PIPE, check=True, text=True,
                          env=dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data"))).stdout


def test_comes_back_to_the_seat(folder):
    with Server(folder) as server:
        table = found(server, "arcane", ["open", "medium"])
        with Screen(folder, "--join", link(server, table), "--name", "Ida") as first:
            for _ in range(3):
                answer(first, first.screen(), random.Random(5))
            first.screen()
        with Screen(folder, "--join", link(server, table)) as second:
            screen = second.screen()
            must("Ida (you)" in screen and labels_on(screen), screen)
            second.await_text("The game has already begun; l shows what happened.")
            second.type("l all")
            second.await_text("Round 1 begins")
            second.await_text("Ida (you)   turns up")
            second.type("q")
            must(second.status() == 0 and "Your seat is kept" in second.out, second.out[-300:])
        listed = seats_listed(folder)
        must("You have no unfinished games." in listed and f"  {link(server, table)}\n" in listed, listed)
        gone = link(server, "a" * 16)
        with open(os.path.join(folder, "data/charlatan/seats.json"), "r+", encoding="utf-8") as file:
            seats = json.load(file)
            file.seek(0)
            json.dump({**seats, gone: "0" * 32}, file)
        must(f"  {gone}  (the server no longer has this table)\n" in seats_listed(folder), seats_listed(folder))
    must(f"  {link(server, table)}  (the server cannot be reached)\n" in seats_listed(folder), seats_listed(folder))


def test_join_refused(folder):
    def refused(*arguments, words):
        with Screen(folder, *arguments) as screen:
            while screen.read(wire.PATIENCE):
                pass
            status, error = screen.process.wait(timeout=wire.PATIENCE), screen.process.stderr.read().decode()
            must(status in (1, 2) and error.startswith("charlatan play: "), arguments, status, error)
            must(all(word in error for word in words), arguments, error)
    with Server(folder) as server:
        table = found(server, "arcane", ["medium", "open"])
        refused("--join", "nonsense", words=["#t/TABLE"])
        refused("--join", link(server, "a" * 16), words=["server says"])
        refused("--join", link(server, table) + "/" + "0" * 32, words=["no longer yours"])
        refused("--join", link(server, table), "--seat", "0", words=["not free"])
        refused("--join", link(server, table), "--players", "3", words=["its own game"])
    refused("--join", link(server, table), words=["cannot be reached"])


# ---- one's own --------------------------------------------------------------------------------

def test_killed_and_resumed(folder):
    """A program that is killed again and again loses nothing that it has shown."""
    for game, players in (("arcane", "2"), ("quacks", "4")):
        luck, out, kills = random.Random(7), "", 0
        arguments = [game, "--players", players, "--seed", "9", "--new"]
        while True:
            with Screen(folder, *arguments) as table:
                moves, screen = luck.randrange(1, 25), table.screen()
                # A game that is over is not resumed, so it is left by its last question.
                while screen is not None and (moves or screen.endswith("Play again? (y/n) ")):
                    moves -= answer(table, screen, luck)
                    screen = table.screen()
                out = table.out
                if screen is None:
                    must(table.status() == 0, table.out[-300:])
                    break
                question = screen.split("\n\n")[-1]
                table.kill()
                kills += 1
            arguments = [game]
            with Screen(folder, game) as again:
                screen = again.screen()
                must("Your unfinished game continues" in screen, screen[:300])
                must(screen.split("\n\n")[-1] == question, "asked", screen.split("\n\n")[-1], "and before", question)
        must(kills >= 2, kills, "kills")
        verified(out, folder)


def test_review_after_the_end(folder):
    """After a game r reviews it: luck, skill, and the mistakes with the board as it was."""
    with Screen(folder, "quacks", "--players", "2", "--bots", "easy", "--seed", "1") as table:
        while not (screen := table.screen()).endswith("Play again? (y/n) "):
            table.type(labels_on(screen)[-1] if not screen.endswith("#####\n") else "")
        must("r reviews this game" in screen, screen)
        for line in ("r", "", "q", "r", "", "s"):
            table.type(line)
        # Practice goes on from the mistake, with the question that was answered wrongly then.
        while not (screen := table.screen()).endswith("> "):
            pass
        shown, begun = table.out.split("Mistake 1 of")[-1].split("q goes back.", 1)
        asked = re.search(r"^[A-Z].*\? \[Q[\d.]+\w*\]$", shown, re.M)
        must(asked and asked[0] in begun, "another question than", asked, begun)
        table.type("q")
        must(table.status() == 0, "status", table.process.returncode)
        review = table.out.split("r reviews this game", 1)[1].split("r reviews this game")[0]
        must("start 50.0 %, luck " in review and "Seat 1" not in review, review)
        must(re.search(r"Mistake 1 of \d+: before action \d+\n  Action ", review) and "Turn 1 of 9" in review, review)
        must("Mistake 2 of" not in review and "s with the same luck" in " ".join(review.split()), review)


def test_new_luck_has_no_seed(folder):
    """Practice with new luck, after a review, is not what --seed repeats."""
    with Screen(folder, "quacks", "--players", "2", "--bots", "easy", "--seed", "1") as table:
        while not (screen := table.screen()).endswith("Play again? (y/n) "):
            table.type(labels_on(screen)[-1] if not screen.endswith("#####\n") else "")
        for line in ("r", "", "t"):
            table.type(line)
        while not (screen := table.screen()).endswith("> "):
            pass
        begun = table.out.split("Mistake 1 of")[-1]
        must("You are " in begun and "Seed" not in begun and table.out.count("Seed 1: the same --seed") == 1, begun)
        table.type("q")
        must(table.status() == 0, "status", table.process.returncode)


def test_ctrl_c(folder):
    with Screen(folder, "arcane", "--seed", "3") as table:
        table.screen()
        table.process.send_signal(signal.SIGINT)
        must(table.status() == 130 and "The game is saved" in table.out, table.out[-300:])
    with Screen(folder) as table:
        must("Your unfinished game continues" in table.screen(), table.out)


def test_save_elsewhere(folder):
    place = os.path.join(folder, "a", "b")
    with Screen(folder, "quacks", "--save", place) as table:
        table.screen()
        table.type("q")
        must(table.status() == 0, table.out[-300:])
    must(glob.glob(place + "/play.db") and not os.path.exists(os.path.join(folder, "data")), "kept elsewhere")


def test_options_by_set(folder):
    with Screen(folder, "quacks", "--set", "together=true", "--set", "pot=tubes") as table:
        screen = " ".join(table.screen().split())
        must("test-tube side, drawing together" in screen, screen[:300])
    done = wire.program("play", "quacks", "--set", "nonsense=1")
    must(done.returncode == 2 and "nonsense" in done.stderr, done.stderr)


def test_undo_and_help(folder):
    with Screen(folder, "arcane", "--seed", "5", "--practice") as table:
        first = table.screen().split("\n\n")[-1]
        table.type("15")
        table.screen()
        table.type("u")
        screen = table.screen()
        must("takes a move back" in screen and screen.split("\n\n")[-1] == first, screen)
        table.type("u")
        must("> " in table.screen(), "nothing to take back")
        table.type("o")
        must("if the inspection came now" in table.screen(), "odds")
        table.type("h")
        must("Hint: " in table.screen(), "a hint")


def test_hotseat_undo_is_asked(folder):
    with Screen(folder, "arcane", "--hotseat", "2", "--players", "2", "--seed", "5") as table:
        asked = 0
        for typed in range(60):
            screen = table.screen()
            must("\n" * 30 in screen or "take the keyboard" not in screen or not typed, "no curtain")
            if screen.endswith("(y/n) "):
                must("Ada asks to take a move back. Berta, do you agree?" in screen or
                     "Berta asks to take a move back. Ada, do you agree?" in screen, screen)
                table.type("y")
                must("takes a move back" in table.screen(), table.out[-500:])
                asked = 1
                break
            if screen.endswith("#####\n"):
                table.type("")
            else:
                table.type("u" if typed > 20 else labels_on(screen)[0])
        must(asked, "nobody was asked")


if __name__ == "__main__":
    sys.exit(harness.main(__doc__, cases="play_*.py"))
