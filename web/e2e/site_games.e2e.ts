// LONG=1: whole games on the device, the network cut, through the page from the first turn to the last. Every value of every
// option of both games is played once, cards and numbers files too, with every bot and all numbers of players; the last test says what was not.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TALL } from "./house";
import { LONG } from "./pilot";
import { cut, isWellEnded, playHere, verifies, visitSite } from "./site";
import { choose, mixes, numbersFile, valuesOn, wizards, type Wish } from "./steps";

const [byros = "", corvus = "", dafana = "", glynna = "", meeblemore = "", ninx = ""] = wizards;

/** Rounds are short, so that goals and many rounds come to their end. */
const short = { cap: "30" },
  hundred = { edition: "hundred", ...short };

const arcane: Wish[] = [
  {
    seats: ["me", "easy"],
    edition: "three",
    market: "no",
    wizards: "none",
    ...short,
    clock: "none",
  },
  { seats: ["medium", "me", "hard"], market: "yes", wizards: "random", cap: "50", clock: "move1" },
  {
    seats: ["me", "casual", "easy", "medium"],
    ...hundred,
    rounds: "1",
    cap: "200",
    clock: "move2",
  },
  {
    seats: ["easy", "easy", "medium", "me", "hard"],
    wizards: "chosen",
    chosen: [byros, corvus, dafana, glynna, meeblemore],
    ...short,
    clock: "move5",
    first: "4",
  },
  {
    seats: ["easy", "medium", "me", "random", "greedy", "hard"],
    market: "yes",
    wizards: "chosen",
    chosen: [ninx, "", corvus, byros, glynna, dafana],
    ...short,
    clock: "game10",
    first: "5",
  },
  { seats: ["easy", "me"], ...hundred, rounds: "0", goal: "100", market: "yes", clock: "game20" },
  { seats: ["me", "greedy"], ...hundred, goal: "200", clock: "day1", first: "0" },
  { seats: ["me", "easy", "hard"], ...hundred, goal: "300", clock: "day3", first: "1" },
  { seats: ["me", "easy"], ...hundred, rounds: "3", market: "yes", clock: "day7", help: "no" },
  { seats: ["me", "easy", "easy"], ...hundred, rounds: "5", practice: "yes", first: "2" },
  { seats: ["me", "easy"], ...hundred, rounds: "10", help: "yes", practice: "no", first: "-1" },
  { seats: ["me", "master"], ...hundred, rounds: "1", wait: "no" },
  { seats: ["me", "easy", "casual", "easy"], market: "no", cap: "100", first: "3", wait: "yes" },
  { seats: ["me", "easy"], plain: "yes" },
  { seats: ["me", "easy"], ...short, file: readFileSync("../docs/cards-example.json", "utf8") },
  {
    seats: ["me", "easy", "hard"],
    ...hundred,
    rounds: "1",
    file: numbersFile("arcane", { infamy: { lap: 30 }, bribe: { price: 3 } }),
  },
];

const usual = {
    pot: "front",
    together: "no",
    prices: "almanac",
    "second-chance": "safe",
    "strong-ingredient": "inert",
    fortune: "yes",
    optional: "automatic",
  },
  other = {
    pot: "tubes",
    together: "yes",
    prices: "printed",
    "second-chance": "risky",
    "strong-ingredient": "acts",
    fortune: "no",
    optional: "asked",
  };

const quacks: Wish[] = [
  { seats: ["me", "easy"], books: "1", ...usual, clock: "none", first: "0" },
  { seats: ["medium", "me", "hard"], books: "2", ...other, clock: "move1", first: "1" },
  {
    seats: ["easy", "me", "casual", "brewer"],
    books: "3",
    pot: "tubes",
    clock: "move2",
    first: "2",
  },
  {
    seats: ["me", "random", "greedy", "hard"],
    books: "4",
    prices: "printed",
    clock: "move5",
    first: "3",
  },
  { seats: ["me", "easy"], books: "mix", mix: mixes[0] ?? [], together: "yes", clock: "game10" },
  {
    seats: ["easy", "me"],
    books: "mix",
    mix: mixes[1] ?? [],
    ...other,
    fortune: "yes",
    clock: "game20",
  },
  {
    seats: ["me", "hard"],
    books: "mix",
    mix: mixes[2] ?? [],
    ...usual,
    fortune: "no",
    help: "no",
    clock: "day1",
  },
  {
    seats: ["me", "easy", "medium"],
    books: "mix",
    mix: mixes[3] ?? [],
    ...usual,
    "strong-ingredient": "acts",
    help: "yes",
    practice: "yes",
    clock: "day3",
  },
  {
    seats: ["me", "master"],
    books: "1",
    "second-chance": "risky",
    practice: "no",
    clock: "day7",
    wait: "no",
  },
  { seats: ["me", "easy"], books: "2", first: "-1", wait: "yes" },
  { seats: ["me", "easy", "easy"], plain: "yes" },
  {
    seats: ["me", "easy"],
    file: numbersFile("quacks", {
      explosion: { limit: 9 },
      turns: { all: 4 },
      start: { rubies: 3 },
    }),
  },
];

const offered = new Set<string>(),
  used = new Set<string>();

/** As foundHere, and notes what the form offers and what is chosen. */
async function found(
  { page, site }: Awaited<ReturnType<typeof visitSite>>,
  game: string,
  wish: Wish,
): Promise<void> {
  await page.goto(`${site.url}#new/${game}`);
  await page.locator("[data-found]").waitFor();
  await choose(page, wish);
  for (const value of await valuesOn(page, false)) offered.add(`${game} ${value}`);
  for (const value of await valuesOn(page, true)) used.add(`${game} ${value}`);
  await page.locator("[data-found]").click();
  await page.waitForURL(/#t\/[a-z2-7]+@here$/);
  if (wish["wait"] === "yes") await page.locator("[data-start]").click();
  await page.locator("main#table").waitFor();
}

for (const [game, wishes] of LONG ? Object.entries({ arcane, quacks }) : [])
  for (const [i, wish] of wishes.entries()) {
    const seats = wish.seats ?? [];
    test(`${game} ${i + 1}: ${seats.join(", ")}`, { timeout: 900_000 }, async () => {
      const visitor = await visitSite(i % 2 ? {} : { viewport: TALL });
      await cut(visitor);
      await found(visitor, game, wish);
      await playHere(visitor, { seed: i + 1, patience: 60_000 });
      await isWellEnded(visitor, seats.length);
      await verifies(visitor);
    });
  }

/** Friends need a server; several people at one screen have a test of their own (site.e2e.ts). */
const elsewhere = /seat=(friend|here)$/;

test.skipIf(!LONG)("every value of every option was played", () => {
  expect([...offered].filter(value => !used.has(value) && !elsewhere.test(value))).toEqual([]);
});
