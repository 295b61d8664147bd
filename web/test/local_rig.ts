// Tables of a page under node: the module with a store in memory and bots in this thread.
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import type { BotThread, FromBot } from "../src/local/bots";
import { makeHall, type LocalHall, type TableLine, type Wire } from "../src/local/client";
import type { HallOptions } from "../src/local/hall";
import { usable } from "../src/local/halls";
import { MemoryStore } from "../src/local/memory_store";
import type { FromHall } from "../src/local/messages";
import type { LogStore } from "../src/local/store";
import { Tables } from "../src/local/tables";
import { Thinker, type ThinkerHost } from "../src/local/thinker";

const folder = process.env["CHARLATAN_WASM_FOLDER"] ?? "../build/wasm";

/** Whether node runs relaxed SIMD: from version 20 on, which has it behind a flag. */
export function withRelaxed(): boolean {
  if (parseInt(process.versions.node) < 20) return false;
  setFlagsFromString("--experimental-wasm-relaxed-simd");
  return usable().includes("hall_relaxed");
}

/** The module with SIMD, or another form of it. */
export const codeOf = (name = "hall"): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));

export const weightsOf = async (game: string): Promise<Uint8Array> =>
  readFileSync(`../bots/net/${game}.net`);

export const pause = (): Promise<void> => new Promise(done => setImmediate(done));

/** A bot's thread that is none. */
export function botHere(how: Partial<ThinkerHost> = {}): BotThread {
  let tell: (message: FromBot) => void = () => undefined,
    thinker: Promise<Thinker> | null = null;
  const say = (message: FromBot): void => tell(message);
  const host: ThinkerHost = {
    weights: weightsOf,
    pause,
    now: () => performance.now(),
    progress: games => say({ is: "progress", games }),
    ...how,
  };
  return {
    listen: listener => (tell = listener),
    end: () => (tell = () => undefined),
    post: message => {
      if (message.do === "load") thinker = Thinker.start(message.code, host);
      else if (message.do === "hurry") void thinker?.then(one => one.hurry());
      else
        thinker
          ?.then(one => one.think(message.task))
          .then(thought => say({ is: "thought", thought }))
          .catch((why: unknown) => say({ is: "broken", why: String(why) }));
    },
  };
}

export interface Rig {
  hall: LocalHall;
  /** What the page was told. */
  told: FromHall[];
  ask(path: string, body?: object, token?: string): Promise<{ status: number; data: Said }>;
}

/** JSON of an answer or a message. */
export type Said = { [key: string]: unknown } & {
  table?: { id: string; state: string; seats: { bot: string | null }[] };
  token?: string;
  error?: { code: string; reason: string };
};

export interface RigParts {
  store?: LogStore;
  options?: HallOptions;
  startBot?: () => BotThread;
}

export function rig({
  store = new MemoryStore(),
  options,
  startBot = () => botHere(),
}: RigParts = {}): Rig {
  const told: FromHall[] = [];
  const wire = (): Wire => {
    let listener: (message: FromHall) => void = () => undefined;
    const post = (message: FromHall): void => {
      told.push(message);
      queueMicrotask(() => listener(message));
    };
    const tables = Tables.open({
      code: codeOf(),
      store,
      post,
      startBot,
      ...(options ? { options } : {}),
    });
    return {
      post: message => void tables.then(one => one.heard(message)),
      listen: one => (listener = one),
      end: () => void tables.then(one => one.close()),
    };
  };
  const hall = makeHall(wire);
  return {
    hall,
    told,
    async ask(path, body, token) {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const answer = await hall.fetch(path, init);
      return { status: answer.status, data: (await answer.json()) as Said };
    },
  };
}

/** A socket that keeps what it hears and can be waited for. */
export class Ear {
  readonly heard: Said[] = [];
  private readonly line: TableLine;
  private look: () => void = () => undefined;

  constructor(hall: LocalHall, hello: object) {
    this.line = hall.socket();
    this.line.onopen = () => this.line.send(JSON.stringify({ hello: { api: 2, ...hello } }));
    this.line.onmessage = ({ data }) => {
      this.heard.push(JSON.parse(data) as Said);
      this.look();
    };
  }

  say(message: object): void {
    this.line.send(JSON.stringify(message));
  }

  close(): void {
    this.line.close();
  }

  /** The next message that fits, from what was heard already or comes. */
  async until(fits: (message: Said) => boolean): Promise<Said> {
    for (;;) {
      const at = this.heard.findIndex(fits);
      const found = this.heard[at];
      if (found) {
        this.heard.splice(0, at + 1);
        return found;
      }
      await new Promise<void>(done => (this.look = done));
    }
  }
}
