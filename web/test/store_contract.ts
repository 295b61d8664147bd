// What every store of web/src/local/store.ts must do, as cases that run in Node and in a page: those of tests/store/any.c
// and tests/store/shared.c.
import type { Append, Card, LogStore, Outcome, Place, Query } from "../src/local/store";

/** Two handles on one empty database. */
export interface Subject {
  a: LogStore;
  b: LogStore;
  /** Another handle on the same database. */
  more(): LogStore;
}

type Case = (subject: Subject) => Promise<void>;

export function same(got: unknown, wanted: unknown, what = ""): void {
  const [x, y] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (x !== y) throw new Error(`${what} is ${x}, not ${y}`);
}

export const cardOf = (more: Partial<Card> = {}): Card => ({
  phase: 1,
  open: true,
  game: "null",
  created: 1,
  touched: 100,
  due: null,
  text: "card",
  ...more,
});

export const appendOf = (
  match: string,
  expected: number,
  entries: string[],
  card: Partial<Card> = {},
  snapshot?: string,
): Append => ({
  match,
  expected,
  entries,
  card: cardOf({ touched: 100 + expected, ...card }),
  ...(snapshot === undefined ? {} : { snapshot }),
});

const put = async (
  s: LogStore,
  match: string,
  expected: number,
  text = "x",
  card: Partial<Card> = {},
  snapshot?: string,
): Promise<Outcome | undefined> =>
  (await s.append([appendOf(match, expected, [text], card, snapshot)]))[0];

export const logOf = async (s: LogStore, match: string, from = 0): Promise<string[]> =>
  (await s.load(match, from)).rows.map(row => row.text);

const all: Query = { phase: -1, open: false, game: null, before: null, limit: 10 };

async function listed(s: LogStore, query: Partial<Query>): Promise<string> {
  const { rows } = await s.list({ ...all, ...query });
  return rows.map(row => `${row.match}:${row.when}`).join(" ");
}

async function dueAt(
  s: LogStore,
  now: number,
  limit = 10,
  after: Place = { due: null, match: "" },
): Promise<string> {
  return (await s.due(now, after, limit)).rows.map(row => `${row.match}:${row.n}`).join(" ");
}

const ODD = [
  "",
  " ",
  "'",
  '"',
  "'; DROP TABLE log; --",
  "$1 %s ?1 :x {a,b} \\ \n\t\r \x01 \x7f",
  "Zaubererstraße – 魔法 🧪",
  '{"name":"O\'Hara \\"the\\" Quack"}',
  "q".repeat(300_000) + "ü'\"",
];

/** Waits until something is so: another tab hears of an append a little later. */
async function soon(is: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 2000 && !is(); i++) await new Promise(done => setTimeout(done, 5));
  if (!is()) throw new Error(`not so: ${what}`);
}

export const contract: { [name: string]: Case } = {
  async "entries come back"({ a }) {
    same(await logOf(a, "table"), []);
    same(await put(a, "other", 0), "stored");
    same(await a.append([appendOf("table", 0, ["one", "two"])]), ["stored"]);
    same(await put(a, "table", 2, "three"), "stored");
    same(await a.load("table", 0), {
      rows: [
        { n: 0, text: "one" },
        { n: 1, text: "two" },
        { n: 2, text: "three" },
      ],
    });
    same(await logOf(a, "other"), ["x"]);
    same(await a.load("table", 2), { rows: [{ n: 2, text: "three" }] });
    same(await a.load("table", 3), { rows: [] });
  },

  async "wrong numbers change nothing"({ a }) {
    same(await put(a, "table", 1, "early"), "conflict");
    same(await put(a, "table", 0, "one"), "stored");
    for (const n of [0, 2, 4294967295]) same(await put(a, "table", n, "wrong"), "conflict");
    same(await logOf(a, "table"), ["one"]);
    same(await listed(a, {}), "table:100");
  },

  async "a conflict leaves others alone"({ a }) {
    await put(a, "b", 0, "old");
    await put(a, "c", 0, "old");
    const list = [
      ["d", 0],
      ["b", 0],
      ["c", 1],
      ["a", 3],
      ["e", 0],
    ] as const;
    const got = await a.append(list.map(([match, n]) => appendOf(match, n, ["new"])));
    same(got, ["stored", "conflict", "stored", "conflict", "stored"]);
    const logs = await Promise.all(["a", "b", "c", "d", "e"].map(match => logOf(a, match)));
    same(logs, [[], ["old"], ["old", "new"], ["new"], ["new"]]);
    same(await a.append([]), []);
  },

  async "appends follow one another"({ a }) {
    const list = [
      appendOf("chain", 0, ["1"]),
      appendOf("z", 0, ["x"]),
      appendOf("chain", 1, ["2"]),
      appendOf("chain", 1, ["x"]),
      appendOf("chain", 2, ["x"]),
    ];
    same(await a.append(list), ["stored", "stored", "stored", "conflict", "conflict"]);
    same(await logOf(a, "chain"), ["1", "2"]);
    // The number 2 is right, but the entry 1 before it is another one.
    const late = [appendOf("chain", 1, ["x"]), appendOf("chain", 2, ["x"])];
    same(await a.append(late), ["conflict", "conflict"]);
    same(await logOf(a, "chain"), ["1", "2"]);
  },

  async "the last snapshots stay"({ a, b }) {
    const shot = async (s: LogStore, most = 4294967295): Promise<unknown> => {
      const { snapshotOf, snapshot, rows } = await s.resume("table", most);
      return [snapshotOf ?? 0, snapshot ?? "", rows.map(row => row.n)];
    };
    same(await shot(a), [0, "", []]);
    await put(a, "table", 0);
    await put(a, "table", 1, "x", {}, "first");
    same(await shot(a), [2, "first", [1]]);
    same(await shot(a, 1), [0, "", [0, 1]]);
    await put(a, "table", 2);
    await put(a, "table", 3, "x", {}, "second");
    await put(a, "table", 4, "x", {}, "third");
    same(await shot(a), [5, "third", [4]]);
    same(await shot(a, 4), [4, "second", [3, 4]]);
    same(await shot(a, 3), [2, "first", [1, 2, 3, 4]]);
    await put(a, "table", 5, "x", {}, "fourth");
    same(await shot(a), [6, "fourth", [5]]);
    same(await shot(b, 4), [4, "second", [3, 4, 5]]);
    same(await shot(a, 3), [0, "", [0, 1, 2, 3, 4, 5]]);
  },

  async "a conflict has no snapshot"({ a }) {
    await put(a, "table", 0, "x", {}, "first");
    same(await put(a, "table", 0, "x", {}, "wrong"), "conflict");
    same((await a.resume("table", 99)).snapshot, "first");
    const shots = ["at two", "at three", undefined, "wrong"];
    await a.append([1, 2, 3, 9].map((n, i) => appendOf("table", n, ["x"], {}, shots[i])));
    const { snapshot, snapshotOf } = await a.resume("table", 99);
    same([snapshot, snapshotOf], ["at three", 3]);
    same((await logOf(a, "table")).length, 4);
  },

  async "texts are kept beside the log"({ a, b }) {
    same(await a.kept("table", 1), null);
    await put(a, "table", 0);
    await a.keep("table", 1, "one");
    await a.keep("table", 2, "two");
    same([await a.kept("table", 1), await a.kept("table", 2)], ["one", "two"]);
    await a.keep("table", 1, "two");
    same(await b.kept("table", 1), "two");
    same([await a.kept("table", 3), await a.kept("other", 1)], [null, null]);
    for (const text of ODD) {
      await a.keep("table", 4, text);
      same(await a.kept("table", 4), text);
    }
    same(await logOf(a, "table"), ["x"]);
    await a.keep("nothing", 1, "one");
    same(await listed(a, {}), "table:100");
  },

  async "odd texts and names survive"({ a }) {
    for (const [i, text] of ODD.entries()) same(await put(a, "odd", i, text), "stored");
    same(await logOf(a, "odd"), ODD);
    for (const name of ["'", "a'b\"c", "Straße 7", "🧪 魔", "a b,c:d\\", "0123456789abcdef"]) {
      same(await put(a, name, 0, name), "stored");
      same(await logOf(a, name), [name]);
    }
  },

  async "lists are filtered"({ a }) {
    const rows: [string, number, boolean, string, number][] = [
      ["w1", 0, true, "arcane", 10],
      ["w2", 0, true, "quacks", 20],
      ["w3", 0, false, "arcane", 30],
      ["r1", 1, true, "arcane", 40],
      ["o1", 2, true, "arcane", 50],
      ["o2", 2, false, "quacks", 60],
    ];
    for (const [match, phase, open, game, touched] of rows)
      await put(a, match, 0, "x", { phase, open, game, touched, created: touched });
    same(await listed(a, {}), "o2:60 o1:50 r1:40 w3:30 w2:20 w1:10");
    same(await listed(a, { phase: 0, open: true }), "w2:20 w1:10");
    same(await listed(a, { phase: 0 }), "w3:30 w2:20 w1:10");
    same(await listed(a, { phase: 0, open: true, game: "arcane" }), "w1:10");
    same(await listed(a, { phase: 2, open: true, before: 50 }), "");
    same(await listed(a, { phase: 1, game: "arcane" }), "r1:40");
    same(await listed(a, { open: true, game: "quacks" }), "w2:20");
    same(await listed(a, { before: 40, limit: 2 }), "w3:30 w2:20");
    same(await listed(a, { limit: 0 }), "");
    same(await listed(a, { limit: -1 }), "");
    same(await listed(a, { phase: 7 }), "");
  },

  async "running matches keep their place"({ a }) {
    const run = (match: string, n: number, created: number, touched: number) =>
      put(a, match, n, "x", { created, touched });
    await run("old", 0, 10, 50);
    await run("new", 0, 20, 40);
    await run("new2", 0, 20, 60);
    await run("last", 0, 30, 30);
    same(await listed(a, { phase: 1, limit: 1 }), "last:30");
    await run("old", 1, 10, 90);
    same(await listed(a, { phase: 1, before: 20 }), "old:10");
    // Both of the same time are on one page.
    same((await a.list({ ...all, phase: 1, before: 30, limit: 1 })).rows.length, 2);
  },

  async "lists follow the card, which keeps its text"({ a }) {
    await put(a, "t", 0, "x", { phase: 0, touched: 10, text: "" });
    same((await a.list(all)).rows[0]?.text, "");
    await put(a, "t", 1, "x", { text: "one" });
    same(await listed(a, { phase: 0 }), "");
    same(await listed(a, { phase: 1 }), "t:1");
    const texts = ["", "two", ""];
    await a.append(texts.map((text, i) => appendOf("t", 2 + i, ["x"], { phase: 2, text })));
    same(await listed(a, { phase: 2 }), "t:104");
    same((await a.list(all)).rows[0]?.text, "two");
  },

  async "pages miss nothing"({ a }) {
    const matches = Array.from({ length: 40 }, (_, i) => i);
    await a.append(
      matches.map(i =>
        appendOf(`m${i}`, 0, ["x"], { phase: 0, touched: 1000 + Math.floor(i / 5) }),
      ),
    );
    const seen: string[] = [];
    for (let before: number | null = null, more = true; more;) {
      const { rows } = await a.list({ ...all, phase: 0, before, limit: 7 });
      seen.push(...rows.map(row => row.match ?? ""));
      before = rows.at(-1)?.when ?? null;
      more = rows.length > 0;
    }
    same(seen.sort(), matches.map(i => `m${i}`).sort());
  },

  async "the longest due come first"({ a }) {
    const rows: [string, number | null][] = [
      ["late", 50],
      ["soon", 70],
      ["never", null],
      ["first", -5],
    ];
    for (const [match, due] of rows) await put(a, match, 0, "x", { due });
    same(await dueAt(a, 49), "first:1");
    same(await dueAt(a, 50), "first:1 late:1");
    same(await dueAt(a, Number.MAX_SAFE_INTEGER), "first:1 late:1 soon:1");
    same(await dueAt(a, 1000, 2), "first:1 late:1");
    same(await dueAt(a, 1000, 0), "");
    await put(a, "first", 1, "x", { due: 60 });
    await put(a, "late", 1, "x", { due: null });
    same(await dueAt(a, 1000), "first:2 soon:1");
  },

  async "the due come in pages"({ a }) {
    for (const match of ["c", "a", "e", "d", "b"]) await put(a, match, 0, "x", { due: 50 });
    await put(a, "z", 0, "x", { due: -7 });
    await put(a, "f", 0, "x", { due: 51 });
    same(await dueAt(a, 100, 3), "z:1 a:1 b:1");
    same(await dueAt(a, 100, 3, { due: 50, match: "b" }), "c:1 d:1 e:1");
    same(await dueAt(a, 100, 3, { due: 50, match: "e" }), "f:1");
    same(await dueAt(a, 100, 3, { due: 51, match: "f" }), "");
    same(await dueAt(a, 50, 3, { due: 50, match: "d" }), "e:1");
    same(await dueAt(a, 40, 3, { due: 50, match: "d" }), "");
  },

  async "others' appends are reported, and nobody's own"({ a, b, more }) {
    const heard: { [who: string]: string[] } = { a: [], b: [], late: [] };
    a.onChanges((match, n) => heard["a"]?.push(`${match}:${n}`));
    b.onChanges((match, n) => heard["b"]?.push(`${match}:${n}`));
    await put(a, "one", 0, "a");
    await put(b, "one", 1, "b");
    await put(b, "two", 0, "b");
    const late = more();
    late.onChanges((match, n) => heard["late"]?.push(`${match}:${n}`));
    await put(a, "three", 0, "a");
    same(await put(b, "one", 0, "conflict"), "conflict");
    await soon(() => heard["b"]?.length === 2 && heard["late"]?.length === 1, "all are told");
    same(heard, { a: ["one:2", "two:1"], b: ["one:1", "three:1"], late: ["three:1"] });
    same(await logOf(late, "one"), ["a", "b"]);
    await a.probe();
    late.close();
  },

  async "two nodes race for every number"({ a, b }) {
    const LAPS = 40;
    const race = async (s: LogStore, who: string): Promise<number> => {
      let stored = 0;
      for (let lap = 0; lap < LAPS; lap++) {
        const n = (await s.load("race", 0)).rows.length;
        if ((await put(s, "race", n, `${who}${lap}`)) === "stored") stored++;
      }
      return stored;
    };
    const [one, two] = await Promise.all([race(a, "a"), race(b, "b")]);
    const log = await logOf(a, "race");
    same(log.length, one + two);
    same(new Set(log).size, log.length);
  },
};
