// A graph of scores by round as shapes: lines, ticks, and labels that do not overlap.

export const HEIGHT = 250;
const LEFT = 38;
const RIGHT = 44;
const TOP = 14;
const BOTTOM = 26;
/** The least distance between the labels at the ends of two lines. */
const APART = 19;

export interface GraphLine {
  seat: number;
  points: { x: number; y: number }[];
  /** The end of the line, and where its label stands. */
  end: { x: number; y: number; label: number };
}

export interface Graph {
  width: number;
  lines: GraphLine[];
  /** Horizontal rules. */
  levels: { y: number; value: number }[];
  /** One for the beginning and one for each round. */
  rounds: { x: number; n: number }[];
}

/** 1, 2 or 5 times a power of ten, so that at most five rules are drawn. */
function stepFor(most: number): number {
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];
  return steps.find(step => most / step <= 5) ?? 2000;
}

/** Moves labels apart, from the top down, and back up where they would leave the picture. */
function spread(ends: { y: number; label: number }[]): void {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  let least = TOP;
  for (const end of sorted) {
    end.label = Math.max(end.y, least);
    least = end.label + APART;
  }
  let most = HEIGHT - BOTTOM;
  for (const end of sorted.reverse()) {
    end.label = Math.min(end.label, most);
    most = end.label - APART;
  }
}

/** `width` is in pixels, so that its labels are as large as other text. */
export function graphOf(values: number[][], width: number): Graph {
  const most = Math.max(1, ...values.flat()),
    step = stepFor(most),
    top = Math.ceil(most / step) * step;
  const rounds = Math.max(1, (values[0]?.length ?? 1) - 1);
  const x = (n: number): number => LEFT + (n / rounds) * (width - LEFT - RIGHT);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const lines = values.map((line, seat): GraphLine => {
    const points = line.map((value, n) => ({ x: x(n), y: y(value) }));
    const end = points.at(-1) ?? { x: x(0), y: y(0) };
    return { seat, points, end: { ...end, label: end.y } };
  });
  spread(lines.map(line => line.end));
  return {
    width,
    lines,
    levels: Array.from({ length: top / step + 1 }, (_, i) => ({ y: y(i * step), value: i * step })),
    rounds: Array.from({ length: rounds + 1 }, (_, n) => ({ x: x(n), n })),
  };
}
