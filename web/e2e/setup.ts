// What stands before all tests in the browser: the browser itself, and what is put into its pages.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { transformWithEsbuild } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    browser: string;
    inside: string;
  }
}

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
  const [browser, inside] = await Promise.all([
    chromium.launchServer({ executablePath: executable(), args: flags }),
    insideScript(),
  ]);
  project.provide("browser", browser.wsEndpoint());
  project.provide("inside", inside);
  return () => browser.close();
}
