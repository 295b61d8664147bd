// Texts with the numbers in force: as the program fills them, in both languages, and nothing else changes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import templates from "engine:templates";
import { afterEach, describe, expect, it } from "vitest";
import { fillNumbers } from "../src/fill";
import type { Options } from "../src/net/types";
import { numbersAt } from "../src/numbers";
import { makeRulebook, readBy, withNumbers, type Rulebook } from "../src/rulebook.svelte";
import { byHere, changedHere, numbersHere, playHere } from "../src/rules/here.svelte";
import { settings } from "../src/settings.svelte";
import germanTemplates from "engine:german-templates";
import { say } from "../src/words/words.svelte";
import { german, program, rows } from "./rows";

const changes: { [game: string]: Options } = {
  arcane: {
    end: { rounds: 4, goal: 80, guard: 9 },
    sword: { three: 30, hundred: 10 },
    mirror: { three: 1, hundred: 0 },
    counts: { many: 4 },
    wand: { cards: 2 },
    carpet: { cards: 3 },
    infamy: { lap: 30, markers: 1 },
    house: { rows: { "2": 2 }, columns: { "4": 2 }, turned_up: 1 },
    stash: { dealt: 3, most: 12 },
    discard: { dealt: 2 },
    trigger: { hidden: 2, turns: 0 },
    boomerang: { returns: 0 },
    doll: { placed: 2 },
    ninx: { gold: 2 },
    inspection: { penalty: 7, fine: 30 },
    bribe: { price: 3, most: 10 },
    two: { earliest: 12, latest: 18 },
    glynna: { items: 0 },
    market: { slots: 2, prices: { "1": 4 } },
  },
  quacks: {
    box: { orange1: 21, black1: 1 + 18 },
    bag: { white1: 3, blue1: 1 },
    start: { rubies: 3, points: 1, flask: 0 },
    spaces: { coins: { "5": 9 }, rubies: { "6": 2 }, points: { "1": 1 } },
    turns: { all: 7, white: 4, whites: 2, book: { yellow: 3 } },
    rats: { track: { "0": 2 }, spaces: 2 },
    explosion: { limit: 9 },
    die: { sides: { ruby: 3 }, reward: { droplet: 2 }, rolls: 2 },
    shop: { chips: 1 },
    rubies: { droplet: 3 },
    tubes: { glasses: 11, points: { "3": 2 }, chip: { "3": 4, "1": 18 } },
    prices: { orange1: 5, green4: { "3": 17 }, printed: { green4: 20 } },
    books: {
      blue1: { looks: { "4": 3 } },
      red1: { oranges: 2 },
      yellow2: { times: 3 },
      green: { last: 1 },
      purple1: { points: { "1": 3 } },
      purple3: { coins: 8 },
      black: { rubies: { "1": 1 } },
    },
    cards: { deck: { charity: 0 }, "second-chance": { chips: 4 }, "good-start": { tails: 2 } },
  },
};

/** Numbers as low or as high as they can be, where texts have words of their own for that. */
const ends: { [game: string]: Options } = {
  arcane: {
    sword: { three: 0, hundred: 100 },
    counts: { many: 2 },
    wand: { cards: 0 },
    infamy: { lap: 50, markers: 0 },
    house: { columns: { "2": 1 }, turned_up: 0 },
    stash: { dealt: 1, most: 10 },
    discard: { dealt: 0 },
    trigger: { hidden: 1, turns: 0 },
    doll: { placed: 0 },
    ninx: { gold: 0 },
    market: { slots: 1 },
  },
  quacks: {
    turns: { all: 1, rats: 1, white: 0, whites: 0, book: { purple: 10 } },
    rats: { spaces: 0 },
    die: { rolls: 0, reward: { orange: 0 } },
    rubies: { droplet: 1, flask: 1 },
    tubes: { glasses: 1 },
    books: {
      red1: { oranges: 1 },
      yellow3: { yellows: 1 },
      green: { last: 0 },
      red3: { times: 0 },
    },
    cards: {
      "second-chance": { chips: 1 },
      "good-start": { tails: 0 },
      "rat-infestation": { times: 0 },
      "choose-wisely": { droplet: 1 },
    },
  },
};

const rowsOf = (game: string): (typeof rows.games)[number] =>
  rows.games[game === "arcane" ? 0 : 1] as (typeof rows.games)[number];

type RawGame = (typeof rows.games)[number];
const bookOf = (raw: RawGame | undefined): Rulebook | null =>
  raw ? makeRulebook(raw, undefined) : null;

/** What the program prints by a numbers file. */
function printed(game: string, numbers: Options): typeof rows {
  const folder = mkdtempSync(join(tmpdir(), "fill-")),
    file = join(folder, "numbers.json");
  writeFileSync(file, JSON.stringify({ format: "charlatan-numbers", version: 1, game, numbers }));
  const args = ["rules", "--json", "--numbers", file];
  const text = execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 24 });
  rmSync(folder, { recursive: true });
  return JSON.parse(text) as typeof rows;
}

const inGerman = { ...german, ...germanTemplates };

afterEach(() => {
  playHere(null);
  settings.language = "en";
});

describe.each(["arcane", "quacks"])("the texts of %s", game => {
  const others = [changes[game] ?? {}, ends[game] ?? {}];

  it.each(others)("are the program's, by other numbers", changed => {
    const numbers = numbersAt(game, { numbers: changed });
    const ours = readBy(withNumbers(rowsOf(game), numbers), templates, numbers, "en");
    expect(bookOf(ours)).toEqual(bookOf(printed(game, changed).games.find(g => g.game === game)));
  });

  it("are the standard's by the standard numbers", () => {
    const numbers = numbersAt(game, {});
    expect(bookOf(readBy(withNumbers(rowsOf(game), numbers), templates, numbers, "en"))).toEqual(
      bookOf(rowsOf(game)),
    );
  });

  it("leave no braces in German", () => {
    for (const by of [{}, ...others.map(changed => ({ numbers: changed }))]) {
      const numbers = numbersAt(game, by),
        { questions: _, events: __, ...texts } = readBy(rowsOf(game), inGerman, numbers, "de");
      expect(JSON.stringify(texts).replace(/\{\\"items.*?\}{4}/, "")).not.toMatch(
        /\{[~^&@!]?\w+[.:?]/,
      );
    }
  });
});

it("fills both languages", () => {
  const by = numbersAt("quacks", { numbers: { turns: { all: 2 }, start: { rubies: 0 } } });
  const both = (text: string): string[] => [
    fillNumbers(text, by, "en"),
    fillNumbers(text, by, "de"),
  ];
  expect(both("{~turns.all} {^start.rubies} {&turns.all}")).toEqual([
    "two No 2nd",
    "zwei Keine 2.",
  ]);
  expect(both("{@tubes.chip.3}, {@tubes.chip.1}")).toEqual(["blue 1, none", "blauer 1er, keiner"]);
  expect(both("{no.key} {seat} {n:a|b} {")).toEqual(Array(2).fill("{no.key} {seat} {n:a|b} {"));
});

it("the words of a table say its numbers, too", () => {
  expect(say("quacks.do.rubies-flask")).toBe("2 rubies: fill the flask");
  playHere({ game: "quacks", options: { numbers: { rubies: { flask: 1 } } }, players: 2 });
  expect(changedHere()?.game).toBe("quacks");
  expect(say("quacks.do.rubies-flask")).toBe("1 ruby: fill the flask");
  settings.language = "de";
  expect(say("quacks.do.rubies-flask")).toBe("1 Rubin: Flasche füllen");
  settings.language = "en";
  playHere({ game: "quacks", options: { numbers: { rubies: { droplet: 3 } } }, players: 2 });
  expect(say("guide.quacks.ruby")).toMatch(/three rubies move .* or two rubies fill your flask\.$/);
  expect(say("guide.quacks.rubies")).toContain("Two rubies can also fill an empty flask.");
  playHere({ game: "arcane", options: { numbers: { counts: { many: 2 } } }, players: 2 });
  expect(say("rules.counts", { few: 13, many: 14 })).toBe("14 cards");
  playHere({ game: "quacks", options: {}, players: 2 });
  expect([changedHere(), numbersHere().one("rubies.flask")]).toEqual([null, 2]);
});

it.each(["three", "hundred"])("a table of edition %s reads of no other one", edition => {
  const numbers = numbersAt("arcane", { edition }),
    en = readBy(rowsOf("arcane"), templates, numbers, "en"),
    de = readBy(rowsOf("arcane"), inGerman, numbers, "de");
  const egg = en.items?.find(item => item.id === "dragons-egg")?.brief,
    sword = en.items?.find(item => item.id === "sovereign-sword")?.brief;
  expect(egg).toContain(edition === "three" ? "15 gold and 2 infamy." : "15 gold and 1 infamy.");
  expect(sword).toContain(edition === "three" ? "only half of any gold." : "get no gold.");
  for (const { brief, text, editions } of [...(en.items ?? []), ...(de.items ?? [])])
    expect(`${brief} ${text} ${editions}`).not.toMatch(/edition|\{/i);
  const mirror = de.items?.find(item => item.id === "cursed-mirror")?.text;
  expect(mirror).toMatch(edition === "three" ? /den 4 Fächern/ : /allen 8 Fächern/);
  playHere({ game: "arcane", options: { edition }, players: 3 });
  expect([changedHere()?.game, numbersHere().one("edition")]).toEqual([
    "arcane",
    edition === "three" ? 3 : 100,
  ]);
  expect(byHere("arcane")).toBeNull();
});

it("a cards file changes the texts of its cards", () => {
  const cards = { items: { "dragons-egg": { effect: { gold: 9, infamy: 4 }, counts: [3, 3] } } },
    numbers = numbersAt("arcane", { cards, edition: "three" }),
    egg = readBy(rowsOf("arcane"), templates, numbers, "en").items?.find(
      i => i.id === "dragons-egg",
    );
  expect(egg?.brief).toBe("Sold: another player gains 9 gold and 4 infamy.");
  expect([numbers.one("counts.first"), numbers.one("counts.second")]).toEqual([119, 133]);
});
