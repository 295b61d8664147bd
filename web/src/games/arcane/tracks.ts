// Computes the positions of markers on the score tracks.

/** The end of the gold track in steps of 25, with room for everyone and for the goal. */
export function goldScale(golds: number[], goal: number | null): number {
  return 25 * Math.ceil(Math.max(50, goal ?? 0, ...golds) / 25);
}

/** The numbers along the gold track: every 25, fewer on a long track, and always its end. */
export function goldTicks(most: number): number[] {
  const step = most <= 150 ? 25 : most <= 300 ? 50 : 100;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => step * i);
  return ticks.at(-1) === most
    ? ticks
    : [...ticks, most].filter(n => n === most || most - n >= step / 2);
}

/** The numbers along a lap of infamy: every fifth, fewer on a long one, and always its end. */
export function infamyTicks(lap: number): number[] {
  const step = lap <= 30 ? 5 : lap <= 60 ? 10 : 20,
    last = lap - 1;
  const ticks = Array.from({ length: Math.ceil(lap / step) }, (_, i) => i * step);
  return [...ticks.filter(n => last - n >= step / 2), last];
}
