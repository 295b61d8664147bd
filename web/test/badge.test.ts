// Who sits where: names, and the badges that are the same in browser and terminal.
import { readFileSync } from "node:fs";
import { badges, botNames } from "engine:rows";
import { afterEach, describe, expect, it } from "vitest";
import type { Seat } from "../src/net/types";
import type { Rulebook } from "../src/rulebook.svelte";
import { settings } from "../src/settings.svelte";
import {
  badgeLetters,
  botTitle,
  levelOf,
  lettersOf,
  nameParts,
  seatName,
  withLevel,
} from "../src/table/who";

const row = (title: string) => ({ name: "", title, blurb: "" });
const rulebook = { bots: { medium: row("the daredevil"), hard: row("alter Hase") } } as object;
const book = rulebook as Rulebook;
const bot = (name: string, level = "medium"): Seat => ({
  kind: "bot",
  name,
  bot: level,
  away: null,
});
const person = (name: string): Seat => ({ kind: "human", name, bot: null, away: null });

afterEach(() => (settings.language = "en"));

describe("names", () => {
  it("of bots are their own, in both languages", () => {
    expect(seatName(book, [bot("Agatha")], 0)).toBe("Agatha");
    settings.language = "de";
    expect(seatName(book, [bot("Agatha")], 0)).toBe("Agathe");
    expect(seatName(book, [person("Agatha")], 0)).toBe("Agatha");
  });

  it("begin with the same letter in both languages, as the badge does", () => {
    for (const [english, german] of Object.entries(botNames)) {
      expect(german.charAt(0)).toBe(english.charAt(0));
      expect(german.length).toBeLessThanOrEqual(10);
    }
  });

  it("of older tables' bots are titles without an article", () => {
    expect(seatName(book, [bot("medium"), bot("hard", "hard")], 0)).toBe("Daredevil");
    expect(seatName(book, [bot("the daredevil")], 0)).toBe("Daredevil");
    expect(seatName(book, [bot("medium"), bot("hard", "hard")], 1)).toBe("Alter Hase");
    expect(botTitle("Theodora")).toBe("Theodora");
  });

  it("that are equal have a number, whoever has them", () => {
    const seats = [bot("Wanda"), person("Ann"), person("Wanda")];
    expect([0, 1, 2].map(seat => seatName(book, seats, seat))).toEqual([
      "Wanda (1)",
      "Ann",
      "Wanda (2)",
    ]);
  });

  it("keep their number where they are cut", () => {
    expect(nameParts("Daredevil (2)")).toEqual(["Daredevil", " (2)"]);
    expect(nameParts("Ann")).toEqual(["Ann", ""]);
    expect(nameParts("Ann (the 2nd)")).toEqual(["Ann (the 2nd)", ""]);
  });

  it("of bots may be followed by their level, people's are not", () => {
    expect(withLevel("Wanda", bot("Wanda"))).toBe("Wanda, medium");
    expect(withLevel("Wanda", bot("Wanda", "greedy"))).toBe("Wanda");
    expect(withLevel("Wanda", bot("Wanda", "@smith"))).toBe("Wanda, smith");
    expect(withLevel("Ann", { ...person("Ann"), bot: "medium", away: "left" })).toBe("Ann");
    expect(levelOf(undefined)).toBe("");
  });
});

describe("badges", () => {
  // tests/test_badge.c has the same lines.
  it("have letters that tell seats apart", () => {
    expect(badgeLetters(["Ada", "Wanda", "Konrad"])).toEqual(["A", "W", "K"]);
    expect(badgeLetters(["Anna", "Anton", "Ana", "A"])).toEqual(["A", "N", "3", "4"]);
    expect(badgeLetters(["ömer", "Ömer", "жанна", "αλφα"])).toEqual(["Ö", "M", "Ж", "Α"]);
    expect(badgeLetters(["魔女", "2fast", "", "7", "ß", "!é"])).toEqual([..."1F345É"]);
    const seats: Seat[] = [person("Ann"), { kind: "empty", name: null, bot: null, away: null }];
    expect(lettersOf({ seats })).toEqual(["A", "2"]);
  });

  it("differ in shape and colour, and the style sheet has their colours", () => {
    const css = readFileSync(new URL("../src/style/tokens.css", import.meta.url), "utf8");
    expect(new Set(badges.map(b => b.shape)).size).toBe(badges.length);
    expect(new Set(badges.map(b => b.colour)).size).toBe(badges.length);
    for (const [seat, { colour }] of badges.entries())
      expect(css).toContain(`--seat-${seat}: ${colour};`);
  });
});
