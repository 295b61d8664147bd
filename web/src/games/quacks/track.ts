// The scoring track: laps of 50 points, and rat tails between its spaces (Q4).
import { numberAt } from "../../numbers";
import type { QuacksView } from "./view";

/** The points of a lap of the track (rats.track). */
export const LAP = 50;

/** How many tails lie after so many points. */
export const tailsAfter = (view: QuacksView, points: number): number =>
  numberAt(view, `rats.track.${points % LAP}`);

/** The tails between me and a player ahead. */
export function tailsBetween(view: QuacksView, me: number, ahead: number): number {
  let tails = 0;
  for (let points = me; points < ahead; points++) tails += tailsAfter(view, points);
  return tails;
}

export const leaderPoints = (view: QuacksView): number =>
  Math.max(...view.players.map(p => p.points));

/** The rat tails of a seat with the present points. */
export const tailsOf = (view: QuacksView, seat: number): number =>
  tailsBetween(view, view.players[seat]?.points ?? 0, leaderPoints(view));

export const leadersOf = (view: QuacksView): number[] =>
  view.players.flatMap((p, seat) => (p.points === leaderPoints(view) ? [seat] : []));

/** How a player stands, which decides the sentence above the track. */
export function standing(view: QuacksView, seat: number): "nobody-behind" | "in-front" | "behind" {
  const leaders = leadersOf(view);
  if (leaders.length === view.players.length) return "nobody-behind";
  return leaders.includes(seat) ? "in-front" : "behind";
}
