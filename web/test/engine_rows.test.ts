// What the client takes from the engine's sources when it is built is there, and is what the program says.
import {
  DROPLET_LAST,
  LAST,
  levels,
  levelsAtOnce,
  NAME_MOST,
  SEATS,
  spaces,
  SPOON,
  tails,
  TURNS,
} from "engine:rows";
import { expect, it } from "vitest";
import { arrayOf, numberOf, rowsOf } from "../rows";

it("has every number of the engine", () => {
  expect([SPOON, LAST, DROPLET_LAST, TURNS, SEATS, NAME_MOST]).toEqual([53, 52, 51, 9, 6, 40]);
  expect(levels).toEqual(["easy", "casual", "medium", "hard", "master"]);
  expect(levelsAtOnce).toEqual({
    arcane: ["easy", "casual"],
    quacks: ["easy", "casual", "medium", "hard"],
  });
});

it("has the spaces in order, each with its worth", () => {
  expect(spaces).toHaveLength(SPOON + 1);
  expect(spaces[0]).toEqual({ coins: 0, points: 0, ruby: false });
  expect(spaces[52]).toEqual({ coins: 33, points: 14, ruby: true });
  expect(spaces[53]).toEqual({ coins: 35, points: 15, ruby: false });
  for (const [i, space] of spaces.entries())
    expect(space.coins).toBeGreaterThanOrEqual(spaces[i - 1]?.coins ?? 0);
});

it("has the rat tails of one lap: after 1, 4, 7 and every even number from 10 to 48", () => {
  expect(tails).toHaveLength(50);
  const after = tails.flatMap((n, points) => ((tails[points + 1] ?? n) > n ? [points] : []));
  expect(after).toEqual([1, 4, 7, ...Array.from({ length: 20 }, (_, i) => 10 + 2 * i)]);
});

it("fails where the engine's sources do not have what is asked for", () => {
  expect(rowsOf('ROW(1, "two")\n ROW(not at the start)\n', "ROW")).toEqual([["1", "two"]]);
  expect(() => rowsOf("SPACE(1)", "PLACE")).toThrow("no rows PLACE");
  expect(numberOf("enum { A = 5, BAD_A = 7 };", "A")).toBe(5);
  expect(arrayOf("int lap[3] = {1, 2,\n 3,};", "lap")).toEqual([1, 2, 3]);
  expect(() => arrayOf("int lap;", "lap")).toThrow("no array lap");
  expect(() => numberOf("enum { A = B };", "A")).toThrow("no number A");
});
