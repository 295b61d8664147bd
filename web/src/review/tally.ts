// What the reviews of many games say of one player: loss by kind of decision, luck and skill.
import type { Review } from "./types";

export const kinds = ["drawing", "buying", "selling", "bribing", "other"] as const;
export type Kind = (typeof kinds)[number];

/** The kinds of the questions that people would name; all others are "other". */
const kindOf: { readonly [question: string]: Kind } = {
  draw: "drawing",
  brew: "drawing",
  buy: "buying",
  rubies: "buying",
  sell: "selling",
  slide: "selling",
  bribe: "bribing",
};

/** What the review of one game says of one seat. Shares of the win. */
export interface ReviewNote {
  luck: number;
  skill: number;
  /** By kind: how many decisions, and what they lost. */
  by: { [kind in Kind]?: [decisions: number, loss: number] };
}

export function noteOf(review: Review, seat: number): ReviewNote | null {
  const sum = review.seats.find(s => s.seat === seat);
  if (!sum) return null;
  const by: ReviewNote["by"] = {};
  for (const decision of review.decisions)
    if (decision.seat === seat)
      for (const { question, loss } of decision.steps) {
        const kind = kindOf[question] ?? "other",
          [n, lost] = by[kind] ?? [0, 0];
        by[kind] = [n + 1, lost + loss];
      }
  return { luck: sum.luck, skill: sum.skill, by };
}

export interface Tally {
  games: number;
  /** Averages of a game. */
  luck: number;
  skill: number;
  /** Average losses of a decision, by kind. */
  by: { kind: Kind; decisions: number; loss: number }[];
}

export function tallyOf(notes: readonly ReviewNote[]): Tally {
  const n = Math.max(notes.length, 1),
    sum = (of: (note: ReviewNote) => number): number => notes.reduce((a, b) => a + of(b), 0);
  return {
    games: notes.length,
    luck: sum(note => note.luck) / n,
    skill: sum(note => note.skill) / n,
    by: kinds.flatMap(kind => {
      const decisions = sum(note => note.by[kind]?.[0] ?? 0);
      return decisions
        ? [{ kind, decisions, loss: sum(note => note.by[kind]?.[1] ?? 0) / decisions }]
        : [];
    }),
  };
}
