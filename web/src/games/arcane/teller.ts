// Scenes of Arcane Alley: sales, the trigger, inspections and the ends of rounds, from events and
// views.
import { numberAt } from "../../numbers";
import { worthOf, type ArcaneView } from "./view";
import type { Happening } from "../../net/types";
import type { Moment } from "../../table/scene";
import { ruleOf, type Eyes, type Teller } from "../../scenes/tableau";
import type { ArcaneTableau, InspectionRow, RoundRow, SaleTableau, Score, Sold } from "./tableau";

const FELINE = "facsimilous-feline";

/** Infamy wraps after a lap with a marker; with all markers it stops at its end (A3.2, A3.3). */
function withInfamy(score: Score, n: number, view: ArcaneView): Score {
  let { infamy, fines } = score;
  const lap = numberAt(view, "infamy.lap"),
    markers = numberAt(view, "infamy.markers");
  infamy += n;
  while (infamy >= lap && fines < markers) {
    infamy -= lap;
    fines++;
  }
  return { ...score, infamy: Math.min(infamy, lap - 1), fines };
}

/** A seat's score after one of its events, by the numbers of the view. */
export function scoreAfter(score: Score, { type, n = 0 }: Happening, view: ArcaneView): Score {
  switch (type) {
    case "gold":
      return { ...score, gold: score.gold + n };
    case "gold-lost":
    case "pay":
      return { ...score, gold: score.gold - n };
    case "fine":
      return { ...score, gold: score.gold - n, fines: 0 };
    case "bribe":
      return {
        ...score,
        gold: score.gold - n,
        infamy: score.infamy - n / numberAt(view, "bribe.price"),
      };
    case "infamy":
      return withInfamy(score, n, view);
    case "infamy-lost":
      return { ...score, infamy: score.infamy - n };
    default:
      return score;
  }
}

const scoresOf = (view: ArcaneView): Score[] =>
  view.players.map(({ gold, infamy, fines }) => ({ gold, infamy, fines }));

/** What an inspection has brought one seat so far. */
interface Inspected {
  sold: Sold[];
  penalty: number;
  markers: number;
  fine: number;
  ninx: number;
  dafana: number;
}

interface Opened {
  before: Score[];
  seats: Inspected[];
}

export interface ArcaneMemory {
  /** Gold at the beginning of the round; null if it was not seen. */
  begun: number[] | null;
  inspection: Opened | null;
  /** A sale that is not paid yet: its owner chooses a slide. */
  sale: SaleTableau | null;
  bribes: { [seat: number]: number };
}

const fresh: ArcaneMemory = { begun: null, inspection: null, sale: null, bribes: {} };

const nothing = (): Inspected => ({
  sold: [],
  penalty: 0,
  markers: 0,
  fine: 0,
  ninx: 0,
  dafana: 0,
});

/** One moment being read. */
class Reading {
  readonly told: ArcaneTableau[] = [];
  readonly before: ArcaneView;
  readonly after: ArcaneView;
  scores: Score[];
  begun: number[] | null;
  inspection: Opened | null;
  sale: SaleTableau | null;
  bribes: { [seat: number]: number };
  /** What a Sword has just taken of the gold that comes next. */
  private forgone = 0;
  /** The sale whose effects are being told. */
  private paid: SaleTableau | null = null;

  constructor(
    memory: ArcaneMemory,
    moment: Moment,
    private readonly eyes: Eyes,
  ) {
    this.before = moment.before as ArcaneView;
    this.after = moment.after as ArcaneView;
    this.scores = scoresOf(this.before);
    this.begun = memory.begun;
    this.bribes = { ...memory.bribes };
    this.sale = memory.sale && { ...memory.sale };
    this.inspection = memory.inspection && structuredClone(memory.inspection);
    // Somebody who came in the middle of an inspection sees the rest of it.
    if (!this.inspection && this.before.phase === "inspection") this.open();
  }

  open(): void {
    this.inspection = {
      before: [...this.scores],
      seats: this.before.players.map(nothing),
    };
  }

  read(what: Happening): void {
    const seat = what.seat ?? -1,
      row = this.inspection?.seats[seat];
    if (row) this.inspect(row, what);
    else this.trade(seat, what);
    const score = this.scores[seat];
    if (score) this.scores[seat] = scoreAfter(score, what, this.before);
    if (what.type === "trigger" || what.type === "timeout")
      this.told.push({
        is: "trigger",
        seat: what.type === "trigger" ? seat : null,
        waits: false,
      });
    if (what.type === "inspection") this.open();
    if (what.type === "bribe") this.bribes[seat] = what.n ?? 0;
    if (what.type === "round") this.round(what.n ?? 1);
    this.forgone = what.type === "sword" ? (what.n ?? 0) : 0;
  }

  /** Outside inspections every sale is a scene of its own. */
  private trade(seat: number, what: Happening): void {
    const isPaid = what.type === "gold" && ruleOf(this.eyes.rulebook, what) === "A6.7";
    if (what.type === "sell") this.sale = this.saleOf(seat, what.item ?? "");
    else if (isPaid && this.sale) {
      const sale = { ...this.sale, gold: what.n ?? 0, forgone: this.forgone };
      sale.before = this.scores[seat]?.gold ?? 0;
      this.paid = sale;
      this.sale = null;
      this.told.push({ ...sale, waits: seat === this.eyes.me });
    } else if (this.paid && effectTypes.has(what.type)) this.paid.effects.push(what);
  }

  private saleOf(seat: number, item: string): SaleTableau {
    const felines = (this.after.aside[FELINE] ?? 0) - (this.before.aside[FELINE] ?? 0);
    const mixed = item !== FELINE && felines > 0;
    return {
      is: "sale",
      seat,
      item,
      gold: null,
      forgone: 0,
      cards: [item, item, mixed ? FELINE : item],
      before: 0,
      effects: [],
    };
  }

  private inspect(row: Inspected, what: Happening): void {
    const n = what.n ?? 0,
      rule = ruleOf(this.eyes.rulebook, what);
    if (what.type === "sell") row.sold.push({ item: what.item ?? "", gold: null, forgone: 0 });
    if (what.type === "gold" && rule === "A6.7") {
      const last = row.sold.at(-1);
      if (last) Object.assign(last, { gold: n, forgone: this.forgone });
    }
    // Nothing but sales and Ninx moves gold then, fines and Dafana aside.
    if (what.type === "gold" && rule !== "A6.7") row.ninx += n;
    if (what.type === "gold-lost") row.ninx -= n;
    if (what.type === "pay") row.dafana += n;
    if (what.type === "infamy" && rule === "A8.4") row.penalty = n;
    if (what.type === "fine") {
      row.fine = n;
      row.markers = this.scores[what.seat ?? -1]?.fines ?? 0;
    }
  }

  private round(n: number): void {
    if (n > 1) this.told.push({ ...this.roundOver(n - 1), waits: true });
    this.begun = this.scores.map(s => s.gold);
    this.bribes = {};
  }

  private roundOver(round: number): Extract<ArcaneTableau, { is: "round" }> {
    const { begun, scores } = this;
    const rows = scores.map(({ gold, infamy }, seat): RoundRow => ({
      seat,
      gold,
      infamy,
      gained: begun ? gold - (begun[seat] ?? 0) : null,
      bribe: this.bribes[seat] ?? 0,
    }));
    rows.sort((a, b) => b.gold - a.gold || a.infamy - b.infamy || a.seat - b.seat);
    return { is: "round", round, first: this.after.first, rows, waits: true };
  }

  /** The inspection is over when bribes begin, or the game ends (A8.6). */
  close(): void {
    const { inspection, after } = this;
    if (!inspection || after.phase === "inspection" || after.phase === "sell") return;
    this.inspection = null;
    const rows = inspection.seats.map((part, seat) => this.rowOf(seat, part, inspection));
    const least = Math.min(...rows.map(r => r.total));
    for (const row of rows) row.least = row.total === least;
    const from = after.first,
      n = rows.length;
    rows.sort((a, b) => ((a.seat - from + n) % n) - ((b.seat - from + n) % n));
    this.told.push({
      is: "inspection",
      round: after.round,
      triggeredBy: after.triggered_by,
      rows,
      waits: true,
    });
  }

  private rowOf(seat: number, part: Inspected, { before }: Opened): InspectionRow {
    const { rulebook } = this.eyes,
      house = this.after.players[seat]?.house;
    const left = (house?.cells ?? []).flatMap(cell => {
      const worth = cell?.item ? worthOf(rulebook, this.after, cell.item) : null;
      return cell?.item && worth ? [{ item: cell.item, infamy: worth.infamy }] : [];
    });
    const none = { gold: 0, infamy: 0, fines: 0 };
    return {
      seat,
      ...part,
      before: before[seat] ?? none,
      after: this.scores[seat] ?? none,
      left,
      total: left.reduce((sum, card) => sum + card.infamy, 0),
      least: false,
    };
  }

  get memory(): ArcaneMemory {
    const { begun, inspection, sale, bribes } = this;
    return { begun, inspection, sale, bribes };
  }
}

/** What the set that was just sold does (A2). */
const effectTypes = new Set(["carpet", "egg", "doll"]);

export const arcaneTeller: Teller<ArcaneMemory> = {
  fresh,
  begin: view => ({ ...fresh, begun: (view as ArcaneView).players.map(p => p.gold) }),
  follow(memory, moment, eyes) {
    const reading = new Reading(memory, moment, eyes);
    for (const what of moment.happenings) reading.read(what);
    reading.close();
    return { memory: reading.memory, told: reading.told };
  },
  results: ["inspection", "round"],
  deeds: ["draw", "play", "discard", "use", "sell", "trigger"],
  partsOf: tableau => {
    const of = tableau as ArcaneTableau;
    return of.is === "inspection" ? of.rows.length + 1 : 1;
  },
  boardOf(was, is) {
    const before = was as ArcaneView,
      after = is as ArcaneView;
    if (after.round !== before.round) return before;
    const scores = scoresOf(before);
    const players = after.players.map((p, seat) => ({ ...p, ...scores[seat] }));
    return { ...after, phase: before.phase, players };
  },
};
