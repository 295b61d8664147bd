// Types of the values that ../rows.ts takes from the engine.
declare module "engine:rows" {
  /** What a table of a game plays by, unless its options say otherwise: those of numbers files. */
  export const standards: { readonly [game: string]: Standards };
  export interface Standards {
    readonly [key: string]: number | { readonly [entry: string]: number };
  }
  /** The most seats a table can have. */
  export const SEATS: number;
  /** The most characters a name can have. */
  export const NAME_MOST: number;
  /** The German of bots' names where it differs from the English. */
  export const botNames: Readonly<Record<string, string>>;
  /** The badges of the seats. */
  export const badges: readonly { shape: BadgeShape; colour: string }[];
  export type BadgeShape = "circle" | "square" | "diamond" | "triangle" | "hexagon" | "star";
  /** The bots' levels, from the weakest. */
  export const levels: readonly string[];
  /** Those of each game that need no weights, from the weakest. */
  export const levelsAtOnce: Readonly<Record<string, readonly string[]>>;
}

/** Texts of the page that say numbers of the rules, with the standard ones (words/said.json). */
declare module "engine:said" {
  type All = typeof import("./words/said.json");
  type KeysOf<T> = T extends T ? keyof T : never;
  const said: {
    readonly [key in KeysOf<All[keyof All]>]: readonly [english: string, german: string];
  };
  export default said;
}

/** What is fetched of each language. */
declare module "engine:translations" {
  type Texts = import("./texts").Texts;
  type Fetched<T> = {
    readonly [language in import("./languages").Language]: () => Promise<{ default: T }>;
  };
  /** Texts with the standard numbers (words/rows.de.json), by the ids of their rows (texts.ts). */
  export const rows: Fetched<Texts>;
  /** What numbers are. */
  export const numbers: Fetched<Texts>;
  /** The texts of rows, and those of the page by game and key, with keys for numbers (engine/fill.h). */
  export const templates: Fetched<Templates>;
  export interface Templates {
    readonly rows: Texts;
    readonly said: { readonly [game: string]: { readonly [key: string]: string } };
  }
}
