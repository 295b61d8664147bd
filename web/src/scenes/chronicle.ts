// The story of a finished game in numbers, from its record: scores by round, and what a game has to tell beside them.
import type { Component } from "svelte";
import type { Film } from "../engine/types";
import type { Highlights } from "../mine/games";
import type { Happening, View } from "../net/types";
import type { Rulebook } from "../rulebook.svelte";
import type { Scene } from "../table/scene";
import type { Key } from "../words/catalogue";
import { loadScenes } from "./loaded";

export interface Chronicle {
  /** By seat: the score at the beginning and after each round or turn. */
  lines: number[][];
  /** By seat, for statistics: the best sale or turn, and what went wrong. */
  peaks: number[];
  mishaps: number[];
  /** What else the game tells. */
  facts: unknown;
}

/** How the records of a game are read and told. */
export interface Reader {
  /** The event with which a round or a turn begins. */
  opener: "round" | "turn";
  /** What the graph of the scores is called, and what is counted. */
  title: Key;
  unit: Key;
  read(pages: Pages, rulebook: Rulebook): Chronicle;
  /** Shows the facts below the graph. */
  Facts: Component<{ scene: Scene; facts: unknown }>;
}

/** What a record has to say: the events of each move, and the views after some of them. */
export interface Pages {
  events: readonly (readonly Happening[])[];
  /** The views after the moves that begin a round or turn, and the last one. */
  views: ReadonlyMap<number, View>;
}

export const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The moves with which rounds or turns begin. */
export const marksOf = (events: Pages["events"], type: string): number[] =>
  events.flatMap((list, n) => (list.some(e => e.type === type) ? [n] : []));

export function bySeat(
  { events }: Pages,
  seats: number,
  count: (what: Happening) => number,
): number[] {
  const all = events.flat();
  return Array.from({ length: seats }, (_, seat) =>
    sum(all.map(e => (e.seat === seat ? count(e) : 0))),
  );
}

/** What statistics remember of a seat's game. */
export function highlightsOf({ lines, peaks, mishaps }: Chronicle, seat: number): Highlights {
  const mine = lines[seat] ?? [];
  const ahead = (round: number): number =>
    Math.max(...lines.map(line => line[round] ?? 0)) - (mine[round] ?? 0);
  return {
    peak: peaks[seat] ?? 0,
    mishaps: mishaps[seat] ?? 0,
    behind: Math.max(0, ...mine.map((_, round) => ahead(round))),
  };
}

/** How a game went, and who tells it. */
export interface Told extends Chronicle {
  by: Reader;
}

/** Reads a record to its end; null for a game that has no such story. */
export async function readChronicle(film: Film, rulebook: Rulebook): Promise<Told | null> {
  const by = (await loadScenes(film.header.game))?.chronicle;
  if (!by) return null;
  const events = await Promise.all(
    Array.from({ length: film.length + 1 }, (_, n) => film.events(n, null)),
  );
  const marks = [...new Set([...marksOf(events, by.opener), film.length])];
  const seen = await Promise.all(marks.map(n => film.view(n, null)));
  const views = new Map(marks.map((n, i) => [n, seen[i] as View]));
  return { ...by.read({ events, views }, rulebook), by };
}
