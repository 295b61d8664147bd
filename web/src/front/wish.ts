// The choices for a new table, and the request made from them (POST /api/tables). Nothing here
// sends anything.
import { SEATS } from "engine:rows";
import { optionsFrom, usualOptions, type Wishes } from "../games/list";
import type { Wish } from "../net/api";
import type { Clock } from "../net/types";

/** "me", "friend" (by link), "here" (another person at this screen), or the name of a bot. */
export interface SeatWish {
  who: string;
  /** The name of a person at this screen. */
  name: string;
}

export interface TableWish extends Wishes {
  players: number;
  seats: SeatWish[];
  /** For a first game: the basic game, whatever else is chosen. */
  plain: boolean;
  /** Other rules from a file, as JSON (rules_file.ts), and its name; "": none. */
  rules: string;
  rulesName: string;
  /** The seat that starts; -1: drawn by lot. */
  first: number;
  open: boolean;
  wait: boolean;
  /** Half of the luck comes from the server's witness. */
  witness: boolean;
  /** A key of `clocks`; "": the default for these people. */
  clock: string;
  /** Odds and hints; null: the default. */
  help: boolean | null;
  /** Moves may be taken back past luck; only for one person with bots. */
  practice: boolean;
}

export type How = "bots" | "friends" | "here";

const DAY = 86_400;

export const clocks: { [key: string]: Clock } = {
  none: { move: 0, game: 0 },
  move1: { move: 60, game: 0 },
  move2: { move: 120, game: 0 },
  move5: { move: 300, game: 0 },
  game10: { move: 0, game: 600 },
  game20: { move: 0, game: 1200 },
  day1: { move: DAY, game: 0 },
  day3: { move: 3 * DAY, game: 0 },
  day7: { move: 7 * DAY, game: 0 },
};

const others: { [how in How]: string } = { bots: "medium", friends: "friend", here: "here" };

/** Good for most people: three players and no options that need explaining. */
export function usualWish(how: How = "bots"): TableWish {
  return {
    ...usualOptions(),
    players: how === "here" ? 2 : 3,
    seats: Array.from({ length: SEATS }, (_, i) => ({
      who: i === 0 ? "me" : others[how],
      name: "",
    })),
    plain: true,
    rules: "",
    rulesName: "",
    first: -1,
    open: false,
    wait: false,
    witness: false,
    clock: "",
    help: null,
    practice: false,
  };
}

const isRecord = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns `kept` if it has the shape of `usual`: an older page may have stored something else. */
export function fitted<T>(usual: T, kept: unknown): T {
  if (usual === null) return (typeof kept === "boolean" ? kept : usual) as T;
  if (Array.isArray(usual))
    return (Array.isArray(kept) ? usual.map((u, i) => fitted<unknown>(u, kept[i])) : usual) as T;
  if (!isRecord(usual)) return typeof kept === typeof usual ? (kept as T) : usual;
  if (!isRecord(kept)) return usual;
  return Object.fromEntries(
    Object.entries(usual).map(([key, value]) => [key, fitted(value, kept[key])]),
  ) as T;
}

/**
 * Adapts the choices to this server: the number of seats that the game has, only bots it knows, and
 * a witness only if it offers one.
 */
export function suited(
  wish: TableWish,
  least: number,
  most: number,
  bots: string[],
  witness: boolean,
): TableWish {
  const known = new Set(["me", "friend", "here", ...bots]);
  const seats = wish.seats.map(s =>
    known.has(s.who)
      ? s
      : { ...s, who: bots.includes("medium") ? "medium" : (bots[0] ?? "friend") },
  );
  const players = Math.min(Math.max(wish.players, least), most);
  return {
    ...wish,
    seats,
    players,
    witness: wish.witness && witness,
    clock: wish.clock in clocks ? wish.clock : "",
    first: wish.first < players ? wish.first : -1,
  };
}

export const seatsOf = (wish: TableWish): SeatWish[] => wish.seats.slice(0, wish.players);

/** The seats played at this screen; the first one founds the table. */
export function localSeats(wish: TableWish): number[] {
  const local = seatsOf(wish).flatMap((s, i) => (s.who === "me" || s.who === "here" ? [i] : []));
  const me = local.find(i => wish.seats[i]?.who === "me");
  return me === undefined ? local : [me, ...local.filter(i => i !== me)];
}

export const hasFriends = (wish: TableWish): boolean => seatsOf(wish).some(s => s.who === "friend");

export const usualClock = (wish: TableWish): string => (hasFriends(wish) ? "move5" : "none");

/** With bots alone. */
export const isAlone = (wish: TableWish): boolean =>
  !hasFriends(wish) && localSeats(wish).length <= 1;

/** By default odds and hints are on only for a person who plays alone. */
export const usualHelp = isAlone;

/** At most one seat is mine: the person who had it changes places with me. */
export function seated(seats: SeatWish[], at: number, who: string): SeatWish[] {
  const before = seats[at]?.who ?? "medium";
  return seats.map((s, i) => {
    if (i === at) return { ...s, who };
    return who === "me" && s.who === "me" ? { ...s, who: before } : s;
  });
}

export function optionsOf(game: string, wish: TableWish): Wish {
  const first: Wish = wish.first >= 0 && wish.first < wish.players ? { first: wish.first } : {};
  if (wish.plain) return first;
  const rules = wish.rules ? (JSON.parse(wish.rules) as Wish) : {};
  const chosen = optionsFrom(game, wish, wish.players);
  return chosen ? { ...chosen, ...rules, ...first } : {};
}

/**
 * The request; name and commitment to a nonce are the founder's. Others at this screen take their seats afterwards, like
 * friends.
 */
export function requestOf(game: string, wish: TableWish, name: string, commitment: string): Wish {
  const [founder] = localSeats(wish);
  const seats = seatsOf(wish).map((s, i) => {
    if (i === founder) return "me";
    return s.who === "friend" || s.who === "here" ? "open" : s.who;
  });
  const help = wish.help ?? usualHelp(wish),
    clock = clocks[wish.clock || usualClock(wish)] ?? { move: 0, game: 0 };
  return {
    game,
    seats,
    options: optionsOf(game, wish),
    open: wish.open,
    wait: wish.wait,
    ...(wish.witness ? { witness: true } : {}),
    help,
    ...(wish.practice && isAlone(wish) ? { practice: true } : {}),
    clock: { ...clock },
    ...(founder === undefined ? {} : { name, nonce_commitment: commitment }),
  };
}
