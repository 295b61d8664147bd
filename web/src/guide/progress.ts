// The guided games that this browser remembers, one for each game, with the steps that were read.
import { recall, remember } from "../keep";

export interface Kept {
  id: string;
  seen: string[];
}

export const keptGuide = (game: string): Kept | null => recall<Kept | null>(`guide.${game}`, null);
export const keepGuide = (game: string, kept: Kept | null): void => remember(`guide.${game}`, kept);
