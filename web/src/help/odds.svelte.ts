// The odds that are shown now, for faces that show a figure where it is needed, such as beside
// "Draw".
import { Asking } from "./asking.svelte";
import type { Odds } from "../engine/types";

export const odds = new Asking<Odds>();

/**
 * The chance that my next chip explodes my pot; null if odds are not shown, or if there are none.
 */
export function explodeNext(): number | null {
  const now = odds.now;
  return now.is === "done" && now.answer.game === "quacks" ? now.answer.explode_next : null;
}
