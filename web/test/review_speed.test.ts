// How long reviews take in a browser: its cores are used and share the work; and the seconds of the processor that whole
// games need in WebAssembly (SPEED=1 npx vitest run test/review_speed.test.ts), alone and on two cores.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startMachine, type EngineQuestion } from "../src/engine/machine";
import type { Thread } from "../src/engine/queue";
import { samplesOf, startCrew, usualThreads } from "../src/review/crew";
import { program } from "./native";

const measured = process.env["SPEED"] !== undefined;

afterEach(() => void vi.unstubAllGlobals());

it("two cores are both used; of more, one is left alone", () => {
  const threads = [1, 2, 4, 16, undefined].map(hardwareConcurrency => {
    vi.stubGlobal("navigator", { hardwareConcurrency });
    return usualThreads();
  });
  expect(threads).toEqual([1, 2, 3, 4, 2]);
});

/** A thread that needs a moment for each position, and counts them. */
function counting(weighed: number[]): Thread {
  const own = weighed.push(0) - 1;
  return {
    ask: async question => {
      if (question.op === "open") return { ok: true, positions: 40 };
      if (question.op !== "weigh") return { ok: true, review: {} };
      weighed[own] = (weighed[own] ?? 0) + 1;
      await new Promise(resolve => setTimeout(resolve, 1));
      return { ok: true, found: "" };
    },
    end: () => undefined,
  };
}

it("threads take positions as they are free, until there are none", async () => {
  const weighed: number[] = [];
  await startCrew(
    "",
    "arcane",
    () => undefined,
    () => counting(weighed),
    2,
  ).done;
  expect(weighed.reduce((a, b) => a + b)).toBe(40);
  expect(Math.min(...weighed)).toBeGreaterThan(10);
});

/** A game between bots, as a record. */
function recordOf(game: string, players: number): string {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-"));
  const bots = Array.from({ length: players }, (_, i) => (i % 2 ? "greedy" : "net")).join();
  const keep = ["--games", "1", "--seed", "5", "--keep", "1", "--keep-dir", folder, "--quiet"];
  execFileSync(program, ["sim", game, "--bots", bots, ...keep]);
  const text = readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

/** The seconds of the processor for opening a record, and for each of its positions. */
async function secondsOf(game: "arcane" | "quacks", record: string): Promise<number[]> {
  const engine = await startMachine(readFileSync("../build/wasm/review.wasm"));
  const net = readFileSync(`../bots/net/${game}.net`);
  const timed = (question: EngineQuestion, text?: string | Uint8Array<ArrayBuffer>) => {
    const began = process.cpuUsage(),
      answer = engine.ask(JSON.stringify(question), text),
      { user, system } = process.cpuUsage(began);
    expect(answer.ok).toBe(true);
    return { answer, seconds: (user + system) / 1e6 };
  };
  timed({ op: "weights", game }, new Uint8Array(net));
  const wish = { op: "open", seat: null, seed: 1, samples: samplesOf(game) };
  const opened = timed(wish, record);
  const positions = (opened.answer as unknown as { positions: number }).positions;
  const each = Array.from({ length: positions }, (_, position) => timed({ op: "weigh", position }));
  return [opened.seconds, ...each.map(one => one.seconds)];
}

/** When two threads are done that take one position after another. Each opens the record. */
function onTwo([open = 0, ...positions]: number[]): number {
  const busy: [number, number] = [open, open];
  for (const seconds of positions) busy[busy[0] <= busy[1] ? 0 : 1] += seconds;
  return Math.max(...busy);
}

it.skipIf(!measured).each([
  ["arcane", 2],
  ["arcane", 3],
  ["arcane", 6],
  ["quacks", 2],
  ["quacks", 4],
] as const)(
  "a whole game of %s with %i players",
  async (game, players) => {
    const record = recordOf(game, players);
    const seconds = await secondsOf(game, record);
    const all = seconds.reduce((a, b) => a + b),
      first = (seconds[0] ?? 0) + (seconds[1] ?? 0);
    console.log(
      `${game}, ${players} players, ${record.split("\n").length - 3} actions: ${all.toFixed(1)} s of one core, ` +
        `${onTwo(seconds).toFixed(1)} s on two, first marks after ${first.toFixed(2)} s`,
    );
  },
  900_000,
);
