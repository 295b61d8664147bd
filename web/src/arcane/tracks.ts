// Where markers stand on the score tracks.

/** The end of the gold track: room for everyone and for the goal, in steps of 25. */
export function goldScale(golds: number[], goal: number | null): number {
  return 25 * Math.ceil(Math.max(50, goal ?? 0, ...golds) / 25);
}

/** Numbers along the gold track: every 25, rarer on a long one, and always its end. */
export function goldTicks(most: number): number[] {
  const step = most <= 150 ? 25 : most <= 300 ? 50 : 100;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => step * i);
  return ticks.at(-1) === most
    ? ticks
    : [...ticks, most].filter(n => n === most || most - n >= step / 2);
}

/** One letter for each name; where names begin alike, with a number. */
export function lettersOf(names: string[]): string[] {
  const first = names.map(name => (Array.from(name)[0] ?? "?").toUpperCase());
  return first.map((letter, i) => {
    const same = first.flatMap((l, j) => (l === letter ? [j] : []));
    return same.length > 1 ? `${letter}${same.indexOf(i) + 1}` : letter;
  });
}
