// What the client takes from the engine when it is built is there, and is what the program says.
import {
  DROPLET_LAST,
  LAST,
  levels,
  levelsAtOnce,
  NAME_MOST,
  SEATS,
  spaces,
  SPOON,
  standards,
} from "engine:rows";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Json } from "../src/net/types";
import { program } from "./rows";

it("has every number of the engine", () => {
  expect([SPOON, LAST, DROPLET_LAST, SEATS, NAME_MOST]).toEqual([53, 52, 51, 6, 40]);
  expect(levels).toEqual(["easy", "casual", "medium", "hard", "master"]);
  expect(levelsAtOnce).toEqual({
    arcane: ["easy"],
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

it("has the standard numbers of both games, as the program has them", () => {
  for (const game of ["arcane", "quacks"]) {
    const args = ["numbers", game],
      file = JSON.parse(execFileSync(program, args, { encoding: "utf8" })) as { numbers: Json };
    const flat = (of: unknown, path = ""): [string, number][] =>
      typeof of === "number"
        ? [[path, of]]
        : Object.entries(of as { [key: string]: unknown }).flatMap(([key, value]) =>
            flat(value, path ? `${path}.${key}` : key),
          );
    // A list of the file is counted from 0 or 1; here its entries have names.
    const ours = flat(standards[game]).filter(
      ([key]) => !/^(items|wizards|start\.(gold|infamy))/.test(key),
    );
    expect(ours.map(([, n]) => n).sort()).toEqual(
      flat(file.numbers)
        .map(([, n]) => n)
        .sort(),
    );
  }
  expect(standards["arcane"]?.["items.dragons-egg.effect.gold"]).toBe(15);
  expect(standards["arcane"]?.["start.gold"]).toBe(25);
});
