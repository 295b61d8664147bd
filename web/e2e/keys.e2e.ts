// Played with the keyboard alone, from the front door to the end of a game of each.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, visit } from "./house";
import type { Focus } from "./inside";
import { inTurn, LONG, skipTo } from "./pilot";
import { foundByApi, seatAt } from "./steps";

const focus = (page: Page): Promise<Focus> => page.evaluate(() => window.inside.focus());

/** On with Tab until something fits; every stop on the way shows where the focus is. */
async function tabTo(
  page: Page,
  fits: (f: Focus) => boolean | Promise<boolean>,
  most = 80,
): Promise<Focus> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const now = await focus(page);
    expect(now.there ? now : { seen: true }, "focus can be seen").toMatchObject({ seen: true });
    if (await fits(now)) return now;
  }
  throw new Error("Tab never comes there");
}

/** The keys of this moment, as the list behind `?` tells them. */
async function keysNow(page: Page): Promise<string[]> {
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" }).locator("dl");
  await list.waitFor();
  const keys = await list.locator("dt").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.locator("dialog dl").waitFor({ state: "detached" });
  return keys.map(key => key.trim());
}

/** Mine to answer, or over; and where the focus is by then. */
const ready = (page: Page): Promise<{ on: boolean; focus: Focus }> =>
  page.evaluate(async () => ({
    on: await window.inside.ready(),
    focus: window.inside.focus(),
  }));

/** Keys that do not answer: log, reading, undo, help, who is here, the past, the list itself. */
const elsewhere = new Set(["?", "l", "r", "u", "h", "o", "w", "p", "Escape", "Esc", "Space"]);

interface Hand {
  page: Page;
  count: number;
  lost: string[];
}

/** Keys stand beside what they do; now and then the list is asked. */
async function byLetters(hand: Hand): Promise<void> {
  const shown =
    hand.count % 6 === 0
      ? await keysNow(hand.page)
      : await hand.page.evaluate(() => window.inside.keysShown());
  const keys = shown.filter(key => !elsewhere.has(key));
  if (keys.length === 0) return byTab(hand);
  await hand.page.keyboard.press(keys[(hand.count * 7) % keys.length] ?? "");
}

/** A grid is one stop of Tab; arrow keys go through it. */
const around = [
  "Home",
  "ArrowRight",
  "ArrowRight",
  "ArrowDown",
  "ArrowLeft",
  "ArrowLeft",
  "ArrowDown",
  "ArrowRight",
  "ArrowRight",
];

async function byTab({ page }: Hand): Promise<void> {
  const inGrid = async (f: Focus): Promise<boolean> => {
    for (const key of f.grid ? around : []) {
      await page.keyboard.press(key);
      if ((await focus(page)).does !== null) return true;
    }
    return false;
  };
  await tabTo(page, async f => f.does !== null || (await inGrid(f)));
  await page.keyboard.press("Enter");
}

async function comesBack(page: Page): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if ((await focus(page)).there) return true;
    await page.waitForTimeout(20);
  }
  return false;
}

/** Plays to the end, or until something is there; where the focus was somewhere before an answer, it is afterwards. */
async function playByKeys(page: Page, until?: string): Promise<Hand> {
  const hand: Hand = { page, count: 0, lost: [] };
  let now = await ready(page);
  while (now.on && !(until && (await page.locator(until).count()) > 0)) {
    if (hand.count++ > 600) throw new Error("it does not end");
    const had = now.focus;
    await (hand.count % 4 === 0 ? byTab(hand) : byLetters(hand));
    now = await ready(page);
    // It comes back a moment after what had it has gone.
    if (had.there && !now.focus.there && !(await comesBack(page))) hand.lost.push(had.at);
  }
  return hand;
}

async function onByKeys(page: Page, until?: string): Promise<void> {
  await page.locator("#question").waitFor();
  const { lost } = await playByKeys(page, until);
  expect(lost).toEqual([]);
}

async function toTheEnd(page: Page): Promise<void> {
  await onByKeys(page);
  await tabTo(page, f => f.at.includes("Play again"));
  await page.keyboard.press("Enter");
  await ready(page);
}

test("Quacks with the keyboard alone", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await page.goto(at("/"));
  await page.locator('[data-play="quacks"]').waitFor();
  await tabTo(page, f => f.at.includes("Play now: The Quacks"));
  await page.keyboard.press("Enter");
  if (!LONG) {
    await onByKeys(page, inTurn(3));
    await skipTo(visitor, "turn", 9, 1);
  }
  await toTheEnd(page);
});

test("Arcane Alley with the keyboard alone", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const short = {
    game: "arcane",
    seats: ["me", "easy", "easy"],
    options: { turn_cap: LONG ? 5 : 2, market: true, wizards: "random" },
  };
  await seatAt(visitor, "arcane", await foundByApi(short));
  await page.goto(at("/#"));
  const playOn = page.getByRole("link", { name: "Play on" });
  await playOn.waitFor();
  // What one can go on with is above what one can begin.
  const rooms = await page.locator("article.room").first().boundingBox();
  expect((await playOn.boundingBox())?.y).toBeLessThan(rooms?.y ?? 0);
  await tabTo(page, f => f.at.includes("Play on"));
  await page.keyboard.press("Enter");
  await toTheEnd(page);
});
