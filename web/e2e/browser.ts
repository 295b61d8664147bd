// The browser of the tests: which one it is, how it is begun, and that there is one for all files.
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

export const flags = [
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

export function executable(): string {
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

/** Modules are loaded anew for each file, but their process is the same. */
const kept = globalThis as typeof globalThis & { browserOfTests?: Promise<Browser> };

/**
 * One browser for all files: beginning takes it a while. It is told what to do by the process of the tests itself, without
 * another one between them, which takes a tenth less of the processor; and it ends with that process.
 */
export function launch(): Promise<Browser> {
  kept.browserOfTests ??= chromium.launch({ executablePath: executable(), args: flags });
  return kept.browserOfTests;
}
