// What the client takes from the engine's sources when it is built: `import … from "engine:rows"`. So nothing of it has to be
// asked of the server or of the engine in the browser, and nothing is written down twice.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const ID = "engine:rows";
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The rows of a .def file: the arguments of every NAME(...) that stands at the start of a line. */
export function rowsOf(text: string, name: string): string[][] {
  const found = [...text.matchAll(new RegExp(`^${name}\\(([^)]*)`, "gm"))];
  if (found.length === 0) throw new Error(`no rows ${name}`);
  return found.map(([, row = ""]) => row.split(",").map(one => one.trim().replaceAll('"', "")));
}

/** The value of an enumerator that is a plain number. */
export function numberOf(text: string, name: string): number {
  const value = new RegExp(`\\b${name} = (\\d+)\\b`).exec(text)?.[1];
  if (value === undefined) throw new Error(`no number ${name}`);
  return Number(value);
}

/** The numbers of an array in C. */
export function arrayOf(text: string, name: string): number[] {
  const list = new RegExp(`\\b${name}\\[\\d*\\] = \\{([^}]*)\\}`).exec(text)?.[1];
  if (list === undefined) throw new Error(`no array ${name}`);
  return (list.match(/\d+/g) ?? []).map(Number);
}

/** The levels of each game whose bots need no weights. */
export function levelsWithoutWeights(text: string): { [game: string]: string[] } {
  const rows = [
      ...text.matchAll(/^LEVEL\(\w+, "(\w+)", (\w+)_game,[^"]*"[^"]*",\s*"[^"]*",\s*(\w+),/gm),
    ],
    found: { [game: string]: string[] } = {};
  if (rows.length === 0) throw new Error("no levels");
  for (const [, level = "", game = "", bot = ""] of rows)
    if (!/_net$|^search/.test(bot)) (found[game] ??= []).push(level);
  return found;
}

/** The standard numbers of a numbers.def, by key; the entries of a list by key and index. */
export function numbersOf(text: string): { [key: string]: number } {
  const single = rowsOf(text, "NUMBER").map(([, key = "", standard]) => [key, Number(standard)]);
  const lists = rowsOf(text, "NUMBERS").flatMap(([, count, from, key, ...rest]) =>
    rest.slice(-Number(count)).map((value, i) => [`${key}.${Number(from) + i}`, Number(value)]),
  );
  return Object.fromEntries([...single, ...lists]) as { [key: string]: number };
}

/** What src/rows.d.ts declares. */
export function engineRows(): Record<string, unknown> {
  const quacks = read("games/quacks/quacks.h");
  const numbers = rowsOf(read("games/quacks/spaces.def"), "SPACE").map(row => row.map(Number));
  return {
    spaces: numbers.map(([, coins, points, ruby]) => ({ coins, points, ruby: ruby === 1 })),
    tails: arrayOf(read("games/quacks/rows.c"), "lap"),
    SPOON: numberOf(quacks, "POT_SPOON"),
    LAST: numberOf(quacks, "POT_LAST"),
    DROPLET_LAST: numberOf(quacks, "DROPLET_LAST"),
    TURNS: numberOf(quacks, "TURNS"),
    arcaneNumbers: numbersOf(read("games/arcane/numbers.def")),
    SEATS: numberOf(read("engine/game.h"), "MAX_SEATS"),
    NAME_MOST: numberOf(read("match/match.h"), "MATCH_NAME_SHOWN"),
    botNames: Object.fromEntries(
      rowsOf(read("bots/names.def"), "BOT_NAME").filter(([english, german]) => english !== german),
    ),
    badges: rowsOf(read("match/badges.def"), "BADGE").map(row => ({
      shape: row[0],
      colour: row.at(-1),
    })),
    levelsAtOnce: levelsWithoutWeights(read("bots/levels.def")),
    levels: [...new Set(rowsOf(read("bots/levels.def"), "LEVEL").map(row => row[1]))],
  };
}

export const rowsPlugin = (): Plugin => ({
  name: "charlatan-rows",
  resolveId: id => (id === ID ? `\0${ID}` : null),
  load: id =>
    id === `\0${ID}`
      ? Object.entries(engineRows())
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n")
      : null,
});
