// Events become sentences: every row of the engine gives one, with names and numbers in their places.
import { describe, expect, it } from "vitest";
import type { Happening } from "../src/net/types";
import { settings } from "../src/settings.svelte";
import { closedText, hurriedText, linesOf, sentenceOf } from "../src/table/sentence";
import { rulebookOf, rows } from "./rows";

const name = (seat: number): string => ["Ann", "Ben", "Cy"][seat] ?? "?";
const arcane = rulebookOf("arcane"),
  quacks = rulebookOf("quacks");
const what = (type: string, more: Partial<Happening> = {}): Happening => ({
  type,
  k: 0,
  seat: 0,
  ...more,
});

describe("sentences", () => {
  it("name who and what", () => {
    expect(sentenceOf(arcane, what("draw", { item: "older-wand" }), name)).toMatchObject({
      text: "Ann draws Older Wand from the deck.",
      rule: "A5.1",
      type: "draw",
    });
    expect(sentenceOf(arcane, what("swap", { other: 2, slot: 1, slot2: 4 }), name).text).toBe(
      "Hypnotic Toad: the items in slots 1 and 4 of Cy change places.",
    );
    expect(sentenceOf(quacks, what("place", { chip: "white2", at: 3 }), name).text).toBe(
      "Ann lays white 2 on the space before 4 coins.",
    );
    // The last space for a chip: the spoon counts (Q1.1).
    expect(sentenceOf(quacks, what("place", { chip: "white2", at: 52 }), name).text).toBe(
      "Ann lays white 2 on the space before 35 coins.",
    );
  });

  it("say that nothing is gained instead of 0", () => {
    expect(sentenceOf(arcane, what("gold", { n: 0 }), name).text).toBe(
      "Three-Headed Coin: Ann gains no gold.",
    );
    expect(sentenceOf(arcane, what("gold", { n: 2 }), name).text).toContain("gains 2 gold");
    settings.language = "de";
    expect(sentenceOf(rulebookOf("arcane", "de"), what("gold", { n: 0 }), name).text).toBe(
      "Dreikopfmünze: Ann erhält kein Gold.",
    );
    settings.language = "en";
  });

  it("keep secret what the viewer may not know", () => {
    expect(sentenceOf(arcane, what("draw"), name).text).toBe("Ann draws from the deck.");
    expect(sentenceOf(arcane, what("deal", { seat: 1 }), name).text).toBe("Ben is dealt an item.");
  });

  it("are those of the right row where a type has several", () => {
    expect(sentenceOf(arcane, what("infamy", { n: 3, k: 1 }), name).text).toBe(
      "Crystal Ball: Ann gains 3 infamy.",
    );
    expect(sentenceOf(arcane, what("infamy", { n: 5, k: 6 }), name)).toMatchObject({
      text: "The inspection costs Ann 5 infamy.",
      rule: "A8.2",
      type: "infamy",
    });
  });

  it("count one thing as one", () => {
    const said = (type: string, n: number, k = 0): string =>
      sentenceOf(quacks, what(type, { n, k, chip: "orange1" }), name).text;
    expect(said("points", 1, 1)).toBe("Ann gets 1 point for the potion.");
    expect(said("points", 2, 1)).toBe("Ann gets 2 points for the potion.");
    expect(said("ruby", 1)).toBe("Ann gains 1 ruby.");
    expect(said("leave", 1)).toBe("Ann does not take 1 extra space.");
    expect(said("rats", 1)).toBe("Ann starts 1 space further, thanks to the rats.");
    expect(said("tails", 1)).toBe("Ann gives up 1 rat tail.");
    expect(said("buy", 1)).toContain("for 1 coin.");
  });

  it("count one thing as one in German", () => {
    settings.language = "de";
    const german = rulebookOf("quacks", "de");
    const said = (type: string, n: number): string =>
      sentenceOf(german, what(type, { n, chip: "orange1" }), name).text;
    expect(said("buy", 1)).toContain("für 1 Münze:");
    expect(said("win", 1)).toBe("Ann gewinnt mit 1 Siegpunkt.");
    expect(said("win", 2)).toBe("Ann gewinnt mit 2 Siegpunkten.");
    settings.language = "en";
  });

  it("leave no hole in any row of any game", () => {
    for (const game of rows.games) {
      const rulebook = rulebookOf(game.game),
        seen: { [type: string]: number } = {};
      for (const row of game.events) {
        const k = (seen[row.name] = (seen[row.name] ?? -1) + 1);
        const all = what(row.name, {
          k,
          item: "older-wand",
          chip: "red1",
          card: "charity",
          die: "ruby",
          n: 2,
          slot: 1,
          slot2: 2,
          other: 1,
          at: 5,
        });
        expect(sentenceOf(rulebook, all, name).text, `${row.name} ${k}`).not.toMatch(/[{}]/);
        expect(
          sentenceOf(rulebook, what(row.name, { k, n: 2, slot: 1, at: 1, other: 1 }), name).text,
        ).not.toMatch(/\{(seat|n|a|other)\}/);
      }
    }
  });

  it("make one line of what one seat did in a row", () => {
    const lines = linesOf(
      arcane,
      [
        what("round", { seat: null, n: 1 }),
        what("draw"),
        what("turn-up", { item: "older-wand" }),
        what("draw", { seat: 1 }),
      ],
      name,
    );
    expect(lines.map(l => [l.seat, l.sentences.length])).toEqual([
      [null, 1],
      [0, 2],
      [1, 1],
    ]);
  });
});

describe("a bot that thought less than usual", () => {
  it("says why, in both languages", () => {
    expect(hurriedText("t", "busy", "Hard")).toBe(
      "Hard had less time to think: the server is busy.",
    );
    expect(hurriedText("t@here", "busy", "Hard")).toBe("Hard had less time to think.");
    settings.language = "de";
    expect(hurriedText("t", "budget", "Schwer")).toContain(
      "Bedenkzeit der Bots ist vorerst aufgebraucht",
    );
    settings.language = "en";
  });
});

describe("a table that was closed", () => {
  it("says why, in both languages", () => {
    settings.language = "en";
    expect(closedText("The game is too long: a table has room for 131,072 entries.")).toContain(
      "has become too long",
    );
    expect(closedText("The witness has not answered for 30 days.")).toContain("30 days");
    expect(closedText("Everyone has left.")).toContain("everyone has left");
    expect(closedText("nobody came")).toContain("nobody came");
    expect(closedText(undefined)).toBe("This table was closed without a result.");
    settings.language = "de";
    expect(closedText("The game is too long: …")).toContain("zu lang geworden");
    settings.language = "en";
  });
});
