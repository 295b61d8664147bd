// A review of a game as the WebAssembly writes it (docs/review.md, "As JSON"). Shares of the win are
// from 0 to 1.
import type { GameName } from "../net/types";
import type { Reason } from "../engine/types";

export type Mark = "fine" | "doubtful" | "mistake" | "blunder";
export type Chance = "even" | "lucky" | "unlucky";

export interface ReviewStep {
  /** The number of the move that answered the question, from 1 on. */
  readonly action: number;
  readonly question: string;
  readonly chosen: string;
  readonly best: string;
  readonly before: number;
  readonly after: number;
  readonly loss: number;
  readonly error: number;
  /** What chance did right after it. */
  readonly luck: number;
  readonly others: number;
}

/** What a person takes for one decision. */
export interface Decision {
  readonly seat: number;
  readonly mark: Mark;
  readonly loss: number;
  readonly error: number;
  readonly called: number;
  readonly chance: Chance;
  readonly luck: number;
  readonly luck_error: number;
  readonly reason?: Reason;
  readonly text?: string;
  readonly steps: readonly ReviewStep[];
}

export interface SeatSum {
  readonly seat: number;
  readonly start: number;
  readonly luck: number;
  readonly skill: number;
  readonly result: number;
  readonly error: number;
  readonly decisions: number;
  readonly fine: number;
  readonly doubtful: number;
  readonly mistake: number;
  readonly blunder: number;
  readonly lucky: number;
  readonly unlucky: number;
}

export interface Review {
  readonly game: GameName;
  readonly players: number;
  readonly actions: number;
  readonly finished: boolean;
  readonly samples: number;
  readonly seats: readonly SeatSum[];
  readonly decisions: readonly Decision[];
}
