// What the eye should find at a table on a large screen: the loud button, prices, the menu, the prompt.
import { expect, test } from "vitest";
import { makeEngine } from "../src/engine/engine";
import { machine, simulate } from "../test/native";
import type { QuacksPlayer, QuacksView } from "../src/games/quacks/view";
import { LAPTOP, visit } from "./house";
import { asked, foundByApi, practiseByApi, seatAt } from "./steps";

/** Whether every chip of the bag explodes a pot that holds 7. */
function isLost({ bag, pot }: QuacksPlayer): boolean {
  const whites = pot.filter(({ chip }) => chip.startsWith("white")),
    sum = whites.reduce((all, { chip }) => all + Number(chip.slice(-1)), 0);
  const left = Object.keys(bag).filter(chip => (bag[chip] ?? 0) > 0);
  return (
    left.length > 0 &&
    left.every(chip => chip.startsWith("white") && sum + Number(chip.slice(-1)) > 7)
  );
}

test("Stop is loud where every chip explodes the pot, Draw elsewhere", async () => {
  const first = await machine();
  const engine = makeEngine(() => ({
    ask: async (question, text) => first.ask(JSON.stringify(question), text),
    end: () => undefined,
  }));
  const visitor = await visit(),
    { page } = visitor;
  const isLoud = async (answer: string, record: string, n: number, seat: number): Promise<void> => {
    await seatAt(visitor, "quacks", await practiseByApi(record, n, seat));
    await asked(page);
    const buttons = page.locator(".brew .big.main");
    await expect
      .poll(() => buttons.evaluateAll(all => all.map(e => (e as HTMLElement).dataset["do"])))
      .toEqual([answer]);
  };
  const how = ["--set", "fortune=off", "--seed", "3", "--games", "12", "--keep", "12"];
  for (const record of simulate("quacks", "--bots", "random,random", ...how)) {
    const film = await engine.openRecord(record);
    for (const { n, seat, action } of film.moves) {
      if (action !== "draw" && action !== "stop") continue;
      const { players } = await film.view<QuacksView>(n - 1, seat),
        player = players[seat];
      if (!player || !isLost(player)) continue;
      await isLoud("stop", record, n - 1, seat);
      await isLoud("draw", record, 0, seat);
      return;
    }
  }
  throw new Error("no such pot");
});

test("the shop: prices on coins, what can be paid is lit, finishing is loud when nothing can", async () => {
  const visitor = await visit({ viewport: LAPTOP }),
    { page } = visitor;
  const wish = { game: "quacks", seats: ["me", "easy"], options: { fortune: "off" } };
  await seatAt(visitor, "quacks", await foundByApi(wish));
  const done = page.locator("[data-do='buy done']"),
    answers = page.locator(
      "#table :is([data-do=draw], [data-do^=score]):not([aria-disabled=true])",
    );
  for (let i = 0; i < 1000 && !(await done.count()); i++) {
    if (await answers.count()) await answers.first().click();
    await page.waitForTimeout(30);
  }
  await asked(page);
  const lit = page.locator(".shop .price.can"),
    pumpkin = page.locator("[data-do='buy orange1']");
  expect(await pumpkin.locator(".coin").innerText()).toBe("3");
  expect(await pumpkin.getAttribute("aria-label")).toMatch(/^Orange\s1.*3\scoins/);
  // Keys are shown to those who use keys.
  const seen = (): Promise<string> =>
    pumpkin.locator("kbd").evaluate(key => getComputedStyle(key).opacity);
  expect(await seen()).toBe("0");
  await page.keyboard.press("Tab");
  await expect.poll(seen).toBe("1");
  for (let i = 0; i < 2; i++) {
    const can = async (): Promise<boolean> => (await lit.count()) > 0;
    await expect
      .poll(async () => (await done.evaluate(e => e.classList.contains("main"))) !== (await can()))
      .toBe(true);
    if (await can()) await lit.last().click();
    await page.waitForTimeout(100);
    if (!(await done.count())) break;
  }
});

test("the menu: the link is copied, and the focus comes back", async () => {
  const visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] }),
    { page } = visitor;
  const mine = await foundByApi({ game: "arcane", seats: ["me", "easy"] });
  await seatAt(visitor, "arcane", mine);
  await asked(page);
  const menu = page.getByRole("button", { name: "Menu" }),
    sheet = page.getByRole("dialog", { name: "Menu" });
  await menu.click();
  await sheet.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${mine.house}/#t/${mine.table.id}`,
  );
  for (const name of ["Take this seat to another device", "Let a bot play on for me"])
    await sheet.getByRole("button", { name }).waitFor();
  await sheet.getByRole("link", { name: "Leave, or begin a new game" }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  expect(await menu.evaluate(e => e === document.activeElement)).toBe(true);
});

test("six players on a laptop: the log has room, and cards are whole", async () => {
  const visitor = await visit({ viewport: LAPTOP }),
    { page } = visitor;
  const seats = ["me", "easy", "easy", "easy", "easy", "easy"];
  await seatAt(visitor, "arcane", await foundByApi({ game: "arcane", seats }));
  await asked(page);
  const log = await page.locator(".story-place").boundingBox();
  expect(log?.height).toBeGreaterThan(160);
  const places = page.locator("#table .mine [data-item]");
  for (let i = 0; i < (await places.count()); i++) {
    await places.nth(i).hover();
    const cut = await page
      .locator(".focus")
      .evaluate(e => [e.scrollHeight - e.clientHeight, e.textContent]);
    expect(cut[0], String(cut[1])).toBeLessThanOrEqual(0);
  }
});
