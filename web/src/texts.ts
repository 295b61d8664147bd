// The texts of a game's rows by their ids, such as "arcane/rules/A1.end/title": what a translation is looked up by. Free of
// modules of the page, so that the build can use it too.

/** Texts by the ids of their rows. */
export type Texts = { readonly [id: string]: string };

/** What people read of a row. */
const members = new Set([
  ...["title", "text", "editions", "notes", "name", "short", "brief", "secret", "blurb"],
  ...["does", "why", "other", "change"],
]);
/** Lists whose rows are named by words of the protocol, or by what they say. */
const nameless = new Set(["questions", "events", "bots", "glasses"]);

type Put = (id: string, text: string) => string;
type Row = { readonly [member: string]: unknown };

const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null;

/** Rulings are named by what they are of, questions and events by their names. */
function idOf({ id, of, name }: Row): string {
  if (typeof id === "string") return id;
  return Array.isArray(of) ? of.join(", ") : String(name);
}

function rowWith(row: Row, path: string, isText: (member: string) => boolean, put: Put): Row {
  const one = ([member, value]: [string, unknown]): [string, unknown] => [
    member,
    typeof value === "string" && value && isText(member) ? put(`${path}/${member}`, value) : value,
  ];
  return Object.fromEntries(Object.entries(row).map(one));
}

/** Rows with the same name are counted from the second on. */
function listWith(list: readonly unknown[], path: string, named: boolean, put: Put): unknown[] {
  const seen: { [id: string]: number } = {};
  const isText = (member: string): boolean => members.has(member) && (named || member !== "name");
  return list.map(row => {
    if (!isRow(row)) return row;
    const id = idOf(row),
      n = (seen[id] = (seen[id] ?? 0) + 1);
    return rowWith(row, `${path}/${n > 1 ? `${id}#${n}` : id}`, isText, put);
  });
}

/** The rows of a game with `put` in place of each text. */
export function withTexts<T extends { game: string }>(rows: T, put: Put): T {
  const { game } = rows;
  const one = ([key, value]: [string, unknown]): [string, unknown] => {
    const path = `${game}/${key}`;
    if (Array.isArray(value)) return [key, listWith(value, path, !nameless.has(key), put)];
    if (key === "title") return [key, put(path, String(value))];
    return [
      key,
      key === "certainty" && isRow(value) ? rowWith(value, path, () => true, put) : value,
    ];
  };
  return Object.fromEntries(Object.entries(rows).map(one)) as T;
}

/** All of them. */
export function textsOf(rows: { game: string }): Texts {
  const found: { [id: string]: string } = {};
  withTexts(rows, (id, text) => (found[id] = text));
  return found;
}

/** Rows in a language; what it lacks stays as it is. */
export const translate = <T extends { game: string }>(rows: T, texts: Texts): T =>
  withTexts(rows, (id, text) => texts[id] ?? text);
