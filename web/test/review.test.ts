// Reviews in the browser against the program: the same figures, from any number of threads; and the pure parts of the page.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { startMachine, type Machine } from "../src/engine/machine";
import type { Thread } from "../src/engine/queue";
import { startCrew, type Told } from "../src/review/crew";
import type { Review } from "../src/review/types";
import { make, program } from "./native";

vi.setConfig({ testTimeout: 60_000 });

const machine = (): Promise<Machine> => startMachine(readFileSync("../build/wasm/review.wasm"));

/** The same machine without a thread. */
function inProcess(game: string): Thread {
  const engine = machine();
  return {
    ask: async (question, text) => {
      const bytes = question.op === "weights" ? readFileSync(`../bots/learned/${game}.net`) : text;
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
  expect(told.length).toBeGreaterThan(0);
  const step = review.decisions[0]?.steps[0];
  expect(await crew.best(step?.action ?? 0)).toHaveProperty("players");
  await expect(crew.best(100_000)).rejects.toMatchObject({ code: "bad-request" });
  crew.end();
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
