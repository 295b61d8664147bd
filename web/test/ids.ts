// The ids of the rows that must never be shown: those of several words, and chips.
import { expect } from "vitest";
import type { Rulebook } from "../src/rulebook.svelte";

const idsOf = ({ items, wizards, cards, books, chips }: Rulebook): string[] => [
  ...Object.keys({ ...items, ...wizards, ...cards, ...books }).filter(id => id.includes("-")),
  ...Object.keys(chips),
];

/** Texts that were found right: a game says the same ones again and again. */
const right = new WeakMap<Rulebook, Set<string>>();

/** Nothing unfilled, nothing unknown, and no id of the engine. */
export function isSaid(rulebook: Rulebook, text: string): void {
  const known = right.get(rulebook) ?? new Set();
  if (known.has(text)) return;
  expect(text).not.toBe("");
  expect(text).not.toMatch(/[{|}]|undefined|NaN|null/);
  const shown = idsOf(rulebook).filter(id => text.toLowerCase().includes(id));
  expect(shown, text).toEqual([]);
  right.set(rulebook, known.add(text));
}
