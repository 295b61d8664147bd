// Which places of the table can be clicked now, and what a click does. Pure functions; places are
// named as on the screen (data-spot): house.SEAT.SLOT, stash.SEAT.INDEX, deck, discard,
// market.SLOT, use, seat.SEAT.
import { canReplace, type ArcanePending, type ArcaneView } from "./view";

export type Touch =
  /** Gives an answer; `then` answers the question that follows. */
  | { is: "do"; action: string; then?: string; place?: Placed }
  /** Lifts a stash item or puts it back. */
  | { is: "lift"; index: number }
  | { is: "back" }
  /** Chooses one of two slots. */
  | { is: "pick"; slot: number };

/** Where an item will lie when the answer has arrived. */
export interface Placed {
  item: string;
  spot: string;
}

export interface Grip {
  /** The index of the lifted item in the player's stash. */
  held: number | null;
  /** The first of two slots. */
  picked: number | null;
}

export interface Situation {
  view: ArcaneView;
  me: number;
  pending: ArcanePending;
  actions: string[];
}

export type Places = Map<string, Touch>;

/** Questions answered with one slot of a storehouse, and the word of their action. */
const slotWords: { [kind: string]: string } = {
  slot: "slot",
  peek: "peek",
  own: "own",
  theirs: "theirs",
  remove: "remove",
  ninx: "ninx",
};

/**
 * The seat whose storehouse the question is about. A sold Doll, the Lockbox and the Toad can be
 * about another's.
 */
export function houseAsked({ pending, me }: Situation): number {
  const elsewhere =
    pending.kind === "theirs" ||
    pending.kind === "swap" ||
    (pending.kind === "slot" && pending.item === undefined);
  return elsewhere ? (pending.target ?? me) : me;
}

const slotAnswer = new RegExp(
  `^(${[...Object.keys(slotWords), "reveal", "swap", "sell"].join("|")}) \\d`,
);

/** The seats whose slots are named by their numbers: in a hint, in answers, or in the question. */
export function housesNamed(now: Situation, hint: readonly string[]): number[] {
  const { kind, own } = now.pending;
  return [
    ...(hint.some(action => slotAnswer.test(action)) ? [houseAsked(now)] : []),
    ...(kind === "sell" || own !== undefined ? [now.me] : []),
  ];
}

function slots(now: Situation): Places {
  const word = slotWords[now.pending.kind] ?? now.pending.kind,
    seat = houseAsked(now),
    places: Places = new Map();
  for (const action of now.actions) {
    const slot = Number(action.split(" ")[1]),
      spot = `house.${seat}.${slot}`;
    const place = now.pending.item ? { place: { item: now.pending.item, spot } } : {};
    if (action.startsWith(`${word} `)) places.set(spot, { is: "do", action, ...place });
  }
  return places;
}

/** Two slots, one after the other; a second click on the first one undoes it. */
function pairs(now: Situation, word: string, picked: number | null): Places {
  const seat = houseAsked(now),
    places: Places = new Map();
  for (const action of now.actions) {
    const [a, b] = action.split(" ").slice(1).map(Number);
    if (a === undefined || b === undefined) continue;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (picked === null) places.set(`house.${seat}.${one}`, { is: "pick", slot: one });
      else if (one === picked) places.set(`house.${seat}.${other}`, { is: "do", action });
    }
  }
  if (picked !== null) places.set(`house.${seat}.${picked}`, { is: "back" });
  return word === now.pending.kind ? places : new Map<string, Touch>();
}

function draws(now: Situation): Places {
  const spots = now.actions.map((action): [string, Touch] => [
    action.replace("draw ", "").replace(" ", "."),
    { is: "do", action },
  ]);
  return new Map(spots);
}

const stashOf = ({ view, me }: Situation): (string | null)[] =>
  view.players[me]?.stash.map(c => c.item) ?? [];

/** Any stash item can be lifted, also instead of the one lifted now. */
function lifts(now: Situation, held: number | null): Places {
  const places: Places = new Map();
  stashOf(now).forEach((item, index) => {
    const any = now.actions.some(a => a.endsWith(` ${item}`));
    if (any)
      places.set(
        `stash.${now.me}.${index}`,
        index === held ? { is: "back" } : { is: "lift", index },
      );
  });
  return places;
}

function putDown(now: Situation, item: string): Places {
  const places: Places = new Map();
  const cells = now.actions.includes(`play ${item}`)
    ? (now.view.players[now.me]?.house.cells ?? [])
    : [];
  cells.forEach((cell, i) => {
    const spot = `house.${now.me}.${i + 1}`;
    if (canReplace(cell))
      places.set(spot, {
        is: "do",
        action: `play ${item}`,
        then: `slot ${i + 1}`,
        place: { item, spot },
      });
  });
  for (const [word, spot] of [
    ["discard", "discard"],
    ["use", "use"],
  ] as const) {
    const action = `${word} ${item}`;
    if (now.actions.includes(action)) places.set(spot, { is: "do", action, place: { item, spot } });
  }
  return places;
}

function stash(now: Situation, held: number | null): Places {
  const item = held === null ? null : stashOf(now)[held];
  return new Map([...lifts(now, held), ...(item ? putDown(now, item) : [])]);
}

function targets(now: Situation): Places {
  return new Map(
    now.actions.map((action): [string, Touch] => [
      `seat.${action.split(" ")[1]}`,
      { is: "do", action },
    ]),
  );
}

export interface SetForSale {
  action: string;
  slots: number[];
}

/** The sets to choose from (A6.5). */
export const setsForSale = (actions: string[]): SetForSale[] =>
  actions
    .filter(a => a.startsWith("sell "))
    .map(action => ({ action, slots: action.split(" ").slice(1).map(Number) }));

/** A slot that belongs to only one set stands for that set. */
function sets(now: Situation): Places {
  const lines = setsForSale(now.actions),
    places: Places = new Map();
  for (const line of lines)
    for (const slot of line.slots)
      if (lines.filter(l => l.slots.includes(slot)).length === 1)
        places.set(`house.${now.me}.${slot}`, { is: "do", action: line.action });
  return places;
}

/** All places that can be clicked. Questions without places have buttons. */
export function placesOf(now: Situation, grip: Grip): Places {
  const { kind } = now.pending;
  if (kind in slotWords) return slots(now);
  switch (kind) {
    case "reveal":
      return now.actions.some(action => action.split(" ").length > 2)
        ? pairs(now, kind, grip.picked)
        : slots(now);
    case "swap":
      return pairs(now, kind, grip.picked);
    case "draw":
      return draws(now);
    case "act":
    case "keep":
      return stash(now, grip.held);
    case "target":
      return targets(now);
    case "sell":
      return sets(now);
    default:
      return new Map();
  }
}

export interface Reason {
  key:
    | "no-doll"
    | "no-item"
    | "no-hidden"
    | "no-doll-hidden"
    | "no-gold"
    | "no-deck"
    | "no-discard"
    | "no-special";
  rule: string;
}

/**
 * Why a slot cannot be chosen. Explained here, because the server does not know yet what is meant.
 */
function whyNotSlot(now: Situation, seat: number, slot: number, held: boolean): Reason | null {
  const { kind } = now.pending,
    cell = now.view.players[seat]?.house.cells[slot - 1];
  if (kind === "act")
    return held && cell && seat === now.me ? { key: "no-doll", rule: "A5.8" } : null;
  if (!(kind in slotWords) || seat !== houseAsked(now)) return null;
  if (!cell) return { key: "no-item", rule: "A6.6" };
  if (kind === "slot")
    return now.pending.item === undefined
      ? { key: "no-doll-hidden", rule: "A7.6" }
      : { key: "no-doll", rule: "A5.8" };
  return cell.up ? { key: "no-hidden", rule: "A2" } : null;
}

/** Why a clicked place is not highlighted; null if there is nothing to say. */
export function whyNot(now: Situation, spot: string, held: boolean): Reason | null {
  const [what, a, b] = spot.split(".");
  if (what === "house") return whyNotSlot(now, Number(a), Number(b), held);
  if (now.pending.kind === "draw") {
    if (what === "market" && now.view.market?.[Number(a) - 1])
      return { key: "no-gold", rule: "A12.2" };
    if (what === "deck") return { key: "no-deck", rule: "A9.1" };
    if (what === "discard") return { key: "no-discard", rule: "A9.1" };
  }
  if (what === "use" && held) return { key: "no-special", rule: "A5.5" };
  return null;
}
