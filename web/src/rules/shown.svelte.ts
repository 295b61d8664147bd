// Which rule, item or card is shown on a sheet over the page. Any part of the page may request one
// by its id.

export interface Shown {
  id: string;
  game: string | null;
}

const shown: { now: Shown | null } = $state({ now: null });

export const shownNow = (): Shown | null => shown.now;

/** A rule (`A5.8`, `Q6.B`), an item, a wizard, a chip's colour, a book (`green 2`), a fortune card. */
export function showRule(id: string, game: string | null = null): void {
  shown.now = { id, game };
}

export function hideRule(): void {
  shown.now = null;
}
