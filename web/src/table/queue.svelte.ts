// The queue of a table's messages: they are shown one after another at the chosen pace.
//
// A gate may hold the queue, for a scene that waits for OK. Every gate is asked twice about an
// entry with events: `before` it is shown, when the board still shows the past, and `after`. The
// first gate that answers true holds the queue: `held` is the step it was asked about, and nothing
// more is taken until `release()`. A gate is not asked again about a step it has held.
//
//     const away = table.queue.gate(({ when, moment }) => when === "after" && isSale(moment));
//     {#if table.queue.held}<Sale moment={table.queue.held.moment} ok={() => table.queue.release()} />
//
// What is not held back:
// - `ok` and `no`: answers to my own requests are taken when they arrive.
// - An entry of my own seat: everything in front of it is taken at once, without gates, and what
//   is held is let go. About the entry itself the gates are asked as usual.
// - A snapshot, `hurry()` (somebody skips or acts) and `close()`: all holds end, and what waits is
//   taken at once, without gates. `held` is null then, so a scene that depends on it closes.
import type { Entry, Message, View } from "../net/types";
import type { Moment } from "./scene";

export interface Step {
  when: "before" | "after";
  moment: Moment;
  entry: Entry<"seat"> | Entry<"start">;
  /** What the board shows while a gate holds here, where that is not the view of the table. */
  board?: View;
}

/** Whether the queue is held at this step. */
export type Gate = (step: Step) => boolean;

export interface QueueEnds {
  /** Shows a message. */
  take(message: Message): void;
  /** What an entry shows, or would show if it is still waiting; null for other messages. */
  momentOf(entry: Step["entry"]): Moment | null;
  /** Whether an entry is an answer of the person at this screen. */
  isOwn(message: Message): boolean;
  /** How long a message is looked at before the next one, in ms. */
  paceOf(message: Message): number;
}

const isAnswer = (m: Message): boolean => "ok" in m || "no" in m;
const hasEvents = (m: Message): m is Step["entry"] => "events" in m;
const endsGame = (m: Message): boolean =>
  "table" in m && (m.table?.some(([path, to]) => path === "state" && to === "over") ?? false);

export class Queue {
  /** Where a gate holds the queue. */
  held: Step | null = $state.raw(null);
  /** Whether the scene that holds it waits for OK. */
  waitsForOk = $state(false);
  /** Whether more of it comes after that OK. */
  moreAfterOk = $state(false);
  /** How many entries with events still wait to be shown. */
  waiting = $state(0);
  /** What waits shows that my last answer cannot be taken back any more. */
  noUndo = $state(false);
  private messages: Message[] = [];
  private gates: Gate[] = [];
  private timer = 0;
  /** The message shown last is my own. */
  private ownWasLast = false;
  /** The gates have been asked about the first message. */
  private passed = false;

  constructor(private readonly ends: QueueEnds) {}

  /** Adds a gate; the result takes it away again. */
  gate(gate: Gate): () => void {
    this.gates = [...this.gates, gate];
    return () => void (this.gates = this.gates.filter(g => g !== gate));
  }

  arrive(message: Message): void {
    if (isAnswer(message)) {
      this.ends.take(message);
      return;
    }
    if ("snapshot" in message || this.ends.isOwn(message)) this.hurry();
    this.messages.push(message);
    this.count();
    this.goOn();
  }

  /** Whether a message like this is waiting. */
  has(like: (message: Message) => boolean): boolean {
    return this.messages.some(like);
  }

  /** OK: goes on after a hold. */
  release(): void {
    if (!this.held) return;
    this.held = null;
    this.goOn();
  }

  /** Skips: everything that waits is shown at once. */
  hurry(): void {
    this.held = null;
    this.passed = false;
    this.stop();
    while (this.messages.length > 0) this.take();
  }

  /** Forgets what waits. */
  close(): void {
    this.stop();
    this.held = null;
    this.messages = [];
    this.gates = [];
    this.count();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private goOn(): void {
    while (!this.held && this.messages[0] && this.mayGoOn(this.messages[0]))
      this.next(this.messages[0]);
  }

  /** What I have done myself is looked at too, but a question that follows it does not wait. */
  private mayGoOn(message: Message): boolean {
    return !this.timer || ("ask" in message && this.ownWasLast);
  }

  private next(message: Message): void {
    if (!this.passed && this.asks(message, "before")) return;
    // The pace depends on what is on the board before.
    const pace = this.ends.paceOf(message);
    this.ownWasLast = this.ends.isOwn(message) || ("ask" in message && this.ownWasLast);
    this.take();
    if (pace > 0) this.rest(pace);
    this.asks(message, "after");
  }

  private rest(ms: number): void {
    const timer = (): void => {
      this.timer = 0;
      this.goOn();
    };
    this.timer = window.setTimeout(timer, ms);
  }

  /** Asks the gates; whether one of them holds. */
  private asks(message: Message, when: Step["when"]): boolean {
    if (!hasEvents(message) || this.gates.length === 0) return false;
    const moment = this.ends.momentOf(message);
    if (!moment) return false;
    const step: Step = { when, moment, entry: message };
    if (!this.gates.some(gate => gate(step))) return false;
    this.passed = when === "before";
    this.held = step;
    return true;
  }

  private take(): void {
    this.passed = false;
    const message = this.messages.shift();
    this.count();
    if (message) this.ends.take(message);
  }

  private count(): void {
    this.waiting = this.messages.filter(hasEvents).length;
    this.noUndo = this.messages.some(
      m => ("ask" in m && m.ask.no_undo !== undefined) || endsGame(m),
    );
  }
}
