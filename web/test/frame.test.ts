// The frame around the games: addresses, rulebooks in another language, what changed.
import { describe, expect, it } from "vitest";
import { makeRulebook, translate } from "../src/rulebook.svelte";
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
    const row = { name: "draw", rule: "A5.1", text: "draw", secret: "" };
    expect(translate(row, { draw: "ziehen" })).toEqual({
      name: "draw",
      rule: "A5.1",
      text: "ziehen",
      secret: "",
    });
    expect(translate({ id: "x", name: "draw" }, { draw: "ziehen", x: "y" })).toEqual({
      id: "x",
      name: "ziehen",
    });
    expect(translate({ certainty: "P", text: "P" }, { P: "Q" })).toEqual({
      certainty: "P",
      text: "Q",
    });
    expect(translate({ certainty: { P: "printed" } }, { printed: "gedruckt" })).toEqual({
      certainty: { P: "gedruckt" },
    });
  });

  it("keeps every id of the engine", () => {
    const raw = rows.games[0];
    if (!raw) throw new Error("no rows");
    const loud = new Proxy({}, { get: (_, key) => `<${String(key)}>` }) as {
      [text: string]: string;
    };
    const plain = makeRulebook(raw, undefined),
      other = makeRulebook(translate(raw, loud), undefined);
    for (const part of ["rules", "items", "wizards", "questions", "events"] as const) {
      expect(Object.keys(other[part])).toEqual(Object.keys(plain[part]));
    }
    expect(other.title).toBe(`<${plain.title}>`);
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
