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
