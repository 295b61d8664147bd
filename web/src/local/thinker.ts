// One bot at a time, thinking in slices in a module of its own (wasm/thinking.c). Between two slices the thread looks at
// its messages, so that a bot can be hurried; the slices change nothing about its answer.
import { system } from "../engine/machine";
import { HURRIED, type Hurried, type Thought } from "./hall";

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  take(bytes: number): number;
  weights(game: number, gameN: number, at: number, n: number): number;
  think_begin(at: number, n: number, ms: number, iterations: number, quick: number): number;
  think_on(ms: number): number;
  think_games(): number;
  think_end(): number;
}

/** What think_begin returns. */
const ANSWERED = 0,
  THINKS = 1,
  NEEDS_WEIGHTS = 2;

const SLICE = 12; // ms between two looks at messages, usually
const ENOUGH = 3 / 4; // of the usual time: a quarter less makes no difference that anybody could notice

export interface ThinkerHost {
  /** The weights of a game; rejects if they cannot be fetched. */
  weights(game: string): Promise<Uint8Array>;
  /** Lets messages in. */
  pause(): Promise<void>;
  now(): number;
  /** Games imagined so far. */
  progress(games: number): void;
  /** Milliseconds between two pauses; 0: as few games as possible. */
  slice?: number;
}

export interface Task {
  bytes: Uint8Array;
  /** For how long it usually thinks, and may think now; 0: it does not think. */
  usual: number;
  ms: number;
  /** As many games, without a time limit, for tests and measurements. */
  iterations?: number;
}

/** Why a bot thought less than usual, if it did. */
const hurriedBy = (usual: number, used: number, cut: boolean): Hurried =>
  cut && used < usual * ENOUGH ? HURRIED.busy : HURRIED.no;

export class Thinker {
  private hurried = false;

  private constructor(
    private readonly wasm: Exports,
    private readonly host: ThinkerHost,
  ) {}

  static async start(code: WebAssembly.Module, host: ThinkerHost): Promise<Thinker> {
    const started: { wasm?: Exports } = {};
    const silent = (): number => 0;
    const names = ["answer", "send", "closed", "store", "think", "random", "log", "wall", "steady"];
    const { exports } = await WebAssembly.instantiate(code, {
      host: Object.fromEntries(names.map(name => [name, silent])),
      wasi_snapshot_preview1: system(() => (started.wasm as Exports).memory),
    });
    const wasm = (started.wasm = exports as unknown as Exports);
    wasm._initialize();
    return new Thinker(wasm, host);
  }

  private put(bytes: Uint8Array): [at: number, n: number] {
    const at = this.wasm.take(bytes.length) >>> 0;
    if (at === 0) throw new Error("the bot has no memory left");
    new Uint8Array(this.wasm.memory.buffer).set(bytes, at);
    return [at, bytes.length];
  }

  /** The name of the game stands first in a question. */
  private gameOf(bytes: Uint8Array): string {
    const name = bytes.subarray(0, 16);
    return new TextDecoder().decode(name.subarray(0, name.indexOf(0)));
  }

  /** Returns false if the weights cannot be had. */
  private async weigh(game: string): Promise<boolean> {
    const bytes = await this.host.weights(game).catch(() => null);
    if (!bytes) return false;
    const name = new TextEncoder().encode(game);
    return this.wasm.weights(...this.put(name), ...this.put(bytes)) === 0;
  }

  private begin({ bytes, ms, iterations = 0 }: Task, quick: boolean): number {
    return this.wasm.think_begin(...this.put(bytes), ms, iterations, Number(quick));
  }

  /** Lets the bot that is thinking answer with what it has. */
  hurry(): void {
    this.hurried = true;
  }

  private atOnce(task: Task, why: Hurried): Thought {
    this.begin(task, true);
    return { answer: this.wasm.think_end(), used: 0, hurried: why };
  }

  async think(task: Task): Promise<Thought> {
    this.hurried = false;
    let begun = this.begin(task, false);
    if (begun === NEEDS_WEIGHTS) {
      if (!(await this.weigh(this.gameOf(task.bytes)))) return this.atOnce(task, HURRIED.failed);
      begun = this.begin(task, false);
    }
    if (begun === ANSWERED) return { answer: this.wasm.think_end(), used: 0, hurried: HURRIED.no };
    if (begun !== THINKS) throw new Error("the bot does not understand the question");
    return this.search(task);
  }

  private async search({ usual, ms }: Task): Promise<Thought> {
    const began = this.host.now();
    while (!this.hurried && this.wasm.think_on(this.host.slice ?? SLICE) !== 0) {
      this.host.progress(this.wasm.think_games());
      await this.host.pause();
    }
    const used = this.host.now() - began,
      cut = this.hurried || (ms < usual && used >= ms);
    this.host.progress(this.wasm.think_games());
    return { answer: this.wasm.think_end(), used, hurried: hurriedBy(usual, used, cut) };
  }
}
