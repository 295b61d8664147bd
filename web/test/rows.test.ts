// The German of the engine's rows: all of it, nothing else, and saying the same.
import { readFileSync } from "node:fs";
import { GLASS } from "engine:rows";
import templates from "engine:templates";
import { describe, expect, it } from "vitest";
import { fillNumbers } from "../src/fill";
import { translate, type Dictionary } from "../src/rulebook.svelte";
import { numbersHere } from "../src/rules/here.svelte";
import type { Language } from "../src/settings.svelte";
import germanNumbers from "../src/words/numbers.de.json";
import german from "../src/words/rows.de.json";
import { engine } from "../rows";
import { rows } from "./rows";

const dictionary: Dictionary = german;
const standard = (text: string, language: Language): string =>
  fillNumbers(text, numbersHere(), language);
const glasses = Array.from({ length: 12 }, (_, i) => String(i + 1));
/** Both languages with the standard numbers. */
const entries = Object.entries(dictionary).flatMap(([en, de]): [string, string][] =>
  en === GLASS
    ? glasses.map(n => [
        standard(en.replaceAll("#", n), "en"),
        standard(de.replaceAll("#", n), "de"),
      ])
    : [[en, standard(de, "de")]],
);

/** Names and words that are the same in both languages. */
const alike = new Set(["Arcane Alley", "Lady Dafana", "Lotus", "Ring", "Schadenfreude"]);

const texts = [
  ...(["title", "name", "short", "brief", "text", "secret", "editions", "notes"] as const),
  ...(["does", "why", "other", "change"] as const),
];
const ofProtocol = new Set(["questions", "events"]);

type Row = { [member: string]: unknown };
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
/** What a glass gives is made of its numbers. */
const textsOf = (row: Row, key: string): string[] =>
  texts
    .filter(t => key !== "glasses" && !(t === "name" && ofProtocol.has(key)))
    .map(t => row[t])
    .filter(isText);

/** What a person can see of a game: its title, how sure its rules are, and the texts of all its rows. */
function seenOf(game: Row): string[] {
  const lists = Object.entries(game).filter((pair): pair is [string, Row[]] =>
    Array.isArray(pair[1]),
  );
  const certainty = Object.values(game["certainty"] as { [letter: string]: string });
  return [
    String(game["title"]),
    ...certainty,
    ...lists.flatMap(([key, list]) => list.flatMap(row => textsOf(row, key))),
  ];
}

interface Bot {
  name: string;
  title: string;
  blurb: string;
}

/** The levels for players, and the other bots that servers offer. */
const players: Bot[] = engine.games.flatMap(game => game.bots);
const seen = new Set([
  ...rows.games.flatMap(game => seenOf(game as unknown as Row)),
  ...players.flatMap(b => [b.title, b.blurb]),
  GLASS,
]);

const found = (text: string, what: RegExp): string[] =>
  (text.match(what) ?? []).map(s => s.toLowerCase()).sort();
const holes = (text: string): string[] => found(text, /\{\w+\}/g);
const ruleIds = (text: string): string[] => found(text, /\b[AQ]\d+(?:\.\w+)?/g);
const digits = (text: string): string[] => found(text, /\d+/g);

/** Number words that stand for themselves; "two" is not among them, for German has "beide" and "zu zweit". */
const numberWords: [english: RegExp, german: RegExp][] = [
  [/\bthree\b(?!-headed-coin)/gi, /\bdrei(?=\b|kopf)|\bdritt\b/gi],
  [/\bfour\b/gi, /\bvier(t|erlei)?\b/gi],
  [/\bfive\b/gi, /\bfünf\b/gi],
  [/\bsix(th)?\b/gi, /\bsechs(ter)?\b/gi],
  [/\bseven\b/gi, /\bsieben\b/gi],
  [/\beight\b/gi, /\bacht\b/gi],
  [/\bnine\b/gi, /\bneun\b/gi],
  [/\bhundred\b/gi, /\bhundert\b/gi],
];

/** Every entry whose two sides differ in what is looked for. */
const differing = (of: (text: string) => string[]): string[] =>
  entries
    .filter(([en, de]) => of(en).join() !== of(de).join())
    .map(([en, de]) => `${en}\n  ${of(en).join()} | ${of(de).join()}\n  ${de}`);

describe("the German of what numbers are", () => {
  const numbers: Dictionary = germanNumbers;

  it("covers every number of both games, and nothing else", () => {
    const texts = engine.games.flatMap(game => game.numbers.map(number => number.text));
    expect(Object.keys(numbers).sort()).toEqual([...new Set(texts)].sort());
  });

  it("has the same numbers and quotes", () => {
    for (const [en, de] of Object.entries(numbers)) {
      expect(digits(de), de).toEqual(digits(en));
      expect(de, en).toMatch(/^[A-ZÄÖÜ0-9][^"]*[.]$/);
    }
  });
});

describe("the German of the rows", () => {
  it("covers every text of both games and of the bots", () => {
    expect(rows.games.map(game => game.game)).toEqual(["arcane", "quacks"]);
    expect(players.length).toBeGreaterThanOrEqual(10);
    expect([...seen].filter(text => !dictionary[text])).toEqual([]);
  });

  it("has no entry that nothing uses", () => {
    expect(Object.keys(dictionary).filter(en => !seen.has(en))).toEqual([]);
  });

  it("is looked up for exactly these texts", () => {
    const asked = new Set<string>();
    const ear = new Proxy<Dictionary>(
      {},
      { get: (_, text) => (isText(text) ? (asked.add(text), text) : undefined) },
    );
    translate(
      { rules: rows, games: { games: [{ name: "arcane", min_players: 2, bots: players }] } },
      ear,
    );
    asked.delete("arcane");
    for (const n of glasses) asked.delete(standard(GLASS.replaceAll("#", n), "en"));
    asked.add(GLASS);
    expect([...asked].sort()).toEqual([...seen].sort());
  });

  it("has the same places to fill in", () => expect(differing(holes)).toEqual([]));
  it("says the same numbers of the rules", () => {
    const keys = (text: string): string[] => [
      ...new Set(
        text.match(/(?<=[{~^&@!]|[+*-] )[a-z_]+\.[\w.#-]*[\w#]|(?<=[{~^&@!])(?:box|bag)\b/g) ?? [],
      ),
    ];
    const of = Object.entries({ ...templates, [GLASS]: GLASS });
    expect(of.length).toBeGreaterThan(200);
    const wrong = of.filter(
      ([en, text]) =>
        keys(text).sort().join() !==
        keys(dictionary[en] ?? "")
          .sort()
          .join(),
    );
    expect(wrong.map(([en, text]) => [en, keys(text), keys(dictionary[en] ?? "")])).toEqual([]);
    const plain = Object.keys(dictionary).filter(
      en => !(en in templates) && en !== GLASS && keys(dictionary[en] ?? "").length > 0,
    );
    expect(plain).toEqual([]);
  });

  it("cites the same rules", () => expect(differing(ruleIds)).toEqual([]));
  it("has the same numbers", () => expect(differing(digits)).toEqual([]));

  it("has the same number words", () => {
    for (const [english, word] of numberWords) {
      const wrong = entries.filter(
        ([en, de]) => found(en, english).length !== found(de, word).length,
      );
      expect(wrong, String(word)).toEqual([]);
    }
  });

  it("declines nothing that is filled in", () => {
    for (const [en, de] of entries) {
      expect(de, en).not.toMatch(
        /\b(der|die|das|des|dem|den|eine?[nmrs]?) \{(seat|other|item|chip|card)\}/i,
      );
      // Names of chips have an adjective, so they follow a colon.
      if (de.includes("{chip}")) expect(de, en).toContain(": {chip}.");
    }
  });

  it("keeps to the glossary", () => {
    const glossary = readFileSync("src/words/GLOSSARY.md", "utf8").matchAll(
      /^\| ([^|]+) \| ([^|]+) \|/gm,
    );
    const terms = [...glossary].flatMap(([, en = "", de = ""]) =>
      dictionary[en] ? [[en, de]] : [],
    );
    expect(terms.length).toBeGreaterThanOrEqual(44);
    for (const [en = "", de] of terms) expect(dictionary[en], en).toBe(de);
  });

  it("is German", () => {
    expect(entries.filter(([en, de]) => en === de && !alike.has(en))).toEqual([]);
    expect([...alike].filter(text => dictionary[text] !== text)).toEqual([]);
    for (const [, de] of entries)
      expect(de.replace(/\{\w+\}/g, "")).not.toMatch(
        /\b(the|your|you|and|with|each|space|turn)\b/i,
      );
  });

  it("is written with German quotes, and with no blank too many", () => {
    for (const [, de] of entries) {
      expect(de.replace(/\{"items".*\}/, "{}")).not.toMatch(/["'”]| {2}|^ | $|\.\.\./);
      expect(found(de, /„/g).length, de).toBe(found(de, /“/g).length);
    }
  });
});
