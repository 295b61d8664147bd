// The guides there are: the options of a first game, and what is said when.
import type { Json } from "../net/types";
import { arcaneSteps } from "./arcane";
import { quacksSteps } from "./quacks";
import type { Step } from "./steps";

export interface Guide {
  options: { [option: string]: Json };
  steps: readonly Step[];
}

/** Nothing that needs explaining beyond the plain game; whoever learns begins. */
const guides: { readonly [game: string]: Guide } = {
  arcane: {
    options: { edition: "three", wizards: "none", market: false, first: 0 },
    steps: arcaneSteps as readonly Step[],
  },
  quacks: { options: { books: 1, pot: "front", first: 0 }, steps: quacksSteps as readonly Step[] },
};

export const guideOf = (game: string): Guide | undefined => guides[game];
