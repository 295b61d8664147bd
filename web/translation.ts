// What a translation of the rows lacks, and what of it is shown. Each text stands there with the English it was made from, so
// that a changed sentence keeps its translation, marked as old.
import type { Texts } from "./src/texts";

/** By the id of the row: the English that was translated, and the translation. */
export type Translation = { readonly [id: string]: { readonly [language: string]: string } };

/** What of a text must not be said wrongly: numbers and their keys, rules, number words. */
const facts = (text: string): string =>
  (
    text.match(
      /[\w.#-]*\d(?:[\w.#-]*[\w#])?|[a-z_]+(?:\.[\w#-]+)+|\b(?:no|one|two|three|four|five|six|seven|eight|nine|ten|half|twice)\b/gi,
    ) ?? []
  )
    .map(one => one.toLowerCase())
    .sort()
    .join(" ");

/** The translated texts. One of an English sentence of before is better than none, unless its numbers would be wrong. */
export function shownOf(texts: Texts, translation: Translation, language: string): Texts {
  const shown = Object.entries(texts).flatMap(([id, english]): [string, string][] => {
    const { en = "", [language]: text = "" } = translation[id] ?? {};
    return text && facts(en) === facts(english) ? [[id, text]] : [];
  });
  return Object.fromEntries(shown);
}

export interface Lacks {
  /** Rows without a translation. */
  missing: string[];
  /** Rows whose English has changed since. */
  old: string[];
  /** Translations of rows that there are no more. */
  unused: string[];
}

export function lacksOf(texts: Texts, translation: Translation, language: string): Lacks {
  const ids = Object.keys(texts),
    has = (id: string): boolean => Boolean(translation[id]?.[language]);
  return {
    missing: ids.filter(id => !has(id)),
    old: ids.filter(id => has(id) && translation[id]?.["en"] !== texts[id]),
    unused: Object.keys(translation).filter(id => texts[id] === undefined),
  };
}
