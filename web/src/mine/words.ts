// Places and scores of a game in words.
import { has, say } from "../words/words.svelte";

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
