// Questions on their way to the engine's threads: one at a time, given up, started again. The threads are puppets.
import { describe, expect, it } from "vitest";
import { makeEngine } from "../src/engine/engine";
import type { EngineAnswer, EngineQuestion } from "../src/engine/machine";
import { Queue, type Thread } from "../src/engine/queue";
import type { EngineError } from "../src/engine/types";

interface Said {
  question: EngineQuestion;
  text: string | undefined;
  answer(answer: EngineAnswer): void;
  breakDown(why: Error): void;
}

/** Threads that answer when the test says so. */
class Stage {
  readonly said: Said[] = [];
  started = 0;
  ended = 0;

  readonly start = (): Thread => {
    this.started++;
    return {
      ask: (question, text) =>
        new Promise((resolve, reject) => {
          this.said.push({ question, text, answer: resolve, breakDown: reject });
        }),
      end: () => void this.ended++,
    };
  };

  get ops(): string[] {
    return this.said.map(s => s.question.op);
  }

  async answer(at: number, answer: EngineAnswer = { ok: true, at }): Promise<void> {
    this.said[at]?.answer(answer);
    await settled();
  }
}

const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0));
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "fine",
    (reason: EngineError) => reason.code,
  );

describe("a queue", () => {
  it("starts no thread before it is asked, and one for many questions", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start);
    expect(stage.started).toBe(0);
    const first = queue.ask({ op: "a" }),
      second = queue.ask({ op: "b" });
    await settled();
    expect(stage.ops).toEqual(["a"]);
    await stage.answer(0);
    expect(stage.ops).toEqual(["a", "b"]);
    await stage.answer(1);
    expect([await first, await second]).toEqual([
      { ok: true, at: 0 },
      { ok: true, at: 1 },
    ]);
    expect(stage.started).toBe(1);
  });

  it("forgets a question that was given up while it waited", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start),
      stop = new AbortController();
    const first = queue.ask({ op: "a" }),
      second = codeOf(queue.ask({ op: "b" }, undefined, stop.signal)),
      third = queue.ask({ op: "c" });
    stop.abort();
    expect(await second).toBe("cancelled");
    await stage.answer(0);
    await stage.answer(1);
    expect(stage.ops).toEqual(["a", "c"]);
    expect(await first).toMatchObject({ ok: true });
    expect(await third).toMatchObject({ ok: true });
    expect(stage.ended).toBe(0);
  });

  it("ends the thread of one that is being answered, and goes on with another", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start),
      stop = new AbortController();
    const first = codeOf(queue.ask({ op: "a" }, undefined, stop.signal)),
      second = queue.ask({ op: "b" });
    await settled();
    stop.abort();
    expect(await first).toBe("cancelled");
    await settled();
    expect([stage.started, stage.ended]).toEqual([2, 1]);
    await stage.answer(0, { ok: true, late: true });
    await stage.answer(1);
    expect(await second).toEqual({ ok: true, at: 1 });
  });

  it("is not asked at all by somebody who has given up already", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start);
    expect(await codeOf(queue.ask({ op: "a" }, undefined, AbortSignal.abort()))).toBe("cancelled");
    expect(stage.started).toBe(0);
  });

  it("says when a thread broke down, and starts another", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start);
    const first = codeOf(queue.ask({ op: "a" })),
      second = queue.ask({ op: "b" });
    await settled();
    stage.said[0]?.breakDown(new Error("unreachable"));
    expect(await first).toBe("broken");
    await settled();
    await stage.answer(1);
    expect(await second).toMatchObject({ ok: true });
    expect([stage.started, stage.ended]).toEqual([2, 1]);
  });

  it("gives everything up when it is closed, and works again afterwards", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start);
    const all = [codeOf(queue.ask({ op: "a" })), codeOf(queue.ask({ op: "b" }))];
    await settled();
    queue.close();
    expect(await Promise.all(all)).toEqual(["cancelled", "cancelled"]);
    const again = queue.ask({ op: "c" });
    await settled();
    await stage.answer(1);
    expect(await again).toMatchObject({ ok: true });
    expect([stage.started, stage.ended]).toEqual([2, 1]);
  });

  it("opens a record again where another one, or another thread, came between", async () => {
    const stage = new Stage(),
      queue = new Queue(stage.start),
      one = { text: "one" },
      two = { text: "two" };
    const walk = async (op: string, reel: { text: string }): Promise<void> => {
      const from = stage.said.length,
        promise = queue.ask({ op }, reel);
      await settled();
      for (let at = from; at < stage.said.length; at++) await stage.answer(at);
      await promise;
    };
    await walk("record", one);
    await walk("view", one);
    await walk("view", one);
    expect(stage.ops).toEqual(["record", "view", "view"]);
    await walk("record", two);
    await walk("view", one);
    expect(stage.said.slice(3).map(s => s.text ?? s.question.op)).toEqual(["two", "one", "view"]);
    queue.close();
    await walk("view", one);
    expect(stage.said.slice(6).map(s => s.text ?? s.question.op)).toEqual(["one", "view"]);
  });
});

describe("the engine", () => {
  it("does not make replays wait for a bot that thinks, nor for odds", async () => {
    const stage = new Stage(),
      engine = makeEngine(stage.start);
    const view = { game: "null", options: {}, pending: [], players: [], winners: null } as const;
    const shown = { ...view, pending: [], players: [] };
    void codeOf(engine.suggest(shown, 0));
    void codeOf(engine.odds(shown, 0));
    const legal = engine.legal(shown, 0);
    await settled();
    expect(stage.ops).toEqual(["suggest", "odds", "legal"]);
    await stage.answer(2, { ok: true, decision: null });
    expect(await legal).toBeNull();
    engine.close();
  });
});
