// Visitors of a site: the folder of `make site` at a plain host of files, with fixed luck, and the network cut when a test
// says so.
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { visit, type Eyes, type Visitor } from "./house";
import type * as Inside from "./inside";
import { play } from "./pilot";
import { serveSite, siteFolder, type SiteServer } from "./site_server";
import { choose, type Wish } from "./steps";

const DIGITS = 32; // of a SHA-256, as tools/app.mjs writes them
const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, DIGITS);

/** In a worker: random bytes follow from a text. */
const seeded = (text: string): string => `{
  let s = ${[...text].reduce((sum, c) => Math.imul(sum, 31) + c.charCodeAt(0), 7) >>> 0};
  crypto.getRandomValues = into => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let i = 0; i < bytes.length; i++) {
      s = (s + 0x6d2b79f5) >>> 0;
      let t = Math.imul(s ^ (s >>> 15), s | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      bytes[i] = (t ^ (t >>> 14)) & 255;
    }
    return into;
  };
}
`;

/** A copy of the site whose tables have fixed luck; its service worker knows the changed file. */
function luckySite(luck: string): string {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-site-")),
    assets = join(folder, "assets");
  cpSync(siteFolder, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const isHall = (name: string): boolean =>
    /^worker-.*\.js$/.test(name) && readFileSync(join(assets, name), "utf8").includes("hall");
  const hall = readdirSync(assets).filter(isHall);
  expect(hall).toHaveLength(1);
  const file = join(assets, hall[0] ?? ""),
    before = readFileSync(file, "utf8"),
    after = seeded(luck) + before,
    sw = join(folder, "sw.js"),
    told = readFileSync(sw, "utf8");
  writeFileSync(file, after);
  expect(told).toContain(digest(before));
  writeFileSync(sw, told.replace(digest(before), digest(after)));
  return folder;
}

export interface SiteVisitor extends Visitor {
  readonly site: SiteServer;
}

/** Somebody comes to the site for the first time, and waits at the front door. */
export async function visitSite(eyes: Eyes = {}, script = ""): Promise<SiteVisitor> {
  const luck = `${process.env["LUCK"] ?? "charlatan"} ${expect.getState().currentTestName ?? ""}`;
  const site = await serveSite(luckySite(luck));
  onTestFinished(() => site.close());
  const visitor = await visit(eyes);
  await visitor.context.addInitScript(`inside.watchHall();${script}`);
  await visitor.page.goto(site.url);
  await visitor.page.locator("[data-play]").first().waitFor();
  return { ...visitor, site };
}

/** The page has stored all files of the site. */
export async function stored({ page }: SiteVisitor): Promise<void> {
  const having = (): Promise<{ core: boolean; rest: boolean }> =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      return await new Promise(done => {
        port1.onmessage = ({ data }) => done(data as { core: boolean; rest: boolean });
        active?.postMessage("state", [port2]);
      });
    });
  await expect.poll(having, { timeout: 30_000 }).toMatchObject({ core: true, rest: true });
}

/** Cuts the network: the browser is offline, and the host is gone. */
export async function cut(visitor: SiteVisitor): Promise<void> {
  await stored(visitor);
  await visitor.context.setOffline(true);
  await visitor.site.close();
  visitor.expects(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource/);
}

/** Founds a table on this device by its options page. */
export async function foundHere(
  { page, site }: SiteVisitor,
  game: string,
  wish: Wish,
  how = "",
): Promise<string> {
  await page.goto(`${site.url}#new/${game}${how ? `/${how}` : ""}`);
  await page.locator("[data-found]").waitFor();
  await choose(page, wish);
  await page.locator("[data-found]").click();
  await page.waitForURL(/#t\/[a-z2-7]+@here$/);
  await page.locator("main:is(#table, [data-curtain])").waitFor();
  return /#t\/(.*)$/.exec(page.url())?.[1] ?? "";
}

/** Plays on; what was sent and refused in between is counted as at a server. */
export async function playHere(visitor: SiteVisitor, orders: Inside.Orders): Promise<Inside.Trip> {
  const trip = await play(visitor, orders);
  const lines = (): Promise<Inside.HallLine> =>
    visitor.page.evaluate(() => window.inside.hallLine());
  await expect
    .poll(async () => (({ sent, acknowledged }) => sent - acknowledged)(await lines()))
    .toBe(0);
  const line = await lines();
  expect(line.refusals).toEqual([]);
  expect(line.sent).toBeGreaterThan(0);
  return trip;
}

/** At the end there is a result for everyone, the luck was checked, and the record is right. */
export async function isWellEnded({ page }: SiteVisitor, players: number): Promise<void> {
  const result = page.getByRole("region", { name: "Result" });
  expect(await result.locator("table").first().locator("tbody tr").count()).toBe(players);
  await page.locator("[data-luck='right']", { hasText: "sealed before the game" }).waitFor();
}

/** From the end of a game to its replay, and what its check says. */
export async function verifies({ page }: SiteVisitor): Promise<void> {
  await page.getByRole("region", { name: "Result" }).getByRole("link", { name: "Replay" }).click();
  await page.getByRole("slider", { name: "Where in the game" }).waitFor();
  await page.keyboard.press("v");
  await page.getByText("The record is correct").waitFor();
  await page.keyboard.press("Escape");
}
