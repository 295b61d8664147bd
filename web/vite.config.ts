// How the client is built: into build/web, whose files become part of the program (CMakeLists.txt).
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { appPlugin } from "./app";
import { rowsPlugin } from "./rows";

// The nets of reviews and bots are the program's own.
const nets = fileURLToPath(new URL("../bots/net", import.meta.url));
const server = process.env["CHARLATAN_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  // The folder works below any path.
  base: "./",
  plugins: [svelte(), rowsPlugin(), appPlugin()],
  resolve: { conditions: ["browser"] },
  build: { outDir: "../build/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: {
    fs: { allow: [nets] },
    // `npm run dev` beside a running `charlatan serve`.
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // No test changes the modules: loading them once instead of once a file halves the time.
    pool: "threads",
    isolate: false,
    // Only what hangs is to fail, on a slow machine too.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
