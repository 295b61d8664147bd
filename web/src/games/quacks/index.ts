// The Quacks of Quedlinburg, as the page knows it.
import type { Game } from "../game";
import { banner } from "./banner";
import { pictures } from "./first_page";
import { optionsOf, usual, variantsOf, type QuacksWish } from "./options";
import "./room.css";
import { blanks, named } from "./sentences";

export const quacks: Game<QuacksWish> = {
  banner,
  options: { usual, of: optionsOf },
  variants: variantsOf,
  pictures,
  samples: 64,
  named,
  blanks,
  // Chips are drawn.
  heard: ({ chip }, usual) => (chip !== undefined && usual === "card" ? "chip" : usual),
  face: () => import("./face"),
  scenes: () => import("./scenes"),
  guide: () => import("./guide"),
  form: () => import("./Options.svelte"),
};
