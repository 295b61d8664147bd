// The story of a finished game in numbers, from its record: scores by round, the best sale or turn,
// explosions, fines, purchases.
import type { ArcaneView } from "../games/arcane/view";
import type { Film } from "../engine/types";
import type { Highlights } from "../mine/games";
import type { Happening, View } from "../net/types";
import { colours, type QuacksView } from "../games/quacks/view";
import type { Rulebook } from "../rulebook.svelte";
import { ruleOf } from "./tableau";

export interface Chronicle {
  /** By seat: the score at the beginning and after each round or turn. */
  lines: number[][];
  facts: ArcaneFacts | QuacksFacts;
}

export interface ArcaneFacts {
  game: "arcane";
  best: { seat: number; item: string; gold: number } | null;
  /** By seat: the gold of the best sale. */
  sales: number[];
  /** By seat. */
  sold: number[];
  triggered: number[];
  penalties: number[];
  /** Gold. */
  fines: number[];
  bribes: number[];
}

export interface QuacksFacts {
  game: "quacks";
  best: { seat: number; turn: number; points: number } | null;
  /** By seat. */
  explosions: number[];
  bought: { chip: string; n: number }[][];
}

/** What a record has to say: the events of each move, and the views after some of them. */
export interface Pages {
  events: readonly (readonly Happening[])[];
  /** The views after the moves that begin a round or turn, and the last one. */
  views: ReadonlyMap<number, View>;
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The moves with which rounds or turns begin. */
const marksOf = (events: Pages["events"], type: string): number[] =>
  events.flatMap((list, n) => (list.some(e => e.type === type) ? [n] : []));

function bySeat({ events }: Pages, seats: number, count: (what: Happening) => number): number[] {
  const all = events.flat();
  return Array.from({ length: seats }, (_, seat) =>
    sum(all.map(e => (e.seat === seat ? count(e) : 0))),
  );
}

type SaleFact = NonNullable<ArcaneFacts["best"]>;

function salesOf({ events }: Pages, rulebook: Rulebook): SaleFact[] {
  let item = "";
  return events.flat().flatMap(e => {
    if (e.type === "sell") item = e.item ?? "";
    const pays = e.type === "gold" && ruleOf(rulebook, e) === "A6.7" && (e.n ?? 0) > 0;
    return pays ? [{ seat: e.seat ?? 0, item, gold: e.n ?? 0 }] : [];
  });
}

/** The first of the best. */
const bestSale = (sales: SaleFact[]): SaleFact | null =>
  sales.reduce<SaleFact | null>((a, b) => (a && a.gold >= b.gold ? a : b), null);

export function arcaneChronicle(pages: Pages, rulebook: Rulebook): Chronicle {
  const { events, views } = pages;
  const marks = [...marksOf(events, "round"), events.length - 1];
  const at = marks.map(n => (views.get(n) as ArcaneView).players.map(p => p.gold));
  const seats = at[0]?.length ?? 0;
  const sales = salesOf(pages, rulebook);
  const count = (counts: (what: Happening) => number): number[] => bySeat(pages, seats, counts);
  return {
    lines: Array.from({ length: seats }, (_, seat) => at.map(gold => gold[seat] ?? 0)),
    facts: {
      game: "arcane",
      best: bestSale(sales),
      sales: Array.from({ length: seats }, (_, seat) =>
        Math.max(0, ...sales.filter(s => s.seat === seat).map(s => s.gold)),
      ),
      sold: count(e => (e.type === "sell" ? 1 : 0)),
      triggered: count(e => (e.type === "trigger" ? 1 : 0)),
      penalties: count(e => (e.type === "infamy" && ruleOf(rulebook, e) === "A8.4" ? 1 : 0)),
      fines: count(e => (e.type === "fine" ? (e.n ?? 0) : 0)),
      bribes: count(e => (e.type === "bribe" ? (e.n ?? 0) : 0)),
    },
  };
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

export function quacksChronicle(pages: Pages): Chronicle {
  const { events, views } = pages,
    last = events.length - 1;
  const at = marksOf(events, "turn").map(n =>
    pointsAt(views.get(n) as QuacksView, events[n] ?? []),
  );
  at.push((views.get(last) as QuacksView).players.map(p => p.points));
  const seats = at[0]?.length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) => at.map(points => points[seat] ?? 0));
  return {
    lines,
    facts: {
      game: "quacks",
      best: bestTurn(lines),
      explosions: bySeat(pages, seats, e => (e.type === "explode" ? 1 : 0)),
      bought: Array.from({ length: seats }, (_, seat) => boughtBy(pages, seat)),
    },
  };
}

/** What statistics remember of a seat's game. */
export function highlightsOf({ lines, facts }: Chronicle, seat: number): Highlights {
  const mine = lines[seat] ?? [];
  const ahead = (round: number): number =>
    Math.max(...lines.map(line => line[round] ?? 0)) - (mine[round] ?? 0);
  return {
    peak:
      facts.game === "arcane"
        ? (facts.sales[seat] ?? 0)
        : Math.max(0, ...mine.slice(1).map((now, i) => now - (mine[i] ?? 0))),
    mishaps:
      facts.game === "arcane"
        ? (facts.penalties[seat] ?? 0) + (facts.fines[seat] ?? 0)
        : (facts.explosions[seat] ?? 0),
    behind: Math.max(0, ...mine.map((_, round) => ahead(round))),
  };
}

const openers: { [game: string]: string } = { arcane: "round", quacks: "turn" };

/** Reads a record to its end; null for a game that has no such story. */
export async function readChronicle(film: Film, rulebook: Rulebook): Promise<Chronicle | null> {
  const opener = openers[film.header.game];
  if (opener === undefined) return null;
  const events = await Promise.all(
    Array.from({ length: film.length + 1 }, (_, n) => film.events(n, null)),
  );
  const marks = [...new Set([...marksOf(events, opener), film.length])];
  const seen = await Promise.all(marks.map(n => film.view(n, null)));
  const views = new Map(marks.map((n, i) => [n, seen[i] as View]));
  const pages = { events, views };
  return film.header.game === "arcane" ? arcaneChronicle(pages, rulebook) : quacksChronicle(pages);
}
