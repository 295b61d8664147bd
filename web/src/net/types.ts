// The server's messages (docs/api.md) as types.

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

export interface TableCard {
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
  n: number;
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
}

export interface Door {
  locked?: boolean;
  approve?: boolean;
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
  table: TableCard;
  view: View | null;
  left: (number | null)[] | null;
  plea: Plea | null;
}

/** An entry of the table's log as this seat is told of it. Its members say what kind it is. */
export interface LogEntry {
  n: number;
  sit?: number;
  name?: string;
  nonce_commitment?: string;
  rise?: number;
  /** The seats are fixed; nonces are revealed `until` then. */
  fix?: true;
  nonce_commitments?: (string | null)[];
  until?: number;
  reveal?: number;
  nonce?: string;
  start?: true;
  seats?: Seat[];
  nonces?: (string | null)[];
  events?: ShortEvent[];
  view?: View;
  seat?: number;
  set?: Change[];
  left?: number;
  hurried?: "busy" | "budget" | "failed";
  over?: Over;
  away?: number;
  why?: "clock" | "left";
  bot?: string;
  back?: number;
  plea?: number;
  to?: number;
  asked?: number[];
  lapse?: number;
  grant?: number;
  yes?: boolean;
  undo?: number;
  rematch?: string;
  close?: string;
  /** At a table with a witness: this seat has chosen an action, or null: the game is to begin. */
  chosen?: number | null;
  /** The witness has signed the end. */
  sealed?: true;
  /** Something happened to the links and devices of my seat. */
  keys?: "link" | "opened" | "revoked";
  /** With `rise`: the host has removed the person. With `sit`: the host has agreed. */
  removed?: true;
  admitted?: true;
  door?: Door;
  /** Somebody asks for this seat, and the host has not agreed. */
  knock?: number;
  deny?: number;
  /** Somebody else is the host now. */
  host?: number | null;
  hook?: boolean;
  /** My seat is told of its turns, or not any more. */
  wants?: boolean;
}

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
  table: TableCard | null;
  seat?: number | null;
  turn?: boolean;
  until?: number | null;
}

export interface SeatKeys {
  seat: number;
  keys: SeatKey[];
}

export interface Seated {
  table: TableCard;
  seat: number;
  token: string;
}
