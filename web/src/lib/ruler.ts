import type { Cell } from "./cells";

/** The columns and rows that numbers beside a field name: all from the first to the last in use. */
export interface Ruled {
  columns: number[];
  rows: number[];
}

const through = (values: number[], every: number): number[] => {
  if (values.length === 0) return [];
  const [first, last] = [Math.min(...values), Math.max(...values)];
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return all.filter((value) => value % every === 0);
};

/** Where cells lie close together, only every so many are named. */
export function ruled(cells: Cell[], every = { x: 1, y: 1 }): Ruled {
  return {
    columns: through(
      cells.map((cell) => cell.x),
      every.x,
    ),
    rows: through(
      cells.map((cell) => cell.y),
      every.y,
    ),
  };
}
