// Figures for docs and closing notes: `npm run measure`. It prints, and asserts nothing: machines differ.
import { test } from "vitest";
import { at, visit, type Visitor } from "./house";
import { play, playOn } from "./pilot";
import { asked, foundByApi, seatAt } from "./steps";

const median = (list: number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const print = (...what: unknown[]): void => console.log(...what);

async function firstLoad(): Promise<{ bytes: number; ms: number }> {
  const visitor = await visit({ painted: true });
  const began = performance.now();
  await visitor.page.goto(at("/"));
  await visitor.page.locator("[data-play]").first().click({ trial: true });
  return { bytes: await visitor.transferred(), ms: performance.now() - began };
}

test("the first load", async () => {
  const loads = [];
  for (let i = 0; i < 5; i++) loads.push(await firstLoad());
  print(
    `first load: ${loads[0]?.bytes} bytes over the wire; a click is possible after ${median(loads.map(l => l.ms)).toFixed(0)} ms (median of 5)`,
  );
});

/** Times between frames while the page plays on with everything that moves. */
async function frames({ page }: Visitor, answers: number): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = ((window as unknown as { frames: number[] }).frames = []);
    const frame = (t: number): void => {
      times.push(t);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let i = 0; i < answers; i++) {
    await asked(page);
    await playOn(page, { seed: i, answers: 1 });
    await page.waitForTimeout(350);
  }
  const times = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  return times.slice(1).map((t, i) => t - (times[i] ?? t));
}

test("frames while things move", async () => {
  for (const game of ["arcane", "quacks"]) {
    const visitor = await visit({ painted: true, reducedMotion: "no-preference" });
    await seatAt(visitor, game, await foundByApi({ game, seats: ["me", "easy", "easy"] }));
    const gaps = (await frames(visitor, 20)).sort((a, b) => a - b);
    const at95 = gaps[Math.floor(gaps.length * 0.95)] ?? NaN;
    print(
      `${game}: ${gaps.length} frames, median ${median(gaps).toFixed(1)} ms, 95 of 100 within ${at95.toFixed(1)} ms`,
    );
  }
});

test("memory over ten games", async () => {
  const visitor = await visit();
  const { page, context } = visitor,
    cdp = await context.newCDPSession(page),
    sizes: string[] = [];
  for (let i = 0; i < 10; i++) {
    await seatAt(visitor, "quacks", await foundByApi({ game: "quacks", seats: ["me", "easy"] }));
    await play(visitor, { seed: i });
    await page.goto(at("/#"));
    await cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await cdp.send("Runtime.getHeapUsage");
    sizes.push((usedSize / 2 ** 20).toFixed(1));
  }
  print(`heap after each of ten games, MiB: ${sizes.join(" ")}`);
});
