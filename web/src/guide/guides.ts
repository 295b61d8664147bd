// The list of guides: the options of a first game, and the steps.
import type { Json } from "../net/types";
import { arcaneSteps } from "../games/arcane/guide";
import { quacksSteps } from "../games/quacks/guide";
import type { Step } from "./steps";

export interface Guide {
  options: { [option: string]: Json };
  steps: readonly Step[];
}

/** Only the basic game, without options that need explaining; the learner begins. */
const guides: { readonly [game: string]: Guide } = {
  arcane: {
    options: { edition: "three", wizards: "none", market: false, first: 0 },
    steps: arcaneSteps as readonly Step[],
  },
  quacks: { options: { books: 1, pot: "front", first: 0 }, steps: quacksSteps as readonly Step[] },
};

export const guideOf = (game: string): Guide | undefined => guides[game];
