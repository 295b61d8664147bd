// The tables in this page, for those who would ask a server: `fetch` and `socket` give what fetch
// and a WebSocket give there, with the same answers and the same status codes. The tables live in a
// worker, which is started when somebody first asks.
import type { FromHall, Thinking, ToHall } from "./messages";
import type { StoreReason } from "./store";

export type { Thinking } from "./messages";

/** The part of a WebSocket that clients use. */
export interface TableLine {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** The part of fetch's options that clients use. */
export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LocalHall {
  /** Like fetch at a server. Rejects if the worker has stopped. */
  fetch(path: string, init?: Asked): Promise<Response>;
  /** Like `new WebSocket(…/ws, "charlatan")`. */
  socket(): TableLine;
  /** Tells which bots think, whenever that changes. Returns a function that ends this. */
  onThinking(listener: (bots: readonly Thinking[]) => void): () => void;
  /** Lets the bots at a table answer with what they have thought so far. */
  hurry(table: string): void;
  /** Tells why nothing can be stored, and null when it can be again. */
  onTrouble(listener: (why: StoreReason | null) => void): () => void;
  /** Ends the worker. Sockets are closed; nothing that was answered is lost. */
  close(): void;
}

/** A worker, or what stands in for one in tests. */
export interface Wire {
  post(message: ToHall): void;
  listen(listener: (message: FromHall) => void): void;
  end(): void;
}

const CONNECTING = 0,
  OPEN = 1,
  CLOSED = 3;

class Line implements TableLine {
  readyState = CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    private readonly number: number,
    private readonly post: (message: ToHall) => void,
  ) {}

  opened(): void {
    if (this.readyState !== CONNECTING) return;
    this.readyState = OPEN;
    this.onopen?.();
  }

  heard(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: text });
  }

  ended(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.();
  }

  send(text: string): void {
    if (this.readyState === OPEN) this.post({ do: "say", socket: this.number, text });
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.post({ do: "close", socket: this.number });
    // A WebSocket tells of its end later, too.
    queueMicrotask(() => this.ended());
  }
}

interface Waiting {
  resolve(answer: Response): void;
  reject(why: Error): void;
}

/** Tells all of them what is so now. */
class Listeners<T> {
  private readonly all = new Set<(value: T) => void>();

  constructor(private value: T) {}

  add(listener: (value: T) => void): () => void {
    this.all.add(listener);
    listener(this.value);
    return () => void this.all.delete(listener);
  }

  tell(value: T): void {
    this.value = value;
    for (const listener of this.all) listener(value);
  }
}

const tokenOf = (headers: Record<string, string> = {}): string =>
  /^Bearer (.*)$/.exec(headers["Authorization"] ?? "")?.[1] ?? "";

class Client implements LocalHall {
  private wire: Wire | null = null;
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly lines = new Map<number, Line>();
  private readonly thinking = new Listeners<readonly Thinking[]>([]);
  private readonly trouble = new Listeners<StoreReason | null>(null);

  constructor(private readonly start: () => Wire) {}

  private readonly post = (message: ToHall): void => {
    if (!this.wire) {
      this.wire = this.start();
      this.wire.listen(said => this.heard(said));
    }
    this.wire.post(message);
  };

  private heard(said: FromHall): void {
    switch (said.is) {
      case "answer": {
        const { status, type, text } = said;
        const headers = { "Content-Type": type };
        this.waiting.get(said.id)?.resolve(new Response(text, { status, headers }));
        this.waiting.delete(said.id);
        break;
      }
      case "opened":
        this.lines.get(said.socket)?.opened();
        break;
      case "said":
        this.lines.get(said.socket)?.heard(said.text);
        break;
      case "closed":
        this.lines.get(said.socket)?.ended();
        this.lines.delete(said.socket);
        break;
      case "thinking":
        this.thinking.tell(said.bots);
        break;
      case "trouble":
        this.trouble.tell(said.why);
        break;
      case "broken":
        this.stop(said.why);
    }
  }

  /** The next request starts another worker. */
  private stop(why: string): void {
    this.wire?.end();
    this.wire = null;
    const { waiting, lines } = this;
    const gone = [...waiting.values()],
      closed = [...lines.values()];
    waiting.clear();
    lines.clear();
    for (const one of gone) one.reject(new Error(why));
    for (const line of closed) line.ended();
    this.thinking.tell([]);
  }

  fetch(path: string, { method = "GET", headers, body = "" }: Asked = {}): Promise<Response> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ do: "request", id, method, path, token: tokenOf(headers), body });
    });
  }

  socket(): TableLine {
    const number = ++this.last,
      line = new Line(number, this.post);
    this.lines.set(number, line);
    this.post({ do: "open", socket: number });
    return line;
  }

  onThinking(listener: (bots: readonly Thinking[]) => void): () => void {
    return this.thinking.add(listener);
  }

  hurry(table: string): void {
    if (this.wire) this.post({ do: "hurry", table });
  }

  onTrouble(listener: (why: StoreReason | null) => void): () => void {
    return this.trouble.add(listener);
  }

  close(): void {
    this.stop("the tables of this page were closed");
  }
}

export const makeHall = (start: () => Wire): LocalHall => new Client(start);

/** The wire to a worker. */
export function wireOf(worker: Worker): Wire {
  return {
    post: message => worker.postMessage(message),
    listen: listener => {
      worker.onmessage = (event: MessageEvent<FromHall>) => listener(event.data);
      worker.onerror = event => listener({ is: "broken", why: event.message });
    },
    end: () => worker.terminate(),
  };
}

/** The tables of this page. Nothing is loaded before somebody asks. */
export const hall: LocalHall = makeHall(() =>
  wireOf(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })),
);
