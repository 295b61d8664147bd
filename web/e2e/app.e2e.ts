// The page as an app: installed from a folder below a path, without a connection, through an upgrade, with shared records,
// and where a server of ours takes the place of a site.
import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { sha256 } from "../src/mine/sha256";
import { at, visit } from "./house";
import { playOn } from "./pilot";
import { secondBuild } from "./second_build";
import { startServer } from "./server";
import { serveSite, siteFolder } from "./site_server";
import { asked, finished, found } from "./steps";

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "charlatan-"));
  folders.push(made);
  return made;
}

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const versionOf = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      document.querySelector<HTMLMetaElement>('meta[name="charlatan-version"]')?.content ?? null,
  );

/** Waits until all files are here. */
async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = "#mine"));
  await page.getByText("This page also works without a connection.").waitFor({ timeout: 60_000 });
}

const cacheNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).sort());

test("it can be installed, and after one visit it needs no connection", async () => {
  const host = await serveSite();
  const { page, context, ...visitor } = await visit();
  await page.goto(host.url);
  await page.locator(".room[data-room=arcane]").waitFor();
  const session = await context.newCDPSession(page);
  const { errors, url, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${host.url}app.webmanifest`);
  expect(JSON.parse(data ?? "")).toMatchObject({ start_url: "./", scope: "./" });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A visitor of a test has a profile in memory, where nothing can be installed.
  expect(installabilityErrors.map(e => e.errorId).filter(id => id !== "in-incognito")).toEqual([]);

  await offlineReady(page);
  await context.setOffline(true);
  await host.close();
  visitor.expects(/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/);
  await page.goto(`${host.url}#rules/quacks`);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  for (const room of ["", "#new/arcane", "#records", "#guide/arcane"]) {
    await page.goto(`${host.url}${room}`);
    await page.locator("main").first().waitFor();
  }
  // The deal of the day, and the statistics.
  await page.goto(`${host.url}#daily/quacks`);
  await page.getByRole("button", { name: "Play today’s deal" }).click();
  await page.waitForURL(/#t\//);
  await asked(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Let a bot play on for me" }).click();
  await page.locator("[data-compare]").waitFor({ timeout: 60_000 });
  await offlineReady(page);
  expect(await page.locator("[data-stats=quacks] tfoot td").first().textContent()).toBe("1");
});

test("a new version is offered, and a game in an older page goes on with its own files", async () => {
  const here = folder(),
    live = join(here, "live"),
    next = join(here, "next");
  cpSync(siteFolder, live, { recursive: true });
  secondBuild(siteFolder, resolve("../build/web"), next);
  let host = await serveSite(live);
  try {
    const visitor = await visit(),
      { page, context } = visitor;
    await page.goto(host.url);
    await offlineReady(page);
    const first = await versionOf(page);
    const other = await context.newPage();
    const id = await found(other, "quacks", { seats: ["me", "easy"] }, "", host.url.slice(0, -1));
    await asked(other);
    await playOn(other, { seed: 1, answers: 2 });

    // The files of the first version are gone from the host.
    renameSync(live, join(here, "old"));
    renameSync(next, live);
    await host.close();
    host = await serveSite(live, { port: Number(new URL(host.url).port) });
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await page.locator("[data-news]").waitFor({ timeout: 30_000 });
    expect(await versionOf(page)).toBe(first);
    await page.evaluate(() => (location.hash = "#rules/arcane"));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect((await cacheNames(page)).length).toBe(2);

    await page.getByRole("button", { name: "Use it now" }).click();
    await expect.poll(() => versionOf(page).catch(() => first)).not.toBe(first);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.evaluate(() => (location.hash = "#rules/quacks"));
    await page.getByRole("heading", { name: "The Quacks of Quedlinburg" }).first().waitFor();

    // The other page is told, plays on, and still finds what it has not loaded yet.
    await other.locator("[data-news]").waitFor();
    await playOn(other, { seed: 2, answers: 2 });
    await other.evaluate(() => (location.hash = "#rules/quacks"));
    await other.getByRole("heading", { name: "The Quacks of Quedlinburg" }).first().waitFor();
    expect(await versionOf(other)).toBe(first);
    await other.close();
    // The game goes on in the new version.
    await page.goto(`${host.url}#t/${id}@here`);
    await asked(page);
    await playOn(page, { seed: 3, answers: 2 });
    await page.reload();
    await expect.poll(() => cacheNames(page)).toHaveLength(1);
    await offlineReady(page);
  } finally {
    await host.close();
  }
});

test("a record that is shared with the app is replayed", async () => {
  const { table } = await finished("quacks", ["me", "easy"]);
  const record = await (await fetch(at(`/api/tables/${table.id}/record`))).text();
  const host = await serveSite();
  const { page } = await visit();
  await page.goto(host.url);
  await offlineReady(page);
  await host.close();
  /** What a system does when somebody shares something. */
  const share = (name: string, text: string): Promise<void> =>
    page.evaluate(
      ([field, content]) => {
        const form = document.createElement("form"),
          input = document.createElement("input");
        form.method = "POST";
        form.action = "./share";
        form.enctype = "multipart/form-data";
        input.name = field;
        if (field === "record") {
          input.type = "file";
          const files = new DataTransfer();
          files.items.add(new File([content], "game.jsonl"));
          input.files = files.files;
        } else input.value = content;
        form.append(input);
        document.body.append(form);
        form.submit();
      },
      [name, text] as const,
    );
  await share("record", record);
  await page.waitForURL(/#r\/file-/);
  await page.locator("[data-step], .controls, main").first().waitFor();
  expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
  await share("text", `Look: ${host.url}#daily/arcane`);
  await page.waitForURL(/#daily\/arcane/);
  await share("text", "something else");
  await page.getByText("This is neither the record of a game").waitFor();

  // Any page on the web can do the same, so a file with games is taken over only if the person agrees.
  const line = { mine: "name", value: "Mallory" },
    hash = sha256(JSON.stringify(line));
  const file = [
    { format: "charlatan-export", version: 1, made: 1 },
    { ...line, hash },
    { end: 1, hash: sha256(hash) },
  ];
  const name = (): Promise<string | null> =>
    page.evaluate(() => localStorage.getItem("charlatan.name"));
  for (const answer of ["Cancel", "Import"]) {
    await page.evaluate(() => localStorage.removeItem("charlatan.name"));
    await share("record", file.map(one => `${JSON.stringify(one)}\n`).join(""));
    await page.getByText("only if you shared it yourself").waitFor();
    expect(await name()).toBeNull();
    await page.getByRole("button", { name: answer, exact: true }).click();
    if (answer === "Cancel") await page.getByRole("dialog").waitFor({ state: "hidden" });
    else await page.getByText("Imported: 0 new games").waitFor();
    expect(await name()).toBe(answer === "Cancel" ? null : '"Mallory"');
  }
});

test("where a server takes the place of a site, its pages come from the server", async () => {
  const host = await serveSite(siteFolder, { path: "/" });
  const visitor = await visit(),
    { page } = visitor;
  await page.goto(host.url);
  await offlineReady(page);
  await host.close();
  const server = await startServer({ port: Number(new URL(host.url).port) });
  try {
    await page.goto(`${host.url}#records`);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      )
      .toBe(0);
    await page.goto(`${host.url}#mine`);
    await page.reload();
    await page.locator("[data-file]").waitFor();
    expect(await versionOf(page)).toBeNull();
  } finally {
    await server.kill();
  }
});
