// The pot as a spiral: where its 54 spaces lie. Lengths are units of a square around the middle, HALF each way.
import { spaces } from "engine:rows";

export const HALF = 246;
/** Between two windings. */
const PITCH = 60;
/** Of a space, along the spiral. */
const WIDTH = 46;
/** From the middle of the spiral to where space 0 begins. */
const FIRST = 44;
/** The spiral is longer on one side: so far its middle lies from that of the pot, to fill it evenly. */
const ASIDE: [number, number] = [10, 14];
/** Of a chip across. */
export const CHIP = 40;

export interface Place {
  x: number;
  y: number;
  /** The edge of the space. */
  path: string;
  /** The middle of its outer rim, where the coins stand. */
  rimX: number;
  rimY: number;
  /** One unit along the spiral: what lies side by side in a space lies so. */
  alongX: number;
  alongY: number;
  /** From the middle of the pot to the farthest corner of this space and all before. */
  reach: number;
}

type Point = [x: number, y: number];

const radius = (turn: number): number => FIRST + (PITCH * turn) / (2 * Math.PI);
const at = (turn: number, off: number): Point => {
  const r = Math.max(radius(turn) + off, 0);
  return [ASIDE[0] + r * Math.sin(turn), ASIDE[1] - r * Math.cos(turn)];
};

/** The turn of the spiral after one more space: as many steps as are needed to be even. */
function onwards(turn: number): number {
  const steps = 8;
  for (let i = 0; i < steps; i++) turn += WIDTH / steps / radius(turn);
  return turn;
}

function edge(from: number, to: number): Point[] {
  const steps = 5,
    turns = Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
  return [...turns.map(t => at(t, PITCH / 2)), ...turns.reverse().map(t => at(t, -PITCH / 2))];
}

const drawn = (points: Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

function makePlace(from: number, to: number, reach: number): Place {
  const middle = (from + to) / 2,
    points = edge(from, to);
  const [x, y] = at(middle, -7.5),
    [rimX, rimY] = at(middle, PITCH / 2 - 8.5);
  const far = Math.max(reach, ...points.map(([px, py]) => Math.hypot(px, py)));
  return {
    x,
    y,
    path: `M${drawn(points)}Z`,
    rimX,
    rimY,
    alongX: Math.cos(middle),
    alongY: Math.sin(middle),
    reach: far,
  };
}

function makePlaces(): Place[] {
  const list: Place[] = [];
  let from = 0;
  for (let space = 0; space < spaces.length; space++) {
    const to = onwards(from);
    list.push(makePlace(from, to, list.at(-1)?.reach ?? 0));
    from = to;
  }
  return list;
}

export const places: readonly Place[] = makePlaces();

export const placeOf = (space: number): Place =>
  places[Math.min(Math.max(space, 0), spaces.length - 1)] as Place;

/** How much larger the spiral is drawn, so that all spaces up to this one can be seen. */
export function zoomFor(space: number): number {
  return Math.max(1, placeOf(spaces.length - 1).reach / placeOf(Math.max(space, 16)).reach);
}

/** A line through the middles of all spaces, for small pots. */
export const thread = `M${drawn(places.map(p => [p.x, p.y]))}`;

/** A unit of the spiral as a share of the square it is drawn in. */
const share = (units: number): string => `${((units / (2 * HALF)) * 100).toFixed(2)}%`;

/** Where something as wide as `size` lies, its middle on (x, y). */
export const boxAt = (x: number, y: number, size: number): string =>
  `left:${share(x + HALF - size / 2)};top:${share(y + HALF - size / 2)};width:${share(size)};height:${share(size)}`;
