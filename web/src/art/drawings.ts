// Every picture there is, for `<Picture of={art.…} />`: some by name, some in tables by the ids of the engine's rows.
export { book, chip, outline } from "./chip";
export { explosion, fortunes, pot } from "./emblems";
export { ingredients } from "./ingredients";
export { items } from "./items";
export { bots } from "./people";
export {
  bag,
  cardBack,
  coin,
  dice,
  droplet,
  eye,
  fine,
  flask,
  gold,
  infamy,
  point,
  ratStone,
  ratTail,
  ruby,
  testTube,
  whens,
} from "./tokens";
export { wizards } from "./wizards";
