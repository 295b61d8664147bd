// A store in memory: for tests, and for pages that may keep nothing. Handles that share a shelf are
// like tabs on one database.
import type { Append, Card, LogStore, Outcome, Place, Query, Rows } from "./store";

const SNAPSHOTS = 3; // of a match

interface Match {
  entries: string[];
  card: Card;
  /** The newest first. */
  snapshots: { of: number; text: string }[];
}

type Listener = (match: string, entries: number) => void;

/** What several handles share. */
export class Shelf {
  readonly matches = new Map<string, Match>();
  readonly beside = new Map<string, string>();
  readonly handles = new Set<MemoryStore>();
}

const listedAt = ({ card }: Match, phase: number): number =>
  phase === 1 ? card.created : card.touched;

function fits({ card, ...match }: Match, query: Query): boolean {
  const { phase, open, game, before } = query;
  const at = listedAt({ card, ...match }, phase);
  return (
    (before === null || at < before) &&
    (phase < 0 || card.phase === phase) &&
    (!open || card.open) &&
    (game === null || card.game === game)
  );
}

const isAfter = (due: number, id: string, after: Place): boolean =>
  after.due === null || due > after.due || (due === after.due && id > after.match);

export class MemoryStore implements LogStore {
  private readonly listeners: Listener[] = [];

  constructor(private readonly shelf = new Shelf()) {
    shelf.handles.add(this);
  }

  append(list: Append[]): Promise<Outcome[]> {
    const lost = new Set<string>();
    return Promise.resolve(
      list.map(one => {
        const stored = !lost.has(one.match) && this.add(one);
        if (!stored) lost.add(one.match);
        return stored ? "stored" : "conflict";
      }),
    );
  }

  private add({ match: id, expected, entries, card, snapshot }: Append): boolean {
    const old = this.shelf.matches.get(id);
    if ((old?.entries.length ?? 0) !== expected) return false;
    const match: Match = old ?? { entries: [], card, snapshots: [] };
    match.entries.push(...entries);
    match.card = { ...card, text: card.text || match.card.text };
    if (snapshot) match.snapshots.unshift({ of: match.entries.length, text: snapshot });
    match.snapshots.length = Math.min(match.snapshots.length, SNAPSHOTS);
    this.shelf.matches.set(id, match);
    for (const other of this.shelf.handles)
      if (other !== this) other.tell(id, match.entries.length);
    return true;
  }

  private tell(match: string, entries: number): void {
    for (const listener of this.listeners) listener(match, entries);
  }

  private rowsFrom(id: string, from: number): Rows["rows"] {
    const entries = this.shelf.matches.get(id)?.entries ?? [];
    return entries.slice(from).map((text, i) => ({ n: from + i, text }));
  }

  load(match: string, from: number): Promise<Rows> {
    return Promise.resolve({ rows: this.rowsFrom(match, from) });
  }

  resume(match: string, most: number): Promise<Rows> {
    const shot = this.shelf.matches.get(match)?.snapshots.find(s => s.of <= most);
    if (!shot) return this.load(match, 0);
    const rows = this.rowsFrom(match, shot.of - 1);
    return Promise.resolve({ snapshotOf: shot.of, snapshot: shot.text, rows });
  }

  keep(match: string, number: number, text: string): Promise<void> {
    this.shelf.beside.set(`${match} ${number}`, text);
    return Promise.resolve();
  }

  kept(match: string, number: number): Promise<string | null> {
    return Promise.resolve(this.shelf.beside.get(`${match} ${number}`) ?? null);
  }

  list(query: Query): Promise<Rows> {
    const at = (match: Match): number => listedAt(match, query.phase);
    const found = [...this.shelf.matches]
      .filter(([, match]) => fits(match, query))
      .sort(([, a], [, b]) => at(b) - at(a));
    const last = found[Math.min(query.limit, found.length) - 1]?.[1];
    const rows = found
      .filter(([, match]) => last && at(match) >= at(last))
      .map(([id, match]) => ({ n: 0, match: id, when: at(match), text: match.card.text }));
    return Promise.resolve({ rows });
  }

  due(now: number, after: Place, limit: number): Promise<Rows> {
    const rows = [...this.shelf.matches]
      .map(([id, { entries, card }]) => ({
        n: entries.length,
        match: id,
        when: card.due,
        text: "",
      }))
      .filter((row): row is typeof row & { when: number } => row.when !== null && row.when <= now)
      .filter(row => isAfter(row.when, row.match, after))
      .sort((a, b) => a.when - b.when || (a.match < b.match ? -1 : 1))
      .slice(0, limit);
    return Promise.resolve({ rows });
  }

  onChanges(listener: Listener): void {
    this.listeners.push(listener);
  }

  probe(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.shelf.handles.delete(this);
  }
}
