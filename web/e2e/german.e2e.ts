// German: what a person reads has no English left in it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, visit } from "./house";
import { play } from "./pilot";
import { finished, found, pages } from "./steps";

/** Words that no German sentence of ours has. */
const words =
  "the and your you with of from draw discard take slot turn seat bag points rule rules settings close hidden known player players item items" +
  " win wins stash buy is are has gain gains lose loses nobody everyone space ruby rubies coin coins bot's goes comes back round";
const english = new RegExp(`(?<![\\p{L}-])(${words.split(" ").join("|")})(?![\\p{L}-])`, "iu");

/** Names of the games stay as they are, and so do keys of files that somebody writes. */
const ours = [/The Quacks of Quedlinburg/gi, /Arcane Alley/g];
const keys = /turn_cap|JSON|\bcorvus\b|dragons-egg|items\./;

/** Lines that are read or read aloud, without what is marked as another language. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foreign = (e: Element | null): boolean =>
      e?.closest('[lang]:not([lang="de"]), script, style, code, input, kbd') != null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
      lines: string[] = [];
    while (walker.nextNode())
      if (!foreign(walker.currentNode.parentElement))
        lines.push(walker.currentNode.textContent ?? "");
    for (const e of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      if (!foreign(e))
        lines.push(
          ...["aria-label", "title", "placeholder"].map(name => e.getAttribute(name) ?? ""),
        );
    return lines.map(line => line.trim()).filter(line => line !== "");
  });

async function leftovers(page: Page): Promise<string[]> {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  const lines = (await linesOf(page)).map(line =>
    ours.reduce((text, name) => text.replace(name, ""), line),
  );
  return [...new Set(lines.filter(line => english.test(line) && !keys.test(line)))];
}

test("rooms", async () => {
  const over = await finished("arcane", ["me", "easy"], { options: { turn_cap: 5 }, open: true });
  const { page } = await visit({ locale: "de" });
  const left: string[] = [];
  for (const hash of [...pages, "#guide/arcane", `#t/${over.table.id}`, `#r/${over.table.id}/9`]) {
    await page.goto(at(`/${hash}`));
    await page.locator("main h1").first().waitFor({ state: "attached" });
    left.push(...(await leftovers(page)).map(line => `${hash}: ${line}`));
  }
  expect(left).toEqual([]);
});

for (const [game, wish] of [
  ["arcane", { market: "yes", wizards: "random" }],
  ["quacks", { pot: "tubes", books: "2", "second-chance": "risky", "strong-ingredient": "acts" }],
] as const) {
  test(`${game}: questions, answers and the log`, async () => {
    const visitor = await visit({ locale: "de" }),
      { page } = visitor;
    await found(page, game, { seats: ["me", "easy", "medium"], ...wish });
    const left: string[] = [];
    for (let step = 0; step < 8; step++) {
      const { questions } = await play(visitor, { seed: 70 + step, answers: 4 });
      left.push(...questions.filter(line => english.test(line)), ...(await leftovers(page)));
    }
    await page.getByRole("button", { name: "Protokoll" }).click();
    left.push(...(await leftovers(page)));
    expect([...new Set(left)]).toEqual([]);
  });
}

test("the language is chosen at the door, and stays", async () => {
  const { page } = await visit();
  await page.goto(at("/"));
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page
    .getByRole("dialog", { name: "Einstellungen" })
    .getByRole("button", { name: "Schließen" })
    .click();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: /Geschäfte/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
});
