// The autopilot of inside.ts from outside: plays at a page and holds it to what it should be. Every answer it gives has to be
// acknowledged by the server, none refused.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Visitor } from "./house";
import type * as Inside from "./inside";

declare global {
  interface Window {
    inside: typeof Inside;
  }
}

/** What stays where it is on a large screen, and what is whole. */
export const steadyArcane: Inside.Steady = {
  still: {
    question: ".ask.panel",
    storehouse: ".mine > .house",
    middle: ".middle-place",
    stash: ".stash .cards",
    tracks: ".tracks",
  },
  whole: [[".mine > .house"], [".stash .cards"], [".tracks"]],
};
export const steadyQuacks: Inside.Steady = {
  still: { question: ".ask.panel", pot: ".own", bag: "section.bag", track: "section.track" },
  whole: [
    ["section.shop", "section.track"],
    ["section.bag", "section.track"],
    ["section.track"],
    [".own", "section.track"],
  ],
};

export async function playOn(page: Page, orders: Inside.Orders): Promise<Inside.Trip> {
  await page.locator("#question").waitFor();
  await page.mouse.move(0, 0); // nothing is hovered over
  return await page.evaluate(o => window.inside.play(o), orders);
}

/** Some answers, or a whole game; nothing may be wrong on the way. */
export async function play(visitor: Visitor, orders: Inside.Orders): Promise<Inside.Trip> {
  const trip = await playOn(visitor.page, orders);
  expect(trip.faults).toEqual([]);
  expect(visitor.line.refusals).toEqual([]);
  if (orders.answers === undefined && orders.until === undefined) expect(trip.over).toBe(true);
  return trip;
}

/** A whole game, after which nothing is left unanswered. */
export async function playToEnd(
  visitor: Visitor,
  seed: number,
  more: Partial<Inside.Orders> = {},
): Promise<Inside.Trip> {
  const trip = await play(visitor, { seed, ...more });
  expect(visitor.line.sent).toBeGreaterThan(0);
  await expect.poll(() => visitor.line.acknowledged).toBe(visitor.line.sent);
  return trip;
}
