// What stands before all tests in the browser: the browser itself, and a server; tests start and stop more of these as they like.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "playwright-core";
import { transformWithEsbuild } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    server: string;
    browser: string;
    inside: string;
  }
}

export interface ServerOptions {
  port?: number; // any free one
  db?: string; // memory; a file outlives the server
  more?: string[];
}

export interface Server {
  readonly url: string; // without a slash at its end
  readonly port: number;
  stop(): Promise<void>; // as systemd does: everything is stored, everybody is told
  kill(): Promise<void>; // as a power cut does
}

export const program = process.env["CHARLATAN"] ?? resolve("../build/release/charlatan");

/** The address it prints once it listens. */
async function address(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
  for await (const text of child.stdout ?? []) {
    said += String(text);
    const found = /charlatan is at (https?:\/\/\S+:\d+)\//.exec(said)?.[1];
    if (found) return found;
  }
  throw new Error(`the server does not begin: ${said}`);
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

export async function startServer({
  port = 0,
  db = "memory",
  more = [],
}: ServerOptions = {}): Promise<Server> {
  const child = spawn(
    program,
    ["serve", "--port", `${port}`, "--db", db, "--limits", "off", ...more],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  child.once("exit", () => process.removeListener("exit", orphan));
  const url = await address(child);
  child.stdout.resume();
  return {
    url,
    port: Number(new URL(url).port),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // One process for all pages: a new one for each visitor takes a tenth more of the processor.
  "--in-process-gpu",
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
];

function executable(): string {
  const known = [
    process.env["CHROMIUM"],
    "/usr/bin/chromium-headless-shell", // takes half the time: it draws no windows around the pages
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = known.find(path => path && existsSync(path));
  if (!found) throw new Error("no browser: install chromium-headless-shell");
  return found;
}

/** inside.ts as a script for pages; made here, where Vite is loaded already. */
async function insideScript(): Promise<string> {
  const text = readFileSync("e2e/inside.ts", "utf8");
  const { code } = await transformWithEsbuild(text, "inside.ts", {
    format: "iife",
    globalName: "inside",
    sourcemap: false,
  });
  return `${code};globalThis.inside = inside;`;
}

/** What vitest calls before all tests and, what it returns, after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser, inside] = await Promise.all([
    startServer(),
    chromium.launchServer({ executablePath: executable(), args: flags }),
    insideScript(),
  ]);
  project.provide("server", server.url);
  project.provide("browser", browser.wsEndpoint());
  project.provide("inside", inside);
  return async () => {
    await browser.close();
    await server.stop();
  };
}
