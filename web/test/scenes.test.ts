// Scenes from real games: what they show is what the views say.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ArcaneView } from "../src/games/arcane/view";
import type { Happening, View } from "../src/net/types";
import type { QuacksView } from "../src/games/quacks/view";
import { mannerAt } from "../src/scenes/attach";
import { arcaneTeller, scoreAfter } from "../src/games/arcane/teller";
import type { ArcaneFacts } from "../src/games/arcane/chronicle";
import type { QuacksFacts } from "../src/games/quacks/chronicle";
import { highlightsOf, readChronicle, type Chronicle } from "../src/scenes/chronicle";
import { graphOf, HEIGHT } from "../src/scenes/graph";
import { topOf } from "../src/scenes/place";
import { quacksTeller } from "../src/games/quacks/teller";
import { mannerNow, Stage } from "../src/scenes/stage.svelte";
import type { ArcaneTableau } from "../src/games/arcane/tableau";
import type { QuacksTableau, Step } from "../src/games/quacks/tableau";
import { aheadOf, ruleOf, type Teller } from "../src/scenes/tableau";
import { makeEngine, type Film } from "../src/engine/engine";
import { settings } from "../src/settings.svelte";
import type { Table } from "../src/table/table.svelte";
import { machine, simulate } from "./native";
import { rulebookOf } from "./rows";

type Tableau = ArcaneTableau | QuacksTableau;

interface Scened {
  n: number;
  before: View;
  after: View;
  events: Happening[];
  told: Tableau[];
}

/** A game of bots, opened by the engine of the browser. */
async function openGame(game: string, args: string[]): Promise<Film> {
  const first = await machine();
  const engine = makeEngine(() => ({
    ask: async (question, text) => first.ask(JSON.stringify(question), text),
    end: () => undefined,
  }));
  const [record = ""] = simulate(game, ...args, "--games", "1", "--keep", "1");
  return engine.openRecord(record);
}

/** Every move of a game with the scenes it makes for a viewer. */
async function film<M>(
  game: string,
  teller: Teller<M>,
  me: number | null,
  args: string[],
): Promise<Scened[]> {
  const reel = await openGame(game, args),
    scenes: Scened[] = [];
  let memory = teller.fresh,
    before = await reel.view(0, me);
  for (let n = 1; n <= reel.length; n++) {
    const after = await reel.view(n, me),
      events = await reel.events(n, me);
    const mover = reel.moves[n - 1]?.seat ?? null;
    const moment = { turn: n, happenings: events, before, after, mover };
    const { memory: next, told } = teller.follow(memory, moment, {
      me,
      rulebook: rulebookOf(game),
    });
    scenes.push({ n, before, after, events, told: told as Tableau[] });
    memory = next;
    before = after;
  }
  return scenes;
}

const tableaux = <T extends Tableau["is"]>(
  scenes: Scened[],
  is: T,
): { scene: Extract<Tableau, { is: T }>; at: Scened }[] =>
  scenes.flatMap(at =>
    at.told.flatMap(t => (t.is === is ? [{ scene: t as Extract<Tableau, { is: T }>, at }] : [])),
  );

const ruled = (e: Happening): string => (e as unknown as { rule: string }).rule;

const arcaneGames: [string, number | null, string[]][] = [
  ["three players", 0, ["--bots", "greedy,greedy,greedy", "--seed", "3"]],
  ["two players, a spectator", null, ["--bots", "greedy,greedy", "--seed", "5"]],
  [
    "four with wizards and market",
    1,
    [
      "--bots",
      "greedy,greedy,greedy,greedy",
      "--set",
      "wizards=random",
      "--set",
      "market=true",
      "--seed",
      "8",
    ],
  ],
  [
    "five of edition hundred",
    2,
    [
      "--bots",
      "greedy,greedy,greedy,greedy,random",
      "--set",
      "edition=hundred",
      "--set",
      "rounds=3",
      "--seed",
      "2",
    ],
  ],
  [
    "three by other numbers",
    1,
    [
      ...["--players", "3", "--seed", "5"],
      ...["--set", "numbers.infamy.lap=9", "--set", "numbers.infamy.markers=4"],
      ...["--set", "numbers.bribe.price=3", "--set", "numbers.house.turned_up=1"],
    ],
  ],
];

describe.each(arcaneGames)("Arcane Alley: %s", (_name, me, args) => {
  let scenes: Scened[] = [];
  beforeAll(async () => {
    scenes = await film("arcane", arcaneTeller, me, args);
  });
  const view = (v: View): ArcaneView => v as ArcaneView;

  it("counts scores as the rules do", () => {
    for (const { before, after, events } of scenes) {
      view(before).players.forEach((p, seat) => {
        const counted = events
          .filter(e => e.seat === seat)
          .reduce((score, what) => scoreAfter(score, what, view(before)), {
            gold: p.gold,
            infamy: p.infamy,
            fines: p.fines,
          });
        const { gold, infamy, fines } = view(after).players[seat] ?? p;
        expect(counted).toEqual({ gold, infamy, fines });
      });
    }
  });

  it("shows every inspection once, with its sums", () => {
    const shown = tableaux(scenes, "inspection");
    expect(shown.map(s => s.scene.round)).toEqual([1, 2, 3]);
    for (const { scene, at } of shown) {
      expect(scene.waits).toBe(true);
      for (const row of scene.rows) {
        const player = view(at.after).players[row.seat];
        expect(row.after).toEqual({
          gold: player?.gold,
          infamy: player?.infamy,
          fines: player?.fines,
        });
        expect(row.left.length).toBe(player?.house.cells.filter(c => c).length);
        const sold = row.sold.reduce((sum, s) => sum + (s.gold ?? NaN), 0);
        expect(row.before.gold + sold + row.ninx - row.dafana - row.fine).toBe(row.after.gold);
      }
      for (const e of at.events.filter(o => o.type === "infamy" && ruled(o) === "A8.2"))
        expect(scene.rows.find(r => r.seat === e.seat)?.total).toBe(e.n ?? 0);
      const penalty = scene.rows.filter(r => r.penalty > 0);
      for (const row of penalty) {
        expect(row.seat).toBe(scene.triggeredBy);
        expect(row.least).toBe(false);
      }
      const trigger = scene.rows.find(r => r.seat === scene.triggeredBy);
      if (trigger) expect(trigger.penalty > 0).toBe(!trigger.least);
    }
  });

  it("shows every other sale once, with its gold", () => {
    const shown = tableaux(scenes, "sale");
    const inspected = tableaux(scenes, "inspection").flatMap(s =>
      s.scene.rows.flatMap(r => r.sold),
    );
    const sold = scenes.flatMap(s => s.events.filter(e => e.type === "sell"));
    expect(shown.length + inspected.length).toBe(sold.length);
    for (const { scene } of shown) {
      expect(scene.cards).toHaveLength(3);
      expect(scene.gold).toBeGreaterThanOrEqual(0);
      expect(scene.waits).toBe(scene.seat === me);
    }
  });

  it("shows the end of each round but the last", () => {
    const shown = tableaux(scenes, "round");
    expect(shown.map(s => s.scene.round)).toEqual([1, 2]);
    for (const { scene, at } of shown)
      for (const row of scene.rows) expect(row.gold).toBe(view(at.after).players[row.seat]?.gold);
    const bribes = scenes.flatMap(s => s.events.filter(e => e.type === "bribe"));
    const paid = shown.flatMap(s => s.scene.rows.map(r => r.bribe));
    expect(paid.reduce((a, b) => a + b, 0)).toBe(bribes.reduce((a, e) => a + (e.n ?? 0), 0));
    const second = shown[1]?.scene.rows ?? [];
    for (const row of second) {
      const first = shown[0]?.scene.rows.find(r => r.seat === row.seat);
      expect(row.gained).toBe(row.gold - (first?.gold ?? NaN));
    }
  });
});

const quacksGames: [string, number | null, string[]][] = [
  ["three players", 0, ["--bots", "greedy,greedy,random", "--seed", "1"]],
  ["two, a spectator", null, ["--bots", "greedy,random", "--set", "books=2", "--seed", "4"]],
  [
    "four with tubes, together",
    3,
    [
      "--bots",
      "random,greedy,random,greedy",
      "--set",
      "pot=tubes",
      "--set",
      "together=true",
      "--set",
      "books=4",
      "--seed",
      "6",
    ],
  ],
  ["three with books 3", 2, ["--bots", "random,random,random", "--set", "books=3", "--seed", "9"]],
];

describe.each(quacksGames)("the Quacks: %s", (name, me, args) => {
  let scenes: Scened[] = [];
  beforeAll(async () => {
    scenes = await film("quacks", quacksTeller, me, args);
  });
  const view = (v: View): QuacksView => v as QuacksView;

  it("shows an explosion for each event", () => {
    const exploded = scenes.flatMap(s => s.events.filter(e => e.type === "explode"));
    const shown = tableaux(scenes, "explosion");
    expect(shown.map(s => s.scene.seat)).toEqual(exploded.map(e => e.seat));
    for (const { scene } of shown) {
      expect(scene.waits).toBe(scene.seat === me);
      expect(scene.whites).toBeGreaterThan(scene.limit);
      const sum = scene.bombs.reduce((all, chip) => all + Number(chip.slice(-1)), 0);
      expect(sum).toBe(scene.whites);
    }
  });

  it("shows points and rubies of the evaluation, each once and in order", () => {
    const turns = new Map<number, { [seat: number]: number }>();
    for (const { scene } of tableaux(scenes, "evaluation"))
      for (const step of scene.steps)
        for (const row of step.rows)
          for (const gain of row.gains) {
            if (gain.is !== "points") continue;
            const of = turns.get(scene.turn) ?? {};
            turns.set(scene.turn, of);
            of[row.seat] = (of[row.seat] ?? 0) + gain.n;
          }
    // In the events: whatever is paid between the last stop and the next turn.
    const told = new Map<number, { [seat: number]: number }>();
    for (const { before, events } of scenes)
      for (const [i, e] of events.entries()) {
        if (e.type !== "points") continue;
        const was = view(before);
        const after = events.slice(0, i).some(o => o.type === "turn");
        const early = was.phase === "fortune" || after;
        const blue = ruleOf(rulebookOf("quacks"), e) === "Q8"; // book blue 4
        if (early || blue) continue;
        const of = told.get(was.turn) ?? {};
        told.set(was.turn, of);
        of[e.seat ?? -1] = (of[e.seat ?? -1] ?? 0) + (e.n ?? 0);
      }
    expect(Object.fromEntries(turns)).toEqual(Object.fromEntries(told));
  });

  it("does not repeat my choice after an explosion in a scene of its own", () => {
    const chosen = scenes.filter(s => view(s.before).pending.some(p => p.kind === "score"));
    const mine = chosen.filter(s => view(s.before).pending[0]?.seat === me);
    if (name.startsWith("four")) expect(mine.length).toBeGreaterThan(0);
    for (const { told } of mine)
      for (const scene of told)
        if (scene.is === "evaluation")
          expect(scene.steps.some(s => s.rows.some(row => row.seat !== me))).toBe(true);
  });

  it("keeps the results of an evaluation from the board while it is told", () => {
    for (const { before, after, told } of scenes) {
      if (!told.some(t => t.is === "evaluation")) continue;
      const board = view(quacksTeller.boardOf(before, after));
      expect(board.turn).toBe(view(before).turn);
      const figures = (v: QuacksView): number[][] => v.players.map(p => [p.points, p.rubies]);
      expect(figures(board)).toEqual(figures(view(before)));
    }
  });

  it("holds the board before an evaluation, unless something is done there", () => {
    const all = scenes.filter(s => s.told.some(t => t.is === "evaluation"));
    const ahead = all.map(s => aheadOf(s.told, s.events, quacksTeller));
    expect(ahead.some(n => n > 0)).toBe(true);
    all.forEach((s, i) => {
      if (ahead[i]) expect(s.told[ahead[i] - 1]?.is).toBe("evaluation");
      else
        expect(s.events.some(e => ["place", "draw", "stop", "full"].includes(e.type))).toBe(true);
      // Nobody brews any more while it is told.
      const board = ahead[i] ? s.before : quacksTeller.boardOf(s.before, s.after);
      expect(view(board).players.every(p => p.stopped || p.exploded)).toBe(true);
    });
  });

  it("puts every event into its step", () => {
    const order = ["before", "A", "B", "C", "D", "E", "F"];
    const byTurn = new Map<number, string[]>();
    for (const { scene, at } of tableaux(scenes, "evaluation")) {
      const seen = byTurn.get(scene.turn) ?? [];
      byTurn.set(scene.turn, [...seen, ...scene.steps.map(s => s.letter)]);
      for (const step of scene.steps) {
        const kinds = new Set(step.rows.flatMap(r => r.gains.map(g => g.is)));
        if (step.letter !== "A") expect(kinds).not.toContain("die");
        if (step.letter !== "E") expect(kinds).not.toContain("bought");
        if (step.letter === "A") expect(step.rows.every(r => r.gains[0]?.is === "die")).toBe(true);
        if (kinds.has("coins")) expect(step.letter).toBe("D");
      }
      expect(at.n).toBeGreaterThan(0);
    }
    for (const seen of byTurn.values())
      expect([...seen].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(seen);
  });

  it("shows rats as they are, before every turn but the first", () => {
    const all = tableaux(scenes, "turn"),
      shown = all.filter(s => s.scene.part !== "card");
    const begun = all.filter(s => s.scene.part !== "rats");
    expect(begun.map(s => s.scene.turn)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { scene, at } of shown)
      for (const row of scene.rows) {
        const p = view(at.after).players[row.seat];
        expect([row.rats, row.points]).toEqual([p?.rats, p?.points]);
        expect(row.droplet + row.rats).toBe(row.start);
      }
    const told = scenes.flatMap(s => s.events.filter(e => e.type === "rats"));
    const rats = shown.flatMap(s => s.scene.rows.filter(r => r.rats > 0));
    const turnOne = told.filter(e => scenes[0]?.events.includes(e));
    expect(rats.length).toBe(told.length - turnOne.length);
  });

  it("shows a card before the question it asks, and rats when it is answered", () => {
    const all = tableaux(scenes, "turn");
    for (const { scene, at } of all) {
      const { turn, phase } = view(at.after);
      expect([turn, phase]).toEqual([scene.turn, scene.part === "card" ? "fortune" : "potions"]);
      expect(view(at.before).turn < turn).toBe(scene.part !== "rats");
    }
    const asking = scenes.filter(
      s => view(s.after).phase === "fortune" && view(s.before).turn < view(s.after).turn,
    );
    expect(all.filter(s => s.scene.part === "card").length).toBe(asking.length);
    if (name.startsWith("three")) expect(asking.length).toBeGreaterThan(0);
  });
});

describe("a stage", () => {
  const step = (letter: "A" | "B" | "C"): Step => ({ letter, rows: [] });
  const evaluation: Tableau = {
    is: "evaluation",
    turn: 1,
    steps: [step("A"), step("B"), step("C")],
    exploded: [],
    chips: [],
    last: false,
    waits: true,
  };

  it("goes on by one step with each OK", () => {
    vi.stubGlobal("window", { setTimeout: () => 0 });
    let done = 0;
    const stage = new Stage(() => quacksTeller);
    stage.show([evaluation], "wait", 1, () => done++);
    const seen = [stage.parts];
    while (!stage.whole && seen.length < 9) {
      stage.ok();
      seen.push(stage.parts);
    }
    expect(seen).toEqual([1, 2, 3]);
    expect(done).toBe(0);
    stage.ok();
    expect(done).toBe(1);
    vi.unstubAllGlobals();
  });

  it("shows at once what waits for OK, whole, and nothing else", () => {
    vi.stubGlobal("window", { setTimeout: () => 0 });
    let done = 0;
    const stage = new Stage(() => quacksTeller),
      passing: Tableau = { is: "trigger", seat: 1, waits: false };
    expect(stage.show([passing], "wait", 0, () => done++)).toBe(false);
    expect(stage.show([passing, evaluation], "wait", 0, () => done++)).toBe(true);
    expect([stage.now?.is, stage.parts, stage.waits]).toEqual(["evaluation", 3, true]);
    stage.ok();
    expect(done).toBe(1);
    vi.unstubAllGlobals();
  });

  it("waits at any pace; what would pass by itself is left out at once", () => {
    const { pace, scenes } = settings;
    const manner = (hurried?: boolean): string => mannerNow(hurried);
    settings.pace = "once";
    expect([manner(), manner(true)]).toEqual(["wait", "off"]);
    settings.scenes = "short";
    expect(manner()).toBe("off");
    settings.pace = "quick";
    expect(manner()).toBe("short");
    Object.assign(settings, { pace, scenes });
  });

  it("does not wait where a quick clock runs, or while a bot plays for me", () => {
    const { pace, scenes } = settings;
    Object.assign(settings, { pace: "normal", scenes: "wait" });
    const at = (move: number, away: string | null): string =>
      mannerAt({ summary: { clock: { move, game: 0 } }, me: { away } } as unknown as Table);
    expect([at(0, null), at(60, null), at(86400, null)]).toEqual(["wait", "short", "wait"]);
    expect([at(0, "left"), at(86400, "clock")]).toEqual(["short", "short"]);
    Object.assign(settings, { pace, scenes });
  });
});

describe("where a scene lies that waits", () => {
  const question = { top: 240, bottom: 370 };
  it("is below the question, or over all of it", () => {
    expect(topOf(question, 400)).toBe(376);
    expect(topOf(question, 330)).toBe(240);
    expect(topOf(question, 100)).toBe(100);
    expect(topOf(question, -50)).toBe(6);
  });
});

describe("a scene that does not wait for OK", () => {
  const passing: Tableau = { is: "trigger", seat: 1, waits: false };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("goes on after a while; somebody who reads it has the whole time again", () => {
    let done = 0;
    const stage = new Stage(() => quacksTeller);
    stage.show([passing], "wait", 1, () => done++);
    vi.advanceTimersByTime(2000);
    stage.read();
    vi.advanceTimersByTime(2000);
    expect(done).toBe(0);
    vi.advanceTimersByTime(500);
    expect(done).toBe(1);
    expect(stage.now).toBeNull();
  });
});

describe("a finished game in numbers", () => {
  async function chronicle(
    game: string,
    ...args: string[]
  ): Promise<{ told: Chronicle; film: Film }> {
    const film = await openGame(game, args);
    const told = await readChronicle(film, rulebookOf(game));
    if (!told) throw new Error("nothing told");
    return { told, film };
  }
  const allEvents = async (film: Film): Promise<Happening[]> =>
    (
      await Promise.all(Array.from({ length: film.length + 1 }, (_, n) => film.events(n, "all")))
    ).flat();
  const count = (events: Happening[], type: string, seat: number): number =>
    events.filter(e => e.type === type && e.seat === seat).length;

  it("Arcane Alley: gold by round, sales, fines", async () => {
    const { told, film } = await chronicle(
      "arcane",
      "--bots",
      "greedy,random,greedy",
      "--seed",
      "7",
    );
    const events = await allEvents(film),
      last = await film.view<ArcaneView>(film.length, null);
    expect(told.lines.map(line => line.length)).toEqual([4, 4, 4]);
    expect(told.lines.map(line => line[0])).toEqual([25, 25, 25]);
    expect(told.lines.map(line => line.at(-1))).toEqual(last.players.map(p => p.gold));
    expect(told.lines.map(line => line.at(-1))).toEqual(film.header.result?.scores);
    const facts = told.facts as ArcaneFacts;
    facts.sold.forEach((n, seat) => expect(n).toBe(count(events, "sell", seat)));
    facts.triggered.forEach((n, seat) => expect(n).toBe(count(events, "trigger", seat)));
    const sales = events.filter(e => e.type === "gold" && ruled(e) === "A6.7").map(e => e.n ?? 0);
    expect(facts.best?.gold).toBe(Math.max(...sales));
    expect(Math.max(...told.peaks)).toBe(facts.best?.gold);
    const seat = facts.best?.seat ?? 0;
    expect(highlightsOf(told, seat).peak).toBe(facts.best?.gold);
    const fines = events.filter(e => e.type === "fine").map(e => e.n ?? 0);
    expect(facts.fines.reduce((a, b) => a + b)).toBe(fines.reduce((a, b) => a + b, 0));
  });

  it("the Quacks: points by turn, explosions, purchases", async () => {
    const { told, film } = await chronicle(
      "quacks",
      "--bots",
      "random,greedy,random",
      "--seed",
      "11",
    );
    const events = await allEvents(film);
    expect(told.lines.map(line => line.length)).toEqual([10, 10, 10]);
    expect(told.lines.map(line => line.at(-1))).toEqual(film.header.result?.scores);
    for (const line of told.lines) expect([...line].sort((a, b) => a - b)).toEqual(line);
    const facts = told.facts as QuacksFacts;
    facts.explosions.forEach((n, seat) => expect(n).toBe(count(events, "explode", seat)));
    facts.bought.forEach((chips, seat) =>
      expect(chips.reduce((all, c) => all + c.n, 0)).toBe(count(events, "buy", seat)),
    );
    // In the order of the books: orange before green, 1 before 4.
    const books = Object.keys(rulebookOf("quacks").chips);
    for (const chips of facts.bought)
      expect(chips.map(c => books.indexOf(c.chip))).toEqual(
        chips.map(c => books.indexOf(c.chip)).sort((a, b) => a - b),
      );
    expect(facts.best?.points).toBeGreaterThan(0);
    const mine = highlightsOf(told, facts.best?.seat ?? 0);
    expect(mine.peak).toBe(facts.best?.points);
    expect(mine.mishaps).toBe(facts.explosions[facts.best?.seat ?? 0]);
    const behind = [0, 1, 2].map(seat => highlightsOf(told, seat).behind);
    expect(Math.max(...behind)).toBeGreaterThan(0);
  });

  it("is drawn within its frame, with labels apart", () => {
    const graph = graphOf(
      [
        [25, 30, 31],
        [25, 30, 31],
        [25, 0, 32],
      ],
      340,
    );
    const labels = graph.lines.map(l => l.end.label).sort((a, b) => a - b);
    labels.slice(1).forEach((y, i) => expect(y - (labels[i] ?? y)).toBeGreaterThan(15));
    for (const { x, y } of graph.lines.flatMap(l => l.points)) {
      expect(x).toBeLessThan(340);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(HEIGHT);
    }
    expect(graph.levels.map(l => l.value)).toEqual([0, 10, 20, 30, 40]);
  });
});
