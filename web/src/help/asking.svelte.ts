// A question to the engine in the browser: in progress, answered, or failed with a sentence that
// says what to do.
import type { Engine } from "../engine/engine";
import { say } from "../words/words.svelte";

export type AskState<T> =
  { is: "idle" } | { is: "thinking" } | { is: "done"; answer: T } | { is: "failed"; why: string };

const codeOf = (problem: unknown): string =>
  problem instanceof Error && "code" in problem ? String(problem.code) : "broken";

function sentence(code: string): string {
  if (code === "no-odds") return say("help.no-odds");
  if (code === "not-asked") return say("help.not-asked");
  if (code === "bad-view") return say("help.bad-view");
  return say("help.broken");
}

export class Asking<T> {
  now: AskState<T> = $state.raw({ is: "idle" });
  private stop: AbortController | null = null;

  /**
   * A newer question cancels the older one. The old answer stays visible until the new one comes,
   * unless `fresh` is set.
   */
  async ask(
    question: (engine: Engine, signal: AbortSignal) => Promise<T>,
    fresh = true,
  ): Promise<void> {
    this.stop?.abort();
    const mine = (this.stop = new AbortController());
    if (fresh || this.now.is !== "done") this.now = { is: "thinking" };
    const next = await this.answerTo(question, mine.signal);
    if (this.stop === mine && !mine.signal.aborted) this.now = next;
  }

  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.now = { is: "idle" };
  }

  private async answerTo(
    question: (engine: Engine, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<AskState<T>> {
    try {
      const { engine } = await import("../engine/engine");
      return { is: "done", answer: await question(engine, signal) };
    } catch (problem) {
      return { is: "failed", why: sentence(codeOf(problem)) };
    }
  }
}
