// The guided first turns of the Quacks, with two bots: the rules that hold for any number of
// players.
import { colourOf, explosive, rubyAt, scoringOf } from "./pot";
import type { QuacksPlayer, QuacksView } from "./view";
import { spot, spots, type Guide, type Step, type Watch } from "../../guide/steps";

type W = Watch<QuacksView>;

const me = ({ view, seat }: W): QuacksPlayer | undefined => view.players[seat];
const brewing = (w: W, chips: number): boolean =>
  w.ask === "brew" && (me(w)?.pot.length ?? 0) >= chips;
/** With so many chips in the pot, or from the second turn on with any: people may stop early. */
const brewed = (w: W, chips: number): boolean => brewing(w, w.view.turn > 1 ? 0 : chips);
const lastIsWhite = (w: W): boolean => {
  const p = me(w),
    last = p?.pot.at(-1);
  return last !== undefined && p?.fresh === true && colourOf(last.chip) === "white";
};
const mayPour = (w: W): boolean => lastIsWhite(w) && me(w)?.flask === true;
const risky = (w: W): boolean => {
  const p = me(w);
  return p !== undefined && explosive(w.view, p) > 0;
};
/** The ruby of the space that counts, not one of a fortune card. */
const scoresRuby = (w: W): boolean => {
  const p = me(w);
  return p !== undefined && rubyAt(w.view, scoringOf(w.view, p));
};
const pot = (w: W): string => spot(`pot-${w.seat}`);
/** With their number. */
const rubies = (w: W): string => `.line:has(> ${spot(`ruby-${w.seat}`)})`;
/** With the numbers beside its chips. */
const bag = (w: W): string => `section.bag,${spots(`bag-${w.seat}-`)}`;

export const quacksSteps: readonly Step<QuacksView>[] = [
  { id: "welcome", when: () => true, at: w => [pot(w)], rules: ["Q3", "Q9.2"] },
  {
    id: "fortune",
    when: w => w.view.fortune.card !== null,
    at: () => [spot("fortune")],
    rules: ["Q7"],
  },
  {
    id: "draw",
    action: true,
    when: w => brewing(w, 0) && !brewing(w, 1),
    past: w => w.view.turn > 1,
    at: () => ['[data-do="draw"]'],
    rules: ["Q5.1"],
  },
  {
    id: "placed",
    when: w => brewing(w, 1),
    // The space that counts, which the text is about.
    at: w => [`${pot(w)} .scoring`],
    rules: ["Q5.2", "Q1"],
  },
  {
    id: "whites",
    when: w => brewed(w, 2),
    at: () => [spot("gauge")],
    rules: ["Q5.3"],
  },
  {
    id: "flask",
    aside: true,
    when: w => brewing(w, 2) && mayPour(w),
    at: w => [spot(`flask-${w.seat}`), '[data-do="flask"]'],
    rules: ["Q5.4"],
  },
  {
    id: "danger",
    aside: true,
    action: true,
    when: w => w.ask === "brew" && risky(w),
    at: () => ['[data-do="draw"]', '[data-do="stop"]'],
    rules: ["Q5.3", "Q6.D"],
  },
  {
    id: "bag",
    // On a low screen the button of the flask lies over the bag.
    when: w => brewed(w, 3) && !mayPour(w),
    at: w => [bag(w)],
    rules: ["Q2.start"],
  },
  {
    id: "done",
    when: w => w.times("me:stop") + w.times("me:explode") + w.times("me:full") > 0,
    text: w => (w.times("me:explode") > 0 ? "exploded" : "stopped"),
    action: w => w.ask === "score",
    at: w => [pot(w)],
    rules: ["Q6", "Q6.D"],
  },
  {
    id: "die",
    aside: true,
    when: w => w.times("die") > 0,
    past: w => w.times("die") > 0 && (w.ask === "buy" || w.view.turn > 1),
    rules: ["Q6.A"],
  },
  {
    id: "ruby",
    aside: true,
    when: w => w.times("me:ruby") > 0 && w.view.phase === "evaluation" && scoresRuby(w),
    at: w => [rubies(w)],
    rules: ["Q6.C"],
  },
  {
    id: "buy",
    action: true,
    when: w => w.ask === "buy",
    at: () => ['[data-do^="buy "][aria-disabled="false"]:not([data-do="buy done"])'],
    each: true,
    rules: ["Q6.E", "Q8"],
  },
  {
    id: "rubies",
    aside: true,
    action: true,
    when: w => w.ask === "rubies",
    at: w => [rubies(w), spot(`droplet-${w.seat}`)],
    rules: ["Q6.F"],
  },
  { id: "turn2", when: w => w.view.turn >= 2, rules: ["Q3.2", "Q3.books"] },
  {
    id: "rats",
    when: w => w.view.turn >= 2 && w.view.phase === "potions",
    at: () => [spot("track")],
    rules: ["Q4", "Q4.2"],
  },
  {
    id: "actions",
    when: w => w.view.turn >= 2 && brewing(w, 0),
    at: w => [bag(w)],
    rules: ["Q5.8", "Q6.B"],
  },
  {
    id: "end",
    last: w => w.view.turn >= 6 || w.view.phase === "over",
    when: w => w.view.turn >= 3,
    rules: ["Q3", "Q9.1"],
  },
];

export const guide: Guide = {
  what: "guide.quacks.what",
  options: { books: 1, pot: "front", first: 0 },
  steps: quacksSteps as readonly Step[],
};
