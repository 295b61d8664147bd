// What the face of a game needs to know to draw a table: a living one, a replayed one, or a guided one.
// Faces never know where it comes from.
import type { Rulebook } from "../rulebook.svelte";
import type { Ask, Happening, Seat, View } from "../net/types";

/** One thing that happened, with the views around it, for motion and sound. */
export interface Moment {
  /** Grows by one with each moment. */
  turn: number;
  happenings: Happening[];
  before: View | null;
  after: View;
  mover: number | null;
}

export interface LogLine {
  /** Whose doing it was; null: the table's. */
  seat: number | null;
  sentences: Sentence[];
}

export interface Sentence {
  text: string;
  rule: string | null;
  /** Of which event it is; notes of the table have none. */
  type?: string;
}

export interface Scene<V extends View = View> {
  readonly rulebook: Rulebook;
  readonly seats: Seat[];
  /** Who looks: a seat, nobody in particular (null), or somebody who may see everything. */
  readonly seat: number | null;
  readonly view: V;
  /** What `seat` is asked, if it may answer. */
  readonly ask: Ask | null;
  /** May an answer be given now? Not while one is on its way, or the connection is gone. */
  readonly free: boolean;
  /** The answer on its way. */
  readonly sent: string | null;
  /** Paths of the view that changed since the last answer, such as `players.2.stash.0`. */
  readonly changed: ReadonlySet<string>;
  /** What happened last, for motion; null where nothing did. */
  readonly moment: Moment | null;
  /** May odds and hints be shown? */
  readonly help: boolean;
  name(seat: number): string;
  /** Gives an answer; `then` are answers to the questions that follow, given by themselves where they are possible. */
  answer(action: string, ...then: string[]): void;
  /** Something that is not among the answers was touched: says why not, with the rule. */
  explain(action: string): void;
}

/** Has something at this path, or below it, changed since I answered last? */
export function isFresh(scene: Scene, path: string): boolean {
  for (const c of scene.changed) if (c === path || c.startsWith(`${path}.`)) return true;
  return false;
}

/** The question of this seat in the view, with what a half-done turn needs. */
export const pendingOf = (scene: Scene, seat: number | null): View["pending"][number] | undefined =>
  scene.view.pending.find(p => p.seat === seat);
