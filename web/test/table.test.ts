// A table: it applies what entries change, and says what has happened. The server is a puppet.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openLibrary } from "../src/rulebook.svelte";
import { Table } from "../src/table/table.svelte";
import { rows } from "./rows";

class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 1;
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (e: { data: string }) => void = () => undefined;
  constructor() {
    Line.last = this;
  }
  send(): void {
    // nobody listens
  }
  close(): void {
    this.readyState = 3;
  }
}

const hear = (message: object): void => Line.last.onmessage({ data: JSON.stringify(message) });
const person = (name: string): object => ({ kind: "human", name, bot: null, away: null });
const card = {
  id: "aaaaaaaaaaaaaaaa",
  game: "arcane",
  players: 2,
  state: "running",
  seats: [person("Ann"), person("Bob")],
  host: 0,
  left: [5000, 5000],
  plea: null,
};
const view = { game: "arcane", options: {}, pending: [], players: [{}, {}], winners: null };

let table: Table;
const last = (): string => table.log.at(-1)?.sentences[0]?.text ?? "";

const fetched = globalThis.fetch;
const games = rows.games.map(({ game }) => ({ name: game, bots: [] }));
beforeAll(async () => {
  globalThis.fetch = url =>
    Promise.resolve(
      new Response(JSON.stringify(JSON.stringify(url).includes("rules") ? rows : { games })),
    );
  await openLibrary();
});
afterAll(() => {
  globalThis.fetch = fetched;
});

beforeEach(() => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("document", { ...document, removeEventListener: () => undefined });
  table = new Table("aaaaaaaaaaaaaaaa", null);
  Line.last.onopen();
  hear({ snapshot: { n: 7, seat: null, view, table: card } });
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

it("applies what an entry changes, and says who it was", () => {
  hear({ n: 8, away: 1, why: "left", bot: "easy", table: [["seats.1.away", "left"]] });
  expect(table.seats[1]?.away).toBe("left");
  expect(last()).toContain("Bob");
  hear({
    n: 9,
    rise: 1,
    table: [["seats.1", { kind: "empty", name: null, bot: null, away: null }]],
  });
  expect(table.seats[1]?.kind).toBe("empty");
  expect(last()).toBe("Bob gets up again.");
});

it("knows pleas, hosts and clocks from the table alone", () => {
  const plea = { seat: 0, to: 3, asked: [1], until: 9, granted: [] };
  hear({ n: 8, plea: 0, to: 3, table: [["plea", plea]] });
  expect(table.unanswered).toEqual([1]);
  hear({
    n: 9,
    grant: 1,
    yes: false,
    table: [
      ["plea", null],
      ["left.1", 4000],
    ],
  });
  expect(table.plea).toBeNull();
  expect(table.summary?.left).toEqual([5000, 4000]);
  hear({ n: 10, table: [["host", 1]] });
  expect(table.host).toBe(1);
  expect(last()).toContain("Bob");
});

it("keeps the end, with seed and salt", () => {
  const over = [
    ["state", "over"],
    ["result", [1, 2]],
    ["winners", [1]],
    ["seed", "5eed"],
    ["salt", "5a17"],
  ];
  hear({ n: 8, seat: 0, events: [], set: [], table: over });
  table.hurry();
  expect(table.over).toEqual({ result: [1, 2], winners: [1], seed: "5eed", salt: "5a17" });
});

it("passes over kinds it does not know, whatever they are called", () => {
  for (const [i, kind] of ["constructor", "toString", "__proto__", "dance"].entries())
    Line.last.onmessage({ data: `{"n":${8 + i},"${kind}":0,"table":[["host",${i % 2}]]}` });
  expect(table.host).toBe(1);
  expect(table.log.every(line => typeof line.sentences[0]?.text === "string")).toBe(true);
});
