// The scenes of Arcane Alley, as a table needs them.
import { viewOf, type Scenes, type Teller } from "../../scenes/tableau";
import { readPages } from "./chronicle";
import Facts from "./Facts.svelte";
import Inspection from "./Inspection.svelte";
import RoundEnd from "./RoundEnd.svelte";
import Sale from "./Sale.svelte";
import type { ArcaneTableau } from "./tableau";
import { arcaneTeller } from "./teller";
import { titleOf } from "./titles";
import Trigger from "./Trigger.svelte";

export const scenes: Scenes = {
  teller: arcaneTeller as Teller<unknown>,
  titleOf: (scene, of) => titleOf(scene, of as ArcaneTableau),
  views: {
    sale: viewOf(Sale),
    trigger: viewOf(Trigger),
    inspection: viewOf(Inspection),
    round: viewOf(RoundEnd),
  },
  briefs: ["sale", "trigger"],
  chronicle: {
    opener: "round",
    title: "scenes.end.gold",
    unit: "arcane.gold",
    read: readPages,
    Facts,
  },
};
