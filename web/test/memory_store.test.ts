// The store in memory keeps the contract of web/src/local/store.ts.
import { describe, expect, it } from "vitest";
import { MemoryStore, Shelf } from "../src/local/memory_store";
import type { Append, Card } from "../src/local/store";

const card = (more: Partial<Card> = {}): Card => ({
  phase: 1,
  open: true,
  game: "null",
  created: 1,
  touched: 1,
  due: null,
  text: "{}",
  ...more,
});

const append = (
  match: string,
  expected: number,
  entry: string,
  more: Partial<Card> = {},
): Append => ({
  match,
  expected,
  entries: [entry],
  card: card(more),
});

describe("a store in memory", () => {
  it("appends in order, and refuses what expects something else", async () => {
    const store = new MemoryStore();
    const list = [
      append("a", 0, "1"),
      append("b", 1, "x"),
      append("a", 1, "2"),
      append("b", 0, "y"),
    ];
    expect(await store.append(list)).toEqual(["stored", "conflict", "stored", "conflict"]);
    expect((await store.load("a", 1)).rows).toEqual([{ n: 1, text: "2" }]);
    expect((await store.load("b", 0)).rows).toEqual([]);
  });

  it("resumes from the newest snapshot that is old enough, and keeps three", async () => {
    const store = new MemoryStore();
    for (let n = 0; n < 5; n++)
      await store.append([{ ...append("a", n, `e${n}`), snapshot: `s${n + 1}` }]);
    expect((await store.resume("a", 4)).rows.map(row => row.n)).toEqual([3, 4]);
    expect((await store.resume("a", 4)).snapshot).toBe("s4");
    const early = await store.resume("a", 2);
    expect([early.snapshotOf, early.rows.length]).toEqual([undefined, 5]);
  });

  it("lists the newest first, whole times together, and what is due", async () => {
    const store = new MemoryStore();
    await store.append([
      append("a", 0, "", { phase: 0, touched: 5, due: 7, text: "A" }),
      append("b", 0, "", { phase: 0, touched: 6, due: 7, text: "B" }),
      append("c", 0, "", { phase: 0, touched: 5, due: 3, text: "C" }),
      append("d", 0, "", { phase: 2, touched: 9 }),
    ]);
    const query = { phase: 0, open: true, game: null, before: null, limit: 2 };
    expect((await store.list(query)).rows.map(row => row.text)).toEqual(["B", "A", "C"]);
    const due = async (match: string, at: number | null): Promise<(string | undefined)[]> =>
      (await store.due(7, { due: at, match }, 2)).rows.map(row => row.match);
    expect([await due("", null), await due("a", 7)]).toEqual([["c", "a"], ["b"]]);
  });

  it("tells other handles of appends, and keeps texts beside the log", async () => {
    const shelf = new Shelf(),
      one = new MemoryStore(shelf),
      two = new MemoryStore(shelf);
    const heard: [string, number][] = [];
    two.onChanges((match, entries) => heard.push([match, entries]));
    await one.append([append("a", 0, "1"), append("a", 1, "2", { text: "" })]);
    expect(heard).toEqual([
      ["a", 1],
      ["a", 2],
    ]);
    await one.keep("a", 1, "text");
    expect([await two.kept("a", 1), await two.kept("a", 2)]).toEqual(["text", null]);
    const query = { phase: 1, open: true, game: "null", before: null, limit: 9 };
    expect((await two.list(query)).rows[0]?.text).toBe("{}");
  });
});
