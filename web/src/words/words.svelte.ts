// Texts in the person's language. `say` is reactive: a change of language shows at once.
import { isHere } from "../net/house";
import type { Refused } from "../net/types";
import { filledHere } from "../rules/here.svelte";
import { settings } from "../settings.svelte";
import { catalogue, type Key, type Pair } from "./catalogue";
import { translated } from "./translated.svelte";

export type Values = { [name: string]: string | number };

/**
 * Fills in {name}; {n:ruby|rubies} becomes "1 ruby" or "3 rubies". An unknown name stays as it is,
 * so that it is noticed.
 */
export const fill = (text: string, values: Values): string =>
  text.replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : many}`;
    },
  );

/** A third language has its words beside the rows. */
function wordsOf(key: Key): string {
  const [english, german]: Pair = catalogue[key];
  return settings.language === "de" ? german : (translated(`page/${key}`) ?? english);
}

/** Numbers of the rules are those in force at the table on the screen (said.json). */
export function say(key: Key, values: Values = {}): string {
  return fill(filledHere()?.said[key] ?? wordsOf(key), values);
}

/** The same about a table: tables on this device have words of their own where they need them. */
export function sayAt(id: string, key: Key, values: Values = {}): string {
  const own = `${key}.here`;
  return say(isHere(id) && has(own) ? own : key, values);
}

/** For dates and numbers: the person's own kind of the language, such as en-GB. */
export function locale(): string {
  const { language } = settings;
  return navigator.languages.find(l => l.split("-")[0] === language) ?? language;
}

/** Whether there is a text for this key; for keys made from the engine's names. */
export const has = (key: string): key is Key => key in catalogue;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Such as "a", "a and b" or "a, b and c". */
export function listing(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("ui.and", { a: names.slice(0, -1).join(", "), b: last });
}

/**
 * A refusal in the person's language. The server's sentence for "not an answer" is meant for
 * programs, so the client has its own.
 */
export function refusal({ message, reason = "", values = [] }: Refused): string {
  if (reason === "not-an-answer") return say("table.illegal");
  const own = translated(`common/refusals/${reason}/text`);
  return own === undefined ? message : fill(own, Object.fromEntries(values.entries()));
}
