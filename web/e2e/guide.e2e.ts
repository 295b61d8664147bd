// The guided first round: it speaks, real moves are made, and it can be left at any time.
import { expect, test } from "vitest";
import { at, visit } from "./house";
import { play } from "./pilot";

for (const game of ["arcane", "quacks"]) {
  test(`${game}: a guided first round`, async () => {
    const visitor = await visit(),
      { page } = visitor;
    await page.goto(at("/"));
    await page.locator(`[data-room="${game}"] a`, { hasText: "First game: guided" }).click();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    const guide = page.getByRole("note", { name: "Guide" });
    await guide.waitFor();
    const said = new Set<string>();
    for (let step = 0; step < 12; step++) {
      const text = await guide.locator("p").innerText();
      said.add(text);
      const next = guide.getByRole("button", { name: "Got it" });
      // A bot's move may bring the next step before the click. Then that step is read instead;
      // a button that does nothing still fails.
      const overtaken = async (error: unknown): Promise<void> => {
        if ((await guide.locator("p").innerText()) === text) throw error;
      };
      if (await next.count()) await next.click({ timeout: 5_000 }).catch(overtaken);
      else await play(visitor, { seed: 120 + step, answers: 1 });
    }
    expect(said.size).toBeGreaterThan(3);
    await page.locator("[data-guide-leave]").click();
    await guide.waitFor({ state: "detached" });
    await play(visitor, { seed: 140, answers: 3 });
  });
}

test("a guided game is found again", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await page.goto(at("/#guide/quacks"));
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("note", { name: "Guide" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Go on where you were" }).click();
  await page.getByRole("note", { name: "Guide" }).waitFor();
});
