// Sends questions to a thread, one at a time. Cancelling a question in progress ends the thread;
// the next question starts another one and opens its record there again.
import type { EngineAnswer, EngineQuestion } from "./machine";
import { EngineError } from "./types";
import type { Answered, WorkerRequest } from "./worker";

/**
 * A thread, or a stand-in for tests. Its promise is rejected if the thread has stopped for good.
 */
export interface Thread {
  ask(question: EngineQuestion, text?: string): Promise<EngineAnswer>;
  end(): void;
}

/** A record that must be open for a question. */
export interface RecordText {
  readonly text: string;
}

interface Job {
  readonly question: EngineQuestion;
  readonly reel: RecordText | undefined;
  resolve(answer: EngineAnswer): void;
  reject(reason: EngineError): void;
}

const cancelled = (): EngineError => new EngineError("cancelled", "The question was given up.");

export class Queue {
  private thread: Thread | null = null;
  private reel: RecordText | null = null;
  private running: Job | null = null;
  private waiting: Job[] = [];

  constructor(private readonly start: () => Thread) {}

  ask(question: EngineQuestion, reel?: RecordText, signal?: AbortSignal): Promise<EngineAnswer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelled());
        return;
      }
      const job: Job = { question, reel, resolve, reject };
      signal?.addEventListener("abort", () => this.giveUp(job), { once: true });
      this.waiting.push(job);
      this.next();
    });
  }

  /** Cancels all questions. */
  close(): void {
    const jobs = this.waiting;
    this.waiting = [];
    for (const job of jobs) job.reject(cancelled());
    if (this.running) this.giveUp(this.running);
    this.stop();
  }

  private next(): void {
    if (this.running) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.running = job;
    this.run(job).then(
      answer => this.settle(job, () => job.resolve(answer)),
      (reason: unknown) =>
        this.settle(job, () => {
          this.stop();
          job.reject(new EngineError("broken", String(reason)));
        }),
    );
  }

  /** Messages of a thread that has been ended are ignored. */
  private settle(job: Job, tell: () => void): void {
    if (this.running !== job) return;
    this.running = null;
    tell();
    this.next();
  }

  private async run(job: Job): Promise<EngineAnswer> {
    const thread = (this.thread ??= this.start());
    if (!job.reel) return thread.ask(job.question);
    if (job.question.op !== "record" && this.reel === job.reel) return thread.ask(job.question);
    this.reel = null;
    const opened = await thread.ask({ op: "record" }, job.reel.text);
    if (opened.ok && this.thread === thread) this.reel = job.reel;
    return job.question.op === "record" || !opened.ok ? opened : thread.ask(job.question);
  }

  private giveUp(job: Job): void {
    this.waiting = this.waiting.filter(other => other !== job);
    if (this.running === job) {
      this.stop();
      this.running = null;
    }
    job.reject(cancelled());
    this.next();
  }

  private stop(): void {
    this.thread?.end();
    this.thread = null;
    this.reel = null;
  }
}

interface Listener {
  resolve(answer: EngineAnswer): void;
  reject(reason: Error): void;
}

/** A thread of the browser's that runs the engine. */
export const startWorker = (): Thread =>
  threadOf(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));

/** Questions to a thread of the browser's, and its answers. */
export function threadOf(worker: Worker): Thread {
  const listeners = new Map<number, Listener>();
  let last = 0;
  worker.onmessage = (event: MessageEvent<Answered>) => {
    const { id, answer, broken } = event.data,
      listener = listeners.get(id);
    listeners.delete(id);
    if (answer) listener?.resolve(answer);
    else listener?.reject(new Error(broken ?? "the engine gave no answer"));
  };
  worker.onerror = event => {
    for (const listener of listeners.values())
      listener.reject(new Error(event.message || "the engine could not be loaded"));
    listeners.clear();
  };
  return {
    ask: (question, text) =>
      new Promise((resolve, reject) => {
        const asked: WorkerRequest = {
          id: ++last,
          question: JSON.stringify(question),
          ...(text === undefined ? {} : { text }),
        };
        listeners.set(asked.id, { resolve, reject });
        worker.postMessage(asked);
      }),
    end: () => worker.terminate(),
  };
}
