// Everything that can be looked up, in one form: rules, items, wizards, colours, books, fortune cards, glasses.
import type { Rulebook, Rulebooks, CardRow, ItemRow, RuleRow, RulingRow } from "../rulebook.svelte";

export type Kind = "rule" | "item" | "wizard" | "colour" | "book" | "card" | "glass";

export interface Entry {
  kind: Kind;
  id: string;
  game: string;
  name: string;
  brief: string;
  text: string;
  editions: string;
  notes: string;
  /** The letters of the entry's certainty. */
  certainty: string;
  /** Where it is ours or may be read in another way. */
  rulings: RulingRow[];
  /** The rules about it. */
  rules: string[];
  /** About options, files and programs: searches show it last. */
  technical: boolean;
  /** For a colour or a book: which one. For a fortune card: its kind. */
  colour: string;
}

const nothing = {
  brief: "",
  text: "",
  editions: "",
  notes: "",
  certainty: "",
  rulings: [],
  rules: [],
  technical: false,
  colour: "",
};

const ofRule = (game: string, row: RuleRow): Entry => ({
  ...nothing,
  kind: "rule",
  game,
  id: row.id,
  name: row.title,
  text: row.text,
  editions: row.editions ?? "",
  notes: row.notes ?? "",
  certainty: row.certainty,
});

const ofItem = (game: string, row: ItemRow): Entry => ({
  ...nothing,
  kind: "item",
  game,
  id: row.id,
  name: row.name,
  brief: row.brief,
  text: row.text,
  editions: row.editions,
  certainty: row.certainty,
  rules: row.rules,
});

const ofCard = (kind: Kind, game: string, row: CardRow): Entry => ({
  ...nothing,
  kind,
  game,
  id: row.id,
  name: row.name,
  brief: row.brief,
  text: row.text,
  editions: row.editions ?? "",
  certainty: row.certainty ?? "",
  rules: row.rules ?? [],
  colour: row.colour ?? row.kind ?? (kind === "colour" ? row.id : ""),
});

export function entriesOf(rulebook: Rulebook): Entry[] {
  const rulings = new Map<string, RulingRow[]>();
  for (const ruling of rulebook.rulings)
    for (const id of ruling.of) rulings.set(id, [...(rulings.get(id) ?? []), ruling]);
  return rowsOf(rulebook).map(entry => ({
    ...entry,
    rulings: rulings.get(entry.id) ?? [],
    technical: entry.kind === "rule" && rulebook.technical.includes(chapterOf(entry.id)),
  }));
}

function rowsOf(rulebook: Rulebook): Entry[] {
  const { game } = rulebook;
  return [
    ...Object.values(rulebook.rules).map(row => ofRule(game, row)),
    ...Object.values(rulebook.items).map(row => ofItem(game, row)),
    ...Object.values(rulebook.wizards).map(row => ofCard("wizard", game, row)),
    ...Object.values(rulebook.colours).map(row => ofCard("colour", game, row)),
    ...Object.values(rulebook.books).map(row => ofCard("book", game, row)),
    ...Object.values(rulebook.cards).map(row => ofCard("card", game, row)),
    ...rulebook.glasses.map(row => ({
      ...nothing,
      kind: "glass" as const,
      game,
      id: row.id,
      name: row.name,
      brief: row.brief,
      rules: ["Q10.2"],
    })),
  ];
}

/**
 * The entry of an id. A chip (`green2`) gives its colour, an unknown part of a rule (`A5.99`) its
 * chapter.
 */
export function findEntry(rulebooks: Rulebooks, id: string, game: string | null): Entry | null {
  for (const rulebook of Object.values(rulebooks)) {
    if (game && rulebook.game !== game) continue;
    const meant = rulebook.chips[id]?.colour ?? id,
      all = entriesOf(rulebook);
    const found =
      all.find(e => e.id === meant) ?? all.find(e => e.kind === "rule" && e.id === chapterOf(id));
    if (found) return found;
  }
  return null;
}

/** The chapter of a rule: `A5.8` belongs to `A5`. */
export const chapterOf = (id: string): string => id.split(".")[0] ?? id;

/** The address of an entry on the page of rules. */
export const anchorOf = (id: string): string => `entry-${id.replace(/[^A-Za-z0-9.]/g, "-")}`;

/** The prices of a colour's chips with a book, by value; none for chips that cannot be bought. */
export function pricesOf(
  rulebook: Rulebook,
  colour: string,
  set: number | undefined,
): { value: number; price: number }[] {
  return Object.values(rulebook.chips)
    .filter(chip => chip.colour === colour)
    .flatMap(chip => {
      const price = chip.prices[(set ?? 1) - 1] ?? chip.prices[0];
      return price === undefined ? [] : [{ value: chip.value, price }];
    });
}
