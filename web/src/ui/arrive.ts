// Moves scroll position and focus to the top when another room is opened, for keyboards and screen
// readers as well as eyes. Not for the first room, where the browser does this itself.

let elsewhere = false;
addEventListener("hashchange", () => (elsewhere = true));

/** For the heading, or the main part, of a room. */
export function arrive(node: HTMLElement): void {
  node.tabIndex = -1;
  node.style.outline = "none"; // a place to begin, nothing to press
  if (!elsewhere) return;
  scrollTo(0, 0);
  node.focus({ preventScroll: true });
}
