// Made by tools/api from match/entries.def and server/people/wishes.def: the messages of a table.
import type { Change, ShortEvent, View } from "./types";

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

/** The version of docs/api.md that this page knows. */
export const API = 2;

/** What entries of each kind tell, by the member that tells the kind. */
export interface Told {
  sit: { sit: number; name: string };
  rise: { rise: number };
  fix: { fix: true };
  reveal: { reveal: number };
  start: { start: true; events: ShortEvent[]; view: View };
  seat: {
    seat: number;
    hurried?: "busy" | "budget" | "failed";
    events: ShortEvent[];
    set: Change[];
  };
  away: { away: number; why: "clock" | "left"; bot: string };
  back: { back: number };
  plea: { plea: number; to: number };
  grant: { grant: number; yes: boolean };
  undo: { undo: number; seat: number; set: Change[] };
  lapse: { lapse: number };
  rematch: { rematch: string };
  close: { close: string };
  seal: { seal: true };
  link: { link: number };
  key: { key: number };
  revoke: { revoke: number };
  remove: { remove: number };
  door: { door: number; locked: boolean; approve: boolean };
  knock: { knock: number; name: string };
  admit: { admit: number; yes: boolean };
  want: { want: number; hook?: true; yes: boolean };
  chosen: { chosen: number | null };
}
