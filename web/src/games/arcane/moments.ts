// Turns events into things to show: cards that fly, turn or are sold, numbers that rise. Pure
// functions; places have names (places.ts).
import type { Happening } from "../../net/types";
import type { Moment } from "../../table/scene";
import { Crates } from "./crates";
import type { ArcaneView } from "./view";

export type Show =
  | { is: "fly"; item: string | null; from: string; to: string }
  | { is: "turn"; spot: string }
  | { is: "sale"; seat: number; item: string; spots: string[] }
  | { is: "close"; moves: { from: string; to: string }[] }
  | { is: "count"; seat: number; what: "gold" | "infamy"; n: number };

type Maker = (what: Happening, stage: Stage) => Show[];

class Stage {
  readonly before: ArcaneView;
  readonly after: ArcaneView;
  private readonly houses = new Map<number, Crates>();
  /** Where the last item was played. */
  slot: number | null;
  private discards: number;

  constructor(
    moment: Moment,
    readonly me: number | null,
  ) {
    this.before = moment.before as ArcaneView;
    this.after = moment.after as ArcaneView;
    this.slot = this.before.pending[0]?.slot ?? null;
    this.discards = this.before.discard.length - this.after.discard.length;
  }

  crates(seat: number): Crates {
    let crates = this.houses.get(seat);
    const house = this.before.players[seat]?.house ?? { rows: 0, cols: 0, cells: [] };
    if (!crates) this.houses.set(seat, (crates = new Crates(house)));
    return crates;
  }

  /** The position at which an item goes into a stash; another player's stash is one place. */
  stash(seat: number, item: string | undefined): string {
    const at =
      seat === this.me && item
        ? (this.after.players[seat]?.stash.findIndex(c => c.item === item) ?? -1)
        : -1;
    return at < 0 ? `stash.${seat}` : `stash.${seat}.${at}`;
  }

  /** An item drawn face up without a Market slot comes from the discard. */
  fromDiscard(item: string | undefined): boolean {
    return item !== undefined && item === this.before.discard[0] && this.discards > 0;
  }

  closings(): Show[] {
    return [...this.houses].flatMap(([seat, crates]): Show[] => {
      const moves = crates
        .moved()
        .map(m => ({ from: `house.${seat}.${m.from}`, to: `house.${seat}.${m.to}` }));
      return moves.length > 0 ? [{ is: "close", moves }] : [];
    });
  }
}

const seatOf = (what: Happening): number => what.seat ?? -1;
const cellOf = (what: Happening): string => `house.${seatOf(what)}.${what.slot}`;
const fly = (item: string | undefined, from: string, to: string): Show[] => [
  { is: "fly", item: item ?? null, from, to },
];
const count =
  (what: "gold" | "infamy", sign: number): Maker =>
  happening =>
    happening.n ? [{ is: "count", seat: seatOf(happening), what, n: sign * happening.n }] : [];

function draw(what: Happening, stage: Stage): Show[] {
  const from = what.slot
    ? `market.${what.slot}`
    : stage.fromDiscard(what.item)
      ? "discard"
      : "deck";
  return [
    ...fly(what.item, from, stage.stash(seatOf(what), what.item)),
    ...(what.slot ? marketSlides(what.slot) : []),
  ];
}

/** The other Market items move toward slot 1 (A12.3). */
function marketSlides(bought: number): Show[] {
  const moves = [2, 3]
    .filter(n => n > bought)
    .map(n => ({ from: `market.${n}`, to: `market.${n - 1}` }));
  return moves.length > 0 ? [{ is: "close", moves }] : [];
}

/** The player's own item is there already: it was put there by hand. */
function play(what: Happening, stage: Stage): Show[] {
  stage.slot = what.slot ?? null;
  if (what.slot && what.item) stage.crates(seatOf(what)).put(what.slot, what.item);
  return seatOf(what) === stage.me ? [] : fly(what.item, `stash.${seatOf(what)}`, cellOf(what));
}

function reveal(what: Happening, stage: Stage): Show[] {
  if (what.slot && what.item) stage.crates(seatOf(what)).turnUp(what.slot, what.item);
  return [{ is: "turn", spot: cellOf(what) }];
}

function sell(what: Happening, stage: Stage): Show[] {
  const seat = seatOf(what),
    item = what.item ?? "",
    toward = stage.after.players[seat]?.house;
  const slots = toward ? stage.crates(seat).sell(item, toward) : [];
  return [{ is: "sale", seat, item, spots: slots.map(n => `house.${seat}.${n}`) }];
}

function swap(what: Happening, stage: Stage): Show[] {
  const seat = what.other ?? seatOf(what);
  if (what.slot && what.slot2) stage.crates(seat).swap(what.slot, what.slot2);
  return [];
}

function doll(what: Happening): Show[] {
  const there = `house.${what.other}.${what.slot}`;
  return [
    ...fly(what.item, there, "discard"),
    ...fly("haunted-doll", `gold.${seatOf(what)}`, there),
  ];
}

function exchange(what: Happening): Show[] {
  const mine = cellOf(what),
    theirs = `house.${what.other}.${what.slot2}`;
  return [...fly(undefined, mine, theirs), ...fly(what.item, theirs, mine)];
}

const replacedAt = (what: Happening, stage: Stage): string =>
  stage.slot
    ? `house.${seatOf(what)}.${stage.crates(seatOf(what)).was(stage.slot)}`
    : `stash.${seatOf(what)}`;

const makers: { [type: string]: Maker } = {
  reveal,
  draw,
  play,
  sell,
  swap,
  doll,
  exchange,
  deal: (what, stage) => fly(what.item, "deck", stage.stash(seatOf(what), what.item)),
  "turn-up": what => fly(what.item, "deck", "discard"),
  market: what => fly(what.item, "deck", `market.${what.slot}`),
  carpet: (what, stage) => fly(what.item, "deck", stage.stash(seatOf(what), what.item)),
  discard: what => fly(what.item, what.seat === null ? "deck" : `stash.${what.seat}`, "discard"),
  use: what => fly(what.item, `stash.${seatOf(what)}`, `gold.${seatOf(what)}`),
  replace: (what, stage) => fly(what.item, replacedAt(what, stage), "discard"),
  stash: (what, stage) =>
    fly(what.item, replacedAt(what, stage), stage.stash(seatOf(what), what.item)),
  wand: what => fly(what.item, "discard", "deck"),
  peek: what => [{ is: "turn", spot: cellOf(what) }],
  gold: count("gold", 1),
  "gold-lost": count("gold", -1),
  fine: count("gold", -1),
  pay: count("gold", -1),
  bribe: count("gold", -1),
  infamy: count("infamy", 1),
  "infamy-lost": count("infamy", -1),
};

/** In the order of events; items close up last. */
export function showsOf(moment: Moment, me: number | null): Show[] {
  if (!moment.before) return [];
  const stage = new Stage(moment, me);
  const shows = moment.happenings.flatMap(what => makers[what.type]?.(what, stage) ?? []);
  return [...shows, ...stage.closings()];
}
