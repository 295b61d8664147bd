// The pictures of docs/img: `npm run shots`. Not a test: somebody looks at them before they are committed.
import { mkdirSync } from "node:fs";
import { test } from "vitest";
import { at, DESKTOP, PHONE, visit, type Visitor } from "./house";
import { playOn } from "./pilot";
import { asked, foundByApi, seatAt } from "./steps";

const folder = process.env["SHOTS"] ?? "../docs/img";
mkdirSync(folder, { recursive: true });

const desktop = { painted: true, viewport: DESKTOP, colorScheme: "dark" } as const;
const phone = { painted: true, viewport: PHONE, deviceScaleFactor: 2 } as const;

async function shoot({ page }: Visitor, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400); // glows fade
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82 });
}

/** Plays on until the question is one that is worth a picture. */
async function until(visitor: Visitor, wanted: () => boolean, seed: number): Promise<void> {
  const draw = visitor.page.locator("[data-do=draw]:not([aria-disabled=true])");
  for (let i = 0; i < 400 && !(await visitor.page.evaluate(wanted)); i++) {
    await asked(visitor.page);
    if (await draw.count())
      await draw.click(); // a pilot that stops at random never has a full pot
    else await playOn(visitor.page, { seed: seed + i, answers: 1 });
  }
  await asked(visitor.page);
}

async function table(
  looks: object,
  game: string,
  seats: string[],
  options: object,
): Promise<Visitor> {
  const visitor = await visit(looks);
  await seatAt(visitor, game, await foundByApi({ game, seats, name: "Ada", options }));
  await asked(visitor.page);
  return visitor;
}

const stashOfThree = (): boolean => document.querySelectorAll("[data-spot^='stash.0.']").length > 2;
const shopping = (): boolean => document.querySelector("[data-do^='buy ']") !== null;
const brewing = (): boolean =>
  document.querySelector("[data-do=stop]:not([aria-disabled=true])") !== null &&
  document.querySelectorAll("[data-spot^='chip-0-']").length > 4;

test("front door", async () => {
  const wide = await visit(desktop),
    narrow = await visit({ ...phone, colorScheme: "light" });
  for (const visitor of [wide, narrow]) {
    await visitor.page.goto(at("/"));
    await visitor.page.locator("[data-play]").first().waitFor();
  }
  await shoot(wide, "door");
  await shoot(narrow, "door-phone");
});

test("Arcane Alley", async () => {
  const seats = ["me", "medium", "easy", "hard"],
    options = { market: true, wizards: "random" };
  const wide = await table(desktop, "arcane", seats, options);
  await playOn(wide.page, { seed: 7, answers: 40 });
  await until(wide, stashOfThree, 1);
  await shoot(wide, "arcane");
  const narrow = await table(
    { ...phone, colorScheme: "dark" },
    "arcane",
    ["me", "medium", "easy"],
    {},
  );
  await playOn(narrow.page, { seed: 7, answers: 24 });
  await until(narrow, stashOfThree, 1);
  await shoot(narrow, "arcane-phone");
});

test("Quacks", async () => {
  const wide = await table(
    { ...desktop, colorScheme: "light" },
    "quacks",
    ["me", "medium", "brewer", "easy"],
    {},
  );
  await playOn(wide.page, { seed: 3, answers: 12 });
  await until(wide, brewing, 2);
  await shoot(wide, "quacks");
  await until(wide, shopping, 1);
  await shoot(wide, "quacks-shop");
  const narrow = await table(
    { ...phone, colorScheme: "light" },
    "quacks",
    ["me", "medium", "easy"],
    {},
  );
  await playOn(narrow.page, { seed: 3, answers: 12 });
  await until(narrow, brewing, 2);
  await shoot(narrow, "quacks-phone");
});

test("replay and rules", async () => {
  const visitor = await visit(desktop);
  const { table: card } = await foundByApi({
    game: "arcane",
    seats: ["medium", "medium", "easy"],
    options: { market: true },
  });
  await visitor.page.waitForTimeout(5000);
  await visitor.page.goto(at(`/#r/${card.id}/90/all`));
  await visitor.page.locator("input[type=range]").waitFor();
  await shoot(visitor, "replay");
  await visitor.page.goto(at("/#rules/quacks"));
  await visitor.page.locator("main h1").first().waitFor();
  await shoot(visitor, "rules");
});
