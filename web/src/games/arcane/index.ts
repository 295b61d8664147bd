// Arcane Alley, as the page knows it.
import type { Game } from "../game";
import { banner } from "./banner";
import { picture } from "./drawings";
import { pictures } from "./first_page";
import { optionsOf, usual, variantsOf, type ArcaneWish } from "./options";
import { rowsBy } from "./rows";
import "./room.css";

export const arcane: Game<ArcaneWish> = {
  banner,
  options: { usual, of: optionsOf, cards: ["items", "wizards", "start"] },
  variants: variantsOf,
  pictures,
  picture,
  rowsBy,
  samples: 32,
  face: () => import("./face"),
  scenes: () => import("./scenes"),
  guide: () => import("./guide"),
  form: () => import("./Options.svelte"),
};
