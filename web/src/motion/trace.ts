// Shows what somebody else has moved from where to where: an outline where it came from, an arrow,
// and a ring where it is now. With reduced motion nothing moves; the trace only fades.
import { moves, settings } from "../settings.svelte";
import { factors } from "../table/pace";

/** Milliseconds at normal pace. */
const LOOK = 1100,
  FLIGHT = 460,
  LEAST = 500;
/** A place smaller than this is marked as if it were so large. */
const SMALL = 26;

export interface Trace {
  from: DOMRect;
  to: DOMRect;
  /** Who moved it; the trace has the colour of the seat. */
  seat: number | null;
  delay?: number;
}

/** Whether traces are shown: not where everything happens at once. */
export const traces = (): boolean => settings.pace !== "once" && !document.hidden;

/** How long a thing of another player flies. */
export const flightTime = (): number => Math.max(240, FLIGHT * factors[settings.pace]);

const draw = (tag: string, attributes: { [name: string]: string | number }): SVGElement => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  return e;
};

function grown(r: DOMRect): DOMRect {
  const wide = Math.max(r.width, SMALL),
    high = Math.max(r.height, SMALL);
  return new DOMRect(r.x - (wide - r.width) / 2, r.y - (high - r.height) / 2, wide, high);
}

const frame = (r: DOMRect, by: number): { [name: string]: number } => ({
  x: r.x - by,
  y: r.y - by,
  width: r.width + 2 * by,
  height: r.height + 2 * by,
  rx: Math.min(10, r.height / 3),
});

interface Point {
  x: number;
  y: number;
}

const middle = (r: DOMRect): Point => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

/** Where the line from the middle of a place toward another point leaves it. */
function edge(r: DOMRect, toward: Point): Point {
  const m = middle(r),
    dx = toward.x - m.x,
    dy = toward.y - m.y;
  const t = Math.min(
    dx === 0 ? 1 : r.width / 2 / Math.abs(dx),
    dy === 0 ? 1 : r.height / 2 / Math.abs(dy),
    1,
  );
  return { x: m.x + t * dx, y: m.y + t * dy };
}

/** A bent line and its head, in one path. */
export function arrow(from: DOMRect, to: DOMRect): string {
  const a = edge(from, middle(to)),
    z = edge(to, middle(from)),
    long = Math.hypot(z.x - a.x, z.y - a.y);
  if (long < 24) return "";
  const bend = Math.min(60, long / 6),
    // beside the middle of the line
    c = {
      x: (a.x + z.x) / 2 - (bend * (z.y - a.y)) / long,
      y: (a.y + z.y) / 2 + (bend * (z.x - a.x)) / long,
    },
    way = Math.atan2(z.y - c.y, z.x - c.x);
  const head = [2.6, -2.6].map(
    turn => `M${z.x} ${z.y}L${z.x + 11 * Math.cos(way + turn)} ${z.y + 11 * Math.sin(way + turn)}`,
  );
  return `M${a.x} ${a.y}Q${c.x} ${c.y} ${z.x} ${z.y}${head.join("")}`;
}

function lines(from: DOMRect, to: DOMRect): SVGElement[] {
  const ghost = draw("rect", { ...frame(from, 1), "stroke-dasharray": "5 4" }),
    way = draw("path", { d: arrow(from, to), pathLength: 1 }),
    ring = draw("rect", frame(to, 4));
  if (moves())
    way.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], {
      duration: flightTime(),
      easing: "ease-out",
    });
  return [ghost, way, ring];
}

export function trace({ from, to, seat, delay = 0 }: Trace): void {
  if (!traces() || from.width === 0 || to.width === 0) return;
  const svg = draw("svg", { "aria-hidden": "true", class: "flight trace" }) as SVGSVGElement;
  svg.style.cssText =
    "position:fixed;inset:0;width:100vw;height:100vh;z-index:14;pointer-events:none;fill:none;stroke-linecap:round";
  const shapes = [grown(from), grown(to)] as const;
  for (const [colour, width] of [
    ["var(--paper)", 6],
    [seat === null ? "var(--glow)" : `var(--seat-${seat})`, 3],
  ] as const) {
    const g = draw("g", { "stroke-width": width });
    g.style.stroke = colour;
    g.append(...lines(...shapes));
    svg.append(g);
  }
  document.body.append(svg);
  const duration = Math.max(LEAST, LOOK * factors[settings.pace]);
  svg
    .animate(
      [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }],
      {
        duration,
        delay,
        fill: "both",
      },
    )
    .finished.catch(() => undefined)
    .finally(() => svg.remove());
}
