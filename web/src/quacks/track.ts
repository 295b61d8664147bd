// The scoring track: 50 points a lap, and rat tails between its spaces (Q4).
import type { QuacksView } from "./view";

export const LAP = 50;

/**
 * Whether a tail lies after this many points: after 1, 4, 7 and every even number from 10 to 48 of
 * a lap.
 */
export function tailAfter(points: number): boolean {
  const at = points % LAP;
  return at === 1 || at === 4 || at === 7 || (at >= 10 && at % 2 === 0);
}

/** The tails between me and a player ahead. */
export function tailsBetween(me: number, ahead: number): number {
  let tails = 0;
  for (let points = me; points < ahead; points++) if (tailAfter(points)) tails++;
  return tails;
}

export const leaderPoints = (view: QuacksView): number =>
  Math.max(...view.players.map(p => p.points));

/** The rat tails of a seat with the present points. */
export const tailsOf = (view: QuacksView, seat: number): number =>
  tailsBetween(view.players[seat]?.points ?? 0, leaderPoints(view));

export const leadersOf = (view: QuacksView): number[] =>
  view.players.flatMap((p, seat) => (p.points === leaderPoints(view) ? [seat] : []));
