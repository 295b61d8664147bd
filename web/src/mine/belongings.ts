// What this browser remembers beside the logs of games (keep.ts), for a file with everything of one's own: which names
// belong to it, whether a value from a file is what it should be, and how it joins what is here. What is here stays.
import { recall, remember, type OwnSeat, type OwnTable } from "../keep";
import { isSettings } from "../settings.svelte";
import { isThing, type MineLine } from "./archive";
import { isDate } from "./dates";
import type { PlayedGame } from "./games";

type Dictionary = { [key: string]: unknown };

/** An id of a table, here or at a server (net/house.ts). */
const isId = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z2-7]{1,16}(@[\w.:/[\]-]{1,260})?$/.test(value);
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length <= most;
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isHex = (value: unknown): boolean => isText(value, 256) && /^[0-9a-f]*$/.test(value);
const isHexOrNull = (value: unknown): boolean => value === null || isHex(value);
const all = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= 1000 && value.every(is);

// ---- seats ----

const isSeat = (value: unknown): value is OwnSeat =>
  isThing(value) &&
  Number.isInteger(value["seat"]) &&
  isText(value["token"], 200) &&
  isText(value["name"], 400);

const isTable = (value: unknown): value is OwnTable =>
  isThing(value) &&
  isText(value["game"], 16) &&
  isNumber(value["when"]) &&
  all(value["seats"], isSeat) &&
  [undefined, true].includes(value["founded"] as true | undefined) &&
  [undefined, "over", "missing"].includes(value["is"] as string | undefined);

/** Seats at the same table are put together. */
function joinTable(here: unknown, theirs: unknown): unknown {
  const ours = here as OwnTable,
    tokens = new Set(ours.seats.map(seat => seat.token));
  const more = (theirs as OwnTable).seats.filter(seat => !tokens.has(seat.token));
  return more.length ? { ...ours, seats: [...ours.seats, ...more] } : ours;
}

// ---- luck ----

const isFixed = (value: unknown): boolean =>
  value === null ||
  (isThing(value) && all(value["commitments"], isHexOrNull) && all(value["nonces"], isHexOrNull));

const isLuck = (value: unknown): boolean =>
  isThing(value) &&
  isNumber(value["when"]) &&
  isHex(value["commitment"]) &&
  typeof value["practice"] === "boolean" &&
  isThing(value["mine"]) &&
  Object.values(value["mine"]).every(isHex) &&
  isFixed(value["fixed"]) &&
  (value["witness"] === undefined ||
    (isThing(value["witness"]) &&
      isText(value["witness"]["key"], 256) &&
      isText(value["witness"]["commitment"], 256)));

// ---- statistics ----

const isNote = (value: unknown): boolean =>
  isThing(value) &&
  isNumber(value["luck"]) &&
  isNumber(value["skill"]) &&
  isThing(value["by"]) &&
  Object.values(value["by"]).every(pair => all(pair, isNumber));

const isMissingOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

const isPlayed = (value: unknown): value is PlayedGame =>
  isThing(value) &&
  isId(value["id"]) &&
  isText(value["game"], 16) &&
  ["players", "when", "place", "score", "lead"].every(key => isNumber(value[key])) &&
  ["peak", "mishaps", "behind"].every(key => isMissingOr(value[key], isNumber)) &&
  isMissingOr(value["daily"], date => isText(date, 10) && isDate(date)) &&
  isMissingOr(value["review"], isNote);

const MOST_PLAYED = 2000; // as games.ts remembers

function joinPlayed(here: unknown, theirs: unknown): unknown {
  const of = (value: unknown): PlayedGame[] =>
    isThing(value) && value["version"] === 1 && Array.isArray(value["games"])
      ? value["games"].filter(isPlayed)
      : [];
  // A newer page has kept something that this one cannot read.
  if (isThing(here) && here["version"] !== 1) return here;
  const ours = of(here),
    known = new Set(ours.map(game => game.id));
  const games = [...ours, ...of(theirs).filter(game => !known.has(game.id))]
    .sort((a, b) => a.when - b.when)
    .slice(-MOST_PLAYED);
  return { version: 1, since: isThing(here) && isNumber(here["since"]) ? here["since"] : 0, games };
}

// ---- all of it ----

/** Joins two lists by id; what is here stays, or is put together with what comes. */
const joinLists =
  (is: (value: unknown) => boolean, join: (here: unknown, theirs: unknown) => unknown) =>
  (here: unknown, theirs: unknown): unknown => {
    if (!isThing(theirs)) return here;
    const joined: Dictionary = isThing(here) ? { ...here } : {};
    for (const [id, value] of Object.entries(theirs))
      if (isId(id) && is(value))
        joined[id] = Object.hasOwn(joined, id) ? join(joined[id], value) : value;
    return joined;
  };

/** What is here stays; otherwise what comes, if it is what it should be. */
const ifMissing =
  (is: (value: unknown) => boolean) =>
  (here: unknown, theirs: unknown): unknown =>
    here ?? (is(theirs) ? theirs : null);

type Join = (here: unknown, theirs: unknown) => unknown;

/** By name. Wishes of tables are fitted when they are used (front/wish.ts). */
const joins: [name: RegExp, join: Join][] = [
  [/^tables$/, joinLists(isTable, joinTable)],
  [/^luck$/, joinLists(isLuck, here => here)],
  [/^played$/, joinPlayed],
  [/^name$/, ifMissing(value => isText(value, 200))],
  [/^settings$/, ifMissing(isSettings)],
  [/^log$/, ifMissing(value => typeof value === "boolean")],
  [/^wish\.[a-z]+\.[a-z]+$/, ifMissing(isThing)],
  [/^guide\.[a-z]+$/, ifMissing(v => isThing(v) && isId(v["id"]) && all(v["seen"], isShort))],
  [/^daily\.[a-z]+$/, ifMissing(v => isThing(v) && isId(v["id"]) && isText(v["date"], 10))],
];

function isShort(value: unknown): boolean {
  return isText(value, 100);
}

const joinOf = (name: string): Join | undefined => joins.find(([names]) => names.test(name))?.[1];

const PREFIX = "charlatan.";

/** Everything that belongs into a file. */
export function belongings(): MineLine[] {
  const names = Object.keys(localStorage).filter(key => key.startsWith(PREFIX));
  return names
    .map(key => key.slice(PREFIX.length))
    .sort()
    .filter(name => joinOf(name))
    .map(mine => ({ mine, value: recall<unknown>(mine, null) }))
    .filter(({ value }) => value !== null);
}

/** Adds something from a file to what is here. Names of newer versions are passed over. */
export function takeBelonging({ mine, value }: MineLine): void {
  const join = joinOf(mine);
  if (!join) return;
  const here = recall<unknown>(mine, null),
    joined = join(here, value);
  if (joined !== null && joined !== here) remember(mine, joined);
}
