// Things travel where motion is wanted, leave nothing behind, and nobody has to wait for them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit } from "./house";
import { play } from "./pilot";
import { linesOf, simulate } from "../test/native";
import { asked, foundByApi, practiseByApi, seatAt, type Founded } from "./steps";

/** Counts what flies over the page from now on. */
const count = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sky = { flights: 0 };
    Object.assign(window, { sky });
    new MutationObserver(changes => {
      for (const node of changes.flatMap(c => [...c.addedNodes]))
        if (node instanceof Element && node.matches(".flight")) sky.flights++;
    }).observe(document.body, { childList: true, subtree: true });
  });
const flights = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { sky: { flights: number } }).sky.flights);

for (const game of ["arcane", "quacks"]) {
  test(`${game}: things travel, and can be turned off`, async () => {
    const visitor = await visit({ reducedMotion: "no-preference" }),
      { page } = visitor;
    await seatAt(visitor, game, await foundByApi({ game, seats: ["me", "easy", "easy"] }));
    await asked(page);
    await count(page);
    await play(visitor, { seed: 151, answers: 8 });
    await expect.poll(() => flights(page)).toBeGreaterThan(0);
    await expect.poll(() => page.locator(".flight").count()).toBe(0);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: "Motion" }).click();
    await page.keyboard.press("Escape");
    await asked(page);
    const before = await flights(page);
    await play(visitor, { seed: 152, answers: 4 });
    expect(await flights(page)).toBe(before);
  });
}

/** A table at which a red has just been laid beside my pot (book red 2). */
async function besideRed(): Promise<{ founded: Founded; chip: string }> {
  const args = ["--bots", "greedy,greedy", "--set", "books=2", "--games", "4", "--seed", "1"];
  for (const record of simulate("quacks", ...args, "--keep", "4"))
    for (const { n, seat, action, chance } of linesOf(record).slice(1)) {
      const [, chip] = /^\[\{"draw":"(red\d)"/.exec(JSON.stringify(chance)) ?? [];
      if (action === "draw" && chip)
        return { founded: await practiseByApi(record, Number(n), Number(seat)), chip };
    }
  throw new Error("nobody drew a red chip");
}

test("quacks: a red beside the pot goes back into the bag", async () => {
  const visitor = await visit({ reducedMotion: "no-preference" }),
    { page } = visitor,
    { founded, chip } = await besideRed();
  await seatAt(visitor, "quacks", founded);
  await asked(page);
  await count(page);
  const button = page.locator(`[data-do="bag ${chip}"]`);
  expect(await button.textContent()).toMatch(/^\s*red\s\d into the bag/);
  await page.keyboard.press(chip.slice(-1));
  await page.getByText("Put back in this potion:").waitFor();
  expect(await button.count()).toBe(0);
  await expect.poll(() => flights(page)).toBeGreaterThan(0);
  await asked(page);
});
