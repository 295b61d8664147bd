#!/usr/bin/env python3
"""Tests that every relative link of the documents leads to a file, and every anchor to a heading.

links.py [FOLDER]    checks all *.md below FOLDER, or the documents of the source tree. Closes with "N passed, M failed".
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r'\]\(([^)\s]+)\)|<(?:img|a)\s[^>]*?(?:src|href)="([^"]+)"')
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:")


def documents(folder):
    """All *.md below the folder; of the source tree those at its top and in docs/."""
    if folder == ROOT:
        names = os.listdir(ROOT) + [os.path.join("docs", name) for name in os.listdir(os.path.join(ROOT, "docs"))]
        return sorted(os.path.join(ROOT, name) for name in names if name.endswith(".md"))
    return sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(".md"))


def prose(path):
    """The text without blocks of code."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```", "", file.read(), flags=re.M | re.S)


def anchors(path):
    """The anchors of headings, as GitHub makes them."""
    for heading in re.findall(r"^#+ (.+)$", prose(path), re.M):
        yield re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def complaint(path, link):
    """What is wrong with a link of this document; None where it is right."""
    place, _, anchor = link.partition("#")
    target = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
    if not os.path.exists(target):
        return f"{path}: there is no {link}"
    if anchor and anchor not in anchors(target):
        return f"{path}: {target} has no heading for #{anchor}"
    return None


def main():
    folder = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    found = [(path, a or b) for path in documents(folder) for a, b in LINK.findall(prose(path))]
    wrong = [why for path, link in found if not ELSEWHERE.match(link) and (why := complaint(path, link))]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(found) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong) or not found


if __name__ == "__main__":
    sys.exit(main())
