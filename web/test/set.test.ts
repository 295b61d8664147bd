// Changes of a view as the server sends them are applied to the view before.
import { describe, expect, it } from "vitest";
import { applySet, unfold } from "../src/net/set";
import type { Change, View } from "../src/net/types";

const view = {
  game: "arcane",
  options: {},
  pending: [],
  winners: null,
  round: 1,
  market: [null, "older-wand", null],
  players: [
    { gold: 25, stash: [{ item: null }] },
    { gold: 20, stash: [] },
  ],
} as unknown as View;

const after = (...set: Change[]): { [key: string]: unknown } =>
  applySet(view, set, 1).view as unknown as { [key: string]: unknown };

describe("changes of views", () => {
  it("replaces members and elements", () => {
    expect(after(["round", 2])).toMatchObject({ round: 2 });
    expect(after(["market.1", null])).toMatchObject({ market: [null, null, null] });
    expect(after(["market.0", "toad"])["market"]).toEqual(["toad", "older-wand", null]);
  });

  it("goes on from the mover where a path begins with a dot", () => {
    expect(after([".gold", 7])).toMatchObject({ players: [{ gold: 25 }, { gold: 7 }] });
  });

  it("takes members away", () => {
    expect("round" in after(["round"])).toBe(false);
  });

  it("replaces stretches of lists", () => {
    expect(after([".stash", 0, 0, [{ item: "egg" }, { item: null }]])).toMatchObject({
      players: [{}, { stash: [{ item: "egg" }, { item: null }] }],
    });
    expect(after(["market", 1, 2, []])["market"]).toEqual([null]);
    expect(after(["market", 1, 0, ["x"]])["market"]).toEqual([null, "x", "older-wand", null]);
  });

  it("can replace the whole", () => {
    expect(after(["", { game: "null" }])).toEqual({ game: "null" });
  });

  it("carries changes out in order, and says what changed", () => {
    const { view: now, changed } = applySet(
      view,
      [
        ["market", 0, 3, ["a"]],
        ["market.0", "b"],
      ],
      0,
    );
    expect((now as unknown as { market: string[] }).market).toEqual(["b"]);
    expect(changed).toEqual(["market", "market.0", "market.0"]);
  });

  it("leaves the view before as it was, and what did not change the same", () => {
    const copy = structuredClone(view);
    const { view: now } = applySet(
      view,
      [
        [".gold", 1],
        ["market", 0, 1, []],
      ],
      1,
    );
    expect(view).toEqual(copy);
    expect(now.players[0]).toBe(view.players[0]);
    expect(now.players[1]).not.toBe(view.players[1]);
  });

  it("refuses a path that leads nowhere", () => {
    expect(() => after(["nobody.gold", 1])).toThrow();
    expect(() => after(["round", 0, 1, []])).toThrow();
  });
});

describe("events", () => {
  it("are about what their first member says", () => {
    expect(unfold({ draw: "white1" }, 2)).toMatchObject({
      type: "draw",
      chip: "white1",
      item: "white1",
      seat: 2,
      k: 0,
    });
    expect(unfold({ infamy: 3, k: 2 }, 0)).toMatchObject({ type: "infamy", n: 3, k: 2 });
    expect(unfold({ stop: true }, 0)).toEqual({ type: "stop", k: 0, seat: 0 });
    expect(unfold({ place: "white1", at: 3 }, 1)).toMatchObject({ type: "place", at: 3 });
  });

  it("may be another's, or nobody's", () => {
    expect(unfold({ infamy: 1, seat: 3 }, 0).seat).toBe(3);
    expect(unfold({ round: 1, seat: null }, 0).seat).toBeNull();
  });
});
