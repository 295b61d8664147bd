// The pot as a spiral: the positions of its 54 spaces. Lengths are in units of a square around the
// middle, HALF in each direction.
import { spaces } from "./spaces";

export const HALF = 246;
/** The distance between two windings. */
const PITCH = 60;
/** The length of a space along the spiral. */
const WIDTH = 46;
/** The distance from the middle of the spiral to the start of space 0. */
const FIRST = 44;
/**
 * The spiral is longer on one side, so its middle is this far from that of the pot, to fill the pot
 * evenly.
 */
const ASIDE: [number, number] = [10, 14];
/** The diameter of a chip. */
export const CHIP = 40;

export interface Place {
  x: number;
  y: number;
  /** The edge of the space. */
  path: string;
  /** Inside its outer rim, where the coins are. */
  rimX: number;
  rimY: number;
  /** One unit along the spiral: things side by side in a space are placed in this direction. */
  alongX: number;
  alongY: number;
  /**
   * The distance from the middle of the pot to the farthest corner of this space and all before it.
   */
  reach: number;
}

type Point = [x: number, y: number];

const radius = (turn: number): number => FIRST + (PITCH * turn) / (2 * Math.PI);
const at = (turn: number, off: number): Point => {
  const r = Math.max(radius(turn) + off, 0);
  return [ASIDE[0] + r * Math.sin(turn), ASIDE[1] - r * Math.cos(turn)];
};

/** The angle after one more space, added in small steps so that all spaces are equally long. */
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

/** The number of coins lies beside the rim, not on it: a number is wider than it is high. */
const inwards = (turn: number, digits: number): number =>
  3 + Math.abs(Math.sin(turn)) * 5 * digits + Math.abs(Math.cos(turn)) * 5;

function makePlace(from: number, to: number, reach: number, coins: number): Place {
  const middle = (from + to) / 2,
    points = edge(from, to);
  const [x, y] = at(middle, -8.5),
    [rimX, rimY] = at(middle, PITCH / 2 - inwards(middle, String(coins).length));
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
    list.push(makePlace(from, to, list.at(-1)?.reach ?? 0, spaces[space]?.coins ?? 0));
    from = to;
  }
  return list;
}

export const places: readonly Place[] = makePlaces();

export const placeOf = (space: number): Place =>
  places[Math.min(Math.max(space, 0), spaces.length - 1)] as Place;

/** The scale at which all spaces up to this one are visible. */
export function zoomFor(space: number): number {
  return Math.max(1, placeOf(spaces.length - 1).reach / placeOf(Math.max(space, 16)).reach);
}

/** Whether what is written in a space is whole at this scale: the mouth of the pot cuts the rest. */
export const isWhole = ({ x, y, rimX, rimY }: Place, zoom: number): boolean =>
  (Math.max(Math.hypot(rimX, rimY), Math.hypot(x, y)) + 12) * zoom <= HALF;

/** A line through the middles of all spaces, for small pots. */
export const thread = `M${drawn(places.map(p => [p.x, p.y]))}`;

/** A unit of the spiral as a fraction of the square in which it is drawn. */
const share = (units: number): string => `${((units / (2 * HALF)) * 100).toFixed(2)}%`;

/** The position of something of width `size` whose middle is (x, y). */
export const boxAt = (x: number, y: number, size: number): string =>
  `left:${share(x + HALF - size / 2)};top:${share(y + HALF - size / 2)};width:${share(size)};height:${share(size)}`;
