// An area that scrolls fades out at its lower edge as long as more of it lies below.
import type { Action } from "svelte/action";

export const fade: Action = area => {
  const look = (): void => {
    const below = area.scrollHeight - area.clientHeight - area.scrollTop;
    area.classList.toggle("more-below", below > 2);
  };
  // The sizes of its children change whenever its content becomes longer or shorter. They are told
  // after a layout; asking for them at every change would make the browser lay out everything.
  const sizes = new ResizeObserver(look);
  const observe = (): void => {
    sizes.disconnect();
    for (const box of [area, ...area.children]) sizes.observe(box);
  };
  const children = new MutationObserver(observe);
  children.observe(area, { childList: true });
  observe();
  area.addEventListener("scroll", look, { passive: true });
  return {
    destroy() {
      sizes.disconnect();
      children.disconnect();
    },
  };
};
