// The spaces of the pot by their numbers (Q1).
import { spaces } from "engine:rows";

export { spaces };

/** The spoon, and the last space for a chip. */
export const SPOON = spaces.length - 1,
  LAST = SPOON - 1;
