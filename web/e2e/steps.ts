// What people do before and around a game, as steps for tests: the options page, sitting down, and short cuts through the API.
import type { Page } from "playwright-core";
import { at, type Visitor } from "./house";

/** The pages that need no table and no record. */
export const pages = [
  "",
  "#new/arcane",
  "#new/quacks",
  "#records",
  "#mine",
  "#daily/arcane",
  "#rules/arcane",
  "#rules/quacks",
];

/** Values by the names of the options (`data-option`); `seats` says who sits where, `chosen` their wizards, `mix` the books, `file` the text of a file with other numbers. */
export interface Wish {
  seats?: string[];
  chosen?: string[];
  mix?: string[];
  file?: string;
  [option: string]: string | string[] | undefined;
}

/** Fills the options page in, as it is shown. */
export async function choose(
  page: Page,
  { seats = [], chosen = [], mix = [], file = "", ...options }: Wish,
): Promise<void> {
  const set = Object.entries(options).filter(
    (row): row is [string, string] => typeof row[1] === "string",
  );
  await page.evaluate(choices => window.inside.choose(choices), {
    seats,
    options: set,
    wizards: chosen,
    books: mix,
  });
  if (!file) return;
  const rules = { name: "rules.json", mimeType: "application/json", buffer: Buffer.from(file) };
  await page.locator("[data-option=file] input").setInputFiles(rules);
  await page.locator("[data-file]").waitFor();
}

/** The text of a numbers file. */
export const numbersFile = (game: string, numbers: object): string =>
  JSON.stringify({ format: "charlatan-numbers", version: 1, game, numbers });

/** `option=value` of everything the page offers, or of what is chosen. */
export const valuesOn = (page: Page, chosen: boolean): Promise<string[]> =>
  page.evaluate(only => {
    const option = (e: Element): string =>
      e.closest<HTMLElement>("[data-option]")?.dataset["option"] ??
      (e.closest("[data-seat]")
        ? "seat"
        : e.closest(".mix")
          ? (e.closest("label")?.textContent ?? "").trim()
          : "wizard");
    const radios = [
      ...document.querySelectorAll<HTMLInputElement>("main input[type=radio]"),
    ].filter(r => !only || r.checked);
    const rows = [...document.querySelectorAll<HTMLOptionElement>("main option")].filter(
      o => !only || o.selected,
    );
    return [...radios, ...rows].map(e => `${option(e)}=${e.value}`);
  }, chosen);

/** Who and what there is to choose from. */
export const wizards = ["byros", "corvus", "dafana", "glynna", "meeblemore", "ninx"];
export const mixes = [
  ["1", "2", "3", "4", "1"],
  ["2", "3", "4", "1", "2"],
  ["3", "4", "1", "2", "3"],
  ["4", "1", "2", "3", "4"],
];

export async function openOptions(
  page: Page,
  game: string,
  how = "",
  house = at(""),
): Promise<void> {
  await page.goto(`${house}/#new/${game}${how ? `/${how}` : ""}`);
  await page.locator("[data-found]").waitFor();
}

/** The id of the table the page is at. */
export const tableId = (page: Page): string => /#t\/([a-z2-7]+)/.exec(page.url())?.[1] ?? "";

/** Founds a table by its options page and waits until it is there. */
export async function found(
  page: Page,
  game: string,
  wish: Wish,
  how = "",
  house = at(""),
): Promise<string> {
  await openOptions(page, game, how, house);
  await choose(page, wish);
  await page.locator("[data-found]").click();
  await page.waitForURL(/#t\//);
  await page.locator("main:is(#table, [data-curtain])").waitFor();
  return tableId(page);
}

export const asked = (page: Page): Promise<void> => page.evaluate(() => window.inside.asked());

/** Opens a link to a table and takes the first free seat. */
export async function sitDown({ page }: Visitor, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.locator("[data-sit]").first().click();
  await page.locator("[data-sit]").first().waitFor({ state: "detached" });
}

export interface Founded {
  table: {
    id: string;
    options: { [key: string]: unknown };
    seats: { kind: string; name: string | null }[];
    [key: string]: unknown;
  };
  seat: number;
  token: string;
  /** The server it is at. */
  house: string;
}

async function post(path: string, body: object, token?: string, house = at("")): Promise<Founded> {
  const headers = {
    "content-type": "application/json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const answer = await fetch(house + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return { ...((await answer.json()) as Founded), house };
}

export const foundByApi = (wish: object, house = at("")): Promise<Founded> =>
  post("/api/tables", wish, undefined, house);
/** A table of one's own that goes on after move `n` of a record. */
export const practiseByApi = (record: string, n: number, seat: number): Promise<Founded> =>
  post("/api/practice", { record, n, seat, name: "Anna", bot: "easy" });
export const joinByApi = (id: string, name: string): Promise<Founded> =>
  post(`/api/tables/${id}/join`, { name });

export const leaveByApi = ({ table, token }: Founded): Promise<Founded> =>
  post(`/api/tables/${table.id}/leave`, {}, token);

/** A game that is over: its founder left at once, and bots played it to the end. */
export async function finished(game: string, seats: string[], more: object = {}): Promise<Founded> {
  const mine = await foundByApi({ game, seats, name: "Anna", ...more });
  await leaveByApi(mine);
  await overByApi(mine);
  return mine;
}

/** Waits until bots have played a game to its end. */
export async function overByApi({ table }: Founded): Promise<void> {
  while ((await cardOf(table.id))["state"] !== "over")
    await new Promise(done => setTimeout(done, 50));
}

export async function cardOf(id: string): Promise<Founded["table"]> {
  const answer = await fetch(at(`/api/tables/${id}`));
  return ((await answer.json()) as Founded).table;
}

/** Gives a browser the keys of seats, as if somebody had sat down with it, and opens the table. */
export async function seatAt(
  { page }: Visitor,
  game: string,
  ...founded: Founded[]
): Promise<void> {
  const id = founded[0]?.table.id ?? "",
    house = founded[0]?.house ?? at(""),
    seats = founded.map(({ seat, token }) => ({ seat, token, name: "" }));
  await page.goto(`${house}/#records`);
  await page.evaluate(
    ([key, table]) => {
      const all = JSON.parse(localStorage.getItem("charlatan.tables") ?? "{}") as object;
      localStorage.setItem("charlatan.tables", JSON.stringify({ ...all, [key]: table }));
    },
    [id, { game, when: 1, seats }] as const,
  );
  await page.goto(`${house}/#t/${id}`);
  await page.locator("main").waitFor();
}
