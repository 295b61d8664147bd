// Copies of the logs that were appended to here, so that a game that is open goes on when somebody deletes the database
// under it ("clear site data"): its log is stored anew.
import type { Card } from "./store";

const MOST = 8; // matches; the one that was appended to longest ago is forgotten

export interface Copy {
  entries: string[];
  card: Card;
}

export class Mirror {
  private readonly copies = new Map<string, Copy>();

  has(match: string, entries: number): boolean {
    return this.copies.get(match)?.entries.length === entries;
  }

  /** Notes entries that were stored; `before` are those that were not known. */
  note(match: string, before: string[] | null, entries: string[], card: Card): void {
    const known = before ?? this.copies.get(match)?.entries ?? [];
    this.copies.delete(match);
    this.copies.set(match, { entries: [...known, ...entries], card });
    const [oldest] = this.copies.keys();
    if (this.copies.size > MOST && oldest !== undefined) this.copies.delete(oldest);
  }

  /** Somebody else has changed the match. */
  forget(match: string): void {
    this.copies.delete(match);
  }

  all(): [match: string, copy: Copy][] {
    return [...this.copies];
  }
}
