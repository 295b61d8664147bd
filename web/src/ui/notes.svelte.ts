// A short note to the person: a refusal with its rule, "copied", "connected again". A new note
// replaces the old one.

export interface Note {
  text: string;
  rule: string | null;
  id: number;
}

const SHOWN = 7000; // ms

const notes: { now: Note | null } = $state({ now: null });
let timer = 0;
let count = 0;

export const noteNow = (): Note | null => notes.now;

/** `null` removes the note. */
export function tell(text: string | null, rule?: string): void {
  clearTimeout(timer);
  notes.now = text === null ? null : { text, rule: rule ?? null, id: ++count };
  if (text !== null) timer = window.setTimeout(() => tell(null), SHOWN);
}

/** Runs a button's action, and shows the reason if it fails. */
export const attempt = (work: () => Promise<unknown>) => async (): Promise<void> => {
  tell(null);
  try {
    await work();
  } catch (problem) {
    const rule = problem instanceof Error && "rule" in problem ? problem.rule : undefined;
    tell(
      problem instanceof Error ? problem.message : String(problem),
      typeof rule === "string" && rule ? rule : undefined,
    );
  }
};
