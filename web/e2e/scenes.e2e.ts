// Scenes: met, read, answered with OK and skipped, at tables of both games and in a replay.
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeEngine, type Film } from "../src/engine/engine";
import { machine, simulate } from "../test/native";
import { at, DESKTOP, PHONE, visit } from "./house";
import { asked, finished, foundByApi, practiseByApi, seatAt } from "./steps";

const scene = (page: Page, kind: string): Locator => page.locator(`[data-scene="${kind}"]`);
const answer = (page: Page, action: string): Locator =>
  page.locator(`[data-do="${action}"]:not([aria-disabled=true])`).first();

async function open(record: string): Promise<Film> {
  const first = await machine();
  return makeEngine(() => ({
    ask: async (question, text) => first.ask(JSON.stringify(question), text),
    end: () => undefined,
  })).openRecord(record);
}

/** Whether it was there to click. What has just been clicked may leave the page before the next click arrives. */
const tap = async (there: Locator): Promise<boolean> =>
  (await there.count()) > 0 &&
  there.click({ timeout: 1000 }).then(
    () => true,
    () => false,
  );

/** OK until this kind of scene is there. */
async function reach(page: Page, kind: string): Promise<Locator> {
  const wanted = scene(page, kind);
  for (let i = 0; i < 20 && !(await wanted.count()); i++) {
    await page.locator("[data-scene]").first().waitFor();
    if (await wanted.count()) break;
    await page.keyboard.press("Enter");
  }
  await wanted.waitFor();
  return wanted;
}

/** Reads scene after scene until it is enough, and buys nothing on the way. */
async function readUntil(page: Page, enough: () => Promise<boolean>): Promise<string> {
  let told = "";
  for (let i = 0; i < 1000; i++) {
    if (await enough()) return told;
    // One look, so that only what was read is passed.
    const shown = await page.evaluate(() => {
      const open = document.querySelector<HTMLElement>("[data-scene]");
      return open?.innerText;
    });
    told += shown ?? "";
    if (shown) await page.keyboard.press("Space");
    for (const done of ["buy done", "rubies done"]) await tap(answer(page, done));
    await page.waitForTimeout(30);
  }
  throw new Error(`not enough: ${told}`);
}

test("Arcane Alley: an inspection waits for OK, the end of a round is skipped", async () => {
  const [record = ""] = simulate(
    "arcane",
    ...["--bots", "greedy,greedy,greedy", "--seed", "4", "--games", "1", "--keep", "1"],
  );
  const film = await open(record),
    n = await firstSlotWith(film, "inspection"); // it ends the first Sell phase; bribes follow
  const visitor = await visit({ pace: "once", scenes: "wait" }),
    { page } = visitor,
    { seat = 0, action = "" } = film.moves[n - 1] ?? {};
  await seatAt(visitor, "arcane", await practiseByApi(record, n - 1, seat));
  await asked(page);
  await answer(page, action).click();
  const inspection = await reach(page, "inspection");
  expect(await inspection.getAttribute("role")).toBe("dialog");
  await page.getByRole("dialog", { name: /^Inspection of round \d$/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-ok"))).toBe(true);
  expect(await page.evaluate(() => window.inside.myTurn())).toBe(false); // the bribes wait
  const sums = (await inspection.locator(".sum").allTextContents()).map(sum =>
    Number(/[−-]?\d+$/.exec(sum)?.[0].replace("−", "-")),
  );
  expect(sums).toHaveLength(3);
  // What the cards say is what is counted.
  const cards = await inspection
    .locator("ol > li")
    .evaluateAll(rows =>
      rows.map(row =>
        [...row.querySelectorAll(".mini .unseen")]
          .map(e => Number(/-?\d+$/.exec(e.textContent)?.[0]))
          .reduce((a, b) => a + b, 0),
      ),
    );
  expect(cards).toEqual(sums);
  await expect
    .poll(async () => {
      await page.keyboard.press("Enter");
      return inspection.count();
    })
    .toBe(0);
  await asked(page);
  // Who has too little gold or no infamy is asked in other words.
  expect(await page.locator("#question").textContent()).toMatch(
    /^Bribes: (every 2 gold take off 1 infamy\. How much gold do you spend\?|they cost at least 2 gold, and you have \d+\.|you have no infamy to get rid of\.)$/,
  );
  await page.getByRole("button", { name: "Spend nothing" }).click();
  const round = scene(page, "round");
  await round.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => round.count()).toBe(0);
});

test("a scene that does not wait passes by, even where the pointer rests", async () => {
  const [record = ""] = simulate(
    "arcane",
    ...["--bots", "greedy,greedy,greedy", "--seed", "4", "--games", "1", "--keep", "1"],
  );
  const film = await open(record),
    n = await firstSlotWith(film, "trigger");
  const visitor = await visit({ painted: true, pace: "quick", scenes: "wait" }),
    { page } = visitor,
    { seat = 0, action = "" } = film.moves[n - 1] ?? {};
  await seatAt(visitor, "arcane", await practiseByApi(record, n - 1, seat));
  await asked(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width - 40, height - 40);
  const trigger = scene(page, "trigger");
  // The page may take the focus for itself just before the key comes.
  await expect
    .poll(async () => {
      const chosen = answer(page, action);
      if (await chosen.count()) await chosen.press("Enter", { timeout: 1000 }).catch(() => {});
      return trigger.isVisible();
    })
    .toBe(true);
  expect(await trigger.evaluate(e => e.matches(":hover"))).toBe(true);
  await trigger.waitFor({ state: "detached" });
});

/** The first answer to "which slot?" that has an event of this type. */
async function firstSlotWith(film: Film, type: string): Promise<number> {
  for (let n = 1; n <= film.length; n++) {
    const types = (await film.events(n, "all")).map(e => e.type);
    if (types.includes(type) && film.moves[n - 1]?.action.startsWith("slot")) return n;
  }
  throw new Error(`no ${type}`);
}

test("the Quacks: an explosion and its choice, the evaluation step by step, the next turn", async () => {
  const visitor = await visit({ pace: "quick", scenes: "wait" }),
    { page } = visitor;
  const wish = { game: "quacks", seats: ["me", "easy"], name: "Ada", options: { fortune: "off" } };
  await seatAt(visitor, "quacks", await foundByApi(wish));
  await asked(page);
  // Whoever draws the whole first bag explodes: its whites are worth 11.
  const bang = scene(page, "explosion");
  for (let i = 0; i < 1000 && !(await bang.count()); i++) {
    if (!(await tap(answer(page, "draw")))) await page.waitForTimeout(40);
  }
  await page.getByRole("dialog", { name: "Your pot explodes!" }).waitFor();
  expect(await bang.textContent()).toMatch(/Cherry bombs worth (8|9|10|11); the pot holds 7/);
  // The headline and the title say who is waited for, by the button's word: Next while there is more to read.
  const said = (): Promise<string[]> =>
    page.evaluate(() => [
      document.querySelector("[data-ok]")?.textContent.trim() ?? "",
      window.inside.question(),
      document.title.split(" · ")[0] ?? "",
    ]);
  const [word = "", headline, title = ""] = await said();
  expect(headline, word).toBe(
    word.startsWith("Next") ? "Press Next to read on" : "Press OK to continue",
  );
  expect(title.startsWith(headline ?? "?"), title).toBe(true);
  await page.locator("[data-ok]").click();
  const choice = scene(page, "choice"),
    onBoard = page.locator("#table [data-do^=score]");
  let told = await readUntil(page, () => onBoard.first().isVisible());
  // On a large screen the answers stand below the question, on a phone in a sheet.
  expect([await choice.count(), await onBoard.count()]).toEqual([0, 2]);
  await page.setViewportSize(PHONE);
  await choice.waitFor();
  expect(await choice.locator("[data-do]").count()).toBe(2);
  expect(await onBoard.first().isVisible()).toBe(false);
  // Whoever closes it answers on the board, whose keys are back.
  await page.keyboard.press("Escape");
  await expect.poll(() => choice.count()).toBe(0);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press("1");
  told += await readUntil(page, async () => (await scene(page, "turn").count()) > 0);
  expect(told).toContain("Points, and coins to spend");
  expect(told).toContain("Ada");
  await page.getByRole("dialog", { name: "Turn 2 of 9 begins" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("[data-scene]").count()).toBe(0);
  await asked(page);
  // Turned off, they do not come back.
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Big moments").selectOption("off");
  await page.keyboard.press("Escape");
  await answer(page, "draw").click();
  await asked(page);
  expect(await page.locator("[data-scene]").count()).toBe(0);
});

test("the end: places, a graph, and what everybody did; and scenes in its replay", async () => {
  const visitor = await visit({ pace: "quick", scenes: "wait" }),
    { page } = visitor;
  const game = await finished("arcane", ["me", "easy", "easy"]);
  await seatAt(visitor, "arcane", game);
  const result = page.getByRole("region", { name: "Result" });
  const table = result.getByRole("table", { name: "Gold by round" });
  await table.waitFor({ state: "attached" });
  const last = await table.locator("tbody tr td:last-child").allTextContents();
  const scores = await result.locator("tr[data-seat]").evaluateAll(rows =>
    rows
      .map(row => [row.getAttribute("data-seat"), row.querySelector(".score")?.textContent])
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, score]) => score),
  );
  expect(last).toEqual(scores);
  await result.getByText("Sets sold").waitFor();
  expect(await page.evaluate(() => window.inside.tooWide())).toEqual([]);
  const film = await open(await (await fetch(at(`/api/tables/${game.table.id}/record`))).text());
  // The last inspection ends the game, perhaps with answers in between: its scenes come at the end.
  const n = film.length;
  await page.goto(at(`/#r/${game.table.id}/${n - 1}/watch`));
  await expect.poll(() => page.getByRole("slider").inputValue()).toBe(String(n - 1));
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("ArrowRight");
  await page.locator("[data-scene]").first().waitFor();
  // Until the scenes are over, neither the board nor the sentence beside it tells the result.
  const wins = page.locator(".told [data-ended]"),
    said = page.locator(".told .sentence"),
    beside = page.locator(".story [aria-current]");
  expect(await wins.count()).toBe(0);
  expect(await said.count()).toBe(0);
  await expect.poll(() => beside.textContent()).toMatch(/…/);
  await reach(page, "end");
  expect(await wins.count()).toBe(0);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("[data-scene]").count()).toBe(0);
  await wins.waitFor();
  await said.first().waitFor();
  await expect.poll(() => beside.textContent()).not.toMatch(/…/);
  // While it plays, scenes go on by themselves.
  await page.goto(at(`/#r/${game.table.id}/${n - 2}/watch`));
  await expect.poll(() => page.getByRole("slider").inputValue()).toBe(String(n - 2));
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => page.getByRole("slider").inputValue()).toBe(String(film.length));
  await expect.poll(() => page.locator("[data-scene]").count(), { timeout: 20_000 }).toBe(0);
});
