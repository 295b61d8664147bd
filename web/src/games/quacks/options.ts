// What can be chosen for a new table of the Quacks, and the options of the request.
import type { Wish } from "../../net/api";
import type { Json, Options } from "../../net/types";
import type { Said } from "../game";

export const bookColours = ["green", "blue", "red", "yellow", "purple"] as const;
export type BookColour = (typeof bookColours)[number];

export interface QuacksWish {
  books: "1" | "2" | "3" | "4" | "mix";
  mix: { [colour in BookColour]: number };
  pot: "front" | "tubes";
  together: boolean;
  prices: "almanac" | "printed";
  /** Rulings on which the sources disagree (Q12). */
  secondChance: "safe" | "risky";
  strongIngredient: "inert" | "acts";
  fortune: "on" | "off";
  /** What otherwise happens by itself is asked (Q12). */
  optional: "automatic" | "asked";
}

export const usual = (): QuacksWish => ({
  books: "1",
  mix: { green: 1, blue: 2, red: 3, yellow: 4, purple: 1 },
  pot: "front",
  together: false,
  prices: "almanac",
  secondChance: "safe",
  strongIngredient: "inert",
  fortune: "on",
  optional: "automatic",
});

export function optionsOf({ books, mix, pot, together, prices, ...rulings }: QuacksWish): Wish {
  return {
    books: books === "mix" ? { ...mix } : Number(books),
    pot,
    together,
    prices,
    second_chance: rulings.secondChance,
    strong_ingredient: rulings.strongIngredient,
    fortune: rulings.fortune,
    optional: rulings.optional,
  };
}

function bookNames(books: Json | undefined): Said[] {
  if (typeof books !== "object" || books === null) return [];
  const sets = [...new Set(Object.values(books))];
  if (sets.length > 1) return [["lobby.mix-of-books"]];
  return [["lobby.books", { set: Number(sets[0]) }]];
}

/** What people should know of the options before they take a seat. */
export function variantsOf(options: Options): Said[] {
  const list: (Said | false)[] = [
    options["pot"] === "tubes" && ["front.pot.tubes"],
    options["together"] === true && ["lobby.together"],
    options["second_chance"] === "risky" && ["lobby.second-chance"],
    options["strong_ingredient"] === "acts" && ["lobby.strong-ingredient"],
    options["fortune"] === "off" && ["lobby.no-fortune"],
    options["optional"] === "asked" && ["lobby.optional"],
  ];
  return [...bookNames(options["books"]), ...list.filter(one => one !== false)];
}
