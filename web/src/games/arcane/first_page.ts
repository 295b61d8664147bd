// What the pictures of the first page show (games/arcane/first.def).
import { arrow, cards as cardsOf, token, type Piece, type Pictures } from "../../rules/pictures";

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

const cards = (cols: number, list: string, lit?: number[]): Piece =>
  cardsOf(
    cols,
    list.split(" ").map(one => names[one] ?? one),
    lit,
  );

export const pictures: Pictures = {
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
