// Requests for a seat are repeated with the same key if their answer is lost.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepNext, seatAskedFor, tryAsked } from "../src/front/sitting";
import { own, remember } from "../src/keep";
import { api } from "../src/net/api";
import { asked } from "../src/net/asked";

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

beforeEach(() => void vi.useFakeTimers());

describe("a lost answer", () => {
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

  it("is asked for with the same key later, until the seat was entered", async () => {
    const keys = answers(good, lost, lost, lost, lost, good, good);
    await patiently(api.join("b", {}));
    asked.entered("b", seated.token);
    await expect(patiently(api.join("b", {}))).rejects.toMatchObject({ code: "no-answer" });
    await patiently(api.join("b", {}));
    await patiently(api.join("b", {}));
    expect(keys[1]).not.toBe(keys[0]);
    expect(new Set(keys.slice(1)).size).toBe(1);
    asked.entered("b", seated.token);
    expect(asked.key("b")).not.toBe(keys[1]);
  });

  it("has a new key if somebody else at this screen has the seat, or it was refused", async () => {
    const refused = (): Response =>
      new Response(JSON.stringify({ error: { code: "seat-taken", message: "Hm." } }), {
        status: 409,
      });
    const keys = answers(good, refused, good);
    await patiently(api.join("c", {}));
    own.keep("c", "arcane", [{ seat: 0, token: seated.token, name: "Ann" }]);
    await expect(patiently(api.join("c", {}))).rejects.toMatchObject({ code: "seat-taken" });
    await patiently(api.join("c", {}));
    expect(new Set(keys).size).toBe(3);
  });

  it("is no answer if somebody was faster at another node", async () => {
    const faster = (): Response =>
      new Response(JSON.stringify({ error: { code: "conflict", reason: "somebody-faster" } }), {
        status: 409,
      });
    const keys = answers(faster, good);
    expect(await patiently(api.join("d", {}))).toEqual(seated);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe("a seat that the host was asked for", () => {
  /** The node does not know the token so many times. */
  function unknown(times: number): () => number {
    let asks = 0;
    const wrong = { error: { code: "wrong-token", message: "Hm." } };
    globalThis.fetch = () =>
      Promise.resolve(
        asks++ < times
          ? new Response(JSON.stringify(wrong), { status: 403 })
          : new Response(JSON.stringify({ seat: 1, keys: [] })),
      );
    return () => asks;
  }
  const knock = (id: string): void =>
    remember(`knock.${id}`, { seat: 1, token: seated.token, name: "Ann" });

  it("is ours, although one node has not heard of the answer yet", async () => {
    const asks = unknown(1);
    knock("e");
    expect(await patiently(tryAsked("e", "arcane"))).toBe(true);
    expect(own.at("e")?.seats[0]?.token).toBe(seated.token);
    expect(asks()).toBe(2);
  });

  it("is not ours if the token opens nothing the second time either", async () => {
    unknown(2);
    knock("f");
    expect(await patiently(tryAsked("f", "arcane"))).toBe(false);
    expect(seatAskedFor("f")).toBeNull();
  });

  it("is ours at the next table, of which one node has not heard yet", async () => {
    const asks = unknown(1);
    await patiently(keepNext("g", "arcane", [{ seat: 0, token: seated.token, name: "Ann" }]));
    expect(own.at("g")?.seats[0]?.seat).toBe(1);
    expect(asks()).toBe(2);
  });
});
