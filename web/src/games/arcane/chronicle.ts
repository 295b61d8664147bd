// How a game of Arcane Alley went: sales, inspections, fines and bribes.
import type { Happening } from "../../net/types";
import type { Rulebook } from "../../rulebook.svelte";
import { bySeat, marksOf, type Chronicle, type Pages } from "../../scenes/chronicle";
import { ruleOf } from "../../scenes/tableau";
import type { ArcaneView } from "./view";

export interface ArcaneFacts {
  best: { seat: number; item: string; gold: number } | null;
  /** By seat. */
  sold: number[];
  triggered: number[];
  penalties: number[];
  /** Gold. */
  fines: number[];
  bribes: number[];
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

export function readPages(pages: Pages, rulebook: Rulebook): Chronicle & { facts: ArcaneFacts } {
  const { events, views } = pages;
  const marks = [...marksOf(events, "round"), events.length - 1];
  const at = marks.map(n => (views.get(n) as ArcaneView).players.map(p => p.gold));
  const seats = at[0]?.length ?? 0;
  const sales = salesOf(pages, rulebook);
  const count = (counts: (what: Happening) => number): number[] => bySeat(pages, seats, counts);
  const penalties = count(e => (e.type === "infamy" && ruleOf(rulebook, e) === "A8.4" ? 1 : 0)),
    fines = count(e => (e.type === "fine" ? (e.n ?? 0) : 0));
  return {
    lines: Array.from({ length: seats }, (_, seat) => at.map(gold => gold[seat] ?? 0)),
    peaks: Array.from({ length: seats }, (_, seat) =>
      Math.max(0, ...sales.filter(s => s.seat === seat).map(s => s.gold)),
    ),
    mishaps: penalties.map((n, seat) => n + (fines[seat] ?? 0)),
    facts: {
      best: bestSale(sales),
      sold: count(e => (e.type === "sell" ? 1 : 0)),
      triggered: count(e => (e.type === "trigger" ? 1 : 0)),
      penalties,
      fines,
      bribes: count(e => (e.type === "bribe" ? (e.n ?? 0) : 0)),
    },
  };
}
