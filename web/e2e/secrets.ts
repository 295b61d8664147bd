// What a page may not show: items of stashes, by the names and ids of the engine's rows.
import type { Page } from "playwright-core";
import { at } from "./house";

interface Item { id: string; name: string }

let rows: Promise<Item[]> | null = null;

async function fetchItems(): Promise<Item[]> {
  const answer = await fetch(at("/api/rules"));
  const { games } = (await answer.json()) as { games: { game: string; items?: Item[] }[] };
  return games.find(g => g.game === "arcane")?.items ?? [];
}

export const items = (): Promise<Item[]> => (rows ??= fetchItems());

/** Ids of what lies in a stash, as its owner sees it. */
export const stashOf = (page: Page, seat: number): Promise<string[]> =>
  page.locator(`[data-spot="stash.${seat}"] [data-item]`).evaluateAll(cards => cards.map(c => (c as HTMLElement).dataset["item"] ?? ""));

/** Which of these items does any part of the page name: texts, attributes, its title? */
export async function namedOn(page: Page, ids: string[]): Promise<string[]> {
  const html = (await page.evaluate(() => document.documentElement.outerHTML)).toLowerCase();
  const known = await items();
  return ids.filter(id => {
    const name = known.find(row => row.id === id)?.name ?? id;
    return [id, name, name.replace(/'/g, "’")].some(word => html.includes(word.toLowerCase()));
  });
}
