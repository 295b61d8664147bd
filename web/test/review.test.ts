// Reviews in the browser against the program: the same figures, from any number of threads; and the pure parts of the page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startMachine, type Machine } from "../src/engine/machine";
import type { Thread } from "../src/engine/queue";
import type { View } from "../src/net/types";
import { startCrew, viewAfter, type Told } from "../src/review/crew";
import { chancesOf, faultsOf, faultBeside, fortunesOf } from "../src/review/faults";
import { noteOf, tallyOf } from "../src/review/tally";
import type { Decision, Review, ReviewStep } from "../src/review/types";
import { make, program } from "./native";

vi.setConfig({ testTimeout: 60_000 });

const machine = (): Promise<Machine> => startMachine(readFileSync("../build/wasm/review.wasm"));

/** The same machine without a thread. */
function inProcess(game: string): Thread {
  const engine = machine();
  return {
    ask: async (question, text) => {
      const bytes = question.op === "weights" ? readFileSync(`../bots/net/${game}.net`) : text;
      return (await engine).ask(JSON.stringify(question), bytes);
    },
    end: () => undefined,
  };
}

/** What `charlatan review --json` says of a record. */
function native(record: string): Review {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-")),
    file = join(folder, "record.jsonl");
  writeFileSync(file, record);
  const args = ["review", file, "--json", "--samples", "16"];
  const out = execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  rmSync(folder, { recursive: true });
  return JSON.parse(out) as Review;
}

/** A record up to its first moves. */
const beginning = (record: string, moves: number): string =>
  `${record
    .split("\n")
    .slice(0, moves + 1)
    .join("\n")}\n`;

it.each([
  ["arcane", make("arcane", "2", "3"), 12, 1],
  ["quacks", make("quacks", "2", "3"), 60, 2],
] as const)("%s is reviewed as the program does", async (game, record, moves, threads) => {
  const part = beginning(record, moves);
  const told: Told[] = [];
  const crew = startCrew(
    part,
    game,
    t => told.push(t),
    () => inProcess(game),
    threads,
    16,
  );
  const review = await crew.done;
  expect(review).toEqual(native(part));
  expect(review.decisions.length).toBeGreaterThan(1);
  // Of two threads in one process, the first may have nothing to do, and then it tells nothing.
  if (threads === 1) expect(told[0]?.done).toBe(1);
  const step = review.decisions[0]?.steps[0];
  const after = (answer = ""): Promise<View> =>
    viewAfter(part, step?.action ?? 0, answer, () => inProcess(game));
  expect((await after(step?.best)).players).toHaveLength(2);
  await expect(after("nonsense")).rejects.toMatchObject({ code: "bad-request" });
});

it("refuses what is no record, and nets of other games", async () => {
  const broken = startCrew(
    "{}\n",
    "quacks",
    () => undefined,
    () => inProcess("quacks"),
    1,
  );
  await expect(broken.done).rejects.toMatchObject({ code: "bad-record" });
  const wrong = startCrew(
    make("arcane", "2", "3"),
    "arcane",
    () => undefined,
    () => inProcess("quacks"),
    1,
  );
  await expect(wrong.done).rejects.toMatchObject({ reason: undefined, code: "bad-request" });
});

it("can be stopped", async () => {
  const crew = startCrew(
    make("quacks", "2", "3"),
    "quacks",
    () => undefined,
    () => inProcess("quacks"),
    1,
  );
  crew.end();
  await expect(crew.done).rejects.toMatchObject({ code: "cancelled" });
});

const step = (action: number, before: number, after: number, best = "stop"): ReviewStep => ({
  action,
  question: "brew",
  chosen: "draw",
  best,
  before,
  after,
  loss: before - after,
  error: 0.01,
  luck: 0,
  others: 0,
});
const decision = (seat: number, mark: Decision["mark"], ...steps: ReviewStep[]): Decision => ({
  seat,
  mark,
  loss: 0,
  error: 0,
  called: 0,
  chance: "even",
  luck: 0,
  luck_error: 0,
  steps,
});
const small: Review = {
  game: "quacks",
  players: 2,
  actions: 10,
  finished: true,
  samples: 16,
  seats: [0, 1].map(seat => ({
    seat,
    start: 0.5,
    luck: 0,
    skill: 0,
    result: 1 - seat,
    error: 0,
    decisions: 2,
    fine: 1,
    doubtful: 0,
    mistake: 1,
    blunder: 0,
    lucky: 0,
    unlucky: 0,
  })),
  decisions: [
    { ...decision(0, "mistake", step(2, 0.6, 0.58), step(3, 0.7, 0.6)), called: 0.11 },
    decision(1, "fine", step(4, 0.4, 0.4, "draw")),
    { ...decision(1, "blunder", step(6, 0.5, 0.3)), called: 0.2 },
  ],
};

it("draws the chances of each seat from its start to its result", () => {
  expect(chancesOf(small)).toEqual([
    [
      { n: 0, share: 0.5 },
      { n: 1, share: 0.6 },
      { n: 2, share: 0.58 },
      { n: 2, share: 0.7 },
      { n: 3, share: 0.6 },
      { n: 10, share: 1 },
    ],
    [
      { n: 0, share: 0.5 },
      { n: 3, share: 0.4 },
      { n: 4, share: 0.4 },
      { n: 5, share: 0.5 },
      { n: 6, share: 0.3 },
      { n: 10, share: 0 },
    ],
  ]);
});

it("finds the faults of one seat or of all, and the next from any move", () => {
  const all = faultsOf(small, null);
  expect(all.map(f => [f.seat, f.mark, f.n])).toEqual([
    [0, "mistake", 2],
    [1, "blunder", 5],
  ]);
  // A decision is called for what all of its answers lost.
  expect(all.map(f => f.lost)).toEqual([11, 20]);
  expect(faultsOf(small, 1)).toHaveLength(1);
  expect(faultBeside(all, 0, true)?.n).toBe(2);
  expect(faultBeside(all, 2, true)?.n).toBe(5);
  expect(faultBeside(all, 5, true)).toBeUndefined();
  expect(faultBeside(all, 5, false)?.n).toBe(2);
});

it("finds luck where chance did most, and what it led to", () => {
  const lucky = (luck: number, chance: Decision["chance"], ...lucks: number[]): Decision => ({
    ...decision(0, "fine", ...lucks.map((own, i) => ({ ...step(3 + i, 0.5, 0.5), luck: own }))),
    chance,
    luck,
  });
  const decisions = [
    lucky(0.01, "even", 0.01),
    lucky(0.12, "lucky", -0.03, 0.1, 0.05),
    lucky(-0.2, "unlucky", 0.05, -0.05, -0.2),
  ];
  const told = fortunesOf({ ...small, decisions }, null);
  expect(told.map(f => [f.chance, f.n])).toEqual([
    ["lucky", 4],
    ["unlucky", 5],
  ]);
  expect(told.map(f => f.share)).toEqual([0.6, 0.3]);
  expect(fortunesOf({ ...small, decisions }, 1)).toEqual([]);
});

it("sums up what reviews of many games say of me", () => {
  const note = noteOf(small, 0);
  expect(note?.by.drawing?.[0]).toBe(2);
  expect(note?.by.drawing?.[1]).toBeCloseTo(0.12);
  expect(noteOf(small, 5)).toBeNull();
  const tally = tallyOf(note ? [note, { ...note, luck: 0.4 }] : []);
  expect(tally).toMatchObject({ games: 2, luck: 0.2, by: [{ kind: "drawing", decisions: 4 }] });
  expect(tally.by[0]?.loss).toBeCloseTo(0.06);
  expect(tallyOf([])).toMatchObject({ games: 0, luck: 0, by: [] });
});
