// The guided first turns of the Quacks, for two.
import { colourOf, explosive, whitesOf } from "../quacks/pot";
import type { QuacksPlayer, QuacksView } from "../quacks/view";
import { spot, spots, type Step, type Watch } from "./steps";

type W = Watch<QuacksView>;

const me = ({ view, seat }: W): QuacksPlayer | undefined => view.players[seat];
const brewing = (w: W, chips: number): boolean =>
  w.ask === "brew" && (me(w)?.pot.length ?? 0) >= chips;
const lastIsWhite = (w: W): boolean => {
  const p = me(w),
    last = p?.pot.at(-1);
  return last !== undefined && p?.fresh === true && colourOf(last.chip) === "white";
};
const risky = (w: W): boolean => {
  const p = me(w);
  return p !== undefined && explosive(w.view, p) > 0;
};
const pot = (w: W): string => spot(`pot-${w.seat}`);

export const quacksSteps: readonly Step<QuacksView>[] = [
  { id: "welcome", when: () => true, at: w => [pot(w)], rules: ["Q3", "Q9.2"] },
  { id: "fortune", when: w => w.view.turn === 1 && w.view.fortune.card !== null, rules: ["Q7"] },
  {
    id: "draw",
    when: w => brewing(w, 0) && !brewing(w, 1),
    at: () => ['[data-do="draw"]'],
    rules: ["Q5.1"],
  },
  {
    id: "placed",
    when: w => brewing(w, 1),
    at: w => [spots(`chip-${w.seat}-`)],
    rules: ["Q5.2", "Q1"],
  },
  {
    id: "whites",
    when: w => w.ask === "brew" && (me(w) ? whitesOf(me(w) as QuacksPlayer) : 0) > 0,
    rules: ["Q5.3"],
  },
  {
    id: "flask",
    when: w => w.ask === "brew" && lastIsWhite(w) && me(w)?.flask === true,
    at: w => [spot(`flask-${w.seat}`), '[data-do="flask"]'],
    rules: ["Q5.4"],
  },
  {
    id: "danger",
    when: w => w.ask === "brew" && risky(w),
    at: () => ['[data-do="stop"]'],
    rules: ["Q5.3", "Q6.D"],
  },
  { id: "bag", when: w => brewing(w, 2), at: w => [spots(`bag-${w.seat}`)], rules: ["Q2.start"] },
  { id: "exploded", when: w => w.happened.has("me:explode"), at: w => [pot(w)], rules: ["Q6.D"] },
  { id: "stopped", when: w => w.happened.has("me:stop"), at: w => [pot(w)], rules: ["Q6", "Q1"] },
  { id: "die", when: w => w.happened.has("die"), rules: ["Q6.A"] },
  {
    id: "ruby",
    when: w => w.happened.has("me:ruby"),
    at: w => [spot(`ruby-${w.seat}`)],
    rules: ["Q6.C"],
  },
  { id: "buy", when: w => w.ask === "buy", at: () => [spots("shop-")], rules: ["Q6.E", "Q8"] },
  {
    id: "rubies",
    when: w => w.ask === "rubies",
    at: w => [spot(`ruby-${w.seat}`), spot(`droplet-${w.seat}`)],
    rules: ["Q6.F"],
  },
  { id: "turn2", when: w => w.view.turn >= 2, rules: ["Q3.2", "Q3.books"] },
  { id: "rats", when: w => w.view.turn >= 2 && w.view.phase === "potions", rules: ["Q4", "Q4.2"] },
  {
    id: "actions",
    when: w => w.view.turn >= 2 && w.ask === "brew",
    at: w => [spots(`bag-${w.seat}-`)],
    rules: ["Q5.8", "Q6.B"],
  },
  { id: "end", last: true, when: w => w.view.turn >= 3, rules: ["Q3", "Q9.1"] },
];
