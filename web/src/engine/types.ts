// The questions to the engine in the browser, and its answers, as types.
import type { GameName, Happening, Refused, View } from "../net/types";

/**
 * Whose knowledge is used: a seat's, a spectator's (null), or everything, for a game whose record
 * is at hand.
 */
export type Viewer = number | null | "all";

/** An event as the viewer may know it, with its rule; hidden parts are left out. */
export interface FilmEvent extends Happening {
  rule: string;
}

// ---- odds ----

/** A choice that the odds assume, or something they leave out. */
export interface Assumed {
  readonly id: string;
  readonly rule: string;
  readonly text: string;
}

/** The odds of a position: what else they have depends on the game. */
export interface Odds {
  readonly game: string;
  readonly seat: number;
  readonly assumes: readonly Assumed[];
}

// ---- advice ----

export interface Advice {
  readonly action: string;
  readonly bot: string;
  /** For each action, how often it was tried and its value, in the unit of `worth`. */
  readonly visits?: Readonly<Record<string, number>>;
  readonly value?: Readonly<Record<string, number>>;
  readonly worth?: string;
  readonly iterations?: number;
  readonly odds?: Readonly<Record<string, number>>;
  readonly why?: string;
  readonly reason?: Reason;
  /** Of a hint: the other actions that are as good, and what a review would say the rest lose. */
  readonly even?: readonly string[];
  readonly loss?: Readonly<Record<string, number>>;
  /** Of a hint for an answer that asks once more: the best answer to that. */
  readonly then?: string;
}

/** Why an answer is good, in one sentence: in other languages common/reasons/ID/text, with these values. */
export interface Reason {
  readonly id: string;
  /** The sentence in English, without its full stop. */
  readonly text: string;
  /** The rule that explains it. */
  readonly rule?: string;
  readonly item?: string;
  readonly n?: number;
  readonly percent?: number;
  readonly points?: number;
}

export interface SuggestOptions {
  /** A name as in `charlatan engine`: master, greedy, search, brewer … Default: master. */
  readonly bot?: string;
  /** The number of imagined games for one answer. Default: the bot's own. */
  readonly iterations?: number;
  /** Cancels the question: the promise is rejected with the code "cancelled". */
  readonly signal?: AbortSignal;
}

// ---- legal answers ----

/**
 * The question of a seat, with every legal answer sorted bytewise; null if it is not asked
 * anything.
 */
export interface Decision {
  readonly seat: number;
  readonly kind: string;
  readonly text: string;
  readonly actions: readonly string[];
}

/** Why an action is not possible; ok if it is. */
export type Explanation = { readonly ok: true } | ({ readonly ok: false } & Readonly<Refused>);

// ---- records ----

export interface FilmPlayer {
  /** A person's name; of a bot how it was specified, such as "medium". */
  readonly name: string;
  readonly kind: "human" | "bot";
  /** What the seat was called at the table. */
  readonly called: string;
}

export interface FilmResult {
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly seed: string;
  readonly salt: string;
}

export interface FilmHeader {
  readonly game: GameName;
  /** The version of the rules by which it was played; `old` if it is not the present one. */
  readonly rules: string;
  readonly old: boolean;
  readonly options: Readonly<Record<string, unknown>>;
  readonly players: readonly FilmPlayer[];
  readonly commitment: string;
  /** By seat; null if the seat gave none. */
  readonly nonces: readonly (string | null)[];
  /** By seat: the commitment to its nonce; null if the seat gave none. */
  readonly nonce_commitments: readonly (string | null)[];
  /**
   * The number of moves that a practice match took from another match; null if it is not a practice
   * match.
   */
  readonly fork: number | null;
  /** The witness from which half of the luck came. */
  readonly witness?: { readonly key: string; readonly commitment: string };
  /** null if the record ends before the game does: then there is no seed. */
  readonly result: FilmResult | null;
}

/**
 * The action's name may reveal more than everybody was told. Show it only to its seat and to a
 * viewer of everything.
 */
export interface FilmMove {
  readonly n: number;
  readonly seat: number;
  readonly action: string;
  /** What was taken back before it, and requests that were not granted. */
  readonly undone?: readonly FilmUndone[];
  /** Why a bot thought less than usual before it. */
  readonly hurried?: "busy" | "budget" | "failed";
}

export interface FilmUndone {
  readonly seat: number;
  /** How many moves were taken back; 0: the request was not granted. */
  readonly back: number;
  /** Whether others had to agree, and did. */
  readonly agreed: boolean;
  /** Who refused the request, or null. */
  readonly by: number | null;
}

/** The first wrong line of a record; the moves before it can be shown. */
export interface FilmProblem {
  readonly line: number;
  readonly message: string;
  readonly rule?: string;
}

export type CheckName =
  "shape" | "commitment" | "nonces" | "witness" | "fork" | "moves" | "chance" | "hashes" | "result";

/** skipped: there is nothing to compare with, or an earlier check has failed. */
export type CheckState = "ok" | "wrong" | "skipped";

/** One check: a sentence, and its numbers for translations. */
export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly text: string;
  readonly figures: Readonly<Record<string, number>>;
}

export interface Verdict {
  readonly ok: boolean;
  /** The line that `charlatan verify` prints, without the file name. */
  readonly text: string;
  readonly problem: FilmProblem | null;
  readonly checks: readonly Check[];
}

/** The progress of a verification; called at least with 0 and with all moves. */
export type Progress = (moves: number, of: number) => void;

/** A game from a record. n counts moves: 0 is the beginning, `length` the end. */
export interface Film {
  readonly header: FilmHeader;
  readonly moves: readonly FilmMove[];
  readonly length: number;
  /** What is wrong with the record after the last move that can be shown, or null. */
  readonly problem: FilmProblem | null;
  view<V extends View = View>(n: number, viewer: Viewer): Promise<V>;
  /** What move n did (0: the set-up), as the viewer may know it. */
  events(n: number, viewer: Viewer): Promise<FilmEvent[]>;
  verify(progress?: Progress): Promise<Verdict>;
  /** The record's text, for downloads and practice. */
  readonly text: string;
}

/** Codes: bad-record, bad-view, bad-request, no-odds, not-asked, bad-option; cancelled; broken (it could not be loaded, or
 * has stopped: the next question starts it again). */
/** A number that differs from the standard rules, by its key in a numbers file. */
export interface NumberChange {
  readonly key: string;
  readonly standard: number;
  readonly now: number;
  readonly rule: string;
  readonly text: string;
  /** The key of the number because of which it changes nothing. */
  readonly idle?: string;
}

export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly code: string,
    message: string,
    readonly line?: number,
    readonly rule?: string,
    /** For translations: the row of the refusal, and the values of its sentence. */
    readonly reason?: string,
    readonly values?: readonly string[],
  ) {
    super(message);
  }
}
