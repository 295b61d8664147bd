// A page that needs no server: the folder of `make site` below a path of a plain host. One visit, then the network is cut:
// games, several people at one screen, replay, review and verification work on. For friends a server can be named.
import axe from "axe-core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { PHONE, visit, type Eyes } from "./house";
import { LONG, play, playOn } from "./pilot";
import { items, namedOn } from "./secrets";
import { startServer } from "./server";
import {
  cut,
  foundHere,
  isWellEnded,
  playHere,
  verifies,
  visitSite,
  type SiteVisitor,
} from "./site";
import { siteFolder } from "./site_server";
import { asked, choose, numbersFile, sitDown } from "./steps";

const KB = 1024;
const FIRST_LOAD = 250 * KB,
  ENGINE = 256 * KB;

/** What hosts send of these files. */
function packed(wanted: RegExp): number {
  const assets = join(siteFolder, "assets");
  const files = readdirSync(assets).filter(name => wanted.test(name));
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, f) => sum + gzipSync(readFileSync(join(assets, f))).length, 0);
}

/** Nothing is asked of the host but files of the folder. */
function asksForFilesOnly({ site }: SiteVisitor): void {
  const strange = site.asked.filter(path => /^\/|^api|^ws|^health/.test(path));
  expect(strange.filter(path => path !== "/favicon.ico")).toEqual([]);
}

test("the first visit is light, and asks for files of its folder only", async () => {
  for (const locale of ["en", "de"]) {
    const visitor = await visitSite({ locale, serviceWorkers: "block" });
    await visitor.page.waitForLoadState("networkidle");
    expect(await visitor.transferred()).toBeLessThanOrEqual(FIRST_LOAD);
    asksForFilesOnly(visitor);
  }
  for (const form of ["hall_relaxed", "hall", "hall_plain"])
    expect(packed(new RegExp(`^(${form}-.*\\.wasm|bot_worker-.*\\.js)$`))).toBeLessThanOrEqual(
      ENGINE,
    );
});

async function isReviewed({ page }: SiteVisitor): Promise<void> {
  await page.locator("[data-review]").click();
  await page.locator("[data-review-panel] [data-sums]").first().waitFor({ state: "attached" });
  await page.goBack();
}

/** The commitment that the menu shows while the game runs. */
async function sealOf(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByText("Fair luck").click();
  const seal = (await page.locator("[data-commitment]").textContent()) ?? "";
  await page.keyboard.press("Escape");
  return seal;
}

/** The menu of the table lists what differs from the standard rules. */
async function showsNumbers({ page }: SiteVisitor, cells: string[]): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("[data-numbers] summary").click();
  const row = page.locator("[data-differences] tbody tr");
  await row.first().waitFor();
  expect(await row.count()).toBe(1);
  for (const text of cells) expect(await row.textContent()).toContain(text);
  await page.keyboard.press("Escape");
}

test("a visit, then no network: a game is played to its end, reviewed, replayed and verified", async () => {
  const visitor = await visitSite();
  await cut(visitor);
  const seats = ["me", "easy", "hard"];
  await foundHere(visitor, "arcane", {
    seats,
    edition: "hundred",
    rounds: "1",
    market: "yes",
    cap: "30",
    clock: "move5",
    first: "1",
    file: numbersFile("arcane", { infamy: { lap: 30 } }),
  });
  await showsNumbers(visitor, ["infamy.lap", "25", "30"]);
  expect(await sealOf(visitor.page)).toMatch(/^[0-9a-f]{64}$/);
  await playHere(visitor, { seed: 1, answers: 6 });
  await visitor.page.reload();
  await asked(visitor.page);
  await playHere(visitor, { seed: 2 });
  await isWellEnded(visitor, seats.length);
  await isReviewed(visitor);
  await verifies(visitor);
});

const lift = async (page: Page, seat: number): Promise<void> => {
  await page.locator(`[data-lift="${seat}"]:enabled`).click();
  await page.locator("#question").waitFor();
};

/** Whose turn it is plays until the screen can be handed on. */
async function handsOn(visitor: SiteVisitor, seed: number): Promise<void> {
  const { page } = visitor,
    pass = page.locator("[data-pass]");
  for (let i = 0; i < 40 && (await pass.count()) === 0; i++) {
    await Promise.race([asked(page), pass.waitFor()]);
    if ((await pass.count()) === 0) await play(visitor, { seed: seed + i, answers: 1 });
  }
  await pass.click();
  await page.locator("[data-curtain]").waitFor();
}

test("several people at one screen, without a network: the curtain hides all of them", async () => {
  const visitor = await visitSite(),
    { page } = visitor;
  await cut(visitor);
  await foundHere(visitor, "arcane", { seats: ["me", "here"], first: "0" }, "here");
  const ids = (await items()).map(row => row.id);
  for (const [turn, seat] of [0, 1, 0].entries()) {
    await page.locator("[data-curtain]").waitFor();
    expect(await namedOn(page, ids)).toEqual([]);
    expect(await page.locator("#table, [data-spot], [role=log]").count()).toBe(0);
    await lift(page, seat);
    await handsOn(visitor, 70 + turn);
  }
});

/** axe-core finds nothing on the page as it is. */
async function isOpenToAll(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(a => a.finished));
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
    });
    return violations.map(v => `${v.id}: ${v.nodes[0]?.target.join(" ")}`);
  });
  expect(found, where).toEqual([]);
  expect(await page.evaluate(() => window.inside.tooWide()), where).toEqual([]);
}

test("on a phone, in German: the front door, the form and a table keep nobody out", async () => {
  const phone: Eyes = { painted: true, viewport: PHONE, locale: "de", colorScheme: "dark" };
  const { page, site } = await visitSite(phone, axe.source);
  await isOpenToAll(page, "front door");
  await page.locator("[data-server] input").fill("kein server");
  await page.locator("[data-server] button").click();
  await page.getByText("Das ist keine Adresse").waitFor();
  await isOpenToAll(page, "no server");
  await page.goto(`${site.url}#new/quacks/friends`);
  await page.locator("[data-server]").waitFor();
  await isOpenToAll(page, "form");
  await page.locator("[data-found]").click();
  await page.getByText("Freunde brauchen einen Server").waitFor();
  await page.goto(`${site.url}#`);
  await page.locator("[data-play=quacks]").click();
  await asked(page);
  await isOpenToAll(page, "table");
});

test("friends: a server is named, which lets the page in; a link leads others to the table", async () => {
  const host = await visitSite({ serviceWorkers: "block" }),
    { page, site } = host;
  const origin = new URL(site.url).origin,
    closed = await startServer(),
    server = await startServer({ more: ["--origin", origin] });
  onTestFinished(async () => {
    await closed.kill();
    await server.kill();
  });
  host.expects(/CORS policy|ERR_FAILED|ERR_SSL|ERR_CONNECTION|Failed to load resource/);
  const name = async (address: string): Promise<void> => {
    await page.locator("[data-server] input").fill(address);
    await page.locator("[data-server] button").click();
  };
  await name(closed.url);
  await page.getByText(`--origin ${origin}`).last().waitFor();
  await name(new URL(server.url).host);
  await page.locator(`[data-server="http:${new URL(server.url).host}"]`).waitFor();
  await page.goto(`${site.url}#new/quacks/friends`);
  await page.locator("[data-found]").waitFor();
  await choose(page, { seats: ["me", "friend"] });
  await page.locator("[data-found]").click();
  await page.waitForURL(/#t\/[a-z2-7]+@http:127/);
  const link = await page.locator("[data-link]").first().inputValue();

  // Somebody else gets the link: their browser asks before it connects to a server it does not know.
  const friend = await visit({ serviceWorkers: "block" });
  for (const one of [link.replace("#t/", "#r/"), `${link.replace("#t/", "#s/")}/secret`, link]) {
    await friend.page.goto(one);
    await friend.page.locator("[data-stranger]").waitFor();
  }
  await friend.page.locator("[data-agree]").click();
  await sitDown(friend, link, "Ben");
  await Promise.all([play(host, { seed: 5, answers: 2 }), play(friend, { seed: 6, answers: 2 })]);

  // Both kinds of tables stand side by side at the front door.
  await foundHere(host, "arcane", { seats: ["me", "easy"] });
  await page.goto(`${site.url}#`);
  await expect.poll(() => page.locator(".first li").count()).toBe(2);
  await page.locator(".first li .tag", { hasText: "at http:127" }).waitFor();
});

test("a bot without its weights says so and lets rules of thumb play; one that thinks can be hurried", async () => {
  const visitor = await visitSite({ serviceWorkers: "block" }),
    { page } = visitor;
  // Its weights do not come at first, and then slowly, so that it thinks for long enough on every machine.
  let fetches = 0;
  visitor.expects(/ERR_FAILED|Failed to load resource/);
  await visitor.context.route(/\.net$/, async route => {
    if (fetches++ === 0) {
      await route.abort();
      return;
    }
    await new Promise(done => setTimeout(done, 4000));
    await route.continue();
  });
  await foundHere(visitor, "arcane", { seats: ["me", "master"], first: "0" });
  const unlearned = page.locator("[data-unlearned]");
  await playOn(page, { seed: 1, answers: 60, passed: "[data-unlearned]" });
  expect(await unlearned.textContent()).toMatch(/not downloaded yet.*need no network: Easy\./);
  expect(await unlearned.getByRole("link").getAttribute("href")).toBe("#new/arcane");
  await unlearned.getByRole("button").click();
  const hurry = page.locator("[data-hurry]");
  await playOn(page, { seed: 1, answers: 60, passed: "[data-hurry]" });
  await hurry.waitFor();
  expect(await page.locator("#question").textContent()).toContain("is thinking");
  await page.keyboard.press(" ");
  await hurry.waitFor({ state: "detached" });
});

test.skipIf(!LONG)("without a network: guide, deal of the day, practice, statistics", async () => {
  const visitor = await visitSite(),
    { page, site } = visitor;
  await cut(visitor);
  await page.goto(`${site.url}#guide/arcane`);
  await page.locator("[data-begin]").click();
  await asked(page);
  await page.goto(`${site.url}#daily/quacks`);
  await page.locator("[data-daily=quacks]").click();
  await page.waitForURL(/#t\/[a-z2-7]+@here$/);
  await playHere(visitor, { seed: 11 });
  await page.locator("[data-compare]").click();
  await page.locator("[data-mine] [data-link]").waitFor();
  await page.goto(`${site.url}#mine`);
  await page.locator("[data-stats=quacks]").waitFor();
  await page.locator("[data-stats=quacks] a").first().click();
  await page.getByRole("slider", { name: "Where in the game" }).fill("30");
  await page.getByRole("button", { name: /from here/ }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  await page.waitForURL(/#t\/[a-z2-7]+@here$/);
  await playHere(visitor, { seed: 12, answers: 4 });
});
