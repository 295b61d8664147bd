// What makes an app of the page: its icons and its service worker, beside what Vite makes. tools/app.mjs tells the worker
// which files a site has; at a server of ours it knows of none, and goes away (src/app/sw.ts).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";
import { iconOf, type IconWish } from "./icons";
import { probes } from "./src/local/probes";

const GROUND = "#efe6d2";

const icons: { [name: string]: IconWish } = {
  "icon-192.png": { size: 192, part: 1 },
  "icon-512.png": { size: 512, part: 1 },
  // Systems cut these: round, or with round corners.
  "icon-mask.png": { size: 512, part: 0.62, ground: GROUND },
  "icon-180.png": { size: 180, part: 0.78, ground: GROUND },
};

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

export function appPlugin(): Plugin {
  return {
    name: "app",
    apply: "build",
    async generateBundle() {
      const svg = read("public/icon.svg");
      for (const [fileName, wish] of Object.entries(icons))
        this.emitFile({ type: "asset", fileName, source: iconOf(svg, wish) });
      const { code } = await transformWithEsbuild(read("src/app/sw.ts"), "sw.ts", {
        format: "iife",
        target: "es2022",
        sourcemap: false,
      });
      const source = code.replace('"@probes@"', () => JSON.stringify(JSON.stringify(probes)));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
