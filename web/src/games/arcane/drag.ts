// Drags a stash item to its place, with mouse, pen or finger. A drag begins after a few pixels, so
// a click stays a click.
import { flyingCard } from "./flying";
import type { Hand } from "./hand.svelte";

const THRESHOLD = 7; // px

const spotAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-spot]")?.dataset["spot"] ?? null;

interface Start {
  x: number;
  y: number;
  box: DOMRect;
}

/** The picture under the pointer, and what happens when it is released. */
class Drag {
  private ghost: HTMLElement | null = null;

  constructor(
    private readonly hand: Hand,
    private readonly index: number,
    private readonly item: string,
    private readonly start: Start,
  ) {}

  move(x: number, y: number): void {
    if (!this.ghost && Math.hypot(x - this.start.x, y - this.start.y) < THRESHOLD) return;
    this.ghost ??= this.begin();
    const { box } = this.start;
    this.ghost.style.transform = `translate(${x - box.width / 2}px, ${y - box.height * 0.7}px) rotate(3deg)`;
    const spot = spotAt(x, y);
    this.hand.over = spot && this.hand.places.has(spot) ? spot : null;
  }

  private begin(): HTMLElement {
    this.hand.lift(this.index);
    this.hand.dragging = true;
    const { box } = this.start;
    const ghost = flyingCard(this.hand.scene, this.item);
    ghost.style.cssText = `position:fixed;left:0;top:0;width:${box.width}px;height:${box.height}px;z-index:30;pointer-events:none`;
    document.body.append(ghost);
    return ghost;
  }

  /**
   * Releases the item: over a place it is put down there, elsewhere it stays lifted. Returns
   * whether it was a drag.
   */
  end(x: number, y: number): boolean {
    if (!this.ghost) return false;
    this.stop();
    const spot = spotAt(x, y);
    if (spot && !spot.startsWith("stash.")) this.hand.touch(spot);
    return true;
  }

  stop(): void {
    this.ghost?.remove();
    this.hand.dragging = false;
    this.hand.over = null;
  }
}

/**
 * Begins a drag at a pointerdown. Calls `dragged` if it became one, so that the following click is
 * ignored.
 */
export function dragFrom(
  e: PointerEvent,
  hand: Hand,
  index: number,
  item: string,
  dragged: () => void,
): void {
  const from = e.currentTarget as HTMLElement;
  if (e.button !== 0) return;
  const drag = new Drag(hand, index, item, {
    x: e.clientX,
    y: e.clientY,
    box: from.getBoundingClientRect(),
  });
  const done = new AbortController(),
    { signal } = done;
  const mine = (event: PointerEvent): boolean => event.pointerId === e.pointerId;
  window.addEventListener("pointermove", m => mine(m) && drag.move(m.clientX, m.clientY), {
    signal,
  });
  window.addEventListener(
    "pointerup",
    up => {
      if (!mine(up)) return;
      done.abort();
      if (drag.end(up.clientX, up.clientY)) dragged();
    },
    { signal },
  );
  window.addEventListener(
    "pointercancel",
    () => {
      done.abort();
      drag.stop();
    },
    { signal },
  );
}
