// The titles of the scenes of Arcane Alley.
import { ofSeat } from "../../scenes/titles";
import type { Scene } from "../../table/scene";
import { capital, say } from "../../words/words.svelte";
import type { ArcaneTableau } from "./tableau";

function saleTitle(scene: Scene, seat: number, id: string): string {
  const item = scene.rulebook.items[id]?.name ?? id;
  return seat === scene.seat
    ? say("scenes.sale-you", { item })
    : capital(say("scenes.sale", { who: scene.name(seat), item }));
}

export function titleOf(scene: Scene, of: ArcaneTableau): string {
  switch (of.is) {
    case "sale":
      return saleTitle(scene, of.seat, of.item);
    case "trigger":
      return of.seat === null ? say("scenes.timeout") : ofSeat(scene, of.seat, "trigger");
    case "inspection":
      return say("scenes.inspection", { n: of.round });
    case "round":
      return say("scenes.round", { n: of.round });
  }
}
