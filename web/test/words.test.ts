// The catalogue: both languages, nothing missing, nothing left over.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, type Key, type Pair } from "../src/words/catalogue";
import { settings } from "../src/settings.svelte";
import { openTexts } from "../src/words/translated.svelte";
import { fill, listing, refusal, say } from "../src/words/words.svelte";

const pairs = Object.entries(catalogue) as [Key, Pair][];
const holes = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[}:])/g)].map(m => `{${m[1]}}`))].sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(path) ? [path] : [];
  });
}

const code = sources("src")
  .filter(path => !/src.words.(?!words|catalogue)|src.games.\w+.words.ts/.test(path))
  .map(path => readFileSync(path, "utf8"))
  .join("\n");

describe("the catalogue", () => {
  it("has both languages, with the same places to fill in", () => {
    for (const [key, [english, german]] of pairs) {
      expect(english, key).not.toBe("");
      expect(german, key).not.toBe("");
      expect(holes(german), key).toEqual(holes(english));
    }
  });

  it("is written with the right dashes and quotes", () => {
    for (const [key, pair] of pairs)
      for (const text of pair) expect(text, key).not.toMatch(/\.\.\.| {2}|^ | $/);
  });

  it("has no key that nobody says", () => {
    // Keys may be put together: `arcane.phase.${phase}` uses all that begin so.
    const made = [...code.matchAll(/`([a-z]+\.[\w.-]*)\$\{/g)].map(m => m[1] ?? "");
    const unused = pairs
      .map(([key]) => key.replace(/\.here$/, "")) // said by sayAt
      .filter(key => !code.includes(`"${key}"`) && !made.some(start => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe("refusals", () => {
  it("are said in the person's language, values filled in", async () => {
    const no = { code: "bad-option", message: "goal: must be", reason: "goal-needed" };
    const range = { ...no, reason: "number-out-of-range", values: ["turn_cap", "1", "1000"] };
    settings.language = "de";
    await openTexts();
    expect(refusal(no)).toBe("goal: Möglich sind 100, 200 und 300.");
    expect(refusal(range)).toBe("turn_cap: Die Zahl muss zwischen 1 und 1000 liegen.");
    expect(refusal({ ...no, reason: "of-a-newer-server" })).toBe("goal: must be");
    settings.language = "en";
    expect(refusal(no)).toBe("goal: must be");
    expect(refusal({ ...no, reason: "not-an-answer" })).toBe(say("table.illegal"));
  });
});

describe("texts", () => {
  it("are filled in; what is unknown stays to be noticed", () => {
    expect(fill("{a} gives {b} to {a}", { a: "Ann", b: 3 })).toBe("Ann gives 3 to Ann");
    expect(fill("{a} {c}", { a: 0 })).toBe("0 {c}");
  });

  it("take names as they are", () => {
    expect(fill("{who} wins", { who: "$& {a} <b>" })).toBe("$& {a} <b> wins");
  });

  it("list people", () => {
    expect(listing([])).toBe("");
    expect(listing(["A"])).toBe("A");
    expect(listing(["A", "B", "C"])).toBe("A, B and C");
  });
});
