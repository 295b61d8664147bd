// Fetches lists of tables: mine, those that wait, those to watch. Finished games do not change, so
// they are fetched once.
import { own } from "../keep";
import { recovered } from "../local/recovered";
import { rankingOf } from "../lobby/ranking";
import { noteGame } from "../mine/games";
import { api, Refusal } from "../net/api";
import { onSite, OWN, placeOf } from "../net/house";
import { servers } from "../net/servers";
import type { TableSummary } from "../net/types";
import { say, sayAt } from "../words/words.svelte";
import { library } from "../rulebook.svelte";
import { nameAlone } from "../table/who";

const MOST = 24; // of my tables that are asked for, where nobody says more

/** A table of mine that the server cannot show, and why, in a sentence. */
export interface MissingTable {
  id: string;
  game: string;
  why: string;
}

export interface MyTables {
  summaries: TableSummary[];
  missing: MissingTable[];
}

const done = new Map<string, TableSummary>();

/** What the server says if it has no such table, or cannot use its log: these words are shown. */
const gone: { [code: string]: "front.unknown" | "front.broken" } = {
  "not-found": "front.unknown",
  "broken-table": "front.broken",
};

function noted(id: string, summary: TableSummary): TableSummary | null {
  if (summary.state === "closed") own.forget(id);
  else own.note(id, summary.state === "over" ? "over" : undefined);
  if (summary.state === "over") done.set(id, summary);
  noteGame(summary, own.at(id)?.seats ?? []);
  return summary.state === "closed" ? null : summary;
}

const AT_ONCE = 32; // tables that a server shows at once

/** Asks each house once for many tables. Those that it did not show are asked for one by one, to learn why. */
async function shown(ids: string[]): Promise<Map<string, TableSummary>> {
  const summaries = new Map<string, TableSummary>(),
    asked = ids.filter(id => !done.has(id)).map(id => ({ id, ...placeOf(id) }));
  const rounds: (typeof asked)[] = [];
  for (const house of new Set(asked.map(one => one.house))) {
    const here = asked.filter(one => one.house === house);
    for (let i = 0; i < here.length; i += AT_ONCE) rounds.push(here.slice(i, i + AT_ONCE));
  }
  await Promise.all(
    rounds.map(async round => {
      const seats = round.map(({ id, table }) => ({
        table,
        token: own.at(id)?.seats[0]?.token ?? "",
      }));
      // An older server does not know the question.
      const games = await api.mine(round[0]?.house ?? OWN, seats).catch(() => []);
      for (const [i, game] of games.entries())
        if (game.table && round[i]) summaries.set(round[i].id, game.table);
    }),
  );
  return summaries;
}

/** The key of the seat is kept, whatever the server says: the table may come back. */
async function mineOf(id: string, summary?: TableSummary): Promise<TableSummary | string | null> {
  const known = done.get(id);
  if (known) return known;
  try {
    return noted(id, summary ?? (await api.table(id)));
  } catch (problem) {
    if (problem instanceof Refusal && problem.code === "stranger") return problem.message;
    const why = problem instanceof Refusal ? gone[problem.code] : undefined;
    if (!why) return null;
    own.note(id, "missing");
    return sayAt(id, why);
  }
}

/** My tables, the newest first. If there are too many, `last` are left out first. */
export async function myTables(most = MOST, last: "over" | "missing" = "over"): Promise<MyTables> {
  await recovered();
  const rank = (is?: string): number => (is === undefined ? 0 : is === last ? 2 : 1);
  const all = Object.entries(own.all())
    .sort(([, a], [, b]) => rank(a.is) - rank(b.is) || b.when - a.when)
    .slice(0, most)
    .sort(([, a], [, b]) => b.when - a.when);
  const mine: MyTables = { summaries: [], missing: [] };
  const summaries = await shown(all.map(([id]) => id));
  const found = await Promise.all(all.map(([id]) => mineOf(id, summaries.get(id))));
  for (const [i, [id, { game }]] of all.entries()) {
    const one = found[i];
    if (typeof one === "string") mine.missing.push({ id, game, why: one });
    else if (one) mine.summaries.push(one);
  }
  return mine;
}

/** Open tables of a kind, without mine; none if there is no server, or it does not answer. */
export async function openTables(state: "waiting" | "running"): Promise<TableSummary[]> {
  const mine = own.all(),
    house = onSite ? servers.now() : OWN;
  if (house === null) return [];
  const page = await api.tables(state, house).catch(() => ({ tables: [] }));
  return page.tables.filter(summary => summary.state === state && !(summary.id in mine));
}

/** Who at this screen must answer. */
export function myTurn(summary: TableSummary): boolean {
  const mine = own.at(summary.id)?.seats ?? [];
  return summary.state === "running" && mine.some(s => summary.asked?.includes(s.seat));
}

export function personName(summary: TableSummary, seat: number): string {
  const s = summary.seats[seat];
  if (!s || s.kind === "empty") return say("front.free-seat");
  return nameAlone(library()?.[summary.game], s);
}

/** Such as "Berta, Cyril, 2 bots, a free seat". */
export function peopleOf(summary: TableSummary): string {
  const people = summary.seats.flatMap((s, i) =>
    s.kind === "human" ? [personName(summary, i)] : [],
  );
  const bots = summary.seats.filter(s => s.kind === "bot").length,
    free = summary.seats.filter(s => s.kind === "empty").length;
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

/** The result of a finished game, the winner first, such as "Berta 41, Wanda 37, Cyril 22". */
export const scoresOf = (summary: TableSummary): string =>
  rankingOf(summary.result ?? [], summary.winners ?? [])
    .map(({ seat, score }) => `${personName(summary, seat)} ${score}`)
    .join(", ");
