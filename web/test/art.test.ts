// Has everything that the engine's rows name a picture, and can each picture be drawn?
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import * as pictures from "../src/art";
import { icons } from "../src/art/icons";
import { paints } from "../src/art/paint";
import { bots } from "../src/art/people";
import { circles, markup, placed, type Drawing, type Framed } from "../src/art/shapes";
import { dice, whens } from "../src/art/tokens";
import * as alley from "../src/games/arcane/drawings";
import { gameNames, gameOf, pictureOf } from "../src/games/list";
import * as pots from "../src/games/quacks/drawings";
import { chips, outlines } from "../src/games/quacks/ingredients";

const { items, wizards } = alley;
const { book, chip, fortunes, ingredients } = pots;

interface Row {
  id: string;
  colour?: string;
  kind?: string;
  when?: string[];
}
type Rows = Record<string, Row[]>;

const program = "../build/release/charlatan";
const file = process.env["CHARLATAN_RULES"];

function read(): string {
  return file
    ? readFileSync(file, "utf8")
    : execFileSync(program, ["rules", "--json"], { encoding: "utf8" });
}

function game(name: string): Rows {
  const { games } = JSON.parse(read()) as { games: (Rows & { game: string })[] };
  const found = games.find(each => each.game === name);
  if (!found) throw new Error(`no rows of ${name}`);
  return found;
}

const isFramed = (one: unknown): one is Framed =>
  typeof one === "object" && one !== null && "shapes" in one;

const ids = (rows: Row[] | undefined): string[] => (rows ?? []).map(row => row.id).sort();

describe("the engine's rows", () => {
  it("draws every item and wizard of Arcane Alley, and no others", () => {
    const { items: rows, wizards: people } = game("arcane");
    expect(Object.keys(items).sort()).toEqual(ids(rows));
    expect(Object.keys(wizards).sort()).toEqual(ids(people));
    for (const row of rows ?? [])
      for (const when of row.when ?? []) expect(whens, row.id).toHaveProperty(when);
  });

  it("draws every chip, book and card of the Quacks", () => {
    const { chips: rows, books, cards } = game("quacks");
    expect(rows).toHaveLength(18);
    for (const row of rows ?? []) expect(chip(row.id), row.id).not.toBe("");
    for (const row of books ?? []) expect(book(row.colour ?? ""), row.id).not.toBe("");
    for (const row of cards ?? []) expect(fortunes, row.id).toHaveProperty(row.kind ?? "");
    expect(new Set((rows ?? []).map(row => row.colour))).toEqual(new Set(Object.keys(ingredients)));
  });
});

describe("the language of shapes", () => {
  it("fills, outlines, lines and mirrors", () => {
    expect(markup("gold M1 1h2")).toBe(`<path fill="${paints["gold"]}" d="M1 1h2"/>`);
    expect(markup(".gold M1 1h2")).toContain('stroke="none"');
    expect(markup("~gold 3 M1 1h2")).toContain(
      `fill="none" stroke="${paints["gold"]}" stroke-width="3"`,
    );
    expect(markup({ shapes: "gold| M1 1h2", wide: 88, high: 120 })).toContain(
      "matrix(-1 0 0 1 88 0)",
    );
  });

  it("mirrors what is placed about its own middle", () => {
    expect(markup({ shapes: placed("gold| M1 1h2", 5, 6, 2), wide: 800, high: 320 })).toContain(
      "matrix(-1 0 0 1 64 0)",
    );
    expect(markup(placed("gold M1 1h2", 5, 6, 2))).toMatch(
      /^<g transform="translate\(5 6\)scale\(2\)".*<\/g>$/,
    );
  });

  it("writes circles out", () => {
    expect(circles("O10,20,5")).toBe("M5 20a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z");
    expect(circles("E10,20,5,3")).toBe("M5 20a5 3 0 1 0 10 0a5 3 0 1 0 -10 0z");
  });

  it("refuses what it cannot draw", () => {
    expect(() => markup("puce M1 1h2")).toThrow("no paint puce");
    expect(() => markup("gold")).toThrow("no shape");
  });
});

describe("every picture", () => {
  const tables = { items, wizards, ingredients, dice, whens, bots, fortunes };
  for (const [name, table] of Object.entries(tables)) {
    it(`draws all of ${name}, each different`, () => {
      const drawn = Object.values<Drawing>(table).map(markup);
      expect(new Set(drawn).size).toBe(drawn.length);
    });
  }

  it("has a face for each level and style", () => {
    expect(Object.keys(bots)).toEqual([
      "easy",
      "casual",
      "medium",
      "hard",
      "master",
      "random",
      "greedy",
      "brewer",
      "search",
    ]);
  });

  it("keeps the banners small", () => {
    for (const name of gameNames) {
      const drawn = gameOf(name)?.banner;
      expect(drawn && markup(drawn).length, name).toBeLessThan(40_000);
    }
  });
});

describe("the component", () => {
  const functions = {
    book: book("green"),
    chip: chip("white1"),
    flask: pictures.art.flask(true),
  };
  const drawings = Object.entries({ ...pictures.art, ...alley, ...pots, ...functions }).flatMap(
    ([name, one]): [string, Drawing][] =>
      typeof one === "function"
        ? []
        : typeof one === "string" || isFramed(one)
          ? [[name, one]]
          : Object.entries(one as Record<string, Drawing>).map(([id, each]) => [
              `${name} ${id}`,
              each,
            ]),
  );

  it("has all there are before it", () => {
    expect(drawings.length).toBeGreaterThan(70);
  });

  it.each(drawings)("shows %s and says nothing to screen readers", (_, of) => {
    const { body } = render(pictures.Picture, { props: { of } });
    expect(body).toMatch(/<svg[^>]* aria-hidden="true"/);
    expect(body).toMatch(/<path [^>]*d="M/);
    expect(body).not.toContain(" id=");
  });

  it("shows icons, which say nothing to screen readers either", () => {
    const { body } = render(pictures.Icon, { props: { name: "log" } });
    expect(body).toMatch(/<svg[^>]* aria-hidden="true"/);
    expect(body).toMatch(/<path [^>]*d="M/);
  });

  it("draws nothing for ids it does not know", () => {
    const { body } = render(pictures.Picture, {
      props: { of: pictureOf("arcane", "item", "no-such-item") },
    });
    expect(body).toContain("<svg");
    expect(body).not.toContain("<path");
  });

  it("frames what is not square", () => {
    const { body } = render(pictures.Picture, { props: { of: gameOf("arcane")?.banner } });
    expect(body).toContain('viewBox="0 0 800 320"');
    expect(body).toContain('preserveAspectRatio="xMidYMid slice"');
  });
});

describe("letters, pips and numbers on chips", () => {
  const light = (hex: string): number => {
    const full = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
      const part = parseInt(full.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a = "", b = ""): number => {
    const [high = 0, low = 0] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };

  it("stand out", () => {
    expect(contrast(paints["ink"], paints["bone"])).toBeGreaterThan(7);
    for (const [colour, { rim, pip }] of Object.entries(chips)) {
      expect(contrast(paints[rim], paints[pip]), colour).toBeGreaterThan(3);
    }
  });

  it("count the value", () => {
    const pips = (id: string): number => chip(id).split("\n")[2]?.match(/O/g)?.length ?? 0;
    expect(["white1", "green2", "white3", "blue4"].map(pips)).toEqual([1, 2, 3, 4]);
    // The number is the last thing drawn: nothing lies over it.
    const number = (id: string): string => chip(id).split("\n").at(-2) ?? "";
    expect(number("white2")).toBe(number("red2"));
    expect(new Set(["white1", "green2", "white3", "blue4"].map(number)).size).toBe(4);
    expect(chip("pink1") + chip("white") + chip("")).toBe("");
  });

  it("are told apart without colour in the colours for colour blindness", () => {
    const tokens = readFileSync("src/style/tokens.css", "utf8");
    const [usual = "", distinct = ""] = tokens.split(':root[data-colours="distinct"] {');
    const colourOf = (name: string): string => {
      const rule = new RegExp(`--chip-${name}: (#\\w+);`);
      return (rule.exec(distinct) ?? rule.exec(usual))?.[1] ?? "";
    };
    expect(Object.keys(outlines)).toEqual(Object.keys(chips));
    expect(new Set(Object.values(outlines)).size).toBe(Object.keys(chips).length);
    expect(new Set(Object.keys(chips).map(colourOf)).size).toBe(Object.keys(chips).length);
    for (const [colour, path] of Object.entries(outlines)) {
      expect(chip(`${colour}1`, true), colour).toContain(path);
      expect(book(colour, true), colour).not.toBe(book(colour, false));
      expect(markup(chip(`${colour}1`, true))).toContain(`var(--chip-${colour})`);
    }
    expect(new Set(["white1", "white2", "white3"].map(id => chip(id, true))).size).toBe(3);
  });
});

it("names every icon", () => {
  for (const path of Object.values(icons)) expect(circles(path)).toMatch(/^M[-\d]/);
});
