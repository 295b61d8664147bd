// What stores have in common: which matches a query means, and appends sorted into groups, as store/batch.h does. Appends of one match that follow one another form a group, which is
// stored as a whole or not at all. One that does not follow is a conflict, and so are all later ones of its match.
import type { Append, Card, Outcome, Query } from "./store";

export const SNAPSHOTS = 3; // kept of each match

/** The time by which a query lists a match. */
export const listedAt = (card: Card, phase: number): number =>
  phase === 1 ? card.created : card.touched;

export const fits = (card: Card, { phase, open, game, before }: Query): boolean =>
  (before === null || listedAt(card, phase) < before) &&
  (phase < 0 || card.phase === phase) &&
  (!open || card.open) &&
  (game === null || card.game === game);

export interface Group {
  match: string;
  expected: number;
  entries: string[];
  /** The card of the last append, with the last text there was. */
  card: Card;
  /** The last snapshot, and how many entries it is of. */
  snapshot?: { of: number; text: string };
  /** Where its appends stand in the list. */
  parts: number[];
  /** An append of this match did not follow. */
  broken: boolean;
}

function take(group: Group, at: number, { expected, entries, card, snapshot }: Append): void {
  group.broken ||= expected !== group.expected + group.entries.length;
  if (group.broken) return;
  group.parts.push(at);
  group.entries.push(...entries);
  group.card = { ...card, text: card.text || group.card.text };
  if (snapshot) group.snapshot = { of: group.expected + group.entries.length, text: snapshot };
}

export function groupsOf(list: Append[]): Group[] {
  const groups = new Map<string, Group>();
  list.forEach((append, at) => {
    const { match, expected, card } = append;
    if (append.entries.length === 0) throw new Error("an append without entries");
    const group = groups.get(match) ?? {
      match,
      expected,
      entries: [],
      card: { ...card, text: "" },
      parts: [],
      broken: false,
    };
    groups.set(match, group);
    take(group, at, append);
  });
  return [...groups.values()];
}

/** The outcomes in the order of the list: those of the groups that were stored, and conflicts. */
export function outcomes(list: Append[], stored: Group[]): Outcome[] {
  const done = new Set(stored.flatMap(group => group.parts));
  return list.map((_, at) => (done.has(at) ? "stored" : "conflict"));
}
