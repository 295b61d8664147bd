// The face of a game without a face of its own: shows the view as JSON.
import { capital } from "../words/words.svelte";
import type { Face } from "./face";
import PlainBoard from "./PlainBoard.svelte";

export const face: Face = {
  Board: PlainBoard,
  logWhere: "not all",
  unit: () => "",
  where: () => "",
  question: scene => scene.ask?.text ?? "",
  onBoard: () => false,
  label: (_, action) => ({ text: capital(action) }),
};
