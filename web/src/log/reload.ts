// Keeps the log of a table while its page is loaded again: the server tells what is, not what was. Each window keeps its
// own, until it is closed.
import type { LogLine } from "../table/scene";

interface Kept {
  /** The number of the last event in it. */
  n: number;
  lines: LogLine[];
}

const keyOf = (id: string, seat: number | null): string =>
  `charlatan.log.${id}.${seat ?? "watching"}`;

export function keepLog(id: string, seat: number | null, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(id, seat), JSON.stringify(kept));
  } catch {
    // Private windows may refuse, or there is no room: then the log begins anew.
  }
}

/** The lines up to event n, and whether events are missing after them. */
export function keptLog(
  id: string,
  seat: number | null,
  n: number,
): { lines: LogLine[]; gap: boolean } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id, seat)) ?? "null") as Kept | null;
    if (kept && kept.n <= n) return { lines: kept.lines, gap: kept.n < n };
  } catch {
    // It is not ours.
  }
  return { lines: [], gap: false };
}
