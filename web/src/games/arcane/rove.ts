// Makes a whole grid one stop of the Tab key; arrow keys move within it.

const steps: { [key: string]: (cols: number) => number } = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: cols => -cols,
  ArrowDown: cols => cols,
};

/**
 * The index after a key, or null if the key does nothing or leaves the grid. Empty places are
 * skipped.
 */
export function stepTo(key: string, from: number, cols: number, filled: boolean[]): number | null {
  const step = steps[key]?.(cols);
  if (key === "Home" || key === "End") {
    const at = key === "Home" ? filled.indexOf(true) : filled.lastIndexOf(true);
    return at < 0 ? null : at;
  }
  if (step === undefined) return null;
  for (let at = from + step; at >= 0 && at < filled.length; at += step) {
    if (Math.abs(step) === 1 && cols > 1 && Math.floor(at / cols) !== Math.floor(from / cols))
      return null;
    if (filled[at]) return at;
  }
  return null;
}

/** Moves the focus within `grid`, whose elements have their index in data-at. */
export function rove(e: KeyboardEvent, grid: HTMLElement, cols: number, filled: boolean[]): void {
  const from = Number(
    (e.target as HTMLElement).closest<HTMLElement>("[data-at]")?.dataset["at"] ?? NaN,
  );
  const to = Number.isNaN(from) ? null : stepTo(e.key, from, cols, filled);
  if (to === null) return;
  e.preventDefault();
  grid.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus();
}
