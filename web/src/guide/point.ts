// Outlines what a guide points at, wherever it is drawn, as long as it is meant.
import { moves } from "../settings.svelte";

const NAME = "data-guided";
const AGAIN = 400; // ms: the table is drawn anew all the time

function mark(selectors: string): void {
  const wanted = new Set(selectors ? document.querySelectorAll(selectors) : []);
  document.querySelectorAll(`[${NAME}]`).forEach(e => {
    if (!wanted.has(e)) e.removeAttribute(NAME);
  });
  wanted.forEach(e => e.setAttribute(NAME, ""));
}

/** Scrolls to what is pointed at for the first time. */
function show(selectors: string): void {
  const first = selectors ? document.querySelector(selectors) : null;
  if (!first) return;
  const { top, bottom } = first.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight)
    first.scrollIntoView({ block: "center", behavior: moves() ? "smooth" : "auto" });
}

/** Points until the returned function is called. */
export function pointAt(selectors: string): () => void {
  mark(selectors);
  show(selectors);
  const timer = setInterval(() => mark(selectors), AGAIN);
  return () => {
    clearInterval(timer);
    mark("");
  };
}
