// The view of Arcane Alley (docs/protocol.md, "States") as types, and what follows directly from
// it.
import type { Rulebook, ItemRow } from "../../rulebook.svelte";
import type { Options, Pending, View } from "../../net/types";
import { isFresh, type Scene } from "../../table/scene";
import { nameOfId } from "../../table/sentence";
import { numberAt } from "../../numbers";

export interface Card {
  /** null: not known to the viewer. */
  item: string | null;
  known?: number[];
}
export interface Cell extends Card {
  up: boolean;
}
export interface House {
  rows: number;
  cols: number;
  cells: (Cell | null)[];
}
export interface ArcanePlayer {
  wizard: string | null;
  gold: number;
  infamy: number;
  fines: number;
  stash: Card[];
  house: House;
}
export type Phase = "stock" | "sell" | "inspection" | "bribe" | "over";

/** What an unfinished turn needs; members are present only if they are needed. */
export interface ArcanePending extends Pending {
  item?: string;
  returning?: boolean;
  slot?: number;
  cause?: string;
  sold?: string;
  line?: number;
  dolls?: number;
  target?: number;
  own?: number;
  offer?: string[];
}

export interface ItemChange {
  gold?: number;
  infamy?: number;
  counts?: number[];
  effect?: { [key: string]: number };
}
export interface ArcaneOptions {
  edition: "three" | "hundred";
  goal: number;
  rounds: number | null;
  cards: null | {
    items?: { [id: string]: ItemChange };
    wizards?: { [id: string]: { [key: string]: number } };
  };
}

export interface ArcaneView extends View {
  options: Options;
  phase: Phase;
  round: number;
  first: number;
  turn: number | null;
  pending: ArcanePending[];
  pool: { [item: string]: number };
  deck: { count: number; top: Card[]; own: { [item: string]: number } | null };
  discard: string[];
  market: (string | null)[] | null;
  aside: { [item: string]: number };
  aside_unseen: Card[];
  players: ArcanePlayer[];
  tracker: number | null;
  turns: number;
  triggered_by: number | null;
}

export type ArcaneScene = Scene<ArcaneView>;

/** The table passes a scene of any game; here it is always one of Arcane Alley. */
export const ours = (scene: Scene): ArcaneScene => scene as ArcaneScene;

export const optionsOf = (view: View): ArcaneOptions => view.options as unknown as ArcaneOptions;

/** The round after which a game to a goal ends in any case (A1.guard); null: its length is fixed. */
export function guardOf(view: View): number | null {
  const { edition, rounds, goal } = optionsOf(view);
  const hundreds = view.rules === "0.1.0" ? 1 : goal / 100;
  return edition === "hundred" && rounds === null ? hundreds * numberAt(view, "end.guard") : null;
}

/** The gold to which edition hundred is played (A1.goal). */
export const goalOf = (view: View): number =>
  Math.floor((optionsOf(view).goal * numberAt(view, "end.goal")) / 100);

/** Whether the game is over without anybody having reached the goal (A1.guard). */
export const guardEnded = (view: ArcaneView): boolean =>
  view.phase === "over" && guardOf(view) !== null && view.players.every(p => p.gold < goalOf(view));

export const asked = (scene: ArcaneScene): ArcanePending | null =>
  scene.ask ? (scene.view.pending.find(p => p.seat === scene.seat) ?? null) : null;

export interface Worth {
  row: ItemRow;
  gold: number;
  infamy: number;
  /** Whether a cards file changes this item. */
  changed: boolean;
  /** Whether parts of it are our reconstruction. */
  house: boolean;
}

/** An item with its values at this table: a cards file may change the numbers of its row. */
export function worthOf(rulebook: Rulebook, view: View, id: string): Worth | null {
  const row = rulebook.items[id];
  if (!row) return null;
  const change = optionsOf(view).cards?.items?.[id];
  return {
    row,
    gold: change?.gold ?? row.gold,
    infamy: change?.infamy ?? row.infamy,
    changed: change !== undefined,
    house: row.certainty.includes("H"),
  };
}

/** An amount of an effect or a power at this table. */
export function amountOf(view: View, id: string, key: string, usual: number): number {
  const cards = optionsOf(view).cards;
  return cards?.items?.[id]?.effect?.[key] ?? cards?.wizards?.[id]?.[key] ?? usual;
}

/** The gold that is lost to a Lotus or a Cauldron, by those who have it. */
export const lotusOf = (view: View): number => amountOf(view, "dark-lotus", "gold", 5);
export const cauldronOf = (view: View): number => amountOf(view, "bubbling-cauldron", "gold", 2);

/** A Cauldron takes no more gold than its player has (A3.1). */
export const cauldronTakes = (view: ArcaneView): number =>
  Math.min(cauldronOf(view), view.players[view.pending[0]?.seat ?? -1]?.gold ?? 0);

/** What a sold Dragon's Egg gives to another player (A1.egg). */
export const eggOf = (view: View): { gold: number; infamy: number } => ({
  gold: amountOf(view, "dragons-egg", "gold", 15),
  infamy: amountOf(view, "dragons-egg", "infamy", optionsOf(view).edition === "hundred" ? 1 : 2),
});

/**
 * What is left of a gain while a Sword lies revealed in the storehouse, other than in the slots that
 * leave first (A1.sword, A6.7).
 */
export function gained(
  view: ArcaneView,
  seat: number,
  amount: number,
  leave: readonly number[] = [],
): number {
  const cells = view.players[seat]?.house.cells ?? [],
    edition = optionsOf(view).edition === "hundred" ? "hundred" : "three";
  const limited = cells.some(
    (cell, i) => cell?.up && cell.item === "sovereign-sword" && !leave.includes(i + 1),
  );
  return limited && amount > 0
    ? Math.floor((amount * numberAt(view, `sword.${edition}`)) / 100)
    : amount;
}

export const nameOf = (rulebook: Rulebook, id: string | null | undefined): string =>
  id ? nameOfId(rulebook, id) : "";

/** A revealed Doll cannot be replaced (A5.8); every other item can. */
export const canReplace = (cell: Cell | null | undefined): boolean =>
  cell !== null && cell !== undefined && !(cell.up && cell.item === "haunted-doll");

export const hiddenIn = (house: House): number => house.cells.filter(c => c && !c.up).length;

/** The different items of a list with their counts, in the order of their first occurrence. */
export function tally(items: string[]): { item: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, n]) => ({ item, n }));
}

/** Whether something has changed since my last answer. For spectators nothing is new. */
export const isNew = (scene: ArcaneScene, path: string): boolean =>
  scene.seat !== null && isFresh(scene, path);

/** The seats in turn order from the one after mine; all seats if nobody in particular looks. */
export function othersOf(scene: ArcaneScene): number[] {
  const n = scene.view.players.length,
    me = scene.seat;
  if (me === null) return Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: n - 1 }, (_, i) => (me + 1 + i) % n);
}
