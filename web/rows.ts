// What the client takes from the engine when it is built: `import … from "engine:rows"`. So nothing of it has to be asked of the
// server or of the engine in the browser, and nothing is written down twice. `charlatan rules --web` prints it (tools/web.sh).
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { startFiller } from "./src/engine/filler";
import { codes, type Language } from "./src/languages";
import { textsOf, type Texts } from "./src/texts";
import said from "./src/words/said.json";
import { shownOf, type Translation } from "./translation";

/** The standard numbers of a game, by key; those of a list by the names of its entries. */
export type Standards = { [key: string]: number | { [entry: string]: number } };

interface TextRow {
  id: string;
  text: string;
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
  rows: { game: string };
  bots: BotRow[];
  standards: Standards;
  numbers: TextRow[];
}

/** What `charlatan rules --web` prints (cli/web_rows.c). */
interface EngineRows {
  seats: number;
  name_most: number;
  badges: { shape: string; colour: string }[];
  names: { [english: string]: string };
  /** The rows that no game has. */
  common: { game: string; reasons: TextRow[]; refusals: TextRow[] };
  games: GameRows[];
}

export const engine = JSON.parse(
  readFileSync(
    process.env["CHARLATAN_ROWS"] ?? new URL("../build/rows.json", import.meta.url),
    "utf8",
  ),
) as EngineRows;

const standards: { [game: string]: Standards } = Object.fromEntries(
  engine.games.map(game => [game.rows.game, game.standards]),
);

/** The English by id, with keys for numbers. */
const english: Texts = Object.assign(
  textsOf(engine.common),
  ...engine.games.map(({ rows, bots, numbers }) =>
    textsOf({ ...rows, bots, numbers } as { game: string }),
  ),
) as Texts;

/** A text that is about an entry of a list has # for it, and one translation for all. */
function sourceOf(id: string): string {
  const [game, list, , member] = id.split("/");
  return game !== engine.common.game && english[id]?.includes("#")
    ? `${game}/${list}/#/${member}`
    : id;
}
const entryOf = (id: string): string => /\d+(?=\/\w+$)/.exec(id)?.[0] ?? "#";

/** The rows, by the ids of translations. */
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

/** What is translated beside the rows: texts of the page that say numbers. German stands beside the English. */
export const saidSources: Texts = Object.fromEntries(
  Object.entries(said).flatMap(([game, pairs]) =>
    Object.entries(pairs).map(([key, [en = ""]]) => [`${game}/said/${key}`, en]),
  ),
);

/** A file of its own for each language (CONTRIBUTING.md); one without lacks everything. */
export function translationOf(language: string): Translation {
  const file = new URL(`src/words/rows.${language}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Translation) : {};
}

const perLanguage = <T>(of: (language: Language) => T): { [language in Language]: T } =>
  Object.fromEntries(codes.map(code => [code, of(code)])) as { [language in Language]: T };

const languages = perLanguage(code =>
  code === "en" ? texts(sources) : texts(shownOf(sources, translationOf(code), code)),
);

/** tools/wasm.sh makes it. */
export const filler = await startFiller(
  readFileSync(new URL("../build/wasm/fill.wasm", import.meta.url)),
);

/** A text with the standard numbers of its game. */
const filled = (game: string, text: string, language: Language): string =>
  filler({ game, options: {} }, language)(text);
const gameOf = (id: string): string => id.split("/")[0] ?? "";

const pick = (of: Texts, wanted: (id: string, text: string) => boolean): Texts =>
  Object.fromEntries(Object.entries(of).filter(([id, text]) => wanted(id, text)));

/** The rows' texts that say numbers. */
export const templates = (language: Language): Texts =>
  pick(languages[language], (id, text) => filled(gameOf(id), text, language) !== text);

/** All of them with the standard numbers. */
export const standardTexts = (language: Language): Texts =>
  Object.fromEntries(
    Object.entries(languages[language]).map(([id, text]) => [
      id,
      filled(gameOf(id), text, language),
    ]),
  );

/** Texts of the page that say numbers, by game and key (words/said.json). */
type Said = { [game: string]: { [key: string]: string } };
function saidIn(language: Language): Said {
  const own = shownOf(saidSources, translationOf(language), language);
  return Object.fromEntries(
    Object.entries(said).map(([game, pairs]) => [
      game,
      Object.fromEntries(
        Object.entries(pairs).map(([key, [en = "", de = ""]]) => [
          key,
          language === "de" ? de : (own[`${game}/said/${key}`] ?? en),
        ]),
      ),
    ]),
  );
}

/** The page's own words in a third language, by "page/KEY". */
function pageWords(language: Language): Texts {
  const translation = translationOf(language),
    own = shownOf(saidSources, translation, language),
    said = Object.entries(own).map(([id, text]) => [
      id.replace(/^\w+\/said/, "page"),
      filled(gameOf(id), text, language),
    ]),
    words = Object.entries(translation).flatMap(([id, { [language]: text }]) =>
      id.startsWith("page/") && text ? [[id, text]] : [],
    );
  return Object.fromEntries([...said, ...words]) as Texts;
}

/** With the standard numbers, in both languages. */
export const standardSaid = (): { [key: string]: [english: string, german: string] } =>
  Object.fromEntries(
    Object.entries(said).flatMap(([game, pairs]) =>
      Object.entries(pairs).map(([key, [en = "", de = ""]]) => [
        key,
        [filled(game, en, "en"), filled(game, de, "de")],
      ]),
    ),
  );

const isNumber = (id: string): boolean => id.split("/")[1] === "numbers";

const namesOf = (bots: BotRow[]): string[] => bots.filter(bot => bot.level).map(bot => bot.name);

/** What src/rows.d.ts declares. */
export function engineRows(): Record<string, unknown> {
  return {
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

const moduleOf = (value: unknown): string => `export default ${JSON.stringify(value)};`;

/** What is fetched of a language: modules of these names. */
const parts: { [part: string]: (language: Language) => unknown } = {
  rows: language => ({
    ...pick(standardTexts(language), id => !isNumber(id)),
    ...pageWords(language),
  }),
  numbers: language => pick(standardTexts(language), isNumber),
  templates: language => ({ rows: templates(language), said: saidIn(language) }),
};

/** Rows are English, so English has only templates. */
function translationsModule(): string {
  const fetched = (part: string, code: Language): string =>
    code === "en" && part !== "templates"
      ? "() => Promise.resolve({ default: {} })"
      : `() => import("engine:${part}-${code}")`;
  const ofAll = (part: string): string =>
    `export const ${part} = {${codes.map(code => `${code}: ${fetched(part, code)}`).join()}};`;
  return Object.keys(parts).map(ofAll).join("\n");
}

/** The modules that src/rows.d.ts declares, and those that they fetch. */
const modules: { [id: string]: () => string } = {
  "engine:rows": rowsModule,
  "engine:said": () => moduleOf(standardSaid()),
  "engine:translations": translationsModule,
  ...Object.fromEntries(
    codes.flatMap(code =>
      Object.entries(parts).map(([part, of]) => [
        `engine:${part}-${code}`,
        () => moduleOf(of(code)),
      ]),
    ),
  ),
};

const wasm = fileURLToPath(new URL("../build/wasm", import.meta.url));

/** The rows, and the engine as WebAssembly (tools/wasm.sh). */
export const rowsPlugin = (): Plugin => ({
  name: "charlatan-rows",
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^(charlatan|fill|review|hall|hall_relaxed|hall_plain)\.wasm/,
          replacement: `${wasm}/$1.wasm`,
        },
      ],
    },
    server: { fs: { allow: [".", wasm] } },
  }),
  resolveId: id => (id in modules ? `\0${id}` : null),
  load: id => modules[id.slice(1)]?.() ?? null,
});
