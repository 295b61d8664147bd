// The log as chapters.
import { describe, expect, it } from "vitest";
import { chaptersOf } from "../src/log/chapters";
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
});
