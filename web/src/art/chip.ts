// Chips and books put together from ingredient, rim, pips and letter.
import { book as cover } from "./emblems";
import { chips, ingredients } from "./ingredients";
import { placed } from "./shapes";

const spread = 0.54; // radians between two pips

function pips(value: number): string {
  const at = (i: number): string => {
    const turn = (i - (value - 1) / 2) * spread;
    return `O${(32 + 25 * Math.sin(turn)).toFixed(1)},${(32 - 25 * Math.cos(turn)).toFixed(1)},4.3`;
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
    ${placed(ingredients[colour] ?? "", 15.4, 11.5, 0.52, 3.5)}
    ${placed(`~bone 11 ${look.letter}\n~ink 5 ${look.letter}`, 24, 42, 0.8)}`;
}

/** The book of a colour, its ingredient on the cover. */
export function book(colour: string): string {
  const look = chips[colour];
  if (!look) return "";
  return cover(look.rim) + placed(ingredients[colour] ?? "", 18, 11, 0.5, 3.5);
}
