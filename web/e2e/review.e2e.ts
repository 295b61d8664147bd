// Reviews: from the end of a game to its mistakes, what was better, and trying again. Computed in the page.
import { expect, test } from "vitest";
import { at, PHONE, visit } from "./house";
import { finished, seatAt, type Founded } from "./steps";

test("a finished game is reviewed: marks, the next mistake, what was better, and once more from there", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const options = { fortune: "off", books: 1 };
  const mine = await finished("quacks", ["me", "easy"], { options });
  await seatAt(visitor, "quacks", mine);
  await page.locator("[data-review]").click();
  const panel = page.getByRole("region", { name: "Review" });
  await page.locator("[data-review-panel=whole]").waitFor();
  // Graph, luck and skill are in sight at once.
  const last = panel.locator("[data-sums]").last();
  const seen = (): Promise<boolean> =>
    last.evaluate(el => {
      const { left, top, width, height } = el.getBoundingClientRect();
      return el.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(seen).toBe(true);
  await panel.getByRole("combobox", { name: "Whose mistakes" }).selectOption("Everyone");
  const marks = panel.locator("[data-fault]");
  expect(await marks.count()).toBeGreaterThan(1);
  expect(await panel.locator("[data-sums]").count()).toBe(2);

  // Luck has marks of another shape, and is told with what happened.
  const luck = panel.locator("[data-fortune]").first();
  const kind = await luck.getAttribute("data-fortune");
  await luck.dispatchEvent("click");
  await page.locator(`[data-luck-words=${kind}]`).waitFor();
  await page.keyboard.press("Home");

  await panel.getByRole("button", { name: "Next mistake" }).click();
  await page.locator("[data-better]").waitFor();
  expect(await page.locator("[data-better]").textContent()).toMatch(
    /Better by \d+ percentage points?: .+ – .+\./,
  );
  const moveNow = (): number => Number(/#r\/\w+\/(\d+)\/\d\/review/.exec(page.url())?.[1]);
  const first = moveNow();
  await page.keyboard.press("n");
  await expect.poll(moveNow).toBeGreaterThan(first);
  await page.keyboard.press("p");
  await expect.poll(moveNow).toBe(first);
  await page.getByRole("button", { name: "Show what was better" }).click();
  await page.locator("[data-imagined]").waitFor();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.locator("[data-better]").waitFor();
  expect(
    await page.evaluate(() => [...window.inside.nonsense(), ...window.inside.tooWide()]),
  ).toEqual([]);

  // It counts in my statistics.
  const statistics = await page.context().newPage();
  await statistics.goto(at("/#mine"));
  await statistics.locator("[data-tally]").waitFor();
  await statistics.close();

  // Kept: there at once the next time, on a phone's screen as well.
  await page.setViewportSize(PHONE);
  await page.reload();
  await page.locator("[data-review-panel=whole]").waitFor();
  await page.locator("[data-better]").waitFor();
  expect(await page.evaluate(() => window.inside.tooWide())).toEqual([]);
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.getByRole("radio", { name: "The same luck" }).check();
  const founded = page.waitForResponse(r => r.url().endsWith("/api/practice"));
  await page.getByRole("button", { name: "Play on" }).click();
  const { table } = (await (await founded).json()) as Founded;
  expect(table.practice).toEqual({ moves: first, luck: "same" });
  await page.waitForURL(/#t\//);
  await page.locator("main#table").waitFor();
  expect(page.url()).not.toContain(mine.table.id);
});

test("a review takes two cores, can be stopped, and what is known stays", async () => {
  const { table } = await finished("arcane", ["me", "easy"]);
  const { page, context } = await visit();
  await context.addInitScript(
    `Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 2 });`,
  );
  await page.goto(at(`/#r/${table.id}/0/all/review`));
  await page.locator("[data-review-panel] [data-sums]").first().waitFor({ state: "attached" });
  // Who has fetched the net values positions.
  const nets = (): Promise<number[]> =>
    Promise.all(
      page
        .workers()
        .map(worker =>
          worker.evaluate(
            () =>
              performance
                .getEntriesByType("resource")
                .filter(entry => /arcane.*\.net/.test(entry.name)).length,
          ),
        ),
    );
  await expect.poll(async () => (await nets()).filter(n => n > 0).length).toBe(2);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("[data-review-panel=stopped]").waitFor();
  expect(await page.locator("[data-sums]").count()).toBe(2);
});
