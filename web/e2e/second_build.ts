// The same site as another version: every file that is named by its content has another name, as after a change.
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const other = (name: string): string => name.replace(/\.(\w+)$/, "_2.$1");
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Replaces names in a file. */
function change(path: string, what: RegExp, by: string | ((name: string) => string)): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, typeof by === "string" ? text.replace(what, by) : text.replace(what, by));
}

/** Makes the second version of a site, of which the client is in `client`, into `to`. */
export function secondBuild(site: string, client: string, to: string): void {
  cpSync(site, to, { recursive: true });
  cpSync(join(client, "sw.js"), join(to, "sw.js"));
  const names = readdirSync(join(to, "assets")),
    named = new RegExp(names.map(literally).join("|"), "g");
  for (const name of names) {
    const path = join(to, "assets", other(name));
    renameSync(join(to, "assets", name), path);
    if (/\.(js|css)$/.test(name)) change(path, named, other);
  }
  change(join(to, "index.html"), named, other);
  change(join(to, "index.html"), /\s*<meta name="charlatan-version"[^>]*>/, "");
  execFileSync(process.execPath, ["../tools/app.mjs", to]);
}
