// The numbers that a table plays by: those of its options `numbers` and `cards`, and the standard ones for the rest
// (docs/numbers.md). Free of modules of the engine, so that the build can use it too.
import type { Numbers } from "./fill";

interface Standards {
  readonly [key: string]: number | { readonly [entry: string]: number };
}
type Changes = { readonly [key: string]: unknown };

/** What stands at a path such as "spaces.coins.5". */
function foundIn(changes: unknown, key: string): unknown {
  let at = changes;
  for (const part of key.split(".")) at = (at as Changes | null | undefined)?.[part];
  return at;
}

function numberIn(changes: unknown, key: string): number | undefined {
  const found = foundIn(changes, key);
  return typeof found === "number" ? found : undefined;
}

/** A number or an entry of a list in the options of a table; undefined: it has the standard one. */
export const changedIn = (options: Changes, key: string): number | undefined =>
  numberIn(options["numbers"], key) ?? numberIn(options["cards"], key);

/** A key of a single number or of an entry, taken apart: the row and the entry. */
function rowOf(standards: Standards, key: string): number | undefined {
  const row = standards[key];
  if (typeof row === "number") return row;
  const dot = key.lastIndexOf("."),
    list = standards[key.slice(0, dot)];
  return typeof list === "object" ? list[key.slice(dot + 1)] : undefined;
}

/** The keys of all values of a number or a list. */
function keysOf(standards: Standards, key: string): string[] {
  const row = standards[key];
  return typeof row === "object" ? Object.keys(row).map(entry => `${key}.${entry}`) : [key];
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const rowsOf = (t: Table): number => t.one(`house.rows.${t.players}`);
const columnsOf = (t: Table): number => t.one(`house.columns.${t.players}`);

const EGG = "items.dragons-egg.effect.infamy";

/** Numbers that are made of others, as help.c of a game has them: where there are numbers that begin so. */
const made: { [key: string]: { of: string; by: (table: Table) => number } } = {
  "house.rows.here": { of: "house.", by: rowsOf },
  "house.columns.here": { of: "house.", by: columnsOf },
  "house.cells": { of: "house.", by: t => rowsOf(t) * columnsOf(t) },
  "house.pairs": {
    of: "house.",
    by: t => (rowsOf(t) * columnsOf(t) * (rowsOf(t) * columnsOf(t) - 1)) / 2,
  },
  "counts.first": { of: "items.", by: t => cardsOf(t, 0) },
  "counts.second": { of: "items.", by: t => cardsOf(t, 1) },
  // At a table its texts speak of no other edition; without one, of both.
  edition: {
    of: "items.",
    by: ({ options: { edition } }) => (edition === "hundred" ? 100 : edition === "three" ? 3 : 0),
  },
  // The option of edition hundred; 0: it is played to the goal.
  rounds: {
    of: "items.",
    by: ({ options: { rounds } }) => (typeof rounds === "number" ? rounds : 0),
  },
  "egg.three": { of: EGG, by: t => changedIn(t.options, EGG) ?? 2 },
  "egg.hundred": { of: EGG, by: t => changedIn(t.options, EGG) ?? 1 },
  "cards.purple": {
    of: "cards.deck",
    by: t =>
      total(
        keysOf(t.standards, "cards.deck")
          .slice(0, keysOf(t.standards, "cards.deck").indexOf("cards.deck.living-in-luxury"))
          .map(t.one),
      ),
  },
};

interface Table {
  standards: Standards;
  options: Changes;
  /** Two where there is no table. */
  players: number;
  one: (key: string) => number;
}

const cardsOf = (t: Table, column: number): number =>
  total(
    Object.keys(t.standards)
      .filter(key => key.endsWith(".counts"))
      .map(key => t.one(`${key}.${column}`)),
  );

/** The numbers of a table of this game with these options. */
export function numbersOf(
  game: string,
  all: { readonly [game: string]: Standards },
  options: Changes,
  players = 2,
): Numbers {
  const standards = all[game] ?? {};
  // A file may have a list as a list; the options of a table have what differs, by its name.
  const listed = (key: string): number | undefined => {
    const dot = key.lastIndexOf("."),
      list = foundIn(options["numbers"], key.slice(0, dot));
    if (!Array.isArray(list)) return undefined;
    return numberIn(list, String(keysOf(standards, key.slice(0, dot)).indexOf(key)));
  };
  const value = (key: string): number | undefined =>
    listed(key) ?? changedIn(options, key) ?? rowOf(standards, key);
  const table: Table = { standards, options, players, one: key => value(key) ?? 0 };
  return {
    one: key => {
      const making = made[key];
      if (making && Object.keys(standards).some(one => one.startsWith(making.of)))
        return making.by(table);
      return typeof standards[key] === "object"
        ? total(keysOf(standards, key).map(table.one))
        : value(key);
    },
    list: key => (standards[key] === undefined ? undefined : keysOf(standards, key).map(table.one)),
    differing: key =>
      keysOf(standards, key).filter(one => table.one(one) !== rowOf(standards, one)).length,
  };
}
