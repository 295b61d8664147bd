// The title and the kind of an entry, in the person's language.
import { capital, has, say } from "../words/words.svelte";
import type { Entry } from "./entries";

const colourWord = (colour: string): string => {
  const key = `rules.colour.${colour}`;
  return has(key) ? say(key) : colour;
};

export function titleOf(entry: Entry): string {
  if (entry.kind === "colour") return capital(`${colourWord(entry.id)}: ${entry.name}`);
  if (entry.kind === "glass") return say("rules.glass", { n: entry.id.replace(/\D/g, "") });
  return capital(entry.name);
}

export const kindOf = (entry: Entry): string => say(`rules.kind.${entry.kind}`);
