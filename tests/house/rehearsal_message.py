#!/usr/bin/env python3
"""Rehearses a new message: a kind of entry, and the request for it. The host allows odds and hints, or forbids them.

rehearsal_message.py BUILD

In a temporary copy of the tree each edit of EDITS is made, and tools/api writes what follows from them. That may be ten
files at most. What expands the two lists is compiled and linked before the libraries of BUILD. Then the request must be
carried out for the host alone, stored, told to a guest and to one who comes back, read again after a restart, and said in
the terminal and on the page (where its packages are installed).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent / "server"),
                str(Path(__file__).resolve().parent.parent)]

import harness
from rehearsal import ROOT, compile_all, link_program, run
from wire import Server, found, hello, join, must, snapshot, strict, wait_until

MOST = 10
# What the page is built with (tools/web.sh).
ROWS = ROOT / "build/rows.json"
LISTS = re.compile(r'#include "(?:match/entries\.def|match/entries\.h|server/people/wishes\.def|server/people/wishes\.h)"')

# Where something is added: a file, what stands behind the new lines, and the lines.
EDITS = (
    ("match/entries.def", "\n#undef TYPE\n#undef ENTRY", """\
ENTRY(HELPS, helps, host_check_helps, TAKE(host_take_helps), 0,
      MEMBER(SEAT, helps, seat, ALL) MEMBER(FLAG, yes, yes, ALL),
      "the host allows odds and hints, or does not any more")
"""),
    ("match/host.c", "int match_may_admit(", """\
int host_check_helps(const struct match *m, const struct entry *e, struct refusal *why)
{
    return must_be_host(m, e->seat, why);
}

void host_take_helps(struct match *m, const struct entry *e)
{
    m->help = e->yes;
}

int match_may_help(const struct match *m, int host, int yes, int64_t now, struct entry *e,
                   struct refusal *why)
{
    entry_new(e, m, ENTRY_HELPS, host, now);
    e->yes = yes != 0;
    return entry_check(m, e, why);
}

"""),
    ("match/host.h", "/* Answers whoever waits for this seat", """\
int match_may_help(const struct match *m, int host, int yes, int64_t now, struct entry *e,
                   struct refusal *why);
"""),
    ("server/people/wishes.def", "\n#undef TYPE\n#undef WISH", """\
WISH(helps, SOCKET, NAMELESS(FLAG), , "the [host](#hosts) allows odds and hints, or forbids them")
"""),
    ("server/people/table_host.c", "int wish_admit(", """\
int wish_helps(struct wish *q)
{
    const struct table *t = q->table;
    int yes = json_is_true(q->value);
    return match_may_help(&t->match, q->seat, yes, t->server->now, &q->e, &q->why);
}

"""),
    ("tui/remote_hear.c", '    {"door", hear_door, NULL},', """\
    {"helps", NULL, " decides whether there are odds and hints."},
"""),
    ("web/src/table/table.svelte.ts", "  undo: m => [m.seat,", """\
  helps: m => [m.helps, m.yes ? "table.helps" : "table.helps-not"],
"""),
    ("web/src/words/table.ts", '  "table.rises":', """\
  "table.helps": ["{who} allows odds and hints.", "{who} erlaubt Chancen und Tipps."],
  "table.helps-not": ["{who} forbids odds and hints.", "{who} verbietet Chancen und Tipps."],
"""),
)
# A test of the copy's page: the table is told, and says so.
PAGE_TEST = """\
import { expect, it, vi } from "vitest";
import type { Message } from "../src/net/types";

let hear: (message: object) => void = () => undefined;
vi.mock("../src/rulebook.svelte", () => ({ library: () => ({ arcane: { title: "" } }) }));
vi.mock("../src/net/socket", () => ({
  TableSocket: class {
    constructor(ends: { heard: (message: Message) => void }) {
      hear = message => ends.heard(message as Message);
    }
    end(): void {}
  },
}));

it("says that the host forbids odds and hints", async () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("removeEventListener", () => undefined);
  const { Table } = await import("../src/table/table.svelte");
  const table = new Table("aaaaaaaaaaaaaaaa", null);
  const seats = [{ kind: "human", name: "Ann", bot: null, away: null }];
  const card = { id: "aaaaaaaaaaaaaaaa", game: "arcane", state: "waiting", host: 0, help: true, seats };
  hear({ snapshot: { n: 4, seat: null, view: null, table: card } });
  hear({ n: 5, helps: 0, yes: false, table: [["help", false]] });
  expect(table.help).toBe(false);
  expect(table.log.at(-1)?.sentences[0]?.text).toBe("Ann forbids odds and hints.");
  table.close();
});
"""


def copy_whole(to):
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).splitlines()
    names = [name for name in names if (ROOT / name).is_file() and not name.startswith(("tests/", "web/e2e/"))]
    for name in names:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, to / name)
    return names


def edit(tree):
    for name, behind, lines in EDITS:
        text = (tree / name).read_text()
        must(text.count(behind) == 1, name, "has not one place for the new lines:", behind)
        (tree / name).write_text(text.replace(behind, lines + behind))
    run(sys.executable, tree / "tools/api")
    run(sys.executable, tree / "tools/api", "--check")


def check_diff(tree, names):
    differ = [name for name in names if (tree / name).read_bytes() != (ROOT / name).read_bytes()]
    must({name for name, _, _ in EDITS} <= set(differ), "an edit is missing:", differ)
    must(len(differ) <= MOST, "a new message is in", len(differ), "files:", differ)
    return differ


def build_copy(build, tree, names, differ):
    own = [name for name in names if name.endswith(".c") and name.startswith(("match/", "server/", "tui/"))]
    touched = [name for name in own if name in differ or LISTS.search((tree / name).read_text())]
    return link_program(build, tree, compile_all(build, tree, touched)), len(touched)


def check_server(folder):
    """Asked, refused, stored, told, and the same after a restart."""
    told = {"n": 2, "helps": 0, "yes": False, "table": [["help", False]]}
    with Server(folder, db=os.path.join(folder, "tables.db")) as server:
        table, ann = found(server, "arcane", ["me", "open", "open"], wait=True, help=True, name="Ann")
        _, bob = join(server, table, name="Bob")
        watcher, before = snapshot(server, table)
        must(before["table"]["help"] is True, before)
        guest, _ = snapshot(server, table, bob)
        must(guest.ask({"id": 1, "helps": False})["reason"] == "host-only", "a guest may")
        host, _ = snapshot(server, table, ann)
        must(host.ask({"id": 1, "helps": False}) == {"ok": 1, "n": 2}, "the host may not")
        must(watcher.receive() == told, "not told")
        server.stop()
        server.start()
        must(snapshot(server, table)[1]["table"]["help"] is False, "not read again")
        must(strict(hello(server, table, n=1).receive_text()) == told, "told otherwise to one who comes back")
        check_terminal(server, table, ann)


def check_terminal(server, table, ann):
    """Somebody at a terminal is told."""
    link = f"http://{server.address[0]}:{server.port}/#t/{table}"
    command = [harness.program(), "play", "--plain", "--name", "Cleo", "--save", server.folder, "--join", link]
    with open(os.path.join(server.folder, "terminal"), "w+b") as said, \
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=said) as terminal:

        def says(words):
            return words in Path(said.name).read_text(encoding="utf-8")
        try:
            wait_until(lambda: says("Cleo"), what="the terminal sits down")
            host, _ = snapshot(server, table, ann)
            must(host.ask({"id": 1, "helps": True})["ok"] == 1, "refused")
            wait_until(lambda: says("Ann decides whether there are odds and hints."), what="the terminal says it")
        finally:
            terminal.kill()


def check_page(tree, program):
    """The page applies what has changed, and says it."""
    (tree / "web/test").mkdir(exist_ok=True)
    shutil.copy(ROOT / "web/test/setup.ts", tree / "web/test/setup.ts")
    (tree / "web/test/message.test.ts").write_text(PAGE_TEST)
    (tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    (tree / "build/wasm").mkdir(parents=True)
    shutil.copy(ROOT / "build/wasm/fill.wasm", tree / "build/wasm")
    run("npx", "--no-install", "vitest", "run", "test/message.test.ts", cwd=tree / "web",
        env={**os.environ, "CHARLATAN": str(program), "CHARLATAN_ROWS": str(ROWS), "NO_COLOR": "1"})


def main():
    build = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        tree = Path(folder) / "tree"
        names = copy_whole(tree)
        edit(tree)
        differ = check_diff(tree, names)
        harness.Here.program, compiled = build_copy(build, tree, names, differ)
        check_server(folder)
        page = (ROOT / "web/node_modules").is_dir() and ROWS.is_file() and shutil.which("npx")
        if page:
            check_page(tree, harness.program())
    left_out = "" if page else "; left out: the page, whose packages or rows are not there"
    print(f"a message is new: {len(differ)} files differ, {compiled} compiled{left_out}")


if __name__ == "__main__":
    main()
