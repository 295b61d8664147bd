// The places of the table that an event speaks of, by their names on the screen (data-spot).
import type { Happening } from "../../net/types";

type Places = (what: Happening, seat: number) => string[];

const slot: Places = (what, seat) => [`house.${seat}.${what.slot}`];
const gold: Places = (_, seat) => [`gold.${seat}`, `track.gold.${seat}`];
const infamy: Places = (_, seat) => [`infamy.${seat}`, `track.infamy.${seat}`];
const stash: Places = (_, seat) => [`stash.${seat}`];
const discard: Places = () => ["discard"];

const places: { [type: string]: Places } = {
  round: () => ["deck"],
  reveal: slot,
  peek: slot,
  remove: slot,
  ninx: slot,
  play: slot,
  deal: stash,
  carpet: stash,
  stash,
  "turn-up": discard,
  discard,
  replace: discard,
  use: discard,
  reshuffle: () => ["deck"],
  wand: () => ["deck"],
  lamp: () => ["deck"],
  market: what => [`market.${what.slot}`],
  draw: (what, seat) =>
    what.slot === undefined ? [`stash.${seat}`] : [`market.${what.slot}`, `stash.${seat}`],
  swap: what => [`house.${what.other}.${what.slot}`, `house.${what.other}.${what.slot2}`],
  doll: what => [`house.${what.other}.${what.slot}`],
  exchange: (what, seat) => [`house.${seat}.${what.slot}`, `house.${what.other}.${what.slot2}`],
  chalice: what => [`stash.${what.other}`],
  pay: gold,
  gold,
  "gold-lost": gold,
  fine: gold,
  sword: gold,
  bribe: gold,
  sell: gold,
  win: gold,
  infamy,
  "infamy-lost": infamy,
  marker: infamy,
};

/** Whoever acted, whom it is about, and where. */
export function spotsOf(what: Happening): string[] {
  const seats = [what.seat, what.other ?? null].filter(seat => seat !== null);
  return [
    ...seats.map(seat => `player.${seat}`),
    ...(places[what.type]?.(what, what.seat ?? -1) ?? []),
  ];
}
