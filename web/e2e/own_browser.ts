// A browser of a test's own, with a profile on disk, which can be killed and started again: what it had stored is there.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chromium, type Page } from "playwright-core";
import { executable, flags } from "./browser";

export interface OwnBrowser {
  readonly page: Page;
  /** As a power cut does. */
  kill(): Promise<void>;
}

/** Where it can be talked to. */
async function endpoint(child: ChildProcess): Promise<string> {
  let said = "";
  for await (const text of child.stderr ?? []) {
    said += String(text);
    const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (found) return found;
  }
  throw new Error(`the browser does not begin: ${said}`);
}

export async function ownBrowser(folder: string): Promise<OwnBrowser> {
  const child = spawn(
    executable(),
    [...flags, "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
    // A group of its own: all its processes are killed at once.
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const orphan = () => void (child.pid && process.kill(-child.pid, "SIGKILL"));
  process.once("exit", orphan);
  const browser = await chromium.connectOverCDP(await endpoint(child));
  child.stderr.resume();
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return {
    page: await context.newPage(),
    async kill() {
      const gone = once(child, "exit");
      orphan();
      await gone;
      process.removeListener("exit", orphan);
      await browser.close().catch(() => {});
    },
  };
}
