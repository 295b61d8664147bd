// Whole games through `charlatan engine`, as the first seat sees them.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Happening, View } from "../src/net/types";
import { dice } from "./quacks_engine";

const program = process.env["CHARLATAN"] ?? "../build/release/charlatan";

interface Answer {
  ok: boolean;
  [more: string]: unknown;
}
interface Decision {
  seat: number;
  kind: string;
  actions: string[];
}

/** What the seat sees between two moves. */
export interface Sight {
  view: View;
  ask: string | null;
  events: Happening[];
}

/** Plays at random until `seen` says that it is enough, or the game is over. */
export async function watchGame(
  game: string,
  options: object,
  seed: number,
  seen: (sight: Sight) => boolean,
): Promise<void> {
  const engine = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] }),
    roll = dice(seed);
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const ask = async (request: object): Promise<Answer> => {
    engine.stdin.write(`${JSON.stringify(request)}\n`);
    const answer = JSON.parse(((await lines.next()) as { value: string }).value) as Answer;
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  await ask({ op: "new", game, players: 3, seed, options });
  let events: Happening[] = [];
  for (;;) {
    const decisions = (await ask({ op: "legal" }))["decisions"] as Decision[];
    const view = (await ask({ op: "view", seat: 0 }))["view"] as View;
    const mine = decisions.find(d => d.seat === 0);
    if (seen({ view, ask: mine?.kind ?? null, events }) || decisions.length === 0) break;
    const { seat, actions } = decisions[roll(decisions.length)] as Decision;
    events = (await ask({ op: "apply", seat, action: actions[roll(actions.length)] }))[
      "events"
    ] as Happening[];
  }
  engine.stdin.end();
}
