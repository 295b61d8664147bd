// The bots of a page: threads that think, and which of them thinks about what. As at a server, an answer is there within
// two seconds: who waited long thinks less, and then says so.
import type { Question, Thought } from "./hall";
import type { Thinking } from "./messages";
import type { Task } from "./thinker";

export type ToBot =
  { do: "load"; code: WebAssembly.Module } | { do: "think"; task: Task } | { do: "hurry" };

export type FromBot =
  | { is: "progress"; games: number }
  | { is: "thought"; thought: Thought }
  /** It has stopped for good. */
  | { is: "broken"; why: string };

/** A thread, or a stand-in for tests. */
export interface BotThread {
  post(message: ToBot): void;
  listen(listener: (message: FromBot) => void): void;
  end(): void;
}

const DEADLINE = 2000; // ms from the question to the answer, as in server/tables/bot_workers.c
const THREADS = 4; // at most

/** One is for bots that answer at once. */
export function usualThreads(cores = navigator.hardwareConcurrency || 2): number {
  return Math.min(Math.max(cores, 2), THREADS);
}

interface Seat {
  thread: BotThread;
  job: Job | null;
}

interface Job {
  question: Question;
  queued: number;
  games: number;
  hurried: boolean;
}

export interface BotsEnds {
  thought(job: number, thought: Thought): void;
  /** All bots that think now. Those that answer at once are left out. */
  thinking(bots: Thinking[]): void;
  /** No thread can answer. */
  broken(why: string): void;
  now(): number;
}

export class Bots {
  private readonly seats: Seat[] = [];
  private waiting: Job[] = [];

  constructor(
    private readonly start: () => BotThread,
    private readonly code: WebAssembly.Module,
    private readonly ends: BotsEnds,
    private readonly most = usualThreads(),
  ) {}

  ask(question: Question): void {
    this.waiting.push({ question, queued: this.ends.now(), games: 0, hurried: false });
    this.next();
    this.report();
  }

  /** The bots at this table answer with what they have thought so far, those that wait at once. */
  hurry(table: string): void {
    for (const job of this.waiting) if (job.question.table === table) job.hurried = true;
    for (const { thread, job } of this.seats)
      if (job?.question.table === table) {
        job.hurried = true;
        thread.post({ do: "hurry" });
      }
  }

  end(): void {
    for (const { thread } of this.seats) thread.end();
    this.seats.length = 0;
    this.waiting = [];
  }

  /** A thread for bots that think is left over for those that do not. */
  private seatFor(job: Job): Seat | null {
    const busy = this.seats.filter(seat => seat.job && seat.job.question.ms > 0).length;
    if (job.question.ms > 0 && busy >= this.most - 1) return null;
    const free = this.seats.find(seat => !seat.job);
    return free ?? (this.seats.length < this.most ? this.open() : null);
  }

  private open(): Seat {
    const seat: Seat = { thread: this.start(), job: null };
    seat.thread.listen(message => this.heard(seat, message));
    seat.thread.post({ do: "load", code: this.code });
    this.seats.push(seat);
    return seat;
  }

  private next(): void {
    this.waiting = this.waiting.filter(job => {
      const seat = this.seatFor(job);
      if (seat) this.give(seat, job);
      return !seat;
    });
  }

  private give(seat: Seat, job: Job): void {
    const { bytes, ms } = job.question;
    const left = Math.max(0, job.queued + DEADLINE - this.ends.now());
    seat.job = job;
    seat.thread.post({
      do: "think",
      task: { bytes, usual: ms, ms: ms && Math.max(1, job.hurried ? 1 : Math.min(ms, left)) },
    });
  }

  private heard(seat: Seat, message: FromBot): void {
    const job = seat.job;
    if (message.is === "progress") {
      if (job) job.games = message.games;
      this.report();
      return;
    }
    seat.job = null;
    if (message.is === "broken") {
      this.seats.splice(this.seats.indexOf(seat), 1);
      seat.thread.end();
    }
    if (job && message.is === "thought") this.ends.thought(job.question.job, message.thought);
    else if (job) this.again(job, message.is === "broken" ? message.why : "");
    this.next();
    this.report();
  }

  /** A thread that breaks is replaced, and its question asked again, once. */
  private again(job: Job, why: string): void {
    if (job.games < 0) this.ends.broken(`a bot cannot answer: ${why}`);
    else this.waiting.unshift({ ...job, games: -1 });
  }

  private report(): void {
    const jobs = [...this.seats.flatMap(({ job }) => job ?? []), ...this.waiting];
    this.ends.thinking(
      jobs
        .filter(job => job.question.ms > 0)
        .map(({ question: { table, seat, bot }, games }) => ({
          table,
          seat,
          bot,
          games: Math.max(games, 0),
        })),
    );
  }
}
