// The rows of the Quacks by other numbers.
import type { ChangedNumber, GameRows } from "../../rulebook.svelte";

/** The chips that have another price in some printings, with the set of their book (Q8.prices). */
export const printed: { readonly [chip: string]: number } = { green4: 3, blue4: 4 };

export function rowsBy(rows: GameRows, changed: ChangedNumber): GameRows {
  const price = (chip: string, usual: number, set: number): number =>
    changed(`prices.${chip}.${set}`) ?? changed(`prices.${chip}`) ?? usual;
  return {
    ...rows,
    chips: (rows.chips ?? []).map(chip => ({
      ...chip,
      count: changed(`box.${chip.id}`) ?? chip.count,
      start: changed(`bag.${chip.id}`) ?? chip.start,
      prices: chip.prices.map((n, i) => price(chip.id, n, i + 1)),
      prices_printed: chip.prices_printed.map((n, i) =>
        printed[chip.id] === i + 1
          ? (changed(`prices.printed.${chip.id}`) ?? n)
          : price(chip.id, n, i + 1),
      ),
    })),
  };
}
