// What is heard when something happens.
import { describe, expect, it } from "vitest";
import { gameOf } from "../src/games/list";
import type { Happening } from "../src/net/types";
import { sounds, soundsOf } from "../src/sound/sounds";

const happen = (type: string, more: Partial<Happening> = {}): Happening => ({
  type,
  k: 0,
  seat: 0,
  ...more,
});

const heard = gameOf("quacks")?.heard;

describe("sounds", () => {
  it("an explosion is heard before its chip, and never more than two at once", () => {
    const all = [
      happen("draw", { chip: "white3" }),
      happen("place", { chip: "white3" }),
      happen("explode"),
      happen("ruby"),
    ];
    expect(soundsOf(all, heard)).toEqual(["explosion", "coin"]);
  });
  it("what is drawn is a chip or a card", () => {
    expect(soundsOf([happen("draw", { chip: "green1", item: "green1" })], heard)).toEqual(["chip"]);
    expect(soundsOf([happen("draw", { item: "older-wand", chip: "older-wand" })])).toEqual([
      "card",
    ]);
    expect(soundsOf([happen("draw")])).toEqual(["card"]);
  });
  it("what does not matter is silent", () => {
    expect(soundsOf([happen("stop"), happen("coins")], heard)).toEqual([]);
  });
  it("all are short", () => {
    for (const notes of Object.values(sounds)) {
      expect(Math.max(...notes.map(n => n.at + n.long))).toBeLessThan(0.8);
      for (const n of notes) expect(Math.min(n.from, n.to ?? n.from)).toBeGreaterThan(0);
    }
  });
});
