// Figures of finished games: how many, places, averages, streaks and best moments.
import type { PlayedGame } from "./games";

export interface Figures {
  games: number;
  wins: number;
  /** Averages. */
  place: number;
  score: number;
  best: number;
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

export function figuresOf(games: PlayedGame[]): Figures {
  const n = Math.max(games.length, 1);
  return {
    games: games.length,
    wins: games.filter(g => g.place === 1).length,
    place: sum(games.map(g => g.place)) / n,
    score: sum(games.map(g => g.score)) / n,
    best: games.length ? Math.max(...games.map(g => g.score)) : 0,
  };
}

/** By the number of players, ascending. */
export function byPlayers(games: PlayedGame[]): [players: number, figures: Figures][] {
  const counts = [...new Set(games.map(g => g.players))].sort((a, b) => a - b);
  return counts.map(n => [n, figuresOf(games.filter(g => g.players === n))]);
}

export interface Streaks {
  /** Games won in a row: now, and the most. */
  now: number;
  longest: number;
}

/** The games come in the order in which they were played. */
export function streaksOf(games: PlayedGame[]): Streaks {
  let now = 0,
    longest = 0;
  for (const { place } of games) {
    now = place === 1 ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}

export type MomentName = "best" | "clearest" | "narrowest" | "peak" | "calm" | "comeback";

function most(among: PlayedGame[], of: (g: PlayedGame) => number): PlayedGame | undefined {
  return among.reduce<PlayedGame | undefined>((a, b) => (a && of(a) >= of(b) ? a : b), undefined);
}

/**
 * The games worth remembering: the highest score, the clearest and the narrowest win, the best sale or turn, the
 * highest score without a mishap, and the win from furthest behind.
 */
export function momentsOf(games: PlayedGame[]): [MomentName, PlayedGame][] {
  const won = games.filter(g => g.place === 1);
  const peak = (g: PlayedGame): number => g.peak ?? 0,
    behind = (g: PlayedGame): number => g.behind ?? 0;
  const calm = games.filter(g => g.mishaps === 0);
  const rows: [MomentName, PlayedGame | undefined][] = [
    ["best", most(games, g => g.score)],
    ["clearest", most(won, g => g.lead)],
    ["narrowest", won.length > 1 ? most(won, g => -g.lead) : undefined],
    ["peak", most(games.filter(peak), peak)],
    ["calm", most(calm, g => g.score)],
    ["comeback", most(won.filter(behind), behind)],
  ];
  return rows.filter((row): row is [MomentName, PlayedGame] => row[1] !== undefined);
}
