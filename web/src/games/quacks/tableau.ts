// The data of the scenes of the Quacks.
import type { Tableau } from "../../scenes/tableau";

export interface ExplosionTableau {
  is: "explosion";
  seat: number;
  /** The sum of the whites, and what the pot could hold. */
  whites: number;
  limit: number;
  /** All whites in the pot, the last one last. */
  bombs: string[];
  /** The chip that did it, and its space. */
  chip: string;
  /** The scoring space. */
  space: number;
  /** Points and coins both, thanks to book blue 2. */
  covered: boolean;
}

/** One thing that a seat got, gave or did in a step of the evaluation. */
export type Gain =
  | { is: "points" | "rubies" | "paid" | "coins"; n: number }
  | { is: "droplet" | "glass" | "moved"; n: number }
  | { is: "chip" | "bought" | "given" | "placed" | "bagged"; chip: string; n: number }
  | { is: "die"; die: string }
  | { is: "flask" };

export type Letter = "before" | "A" | "B" | "C" | "D" | "E" | "F";

export interface StepRow {
  seat: number;
  gains: Gain[];
}

export interface Step {
  letter: Letter;
  rows: StepRow[];
}

export interface EvaluationTableau {
  is: "evaluation";
  turn: number;
  steps: Step[];
  /** The seats whose pots exploded. */
  exploded: number[];
  /** The black, green and purple chips that act in B, by seat. */
  chips: string[][];
  last: boolean;
}

export interface RatRow {
  seat: number;
  points: number;
  rats: number;
  droplet: number;
  /** Where the potion starts. */
  start: number;
}

export interface TurnTableau {
  is: "turn";
  turn: number;
  start: number;
  card: string | null;
  /** Choose Wisely, and no purple 1 can be taken: everybody gets the steps (Q7). */
  unasked: boolean;
  rows: RatRow[];
  /** A card that asks something is shown first, and the rats when all have answered. */
  part: "all" | "card" | "rats";
}

export type QuacksTableau = Tableau & (ExplosionTableau | EvaluationTableau | TurnTableau);
