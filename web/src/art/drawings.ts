// Every picture that all may show, for `<Picture of={art.…} />`. A game's own are in its folder (drawings.ts).
export { bots } from "./people";
export * from "./tokens";
