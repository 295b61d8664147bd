// What a page may not show: items of stashes, by the names and ids of the engine's rows.
import type { Page } from "playwright-core";
import { at } from "./house";

interface Item {
  id: string;
  name: string;
}

let rows: Promise<Item[]> | null = null;

async function fetchItems(): Promise<Item[]> {
  const answer = await fetch(at("/api/rules"));
  const { games } = (await answer.json()) as { games: { game: string; items?: Item[] }[] };
  return games.find(g => g.game === "arcane")?.items ?? [];
}

export const items = (): Promise<Item[]> => (rows ??= fetchItems());

/** Ids of what lies in a stash, as its owner sees it: each card is called by its name. */
export async function stashOf(page: Page, seat: number): Promise<string[]> {
  const known = await items();
  const labels = await page
    .locator(`[data-spot^="stash.${seat}."]`)
    .evaluateAll(cards => cards.map(c => c.getAttribute("aria-label") ?? ""));
  return labels.flatMap(label =>
    known.filter(row => label.startsWith(row.name)).map(row => row.id),
  );
}

/** Which of these items does any part of the page name: texts, attributes, its title? Or a part of it, by a selector. */
export async function namedOn(page: Page, ids: string[], part = "html"): Promise<string[]> {
  const html = (
    await page.evaluate(selector => document.querySelector(selector)?.outerHTML ?? "", part)
  ).toLowerCase();
  const known = await items();
  return ids.filter(id => {
    const name = known.find(row => row.id === id)?.name ?? id;
    return [id, name, name.replace(/'/g, "’")].some(word => html.includes(word.toLowerCase()));
  });
}
