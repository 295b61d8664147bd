// The contract of the stores that keep the logs of games in a browser, as store/store.h has it for
// the server. For each match there is a list of entries, numbered from 0, and one card with what
// lists and timers need. Entries are only appended, never changed.

/** What lists and timers need to know about a match, after its last entry. */
export interface Card {
  /** 0: waiting, 1: running, 2: over, 3: closed, 4: revealing (enum match_phase). */
  phase: number;
  open: boolean;
  game: string;
  created: number;
  touched: number;
  /** When something happens without anybody's doing; null: never. */
  due: number | null;
  /** What lists show: TABLE of docs/api.md. "": unchanged. */
  text: string;
}

export interface Append {
  match: string;
  /** How many entries the match must have before. If it has others, this is a conflict. */
  expected: number;
  /** At least one. */
  entries: string[];
  /** Replaces the card of the match. */
  card: Card;
  /** A snapshot of the match after these entries. The last three of a match are kept. */
  snapshot?: string;
}

export type Outcome = "stored" | "conflict";

export interface Row {
  /** load, resume: the number of the entry. due: how many entries the match has. */
  n: number;
  /** list, due: the match. */
  match?: string;
  /** list: the time by which it is listed. due: when it is due. */
  when?: number;
  /** load, resume: the entry. list: the card's text. due: "". */
  text: string;
}

export interface Rows {
  /** resume: the snapshot, and how many entries it is of. Then the first row is the last entry before it. */
  snapshotOf?: number;
  snapshot?: string;
  rows: Row[];
}

export interface Query {
  /** -1: any. */
  phase: number;
  /** Only open tables. */
  open: boolean;
  game: string | null;
  /** Only matches listed before this time; null: all, from the newest on. */
  before: number | null;
  /** Matches of the same time as the last row follow it, so that no page splits them. */
  limit: number;
}

/** A place in the list of matches that are due: after this one. */
export interface Place {
  /** null: from the beginning. */
  due: number | null;
  match: string;
}

/**
 * Why a store has failed. quota: there is no room left. closed: it was closed, or its database deleted, meanwhile. newer:
 * a newer version of the page has changed the database in a way that this one cannot follow.
 */
export type StoreReason = "quota" | "closed" | "newer" | "failed";

export class StoreError extends Error {
  constructor(
    readonly reason: StoreReason,
    message = `the store: ${reason}`,
  ) {
    super(message);
  }
}

/**
 * A store of logs. Every method rejects with a StoreError if it fails; then nothing is stored, or it
 * is not known and `load` shows it.
 */
export interface LogStore {
  /**
   * One durable transaction: what is stored survives a killed tab. A conflict in one match does not
   * affect others. Appends of one match in the list follow one another: after a conflict, the later
   * ones are conflicts as well.
   */
  append(list: Append[]): Promise<Outcome[]>;
  /** Entries from number `from` on, in order; none if there is no such match. */
  load(match: string, from: number): Promise<Rows>;
  /**
   * The newest snapshot of at most so many entries, and the entries from the last one before it on;
   * all entries if there is none.
   */
  resume(match: string, most: number): Promise<Rows>;
  /** Keeps a text beside the log, in place of the one of this number. */
  keep(match: string, number: number, text: string): Promise<void>;
  kept(match: string, number: number): Promise<string | null>;
  /** Newest first, by when they were touched; running matches (phase 1) by when they were created. */
  list(query: Query): Promise<Rows>;
  /** Matches that are due at `now` and come after this place, longest due first, then by id. */
  due(now: number, after: Place, limit: number): Promise<Rows>;
  /** The listener is called when another tab has appended. */
  onChanges(listener: (match: string, entries: number) => void): void;
  /** Writes something durably that changes nothing: fails if there is no room. */
  probe(): Promise<void>;
  close(): void;
}
