// What people do at a table beside playing: leaving, coming back, taking over, taking back, and running out of time.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, visit, type Visitor } from "./house";
import { play } from "./pilot";
import { asked, foundByApi, joinByApi, seatAt } from "./steps";

const ask = (page: Page) => page.locator("#question");

async function questionIs(page: Page, text: RegExp): Promise<void> {
  await expect.poll(() => ask(page).textContent()).toMatch(text);
}

/** One of two people who is asked, as soon as somebody is. */
async function whoIsAsked(one: Visitor, other: Visitor): Promise<Visitor> {
  const isAsked = async (who: Visitor) => (await who.page.title()).startsWith("●");
  await expect.poll(async () => (await isAsked(one)) || (await isAsked(other))).toBe(true);
  return (await isAsked(one)) ? one : other;
}

/** Two people at a table, each with a browser; seat 0 begins. */
async function two(game: string, more: object = {}): Promise<[Visitor, Visitor]> {
  const anna = await foundByApi({
    game,
    seats: ["me", "open"],
    name: "Anna",
    options: { first: 0 },
    ...more,
  });
  const bert = await joinByApi(anna.table.id, "Bert");
  const visitors: [Visitor, Visitor] = [await visit(), await visit()];
  for (const [i, seat] of [anna, bert].entries()) {
    const visitor = visitors[i];
    if (visitor) await seatAt(visitor, game, seat);
  }
  for (const { page } of visitors) await ask(page).waitFor();
  return visitors;
}

async function letBotPlay(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Let a bot play on for me" }).click();
  await questionIs(page, /A bot plays for you until you are back/);
}

test("leaving, and coming back", async () => {
  const [anna, bert] = await two("arcane");
  await letBotPlay(anna.page);
  await bert.page.getByText("Anna has left: a bot takes over.").waitFor();
  await anna.page.getByRole("button", { name: "Take my seat back" }).click();
  await expect.poll(() => ask(anna.page).textContent()).not.toMatch(/A bot plays for you/);
  await play(bert, { seed: 91, answers: 1 });
  await play(anna, { seed: 92, answers: 1 });
});

test("a hint stays while the other one acts", async () => {
  const [anna, bert] = await two("quacks", { help: true, options: { first: 0, fortune: "off" } });
  const hint = anna.page.locator("[data-hint]");
  await asked(anna.page);
  await anna.page.keyboard.press("h");
  await hint.waitFor();
  await play(bert, { seed: 97, answers: 1 });
  await anna.page
    .getByRole("log")
    .getByText(/Bert (draws|lays)/)
    .first()
    .waitFor();
  expect(await hint.count()).toBe(1);
});

test("somebody who watches takes the seat of somebody who left", async () => {
  const [anna, bert] = await two("arcane");
  const cleo = await visit();
  await cleo.page.goto(anna.page.url());
  await cleo.page.getByText("You are watching").waitFor();
  expect(await cleo.page.getByRole("button", { name: /Take/ }).count()).toBe(0);
  await letBotPlay(anna.page);
  await cleo.page.getByRole("textbox", { name: "Your name" }).fill("Cleo");
  await cleo.page
    .getByRole("button", { name: /Anna/ })
    .and(cleo.page.locator("[data-seat] button"))
    .click();
  await expect.poll(() => cleo.page.getByText("You are watching").count()).toBe(0);
  await anna.page.getByText(/key is no longer valid/).waitFor();
  // How far the bot came in between depends on time, so either may be asked first.
  const answered = new Set<Visitor>();
  while (answered.size < 2) {
    const who = await whoIsAsked(bert, cleo);
    await play(who, { seed: 93 + answered.size, answers: 1 });
    answered.add(who);
  }
});

test("taking back, alone against bots: not past luck, and the button says why", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const table = { game: "quacks", seats: ["me", "easy"], options: { fortune: "off" } };
  await seatAt(visitor, "quacks", await foundByApi(table));
  await page.locator('[data-do="draw"]:not([aria-disabled=true])').click();
  const chips = page.locator('[data-spot="pot-0"] [data-spot^="chip-0-"]');
  await expect.poll(() => chips.count()).toBe(1);
  await asked(page);
  const back = page.getByRole("button", { name: /^Take back/ });
  expect(await back.getAttribute("aria-disabled")).toBe("true");
  expect(await back.getAttribute("title")).toMatch(/luck .* practice table/);
  await page.keyboard.press("u");
  await page.getByText(/luck was involved since your last move/).waitFor();
  expect(await chips.count()).toBe(1);
  expect(visitor.line.refusals).toEqual([]);
});

test("taking back, alone against bots, in practice", async () => {
  const visitor = await visit(),
    { page } = visitor;
  // Under the card Well Stirred the first white is not in the pot before it was asked about.
  const options = { fortune: "off" },
    table = { game: "quacks", seats: ["me", "easy"], options, practice: true };
  await seatAt(visitor, "quacks", await foundByApi(table));
  await play(visitor, { seed: 95, until: '[data-do="draw"]:not([aria-disabled=true])' });
  const bag = page.locator('[data-spot="pot-0"] [data-spot^="chip-0-"]');
  const before = await bag.count();
  await page.locator('[data-do="draw"]').click();
  await expect.poll(() => bag.count()).toBe(before + 1);
  await asked(page);
  await page.getByRole("button", { name: /^Take back/ }).click();
  await expect.poll(() => bag.count()).toBe(before);
  await asked(page);
  await page.keyboard.press("d");
  await expect.poll(() => bag.count()).toBe(before + 1);
  await asked(page);
  await page.keyboard.press("u");
  await expect.poll(() => bag.count()).toBe(before);
  // The log is still there when the page is loaded again.
  const log = page.getByRole("log");
  const said = await log.innerText();
  expect(said).toMatch(/takes a move back/);
  await page.reload();
  await asked(page);
  expect(await log.innerText()).toBe(said);
});

test("taking back needs the other's consent where something was learned", async () => {
  const [anna, bert] = await two("arcane");
  for (const person of [anna, bert]) await play(person, { seed: 96, answers: 1 });
  await asked(anna.page);
  const stash = anna.page.locator('[data-spot^="stash.0."]');
  for (const [answer, left] of [
    ["No", 3],
    ["Agree", 2],
  ] as const) {
    if ((await stash.count()) === 2) await anna.page.locator('[data-do="draw deck"]').click();
    await expect.poll(() => stash.count()).toBe(3);
    await anna.page.getByRole("button", { name: /^Take back/ }).click();
    await anna.page.getByText("You asked to take a move back. Not answered yet: Bert.").waitFor();
    await questionIs(bert.page, /Anna asks to take a move back/);
    await bert.page.getByRole("button", { name: answer, exact: true }).click();
    await expect.poll(() => stash.count()).toBe(left);
    await questionIs(bert.page, /Anna is thinking/);
  }
});

test("time runs out, a bot plays on, and the seat is taken back", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const anna = await foundByApi({
    game: "arcane",
    seats: ["me", "open"],
    name: "Anna",
    clock: { move: 3, game: 0 },
    options: { first: 0 },
  });
  // The page in the lobby commits to a nonce, which would be refused once the game begins.
  const committed = page.waitForResponse(response => response.url().endsWith("/join"));
  await seatAt(visitor, "arcane", anna);
  await committed;
  await joinByApi(anna.table.id, "Bert"); // whose time runs out afterwards
  await page.getByRole("timer").waitFor();
  await questionIs(page, /Your time ran out: a bot plays for you/);
  await page.getByRole("button", { name: "Take my seat back" }).click();
  await expect.poll(() => ask(page).textContent()).not.toMatch(/ran out/);
});

test("a seat opened in a second window leaves the first one, which can take it back", async () => {
  const visitor = await visit(),
    { page, context } = visitor;
  await seatAt(visitor, "quacks", await foundByApi({ game: "quacks", seats: ["me", "easy"] }));
  await ask(page).waitFor();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.locator("#question").waitFor();
  await page.getByText("This seat is open in another window").waitFor();
  await page.getByRole("button", { name: "Play here instead" }).click();
  await second.getByText("This seat is open in another window").waitFor();
  await asked(page);
});

test("what is not there is said", async () => {
  const { page, expects } = await visit();
  expects(/404/);
  await page.goto(at("/#t/aaaaaaaaaaaaaaaa"));
  await page.getByText("There is no such table").waitFor();
  await page.goto(at("/#r/aaaaaaaaaaaaaaaa"));
  await page.getByText("There is no such game here").waitFor();
});

test("who is here, whose time runs, and reactions", async () => {
  const [anna, bert] = await two("arcane", { clock: { move: 300, game: 0 } });
  await bert.page
    .getByRole("timer")
    .filter({ hasText: /^Anna: [45]:\d\d left$/ })
    .waitFor();
  // A reaction is seen by the others, unless they hide them.
  await anna.page.getByRole("button", { name: "People" }).click();
  await anna.page.locator("[data-person='1']").getByText("Here").waitFor();
  await anna.page.getByRole("button", { name: "Good luck!" }).click();
  await bert.page.getByRole("log", { name: "Reactions" }).getByText("Good luck!").waitFor();
  await bert.page.keyboard.press("w");
  await bert.page.getByLabel("Hide reactions of the others").check();
  await bert.page.keyboard.press("Escape");
  await anna.page.keyboard.press("w");
  await anna.page.getByRole("button", { name: "Wow!" }).click();
  await anna.page.getByRole("log", { name: "Reactions" }).getByText("Wow!").waitFor();
  expect(await bert.page.locator("[data-reaction=wow]").count()).toBe(0);
  // Anna goes away, and comes back.
  const address = anna.page.url();
  await anna.page.goto("about:blank");
  await questionIs(bert.page, /Anna has been away since/);
  await bert.page.getByRole("button", { name: "People: 1 of 2 are here" }).waitFor();
  await anna.page.goto(address);
  await questionIs(bert.page, /Anna is thinking/);
});
