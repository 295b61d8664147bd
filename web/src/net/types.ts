// The server's messages (docs/api.md) as types.
import type { Told } from "./messages";

export type GameName = string;
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Options = { [key: string]: Json };

export interface Seat {
  kind: "human" | "bot" | "empty";
  name: string | null;
  bot: string | null;
  away: null | "clock" | "left";
  /** The name of whoever waits for the host's yes to take over this seat. */
  knock?: string;
}

export interface Clock {
  move: number;
  game: number;
}

export interface TableSummary {
  id: string;
  game: GameName;
  players: number;
  options: Options;
  open: boolean;
  wait: boolean;
  /** Whether odds and hints may be shown. */
  help?: boolean;
  state: "waiting" | "revealing" | "running" | "over" | "closed";
  /** Why it was closed, if this page was there. */
  closed?: string;
  created: number;
  clock: Clock | null;
  seats: Seat[];
  /** The seats that are asked now, while the game runs. */
  asked?: number[];
  commitment: string;
  /** The seats' commitments to their nonces; null: nobody has committed. */
  nonce_commitments?: (string | null)[] | null;
  nonces: (string | null)[] | null;
  /** When a table that is revealing begins at the latest. */
  reveal_until?: number | null;
  result: number[] | null;
  winners: number[] | null;
  rematch: string | null;
  practice: { moves: number; luck: "new" | "same" } | null;
  /** Founded for practice: moves may be taken back past luck. */
  undo_luck?: boolean;
  /** The date of a deal of the day, whose luck is public. */
  daily?: string;
  /** Half of the luck comes from this witness. */
  witness?: Witness;
  /** The seat of the host; missing or null: nobody is. */
  host?: number | null;
  /** Nobody else may sit down. */
  locked?: boolean;
  /** Whoever takes over a seat needs the host's yes. */
  approve?: boolean;
  /** When my time runs out, in lists of my own tables; null: there is no clock. */
  until?: number | null;
  /** Turns are told to a channel that the host has chosen. */
  hook?: boolean;
  /** What remains of each seat's game clock, in ms, and who asks to take a move back: at a table that is watched. */
  left?: (number | null)[] | null;
  plea?: Plea | null;
  /** There as well; null before the end. */
  seed?: string | null;
  salt?: string | null;
}

export interface Witness {
  key: string;
  commitment: string;
  /** The table waits for its answer. */
  waits: boolean;
  /** It has signed the end. */
  sealed: boolean;
}

export interface Pending {
  kind: string;
  seat: number;
  [more: string]: Json | undefined;
}

/** The members that every game's view has; the games' own code knows the others. */
export interface View {
  game: GameName;
  /** The version of the rules; missing for the present one. */
  rules?: string;
  options: Options;
  phase?: string;
  pending: Pending[];
  players: object[];
  winners: number[] | null;
}

export interface Ask {
  n: number;
  kind: string;
  text: string;
  actions: string[];
  until: number | null;
  /** My last move cannot be taken back: luck was involved since. */
  no_undo?: "luck";
}

export interface Plea {
  seat: number;
  to: number;
  /** The seats that have to agree, and those that have agreed. */
  asked: number[];
  granted: number[];
}

export interface Over {
  result: number[];
  winners: number[];
  seed: string;
  salt: string;
}

/** An event of a game as sent: the first member is its type and what it is about. */
export type ShortEvent = { [key: string]: Json };

/** The same event, unfolded; see `unfold`. */
export interface Happening {
  type: string;
  /** The index of its row among those of this type, from 0. */
  k: number;
  seat: number | null;
  item?: string;
  chip?: string;
  card?: string;
  side?: string;
  die?: string;
  n?: number;
  slot?: number;
  slot2?: number;
  other?: number;
  at?: number;
}

export type Change = [path: string, ...rest: Json[]];

export interface Snapshot {
  n: number;
  seat: number | null;
  table: TableSummary;
  view: View | null;
}

/** What every entry of the table's log tells: its number, and how the table has changed. */
interface Numbered {
  n: number;
  table?: Change[];
}

export type Kind = keyof Told;
export type Entry<K extends Kind> = Numbered & Told[K];
/** An entry as this seat is told of it; of some it is told the number alone. */
export type LogEntry = { [K in Kind]: Entry<K> }[Kind] | Numbered;

/** The member that tells the kind of an entry; null: this seat is told no more than its number. */
export const kindOf = (entry: LogEntry): Kind | null =>
  (Object.keys(entry).find(key => key !== "n" && key !== "table") as Kind | undefined) ?? null;

/** Why something is refused, by the server or by the page's own engine. */
export interface Refused {
  code: string;
  message: string;
  rule?: string;
  reason?: string;
  values?: string[];
}

export interface No extends Refused {
  no: number;
}

/** What is told of the person at a seat. */
export interface Person {
  /** null: nobody knows. */
  here: boolean | null;
  /** Since when they are away. */
  since: number | null;
  /** When their time runs out. */
  until: number | null;
}

export type Message =
  | { snapshot: Snapshot }
  | { ask: Ask }
  | { ok: number; n?: number }
  | { people: (Person | null)[]; now: number }
  | { reaction: string; seat: number }
  | No
  | { bye: string }
  | LogEntry;

export interface BotRow {
  name: string;
  title: string;
  blurb: string;
}

export interface GameRow {
  name: GameName;
  min_players: number;
  max_players: number;
  bots: BotRow[];
}

/** A device that has my seat, or a link to it. */
export interface SeatKey {
  id: number;
  kind: "device" | "link";
  state: "open" | "used" | "revoked";
  made: number;
  ended: number | null;
  /** The device that asks. */
  own: boolean;
}

/** A table as one of mine, by the token of my seat. */
export interface MyGame {
  id: string;
  /** null: it is not there, or its log cannot be used. */
  table: TableSummary | null;
  seat?: number | null;
  turn?: boolean;
  until?: number | null;
}

export interface SeatKeys {
  seat: number;
  keys: SeatKey[];
}

export interface Seated {
  table: TableSummary;
  seat: number;
  token: string;
}
