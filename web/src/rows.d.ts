// Types of the values that ../rows.ts takes from the engine's sources.
declare module "engine:rows" {
  /** The spaces of the pot by number (games/quacks/spaces.def, Q1). */
  export const spaces: readonly { coins: number; points: number; ruby: boolean }[];
  /** The rat tails printed at fewer points, for the points of one lap (games/quacks/rows.c, Q4.1). */
  export const tails: readonly number[];
  /** The numbers of the spoon, of the last space for a chip, and of the droplet's last space. */
  export const SPOON: number;
  export const LAST: number;
  export const DROPLET_LAST: number;
  /** Of a game of the Quacks. */
  export const TURNS: number;
  /** Edition hundred of Arcane Alley: the rounds for each 100 gold of the goal (A1.guard). */
  /** The numbers of numbers.def: what a table plays by, unless its options say otherwise. */
  export const arcaneNumbers: { [key: string]: number };
  /** The most seats a table can have. */
  export const SEATS: number;
  /** The most characters a name can have. */
  export const NAME_MOST: number;
  /** The German of bots' names where it differs from the English (bots/names.def). */
  export const botNames: Readonly<Record<string, string>>;
  /** The badges of the seats (match/badges.def). */
  export const badges: readonly { shape: BadgeShape; colour: string }[];
  export type BadgeShape = "circle" | "square" | "diamond" | "triangle" | "hexagon" | "star";
  /** The bots' levels, from the weakest. */
  export const levels: readonly string[];
  /** Those of each game that need no weights, from the weakest. */
  export const levelsAtOnce: Readonly<Record<string, readonly string[]>>;
}
