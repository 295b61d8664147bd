// The frame around the games: addresses, rulebooks in another language, what changed.
import { describe, expect, it } from "vitest";
import { makeRulebook } from "../src/rulebook.svelte";
import { translate, type Texts } from "../src/texts";
import { hrefTo, parseRoute } from "../src/route.svelte";
import { playHere, tableBy } from "../src/rules/here.svelte";
import { isFresh, type Scene } from "../src/table/scene";
import { rows } from "./rows";

describe("addresses", () => {
  it("lead to rooms and back", () => {
    expect(parseRoute("")).toEqual({ at: "door" });
    expect(parseRoute(hrefTo.table("abc"))).toEqual({ at: "table", id: "abc" });
    expect(parseRoute(hrefTo.replay("abc", 12, "all"))).toEqual({
      at: "replay",
      id: "abc",
      n: 12,
      viewer: "all",
    });
    expect(parseRoute(hrefTo.replay("abc"))).toEqual({ at: "replay", id: "abc" });
    expect(parseRoute(hrefTo.rules("quacks", "Q6.B"))).toEqual({
      at: "rules",
      game: "quacks",
      id: "Q6.B",
    });
    playHere({ game: "quacks", options: { numbers: { turns: { all: 5 } }, pot: "tubes" } });
    const address = hrefTo.rules("quacks", "Q3"),
      there = parseRoute(address);
    expect(there).toMatchObject({ at: "rules", game: "quacks", id: "Q3" });
    expect(tableBy("quacks", (there as { by?: string }).by ?? "")).toEqual({
      game: "quacks",
      options: { numbers: { turns: { all: 5 } } },
    });
    expect(hrefTo.rules("arcane")).toBe("#rules/arcane");
    playHere(null);
    expect([hrefTo.rules("quacks"), tableBy("quacks", "{")]).toEqual(["#rules/quacks", null]);
    expect(tableBy("arcane", '{"players":"__proto__"}')).toEqual({ game: "arcane", options: {} });
    expect(parseRoute("#nonsense/%")).toEqual({ at: "door" });
  });
});

describe("rows in another language", () => {
  it("changes texts and never names of the protocol", () => {
    const row = { name: "draw", rule: "A5.1", text: "draw", secret: "" },
      loud = new Proxy({}, { get: (_, id) => `<${String(id)}>` }) as Texts;
    const game = {
      game: "g",
      title: "t",
      technical: ["A1"],
      certainty: { P: "printed" },
      rules: [{ id: "A1", certainty: "P", text: "P" }],
      items: [{ id: "x", name: "draw", gold: 1, when: ["sold"] }],
      rulings: [{ of: ["A1", "x"], letter: "R", does: "it" }],
      events: [row, row],
      bots: [{ name: "easy", title: "hasty" }],
    };
    expect(translate(game, loud)).toEqual({
      game: "g",
      title: "<g/title>",
      technical: ["A1"],
      certainty: { P: "<g/certainty/P>" },
      rules: [{ id: "A1", certainty: "P", text: "<g/rules/A1/text>" }],
      items: [{ id: "x", name: "<g/items/x/name>", gold: 1, when: ["sold"] }],
      rulings: [{ of: ["A1", "x"], letter: "R", does: "<g/rulings/A1, x/does>" }],
      events: [
        { ...row, text: "<g/events/draw/text>" },
        { ...row, text: "<g/events/draw#2/text>" },
      ],
      bots: [{ name: "easy", title: "<g/bots/easy/title>" }],
    });
    expect(translate(game, { "g/rules/A1/text": "Q" })).toEqual({
      ...game,
      rules: [{ id: "A1", certainty: "P", text: "Q" }],
    });
  });

  it("keeps every id of the engine", () => {
    const raw = rows.games[0];
    if (!raw) throw new Error("no rows");
    const loud = new Proxy({}, { get: (_, id) => `<${String(id)}>` }) as Texts;
    const plain = makeRulebook(raw, undefined),
      other = makeRulebook(translate(raw, loud), undefined);
    for (const part of ["rules", "items", "wizards", "questions", "events"] as const) {
      expect(Object.keys(other[part])).toEqual(Object.keys(plain[part]));
    }
    expect(other.title).toBe("<arcane/title>");
  });
});

describe("what changed", () => {
  it("is found by its path or one below", () => {
    const scene = { changed: new Set(["players.1.stash.0"]) } as unknown as Scene;
    expect(isFresh(scene, "players.1.stash")).toBe(true);
    expect(isFresh(scene, "players.1.stash.0")).toBe(true);
    expect(isFresh(scene, "players.1.stash.00")).toBe(false);
    expect(isFresh(scene, "players.1.s")).toBe(false);
  });
});
