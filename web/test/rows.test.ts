// The German of the engine's rows: nothing but German, and saying the same. What it lacks is no failure: npm run translations
// lists that.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Language } from "../src/languages";
import { textsOf, type Texts } from "../src/texts";
import file from "../src/words/rows.de.json";
import { engine, filler, sources } from "../rows";
import { lacksOf, shownOf, type Translation } from "../translation";
import { german, rows } from "./rows";

const translation: Translation = file;
const filled = (id: string, text: string, language: Language): string =>
  filler({ game: id.split("/")[0] ?? "", options: {} }, language)(text);
const glasses = Array.from({ length: 12 }, (_, i) => String(i + 1));
/** Both languages as they stand in the file, and with the standard numbers. */
const both = Object.entries(file).map(([id, { en, de }]) => ({ id, en, de })),
  isCommon = (id: string): boolean => id.startsWith(`${engine.common.game}/`),
  written = both.filter(({ id }) => !isCommon(id));
const entries = written.flatMap(({ id, en, de }) =>
  (en.includes("#") ? glasses : ["#"]).map((n): [string, string] => [
    filled(id, en.replaceAll("#", n), "en"),
    filled(id, de.replaceAll("#", n), "de"),
  ]),
);

/** Names and words that are the same in both languages. */
const alike = new Set(["Arcane Alley", "Lady Dafana", "Lotus", "Ring", "Schadenfreude"]);

const texts = [
  ...(["title", "name", "short", "brief", "text", "secret", "editions", "notes"] as const),
  ...(["does", "why", "other", "change"] as const),
];
/** Glasses are called by what they give. */
const ofProtocol = new Set(["questions", "events", "glasses"]);

type Row = { [member: string]: unknown };
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const readOf = (row: Row, key: string): string[] =>
  texts
    .filter(t => !(t === "name" && ofProtocol.has(key)))
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
    ...lists.flatMap(([key, list]) => list.flatMap(row => readOf(row, key))),
  ];
}

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

describe("a translation", () => {
  const texts: Texts = {
    a: "Take {n:coin|coins}.",
    b: "Two coins (A1).",
    c: "Your {turns.all} turns.",
  };
  const fr: Translation = {
    a: { en: "Take {n:coin|coins}.", fr: "Prends {n:pièce|pièces}." },
    b: { en: "Two coins, see A1.", fr: "Deux pièces (A1)." },
    c: { en: "Your 9 turns.", fr: "Tes 9 tours." },
    d: { en: "Gone.", fr: "Parti." },
  };

  it("is not lost when its English changes, unless its numbers would be wrong", () => {
    expect(lacksOf(texts, fr, "fr")).toEqual({ missing: [], old: ["b", "c"], unused: ["d"] });
    const shown = shownOf(texts, fr, "fr");
    expect(shown).toEqual({ a: "Prends {n:pièce|pièces}.", b: "Deux pièces (A1)." });
    expect(shownOf({ b: "Three coins (A1)." }, fr, "fr")).toEqual({});
    expect(shownOf({ b: "Two coins (A1.end)." }, fr, "fr")).toEqual({});
  });

  it("of all rows keeps a sentence whose English is written anew", () => {
    const id = "arcane/rules/A5.1/text",
      { [id]: now = "" } = sources,
      changed = { ...sources, [id]: `${now} This is new.` };
    expect(lacksOf(changed, translation, "de").old).toContain(id);
    expect(shownOf(changed, translation, "de")[id]).toBe(translation[id]?.["de"]);
  });

  it("that is begun lacks everything", () => {
    expect(lacksOf(sources, {}, "fr")).toEqual({
      missing: Object.keys(sources),
      old: [],
      unused: [],
    });
    expect(shownOf(sources, {}, "fr")).toEqual({});
    expect(lacksOf(sources, { "arcane/title": { en: "Arcane Alley" } }, "fr").missing).toHaveLength(
      Object.keys(sources).length,
    );
  });
});

describe("the texts of the rows", () => {
  it("are all that a person sees", () => {
    expect(rows.games.map(game => game.game)).toEqual(["arcane", "quacks"]);
    for (const game of rows.games)
      expect(new Set(Object.values(textsOf(game)))).toEqual(
        new Set(seenOf(game as unknown as Row)),
      );
  });

  it("have an id each, and the texts of a list one", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(1300);
    expect(
      Object.entries(sources).filter(
        ([id, text]) => !isCommon(id) && id.includes("/#/") !== text.includes("#"),
      ),
    ).toEqual([]);
    expect(german["quacks/glasses/glass 3/brief"]).toBe("Ein blauer 1er für deinen Beutel.");
  });
});

describe("the German of what numbers are", () => {
  it("has the same numbers and quotes", () => {
    const numbers = written.filter(({ id }) => id.split("/")[1] === "numbers");
    expect(numbers).toHaveLength(engine.games.flatMap(game => game.numbers).length);
    for (const { en, de } of numbers) {
      expect(digits(de), de).toEqual(digits(en));
      expect(de, en).toMatch(/^[A-ZÄÖÜ0-9][^"]*[.]$/);
    }
  });
});

describe("the German of reasons and refusals", () => {
  const values = (text: string): string[] =>
    [...text.matchAll(/\{(\w+)(?=[}:])/g)].map(([, name = ""]) => name).sort();
  it("has the same values", () => {
    expect(engine.common.reasons.length).toBeGreaterThan(30);
    expect(engine.common.refusals.length).toBeGreaterThan(150);
    for (const { id, en, de } of both.filter(({ id }) => isCommon(id)))
      expect(new Set(values(de)), id).toEqual(new Set(values(en)));
  });
});

describe("the German of the rows", () => {
  it("has the same places to fill in", () => expect(differing(holes)).toEqual([]));
  it("says the same numbers of the rules", () => {
    const keys = (text: string): string[] => [
      ...new Set(
        text.match(/(?<=[{~^&@!]|[+*-] )[a-z_]+\.[\w.#-]*[\w#]|(?<=[{~^&@!])(?:box|bag)\b/g) ?? [],
      ),
    ];
    const of = written.filter(({ en }) => keys(en).length > 0);
    expect(of.length).toBeGreaterThan(200);
    const wrong = written.filter(({ en, de }) => keys(en).sort().join() !== keys(de).sort().join());
    expect(wrong).toEqual([]);
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
    const terms = new Map([...glossary].map(([, en = "", de = ""]) => [en, de])),
      used = written.filter(({ en }) => terms.has(en));
    expect(new Set(used.map(({ en }) => en)).size).toBeGreaterThanOrEqual(44);
    for (const { en, de } of used) expect(de, en).toBe(terms.get(en));
  });

  it("is German", () => {
    expect(entries.filter(([en, de]) => en === de && !alike.has(en))).toEqual([]);
    expect(
      [...alike].filter(text => !entries.some(([en, de]) => en === text && de === text)),
    ).toEqual([]);
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
