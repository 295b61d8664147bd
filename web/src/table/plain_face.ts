// The face of a game that has none of its own: what is known, as it is written.
import { capital } from "../words/words.svelte";
import type { Face } from "./face";
import PlainBoard from "./PlainBoard.svelte";

export const face: Face = {
  Board: PlainBoard,
  unit: () => "",
  where: () => "",
  question: scene => scene.ask?.text ?? "",
  onBoard: () => false,
  label: (_, action) => ({ text: capital(action) }),
};
