// The guided first round: it speaks, real moves are made, and it can be left at any time.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { at, LAPTOP, TALL, visit, type Visitor } from "./house";
import { play } from "./pilot";
import { asked } from "./steps";

/** The guide's text, whether it asks for an action, and the number of its step. */
interface Said {
  text: string;
  button: string | null;
  yours: boolean;
  count: string;
}

const heard = (page: Page): Promise<Said | null> =>
  page.evaluate(() => {
    const note = document.querySelector("[role=note]");
    return (
      note && {
        text: note.querySelector("p")?.textContent ?? "",
        button: note.querySelector("[data-guide-read]")?.textContent ?? null,
        yours: note.querySelector(".yours") !== null,
        count: note.querySelector(".count")?.textContent ?? "",
      }
    );
  });

/** Reads what there is to read, else answers a question. */
async function goOn(visitor: Visitor, said: Said, seed: number): Promise<void> {
  const { page } = visitor;
  // A bot's move may bring the next step before the click. Then that step is read instead; a button
  // that does nothing still fails.
  const overtaken = async (error: unknown): Promise<void> => {
    if ((await heard(page))?.text === said.text) throw error;
  };
  if (said.button)
    await page.locator("[data-guide-read]").click({ timeout: 15_000 }).catch(overtaken);
  else await play(visitor, { seed, answers: 1 });
}

async function begin(game: string): Promise<Visitor> {
  const visitor = await visit();
  await visitor.page.goto(at("/"));
  await visitor.page.locator(`[data-room="${game}"] a`, { hasText: "First game: guided" }).click();
  await visitor.page.getByRole("button", { name: "Begin", exact: true }).click();
  await visitor.page.getByRole("note", { name: "Guide" }).waitFor();
  return visitor;
}

for (const game of ["arcane", "quacks"]) {
  test(`${game}: a guided first round`, async () => {
    const visitor = await begin(game),
      { page } = visitor;
    const all: Said[] = [];
    for (let step = 0; step < 12; step++) {
      const said = await heard(page);
      if (!said) break;
      all.push(said);
      await goOn(visitor, said, 120 + step);
    }
    expect(new Set(all.map(s => s.text)).size).toBeGreaterThan(3);
    // Where something is to be done there is nothing to click away.
    expect(all.filter(s => s.yours && s.button !== null)).toEqual([]);
    expect(all.some(s => s.yours)).toBe(true);
    await page.locator("[data-guide-leave]").click();
    await page.getByRole("note", { name: "Guide" }).waitFor({ state: "detached" });
    await play(visitor, { seed: 140, answers: 3 });
  });
}

test("the guide's steps end at N of N, against two bots", async () => {
  const visitor = await begin("quacks");
  const counts: string[] = [];
  for (let step = 0; step < 150; step++) {
    const said = await heard(visitor.page);
    if (!said) break;
    counts.push(said.count);
    await goOn(visitor, said, 300 + step);
  }
  expect(await heard(visitor.page)).toBeNull();
  const [n, of] = (counts.at(-1) ?? "").split(" of ");
  expect(n).toBe(of);
  expect(await visitor.page.locator("[data-spot^='pot-']").count()).toBe(3);
});

test("the guide says where a card goes once it is lifted, and frames what it speaks of", async () => {
  const { page } = await begin("arcane");
  await page.locator("[data-guide-read]").click();
  const slots = page.locator("[data-spot^='house.0.']");
  await slots.nth(0).click();
  await slots.nth(1).click();
  await page.locator("[role=note][data-step=draw]").waitFor();
  await page.waitForTimeout(1_100); // it was read
  await page.locator("[data-spot=deck]").click();
  await page.locator("[role=note][data-step=act]").waitFor();
  await page.locator("[data-spot^='stash.0.']").first().click();
  await page.locator("[role=note][data-step=slot]").waitFor();
  const frame = await page.locator("[data-guided]").first().boundingBox(),
    first = await slots.first().boundingBox();
  expect(frame && first && frame.x <= first.x && frame.y <= first.y).toBe(true);
  expect(frame && first && frame.width > 2 * first.width).toBe(true);
});

test("the guide marks the chips one can pay, and nothing else", async () => {
  const visitor = await begin("quacks"),
    { page } = visitor;
  // Three chips cannot explode a pot, and pay for at least an orange one.
  let drawn = 0;
  for (let step = 0; step < 60; step++) {
    const said = await heard(page);
    if (!said || (await page.locator("[role=note][data-step=buy]").count())) break;
    const wanted = drawn < 3 ? "draw" : "stop";
    const button = page.locator(`[data-do="${wanted}"]:not([aria-disabled=true])`).first();
    if (said.button || !(await button.count())) await goOn(visitor, said, 500 + step);
    else {
      await button.click();
      await asked(page);
      drawn++;
    }
  }
  await page.locator("[role=note][data-step=buy]").waitFor();
  await page.locator("[data-guided]").first().waitFor();
  const payable = page.locator('[data-do^="buy "]:has([data-spot])[aria-disabled="false"]');
  const seen = await payable.evaluateAll(all =>
    all.map(e => Math.round(e.getBoundingClientRect().x)),
  );
  const frames = await page
    .locator("[data-guided]")
    .evaluateAll(all => all.map(e => Math.round(e.getBoundingClientRect().x) + 1));
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.filter(x => !seen.includes(x))).toEqual([]);
  const covered = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll("[data-guided]")].map(e =>
      e.getBoundingClientRect(),
    );
    return [...document.querySelectorAll("section.shop .brief")]
      .map(e => [e.textContent, e.getBoundingClientRect()] as const)
      .filter(([, t]) =>
        boxes.some(
          b => b.top < t.bottom && b.bottom > t.top && b.left < t.right && b.right > t.left,
        ),
      )
      .map(([text]) => text);
  });
  expect(covered).toEqual([]);
});

test("on a phone nothing moves from text to text, and what is asked for stays in sight", async () => {
  const { page } = await visit({ viewport: TALL, hasTouch: true, isMobile: true, locale: "de" });
  await page.goto(at("/#guide/arcane"));
  await page.locator("main button.main").first().click();
  await page.getByRole("note").waitFor();
  // What other players may do in the meantime has been explained.
  await page.evaluate(() => {
    const key = "charlatan.guide.arcane",
      kept = JSON.parse(localStorage.getItem(key) ?? "{}") as object;
    localStorage[key] = JSON.stringify({ ...kept, seen: ["sold", "trigger", "effect", "pair"] });
  });
  await page.reload();
  await page.getByRole("button", { name: "Weiter, wo du warst" }).tap();
  const tops = new Set<number>(),
    slots = page.locator("[data-spot^='house.0.']");
  const came = async (step: string): Promise<void> => {
    await page.locator(`[role=note][data-step=${step}]`).waitFor();
    await page.locator("[data-guided]").first().waitFor();
    tops.add((await slots.first().boundingBox())?.y ?? -1);
  };
  await came("welcome");
  await page.locator("[data-guide-read]").tap();
  await came("reveal");
  await slots.nth(0).tap();
  await slots.nth(1).tap();
  await came("draw");
  await page.waitForTimeout(1_100); // it was read
  await page.locator("[data-spot=deck]").tap();
  await came("act");
  await page.locator("[data-spot^='stash.0.']").first().tap();
  await came("slot");
  await page.locator("[data-spot=discard]").tap();
  await came("rival");
  expect([...tops]).toHaveLength(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const frame = await page.locator("[data-guided]").boundingBox(),
    strip = await page.locator("[data-strip]").first().boundingBox();
  expect(frame && strip && frame.y < strip.y && frame.x < strip.x).toBe(true);
});

test("a guided game is found again", async () => {
  const visitor = await visit(),
    { page } = visitor;
  await page.goto(at("/#guide/quacks"));
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("note", { name: "Guide" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue where you were" }).click();
  await page.getByRole("note", { name: "Guide" }).waitFor();
});

test("on a laptop the guide is one wide line above the board, and nothing scrolls or is cut", async () => {
  for (const game of ["arcane", "quacks"]) {
    const { page } = await visit({ viewport: LAPTOP, locale: "de" });
    await page.goto(at(`/#guide/${game}`));
    await page.locator("main button.main").first().click();
    await page.getByRole("note").waitFor();
    await page.locator("[data-spot]").first().waitFor();
    const { text, note, over, cut } = await page.evaluate(() => {
      const question = document.querySelector("#question");
      return {
        text: document.querySelector("[role=note] p")?.clientWidth ?? 0,
        note: document.querySelector("[role=note]")?.clientHeight ?? 999,
        over: document.documentElement.scrollHeight - innerHeight,
        cut: question ? question.scrollHeight - question.clientHeight : 999,
      };
    });
    expect(text, game).toBeGreaterThan(700);
    expect(note, game).toBeLessThan(70);
    expect(over, game).toBeLessThanOrEqual(0);
    expect(cut, game).toBeLessThanOrEqual(1);
  }
});

test("on a laptop the flask hides nothing of the bag below the guide's text, nor the shop a price", async () => {
  const visitor = await visit({ viewport: LAPTOP, locale: "de" }),
    { page } = visitor;
  await page.goto(at("/#guide/quacks"));
  await page.locator("main button.main").first().click();
  await page.getByRole("note").waitFor();
  const draw = page.locator("[data-do=draw]:not([aria-disabled=true])");
  // The flask is offered after a white chip only, so it is measured as soon as it is there.
  const measure = (): Promise<{ between: number; hidden: number } | undefined> =>
    page.evaluate(() => {
      const box = (of: string): DOMRect | undefined =>
        document.querySelector(of)?.getBoundingClientRect();
      const flask = box("[data-do=flask]"),
        shop = document.querySelector(".shop"),
        // Some fortune cards add a second line to it.
        gauge = Math.max(0, (box(".gauge")?.height ?? 0) - 30);
      return (
        flask && {
          between: (box("section.bag")?.top ?? 0) - flask.bottom + gauge,
          hidden: shop ? shop.scrollHeight - shop.clientHeight : 999,
        }
      );
    });
  let measured = await measure();
  for (let i = 0; i < 200 && !measured; i++) {
    await asked(page);
    if (await draw.count()) await draw.click();
    else await play(visitor, { seed: i, answers: 1 });
    measured = await measure();
  }
  const { between, hidden } = measured ?? { between: -999, hidden: 999 };
  expect(between).toBeGreaterThanOrEqual(0);
  expect(hidden).toBeLessThanOrEqual(1);
});
