import type { Cell } from "../../lib/cells";
import type { Choice, Happening, Update } from "../../lib/protocol";
import { t } from "../../texts";
import type {
  FieldTile,
  ScoreLine,
  SellswordsEvent,
  SellswordsOption,
  SellswordsView,
  TileView,
} from "./types";

/** What there is to read about a tile, wherever it lies. */
export type AnyTile = TileView & Partial<FieldTile>;

export const viewOf = (now: Update): SellswordsView => now.view as unknown as SellswordsView;

export const optionOf = (choice: Choice): SellswordsOption =>
  choice.option as unknown as SellswordsOption;

/** A cell that can be chosen. */
export interface Spot extends Cell {
  choice: Choice;
}

/** The cells among some answers. */
export const spotsOf = (choices: Choice[]): Spot[] =>
  choices.flatMap((choice) => {
    const option = optionOf(choice);
    return option.type === "at" || option.type === "to"
      ? [{ x: option.x, y: option.y, choice }]
      : [];
  });

export const eventOf = (happening: Happening): SellswordsEvent =>
  happening.event as unknown as SellswordsEvent;

export const same = (one: Cell, other: Cell): boolean => one.x === other.x && one.y === other.y;

/** Numbers clockwise from the top, after so many degrees clockwise. */
export function turnedBy(numbers: number[], degrees: number): number[] {
  const quarters = Math.round(degrees / 90);
  return numbers.map((_, side) => numbers[(side - quarters + 8) % 4] ?? 0);
}

/** Whether a tile fights with other numbers than are printed on it. */
export const isChanged = (tile: AnyTile): boolean =>
  (tile.fights ?? []).some((number, side) => number !== tile.numbers[side]);

export const sides = ([top, right, bottom, left]: number[]): string =>
  t.sides(`${top}`, `${right}`, `${bottom}`, `${left}`);

/** A tile for ears: what it is, how it lies and what it does. */
export function tileLabel(tile: AnyTile, names: string[]): string {
  const say = t.sellswords;
  const parts = [tile.name];
  if (tile.x !== undefined && tile.y !== undefined) {
    const owner = tile.seat === null || tile.seat === undefined ? "" : (names[tile.seat] ?? "");
    parts.push(say.lies(say.colour(tile.colour ?? "grey"), owner, tile.x, tile.y));
  }
  if (tile.numbers.length > 0) parts.push(sides(tile.numbers));
  if (isChanged(tile))
    parts.push(say.fights(sides(tile.fights ?? []), (tile.why ?? []).join(", ")));
  if (tile.locked) parts.push(say.locked);
  return `${parts.join(", ")}. ${say.type(tile.type)} ${tile.ability}`.trim();
}

/** Every tile that can be seen, by its key. */
export function allTiles(view: SellswordsView): Map<string, AnyTile> {
  const tiles = [...view.discard, ...view.centre, ...view.hands.flat(), ...view.field];
  return new Map(tiles.map((tile) => [tile.key, tile]));
}

/** The field after what is told to happen; what it then fights with is not known yet. */
export function fieldAfter(view: SellswordsView, events: SellswordsEvent[]): FieldTile[] {
  const field = new Map(view.field.map((tile) => [tile.key, tile]));
  const known = allTiles(view);
  const change = (key: string, what: Partial<FieldTile>): void => {
    const tile = field.get(key);
    if (tile) field.set(key, { ...tile, ...what });
  };
  const turn = (key: string, numbers: number[]): void => {
    // What is added to the printed numbers goes round with them, as far as anybody can tell.
    const tile = field.get(key);
    if (!tile || tile.numbers.length === 0) return;
    const degrees = [0, 90, 180, 270].find((by) =>
      turnedBy(tile.numbers, by).every((number, side) => number === numbers[side]),
    );
    const fights = turnedBy(tile.fights, degrees ?? 0);
    change(key, { numbers, fights, turned: (tile.turned + (degrees ?? 0)) % 360 });
  };
  for (const event of events) {
    if (event.type === "placed") {
      const about = known.get(event.tile);
      if (!about) continue;
      const { seat, colour, x, y, numbers } = event;
      const degrees = [0, 90, 180, 270].find((by) =>
        turnedBy(about.numbers, by).every((number, side) => number === numbers[side]),
      );
      const lies = { seat, colour, x, y, numbers, turned: degrees ?? 0 };
      field.set(event.tile, { ...about, ...lies, fights: numbers, why: [] });
    } else if (event.type === "flipped") {
      event.tiles.forEach((key, index) => {
        const colour = event.colours[index] ?? "grey";
        change(key, { colour, seat: view.colours.indexOf(colour) });
      });
    } else if (event.type === "moved") {
      change(event.tile, { x: event.x, y: event.y });
      turn(event.tile, event.numbers);
    } else if (event.type === "swapped") {
      change(event.tiles[0], { x: event.x, y: event.y });
      change(event.tiles[1], { x: event.other_x, y: event.other_y });
    } else if (event.type === "rotated") turn(event.tile, event.numbers);
  }
  return [...field.values()];
}

/** The columns and rows to be shown. */
export interface Extent {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/** Room for everything that lies there or can be chosen, and a rim while the field may grow. */
export function extentOf(tiles: Cell[], cells: Cell[], size: number): Extent {
  const span = (values: number[], more: number[]): [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const rim = high - low + 1 < size ? 1 : 0;
    return [Math.min(low - rim, ...more), Math.max(high + rim, ...more)];
  };
  const all = tiles.length > 0 ? tiles : [{ x: 0, y: 0 }];
  const [left, right] = span(
    all.map((cell) => cell.x),
    cells.map((cell) => cell.x),
  );
  const [top, bottom] = span(
    all.map((cell) => cell.y),
    cells.map((cell) => cell.y),
  );
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 };
}

/** A score sheet: the rounds that were scored, or how it stands. */
export interface Sheet {
  title: string;
  lines: ScoreLine[];
}

export function sheetsOf(view: SellswordsView, log: Happening[]): Sheet[] {
  const scored = log
    .map(eventOf)
    .flatMap((event) =>
      event.type === "round_scored"
        ? [{ title: t.sellswords.roundSheet(event.round), lines: event.lines }]
        : [],
    );
  if (view.stage !== "placing") return scored;
  return [...scored, { title: t.sellswords.nowSheet, lines: view.lines }];
}
