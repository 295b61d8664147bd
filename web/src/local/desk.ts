// Carries what the tables ask of the store to the store, and its answers back, one at a time and in order.
import type { StoreAnswer, StoreRequest } from "./hall";
import { StoreError, type LogStore, type StoreReason } from "./store";

async function answerOf(store: LogStore, asked: StoreRequest): Promise<StoreAnswer> {
  if ("append" in asked) return { outcomes: await store.append(asked.append) };
  if ("load" in asked) return store.load(asked.load, asked.from);
  if ("resume" in asked) return store.resume(asked.resume, asked.most);
  if ("list" in asked) return store.list(asked.list);
  if ("due" in asked) return store.due(asked.due.now, asked.due.after, asked.due.limit);
  if ("probe" in asked) await store.probe();
  return {};
}

export interface DeskEnds {
  answered(answer: StoreAnswer): void;
  /** Why the store fails; null: it works again. Told when it changes. */
  trouble(why: StoreReason | null): void;
}

/** A store that fails to read may still be full only. */
const writes = (asked: StoreRequest): boolean => "append" in asked || "probe" in asked;

export class Desk {
  private why: StoreReason | null = null;

  constructor(
    private readonly store: LogStore,
    private readonly ends: DeskEnds,
  ) {}

  async ask(asked: StoreRequest): Promise<void> {
    const answer = await answerOf(this.store, asked).then(
      given => {
        if (writes(asked)) this.tell(null);
        return given;
      },
      (problem: unknown) => {
        this.tell(problem instanceof StoreError ? problem.reason : "failed");
        return { failed: problem instanceof Error ? problem.message : String(problem) };
      },
    );
    this.ends.answered(answer);
  }

  private tell(why: StoreReason | null): void {
    if (why === this.why) return;
    this.why = why;
    this.ends.trouble(why);
  }
}
