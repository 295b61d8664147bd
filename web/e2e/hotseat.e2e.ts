// Two people at one screen: a curtain falls between their turns, and behind it is nothing of either of them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit, type Visitor } from "./house";
import { play } from "./pilot";
import { items, namedOn, stashOf } from "./secrets";
import { asked, found } from "./steps";

const lift = async (page: Page, seat: number): Promise<void> => {
  await page.locator(`[data-lift="${seat}"]:enabled`).click();
  await page.locator("#question").waitFor();
};

/** Nothing on the page, nor in its title, names an item. */
async function isBare(page: Page): Promise<void> {
  expect(await page.title()).toBe("charlatan");
  expect(
    await namedOn(
      page,
      (await items()).map(row => row.id),
    ),
  ).toEqual([]);
  expect(await page.locator("#table, [data-spot], [role=log]").count()).toBe(0);
}

/** Whose turn it is plays until there is nothing more to answer; then the screen is handed on. */
async function turnOf(visitor: Visitor, seed: number): Promise<void> {
  const { page } = visitor,
    pass = page.locator("[data-pass]");
  for (let i = 0; i < 40 && (await pass.count()) === 0; i++) {
    await Promise.race([asked(page), pass.waitFor()]);
    if ((await pass.count()) === 0) await play(visitor, { seed: seed + i, answers: 1 });
  }
  await pass.click();
  await page.locator("[data-curtain]").waitFor();
}

test("the curtain hides both stashes", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await found(page, "arcane", { seats: ["me", "here"], first: "0" }, "here");
  const seen = new Map<number, string[]>();
  for (const [turn, seat] of [0, 1, 0, 1, 0].entries()) {
    await page.locator("[data-curtain]").waitFor();
    await isBare(page);
    await lift(page, seat);
    await asked(page);
    expect(await stashOf(page, 1 - seat)).toEqual([]);
    if (turn > 1) seen.set(seat, await stashOf(page, seat));
    await turnOf(visitor, 40 + turn);
  }
  expect([...seen.values()].every(stash => stash.length > 0)).toBe(true);
});
