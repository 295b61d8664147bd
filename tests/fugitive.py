#!/usr/bin/env python3
"""A program that plays as a bot (docs/protocol.md) and leaves a process behind that nobody can reach by its group or its
parent: it has forked twice, is the leader of a session, and ignores what asks it to end.

fugitive.py FOLDER [QUESTIONS]     each such process is a file there; after so many questions the program itself ends
"""

import json
import os
import signal
import sys
import time


def flee(folder):
    if os.fork():
        os.wait()
        return
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        os.closerange(0, 3)
        with open(os.path.join(folder, f"fled-{os.getpid()}"), "x", encoding="ascii"):
            pass
        time.sleep(100)
    os._exit(0)


def main():
    folder, questions = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 30
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    flee(folder)
    for line in sys.stdin:
        asked = json.loads(line)
        questions -= asked["op"] != "hello"
        if questions < 0:
            sys.exit(5)
        answer = {"protocol": 1} if asked["op"] == "hello" else {"action": asked["actions"][0]}
        print(json.dumps({"ok": True, "id": asked["id"], **answer}), flush=True)


def fled(folder):
    """The processes that have fled and are still there."""
    pids = [name[5:] for name in os.listdir(folder) if name.startswith("fled-")]
    return [pid for pid in pids if os.path.exists(f"/proc/{pid}")]


if __name__ == "__main__":
    main()
