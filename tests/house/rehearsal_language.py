#!/usr/bin/env python3
"""Rehearses a new language of the page, as CONTRIBUTING.md has it: a row in web/src/languages.ts and a file of texts that
is only begun, and no other file.

rehearsal_language.py BUILD

In a temporary copy of web/ the two are made and their types checked. The page must then offer the language, say what is
translated and leave the rest in English, and the list of translations must tell what is missing and what is old. Without
the page's packages and its WebAssembly (tools/web.sh) nothing of it can be done.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rehearsal import ROOT, run

CODE, NAME = "xx", "Xxish"
LIST = "web/src/languages.ts"
TEXTS = f"web/src/words/rows.{CODE}.json"

# By id: the English it was made from, and the text. Two rows are not in that English any more, one of them in its numbers.
BEGUN = {
    "page/ui.close": ("Close", "Xlose"),
    "arcane/said/front.edition.three": ("{^end.rounds:inspection|inspections}", "{^end.rounds:xone|xmany}"),
    "quacks/title": ("The Quacks of Quedlinburg", "Xuacks"),
    "common/refusals/deck-empty/text": ("The deck is empty.", "Xempty."),
    "common/refusals/game-over/text": ("The game has ended.", "Xover."),
    "common/reasons/only/text": ("one of 2 is left", "xonly"),
    "common/refusals/gone/text": ("Gone.", "Xone."),
}
OLD = ["common/reasons/only/text", "common/refusals/game-over/text"]

# What the types of the language are used by.
TYPED = ["rows.ts", "lacks.ts", "src/rows.d.ts", "src/rules/here.svelte.ts", "src/words/words.svelte.ts", "test/xx.test.ts"]

TEST = """\
import { render } from "svelte/server";
import { expect, it } from "vitest";
import LanguageSwitch from "../src/front/LanguageSwitch.svelte";
import { reasonText } from "../src/help/reason";
import { settings } from "../src/settings.svelte";
import { translate } from "../src/texts";
import { openTexts, translatedTexts } from "../src/words/translated.svelte";
import { refusal, say } from "../src/words/words.svelte";
import { rows, rulebookOf } from "./rows";

it("offers it", () => expect(render(LanguageSwitch).body).toContain("Xxish"));

it("says it, and the rest in English", async () => {
  settings.language = "xx";
  await openTexts();
  const no = (reason: string): string => refusal({ code: "x", message: "English.", reason }),
    only = reasonText({ id: "only", text: "nothing else" }, rulebookOf("arcane"));
  expect([say("ui.close"), say("ui.cancel")]).toEqual(["Xlose", "Cancel"]);
  expect(say("front.edition.three")).toBe("Three xmany");
  expect(say("arcane.trigger-why")).toMatch(/^Triggered the inspection/);
  expect([no("deck-empty"), no("game-over"), no("seat-taken"), only]).toEqual(
    ["Xempty.", "Xover.", "English.", "nothing else"]);
  const own = rows.games.map(game => translate(game, translatedTexts() ?? {}));
  expect(own).toEqual(rows.games.map(game => (game.game === "quacks" ? { ...game, title: "Xuacks" } : game)));
});
"""


def copy_page(to):
    """web/ with what it is built with: its packages, and the engine as WebAssembly."""
    names = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "web", cwd=ROOT).splitlines()
    for name in (n for n in names if not n.startswith("web/e2e/") and (ROOT / n).is_file()):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, to / name)
    shutil.copytree(ROOT / "build/wasm", to / "build/wasm", ignore=shutil.ignore_patterns("obj"))
    (to / "web/node_modules").symlink_to(ROOT / "web/node_modules")


def add_language(tree):
    rows = (tree / LIST).read_text()
    changed = rows.replace(' } as const;', f', {CODE}: "{NAME}" }} as const;', 1)
    assert changed != rows, f"{LIST} has no list to which a language can be added"
    (tree / LIST).write_text(changed)
    (tree / TEXTS).write_text(json.dumps({id: {"en": en, CODE: text} for id, (en, text) in BEGUN.items()}))


def check_types(web, how):
    config = {"extends": "./tsconfig.json", "include": [], "files": TYPED}
    (web / "typed.json").write_text(json.dumps(config))
    run("npx", "--no-install", "tsc", "--project", "typed.json", **how)


def check_page(web, how):
    told = run("npx", "--no-install", "vitest", "run", "test/xx.test.ts", "--reporter=verbose", **how)
    assert "2 passed" in told, told


def check_list(how):
    """What is lacking: all rows but those that were begun, and the words of the page."""
    done = subprocess.run(["npm", "run", "--silent", "translations", "--", CODE], capture_output=True, text=True, check=False, **how)
    told = {word: re.findall(rf"^{word} +(\S+)$", done.stdout, re.M) for word in ("missing", "old", "unused")}
    assert done.returncode == 1 and sorted(told["old"]) == OLD and told["unused"] == ["common/refusals/gone/text"], done
    missing = set(told["missing"])
    assert not missing & set(BEGUN) and len(missing) > 2500, len(missing)
    for id in ("page/ui.cancel", "quacks/said/quacks.turns", "common/refusals/seat-taken/text", "arcane/title"):
        assert id in missing, id
    return len(missing)


def main():
    program = Path(sys.argv[1]).resolve() / "charlatan"
    if not (ROOT / "web/node_modules").is_dir() or not (ROOT / "build/wasm/fill.wasm").exists() or not shutil.which("npx"):
        print("left out: the page's packages or its WebAssembly are not there")
        return
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        tree = Path(folder)
        copy_page(tree)
        add_language(tree)
        (tree / "web/test/xx.test.ts").write_text(TEST)
        (tree / "rows.json").write_text(run(program, "rules", "--web"))
        how = {"cwd": tree / "web", "env": {**os.environ, "CHARLATAN": str(program), "NO_COLOR": "1",
                                            "CHARLATAN_ROWS": str(tree / "rows.json")}}
        check_types(tree / "web", how)
        check_page(tree / "web", how)
        missing = check_list(how)
    print(f"a language of two files is offered and said; {missing} of its texts are listed as missing")


if __name__ == "__main__":
    main()
