// The games that have a room in this page, one row each. A game that only the server has is played with a plain face.
import type { Drawing } from "../art/shapes";
import type { Wish } from "../net/api";
import { arcane } from "./arcane";
import { words as arcaneWords } from "./arcane/words";
import type { Game, Pictured } from "./game";
import { quacks } from "./quacks";
import { words as quacksWords } from "./quacks/words";

const games = { arcane, quacks };

export const words = { ...arcaneWords, ...quacksWords };

type Games = typeof games;

/** By game: what is chosen for a new table. */
export type Wishes = { [name in keyof Games]: ReturnType<Games[name]["options"]["usual"]> };

const listed: { readonly [name: string]: Game } = games as { [name in keyof Games]: Game };

export const gameNames: readonly string[] = Object.keys(games);

export const gameOf = (name: string): Game | undefined =>
  Object.hasOwn(listed, name) ? listed[name] : undefined;

/** The picture of something in a game; none in a game without a room. */
export const pictureOf = (name: string, kind: Pictured, id: string): Drawing | undefined =>
  gameOf(name)?.picture(kind, id);

export const usualOptions = (): Wishes =>
  Object.fromEntries(
    Object.entries(games).map(([name, game]) => [name, game.options.usual()]),
  ) as unknown as Wishes;

/** The options of a request; null for a game without a room. */
export const optionsFrom = (name: string, chosen: Wishes, players: number): Wish | null =>
  gameOf(name)?.options.of(chosen[name as keyof Wishes], players) ?? null;
