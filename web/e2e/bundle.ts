// Makes a script for pages of a module and all that it imports; its exports are `window.NAME`.
import { build, type Rollup } from "vite";

export async function bundle(entry: string, name: string): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, name, formats: ["iife"] },
    },
  })) as Rollup.RollupOutput[];
  const chunk = made[0]?.output[0];
  if (!chunk) throw new Error(`${entry} makes nothing`);
  return `${chunk.code};globalThis.${name} = ${name};`;
}
