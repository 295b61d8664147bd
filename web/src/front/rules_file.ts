// A file with other rules for a new table: a numbers file of either game, which may have cards, or a cards file of Arcane
// Alley (A13).
import { gameOf } from "../games/list";
import type { Json } from "../net/types";
import { say } from "../words/words.svelte";

/** Rules from a file, as the request has them. */
export type OtherRules = { numbers: Json; cards?: Json } | { cards: Json };

type Entries = { [key: string]: Json };

const isObject = (value: Json | undefined): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const LARGEST = 64 * 1024; // bytes: a file with every number has 10 KB

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (problem) {
    throw new Error(say("front.numbers-no-json", { why: (problem as Error).message }));
  }
}

/** Reads a file's text; throws with words for the person. The numbers themselves are checked by the rules. */
export function otherRules(game: string, title: string, text: string): OtherRules {
  if (text.length > LARGEST) throw new Error(say("front.numbers-large"));
  const file = parsed(text);
  if (!isObject(file)) throw new Error(say("front.numbers-unknown"));
  if (file["format"] === "charlatan-numbers") {
    if (file["version"] !== 1) throw new Error(say("front.numbers-newer"));
    if (file["game"] !== game) throw new Error(say("front.numbers-other-game", { game: title }));
    const numbers = file["numbers"] ?? {};
    return file["cards"] === undefined ? { numbers } : { numbers, cards: file["cards"] };
  }
  const keys = Object.keys(file),
    cards = gameOf(game)?.options.cards;
  if (!cards || keys.length === 0 || !keys.every(key => cards.includes(key)))
    throw new Error(say("front.numbers-unknown"));
  return { cards: file };
}
