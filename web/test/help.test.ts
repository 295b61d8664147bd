// Figures of odds and hints.
import { markOf } from "../src/review/faults";
import { describe, expect, it } from "vitest";
import { viewAsking } from "../src/games/arcane/goes_on";
import { makeEngine } from "../src/engine/engine";
import { decimal, likeliest, percent, spreadOf, weighed } from "../src/help/figures";
import { reasonText } from "../src/help/reason";
import { settings } from "../src/settings.svelte";
import { openTexts } from "../src/words/translated.svelte";
import { machine, simulate } from "./native";
import { rulebookOf } from "./rows";

const bare = (text: string): string => text.replace(/\s/g, " ");

describe("figures", () => {
  it("percent has a digit where it matters", () => {
    expect([0, 0.004, 0.0812, 0.333, 0.9968, 1].map(x => bare(percent(x, "en")))).toEqual([
      "0 %",
      "0.4 %",
      "8.1 %",
      "33 %",
      "99.7 %",
      "100 %",
    ]);
    expect(bare(percent(0.0812, "de"))).toBe("8,1 %");
    expect(decimal(11.77, "de")).toBe("11,8");
  });

  it("says where a potion mostly ends", () => {
    expect(spreadOf({ "10": 0.05, "8": 0.5, "9": 0.4, "6": 0.05 })).toEqual({
      least: 8,
      middle: 8,
      most: 9,
    });
    expect(spreadOf({ "5": 1 })).toEqual({ least: 5, middle: 5, most: 5 });
    expect(spreadOf({})).toEqual({ least: 0, middle: 0, most: 0 });
  });

  it("puts the likeliest first and leaves out what cannot be", () => {
    expect(likeliest({ a: 0.1, b: 0, c: 0.4, d: 0.2 }, 2)).toEqual([
      ["c", 0.4],
      ["d", 0.2],
    ]);
  });
});

describe("what a bot has weighed", () => {
  it("begins with its answer, then the best first", () => {
    const rows = weighed(
      {
        action: "stop",
        bot: "hard",
        visits: { draw: 60, stop: 30, flask: 10 },
        value: { draw: 0.5, stop: 0.6, flask: 0.4 },
      },
      3,
    );
    expect(rows.map(r => [r.action, r.share])).toEqual([
      ["stop", 0.3],
      ["draw", 0.6],
      ["flask", 0.1],
    ]);
  });
  it("counts tries against all games, those of answers left out, too", () => {
    const rows = weighed(
      {
        action: "a",
        bot: "search",
        iterations: 200,
        visits: { b: 90, a: 60, c: 40 },
        value: { b: 0.4, a: 0.5, c: 0.45 },
      },
      3,
    );
    expect(rows.map(r => [r.action, r.share])).toEqual([
      ["a", 0.3],
      ["c", 0.2],
      ["b", 0.45],
    ]);
  });
  it("or by worth where nothing was tried", () => {
    const rows = weighed({ action: "b", bot: "greedy", value: { a: 1, b: 3, c: 2 } }, 2);
    expect(rows.map(r => [r.action, r.value, r.share])).toEqual([
      ["b", 3, null],
      ["c", 2, null],
    ]);
  });
  it("is at least the answer", () => {
    expect(weighed({ action: "x", bot: "random" }, 5)).toEqual([
      { action: "x", value: null, share: null },
    ]);
  });
});

describe("a hint for an answer that asks once more", () => {
  it("is for the view in which the slot of a played item is asked", async () => {
    const first = await machine();
    const engine = makeEngine(() => ({
      ask: async (question, text) => first.ask(JSON.stringify(question), text),
      end: () => undefined,
    }));
    const how = ["--set", "market=true", "--set", "wizards=random", "--seed", "3"];
    const [record = ""] = simulate(
      "arcane",
      ...["--bots", "greedy,greedy,greedy", ...how, "--games", "1", "--keep", "1"],
    );
    const film = await engine.openRecord(record);
    let plays = 0;
    for (const { n, seat, action } of film.moves.slice(0, 60)) {
      const asking = viewAsking(await film.view(n - 1, seat), seat, action);
      if (asking === null) continue;
      plays++;
      expect(asking).toEqual(await film.view(n, seat));
    }
    expect(plays).toBeGreaterThan(5);
  });
});

describe("a reason", () => {
  const book = rulebookOf("arcane", "de");
  it("is the engine's sentence, in other languages that of its row", async () => {
    const reason = { id: "completes", text: "it completes a set that pays 30 gold", n: 30 };
    expect(reasonText(reason, book)).toBe(reason.text);
    settings.language = "de";
    await openTexts();
    expect(reasonText(reason, book)).toBe("damit ist ein Trio voll, das 30 Gold bringt");
    expect(reasonText({ ...reason, id: "of-a-newer-server" }, book)).toBe(reason.text);
    settings.language = "en";
  });
});

it("calls a loss by the figure that is told of it (review/marks.def)", () => {
  for (let loss = 0.025; loss < 0.2; loss += 0.0007) {
    const told = Math.round(100 * loss);
    expect(markOf(loss), `${loss}`).toBe(told < 6 ? "doubtful" : told < 12 ? "mistake" : "blunder");
  }
});
