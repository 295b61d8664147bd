// The viewer of a replay, as written in the address.
import type { Viewer } from "../engine/types";

export const viewerText = (viewer: Viewer): string => (viewer === null ? "watch" : String(viewer));

/** null and invalid texts mean that no viewer was given. */
export function viewerOf(text: string | undefined, players: number): Viewer | undefined {
  if (text === "watch") return null;
  if (text === "all") return "all";
  const seat = Number(text);
  return text !== undefined && /^\d$/.test(text) && seat < players ? seat : undefined;
}
