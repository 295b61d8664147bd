// Whole games, founded by their options page as a person would do it and played through the page to their end. Meanwhile
// nothing moves from question to question, and nothing has to be scrolled to.
import { expect, test } from "vitest";
import { LAPTOP, LARGE, visit, type Visitor } from "./house";
import { LONG, playRounds, playToEnd, playTurns, steadyArcane, steadyQuacks } from "./pilot";
import { found, type Wish } from "./steps";

/** At the end there is a result for everyone, and one sentence says who won. */
async function isWellEnded({ page }: Visitor, players: number): Promise<void> {
  expect(await page.locator("#question").textContent()).toMatch(/win/i);
  const table = page.getByRole("region", { name: "Result" });
  // The tables behind the graph come later.
  expect(await table.locator("table").first().locator("tbody tr").count()).toBe(players);
  expect(await page.locator("[data-again]").count()).toBe(1);
  await page.locator("[data-luck='right']", { hasText: "Nobody could choose it." }).waitFor();
}

/** The page had been shown another commitment before the game than the record has at its end. */
async function findsLies({ page }: Visitor): Promise<void> {
  await page.evaluate(() => {
    const all = JSON.parse(localStorage.getItem("charlatan.luck") ?? "{}") as Record<
      string,
      { commitment: string }
    >;
    for (const kept of Object.values(all)) kept.commitment = "00".repeat(32);
    localStorage.setItem("charlatan.luck", JSON.stringify(all));
  });
  await page.reload();
  await page.locator("[data-luck='wrong']", { hasText: "broke its commitment" }).waitFor();
}

async function wholeGame(
  game: string,
  seed: number,
  wish: Wish,
  viewport: typeof LAPTOP,
  playIt = playToEnd,
): Promise<Set<string>> {
  const visitor = await visit({ viewport });
  await found(visitor.page, game, wish);
  const steady = game === "arcane" ? steadyArcane : steadyQuacks;
  const trip = await playIt(visitor, seed, { steady });
  await isWellEnded(visitor, wish.seats?.length ?? 0);
  if (wish.books === "2") await findsLies(visitor);
  return new Set(trip.questions);
}

test("Arcane Alley: six players, Market, wizards dealt at random", async () => {
  const seats = ["easy", "medium", "me", "random", "greedy", "easy"];
  await wholeGame(
    "arcane",
    2,
    {
      seats,
      edition: "three",
      market: "yes",
      wizards: "random",
      cap: "30",
    },
    LAPTOP,
    playRounds,
  );
});

// LONG=1 plays three rounds: games of the other edition have three in any case.
test("Arcane Alley: two players, Market, rounds of edition hundred", async () => {
  await wholeGame(
    "arcane",
    3,
    {
      seats: ["me", "medium"],
      edition: "hundred",
      rounds: LONG ? "3" : "1",
      market: "yes",
      cap: "30",
    },
    LARGE,
  );
});

test("Quacks: two players, the books of set 2, no fortune cards", async () => {
  const asked = await wholeGame(
    "quacks",
    4,
    {
      seats: ["me", "easy"],
      books: "2",
      pot: "front",
      together: "no",
      prices: "almanac",
      fortune: "no",
    },
    LAPTOP,
  );
  expect([...asked].length).toBeGreaterThan(5);
});

test("Quacks: four players, mixed books, test tubes, drawing together, the other rulings", async () => {
  const seats = ["easy", "me", "medium", "brewer"];
  await wholeGame(
    "quacks",
    5,
    {
      seats,
      books: "mix",
      pot: "tubes",
      together: "yes",
      prices: "printed",
      "second-chance": "risky",
      "strong-ingredient": "acts",
    },
    LARGE,
    (visitor, seed, more) => playTurns(visitor, seed, { last: 8, ...more }),
  );
});
