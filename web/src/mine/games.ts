// The games that I have finished, as this browser remembers them: nothing of it is sent anywhere.
// One entry a table; a game that was taken back and ended otherwise replaces its entry.
import { recall, remember, type OwnSeat } from "../keep";
import { rankingOf } from "../lobby/ranking";
import type { TableSummary } from "../net/types";
import type { ReviewNote } from "../review/tally";

/** What the record of a game tells of me; games that were not seen to their end here have none. */
export interface Highlights {
  /** The gold of my best sale, or the points of my best turn. */
  peak: number;
  /** Penalties and fines, or explosions. */
  mishaps: number;
  /** The most that I was behind the leader when a round or turn began. */
  behind: number;
}

export interface PlayedGame extends Partial<Highlights> {
  id: string;
  game: string;
  players: number;
  /** When the table was founded, in ms. */
  when: number;
  place: number;
  score: number;
  /** By how much I was ahead of the best other player; negative: behind. */
  lead: number;
  /** The date of a deal of the day. */
  daily?: string;
  /** What its review says of me, if it was reviewed here. */
  review?: ReviewNote;
}

interface Kept {
  version: 1;
  /** Older games were deleted and are not counted again. */
  since: number;
  games: PlayedGame[];
}

const KEY = "played";
const MOST = 2000; // the oldest are forgotten

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  (value as Partial<Kept>).version === 1 &&
  Array.isArray((value as Partial<Kept>).games);

/** null: a newer version of this page has kept something that this one cannot read. */
function kept(): Kept | null {
  const value = recall<unknown>(KEY, null);
  if (value === null) return { version: 1, since: 0, games: [] };
  return isKept(value) ? value : null;
}

export const playedGames = (): PlayedGame[] => kept()?.games ?? [];

/** The game as I remember it; null if it is not over, is practice, or several people share my screen. */
export function gameOf(summary: TableSummary, mine: OwnSeat[]): PlayedGame | null {
  const seat = mine[0]?.seat,
    result = summary.result;
  if (summary.state !== "over" || !result || mine.length !== 1) return null;
  if (summary.practice || summary.undo_luck) return null;
  const me = rankingOf(result, summary.winners ?? []).find(row => row.seat === seat);
  if (!me) return null;
  const others = result.filter((_, at) => at !== seat);
  return {
    id: summary.id,
    game: summary.game,
    players: summary.players,
    when: summary.created,
    place: me.place,
    score: me.score,
    lead: me.score - Math.max(...others),
    ...(summary.daily ? { daily: summary.daily } : {}),
  };
}

/** Remembers a game that is over. */
export function noteGame(summary: TableSummary, mine: OwnSeat[]): void {
  const game = gameOf(summary, mine),
    before = kept();
  if (!game || !before || game.when < before.since) return;
  const same = before.games.find(g => g.id === game.id);
  if (same && same.score === game.score && same.place === game.place) return;
  const games = [...before.games.filter(g => g.id !== game.id), game]
    .sort((a, b) => a.when - b.when)
    .slice(-MOST);
  remember(KEY, { ...before, games });
}

/** Adds what the record of a game tells, if the game is remembered. */
export function noteHighlights(id: string, told: Highlights | { review: ReviewNote }): void {
  const before = kept();
  if (!before?.games.some(g => g.id === id)) return;
  const games = before.games.map(g => (g.id === id ? { ...g, ...told } : g));
  remember(KEY, { ...before, games });
}

export function deleteGames(now = Date.now()): void {
  remember(KEY, { version: 1, since: now, games: [] } satisfies Kept);
}
