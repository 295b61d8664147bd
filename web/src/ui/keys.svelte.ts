// Keys of the page: each room says which it has while it is shown; `?` lists them.
import { untrack } from "svelte";

export interface KeyRow {
  key: string;
  /** What it does, for the list. */
  label: string;
  run: () => void;
  /** Held down, it runs but once. */
  once?: true;
}

class Rows {
  now: KeyRow[] = $state.raw([]);
}

const rows = new Rows();

/** What `rows.now` is to be. Not read from there: while effects end, what another one has just written is not seen yet. */
let all: KeyRow[] = [];

function put(next: KeyRow[]): void {
  all = next;
  rows.now = next;
}

export const keysNow = (): KeyRow[] => rows.now;

/** To be called while a component is set up; `list` is asked anew whenever what it reads changes. */
export function useKeys(list: () => KeyRow[]): void {
  $effect(() => {
    const mine = list();
    untrack(() => put([...all.filter(row => !mine.some(m => m.key === row.key)), ...mine]));
    return () => untrack(() => put(all.filter(row => !mine.includes(row))));
  });
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches("input:not([type=radio], [type=checkbox]), select, textarea") ||
    target.isContentEditable);

/** Runs what a key stands for; not while somebody types, nor under an open sheet. */
export function pressed(e: KeyboardEvent): void {
  if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || typing(e.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const row = all.find(r => r.key === e.key);
  if (!row || (e.repeat && row.once)) return;
  e.preventDefault();
  row.run();
}
