// The numbers that a table of Arcane Alley plays by, and the scale of a lap.
import { standards } from "engine:rows";
import { describe, expect, it } from "vitest";
import { numberAt } from "../src/numbers";
import { infamyTicks } from "../src/games/arcane/tracks";
import { goalOf, guardOf } from "../src/games/arcane/view";
import type { Options, View } from "../src/net/types";

const at = (options: Options): View => ({
  game: "arcane",
  options,
  pending: [],
  players: [],
  winners: null,
});

describe("numbers", () => {
  it("are those of numbers.def", () => {
    expect(standards["arcane"]?.["inspection.fine"]).toBe(25);
    expect(standards["arcane"]?.["house.rows"]).toEqual({ 2: 3, 3: 3, 4: 3, 5: 3, 6: 3 });
    expect(standards["arcane"]?.["market.prices"]).toEqual({ 1: 1, 2: 2, 3: 3 });
  });

  it("are standard unless the options name them", () => {
    const view = at({ numbers: { market: { prices: { "2": 7 } }, infamy: { lap: 30 } } });
    expect([1, 2, 3].map(n => numberAt(view, `market.prices.${n}`))).toEqual([1, 7, 3]);
    expect(numberAt(view, "infamy.lap")).toBe(30);
    expect(numberAt(view, "infamy.markers")).toBe(2);
    expect(numberAt(at({}), "infamy.lap")).toBe(25);
    expect(() => numberAt(view, "infamy.laps")).toThrow("infamy.laps");
  });

  it("change goal and guard (A1.goal, A1.guard)", () => {
    const options = { edition: "hundred", rounds: null, goal: 200 };
    expect([goalOf(at(options)), guardOf(at(options))]).toEqual([200, 100]);
    const view = at({ ...options, numbers: { end: { goal: 80, guard: 10 } } });
    expect([goalOf(view), guardOf(view)]).toEqual([160, 20]);
  });
});

describe("the scale of a lap", () => {
  it.each([
    [25, [0, 5, 10, 15, 20, 24]],
    [9, [0, 5, 8]],
    [5, [0, 4]],
    [100, [0, 20, 40, 60, 80, 99]],
  ])("of %i points", (lap, ticks) => {
    expect(infamyTicks(lap)).toEqual(ticks);
  });
});
