// What the users of this browser's database of tables tell one another, and the pages that watch them.
import type { StoreReason } from "./store";

/** The name of the database, and of the channel on which its users talk. */
export const DATABASE = "charlatan.tables";

/** deleted: somebody has deleted the database; games that were open were stored anew. */
export type Trouble = StoreReason | "deleted";

export type Told =
  | { appended: [match: string, entries: number][] }
  /** Why nothing can be stored; null: it can be again. */
  | { trouble: Trouble | null };
