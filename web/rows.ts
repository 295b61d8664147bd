// What the client takes from the engine when it is built: `import … from "engine:rows"`. So nothing of it has to be asked of the
// server or of the engine in the browser, and nothing is written down twice. `charlatan rules --web` prints it (tools/web.sh).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { fillNumbers } from "./src/fill";
import { numbersOf } from "./src/table_numbers";
import { briefOf } from "./src/words/brief";

const ID = "engine:rows",
  TEMPLATES = "engine:templates",
  GERMAN = "engine:german";
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** The standard numbers of a game, by key; those of a list by the names of its entries. */
export type Standards = { [key: string]: number | { [entry: string]: number } };

interface ItemRow {
  id: string;
  gold: number;
  infamy: number;
  counts: number[];
}

interface BotRow {
  name: string;
  title: string;
  blurb: string;
  /** It is known by how well it plays; bots are in the order of their strength. */
  level: boolean;
  /** It needs weights. */
  learned: boolean;
}

interface GameRows {
  rows: { game: string; items?: ItemRow[]; glasses?: { brief: string }[] };
  bots: BotRow[];
  standards: Standards;
  numbers: { id: string; text: string }[];
}

/** What `charlatan rules --web` prints (rulebook/web.c). */
interface EngineRows {
  seats: number;
  name_most: number;
  badges: { shape: string; colour: string }[];
  names: { [english: string]: string };
  games: GameRows[];
}

export const engine = JSON.parse(
  readFileSync(
    process.env["CHARLATAN_ROWS"] ?? new URL("../build/rows.json", import.meta.url),
    "utf8",
  ),
) as EngineRows;

/** With the numbers of items, by their paths in cards files (A13). */
function standardsOf({ rows: { items = [] }, standards }: GameRows): Standards {
  const cards = items.flatMap(({ id, gold, infamy, counts }): [string, Standards[string]][] => [
    [`items.${id}.gold`, gold],
    [`items.${id}.infamy`, infamy],
    [`items.${id}.counts`, Object.fromEntries(counts.entries())],
  ]);
  return { ...standards, ...Object.fromEntries(cards) };
}

const standards: { [game: string]: Standards } = Object.fromEntries(
  engine.games.map(game => [game.rows.game, standardsOf(game)]),
);

/** What a glass gives, with # for its number. */
const glass = engine.games.flatMap(({ rows }) => rows.glasses ?? [])[0]?.brief ?? "";

/** All texts of some rows that have braces. */
function bracedTexts(rows: unknown): string[] {
  if (typeof rows === "string") return rows.includes("{") && rows !== glass ? [rows] : [];
  return typeof rows === "object" && rows !== null ? Object.values(rows).flatMap(bracedTexts) : [];
}

/** The texts that say numbers, by what they are with the standard ones. */
export function templates(): { [standard: string]: string } {
  const found: { [standard: string]: string } = {};
  for (const { rows } of engine.games) {
    const numbers = numbersOf(rows.game, standards, {}, undefined);
    for (const text of bracedTexts(rows)) {
      const standard = fillNumbers(text, numbers, "en");
      if (standard === text) continue;
      if (found[standard] !== undefined && found[standard] !== text)
        throw new Error(`two templates of one text: ${standard}`);
      found[standard] = text;
    }
  }
  return found;
}

/** The same by brief keys, as pages fetch it. */
function briefGerman(): { [brief: string]: string } {
  const german = Object.entries(standardGerman()),
    brief = Object.fromEntries(german.map(([en, de]) => [briefOf(en), de]));
  if (Object.keys(brief).length !== german.length)
    throw new Error("two texts have the same brief key");
  return brief;
}

/** The German of the rows with the standard numbers (words/rows.de.json); keys of both games differ. */
export function standardGerman(): { [english: string]: string } {
  const german = JSON.parse(read("src/words/rows.de.json")) as { [english: string]: string };
  const both = Object.keys(standards).map(game => numbersOf(game, standards, {}));
  const filled = (text: string): string =>
    both.reduce((so, numbers) => fillNumbers(so, numbers, "de"), text);
  return Object.fromEntries(Object.entries(german).map(([en, de]) => [en, filled(de)]));
}

/** The spaces of the pot by number (Q1), with those of its middle, where nothing is shown. */
function spacesOf(of: Standards): { coins: number; points: number; ruby: boolean }[] {
  const shown = (what: string, space: number): number =>
    (of[`spaces.${what}`] as { [space: number]: number })[space] ?? 0;
  const last = Object.keys(of["spaces.coins"] ?? {}).length;
  return Array.from({ length: last + 1 }, (_, i) => ({
    coins: shown("coins", i),
    points: shown("points", i),
    ruby: shown("rubies", i) > 0,
  }));
}

const namesOf = (bots: BotRow[]): string[] => bots.filter(bot => bot.level).map(bot => bot.name);

/** What src/rows.d.ts declares. */
export function engineRows(): Record<string, unknown> {
  const quacks = standards["quacks"] ?? {},
    spaces = spacesOf(quacks);
  return {
    spaces,
    SPOON: spaces.length - 1,
    LAST: spaces.length - 2,
    DROPLET_LAST: quacks["droplet.last"],
    standards,
    GLASS: glass,
    SEATS: engine.seats,
    NAME_MOST: engine.name_most,
    botNames: engine.names,
    badges: engine.badges,
    levels: [...new Set(engine.games.flatMap(game => namesOf(game.bots)))],
    levelsAtOnce: Object.fromEntries(
      engine.games.map(({ rows, bots }) => [rows.game, namesOf(bots.filter(bot => !bot.learned))]),
    ),
  };
}

/** Lists whose entries are counted are written without their names, because every page fetches them. */
const COUNTED =
  "const counted = (from, values) => Object.fromEntries(values.map((n, i) => [from + i, n]));";

function shortened(all: { [game: string]: Standards }): string {
  const isCounted = (keys: string[]): boolean =>
    keys.length > 2 && keys.every((key, i) => key === String(Number(keys[0]) + i));
  const one = (value: Standards[string]): string =>
    typeof value === "object" && isCounted(Object.keys(value))
      ? `counted(${Object.keys(value)[0]},${JSON.stringify(Object.values(value))})`
      : JSON.stringify(value);
  const game = (of: Standards): string =>
    Object.entries(of)
      .map(([key, value]) => `${JSON.stringify(key)}:${one(value)}`)
      .join(",");
  const games = Object.entries(all).map(([name, of]) => `${name}:{${game(of)}}`);
  return `{${games.join(",")}}`;
}

export const rowsPlugin = (): Plugin => ({
  name: "charlatan-rows",
  resolveId: id => ([ID, TEMPLATES, GERMAN].includes(id) ? `\0${id}` : null),
  load: id => {
    if (id === `\0${TEMPLATES}`) return `export default ${JSON.stringify(templates())};`;
    if (id === `\0${GERMAN}`) return `export default ${JSON.stringify(briefGerman())};`;
    if (id !== `\0${ID}`) return null;
    const rows = Object.entries(engineRows()).map(([name, value]) =>
      name === "standards"
        ? `export const standards = ${shortened(standards)};`
        : `export const ${name} = ${JSON.stringify(value)};`,
    );
    return [COUNTED, ...rows].join("\n");
  },
});
