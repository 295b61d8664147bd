// Lost connections and servers: the page says so, comes back by itself, and nobody loses anything.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { at, visit, type Visitor } from "./house";
import type { Trip } from "./inside";
import { inTurn, LONG, play, playOn, skipTo } from "./pilot";
import { startServer } from "./server";
import { asked, found, foundByApi, seatAt } from "./steps";
import { wireTo, type Wire } from "./wire";

const LOST = /Connection lost/;
const lostLines = [/WebSocket connection to/, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET/];

const boardOf = (page: Page): Promise<string> => page.locator("#table").innerText();

async function wired(): Promise<{ visitor: Visitor; wire: Wire }> {
  const wire = await wireTo(Number(new URL(at("")).port));
  onTestFinished(() => wire.close());
  const visitor = await visit();
  visitor.expects(...lostLines);
  return { visitor, wire };
}

test("a lost connection is said, nothing can be touched, and it comes back by itself", async () => {
  const { visitor, wire } = await wired();
  const { page } = visitor;
  await found(page, "arcane", { seats: ["me", "easy", "easy"] }, "", wire.url);
  await play(visitor, { seed: 31, answers: 6 });
  await asked(page);
  const before = await boardOf(page);
  wire.cut();
  await page.getByText(LOST).waitFor();
  expect(await page.evaluate(() => window.inside.myTurn())).toBe(false);
  expect(await page.evaluate(() => window.inside.offers().length)).toBe(0);
  wire.mend();
  await page.getByText("Connected again").waitFor();
  await asked(page);
  expect(await page.getByText(LOST).count()).toBe(0);
  expect(await boardOf(page)).toBe(before);
  await play(visitor, { seed: 32, answers: 6 });
});

test("a line that is cut again and again in the middle of answers: the game is played to its end", async () => {
  const { visitor, wire } = await wired();
  const { page } = visitor;
  await found(page, "quacks", { seats: ["me", "easy"], books: "2" }, "", wire.url);
  const playCut = async (until?: string): Promise<Trip> => {
    const first = setTimeout(() => wire.cut(false), 100),
      cutter = setInterval(() => wire.cut(false), 700);
    const orders = { seed: 33, patience: 60_000, ...(until ? { until } : {}) };
    return await playOn(page, orders).finally(() => {
      clearTimeout(first);
      clearInterval(cutter);
    });
  };
  if (!LONG) {
    expect(await playCut(inTurn(2))).toMatchObject({ over: false, faults: [] });
    await skipTo(visitor, "turn", 8, 33);
  }
  expect(await playCut()).toMatchObject({ over: true, faults: [] });
  expect(visitor.line.refusals).toEqual([]);
});

test("a part of the page that could not be fetched is said, and comes when the line is back", async () => {
  const { visitor, wire } = await wired();
  const { page } = visitor;
  const missing = page.locator("[data-missing]");
  await page.goto(`${wire.url}/`);
  await page.locator("main h1").waitFor();
  wire.cut();
  await page.evaluate(() => (location.hash = "#rules/arcane"));
  await missing.waitFor();
  await missing.getByRole("button").click();
  await page.getByText("The server does not answer").waitFor();
  wire.mend();
  await page.locator("#query").waitFor();
  expect(await missing.count()).toBe(0);

  // Only its style sheet was lost.
  const styled = (): Promise<boolean> =>
    page.evaluate(() => [...document.styleSheets].some(s => s.href?.includes("/MinePage-")));
  visitor.expects(/ERR_FAILED/);
  await page.route(/MinePage-.*\.css/, route => route.abort());
  await page.evaluate(() => (location.hash = "#mine"));
  await missing.waitFor();
  await page.unroute(/MinePage-.*\.css/);
  await page.getByRole("heading", { name: "Your statistics" }).waitFor();
  await expect.poll(styled).toBe(true);
});

test("a table whose board could not be fetched shows it when the line is back", async () => {
  const visitor = await visit(),
    { page } = visitor;
  const missing = page.locator("[data-missing]");
  visitor.expects(/ERR_FAILED/);
  await page.route(/face-.*\.js/, route => route.abort());
  const table = await foundByApi({ game: "quacks", seats: ["me", "easy"] });
  await seatAt(visitor, "quacks", table);
  await missing.waitFor();
  await page.unroute(/face-.*\.js/);
  await missing.waitFor({ state: "detached" }); // the browser may have needed a new page
  await asked(page);
  expect(await missing.count()).toBe(0);
});

test("the server is killed and started again in the middle of a game", async () => {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-e2e-"));
  const db = join(folder, "tables.db");
  let server = await startServer({ db });
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });
  const visitor = await visit(),
    { page } = visitor;
  visitor.expects(...lostLines);
  const short = { game: "arcane", seats: ["me", "easy"], options: { turn_cap: LONG ? 8 : 4 } };
  await seatAt(visitor, "arcane", await foundByApi(short, server.url));
  await play(visitor, { seed: 34, answers: 12 });
  await asked(page);
  const before = await boardOf(page);
  await server.kill();
  await page.getByText(LOST).waitFor();
  server = await startServer({ db, port: server.port });
  await asked(page);
  expect(await boardOf(page)).toBe(before);
  await play(visitor, { seed: 35 });
});

test("a server that is stopped says goodbye, and the page waits for it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-e2e-"));
  const db = join(folder, "tables.db");
  let server = await startServer({ db });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const visitor = await visit(),
    { page } = visitor;
  visitor.expects(...lostLines);
  await found(page, "quacks", { seats: ["me", "easy"] }, "", server.url);
  await play(visitor, { seed: 36, answers: 4 });
  // Somebody who watches is told nothing new afterwards, and sees that it goes on all the same.
  const watcher = await visit();
  watcher.expects(...lostLines);
  await watcher.page.goto(page.url());
  await watcher.page.getByText("You are watching").waitFor();
  await server.stop();
  const stopped = /server has stopped/;
  for (const one of [visitor, watcher]) await one.page.getByText(stopped).waitFor();
  server = await startServer({ db, port: server.port });
  await asked(page);
  for (const one of [visitor, watcher])
    await expect.poll(() => one.page.getByText(stopped).count(), { timeout: 15_000 }).toBe(0);
  await play(visitor, { seed: 37, answers: 4 });
});
