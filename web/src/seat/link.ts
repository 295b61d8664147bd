// Private links to a seat. The secret stands after the #, so that no server and no other page sees it.
import { own } from "../keep";
import { keepSeat } from "../front/sitting";
import { api } from "../net/api";
import { hrefTo } from "../route.svelte";

export const linkToSeat = (id: string, secret: string): string =>
  `${location.origin}${location.pathname}${hrefTo.seat(id, secret)}`;

/**
 * Uses a link: this browser gets a key of its own and keeps it. If it has the seat already, the
 * link stays unused.
 */
export async function openSeat(id: string, secret: string): Promise<void> {
  const known = own.at(id)?.seats[0];
  const { table, seat, token } = await api.open(id, secret, known?.token);
  if (known?.token === token) return;
  keepSeat(id, table.game, { seat, token, name: table.seats[seat]?.name ?? "" });
}
