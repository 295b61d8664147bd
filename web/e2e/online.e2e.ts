// Several browsers at one table: the link, sitting down, playing to the end, and what each of them may see.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, PHONE, visit, type Eyes, type Visitor } from "./house";
import { answered, inTurn, LONG, play, playToEnd, skipTo } from "./pilot";
import { items, namedOn, stashOf } from "./secrets";
import { asked, cardOf, found, foundByApi, seatAt, sitDown, tableId } from "./steps";

/** The first has founded a table and sends its link to the others, who sit down. */
async function gather(founder: Visitor, names: string[], eyes: Eyes = {}): Promise<Visitor[]> {
  const link = await founder.page.locator("[data-link]").inputValue();
  const visitors = [founder];
  for (const name of names) {
    const friend = await visit(eyes);
    await sitDown(friend, link, name);
    visitors.push(friend);
  }
  for (const { page } of visitors) await page.locator("#question").waitFor();
  return visitors;
}

/** Whoever watches sees all that lies open; of what else the others hold, nobody's page has a word. */
async function keepsSecrets(pages: Page[], watcher: Page): Promise<void> {
  const stashes = await Promise.all(pages.map(stashOf));
  expect(stashes.map(stash => stash.length)).toEqual([2, 2]);
  const open = await namedOn(
    watcher,
    (await items()).map(row => row.id),
  );
  for (const [seat, page] of pages.entries()) {
    const others = stashes.filter((_, s) => s !== seat).flat();
    expect(
      await namedOn(
        page,
        others.filter(id => !open.includes(id) && !stashes[seat]?.includes(id)),
      ),
    ).toEqual([]);
  }
}

test("Arcane Alley: two browsers, and one that watches", async () => {
  const anna = await visit();
  const table = await foundByApi({
    game: "arcane",
    seats: ["me", "open"],
    name: "Anna",
    open: true,
    options: { first: 0, turn_cap: LONG ? 8 : 4 },
  });
  await seatAt(anna, "arcane", table);
  const [, bert] = await gather(anna, ["Bert"]);
  if (!bert) throw new Error("nobody came");
  const watcher = await visit();
  await watcher.page.goto(at("/"));
  await watcher.page.locator(`a[href="#t/${tableId(anna.page)}"]`).click();
  await watcher.page.getByText("You are watching").waitFor();
  // Two items are turned up by each, one is the discard: whatever else were named would be a stash.
  for (const person of [anna, bert]) await play(person, { seed: 10, answers: 1 });
  await asked(anna.page);
  await watcher.page.locator("#question", { hasText: "Anna is thinking" }).waitFor();
  expect(
    (
      await namedOn(
        watcher.page,
        (await items()).map(row => row.id),
      )
    ).length,
  ).toBeLessThanOrEqual(5);
  await keepsSecrets([anna.page, bert.page], watcher.page);
  // Three at once are slow, and so are long logs.
  await watcher.page.close();
  for (const { page } of [anna, bert])
    await page.getByRole("button", { name: "Hide log", exact: true }).click();
  await Promise.all([playToEnd(anna, 11), playToEnd(bert, 12)]);
  for (const { page } of [anna, bert])
    await page.locator("[data-luck='right']", { hasText: "Nobody could choose it." }).waitFor();
  await rematch(anna, bert);
});

/** Who asks first founds the next table, who follows finds it. */
async function rematch(one: Visitor, other: Visitor): Promise<void> {
  const before = tableId(one.page);
  await one.page.locator("[data-again]").click();
  await one.page.waitForURL(url => !url.hash.includes(before));
  await other.page.getByRole("button", { name: "The others play again" }).click();
  await other.page.waitForURL(url => url.href === one.page.url());
  for (const { page } of [one, other]) await page.locator("#question").waitFor();
  // Everybody sits one seat further on.
  const names = async (id: string): Promise<(string | null)[]> =>
    (await cardOf(id)).seats.map(seat => seat.name);
  const [first, second] = await names(before);
  expect(await names(tableId(one.page))).toEqual([second, first]);
}

test("Quacks: four browsers, three of them on phones", async () => {
  const anna = await visit({ log: false });
  await anna.page.goto(at("/"));
  await anna.page.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await found(
    anna.page,
    "quacks",
    { seats: ["me", "friend", "friend", "friend"], books: "3" },
    "friends",
  );
  const people = await gather(anna, ["Bert", "Cleo", "Dora"], { viewport: PHONE });
  expect(people).toHaveLength(4);
  const patience = 60_000;
  if (!LONG) {
    await Promise.all(
      people.map((person, seat) => play(person, { seed: 20 + seat, patience, passed: inTurn(2) })),
    );
    await Promise.all(people.map(answered));
    await Promise.all(people.map((person, seat) => skipTo(person, "turn", 9, 20 + seat)));
  }
  await Promise.all(people.map((person, seat) => playToEnd(person, 20 + seat, { patience })));
  const results = await Promise.all(
    people.map(({ page }) => page.locator("tbody").first().innerText()),
  );
  expect(results[0]).toMatch(/Anna[\s\S]*Dora|Dora[\s\S]*Anna/);
  for (const { page } of people)
    expect(await page.locator("#question").textContent()).toMatch(/win/i);
});
