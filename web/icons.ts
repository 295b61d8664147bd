// Draws icon.svg as PNG files, for systems that take no SVG as the icon of an app: a small painter of the paths that our
// drawing has (M L H V C Z, one colour to fill, round strokes).
import { deflateSync } from "node:zlib";

type Point = [x: number, y: number];
type Line = [from: Point, to: Point];
type Colour = [r: number, g: number, b: number, a: number];

interface Shape {
  lines: Line[];
  fill: Colour | null;
  stroke: Colour | null;
  width: number;
}

const CURVE = 16; // lines for a curve

function curve([p, a, b, q]: [Point, Point, Point, Point]): Point[] {
  return Array.from({ length: CURVE }, (_, i) => {
    const t = (i + 1) / CURVE,
      s = 1 - t;
    const at = (k: 0 | 1): number =>
      s * s * s * p[k] + 3 * s * s * t * a[k] + 3 * s * t * t * b[k] + t * t * t * q[k];
    return [at(0), at(1)];
  });
}

/** The letters of a path with their numbers; those that are repeated without a letter have it again. */
function commandsOf(d: string): [letter: string, numbers: number[]][] {
  const takes: { [letter: string]: number } = { M: 2, L: 2, H: 1, V: 1, C: 6, Z: 0 };
  return [...d.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, letter = "", rest = ""]) => {
    const n = takes[letter.toUpperCase()];
    if (n === undefined) throw new Error(`icon.svg: ${letter} in a path is not known`);
    const numbers = [...rest.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text]) => Number(text));
    if (n === 0) return [[letter, []] as [string, number[]]];
    return Array.from({ length: numbers.length / n }, (_, i): [string, number[]] => [
      letter,
      numbers.slice(i * n, (i + 1) * n),
    ]);
  });
}

/** The points of one command, from where the pen is. */
function pointsOf(letter: string, n: number[], at: Point): Point[] {
  const from: Point = letter === letter.toLowerCase() ? at : [0, 0];
  const point = (i: number): Point => [from[0] + (n[i] ?? 0), from[1] + (n[i + 1] ?? 0)];
  switch (letter.toUpperCase()) {
    case "H":
      return [[from[0] + (n[0] ?? 0), at[1]]];
    case "V":
      return [[at[0], from[1] + (n[0] ?? 0)]];
    case "C":
      return curve([at, point(0), point(2), point(4)]);
    default:
      return [point(0)];
  }
}

function linesOf(d: string): Line[] {
  const lines: Line[] = [];
  let at: Point = [0, 0],
    begun: Point = at;
  const draw = (to: Point): void => {
    lines.push([at, to]);
    at = to;
  };
  for (const [letter, numbers] of commandsOf(d)) {
    if (letter.toUpperCase() === "Z") draw(begun);
    else if (letter.toUpperCase() === "M") at = begun = pointsOf(letter, numbers, at)[0] ?? at;
    else pointsOf(letter, numbers, at).forEach(draw);
  }
  return lines;
}

function colourOf(text: string): Colour | null {
  if (text === "none") return null;
  const [r = 0, g = 0, b = 0, a = 255] = (text.match(/[0-9a-f]{2}/gi) ?? []).map(x =>
    parseInt(x, 16),
  );
  return [r, g, b, a / 255];
}

function shapesOf(svg: string): Shape[] {
  const attribute = (tag: string, name: string): string | undefined =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? "";
  return [...svg.matchAll(/<path[^>]*>/g)].map(([tag]) => {
    const style = (name: string, usual: string): string =>
      attribute(tag, name) ?? attribute(root, name) ?? usual;
    return {
      lines: linesOf(attribute(tag, "d") ?? ""),
      fill: colourOf(style("fill", "#000000")),
      stroke: colourOf(style("stroke", "none")),
      width: Number(style("stroke-width", "1")),
    };
  });
}

/** How far a point is from the nearest of the lines (ax, ay, bx, by, …); negative: it is outside of them. */
function depth(x: number, y: number, lines: Float64Array): number {
  let near = Infinity,
    turns = 0;
  for (let i = 0; i < lines.length; i += 4) {
    const ax = lines[i] ?? 0,
      ay = lines[i + 1] ?? 0,
      dx = (lines[i + 2] ?? 0) - ax,
      dy = (lines[i + 3] ?? 0) - ay;
    const px = x - ax,
      py = y - ay,
      along = (px * dx + py * dy) / (dx * dx + dy * dy || 1),
      t = along < 0 ? 0 : along > 1 ? 1 : along;
    const ex = px - t * dx,
      ey = py - t * dy;
    near = Math.min(near, ex * ex + ey * ey);
    const left = dx * py - dy * px;
    if (py >= 0 && py < dy && left > 0) turns++;
    else if (py < 0 && py >= dy && left < 0) turns--;
  }
  return turns === 0 ? -Math.sqrt(near) : Math.sqrt(near);
}

const share = (x: number): number => Math.min(1, Math.max(0, x));

/** Lays a colour over a pixel. */
function cover(pixels: Float64Array, at: number, colour: Colour, part: number): void {
  if (part === 0) return;
  const over = colour[3] * part,
    under = (pixels[at + 3] ?? 0) * (1 - over),
    all = over + under;
  for (let i = 0; i < 3; i++)
    pixels[at + i] = ((colour[i] ?? 0) * over + (pixels[at + i] ?? 0) * under) / all;
  pixels[at + 3] = all;
}

function paint(pixels: Float64Array, size: number, shape: Shape, scale: number, by: number): void {
  const lines = Float64Array.from(shape.lines.flat(2), n => n * scale + by),
    half = shape.stroke ? (shape.width * scale) / 2 : 0;
  const xs = lines.filter((_, i) => i % 2 === 0),
    ys = lines.filter((_, i) => i % 2 === 1),
    edge = (n: number): number => Math.min(size, Math.max(0, Math.round(n)));
  for (let y = edge(Math.min(...ys) - half - 1); y < edge(Math.max(...ys) + half + 2); y++)
    for (let x = edge(Math.min(...xs) - half - 1); x < edge(Math.max(...xs) + half + 2); x++) {
      const deep = depth(x + 0.5, y + 0.5, lines),
        at = 4 * (y * size + x);
      if (shape.fill) cover(pixels, at, shape.fill, share(0.5 + deep));
      if (shape.stroke) cover(pixels, at, shape.stroke, share(half + 0.5 - Math.abs(deep)));
    }
}

const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]),
    whole = Buffer.alloc(body.length + 8);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcs[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(~crc >>> 0, body.length + 4);
  return whole;
}

function png(pixels: Float64Array, size: number): Buffer {
  const head = Buffer.alloc(13),
    rows = Buffer.alloc(size * (4 * size + 1));
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // eight bits each of red, green, blue and alpha
  pixels.forEach((value, i) => {
    rows[i + Math.floor(i / (4 * size)) + 1] = Math.round(i % 4 === 3 ? 255 * value : value);
  });
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export interface IconWish {
  /** Pixels. */
  size: number;
  /** How much of the square the drawing takes. */
  part: number;
  /** What is behind it; nothing if it is missing. */
  ground?: string;
}

const BOX = 64; // of the drawing

export function iconOf(svg: string, { size, part, ground }: IconWish): Buffer {
  const pixels = new Float64Array(4 * size * size),
    behind = ground === undefined ? null : colourOf(ground);
  if (behind) for (let at = 0; at < pixels.length; at += 4) cover(pixels, at, behind, 1);
  for (const shape of shapesOf(svg))
    paint(pixels, size, shape, (size * part) / BOX, (size * (1 - part)) / 2);
  return png(pixels, size);
}
