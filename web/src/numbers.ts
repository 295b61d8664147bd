// The numbers that a table plays by: those of its options `numbers` and `cards`, and the standard ones for the rest
// (docs/numbers.md).
import { standards } from "engine:rows";
import type { Options, View } from "./net/types";

type Found = { readonly [part: string]: unknown } | null | undefined;

/** What stands at a path such as "spaces.coins.5". */
function foundIn(changes: unknown, key: string): unknown {
  let at = changes;
  for (const part of key.split(".")) at = (at as Found)?.[part];
  return at;
}

/** The row of a key and the entry, if it names one. */
function rowOf(game: string, key: string): [row: string, entry: string | undefined] {
  const dot = key.lastIndexOf(".");
  return typeof standards[game]?.[key] === "number"
    ? [key, undefined]
    : [key.slice(0, dot), key.slice(dot + 1)];
}

/** A file may have a list as a list; the options of a table have what differs, by its name. */
function changedIn(game: string, options: Options, key: string): unknown {
  const [row, entry] = rowOf(game, key),
    list = foundIn(options["numbers"], row);
  if (Array.isArray(list))
    return list[Object.keys(standards[game]?.[row] ?? {}).indexOf(entry ?? "")];
  return foundIn(options["numbers"], key) ?? foundIn(options["cards"], key);
}

/** A number by its key, if these options change it. */
export function changedNumber(game: string, options: Options, key: string): number | undefined {
  const found = changedIn(game, options, key);
  return typeof found === "number" ? found : undefined;
}

/** A number in force by its key, such as "explosion.limit" or "spaces.coins.5". */
export function numberAt({ game, options }: Pick<View, "game" | "options">, key: string): number {
  const [row, entry] = rowOf(game, key),
    usual = standards[game]?.[row],
    value =
      changedNumber(game, options, key) ??
      (typeof usual === "object" && entry !== undefined ? usual[entry] : usual);
  if (typeof value !== "number") throw new Error(`no number ${key}`);
  return value;
}
