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

test("opened from a table, the rules say its numbers, and list what differs, in both languages", async () => {
  const options = { numbers: { infamy: { lap: 30 }, house: { rows: { "3": 2 } } } },
    by = encodeURIComponent(JSON.stringify({ options, players: 3 }));
  for (const [locale, lap, rows, meaning] of [
    ["en", "between 0 and 29", "6 hidden items in 2 rows of 3", "Points of infamy to a lap."],
    [
      "de",
      "zwischen 0 und 29",
      "6 verdeckte Waren in 2 Zeilen zu 3",
      "Punkte Verruf eines Umlaufs.",
    ],
  ] as const) {
    const { page } = await visit({ locale });
    await page.goto(at(`/#rules/arcane/A3.2?by=${by}`));
    await page.locator("#entry-A3\\.2").getByText(lap).waitFor();
    expect(await page.locator("#entry-A4\\.2").innerText()).toContain(rows);
    await page.locator("[data-by] summary").click();
    await page.locator("[data-differences]").getByText(meaning).waitFor();
    // Links stay with these numbers; only the last one leaves them.
    expect(await page.locator("nav a[href*='by=']").count()).toBeGreaterThan(10);
    await page.locator("[data-by] a").click();
    await page.locator("[data-by]").waitFor({ state: "detached" });
    expect(await page.locator("#entry-A3\\.2").innerText()).not.toContain("29");
  }
});

test("an address that names nothing says so and offers the contents", async () => {
  for (const [locale, words] of [
    ["en", "Nothing in these rules is called “nonsense”"],
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
