// Where the things are that a guide points at.

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

const clips = (e: Element): boolean => getComputedStyle(e).overflow !== "visible";

/** The part of an element that its scrolling ancestors leave; null: hardly anything. */
function seenOf(e: Element): DOMRect | null {
  const whole = e.getBoundingClientRect();
  let { left, top, right, bottom } = whole;
  for (let a = e.parentElement; a && a !== document.body; a = a.parentElement) {
    if (!clips(a)) continue;
    const room = a.getBoundingClientRect();
    left = Math.max(left, room.left);
    top = Math.max(top, room.top);
    right = Math.min(right, room.right);
    bottom = Math.min(bottom, room.bottom);
  }
  const isSeen = whole.height > 0 && bottom - top > whole.height / 2 && right - left > 0;
  return isSeen ? new DOMRect(left, top, right - left, bottom - top) : null;
}

function around(rects: DOMRect[]): Frame {
  const left = Math.min(...rects.map(r => r.left)),
    top = Math.min(...rects.map(r => r.top));
  return {
    left,
    top,
    width: Math.max(...rects.map(r => r.right)) - left,
    height: Math.max(...rects.map(r => r.bottom)) - top,
  };
}

/** Whether the middle of an element can be seen: in the window, and nothing lies over it. */
function isInSight(e: Element): boolean {
  const { left, top, width, height } = e.getBoundingClientRect();
  if (height === 0) return false;
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && (e.contains(there) || there.contains(e));
}

/** One frame for each selector, or, with `each`, for each element that they find. */
export function framesOf(selectors: readonly string[], each: boolean): Frame[] {
  return selectors.flatMap(selector => {
    const rects = [...document.querySelectorAll(selector)]
      .filter(isInSight)
      .flatMap(e => seenOf(e) ?? []);
    if (rects.length === 0) return [];
    return each ? rects.map(r => around([r])) : [around(rects)];
  });
}

/** What to point at: these, or, while none of them is in sight, what is in sight instead. */
export function aimed(
  selectors: readonly string[],
  instead: readonly string[] = [],
): readonly string[] {
  const there = (selector: string): boolean =>
    [...document.querySelectorAll(selector)].some(isInSight);
  return !selectors.some(there) && instead.some(there) ? instead : selectors;
}

/**
 * Scrolls to the middle one of what the first selector finds, if it is out of sight. Returns where the page was then; null:
 * it was in sight.
 */
export function bringIntoSight(selectors: readonly string[], smoothly: boolean): number | null {
  const all = selectors[0] === undefined ? [] : [...document.querySelectorAll(selectors[0])];
  const middle = all[Math.floor(all.length / 2)];
  if (!middle || isInSight(middle)) return null;
  const before = scrollY;
  middle.scrollIntoView({ block: "center", behavior: smoothly ? "smooth" : "auto" });
  return before;
}
