// The types of what ../rows.ts takes from the engine's sources.
declare module "engine:rows" {
  /** The spaces of the pot by number (games/quacks/spaces.def, Q1). */
  export const spaces: readonly { coins: number; points: number; ruby: boolean }[];
  /** Numbers of spaces: the spoon, the last one a chip can lie on, the last one of the droplet. */
  export const SPOON: number;
  export const LAST: number;
  export const DROPLET_LAST: number;
  /** Of a game of the Quacks. */
  export const TURNS: number;
  /** The most seats a table can have. */
  export const SEATS: number;
  /** The most characters a name can have. */
  export const NAME_MOST: number;
  /** The bots' levels, from the weakest. */
  export const levels: readonly string[];
}
