// The scenes of the Quacks, as a table needs them.
import { viewOf, type Scenes, type Teller } from "../../scenes/tableau";
import { readPages } from "./chronicle";
import Evaluation from "./Evaluation.svelte";
import Explosion from "./Explosion.svelte";
import Facts from "./Facts.svelte";
import ScoreChoice from "./ScoreChoice.svelte";
import type { QuacksTableau } from "./tableau";
import { quacksTeller } from "./teller";
import { titleOf } from "./titles";
import TurnStart from "./TurnStart.svelte";

export const scenes: Scenes = {
  teller: quacksTeller as Teller<unknown>,
  titleOf: (scene, of) => titleOf(scene, of as QuacksTableau),
  views: {
    explosion: viewOf(Explosion),
    evaluation: viewOf(Evaluation),
    turn: viewOf(TurnStart),
  },
  briefs: ["explosion"],
  choice: { kind: "score", View: ScoreChoice },
  chronicle: {
    opener: "turn",
    title: "scenes.end.points",
    unit: "quacks.points",
    read: readPages,
    Facts,
  },
};
