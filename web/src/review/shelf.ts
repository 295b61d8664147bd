// Keeps reviews in this browser, so that they are there at once the next time. A record is known by
// its hash; a page with other code or weights reviews anew.
import wasm from "review.wasm?url";
import { nets } from "../engine/nets";
import { blake2b } from "../luck/blake2b";
import type { Review } from "./types";

const MOST = 60; // the oldest are forgotten
const SHELF = "reviews";

interface Kept {
  key: string;
  when: number;
  review: Review;
}

/** Their names change with the contents of the files. */
function keyOf(record: string): string {
  const hash = blake2b(
    new TextEncoder().encode(`${[wasm, ...Object.values(nets)].join(" ")}\n${record}`),
  );
  return [...hash].map(b => b.toString(16).padStart(2, "0")).join("");
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not stored"));
  });

async function shelf(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open("charlatan", 1);
  opening.onupgradeneeded = () =>
    void opening.result.createObjectStore(SHELF, { keyPath: "key" }).createIndex("when", "when");
  const db = await settled(opening);
  const store = db.transaction(SHELF, mode).objectStore(SHELF);
  store.transaction.oncomplete = () => db.close();
  return store;
}

/** Private windows may refuse; then there is none. */
export async function keptReview(record: string): Promise<Review | null> {
  try {
    const found = (await settled((await shelf("readonly")).get(keyOf(record)))) as Kept | undefined;
    return found?.review ?? null;
  } catch {
    return null;
  }
}

export async function keepReview(record: string, review: Review): Promise<void> {
  try {
    const store = await shelf("readwrite");
    await settled(store.put({ key: keyOf(record), when: Date.now(), review } satisfies Kept));
    const keys = await settled(store.index("when").getAllKeys());
    for (const key of keys.slice(0, -MOST)) store.delete(key);
  } catch {
    // Refused or full: then it is made again the next time.
  }
}
