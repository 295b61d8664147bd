// Follows a storehouse through a moment: which slots are sold, and where the rest goes. Each crate
// remembers its first slot, so that motion can begin there.
import type { Cell, House } from "./view";

interface Crate {
  cell: Cell | null;
  was: number;
}

const FELINE = "facsimilous-feline";

/** The lines of three of a shape, as indices: rows, columns, diagonals. */
export function stacksOf(rows: number, cols: number): number[][] {
  const at = (r: number, c: number): number => r * cols + c,
    three = [0, 1, 2];
  const across = cols === 3 ? Array.from({ length: rows }, (_, r) => three.map(c => at(r, c))) : [];
  const down = rows === 3 ? Array.from({ length: cols }, (_, c) => three.map(r => at(r, c))) : [];
  const both =
    rows === 3 && cols === 3
      ? [
          [0, 4, 8],
          [2, 4, 6],
        ]
      : [];
  return [...across, ...down, ...both];
}

/** Whether these three are a set of `item`; one may be a Feline (A6.4). */
function isSet(cells: (Cell | null)[], item: string): boolean {
  if (!cells.every(c => c?.up)) return false;
  const copies = cells.filter(c => c?.item === item).length,
    felines = cells.filter(c => c?.item === FELINE).length;
  return copies === 3 || (copies === 2 && felines === 1);
}

export class Crates {
  private crates: Crate[];
  private rows: number;
  private cols: number;

  constructor(house: House) {
    this.crates = house.cells.map((cell, i) => ({ cell, was: i + 1 }));
    this.rows = house.rows;
    this.cols = house.cols;
  }

  /** The first slot of what lies in this slot now. */
  was(slot: number): number {
    return this.crates[slot - 1]?.was ?? slot;
  }

  turnUp(slot: number, item: string): void {
    const crate = this.crates[slot - 1];
    if (crate) crate.cell = { item, up: true };
  }

  /** Something new lies in this slot; what was there has gone elsewhere. */
  put(slot: number, item: string): void {
    this.crates[slot - 1] = { cell: { item, up: true }, was: slot };
  }

  swap(a: number, b: number): void {
    const one = this.crates[a - 1],
      other = this.crates[b - 1];
    if (one && other) [this.crates[a - 1], this.crates[b - 1]] = [other, one];
  }

  /**
   * Removes a set of `item`; returns the first slots of its three. `toward` is the shape after it.
   */
  sell(item: string, toward: House): number[] {
    const line = stacksOf(this.rows, this.cols).find(l =>
      isSet(
        l.map(i => this.crates[i]?.cell ?? null),
        item,
      ),
    );
    if (!line) return [];
    const sold = line.map(i => this.crates[i]?.was ?? 0);
    this.closeUp(line, toward);
    return sold;
  }

  private closeUp(line: number[], toward: House): void {
    const { cols } = this,
      isRow = line[0] !== undefined && line[1] === line[0] + 1,
      isColumn = line[1] === (line[0] ?? 0) + cols;
    const across = isColumn || (!isRow && toward.cols < 3);
    if (across || isRow) this.crates = this.crates.filter((_, i) => !line.includes(i));
    else this.crates = this.down(line);
    if (across) this.cols--;
    else this.rows--;
  }

  private down(line: number[]): Crate[] {
    const columns = [0, 1, 2].map(c =>
      [0, 1, 2].map(r => 3 * r + c).filter(i => !line.includes(i)),
    );
    return [0, 1].flatMap(r => columns.flatMap(col => this.crates[col[r] ?? -1] ?? []));
  }

  /** The slots whose contents came from another slot. */
  moved(): { from: number; to: number }[] {
    return this.crates.flatMap((c, i) =>
      c.cell && c.was !== i + 1 ? [{ from: c.was, to: i + 1 }] : [],
    );
  }
}
