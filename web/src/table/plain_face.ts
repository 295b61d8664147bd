// The face of a game without a face of its own: shows the view as JSON.
import type { Face } from "./face";
import PlainBoard from "./PlainBoard.svelte";
import { actionInWords } from "./sentence";

export const face: Face = {
  Board: PlainBoard,
  logWhere: "not all",
  unit: () => "",
  where: () => "",
  question: scene => scene.ask?.text ?? "",
  onBoard: () => false,
  label: (scene, action) => ({ text: actionInWords(scene.rulebook, action) }),
};
