// The data of the scenes of Arcane Alley.
import type { Happening } from "../../net/types";
import type { Tableau } from "../../scenes/tableau";

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

export type ArcaneTableau = Tableau &
  (SaleTableau | TriggerTableau | InspectionTableau | RoundTableau);
