// Bots in WebAssembly, in slices: with relaxed SIMD, with SIMD and without, as many games lead to the same answer. conversations.test.ts
// compares them with the native program.
import { expect, it } from "vitest";
import type { Question } from "../src/local/hall";
import { Thinker, type Task } from "../src/local/thinker";
import { Page } from "./conversations/sides";
import { codeOf, weightsOf, withRelaxed } from "./local_rig";

/** Questions of bots that search, as they come up in a game. */
async function questions(game: string, most: number, options = {}): Promise<Question[]> {
  const page = new Page(codeOf(), 8),
    found: Question[] = [];
  page.onQuestion = question => void found.push(question);
  await page.open(1);
  const body = JSON.stringify({ game, seats: ["me", "master", "master"], options });
  const ask = { do: "ask", method: "POST", path: "/api/tables", token: "", body } as const;
  const { answers } = await page.run(ask);
  const { table, token } = JSON.parse(answers[0]?.text ?? "") as {
    table: { id: string };
    token: string;
  };
  await page.run({ do: "dial" });
  let say: object = { hello: { api: 2, table: table.id, token } };
  for (let id = 1; found.length < most; id++) {
    const { sent } = await page.run({ do: "say", socket: 1, text: JSON.stringify(say) });
    const text = sent.get(1)?.find(one => one?.startsWith('{"ask"'));
    const asked = (JSON.parse(text ?? "") as { ask: { n: number; actions: string[] } }).ask;
    say = { id, n: asked.n, do: asked.actions[0] };
  }
  return found.slice(0, most);
}

/** A thinker that pauses after every slice; `slices` counts them. */
async function start(
  module: string,
  slice: number,
): Promise<{ thinker: Thinker; slices: () => number }> {
  let slices = 0;
  const host = {
    slice,
    weights: weightsOf,
    pause: async () => void slices++,
    now: () => 0,
    progress: () => undefined,
  };
  return { thinker: await Thinker.start(codeOf(module), host), slices: () => slices };
}

it("the same games lead to the same answers", async () => {
  const asked = [
    ...(await questions("quacks", 3)),
    ...(await questions("arcane", 3)),
    // Its numbers are known to the tables alone, and go with the question.
    ...(await questions("quacks", 2, { numbers: { explosion: { limit: 9 } } })),
  ];
  const [simd, ...others] = await Promise.all([
    start("hall", 0),
    start("hall_plain", 1e6),
    ...(withRelaxed() ? [start("hall_relaxed", 1e6)] : []),
  ]);
  for (const { bytes, ms } of asked) {
    const task: Task = { bytes, usual: ms, ms, iterations: 400 };
    const { answer } = await simd.thinker.think(task);
    for (const { thinker } of others) expect((await thinker.think(task)).answer).toBe(answer);
  }
  expect(simd.slices()).toBeGreaterThan(3 * asked.length);
  expect(others.map(({ slices }) => slices())).toEqual(others.map(() => 0));
});
