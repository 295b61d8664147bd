// On a phone of 360 × 740: nothing is wider than the screen, and whatever can be touched is large enough for a thumb.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, PHONE, TALL, visit } from "./house";
import { play, playTurns } from "./pilot";
import { finished, found as foundTable, foundByApi, seatAt, pages } from "./steps";

const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
const THUMB = 24; // CSS pixels (WCAG 2.2, 2.5.8)
const MAIN = 40;

/** What does not fit here. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([thumb, main]) => [
      ...window.inside.tooWide(),
      ...window.inside.small(thumb),
      ...window.inside.small(main, ".main:not(.small)"),
    ],
    [THUMB, MAIN] as const,
  );

test("rooms", async () => {
  const visitor = await visit(phone),
    { page } = visitor;
  const over = await finished("quacks", ["me", "easy", "easy", "easy"]);
  await seatAt(visitor, "quacks", over);
  await page.locator("#result").waitFor();
  const found = [
    ...(await misfits(page)),
    ...(await page.evaluate(() => window.inside.small(44, "header.bar .tool"))),
  ];
  for (const hash of [...pages, "#guide/quacks", `#r/${over.table.id}/20`]) {
    await page.goto(at(`/${hash}`));
    await page.locator("main:not(.alone)").first().waitFor();
    found.push(...(await misfits(page)).map(misfit => `${hash}: ${misfit}`));
  }
  expect(found).toEqual([]);
});

test("a whole game of the Quacks", async () => {
  const visitor = await visit(phone),
    { page } = visitor;
  await foundTable(page, "quacks", {
    seats: ["me", "easy", "easy", "easy"],
    books: "2",
    pot: "tubes",
  });
  // While one shops, the shop lies where the pot was, whole.
  await playTurns(visitor, 61, {
    taps: THUMB,
    steady: { still: { question: ".ask.panel" }, whole: [] },
  });
  expect(await misfits(page)).toEqual([]);
});

test("the discard of Arcane Alley is opened by its name", async () => {
  const visitor = await visit({ ...phone, viewport: TALL }),
    { page } = visitor;
  await seatAt(
    visitor,
    "arcane",
    await foundByApi({ game: "arcane", seats: ["me", "easy"], name: "Ada", options: {} }),
  );
  const pile = page.getByRole("button", { name: /^Discard [1-9]/ });
  // While I am asked, nobody else takes the only item of the discard.
  await play(visitor, { seed: 3, until: ".middle-place button.label:enabled" });
  await pile.tap();
  await page.getByRole("dialog").waitFor();
});

test("turns of Arcane Alley with six players", async () => {
  const visitor = await visit(phone),
    { page } = visitor;
  await foundTable(page, "arcane", {
    seats: ["me", "easy", "easy", "easy", "easy", "easy"],
    market: "yes",
    wizards: "random",
  });
  await play(visitor, { seed: 62, answers: 20, taps: THUMB });
  for (const name of ["Log", "Menu", "Settings"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await page.locator("dialog[open]").waitFor();
    expect(await misfits(page), name).toEqual([]);
    const close = page.locator("dialog[open]").getByRole("button", { name: "Close" });
    expect((await close.boundingBox())?.y, `${name}: Close is in sight`).toBeGreaterThanOrEqual(0);
    await page.locator("dialog[open]").getByRole("button", { name: "Close" }).tap();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
});

test("on 390 × 844, storehouse, stash and shop are whole, and the question has its place", async () => {
  const visitor = await visit({ ...phone, viewport: TALL }),
    { page } = visitor;
  const name = "Bartholomäus Donnersberg-Rauschenbacher";
  await seatAt(
    visitor,
    "arcane",
    await foundByApi({ game: "arcane", name, seats: ["me", "easy", "easy"] }),
  );
  await play(visitor, {
    seed: 63,
    answers: 14,
    steady: {
      still: { question: ".ask.panel", storehouse: ".mine > .house", stash: ".stash .cards" },
      whole: [[".mine > .house", ".stash-place"], [".stash .cards"]],
    },
  });
  expect(await misfits(page)).toEqual([]);
  await seatAt(
    visitor,
    "quacks",
    await foundByApi({ game: "quacks", name, seats: ["me", "easy", "easy"] }),
  );
  const still = { question: ".ask.panel" };
  const brewing = { ...still, draw: '[data-do="draw"]', stop: '[data-do="stop"]' };
  await play(visitor, {
    seed: 64,
    until: '[data-do="buy done"]',
    steady: { still: brewing, whole: [] },
  });
  await play(visitor, {
    seed: 65,
    answers: 1,
    steady: { still, whole: [["section.shop", "div.actions"]] },
  });
});

test("on 390 × 664, the others, storehouse and stash are in sight, with the Market too", async () => {
  const mine = [[".mine > .house", ".stash-place"], [".stash .cards"], [".strip"]];
  const small = await visit({ ...phone, viewport: { width: 390, height: 664 } });
  await seatAt(
    small,
    "arcane",
    await foundByApi({
      game: "arcane",
      seats: ["me", "easy", "easy"],
      options: { market: true },
    }),
  );
  await play(small, { seed: 66, answers: 10, steady: { still: {}, whole: mine } });
});

test("whoever watches on a phone has deck, discard and Market in one line", async () => {
  const { page } = await visit(phone);
  const { table } = await foundByApi({
    game: "arcane",
    seats: ["easy", "easy", "easy"],
    options: { market: true },
  });
  await page.goto(at(`/#t/${table.id}`));
  const middle = await page.locator("section.middle").boundingBox();
  expect(middle?.height).toBeLessThan(120);
});

test("a phone held sideways shows all of one's own at once", async () => {
  const sideways = await visit({ ...phone, viewport: { width: 844, height: 390 } });
  // The ways into both games are in sight at the front door.
  await sideways.page.goto(at("/"));
  for (const game of ["arcane", "quacks"]) {
    const way = sideways.page.locator(`[data-play=${game}]`);
    await way.waitFor();
    const box = await way.boundingBox();
    expect(box && box.y + box.height, game).toBeLessThanOrEqual(390);
  }
  await seatAt(
    sideways,
    "arcane",
    await foundByApi({ game: "arcane", seats: ["me", "easy", "easy"] }),
  );
  await play(sideways, {
    seed: 67,
    answers: 8,
    steady: { still: {}, whole: [[".ask.panel"], [".mine > .house"], [".stash .cards"]] },
  });
  await seatAt(
    sideways,
    "quacks",
    await foundByApi({ game: "quacks", seats: ["me", "easy"], options: { fortune: "off" } }),
  );
  await play(sideways, {
    seed: 68,
    answers: 2,
    steady: { still: {}, whole: [[".ask.panel"], [".own"], ["div.actions"]] },
  });
});
