// The scoring track: laps of 50 points, and rat tails between its spaces (Q4).
import { tails } from "engine:rows";
import type { QuacksView } from "./view";

export const LAP = tails.length;

const tailsBelow = (points: number): number =>
  Math.floor(points / LAP) * (tails.at(-1) ?? 0) + (tails[points % LAP] ?? 0);

/** The tails between me and a player ahead. */
export const tailsBetween = (me: number, ahead: number): number =>
  Math.max(0, tailsBelow(ahead) - tailsBelow(me));

/** Whether a tail lies after this many points. */
export const tailAfter = (points: number): boolean => tailsBetween(points, points + 1) > 0;

export const leaderPoints = (view: QuacksView): number =>
  Math.max(...view.players.map(p => p.points));

/** The rat tails of a seat with the present points. */
export const tailsOf = (view: QuacksView, seat: number): number =>
  tailsBetween(view.players[seat]?.points ?? 0, leaderPoints(view));

export const leadersOf = (view: QuacksView): number[] =>
  view.players.flatMap((p, seat) => (p.points === leaderPoints(view) ? [seat] : []));

/** How a player stands, which decides the sentence above the track. */
export function standing(view: QuacksView, seat: number): "nobody-behind" | "in-front" | "behind" {
  const leaders = leadersOf(view);
  if (leaders.length === view.players.length) return "nobody-behind";
  return leaders.includes(seat) ? "in-front" : "behind";
}
