// The program itself, for tests that hold the engine in the browser against it: records, views, odds, verdicts.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startMachine, type Machine } from "../src/engine/machine";
import type { Thread } from "../src/engine/queue";

export const program = process.env["CHARLATAN"] ?? "../build/release/charlatan";
const maker = join(dirname(program), "make_record");
const most = 1 << 28;

export type Line = { [key: string]: unknown };

/** The engine in WebAssembly; tools/wasm.sh makes it. */
export function machine(): Promise<Machine> {
  return startMachine(
    readFileSync(process.env["CHARLATAN_WASM"] ?? "../build/wasm/charlatan.wasm"),
  );
}

/** The module for reviews, with the nets of both games, in place of a thread. */
export async function weigher(): Promise<() => Thread> {
  const first = await startMachine(readFileSync("../build/wasm/review.wasm"));
  for (const game of ["arcane", "quacks"])
    first.ask(JSON.stringify({ op: "weights", game }), readFileSync(`../bots/net/${game}.net`));
  return () => ({
    ask: async (question, text) => first.ask(JSON.stringify(question), text),
    end: () => undefined,
  });
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Texts of records that `charlatan sim` keeps. */
export function simulate(...args: string[]): string[] {
  return inFolder(folder => {
    execFileSync(program, ["sim", ...args, "--quiet", "--keep-dir", folder, "--threads", "1"], {
      stdio: "pipe",
    });
    return readdirSync(folder)
      .sort()
      .map(name => readFileSync(join(folder, name), "utf8"));
  });
}

/** A record with people, nonces, a fork or no end: tests/make_record.c. */
export function make(...args: string[]): string {
  return execFileSync(maker, args, { encoding: "utf8", maxBuffer: most });
}

/** Many requests to `charlatan engine`, and its answers. */
export function converse(requests: Line[]): Line[] {
  const input = requests.map(r => JSON.stringify(r)).join("\n");
  const out = execFileSync(program, ["engine"], { input, encoding: "utf8", maxBuffer: most });
  return out
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Line);
}

/** What `charlatan verify` says of a text, and whether all is well. */
export function verify(text: string): { ok: boolean; text: string } {
  return inFolder(folder => {
    const file = join(folder, "record.jsonl");
    writeFileSync(file, text);
    const run = spawnSync(program, ["verify", file], { encoding: "utf8" });
    return { ok: run.status === 0, text: run.stdout.trimEnd().slice(file.length + 2) };
  });
}

/** What `charlatan odds --json` says of a position, or null where there are no odds. */
export function odds(position: object, seat: number): Line | null {
  const run = spawnSync(program, ["odds", "--json", "--seat", String(seat)], {
    input: JSON.stringify(position),
    encoding: "utf8",
  });
  return run.status === 0 ? (JSON.parse(run.stdout) as Line) : null;
}

export const linesOf = (record: string): Line[] =>
  record
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as Line);

export const recordOf = (lines: Line[]): string =>
  `${lines.map(line => JSON.stringify(line)).join("\n")}\n`;

/** One position of a record as `charlatan engine` sees it: events of the move, the state, every viewer's view, who decides. */
export interface Position {
  events: Line[];
  state: Line;
  views: Line[];
  spectator: Line;
  decisions: { seat: number; kind: string; actions: string[] }[];
}

/** All positions of a record, played again by `charlatan engine` with the outcomes forced. */
export function positions(record: string): Position[] {
  const [header, ...moves] = linesOf(record),
    players = (header?.["players"] as unknown[]).length;
  const look: Line[] = [
    { op: "state" },
    { op: "view", seat: null },
    { op: "legal" },
    ...Array.from({ length: players }, (_, seat) => ({ op: "view", seat })),
  ];
  const requests: Line[] = [
    { op: "force", chance: header?.["chance"] },
    { op: "new", game: header?.["game"], players, options: header?.["options"], seed: 0 },
    ...look,
  ];
  for (const move of moves.filter(m => "action" in m)) {
    requests.push(
      { op: "force", chance: move["chance"] },
      { op: "apply", seat: move["seat"], action: move["action"] },
      ...look,
    );
  }
  const answers = converse(requests),
    size = look.length + 2,
    all: Position[] = [];
  for (let at = 0; at < answers.length; at += size) {
    const [, did, state, spectator, legal, ...views] = answers.slice(at, at + size);
    all.push({
      events: (did?.["events"] ?? []) as Line[],
      state: state?.["state"] as Line,
      spectator: spectator?.["view"] as Line,
      decisions: legal?.["decisions"] as Position["decisions"],
      views: views.map(v => v["view"] as Line),
    });
  }
  return all;
}
