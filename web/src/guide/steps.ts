// What a guide watches, and which of its steps comes next. Steps are rows: when they come up, what
// they point at, which rules they are about. Their texts are guide.GAME.ID in the catalogue. A
// guide never forbids a move.
import type { Happening, View } from "../net/types";

/** The table as a guide sees it. */
export interface Watch<V extends View = View> {
  view: V;
  seat: number;
  /** The kind of question I am asked. */
  ask: string | null;
  /** What has happened since the guide began: "sell" by anybody, "me:sell" by me. */
  happened: ReadonlySet<string>;
}

export interface Step<V extends View = View> {
  id: string;
  when: (watch: Watch<V>) => boolean;
  /** Selectors of the elements to point at. */
  at?: (watch: Watch<V>) => string[];
  rules: string[];
  /** The guide ends after this step. */
  last?: true;
}

/** The first step that is due and has not been shown. */
export const nextStep = <V extends View>(
  steps: readonly Step<V>[],
  watch: Watch<V>,
  seen: ReadonlySet<string>,
): Step<V> | null => steps.find(step => !seen.has(step.id) && step.when(watch)) ?? null;

/** Events in the form that a guide remembers. */
export const happeningKeys = (happenings: readonly Happening[], seat: number): string[] =>
  happenings.flatMap(({ type, seat: who }) => (who === seat ? [type, `me:${type}`] : [type]));

export const spot = (name: string): string => `[data-spot="${name}"]`;
export const spots = (prefix: string): string => `[data-spot^="${prefix}"]`;
