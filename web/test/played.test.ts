// Statistics of finished games, links that carry a result, and the deal of the day.
import { beforeEach, describe, expect, it } from "vitest";
import { byPlayers, figuresOf, momentsOf, streaksOf } from "../src/mine/figures";
import { sentResult, resultOf } from "../src/mine/daily";
import { dateText, isDate, today } from "../src/mine/dates";
import {
  deleteGames,
  noteGame,
  noteHighlights,
  playedGames,
  type PlayedGame,
} from "../src/mine/games";
import { momentName, momentText } from "../src/mine/words";
import type { TableSummary } from "../src/net/types";
import { hrefTo, parseRoute } from "../src/route.svelte";
import { remember } from "../src/keep";

const summary = (id: string, part: Partial<TableSummary> = {}): TableSummary =>
  ({
    id,
    game: "arcane",
    players: 3,
    state: "over",
    created: 1000,
    result: [30, 41, 22],
    winners: [1],
    practice: null,
    ...part,
  }) as TableSummary;
const me = (seat = 1) => [{ seat, token: "", name: "Berta" }];

const played = (place: number, score: number, part: Partial<PlayedGame> = {}): PlayedGame => ({
  id: `${place}-${score}`,
  game: "arcane",
  players: 3,
  when: 1,
  place,
  score,
  lead: place === 1 ? 5 : -5,
  ...part,
});

beforeEach(() => remember("played", null));

describe("finished games", () => {
  it("are remembered once, with place, score and lead", () => {
    noteGame(summary("a"), me());
    noteGame(summary("a"), me());
    expect(playedGames()).toEqual([
      { id: "a", game: "arcane", players: 3, when: 1000, place: 1, score: 41, lead: 11 },
    ]);
  });
  it("are replaced if they were taken back and end otherwise", () => {
    noteGame(summary("a"), me());
    noteGame(summary("a", { result: [50, 41, 22], winners: [0] }), me());
    expect(playedGames().map(g => [g.place, g.lead])).toEqual([[2, -9]]);
  });
  it("keep what their record tells, until they end otherwise", () => {
    const told = { peak: 20, mishaps: 0, behind: 4 };
    noteHighlights("a", told);
    expect(playedGames()).toEqual([]);
    noteGame(summary("a"), me());
    noteHighlights("a", told);
    noteGame(summary("a"), me());
    expect(playedGames()).toMatchObject([{ id: "a", score: 41, ...told }]);
    noteGame(summary("a", { result: [50, 41, 22], winners: [0] }), me());
    expect(playedGames()[0]).not.toHaveProperty("peak");
  });
  it("count only if they are over, mine alone, and no practice", () => {
    noteGame(summary("a", { state: "running" }), me());
    noteGame(summary("b", { practice: { moves: 3, luck: "new" } }), me());
    noteGame(summary("c"), [...me(), ...me(2)]);
    noteGame(summary("d"), []);
    expect(playedGames()).toEqual([]);
  });
  it("can be deleted for good", () => {
    noteGame(summary("a"), me());
    deleteGames(2000);
    noteGame(summary("a"), me());
    expect(playedGames()).toEqual([]);
    noteGame(summary("b", { created: 3000 }), me());
    expect(playedGames()).toHaveLength(1);
  });
  it("of a newer page are left alone", () => {
    remember("played", { version: 2, games: "else" });
    noteGame(summary("a"), me());
    expect(playedGames()).toEqual([]);
    expect(localStorage.getItem("charlatan.played")).toContain('"version":2');
  });
});

describe("figures", () => {
  const games = [
    played(1, 40, { lead: 12 }),
    played(2, 30),
    played(1, 36, { lead: 2, id: "x" }),
    played(1, 50, { players: 2, lead: 7 }),
  ];
  it("are sums and averages", () => {
    expect(figuresOf(games)).toEqual({ games: 4, wins: 3, place: 1.25, score: 39, best: 50 });
    expect(figuresOf([])).toEqual({ games: 0, wins: 0, place: 0, score: 0, best: 0 });
    expect(byPlayers(games).map(([n, f]) => [n, f.games])).toEqual([
      [2, 1],
      [3, 3],
    ]);
  });
  it("know streaks and best moments", () => {
    expect(streaksOf(games)).toEqual({ now: 2, longest: 2 });
    expect(streaksOf([played(1, 1), played(3, 1)])).toEqual({ now: 0, longest: 1 });
    expect(momentsOf(games).map(([name, g]) => [name, g.score])).toEqual([
      ["best", 50],
      ["clearest", 40],
      ["narrowest", 36],
    ]);
    expect(momentsOf([])).toEqual([]);
    const told = [
      played(1, 30, { peak: 12, mishaps: 0, behind: 9 }),
      played(2, 45, { peak: 26, mishaps: 2, behind: 20 }),
      played(1, 33, { peak: 0, mishaps: 0, behind: 0 }),
    ];
    expect(momentsOf(told).map(([name, g]) => [name, g.score])).toEqual([
      ["best", 45],
      ["clearest", 30],
      ["narrowest", 30],
      ["peak", 45],
      ["calm", 33],
      ["comeback", 30],
    ]);
    expect(momentName("peak", "arcane")).toBe("Best sale");
    expect(momentText("peak", played(2, 45, { peak: 26 }))).toBe("26 gold");
    expect(momentText("comeback", played(1, 30, { behind: 9 }))).toBe(
      "30 gold, 1st place, was 9 behind",
    );
  });
});

describe("the deal of the day", () => {
  it("has the date of UTC", () => {
    expect(today(Date.UTC(2026, 10, 16, 23, 59))).toBe("2026-11-16");
    expect(dateText("2026-11-16", "de")).toBe("16. November 2026");
    expect([isDate("2026-11-16"), isDate("2026-13-40"), isDate("x")]).toEqual([true, false, false]);
  });
  it("counts the first result", () => {
    for (const [id, created] of [
      ["a", 1000],
      ["b", 2000],
    ] as const)
      noteGame(summary(id, { daily: "2026-11-16", created }), me());
    expect(resultOf("arcane", "2026-11-16")?.id).toBe("a");
    expect(resultOf("arcane", "2026-11-17")).toBeUndefined();
  });
  it("is compared by a link, and nonsense in it is passed over", () => {
    const link = hrefTo.daily("arcane", "2026-11-16", 41, 1, "Bér/ta");
    const route = parseRoute(link);
    expect(route).toMatchObject({ at: "daily", game: "arcane", date: "2026-11-16" });
    if (route.at === "daily")
      expect(sentResult(...route.sent)).toEqual({ score: 41, place: 1, name: "Bér/ta" });
    for (const [score, place] of [
      ["x", "1"],
      ["1e9", "1"],
      ["999999", "1"],
      ["41", "0"],
      ["41", "7"],
      [undefined, "1"],
    ] as const)
      expect(sentResult(score, place)).toBeNull();
    expect(sentResult("41", "2", "n".repeat(99))?.name).toHaveLength(40);
    expect(parseRoute("#daily/quacks")).toEqual({ at: "daily", game: "quacks", sent: [undefined] });
  });
});
