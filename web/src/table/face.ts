// The face of a game: how its table looks and how its answers are named.
import type { Component, Snippet } from "svelte";
import type { Odds } from "../engine/types";
import { gameOf } from "../games/list";
import type { Happening, View } from "../net/types";
import type { Scene } from "./scene";

export interface Label {
  text: string;
  /** The bare answer, where the text says more than that. */
  move?: string;
  /** Answers of one group are shown together under this heading. */
  group?: string;
  /** One of the largest buttons on the screen. */
  big?: boolean;
  /** A picture beside the text. */
  chip?: string;
  item?: string;
}

export interface BoardProps {
  scene: Scene;
  /** The question with its answers; the board places it. */
  ask: Snippet;
  /** The log, if it is pinned beside the table; the board places it. */
  story?: Snippet | undefined;
}

export interface Face {
  /** The whole table: own board, other players, middle. */
  Board: Component<BoardProps>;
  /** The windows in which the log fits beside the table, as a media query. */
  logWhere: string;
  /** Where the story of a replay fits beside it; missing: where the log does. */
  storyWhere?: string;
  /** The same for its review, which needs more room: elsewhere that stands above the table. */
  reviewWhere?: string;
  /** The odds of a position, as a page. */
  Odds?: Component<{ odds: Odds; scene: Scene }>;
  /** The places of the table (data-spot) that an event speaks of. */
  spots?(what: Happening): string[];
  /** Such as "gold" or "points", in the person's language. */
  unit(): string;
  /** Such as "Round 2 of 3 · Sell · Berta's turn". */
  where(scene: Scene): string;
  /** Why the game ended, in one sentence; "" where the result says it all. */
  ending?(scene: Scene): string;
  /** The question in one sentence, in the person's language. */
  question(scene: Scene): string;
  /** Whether the question is answered on the board; then it has no buttons. */
  onBoard(scene: Scene): boolean;
  label(scene: Scene, action: string): Label;
  /** An answer that asks once more, such as where a played item goes: both as one move. */
  goesOn?: {
    /** The view in which it asks; null if it asks nothing. */
    view(before: View, seat: number, action: string): View | null;
    text(scene: Scene, action: string, then: string): string;
  };
  /** Lower comes first. */
  order?(scene: Scene, action: string): number;
}

/** Faces are loaded when a table of their game is opened. */
export async function loadFace(game: string): Promise<Face> {
  const load = gameOf(game)?.face ?? (() => import("./plain_face"));
  return (await load()).face;
}
