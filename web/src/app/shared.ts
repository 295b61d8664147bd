// What was shared with the app: the service worker has put it into a cache, from where it is taken once.
import { looksLikeRecord } from "../replay/shelf";

const shelf = (): string => `charlatan-shared ${new URL(".", location.href).pathname}`;

export async function takeShared(id: string): Promise<Blob | null> {
  const cache = await caches.open(shelf()),
    url = new URL(`shared/${encodeURIComponent(id)}`, location.href),
    found = await cache.match(url);
  if (!found) return null;
  await cache.delete(url);
  return await found.blob();
}

export type Shared =
  | { is: "record"; text: string }
  | { is: "export"; file: Blob }
  | { is: "link"; hash: string }
  | { is: "unknown" };

const RECORD = 16 * 1024 * 1024; // bytes (docs/protocol.md)
const HEAD = 4096; // bytes in which the head of an export stands

/** A link to a table, a replay or a deal. The rest of the address does not matter: this page shows it. */
function linkIn(text: string): string | null {
  return /#(?:r|t|s|daily|rules)\/[^\s]+/.exec(text)?.[0] ?? null;
}

export async function sharedOf(file: Blob): Promise<Shared> {
  const head = await file.slice(0, HEAD).text();
  if (head.startsWith('{"format":"charlatan-export"')) return { is: "export", file };
  const text = file.size <= RECORD ? await file.text() : "";
  if (looksLikeRecord(text)) return { is: "record", text };
  const hash = text.length <= HEAD ? linkIn(text) : null;
  return hash === null ? { is: "unknown" } : { is: "link", hash };
}
