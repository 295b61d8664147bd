// What scenes of all games have in common, and how scenes follow from what happens at a table. What a scene shows is data of
// its game (games/NAME/tableau.ts).
import type { Component } from "svelte";
import type { Film } from "../engine/types";
import type { Ranked } from "../lobby/ranking";
import type { Happening, View } from "../net/types";
import type { Rulebook } from "../rulebook.svelte";
import type { Moment, Scene } from "../table/scene";
import type { Reader } from "./chronicle";

/** A scene: what else it has depends on its kind. */
export interface Tableau {
  is: string;
  /** Whether it waits for OK; otherwise it goes on by itself. */
  waits: boolean;
}

/** The end of a game in a replay: the places, the winner last, then how it went. */
export interface EndTableau extends Tableau {
  is: "end";
  rows: Ranked[];
  winners: number[];
  film: Film;
}

export const isEnd = (of: Tableau): of is EndTableau => of.is === "end";

/** Who looks, and with which rows. */
export interface Eyes {
  me: number | null;
  rulebook: Rulebook;
}

/**
 * Reads one moment after another and makes scenes of them. What it remembers of earlier moments is
 * a value, so that the same moments give the same scenes.
 */
export interface Teller<M> {
  /** Nothing is known of what came before. */
  readonly fresh: M;
  /** The game has just begun. */
  begin(view: View): M;
  follow(memory: M, moment: Moment & { before: View }, eyes: Eyes): { memory: M; told: Tableau[] };
  /** Scenes of results: the board shows them when they have been told. */
  readonly results: readonly string[];
  /** Events of things done on the board, which are seen before a scene speaks of them. */
  readonly deeds: readonly string[];
  /** How many parts a scene has that appear one after another. */
  partsOf(tableau: Tableau): number;
  /** The board while results are told: what was done is there, what it brought is not. */
  boardOf(before: View, after: View): View;
}

/** What draws a scene; the first `parts` parts are to be seen. */
export type SceneView = Component<{ scene: Scene; of: Tableau; parts: number }>;

/** A component for one kind of scene, as those who do not know the kind use it. */
export const viewOf = <P extends { of: object }>(component: Component<P>): SceneView =>
  component as unknown as SceneView;

/** The scenes of a game. */
export interface Scenes {
  teller: Teller<unknown>;
  titleOf(scene: Scene, of: Tableau): string;
  /** By kind. */
  views: { readonly [is: string]: SceneView };
  /** Their titles say it all where there is little room. */
  briefs: readonly string[];
  /** A question that is asked as a part of a scene: its kind, and what draws it. */
  choice?: { kind: string; View: Component<{ scene: Scene }> };
  /** How a finished game went. */
  chronicle: Reader;
}

/** How many scenes of a moment come before the board shows it. */
export function aheadOf(
  told: readonly Tableau[],
  happenings: readonly Happening[],
  { results, deeds }: Pick<Teller<unknown>, "results" | "deeds">,
): number {
  if (happenings.some(({ type }) => deeds.includes(type))) return 0;
  return told.reduce((n, { is }, i) => (results.includes(is) ? i + 1 : n), 0);
}

/** The rule that an event cites; it tells events of one type apart. */
export const ruleOf = (rulebook: Rulebook, what: Happening): string =>
  rulebook.events[what.type]?.[what.k]?.rule ?? "";
