// A browser for tests: visitors, each with a fresh profile, and all that their pages complain about. A test whose pages
// complained fails, unless it said what it expects.
import type { BrowserContextOptions, BrowserContext, Page, Request } from "playwright-core";
import { afterEach, beforeEach, expect, inject } from "vitest";
import type { SceneManner } from "../src/settings.svelte";
import type { Pace } from "../src/table/pace";
import { launch } from "./browser";
import { startServer, type Server } from "./server";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
/** Screens on which nothing has to be scrolled to. */
export const LAPTOP = { width: 1280, height: 720 };
export const LARGE = { width: 1440, height: 900 };
export const TALL = { width: 390, height: 844 };

/** What went over the sockets of somebody's tables. */
export interface LineLog {
  /** Requests, and those that were carried out. */
  sent: number;
  acknowledged: number;
  /** Refused ones, as the server said it. */
  refusals: string[];
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly line: LineLog;
  /** What its pages may complain about, from now on and before: lost connections, for instance. */
  expects(...complaints: RegExp[]): void;
  /** Bytes that came over the wire so far, heads included. */
  transferred(): Promise<number>;
}

interface Guest {
  visitor: Visitor;
  complaints: string[];
  expected: RegExp[];
}

let guests: Guest[] = [];
let server: Server | null = null;

/** Each test has luck of its own, whatever other tests do; LUCK=TEXT gives all of them another. */
const luck = (): string =>
  `${process.env["LUCK"] ?? "charlatan"} ${expect.getState().currentTestName ?? ""}`;

function listen(page: Page, complaints: string[]): void {
  page.on("console", message => {
    if (message.type() === "error")
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", error => complaints.push(`page: ${error.stack ?? error.message}`));
  page.on("crash", () => complaints.push("the page crashed"));
}

function overhear(page: Page, line: LineLog): void {
  page.on("websocket", socket => {
    socket.on("framesent", ({ payload }) => {
      if (/^\{"id":/.test(String(payload))) line.sent++;
    });
    socket.on("framereceived", ({ payload }) => {
      if (/^\{"ok":/.test(String(payload))) line.acknowledged++;
      if (/^\{"no":/.test(String(payload))) line.refusals.push(String(payload));
    });
  });
}

/** Sizes of requests are asked for when their sum is, and not of pages that are closed by then. */
function weigh(context: BrowserContext): () => Promise<number> {
  const requests: Request[] = [];
  context.on("requestfinished", request => requests.push(request));
  return async () => {
    const sizes = await Promise.all(requests.map(request => request.sizes()));
    return sizes.reduce((sum, s) => sum + s.responseHeadersSize + s.responseBodySize, 0);
  };
}

export interface Eyes extends BrowserContextOptions {
  /** Is the page painted? Only those need it who look at colours. */
  painted?: boolean;
  /** How fast other players' actions follow one another. */
  pace?: Pace;
  /** Whether scenes wait for OK. */
  scenes?: SceneManner;
  /** Is the log beside the table, where it fits? In a long game it is much to draw. */
  log?: boolean;
}

/** Settings of the person, until they choose others. */
const prefer = (key: string, value: unknown): string =>
  `try { localStorage["charlatan.${key}"] ??= '${JSON.stringify(value)}' } catch {}`;

/**
 * Somebody new comes, with a browser that remembers nothing. Nothing moves, waits or is painted unless the options ask for
 * it.
 */
export async function visit({
  painted = false,
  pace = "once",
  scenes = "off",
  log = true,
  ...options
}: Eyes = {}): Promise<Visitor> {
  const context = await (
    await launch()
  ).newContext({ viewport: DESKTOP, locale: "en", reducedMotion: "reduce", ...options });
  const complaints: string[] = [],
    expected: RegExp[] = [];
  const line: LineLog = { sent: 0, acknowledged: 0, refusals: [] };
  context.on("page", page => {
    listen(page, complaints);
    overhear(page, line);
  });
  await context.addInitScript(`${inject("inside")}inside.setPainted(${painted});`);
  await context.addInitScript(`inside.fixLuck(${JSON.stringify(`${luck()} ${guests.length}`)});`);
  await context.addInitScript(prefer("settings", { pace, scenes }));
  if (!log) await context.addInitScript(prefer("log", log));
  const transferred = weigh(context);
  const page = await context.newPage();
  const visitor = {
    page,
    context,
    line,
    transferred,
    expects: (...more: RegExp[]) => void expected.push(...more),
  };
  guests.push({ visitor, complaints, expected });
  return visitor;
}

/** The address of the test's own server; `path` begins with a slash. */
export function at(path = "/"): string {
  if (!server) throw new Error("there is a server only while a test runs");
  return server.url + path;
}

export function complaintsOf(guest: Pick<Guest, "complaints" | "expected">): string[] {
  return guest.complaints.filter(text => !guest.expected.some(pattern => pattern.test(text)));
}

beforeEach(async () => {
  server = await startServer({ luck: luck() });
});

afterEach(async () => {
  const leaving = guests;
  guests = [];
  for (const guest of leaving) await guest.visitor.context.close();
  await server?.kill();
  expect(leaving.flatMap(complaintsOf)).toEqual([]);
});
