// What can be chosen for a new table of Arcane Alley, and the options of the request.
import { SEATS } from "engine:rows";
import type { Wish } from "../../net/api";
import type { Json, Options } from "../../net/types";
import type { Said } from "../game";

export interface ArcaneWish {
  edition: "three" | "hundred";
  goal: number;
  /** 0: to the goal. */
  rounds: number;
  market: boolean;
  wizards: "none" | "random" | "chosen";
  /** By seat; "" is no wizard. */
  chosen: string[];
  cap: number;
}

export const usual = (): ArcaneWish => ({
  edition: "three",
  goal: 100,
  rounds: 0,
  market: false,
  wizards: "none",
  chosen: Array<string>(SEATS).fill(""),
  cap: 100,
});

export function optionsOf(
  { edition, goal, rounds, market, wizards, chosen, cap }: ArcaneWish,
  players: number,
): Wish {
  const options: Wish = { edition, market, turn_cap: cap };
  if (edition === "hundred") return { ...options, goal, ...(rounds > 0 ? { rounds } : {}) };
  const choice: Json = chosen.slice(0, players).map(id => id || null);
  return { ...options, wizards: wizards === "chosen" ? choice : wizards };
}

/** A list may leave every seat without a wizard. */
const anyWizard = (wizards: Json | undefined): boolean =>
  Array.isArray(wizards) ? wizards.some(id => id !== null) : wizards === "random";

/** What people should know of the options before they take a seat. */
export function variantsOf({ edition, goal, rounds, market, wizards }: Options): Said[] {
  const end: Said = rounds
    ? ["lobby.rounds", { n: Number(rounds) }]
    : ["lobby.to-gold", { n: Number(goal) }];
  const list: (Said | false)[] = [
    edition === "hundred" && end,
    edition === "three" && ["front.edition.three"],
    market === true && ["lobby.market"],
    anyWizard(wizards) && ["lobby.wizards"],
  ];
  return list.filter(one => one !== false);
}
