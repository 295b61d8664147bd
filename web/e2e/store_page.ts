// Runs inside a page, for store.e2e.ts: the store in IndexedDB, the contract of stores, and databases of other versions.
import { IndexedStore } from "../src/local/indexed";
import { openDatabase, steps, type Step } from "../src/local/schema";
import type { LogStore, Outcome, StoreError } from "../src/local/store";
import { appendOf, contract, logOf } from "../test/store_contract";

let made = 0;
const fresh = (): string => `test.${++made}`;

/** Runs the contract; returns what failed. */
export async function holdContract(): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, run] of Object.entries(contract)) {
    const where = fresh(),
      more = (): LogStore => new IndexedStore(where);
    const [a, b] = [more(), more()];
    await run({ a, b, more }).catch((e: unknown) => faults.push(`${name}: ${String(e)}`));
    a.close();
    b.close();
  }
  return faults;
}

const done = (request: IDBRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("failed"));
  });

const reasonOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "",
    (e: unknown) => (e as StoreError).reason,
  );

/** A database as the first step left it, with a log, opened by this version. */
export async function fromFirstStep(): Promise<unknown> {
  const where = fresh();
  const db = await openDatabase(where, steps.slice(0, 1));
  const shelves = [...db.objectStoreNames];
  const tx = db.transaction(["log", "matches"], "readwrite");
  tx.objectStore("log").put("one", ["t", 0]);
  tx.objectStore("log").put("two", ["t", 1]);
  const { text, ...card } = appendOf("t", 0, ["x"], { created: 7, due: 3 }).card;
  await done(tx.objectStore("matches").put({ ...card, text, id: "t", n: 2 }));
  db.close();
  const s = new IndexedStore(where);
  const running = { phase: 1, open: false, game: null, before: null, limit: 9 };
  const before = [
    await logOf(s, "t"),
    (await s.list(running)).rows,
    (await s.due(9, { due: null, match: "" }, 9)).rows,
  ];
  const appended = await s.append([appendOf("t", 2, ["three"], {}, "shot")]);
  await s.keep("t", 1, "beside");
  const after = [await logOf(s, "t"), await s.resume("t", 9), await s.kept("t", 1)];
  s.close();
  return { shelves, before, appended, after };
}

const stepOf = (effect: Step["effect"]): Step => ({
  effect,
  take: db => void db.createObjectStore("later"),
});

/** A page of the next version takes a step while an older one is open: what the older one can do then. */
export async function besideNewer(effect: Step["effect"]): Promise<unknown> {
  const where = fresh();
  const old = new IndexedStore(where);
  await old.append([appendOf("t", 0, ["one"])]);
  const next = new IndexedStore(where, [...steps, stepOf(effect)]);
  await next.append([appendOf("t", 1, ["two"])]);
  const now = await reasonOf(old.append([appendOf("t", 2, ["three"])]));
  const log = await logOf(next, "t");
  const late = new IndexedStore(where);
  const then = await reasonOf(late.load("t", 0));
  for (const s of [old, next, late]) s.close();
  return { now, log, then };
}

export interface Deleted {
  outcome: Outcome[];
  seen: string[];
  lost: string[];
  /** What was told on the channel. */
  told: unknown[];
}

/** Somebody deletes the database under two open pages; one of them has played on a game. */
export async function afterDeletion(): Promise<Deleted> {
  const where = fresh(),
    told: unknown[] = [];
  const a = new IndexedStore(where);
  await a.append([appendOf("old", 0, ["x"])]);
  a.close();
  const s = new IndexedStore(where),
    other = new IndexedStore(where);
  const channel = new BroadcastChannel(where);
  channel.onmessage = ({ data }) => told.push(data);
  await s.append([appendOf("game", 0, ["one", "two"])]);
  await s.append([appendOf("game", 2, ["three"])]);
  await other.load("game", 0);
  await done(indexedDB.deleteDatabase(where));
  const outcome = await s.append([appendOf("game", 3, ["four"])]);
  const seen = await logOf(other, "game"),
    lost = await logOf(s, "old");
  for (let i = 0; i < 400 && told.length < 4; i++) await new Promise(next => setTimeout(next, 5));
  channel.close();
  for (const one of [s, other]) one.close();
  return { outcome, seen, lost, told };
}

const QUOTA = "test.quota";

export interface Filled {
  reason: string;
  stored: number;
  found: number;
  told: unknown[];
}

/** A text that cannot be packed. */
const noise = (size: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(size / 2)), b =>
    String.fromCharCode(0x4e00 + b),
  ).join("");

/** Appends until there is no room; says how many were stored, and what the log has. */
export async function fill(size: number): Promise<Filled> {
  const s = new IndexedStore(QUOTA),
    told: unknown[] = [],
    channel = new BroadcastChannel(QUOTA);
  channel.onmessage = ({ data }: MessageEvent<object>) => "trouble" in data && told.push(data);
  let stored = (await logOf(s, "t")).length;
  const begun = stored;
  let reason = "";
  for (; !reason && stored < begun + 60; stored += reason ? 0 : 1)
    reason = await reasonOf(s.append([appendOf("t", stored, [noise(size)])]));
  const found = (await logOf(s, "t")).length;
  await new Promise(next => setTimeout(next, 50));
  channel.close();
  s.close();
  return { reason, stored, found, told };
}

/** Appends for ever, and says how many were acknowledged. */
export async function playOn(say: (acknowledged: number) => unknown): Promise<void> {
  const s = new IndexedStore("test.kill");
  let n = (await s.load("t", 0)).rows.length;
  for (let outcome: Outcome | undefined = "stored"; outcome === "stored"; n++) {
    const texts = [`${n}`, `${n + 1}`];
    outcome = (await s.append([appendOf("t", n, texts)]))[0];
    n++;
    say(n + 1);
  }
}

export const whatIsLeft = async (): Promise<string[]> =>
  await logOf(new IndexedStore("test.kill"), "t");
