// The store of the page's own tables, in a real IndexedDB: the contract of stores, older and newer versions, a deleted
// database, a full one, and a page that is killed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { bundle } from "./bundle";
import { at, visit, type Visitor } from "./house";
import { ownBrowser } from "./own_browser";
import type * as StorePage from "./store_page";

declare global {
  interface Window {
    storePage: typeof StorePage;
    acknowledged: (n: number) => void;
  }
}

let script = "";
beforeAll(async () => {
  script = await bundle("e2e/store_page.ts", "storePage");
});

/** An empty page of the test's server, with the store in it. */
async function openIn(page: Page): Promise<void> {
  await page.goto(at("/icon.svg"));
  await page.evaluate(script);
}

async function open({ page }: Visitor): Promise<Page> {
  await openIn(page);
  return page;
}

test("IndexedDB keeps the contract of stores, through versions and deletions", async () => {
  const page = await open(await visit());
  expect(await page.evaluate(() => window.storePage.holdContract())).toEqual([]);

  expect(await page.evaluate(() => window.storePage.fromFirstStep())).toEqual({
    shelves: ["about", "log", "matches"],
    before: [
      ["one", "two"],
      [{ n: 2, match: "t", when: 7, text: "card" }],
      [{ n: 2, match: "t", when: 3, text: "" }],
    ],
    appended: ["stored"],
    after: [
      ["one", "two", "three"],
      { snapshotOf: 3, snapshot: "shot", rows: [{ n: 2, text: "three" }] },
      "beside",
    ],
  });
  expect(await page.evaluate(() => window.storePage.besideNewer("adds"))).toEqual({
    now: "",
    log: ["one", "two", "three"],
    then: "",
  });
  expect(await page.evaluate(() => window.storePage.besideNewer("breaks"))).toEqual({
    now: "newer",
    log: ["one", "two"],
    then: "newer",
  });
  const deleted = await page.evaluate(() => window.storePage.afterDeletion());
  expect(deleted).toMatchObject({
    outcome: ["stored"],
    seen: ["one", "two", "three", "four"],
    lost: [],
  });
  expect(deleted.told.slice(0, 4)).toEqual([
    { appended: [["game", 2]] },
    { appended: [["game", 3]] },
    { trouble: "deleted" },
    { appended: [["game", 4]] },
  ]);
});

test("a full quota stores nothing by halves, and says so", async () => {
  const page = await open(await visit());
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 2_000_000 });
  const full = await page.evaluate(() => window.storePage.fill(100_000));
  expect(full).toMatchObject({ reason: "quota", told: [{ trouble: "quota" }] });
  expect(full.stored).toBeGreaterThan(0);
  expect(full.found).toBe(full.stored);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  expect(await page.evaluate(() => window.storePage.fill(20))).toMatchObject({
    reason: "",
    found: full.stored + 60,
    told: [],
  });
});

test("what was acknowledged survives a killed browser", async () => {
  const folder = mkdtempSync(join(tmpdir(), "charlatan-"));
  let last = 0;
  try {
    const first = await ownBrowser(folder);
    await first.page.exposeFunction("acknowledged", (n: number) => (last = n));
    await openIn(first.page);
    void first.page
      .evaluate(() => window.storePage.playOn(n => window.acknowledged(n)))
      .catch(() => {});
    await expect.poll(() => last).toBeGreaterThan(20);
    await first.kill();
    const second = await ownBrowser(folder);
    await openIn(second.page);
    const left = await second.page.evaluate(() => window.storePage.whatIsLeft());
    await second.kill();
    expect(left.length).toBeGreaterThanOrEqual(last);
    expect(left.length % 2).toBe(0);
    expect(left).toEqual(left.map((_, n) => `${n}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
