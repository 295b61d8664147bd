// The tables of a page as a whole: the module, its store, its bots and its clock.
import { Bots, type BotThread } from "./bots";
import { Desk } from "./desk";
import { startHall, type Hall, type HallHost, type HallOptions } from "./hall";
import type { FromHall, Thinking, ToHall } from "./messages";
import type { LogStore } from "./store";

export interface TablesParts {
  code: WebAssembly.Module;
  store: LogStore;
  post: (message: FromHall) => void;
  startBot: () => BotThread;
  options?: HallOptions;
}

/** A clock that is never set. It goes on while the machine sleeps, which performance.now() may not. */
export function steadyClock(
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): () => number {
  const SLEPT = 2000; // ms
  let slept = 0,
    last = wall() - steady();
  return () => {
    const ahead = wall() - steady();
    if (ahead - last > SLEPT) slept += ahead - last;
    last = ahead;
    return steady() + slept + 1;
  };
}

const sameBots = (a: Thinking[], b: Thinking[]): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Tables {
  private hall!: Hall;
  private bots!: Bots;
  private shown: Thinking[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  private constructor(private readonly parts: TablesParts) {}

  static async open(parts: TablesParts): Promise<Tables> {
    const tables = new Tables(parts);
    await tables.begin();
    return tables;
  }

  private async begin(): Promise<void> {
    const { code, store, startBot, options } = this.parts;
    this.bots = new Bots(startBot, code, {
      thought: (job, thought) => this.turn(() => this.hall.thought(job, thought)),
      thinking: bots => this.showThinking(bots),
      broken: why => this.breaks(why),
      now: () => performance.now(),
    });
    this.hall = await startHall(code, this.host(), options);
    store.onChanges((match, entries) => this.turn(() => this.hall.changed(match, entries)));
    this.tick();
  }

  private host(): HallHost {
    const { store, post } = this.parts;
    const desk = new Desk(store, {
      answered: answer => this.turn(() => this.hall.stored(answer)),
      trouble: why => post({ is: "trouble", why }),
    });
    return {
      answer: (id, status, type, text) => post({ is: "answer", id, status, type, text }),
      send: (socket, text) => post({ is: "said", socket, text }),
      closed: socket => post({ is: "closed", socket }),
      store: request => void desk.ask(request),
      think: question => queueMicrotask(() => this.bots.ask(question)),
      random: bytes => void crypto.getRandomValues(bytes),
      wall: Date.now,
      steady: steadyClock(),
      log: (level, text) => (level === 0 ? console.error(text) : level === 1 && console.warn(text)),
    };
  }

  /** A module that has stopped in the middle of a turn cannot go on. */
  private turn(run: () => void): void {
    if (this.ended) return;
    try {
      run();
    } catch (why) {
      this.breaks(String(why));
    }
  }

  private breaks(why: string): void {
    this.close();
    this.parts.post({ is: "broken", why });
  }

  private tick(): void {
    this.turn(() => {
      const wait = this.hall.tick();
      this.timer = setTimeout(() => this.tick(), wait);
    });
  }

  private showThinking(bots: Thinking[]): void {
    if (sameBots(bots, this.shown)) return;
    this.shown = bots;
    this.parts.post({ is: "thinking", bots });
  }

  heard(message: ToHall): void {
    if (this.ended) return;
    if (message.do === "hurry") {
      this.bots.hurry(message.table);
      return;
    }
    this.turn(() => {
      if (message.do === "request") this.hall.request(message.id, message);
      else if (message.do === "say") this.hall.socketSay(message.socket, message.text);
      else if (message.do === "close") this.hall.socketClose(message.socket);
      else this.open(message.socket);
    });
    // People do not wait for a slow tick.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tick(), 0);
  }

  private open(socket: number): void {
    this.parts.post({ is: "opened", socket });
    this.hall.socketOpen(socket);
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.bots.end();
    this.parts.store.close();
  }
}
