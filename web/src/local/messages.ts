// What a page and the worker with its tables say to each other.
import type { StoreReason } from "./store";

/** A bot that is thinking. */
export interface Thinking {
  table: string;
  seat: number;
  /** Its name, such as "master". */
  bot: string;
  /** Games it has imagined so far. */
  games: number;
}

export type ToHall =
  | {
      do: "request";
      id: number;
      method: string;
      /** With its arguments: "/api/tables?state=running". */
      path: string;
      token: string;
      body: string;
    }
  | { do: "open" | "close"; socket: number }
  | { do: "say"; socket: number; text: string }
  /** The bots at this table answer with what they have thought so far. */
  | { do: "hurry"; table: string };

export type FromHall =
  | { is: "answer"; id: number; status: number; type: string; text: string }
  | { is: "opened" | "closed"; socket: number }
  | { is: "said"; socket: number; text: string }
  /** All bots that are thinking now. */
  | { is: "thinking"; bots: Thinking[] }
  /** Why nothing can be stored; null: all is well again. */
  | { is: "trouble"; why: StoreReason | null }
  /** The worker has stopped for good. */
  | { is: "broken"; why: string };
