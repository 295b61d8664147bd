// The guided first round of Arcane Alley, with two bots: the rules that hold for any number of
// players.
import type { ArcaneView, Cell } from "./view";
import { spot, spots, type Guide, type Step, type Watch } from "../../guide/steps";

type W = Watch<ArcaneView>;

const effects = new Set(["peek", "cauldron", "target", "swap", "take", "own", "theirs", "effect"]);

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

const shown = (cell: Cell | null | undefined): string | null => (cell?.up ? cell.item : null);

/** Two revealed copies in one line of the full storehouse, as slots. */
export function pairIn({ view, seat }: W): number[] | null {
  const house = view.players[seat]?.house;
  if (!house || house.rows !== 3 || house.cols !== 3) return null;
  for (const line of lines) {
    const items = line.map(i => shown(house.cells[i]));
    if (items.some((item, i) => item !== null && items.indexOf(item) !== i)) return line;
  }
  return null;
}

const mine = ({ seat }: W): string => spots(`house.${seat}.`);
const others = ({ view, seat }: W): string[] =>
  view.players.flatMap((_, s) => (s === seat ? [] : [spots(`house.${s}.`)]));
const draws = (w: W): number => w.times("me:draw");
const inspected = (w: W): boolean => w.times("inspection") > 0;

export const arcaneSteps: readonly Step<ArcaneView>[] = [
  { id: "welcome", when: () => true, at: w => [mine(w)], rules: ["A1.winner", "A4.2"] },
  {
    id: "reveal",
    action: true,
    when: w => w.ask === "reveal",
    at: w => [mine(w)],
    rules: ["A4.3"],
  },
  {
    id: "draw",
    action: true,
    when: w => w.ask === "draw",
    at: () => [spot("deck"), spot("discard")],
    rules: ["A5.1"],
  },
  {
    id: "act",
    action: true,
    when: w => w.ask === "act" && !w.holding,
    at: w => [spots(`stash.${w.seat}.`)],
    rules: ["A5.2"],
  },
  {
    id: "slot",
    action: true,
    when: w => w.ask === "slot" || (w.ask === "act" && w.holding),
    at: w => [mine(w), ...(w.ask === "act" ? [spot("discard")] : [])],
    rules: ["A5.3", "A5.4", "A6.1"],
  },
  {
    id: "effect",
    aside: true,
    action: true,
    when: w => w.ask !== null && effects.has(w.ask),
    rules: ["A7", "A7.2"],
  },
  {
    id: "sold",
    aside: true,
    when: w => w.times("sell") > 0 && w.view.phase === "sell",
    past: inspected,
    text: w => (w.times("me:sell") > 0 ? "sold" : "sold-other"),
    at: w =>
      w.times("me:sell") > 0
        ? [spot(`gold.${w.seat}`)]
        : w.view.players.map((_, s) => spot(`gold.${s}`)),
    rules: ["A6.6"],
  },
  {
    id: "trigger",
    aside: true,
    when: w => w.times("trigger") > 0 && w.view.phase === "sell",
    past: inspected,
    rules: ["A5.6"],
  },
  {
    id: "inspection",
    when: inspected,
    at: w => [spot(`infamy.${w.seat}`)],
    rules: ["A8.1", "A8.2", "A8.4"],
  },
  {
    id: "fine",
    aside: true,
    when: w => w.times("fine") > 0,
    at: w => [spot(`gold.${w.seat}`)],
    rules: ["A8.5", "A3.2"],
  },
  { id: "bribe", aside: true, action: true, when: w => w.ask === "bribe", rules: ["A9.3"] },
  {
    id: "end",
    last: w => w.view.round > 2 || w.view.phase === "over",
    when: w => w.view.round > 1 || w.view.phase === "over",
    rules: ["A1.end"],
  },
  {
    id: "rival",
    when: w => w.ask === "draw" && draws(w) >= 1,
    at: others,
    // On a phone, the deck and the discard are asked for: they stay in sight.
    instead: ["[data-strip]"],
    rules: ["A9.2"],
  },
  {
    id: "pair",
    aside: true,
    when: w => w.ask === "draw" && draws(w) >= 1 && pairIn(w) !== null,
    at: w => [(pairIn(w) ?? []).map(i => spot(`house.${w.seat}.${i + 1}`)).join(",")],
    each: true,
    rules: ["A6.2"],
  },
  {
    id: "infamy",
    when: w => w.ask === "draw" && draws(w) >= 2,
    at: w => [spot(`infamy.${w.seat}`)],
    rules: ["A8.2", "A3.2"],
  },
  {
    id: "look",
    when: w => w.ask === "draw" && draws(w) >= 3,
    at: () => [`${spot("odds")},${spot("hint")}`],
    rules: ["A2"],
  },
];

export const guide: Guide = {
  what: "guide.arcane.what",
  options: { edition: "three", wizards: "none", market: false, first: 0 },
  steps: arcaneSteps as readonly Step[],
};
