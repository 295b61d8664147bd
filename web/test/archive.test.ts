// Everything of one's own as one file: what was saved comes back, damage is found, nothing here is overwritten, and a file
// that lies is held to its bounds.
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recall, remember } from "../src/keep";
import { MemoryStore } from "../src/local/memory_store";
import { StoreError, type Append, type Card, type Outcome } from "../src/local/store";
import {
  ArchiveError,
  ArchiveWriter,
  FORMAT,
  readArchive,
  type GameLine,
  type Line,
} from "../src/mine/archive";
import { belongings, takeBelonging } from "../src/mine/belongings";
import { compareLogs, HalfTaken, saveAll, takeAll } from "../src/mine/files";
import { sha256 } from "../src/mine/sha256";
import { appendOf, cardOf, logOf } from "./store_contract";

/** A store that knows its cards, and how much it may take. */
class Shelf extends MemoryStore {
  readonly cards = new Map<string, Card>();
  room = Infinity;

  override async append(list: Append[]): Promise<Outcome[]> {
    if ((this.room -= list.length) < 0) throw new StoreError("quota");
    for (const { match, card } of list) this.cards.set(match, card);
    return await super.append(list);
  }

  async matches() {
    return await Promise.all(
      [...this.cards].map(async ([id, card]) => ({
        id,
        n: (await this.load(id, 0)).rows.length,
        ...card,
      })),
    );
  }
}

const card = cardOf({ text: '{"id":"a"}' });
const entry = (n: number): string => JSON.stringify({ n, name: "Zaubererstraße 🧪" });
const game = (match: string, n: number): GameLine => ({
  match,
  card,
  entries: Array.from({ length: n }, (_, i) => entry(i)),
});
const put = (shelf: Shelf, match: string, n: number): Promise<Outcome[]> =>
  shelf.append([appendOf(match, 0, game(match, n).entries, card)]);

function fileOf(...lines: Line[]): Blob {
  const writer = new ArchiveWriter(1);
  lines.forEach(line => writer.add(line));
  return writer.end();
}

async function read(file: Blob): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readArchive(file)) lines.push(line);
  return lines;
}

const faultOf = async (file: Blob): Promise<string> =>
  await read(file).then(
    () => "",
    (e: unknown) => (e instanceof ArchiveError ? `${e.fault} ${e.line}` : String(e)),
  );

const changed = async (file: Blob, change: (text: string) => string): Promise<Blob> =>
  new Blob([change(await file.text())]);

// The stand-in for localStorage lists no keys of its own.
const names = ["tables", "played", "luck", "name", "settings", "log", "guide.arcane", "seen"];
beforeEach(() => {
  for (const name of names) remember(name, null);
  for (const name of names)
    Object.defineProperty(localStorage, `charlatan.${name}`, {
      value: "",
      enumerable: true,
      configurable: true,
    });
});

describe("a file", () => {
  it("has hashes as others compute them", () => {
    for (const text of [
      "",
      "abc",
      "ü".repeat(31),
      "x".repeat(55),
      "x".repeat(64),
      "y".repeat(9999),
    ])
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it("gives back what was put in", async () => {
    const lines = [game("a", 3), game("b2", 1), { mine: "name", value: "Anna" }];
    const file = fileOf(...lines);
    expect(await read(file)).toEqual(lines);
    expect(JSON.parse((await file.text()).split("\n")[0] ?? "")).toEqual({
      format: FORMAT,
      version: 1,
      made: 1,
    });
  });

  it("with a long line is read once, not again with every piece", async () => {
    const long = new Blob([`{"format":"${FORMAT}","version":1}\n`, "x".repeat(4_000_000)]),
      bytes = new Uint8Array(await long.arrayBuffer()),
      PIECE = 65536;
    // Browsers give a file in pieces.
    long.stream = () =>
      new ReadableStream({
        start(to) {
          for (let i = 0; i < bytes.length; i += PIECE) to.enqueue(bytes.slice(i, i + PIECE));
          to.close();
        },
      });
    const split = vi.spyOn(String.prototype, "split");
    expect(await faultOf(long)).toBe("damaged 2");
    const looked = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
    split.mockRestore();
    expect(looked).toBeLessThan(2 * long.size);
  });

  it("is refused when any of its letters is changed, or a part is missing", async () => {
    const text = await fileOf(game("a", 2), { mine: "name", value: "Anna" }).text();
    const head = text.indexOf("\n") + 1;
    for (let at = head; at < text.length; at++) {
      const other = text[at] === "7" ? "8" : "7";
      expect(
        await faultOf(new Blob([text.slice(0, at), other, text.slice(at + 1)])),
        `${at}`,
      ).not.toBe("");
    }
    for (let at = head; at < text.length - 1; at += 7)
      expect(await faultOf(new Blob([text.slice(0, at)]))).toMatch(/^(cut|damaged)/);
  });

  it("is refused with a reason", async () => {
    const file = fileOf(game("a", 2), game("b", 1));
    expect(await faultOf(new Blob([]))).toBe("not-ours 0");
    expect(await faultOf(new Blob(["hello\n"]))).toBe("not-ours 0");
    expect(await faultOf(new Blob([new Uint8Array([255, 254, 0])]))).toBe("not-ours 0");
    expect(await faultOf(await changed(file, t => t.replace('"version":1', '"version":2')))).toBe(
      "newer 0",
    );
    expect(await faultOf(await changed(file, t => t.replace('"match":"b"', '"match":"c"')))).toBe(
      "damaged 3",
    );
    expect(await faultOf(await changed(file, t => `${t}{}\n`))).toBe("damaged 5");
    expect(await faultOf(await changed(file, t => t.split("\n").slice(0, 3).join("\n")))).toBe(
      "cut 0",
    );
    const swapped = await changed(file, t => {
      const [head, a, b, ...rest] = t.split("\n");
      return [head, b, a, ...rest].join("\n");
    });
    expect(await faultOf(swapped)).toBe("cut 0");
  });

  it("that lies about what it holds is refused", async () => {
    const wrong: Line[] = [
      { ...game("a", 1), match: "../a" },
      { ...game("a", 1), match: "__proto__" },
      { ...game("a", 1), entries: [] },
      { ...game("a", 1), entries: ["no json"] },
      { ...game("a", 1), entries: ["[]"] },
      { ...game("a", 1), entries: [7 as unknown as string] },
      { ...game("a", 1), card: { ...card, phase: -1 } },
      { ...game("a", 1), card: { ...card, text: "<b>" } },
      { ...game("a", 1), card: { ...card, created: 1e300 } },
      { mine: "__proto__", value: 1 },
      { mine: "x".repeat(50), value: 1 },
    ];
    for (const line of wrong) expect(await faultOf(fileOf(line))).toBe("damaged 2");
  });
});

describe("games", () => {
  it("are saved, and taken over where there are none", async () => {
    const from = new Shelf(),
      to = new Shelf();
    await put(from, "a", 3);
    await put(from, "b", 1);
    const { file, games } = await saveAll(from, 1);
    expect(games).toBe(2);
    expect(await takeAll(to, file)).toMatchObject({ added: 2, longer: 0, same: 0 });
    expect(await logOf(to, "a")).toEqual(game("a", 3).entries);
    expect(to.cards.get("a")).toEqual(from.cards.get("a"));
    expect(await takeAll(to, file)).toMatchObject({ added: 0, same: 2 });
  });

  it("only get what they lack; what is here stays", async () => {
    const here = new Shelf();
    await put(here, "short", 1);
    await put(here, "long", 5);
    await here.append([appendOf("other", 0, [entry(0), '{"else":1}'], card)]);
    const taken = await takeAll(here, fileOf(game("short", 3), game("long", 3), game("other", 3)));
    expect(taken).toMatchObject({ added: 0, longer: 1, newerHere: 1, other: 1 });
    expect(await logOf(here, "short")).toEqual(game("short", 3).entries);
    expect(await logOf(here, "long")).toEqual(game("long", 5).entries);
    expect(await logOf(here, "other")).toEqual([entry(0), '{"else":1}']);
    expect(compareLogs([], ["x"])).toBe("newerHere");
  });

  it("that cannot be played, or stand there twice, are left out", async () => {
    const here = new Shelf();
    const twice = fileOf(game("a", 1), game("b", 1), game("b", 2), game("c", 1));
    const taken = await takeAll(here, twice, line => Promise.resolve(line.match !== "c"));
    expect(taken).toMatchObject({ added: 1, unplayable: 2 });
    expect([...here.cards.keys()]).toEqual(["a"]);
  });

  it("of a damaged file are not taken at all", async () => {
    const here = new Shelf();
    remember("name", null);
    const file = await changed(
      fileOf({ mine: "name", value: "Eve" }, game("a", 1), game("b", 1)),
      t => t.replace('"match":"b"', '"match":"c"'),
    );
    await expect(takeAll(here, file)).rejects.toThrow(ArchiveError);
    expect(here.cards.size).toBe(0);
    expect(recall("name", null)).toBeNull();
  });

  it("for which there is no room are not taken, and the rest can be taken later", async () => {
    const here = new Shelf(),
      large = { ...game("a", 1), entries: [JSON.stringify({ x: "q".repeat(2_100_000) })] };
    here.room = 1;
    const file = fileOf(large, { ...large, match: "b" });
    const problem = await takeAll(here, file).catch((e: unknown) => e);
    expect(problem).toBeInstanceOf(HalfTaken);
    expect((problem as HalfTaken).taken).toMatchObject({ added: 1 });
    here.room = 9;
    expect(await takeAll(here, file)).toMatchObject({ added: 1, same: 1 });
  });
});

describe("what is remembered beside games", () => {
  const seat = (token: string, n = 0) => ({ seat: n, token, name: "Anna" });
  const table = (...seats: object[]) => ({ game: "arcane", when: 1, seats });
  const played = (id: string, more = {}) => ({
    ...{ id, game: "arcane", players: 2, when: 1, place: 1, score: 9, lead: 2 },
    ...more,
  });

  it("is put together, and what is here stays", () => {
    remember("tables", { a: table(seat("one")), b: table(seat("two")) });
    takeBelonging({
      mine: "tables",
      value: { a: table(seat("one"), seat("three", 1)), c: table(seat("four")), "d@here": table() },
    });
    const tables = recall<{ [id: string]: { seats: { token: string }[] } }>("tables", {});
    expect(Object.keys(tables)).toEqual(["a", "b", "c", "d@here"]);
    expect(tables["a"]?.seats.map(s => s.token)).toEqual(["one", "three"]);
    remember("played", { version: 1, since: 5, games: [played("a")] });
    takeBelonging({
      mine: "played",
      value: { version: 1, since: 9, games: [played("a", { score: 7 }), played("b")] },
    });
    expect(recall("played", null)).toEqual({
      version: 1,
      since: 5,
      games: [played("a"), played("b")],
    });
    remember("name", "Berta");
    takeBelonging({ mine: "name", value: "Anna" });
    takeBelonging({ mine: "log", value: false });
    expect([recall("name", ""), recall("log", true)]).toEqual(["Berta", false]);
  });

  it("is not taken from a file if it is not what it should be", () => {
    const wrong: [string, unknown][] = [
      [
        "tables",
        { a: { ...table(), seats: [{ seat: "x" }] }, "../x": table(), __proto__: table() },
      ],
      ["tables", []],
      ["played", { version: 1, games: [{ ...played("a"), score: "many" }, 7, null] }],
      ["luck", { a: { when: "now" } }],
      ["settings", { pace: "never" }],
      ["settings", { effects: "loud" }],
      ["name", 7],
      ["log", "x"],
      ["guide.arcane", { id: "a", seen: [7] }],
      ["seen", { anything: 1 }],
    ];
    for (const [mine, value] of wrong) takeBelonging({ mine, value });
    const left = names.map(name => recall<unknown>(name, null));
    expect(left.filter(value => value !== null)).toEqual([
      {},
      { version: 1, since: 0, games: [] },
      {},
    ]);
  });

  it("may be called as something that every object has", () => {
    takeBelonging({ mine: "tables", value: { constructor: table(seat("one")) } });
    takeBelonging({ mine: "luck", value: { constructor: { when: 1 } } });
    expect(recall("tables", null)).toEqual({ constructor: table(seat("one")) });
    expect(recall("luck", null)).toEqual({});
  });

  it("is all that has a rule how to join it", () => {
    remember("name", "Anna");
    remember("seen", "else");
    expect(belongings()).toEqual([{ mine: "name", value: "Anna" }]);
  });
});
