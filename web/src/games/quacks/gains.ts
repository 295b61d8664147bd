// What somebody got in a step of the evaluation: in words, and as a picture with a number.
import type { Drawing } from "../../art/shapes";
import * as art from "./drawings";
import { amount, chipOf } from "./names";
import type { QuacksScene } from "./view";
import { has, say } from "../../words/words.svelte";
import type { Gain } from "./tableau";

function dieText(die: string): string {
  const key = `quacks.die.${die}`;
  return has(key) ? say(key) : die;
}

export function gainText(scene: QuacksScene, of: Gain): string {
  switch (of.is) {
    case "points":
      return amount("point", of.n);
    case "rubies":
      return amount("ruby", of.n);
    case "coins":
      return amount("coin", of.n);
    case "paid":
      return say("scenes.paid", { rubies: amount("ruby", of.n) });
    case "droplet":
    case "glass":
    case "moved":
      return say(`scenes.${of.is}`, { n: of.n });
    case "chip":
      return chipOf(scene, of.chip);
    case "bought":
      return say("scenes.bought", { chip: chipOf(scene, of.chip), coins: amount("coin", of.n) });
    case "placed":
      return say("scenes.placed", { chip: chipOf(scene, of.chip), n: of.n });
    case "given":
    case "bagged":
      return say(`scenes.${of.is}`, { chip: chipOf(scene, of.chip) });
    case "die":
      return say("scenes.rolls", { die: dieText(of.die) });
    case "flask":
      return say("scenes.flask");
  }
}

export interface Look {
  of: Drawing | undefined;
  before?: string;
  text?: string;
  /** Whether the number is a price. */
  coin?: boolean;
}

export function picturesOf(of: Gain): Look {
  switch (of.is) {
    case "points":
      return { of: art.point, text: `+${of.n}` };
    case "rubies":
      return { of: art.ruby, text: `+${of.n}` };
    case "coins":
      return { of: art.coin, text: String(of.n) };
    case "paid":
      return { of: art.ruby, text: `−${of.n}` };
    case "droplet":
      return { of: art.droplet, text: `→ ${of.n}` };
    case "glass":
      return { of: art.testTube, text: `→ ${of.n}` };
    case "moved":
      return { of: art.ingredients["green"], text: `→ ${of.n}` };
    case "chip":
      return { of: art.chip(of.chip), before: "+" };
    case "bought":
      return { of: art.chip(of.chip), text: String(of.n), coin: true };
    case "given":
      return { of: art.chip(of.chip), before: "−" };
    case "placed":
      return { of: art.chip(of.chip), text: `→ ${of.n}` };
    case "bagged":
      return { of: art.chip(of.chip) };
    case "die":
      return { of: art.dice[of.die] };
    case "flask":
      return { of: art.flask(true) };
  }
}
