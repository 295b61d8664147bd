// The lock file as `npm ci` wants it, everywhere: npm leaves out of it what it could not find when it was written, and
// refuses it afterwards.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  version?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync("package-lock.json", "utf8");
const packages = Object.entries(
  (JSON.parse(text) as { packages: Record<string, Locked> }).packages,
);

/** Where a package may lie that one at `from` asks for: beside it, or further out. */
function found(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf("node_modules/")).replace(/\/$/, "")) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (packages.some(([path]) => path === place)) return true;
    if (!at) return false;
  }
}

test("every package that is asked for is locked", () => {
  const missing = packages.flatMap(([path, p]) =>
    Object.keys({ ...p.dependencies, ...p.optionalDependencies })
      .filter(name => !found(path, name))
      .map(name => `${path} asks for ${name}`),
  );
  expect(packages.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("no package names a host", () => {
  expect(packages.filter(([, p]) => p.resolved !== undefined)).toEqual([]);
});
