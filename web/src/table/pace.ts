// How long a message stays on the screen before the next one, at the pace the person has chosen.
import { unfold } from "../net/set";
import type { Message, View } from "../net/types";

/** `once`: at once, without waiting. */
export const paces = ["slow", "normal", "quick", "once"] as const;
export type Pace = (typeof paces)[number];

export const factors: { [pace in Pace]: number } = { slow: 1.8, normal: 1, quick: 0.4, once: 0 };

/**
 * Milliseconds by type of event at normal pace; other events are only in the log. A turn is one
 * action: the looks of its parts (draw and play, draw and place) add up to about 1.2 seconds.
 */
const looks: { [type: string]: number } = {
  draw: 400,
  play: 800,
  discard: 800,
  use: 800,
  replace: 0,
  sell: 800,
  slide: 300,
  reveal: 500,
  trigger: 800,
  inspection: 1000,
  doll: 600,
  egg: 600,
  swap: 600,
  exchange: 600,
  take: 400,
  lamp: 400,
  fine: 400,
  bribe: 500,
  place: 800,
  explode: 1000,
  stop: 600,
  die: 700,
  fortune: 1000,
  buy: 600,
  turn: 600,
  win: 600,
};

const MOST = 1600;

/** Where those who act together share the time of one. */
const together = (view: View | null): number => Math.max(1, view?.pending.length ?? 1);

/** How long events of these types are looked at; `before` is the view before them. */
export function lookOf(types: string[], pace: Pace, before: View | null): number {
  const sum = types.reduce((ms, type) => ms + (looks[type] ?? 0), 0);
  return Math.round((Math.min(sum, MOST) * factors[pace]) / together(before));
}

/** `before` is the view on the screen before the message. */
export function paceOf(message: Message, pace: Pace, before: View | null): number {
  if (!("events" in message)) return 0;
  const mover = "seat" in message ? message.seat : null;
  return lookOf(
    message.events.map(e => unfold(e, mover).type),
    pace,
    before,
  );
}
