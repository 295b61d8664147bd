// Where the nets of the games are: the weights of reviews and bots (bots/net), by the game's name.
const files = import.meta.glob<string>("../../../bots/net/*.net", {
  eager: true,
  query: "?url",
  import: "default",
});

export const nets: { readonly [game: string]: string } = Object.fromEntries(
  Object.entries(files).map(([path, url]) => [/(\w+)\.net$/.exec(path)?.[1] ?? "", url]),
);
