// Keeps the keyboard's focus: if the focused element disappears with the answer it gave, the focus
// moves to a place that stays. Rooms that know a better place take it first.

/** For an element whose content changes; `place` is the selector of something that stays. */
export function keepFocus(node: HTMLElement, place: string): { destroy(): void } {
  let within = false,
    timer = 0;
  const look = (): void => {
    if (
      within &&
      document.activeElement === document.body &&
      !document.querySelector("dialog[open]")
    )
      document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
  };
  const came = (e: FocusEvent): void => {
    within = e.target instanceof Node && node.contains(e.target);
  };
  const pressed = (): void => {
    within = false;
  }; // whoever points needs no focus
  const changes = new MutationObserver(() => {
    clearTimeout(timer);
    timer = window.setTimeout(look);
  });
  changes.observe(node, { childList: true, subtree: true });
  document.addEventListener("focusin", came);
  document.addEventListener("pointerdown", pressed, true);
  return {
    destroy() {
      changes.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", came);
      document.removeEventListener("pointerdown", pressed, true);
    },
  };
}
