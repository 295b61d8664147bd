// Made by tools/api from server/wishes.def: the messages of a table.

/** What a seat may ask of its table. */
export type Wish =
  | { do: string; n: number }
  | { undo: true }
  | { grant: boolean }
  | { leave: true }
  | { back: true }
  | { start: string }
  | { reveal: string }
  | { remove: number; keep_out?: boolean }
  | { door: { locked?: boolean; approve?: boolean } }
  | { admit: number; yes: boolean };
