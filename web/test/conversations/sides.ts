// The two sides of a conversation: the server's code as a native program (tests/conversations/converse.c), and as the
// module of a page under node. Both get the same random bytes and the same clock, so that even ids, tokens and times are
// the same.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import {
  HURRIED,
  startHall,
  type Hall,
  type Question,
  type StoreRequest,
} from "../../src/local/hall";
import { MemoryStore } from "../../src/local/memory_store";
import { StoreError, type LogStore } from "../../src/local/store";
import { Desk } from "../../src/local/desk";
import { Thinker } from "../../src/local/thinker";
import { pause, weightsOf } from "../local_rig";
import { program } from "../native";

export type Command =
  | { do: "ask"; method: string; path: string; token: string; body: string }
  | { do: "dial" }
  | { do: "say"; socket: number; text: string }
  | { do: "hang"; socket: number }
  | { do: "pass"; ms: number }
  | { do: "fail"; n: number };

/** What a command leads to. */
export interface Happened {
  answers: { id: number; status: number; text: string }[];
  /** By socket, in order; null: it was closed. */
  sent: Map<number, (string | null)[]>;
}

export interface Side {
  open(seed: number): Promise<void>;
  run(command: Command): Promise<Happened>;
  end(): void;
}

const nothing = (): Happened => ({ answers: [], sent: new Map() });

function send(happened: Happened, socket: number, text: string | null): void {
  const list = happened.sent.get(socket) ?? [];
  list.push(text);
  happened.sent.set(socket, list);
}

export const ITERATIONS = 48; // of a search, so that a game does not take long

// ---- the native program ----

const wordsOf = (command: Command): (string | number)[] => {
  switch (command.do) {
    case "ask":
      return ["ask", command.method, command.path, command.token, command.body];
    case "dial":
      return ["dial"];
    case "say":
      return ["say", command.socket, command.text];
    case "hang":
      return ["hang", command.socket];
    case "pass":
      return ["pass", command.ms];
    case "fail":
      return ["fail", command.n];
  }
};

export class Native implements Side {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;

  constructor() {
    const path = join(dirname(program), "converse");
    this.child = spawn(path, { stdio: ["pipe", "pipe", "ignore"] });
    this.reader = createInterface({ input: this.child.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  async open(seed: number): Promise<void> {
    await this.talk(["open", seed, ITERATIONS]);
  }

  run(command: Command): Promise<Happened> {
    return this.talk(wordsOf(command));
  }

  private async talk(words: (string | number)[]): Promise<Happened> {
    const happened = nothing();
    this.child.stdin.write(`${words.join("\t")}\n`);
    for (;;) {
      const next = await this.lines.next();
      if (next.done) throw new Error("the native side has ended");
      if (next.value === ".") return happened;
      this.note(happened, next.value);
    }
  }

  /** Bots that had to search do so again: their answers, and the games that they imagined. */
  async think(most: number): Promise<{ answers: number[]; games: number; seconds: number }> {
    const { answers } = await this.talk(["think", most]);
    const numbers = JSON.parse(answers[0]?.text ?? "") as number[];
    const [games = 0, seconds = 0] = numbers.splice(-2);
    return { answers: numbers, games, seconds };
  }

  private note(happened: Happened, line: string): void {
    const [what, number, ...rest] = line.split("\t");
    const id = Number(number);
    if (what === "answer") {
      const [status, ...text] = rest;
      happened.answers.push({ id, status: Number(status), text: text.join("\t") });
    } else send(happened, id, what === "sent" ? rest.join("\t") : null);
  }

  end(): void {
    this.reader.close();
    this.child.stdin.end();
  }
}

// ---- the page ----

/** The numbers of tests/puppet/puppet.c. */
class Luck {
  private state: bigint;

  constructor(seed: number) {
    this.state = BigInt(seed);
  }

  private number(): bigint {
    const mask = (1n << 64n) - 1n;
    this.state = (this.state + 0x9e3779b97f4a7c15n) & mask;
    let x = this.state;
    x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask;
    return x ^ (x >> 31n);
  }

  fill(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Number(this.number() & 0xffn);
  }
}

/** A store whose next transactions can fail. */
class Failing extends MemoryStore {
  fail = 0;

  override append(...list: Parameters<LogStore["append"]>): ReturnType<LogStore["append"]> {
    if (this.fail === 0) return super.append(...list);
    this.fail--;
    return Promise.reject(new StoreError("failed"));
  }

  override probe(): Promise<void> {
    return this.fail ? Promise.reject(new StoreError("failed")) : super.probe();
  }
}

export class Page implements Side {
  private hall!: Hall;
  private store = new Failing();
  private happened = nothing();
  private requests: StoreRequest[] = [];
  private questions: Question[] = [];
  private ids = { request: 0, socket: 0 };
  private closed = new Set<number>();
  private now = 0;
  private thinker: Thinker | null = null;
  /** Hears what bots are asked. */
  onQuestion: (question: Question) => void = () => undefined;

  constructor(
    private readonly code: WebAssembly.Module,
    private readonly iterations = ITERATIONS,
  ) {}

  async open(seed: number): Promise<void> {
    const luck = new Luck(seed);
    const { happened } = this;
    this.now = 1_700_000_000_000;
    this.store = new Failing();
    this.happened = happened;
    this.requests = [];
    this.questions = [];
    this.ids = { request: 0, socket: 0 };
    this.closed = new Set();
    const now = (): number => this.now;
    const host = {
      answer: (id: number, status: number, _type: string, text: string) =>
        void this.happened.answers.push({ id, status, text: text.replaceAll("\n", "\u0001") }),
      send: (socket: number, text: string) => send(this.happened, socket, text),
      closed: (socket: number) => {
        this.closed.add(socket);
        send(this.happened, socket, null);
      },
      store: (request: StoreRequest) => void this.requests.push(request),
      think: (question: Question) => {
        this.onQuestion(question);
        this.questions.push(question);
      },
      random: (bytes: Uint8Array) => luck.fill(bytes),
      log: () => undefined,
      wall: now,
      steady: now,
    };
    this.hall = await startHall(this.code, host, { shots: 5 });
    const idle = { weights: weightsOf, pause, now, progress: () => undefined };
    this.thinker ??= await Thinker.start(this.code, idle);
  }

  private async storeWorks(): Promise<void> {
    for (let request = this.requests.shift(); request; request = this.requests.shift())
      await new Desk(this.store, {
        answered: answer => this.hall.stored(answer),
        trouble: () => undefined,
      }).ask(request);
  }

  private async botsThink(): Promise<void> {
    const answers: [number, number][] = [];
    for (const { job, bytes, ms } of this.questions.splice(0)) {
      const task = { bytes, usual: ms, ms, iterations: ms ? this.iterations : 0 };
      answers.push([job, (await (this.thinker as Thinker).think(task)).answer]);
    }
    for (const [job, answer] of answers)
      this.hall.thought(job, { answer, used: 0, hurried: HURRIED.no });
  }

  private async settle(): Promise<void> {
    do {
      await this.storeWorks();
      await this.botsThink();
    } while (this.requests.length || this.questions.length);
  }

  private async pass(ms: number): Promise<void> {
    for (; ms > 0; ms -= 1000) {
      this.now += Math.min(ms, 1000);
      this.hall.tick();
      await this.settle();
    }
  }

  async run(command: Command): Promise<Happened> {
    this.happened = nothing();
    await this.begin(command);
    await this.settle();
    this.happened.answers.sort((a, b) => a.id - b.id);
    return this.happened;
  }

  private async begin(command: Command): Promise<void> {
    if (command.do === "ask") this.hall.request(++this.ids.request, command);
    else if (command.do === "dial") this.hall.socketOpen(++this.ids.socket);
    else if (command.do === "pass") await this.pass(command.ms);
    else if (command.do === "fail") this.store.fail = command.n;
    else if (this.closed.has(command.socket)) return;
    else if (command.do === "say") this.hall.socketSay(command.socket, command.text);
    else this.hall.socketClose(command.socket);
  }

  end(): void {
    this.store.close();
  }
}
