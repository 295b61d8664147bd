// How the client is built: into build/web, whose files become part of the program (CMakeLists.txt).
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { rowsPlugin } from "./rows";

// The engine as WebAssembly: tools/wasm.sh makes it.
const engine = fileURLToPath(new URL("../build/wasm/charlatan.wasm", import.meta.url));
const server = process.env["CHARLATAN_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), rowsPlugin()],
  resolve: {
    conditions: ["browser"],
    alias: [{ find: /^charlatan\.wasm/, replacement: engine }],
  },
  build: { outDir: "../build/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: {
    fs: { allow: [".", "../build/wasm"] },
    // `npm run dev` beside a running `charlatan serve`.
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // No test changes the modules: loading them once instead of once a file halves the time.
    pool: "threads",
    isolate: false,
  },
});
