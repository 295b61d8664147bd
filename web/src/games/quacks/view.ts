// The view of the Quacks (docs/protocol.md, "States") as types.
import type { Options, Pending, View } from "../../net/types";
import type { CardRow } from "../../rulebook.svelte";
import type { Scene } from "../../table/scene";

export const colours = [
  "white",
  "orange",
  "green",
  "blue",
  "red",
  "yellow",
  "purple",
  "black",
] as const;
export type Colour = (typeof colours)[number];
export type Counts = { [chip: string]: number };

export interface Lying {
  chip: string;
  at: number;
  /** Placed by Strong Ingredient, so it has no action. */
  inert: boolean;
}

export interface QuacksPlayer {
  points: number;
  rubies: number;
  droplet: number;
  tube: number;
  rats: number;
  /** Where the potion started; 0 before that. */
  origin: number;
  flask: boolean;
  bag: Counts;
  pot: Lying[];
  beside: string[];
  drawn: string[];
  /** The reds put back from beside the pot in this potion (book red 2). */
  returned: string[];
  /** Whether the chip last drawn lies in the pot. */
  fresh: boolean;
  hand: string | null;
  /** The chips looked at; null if they are another player's secret. */
  offer: (string | null)[];
  commit: null | "draw" | "stop" | "hidden";
  window: number;
  covered: boolean;
  doubling: boolean;
  stopped: boolean;
  exploded: boolean;
  scoring: number | null;
  bought: string[];
  coins: number;
  offered: boolean;
}

export interface QuacksOptions extends Options {
  books: { [colour: string]: number };
  pot: "front" | "tubes";
  together: boolean;
  prices: "almanac" | "printed";
  second_chance: "safe" | "risky";
  strong_ingredient: "inert" | "acts";
  fortune: "on" | "off";
  optional: "automatic" | "asked";
}

export interface Question extends Pending {
  stage?: string;
  sub?: number;
  steps?: number;
  tails?: number[];
  tier?: number;
  /** What may be passed up: the chip, or "droplet" (Q12). */
  why?: string;
}

export interface QuacksView extends View {
  options: QuacksOptions;
  turn: number;
  phase: "fortune" | "potions" | "evaluation" | "over";
  start: number;
  /** Without fortune cards, `card` is null. */
  fortune: { card: string | null; left: string[] };
  pending: Question[];
  supply: Counts;
  players: QuacksPlayer[];
}

export type QuacksScene = Scene<QuacksView>;

/** What shows the things of one seat. With `spots`, chips fly to and from them. */
export interface SeatProps {
  scene: QuacksScene;
  seat: number;
  spots?: boolean;
}

/** The scene of a table at which the Quacks are played. */
export const quacksScene = (scene: Scene): QuacksScene => scene as QuacksScene;

/** The fortune card of this turn. */
export const cardOf = ({ rulebook, view }: QuacksScene): CardRow | undefined =>
  rulebook.cards[view.fortune.card ?? ""];

export const questionOf = (view: QuacksView, seat: number | null): Question | undefined =>
  view.pending.find(p => p.seat === seat);
