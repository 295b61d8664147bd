// How fast bots search in WebAssembly, as a share of the native program (SPEED=1 npx vitest run test/speed.test.ts), with
// relaxed SIMD, with SIMD and without; and that they find the same answers. Only the last is part of `make test`.
import { expect, it } from "vitest";
import type { Question } from "../src/local/hall";
import { Thinker } from "../src/local/thinker";
import { Native, Page, type Command, type Happened } from "./conversations/sides";
import { codeOf, weightsOf, withRelaxed } from "./local_rig";

const measured = process.env["SPEED"] !== undefined,
  GAMES = measured ? 6000 : 300, // simulated for one answer
  JOBS = 16, // of converse.c
  ROUNDS = measured ? 5 : 1, // between two looks at the clock, which takes long itself
  WARM = 4000, // ms, in which the code is compiled well
  SECONDS = 4; // of the processor

/** Both sides play a game with bots that search, until they were asked often enough. */
async function questions(game: string, native: Native): Promise<Question[]> {
  const page = new Page(codeOf()),
    found: Question[] = [];
  page.onQuestion = question => question.ms > 0 && found.push(question);
  const run = async (command: Command): Promise<Happened> => {
    await native.run(command);
    return page.run(command);
  };
  await Promise.all([native.open(1), page.open(1)]);
  const body = JSON.stringify({ game, seats: ["me", "master", "master", "master"] });
  const ask = { do: "ask", method: "POST", path: "/api/tables", token: "", body } as const;
  const { answers } = await run(ask);
  const seat = JSON.parse(answers[0]?.text ?? "") as { table: { id: string }; token: string };
  await run({ do: "dial" });
  let say: object = { hello: { api: 2, table: seat.table.id, token: seat.token } };
  for (let id = 1; found.length < JOBS; id++) {
    const { sent } = await run({ do: "say", socket: 1, text: JSON.stringify(say) });
    const text = sent.get(1)?.find(one => one?.startsWith('{"ask"'));
    const asked = (JSON.parse(text ?? "") as { ask: { n: number; actions: string[] } }).ask;
    say = { id, n: asked.n, do: asked.actions[0] };
  }
  return found.slice(0, JOBS);
}

interface Speed {
  answers: number[];
  /** Games a second. */
  rate: number;
}

/** Searches again and again, for some seconds if the speed is measured, after some to warm up. */
async function rateOf(
  all: () => Promise<{ answers: number[]; games: number; seconds: number }>,
): Promise<Speed> {
  const sum = { games: 0, seconds: 0 };
  let { answers } = await all();
  for (let warm = Date.now(); measured && Date.now() - warm < WARM;) await all();
  do {
    const one = await all();
    answers = one.answers;
    sum.games += one.games;
    sum.seconds += one.seconds;
  } while (measured && sum.seconds < SECONDS);
  return { answers, rate: sum.games / sum.seconds };
}

async function think(module: string, asked: Question[]): Promise<Speed> {
  let games = 0;
  const host = {
    weights: weightsOf,
    pause: () => Promise.resolve(),
    now: () => 0,
    progress: (so: number) => void (games = so),
  };
  const thinker = await Thinker.start(codeOf(module), host);
  return rateOf(async () => {
    const began = process.cpuUsage(),
      answers: number[] = [];
    let sum = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const { bytes, ms } of asked) {
        answers.push((await thinker.think({ bytes, usual: ms, ms, iterations: GAMES })).answer);
        sum += games;
      }
    const { user, system } = process.cpuUsage(began);
    return { answers: answers.slice(-asked.length), games: sum, seconds: (user + system) / 1e6 };
  });
}

it.each(["quacks", "arcane"])(
  "searches of %s in WebAssembly find what the native program finds",
  async game => {
    const native = new Native();
    const asked = await questions(game, native);
    const own = await rateOf(() => native.think(GAMES)),
      simd = await think("hall", asked),
      plain = await think("hall_plain", asked),
      relaxed = withRelaxed() ? await think("hall_relaxed", asked) : simd;
    native.end();
    for (const { answers } of [simd, plain, relaxed]) expect(answers).toEqual(own.answers);
    const told = ({ rate }: Speed): string =>
      `${rate.toFixed(0)} (${(rate / own.rate).toFixed(2)})`;
    if (measured)
      console.log(
        `${game}: ${own.rate.toFixed(0)} games a second, with relaxed SIMD ${told(relaxed)}, with SIMD ${told(simd)}, without ${told(plain)}`,
      );
  },
  600_000,
);
