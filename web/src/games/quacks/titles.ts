// The titles of the scenes of the Quacks.
import { numberAt } from "../../numbers";
import { ofSeat } from "../../scenes/titles";
import type { Scene } from "../../table/scene";
import { say } from "../../words/words.svelte";
import { everOpens, opensIn } from "./pot";
import type { QuacksTableau } from "./tableau";
import type { QuacksView } from "./view";

/** Why Choose Wisely asks nobody (Q2, Q3). */
export function noPurple(view: QuacksView, of: number): string {
  const turn = opensIn(view, "purple");
  if (turn <= of) return say("scenes.no-purple-left");
  return everOpens(view, "purple")
    ? say("scenes.no-purple", { turn })
    : say("scenes.no-purple-ever");
}

export function titleOf(scene: Scene, of: QuacksTableau): string {
  switch (of.is) {
    case "explosion":
      return ofSeat(scene, of.seat, "explosion");
    case "evaluation":
      return say(
        of.steps.every(s => s.letter === "E" || s.letter === "F") && !of.last
          ? "scenes.shopping"
          : "scenes.evaluation",
        { n: of.turn },
      );
    case "turn":
      return say(of.part === "rats" ? "scenes.turn-rats" : "scenes.turn", {
        n: of.turn,
        all: numberAt(scene.view, "turns.all"),
      });
  }
}
