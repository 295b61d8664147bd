// The face of Arcane Alley: its table, its question in one sentence, its answers in words.
import type { Face } from "../../table/face";
import { say } from "../../words/words.svelte";
import Board from "./Board.svelte";
import Odds from "./Odds.svelte";
import { moveText, viewAsking } from "./goes_on";
import { labelOf } from "./names";
import { endingOf, questionOf, whereOf } from "./question";
import { spotsOf } from "./told";
import { asked, othersOf, ours, type ArcaneScene } from "./view";

/** Questions with two answers get buttons; all others are answered on the table. */
const buttons = new Set(["effect", "cauldron", "dafana"]);

/** The players in turn order, oneself last. */
function orderOf(scene: ArcaneScene, action: string): number {
  const [word, seat] = action.split(" ");
  if (word !== "target") return 0;
  const at = othersOf(scene).indexOf(Number(seat));
  return at < 0 ? scene.view.players.length : at;
}

export const face: Face = {
  Board,
  Odds,
  logWhere: "(min-width: 1200px)",
  reviewWhere: "(min-width: 1200px) and (min-height: 960px)",
  spots: spotsOf,
  unit: () => say("arcane.gold"),
  where: scene => whereOf(ours(scene)),
  ending: scene => endingOf(ours(scene)),
  question: scene => questionOf(ours(scene)),
  onBoard: scene => !buttons.has(asked(ours(scene))?.kind ?? ""),
  label: (scene, action) => labelOf(ours(scene), action),
  goesOn: { view: viewAsking, text: moveText },
  order: (scene, action) => orderOf(ours(scene), action),
};
