import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue, type Key, type Pair } from "../src/words/catalogue";
import { refusals } from "../src/words/refusals";
import { fill, listing } from "../src/words/words.svelte";

const pairs = Object.entries(catalogue) as [Key, Pair][];
const holes = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.(ts|svelte)$/.test(path) ? [path] : [];
  });
}

const code = sources("src")
  .filter(path => !/src.words.(?!words|catalogue)/.test(path))
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
      .map(([key]) => key)
      .filter(key => !code.includes(`"${key}"`) && !made.some(start => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe("refusals", () => {
  it("of the rules are all there in German, and of the table only such as exist", () => {
    const said = (path: string): string[] =>
      [...readFileSync(path, "utf8").matchAll(/"((?:[A-Z][^"\\]*|[^"\\]*)\.)"/g)]
        .map(m => m[1] ?? "")
        .filter(t => /^[A-Z].* /.test(t));
    const rules = ["../games/arcane/explain.c", "../games/quacks/explain.c"].flatMap(said);
    expect(rules.length).toBeGreaterThan(25);
    expect(rules.filter(text => !(text in refusals))).toEqual([]);
    const all = ["match", "server"].flatMap(folder =>
      readdirSync(`../${folder}`)
        .filter(f => f.endsWith(".c"))
        .map(f => `../${folder}/${f}`),
    );
    const known = new Set([...rules, ...all.flatMap(said)]);
    expect(Object.keys(refusals).filter(text => !known.has(text))).toEqual([]);
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
