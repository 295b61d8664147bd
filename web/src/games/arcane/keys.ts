// The keys of the table: digits for slots, stash items and Market slots, letters for piles.
import type { KeyRow } from "../../ui/keys.svelte";
import { say } from "../../words/words.svelte";
import type { Hand } from "./hand.svelte";
import { labelOf } from "./names";

/**
 * The key of a highlighted place: in a storehouse the slot's number, in a stash the position if
 * nothing is lifted.
 */
function keyFor(spot: string, hand: Hand): string | null {
  const [what, a, b] = spot.split("."),
    fixed: { [what: string]: string } = { deck: "d", discard: "x", use: "e" };
  if (what === "house") return Number(a) === hand.digits ? (b ?? null) : null;
  if (what === "stash") return hand.held === null && Number(b) < 9 ? String(Number(b) + 1) : null;
  if (what === "market") return a ?? null;
  return fixed[what ?? ""] ?? null;
}

function labelFor(spot: string, hand: Hand): string {
  const touch = hand.places.get(spot),
    [what, , b] = spot.split(".");
  if (what === "stash") return say("arcane.key.lift", { n: Number(b) + 1 });
  if (touch?.is === "do" && !touch.then) return labelOf(hand.scene, touch.action).text;
  return say("arcane.slot", { n: b ?? "" });
}

export function keysOf(hand: Hand, read: () => void): KeyRow[] {
  const rows = [...hand.places.keys()].flatMap((spot): KeyRow[] => {
    const key = keyFor(spot, hand);
    return key === null ? [] : [{ key, label: labelFor(spot, hand), run: () => hand.touch(spot) }];
  });
  if (hand.held !== null || hand.picked !== null)
    rows.push({ key: "Escape", label: say("arcane.key.back"), run: () => hand.putBack() });
  rows.push({ key: "r", label: say("arcane.key.read"), run: read });
  return rows;
}
