// Founds tables and takes seats, at a server or on this device, and stores the tokens of the seats.
import { myName, own, recall, remember, type OwnSeat } from "../keep";
import { luck } from "../luck/shown";
import { commitmentOf, drawNonce } from "../luck/nonce";
import { api, Refusal } from "../net/api";
import { HERE, home, onSite } from "../net/house";
import { servers } from "../net/servers";
import { hrefTo } from "../route.svelte";
import type { Table } from "../table/table.svelte";
import { say } from "../words/words.svelte";
import { unlike } from "./names";
import { hasFriends, localSeats, requestOf, usualWish, type TableWish } from "./wish";

/** What somebody is called who has given no name. */
export const guestName = (table: Table): string =>
  unlike(
    say("front.guest"),
    table.seats.map(s => s.name),
  );

/** The name of the person at this seat of the form. */
export function localName(wish: TableWish, seat: number): string {
  const s = wish.seats[seat];
  if (s?.who === "me") return myName() || say("front.guest");
  return s?.name.trim() || say("front.person", { n: seat + 1 });
}

/** Friends meet at a server; everybody else is here already. */
function houseFor(wish: TableWish): string {
  if (!onSite || !hasFriends(wish)) return home;
  const server = servers.now();
  if (server === null) throw new Refusal("no-server", say("site.needs-server-form"));
  return server;
}

/** On this device nobody else can come to an open table. */
const atHouse = (wish: TableWish, house: string): TableWish =>
  house === HERE ? { ...wish, open: false, witness: false } : wish;

/** Founds the table, seats everyone at this screen, and opens it. */
export async function found(game: string, wish: TableWish): Promise<void> {
  const [founder, ...rest] = localSeats(wish);
  const name = founder === undefined ? "" : localName(wish, founder);
  const names = [name];
  const nonce = drawNonce();
  const house = houseFor(wish);
  const asked = requestOf(game, atHouse(wish, house), name, commitmentOf(nonce));
  const { table, seat, token } = await api.found(asked, house);
  if (founder !== undefined) luck.keep(table, seat, nonce);
  const seats: OwnSeat[] = founder === undefined ? [] : [{ seat, token, name }];
  if (seats.length) own.keep(table.id, game, seats);
  own.found(table.id);
  for (const at of rest) {
    const other = unlike(localName(wish, at), names);
    names.push(other);
    seats.push(await sitDown(table.id, game, other, at));
  }
  location.hash = hrefTo.table(table.id);
}

/** Starts a game against two bots with one click. */
export const playNow = (game: string): Promise<void> => found(game, usualWish());

/** Takes a free seat in addition to those that this screen has. */
export async function sitDown(
  id: string,
  game: string,
  name: string,
  at?: number,
): Promise<OwnSeat> {
  const nonce = drawNonce();
  const { table, seat, token } = await api.join(id, {
    name,
    nonce_commitment: commitmentOf(nonce),
    ...(at === undefined ? {} : { seat: at }),
  });
  luck.keep(table, seat, nonce);
  return keepSeat(id, game, { seat, token, name });
}

/** A seat that we have asked the host for. Its token opens it once the host has agreed. */
const asked = (id: string): string => `knock.${id}`;
export const seatAskedFor = (id: string): OwnSeat | null => recall<OwnSeat | null>(asked(id), null);
export const forgetAsked = (id: string): void => remember(asked(id), null);

/** Takes over the seat of a person who has left, or asks the host for it: then it is not ours yet. */
export async function takeOver(
  id: string,
  game: string,
  name: string,
  at: number,
): Promise<OwnSeat | null> {
  const { table, seat, token } = await api.takeover(id, { name, seat: at });
  if (table.seats[seat]?.away !== "left") return keepSeat(id, game, { seat, token, name });
  remember(asked(id), { seat, token, name });
  return null;
}

const AGAIN = 500; // ms

/** The keys of the seat that a token opens. It may be newer than what the node knows that answers. */
async function keysOf(id: string, token: string): ReturnType<typeof api.keys> {
  try {
    return await api.keys(id, token);
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.code === "wrong-token")) throw problem;
    await new Promise(done => setTimeout(done, AGAIN));
    return api.keys(id, token);
  }
}

/** Whether the host has agreed: then the seat is ours. */
export async function tryAsked(id: string, game: string): Promise<boolean> {
  const mine = seatAskedFor(id);
  if (!mine) return false;
  try {
    await keysOf(id, mine.token);
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === "wrong-token") forgetAsked(id);
    return false;
  }
  forgetAsked(id);
  keepSeat(id, game, mine);
  return true;
}

/**
 * Founds a rematch in which everybody sits one seat further on, or finds the one that somebody else
 * has founded. Returns its id.
 */
export async function rematch(id: string, mine: OwnSeat): Promise<string> {
  const nonce = drawNonce(),
    commitment = commitmentOf(nonce);
  const wish = { nonce_commitment: commitment, move_on: true };
  const { table } = await api.rematch(id, wish, mine.token);
  const seat = table.nonce_commitments?.indexOf(commitment) ?? -1;
  if (seat >= 0) luck.keep(table, seat, nonce);
  return table.id;
}

/** Our tokens open seats at the next table too, but perhaps others: the server tells which. */
export async function keepNext(id: string, game: string, mine: OwnSeat[]): Promise<void> {
  const seats = await Promise.all(
    mine.map(async one => ({ ...one, seat: (await keysOf(id, one.token)).seat })),
  );
  own.keep(
    id,
    game,
    seats.sort((a, b) => a.seat - b.seat),
  );
}

export function keepSeat(id: string, game: string, mine: OwnSeat): OwnSeat {
  const before = own.at(id)?.seats.filter(s => s.seat !== mine.seat) ?? [];
  own.keep(
    id,
    game,
    [...before, mine].sort((a, b) => a.seat - b.seat),
  );
  return mine;
}
