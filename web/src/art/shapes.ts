// Pictures as short texts, one shape a line, from back to front: PAINT [WIDTH] PATH. They stay readable in the
// source and weigh a third of the markup they become.
//   `gold M..`    filled, with the outline in ink        `.shade M..`  filled, without an outline
//   `~ink 2 M..`  only a line, 2 wide                    `gold| M..`   and once more, mirrored
// In a path, `Ox,y,r` is a circle and `Ex,y,rx,ry` an ellipse. `@x y s w` moves and scales what follows, with lines
// w wide, until a lone `@`.
import { paints } from "./paint";

/**
 * The form of a picture that is not 64 by 64: its size, the width of its lines, and whether it
 * fills its frame and is cut.
 */
export interface Framed {
  shapes: string;
  wide: number;
  high: number;
  stroke?: number;
  fill?: boolean;
}
/** A plain text is a picture of 64 by 64. */
export type Drawing = string | Framed;

export const framed = (drawing: Drawing): Framed =>
  typeof drawing === "string" ? { shapes: drawing, wide: 64, high: 64 } : drawing;

const line = /^\s*([.~]?)(\w+)(\|?) (?:([\d.]+) )?([MOE].*)$/;
const round = /([OE])(-?[\d.]+),(-?[\d.]+),([\d.]+)(?:,([\d.]+))?/g;

function ellipse(_: string, _kind: string, x: string, y: string, rx: string, ry = rx): string {
  return `M${Number(x) - Number(rx)} ${y}a${rx} ${ry} 0 1 0 ${2 * Number(rx)} 0a${rx} ${ry} 0 1 0 ${-2 * Number(rx)} 0z`;
}

function paint(mark: string, colour: string, width: string | undefined): string {
  const value = paints[colour];
  if (!value) throw new Error(`no paint ${colour}`);
  if (mark === "~") return `fill="none" stroke="${value}" stroke-width="${width ?? 2.5}"`;
  return `fill="${value}"${mark === "." ? ' stroke="none"' : width ? ` stroke-width="${width}"` : ""}`;
}

/** A path with its circles and ellipses converted to arcs. */
export const circles = (path: string): string => path.replace(round, ellipse);

/** A picture as a part of another one. */
export const placed = (picture: string, x: number, y: number, scale: number, width = 2.5): string =>
  `@${x} ${y} ${scale} ${width}\n${picture.trim()}\n@`;

function group(text: string): string {
  const [x, y, scale, width] = text.slice(1).split(" ");
  return scale
    ? `<g transform="translate(${x} ${y})scale(${scale})" stroke-width="${width}">`
    : "</g>";
}

function shape(text: string, wide: number): string {
  if (text.startsWith("@")) return group(text);
  const found = line.exec(text);
  if (!found) throw new Error(`no shape: ${text}`);
  const [, mark = "", colour = "", mirrored, width, path = ""] = found;
  const drawn = `${paint(mark, colour, width)} d="${circles(path)}"/>`;
  return (
    `<path ${drawn}` + (mirrored ? `<path transform="matrix(-1 0 0 1 ${wide} 0)" ${drawn}` : "")
  );
}

/** A placed picture is 64 wide, so it is mirrored about its own middle. */
function lines(all: string[], wide: number): string {
  let depth = 0;
  return all
    .map(each => {
      if (each.startsWith("@")) depth += each.length > 1 ? 1 : -1;
      return shape(each, depth ? 64 : wide);
    })
    .join("");
}

const drawn = new Map<string, string>();

/**
 * The markup of a picture. It is computed once, because a table shows the same pictures many times.
 */
export function markup(drawing: Drawing): string {
  const { shapes, wide } = framed(drawing);
  const key = `${wide} ${shapes}`;
  let text = drawn.get(key);
  if (text === undefined) {
    text = lines(shapes.split(/\s*\n\s*/).filter(Boolean), wide);
    drawn.set(key, text);
  }
  return text;
}

/** The picture of a room. The sides are cut if there is no room. */
export const bannerOf = (shapes: string): Framed => ({ shapes, wide: 800, high: 320, fill: true });

/** A portrait without the disc behind it. */
export const bust = (portrait = ""): string => portrait.trim().replace(/^.*\n/, "");
