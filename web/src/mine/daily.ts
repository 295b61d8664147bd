// The deal of the day: everybody gets the same luck. Results are compared by links that carry them.
import { myName, own, recall, remember } from "../keep";
import { api } from "../net/api";
import { hrefTo } from "../route.svelte";
import { say } from "../words/words.svelte";
import { today } from "./dates";
import { playedGames, type PlayedGame } from "./games";

/** My first result of that day: later ones would know the luck. */
export const resultOf = (game: string, date: string): PlayedGame | undefined =>
  playedGames().find(g => g.game === game && g.daily === date);

interface Begun {
  date: string;
  id: string;
}

/** The table of that day's deal, if I have begun it and it is not over. */
export function begunAt(game: string, date: string): string | null {
  const begun = recall<Begun | null>(`daily.${game}`, null);
  return begun?.date === date && own.at(begun.id) ? begun.id : null;
}

/** Founds the table of today's deal, and opens it. */
export async function playDaily(game: string): Promise<void> {
  const name = myName() || say("front.guest");
  const wish = { game, name, seats: ["me", "medium", "medium"], daily: true };
  const { table, seat, token } = await api.found(wish);
  own.keep(table.id, game, [{ seat, token, name }]);
  remember(`daily.${game}`, { date: table.daily ?? today(), id: table.id });
  location.hash = hrefTo.table(table.id);
}

/** A result that somebody has sent. */
export interface Sent {
  score: number;
  place: number;
  name: string;
}

const NAME = 40; // characters

/** Reads what stands in a link; null if that is no result. */
export function sentResult(score?: string, place?: string, name?: string): Sent | null {
  if (!score || !place || !/^-?\d{1,5}$/.test(score) || !/^[1-6]$/.test(place)) return null;
  return { score: Number(score), place: Number(place), name: (name ?? "").slice(0, NAME).trim() };
}
