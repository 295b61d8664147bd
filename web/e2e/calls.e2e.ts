// Being told that it is my turn: the choice at a table, what the server sends to a push service of our own, what the service
// worker shows of it, the way back, and the list of my games. Browsers' own push services are not asked: their part is played
// here.
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { visit, type Visitor } from "./house";
import { startServer, type Server } from "./server";
import { foundByApi, seatAt, type Founded } from "./steps";

interface Office {
  readonly url: string;
  readonly got: { path: string; body: Buffer }[];
  close(): void;
}

async function openOffice(): Promise<Office> {
  const got: Office["got"] = [];
  const http: HttpServer = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({ path: request.url ?? "", body: Buffer.concat(parts) });
      answer.writeHead(201, { "content-length": "0" }).end();
    });
  });
  await new Promise<void>(done => http.listen(0, "127.0.0.1", done));
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, got, close: () => http.close() };
}

/** The keys of a browser's subscription. */
class Keys {
  readonly own: ECDH = createECDH("prime256v1");
  readonly auth = randomBytes(16);
  constructor() {
    this.own.generateKeys();
  }
  get json(): { p256dh: string; auth: string } {
    return {
      p256dh: this.own.getPublicKey("base64url"),
      auth: this.auth.toString("base64url"),
    };
  }
  /** RFC 8291. */
  read(body: Buffer): string {
    const salt = body.subarray(0, 16),
      sender = body.subarray(21, 86),
      sealed = body.subarray(86);
    const derive = (key: Buffer, with_: Buffer, info: Buffer | string, n: number): Buffer =>
      Buffer.from(hkdfSync("sha256", key, with_, info, n));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.own.getPublicKey(), sender]);
    const key = derive(this.own.computeSecret(sender), this.auth, info, 32);
    const cipher = createDecipheriv(
      "aes-128-gcm",
      derive(key, salt, "Content-Encoding: aes128gcm\0", 16),
      derive(key, salt, "Content-Encoding: nonce\0", 12),
    );
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}

/** A browser whose push service is ours. */
async function subscribed(visitor: Visitor, office: Office, path: string): Promise<Keys> {
  const keys = new Keys();
  await visitor.context.addInitScript(
    ({ endpoint, json }) => {
      let now: object | null = null;
      const make = (key: BufferSource): object => ({
        endpoint,
        options: { applicationServerKey: new Uint8Array(key as ArrayBuffer).buffer },
        toJSON: () => ({ endpoint, keys: json }),
        unsubscribe: () => {
          now = null;
          return Promise.resolve(true);
        },
      });
      PushManager.prototype.subscribe = function (options) {
        now = make(options?.applicationServerKey as BufferSource);
        return Promise.resolve(now as PushSubscription);
      };
      PushManager.prototype.getSubscription = () => Promise.resolve(now as PushSubscription | null);
      Notification.requestPermission = () => Promise.resolve("granted");
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
    },
    { endpoint: `${office.url}/${path}`, json: keys.json },
  );
  return keys;
}

const tag = (page: Page): Promise<string | null> =>
  page.locator('link[rel="icon"]').getAttribute("href");

async function found(server: Server): Promise<Founded> {
  return foundByApi(
    {
      game: "arcane",
      seats: ["me", "medium"],
      name: "Anna",
      options: { first: 0 },
      clock: { move: 259200 },
    },
    server.url,
  );
}

test("a browser is told of a turn, and comes back", async () => {
  const office = await openOffice();
  const server = await startServer({
    more: ["--push", "mailto:o@example.org", "--push-host", "127.0.0.1", "--send-local"],
  });
  try {
    const anna = await visit({ locale: "de" });
    const keys = await subscribed(anna, office, "anna");
    await anna.context.grantPermissions(["notifications"], { origin: server.url });
    const founded = await found(server);
    await seatAt(anna, "arcane", founded);
    const { page } = anna;
    await page.locator("#question").waitFor();
    // The tab says whose turn it is.
    await expect.poll(() => page.title()).toMatch(/^●/);
    expect(await tag(page)).toContain("icon-turn.svg");
    await page.getByRole("button", { name: "Menü" }).click();
    await page.locator("[data-tell-me]").check();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("charlatan.calls")))
      .toBe("true");
    const worker = await page.evaluate(
      async () => (await navigator.serviceWorker.ready).active?.scriptURL,
    );
    expect(worker).toContain("sw.js?calls");
    // While a page is open, nothing is sent.
    expect(office.got).toEqual([]);
    await page.goto("about:blank");
    await expect.poll(() => office.got.length).toBe(1);
    const text = keys.read(office.got[0]?.body ?? Buffer.alloc(0));
    expect(JSON.parse(text)).toMatchObject({ table: founded.table.id, lang: "de" });
    expect(text).toContain("Anna, du bist an der Reihe. Du hast noch 2 Tage und 23 h.");

    // My games: this one first, with the time that is left.
    await page.goto(server.url);
    await page.getByText("Du bist dran: noch 2 d 23 h").waitFor();
    expect(await tag(page)).not.toContain("turn");
    const table = founded.table.id;
    expect(await happens(anna, "push", text)).toEqual([
      {
        title: "Arcane Alley",
        body: "Anna, du bist an der Reihe. Du hast noch 2 Tage und 23 h.",
        lang: "de",
        tag: table,
        icon: `${server.url}/icon-192.png`,
        data: table,
      },
    ]);
    expect(await happens(anna, "push", "{}")).toEqual([]);
    expect(await happens(anna, "push", '{"title":"x","body":"y","table":"../x"}')).toEqual([]);
    expect(await happens(anna, "notificationclick", table)).toEqual([
      "closed",
      `${server.url}/#t/${table}`,
    ]);
    await page.goto(`${server.url}/#t/${founded.table.id}`);
    await page.locator("#question").waitFor();
    await page.getByRole("button", { name: "Menü" }).click();
    await page.locator("[data-tell-me]").uncheck();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("charlatan.calls")))
      .toBe("false");
    await page.goto("about:blank");
  } finally {
    await server.stop();
    office.close();
  }
});

/**
 * What the service worker does when a message comes, or one is clicked. Browsers without windows show no messages, so what
 * it wants to show is noted.
 */
async function happens({ context }: Visitor, what: string, data: string): Promise<unknown[]> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  return worker.evaluate(
    async ({ what, data }) => {
      const worker = self as unknown as ServiceWorkerGlobalScope,
        done: unknown[] = [],
        waits: Promise<unknown>[] = [];
      worker.registration.showNotification = (title, options) =>
        Promise.resolve(void done.push({ title, ...options }));
      worker.clients.openWindow = url => Promise.resolve((done.push(url), null));
      const event = new Event(what),
        give = (name: string, value: unknown): object =>
          Object.defineProperty(event, name, { value });
      give("waitUntil", (p: Promise<unknown>) => waits.push(p));
      give("data", { json: (): unknown => JSON.parse(data) });
      give("notification", { data, close: () => done.push("closed") });
      worker.dispatchEvent(event);
      await Promise.all(waits);
      return done;
    },
    { what, data },
  );
}

test("a host names a channel; without the operator's leave nothing is offered", async () => {
  const office = await openOffice();
  const server = await startServer({ more: ["--webhook-host", "127.0.0.1", "--send-local"] });
  try {
    const anna = await visit();
    const founded = await found(server);
    await seatAt(anna, "arcane", founded);
    const { page } = anna;
    await page.locator("#question").waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    // This server sends nothing to browsers.
    expect(await page.locator("[data-tell-me]").count()).toBe(0);
    await page.locator("[data-channel] summary").click();
    await page.getByLabel("Service").selectOption("discord");
    await page.getByLabel("Address of the webhook").fill(`${office.url}/hook`);
    await page.locator("[data-set-hook]").click();
    await page.locator("[data-hook]").waitFor();
    await page.goto("about:blank");
    await expect.poll(() => office.got.length).toBe(1);
    expect(JSON.parse(office.got[0]?.body.toString() ?? "")).toMatchObject({
      content: `It is Anna's turn. ${server.url}/#t/${founded.table.id}`,
    });
  } finally {
    await server.stop();
    office.close();
  }
});
