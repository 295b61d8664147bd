// The socket of a table: what it says of its connection. The other end is a puppet.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TableSocket, type SocketState } from "../src/net/socket";

class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (e: { data: string }) => void = () => undefined;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen();
  }
  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const states: SocketState["is"][] = [];

function dial(): TableSocket {
  return new TableSocket({
    hello: () => ({ table: "t", n: 7 }),
    heard: () => undefined,
    state: state => void states.push(state.is),
  });
}

const line = (i: number): Line => {
  const found = Line.all[i];
  if (!found) throw new Error(`no line ${i}`);
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("document", { ...document, removeEventListener: () => undefined });
  vi.stubGlobal("removeEventListener", () => undefined);
  Line.all = [];
  states.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("is on again after a restart, even if the server has nothing to say", () => {
  const socket = dial();
  line(0).opens();
  line(0).says({ snapshot: {} });
  line(0).says({ bye: "restart" });
  line(0).breaks();
  expect(states).toEqual(["on", "off"]);
  vi.advanceTimersByTime(1000);
  line(1).opens();
  expect(line(1).sent).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(states).toEqual(["on", "off", "on"]);
  socket.end();
});

it("is not on while the server says goodbye, or does not open", () => {
  const socket = dial();
  vi.advanceTimersByTime(5000);
  expect(states).toEqual([]);
  line(0).opens();
  line(0).says({ bye: "restart" });
  vi.advanceTimersByTime(2000);
  expect(states).toEqual([]);
  line(0).breaks();
  expect(states).toEqual(["off"]);
  socket.end();
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
});

it("tries a token once more that a node does not know yet", () => {
  const socket = dial();
  line(0).opens();
  line(0).says({ bye: "wrong-token" });
  line(0).breaks();
  expect(states).toEqual([]);
  vi.advanceTimersByTime(1000);
  line(1).opens();
  expect(line(1).sent).toHaveLength(1);
  line(1).says({ snapshot: {} });
  expect(states).toEqual(["on"]);
  // A seat that was entered and is lost later is lost at once.
  line(1).says({ bye: "wrong-token" });
  line(1).breaks();
  expect(states).toEqual(["on", "ended"]);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(2);
  socket.end();
});

it("says which version it knows, and ends if that is too old", () => {
  const socket = dial();
  line(0).opens();
  expect(JSON.parse(line(0).sent[0] ?? "")).toMatchObject({ hello: { api: 2, table: "t" } });
  line(0).says({ no: 0, code: "bad-request", message: "", reason: "old-client" });
  line(0).says({ bye: "old-client" });
  line(0).breaks();
  vi.advanceTimersByTime(60_000);
  expect(states.at(-1)).toBe("ended");
  expect(Line.all).toHaveLength(1);
  socket.end();
});

it("believes it the second time", () => {
  const socket = dial();
  for (const i of [0, 1]) {
    line(i).opens();
    line(i).says({ bye: "wrong-token" });
    line(i).breaks();
    vi.advanceTimersByTime(1000);
  }
  expect(states).toEqual(["ended"]);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(2);
  socket.end();
});
