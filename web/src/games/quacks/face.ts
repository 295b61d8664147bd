// The face of The Quacks of Quedlinburg: all answers are given on the board.
import type { Face } from "../../table/face";
import { say } from "../../words/words.svelte";
import { choiceOf, orderOf } from "./answers";
import Board from "./Board.svelte";
import Odds from "./Odds.svelte";
import { questionText, whereText } from "./questions";
import { spotsOf } from "./told";
import { quacksScene } from "./view";

export const face: Face = {
  Board,
  Odds,
  logWhere: "(min-width: 1200px)",
  storyWhere: "(min-width: 1200px) and (min-height: 800px)",
  reviewWhere: "(min-width: 1200px) and (min-height: 1080px)",
  spots: spotsOf,
  unit: () => say("quacks.points"),
  where: scene => whereText(quacksScene(scene)),
  question: scene => questionText(quacksScene(scene)),
  onBoard: () => true,
  label: (scene, action) => {
    const { text, so, chip } = choiceOf(quacksScene(scene), action),
      big = action === "draw" || action === "stop";
    return { text: so ? `${text}: ${so}` : text, move: text, big, ...(chip ? { chip } : {}) };
  },
  order: (scene, action) => orderOf(quacksScene(scene), action),
};
