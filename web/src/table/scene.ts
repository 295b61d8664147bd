// What the face of a game needs to draw a table: a running, a replayed or a guided one. Faces never
// know which it is.
import type { Rulebook } from "../rulebook.svelte";
import type { Ask, Happening, Seat, View } from "../net/types";

/** One event with the views before and after it, for motion and sound. */
export interface Moment {
  /** Grows by one with each moment. */
  turn: number;
  happenings: Happening[];
  before: View | null;
  after: View;
  mover: number | null;
  /** The number of its entry in the table's log. */
  n?: number;
}

export interface LogLine {
  /** The seat that acted; null for the table. */
  seat: number | null;
  sentences: Sentence[];
}

export interface Sentence {
  text: string;
  rule: string | null;
  /** The event's type; notes of the table have none. */
  type?: string;
  /** The event itself: faces know the places it speaks of. */
  what?: Happening;
}

export interface Scene<V extends View = View> {
  readonly rulebook: Rulebook;
  readonly seats: Seat[];
  /** The viewer: a seat, nobody in particular (null), or a viewer of everything. */
  readonly seat: number | null;
  readonly view: V;
  /** The question of `seat`, if it may answer. */
  readonly ask: Ask | null;
  /** Whether an answer can be given now: not while one is being sent or the connection is lost. */
  readonly free: boolean;
  /** The answer that is being sent. */
  readonly sent: string | null;
  /** Paths of the view that changed since the last answer, such as `players.2.stash.0`. */
  readonly changed: ReadonlySet<string>;
  /** What happened last, for motion; null if nothing did. */
  readonly moment: Moment | null;
  /** This has been seen before, and is shown once more. */
  readonly past?: true;
  /** The entry that was taken back last, with all later ones. */
  readonly undone?: number | null;
  /** Whether odds and hints may be shown. */
  readonly help: boolean;
  name(seat: number): string;
  /**
   * Gives an answer; `then` has answers to the questions that follow, given automatically if they
   * are possible.
   */
  answer(action: string, ...then: string[]): void;
  /** Something that is not an answer was clicked: says why not, with the rule. */
  explain(action: string): void;
}

/** Whether something at or below this path has changed since my last answer. */
export function isFresh(scene: Scene, path: string): boolean {
  for (const c of scene.changed) if (c === path || c.startsWith(`${path}.`)) return true;
  return false;
}

/** The question of this seat in the view, with what an unfinished turn needs. */
export const pendingOf = (scene: Scene, seat: number | null): View["pending"][number] | undefined =>
  scene.view.pending.find(p => p.seat === seat);
