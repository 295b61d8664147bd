// The socket of a table: connects with the last event number it knows, and reconnects until it is
// closed.
import { houseOf, OWN, told, type Line } from "./house";
import { API, type Wish } from "./messages";
import type { Message } from "./types";

/** Reasons of the server after which reconnecting makes no sense. */
export const finalByes = [
  "replaced",
  "unknown-table",
  "broken-table",
  "wrong-token",
  "revoked",
  "removed",
  "full",
  "deleted",
  "banned",
  "old-client",
] as const;

export type FinalBye = (typeof finalByes)[number];

export type SocketState =
  | { is: "on" }
  | { is: "connecting" }
  | { is: "off"; why: "restart" | "lost" }
  | { is: "ended"; why: FinalBye };

export interface Hello {
  table: string;
  token?: string;
  n?: number;
}

export interface SocketEnds {
  hello: () => Hello;
  heard: (message: Message) => void;
  state: (state: SocketState) => void;
}

const PATIENCE = 10_000; // ms for an answer; then the connection is taken for dead
const QUIET = 600; // ms without a goodbye after a hello; then the server has nothing to say
const SLOWEST = 10_000; // ms between two tries at most
const DOUBT = 500; // ms after a token was refused that has opened nothing yet

const isFinal = (bye: string | null): bye is FinalBye => finalByes.some(f => f === bye);

export class TableSocket {
  private socket: Line | null = null;
  private tries = 0;
  private id = 0;
  private wanted = true;
  private bye: string | null = null;
  /** The server has let us in, with this token. */
  private entered = false;
  /** A token that has opened nothing yet was refused, and is tried once more. */
  private doubted = false;
  private timer = 0;
  private patience = 0;
  private quiet = 0;
  private readonly soon = (): void => {
    if (this.wanted && !this.socket && !document.hidden) this.open();
  };

  constructor(
    private readonly ends: SocketEnds,
    /** Where the table is. */
    private readonly house = OWN,
  ) {
    addEventListener("online", this.soon);
    document.addEventListener("visibilitychange", this.soon);
    this.open();
  }

  private open(): void {
    clearTimeout(this.timer);
    this.bye = null;
    const socket = houseOf(this.house).connect({
      opened: () => this.opened(socket),
      said: text =>
        socket === this.socket && this.heard(told(this.house, JSON.parse(text) as Message)),
      closed: () => socket === this.socket && this.closed(),
    });
    this.socket = socket;
  }

  private opened(socket: Line): void {
    if (socket !== this.socket) return;
    socket.send(JSON.stringify({ hello: { api: API, ...this.ends.hello(), people: true } }));
    this.quiet = window.setTimeout(() => this.stillOpen(socket), QUIET);
  }

  /** Where nothing is new and nothing is asked, the server says nothing to a hello. */
  private stillOpen(socket: Line): void {
    if (socket !== this.socket || !socket.open || this.bye !== null) return;
    this.entered = true;
    this.ends.state({ is: "on" });
  }

  private heard(message: Message): void {
    if ("bye" in message) {
      this.bye = message.bye;
      return;
    }
    if ("ok" in message || "no" in message) clearTimeout(this.patience);
    if ("snapshot" in message || "n" in message) this.tries = 0;
    this.entered = true;
    this.ends.state({ is: "on" });
    this.ends.heard(message);
  }

  private closed(): void {
    clearTimeout(this.patience);
    clearTimeout(this.quiet);
    this.socket = null;
    if (!this.wanted) return;
    if (this.bye === "wrong-token" && !this.entered && !this.doubted) {
      // The node that answered may not have heard yet of a seat that was taken just now.
      this.doubted = true;
      this.timer = window.setTimeout(() => this.open(), DOUBT);
      return;
    }
    if (isFinal(this.bye)) {
      this.wanted = false;
      this.ends.state({ is: "ended", why: this.bye });
      return;
    }
    const wait = Math.min(300 * 2 ** this.tries++, SLOWEST) * (0.7 + 0.6 * Math.random());
    this.ends.state({ is: "off", why: this.bye === "restart" ? "restart" : "lost" });
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  /** Returns false if there is no connection. */
  send(request: Wish | { react: string }): boolean {
    if (!this.socket?.open) return false;
    this.socket.send(JSON.stringify({ id: ++this.id, ...request }));
    clearTimeout(this.patience);
    this.patience = window.setTimeout(() => this.again(), PATIENCE);
    return true;
  }

  /** Connects again and says hello. */
  again(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.wanted = true;
    this.open();
  }

  end(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    clearTimeout(this.quiet);
    removeEventListener("online", this.soon);
    document.removeEventListener("visibilitychange", this.soon);
    this.socket?.close();
  }
}
