// Playing an item asks once more: which slot it goes to. Both answers as one move, for hints.
import type { View } from "../../net/types";
import type { Scene } from "../../table/scene";
import { say } from "../../words/words.svelte";
import { nameOf, ours, type ArcaneView, type Card } from "./view";

const playedIn = (action: string): string | null =>
  action.startsWith("play ") ? action.slice("play ".length) : null;

/** Of equal cards the one that most players know leaves the stash. */
function without(stash: Card[], item: string): Card[] {
  const known = (card: Card): number => card.known?.length ?? 0;
  const [gone] = stash.filter(c => c.item === item).sort((a, b) => known(b) - known(a));
  return stash.filter(card => card !== gone);
}

/** The view in which the seat is asked for the slot; null if the answer asks nothing more. */
export function viewAsking(before: View, seat: number, action: string): View | null {
  const item = playedIn(action),
    view = before as ArcaneView;
  if (item === null) return null;
  const players = view.players.map((p, i) =>
    i === seat ? { ...p, stash: without(p.stash, item) } : p,
  );
  const pending = view.pending.map(p => (p.seat === seat ? { kind: "slot", seat, item } : p));
  return { ...view, players, pending } as View;
}

export function moveText(scene: Scene, action: string, then: string): string {
  const { rulebook } = ours(scene);
  return say("arcane.do.play-in", {
    item: nameOf(rulebook, playedIn(action)),
    n: then.split(" ")[1] ?? "",
  });
}
