/** A column and a row, rows downwards. */
export interface Cell {
  x: number;
  y: number;
}

export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest cell in a direction: rather straight ahead than near. */
export function nearest<T extends Cell>(from: Cell, cells: T[], dx: number, dy: number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const aside = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (ahead > 0 && ahead + 2 * aside < least) {
      best = cell;
      least = ahead + 2 * aside;
    }
  }
  return best;
}
