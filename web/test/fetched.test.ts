// What is fetched when it is needed: a failure is not remembered, and what is missing is asked for again.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Part, remembered, unlessRefused, untilFetched } from "../src/fetched.svelte";
import { fetchPart } from "../src/ui/fetch_part";

/** Fails as often, then has an answer. */
const failing = (times: number) => {
  let left = times;
  return vi.fn(() =>
    left-- > 0 ? Promise.reject(new TypeError("network")) : Promise.resolve("here"),
  );
};

const refused = (code: string): Promise<string> =>
  Promise.reject(Object.assign(new Error("no"), { code }));

const tick = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what is remembered", () => {
  it("is asked for once, however many want it", async () => {
    const load = failing(0),
      get = remembered(load);
    expect(await Promise.all([get(), get()])).toEqual(["here", "here"]);
    expect(await get()).toBe("here");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is no failure", async () => {
    const load = failing(1),
      get = remembered(load);
    await expect(get()).rejects.toThrow("network");
    expect(await get()).toBe("here");
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe("a refusal", () => {
  it("is an answer, a lost one is not", async () => {
    expect(await unlessRefused(refused("not-found"), "none")).toBe("none");
    await expect(unlessRefused(refused("no-answer"), "none")).rejects.toThrow();
    await expect(unlessRefused(refused("broken"), "none")).rejects.toThrow();
    await expect(unlessRefused(failing(1)(), "none")).rejects.toThrow();
  });
});

describe("a button's action", () => {
  it("fails with a sentence for people, unless it was refused", async () => {
    await expect(fetchPart(failing(1))).rejects.toThrow(/reload the page/);
    await expect(fetchPart(() => refused("not-found"))).rejects.toThrow("no");
  });
});

describe("a part of the page", () => {
  it("comes by itself after a failure, at longer and longer intervals", async () => {
    const load = failing(3),
      part = new Part(load);
    await tick();
    expect([part.now, part.missing]).toEqual([null, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1999);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(4000);
    expect([part.now, part.missing]).toEqual(["here", false]);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(load).toHaveBeenCalledTimes(4);
  });

  it("is not asked for any more once nobody wants it", async () => {
    const load = failing(9),
      part = new Part(load);
    await tick();
    part.close();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("comes at once when the browser is online again", async () => {
    const listeners: (() => void)[] = [];
    vi.stubGlobal("addEventListener", (name: string, heard: () => void) => {
      if (name === "online") listeners.push(heard);
    });
    const part = new Part(failing(1));
    await tick();
    for (const heard of listeners) heard();
    await tick();
    expect(part.now).toBe("here");
  });

  it("comes when the person tries again and the server answers", async () => {
    const reload = vi.fn(),
      part = new Part(failing(1));
    vi.stubGlobal("location", { href: "http://localhost/", reload });
    await tick();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    expect(await part.tryAgain()).toBe(false);
    expect(part.now).toBe(null);
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("")));
    expect(await part.tryAgain()).toBe(true);
    expect(part.now).toBe("here");
    expect(reload).not.toHaveBeenCalled();
  });

  it("that the browser remembers as missing comes with a new page", async () => {
    const reload = vi.fn(),
      part = new Part(failing(9));
    vi.stubGlobal("location", { href: "http://localhost/", reload });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("")));
    await tick();
    await part.tryAgain();
    expect(reload).toHaveBeenCalledTimes(1);
    part.close();
  });

  describe("that is vital and that the browser remembers as missing", () => {
    const reload = vi.fn();
    let renewed: string | null = null;
    beforeEach(() => {
      reload.mockClear();
      renewed = null;
      vi.stubGlobal("location", { href: "http://localhost/", reload });
      vi.stubGlobal("sessionStorage", {
        getItem: () => renewed,
        setItem: (_: string, value: string) => (renewed = value),
      });
    });
    const online = (yes: boolean): void => {
      const answer = (): Promise<Response> =>
        yes ? Promise.resolve(new Response("")) : Promise.reject(new TypeError("network"));
      vi.stubGlobal("fetch", answer);
    };
    async function wait(vital: boolean, ms: number): Promise<number> {
      const part = new Part(failing(99), { vital });
      await vi.advanceTimersByTimeAsync(ms);
      part.close();
      return reload.mock.calls.length;
    }

    it("comes with a new page as soon as the server answers", async () => {
      online(false);
      const part = new Part(failing(99), { vital: true });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(reload).not.toHaveBeenCalled();
      online(true);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(reload).toHaveBeenCalledTimes(1);
      part.close();
    });

    it("gets one page in a while, not one after another", async () => {
      online(true);
      expect(await wait(true, 60_000)).toBe(1);
      expect(await wait(true, 60_000)).toBe(1);
      expect(await wait(true, 300_000)).toBe(2);
    });

    it("gets none at the first failure, none without a memory, and none if it is not vital", async () => {
      online(true);
      expect(await wait(true, 900)).toBe(0);
      expect(await wait(false, 60_000)).toBe(0);
      vi.stubGlobal("sessionStorage", undefined);
      expect(await wait(true, 60_000)).toBe(0);
    });
  });

  it("that nobody waits for comes sooner or later", async () => {
    const coming = untilFetched(failing(2));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await coming).toBe("here");
  });
});
