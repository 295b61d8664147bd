// What the page knows of a game: one object, which its folder exports (index.ts). list.ts lists them. Shared code never
// asks which game it is; it looks things up here.
import type { Component } from "svelte";
import type { Drawing, Framed } from "../art/shapes";
import type { TableWish } from "../front/wish";
import type { Guide } from "../guide/steps";
import type { Wish } from "../net/api";
import type { Happening, Options } from "../net/types";
import type { ChangedNumber, GameRows, Rulebook } from "../rulebook.svelte";
import type { Kind } from "../rules/entries";
import type { Pictures } from "../rules/pictures";
import type { Scenes } from "../scenes/tableau";
import type { SoundName } from "../sound/sounds";
import type { Face } from "../table/face";
import type { Key } from "../words/catalogue";
import type { has, say, Values } from "../words/words.svelte";

/** Something to be said. */
export type Said = readonly [key: Key, values?: Values];

/** What a game may have a picture of. */
export type Pictured = Kind | "chip";

/** How a game says something at once. Its object is part of the words' own imports, so it gets them. */
export interface Words {
  say: typeof say;
  has: typeof has;
}

/** The form for the options of a new table. */
export interface FormProps {
  rulebook: Rulebook;
  wish: TableWish;
  /** Who sits there. */
  who: (seat: number) => string;
}

/**
 * Such a game has its words as well (words.ts): front.NAME and others whose keys end with its name.
 */
export interface Game<W = unknown> {
  /** Its room at the front door. */
  banner: Framed;
  /** What can be chosen for a new table. */
  options: {
    /** What is chosen at first. */
    usual(): W;
    /** As the request has it. */
    of(chosen: W, players: number): Wish;
    /** Members that tell a cards file, if the game has such files. */
    cards?: readonly string[];
  };
  /** What people should know of the options before they take a seat. */
  variants(options: Options): Said[];
  /** Its rows where a table changes numbers that are no part of their texts. */
  rowsBy(rows: GameRows, changed: ChangedNumber): GameRows;
  /** The samples of each half of a review: fewer than the program's, because browsers are slower. */
  samples: number;
  /** The pictures of the first page of its rules. */
  pictures: Pictures;
  /** The picture of something with an id; of a book or a fortune card, with a colour. */
  picture(kind: Pictured, id: string): Drawing | undefined;
  /** The name of what has no row with a name, such as a chip. */
  named?(rulebook: Rulebook, id: string, words: Words): string | undefined;
  /** What its sentences have beside players, numbers and names. */
  blanks?(what: Happening, words: Words): Values;
  /** What is heard of an event, if not the usual. */
  heard?(what: Happening, usual: SoundName | undefined): SoundName | undefined;
  /** Fetched when they are first needed: how its table looks, its scenes, its guide, and more. */
  face: () => Promise<{ face: Face }>;
  scenes: () => Promise<{ scenes: Scenes }>;
  guide: () => Promise<{ guide: Guide }>;
  form: () => Promise<{ default: Component<FormProps, object, "wish"> }>;
}
