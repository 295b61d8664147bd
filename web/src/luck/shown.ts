// What the server has shown of the luck of a table, and our nonces there, kept in this browser until
// the record can be compared with it (docs/fairness.md).
import { recall, remember } from "../keep";
import type { TableSummary } from "../net/types";

type Hex = string | null;

export interface Kept {
  when: number;
  /** The server's commitment to its seed, as it was first shown. */
  commitment: string;
  /** The table was called a practice match. */
  practice: boolean;
  /** The witness's key and commitment, if there is one. */
  witness?: { key: string; commitment: string };
  /** Our nonces, by seat. */
  mine: { [seat: number]: string };
  /** What was shown when the seats were fixed: commitments to nonces, and nonces given without. */
  fixed: { commitments: Hex[]; nonces: Hex[] } | null;
}

type All = { [id: string]: Kept };

const MOST = 300; // tables remembered; the oldest are forgotten

const newest = (all: All): All =>
  Object.fromEntries(
    Object.entries(all)
      .sort(([, a], [, b]) => b.when - a.when)
      .slice(0, MOST),
  );

/** Nonces at seats with a commitment need not be kept: the record is checked for them. */
const fixedBy = (commitments: readonly Hex[] | null, nonces: readonly Hex[]): Kept["fixed"] => ({
  commitments: nonces.map((_, seat) => commitments?.[seat] ?? null),
  nonces: nonces.map((nonce, seat) => (commitments?.[seat] ? null : nonce)),
});

/** What is kept once this table was seen. What was shown first stays. */
export function seen(kept: Kept | undefined, summary: TableSummary, when: number): Kept {
  const first: Kept = kept ?? {
    when,
    commitment: summary.commitment,
    practice: summary.practice !== null,
    ...(summary.witness
      ? { witness: { key: summary.witness.key, commitment: summary.witness.commitment } }
      : {}),
    mine: {},
    fixed: null,
  };
  if (first.fixed || !summary.nonces) return first;
  return { ...first, fixed: fixedBy(summary.nonce_commitments ?? null, summary.nonces) };
}

const keep = (id: string, kept: Kept): void =>
  remember("luck", newest({ ...recall<All>("luck", {}), [id]: kept }));

export const luck = {
  at: (id: string): Kept | undefined => recall<All>("luck", {})[id],
  /** Keeps what a table shows, if it is new. */
  see(summary: TableSummary): void {
    const before = luck.at(summary.id),
      now = seen(before, summary, Date.now());
    if (now !== before) keep(summary.id, now);
  },
  /** Keeps a nonce of ours. */
  keep(summary: TableSummary, seat: number, nonce: string): void {
    const kept = seen(luck.at(summary.id), summary, Date.now());
    keep(summary.id, { ...kept, mine: { ...kept.mine, [seat]: nonce } });
  },
};
