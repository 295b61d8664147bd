// The odds of a position of the Quacks, as the engine says them.
import type { Odds } from "../../engine/types";

/** The result of drawing this many more chips and then stopping. */
export interface DrawsRow {
  readonly draw: number;
  readonly exact: boolean;
  readonly explode: number;
  readonly points: number;
  readonly coins: number;
  readonly ruby: number;
  readonly worth: number;
  /** The chance of each space to be the last. */
  readonly spaces: Readonly<Record<string, number>>;
}

/** The best chips for a number of coins, and their worth in points. */
export interface Purchase {
  readonly coins: number;
  readonly chips: readonly string[];
  readonly worth: number;
}

export interface QuacksOdds extends Odds {
  readonly turn: number;
  readonly whites: number;
  readonly limit: number;
  readonly space: number;
  readonly chips: number;
  readonly explode_next: number;
  /** By answer to the seat's question, such as "draw" or "bag red1". */
  readonly value: Readonly<Record<string, number>>;
  readonly worth: string;
  readonly exact: boolean;
  readonly advice?: string;
  readonly why?: string;
  readonly sampled: number;
  readonly draws: readonly DrawsRow[];
  /** What the coins of the pot buy, and the next amounts that buy better; none in the last turn. */
  readonly buys: readonly Purchase[];
}
