// Replays: what changed between two views, the story of a film, where one is in it, the scene faces see.
import { describe, expect, it } from "vitest";
import { makeRulebook, type Rulebook } from "../src/rulebook.svelte";
import type { Film, FilmEvent, Viewer } from "../src/engine/types";
import type { View } from "../src/net/types";
import { differences } from "../src/replay/difference";
import { Reel } from "../src/replay/reel.svelte";
import { ReplayScene } from "../src/replay/scene.svelte";
import { markBeside, marksOf, storyOf } from "../src/replay/story";
import { viewerOf, viewerText } from "../src/replay/viewer";
import type { LogLine } from "../src/table/scene";

const view = (more: object): View => ({
  game: "null",
  options: {},
  pending: [],
  players: [],
  winners: null,
  ...more,
});

describe("differences of views", () => {
  it("name the path, as deep as it goes", () => {
    const before = view({
      players: [{ gold: 1, stash: ["a", "b"] }, { gold: 2 }],
      deck: { count: 5 },
    });
    const after = view({
      players: [{ gold: 1, stash: ["a", "c", "d"] }, { gold: 3 }],
      deck: { count: 5 },
    });
    expect(differences(before, after)).toEqual([
      "players.0.stash.1",
      "players.0.stash.2",
      "players.1.gold",
    ]);
  });
  it("see what is gone, and what became something else", () => {
    expect(differences(view({ a: [1, 2], b: null }), view({ a: [1], b: { c: 1 } }))).toEqual([
      "a.1",
      "b",
    ]);
    expect(differences(view({ a: [1] }), view({ a: [1] }))).toEqual([]);
  });
});

const line = (seat: number | null, ...types: string[]): LogLine => ({
  seat,
  sentences: types.map(type => ({ text: type, rule: null, type })),
});

describe("the story of a film", () => {
  const rows = storyOf([
    [line(null, "round")],
    [line(0, "draw")],
    [],
    [line(0, "play", "gold", "inspection", "reveal"), line(1, "reveal")],
  ]);
  it("has a row for what each seat did in a move, and titles of their own", () => {
    expect(
      rows.map(r => [r.n, r.seat, r.title?.type ?? r.sentences.map(s => s.type).join()]),
    ).toEqual([
      [0, null, "round"],
      [1, 0, "draw"],
      [3, 0, "play,gold"],
      [3, null, "inspection"],
      [3, 0, "reveal"],
      [3, 1, "reveal"],
    ]);
  });
  it("marks rounds and their parts", () => {
    expect(marksOf(rows)).toEqual([
      { n: 0, text: "round", whole: true },
      { n: 3, text: "inspection", whole: false },
    ]);
    expect([
      markBeside(marksOf(rows), 1, true),
      markBeside(marksOf(rows), 1, false),
      markBeside(marksOf(rows), 3, true),
    ]).toEqual([3, 0, null]);
  });
});

describe("whose knowledge", () => {
  it("comes back out of an address", () => {
    for (const viewer of [0, 3, null, "all"] as Viewer[])
      expect(viewerOf(viewerText(viewer), 4)).toBe(viewer);
    for (const text of [undefined, "", "4", "-1", "everyone", "01"])
      expect(viewerOf(text, 4)).toBeUndefined();
  });
});

const rulebook: Rulebook = makeRulebook(
  {
    game: "null",
    title: "Null",
    certainty: {},
    rules: [],
    questions: [],
    events: [{ name: "call", rule: "N1", text: "{seat} calls.", secret: "" }],
  },
  undefined,
);

const players = [
  { name: "Ada", kind: "human" as const, called: "Ada" },
  { name: "easy", kind: "bot" as const, called: "Wanda" },
];

describe("the scene of a replay", () => {
  const scene = new ReplayScene(players, () => rulebook, view({ count: 0 }));
  it("has the people of the record and nothing to answer", () => {
    expect(scene.seats.map(s => [s.kind, s.name, s.bot])).toEqual([
      ["human", "Ada", null],
      ["bot", "Wanda", "easy"],
    ]);
    expect([scene.ask, scene.free, scene.help, scene.name(0)]).toEqual([null, false, false, "Ada"]);
  });
  it("moves with a step, and not with a jump", () => {
    scene.step(view({ count: 1 }), [{ type: "call", k: 0, seat: 0 }], 0);
    expect([...scene.changed]).toEqual(["count"]);
    expect(scene.moment).toMatchObject({
      turn: 1,
      mover: 0,
      before: { count: 0 },
      after: { count: 1 },
    });
    scene.jump(view({ count: 7 }), 1);
    expect([scene.moment, scene.changed.size, scene.seat]).toEqual([null, 0, 1]);
  });
  it("shows results when they have been told, or somebody goes on", () => {
    scene.tell(view({ count: 7 }));
    scene.step(view({ count: 8 }), [], 0);
    expect([scene.telling, scene.view]).toEqual([false, view({ count: 8 })]);
    scene.tell(view({ count: 7 }));
    expect([scene.telling, scene.view]).toEqual([true, view({ count: 7 })]);
    scene.told();
    expect([scene.telling, scene.view]).toEqual([false, view({ count: 8 })]);
    scene.tell(undefined);
    expect([scene.telling, scene.view]).toEqual([true, view({ count: 8 })]);
    scene.jump(view({ count: 2 }), null);
    expect([scene.telling, scene.view]).toEqual([false, view({ count: 2 })]);
  });
});

/** Ten moves; a view says where and through whose eyes. */
function film(): Film {
  const events = async (n: number): Promise<FilmEvent[]> =>
    n === 0 ? [] : [{ type: "call", k: 0, seat: n % 2, rule: "N1" }];
  return {
    header: {
      game: "null",
      rules: "",
      old: false,
      options: {},
      players,
      commitment: "",
      nonces: [],
      nonce_commitments: [],
      fork: null,
      result: null,
    },
    moves: Array.from({ length: 10 }, (_, i) => ({ n: i + 1, seat: i % 2, action: "call heads" })),
    length: 10,
    problem: null,
    text: "",
    view: async <V extends View>(n: number, viewer: Viewer) => view({ n, viewer }) as V,
    events,
    verify: () => Promise.reject(new Error("not here")),
  };
}

describe("a film being looked at", () => {
  const open = (n: number, viewer: Viewer) => Reel.open(film(), () => rulebook, n, viewer);
  it("opens at a move, and never past the end", async () => {
    expect((await open(4, 0)).n).toBe(4);
    expect((await open(99, null)).n).toBe(10);
    expect((await open(-3, null)).n).toBe(0);
  });
  it("steps with a moment and jumps without", async () => {
    const reel = await open(4, 1);
    await reel.go(5);
    expect(reel.scene.moment).toMatchObject({ mover: 0, after: { n: 5, viewer: 1 } });
    await reel.go(2);
    expect([reel.n, reel.scene.moment]).toEqual([2, null]);
  });
  it("shows the same move through other eyes", async () => {
    const reel = await open(4, 1);
    await reel.look("all");
    expect([reel.n, reel.scene.seat]).toEqual([4, null]);
    expect(reel.scene.view).toMatchObject({ n: 4, viewer: "all" });
  });
  it("goes where it was sent last, however slow the answers are", async () => {
    const reel = await open(0, null);
    await Promise.all([reel.go(3), reel.go(9), reel.go(6)]);
    expect(reel.n).toBe(6);
  });
});
