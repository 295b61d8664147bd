// The guides: every step comes up in real games, has its words, and rests on rules there are.
import { describe, expect, it } from "vitest";
import { guideOf } from "../src/guide/guides";
import { GuideRun } from "../src/guide/run.svelte";
import { nextStep, type Step, type Watch } from "../src/guide/steps";
import type { Ask, View } from "../src/net/types";
import type { Scene } from "../src/table/scene";
import { catalogue } from "../src/words/catalogue";
import { watchGame, type Sight } from "./guide_engine";
import { rows } from "./rows";

const games = ["arcane", "quacks"] as const;

/** As much of a scene as a guide looks at. */
const sceneOf = ({ view, ask, events }: Sight, n: number): Scene =>
  ({
    seat: 0,
    view,
    ask: ask === null ? null : ({ n, kind: ask } as Ask),
    moment: { turn: n, happenings: events, before: null, after: view, mover: null },
  }) as unknown as Scene;

/** The steps somebody is shown who reads everything at once. */
async function shownIn(game: string, seed: number): Promise<Set<string>> {
  const guide = guideOf(game),
    shown = new Set<string>();
  if (!guide) return shown;
  const run = new GuideRun(guide.steps, [], () => undefined);
  let n = 0;
  await watchGame(game, guide.options, seed, sight => {
    run.look(sceneOf(sight, ++n));
    while (run.now) {
      shown.add(run.now.id);
      run.read();
    }
    return run.over;
  });
  return shown;
}

describe.each(games)("the guide of %s", game => {
  const steps = guideOf(game)?.steps ?? [];

  it("brings every step in some game, and its last one in each", async () => {
    const missing = new Set(steps.map(step => step.id));
    for (let seed = 1; seed <= 30 && missing.size > 0; seed++) {
      const shown = await shownIn(game, seed);
      expect(shown).toContain("end");
      shown.forEach(id => missing.delete(id));
    }
    expect([...missing]).toEqual([]);
  }, 120_000);

  it("has words for each step", () => {
    for (const { id } of steps) {
      const pair: readonly string[] | undefined = (
        catalogue as { [key: string]: readonly string[] }
      )[`guide.${game}.${id}`];
      expect(pair, id).toHaveLength(2);
      for (const text of pair ?? []) expect(text.split(" ").length, text).toBeLessThan(50);
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
  const watch: Watch = { view: {} as View, seat: 0, ask: "draw", happened: new Set() };
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
  it("goes when its question is answered, and stays while others move", () => {
    const kept: string[][] = [];
    const run = new GuideRun(
      [step("a", true), step("b", true), step("end", true, { last: true })],
      [],
      seen => kept.push(seen),
    );
    run.look(sceneOf(sight(null), 1));
    run.look(sceneOf(sight(null), 2));
    expect(run.now?.id).toBe("a");
    run.look(sceneOf(sight("draw"), 3));
    run.look({ ...sceneOf(sight(null), 4), ask: null });
    expect([run.now?.id, kept]).toEqual(["b", [["a"]]]);
    run.read();
    run.read();
    expect([run.now, run.over]).toEqual([null, true]);
  });
});
