// Fetches lists of tables: mine, those that wait, those to watch. Finished games do not change, so
// they are fetched once.
import { own } from "../keep";
import { api, Refusal } from "../net/api";
import type { TableCard } from "../net/types";
import { say } from "../words/words.svelte";
import { library } from "../rulebook.svelte";
import { botName } from "../table/sentence";

const MOST = 24; // of my tables that are asked for, where nobody says more

const done = new Map<string, TableCard>();

async function mineOf(id: string): Promise<TableCard | null> {
  const known = done.get(id);
  if (known) return known;
  try {
    const card = await api.table(id);
    if (card.state === "closed") own.forget(id);
    if (card.state === "over") done.set(id, card);
    return card.state === "closed" ? null : card;
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === "not-found") own.forget(id);
    return null;
  }
}

/** My tables, the newest first. */
export async function myTables(most = MOST): Promise<TableCard[]> {
  const ids = Object.entries(own.all())
    .sort(([, a], [, b]) => b.when - a.when)
    .map(([id]) => id)
    .slice(0, most);
  return (await Promise.all(ids.map(mineOf))).filter(card => card !== null);
}

/** Open tables of a kind, without mine; none if the server does not answer. */
export async function openTables(state: "waiting" | "running"): Promise<TableCard[]> {
  const mine = own.all();
  const page = await api.tables(state).catch(() => ({ tables: [] }));
  return page.tables.filter(card => card.state === state && !(card.id in mine));
}

/** Who at this screen must answer. */
export function myTurn(card: TableCard): boolean {
  const mine = own.at(card.id)?.seats ?? [];
  return card.state === "running" && mine.some(s => card.asked?.includes(s.seat));
}

export function personName(card: TableCard, seat: number): string {
  const s = card.seats[seat];
  if (!s || s.kind === "empty") return say("front.free-seat");
  const title = s.kind === "bot" && s.bot ? library()?.[card.game]?.bots[s.bot]?.title : undefined;
  return title ? botName(title) : (s.name ?? "");
}

/** Such as "Berta, Cyril, 2 bots, a free seat". */
export function peopleOf(card: TableCard): string {
  const people = card.seats.flatMap((s, i) => (s.kind === "human" ? [personName(card, i)] : []));
  const bots = card.seats.filter(s => s.kind === "bot").length,
    free = card.seats.filter(s => s.kind === "empty").length;
  const count = (
    n: number,
    one: "front.one-bot" | "front.free-seat",
    more: "front.bots" | "front.free-seats",
  ): string[] => (n === 0 ? [] : [n === 1 ? say(one) : say(more, { n })]);
  return [
    ...people,
    ...count(bots, "front.one-bot", "front.bots"),
    ...count(free, "front.free-seat", "front.free-seats"),
  ].join(", ");
}
