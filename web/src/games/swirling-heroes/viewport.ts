/** Where the field is looked at from: cells to pixels and back. */

import type { Cell } from "../../lib/cells";

export { nearest, type Cell } from "../../lib/cells";

export const CARD = { width: 100, height: 140 };
const GAP = 5;
export const PITCH = { x: CARD.width + GAP, y: CARD.height + GAP };

/** Where cards are to be tapped they are never smaller than a finger needs; a mouse needs less. */
export const TAPPABLE = 0.46;
export const CLICKABLE = 0.36;
/** Nobody can zoom further out, or in: so small the longest field of all is still in sight. */
export const SMALLEST = 0.12;
export const LARGEST = 1.5;
const COMFORTABLE = 1.05;
/** Air around what is in sight, in cells. */
const MARGIN = 0.2;

/** The columns and rows that are to be seen. */
export interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What can be seen of the field, and how much of that is hidden by tools. */
export interface Room {
  width: number;
  height: number;
  top: number;
  right: number;
  /** What the numbers of rows and columns take, at the left and at the foot. */
  ruler: number;
}

/** The middle of cell 0,0 is drawn at `x`, `y`, everything `scale` times as large. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** The cells and so many more on each side. */
export function extentOf(cells: Cell[], border: number): Extent {
  const xs = cells.length ? cells.map((cell) => cell.x) : [0];
  const ys = cells.length ? cells.map((cell) => cell.y) : [0];
  return {
    left: Math.min(...xs) - border,
    right: Math.max(...xs) + border,
    top: Math.min(...ys) - border,
    bottom: Math.max(...ys) + border,
  };
}

/** All of it in sight, as large as is comfortable, and in no case smaller than that. */
export function fit(extent: Extent, room: Room, smallest: number): Viewport {
  const { left, right, top, bottom } = extent;
  const free = {
    width: room.width - room.right - room.ruler,
    height: room.height - room.top - room.ruler,
  };
  const wide = (right - left + 1 + MARGIN) * PITCH.x;
  const high = (bottom - top + 1 + MARGIN) * PITCH.y;
  const scale = clamp(Math.min(free.width / wide, free.height / high), smallest, COMFORTABLE);
  return {
    x: room.ruler + free.width / 2 - ((left + right) / 2) * PITCH.x * scale,
    y: room.top + free.height / 2 - ((top + bottom) / 2) * PITCH.y * scale,
    scale,
  };
}

/** Zoom by a factor so that what is at the point stays there. */
export function zoomAt(view: Viewport, factor: number, point: Cell): Viewport {
  const scale = clamp(view.scale * factor, SMALLEST, LARGEST);
  const by = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by };
}

export const pan = (view: Viewport, dx: number, dy: number): Viewport => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
});

/** The least movement that brings a cell fully into sight, beside the tools. */
export function reveal(view: Viewport, cell: Cell, room: Room): Viewport {
  const half = { x: (PITCH.x * view.scale) / 2, y: (PITCH.y * view.scale) / 2 };
  const at = {
    x: view.x + cell.x * PITCH.x * view.scale,
    y: view.y + cell.y * PITCH.y * view.scale,
  };
  const left = room.ruler + half.x;
  const right = room.width - room.right - half.x;
  const top = room.top + half.y;
  const bottom = room.height - room.ruler - half.y;
  return pan(
    view,
    clamp(at.x, left, Math.max(left, right)) - at.x,
    clamp(at.y, top, Math.max(top, bottom)) - at.y,
  );
}
