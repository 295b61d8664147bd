// What the client takes from the engine's sources when it is built: `import … from "engine:rows"`. So nothing of it has to be
// asked of the server or of the engine in the browser, and nothing is written down twice.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { fillNumbers } from "./src/fill";
import { numbersOf } from "./src/table_numbers";
import { briefOf } from "./src/words/brief";

const ID = "engine:rows",
  TEMPLATES = "engine:templates",
  GERMAN = "engine:german";
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The rows of a .def file: the arguments of every NAME(...) that stands at the start of a line. */
export function rowsOf(text: string, name: string): string[][] {
  const found = [...text.matchAll(new RegExp(`^${name}\\(([^)]*)`, "gm"))];
  if (found.length === 0) throw new Error(`no rows ${name}`);
  return found.map(([, row = ""]) => row.split(",").map(one => one.trim().replaceAll('"', "")));
}

/** The value of an enumerator, or what a member is set to, that is a plain number. */
export function numberOf(text: string, name: string): number {
  const value = new RegExp(`\\b${name} = (\\d+)\\b`).exec(text)?.[1];
  if (value === undefined) throw new Error(`no number ${name}`);
  return Number(value);
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

/** The arguments of a macro: texts without their quotes, parts of a text joined. `at` is behind its parenthesis. */
function argumentsAt(text: string, at: number): string[] {
  const found = [""];
  let depth = 0;
  for (const [token] of text.slice(at).matchAll(/"(?:[^"\\]|\\.)*"|[(),]|[^"(),]+/g)) {
    if (token === ")" && depth-- === 0) return found.map(one => one.trim());
    if (token === "(") depth++;
    else if (token === "," && depth === 0) found.push("");
    else {
      const more = token.startsWith('"') ? (JSON.parse(token) as string) : token.trim();
      found.push((found.pop() ?? "") + more);
    }
  }
  throw new Error(`no end of ${text.slice(at, at + 40)}`);
}

/** The rows of a .def file whose texts may have commas and parentheses. */
export const textRowsOf = (text: string, name: string): string[][] =>
  [...text.matchAll(new RegExp(`^${name}\\(`, "gm"))].map(found =>
    argumentsAt(text, found.index + found[0].length),
  );

/** The standard numbers of a numbers.def, by key; those of a list by the names of its entries. */
export type Standards = { [key: string]: number | { [entry: string]: number } };

function standardsOf(text: string, names: { [by: string]: string[] }): Standards {
  const single = textRowsOf(text, "NUMBER").map(([, key = "", n]) => [key, Number(n)] as const);
  const lists = textRowsOf(text, "NUMBERS").map(
    ([, count, from, key = "", , , , , ...values]) =>
      [key, entriesOf(values, i => String(Number(from) + i), Number(count))] as const,
  );
  const named = textRowsOf(text, "NAMED").map(
    ([, , by = "", key = "", , , , , ...values]) =>
      [key, entriesOf(values, i => names[by]?.[i] ?? "", names[by]?.length)] as const,
  );
  return Object.fromEntries<Standards[string]>([...single, ...lists, ...named]);
}

function entriesOf(
  values: string[],
  name: (i: number) => string,
  count: number | undefined,
): { [entry: string]: number } {
  if (values.length !== count) throw new Error(`${values.length} values of ${count}`);
  return Object.fromEntries(values.map((value, i) => [name(i), Number(value)]));
}

/** The texts of an array in C. */
function idsOf(text: string, size: string): string[] {
  const list = new RegExp(`ids\\[${size}\\] = \\{([^}]*)\\}`).exec(text)?.[1];
  return [...(list ?? "").matchAll(/"([^"]*)"/g)].map(([, id = ""]) => id);
}

const idsIn = (file: string, row: string): string[] =>
  textRowsOf(read(file), row).map(([, id = ""]) => id);

function quacksStandards(): Standards {
  const rows = read("games/quacks/rows.c");
  return standardsOf(read("games/quacks/numbers.def"), {
    chip_name: idsIn("games/quacks/chips.def", "CHIP"),
    book_colour_name: idsOf(rows, "COLOUR_COUNT").slice(1),
    value_name: ["1", "2", "4"],
    quacks_die_id: idsOf(rows, "DIE_FACES"),
    quacks_card_id: idsIn("games/quacks/cards.def", "CARD"),
  });
}

/** With the numbers of cards files (A13), by their paths there. */
function arcaneStandards(): Standards {
  const items = textRowsOf(read("games/arcane/items.def"), "ITEM"),
    cards = read("games/arcane/cards.def"),
    idOf = Object.fromEntries(items.map(([item = "", id = ""]) => [item, id]));
  return {
    ...standardsOf(read("games/arcane/numbers.def"), {}),
    ...Object.fromEntries<Standards[string]>(
      items.flatMap(([, id, , , gold, infamy, few, many]): [string, Standards[string]][] => [
        [`items.${id}.gold`, Number(gold)],
        [`items.${id}.infamy`, Number(infamy)],
        [`items.${id}.counts`, { 0: Number(few), 1: Number(many) }],
      ]),
    ),
    ...Object.fromEntries(
      textRowsOf(cards, "EFFECT").map(([, item = "", key, n]) => [
        `items.${idOf[item]}.effect.${key}`,
        Number(n),
      ]),
    ),
    ...Object.fromEntries(
      textRowsOf(cards, "POWER").map(([, , id, key, n]) => [`wizards.${id}.${key}`, Number(n)]),
    ),
    "start.gold": numberOf(read("games/arcane/rows.c"), "cards->start_gold"),
    "start.infamy": 0,
  };
}

/** Strings in C that stand side by side are one text. */
const LITERALS = /"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g;

/** The texts of a game's rows that have braces. */
function bracedTexts(game: string): string[] {
  const files = ["rules", "help", "first", "rulings"].map(file =>
    read(`games/${game}/${file}.def`),
  );
  return files
    .flatMap(text => text.replaceAll(/^#define(?:.*\\\n)*.*\n/gm, "").match(LITERALS) ?? [])
    .map(found =>
      [...found.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([one]) => JSON.parse(one) as string).join(""),
    )
    .filter(text => text.includes("{"));
}

/** What a glass gives, with # for its number (games/quacks/help.def). */
function glassText(): string {
  const body = /^#define GLASS_GIVES\(n\)((?:.*\\\n)*.*\n)/m.exec(
    read("games/quacks/help.def"),
  )?.[1];
  return [...(body ?? "").matchAll(/"((?:[^"\\]|\\.)*)"|#n/g)]
    .map(([whole, text]) => (whole === "#n" ? "#" : (text ?? "")))
    .join("");
}

/** The texts that say numbers, by what they are with the standard ones. */
export function templates(): { [standard: string]: string } {
  const found: { [standard: string]: string } = {};
  for (const game of Object.keys(engineNumbers())) {
    const numbers = numbersOf(game, engineNumbers(), {}, undefined);
    for (const text of bracedTexts(game)) {
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
  const german = JSON.parse(read("web/src/words/rows.de.json")) as { [english: string]: string };
  const both = Object.keys(engineNumbers()).map(game => numbersOf(game, engineNumbers(), {}));
  const filled = (text: string): string =>
    both.reduce((so, numbers) => fillNumbers(so, numbers, "de"), text);
  return Object.fromEntries(Object.entries(german).map(([en, de]) => [en, filled(de)]));
}

const engineNumbers = (): { [game: string]: Standards } => ({
  arcane: arcaneStandards(),
  quacks: quacksStandards(),
});

/** What src/rows.d.ts declares. */
export function engineRows(): Record<string, unknown> {
  const quacks = read("games/quacks/quacks.h");
  const numbers = rowsOf(read("games/quacks/spaces.def"), "SPACE").map(row => row.map(Number));
  return {
    spaces: numbers.map(([, coins, points, ruby]) => ({ coins, points, ruby: ruby === 1 })),
    SPOON: numberOf(quacks, "POT_SPOON"),
    LAST: numberOf(quacks, "POT_LAST"),
    DROPLET_LAST: numberOf(quacks, "DROPLET_LAST"),
    standards: engineNumbers(),
    GLASS: glassText(),
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
        ? `export const standards = ${shortened(engineNumbers())};`
        : `export const ${name} = ${JSON.stringify(value)};`,
    );
    return [COUNTED, ...rows].join("\n");
  },
});
