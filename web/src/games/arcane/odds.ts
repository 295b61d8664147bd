// The odds of a position of Arcane Alley, as the engine says them.
import type { Odds } from "../../engine/types";

export interface CompletingItem {
  readonly item: string;
  readonly next: number;
  readonly gold: number;
  readonly slots: readonly number[];
  /** The gold that each of them pays; `gold` is the best. */
  readonly slot_gold: readonly number[];
  readonly in_stash: boolean;
}

/** What an inspection now would find: averages and chances over all possible hidden items. */
export interface StorehouseOdds {
  readonly seat: number;
  readonly hidden: number;
  readonly unknown: number;
  readonly shown_infamy: number;
  readonly hidden_infamy: number;
  readonly total: number;
  readonly deviation: number;
  readonly marker: number;
  readonly fine: number;
  readonly not_above: number;
  /** The standard error of not_above; 0: it is counted. */
  readonly not_above_error: number;
  /** Sets that the inspection sells, and the gold they bring. */
  readonly sets: number;
  readonly set_gold: number;
}

export interface ArcaneOdds extends Odds {
  readonly round: number;
  readonly exact: boolean;
  /** How many deals were drawn to compare totals; 0: all were counted. */
  readonly sampled: number;
  readonly unseen: number;
  readonly deck: number;
  readonly deck_top?: string;
  /** The chance of each item to be the deck's next card. */
  readonly next: Readonly<Record<string, number>>;
  readonly next_completes: number;
  readonly next_gold: number;
  readonly completes: readonly CompletingItem[];
  readonly discard_completes: boolean;
  readonly market_completes: readonly number[];
  readonly storehouses: readonly StorehouseOdds[];
  readonly least_at_least: number;
  readonly least_at_most: number;
}

/** The amounts that an item's slots pay, the best first, each with its slots. */
export const paysOf = ({
  slots,
  slot_gold,
}: Pick<CompletingItem, "slots" | "slot_gold">): { gold: number; slots: number[] }[] =>
  [...new Set(slot_gold)]
    .sort((a, b) => b - a)
    .map(gold => ({ gold, slots: slots.filter((_, i) => slot_gold[i] === gold) }));
