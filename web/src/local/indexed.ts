// The store in IndexedDB. Tabs on one game are nodes on one database: each append names how many entries it expects,
// and is told to the others when it is stored. A database that is deleted while a page is open is made again, with the
// logs that were played on in this page.
import { fits, groupsOf, listedAt, outcomes, SNAPSHOTS, type Group } from "./batch";
import { Mirror } from "./mirror";
import { answered, bornAs, openDatabase, steps, storeError, type Step } from "./schema";
import {
  StoreError,
  type Append,
  type Card,
  type LogStore,
  type Outcome,
  type Place,
  type Query,
  type Row,
  type Rows,
  type StoreReason,
} from "./store";
import { DATABASE, type Told } from "./told";

export interface MatchRow extends Card {
  id: string;
  n: number;
}

type Work<T> = (tx: IDBTransaction) => Promise<T>;

const ofMatch = (match: string, from = 0, to = Infinity): IDBKeyRange =>
  IDBKeyRange.bound([match, from], [match, to]);

/** Resolves when the transaction is durable. */
const durable = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(storeError(tx.error ?? new DOMException("", "AbortError")));
  });

async function carryOut<T>(tx: IDBTransaction, work: Work<T>): Promise<T> {
  const done = durable(tx);
  const worked = work(tx).catch((problem: unknown) => {
    try {
      tx.abort();
    } catch {
      // It has ended by itself: `done` says why.
    }
    throw problem;
  });
  const [value, end] = await Promise.allSettled([worked, done]);
  // Why a transaction ended says more than why its last request failed.
  if (end.status === "rejected") {
    const why = storeError(end.reason);
    throw why.reason === "closed" && value.status === "rejected" ? storeError(value.reason) : why;
  }
  if (value.status === "rejected") throw storeError(value.reason);
  return value.value;
}

/** Walks over rows until `take` has enough. */
function walk(
  request: IDBRequest<IDBCursorWithValue | null>,
  take: (row: MatchRow) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor && take(cursor.value as MatchRow)) cursor.continue();
      else resolve();
    };
    request.onerror = () => reject(storeError(request.error));
  });
}

export class IndexedStore implements LogStore {
  private db: Promise<IDBDatabase> | null = null;
  private born: unknown = undefined;
  private ended = false;
  private troubled = false;
  private readonly mirror = new Mirror();
  private readonly channel: BroadcastChannel;
  private listener: (match: string, entries: number) => void = () => {};

  constructor(
    private readonly name = DATABASE,
    private readonly known: Step[] = steps,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("appended" in data) for (const [match, n] of data.appended) this.listener(match, n);
    };
  }

  // ---- the connection ----

  private async connect(): Promise<IDBDatabase> {
    if (this.ended) throw new StoreError("closed", "the store was closed");
    this.db ??= this.open();
    try {
      return await this.db;
    } catch (problem) {
      this.db = null;
      throw problem;
    }
  }

  private async open(): Promise<IDBDatabase> {
    const db = await openDatabase(this.name, this.known);
    const lose = (): void => {
      this.db = null;
    };
    // A newer page changes the database, or somebody deletes it: the next request opens it again.
    db.onversionchange = () => {
      lose();
      db.close();
    };
    db.onclose = lose;
    const born = await bornAs(db);
    const deleted = this.born !== undefined && born !== this.born;
    this.born = born;
    if (deleted) await this.restore(db);
    return db;
  }

  /** Stores the logs of this page anew, as far as nobody else has done so. */
  private async restore(db: IDBDatabase): Promise<void> {
    const copies = this.mirror.all();
    const tx = db.transaction(["matches", "log"], "readwrite", { durability: "strict" });
    await carryOut(tx, async () => {
      for (const [match, { entries, card }] of copies) {
        const n = ((await answered(tx.objectStore("matches").get(match))) as MatchRow | undefined)
          ?.n;
        if (n !== undefined && n >= entries.length) continue;
        entries.forEach((text, i) => tx.objectStore("log").put(text, [match, i]));
        tx.objectStore("matches").put({ ...card, id: match, n: entries.length });
      }
    });
    this.tell({ trouble: "deleted" });
  }

  private tell(told: Told): void {
    if (!this.ended) this.channel.postMessage(told);
  }

  /** Pages that watch are told of failures, and when there are none any more. */
  private note(reason: StoreReason | null): void {
    if (reason === null && !this.troubled) return;
    this.troubled = reason !== null;
    this.tell({ trouble: reason });
  }

  private async begin(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    const db = await this.connect();
    try {
      return db.transaction(stores, mode, { durability: "strict" });
    } catch (problem) {
      // The connection was closed in the meantime.
      if (storeError(problem).reason !== "closed") throw problem;
      this.db = null;
      return (await this.connect()).transaction(stores, mode, { durability: "strict" });
    }
  }

  private async run<T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    try {
      const value = await carryOut(await this.begin(stores, mode), work);
      if (mode === "readwrite") this.note(null);
      return value;
    } catch (problem) {
      const error = storeError(problem);
      if (!this.ended) this.note(error.reason);
      throw error;
    }
  }

  // ---- appends ----

  /** Stores a group, and returns its row; null: conflict. */
  private async put(tx: IDBTransaction, group: Group): Promise<(() => void) | null> {
    const { match, expected, entries } = group,
      matches = tx.objectStore("matches"),
      log = tx.objectStore("log");
    const old = (await answered(matches.get(match))) as MatchRow | undefined;
    if ((old?.n ?? 0) !== expected) return null;
    const before = this.mirror.has(match, expected)
      ? null
      : ((await answered(log.getAll(ofMatch(match)))) as string[]);
    entries.forEach((text, i) => log.add(text, [match, expected + i]));
    const card = { ...group.card, text: group.card.text || (old?.text ?? "") };
    matches.put({ ...card, id: match, n: expected + entries.length } satisfies MatchRow);
    if (group.snapshot) await this.putSnapshot(tx, match, group.snapshot);
    return () => this.mirror.note(match, before, entries, card);
  }

  private async putSnapshot(
    tx: IDBTransaction,
    match: string,
    { of, text }: { of: number; text: string },
  ): Promise<void> {
    const shelf = tx.objectStore("snapshots");
    shelf.put(text, [match, of]);
    const keys = await answered(shelf.getAllKeys(ofMatch(match)));
    for (const key of keys.slice(0, -SNAPSHOTS)) shelf.delete(key);
  }

  async append(list: Append[]): Promise<Outcome[]> {
    const groups = groupsOf(list),
      stored: Group[] = [],
      notes: (() => void)[] = [];
    if (groups.length === 0) return [];
    await this.run(["matches", "log", "snapshots"], "readwrite", async tx => {
      for (const group of groups) {
        const note = await this.put(tx, group);
        if (!note) continue;
        stored.push(group);
        notes.push(note);
      }
    });
    notes.forEach(note => note());
    const appended = stored.map((g): [string, number] => [g.match, g.expected + g.entries.length]);
    if (appended.length) this.tell({ appended });
    for (const { match } of groups.filter(g => !stored.includes(g))) this.mirror.forget(match);
    return outcomes(list, stored);
  }

  // ---- reading ----

  private async rows(tx: IDBTransaction, match: string, from: number): Promise<Row[]> {
    const texts = (await answered(tx.objectStore("log").getAll(ofMatch(match, from)))) as string[];
    return texts.map((text, i) => ({ n: from + i, text }));
  }

  load(match: string, from: number): Promise<Rows> {
    return this.run(["log"], "readonly", async tx => ({ rows: await this.rows(tx, match, from) }));
  }

  resume(match: string, most: number): Promise<Rows> {
    return this.run(["log", "snapshots"], "readonly", async tx => {
      const request = tx.objectStore("snapshots").openCursor(ofMatch(match, 0, most), "prev");
      const newest = await answered(request);
      if (!newest) return { rows: await this.rows(tx, match, 0) };
      const snapshotOf = (newest.key as [string, number])[1];
      return {
        snapshotOf,
        snapshot: newest.value as string,
        rows: await this.rows(tx, match, snapshotOf - 1),
      };
    });
  }

  async keep(match: string, number: number, text: string): Promise<void> {
    await this.run(["beside"], "readwrite", async tx => {
      await answered(tx.objectStore("beside").put(text, [match, number]));
    });
  }

  kept(match: string, number: number): Promise<string | null> {
    return this.run(["beside"], "readonly", async tx => {
      const text = (await answered(tx.objectStore("beside").get([match, number]))) as unknown;
      return typeof text === "string" ? text : null;
    });
  }

  list(query: Query): Promise<Rows> {
    const { phase, before, limit } = query;
    return this.run(["matches"], "readonly", async tx => {
      const rows: Row[] = [];
      if (limit <= 0) return { rows };
      const matches = tx.objectStore("matches"),
        last = before ?? Infinity;
      const cursor =
        phase === 1
          ? matches
              .index("begun")
              .openCursor(IDBKeyRange.bound([1, -Infinity], [1, last], false, true), "prev")
          : matches.index("touched").openCursor(IDBKeyRange.upperBound(last, true), "prev");
      await walk(cursor, row => {
        const when = listedAt(row, phase);
        if (rows.length >= limit && rows.at(-1)?.when !== when) return false;
        if (fits(row, query)) rows.push({ n: row.n, match: row.id, when, text: row.text });
        return true;
      });
      return { rows };
    });
  }

  due(now: number, after: Place, limit: number): Promise<Rows> {
    return this.run(["matches"], "readonly", async tx => {
      const rows: Row[] = [],
        from = after.due ?? -Infinity;
      if (limit <= 0 || from > now) return { rows };
      const range = IDBKeyRange.bound(from, now);
      await walk(tx.objectStore("matches").index("due").openCursor(range), row => {
        const when = row.due ?? 0;
        const passed = after.due !== null && when === after.due && row.id <= after.match;
        if (!passed) rows.push({ n: row.n, match: row.id, when, text: "" });
        return rows.length < limit;
      });
      return { rows };
    });
  }

  onChanges(listener: (match: string, entries: number) => void): void {
    this.listener = listener;
  }

  async probe(): Promise<void> {
    await this.run(["about"], "readwrite", async tx => {
      await answered(tx.objectStore("about").put(Date.now(), "probe"));
    });
  }

  // ---- for exports ----

  /** All matches, the oldest first. */
  matches(): Promise<MatchRow[]> {
    return this.run(
      ["matches"],
      "readonly",
      async tx =>
        (await answered(tx.objectStore("matches").index("touched").getAll())) as MatchRow[],
    );
  }

  /** The texts of this number beside all logs. */
  beside(number: number): Promise<[match: string, text: string][]> {
    return this.run(["beside"], "readonly", async tx => {
      const shelf = tx.objectStore("beside"),
        [keys, texts] = await Promise.all([answered(shelf.getAllKeys()), answered(shelf.getAll())]);
      return (keys as [string, number][]).flatMap(([match, n], i): [string, string][] =>
        n === number ? [[match, String(texts[i])]] : [],
      );
    });
  }

  /** Removes matches with everything that was kept of them. */
  async drop(matches: string[]): Promise<void> {
    await this.run(["matches", "log", "snapshots", "beside"], "readwrite", async tx => {
      for (const match of matches) {
        tx.objectStore("matches").delete(match);
        for (const shelf of ["log", "snapshots", "beside"])
          await answered(tx.objectStore(shelf).delete(ofMatch(match)));
        this.mirror.forget(match);
      }
    });
    this.tell({ appended: matches.map(match => [match, 0]) });
  }

  close(): void {
    this.ended = true;
    void this.db?.then(
      db => db.close(),
      () => {},
    );
    this.db = null;
    this.channel.close();
  }
}
