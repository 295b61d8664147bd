// Figures for people: percentages, averages, where a potion usually ends, which answers are best.
import type { Advice } from "../engine/types";
import { has, say } from "../words/words.svelte";

export const percent = (chance: number, language: string): string => {
  const fine = chance > 0 && chance < 1 && (chance < 0.095 || chance > 0.995);
  const figure = new Intl.NumberFormat(language, { maximumFractionDigits: fine ? 1 : 0 });
  return `${figure.format(100 * chance)}\u00a0%`;
};

export const decimal = (value: number, language: string, digits = 1): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

/** A sentence about what odds assume; a newer engine may have more of them. */
export function assumed(id: string, text: string): string {
  const key = `help.assumes.${id}`;
  return has(key) ? say(key) : text;
}

export interface Spread {
  least: number;
  middle: number;
  most: number;
}

/**
 * Where a potion usually ends: from `least` to `most` in 8 of 10 cases, with the median `middle`.
 */
export function spreadOf(chances: Readonly<Record<string, number>>): Spread {
  const all = Object.entries(chances)
    .map(([space, chance]) => ({ space: Number(space), chance }))
    .sort((a, b) => a.space - b.space);
  const whole = all.reduce((sum, one) => sum + one.chance, 0);
  const at = (share: number): number => {
    let sum = 0;
    return all.find(one => (sum += one.chance) >= share * whole - 1e-9)?.space ?? 0;
  };
  return { least: at(0.1), middle: at(0.5), most: at(0.9) };
}

/** The most likely first. */
export const likeliest = (
  chances: Readonly<Record<string, number>>,
  most: number,
): [id: string, chance: number][] =>
  Object.entries(chances)
    .filter(([, chance]) => chance > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most);

export interface Loss {
  action: string;
  loss: number;
}

/** The answers that a review would call, the best of them first. */
export const lossesOf = ({ loss = {} }: Advice): Loss[] =>
  Object.entries(loss)
    .map(([action, lost]) => ({ action, loss: lost }))
    .sort((a, b) => a.loss - b.loss);

export interface Weighed {
  action: string;
  value: number | null;
  /** The share of the simulated games that began with this answer. */
  share: number | null;
}

/** The answers that a bot has weighed, its choice first, then the best. */
export function weighed(advice: Advice, most: number): Weighed[] {
  const { visits = {}, value = {} } = advice;
  // A hint leaves out what was tried rarely, but it was tried.
  const sum = advice.iterations ?? Object.values(visits).reduce((a, b) => a + b, 0);
  const all = [...new Set([advice.action, ...Object.keys(visits), ...Object.keys(value)])].map(
    action => ({
      action,
      value: value[action] ?? null,
      share: advice.visits && sum > 0 ? (visits[action] ?? 0) / sum : null,
    }),
  );
  const weight = (one: Weighed): number =>
    one.action === advice.action ? Infinity : (one.value ?? 0);
  return all
    .sort((a, b) => weight(b) - weight(a) || (b.share ?? 0) - (a.share ?? 0))
    .slice(0, most);
}
