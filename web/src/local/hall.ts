// The WebAssembly with the server's tables (wasm/hall/): its memory, what it asks of the page, and what the page tells
// it. Nothing in here waits: a call in may call out many times, and what that brings is told in later calls.
import { system } from "../engine/machine";
import type { Append, Outcome, Place, Query, Rows } from "./store";

/** What the module asks of the store, one request at a time (wasm/hall/store.c). */
export type StoreRequest =
  | { append: Append[] }
  | { load: string; from: number }
  | { resume: string; most: number }
  | { list: Query }
  | { due: { now: number; after: Place; limit: number } }
  | { ping: true }
  | { probe: true };

export type StoreAnswer =
  { outcomes: Outcome[] } | Rows | { failed: string } | Record<string, never>;

/** A bot's question. Its bytes are for a module of the same build (wasm/thinking.h). */
export interface Question {
  job: number;
  table: string;
  seat: number;
  bot: string;
  /** For how long it may think; 0: it does not. */
  ms: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Why a bot thought less than usual (enum hurried of match/hurried.h). */
export const HURRIED = { no: 0, busy: 1, budget: 2, failed: 3 } as const;
export type Hurried = (typeof HURRIED)[keyof typeof HURRIED];

export interface Thought {
  /** The number of the answer. */
  answer: number;
  /** For how long it thought, in ms. */
  used: number;
  hurried: Hurried;
}

/** What the module gets from the page. */
export interface HallHost {
  answer(id: number, status: number, type: string, text: string): void;
  send(socket: number, text: string): void;
  closed(socket: number): void;
  store(request: StoreRequest): void;
  think(question: Question): void;
  random(bytes: Uint8Array): void;
  /** Milliseconds since 1970, and by a clock that is never set. */
  wall(): number;
  steady(): number;
  /** A line for operators. 0: an error, 1: a warning, 2: for information. */
  log(level: number, text: string): void;
}

export interface Asking {
  method: string;
  /** With its arguments. */
  path: string;
  token: string;
  body: string;
}

export interface Hall {
  request(id: number, asking: Asking): void;
  socketOpen(socket: number): void;
  socketSay(socket: number, text: string): void;
  socketClose(socket: number): void;
  /** Lets time pass. Returns after how many ms, at most, to call it again. */
  tick(): number;
  /** Answers the last request to the store. */
  stored(answer: StoreAnswer): void;
  /** Another page has appended to a match. */
  changed(match: string, entries: number): void;
  thought(job: number, thought: Thought): void;
}

export interface HallOptions {
  /** All luck follows from this text, for tests. */
  luck?: string;
  /** A snapshot is stored after so many entries; usually 256. */
  shots?: number;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  take(bytes: number): number;
  open(luck: number, n: number, shots: number): void;
  request(id: number, at: number, n: number): void;
  socket_open(socket: number): void;
  socket_say(socket: number, at: number, n: number): void;
  socket_close(socket: number): void;
  tick(): number;
  stored(at: number, n: number): void;
  changed(at: number, n: number, entries: number): void;
  thought(job: number, answer: number, used: number, hurried: number): void;
}

/** Reads and writes the memory of a module. */
class Memory {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  exports!: Pick<Exports, "memory" | "take">;

  bytes(at: number, n: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer, at >>> 0, n);
  }

  text(at: number, n: number): string {
    return this.decoder.decode(this.bytes(at, n));
  }

  /** Puts a text there. Returns where it is and its length in bytes. */
  put(text: string): [at: number, n: number] {
    const bytes = this.encoder.encode(text),
      at = this.exports.take(bytes.length) >>> 0;
    if (at === 0) throw new Error("the tables have no memory left");
    this.bytes(at, bytes.length).set(bytes);
    return [at, bytes.length];
  }
}

/** A newline would end a part of a request (wasm/hall/transport.c). */
const line = (text: string): string => text.replaceAll("\n", " ");

type Import = (...numbers: number[]) => number | undefined;

function importsOf(memory: Memory, host: HallHost): Record<string, Import> {
  const hear = (call: (...numbers: number[]) => void): Import => {
    return (...numbers) => {
      call(...numbers);
      return undefined;
    };
  };
  return {
    answer: hear((id = 0, status = 0, type = 0, typeN = 0, text = 0, n = 0) =>
      host.answer(id >>> 0, status, memory.text(type, typeN), memory.text(text, n)),
    ),
    send: hear((socket = 0, text = 0, n = 0) => host.send(socket >>> 0, memory.text(text, n))),
    closed: hear((socket = 0) => host.closed(socket >>> 0)),
    store: hear((text = 0, n = 0) => host.store(JSON.parse(memory.text(text, n)) as StoreRequest)),
    think: hear(
      (job = 0, table = 0, tableN = 0, seat = 0, bot = 0, botN = 0, ms = 0, at = 0, n = 0) =>
        host.think({
          job,
          table: memory.text(table, tableN),
          seat,
          bot: memory.text(bot, botN),
          ms,
          bytes: memory.bytes(at, n).slice(),
        }),
    ),
    random: hear((at = 0, n = 0) => host.random(memory.bytes(at, n))),
    log: hear((level = 0, text = 0, n = 0) => host.log(level, memory.text(text, n))),
    wall: () => Math.floor(host.wall()),
    steady: () => Math.floor(host.steady()),
  };
}

export async function startHall(
  code: WebAssembly.Module,
  host: HallHost,
  { luck = "", shots = 0 }: HallOptions = {},
): Promise<Hall> {
  const memory = new Memory();
  const instance = await WebAssembly.instantiate(code, {
    host: importsOf(memory, host),
    wasi_snapshot_preview1: system(() => memory.exports.memory),
  });
  const wasm = instance.exports as unknown as Exports;
  memory.exports = wasm;
  wasm._initialize();
  wasm.open(...memory.put(luck), shots);
  return {
    request: (id, { method, path, token, body }) => {
      const head = [method, path, token].map(line).join("\n");
      wasm.request(id, ...memory.put(`${head}\n${body}`));
    },
    socketOpen: socket => wasm.socket_open(socket),
    socketSay: (socket, text) => wasm.socket_say(socket, ...memory.put(text)),
    socketClose: socket => wasm.socket_close(socket),
    tick: () => wasm.tick(),
    stored: answer => wasm.stored(...memory.put(JSON.stringify(answer))),
    changed: (match, entries) => wasm.changed(...memory.put(match), entries),
    thought: (job, { answer, used, hurried }) =>
      wasm.thought(job, answer, Math.round(used), hurried),
  };
}
