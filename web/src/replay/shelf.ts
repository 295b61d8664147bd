// Stores records: those opened from files are kept here under an id of their own, all others come
// from the server. They survive a reload of the page, but not the closing of the window.
import { api } from "../net/api";

const kept = new Map<string, string>();
const keyOf = (id: string): string => `charlatan.record.${id}`;

/** Whether this is the id of a record from a file. */
export const isFile = (id: string): boolean => id.startsWith("file-");

/** A new id for a record from a file. */
export const fileId = (): string =>
  `file-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

export function keepRecord(id: string, text: string): void {
  kept.set(id, text);
  try {
    sessionStorage.setItem(keyOf(id), text);
  } catch {
    // Too large, or refused: then it is lost when the page is closed.
  }
}

function stored(id: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(id));
  } catch {
    return null;
  }
}

export async function recordOf(id: string): Promise<string> {
  return kept.get(id) ?? stored(id) ?? (await api.record(id));
}

/** Whether a text begins like a record. Whether it is one shows when it is played. */
export function looksLikeRecord(text: string): boolean {
  try {
    const head = JSON.parse(text.slice(0, text.indexOf("\n") + 1 || undefined)) as {
      format?: unknown;
    } | null;
    return head?.format === "charlatan-record";
  } catch {
    return false;
  }
}
