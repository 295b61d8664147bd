// The numbers that a table plays by: those of its option `numbers`, and the standard ones for the rest (docs/numbers.md).
import { arcaneNumbers } from "engine:rows";
import type { View } from "../net/types";
import { changedNumber } from "../numbers";

/** A number by its key, such as "inspection.fine" or "market.prices.2". */
export function numberOf(view: View, key: string): number {
  const standard = arcaneNumbers[key];
  if (standard === undefined) throw new Error(`no number ${key}`);
  return changedNumber(view, key) ?? standard;
}
