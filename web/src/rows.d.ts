// Types of the values that ../rows.ts takes from the engine.
declare module "engine:rows" {
  /** The spaces of the pot by number (Q1). */
  export const spaces: readonly { coins: number; points: number; ruby: boolean }[];
  /** The numbers of the spoon, of the last space for a chip, and of the droplet's last space. */
  export const SPOON: number;
  export const LAST: number;
  export const DROPLET_LAST: number;
  /** What a table of a game plays by, unless its options say otherwise: those of numbers files and of cards files. */
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

/** The German of the rows with the standard numbers (words/rows.de.json), by their ids (texts.ts). */
declare module "engine:german" {
  const german: import("./texts").Texts;
  export default german;
}

/** The German of what numbers are. */
declare module "engine:german-numbers" {
  const german: import("./texts").Texts;
  export default german;
}

/** The texts of rows that say numbers of the rules, with their keys (fill.ts). */
declare module "engine:templates" {
  const templates: import("./texts").Texts;
  export default templates;
}

declare module "engine:german-templates" {
  const templates: import("./texts").Texts;
  export default templates;
}
