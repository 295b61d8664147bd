// The keys of the page: each room registers its keys while it is shown; `?` lists them.
import { untrack } from "svelte";

export interface KeyRow {
  key: string;
  /** What it does, for the list. */
  label: string;
  run: () => void;
  /** Runs only once while it is held down. */
  once?: true;
}

class Rows {
  now: KeyRow[] = $state.raw([]);
}

const rows = new Rows();

/**
 * The next value of `rows.now`. It is not read from there, because while effects end, a value just
 * written by another one is not visible yet.
 */
let all: KeyRow[] = [];

/** Of rows with the same key the last one counts; the others come back when it leaves. */
function put(next: KeyRow[]): void {
  all = next;
  rows.now = next.filter((row, i) => !next.slice(i + 1).some(later => later.key === row.key));
}

export const keysNow = (): KeyRow[] => rows.now;

/**
 * Must be called while a component is set up; `list` is called again whenever something it reads
 * changes.
 */
export function useKeys(list: () => KeyRow[]): void {
  $effect(() => {
    const mine = list();
    untrack(() => put([...all, ...mine]));
    return () => untrack(() => put(all.filter(row => !mine.includes(row))));
  });
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=radio], [type=checkbox]), select, textarea") ||
    target.isContentEditable);

/** Whether the focus came to where it is by a click. */
let clicked = false;

export function pointed(): void {
  clicked = true;
  delete document.documentElement.dataset["keys"];
}

/** The space bar presses a button that has the focus, unless only a click has put it there. */
const presses = (e: KeyboardEvent): boolean =>
  e.key === " " &&
  !clicked &&
  e.target instanceof HTMLElement &&
  e.target.matches("button, summary, input, [role=button], [role=option]");

/** Runs the action of a key, but not while somebody types or a sheet is open. */
export function pressed(e: KeyboardEvent): void {
  if (e.key === "Tab" || e.key.startsWith("Arrow")) clicked = false;
  if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || typing(e.target)) return;
  // Keys are in use: then things show theirs that hide them otherwise.
  document.documentElement.dataset["keys"] = "";
  if (document.querySelector("dialog[open]") || presses(e)) return;
  const row = all.filter(r => r.key === e.key).at(-1);
  if (!row || (e.repeat && row.once)) return;
  e.preventDefault();
  row.run();
}
