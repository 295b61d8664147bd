// Chips and books put together from ingredient, rim, pips, letter and number. In the colours for colour
// blindness each ingredient has an outline of its own and a larger letter.
import { settings } from "../../settings.svelte";
import { book as cover } from "./emblems";
import { chips, ingredients, outlines } from "./ingredients";
import { circles, placed } from "../../art/shapes";

const distinctNow = (): boolean => settings.colours === "distinct";

const spread = 0.54; // radians between two pips

function pips(value: number): string {
  const at = (i: number): string => {
    const turn = (i - (value - 1) / 2) * spread;
    return `O${(32 + 25 * Math.sin(turn)).toFixed(1)},${(32 - 25 * Math.cos(turn)).toFixed(1)},4.3`;
  };
  return Array.from({ length: value }, (_, i) => at(i)).join(" ");
}

/** The numbers as strokes in a box of 20. */
const numbers: Record<string, string> = {
  "1": "M5 6.5L11.5 2v16",
  "2": "M4 6.5c.5-6.5 12.5-6 12 .5-.3 4-7 6.5-12.5 11H17",
  "3": "M4 3.5c4-3.5 11.5-1.5 11.5 2.5 0 3-3 4-6 4 4 0 7 1 7 4 0 5-9 6-13.5 2",
  "4": "M13 18V2L2.5 13.5H17.5",
};

const stamp = (strokes: string, x: number, y: number, scale: number): string =>
  placed(`~bone 11 ${strokes}\n~ink 5 ${strokes}`, x, y, scale);

/** The outline of a colour's chips as a path in a box of 64. */
export const outline = (colour: string, distinct = distinctNow()): string =>
  circles((distinct ? outlines[colour] : undefined) ?? "O32,32,30.5");

/** A chip such as `white1`; nothing for an id that no chip has. */
export function chip(id: string, distinct = distinctNow()): string {
  const [, colour = "", value = "0"] = /^([a-z]+)(\d)$/.exec(id) ?? [];
  const look = chips[colour];
  if (!look) return "";
  const number = numbers[value] ?? "";
  if (distinct)
    return `chip${colour} ${outlines[colour] ?? ""}
      .bone O32,32,20
      ${placed(ingredients[colour] ?? "", 21, 11, 0.34, 4)}
      ${stamp(look.letter, 9, 30, 1.1)}
      ${stamp(number, 33, 30, 1.2)}`;
  return `${look.rim} O32,32,30.5
    .${look.face} O32,32,21.5
    .${look.pip} ${pips(Number(value))}
    ${placed(ingredients[colour] ?? "", 12.5, 10.5, 0.5, 3.5)}
    ${placed(`~bone 10 ${look.letter}\n~ink 4.5 ${look.letter}`, 9.5, 40, 0.62)}
    ${stamp(number, 30, 31, 1.3)}`;
}

/** The book of a colour, its ingredient on the cover. */
export function book(colour: string, distinct = distinctNow()): string {
  const look = chips[colour];
  if (!look) return "";
  return (
    cover(distinct ? `chip${colour}` : look.rim) +
    placed(ingredients[colour] ?? "", 18, 11, 0.5, 3.5) +
    (distinct ? `\n${stamp(look.letter, 34, 34, 0.9)}` : "")
  );
}
