// A short note to the person: a refusal with its rule, "copied", "connected again". The newest replaces the one before.

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

/** `null` takes the note away. */
export function tell(text: string | null, rule?: string): void {
  clearTimeout(timer);
  notes.now = text === null ? null : { text, rule: rule ?? null, id: ++count };
  if (text !== null) timer = window.setTimeout(() => tell(null), SHOWN);
}

/** Runs what a button does, and says why where it fails. */
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
