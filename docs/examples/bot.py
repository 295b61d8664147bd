#!/usr/bin/python3
"""A bot that plays through the server's API (docs/api.md). It founds a table or joins one, and answers at random.

bot.py http://127.0.0.1:8080 quacks             founds a table for two, prints its id and waits for a second player
bot.py http://127.0.0.1:8080 4mv5qk7xw2czynda   joins that table
bot.py http://127.0.0.1:8080 arcane easy easy   founds a table with bots in the other seats

Needs Debian's python3-websockets. To make it play better, change `choose`.
"""

import asyncio
import json
import random
import re
import sys
import urllib.error
import urllib.request

try:
    import websockets
except ImportError:
    sys.exit("bot.py: install Debian's python3-websockets first")


def choose(view, ask):
    """One of ask["actions"]; `view` is all that this seat may know."""
    return random.choice(ask["actions"])


def post(url, path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def fold(at, path, change):
    """Carries out one element of `set`."""
    for key in path[:-1]:
        at = at[int(key)] if isinstance(at, list) else at[key]
    key = int(path[-1]) if isinstance(at, list) else path[-1]
    if not change:
        del at[key]
    elif len(change) == 1:
        at[key] = change[0]
    else:
        first, gone, items = change
        at[key][first:first + gone] = items


async def play(url, table, token):
    """Plays until the game is over and returns its result. After a lost connection it goes on where it was."""
    view, n = None, None
    async for socket in websockets.connect(re.sub("^http", "ws", url) + "/ws", subprotocols=["charlatan"]):
        try:
            await socket.send(json.dumps({"hello": {"api": 2, "table": table, "token": token, **({} if n is None else {"n": n})}}))
            async for text in socket:
                message = json.loads(text)
                told = message.get("snapshot", message)
                n, view = told.get("n", n), told.get("view", view)
                for path, *change in message.get("set", []):
                    if path:
                        path = f"players.{message['seat']}{path}" if path[0] == "." else path
                        fold(view, path.split("."), change)
                    else:
                        view = change[0]
                if "ask" in message:
                    ask = message["ask"]
                    await socket.send(json.dumps({"id": ask["n"], "n": ask["n"], "do": choose(view, ask)}))
                elif ["state", "over"] in message.get("table", []):
                    return dict(change for change in message["table"] if change[0] in ("result", "winners"))
        except websockets.ConnectionClosed:
            await asyncio.sleep(1)


def main(url, what, *others):
    """Takes a seat, plays and prints whether it has won."""
    if re.fullmatch("[a-z2-7]{16}", what):
        # Without a name the server finds one that nobody at the table has.
        seated = post(url, f"/api/tables/{what}/join", {})
    else:
        seated = post(url, "/api/tables", {"game": what, "seats": ["me", *(others or ["open"])], "name": "Example"})
    print("table", seated["table"]["id"], "seat", seated["seat"], flush=True)
    over = asyncio.run(play(url, seated["table"]["id"], seated["token"]))
    print("I won" if seated["seat"] in over["winners"] else "I have not won", over["result"])


if __name__ == "__main__":
    if len(sys.argv) < 3 or not sys.argv[1].startswith("http"):
        print("Usage: bot.py URL GAME [BOT...]\n       bot.py URL TABLE", file=sys.stderr)
        sys.exit(2)
    try:
        main(*sys.argv[1:])
    except urllib.error.HTTPError as refused:
        sys.exit(f"bot.py: the server refused: {json.load(refused)['error']['message']}")
    except OSError as why:
        sys.exit(f"bot.py: nothing answers at {sys.argv[1]}: {getattr(why, 'reason', why)}")
    except KeyboardInterrupt:
        sys.exit(130)
