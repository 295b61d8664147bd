// Nothing is lost at the tables of a page: a killed browser, two tabs on one game, a full quota, deleted data, everything
// as a file, and games that are carried to a server and back.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { ArchiveWriter, type GameLine } from "../src/mine/archive";
import { at, visit, type Visitor } from "./house";
import { ownBrowser } from "./own_browser";
import { playOn } from "./pilot";
import { serveSite, type SiteServer } from "./site_server";
import { asked, finished, found, tableId } from "./steps";

async function host(): Promise<SiteServer> {
  const made = await serveSite();
  onTestFinished(() => made.close());
  return made;
}

const folderOf = (site: SiteServer): string => site.url.slice(0, -1);
const SEATS = { seats: ["me", "easy"] };

/** Answers some questions, whatever they are. */
const answer = (page: Page, answers: number, seed = 1): Promise<unknown> =>
  playOn(page, { seed, answers });

/** How many entries the log of a table has, as it is stored. */
const entries = (page: Page, id: string): Promise<number> =>
  page.evaluate(
    match =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("charlatan.tables");
        opening.onerror = () => reject(new Error("not there"));
        opening.onsuccess = () => {
          const db = opening.result,
            get = db.transaction("matches").objectStore("matches").get(match);
          get.onsuccess = () => {
            db.close();
            resolve((get.result as { n: number } | undefined)?.n ?? 0);
          };
        };
      }),
    id,
  );

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent("download");
  await press();
  const folder = mkdtempSync(join(tmpdir(), "charlatan-")),
    file = join(folder, "saved");
  await (await coming).saveAs(file);
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

const question = (page: Page): Promise<string | null> => page.locator("#question").textContent();

test("a browser that is killed in the middle of a game has lost nothing", async () => {
  const site = await host(),
    folder = mkdtempSync(join(tmpdir(), "charlatan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const begin = async () => {
    const browser = await ownBrowser(folder);
    await browser.page.addInitScript(`${inject("inside")}inside.setPainted(false);`);
    await browser.page.addInitScript(
      `localStorage["charlatan.settings"] ??= '{"pace":"once","scenes":"off"}'`,
    );
    return browser;
  };
  const first = await begin();
  const id = await found(first.page, "quacks", SEATS, "", folderOf(site));
  await asked(first.page);
  await answer(first.page, 3);
  const shown = await entries(first.page, id);
  // It plays on, and is killed while it does.
  void answer(first.page, 1000, 2).catch(() => {});
  await expect.poll(() => entries(first.page, id).catch(() => 0)).toBeGreaterThan(shown + 2);
  await first.kill();

  const second = await begin();
  try {
    await second.page.goto(`${folderOf(site)}/#t/${id}@here`);
    await asked(second.page);
    const left = await entries(second.page, id);
    expect(left).toBeGreaterThan(shown + 2);
    await answer(second.page, 2, 3);
    expect(await entries(second.page, id)).toBeGreaterThan(left);
  } finally {
    await second.kill();
  }
});

test("two tabs are at one game", async () => {
  const site = await host(),
    { page, context } = await visit();
  const id = await found(page, "arcane", SEATS, "", folderOf(site));
  await asked(page);
  const other = await context.newPage();
  await other.goto(`${folderOf(site)}/#t/${id}@here`);
  await asked(other);
  for (const [one, two, seed] of [
    [page, other, 1],
    [other, page, 2],
  ] as const) {
    await answer(one, 2, seed);
    await asked(one);
    await expect.poll(() => question(two)).toBe(await question(one));
  }
});

/** Fills what is left of the quota. A browser looks at its size now and then only, so this uses the same database. */
const fill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open("filler", 1);
    opening.onupgradeneeded = () =>
      void opening.result.createObjectStore("noise", { autoIncrement: true });
    const db = await new Promise<IDBDatabase>(done => {
      opening.onsuccess = () => done(opening.result);
    });
    const put = (size: number): Promise<boolean> =>
      new Promise(done => {
        const tx = db.transaction("noise", "readwrite"),
          bytes = new Uint8Array(size);
        for (let at = 0; at < size; at += 65_536)
          crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
        tx.objectStore("noise").add(bytes);
        tx.oncomplete = () => done(true);
        tx.onabort = () => done(false);
      });
    for (let size = 1_000_000; size >= 64; size /= 4) while (await put(size));
    db.close();
  });

test("a full quota is told, nothing is half done, and it goes on once there is room", async () => {
  const site = await host(),
    visitor = await visit({ acceptDownloads: true, serviceWorkers: "block" }),
    { page, context } = visitor;
  const session = await context.newCDPSession(page),
    origin = new URL(site.url).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 4_000_000 });
  const id = await found(page, "quacks", SEATS, "", folderOf(site));
  await asked(page);
  await fill(page);
  const before = await entries(page, id);
  visitor.expects(/the store fails: \S/);
  void answer(page, 1).catch(() => {});
  await page.locator('[data-trouble="quota"]').waitFor();
  await page.getByText("There is no room left in this browser.").waitFor();
  expect(await entries(page, id)).toBe(before);
  const file = await saved(page, () =>
    page.getByRole("button", { name: "Save games as a file" }).click(),
  );
  expect(file).toContain(`{"match":"${id}"`);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  await page.reload();
  await asked(page);
  await answer(page, 2);
  expect(await page.locator("[data-trouble]").count()).toBe(0);
  expect(await entries(page, id)).toBeGreaterThan(before);
});

/** How long the log is once nobody adds to it: an entry that is stored while the data goes is refused instead. */
async function settled(page: Page, id: string): Promise<number> {
  for (let n = await entries(page, id); ;) {
    await page.waitForTimeout(300);
    const now = await entries(page, id);
    if (now === n) return n;
    n = now;
  }
}

/** A file of games as somebody would write it who wants to deceive. */
async function rewritten(file: string, change: (game: GameLine) => GameLine): Promise<string> {
  const writer = new ArchiveWriter(1);
  for (const text of file.split("\n").slice(1)) {
    const line = JSON.parse(text || "{}") as Partial<GameLine>;
    if (line.match) writer.add(change(line as GameLine));
  }
  return await writer.end().text();
}

test("everything goes into a file and comes back, and deleted data does not end a game", async () => {
  const site = await host(),
    visitor = await visit({ acceptDownloads: true }),
    { page, context } = visitor;
  await page.goto(site.url);
  await page.getByRole("textbox", { name: "Your name" }).fill("Anna");
  const id = await found(page, "quacks", SEATS, "", folderOf(site));
  await asked(page);
  await answer(page, 3);
  const n = await settled(page, id);

  // Somebody deletes all data of the page while the table is open.
  const session = await context.newCDPSession(page),
    origin = new URL(site.url).origin;
  const clear = () =>
    session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" });
  await clear();
  await answer(page, 2, 2);
  await page.locator('[data-trouble="deleted"]').waitFor();
  expect(await entries(page, id)).toBeGreaterThan(n);
  await page.reload();
  await asked(page);

  await page.goto(`${site.url}#mine`);
  const file = await saved(page, () =>
    page.locator("[data-file]").getByRole("button", { name: "Save as a file" }).click(),
  );
  await page.goto("about:blank");
  await clear();
  await page.goto(`${site.url}#mine`);
  const take = (text: string) =>
    page.locator("[data-import]").setInputFiles({
      name: "games.jsonl",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  const told = page.locator("[data-file]");
  await take(file.replace(`"match":"${id}"`, `"match":"a${id.slice(1)}"`));
  await told.getByText("“games.jsonl” is damaged in line 2. Nothing was imported.").waitFor();
  await take("hello");
  await told.getByText("“games.jsonl” is not a charlatan games file.").waitFor();
  // Files whose hashes are right, but whose games are not.
  visitor.expects(/its log is invalid from entry 2 on/);
  for (const change of [
    (game: GameLine) => ({ ...game, entries: [...game.entries.slice(0, 2), '{"nonsense":1}'] }),
    (game: GameLine) => ({ ...game, card: { ...game.card, phase: 2 } }),
  ]) {
    await take(await rewritten(file, change));
    await told
      .getByText("Left out, because the rules cannot play them: 1 game of the file.")
      .waitFor();
    expect(await entries(page, id)).toBe(0);
  }
  await take(file);
  await told.getByText("Imported: 1 new game").waitFor();
  await take(file);
  await told.getByText("Already here: 1.").waitFor();
  await page.goto(`${site.url}#`);
  await page.reload();
  expect(await page.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Anna");
  await page.goto(`${site.url}#t/${id}@here`);
  await asked(page);
  await answer(page, 2, 3);
  expect(await page.locator("#question").count()).toBe(1);
});

/** Opens a file with a record, and continues after its last move. */
async function continueFrom({ page }: Visitor, house: string, record: string): Promise<string> {
  await page.goto(`${house}/#records`);
  await page.locator("#record-file").setInputFiles({
    name: "game.jsonl",
    mimeType: "application/json",
    buffer: Buffer.from(record),
  });
  await page.waitForURL(/#r\/file-/);
  const slider = page.getByRole("slider", { name: "Where in the game" });
  await slider.waitFor();
  await slider.press("End");
  if (record.includes('"result"')) await slider.press("ArrowLeft");
  await page.getByRole("button", { name: "Continue from here" }).click();
  await page.locator("dialog[open] button.main").click();
  await page.waitForURL(/#t\//);
  await asked(page);
  return tableId(page);
}

test("a game is carried to a server, and one of a server is played on here", async () => {
  const site = await host(),
    visitor = await visit({ acceptDownloads: true }),
    { page } = visitor;
  await found(page, "arcane", SEATS, "", folderOf(site));
  await asked(page);
  await answer(page, 4);
  await asked(page);
  await page.getByRole("button", { name: "Menu" }).click();
  const record = await saved(page, () => page.locator("[data-carry]").click());
  expect(record).not.toContain('"seed":"');
  const there = await visit();
  await continueFrom(there, at(""), record);
  await answer(there.page, 2);

  const { table } = await finished("quacks", ["me", "easy"]);
  const theirs = await (await fetch(at(`/api/tables/${table.id}/record`))).text();
  await continueFrom(visitor, folderOf(site), theirs);
  expect(page.url()).toMatch(/@here$/);
});
