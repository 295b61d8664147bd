// Flies a copy of a thing over the page from one place to another. Places are named with
// data-spot="…" on their elements. Nothing waits for motion; a second flight to the same place ends
// the first.
import { moves } from "../settings.svelte";

const USUAL = 260; // ms

export interface Flight {
  /** Names of spots, or positions on the screen. */
  from: string | DOMRect;
  to: string | DOMRect;
  /** The picture that flies; without one, a copy of what lies at `to`. */
  picture?: Element;
  ms?: number;
  delay?: number;
}

export function spot(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-spot="${CSS.escape(name)}"]`);
}

const placeOf = (place: string | DOMRect): DOMRect | null =>
  typeof place === "string" ? (spot(place)?.getBoundingClientRect() ?? null) : place;

function copyOf(flight: Flight): Element | null {
  if (flight.picture) return flight.picture;
  const target = typeof flight.to === "string" ? spot(flight.to) : null;
  const copy = target?.cloneNode(true);
  if (!(copy instanceof Element)) return null;
  copy.removeAttribute("data-spot");
  copy.querySelectorAll("[data-spot]").forEach(e => e.removeAttribute("data-spot"));
  return copy;
}

function carrier(content: Element, at: DOMRect): HTMLElement {
  const box = document.createElement("div");
  box.setAttribute("aria-hidden", "true");
  box.inert = true;
  box.className = "flight";
  box.style.cssText = `position:fixed;left:${at.left}px;top:${at.top}px;width:${at.width}px;height:${at.height}px;z-index:15;pointer-events:none`;
  box.append(content);
  document.body.append(box);
  return box;
}

/** Resolves when it has landed, or at once if nothing is to move. */
export async function travel(flight: Flight): Promise<void> {
  if (!moves()) return;
  const from = placeOf(flight.from),
    to = placeOf(flight.to),
    content = copyOf(flight);
  if (!from || !to || !content || from.width === 0 || to.width === 0) return;
  const box = carrier(content, to);
  const dx = from.left - to.left,
    dy = from.top - to.top;
  const frames = [
    {
      transform: `translate(${dx}px, ${dy}px) scale(${from.width / to.width}, ${from.height / to.height})`,
      opacity: 0.9,
    },
    { transform: "none", opacity: 1 },
  ];
  const timing = {
    duration: flight.ms ?? USUAL,
    delay: flight.delay ?? 0,
    easing: "cubic-bezier(0.2,0.7,0.2,1)",
    fill: "both" as const,
  };
  await box.animate(frames, timing).finished.catch(() => undefined);
  box.remove();
}

/** Ends all flights, so that an action need not wait. */
export function landAll(): void {
  document.querySelectorAll(".flight").forEach(box => box.remove());
}
