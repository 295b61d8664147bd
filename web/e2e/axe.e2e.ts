// Nothing that keeps anybody out: axe-core over every room and every state of it, by day and by night, in both languages.
import axe from "axe-core";
import { expect, test } from "vitest";
import { at, DESKTOP, PHONE, visit, type Visitor } from "./house";
import { LONG, play } from "./pilot";
import { asked, finished, foundByApi, joinByApi, seatAt } from "./steps";

type Looks = { viewport?: typeof DESKTOP; colorScheme?: "light" | "dark"; locale?: string };

const day: Looks = { colorScheme: "light", locale: "en" };
const night: Looks = { colorScheme: "dark", locale: "de" };

async function newcomer(looks: Looks): Promise<Visitor> {
  const visitor = await visit({ painted: true, ...looks });
  await visitor.context.addInitScript({ content: axe.source });
  return visitor;
}

/** What axe finds, in a line each, once everything has its colours: what is new fades in. */
async function violations({ page }: Visitor): Promise<string[]> {
  return page.evaluate(async () => {
    const fading = document
      .getAnimations()
      .filter(a => a.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map(a => a.finished));
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
    });
    return violations.map(
      v =>
        `${v.id}, ${v.nodes.length} times: ${v.nodes[0]?.target.join(" ")} ${v.nodes[0]?.failureSummary?.split("\n")[1]?.trim()}`,
    );
  });
}

async function isOpenToAll(visitor: Visitor, where: string): Promise<void> {
  expect(await violations(visitor), where).toEqual([]);
}

async function go({ page }: Visitor, path: string): Promise<void> {
  await page.goto(at(path));
  await page.locator("main").first().waitFor({ state: "attached" });
}

/** A game of bots, over in no time. */
async function playedOut(game: string): Promise<string> {
  const { table } = await foundByApi({
    game,
    seats: ["easy", "easy"],
    ...(game === "arcane" ? { options: { turn_cap: 5 } } : {}),
  });
  await expect
    .poll(
      async () =>
        (
          (await (await fetch(at(`/api/tables/${table.id}`))).json()) as {
            table: { state: string };
          }
        ).table.state,
      { timeout: 30_000 },
    )
    .toBe("over");
  return table.id;
}

async function aTable(visitor: Visitor, game: string, more: object = {}): Promise<void> {
  await seatAt(
    visitor,
    game,
    await foundByApi({ game, seats: ["me", "easy", "easy"], name: "Zoë", ...more }),
  );
  await asked(visitor.page);
}

for (const [name, looks] of [
  ["by day, English", day],
  ["by night, German, on a phone", { ...night, viewport: PHONE }],
] as const) {
  test(`rooms around the tables, ${name}`, async () => {
    const visitor = await newcomer(looks);
    const over = await playedOut("quacks");
    const rooms = [
      "/",
      "/#new/arcane",
      "/#new/quacks/here",
      "/#guide/quacks",
      `/#r/${over}/20/all`,
      `/#t/${over}`,
    ];
    if (looks === day)
      rooms.push(
        "/#new/quacks",
        "/#new/arcane/friends",
        "/#records",
        "/#mine",
        "/#daily/arcane",
        "/#daily/quacks/2026-11-16/41/1/Anna",
        "/#rules/arcane",
        "/#guide/arcane",
        "/#t/nosuch",
        "/#r/nosuch",
      );
    else rooms.push("/#rules/quacks");
    visitor.expects(/404|409/);
    const found: { [room: string]: string[] } = {};
    for (const room of rooms) {
      await go(visitor, room);
      await visitor.page.waitForTimeout(250); // what is fetched on the way
      found[room] = await violations(visitor);
    }
    expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
  });

  test(`tables, ${name}`, async () => {
    for (const [game, options] of [
      ["arcane", { market: true, wizards: "random" }],
      ["quacks", { pot: "tubes" }],
    ] as const) {
      const visitor = await newcomer(looks);
      await aTable(visitor, game, { options });
      for (let step = 0; step < (LONG ? 3 : 2); step++) {
        if (step > 0) {
          await play(visitor, { seed: step, answers: 6 });
          await asked(visitor.page);
        }
        await isOpenToAll(
          visitor,
          `${game}, step ${step}: ${await visitor.page.locator("#question").textContent()}`,
        );
      }
    }
  });
}

test("sheets over a table", async () => {
  const visitor = await newcomer(day);
  await aTable(visitor, "arcane");
  for (const open of ["Hide log", "Log", "Menu", "Settings"]) {
    await visitor.page.getByRole("banner").getByRole("button", { name: open, exact: true }).click();
    await isOpenToAll(visitor, open);
    await visitor.page.keyboard.press("Escape");
  }
  await visitor.page.keyboard.press("?");
  await isOpenToAll(visitor, "keys");
});

test("an item in the hand, the shop, a book on its sheet", async () => {
  const arcane = await newcomer(day),
    quacks = await newcomer(day),
    stash = 'button.lit[data-spot^="stash."]';
  await aTable(arcane, "arcane");
  await play(arcane, { seed: 1, until: stash });
  await arcane.page.locator(stash).first().click();
  await isOpenToAll(arcane, "an item lifted");
  await aTable(quacks, "quacks");
  await play(quacks, { seed: 1, until: '[data-do="buy done"]' });
  await isOpenToAll(quacks, "the shop");
  await quacks.page
    .getByRole("button", { name: /what the book does/ })
    .first()
    .click();
  await isOpenToAll(quacks, "a book");
});

test("the curtain, and the end for those who played", async () => {
  const visitor = await newcomer(night),
    { page } = visitor;
  const anna = await foundByApi({ game: "arcane", seats: ["me", "open"] }),
    bert = await joinByApi(anna.table.id, "Bert");
  await seatAt(visitor, "arcane", anna, bert);
  await page.locator("[data-lift]:enabled").waitFor();
  await isOpenToAll(visitor, "curtain");
  await seatAt(
    visitor,
    "arcane",
    await finished("arcane", ["me", "easy"], { options: { turn_cap: 5 } }),
  );
  await page.locator("#result").waitFor();
  await isOpenToAll(visitor, "the end");
});

test("a lobby, and somebody who watches", async () => {
  const visitor = await newcomer(day);
  await seatAt(
    visitor,
    "quacks",
    await foundByApi({ game: "quacks", seats: ["me", "open"], name: "Zoë" }),
  );
  await isOpenToAll(visitor, "lobby");
  const { table } = await foundByApi({ game: "arcane", seats: ["me", "easy"], name: "Zoë" });
  await go(visitor, `/#t/${table.id}`);
  await visitor.page.locator("#question").waitFor();
  await isOpenToAll(visitor, "watching");
});
