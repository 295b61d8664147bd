#!/usr/bin/python3
"""A bot that charlatan starts as a program: it reads questions, one JSON object a line, and answers each with one line.

charlatan sim quacks --bots "exec:docs/examples/exec_bot.py,random" --games 20
charlatan serve --bot "example=exec:docs/examples/exec_bot.py"

It needs nothing but Python. To make it play better, change `choose`. docs/protocol.md has the form of questions and
views. Standard output is for answers alone; print what you want to see to standard error.
"""

import json
import random
import sys


def choose(question, luck):
    """One of question["actions"]. question["view"] is all that this seat may know."""
    actions = question["actions"]
    if question["game"] == "quacks" and question["kind"] == "brew":
        me = question["view"]["players"][question["seat"]]
        whites = sum(int(lies["chip"][5:]) for lies in me["pot"] if lies["chip"].startswith("white"))
        careful = "stop" if whites > 4 else "draw"
        if careful in actions:
            return careful
    # Buying and selling brings more than leaving it.
    eager = [a for a in actions if not a.endswith(("none", "done", "pass", "ignore", "stop"))]
    return luck.choice(eager or actions)


def main():
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"ok": True, "id": question["id"]}
        if question["op"] == "hello":
            answer |= {"protocol": 1, "name": "example", "games": ["arcane", "quacks"]}
        else:
            answer["action"] = choose(question, random.Random(question["seed"]))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
