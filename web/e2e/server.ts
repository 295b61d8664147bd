// Servers for tests in the browser: house.ts starts one for each test, and tests start and stop more as they like.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

export interface ServerOptions {
  port?: number; // any free one
  db?: string; // memory; a file outlives the server
  luck?: string; // the same text, the same games; otherwise they are random
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
  luck,
  more = [],
}: ServerOptions = {}): Promise<Server> {
  const child = spawn(
    program,
    [
      ...["serve", "--port", `${port}`, "--db", db, "--limits", "off"],
      ...(luck === undefined ? [] : ["--luck", luck]),
      ...more,
    ],
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
