// The titles of scenes.
import { numberAt } from "../numbers";
import { everOpens, opensIn } from "../quacks/pot";
import type { QuacksView } from "../quacks/view";
import type { Scene } from "../table/scene";
import { capital, say } from "../words/words.svelte";
import type { Tableau } from "./tableau";

/** A sentence about a seat, which is "you" for its own player. */
type Twofold = "trigger" | "explosion" | "penalty" | "no-penalty" | "first" | "starts";

export function ofSeat(
  scene: Scene,
  seat: number,
  key: Twofold,
  values: { [name: string]: string | number } = {},
): string {
  return seat === scene.seat
    ? say(`scenes.${key}-you`, values)
    : capital(say(`scenes.${key}`, { ...values, who: scene.name(seat) }));
}

function saleTitle(scene: Scene, seat: number, id: string): string {
  const item = scene.rulebook.items[id]?.name ?? id;
  return seat === scene.seat
    ? say("scenes.sale-you", { item })
    : capital(say("scenes.sale", { who: scene.name(seat), item }));
}

/** Why Choose Wisely asks nobody (Q2, Q3). */
export function noPurple(view: QuacksView, of: number): string {
  const turn = opensIn(view, "purple");
  if (turn <= of) return say("scenes.no-purple-left");
  return everOpens(view, "purple")
    ? say("scenes.no-purple", { turn })
    : say("scenes.no-purple-ever");
}

export function titleOf(scene: Scene, of: Tableau): string {
  switch (of.is) {
    case "sale":
      return saleTitle(scene, of.seat, of.item);
    case "trigger":
      return of.seat === null ? say("scenes.timeout") : ofSeat(scene, of.seat, "trigger");
    case "inspection":
      return say("scenes.inspection", { n: of.round });
    case "round":
      return say("scenes.round", { n: of.round });
    case "explosion":
      return ofSeat(scene, of.seat, "explosion");
    case "evaluation":
      return say(
        of.steps.every(s => s.letter === "E" || s.letter === "F") && !of.last
          ? "scenes.shopping"
          : "scenes.evaluation",
        { n: of.turn },
      );
    case "end":
      return say("lobby.result");
    case "turn":
      return say(of.part === "rats" ? "scenes.turn-rats" : "scenes.turn", {
        n: of.turn,
        all: numberAt(scene.view, "turns.all"),
      });
  }
}
