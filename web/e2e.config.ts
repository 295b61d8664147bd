// How the tests in the browser are run: `npm run e2e`, with CHARLATAN naming the program. One after another: the
// machine has few cores, and a browser takes them all.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [process.env["E2E"] ?? "e2e/**/*.e2e.ts"],
    globalSetup: ["e2e/setup.ts"],
    fileParallelism: false,
    pool: "forks",
    poolOptions: { forks: { singleFork: true } },
    testTimeout: 180_000,
    hookTimeout: 60_000,
    retry: 0,
    expect: { poll: { timeout: 15_000 } }, // a machine that tests many things at once is slow
  },
});
