// What stands before all tests in the browser: what is put into its pages.
import { readFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    inside: string;
  }
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

/** What vitest calls before all tests. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("inside", await insideScript());
}
