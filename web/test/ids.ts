// The ids of the rows that must never be shown: those of several words, and chips.
import { expect } from "vitest";
import type { Rulebook } from "../src/rulebook.svelte";

const idsOf = ({ items, wizards, cards, books, chips }: Rulebook): string[] => [
  ...Object.keys({ ...items, ...wizards, ...cards, ...books }).filter(id => id.includes("-")),
  ...Object.keys(chips),
];

/** Nothing unfilled, nothing unknown, and no id of the engine. */
export function isSaid(rulebook: Rulebook, text: string): void {
  expect(text).not.toBe("");
  expect(text).not.toMatch(/[{|}]|undefined|NaN|null/);
  const shown = idsOf(rulebook).filter(id => text.toLowerCase().includes(id));
  expect(shown, text).toEqual([]);
}
