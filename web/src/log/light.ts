// Lights the places of the table that a sentence speaks of, while it is pointed at or has the focus.
import type { Action } from "svelte/action";
import type { Happening } from "../net/types";

export type SpotsOf = (what: Happening) => string[];

const SHORTLY = 2500; // ms

let lit: Element[] = [];
let timer = 0;

export function darken(): void {
  clearTimeout(timer);
  for (const e of lit) e.removeAttribute("data-told");
  lit = [];
}

export function light(spots: readonly string[]): void {
  darken();
  lit = spots.flatMap(name => [...document.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`)]);
  for (const e of lit) e.setAttribute("data-told", "");
}

/** Brings the places into sight and lights them for a moment. */
export function show(spots: readonly string[]): void {
  light(spots);
  lit[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  timer = window.setTimeout(darken, SHORTLY);
}

const said = new WeakMap<Element, readonly Happening[]>();

/** Notes what an element tells. */
export const tells: Action<HTMLElement, readonly Happening[]> = (e, what) => {
  said.set(e, what);
  return { update: now => void said.set(e, now) };
};

const lineOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest("[data-line]") : null;

export const spotsIn = (target: EventTarget | null, spotsOf: SpotsOf): string[] => {
  const line = lineOf(target);
  return [...new Set((line && said.get(line))?.flatMap(spotsOf))];
};

/** The line to which a key leads; null if it leads nowhere. */
function lineBy(key: string, list: HTMLElement, from: Element): HTMLElement | null {
  const lines = [...list.querySelectorAll<HTMLElement>("[data-line]")],
    at = lines.findIndex(line => line === from);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[key];
  return to === undefined ? null : (lines[to] ?? null);
}

/** A list of lines: what is pointed at or has the focus is lit; arrow keys move from line to line. */
export const lights: Action<HTMLElement, SpotsOf> = (list, first) => {
  let spotsOf = first;
  const look = (e: Event): void => light(spotsIn(e.target, spotsOf));
  const move = (e: KeyboardEvent): void => {
    const from = lineOf(e.target),
      to = from && lineBy(e.key, list, from);
    if (!to) return;
    e.preventDefault();
    e.stopPropagation();
    to.focus();
  };
  list.addEventListener("pointerover", look);
  list.addEventListener("pointerleave", darken);
  list.addEventListener("focusin", look);
  list.addEventListener("focusout", darken);
  list.addEventListener("keydown", move);
  return {
    update: now => void (spotsOf = now),
    destroy: darken,
  };
};
