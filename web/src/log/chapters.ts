// Divides the log into chapters, one for each round or turn, and within them by seat.
import type { LogLine, Sentence } from "../table/scene";

/** What one seat did without interruption. */
export interface Deed {
  /** Its number within the chapter, in time. */
  at: number;
  seat: number | null;
  sentences: Sentence[];
}

export interface Chapter {
  /** Its number, in time. */
  at: number;
  /** Its first sentence; null for what came before the first chapter. */
  title: Sentence | null;
  /** Part of a round, such as its inspection. */
  part: boolean;
  deeds: Deed[];
}

/** Events that begin a chapter; true: a part of the previous one. */
export const opens: { readonly [type: string]: boolean } = {
  round: false,
  turn: false,
  inspection: true,
};

const backwards = <T>(list: readonly T[]): T[] => [...list].reverse();

function addTo(chapter: Chapter, seat: number | null, sentence: Sentence): void {
  const last = chapter.deeds.at(-1);
  if (last && last.seat === seat) last.sentences.push(sentence);
  else chapter.deeds.push({ at: chapter.deeds.length, seat, sentences: [sentence] });
}

export function chaptersOf(lines: LogLine[]): Chapter[] {
  let now: Chapter = { at: 0, title: null, part: false, deeds: [] };
  const all = [now];
  for (const line of lines) {
    for (const sentence of line.sentences) {
      const part = opens[sentence.type ?? ""];
      if (part === undefined) addTo(now, line.seat, sentence);
      else all.push((now = { at: all.length, title: sentence, part, deeds: [] }));
    }
  }
  return all.filter(chapter => chapter.title !== null || chapter.deeds.length > 0);
}

/** The same backwards: chapters keep their titles on top, everything below them is reversed. */
export const newestFirst = (chapters: Chapter[]): Chapter[] =>
  backwards(chapters).map(chapter => ({
    ...chapter,
    deeds: backwards(chapter.deeds).map(deed => ({
      ...deed,
      sentences: backwards(deed.sentences),
    })),
  }));
