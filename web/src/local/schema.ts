// The database of this browser's tables: the steps by which it became what it is, and how it is opened. A page takes
// the steps that are missing. To change the database, add a step at the end; a step of a released version is never
// changed. The version of a database is the number of its steps.
import { randomKey } from "../keep";
import { StoreError, type StoreReason } from "./store";

/**
 * What a step means for pages of an older version, which may be open beside this one. adds: they can go on using the
 * database. breaks: they cannot, and say so.
 */
export interface Step {
  effect: "adds" | "breaks";
  take(db: IDBDatabase, change: IDBTransaction): void;
}

export const steps: Step[] = [
  {
    // Logs, and a row for each match. A match that is never due is not in the index of those that are.
    effect: "breaks",
    take(db) {
      db.createObjectStore("about");
      db.createObjectStore("log");
      const matches = db.createObjectStore("matches", { keyPath: "id" });
      matches.createIndex("touched", "touched");
      matches.createIndex("due", "due");
    },
  },
  {
    // Running matches by their creation; matches after some of their entries; texts beside a log.
    effect: "adds",
    take(db, change) {
      change.objectStore("matches").createIndex("begun", ["phase", "created"]);
      db.createObjectStore("snapshots");
      db.createObjectStore("beside");
    },
  },
];

const reasons: { [name: string]: StoreReason } = {
  QuotaExceededError: "quota",
  VersionError: "newer",
  AbortError: "closed",
  InvalidStateError: "closed",
};

export function storeError(problem: unknown): StoreError {
  if (problem instanceof StoreError) return problem;
  const { name = "", message = String(problem) } = (problem ?? {}) as Partial<Error>;
  return new StoreError(reasons[name] ?? "failed", message || name);
}

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(storeError(request.error));
  });

/** Notes when the database was made, by a name of its own, and which pages can use it. */
function sign(change: IDBTransaction, from: number, all: Step[]): void {
  const about = change.objectStore("about");
  const least = all.reduce((last, { effect }, i) => (effect === "breaks" ? i + 1 : last), 0);
  about.put(least, "least");
  if (from === 0) about.put(randomKey(), "born");
}

function opened(name: string, version: number | undefined, all: Step[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = ({ oldVersion }) => {
      const change = opening.transaction;
      if (!change) return;
      for (const step of all.slice(oldVersion)) step.take(opening.result, change);
      sign(change, oldVersion, all);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(storeError(opening.error));
  });
}

/** Opens a database that has more steps than this page knows, if they only add. */
async function openNewer(name: string, all: Step[]): Promise<IDBDatabase> {
  const db = await opened(name, undefined, all);
  const least = (await answered(
    db.transaction("about").objectStore("about").get("least"),
  )) as number;
  if (least <= all.length) return db;
  db.close();
  throw new StoreError("newer", `the database needs step ${least}`);
}

const PATIENCE = [100, 400, 1600]; // ms: after a crash, the browser may still hold its files for a moment

/** Opens the database and takes the steps that are missing. */
export async function openDatabase(name: string, all: Step[] = steps): Promise<IDBDatabase> {
  for (let tries = 0; ; tries++) {
    try {
      return await opened(name, all.length, all);
    } catch (problem) {
      const { reason } = storeError(problem),
        wait = PATIENCE[tries];
      if (reason === "newer") return await openNewer(name, all);
      if (reason !== "failed" || wait === undefined) throw problem;
      await new Promise(done => setTimeout(done, wait));
    }
  }
}

/** The name that this database got when it was made; one that was deleted and made again has another. */
export const bornAs = async (db: IDBDatabase): Promise<unknown> =>
  await answered(db.transaction("about").objectStore("about").get("born"));
