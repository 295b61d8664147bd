// What a page shows of a review: each seat's chances as a line, the answers that lost some, and luck.
import type { Chance, Decision, Mark, Review, ReviewStep } from "./types";

export interface ChancePoint {
  /** The number of moves before it. */
  n: number;
  share: number;
}

/** By seat: its share of the win, before and after each of its steps. */
export function chancesOf(review: Review): ChancePoint[][] {
  return review.seats.map(({ seat, start, result }) => {
    const steps = review.decisions.filter(d => d.seat === seat).flatMap(d => d.steps);
    const inside = steps.flatMap(({ action, before, after }) => [
      { n: action - 1, share: before },
      { n: action, share: after },
    ]);
    const end = review.finished ? [{ n: review.actions, share: result }] : [];
    return [{ n: 0, share: start }, ...inside, ...end];
  });
}

/** What a loss that is certain is called, by its whole percent (review/marks.def). */
export function markOf(loss: number): Exclude<Mark, "fine"> {
  const told = Math.round(100 * loss);
  return told < 6 ? "doubtful" : told < 12 ? "mistake" : "blunder";
}

/** A decision that lost chances to win. */
export interface Fault {
  seat: number;
  mark: Exclude<Mark, "fine">;
  /** The number of moves before it. */
  n: number;
  /** What it is called for, in whole percent. */
  lost: number;
  /** The step of it that lost most. */
  step: ReviewStep;
  decision: Decision;
}

const worst = (decision: Decision): ReviewStep | undefined =>
  decision.steps
    .filter(step => step.best !== step.chosen)
    .reduce<ReviewStep | undefined>((a, b) => (a && a.loss >= b.loss ? a : b), undefined);

/** In the order of the game; null: of all seats. */
export function faultsOf(review: Review, seat: number | null): Fault[] {
  return review.decisions.flatMap(decision => {
    const { called } = decision,
      step = worst(decision);
    if (decision.mark === "fine" || !step || (seat !== null && decision.seat !== seat)) return [];
    // By the figure that is shown: a review has it with four decimals.
    const mark = markOf(called),
      lost = Math.round(100 * called);
    return [{ seat: decision.seat, mark, n: step.action - 1, lost, step, decision }];
  });
}

/** What chance gave or took after a decision. */
export interface Fortune {
  seat: number;
  chance: Exclude<Chance, "even">;
  /** The number of moves after which it is seen. */
  n: number;
  /** The share of the win that it led to. */
  share: number;
  decision: Decision;
}

/** The step after which chance did most of what it did to the decision. */
function luckiest({ luck, steps }: Decision): ReviewStep | undefined {
  const sign = luck < 0 ? -1 : 1;
  return steps.reduce<ReviewStep | undefined>(
    (a, b) => (a && sign * a.luck >= sign * b.luck ? a : b),
    undefined,
  );
}

/** In the order of the game; null: of all seats. */
export function fortunesOf(review: Review, seat: number | null): Fortune[] {
  return review.decisions.flatMap(decision => {
    const { chance } = decision,
      step = luckiest(decision);
    if (chance === "even" || !step || (seat !== null && decision.seat !== seat)) return [];
    const share = step.after + step.luck;
    return [{ seat: decision.seat, chance, n: step.action, share, decision }];
  });
}

/** The nearest one before or after a move. */
export function faultBeside(faults: Fault[], n: number, forward: boolean): Fault | undefined {
  return forward ? faults.find(fault => fault.n > n) : faults.filter(fault => fault.n < n).at(-1);
}
