// Numbers of the rules that a table changes: its option `numbers`, of which only what differs is there (docs/numbers.md).
import type { View } from "./net/types";

type Changes = { [key: string]: Changes | number };

/** A number by its key, such as "explosion.limit" or "spaces.coins.5"; undefined: the table has the standard one. */
export function changedNumber(view: Pick<View, "options">, key: string): number | undefined {
  let at: unknown = view.options["numbers"];
  for (const part of key.split(".")) at = (at as Changes | undefined)?.[part];
  return typeof at === "number" ? at : undefined;
}
