// Names are texts, whatever stands in them: at the door, in lobbies, at tables, in the log, at the end, in replays.
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { translate } from "../src/texts";
import { german } from "../test/rows";
import { program } from "../test/native";
import { at, LAPTOP, PHONE, TALL, visit } from "./house";
import { play } from "./pilot";
import { asked, cardOf, foundByApi, joinByApi, leaveByApi, seatAt } from "./steps";

const EVIL = "<img src=x onerror=alert(1)>";
const LONG = "👩‍🔬🧪💥".repeat(3) + "שלום-עולם-אלכימאי";

/** Both names can be read, nothing of them has become an element, and nothing is pushed off the screen. */
async function areTexts(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect
      .poll(() => page.evaluate(n => document.body.innerText.includes(n), name), {
        message: `${page.url()} shows ${name}`,
      })
      .toBe(true);
  expect(await page.locator('img[src="x"], [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => window.inside.tooWide())).toEqual([]);
}

test("names stay texts everywhere", async () => {
  const visitor = await visit({ viewport: PHONE }),
    { page } = visitor;
  page.on("dialog", () => expect.unreachable("a name ran as a script"));
  const mine = await foundByApi({
    game: "arcane",
    seats: ["me", "open"],
    name: EVIL,
    open: true,
    options: { turn_cap: 3, first: 0 },
  });
  const { id } = mine.table;
  await page.goto(at("/"));
  await areTexts(page, EVIL);
  await page.goto(at(`/#t/${id}`));
  await areTexts(page, EVIL);
  // The other sits down first: a page in the lobby commits to a nonce, which is refused once the game begins.
  const other = await joinByApi(id, LONG);
  await seatAt(visitor, "arcane", mine);
  await play(visitor, { seed: 81, answers: 1 });
  await areTexts(page, EVIL, LONG);
  await page.getByRole("button", { name: "Log", exact: true }).click();
  await areTexts(page, EVIL, LONG);
  await page.goto(at("/"));
  await areTexts(page, EVIL, LONG);
  for (const person of [mine, other]) await leaveByApi(person);
  await expect.poll(async () => (await cardOf(id))["state"], { timeout: 60_000 }).toBe("over");
  for (const hash of [`#t/${id}`, "#records", `#r/${id}/5/all`]) {
    await page.goto(at(`/${hash}`));
    await areTexts(page, EVIL, LONG);
  }
});

test("the name one types is the name one has", async () => {
  const visitor = await visit(),
    { page } = visitor;
  page.on("dialog", () => expect.unreachable("a name ran as a script"));
  await page.goto(at("/"));
  await page.getByRole("textbox", { name: "Your name" }).fill(EVIL);
  await page.locator('[data-play="quacks"]').click();
  await play(visitor, { seed: 82, answers: 3 });
  await page.getByRole("log").waitFor();
  await areTexts(page, EVIL);
  expect((await cardOf(page.url().split("#t/")[1] ?? "")).seats[0]?.name).toBe(EVIL);
});

test("forty letters are cut, in full in the title, and nobody loses the badge", async () => {
  const forty = "Wolkenkuckucksheimbewohnerinnenvereinsch";
  const numbered = `${forty.slice(0, 36)} (2)`;
  for (const name of [forty, numbered]) expect(name).toHaveLength(40);
  const visitor = await visit({ viewport: PHONE }),
    { page } = visitor;
  for (const game of ["arcane", "quacks"]) {
    const mine = await foundByApi({
      game,
      seats: ["me", "open", "easy"],
      name: forty,
      // The other person never answers: nothing may be asked of them before us.
      options: game === "arcane" ? { first: 0 } : { fortune: "off" },
    });
    await page.goto(at(`/#t/${mine.table.id}`));
    await areTexts(page, forty);
    const other = await joinByApi(mine.table.id, numbered);
    await seatAt(visitor, game, mine);
    await asked(page);
    for (const viewport of [PHONE, TALL, LAPTOP]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(() => window.inside.tooWide()), game).toEqual([]);
      // The number that tells the two apart is never cut.
      const cut = page.locator(`[title="${numbered}"]`).first();
      expect(await cut.locator(".number").evaluate(e => e.scrollWidth <= e.clientWidth + 1)).toBe(
        true,
      );
    }
    for (const seat of [0, 1, 2])
      expect(await page.locator(`svg[data-badge="${seat}"]`).count()).toBeGreaterThan(0);
    await page.setViewportSize(PHONE);
    await leaveByApi(other);
  }
  await visitor.page.close();
});

test("bots have names of their own, with their level beside them", async () => {
  const { page } = await visit(),
    mine = await foundByApi({ game: "quacks", seats: ["me", "easy", "hard"], name: "Ada" }),
    seats = mine.table.seats.map(s => s.name ?? "");
  expect(new Set(seats).size).toBe(3);
  for (const level of ["easy", "casual", "medium", "hard", "master", "Daredevil"])
    expect(seats).not.toContain(level);
  await page.goto(at(`/#t/${mine.table.id}`));
  for (const [seat, level] of [
    [1, "easy"],
    [2, "hard"],
  ] as const)
    await page.locator(`[title="${seats[seat]}, ${level}"]`).first().waitFor();
});

/** Words on a card that go on in the next line, with cards as wide as `widths` say. */
function broken({ names, widths }: { names: [string, string][]; widths: number[] }): string[] {
  const model = document.querySelector(".card:has(.face)"),
    place = document.createElement("div");
  if (!model) return ["no card"];
  const wordsOf = (name: string): RegExpExecArray[] => [...name.matchAll(/[^\s-]+/g)];
  const cardOf = (pair: [string, string], width: number): HTMLElement => {
    const box = document.createElement("div");
    box.style.cssText = `width: ${width}px; height: ${width * 1.364}px`;
    box.append(model.cloneNode(true));
    for (const [i, kind] of [".name", ".short"].entries()) {
      const e = box.querySelector<HTMLElement>(kind),
        name = pair[i] ?? "";
      if (e) e.textContent = name;
      e?.style.setProperty("--letters", `${Math.max(...wordsOf(name).map(w => w[0].length))}`);
    }
    return box;
  };
  place.append(...widths.flatMap(width => names.map(pair => cardOf(pair, width))));
  document.body.append(place);
  const faults = [...place.querySelectorAll(".name, .short")].flatMap(e => {
    const text = e.firstChild ?? e;
    return wordsOf(e.textContent).flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [`${word} in ${e.clientWidth}px`] : [];
    });
  });
  place.remove();
  return faults;
}

test("no word breaks inside a card, however wide the card is", async () => {
  const visitor = await visit({ viewport: LAPTOP }),
    { page } = visitor;
  await seatAt(visitor, "arcane", await foundByApi({ game: "arcane", seats: ["me", "easy"] }));
  await play(visitor, { seed: 83, answers: 2 });
  const rows = JSON.parse(
    execFileSync(program, ["rules", "--json"], { encoding: "utf8", maxBuffer: 1 << 24 }),
  ) as { games: { game: string; items?: { name: string; short: string }[] }[] };
  const items = [...rows.games, ...rows.games.map(game => translate(game, german))].flatMap(
    game => game.items ?? [],
  );
  const names = items.map(({ name, short }) => [name, short] as [string, string]);
  const widths = [59, 67, 76, 83, 90, 120];
  expect(await page.evaluate(broken, { names, widths })).toEqual([]);
});
