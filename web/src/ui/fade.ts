// An area that scrolls fades out at its lower edge as long as more of it lies below.
import type { Action } from "svelte/action";

export const fade: Action = area => {
  const look = (): void => {
    const below = area.scrollHeight - area.clientHeight - area.scrollTop;
    area.classList.toggle("more-below", below > 2);
  };
  const sizes = new ResizeObserver(look),
    contents = new MutationObserver(look);
  sizes.observe(area);
  contents.observe(area, { childList: true, subtree: true, characterData: true });
  area.addEventListener("scroll", look, { passive: true });
  return {
    destroy() {
      sizes.disconnect();
      contents.disconnect();
    },
  };
};
