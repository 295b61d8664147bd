// Replays: through every pair of eyes, linked to a move, played on from there, and verified.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, visit } from "./house";
import { play } from "./pilot";
import { namedOn, items } from "./secrets";
import { asked, finished, foundByApi, leaveByApi, overByApi, seatAt } from "./steps";

const slider = (page: Page) => page.getByRole("slider", { name: "Where in the game" });
const moveNow = async (page: Page): Promise<number> => Number(await slider(page).inputValue());
const isAt = (page: Page, n: number): Promise<void> => expect.poll(() => moveNow(page)).toBe(n);

async function open(page: Page, id: string, rest = ""): Promise<number> {
  await page.goto(at(`/#r/${id}${rest}`));
  await slider(page).waitFor();
  return Number(await slider(page).getAttribute("max"));
}

test("from the end of a game to its replay: keys, slider, marks, playing", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const options = { fortune: "off", books: 2 };
  await seatAt(visitor, "quacks", await finished("quacks", ["me", "easy"], { options }));
  await page.getByRole("region", { name: "Result" }).getByRole("link", { name: "Replay" }).click();
  await slider(page).waitFor();
  const last = Number(await slider(page).getAttribute("max"));
  expect(last).toBeGreaterThan(50);
  for (const [key, n] of [
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["End", last],
    ["ArrowLeft", last - 1],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    await isAt(page, n);
  }
  await page.keyboard.press("PageDown");
  await expect.poll(() => moveNow(page)).toBeGreaterThan(0);
  await slider(page).fill("30");
  await isAt(page, 30);
  await page.getByText(`Move 30 of ${last}`).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => moveNow(page)).toBeGreaterThan(32);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(
    await page.evaluate(() => [...window.inside.nonsense(), ...window.inside.tooWide()]),
  ).toEqual([]);
});

/** In whose stashes are items named? */
async function stashesShown(page: Page, players: number): Promise<number[]> {
  const ids = (await items()).map(row => row.id);
  const named = await Promise.all(
    Array.from({ length: players }, (_, seat) =>
      namedOn(page, ids, `main [data-spot="stash.${seat}"]`),
    ),
  );
  return named.flatMap((list, seat) => (list.length > 0 ? [seat] : []));
}

test("whose knowledge: a spectator sees no stash, a seat its own, and then there is everything", async () => {
  const { table } = await finished("arcane", ["me", "easy", "easy"]);
  const { page } = await visit();
  await open(page, table.id, "/3/watch"); // everyone has turned up two items and was dealt a stash
  expect(await stashesShown(page, 3)).toEqual([]);
  for (const [viewer, seats] of [
    ["0", [0]],
    ["2", [2]],
    ["all", [0, 1, 2]],
    ["1", [1]],
    ["watch", []],
  ] as const) {
    await page.getByRole("combobox", { name: "Point of view" }).selectOption(viewer);
    await expect.poll(() => stashesShown(page, 3)).toEqual(seats);
    expect(page.url()).toContain(`/3/${viewer}`);
  }
});

test("a link to a move opens there; from there a game of one's own goes on", async () => {
  const { table } = await finished("arcane", ["me", "easy"]);
  const visitor = await visit({ permissions: ["clipboard-read", "clipboard-write"] }),
    { page } = visitor;
  await open(page, table.id, "/12/1");
  await isAt(page, 12);
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    at(`/#r/${table.id}/12/1`),
  );
  await page.getByRole("button", { name: "Continue from here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Play on" }).click();
  await page.waitForURL(/#t\//);
  await play(visitor, { seed: 111, answers: 6 });
});

test("the record is verified in the browser; one that was falsified is refused", async () => {
  const { table } = await finished("quacks", ["me", "easy"]);
  const { page } = await visit();
  await open(page, table.id);
  await page.getByRole("button", { name: "Verify" }).click();
  await page
    .getByText("The record is correct, and the luck is what was sealed before the game.")
    .waitFor();
  await page.keyboard.press("Escape");
  const text = await (await fetch(at(`/api/tables/${table.id}/record`))).text();
  const falsified = text.replace(
    /"seed":"([0-9a-f])/,
    (_, digit: string) => `"seed":"${digit === "0" ? "1" : "0"}`,
  );
  expect(falsified).not.toBe(text);
  for (const [name, buffer, says] of [
    ["true.jsonl", text, /The record is correct/],
    ["false.jsonl", falsified, /This record is not correct/],
  ] as const) {
    await page.goto(at("/#records"));
    await page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(buffer) });
    await slider(page).waitFor();
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText(says).waitFor();
    await page.keyboard.press("Escape");
  }
});

test("what was asked to be taken back before a move is told with it", async () => {
  const { table } = await finished("quacks", ["me", "easy"], { options: { fortune: "off" } });
  const { page } = await visit();
  const lines = (await (await fetch(at(`/api/tables/${table.id}/record`))).text()).split("\n");
  const { seat } = JSON.parse(lines[1] ?? "") as { seat: number };
  const undone = [{ plea: "lapsed", seat, to: 0 }];
  const second = JSON.parse(lines[2] ?? "") as object;
  lines[2] = JSON.stringify({ ...second, undone, hurried: "busy" });
  await page.goto(at("/#records"));
  await page.locator("input[type=file]").setInputFiles({
    name: "asked.jsonl",
    mimeType: "application/json",
    buffer: Buffer.from(lines.join("\n")),
  });
  await slider(page).waitFor();
  const told = page.getByText(/^Before this, .* asked to take a move back; not everyone agreed\.$/);
  const hurried = page.getByText(/had less time to think: the server was busy\.$/);
  for (const [i, shown] of [0, 1, 0].entries()) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => slider(page).inputValue()).toBe(String(i + 1));
    await expect.poll(() => told.count()).toBe(shown);
    expect(await hurried.count()).toBe(shown);
  }
});

test("a move that was taken back is told with the one after it", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const options = { fortune: "off" },
    wish = { game: "quacks", seats: ["me", "easy"], name: "Anna", options, practice: true };
  const mine = await foundByApi(wish);
  await seatAt(visitor, "quacks", mine);
  await play(visitor, { seed: 95, until: '[data-do="draw"]:not([aria-disabled=true])' });
  const chips = page.locator('[data-spot="pot-0"] [data-spot^="chip-0-"]'),
    before = await chips.count();
  await page.locator('[data-do="draw"]').click();
  await expect.poll(() => chips.count()).toBe(before + 1);
  await asked(page);
  await page.getByRole("button", { name: /^Take back/ }).click();
  await expect.poll(() => chips.count()).toBe(before);
  await leaveByApi(mine);
  await overByApi(mine);
  const record = await (await fetch(at(`/api/tables/${mine.table.id}/record`))).text();
  const n = record.split("\n").findIndex(line => line.includes('"undone"'));
  expect(n).toBeGreaterThan(0);
  await open(page, mine.table.id, `/${n}`);
  await page
    .getByText(/^Before this, .+ took back ([2-9]|\d\d+) moves\.$|took back 1 move\.$/)
    .waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page
    .getByText("The record is correct, and the luck is what was sealed before the game.")
    .waitFor();
});

test("files that are no records are refused with a sentence", async () => {
  const { table } = await finished("arcane", ["me", "easy"]);
  const { page } = await visit();
  const text = await (await fetch(at(`/api/tables/${table.id}/record`))).text();
  await page.goto(at("/#records"));
  await page.locator("input[type=file]").setInputFiles({
    name: "letter.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Dear Anna,"),
  });
  await page.getByText("letter.txt is not a charlatan record.").waitFor();
  const broken = text
    .split("\n")
    .map((line, i) => (i === 9 ? line.replace(/"action":"[^"]*"/, '"action":"fly away"') : line))
    .join("\n");
  expect(broken).not.toBe(text);
  await page.locator("input[type=file]").setInputFiles({
    name: "broken.jsonl",
    mimeType: "application/json",
    buffer: Buffer.from(broken),
  });
  await page
    .getByRole("alert")
    .getByText(/has an error in line|cannot be read as a record/)
    .waitFor();
});

test("a record of a game without a room of its own is shown with a plain face", async () => {
  const { table } = await finished("null", ["me", "random"]);
  const { page } = await visit();
  await page.goto(at(`/#r/${table.id}`));
  await page.getByText("The beginning").waitFor();
  await page.getByText('"toss": 1').waitFor();
});
