// Makes a review position by position on several threads of this device. The review of the
// positions so far is told again and again.
import type { EngineAnswer, EngineQuestion } from "../engine/machine";
import { threadOf, type Thread } from "../engine/queue";
import { EngineError } from "../engine/types";
import { gameOf } from "../games/list";
import type { View } from "../net/types";
import type { Review } from "./types";

/** The samples of each half; 0: as the program has them. */
export const samplesOf = (game: string): number => gameOf(game)?.samples ?? 0;
const SEED = 1;
const TOLD = 400; // ms between two reviews that are told
const THREADS = 4; // at most

export interface Told {
  review: Review;
  done: number;
  all: number;
}

export interface Crew {
  /** The whole review. Rejected with "cancelled" if the crew is sent home before. */
  readonly done: Promise<Review>;
  end(): void;
}

export const startWorker = (): Thread =>
  threadOf(new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));

/** Two cores are both used; of more, one is left alone. */
export function usualThreads(): number {
  const cores = navigator.hardwareConcurrency || 2;
  return Math.min(Math.max(cores > 2 ? cores - 1 : cores, 1), THREADS);
}

async function ask(
  thread: Thread,
  question: EngineQuestion,
  text?: string,
): Promise<EngineAnswer & { ok: true }> {
  const answer = await thread.ask(question, text);
  if (answer.ok) return answer;
  throw new EngineError(answer.error.code, answer.error.message, answer.error.line);
}

class Work {
  private ended = false;
  private next = 0;
  /** What the other threads have found and the first one does not know yet. */
  private news: { position: number; found: string }[] = [];
  private readonly known = new Set<number>();
  private prefix = 0;
  private last = -Infinity;
  private readonly crew: Thread[];
  private readonly first: Thread;

  constructor(
    private readonly record: string,
    private readonly game: string,
    private readonly tell: (told: Told) => void,
    start: () => Thread,
    threads: number,
    private readonly samples: number,
  ) {
    this.first = start();
    this.crew = [this.first, ...Array.from({ length: threads - 1 }, start)];
  }

  async run(): Promise<Review> {
    await Promise.all(this.crew.map(thread => this.work(thread)));
    const review = await this.read();
    this.end();
    return review;
  }

  end(): void {
    this.ended = true;
    for (const thread of this.crew) thread.end();
  }

  private async open(thread: Thread): Promise<number> {
    const { game } = this;
    await ask(thread, { op: "weights", game });
    const wish = { op: "open", seat: null, seed: SEED, samples: this.samples };
    return (await ask(thread, wish, this.record))["positions"] as number;
  }

  private async work(thread: Thread): Promise<void> {
    const all = await this.open(thread);
    while (this.next < all && !this.ended) {
      const position = this.next++;
      const found = (await ask(thread, { op: "weigh", position }))["found"] as string;
      if (thread !== this.first) this.news.push({ position, found });
      this.known.add(position);
      while (this.known.has(this.prefix)) this.prefix++;
      if (thread === this.first) await this.report(all);
    }
  }

  /** The review of all positions before the first that is still missing. */
  private async read(): Promise<Review> {
    const { news, prefix } = this;
    this.news = [];
    await Promise.all(news.map(one => ask(this.first, { op: "take", ...one })));
    return (await ask(this.first, { op: "review", positions: prefix }))["review"] as Review;
  }

  private async report(all: number): Promise<void> {
    if (performance.now() - this.last < TOLD) return;
    this.last = performance.now();
    const done = this.prefix,
      review = await this.read();
    if (!this.ended) this.tell({ review, done, all });
  }
}

/** What the seat of a step might have seen after another answer. */
export async function viewAfter(
  record: string,
  action: number,
  answer: string,
  start: () => Thread = startWorker,
): Promise<View> {
  const thread = start();
  try {
    await ask(thread, { op: "open", seat: null, seed: SEED, samples: 0 }, record);
    return (await ask(thread, { op: "try", action, answer }))["view"] as View;
  } finally {
    thread.end();
  }
}

const cancelled = (): EngineError => new EngineError("cancelled", "The review was stopped.");

export function startCrew(
  record: string,
  game: string,
  tell: (told: Told) => void,
  start: () => Thread = startWorker,
  threads = usualThreads(),
  samples = samplesOf(game),
): Crew {
  const work = new Work(record, game, tell, start, threads, samples);
  let stop: (reason: EngineError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  return {
    done: Promise.race([work.run(), stopped]),
    end: () => {
      work.end();
      stop(cancelled());
    },
  };
}
