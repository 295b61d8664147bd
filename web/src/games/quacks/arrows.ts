// Arrow keys move the focus to the nearest button in their direction.

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const middle = (b: Box): [number, number] => [b.left + b.width / 2, b.top + b.height / 2];

const ways: { [key: string]: [x: number, y: number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest box in the direction of the key. Distance to the side counts double. */
export function nearest(from: Box, boxes: Box[], key: string): number {
  const way = ways[key];
  if (!way) return -1;
  const [fx, fy] = middle(from),
    [wx, wy] = way;
  let best = -1,
    least = Infinity;
  boxes.forEach((box, i) => {
    const [x, y] = middle(box),
      along = (x - fx) * wx + (y - fy) * wy,
      aside = Math.abs((x - fx) * wy) + Math.abs((y - fy) * wx);
    if (along > 1 && along + 2 * aside < least) [best, least] = [i, along + 2 * aside];
  });
  return best;
}

/** For `onkeydown` of the element that holds the buttons. */
export function arrowKeys(e: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (!(e.key in ways) || !(e.target instanceof HTMLButtonElement)) return;
  const buttons = [...e.currentTarget.querySelectorAll<HTMLButtonElement>("button")].filter(
    b => b !== e.target,
  );
  const i = nearest(
    e.target.getBoundingClientRect(),
    buttons.map(b => b.getBoundingClientRect()),
    e.key,
  );
  if (i < 0) return;
  e.preventDefault();
  buttons[i]?.focus();
}
