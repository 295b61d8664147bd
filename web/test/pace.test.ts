// Messages at a table: taken one after another at the chosen pace, held by gates, skipped. Timers are the test's own.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry, LogEntry, Message, ShortEvent, View } from "../src/net/types";
import { paceOf } from "../src/table/pace";
import { Again } from "../src/table/again.svelte";
import type { Moment, Scene } from "../src/table/scene";
import { Queue, type Step } from "../src/table/queue.svelte";

const ME = 0;
const view = (...pending: number[]): View => ({
  game: "null",
  options: {},
  pending: pending.map(seat => ({ kind: "act", seat })),
  players: [],
  winners: null,
});
const entry = (n: number, seat: number): Entry<"seat"> => ({
  n,
  seat,
  events: [{ play: "wand" }],
  set: [],
});
const ask = (n: number): Message => ({
  ask: { n, kind: "act", text: "", actions: ["draw"], until: null },
});

/** A queue that notes what it has shown; entries are looked at for a second. */
class Stage {
  readonly shown: string[] = [];
  readonly asked: string[] = [];
  own = 0;
  readonly queue = new Queue({
    take: m =>
      void this.shown.push(Object.keys(m)[0] === "n" ? `n${(m as LogEntry).n}` : nameOf(m)),
    momentOf: () => ({ turn: 1, happenings: [], before: null, after: view(), mover: 1 }),
    isOwn: m => "seat" in m && m.seat === ME,
    paceOf: m => ("set" in m ? (m.seat === ME ? this.own : 1000) : 0),
  });

  /** Holds at the steps named, such as "before n2". */
  hold(...steps: string[]): () => void {
    return this.queue.gate(({ when, entry: e }: Step) => {
      this.asked.push(`${when} n${e.n}`);
      return steps.includes(`${when} n${e.n}`);
    });
  }
  hear(...messages: Message[]): void {
    for (const m of messages) this.queue.arrive(m);
  }
}
/** Time passes when a test says so. */
function useOurTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}

const nameOf = (m: Message): string => Object.keys(m)[0] ?? "";

describe("the queue of a table", () => {
  useOurTime();

  it("shows one entry after another, and a question when it is its turn", () => {
    const stage = new Stage();
    stage.hear(entry(1, 1), entry(2, 2), ask(2));
    expect(stage.shown).toEqual(["n1"]);
    expect(stage.queue.waiting).toBe(1);
    vi.advanceTimersByTime(999);
    expect(stage.shown).toEqual(["n1"]);
    vi.advanceTimersByTime(1);
    expect(stage.shown).toEqual(["n1", "n2"]);
    vi.advanceTimersByTime(1000);
    expect(stage.shown).toEqual(["n1", "n2", "ask"]);
    expect(stage.queue.waiting).toBe(0);
  });

  it("knows from a question that waits that nothing can be taken back", () => {
    const stage = new Stage();
    stage.hear(entry(1, 1), entry(2, 2));
    expect(stage.queue.noUndo).toBe(false);
    const waiting = ask(2);
    if ("ask" in waiting) waiting.ask.no_undo = "luck";
    stage.hear(waiting);
    expect(stage.queue.noUndo).toBe(true);
    stage.queue.hurry();
    expect(stage.queue.noUndo).toBe(false);
  });

  it("shows everything at once to somebody who skips", () => {
    const stage = new Stage();
    stage.hear(entry(1, 1), entry(2, 2), ask(2));
    stage.queue.hurry();
    expect(stage.shown).toEqual(["n1", "n2", "ask"]);
    stage.hear(entry(3, 1));
    expect(stage.shown.at(-1)).toBe("n3");
  });

  it("does not hold back my own entries, nor answers, nor snapshots", () => {
    const stage = new Stage();
    stage.hear(entry(1, 1), entry(2, 2), { ok: 1, n: 3 });
    expect(stage.shown).toEqual(["n1", "ok"]);
    stage.hear(entry(3, ME));
    expect(stage.shown).toEqual(["n1", "ok", "n2", "n3"]);
    stage.hear(entry(4, 1), entry(5, 1), { snapshot: {} as never });
    expect(stage.shown.slice(-3)).toEqual(["n4", "n5", "snapshot"]);
  });

  it("is held by a gate after an entry until OK", () => {
    const stage = new Stage();
    stage.hold("after n1");
    stage.hear(entry(1, 1), ask(1));
    vi.advanceTimersByTime(10_000);
    expect(stage.shown).toEqual(["n1"]);
    expect(stage.queue.held).toMatchObject({ when: "after", entry: { n: 1 } });
    stage.queue.release();
    expect(stage.queue.held).toBeNull();
    expect(stage.shown).toEqual(["n1", "ask"]);
  });

  it("is held by a gate before an entry, and asks it once", () => {
    const stage = new Stage();
    stage.hold("before n1");
    stage.hear(entry(1, 1), entry(2, 1));
    vi.advanceTimersByTime(10_000);
    expect(stage.shown).toEqual([]);
    stage.queue.release();
    expect(stage.shown).toEqual(["n1"]);
    vi.advanceTimersByTime(1000);
    expect(stage.shown).toEqual(["n1", "n2"]);
    expect(stage.asked).toEqual(["before n1", "after n1", "before n2", "after n2"]);
  });

  it("holds at my own entry, and acknowledges it all the same", () => {
    const stage = new Stage();
    stage.hold("after n1");
    stage.hear(entry(1, ME), { ok: 1, n: 1 }, ask(1));
    expect(stage.shown).toEqual(["n1", "ok"]);
    stage.queue.release();
    expect(stage.shown).toEqual(["n1", "ok", "ask"]);
  });

  it("lets everything go when somebody skips, acts or comes back", () => {
    const skips: ((stage: Stage) => void)[] = [
      stage => stage.queue.hurry(),
      stage => stage.hear(entry(3, ME)),
      stage => stage.hear({ snapshot: {} as never }),
    ];
    for (const skip of skips) {
      const stage = new Stage();
      stage.hold("before n1", "after n2");
      stage.hear(entry(1, 1), entry(2, 1));
      skip(stage);
      expect(stage.queue.held).toBeNull();
      expect(stage.shown.slice(0, 2)).toEqual(["n1", "n2"]);
      expect(stage.asked).not.toContain("after n1");
      expect(stage.asked).not.toContain("before n2");
    }
  });

  it("looks at my own entry too, but lets my next question through", () => {
    const stage = new Stage();
    stage.own = 500;
    stage.hear(entry(1, ME), ask(1), entry(2, 1), ask(2));
    expect(stage.shown).toEqual(["n1", "ask"]);
    vi.advanceTimersByTime(500);
    expect(stage.shown).toEqual(["n1", "ask", "n2"]);
    vi.advanceTimersByTime(999);
    expect(stage.shown).toEqual(["n1", "ask", "n2"]);
    vi.advanceTimersByTime(1);
    expect(stage.shown).toEqual(["n1", "ask", "n2", "ask"]);
  });

  it("asks no gate that was taken away, and shows nothing after it is closed", () => {
    const stage = new Stage(),
      away = stage.hold("after n1");
    away();
    stage.hear(entry(1, 1), entry(2, 1));
    expect(stage.queue.held).toBeNull();
    stage.queue.close();
    vi.advanceTimersByTime(10_000);
    expect(stage.shown).toEqual(["n1"]);
  });
});

describe("what happened since my last move", () => {
  useOurTime();

  const views = [0, 1, 2, 3].map(turn => ({ ...view(1), turn }));
  const moment = (i: number): Moment => ({
    turn: i + 1,
    happenings: [{ type: "play", k: 0, seat: 1 }],
    before: views[i] ?? null,
    after: views[i + 1] ?? view(),
    mover: 1,
  });
  const begin = (since: Moment[]): { again: Again; done: () => boolean; answers: string[] } => {
    let over = false;
    const answers: string[] = [];
    const again = new Again({
      scene: { view: views[3] } as unknown as Scene,
      since,
      pace: "normal",
      answer: action => void answers.push(action),
      done: () => (over = true),
    });
    return { again, done: () => over, answers };
  };

  it("is shown from its beginning, in order, at the same pace, and ends", () => {
    const { again, done } = begin([moment(0), moment(1), moment(2)]);
    expect(again.view).toBe(views[0]);
    expect(again.moment).toBeNull();
    vi.advanceTimersByTime(600);
    expect([again.view, again.n]).toEqual([views[1], 1]);
    expect(again.changed).toEqual(new Set(["turn"]));
    vi.advanceTimersByTime(799);
    expect(again.view).toBe(views[1]);
    vi.advanceTimersByTime(1);
    expect(again.view).toBe(views[2]);
    vi.advanceTimersByTime(800);
    expect([again.view, done()]).toEqual([views[3], false]);
    vi.advanceTimersByTime(800);
    expect(done()).toBe(true);
  });
  it("goes on with what happens meanwhile", () => {
    const since = [moment(0)],
      { again, done } = begin(since);
    vi.advanceTimersByTime(700);
    since.push(moment(1));
    vi.advanceTimersByTime(700);
    expect([again.view, again.n, again.of, done()]).toEqual([views[2], 2, 2, false]);
  });
  it("asks nothing, passes answers on, and stops when it is told to", () => {
    const { again, done, answers } = begin([moment(0)]);
    expect([again.ask, again.free]).toEqual([null, false]);
    again.answer("draw deck");
    expect(answers).toEqual(["draw deck"]);
    again.stop();
    vi.advanceTimersByTime(10_000);
    expect([again.n, done()]).toEqual([0, false]);
  });
});

describe("pace", () => {
  const turn = (...events: ShortEvent[][]): number =>
    events.reduce(
      (ms, e) => ms + paceOf({ n: 1, seat: 1, events: e, set: [] }, "normal", view(1)),
      0,
    );

  it("gives a turn of draw and play about 1.2 seconds", () => {
    expect(turn([{ draw: true }], [{ play: "wand", slot: 1 }])).toBe(1200);
    expect(turn([{ draw: "white1" }, { place: "white1" }])).toBe(1200);
  });
  it("is slower and quicker by choice, and nothing at once", () => {
    const m = entry(1, 1);
    const ms = (["slow", "normal", "quick", "once"] as const).map(p => paceOf(m, p, view(1)));
    expect(ms).toEqual([...ms].sort((a, b) => b - a));
    expect(new Set(ms).size).toBe(4);
    expect(ms[3]).toBe(0);
  });
  it("is shared by those who act together", () => {
    expect(paceOf(entry(1, 1), "normal", view(0, 1, 2, 3))).toBe(200);
  });
  it("has an end, however much happens", () => {
    const busy = Array.from({ length: 30 }, () => ({ sell: "older-wand" }));
    expect(turn(busy)).toBe(1600);
  });
  it("has no time for what is not an event", () => {
    expect(paceOf({ n: 1, sit: 1, name: "Berta" }, "slow", view(1))).toBe(0);
    expect(paceOf(ask(1), "slow", view(1))).toBe(0);
    expect(paceOf({ ok: 1, n: 3 }, "slow", view(1))).toBe(0);
  });
});
