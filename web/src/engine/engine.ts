// The engine in the browser: exact odds, advice, legal answers and records, as promises. The WebAssembly is
// fetched when something is asked for the first time, and works in a thread of its own.
import type { Advice, AnyView, Decision, Explanation, Film, Odds, SuggestOptions } from "./types";

export type * from "./types";
export { EngineError } from "./types";

export interface Engine {
  /** Exact odds of a view or state; the code "no-odds" where there are none (no potion in progress). */
  odds(view: AnyView, seat: number): Promise<Odds>;
  /** What a bot would do there, and why. */
  suggest(view: AnyView, seat: number, how?: SuggestOptions): Promise<Advice>;
  /** What a seat is asked in its view, or null. */
  legal(view: AnyView, seat: number): Promise<Decision | null>;
  explain(view: AnyView, seat: number, action: string): Promise<Explanation>;
  /** A record's text (.jsonl); refused with "bad-record" where not even its header can be read. */
  openRecord(text: string): Promise<Film>;
  /** Gives up whatever is under way and ends the threads; the next question starts them again. */
  close(): void;
}
