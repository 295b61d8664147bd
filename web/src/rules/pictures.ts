// What the pictures of the first pages show, by game and by the id of the part
// (games/*/first.def).

/** A piece of a picture; pieces stand side by side. */
export type Piece =
  /** Cards in columns: an item's id, "?" for a card face down, "" for an empty place. */
  | { is: "cards"; cols: number; cards: string[]; lit?: number[] }
  | { is: "arrow" }
  /** A token, with a number or a sign beside it. */
  | { is: "token"; of: Token; n?: string }
  | { is: "chips"; chips: string[] }
  /** A stretch of the pot, with the chips that lie there and the space that counts. */
  | { is: "spaces"; from: number; to: number; chips: { [space: number]: string }; lit?: number }
  /** A part of the track, with rat tails between two players. */
  | { is: "track" };

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

const arrow: Piece = { is: "arrow" };
const cards = (cols: number, list: string, lit?: number[]): Piece => ({
  is: "cards",
  cols,
  cards: list.split(" ").map(one => names[one] ?? one),
  ...(lit ? { lit } : {}),
});
const token = (of: Token, n?: string): Piece => ({ is: "token", of, ...(n ? { n } : {}) });
const chips = (list: string): Piece => ({ is: "chips", chips: list.split(" ") });

/** Short names, so that a storehouse can be written as one. */
const names: { [short: string]: string } = {
  C: "floating-carpet",
  B: "crystal-ball",
  E: "dragons-egg",
  W: "older-wand",
  R: "invisible-ring",
  S: "sovereign-sword",
  "-": "",
};

const potion = { 1: "white1", 2: "orange1", 5: "white3", 6: "green1", 8: "white2" };

const arcane: { [id: string]: Piece[] } = {
  aim: [cards(3, "E E E"), arrow, token("gold", "20")],
  house: [cards(3, "? ? ? ? E ? R ? ?"), cards(2, "W S")],
  turn: [
    token("deck"),
    cards(1, "B"),
    arrow,
    cards(3, "W S B"),
    arrow,
    cards(3, "? ? ? ? E ? R ? ?"),
  ],
  set: [cards(3, "E ? R ? E ? W ? E", [0, 4, 8]), arrow, token("gold", "20")],
  inspection: [cards(3, "W R S"), arrow, token("infamy", "6")],
  fines: [token("infamy", "24"), arrow, token("fine"), arrow, token("gold", "−25")],
  "example-draw": [
    cards(3, "? C ? R ? ? ? C ?"),
    cards(1, "C", [0]),
    arrow,
    cards(3, "W S C", [2]),
  ],
  "example-play": [
    cards(1, "C", [0]),
    arrow,
    cards(3, "? C ? R C ? ? C ?", [4]),
    arrow,
    cards(1, "B"),
  ],
  "example-sale": [
    cards(3, "? C ? R C ? ? C ?", [1, 4, 7]),
    arrow,
    token("gold", "7"),
    token("deck"),
  ],
  "example-after": [cards(2, "? ? R ? ? ?")],
};

const quacks: { [id: string]: Piece[] } = {
  aim: [token("bag"), arrow, chips("orange1 green2 blue1"), arrow, token("point")],
  bag: [
    token("bag"),
    chips("white1 white1 white1 white1 white2 white2 white3 orange1 green1"),
    token("flask"),
    token("droplet"),
    token("ruby"),
  ],
  brew: [
    { is: "spaces", from: 0, to: 5, chips: { 1: "white1", 2: "orange1", 4: "white2" }, lit: 5 },
  ],
  explosion: [chips("white3 white2 white3"), arrow, token("explosion", "3 + 2 + 3 > 7")],
  pay: [
    { is: "spaces", from: 6, to: 9, chips: { 6: "green1", 8: "white2" }, lit: 9 },
    arrow,
    token("coin", "9"),
    token("point", "1"),
    token("ruby", "1"),
    token("die"),
  ],
  shop: [token("coin", "9"), arrow, chips("green1 blue1"), arrow, token("bag")],
  rats: [{ is: "track" }],
  "example-draw": [{ is: "spaces", from: 0, to: 9, chips: potion }],
  "example-stop": [
    { is: "spaces", from: 5, to: 9, chips: potion, lit: 9 },
    token("bag"),
    chips("white1 white1 white1 white2"),
  ],
  "example-pay": [token("coin", "9"), token("point", "1"), token("ruby", "2")],
  "example-shop": [
    chips("green1 blue1"),
    arrow,
    token("bag"),
    token("ruby", "−2"),
    arrow,
    token("droplet", "+1"),
  ],
};

export const picturesOf = (game: string, id: string): Piece[] =>
  ({ arcane, quacks })[game]?.[id] ?? [];
