// Places and scores of a game in words.
import { has, say } from "../words/words.svelte";
import type { MomentName } from "./figures";
import type { PlayedGame } from "./games";

/** "1st", "2nd"; in German "1." */
export function placeText(place: number): string {
  const key = `mine.place.${place}`;
  return has(key) ? say(key) : say("mine.place.n", { n: place });
}

/** Gold or points; one of them has no plural. */
export function unitOf(game: string, n: number): string {
  const key = `mine.unit.${game}${n === 1 ? ".one" : ""}`;
  return has(key) ? say(key) : "";
}

/** What a moment is called; some are called otherwise in each game. */
export function momentName(name: MomentName, game: string): string {
  const key = `mine.moment.${name}.${game}`;
  return has(key) ? say(key) : say(`mine.moment.${name}` as "mine.moment.best");
}

/** What happened in a moment. */
export function momentText(name: MomentName, game: PlayedGame): string {
  const amount = (n: number): string => `${n} ${unitOf(game.game, n)}`;
  if (name === "peak") return amount(game.peak ?? 0);
  const result = say("mine.score-place", {
    n: game.score,
    unit: unitOf(game.game, game.score),
    place: placeText(game.place),
  });
  if (name === "comeback") return `${result}, ${say("mine.behind", { n: game.behind ?? 0 })}`;
  const win = name === "clearest" || name === "narrowest";
  return win ? `${result}, ${say("mine.lead", { n: game.lead })}` : result;
}
