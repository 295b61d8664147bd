// Every picture of the Quacks, for `<Picture of={art.…} />`: tokens, and what is made of the engine's rows.
import { testTube } from "../../art/tokens";
import type { Drawing } from "../../art/shapes";
import type { Pictured } from "../game";
import { book, chip, outline } from "./chip";
import { fortunes, pot } from "./emblems";
import { ingredients } from "./ingredients";

export {
  bag,
  coin,
  dice,
  droplet,
  explosion,
  eye,
  flask,
  point,
  ratStone,
  ratTail,
  ruby,
} from "../../art/tokens";
export { book, chip, fortunes, ingredients, outline, pot, testTube };

/** Books and fortune cards go by their colour. */
export function picture(kind: Pictured, id: string): Drawing | undefined {
  if (kind === "chip") return chip(id);
  if (kind === "book") return book(id);
  if (kind === "colour") return ingredients[id];
  if (kind === "card") return fortunes[id];
  return kind === "glass" ? testTube : undefined;
}
