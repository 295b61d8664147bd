#!/usr/bin/env python3
"""The plain client in a real browser: whole games by clicks and keys, friends, restarts; --open and TLS.

page.py [--charlatan build/release/charlatan] [--shots FOLDER] [name ...]

Names pick tests by a part of their name. Closes with "N passed, M failed".
"""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

import wire
from browser import DESKTOP, PHONE, Browser
from wire import HOST, PATIENCE, Server, found, get, hello, must, snapshot, table_of, wait_until

BROWSER = None    # one for all tests: starting it takes longer than most of them
SMALL = (360, 740)
EVIL = '<img src=x onerror="evil=1"><script>evil=2</script>'

# What can be touched now: answers as buttons, or cells of a storehouse.
TOUCH = """(() => ({
  over: !!document.querySelector(".score"),
  fresh: !!document.querySelector(".others .fresh, .own .fresh"),
  wrong: /.{0,40}(undefined|NaN|null|\\[object).{0,20}/.exec(document.querySelector("#page").textContent)?.[0] ?? "",
  list: [...document.querySelectorAll("#choices button:not(:disabled), .card.pick:not(.chosen)")].map(e =>
    ({select: e.dataset.do ? `[data-do="${e.dataset.do}"]` : `.pick[data-slot="${e.dataset.slot}"]`, key: e.dataset.key ?? null}))
}))()"""


def url_of(server, scheme="http"):
    return f"{scheme}://{HOST}:{server.port}/"


def door(page, server):
    page.go(url_of(server))
    page.see("#play")


def choose(page, selector, value):
    page.js(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); e.value = {json.dumps(value)};
        e.dispatchEvent(new Event("change")); }})()""")


def sit_down(page, server, game, players=2, bots="easy", options=None):
    """From the front door to the first question; the table's id."""
    door(page, server)
    if options:
        page.js(f"localStorage['charlatan.wish'] = {json.dumps(json.dumps({'options': {game: options}}))}")
        page.go("about:blank")
        door(page, server)
    page.click(f"#game-{game}")
    choose(page, "#players", str(players))
    for seat in range(1, players):
        choose(page, f"#seat-{seat}", bots)
    page.click("#play")
    page.see("#ask")
    return page.js("location.hash")[3:]


def touch(page, luck, how):
    """Answers once, where something is asked: by mouse, keys, or (quickly) a script. None: the game is over."""
    seen = page.js(TOUCH if how != "script" else f"""(() => {{
        const seen = {TOUCH}, one = seen.list[{luck.randrange(1 << 20)} % seen.list.length];
        if (one) document.querySelector(one.select).click();
        return seen; }})()""")
    must(not seen["wrong"], "on the screen:", seen["wrong"])
    page.fresh |= seen["fresh"]
    if seen["over"]:
        return None
    if not seen["list"]:
        time.sleep(0.005)
        return 0
    one = luck.choice(seen["list"])
    if how == "script":
        pass
    elif how == "keys" and one["key"]:
        page.key(one["key"])
    else:
        page.click(one["select"])
    return 1


def play_on(pages, luck, answers=10 ** 6, how="mouse"):
    """Everyone answers in turn, so many times or until the game is over; is it?"""
    end = time.monotonic() + 2 * PATIENCE
    while answers > 0:
        must(time.monotonic() < end, "the game takes too long:", pages[0].js("document.body.innerText")[:800])
        for page in pages:
            done = touch(page, luck, how)
            if done is None:
                return True
            answers -= done
    return False


def narrow(page, width):
    wide = page.js("document.documentElement.scrollWidth")
    must(wide <= width, "the page is", wide, "wide, the screen", width)


def silent(page, *allowed):
    """The console says nothing that it should not."""
    wrong = [c for c in page.complaints() if not any(a in c for a in allowed)]
    must(not wrong, "the console says", wrong)


# ---- whole games ------------------------------------------------------------------------------

def whole_game(folder, chosen, game, size, how, dark, options=None):
    with Server(folder) as server:
        page = BROWSER.page(size, dark)
        table = sit_down(page, server, game, options=options)
        luck = random.Random(1)
        must(not play_on([page], luck, 20, how), "over too soon")
        narrow(page, size[0])
        if chosen.shots:
            page.screenshot(os.path.join(chosen.shots, f"{game}-{size[0]}.png"))
        must(play_on([page], luck, how="script"), "no end")
        must(page.fresh, "nothing shows what has changed")
        narrow(page, size[0])
        over = table_of(server, table, "over")
        text = page.js("document.querySelector('#ask').innerText")
        must(all(str(n) in text for n in over["result"]), over["result"], "is not in", text)
        page.click("[data-at=rematch]")
        page.wait("!document.querySelector('.score')")
        must(page.js("location.hash") != f"#t/{table}", "the rematch is the same table")
        must(not play_on([page], luck, 3), "the rematch is over at once")
        page.click(".bar a")
        page.see("#own li")
        must(page.js("document.querySelectorAll('#own li').length") == 2, "not two games of one's own")
        narrow(page, size[0])
        silent(page)


def test_arcane_on_a_desktop(folder, chosen):
    whole_game(folder, chosen, "arcane", DESKTOP, "keys", False)


def test_arcane_on_a_phone(folder, chosen):
    whole_game(folder, chosen, "arcane", SMALL, "mouse", True,
               {"edition": "hundred", "rounds": "1", "turn_cap": "12", "market": "true"})


def test_quacks_on_a_desktop(folder, chosen):
    whole_game(folder, chosen, "quacks", DESKTOP, "mouse", True)


def test_quacks_on_a_phone(folder, chosen):
    whole_game(folder, chosen, "quacks", SMALL, "keys", False)


def test_views_are_folded(folder):
    """Every `set` of whole games, carried out by the page: the last view is that of a snapshot."""
    with Server(folder) as server:
        page = BROWSER.page()
        door(page, server)
        for game, options in (("arcane", {"market": True, "wizards": "random"}), ("quacks", {"pot": "tubes", "books": 3})):
            table = found(server, game, ["easy", "easy", "random"], options=options)[0]
            wait_until(lambda: get(server, f"/api/tables/{table}").json["table"]["state"] == "over", what="bots play")
            last = snapshot(server, table)[1]
            spectator, events = hello(server, table, n=0), []
            while not events or events[-1]["n"] < last["n"]:
                events.append(spectator.receive())
            start = next(e["view"] for e in events if "start" in e)
            sets = [[e["set"], e["seat"]] for e in events if "set" in e]
            page_view = page.js(f"""import("/line.js").then(({{applySet}}) => {{
                let view = {json.dumps(start)};
                for (const [set, mover] of {json.dumps(sets)}) view = applySet(view, set, mover).view;
                return JSON.stringify(view); }})""")
            must(json.loads(page_view) == last["view"], "another view:", page_view[:500])
            spectator.drop()
        silent(page)


# ---- people -----------------------------------------------------------------------------------

def test_names_are_text(folder):
    with Server(folder) as server:
        page, other = BROWSER.page(), BROWSER.page(PHONE)
        door(page, server)
        page.click("#name")
        page.type(EVIL)
        must(page.js("document.querySelector('#name').value") == EVIL[:40], "the name was cut elsewhere")
        table = found(server, "arcane", ["me", "open"], name=EVIL[:40], open=True)[0]
        for one in (page, other):
            one.go(url_of(server) + "#x")
            one.see("#open-tables li")
            must(EVIL[:20] in one.js("document.querySelector('#open-tables').textContent"), "no name in the list")
            one.js(f"location.hash = 't/{table}'")
            one.see(".seats li")
            must(EVIL[:20] in one.js("document.querySelector('.seats').textContent"), "no name at the table")
        other.click(".seats button")
        for one in (page, other):
            one.see(".player .name")
            must(EVIL[:20] in one.js("document.querySelector('main').textContent"), "no name while playing")
            must(one.js("typeof evil === 'undefined' && !document.querySelector('#page img, #page script')"), "it ran")
            silent(one)


def test_friends(folder):
    """An invitation, a seat taken, moves taken back with consent, a bot for a while, somebody who watches."""
    with Server(folder) as server:
        host, guest, watcher = BROWSER.page(), BROWSER.page(PHONE), BROWSER.page()
        door(host, server)
        host.click("#game-arcane")
        choose(host, "#players", "2")
        choose(host, "#seat-1", "open")
        host.click("#play")
        link = host.wait("document.querySelector('#invite')?.value")
        for page in (guest, watcher):
            page.go(link)
            page.see(".seats li")
        guest.click(".seats button")
        for page in (host, guest, watcher):
            page.see(".player")
        must("you watch" in watcher.js("document.body.innerText"), "the watcher is not told so")
        luck = random.Random(2)
        play_on([host, guest], luck, 8)
        mover = wait_until(lambda: next((p for p in (host, guest) if p.js(TOUCH)["list"]), None), what="somebody is asked")
        other = guest if mover is host else host
        play_on([mover], luck, 1)
        mover.click("[data-at=undo]")
        if "asks" in watcher.wait("/asks to take|takes a move/.exec(document.querySelector('.log').textContent)?.[0]"):
            other.wait("/Do you agree/.test(document.querySelector('#question').textContent)")
            other.click("#ask button.main")
        watcher.wait("/takes a move back/.test(document.querySelector('.log').textContent)")
        guest.click("[data-at=leave]")
        guest.see("[data-at=back]")
        host.wait("/bot for now/.test(document.querySelector('.others').textContent)")
        guest.click("[data-at=back]")
        host.wait("!/bot for now/.test(document.querySelector('.others').textContent)")
        play_on([host, guest], luck, 10)
        for page in (host, guest, watcher):
            silent(page)


# ---- drops ------------------------------------------------------------------------------------

def test_restart(folder):
    """The server goes and comes back, politely and not; the page says so, resumes and plays on."""
    with Server(folder, db=os.path.join(folder, "games.db")) as server:
        page, luck = BROWSER.page(), random.Random(3)
        table = sit_down(page, server, "quacks")
        play_on([page], luck, 20)
        before = page.js("document.querySelectorAll('.log li').length")
        for stop in (server.stop, server.kill):
            stop()
            page.see(".off")
            must(re.search("restarts|connection is gone", page.js("document.querySelector('.off').textContent")), "it does not say why")
            must(not page.js(TOUCH)["list"], "answers can be clicked without a connection")
            server.start()
            page.wait("!document.querySelector('.off')", 20)
            must("charlatan_resumed_total 1\n" in get(server, "/metrics").text, "it took a snapshot instead of resuming")
            play_on([page], luck, 10)
        must(page.js("document.querySelectorAll('.log li').length") > before, "the log is gone")
        page.go("about:blank")
        page.go(url_of(server) + f"#t/{table}")
        page.see("#ask")
        must("you" in page.js("document.querySelector('.own h2').textContent"), "the seat is lost after a reload")
        must(play_on([page], luck), "no end")
        table_of(server, table, "over")
        silent(page, "WebSocket connection to", "ERR_CONNECTION_REFUSED")


def test_two_windows(folder):
    with Server(folder) as server:
        page = BROWSER.page()
        table = sit_down(page, server, "quacks")
        token = page.js("Object.values(JSON.parse(localStorage['charlatan.seats']))[0].token")
        thief = hello(server, table, token)
        page.wait("/another window/.test(document.querySelector('#question').textContent)")
        thief.drop()
        page.click("#ask button.main")
        page.see("#choices button")
        silent(page)


# ---- --open, TLS ------------------------------------------------------------------------------

class Opened:
    """`charlatan serve --open` with an environment of its own."""

    def __init__(self, folder, *arguments, **env):
        self.env = {"PATH": os.environ["PATH"], "XDG_DATA_HOME": os.path.join(folder, "data"), **env}
        self.process = subprocess.Popen([wire.PROGRAM, "serve", "--open", *arguments], env=self.env, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        line = self.process.stdout.readline()
        must(line.startswith("charlatan is at http://127.0.0.1:"), line, self.process.poll())
        self.url = line.split()[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        must(json.load(urllib.request.urlopen(self.url + "health", timeout=PATIENCE))["ok"] is True, "not well")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        must(self.process.returncode == 0, "Ctrl-C:", self.process.returncode, out, err)


def test_open(folder):
    with socket.socket() as busy:
        busy.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            busy.bind((HOST, 8080))
            busy.listen()
        except OSError:
            pass    # somebody else has it: taken is taken
        with Opened(folder) as one:
            must(one.port != 8080, "8080 is taken")
            with Opened(folder, WAYLAND_DISPLAY="none-there", PATH="/nowhere") as two:
                must(two.port not in (8080, one.port), "the same port twice")
    for path in ("data/charlatan", "data/charlatan/charlatan.db"):
        must(os.stat(os.path.join(folder, path)).st_mode & 0o077 == 0, "others can look into", path)


def test_open_shows_the_browser(folder):
    heard = os.path.join(folder, "heard")
    os.mkdir(os.path.join(folder, "bin"))
    script = os.path.join(folder, "bin", "xdg-open")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\necho "$#" "$1" >"{heard}.new"\nmv "{heard}.new" "{heard}"\n')
    os.chmod(script, 0o755)
    path = os.path.join(folder, "bin") + ":/usr/bin:/bin"
    with Opened(folder, "--port", "0", PATH=path):    # without DISPLAY: the address only
        time.sleep(0.2)
        must(not os.path.exists(heard), "a browser without a display")
    with Opened(folder, "--port", "0", PATH=path, DISPLAY=":7") as one:
        wait_until(lambda: os.path.exists(heard), what="xdg-open is called")
        with open(heard, encoding="utf-8") as file:
            must(file.read() == f"1 {one.url}\n", "it was given something else than", one.url)


def certificate(folder):
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run([shutil.which("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=charlatan test", "-addext", "subjectAltName=IP:127.0.0.1",
                    "-keyout", key, "-out", cert], check=True, capture_output=True, timeout=PATIENCE)
    return key, cert


async def secure_hello(server, context, table):
    import websockets
    async with websockets.connect(f"wss://{HOST}:{server.port}/ws", ssl=context, subprotocols=["charlatan"]) as ws:
        await ws.send(json.dumps({"hello": {"table": table}}))
        return json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))


class SecureServer(Server):
    def ready(self):
        must(self.process.poll() is None, "the server ended:", self.tail())
        try:
            with socket.create_connection(self.address, timeout=PATIENCE):
                return True
        except OSError:
            return False


def without_tls(server):
    with socket.create_connection(server.address, timeout=PATIENCE) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            return plain.recv(1000)
        except ConnectionResetError:
            return b""


def test_tls(folder):
    key, cert = certificate(folder)
    context = ssl.create_default_context(cafile=cert)
    with SecureServer(folder, extra=["--tls-cert", cert, "--tls-key", key]) as server:
        health = urllib.request.urlopen(url_of(server, "https") + "health", context=context, timeout=PATIENCE)
        must(json.load(health)["ok"] is True, "not well")
        request = urllib.request.Request(url_of(server, "https") + "api/tables", json.dumps(
            {"game": "quacks", "seats": ["me", "easy"]}).encode(), {"Content-Type": "application/json"})
        table = json.load(urllib.request.urlopen(request, context=context, timeout=PATIENCE))["table"]["id"]
        must("snapshot" in asyncio.run(secure_hello(server, context, table)), "no snapshot over wss")
        must(b"ok" not in without_tls(server), "it answers without TLS")
        page = BROWSER.page()
        page.call("Security.setIgnoreCertificateErrors", ignore=True)
        page.go(url_of(server, "https"))
        page.click("#play")
        page.see("#ask")
        must(not play_on([page], random.Random(4), 3), "over at once")
        silent(page)


def test_tls_refusals(folder):
    key, cert = certificate(folder)
    for extra in (["--tls-cert", cert], ["--tls-cert", cert, "--tls-key", "/nowhere"], ["--tls-cert", key, "--tls-key", key]):
        done = wire.program("serve", "--port", "0", "--db", "memory", *extra)
        must(done.returncode in (1, 2) and "charlatan serve: " in done.stderr, done.returncode, done.stderr, "with", extra)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="charlatan-") as profile, Browser(profile) as BROWSER:
        status = wire.main(dict(globals()), __doc__, {"--shots": {"help": "a folder for screenshots"}})
    sys.exit(status)
