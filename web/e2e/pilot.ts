// The autopilot of inside.ts from outside: plays at a page and holds it to what it should be. Every answer it gives has to be
// acknowledged by the server, none refused.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Visitor } from "./house";
import type * as Inside from "./inside";
import { tableId } from "./steps";

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
  const { answers, until, passed } = orders;
  if (answers === undefined && until === undefined && passed === undefined)
    expect(trip.over).toBe(true);
  return trip;
}

/** Until the server has answered everything. */
export async function answered({ line }: Visitor): Promise<void> {
  await expect.poll(() => line.sent - line.acknowledged).toBe(0);
}

/** A whole game, after which nothing is left unanswered. */
export async function playToEnd(
  visitor: Visitor,
  seed: number,
  more: Partial<Inside.Orders> = {},
): Promise<Inside.Trip> {
  const trip = await play(visitor, { seed, ...more });
  expect(visitor.line.sent).toBeGreaterThan(0);
  await answered(visitor);
  return trip;
}

/** LONG=1: games are played through their pages from the first turn to the last. */
export const LONG = Boolean(process.env["LONG"]);

/** When I am asked in this turn of the Quacks: a selector for `until`. */
export const inTurn = (turn: number): string => `.turns li:nth-child(${turn})[aria-current="step"]`;

/** Leaves the table, whose seat is played without a page until a part of the game begins, and comes back. */
export async function skipTo(
  { page }: Visitor,
  part: Inside.Part,
  to: number,
  seed: number,
): Promise<void> {
  const there = page.url(),
    away = { table: tableId(page), part, to, seed };
  await page.goto(new URL("/health", there).href);
  await page.evaluate(orders => window.inside.playAway(orders), away);
  await page.goto(there);
}

/** The Quacks to their end: the first turn and those from `last` on through the page, with LONG=1 all. */
export async function playTurns(
  visitor: Visitor,
  seed: number,
  { last = 9, ...more }: Partial<Inside.Orders> & { last?: number } = {},
): Promise<Inside.Trip> {
  if (!LONG) {
    expect((await play(visitor, { seed, ...more, until: inTurn(2) })).over).toBe(false);
    await answered(visitor);
    await skipTo(visitor, "turn", last, seed);
  }
  return await playToEnd(visitor, seed, more);
}

/** Arcane Alley to its end: some answers of the first round and the last one through the page, with LONG=1 all. */
export async function playRounds(
  visitor: Visitor,
  seed: number,
  more: Partial<Inside.Orders> = {},
): Promise<Inside.Trip> {
  if (!LONG) {
    await play(visitor, { seed, ...more, answers: 12 });
    await answered(visitor);
    await skipTo(visitor, "round", 3, seed);
  }
  return await playToEnd(visitor, seed, more);
}
