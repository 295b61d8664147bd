// Games of the Quacks driven through `charlatan engine`, for tests that compare the client with the rules.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Happening } from "../src/net/types";
import type { QuacksView } from "../src/games/quacks/view";

const program = process.env["CHARLATAN"] ?? "../build/release/charlatan";

export interface Move {
  seat: number;
  action: string;
  actions: string[];
  events: Happening[];
  before: QuacksView;
  after: QuacksView;
}

interface Answer {
  ok: boolean;
  error?: { message: string };
  [more: string]: unknown;
}
interface Decision {
  seat: number;
  actions: string[];
}

export class Engine {
  private readonly process = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  private readonly lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();

  async ask(request: object): Promise<Answer> {
    this.process.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = (await this.lines.next()) as { value: string };
    const answer = JSON.parse(value) as Answer;
    if (!answer.ok) throw new Error(answer.error?.message ?? value);
    return answer;
  }
  async view(): Promise<QuacksView> {
    return (await this.ask({ op: "state" }))["state"] as QuacksView;
  }
  end(): void {
    this.process.stdin.end();
  }
}

/** Small, even and the same everywhere. */
export function dice(seed: number): (n: number) => number {
  let state = seed * 2654435761 + 1;
  return n => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Whoever stops at once sees nothing of the game: mostly the answer is another one. */
function choose(actions: string[], roll: (n: number) => number): string {
  const lively = actions.filter(a => a !== "stop" && a !== "buy done" && a !== "rubies done");
  const list = lively.length > 0 && roll(6) > 0 ? lively : actions;
  return list[roll(list.length)] as string;
}

/** Plays one game at random, and tells of each move. */
export async function playGame(
  players: number,
  options: object,
  seed: number,
  seen: (move: Move) => void,
): Promise<QuacksView> {
  const engine = new Engine(),
    roll = dice(seed);
  await engine.ask({ op: "new", game: "quacks", players, seed, options });
  let before = await engine.view();
  while (before.phase !== "over") {
    const decisions = (await engine.ask({ op: "legal" }))["decisions"] as Decision[];
    const { seat, actions } = decisions[roll(decisions.length)] as Decision;
    const action = choose(actions, roll);
    const events = (await engine.ask({ op: "apply", seat, action }))["events"] as Happening[];
    const after = await engine.view();
    seen({ seat, action, actions, events, before, after });
    before = after;
  }
  engine.end();
  return before;
}
