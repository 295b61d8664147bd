// Chips and books put together from ingredient, rim, pips and letter.
import { book as cover } from "./emblems";
import { chips, ingredients } from "./ingredients";
import { placed } from "./shapes";

const spread = 0.5; // radians between two pips

function pips(value: number): string {
  const at = (i: number): string => {
    const turn = (i - (value - 1) / 2) * spread;
    return `O${(32 + 26.2 * Math.sin(turn)).toFixed(1)},${(32 - 26.2 * Math.cos(turn)).toFixed(1)},3.5`;
  };
  return Array.from({ length: value }, (_, i) => at(i)).join(" ");
}

/** A chip such as `white1`; nothing for an id that no chip has. */
export function chip(id: string): string {
  const [, colour = "", value = "0"] = /^([a-z]+)(\d)$/.exec(id) ?? [];
  const look = chips[colour];
  if (!look) return "";
  return `${look.rim} O32,32,30.5
    .${look.face} O32,32,21.5
    .${look.pip} ${pips(Number(value))}
    ${placed(ingredients[colour] ?? "", 14, 9, 0.56, 3.5)}
    ink 2 O32,51,11.5
    ${placed(`~white 4.5 ${look.letter}`, 25.5, 44.5, 0.65)}`;
}

/** The book of a colour, its ingredient on the cover. */
export function book(colour: string): string {
  const look = chips[colour];
  if (!look) return "";
  return cover(look.rim) + placed(ingredients[colour] ?? "", 18, 11, 0.5, 3.5);
}
