// The spaces of the pot (Q1), as the program has them.
import { standards } from "engine:rows";
import type { Worth } from "../../rules/pictures";

const of = standards["quacks"] ?? {};

const listed = (what: string): { readonly [space: string]: number } => {
  const list = of[`spaces.${what}`];
  return typeof list === "object" ? list : {};
};

const coins = listed("coins"),
  points = listed("points"),
  rubies = listed("rubies");

/** The number of the spoon, behind the last space for a chip. */
export const SPOON = Object.keys(coins).length;
export const LAST = SPOON - 1;

/** By number, with those in the middle, where nothing is shown. */
export const spaces: readonly Worth[] = Array.from({ length: SPOON + 1 }, (_, i) => ({
  coins: coins[i] ?? 0,
  points: points[i] ?? 0,
  ruby: (rubies[i] ?? 0) > 0,
}));
