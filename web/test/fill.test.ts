// Texts with the numbers in force: as the program fills them, in both languages, and nothing else changes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Options } from "../src/net/types";
import { booksOf, makeRulebook, type Rulebook } from "../src/rulebook.svelte";
import { byHere, changedHere, filledHere, playHere, type Here } from "../src/rules/here.svelte";
import type { Language } from "../src/languages";
import { settings } from "../src/settings.svelte";
import type { Key } from "../src/words/catalogue";
import { say } from "../src/words/words.svelte";
import { filler, standardSaid } from "../rows";
import { german, program, rulebookOf, rows } from "./rows";

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

const found = vi.fn((): Promise<Response> =>
  Promise.resolve(new Response(readFileSync("../build/wasm/fill.wasm"))),
);

beforeAll(() => void vi.stubGlobal("fetch", found));
afterAll(() => void vi.unstubAllGlobals());
afterEach(() => {
  playHere(null);
  settings.language = "en";
});

/** The book of a game as the page shows it at a table. */
async function bookBy(table: Here, language: Language): Promise<Rulebook> {
  settings.language = language;
  playHere(table);
  if (changedHere()) await vi.waitFor(() => expect(filledHere()).not.toBeNull());
  const row = { name: table.game, min_players: 2, max_players: 2, bots: [] },
    book = booksOf(rows.games, [row], language === "de" ? german : null)[table.game];
  if (!book) throw new Error("no book");
  return book;
}

const rulebook = (games: typeof rows, game: string): Rulebook => {
  const raw = games.games.find(g => g.game === game);
  if (!raw) throw new Error("no rows");
  return makeRulebook(raw, undefined);
};

describe.each(["arcane", "quacks"])("the texts of %s", game => {
  const others = [changes[game] ?? {}, ends[game] ?? {}];

  it.each(others)("are the program's, by other numbers", async changed => {
    const ours = await bookBy({ game, options: { numbers: changed } }, "en");
    expect(ours).toEqual(rulebook(printed(game, changed), game));
  });

  it("are the standard's by the standard numbers", async () => {
    expect(await bookBy({ game, options: {} }, "en")).toEqual(rulebook(rows, game));
    expect(await bookBy({ game, options: { numbers: {} } }, "en")).toEqual(rulebook(rows, game));
    expect(await bookBy({ game, options: { numbers: {} } }, "de")).toEqual(rulebookOf(game, "de"));
  });

  it("leave no braces in German", async () => {
    for (const by of [{}, ...others.map(changed => ({ numbers: changed }))]) {
      const { questions: _, events: __, ...texts } = await bookBy({ game, options: by }, "de");
      expect(JSON.stringify(texts).replace(/\{\\"items.*?\}{4}/, "")).not.toMatch(
        /\{[~^&@!]?\w+[.:?]/,
      );
    }
  });
});

it("the texts of the page leave no braces", () => {
  for (const [key, pair] of Object.entries(standardSaid()))
    for (const text of pair) expect(text, key).not.toMatch(/\{[^}]*\.|\?\d/);
});

it("fills texts of any game and any length", () => {
  const numbers = { turns: { all: 2 }, tubes: { points: [7, 8] }, box: { nothing: 1 }, start: "x" },
    fill = filler({ game: "quacks", options: { numbers }, players: 4 }, "en"),
    german = filler({ game: "quacks", options: {} }, "de");
  expect(fill("{turns.all} {tubes.points.2} {tubes.points.3} {box.white1} {start.rubies}")).toBe(
    "2 8 0 20 1",
  );
  expect(german("{~turns.all}, {@tubes.chip.3}")).toBe("neun, blauer 1er");
  expect(fill("{~turns.all} {no.key} {seat} {n:a|b} {")).toBe("two {no.key} {seat} {n:a|b} {");
  expect(filler({ game: "null", options: {} }, "en")("{turns.all}")).toBe("{turns.all}");
  expect(fill(`{turns.all}${"ä".repeat(40_000)}`)).toMatch(/^2ä{2000}/);
  expect(fill("{turns.all}")).toBe("2");
});

async function saidBy(table: Here, key: Key): Promise<string> {
  playHere(table);
  await vi.waitFor(() => expect(filledHere()).not.toBeNull());
  return say(key);
}

it("the words of a table say its numbers, too", async () => {
  const quacks = (rubies: Options): Here => ({
    game: "quacks",
    options: { numbers: { rubies } },
    players: 2,
  });
  expect(say("quacks.do.rubies-flask")).toBe("2 rubies: fill the flask");
  expect(await saidBy(quacks({ flask: 1 }), "quacks.do.rubies-flask")).toBe(
    "1 ruby: fill the flask",
  );
  expect(changedHere()?.game).toBe("quacks");
  settings.language = "de";
  expect(await saidBy(quacks({ flask: 1 }), "quacks.do.rubies-flask")).toBe(
    "1 Rubin: Flasche füllen",
  );
  settings.language = "en";
  expect(await saidBy(quacks({ droplet: 3 }), "guide.quacks.ruby")).toMatch(
    /three rubies move .* or two rubies fill your flask\.$/,
  );
  expect(say("guide.quacks.rubies")).toContain("Two rubies can also fill an empty flask.");
  playHere({ game: "arcane", options: { numbers: { counts: { many: 2 } } }, players: 2 });
  expect(say("rules.counts", { few: 13, many: 14 })).toBe("14 cards");
  playHere({ game: "quacks", options: {}, players: 2 });
  expect([changedHere(), filledHere()]).toEqual([null, null]);
  expect(found).toHaveBeenCalledTimes(1);
});

it.each(["three", "hundred"])("a table of edition %s reads of no other one", async edition => {
  const table = { game: "arcane", options: { edition } },
    en = await bookBy(table, "en"),
    de = await bookBy(table, "de");
  const egg = en.items["dragons-egg"]?.brief,
    sword = en.items["sovereign-sword"]?.brief;
  expect(egg).toContain(edition === "three" ? "15 gold and 2 infamy." : "15 gold and 1 infamy.");
  expect(sword).toContain(edition === "three" ? "only half of any gold." : "get no gold.");
  for (const { brief, text, editions } of [...Object.values(en.items), ...Object.values(de.items)])
    expect(`${brief} ${text} ${editions}`).not.toMatch(/edition|\{/i);
  const mirror = de.items["cursed-mirror"]?.text;
  expect(mirror).toMatch(edition === "three" ? /den 4 Fächern/ : /allen 8 Fächern/);
  expect(byHere("arcane")).toBeNull();
});

it("a cards file changes the texts of its cards", async () => {
  const cards = { items: { "dragons-egg": { effect: { gold: 9, infamy: 4 }, counts: [3, 3] } } },
    egg = (await bookBy({ game: "arcane", options: { cards, edition: "three" } }, "en")).items[
      "dragons-egg"
    ];
  expect(egg?.brief).toBe("Sold: another player gains 9 gold and 4 infamy.");
  expect(egg?.counts).toEqual([3, 3]);
  const fill = filler({ game: "arcane", options: { cards } }, "en");
  expect(fill("{counts.first} {counts.second}")).toBe("119 133");
});
