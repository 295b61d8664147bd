// The host of a table in the browser: who may start, removing somebody, locking, and who takes over a seat.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, PHONE, visit } from "./house";
import { foundByApi, seatAt, sitDown } from "./steps";

const status = (page: Page): Promise<string> =>
  page.locator(".lobby [role=status]").first().innerText();

test("a host removes, locks and starts; a guest does not", async () => {
  const anna = await visit();
  const founded = await foundByApi({
    game: "arcane",
    seats: ["me", "open", "open"],
    name: "Anna",
    options: { first: 0 },
  });
  await seatAt(anna, "arcane", founded);
  const link = await anna.page.locator("[data-link]").inputValue();
  await anna.page.locator("[data-start]").waitFor();
  expect(await status(anna.page)).toContain("when you start it");

  // A guest may leave, and nothing else.
  const bert = await visit({ viewport: PHONE, locale: "de" });
  await bert.page.goto(link);
  await bert.page.getByRole("textbox", { name: "Dein Name" }).fill("Bert");
  await bert.page.locator("[data-sit]").first().click();
  await bert.page.locator("li.mine[data-seat='1']").waitFor();
  expect(await status(bert.page)).toContain("oder Anna sie startet");
  expect(await bert.page.locator("[data-start], [data-remove], [data-hosting]").count()).toBe(0);
  await bert.page.locator("li[data-seat='0'] [data-host]").waitFor();

  await anna.page.locator("[data-remove='1']").click();
  await anna.page.locator("[data-remove-now]").click();
  await bert.page.getByRole("alert").filter({ hasText: "Du wurdest von diesem Tisch" }).waitFor();
  await anna.page.locator("[data-remove='1']").waitFor({ state: "detached" });
  // Once it has been read, the page lets Bert watch.
  await bert.page.getByRole("button", { name: "Zusehen" }).click();
  await bert.page.locator("[data-sit]").first().waitFor();

  await anna.page.locator("[data-lock]").check();
  await bert.page.getByText("Anna hat den Tisch geschlossen").waitFor();
  expect(await bert.page.locator("[data-sit]").count()).toBe(0);
  await anna.page.locator("[data-lock]").uncheck();
  await bert.page.locator("[data-sit='2']").click();
  await bert.page.locator("li.mine[data-seat='2']").waitFor();

  await anna.page.locator("[data-start]").click();
  for (const { page } of [anna, bert]) await page.locator("#question").waitFor();
});

test("whoever takes over a seat waits for the host", async () => {
  const anna = await visit();
  const founded = await foundByApi({
    game: "arcane",
    seats: ["me", "open"],
    name: "Anna",
    options: { first: 0 },
    approve: true,
  });
  await seatAt(anna, "arcane", founded);
  const link = await anna.page.locator("[data-link]").inputValue();
  expect(await anna.page.locator("[data-approve]").isChecked()).toBe(true);
  const bert = await visit();
  await sitDown(bert, link, "Bert");
  await bert.page.locator("#question").waitFor();
  await bert.page.getByRole("button", { name: "Menu" }).click();
  expect(await bert.page.locator("[data-hosting]").count()).toBe(0);
  await bert.page.getByRole("button", { name: "Let a bot play on for me" }).click();

  const cleo = await visit();
  const ask = async (): Promise<void> => {
    await cleo.page.goto(link);
    await cleo.page.getByRole("textbox", { name: "Your name" }).fill("Cleo");
    await cleo.page.getByText("Anna decides who takes over a seat.").waitFor();
    await cleo.page.getByRole("button", { name: "Take this seat: Bert" }).click();
    await cleo.page.locator("[data-knocking]").waitFor();
  };
  await ask();
  await anna.page.locator("[data-knock='1'] [data-deny]").click();
  await cleo.page.getByText("The host declined.").waitFor();
  cleo.expects(/403/);
  await cleo.page.getByRole("button", { name: "Take this seat: Bert" }).click();
  // A page that is loaded again still waits.
  await cleo.page.locator("[data-knocking]").waitFor();
  await cleo.page.reload();
  await cleo.page.locator("[data-knocking]").waitFor();
  await anna.page.locator("[data-knock='1'] [data-admit]").click();
  await cleo.page.getByText("You are watching").waitFor({ state: "detached" });
  await cleo.page.getByRole("button", { name: "Menu" }).click();
  await cleo.page.locator("[data-devices]").waitFor();
  await anna.page.locator("[data-knock]").waitFor({ state: "detached" });
  expect(cleo.page.url()).toContain(new URL(at("/")).host);
});
