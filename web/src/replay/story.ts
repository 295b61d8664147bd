// A replay as a story: what each move did, in words, divided into rounds and turns.
import { opens } from "../log/chapters";
import type { LogLine, Sentence } from "../table/scene";

export interface Row {
  /** The move it belongs to. */
  n: number;
  seat: number | null;
  sentences: Sentence[];
  /** Whether a round, a turn or an inspection begins with it. */
  title: Sentence | null;
}

/** `lines[n]` is what move n did. A move without words has no row. */
export function storyOf(lines: LogLine[][]): Row[] {
  const rows: Row[] = [];
  lines.forEach((told, n) => {
    for (const line of told) {
      let row: Row | null = null;
      for (const sentence of line.sentences) {
        const title = opens[sentence.type ?? ""] !== undefined;
        if (title || !row)
          rows.push(
            (row = {
              n,
              seat: title ? null : line.seat,
              sentences: [],
              title: title ? sentence : null,
            }),
          );
        if (!title) row.sentences.push(sentence);
        if (title) row = null;
      }
    }
  });
  return rows;
}

export interface TimelineMark {
  n: number;
  text: string;
  /** A whole round or turn, not a part of one. */
  whole: boolean;
}

/** Where rounds and turns begin, for the slider. */
export const marksOf = (rows: Row[]): TimelineMark[] =>
  rows.flatMap(row =>
    row.title
      ? [{ n: row.n, text: row.title.text, whole: opens[row.title.type ?? ""] === false }]
      : [],
  );

/** The nearest mark before or after a move. */
export function markBeside(marks: TimelineMark[], n: number, forward: boolean): number | null {
  const there = forward ? marks.find(mark => mark.n > n) : marks.filter(mark => mark.n < n).at(-1);
  return there?.n ?? null;
}

/** The same with the newest first: titles stay above what they are the titles of. */
export function chaptersBackwards(rows: Row[]): Row[] {
  const chapters: Row[][] = [[]];
  for (const row of rows) {
    if (row.title) chapters.push([row]);
    else chapters.at(-1)?.push(row);
  }
  return chapters.reverse().flatMap(([first, ...rest]) => {
    if (!first) return [];
    return first.title ? [first, ...rest.reverse()] : [...rest.reverse(), first];
  });
}
