// The guides: every step comes up in real games, has its words, and rests on rules there are.
import { describe, expect, it, vi } from "vitest";
import { arcaneSteps, guide as arcane } from "../src/games/arcane/guide";
import { guide as quacks, quacksSteps } from "../src/games/quacks/guide";
import { GuideRun } from "../src/guide/run.svelte";
import { nextStep, type Step, type Watch } from "../src/guide/steps";
import { spaces } from "../src/games/quacks/spaces";
import type { QuacksView } from "../src/games/quacks/view";
import type { Ask, View } from "../src/net/types";
import type { Scene } from "../src/table/scene";
import { catalogue } from "../src/words/catalogue";
import { watchGame, type Sight } from "./guide_engine";
import { rows } from "./rows";

const guides = { arcane, quacks };
const games = ["arcane", "quacks"] as const;

/** As much of a scene as a guide looks at. */
const sceneOf = ({ view, ask, events }: Sight, n: number): Scene =>
  ({
    seat: 0,
    view,
    ask: ask === null ? null : ({ n, kind: ask } as Ask),
    moment: { turn: n, happenings: events, before: null, after: view, mover: null },
  }) as unknown as Scene;

interface Shown {
  ids: Set<string>;
  /** The numbers of the numbered steps, as they were shown. */
  numbers: number[];
  count: number;
}

/** The steps somebody is shown who reads everything at once. */
async function shownIn(game: (typeof games)[number], seed: number): Promise<Shown> {
  const guide = guides[game],
    shown: Shown = { ids: new Set(), numbers: [], count: 0 };
  const run = new GuideRun(guide.steps, [], () => undefined);
  let n = 0;
  await watchGame(game, guide.options, seed, sight => {
    run.look(sceneOf(sight, ++n), false);
    while (run.now) {
      shown.ids.add(run.now.id);
      if (!run.now.aside) shown.numbers.push(run.number);
      run.read();
    }
    return run.over;
  });
  shown.count = run.count;
  return shown;
}

describe.each(games)("the guide of %s", game => {
  const steps = guides[game].steps;

  it("brings every step in some game, and its last one in each", async () => {
    const missing = new Set(steps.map(step => step.id));
    for (let seed = 1; seed <= 30 && (seed <= 8 || missing.size > 0); seed++) {
      const { ids, numbers, count } = await shownIn(game, seed);
      expect(ids).toContain("end");
      expect(numbers, "1 of N, 2 of N, …, N of N").toEqual(
        Array.from({ length: count }, (_, i) => i + 1),
      );
      ids.forEach(id => missing.delete(id));
    }
    expect([...missing]).toEqual([]);
  }, 120_000);

  it("has words for each step", () => {
    const variants = game === "arcane" ? ["sold-other"] : ["exploded", "stopped"];
    for (const id of [...steps.filter(s => s.id !== "done").map(s => s.id), ...variants]) {
      const pair: readonly string[] | undefined = (
        catalogue as { [key: string]: readonly string[] }
      )[`guide.${game}.${id}`];
      expect(pair, id).toHaveLength(2);
      for (const text of pair ?? []) {
        expect(text.split(" ").length, text).toBeLessThan(50);
        expect(text.length, `five lines on a phone: ${text}`).toBeLessThanOrEqual(215);
      }
    }
  });

  it("names rules there are", () => {
    const known = new Set(rows.games.find(g => g.game === game)?.rules.map(rule => rule.id));
    for (const { id, rules } of steps) {
      expect(rules.length, id).toBeGreaterThan(0);
      for (const rule of rules) expect(known, `${id} ${rule}`).toContain(rule);
    }
  });
});

describe("which step is due", () => {
  const watch: Watch = {
    view: {} as View,
    seat: 0,
    ask: "draw",
    holding: false,
    times: () => 0,
  };
  const step = (id: string, when: boolean, more: Partial<Step> = {}): Step => ({
    id,
    when: () => when,
    rules: [],
    ...more,
  });
  it("is the first that was not there yet", () => {
    const steps = [step("a", true), step("b", false), step("c", true)];
    expect(nextStep(steps, watch, new Set())?.id).toBe("a");
    expect(nextStep(steps, watch, new Set(["a"]))?.id).toBe("c");
    expect(nextStep(steps, watch, new Set(["a", "c"]))).toBeNull();
  });

  const sight = (ask: string | null): Sight => ({ view: {} as View, ask, events: [] });
  const ended = { last: (): boolean => false };
  it("goes when its question is answered, and stays while others move", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const kept: string[][] = [];
    const run = new GuideRun(
      [step("a", true), step("b", true), step("end", true, ended)],
      [],
      seen => kept.push(seen),
    );
    run.look(sceneOf(sight(null), 1), false);
    run.look(sceneOf(sight(null), 2), false);
    expect(run.now?.id).toBe("a");
    run.look(sceneOf(sight("draw"), 3), false);
    vi.advanceTimersByTime(1500);
    run.look({ ...sceneOf(sight(null), 4), ask: null }, false);
    expect([run.now?.id, kept]).toEqual(["b", [["a"]]]);
    run.read();
    run.read();
    expect([run.now, run.over]).toEqual([null, true]);
  });

  it("has a number of its own, even if nobody had time to read it", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const run = new GuideRun(
      [step("a", true), step("b", true), step("end", true, ended)],
      [],
      () => undefined,
    );
    run.look(sceneOf(sight("draw"), 1), false);
    vi.advanceTimersByTime(1500);
    run.look(sceneOf(sight("draw"), 2), false);
    expect([run.now?.id, run.number]).toEqual(["b", 2]);
    run.look(sceneOf(sight("draw"), 3), false);
    expect([run.now?.id, run.number]).toEqual(["b", 2]);
  });

  it("has a number that never goes back, even if a step comes again after others", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const asks = { a: true };
    const run = new GuideRun(
      [{ ...step("a", true), when: () => asks.a }, step("b", true), step("end", true, ended)],
      [],
      () => undefined,
    );
    run.look(sceneOf(sight("draw"), 1), false);
    expect([run.now?.id, run.number]).toEqual(["a", 1]);
    asks.a = false;
    run.look(sceneOf(sight("draw"), 2), false); // too soon to have been read
    expect([run.now?.id, run.number]).toEqual(["b", 2]);
    asks.a = true;
    run.read();
    expect([run.now?.id, run.number]).toEqual(["a", 2]);
    run.read();
    expect([run.now?.id, run.number]).toEqual(["end", 3]);
  });

  it("is not said any longer when it has passed", () => {
    const late = { now: false };
    const run = new GuideRun(
      [step("a", true, { past: () => late.now }), step("b", true)],
      [],
      () => undefined,
    );
    run.look(sceneOf(sight(null), 1), false);
    expect(run.now?.id).toBe("a");
    late.now = true;
    run.look(sceneOf(sight(null), 2), false);
    expect(run.now?.id).toBe("b");
  });

  it("comes again when the answer that ended it is taken back", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const run = new GuideRun([step("a", true), step("b", false)], [], () => undefined);
    const asks = (n: number, undone: number | null): Scene => ({
      ...sceneOf(sight("buy"), n),
      moment: null,
      undone,
    });
    run.look(asks(7, null), false);
    vi.advanceTimersByTime(1500);
    run.look(asks(8, null), false);
    expect(run.now).toBeNull();
    run.look(asks(9, 9), false);
    expect(run.now).toBeNull(); // another answer was taken back
    run.look(asks(10, 8), false);
    expect(run.now?.id).toBe("a");
  });

  it("the ruby of a fortune card is not that of the potion", () => {
    const ruby = quacksSteps.find(s => s.id === "ruby");
    const due = (scoring: number): boolean | undefined =>
      ruby?.when({
        view: {
          game: "quacks",
          options: {},
          phase: "evaluation",
          players: [{ scoring, pot: [] }],
        } as unknown as QuacksView,
        seat: 0,
        ask: "buy",
        holding: false,
        times: () => 1,
      });
    const at = spaces.findIndex(space => space.ruby);
    expect([due(at), due(at + 1)]).toEqual([true, false]);
  });

  it("the first chip is not asked for again in the second turn", () => {
    const steps = quacksSteps.filter(s => s.id === "draw") as unknown as Step[];
    const run = new GuideRun(steps, [], () => undefined);
    const table = (n: number, turn: number, pot: unknown[]): Scene =>
      sceneOf(
        { view: { turn, players: [{ pot }] } as unknown as View, ask: "brew", events: [] },
        n,
      );
    run.look(table(1, 1, []), false);
    expect(run.now?.id).toBe("draw");
    run.look(table(2, 1, [{}]), false);
    run.look(table(3, 2, []), false);
    expect(run.now).toBeNull();
  });

  it("the last one waits for the numbered ones, not for asides, and not for ever", () => {
    const late = { now: false };
    const steps = [
      step("a", false),
      step("b", false, { aside: true }),
      step("end", true, { last: () => late.now }),
    ];
    expect(nextStep(steps, watch, new Set())).toBeNull();
    expect(nextStep(steps, watch, new Set(["a"]))?.id).toBe("end");
    late.now = true;
    expect(nextStep(steps, watch, new Set())?.id).toBe("end");
  });

  it("where a card goes is said when it is lifted, and again if it was put down at once", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const steps = arcaneSteps.filter(s => ["act", "slot"].includes(s.id)) as unknown as Step[];
    const run = new GuideRun(steps, [], () => undefined);
    const table = (n: number): Scene =>
      sceneOf({ view: { players: [] } as unknown as View, ask: "act", events: [] }, n);
    run.look(table(1), false);
    expect(run.now?.id).toBe("act");
    vi.advanceTimersByTime(1500);
    run.look(table(1), true);
    expect(run.now?.id).toBe("slot");
    vi.advanceTimersByTime(200);
    run.look(table(2), false);
    expect(run.now).toBeNull();
    run.look(table(2), true);
    expect(run.now?.id).toBe("slot");
  });
});
