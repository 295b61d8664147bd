// The guided game of each game that this browser remembers, with what was read there.
import { recall, remember } from "../keep";

export interface Kept {
  id: string;
  seen: string[];
}

export const keptGuide = (game: string): Kept | null => recall<Kept | null>(`guide.${game}`, null);
export const keepGuide = (game: string, kept: Kept | null): void => remember(`guide.${game}`, kept);
