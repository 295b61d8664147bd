// The pieces that pictures of first pages are made of; games/*/first_page.ts has the pictures.

/** A piece of a picture; pieces stand side by side. */
export type Piece =
  /** Cards in columns: an item's id, "?" for a card face down, "" for an empty place. */
  | { is: "cards"; cols: number; cards: string[]; lit?: number[] }
  | { is: "arrow" }
  /** A token, with a number or a sign beside it. */
  | { is: "token"; of: Token; n?: string }
  | { is: "chips"; chips: string[] }
  /** A stretch of the pot, with the chips that lie there and the space that counts. */
  | Stretch
  /** A part of the track, with rat tails between two players. */
  | { is: "track" };

export interface Stretch {
  is: "spaces";
  from: number;
  to: number;
  /** Of each space of the pot. */
  worth: readonly Worth[];
  chips: { [space: number]: string };
  lit?: number;
}

export interface Worth {
  coins: number;
  points: number;
  ruby: boolean;
}

export type Token =
  | "gold"
  | "infamy"
  | "fine"
  | "deck"
  | "bag"
  | "flask"
  | "droplet"
  | "ruby"
  | "coin"
  | "point"
  | "die"
  | "explosion";

export const arrow: Piece = { is: "arrow" };
export const cards = (cols: number, list: string[], lit?: number[]): Piece => ({
  is: "cards",
  cols,
  cards: list,
  ...(lit ? { lit } : {}),
});
export const token = (of: Token, n?: string): Piece => ({ is: "token", of, ...(n ? { n } : {}) });
export const chips = (list: string): Piece => ({ is: "chips", chips: list.split(" ") });

/** What the pictures of a first page show, by the id of the part (first.def). */
export type Pictures = { readonly [part: string]: Piece[] };
