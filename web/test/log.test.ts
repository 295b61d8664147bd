// The log as chapters.
import { describe, expect, it } from "vitest";
import { spotsOf as arcaneSpots } from "../src/games/arcane/told";
import { chaptersOf, newestFirst } from "../src/log/chapters";
import { spotsOf as quacksSpots } from "../src/games/quacks/told";
import type { LogLine } from "../src/table/scene";

const line = (seat: number | null, ...types: string[]): LogLine => ({
  seat,
  sentences: types.map(type => ({ text: `${type}!`, rule: null, type })),
});

describe("chapters of the log", () => {
  it("begin with each round or turn, and keep what was before", () => {
    const all = chaptersOf([
      line(null, "note"),
      line(0, "round", "reveal"),
      line(1, "turn"),
      line(1, "draw"),
    ]);
    expect(all.map(c => c.title?.type ?? null)).toEqual([null, "round", "turn"]);
    expect(all.map(c => c.deeds.length)).toEqual([1, 1, 1]);
  });

  it("say whether they are a part of a round", () => {
    expect(chaptersOf([line(0, "round", "draw", "inspection", "reveal")]).map(c => c.part)).toEqual(
      [false, true],
    );
  });

  it("put together what one seat did in a row, over several lines", () => {
    const [chapter] = chaptersOf([
      line(0, "draw"),
      line(0, "play"),
      line(1, "draw"),
      line(0, "draw"),
    ]);
    expect(chapter?.deeds.map(d => [d.seat, d.sentences.map(s => s.type)])).toEqual([
      [0, ["draw", "play"]],
      [1, ["draw"]],
      [0, ["draw"]],
    ]);
  });

  it("are none of nothing", () => {
    expect(chaptersOf([])).toEqual([]);
  });

  it("run backwards with the newest first, under their titles", () => {
    const [second, first] = newestFirst(
      chaptersOf([line(0, "round", "draw", "play"), line(1, "draw"), line(0, "inspection")]),
    );
    expect(second?.title?.type).toBe("inspection");
    expect(first?.title?.type).toBe("round");
    expect(first?.deeds.map(d => [d.seat, d.sentences.map(s => s.type)])).toEqual([
      [1, ["draw"]],
      [0, ["play", "draw"]],
    ]);
  });
});

describe("the places an event speaks of", () => {
  it("are those of who acted, of whom it is about, and where", () => {
    const event = { type: "doll", k: 0, seat: 1, other: 2, slot: 4, item: "older-wand" };
    expect(arcaneSpots(event)).toEqual(["player.1", "player.2", "house.2.4"]);
    expect(arcaneSpots({ type: "draw", k: 2, seat: 0, slot: 3 })).toEqual([
      "player.0",
      "market.3",
      "stash.0",
    ]);
    expect(arcaneSpots({ type: "turn-up", k: 0, seat: null, item: "older-wand" })).toEqual([
      "discard",
    ]);
    expect(quacksSpots({ type: "place", k: 0, seat: 3, chip: "white1", at: 7 })).toEqual([
      "player-3",
      "chip-3-7",
      "space-7-3",
    ]);
    expect(quacksSpots({ type: "fortune", k: 0, seat: null, card: "x" })).toEqual(["fortune"]);
  });
});
