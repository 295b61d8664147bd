// Computes the ranking. The server names the winners, because rules break ties; the others are
// ranked by score.

export interface Ranked {
  seat: number;
  place: number;
  score: number;
}

export function rankingOf(result: number[], winners: number[]): Ranked[] {
  const rank = (seat: number): number => (winners.includes(seat) ? 0 : 1);
  const seats = result
    .map((_, seat) => seat)
    .sort((a, b) => rank(a) - rank(b) || (result[b] ?? 0) - (result[a] ?? 0) || a - b);
  const placed: Ranked[] = [];
  for (const [i, seat] of seats.entries()) {
    const score = result[seat] ?? 0,
      before = placed.at(-1);
    const level =
      before && rank(before.seat) === rank(seat) && (rank(seat) === 0 || before.score === score);
    placed.push({ seat, score, place: level ? before.place : i + 1 });
  }
  return placed;
}
