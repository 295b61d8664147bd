// Requests for a seat are repeated with the same key if their answer is lost.
import { describe, expect, it, vi } from "vitest";
import { api } from "../src/net/api";

const seated = { table: { id: "aaaaaaaaaaaaaaaa" }, seat: 0, token: "0".repeat(32) };
const good = (): Response => new Response(JSON.stringify(seated));
const cut = (): Response => new Response('{"table":{"id":"aaaa');
const unsure = (): Response =>
  new Response(
    JSON.stringify({ error: { code: "storage", reason: "maybe-stored", message: "Hm." } }),
    { status: 503 },
  );
const lost = (): Response => {
  throw new TypeError("network");
};

/** Answers like this, one after the other; returns the keys that came. */
function answers(...list: (() => Response)[]): string[] {
  const keys: string[] = [];
  globalThis.fetch = (_, init) => {
    const { key } = JSON.parse(init?.body as string) as { key: string };
    keys.push(key);
    return Promise.resolve().then(list[keys.length - 1] ?? lost);
  };
  return keys;
}

async function patiently<T>(promise: Promise<T>): Promise<T> {
  const settled = promise.finally(() => undefined);
  settled.catch(() => undefined);
  await vi.runAllTimersAsync();
  return settled;
}

describe("a lost answer", () => {
  vi.useFakeTimers();

  it.each([
    ["founding", () => api.found({})],
    ["joining", () => api.join("a", {})],
    ["taking over", () => api.takeover("a", { seat: 1 })],
    ["practising", () => api.practice({})],
  ])("of %s is asked for again, with the same key", async (_, ask) => {
    const keys = answers(lost, cut, unsure, good);
    expect(await patiently(ask())).toEqual(seated);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBe(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is given up in the end", async () => {
    const keys = answers();
    await expect(patiently(api.found({}))).rejects.toMatchObject({ code: "no-answer" });
    expect(keys.length).toBe(4);
  });

  it("has a new key for each request", async () => {
    const keys = answers(good, good);
    await patiently(api.found({}));
    await patiently(api.found({}));
    expect(new Set(keys).size).toBe(2);
  });
});
