// How long a message stays on the screen before the next one. Short, so that nobody has to wait
// before acting.
import { unfold } from "../net/set";
import type { Message } from "../net/types";

/** Milliseconds by type of event; other events are only in the log. */
const looks: { [type: string]: number } = {
  draw: 220,
  play: 320,
  discard: 260,
  use: 320,
  replace: 120,
  sell: 420,
  slide: 200,
  reveal: 180,
  trigger: 420,
  inspection: 500,
  doll: 300,
  egg: 300,
  swap: 260,
  exchange: 300,
  take: 200,
  lamp: 200,
  market: 80,
  fine: 250,
  bribe: 200,
  place: 120,
  explode: 500,
  stop: 150,
  die: 300,
  fortune: 350,
  buy: 160,
  turn: 200,
  win: 300,
};

const MOST = 700;

export function paceOf(message: Message, me: number | null): number {
  if (!("events" in message) || !message.events || message.seat === me) return 0;
  const mover = message.seat ?? null;
  const sum = message.events.reduce((ms, e) => ms + (looks[unfold(e, mover).type] ?? 0), 0);
  return Math.min(sum, MOST);
}
