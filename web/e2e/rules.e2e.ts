// The rules in the browser: where they are ours or may be read in another way, they say so.
import { expect, test } from "vitest";
import { at, visit } from "./house";

test("a rule, an item and a card have their rulings, in both languages", async () => {
  for (const [locale, ruling, other] of [
    ["en", "Our ruling:", "Other reading:"],
    ["de", "Unsere Festlegung:", "Andere Lesart:"],
  ] as const) {
    const { page } = await visit({ locale });
    const open = async (game: string, id: string): Promise<string> => {
      await page.goto(at(`/#rules/${game}/${id}`));
      return page.locator(`#entry-${id.replaceAll(".", "\\.")}`).innerText();
    };
    const rule = await open("arcane", "A3.3");
    expect(rule).toContain(ruling);
    expect(rule.split(other)).toHaveLength(2);
    expect((await open("arcane", "sovereign-sword")).split(other)).toHaveLength(3);
    expect(await open("quacks", "second-chance")).toContain("second_chance=risky");
    expect(await open("quacks", "Q6.C")).not.toContain(other);
  }
});

test("the rules open with a page of pictures and an example turn; ids and options come after", async () => {
  for (const [game, technical] of [
    ["arcane", "A13"],
    ["quacks", "Q12"],
  ] as const) {
    const { page } = await visit();
    await page.goto(at(`/#rules/${game}`));
    await page.locator("#entry-first").waitFor();
    const order = await page.evaluate(
      ids => ids.map(id => document.getElementById(id)?.getBoundingClientRect().top ?? NaN),
      [
        "entry-first",
        "entry-example",
        game === "arcane" ? "entry-A5" : "entry-Q5",
        `entry-${technical}`,
      ],
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(await page.locator("#entry-example li svg").count()).toBeGreaterThan(3);
    expect(await page.locator("#entry-first").innerText()).not.toMatch(/[AQ]\d/);
  }
});

test("an address that names nothing says so and offers the contents", async () => {
  for (const [locale, words] of [
    ["en", "nothing that is called “nonsense”"],
    ["de", "Unter „nonsense“ steht"],
  ] as const) {
    const { page } = await visit({ locale });
    await page.goto(at("/#rules/quacks/nonsense"));
    await page.getByRole("alert").getByText(words).waitFor();
    expect(await page.getByRole("navigation").getByRole("link").count()).toBeGreaterThan(10);
    await page.goto(at("/#rules/quacks/green2"));
    await page.locator("#entry-green.open").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
});
