// How the tests in the browser are run: `npm run e2e`, with CHARLATAN naming the program. One after another: the
// machine has few cores, and a browser takes them all. `--shard=1/2` runs a part of the files.
import { basename } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { rowsPlugin } from "./rows";

/** About how long files take that take long, in seconds of the processor, so that parts take equally long. */
const seconds: { [file: string]: number } = {
  "axe.e2e.ts": 42,
  "games.e2e.ts": 24,
  "app.e2e.ts": 24,
  "site.e2e.ts": 21,
  "online.e2e.ts": 17,
  "replay.e2e.ts": 16,
  "kept.e2e.ts": 16,
  "guide.e2e.ts": 15,
  "people.e2e.ts": 15,
  "phone.e2e.ts": 14,
  "pace.e2e.ts": 13,
  "german.e2e.ts": 12,
  "lost.e2e.ts": 12,
};
const OTHERS = 5;

const weight = ({ moduleId }: TestSpecification): number => seconds[basename(moduleId)] ?? OTHERS;

/** Deals the files out, the longest first, each to the part that has the least so far. */
class Parts extends BaseSequencer {
  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const parts = Array.from({ length: count }, () => ({
      sum: 0,
      files: [] as TestSpecification[],
    }));
    const byName = [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    for (const file of byName.sort((a, b) => weight(b) - weight(a))) {
      const least = parts.reduce((one, other) => (other.sum < one.sum ? other : one));
      least.sum += weight(file);
      least.files.push(file);
    }
    return Promise.resolve(parts[index - 1]?.files ?? []);
  }
}

export default defineConfig({
  // Some tests ask the engine of the client, which imports the games: they find what those of pure parts find.
  plugins: [svelte(), rowsPlugin()],
  resolve: { conditions: ["browser"] },
  test: {
    setupFiles: ["test/setup.ts"],
    include: [process.env["E2E"] ?? "e2e/**/*.e2e.ts"],
    globalSetup: ["e2e/setup.ts"],
    sequence: { sequencer: Parts },
    fileParallelism: false,
    pool: "forks",
    poolOptions: { forks: { singleFork: true } },
    testTimeout: 180_000,
    hookTimeout: 60_000,
    retry: 0,
    expect: { poll: { timeout: 15_000 } }, // a machine that tests many things at once is slow
  },
});
