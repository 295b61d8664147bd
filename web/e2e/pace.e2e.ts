// The pace of the table: others' actions take their time and leave a trace, can be skipped and shown again; in the Quacks
// the bots do not run ahead.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit, type Visitor } from "./house";
import { play, playOn } from "./pilot";
import { simulate } from "../test/native";
import { asked, foundByApi, practiseByApi, seatAt } from "./steps";

const seats = ["me", "easy", "easy"];

async function table(visitor: Visitor, game: string): Promise<void> {
  await seatAt(visitor, game, await foundByApi({ game, seats, name: "Ada" }));
}

/** Notes whether anything has left a trace from now on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    new MutationObserver(changes => {
      for (const node of changes.flatMap(c => [...c.addedNodes]))
        if (node instanceof Element && node.matches(".trace"))
          document.documentElement.dataset["traced"] = "yes";
    }).observe(document.body, { childList: true });
  });
const traced = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset["traced"] === "yes");

/** What the table shows once the bots have drawn their chips: nothing has changed for a while. */
async function settled(page: Page): Promise<string> {
  const board = page.locator("#table");
  let now = "";
  for (let same = 0; same < 3;) {
    await page.waitForTimeout(200);
    const next = await board.innerText();
    same = next === now ? same + 1 : 0;
    now = next;
  }
  return now;
}

/** Plays on until others have moved something, and more of it waits. */
async function othersAct(page: Page): Promise<void> {
  const skip = page.locator("[data-skip]");
  for (let i = 0; i < 12; i++) {
    await asked(page);
    await playOn(page, { seed: 20 + i, answers: 1 });
    await skip.waitFor({ timeout: 500 }).catch(() => undefined);
    if ((await traced(page)) && (await skip.count())) return;
    if (await skip.count()) await skip.click();
  }
  throw new Error("nobody has left a trace");
}

test("others take their time, leave a trace, and are skipped with the space bar", async () => {
  const visitor = await visit({ pace: "slow" }),
    { page } = visitor;
  await table(visitor, "arcane");
  await watch(page);
  await othersAct(page);
  // A button that has the focus is pressed, and nothing is skipped.
  const settings = page.getByRole("button", { name: "Settings" });
  await settings.focus();
  await page.keyboard.press("Tab");
  await settings.focus();
  await page.keyboard.press("Space");
  await page.getByRole("dialog").waitFor();
  await page.getByLabel("Pace of the others").selectOption("slow");
  await page.keyboard.press("Escape");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if (await page.locator("[data-skip]").count()) await page.keyboard.press("Space");
  await expect.poll(() => page.locator("[data-skip]").count()).toBe(0);
  await page.keyboard.press("?");
  await page.getByText("since your last move").waitFor();
});

test("what happened since my last move is shown again, and whoever plays on ends it", async () => {
  const visitor = await visit({ pace: "once" }),
    { page } = visitor;
  await table(visitor, "quacks");
  await play(visitor, { seed: 3, answers: 6 });
  await asked(page);
  const now = await settled(page),
    question = await page.locator("#question").textContent();
  await page.locator("[data-show-again]").click();
  await page.locator("[data-past]").waitFor();
  expect(await page.locator("#question").textContent()).toBe(question);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => page.locator("[data-past]").count()).toBe(0);
  expect(await page.locator("#table").innerText()).toBe(now);
  // By itself it comes back too.
  await page.keyboard.press("p");
  await page.locator("[data-past]").waitFor();
  // Two bots may have drawn some twenty chips.
  await page.locator("[data-past]").waitFor({ state: "detached", timeout: 90_000 });
  expect(await page.locator("#table").innerText()).toBe(now);
  await page.keyboard.press("p");
  await page.locator("[data-past]").waitFor();
  await page.keyboard.press("Space");
  await page.locator("[data-past]").waitFor({ state: "detached" });
  // Whoever touches the board wants to play on.
  await page.keyboard.press("p");
  await page.locator("[data-past]").waitFor();
  await page.locator("[data-spot=pot-0]").click();
  await page.locator("[data-past]").waitFor({ state: "detached" });
  await play(visitor, { seed: 4, answers: 1 });
});

interface Entry {
  seat?: number;
  events?: { [type: string]: unknown }[];
}

test("quacks: with bots alone nobody draws ahead of me, not even on the wire", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const drawn = [0, 0, 0];
  let most = 0;
  page.on("websocket", socket =>
    socket.on("framereceived", ({ payload }) => {
      const { seat, events = [] } = JSON.parse(String(payload)) as Entry;
      for (const event of events) {
        if ("turn" in event) drawn.fill(0);
        if ("draw" in event && seat !== undefined) drawn[seat] = (drawn[seat] ?? 0) + 1;
        if (seat === 0 && "stop" in event) drawn[0] = 100; // the bots finish
        if (seat === 0 && "explode" in event) drawn[0] = 100;
      }
      most = Math.max(most, ...drawn.slice(1).map(n => n - (drawn[0] ?? 0)));
    }),
  );
  await seatAt(
    visitor,
    "quacks",
    await foundByApi({ game: "quacks", seats, options: { books: 3, fortune: "off" } }),
  );
  await asked(page);
  await page.waitForTimeout(500);
  expect(drawn).toEqual([0, 0, 0]);
  await page.locator("[data-do=draw]").click();
  await expect.poll(() => drawn).toEqual([1, 1, 1]);
  await play(visitor, { seed: 8, answers: 12 });
  expect(most).toBeLessThanOrEqual(0);
});

test("arcane: a hint plays an item into its slot", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await table(visitor, "arcane");
  const hint = page.locator("[data-hint]"),
    follow = page.getByRole("button", { name: "Do it" });
  let told = "";
  const plays = /^Play (.*) into slot (\d)/; // some items are played without a slot
  for (let i = 0; i < 30 && !plays.test(told); i++) {
    await asked(page);
    await page.keyboard.press("h");
    told = await hint.innerText();
    await follow.click();
    await follow.waitFor({ state: "detached" });
  }
  const [, item = "", slot = ""] = plays.exec(told) ?? [];
  await page.getByText(`Ada plays ${item} into slot ${slot}.`).waitFor();
  expect(visitor.line.refusals).toEqual([]);
});

test("arcane: an item that is being played is in sight until it has its slot", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const [record = ""] = simulate(
    "arcane",
    ...["--bots", "greedy,greedy,greedy", "--seed", "4", "--games", "1", "--keep", "1"],
  );
  const line = record.split("\n").find(text => text.includes('"action":"play ')) ?? "";
  const { n, seat } = JSON.parse(line) as { n: number; seat: number };
  await seatAt(visitor, "arcane", await practiseByApi(record, n, seat));
  await asked(page);
  const flying = page.locator("[data-flying]");
  await flying.waitFor();
  const item = await flying.getAttribute("data-flying");
  expect(await flying.getAttribute("aria-label")).toMatch(/: being played$/);
  const slot = page.locator(`[data-do^="slot "]`).last(),
    mine = page.locator(`[data-spot="${(await slot.getAttribute("data-spot")) ?? ""}"]`);
  expect(await mine.locator(`[data-item="${item ?? ""}"]`).count()).toBe(0);
  await slot.click();
  await expect.poll(() => flying.count()).toBe(0);
  expect(await mine.locator(`[data-item="${item ?? ""}"]`).count()).toBe(1);
});

test("quacks: a die that was taken back leaves the table", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const options = { books: 3, fortune: "off" };
  await seatAt(
    visitor,
    "quacks",
    await foundByApi({ game: "quacks", seats: ["me", "easy"], options, practice: true }),
  );
  const dice = page.locator(".middle .roll"),
    brewing = page.locator("[data-do=draw]:not([aria-disabled=true])");
  await asked(page);
  await brewing.click();
  await asked(page);
  await page.locator("[data-do=stop]:not([aria-disabled=true])").click();
  // The winner of the potion rolls, then chips are bought.
  await expect.poll(() => dice.count()).toBeGreaterThan(0);
  for (let i = 0; i < 4 && !(await brewing.count()); i++) {
    await asked(page);
    await page.keyboard.press("u");
    await page.waitForTimeout(300);
  }
  await asked(page);
  expect(await dice.count()).toBe(0);
});
