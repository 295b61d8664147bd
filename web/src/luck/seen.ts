// The game as it was shown, to be compared with its record: a server that deals other luck than it must could show an
// honest record of a game that nobody played.
import type { Film } from "../engine/types";
import type { View } from "../net/types";

const MOST = 400; // views remembered

export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a),
    right = b as { [key: string]: unknown };
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => key in right && sameJson(value, right[key]))
  );
}

export class Seen {
  private views: View[] = [];
  private viewer: number | null = null;

  /**
   * A view that came whole. Moves may have been taken back since the last one, so that only the
   * views from here on count.
   */
  whole(view: View, viewer: number | null): void {
    if (viewer !== this.viewer || !sameJson(this.views.at(-1), view)) this.views = [];
    this.viewer = viewer;
    this.moved(view);
  }

  /** The view after a move. */
  moved(view: View): void {
    if (!sameJson(this.views.at(-1), view)) this.views = [...this.views, view].slice(-MOST);
  }

  /** The view after moves were taken back: what came after it the first time does not count. */
  undone(view: View): void {
    const at = this.views.findIndex(before => sameJson(before, view));
    this.views = this.views.slice(0, Math.max(at, 0));
    this.moved(view);
  }

  /** Whether the record's game has all these views in this order, and ends with the last one. */
  async isIn(film: Pick<Film, "length" | "view">): Promise<boolean> {
    let left = this.views.length;
    for (let n = film.length; n >= 0 && left > 0; n--) {
      const same = sameJson(await film.view(n, this.viewer), this.views[left - 1]);
      if (same) left--;
      else if (n === film.length) return false;
    }
    return left === 0;
  }
}
