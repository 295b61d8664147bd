#!/usr/bin/env python3
"""Tests that the documents tell the truth about files: every relative link leads to a file, every anchor to a heading,
and every file and function that a document names is there.

documents.py            checks the documents of the source tree
documents.py FOLDER     checks the links of all *.md below FOLDER, which may be an installed tree

The last line is "N passed, M failed".
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LINK = re.compile(r'\]\(([^)\s]+)\)|<(?:img|a)\s[^>]*?(?:src|href)="([^"]+)"')
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:")
# A name with one of our endings, perhaps with folders in front. (Patterns with * name no file.)
NAMED = re.compile(r"(?<![\w./*$~-])((?:[\w.-]+/)*[\w-]+(?:\.[\w]+)*"
                   r"\.(?:c|h|def|inc|py|sh|md|txt|cmake|json|ts|svelte|scd|service|mjs))(?![\w/*-])")
# Names of functions and types are checked in the pages for programmers: words with an underscore in backticks.
WORDS_IN = {"CONTRIBUTING.md", "HACKING.md", "tests/README.md"}
SOURCES = (".c", ".h", ".def", ".inc", ".py", ".ts", ".svelte", ".cmake")
# Examples, and words that belong to others.
NOT_OURS = {"my-cards.json", "module_verb_noun", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "detect_leaks"}
NOT_SOURCE = {".git", "build", "node_modules", "dist", "shared"}


def below(folder):
    """All files below the folder, as paths from there."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in NOT_SOURCE]
        yield from (os.path.relpath(os.path.join(place, name), folder) for name in names)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def prose(path):
    """The text without blocks of code."""
    return re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S)


# ---- links ------------------------------------------------------------------------------------

def anchors(path):
    """The anchors of headings, as GitHub makes them."""
    for heading in re.findall(r"^#+ (.+)$", prose(path), re.M):
        yield re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def wrong_link(path, link):
    """What is wrong with a link of this document; None if it is right."""
    place, _, anchor = link.partition("#")
    target = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
    if not os.path.exists(target):
        return f"{path}: there is no {link}"
    if anchor and anchor not in anchors(target):
        return f"{path}: {target} has no heading for #{anchor}"
    return None


def check_links(documents):
    for path in documents:
        for link in (a or b for a, b in LINK.findall(prose(path))):
            if not ELSEWHERE.match(link):
                yield wrong_link(path, link)


# ---- names ------------------------------------------------------------------------------------

def check_files(path, files):
    """A name is the end of some file's path, or is meant from the document's own folder."""
    ends = {name[at:] for name in files for at in [0] + [m.end() for m in re.finditer("/", name)]}
    for name in NAMED.findall(prose(os.path.join(ROOT, path))):
        mine = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if "NAME" not in name and name not in NOT_OURS:
            yield None if name in ends or mine in files else f"{path}: there is no file {name}"


def check_words(path, words):
    for quoted in re.findall(r"`([^`\n]+)`", prose(os.path.join(ROOT, path))):
        for word in re.findall(r"\b[A-Za-z]\w*_\w+\b", re.sub(r"\S*[/.]\S*", "", quoted)):
            if "NAME" not in word and word not in NOT_OURS:
                yield None if word in words else f"{path}: no source has the word {word}"


def check_names(pages):
    files = set(below(ROOT))
    text = "".join(read(os.path.join(ROOT, name)) for name in files if name.endswith(SOURCES))
    # A test is a program that goes by the name of its file.
    made = "".join(read(os.path.join(ROOT, name)) for name in ("Makefile", "CMakeLists.txt"))
    words = set(re.findall(r"\w+", text + made))
    words |= {os.path.basename(name)[:-2] for name in files if name.endswith(".c")}
    for page in pages:
        yield from check_files(page, files)
        if page in WORDS_IN:
            yield from check_words(page, words)


def main():
    if len(sys.argv) > 1:
        found = list(check_links(os.path.join(sys.argv[1], name) for name in below(sys.argv[1]) if name.endswith(".md")))
    else:
        pages = sorted(name for name in below(ROOT) if re.fullmatch(r"(docs/|tests/)?\w+\.md", name))
        found = list(check_links(os.path.join(ROOT, page) for page in pages)) + list(check_names(pages))
    wrong = sorted(why for why in found if why)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(found) - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong) or not found


if __name__ == "__main__":
    sys.exit(main())
