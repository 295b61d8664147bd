// Applies `set` and events of docs/api.md to views. Views are never changed in place: unchanged
// parts stay the same objects, so that only changed parts are drawn again, and motion can use the
// view before.
import type { Change, Happening, Json, ShortEvent } from "./types";

type Branch = Json[] | { [key: string]: Json };

const isBranch = (value: Json | undefined): value is Branch =>
  typeof value === "object" && value !== null;

function childOf(branch: Branch, key: string): Json | undefined {
  return Array.isArray(branch) ? branch[Number(key)] : branch[key];
}

/** A copy of `branch` in which the value under `key` is replaced or removed. */
function withChild(branch: Branch, key: string, value: Json | undefined): Branch {
  if (Array.isArray(branch))
    return value === undefined ? branch : branch.map((old, i) => (i === Number(key) ? value : old));
  if (value !== undefined) return { ...branch, [key]: value };
  const { [key]: _, ...rest } = branch;
  return rest;
}

function changeAt(
  branch: Branch,
  keys: string[],
  last: (old: Json | undefined) => Json | undefined,
): Branch {
  const [key, ...more] = keys;
  if (key === undefined) return branch;
  const child = childOf(branch, key);
  if (more.length === 0) return withChild(branch, key, last(child));
  if (!isBranch(child)) throw new Error(`no ${key} to change`);
  return withChild(branch, key, changeAt(child, more, last));
}

function splice(list: Json | undefined, [at, gone, items]: Json[]): Json {
  if (!Array.isArray(list) || !Array.isArray(items)) throw new Error("not a list");
  return [...list.slice(0, Number(at)), ...items, ...list.slice(Number(at) + Number(gone))];
}

export interface Applied<T> {
  view: T;
  /** The paths that changed, such as `players.2.stash.0`. */
  changed: string[];
}

/** The view, or the table, after the change; `mover` is the seat of the event. */
export function applySet<T extends object>(view: T, set: Change[], mover?: number): Applied<T> {
  let now = view as unknown as Branch;
  const changed: string[] = [];
  for (const [short, ...rest] of set) {
    const path = short.startsWith(".") ? `players.${mover}${short}` : short;
    changed.push(path);
    if (path === "") now = rest[0] as Branch;
    else
      now = changeAt(now, path.split("."), old =>
        rest.length === 3 ? splice(old, rest) : rest[0],
      );
    if (rest.length === 3)
      (rest[2] as Json[]).forEach((_, i) => changed.push(`${path}.${Number(rest[0]) + i}`));
  }
  return { view: now as unknown as T, changed };
}

/**
 * Unfolds an event: {"draw":"white1"} has the type draw and is about white1. `mover` is the seat if
 * the event names none.
 */
export function unfold(event: ShortEvent, mover: number | null): Happening {
  const [first, ...rest] = Object.entries(event);
  const [type, about] = first ?? ["", true];
  const named =
    typeof about === "string"
      ? { item: about, chip: about, card: about, side: about, die: about }
      : {};
  const counted = typeof about === "number" ? { n: about } : {};
  return { k: 0, seat: mover, ...named, ...counted, ...Object.fromEntries(rest), type };
}
