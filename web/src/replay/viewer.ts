// Whose knowledge a replay shows, as it stands in an address.
import type { Viewer } from "../engine/types";

export const viewerText = (viewer: Viewer): string => (viewer === null ? "watch" : String(viewer));

/** Null and nonsense: nothing was asked for. */
export function viewerOf(text: string | undefined, players: number): Viewer | undefined {
  if (text === "watch") return null;
  if (text === "all") return "all";
  const seat = Number(text);
  return text !== undefined && /^\d$/.test(text) && seat < players ? seat : undefined;
}
