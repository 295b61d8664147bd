// Every picture of Arcane Alley, for `<Picture of={art.…} />`: tokens, and tables by the ids of the engine's rows.
import type { Drawing } from "../../art/shapes";
import type { Pictured } from "../game";
import { items } from "./items";
import { wizards } from "./wizards";

export { cardBack, eye, fine, gold, infamy, whens } from "../../art/tokens";
export { items, wizards };

export const picture = (kind: Pictured, id: string): Drawing | undefined =>
  ({ item: items, wizard: wizards })[kind as string]?.[id];
