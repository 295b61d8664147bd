// A seat goes to another device by a private link, both play on, and one takes it from the other.
import { expect, test } from "vitest";
import { PHONE, visit } from "./house";
import { asked, foundByApi, seatAt } from "./steps";

test("a private link carries a seat to another device", async () => {
  const desk = await visit(),
    phone = await visit({ viewport: PHONE });
  const table = {
    game: "quacks",
    seats: ["me", "easy"],
    options: { fortune: "off" },
    name: "Anna",
  };
  await seatAt(desk, "quacks", await foundByApi(table));
  await asked(desk.page);
  await desk.page.getByRole("button", { name: "Menu" }).click();
  await desk.page.getByRole("button", { name: "Take this seat to another device" }).click();
  await desk.page.getByRole("button", { name: "Make a private link" }).click();
  await desk.page.getByRole("img", { name: /^QR code/ }).waitFor();
  const link = await desk.page.locator("[data-seat-link]").inputValue();
  expect(link).toMatch(/\/#s\/[a-z2-7]{16}\/[0-9a-f]{32}$/);

  // Nothing of the secret reaches the server in an address, and it leaves the phone's.
  const secret = link.slice(-32),
    asks: string[] = [];
  phone.page.on("request", request => asks.push(request.url(), request.headers()["referer"] ?? ""));
  await phone.page.goto(link);
  await asked(phone.page);
  expect(phone.page.url()).not.toContain(secret);
  expect(asks.filter(text => text.includes(secret))).toEqual([]);
  await desk.page.getByText("The link was used").waitFor();
  await desk.page.getByText(/^Another device, since/).waitFor();

  // Both have the same question; either may answer.
  const pot = '[data-spot="pot-0"] [data-spot^="chip-0-"]';
  const before = await phone.page.locator(pot).count();
  await phone.page.locator('[data-do="draw"]').click();
  for (const { page } of [phone, desk])
    await expect.poll(() => page.locator(pot).count()).toBe(before + 1);

  await desk.page.getByRole("button", { name: "Only this device from now on" }).click();
  await phone.page.getByText(/has taken over this seat/).waitFor();
  await phone.page.getByRole("button", { name: "Watch" }).click();
  await phone.page.getByText("You are watching").waitFor();

  // The link is used up.
  phone.expects(/403/);
  await phone.page.goto("about:blank");
  await phone.page.goto(link);
  await phone.page.getByText("This link was already used").waitFor();
});
