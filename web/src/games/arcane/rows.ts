// The rows of Arcane Alley by the numbers of a cards file (A13).
import type { ChangedNumber, GameRows } from "../../rulebook.svelte";

export const rowsBy = (rows: GameRows, changed: ChangedNumber): GameRows => ({
  ...rows,
  items: (rows.items ?? []).map(item => ({
    ...item,
    gold: changed(`items.${item.id}.gold`) ?? item.gold,
    infamy: changed(`items.${item.id}.infamy`) ?? item.infamy,
    counts: item.counts.map((n, column) => changed(`items.${item.id}.counts.${column}`) ?? n),
  })),
});
