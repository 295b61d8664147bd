// The engine in the browser: odds, advice, legal answers and records, as promises. The
// WebAssembly is fetched when it is first needed and runs in threads of its own: one for quick
// questions, one for odds (up to a second for a full bag), one for bots, and one that weighs answers
// as reviews do, for hints. All but the first can be interrupted.
import type { Json, View } from "../net/types";
import { samplesOf, startWorker as startReviewer } from "../review/crew";
import type { EngineAnswer, EngineQuestion } from "./machine";
import { Queue, startWorker, type RecordText, type Thread } from "./queue";
import {
  EngineError,
  type Advice,
  type Decision,
  type Explanation,
  type Film,
  type FilmEvent,
  type FilmHeader,
  type FilmMove,
  type FilmProblem,
  type NumberChange,
  type Odds,
  type SuggestOptions,
  type Verdict,
  type Viewer,
} from "./types";

export type * from "./types";
export { EngineError } from "./types";

export interface Engine {
  /**
   * Exact odds of a view or state; the code "no-odds" if there are none (no potion in progress).
   */
  odds(view: View, seat: number, signal?: AbortSignal): Promise<Odds>;
  /** What a bot would do there, and why. */
  suggest(view: View, seat: number, how?: SuggestOptions): Promise<Advice>;
  /** Advice for a person, in the figures of reviews: no answer has a better one than the advised. */
  hint(view: View, seat: number, signal?: AbortSignal): Promise<Advice>;
  /** The question of a seat in its view, or null. */
  legal(view: View, seat: number): Promise<Decision | null>;
  explain(view: View, seat: number, action: string): Promise<Explanation>;
  /**
   * Opens a record's text (.jsonl); refused with "bad-record" if not even its beginning can be
   * shown.
   */
  openRecord(text: string): Promise<Film>;
  /** What these numbers of a table or a file change; refused if they cannot be used. */
  numbers(game: string, numbers: Json): Promise<readonly NumberChange[]>;
  /** Cancels everything and ends the threads; the next question starts them again. */
  close(): void;
}

type Fine = Extract<EngineAnswer, { ok: true }>;

function fine(answer: EngineAnswer): Fine {
  if (answer.ok) return answer;
  const { code, message, line, rule, reason, values } = answer.error;
  throw new EngineError(code, message, line, rule, reason, values);
}

/** The bot in the form of the protocol. */
function botOf(how: SuggestOptions): object {
  const { bot = "master", iterations } = how;
  return { name: bot, options: iterations === undefined ? {} : { iterations } };
}

async function filmOf(queue: Queue, text: string): Promise<Film> {
  const reel: RecordText = { text };
  const ask = async (question: EngineQuestion): Promise<Fine> =>
    fine(await queue.ask(question, reel));
  const opened = await ask({ op: "record" });
  const moves = opened["moves"] as readonly FilmMove[];
  return {
    text,
    moves,
    length: moves.length,
    header: opened["header"] as FilmHeader,
    problem: opened["problem"] as FilmProblem | null,
    view: async <V extends View>(n: number, viewer: Viewer) =>
      (await ask({ op: "view", n, viewer }))["view"] as V,
    events: async (n, viewer) => (await ask({ op: "events", n, viewer }))["events"] as FilmEvent[],
    verify: async progress => {
      progress?.(0, moves.length);
      const { verified, text: verdict, problem, checks } = await ask({ op: "verify" });
      progress?.(moves.length, moves.length);
      return { ok: verified, text: verdict, problem, checks } as Verdict;
    },
  };
}

/** `weigh` starts a thread with the module for reviews. */
export function makeEngine(start: () => Thread, weigh: () => Thread = start): Engine {
  const quick = new Queue(start),
    counting = new Queue(start),
    thinking = new Queue(start),
    weighing = new Queue(weigh);
  const ask = async (question: EngineQuestion): Promise<Fine> => fine(await quick.ask(question));
  return {
    odds: async (view, seat, signal) =>
      fine(await counting.ask({ op: "odds", view, seat }, undefined, signal))["odds"] as Odds,
    legal: async (view, seat) =>
      (await ask({ op: "legal", view, seat }))["decision"] as Decision | null,
    explain: async (view, seat, action) =>
      (await ask({ op: "explain", view, seat, action }))["explanation"] as Explanation,
    suggest: async (view, seat, how = {}) => {
      const question = { op: "suggest", view, seat, bot: botOf(how) };
      return fine(await thinking.ask(question, undefined, how.signal))["advice"] as Advice;
    },
    hint: async (view, seat, signal) => {
      const question = { op: "hint", view, seat, samples: samplesOf(view.game) };
      return fine(await weighing.ask(question, undefined, signal))["advice"] as Advice;
    },
    openRecord: text => filmOf(quick, text),
    numbers: async (game, numbers) =>
      (await ask({ op: "numbers", game, numbers }))["differences"] as NumberChange[],
    close: () => {
      for (const queue of [quick, counting, thinking, weighing]) queue.close();
    },
  };
}

/** The engine shared by the whole page. */
export const engine: Engine = makeEngine(startWorker, startReviewer);
