// The log beside the table: pinned where there is room, newest first or last, and every line lights what it speaks of.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, LAPTOP, LARGE, PHONE, visit } from "./house";
import { play } from "./pilot";
import { asked, finished, foundByApi, seatAt } from "./steps";

const lines = "[role=log] [data-line]";

const lit = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-told]")].map(e => e.dataset["spot"] ?? ""),
  );

test("in Arcane Alley it is pinned, lights places, and is kept with its order", async () => {
  const visitor = await visit({ viewport: LAPTOP }),
    { page } = visitor;
  const seats = ["me", "easy", "easy", "easy", "easy", "easy"];
  await seatAt(visitor, "arcane", await foundByApi({ game: "arcane", name: "Ada", seats }));
  await play(visitor, { seed: 31, answers: 6 });
  await asked(page);
  const dock = page.getByRole("complementary", { name: "Log" }),
    draws = page.locator(lines, { hasText: /draws .*from the deck/ }).last();
  await dock.waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await draws.hover();
  expect((await lit(page)).join(" ")).toMatch(/player\.\d stash\.\d/);
  await page.mouse.move(0, 0);
  expect(await lit(page)).toEqual([]);

  // By keyboard: one stop for the tab key, arrows from line to line.
  expect(await page.locator(`${lines}[tabindex="0"]`).count()).toBe(1);
  await page.locator(`${lines}[tabindex="0"]`).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect((await lit(page)).length).toBeGreaterThan(0);

  const newest = await page.locator(lines).last().textContent();
  await dock.getByRole("button", { name: "Newest first" }).click();
  await page.reload();
  await asked(page);
  const first = page.locator("[role=log] li [data-line]").first();
  expect(await first.textContent()).toBe(newest);
  await page
    .locator(lines, { hasText: /reveals|turns up/ })
    .first()
    .hover();
  expect((await lit(page)).join(" ")).toMatch(/house\.\d\.\d/);
  await page.keyboard.press("l");
  await dock.waitFor({ state: "detached" });
});

test("in the Quacks and in a replay it is pinned too; on a phone it is a sheet", async () => {
  const wide = await visit({ viewport: LARGE }),
    small = await visit({ viewport: PHONE });
  const over = await finished("quacks", ["me", "easy"]);
  for (const visitor of [wide, small]) {
    await seatAt(visitor, "quacks", await foundByApi({ game: "quacks", seats: ["me", "easy"] }));
    await play(visitor, { seed: 32, answers: 3 });
    await asked(visitor.page);
  }
  await wide.page.locator(lines, { hasText: /lays/ }).last().hover();
  expect((await lit(wide.page)).join(" ")).toMatch(/player-\d/);

  // On a low screen it stands where the shelf of the shop is empty.
  await wide.page.setViewportSize(LAPTOP);
  const shelved = wide.page.locator("section.shop").getByRole("complementary", { name: "Log" });
  await shelved.locator(lines, { hasText: /lays/ }).last().hover();
  await wide.page.setViewportSize(LARGE);

  await small.page.setViewportSize({ width: 360, height: 300 });
  await small.page.getByRole("button", { name: "Log", exact: true }).click();
  // It opens at its newest sentence.
  const newest = small.page.locator(`dialog[open] ${lines}`).last();
  await expect.poll(async () => (await newest.boundingBox())?.y ?? 999).toBeLessThan(300);
  await small.page.setViewportSize(PHONE);
  await small.page.locator(`dialog[open] ${lines}`, { hasText: /lays/ }).last().click();
  await small.page.locator("dialog[open]").waitFor({ state: "detached" });
  expect((await lit(small.page)).length).toBeGreaterThan(0);

  await wide.page.goto(at(`/#r/${over.table.id}/30/all`));
  const told = wide.page.getByRole("complementary").locator("[aria-current]");
  const pointed = async (): Promise<number> => {
    await wide.page.mouse.move(0, 0); // the story may still have been read when it was pointed at
    await told.hover();
    return (await lit(wide.page)).length;
  };
  await expect.poll(pointed).toBeGreaterThan(0);
});
