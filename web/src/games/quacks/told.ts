// The places of the table that an event speaks of, by their names on the screen (data-spot).
import type { Happening } from "../../net/types";

type Places = (what: Happening, seat: number) => string[];

const space: Places = (what, seat) => [`chip-${seat}-${what.at}`, `space-${what.at}-${seat}`];
const bag: Places = (_, seat) => [`bag-${seat}`];
const pot: Places = (_, seat) => [`pot-${seat}`];
const rubies: Places = (_, seat) => [`ruby-${seat}`];
const points: Places = (_, seat) => [`points-${seat}`, `track-${seat}`];
const flask: Places = (_, seat) => [`flask-${seat}`];
const supply: Places = what => [`shop-${what.chip}`];

const places: { [type: string]: Places } = {
  turn: () => ["turns"],
  fortune: () => ["fortune"],
  die: () => ["die"],
  rats: (_, seat) => [`rats-${seat}`],
  tails: (_, seat) => [`rats-${seat}`],
  place: space,
  move: space,
  draw: bag,
  return: bag,
  look: bag,
  pick: bag,
  remove: bag,
  bag,
  beside: (_, seat) => [`beside-${seat}`],
  explode: pot,
  stop: pot,
  full: pot,
  restart: pot,
  flask,
  refill: flask,
  ruby: rubies,
  "ruby-paid": rubies,
  points,
  win: points,
  take: supply,
  dry: supply,
  give: supply,
  buy: supply,
  droplet: (_, seat) => [`droplet-${seat}`],
  glass: (what, seat) => [`tube-${what.n}`, `droplet-${seat}`],
};

/** Whoever acted, and where. */
export function spotsOf(what: Happening): string[] {
  const seat = what.seat;
  return [
    ...(seat === null ? [] : [`player-${seat}`]),
    ...(places[what.type]?.(what, seat ?? -1) ?? []),
  ];
}
