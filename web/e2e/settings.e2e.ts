// Settings outlive the page; sound is off until somebody wants it; odds and hints are there where a table allows them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, TALL, visit } from "./house";
import { play } from "./pilot";
import { asked, foundByApi, seatAt } from "./steps";

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
}

const toggles = ["Sound", "Motion", "Odds and hints"] as const;
const states = (page: Page): Promise<boolean[]> =>
  Promise.all(toggles.map(name => page.getByRole("checkbox", { name }).isChecked()));

test("light and dark, sound, motion: as the system says, then as the person says", async () => {
  const { page } = await visit({ colorScheme: "dark" });
  await page.goto(at("/"));
  await openSettings(page);
  expect(await states(page)).toEqual([false, true, true]);
  const dark = await background(page);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
  await expect.poll(() => background(page)).not.toBe(dark);
  for (const name of toggles) await page.getByRole("checkbox", { name }).click();
  const light = await background(page);
  await page.reload();
  await openSettings(page);
  expect(await background(page)).toBe(light);
  expect(await states(page)).toEqual([true, false, false]);
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  await expect.poll(() => background(page)).toBe(dark);
});

/** Counts what could make a sound. */
const listen = (): void => {
  const real = window.AudioContext,
    heard = { made: 0 };
  Object.assign(window, {
    heard,
    AudioContext: class extends real {
      constructor() {
        super();
        heard.made++;
      }
    },
  });
};
const soundsMade = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { heard: { made: number } }).heard.made);

test("no sound unless it is wanted", async () => {
  const visitor = await visit(),
    { page, context } = visitor;
  await context.addInitScript(listen);
  await page.reload();
  await seatAt(visitor, "quacks", await foundByApi({ game: "quacks", seats: ["me", "easy"] }));
  await play(visitor, { seed: 101, answers: 5 });
  expect(await soundsMade(page)).toBe(0);
  await openSettings(page);
  await page.getByRole("checkbox", { name: "Sound" }).click();
  await page.keyboard.press("Escape");
  await play(visitor, { seed: 102, answers: 5 });
  await expect.poll(() => soundsMade(page)).toBeGreaterThan(0);
});

test("odds and a hint that can be followed", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await seatAt(visitor, "quacks", await foundByApi({ game: "quacks", seats: ["me", "easy"] }));
  await play(visitor, { seed: 103, until: '[data-do="stop"]:not([aria-disabled=true])' });
  await page.keyboard.press("o");
  await page.getByRole("region", { name: "Odds" }).getByText(/%/).first().waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("region", { name: "Odds" }).count()).toBe(0);
  await page.keyboard.press("o");
  await page.getByRole("region", { name: "Odds" }).getByText(/%/).first().waitFor();
  await page.keyboard.press("h");
  const hint = page.getByRole("region", { name: "Hint" });
  // One sentence: a move and its reason. The figures come when somebody asks why.
  expect(await hint.locator("[data-hint]").innerText()).toMatch(
    /^(Draw|Stop|.*bag).* – (\d+ percentage points? better than|[a-z]).*\.$/,
  );
  const share = hint.getByText(/chance of winning is about \d+/);
  expect(await share.isVisible()).toBe(false);
  await hint.getByText("Why?").click();
  await share.waitFor();
  const asked = await page.locator("#question").textContent();
  await hint.getByRole("button", { name: "Do it" }).click();
  await hint.waitFor({ state: "detached" });
  await expect
    .poll(
      async () =>
        (await page.evaluate(() => window.inside.myTurn())) ||
        (await page.locator("#question").textContent()) !== asked,
    )
    .toBe(true);
  expect(visitor.line.refusals).toEqual([]);
});

test("Arcane Alley has odds too, and no table without leave", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await seatAt(visitor, "arcane", await foundByApi({ game: "arcane", seats: ["me", "easy"] }));
  await play(visitor, { seed: 104, until: '[data-do="draw deck"]' });
  await page.keyboard.press("o");
  await page.getByRole("region", { name: "Odds" }).getByText(/%/).first().waitFor();
  // The panel leaves the buttons beside the question alone.
  const panel = await page.getByRole("region", { name: "Odds" }).boundingBox(),
    button = await page.getByRole("button", { name: "Hint" }).boundingBox();
  const right = (button?.x ?? Infinity) + (button?.width ?? 0),
    bottom = (button?.y ?? Infinity) + (button?.height ?? 0);
  expect(right <= (panel?.x ?? 0) || bottom <= (panel?.y ?? 0)).toBe(true);
  await seatAt(
    visitor,
    "arcane",
    await foundByApi({ game: "arcane", seats: ["me", "easy"], help: false }),
  );
  await asked(page);
  expect(await page.getByRole("group", { name: "Odds and hints" }).count()).toBe(0);
  await page.keyboard.press("o");
  await page.keyboard.press("h");
  expect(await page.getByRole("region", { name: /Odds|Hint/ }).count()).toBe(0);
});

test("on a phone, slots carry their numbers while a hint names them, and lie in sight", async () => {
  const visitor = await visit({ viewport: TALL, hasTouch: true, isMobile: true }),
    { page } = visitor;
  const seats = ["me", "easy", "easy"];
  await seatAt(
    visitor,
    "arcane",
    await foundByApi({ game: "arcane", seats, options: { first: 0 } }),
  );
  await asked(page);
  const numbers = page.locator("[data-spot^='house.0.'] kbd:visible");
  expect(await numbers.count()).toBe(0);
  await page.locator("[data-spot=hint]").tap();
  // The first question is which two items to turn up, so every hint for it names slots.
  await page.getByText(/^Turn up slots \d and \d/).waitFor();
  await expect.poll(() => numbers.allInnerTexts()).toEqual([..."123456789"]);
  const hint = await page.getByRole("region", { name: "Hint" }).boundingBox(),
    first = await numbers.first().boundingBox();
  expect((hint?.y ?? 999) + (hint?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
  // The line about a card speaks of the last touched one, and after the answer of the drawn one.
  await page.getByRole("button", { name: "Do it" }).tap();
  await page.locator('[data-do="draw deck"]').waitFor();
  const name = page.locator(".focus-line b"),
    drawn = page.locator("[data-spot^='stash.0.']").last();
  await page.locator("[data-spot^='house.0.'][aria-label*=revealed]").first().tap();
  await name.waitFor();
  await page.locator("[data-spot=deck]").tap();
  await page.locator("[data-spot^='stash.0.'][data-spot$='.2']").waitFor();
  const told = async (): Promise<boolean> =>
    (await drawn.getAttribute("aria-label"))?.startsWith(`${await name.innerText()},`) ?? false;
  await expect.poll(told).toBe(true);
});
