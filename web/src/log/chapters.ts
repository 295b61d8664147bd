// Divides the log into chapters, one for each round or turn, and within them by seat.
import type { LogLine, Sentence } from "../table/scene";

/** What one seat did without interruption. */
export interface Deed {
  seat: number | null;
  sentences: Sentence[];
}

export interface Chapter {
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

function addTo(chapter: Chapter, seat: number | null, sentence: Sentence): void {
  const last = chapter.deeds.at(-1);
  if (last && last.seat === seat) last.sentences.push(sentence);
  else chapter.deeds.push({ seat, sentences: [sentence] });
}

export function chaptersOf(lines: LogLine[]): Chapter[] {
  let now: Chapter = { title: null, part: false, deeds: [] };
  const all = [now];
  for (const line of lines) {
    for (const sentence of line.sentences) {
      const part = opens[sentence.type ?? ""];
      if (part === undefined) addTo(now, line.seat, sentence);
      else all.push((now = { title: sentence, part, deeds: [] }));
    }
  }
  return all.filter(chapter => chapter.title !== null || chapter.deeds.length > 0);
}
