// A number that a table plays by (table_numbers.ts).
import { standards } from "engine:rows";
import type { Numbers } from "./fill";
import type { View } from "./net/types";
import { numbersOf } from "./table_numbers";

type At = Pick<View, "game" | "options">;

/** The numbers of a table; of two players where that is not known. */
export const numbersAt = (game: string, options: View["options"], players?: number): Numbers =>
  numbersOf(game, standards, options, players);

/** A number in force by its key, such as "explosion.limit" or "spaces.coins.5". */
export function numberAt(view: At, key: string): number {
  const value = numbersAt(view.game, view.options).one(key);
  if (value === undefined) throw new Error(`no number ${key}`);
  return value;
}
