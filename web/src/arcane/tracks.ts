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

/** One letter for each name, with a number if several names begin alike. */
export function lettersOf(names: string[]): string[] {
  const first = names.map(name => (Array.from(name)[0] ?? "?").toUpperCase());
  return first.map((letter, i) => {
    const same = first.flatMap((l, j) => (l === letter ? [j] : []));
    return same.length > 1 ? `${letter}${same.indexOf(i) + 1}` : letter;
  });
}
