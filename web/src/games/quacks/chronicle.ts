// How a game of the Quacks went: the best turn, explosions and purchases.
import type { Happening } from "../../net/types";
import { bySeat, marksOf, sum, type Chronicle, type Pages } from "../../scenes/chronicle";
import { colours, type QuacksView } from "./view";

export interface QuacksFacts {
  best: { seat: number; turn: number; points: number } | null;
  /** By seat. */
  explosions: number[];
  bought: { chip: string; n: number }[][];
}

/** Points at the moment a turn begins: what its fortune card has paid by then is not counted. */
function pointsAt(view: QuacksView, list: readonly Happening[]): number[] {
  const paid = list.slice(list.findIndex(e => e.type === "turn") + 1);
  return view.players.map(
    (p, seat) =>
      p.points - sum(paid.map(e => (e.type === "points" && e.seat === seat ? (e.n ?? 0) : 0))),
  );
}

function bestTurn(lines: number[][]): QuacksFacts["best"] {
  let best: QuacksFacts["best"] = null;
  lines.forEach((line, seat) =>
    line.slice(1).forEach((now, i) => {
      const points = now - (line[i] ?? 0);
      if (points > (best?.points ?? 0)) best = { seat, turn: i + 1, points };
    }),
  );
  return best;
}

/** Chips in the order of the books, small ones first. */
function inOrder(a: string, b: string): number {
  const place = (chip: string): number => colours.findIndex(colour => chip.startsWith(colour));
  return place(a) - place(b) || a.localeCompare(b);
}

/** What a seat has bought, in the order of the books. */
function boughtBy({ events }: Pages, seat: number): { chip: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const e of events.flat())
    if (e.type === "buy" && e.seat === seat && e.chip)
      counts.set(e.chip, (counts.get(e.chip) ?? 0) + 1);
  return [...counts].map(([chip, n]) => ({ chip, n })).sort((a, b) => inOrder(a.chip, b.chip));
}

export function readPages(pages: Pages): Chronicle & { facts: QuacksFacts } {
  const { events, views } = pages,
    last = events.length - 1;
  const at = marksOf(events, "turn").map(n =>
    pointsAt(views.get(n) as QuacksView, events[n] ?? []),
  );
  at.push((views.get(last) as QuacksView).players.map(p => p.points));
  const seats = at[0]?.length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) => at.map(points => points[seat] ?? 0));
  const explosions = bySeat(pages, seats, e => (e.type === "explode" ? 1 : 0));
  return {
    lines,
    peaks: lines.map(line => Math.max(0, ...line.slice(1).map((now, i) => now - (line[i] ?? 0)))),
    mishaps: explosions,
    facts: {
      best: bestTurn(lines),
      explosions,
      bought: Array.from({ length: seats }, (_, seat) => boughtBy(pages, seat)),
    },
  };
}
