// Looking rules up: search, ids in texts, what an id stands for.
import { describe, expect, it } from "vitest";
import type { Rulebook, Rulebooks } from "../src/rulebook.svelte";
import { chapterOf, entriesOf, findEntry, type Entry } from "../src/rules/entries";
import { readingHere } from "../src/rules/here.svelte";
import { partsOf } from "../src/rules/linked";
import { gameOf } from "../src/games/list";
import { excerpt, highlightsOf, search } from "../src/rules/search";
import { translate } from "../src/texts";
import { spaces } from "engine:rows";
import { german, rows } from "./rows";

const entry = (id: string, name: string, text: string, brief = ""): Entry => ({
  kind: "rule",
  id,
  game: "arcane",
  name,
  brief,
  text,
  editions: "",
  notes: "",
  certainty: "P",
  rulings: [],
  rules: [],
  technical: false,
  colour: "",
});

const some = [
  entry("A5.4", "Discard an item", "Put one item on the discard; see the Sword."),
  entry("A7.4", "What the Sword limits", "All gains of gold."),
  entry(
    "sovereign-sword",
    "Sovereign Sword",
    "While it lies revealed, half of the gold you gain is lost.",
  ),
  entry("A1.sword", "What the Sword takes", "Gold."),
];

const ids = (query: string): string[] => search(some, query).map(e => e.id);

describe("search", () => {
  it("puts ids before names before texts", () => {
    expect(ids("a7.4")[0]).toBe("A7.4");
    expect(ids("discard")[0]).toBe("A5.4");
    expect(ids("sword").at(-1)).toBe("A5.4");
  });
  it("needs every word", () => {
    expect(ids("sword gold")).not.toContain("A5.4");
    expect(ids("sword zebra")).toEqual([]);
    expect(ids("  ")).toEqual([]);
  });
  it("finds a whole name first", () => {
    expect(ids("sovereign sword")[0]).toBe("sovereign-sword");
  });
  it("does not mind accents, nor signs that mean something elsewhere", () => {
    expect(search([entry("x", "Kröte", "")], "krote")).toHaveLength(1);
    expect(search([entry("x", "Kröte", "")], "KRÖ")).toHaveLength(1);
    expect(ids("(gold")).toEqual([]);
  });
});

describe("what is about options and files", () => {
  it("comes last, unless it was asked for by its id", () => {
    const all = [
      { ...entry("A13", "The Sword's file", "sword"), technical: true },
      entry("A7.4", "Limits", "It is the sword that limits."),
    ];
    expect(search(all, "sword").map(e => e.id)).toEqual(["A7.4", "A13"]);
    expect(search([...all, entry("A1", "A13 is a file", "")], "a13")[0]?.id).toBe("A13");
  });
});

describe("the first pages", () => {
  it("have a picture for each part, of things there are", () => {
    for (const { game, first = [], items = [], chips = [] } of rows.games) {
      expect(first.length, game).toBeGreaterThan(5);
      for (const { id } of first) {
        const pieces = gameOf(game)?.pictures[id] ?? [];
        expect(pieces.length, `${game} ${id}`).toBeGreaterThan(0);
        const cards = pieces.flatMap(p => (p.is === "cards" ? p.cards : []));
        const drawn = pieces.flatMap(p =>
          p.is === "chips" ? p.chips : p.is === "spaces" ? Object.values(p.chips) : [],
        );
        const known = ["?", "", ...items.map(i => i.id)];
        expect(
          cards.filter(c => !known.includes(c)),
          id,
        ).toEqual([]);
        expect(
          drawn.filter(c => !chips.some(chip => chip.id === c)),
          id,
        ).toEqual([]);
      }
    }
  });
  it("count as the rules do: the example's potion ends on space 8", () => {
    const piece = gameOf("quacks")?.pictures["example-draw"]?.[0];
    const lying = piece?.is === "spaces" ? Object.entries(piece.chips) : [];
    let space = 0;
    for (const [at, chip] of lying) expect((space += Number(chip.at(-1)))).toBe(Number(at));
    expect(space).toBe(8);
    const { coins, points, ruby } = spaces[9] ?? {};
    expect([coins, points, ruby]).toEqual([9, 1, true]);
  });
});

describe("marks", () => {
  it("keep the text and mark what was found", () => {
    const marks = highlightsOf("Die Kröte, die Kröten", "krote die");
    expect(marks.map(m => m.text).join("")).toBe("Die Kröte, die Kröten");
    expect(marks.filter(m => m.hit).map(m => m.text)).toEqual(["Die", "Kröte", "die", "Kröte"]);
  });
  it("an excerpt shows the place", () => {
    const long = `${"word ".repeat(60)}needle ${"word ".repeat(60)}`;
    expect(excerpt(long, "needle")).toMatch(/^… .*needle.* …$/);
    expect(excerpt("short", "needle")).toBe("short");
  });
});

describe("ids in texts", () => {
  const known = new Set(["A8", "A8.6", "A1.end", "Q6.B", "Q3.6", "Q3.2", "Q6"]);
  const rulesIn = (text: string) => partsOf(text, id => known.has(id)).flatMap(p => p.rule ?? []);
  it("are found at the ends of sentences and in brackets", () => {
    expect(rulesIn("It ends (A8.6), see A1.end. Or Q6.B; from Q3.2 to Q3.6.")).toEqual([
      "A8.6",
      "A1.end",
      "Q6.B",
      "Q3.2",
      "Q3.6",
    ]);
  });
  it("fall back to their chapter, or stay text", () => {
    expect(rulesIn("A8.99 and A77 and QA8")).toEqual(["A8"]);
    expect(
      partsOf("A8.99!", id => known.has(id))
        .map(p => p.text)
        .join(""),
    ).toBe("A8.99!");
  });
});

describe("what an id stands for", () => {
  const none = {
    items: {},
    wizards: {},
    colours: {},
    chips: {},
    books: {},
    cards: {},
    glasses: [],
    rulings: [],
    first: [],
    technical: [],
  };
  const rule = { id: "Q5", certainty: "P", title: "Potions", text: "" };
  const rulebook = {
    ...none,
    game: "quacks",
    rules: { Q5: rule },
    colours: { green: { id: "green", name: "garden spider", brief: "", text: "" } },
    chips: {
      green2: {
        id: "green2",
        name: "",
        colour: "green",
        value: 2,
        count: 10,
        start: 0,
        prices: [],
        prices_printed: [],
      },
    },
  } as unknown as Rulebook;
  const books: Rulebooks = { quacks: rulebook };
  it("a chip is its colour, an unknown part its chapter", () => {
    expect(findEntry(books, "green2", null)?.id).toBe("green");
    expect(findEntry(books, "Q5.99", "quacks")?.id).toBe("Q5");
    expect(findEntry(books, "Q5", "arcane")).toBeNull();
    expect(findEntry(books, "zebra", null)).toBeNull();
  });
  it("chapters", () => {
    expect(chapterOf("A5.8")).toBe("A5");
    expect(entriesOf(rulebook)).toHaveLength(2);
  });
  it("an entry has the rulings about it, and they can be searched", () => {
    const ruling = {
      of: ["Q5", "green 2"],
      letter: "R",
      does: "A full pot stops you.",
      why: "It is full.",
      other: "You go on drawing.",
      change: "It cannot be changed.",
    };
    const [q5, green] = entriesOf({ ...rulebook, rulings: [ruling] });
    expect(q5?.rulings).toEqual([ruling]);
    expect(green?.rulings).toEqual([]);
    expect(search(q5 && green ? [q5, green] : [], "drawing").map(e => e.id)).toEqual(["Q5"]);
  });
});

describe("the engine's own texts", () => {
  it("name rules in a form that is recognised", () => {
    const named = [...JSON.stringify(rows.games[1]?.rules).matchAll(/\bQ\d+(\.\w+)?/g)].map(
      m => m[0],
    );
    const parts = partsOf(named.join(" "), id => named.includes(id)).flatMap(p => p.rule ?? []);
    expect(parts).toEqual(named);
  });
});

describe("the reading that a table plays", () => {
  const ruling = {
    of: ["second-chance"],
    letter: "R",
    does: "Safe.",
    why: "",
    other: "Risky.",
    change: "The option second_chance=risky changes it.",
  };
  const at = (value: string) => ({ game: "quacks", options: { second_chance: value } });
  it("is said where an option chooses it", () => {
    expect(readingHere(ruling, "quacks", at("safe"))).toBe("Safe.");
    expect(readingHere(ruling, "quacks", at("risky"))).toBe("Risky.");
    expect(readingHere(ruling, "arcane", at("risky"))).toBeNull();
    expect(readingHere(ruling, "quacks", null)).toBeNull();
    const fixed = { ...ruling, change: "It cannot be changed." };
    expect(readingHere(fixed, "quacks", at("safe"))).toBeNull();
  });
  it("can be told for the rulings of the Quacks that have options, in German too", () => {
    const [, quacks] = rows.games;
    if (!quacks) throw new Error("no rows");
    const { rulings = [] } = quacks;
    const options = { second_chance: "safe", strong_ingredient: "acts", prices: "almanac" };
    const told = (list: typeof rulings): number =>
      list.filter(r => readingHere(r, "quacks", { game: "quacks", options })).length;
    expect(told(rulings)).toBeGreaterThan(2);
    expect(told(translate(quacks, german).rulings ?? [])).toBe(told(rulings));
  });
});
