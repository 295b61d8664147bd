// What a guide watches, and which of its steps comes next. Steps are rows: when they come up, what
// they point at, which rules they are about. Their texts are guide.GAME.ID in the catalogue. A
// guide never forbids a move.
//
// Most steps are numbered: they come up in every game, and the last one comes after all the others.
// Asides come only where something happens that not every round has, and are not counted.
import type { Happening, Json, View } from "../net/types";
import type { Key } from "../words/catalogue";

/** The table as a guide sees it. */
export interface Watch<V extends View = View> {
  view: V;
  seat: number;
  /** The kind of question I am asked. */
  ask: string | null;
  /** Whether I have lifted something and not put it down yet. */
  holding: boolean;
  /** How often something has happened since the guide began: "sell" by anybody, "me:sell" by me. */
  times: (what: string) => number;
}

export interface Step<V extends View = View> {
  id: string;
  when: (watch: Watch<V>) => boolean;
  /** Selectors of what to point at: one frame around all that a selector finds. */
  at?: (watch: Watch<V>) => string[];
  /** What to point at where that is out of sight. Without it, the page scrolls there. */
  instead?: string[];
  /** Frames each element that a selector finds, instead of all together. */
  each?: true;
  /** Another text than guide.GAME.ID, by what has happened. */
  text?: (watch: Watch<V>) => string;
  rules: string[];
  /** The step asks for an action: there is nothing to click away, and the action ends it. */
  action?: true | ((watch: Watch<V>) => boolean);
  /** It would come too late now: it counts as read, whether it was shown or not. */
  past?: (watch: Watch<V>) => boolean;
  /** Comes only where it fits, and is not counted. */
  aside?: true;
  /** The guide ends after this step. It waits for the other numbered ones, but not for ever. */
  last?: (watch: Watch<V>) => boolean;
}

export const isNumbered = <V extends View>(step: Step<V>): boolean => !step.aside;

/** The first step that is due and has not been shown. */
export function nextStep<V extends View>(
  steps: readonly Step<V>[],
  watch: Watch<V>,
  seen: ReadonlySet<string>,
): Step<V> | null {
  const allSeen = steps.every(s => s.aside || s.last || seen.has(s.id));
  const isDue = (step: Step<V>): boolean =>
    step.when(watch) && (!step.last || allSeen || step.last(watch));
  return steps.find(step => !seen.has(step.id) && isDue(step)) ?? null;
}

/** Events in the form that a guide remembers. */
export const happeningKeys = (happenings: readonly Happening[], seat: number): string[] =>
  happenings.flatMap(({ type, seat: who }) => (who === seat ? [type, `me:${type}`] : [type]));

export const spot = (name: string): string => `[data-spot="${name}"]`;
export const spots = (prefix: string): string => `[data-spot^="${prefix}"]`;

/** The guide of a game. */
export interface Guide {
  /** What the game is about. */
  what: Key;
  /** Only the basic game, without options that need explaining; the learner begins. */
  options: { [option: string]: Json };
  steps: readonly Step[];
}
