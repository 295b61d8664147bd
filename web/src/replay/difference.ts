// Finds the paths in which two views differ: those that `set` of a running table would have named.
import type { Json, View } from "../net/types";

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

const keysOf = (a: object, b: object): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];

function collect(before: unknown, after: unknown, path: string, found: string[]): void {
  if (before === after) return;
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.push(path);
    return;
  }
  const a = before as { [key: string]: Json },
    b = after as { [key: string]: Json };
  for (const key of keysOf(a, b)) collect(a[key], b[key], path ? `${path}.${key}` : key, found);
}

/** Paths such as `players.2.stash.0`. A list whose length has changed is named too. */
export function differences(before: View, after: View): string[] {
  const found: string[] = [];
  collect(before, after, "", found);
  return found;
}
