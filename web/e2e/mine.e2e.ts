// What is mine: statistics on this device, scores in lists, the deal of the day, and how the page looks.
import { expect, test } from "vitest";
import { at, visit } from "./house";
import { asked, cardOf, foundByApi, seatAt, tableId } from "./steps";

test("the deal of the day: played, counted, and compared by a link", async () => {
  const { page } = await visit();
  await page.goto(at("/"));
  await page.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await page.locator(".room[data-room=arcane]").getByRole("link", { name: "Today’s deal" }).click();
  await page.getByRole("button", { name: "Play today’s deal" }).click();
  await page.waitForURL(/#t\//);
  const id = tableId(page);
  const card = await cardOf(id);
  expect(card["daily"]).toBe(new Date().toISOString().slice(0, 10));
  expect(card.seats.map(seat => seat.kind)).toEqual(["human", "bot", "bot"]);
  // A bot plays on to the end.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Let a bot play on for me" }).click();
  await page.locator("[data-compare]").waitFor({ timeout: 60_000 });
  await page.locator("[data-daily-public]").waitFor();
  await page.locator("[data-compare]").click();
  const result = page.locator("[data-mine] .figure");
  expect(await result.textContent()).toMatch(/^-?\d+ gold, [123]\w\w place$/);
  const link = await page.locator("[data-link]").inputValue();
  // A friend sees it, and may play the same deal.
  const friend = await visit({ locale: "de" });
  await friend.page.goto(link);
  await friend.page.getByRole("heading", { name: "Anna hat diese Partie gespielt" }).waitFor();
  await friend.page.getByRole("button", { name: "Die Partie des Tages spielen" }).waitFor();
  // It stands in the statistics, and its scores in the list of records.
  await page.goto(at("/#mine"));
  expect(await page.locator("[data-stats=arcane] tfoot td").first().textContent()).toBe("1");
  await page.goto(at("/#records"));
  await page
    .locator("[data-scores]")
    .filter({ hasText: /Anna -?\d+/ })
    .first()
    .waitFor();
  await page.goto(at("/#mine"));
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete the statistics" }).click();
  await page.getByText("You have not finished a game here yet.").waitFor();
});

test("the colours for colour blindness reach the chips at once", async () => {
  const visitor = await visit();
  const { page } = visitor;
  const founded = await foundByApi({
    game: "quacks",
    seats: ["me", "easy"],
    name: "Ada",
    options: {},
  });
  await seatAt(visitor, "quacks", founded);
  await asked(page);
  const bag = page.locator("[data-spot='bag-0-orange1'] svg path").first();
  const look = async (): Promise<string[]> => [
    (await bag.getAttribute("d")) ?? "",
    await bag.evaluate(path => getComputedStyle(path).fill),
  ];
  const [form, colour] = await look();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("distinct");
  await expect.poll(async () => (await look())[1]).toBe("rgb(230, 159, 0)");
  const after = await look();
  expect(after[0]).not.toBe(form);
  expect(after[1]).not.toBe(colour);
});

test("size, colours and loudness are the person's choice, and stay", async () => {
  const { page } = await visit();
  await page.goto(at("/"));
  const rem = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const colour = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--seat-0"));
  const before = await colour();
  expect(await rem()).toBe("16px");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Size").selectOption("large");
  await page.getByLabel("Colours").selectOption("distinct");
  await page.getByLabel("Sound").check();
  await page.getByLabel("Volume of the game").fill("30");
  await expect.poll(rem).toBe("19px");
  await page.reload();
  await expect.poll(rem).toBe("19px");
  expect(await colour()).not.toBe(before);
  await page.getByRole("button", { name: "Settings" }).click();
  expect(await page.getByLabel("Volume of the game").inputValue()).toBe("30");
  expect(await page.getByLabel("Volume of “your turn”").inputValue()).toBe("100");
});
