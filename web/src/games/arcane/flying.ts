// A card as an element of its own, which flies over the page or follows the pointer.
import { mount, unmount } from "svelte";
import CardView from "./CardView.svelte";
import type { ArcaneScene } from "./view";

/** null: the card's back. */
export function flyingCard(scene: ArcaneScene, item: string | null): HTMLElement {
  const box = document.createElement("div");
  box.setAttribute("aria-hidden", "true");
  const card = mount(CardView, { target: box, props: { scene, item, up: item !== null } });
  const remove = box.remove.bind(box);
  box.remove = () => {
    remove();
    void unmount(card);
  };
  return box;
}
