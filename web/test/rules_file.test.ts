// Files with other rules for a new table: what is taken, what is refused in words, and what the rules say differs.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EngineError, makeEngine } from "../src/engine/engine";
import { otherRules } from "../src/front/rules_file";
import { optionsOf, usualWish } from "../src/front/wish";
import { startMachine } from "../src/engine/machine";
import type { Json } from "../src/net/types";

const file = (numbers: Json, more: object = {}): string =>
  JSON.stringify({ format: "charlatan-numbers", version: 1, game: "quacks", numbers, ...more });

describe("a file", () => {
  it("has numbers of its game", () => {
    const numbers = { explosion: { limit: 9 } };
    expect(otherRules("quacks", "Quacks", file(numbers))).toEqual({ numbers });
  });

  it("may have cards as well", () => {
    const numbers = { infamy: { lap: 20 } };
    const cards = { wizards: { byros: { gold: 5 } } };
    const both = otherRules("arcane", "Arcane Alley", file(numbers, { game: "arcane", cards }));
    expect(both).toEqual({ numbers, cards });
    const wish = { ...usualWish(), plain: false, rules: JSON.stringify(both) };
    expect(optionsOf("arcane", wish)).toMatchObject({ numbers, cards });
  });

  it("or cards of Arcane Alley", () => {
    const cards = JSON.parse(readFileSync("../docs/cards-example.json", "utf8")) as Json;
    expect(otherRules("arcane", "Arcane Alley", JSON.stringify(cards))).toEqual({ cards });
    expect(() => otherRules("quacks", "Quacks", JSON.stringify(cards))).toThrow(/neither/);
  });

  it.each([
    ["{", /cannot be read/],
    ["[]", /neither/],
    ["{}", /neither/],
    [file({}, { version: 2 }), /newer version/],
    [file({}, { game: "arcane" }), /not for Quacks/],
    [" ".repeat(1 << 17), /too large/],
  ])("is refused in words: %#", (text, why) => {
    expect(() => otherRules("quacks", "Quacks", text)).toThrow(why);
  });

  it("becomes part of the request, unless it is a first game", () => {
    const wish = { ...usualWish(), plain: false, rules: '{"numbers":{"explosion":{"limit":9}}}' };
    expect(optionsOf("quacks", wish)).toMatchObject({ numbers: { explosion: { limit: 9 } } });
    expect(optionsOf("quacks", { ...wish, plain: true })).toEqual({});
  });
});

describe("the rules", () => {
  it("say what differs, and what is wrong", async () => {
    const machine = await startMachine(readFileSync("../build/wasm/charlatan.wasm"));
    const engine = makeEngine(() => ({
      ask: async question => machine.ask(JSON.stringify(question)),
      end: () => undefined,
    }));
    expect(await engine.numbers("quacks", { explosion: { limit: 9 }, turns: { all: 9 } })).toEqual([
      expect.objectContaining({ key: "explosion.limit", standard: 7, now: 9, rule: "Q5.3" }),
    ]);
    expect(await engine.numbers("arcane", {})).toEqual([]);
    for (const [game, numbers] of [
      ["quacks", { explosion: { limit: 99 } }],
      ["quacks", { explosions: 1 }],
      ["arcane", []],
      ["null", {}],
      ["chess", {}],
    ] as [string, Json][])
      await expect(engine.numbers(game, numbers)).rejects.toBeInstanceOf(EngineError);
    engine.close();
  });
});
