// What the client takes from the engine when it is built: `import … from "engine:rows"`. So nothing of it has to be asked of the
// server or of the engine in the browser, and nothing is written down twice. `charlatan rules --web` prints it (tools/web.sh).
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { fillNumbers } from "./src/fill";
import type { Language } from "./src/settings.svelte";
import { numbersOf } from "./src/table_numbers";
import { textsOf, type Texts } from "./src/texts";
import german from "./src/words/rows.de.json";
import { shownOf } from "./translation";

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
  rows: { game: string; items?: ItemRow[] };
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

/** The English by id, with keys for numbers. */
const english: Texts = Object.assign(
  {},
  ...engine.games.map(({ rows, bots, numbers }) =>
    textsOf({ ...rows, bots, numbers } as { game: string }),
  ),
) as Texts;

/** A text that is about an entry of a list has # for it, and one translation for all. */
function sourceOf(id: string): string {
  const [game, list, , member] = id.split("/");
  return english[id]?.includes("#") ? `${game}/${list}/#/${member}` : id;
}
const entryOf = (id: string): string => /\d+(?=\/\w+$)/.exec(id)?.[0] ?? "#";

/** What is translated, by the ids of translations. */
export const sources: Texts = Object.fromEntries(
  Object.entries(english).map(([id, text]) => [sourceOf(id), text]),
);

/** Texts by the ids of their rows, from those by the ids of translations. */
const texts = (of: Texts): Texts =>
  Object.fromEntries(
    Object.keys(english).flatMap((id): [string, string][] => {
      const text = of[sourceOf(id)];
      return text === undefined ? [] : [[id, text.replaceAll("#", entryOf(id))]];
    }),
  );

const languages: { [language in Language]: Texts } = {
  en: texts(sources),
  de: texts(shownOf(sources, german, "de")),
};

const numbers = Object.fromEntries(
  Object.keys(standards).map(game => [game, numbersOf(game, standards, {}, undefined)]),
);

/** A text with the standard numbers of its game. */
function filled(id: string, text: string, language: Language): string {
  const of = numbers[id.split("/")[0] ?? ""];
  return of ? fillNumbers(text, of, language) : text;
}

const pick = (of: Texts, wanted: (id: string, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(of).filter(([id, text]) => wanted(id, text)));

/** The texts that say numbers. */
export const templates = (language: Language): Texts =>
  pick(languages[language], (id, text) => filled(id, text, language) !== text);

/** All of them with the standard numbers. */
export const standardTexts = (language: Language): Texts =>
  Object.fromEntries(
    Object.entries(languages[language]).map(([id, text]) => [id, filled(id, text, language)]),
  );

const isNumber = (id: string): boolean => id.split("/")[1] === "numbers";

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

function rowsModule(): string {
  const rows = Object.entries(engineRows()).map(([name, value]) =>
    name === "standards"
      ? `export const standards = ${shortened(standards)};`
      : `export const ${name} = ${JSON.stringify(value)};`,
  );
  return [COUNTED, ...rows].join("\n");
}

const textsModule = (of: Texts): string => `export default ${JSON.stringify(of)};`;

/** The modules that src/rows.d.ts declares. */
const modules: { [id: string]: () => string } = {
  "engine:rows": rowsModule,
  "engine:german": () => textsModule(pick(standardTexts("de"), id => !isNumber(id))),
  "engine:german-numbers": () => textsModule(pick(standardTexts("de"), isNumber)),
  "engine:templates": () => textsModule(templates("en")),
  "engine:german-templates": () => textsModule(templates("de")),
};

export const rowsPlugin = (): Plugin => ({
  name: "charlatan-rows",
  resolveId: id => (id in modules ? `\0${id}` : null),
  load: id => modules[id.slice(1)]?.() ?? null,
});
