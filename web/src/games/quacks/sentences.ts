// What only sentences about the Quacks have: chips, spaces of the pot, faces of the bonus die.
import { spaces } from "engine:rows";
import type { Happening } from "../../net/types";
import type { Rulebook } from "../../rulebook.svelte";
import type { Values } from "../../words/words.svelte";
import type { Words } from "../game";

/** "white1" becomes "white 1". */
export function named(rulebook: Rulebook, id: string, { say, has }: Words): string | undefined {
  const chip = rulebook.chips[id];
  const key = `quacks.colour.${chip?.colour}`;
  return chip && `${has(key) ? say(key) : chip.colour} ${chip.value}`;
}

/** A space is told by what stopping there gives: the coins of the next space (Q1). */
export function blanks({ at, die }: Happening, { say, has }: Words): Values {
  const face = `quacks.die.${die}`;
  return {
    die: has(face) ? say(face) : (die ?? ""),
    space: at === undefined ? "" : say("quacks.space-before", { n: spaces[at + 1]?.coins ?? 0 }),
  };
}
