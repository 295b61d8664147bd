// How a storehouse closes up after a diagonal was sold (A6.6): the rest slides across, or down.
import type { House } from "./view";

const diagonals: { [line: number]: number[] } = { 6: [0, 4, 8], 7: [2, 4, 6] };

export function slidden(house: House, line: number, down: boolean): House {
  const sold = diagonals[line] ?? [],
    left = (i: number): boolean => !sold.includes(i);
  const at = (i: number): House["cells"][number] => house.cells[i] ?? null;
  const rows = [0, 1, 2].map(r => [0, 1, 2].map(c => 3 * r + c).filter(left));
  const cols = [0, 1, 2].map(c => [0, 1, 2].map(r => 3 * r + c).filter(left));
  if (!down) return { rows: 3, cols: 2, cells: rows.flat().map(at) };
  return { rows: 2, cols: 3, cells: [0, 1].flatMap(r => cols.map(col => at(col[r] ?? -1))) };
}
