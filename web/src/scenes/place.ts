// Where a scene that waits lies: below the question, wherever the board has put that.
export interface Place {
  left: number;
  top: number;
  width: number;
}

const GAP = 6; // px

/** A scene that is too high for the room below the question lies over it, not over half of it. */
export function topOf(question: { top: number; bottom: number }, lowest: number): number {
  const below = question.bottom + GAP;
  return below <= lowest ? below : Math.max(GAP, Math.min(question.top, lowest));
}

/** Tells the place, and again whenever it changes; null without a question. */
export function belowQuestion(scene: Element, tell: (place: Place | null) => void): () => void {
  const question = document.querySelector("#question")?.closest("section");
  const look = (): void => {
    const box = question?.getBoundingClientRect();
    if (!box) return tell(null);
    const lowest = innerHeight - GAP - scene.clientHeight;
    tell({
      left: box.left,
      top: topOf(box, lowest),
      width: box.width,
    });
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(scene);
  if (question) sizes.observe(question);
  addEventListener("resize", look);
  addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    removeEventListener("resize", look);
    removeEventListener("scroll", look);
  };
}
