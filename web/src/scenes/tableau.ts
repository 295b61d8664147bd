// The data of the scenes: what one scene shows, and how scenes follow from what happens at a table.
import type { Film } from "../engine/types";
import type { Ranked } from "../lobby/ranking";
import type { Happening, View } from "../net/types";
import type { Rulebook } from "../rulebook.svelte";
import type { Moment } from "../table/scene";

/** Gold, infamy and fine markers of one seat (A3). */
export interface Score {
  gold: number;
  infamy: number;
  fines: number;
}

/** A set that was sold (A6). */
export interface Sold {
  item: string;
  /** What it brought; null while it is not paid yet. */
  gold: number | null;
  /** What a Sword took of it (A7.4). */
  forgone: number;
}

export interface SaleTableau extends Sold {
  is: "sale";
  seat: number;
  /** The three cards; one may be a Feline (A6.4). */
  cards: string[];
  before: number;
  /** What the sale set off: the events after its gold. */
  effects: Happening[];
}

export interface TriggerTableau {
  is: "trigger";
  /** null: nobody triggered in time (A5.7). */
  seat: number | null;
}

export interface InspectionRow {
  seat: number;
  before: Score;
  after: Score;
  /** Sets sold in the inspection. */
  sold: Sold[];
  /** What is left in the storehouse, with the infamy of each card. */
  left: { item: string; infamy: number }[];
  /** The sum of `left`; it may be negative (A8.2). */
  total: number;
  least: boolean;
  /** The infamy for triggering without the least total (A8.4). */
  penalty: number;
  /** Fine markers that came off, and the gold they cost (A8.5). */
  markers: number;
  fine: number;
  /** Gold through Ninx (A11). */
  ninx: number;
  /** What Dafana paid (A11). */
  dafana: number;
}

export interface InspectionTableau {
  is: "inspection";
  round: number;
  triggeredBy: number | null;
  rows: InspectionRow[];
}

export interface RoundRow {
  seat: number;
  gold: number;
  infamy: number;
  /** Gold gained in the round; null if its beginning was not seen. */
  gained: number | null;
  bribe: number;
}

export interface RoundTableau {
  is: "round";
  /** The round that is over. */
  round: number;
  /** Who goes first in the next one. */
  first: number;
  rows: RoundRow[];
}

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

/** The end of a game in a replay: the places, the winner last, then how it went. */
export interface EndTableau {
  is: "end";
  rows: Ranked[];
  winners: number[];
  film: Film;
}

export type Tableau = (
  | SaleTableau
  | TriggerTableau
  | InspectionTableau
  | RoundTableau
  | ExplosionTableau
  | EvaluationTableau
  | TurnTableau
  | EndTableau
) & {
  /** Whether it waits for OK; otherwise it goes on by itself. */
  waits: boolean;
};

/** Who looks, and with which rows. */
export interface Eyes {
  me: number | null;
  rulebook: Rulebook;
}

/**
 * Reads one moment after another and makes scenes of them. What it remembers of earlier moments is
 * a value, so that the same moments give the same scenes.
 */
export interface Teller<M> {
  /** Nothing is known of what came before. */
  readonly fresh: M;
  /** The game has just begun. */
  begin(view: View): M;
  follow(memory: M, moment: Moment & { before: View }, eyes: Eyes): { memory: M; told: Tableau[] };
  /** The board while results are told: what was done is there, what it brought is not. */
  boardOf(before: View, after: View): View;
}

/** Scenes of results: the board shows them when they have been told. */
const results: readonly Tableau["is"][] = ["evaluation", "inspection", "round"];

/** Things done on the board, which are seen before a scene speaks of them. */
const deeds = new Set([
  ...["draw", "play", "discard", "use", "sell", "trigger"],
  ...["place", "stop", "full", "explode"],
]);

export const tellsResults = (told: readonly Tableau[]): boolean =>
  told.some(({ is }) => results.includes(is));

/** How many of a moment's scenes come before the board shows it. */
export function aheadOf(told: readonly Tableau[], happenings: readonly Happening[]): number {
  if (happenings.some(({ type }) => deeds.has(type))) return 0;
  return told.reduce((n, { is }, i) => (results.includes(is) ? i + 1 : n), 0);
}

/** The rule that an event cites; it tells events of one type apart. */
export const ruleOf = (rulebook: Rulebook, what: Happening): string =>
  rulebook.events[what.type]?.[what.k]?.rule ?? "";

/** How many parts a scene has that appear one after another. */
export function partsOf(tableau: Tableau): number {
  if (tableau.is === "inspection") return tableau.rows.length + 1;
  if (tableau.is === "evaluation") return tableau.steps.length;
  if (tableau.is === "end") return tableau.rows.length + 1;
  return 1;
}
