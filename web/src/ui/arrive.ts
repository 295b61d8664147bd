// Whoever comes into another room begins at its top: keyboards and screen readers as well as eyes. Not on the page's first room,
// where the browser itself begins.

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
