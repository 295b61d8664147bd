// Texts of the person's language that are not part of the page: those of rows, by their ids (rows.LANGUAGE.json). Rows are
// English, so English needs none.
import { rows } from "engine:translations";
import { settings } from "../settings.svelte";
import type { Texts } from "../texts";

class Fetched {
  texts: { readonly [language: string]: Texts } = $state.raw({});
}

const fetched = new Fetched();

/** Those of the language that is chosen; null: they are not there yet. */
export const translatedTexts = (): Texts | null => fetched.texts[settings.language] ?? null;

/** One of them; undefined if the language lacks it. */
export const translated = (id: string): string | undefined => translatedTexts()?.[id];

export async function openTexts(): Promise<void> {
  const { language } = settings;
  if (fetched.texts[language]) return;
  const { default: texts } = await rows[language]();
  fetched.texts = { ...fetched.texts, [language]: texts };
}
