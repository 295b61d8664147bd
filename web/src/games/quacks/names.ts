// Names of things in the Quacks, for labels, titles and screen readers.
import { nameOfId } from "../../table/sentence";
import { say } from "../../words/words.svelte";
import { coinsAt, colourOf, limitOf, pointsAt, rubiesAt, rubyAt, scoringOf, whitesOf } from "./pot";
import type { QuacksScene, QuacksView } from "./view";
import { LAST, spaces } from "./spaces";

export type Amount = "coin" | "point" | "ruby" | "chip" | "tail" | "step" | "space" | "draw";

/** Such as "1 coin" or "3 coins". */
export const amount = (of: Amount, n: number): string => say(`quacks.count.${of}`, { n });

/** What is counted, without the number: "coin" or "coins". */
export const noun = (of: Amount, n: number): string => amount(of, n).replace(/^\S+ /, "");

/** Such as "green 2", without a line break inside. */
export const chipOf = (scene: QuacksScene, chip: string): string =>
  nameOfId(scene.rulebook, chip).replace(" ", "\u00a0");

/** Such as "green 2, garden spider". */
export const chipFull = (scene: QuacksScene, chip: string): string =>
  `${chipOf(scene, chip)}, ${scene.rulebook.colours[colourOf(chip)]?.name ?? ""}`;

/** Such as "12 coins, 3 points, a ruby"; lines break only after commas. */
export function worthOf(view: QuacksView, space: number): string {
  const parts = [amount("coin", coinsAt(view, space)), amount("point", pointsAt(view, space))];
  if (rubyAt(view, space)) parts.push(amount("ruby", rubiesAt(view, space)));
  return parts.map(part => part.replace(" ", "\u00a0")).join(", ");
}

/** Where something lies in a pot: "on the space with 12 coins". */
export const onShort = (space: number): string =>
  space === 0
    ? say("quacks.in-middle")
    : say("quacks.on-the-space", { n: spaces[space]?.coins ?? 0 });

/** "on the space with 12 coins, 3 points". */
export const onSpace = (view: QuacksView, space: number): string =>
  space === 0 ? say("quacks.in-middle") : say("quacks.on-space", { worth: worthOf(view, space) });

/** Spaces are named by what they show: "the space with 12 coins, 3 points". */
export const spaceWords = (view: QuacksView, space: number): string =>
  space === 0 ? say("quacks.the-middle") : say("quacks.space", { worth: worthOf(view, space) });

export const potName = (scene: QuacksScene, seat: number): string =>
  seat === scene.seat ? say("quacks.pot") : say("quacks.pot-of", { who: scene.name(seat) });

/** The whole pot in two sentences. */
export function potSummary(scene: QuacksScene, seat: number): string {
  const { view } = scene,
    p = view.players[seat];
  if (!p) return "";
  const space = scoringOf(view, p);
  return say("quacks.summary", {
    pot: potName(scene, seat),
    chips: amount("chip", p.pot.length),
    worth: worthOf(view, space),
    whites: whitesOf(p),
    limit: limitOf(view, p),
  });
}

/** How the table plays the card of this turn, if there is a ruling about it (Q12). */
export function cardRuling({ fortune: { card }, options }: QuacksView): string {
  if (card === "second-chance")
    return say(options.second_chance === "risky" ? "quacks.risky" : "quacks.safe");
  if (card === "strong-ingredient")
    return say(options.strong_ingredient === "acts" ? "quacks.acts" : "quacks.inert");
  return "";
}

export type SeatState =
  | "won"
  | "done"
  | "draw"
  | "stop"
  | "exploded"
  | "full"
  | "stopped"
  | "decided"
  | "brewing"
  | "shopping"
  | "choosing"
  | "ready";

export function stateOf({ view }: QuacksScene, seat: number): SeatState {
  const p = view.players[seat],
    asked = view.pending.find(q => q.seat === seat)?.kind;
  if (view.winners) return view.winners.includes(seat) ? "won" : "done";
  if (asked === "buy") return "shopping";
  if (asked !== undefined && asked !== "brew") return "choosing";
  if (p?.exploded) return "exploded";
  if (p?.stopped) return p.pot.at(-1)?.at === LAST ? "full" : "stopped";
  if (p?.commit) return p.commit === "hidden" ? "decided" : p.commit;
  return asked === "brew" ? "brewing" : "ready";
}
