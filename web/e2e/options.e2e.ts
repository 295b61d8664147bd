// The options pages: every value of every option is chosen once, and the table is founded as it was wished for.
import { expect, test } from "vitest";
import { visit } from "./house";
import { cardOf, choose, mixes, openOptions, tableId, valuesOn, wizards, type Wish } from "./steps";

/** Founds a table for each wish, and tells which values nobody used. */
async function foundAll(game: string, wishes: { wish: Wish; card: object }[]): Promise<string[]> {
  const { page } = await visit({ log: false });
  const offered = new Set<string>(),
    used = new Set<string>();
  for (const { wish, card } of wishes) {
    await openOptions(page, game);
    await page.getByRole("button", { name: "Default choices" }).click();
    await choose(page, wish);
    for (const value of await valuesOn(page, false)) offered.add(value);
    for (const value of await valuesOn(page, true)) used.add(value);
    await page.locator("[data-found]").click();
    await page.waitForURL(/#t\//);
    // Bots alone play on at once, and until their game is over a slow machine has no time for questions to its page.
    if (wish.seats?.some(who => ["me", "here", "friend"].includes(who)))
      await page.locator("main:is(#table, [data-curtain])").waitFor();
    // The page reveals its nonce first.
    await expect.poll(() => cardOf(tableId(page))).not.toMatchObject({ state: "revealing" });
    expect(await cardOf(tableId(page))).toMatchObject(card);
  }
  return [...offered].filter(value => !used.has(value));
}

/** Clocks are the same for both games: what one test does not use, the other does. */
const clocksLeft: string[][] = [];

function exceptClocks(unused: string[]): string[] {
  clocksLeft.push(unused.filter(value => value.startsWith("clock=")));
  return unused.filter(value => !value.startsWith("clock="));
}

test("Arcane Alley: every option", async () => {
  const unused = await foundAll("arcane", [
    {
      wish: {
        seats: ["me", "hard"],
        edition: "three",
        market: "no",
        wizards: "none",
        cap: "30",
        open: "no",
        clock: "none",
        help: "yes",
        practice: "yes",
        first: "0",
        wait: "no",
      },
      card: {
        players: 2,
        state: "running",
        open: false,
        help: true,
        undo_luck: true,
        options: { edition: "three", market: false, wizards: "none", turn_cap: 30, first: 0 },
      },
    },
    {
      wish: {
        seats: ["friend", "me", "random"],
        edition: "hundred",
        rounds: "0",
        goal: "200",
        market: "yes",
        cap: "50",
        open: "yes",
        clock: "move1",
        help: "no",
        first: "1",
        wait: "yes",
      },
      card: {
        players: 3,
        state: "waiting",
        open: true,
        wait: true,
        help: false,
        clock: { move: 60, game: 0 },
        options: { edition: "hundred", goal: 200, market: true, turn_cap: 50, first: 1 },
      },
    },
    {
      wish: {
        seats: ["here", "greedy", "me", "medium"],
        edition: "hundred",
        goal: "300",
        cap: "200",
        clock: "move2",
        first: "2",
      },
      card: {
        players: 4,
        state: "running",
        clock: { move: 120, game: 0 },
        options: { goal: 300, turn_cap: 200, first: 2 },
      },
    },
    {
      wish: {
        seats: ["easy", "easy", "easy", "easy", "easy"],
        wizards: "random",
        clock: "day3",
        first: "3",
      },
      card: {
        players: 5,
        clock: { move: 259_200, game: 0 },
        options: { wizards: "random", first: 3 },
        seats: Array(5).fill({ kind: "bot" }),
      },
    },
    {
      wish: {
        seats: ["me", "easy", "casual", "master", "easy", "easy"],
        wizards: "chosen",
        chosen: wizards,
        cap: "100",
        clock: "game20",
        first: "4",
      },
      card: {
        players: 6,
        clock: { move: 0, game: 1200 },
        options: { wizards, turn_cap: 100, first: 4 },
      },
    },
    {
      wish: {
        seats: ["me", "easy", "easy", "easy", "easy", "easy"],
        edition: "hundred",
        goal: "100",
        rounds: "3",
        first: "5",
      },
      card: { options: { edition: "hundred", rounds: 3, first: 5 } },
    },
    ...["1", "5", "10"].map(rounds => ({
      wish: { seats: ["me", "easy"], edition: "hundred", rounds },
      card: { options: { edition: "hundred", rounds: Number(rounds) } },
    })),
    {
      wish: { seats: ["me", "easy"], wizards: "chosen", chosen: ["", "ninx"], first: "-1" },
      card: { options: { wizards: [null, "ninx"], first: null } },
    },
    {
      wish: { seats: ["me", "easy"], plain: "yes" },
      card: { options: { edition: "three", market: false, wizards: "none" } },
    },
  ]);
  expect(exceptClocks(unused)).toEqual([]);
});

const mixOf = ([green, blue, red, yellow, purple]: string[]): object =>
  Object.fromEntries(
    Object.entries({ green, blue, red, yellow, purple }).map(([colour, set]) => [
      colour,
      Number(set),
    ]),
  );

test("Quacks: every option", async () => {
  const unused = await foundAll("quacks", [
    {
      wish: {
        seats: ["me", "hard"],
        books: "1",
        pot: "front",
        together: "no",
        prices: "almanac",
        "second-chance": "safe",
        "strong-ingredient": "inert",
        fortune: "yes",
        open: "yes",
        clock: "move5",
        help: "yes",
        practice: "yes",
        first: "0",
        wait: "yes",
      },
      card: {
        players: 2,
        state: "waiting",
        clock: { move: 300, game: 0 },
        options: {
          pot: "front",
          together: false,
          prices: "almanac",
          second_chance: "safe",
          strong_ingredient: "inert",
          fortune: "on",
          optional: "automatic",
          first: 0,
        },
      },
    },
    {
      wish: {
        seats: ["friend", "me", "random"],
        books: "2",
        pot: "tubes",
        together: "yes",
        prices: "printed",
        "second-chance": "risky",
        "strong-ingredient": "acts",
        fortune: "no",
        optional: "asked",
        open: "no",
        clock: "game10",
        help: "no",
        first: "1",
        wait: "no",
      },
      card: {
        players: 3,
        state: "waiting",
        help: false,
        clock: { move: 0, game: 600 },
        options: {
          pot: "tubes",
          together: true,
          prices: "printed",
          second_chance: "risky",
          strong_ingredient: "acts",
          fortune: "off",
          optional: "asked",
          first: 1,
        },
      },
    },
    {
      wish: { seats: ["here", "greedy", "me", "brewer"], books: "3", clock: "day7", first: "2" },
      card: { players: 4, clock: { move: 604_800, game: 0 }, options: { first: 2 } },
    },
    {
      wish: { seats: ["medium", "casual", "me", "master"], books: "4", clock: "day1", first: "3" },
      card: { players: 4, options: { first: 3 } },
    },
    ...mixes.map(mix => ({
      wish: { seats: ["me", "easy"], books: "mix", mix, first: "-1" },
      card: { options: { books: mixOf(mix), first: null } },
    })),
    {
      wish: { seats: ["me", "easy"], plain: "yes" },
      card: { options: { pot: "front", together: false } },
    },
  ]);
  expect(exceptClocks(unused)).toEqual([]);
});

test("every clock", () => {
  const [arcane = [], quacks = []] = clocksLeft;
  expect(clocksLeft).toHaveLength(2);
  expect(arcane.filter(clock => quacks.includes(clock))).toEqual([]);
});

test("a wizard chosen twice is refused in words", async () => {
  const { page, expects } = await visit();
  expects(/400 \(Bad Request\)/);
  await openOptions(page, "arcane");
  await choose(page, { seats: ["me", "easy"], wizards: "chosen", chosen: ["ninx", "ninx"] });
  await page.locator("[data-found]").click();
  const refusal = page.getByRole("alert");
  await expect.poll(() => refusal.textContent()).toMatch(/ninx/i);
  expect(page.url()).toContain("#new/arcane");
});

test("what was chosen is remembered for the next table", async () => {
  const { page } = await visit();
  await openOptions(page, "quacks");
  await choose(page, { seats: ["me", "easy", "hard"], books: "3", pot: "tubes", clock: "day1" });
  await page.reload();
  await page.locator("[data-found]").waitFor();
  expect(await valuesOn(page, true)).toEqual(
    expect.arrayContaining(["players=3", "seat=hard", "books=3", "pot=tubes", "clock=day1"]),
  );
});
