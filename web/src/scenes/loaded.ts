// The scenes of games, which are fetched when a table first needs them.
import { gameOf } from "../games/list";
import type { Scenes } from "./tableau";

const loaded = new Map<string, Scenes>();

export async function loadScenes(game: string): Promise<Scenes | undefined> {
  const load = gameOf(game)?.scenes;
  if (load && !loaded.has(game)) loaded.set(game, (await load()).scenes);
  return loaded.get(game);
}

export const scenesOf = (game: string): Scenes | undefined => loaded.get(game);
