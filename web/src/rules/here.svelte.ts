// Which reading the table on the screen plays, where its options choose one.
import type { Options } from "../net/types";
import type { RulingRow } from "../rulebook.svelte";

interface Here {
  game: string;
  options: Options;
}

const here: { now: Here | null } = $state({ now: null });

export const tableHere = (): Here | null => here.now;

/** The table on the screen; null: there is none any more. */
export function playHere(table: Here | null): void {
  here.now = table;
}

/** The option that a ruling names with the value of the other reading, such as `prices=printed`. */
const optionIn = ({ change }: RulingRow): [option: string, value: string] | null => {
  const named = /\b([a-z_]+)=([a-z_]+)\b/.exec(change);
  return named ? [named[1] ?? "", named[2] ?? ""] : null;
};

/** The sentence of the reading that is played here; null if no option chooses one. */
export function readingHere(ruling: RulingRow, game: string, table: Here | null): string | null {
  const named = optionIn(ruling);
  if (!named || table?.game !== game || !(named[0] in table.options)) return null;
  return table.options[named[0]] === named[1] ? ruling.other : ruling.does;
}
