// Which sounds belong to which events, and how each is made. There are no sound files: tones and
// noise of a fraction of a second.
import type { Game } from "../games/game";
import type { Happening } from "../net/types";

export type SoundName =
  "card" | "chip" | "coin" | "sale" | "explosion" | "turn" | "win" | "bad" | "die";

/** A tone that may glide from one pitch to another, or noise through a filter of that pitch. */
export interface Tone {
  /** The start in seconds, and the length. */
  at: number;
  long: number;
  wave: OscillatorType | "noise";
  from: number;
  to?: number;
  loud: number;
}

const note = (
  at: number,
  long: number,
  wave: Tone["wave"],
  from: number,
  to: number,
  loud: number,
): Tone => ({ at, long, wave, from, to, loud });

export const sounds: { [name in SoundName]: Tone[] } = {
  card: [note(0, 0.09, "noise", 2600, 900, 0.3)],
  chip: [note(0, 0.05, "triangle", 900, 620, 0.35), note(0.02, 0.05, "noise", 3000, 2000, 0.1)],
  coin: [note(0, 0.12, "sine", 1760, 1760, 0.2), note(0.06, 0.18, "sine", 2349, 2349, 0.2)],
  sale: [
    note(0, 0.14, "triangle", 659, 659, 0.25),
    note(0.09, 0.14, "triangle", 831, 831, 0.25),
    note(0.18, 0.3, "triangle", 988, 988, 0.25),
  ],
  explosion: [note(0, 0.5, "noise", 900, 90, 0.7), note(0, 0.45, "sine", 130, 40, 0.6)],
  turn: [note(0, 0.16, "sine", 587, 587, 0.25), note(0.12, 0.24, "sine", 880, 880, 0.25)],
  win: [0, 1, 2, 3].map(i =>
    note(
      i * 0.12,
      0.35,
      "triangle",
      [523, 659, 784, 1047][i] ?? 523,
      [523, 659, 784, 1047][i] ?? 523,
      0.25,
    ),
  ),
  bad: [note(0, 0.25, "triangle", 220, 165, 0.3)],
  die: [
    note(0, 0.04, "noise", 1800, 1500, 0.3),
    note(0.08, 0.04, "noise", 1500, 1200, 0.3),
    note(0.17, 0.05, "noise", 1300, 900, 0.35),
  ],
};

/** By type of event; other events are silent. */
const heard: { [type: string]: SoundName } = {
  draw: "card",
  play: "card",
  discard: "card",
  use: "card",
  reveal: "card",
  "turn-up": "card",
  swap: "card",
  exchange: "card",
  doll: "card",
  sell: "sale",
  gold: "coin",
  egg: "coin",
  fine: "bad",
  marker: "bad",
  trigger: "bad",
  inspection: "bad",
  place: "chip",
  buy: "chip",
  take: "chip",
  flask: "chip",
  beside: "chip",
  bag: "chip",
  ruby: "coin",
  points: "coin",
  explode: "explosion",
  die: "die",
  fortune: "card",
  win: "win",
};

/** The most important sounds come first, and only this many at once. */
const order: SoundName[] = ["win", "explosion", "sale", "bad", "die", "coin", "chip", "card"];
const MOST = 2;

export function soundsOf(happenings: Happening[], own?: Game["heard"]): SoundName[] {
  const nameOf = (what: Happening): SoundName | undefined => {
    const usual = heard[what.type];
    return own ? own(what, usual) : usual;
  };
  const names = new Set(happenings.map(nameOf));
  return order.filter(name => names.has(name)).slice(0, MOST);
}
