// The WebAssembly itself: its memory, the few system calls that its C library makes, and one
// question at a time.

export interface EngineRefusal {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly values?: readonly string[];
  readonly rule?: string;
  readonly line?: number;
}

/** A question: `op` and its members (wasm/ask.c). */
export interface EngineQuestion {
  readonly op: string;
  readonly [member: string]: unknown;
}

export type EngineAnswer =
  | { readonly ok: true; readonly [member: string]: unknown }
  | { readonly ok: false; readonly error: EngineRefusal };

export interface Machine {
  /**
   * Asks a question as JSON; `more` is a record's text or bytes, if the question needs them. Throws
   * if the machine has stopped for good.
   */
  ask(question: string, more?: string | Uint8Array): EngineAnswer;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  alloc(bytes: number): number;
  ask(at: number, bytes: number): number;
  answer(): number;
}

const NO_SUCH_FILE = 8,
  NANOSECONDS = 1_000_000;

/** What the C library of a module needs. There are no files here; only the clock works. */
export function system(
  memory: () => WebAssembly.Memory,
): Record<string, (...args: never[]) => number> {
  return {
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      const now = BigInt(Math.round(performance.now() * NANOSECONDS));
      new DataView(memory().buffer).setBigUint64(at, now, true);
      return 0;
    },
    fd_write: () => NO_SUCH_FILE,
    fd_seek: () => NO_SUCH_FILE,
    fd_close: () => NO_SUCH_FILE,
    proc_exit: (status: number) => {
      throw new Error(`the engine has ended with status ${status}`);
    },
  };
}

function put(engine: Exports, bytes: Uint8Array): number {
  const at = engine.alloc(bytes.length) >>> 0;
  if (at === 0) throw new Error("the engine has no memory left");
  new Uint8Array(engine.memory.buffer).set(bytes, at);
  return at;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

export async function startMachine(code: BufferSource): Promise<Machine> {
  const started: { engine?: Exports } = {};
  const memory = (): WebAssembly.Memory => {
    if (!started.engine) throw new Error("the engine has not been started");
    return started.engine.memory;
  };
  const { instance } = await WebAssembly.instantiate(code, {
    wasi_snapshot_preview1: system(memory),
  });
  const engine = instance.exports as unknown as Exports;
  started.engine = engine;
  engine._initialize();
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();
  return {
    ask(question, more = "") {
      const bytes =
        typeof more === "string"
          ? encoder.encode(more ? `${question}\n${more}` : question)
          : joined(encoder.encode(`${question}\n`), more);
      const length = engine.ask(put(engine, bytes), bytes.length) >>> 0;
      const answer = new Uint8Array(engine.memory.buffer, engine.answer() >>> 0, length);
      return JSON.parse(decoder.decode(answer)) as EngineAnswer;
    },
  };
}
