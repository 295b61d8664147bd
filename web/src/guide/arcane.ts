// The guided first round of Arcane Alley, for two.
import type { ArcaneView, Cell } from "../arcane/view";
import { spot, spots, type Step, type Watch } from "./steps";

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
const other = ({ seat }: W): number => 1 - seat;

export const arcaneSteps: readonly Step<ArcaneView>[] = [
  { id: "welcome", when: () => true, at: w => [mine(w)], rules: ["A1.winner", "A4.2"] },
  { id: "reveal", when: w => w.ask === "reveal", at: w => [mine(w)], rules: ["A4.3"] },
  {
    id: "draw",
    when: w => w.ask === "draw",
    at: () => [spot("deck"), spot("discard")],
    rules: ["A5.1"],
  },
  { id: "act", when: w => w.ask === "act", at: w => [spots(`stash.${w.seat}.`)], rules: ["A5.2"] },
  { id: "slot", when: w => w.ask === "slot", at: w => [mine(w)], rules: ["A5.3", "A6.1"] },
  { id: "effect", when: w => w.ask !== null && effects.has(w.ask), rules: ["A7", "A7.2"] },
  {
    id: "keep",
    when: w => w.ask === "keep",
    at: w => [spots(`stash.${w.seat}.`)],
    rules: ["A10.3"],
  },
  {
    id: "sold",
    when: w => w.happened.has("sell"),
    at: w => [spot(`gold.${w.seat}`), spot(`gold.${other(w)}`)],
    rules: ["A6.6"],
  },
  {
    id: "pair",
    when: w => pairIn(w) !== null,
    at: w => (pairIn(w) ?? []).map(i => spot(`house.${w.seat}.${i + 1}`)),
    rules: ["A6.2"],
  },
  {
    id: "trigger",
    when: w => w.happened.has("trigger") && w.view.phase === "sell",
    rules: ["A5.6"],
  },
  {
    id: "inspection",
    when: w => w.happened.has("inspection"),
    at: w => [spot(`infamy.${w.seat}`)],
    rules: ["A8.1", "A8.2", "A8.4"],
  },
  {
    id: "fine",
    when: w => w.happened.has("fine"),
    at: w => [spot(`gold.${w.seat}`)],
    rules: ["A8.5", "A3.2"],
  },
  { id: "bribe", when: w => w.ask === "bribe", rules: ["A9.3"] },
  {
    id: "end",
    last: true,
    when: w => w.view.round > 1 || w.view.phase === "over",
    rules: ["A1.end"],
  },
  {
    id: "rival",
    when: w => w.ask === "draw" && w.happened.has("me:draw"),
    at: w => [spots(`house.${other(w)}.`)],
    rules: ["A9.2"],
  },
  {
    id: "infamy",
    when: w => w.ask === "draw" && w.view.turns >= 2,
    at: w => [spot(`infamy.${w.seat}`)],
    rules: ["A8.2", "A3.2"],
  },
  { id: "tracker", when: w => w.ask === "draw" && w.view.turns >= 4, rules: ["A10.1", "A10.2"] },
  { id: "look", when: w => w.ask === "draw" && w.view.turns >= 6, rules: ["A2"] },
];
