import { expect, test } from "vitest";
import {
  extentOf,
  fieldAfter,
  isChanged,
  sheetsOf,
  spotsOf,
  tileLabel,
  turnedBy,
} from "../src/games/sellswords/tiles";
import type { FieldTile, SellswordsView, TileView } from "../src/games/sellswords/types";

const about = { type: "C", ability: "It bites.", is_house: true };
const hydra: TileView = { ...about, key: "hydra", name: "Hydra", numbers: [5, 4, 3, 2] };
const zeus: FieldTile = {
  ...about,
  key: "zeus",
  name: "Zeus",
  seat: 1,
  colour: "blue",
  x: 1,
  y: 0,
  turned: 0,
  numbers: [1, 2, 3, 4],
  fights: [0, 1, 2, 3],
  why: ["Hera -1"],
};
const view = {
  stage: "placing",
  colours: ["red", "blue"],
  field: [zeus],
  hands: [[hydra], []],
  centre: [],
  discard: [],
  lines: [{ source: "row", at: 0, tiles: [2, 1], points: [1, 0] }],
} as unknown as SellswordsView;

test("cells are found among the answers", () => {
  const no = { text: "no", option: { type: "decline" } };
  const to = { text: "to:1,-4", option: { type: "to", x: 1, y: -4 } };
  const at = { text: "at:0,2", option: { type: "at", x: 0, y: 2 } };
  expect(spotsOf([no, to, at])).toEqual([
    { x: 1, y: -4, choice: to },
    { x: 0, y: 2, choice: at },
  ]);
});

test("numbers go round clockwise", () => {
  expect(turnedBy([5, 4, 3, 2], 0)).toEqual([5, 4, 3, 2]);
  expect(turnedBy([5, 4, 3, 2], 90)).toEqual([2, 5, 4, 3]);
  expect(turnedBy([5, 4, 3, 2], 270)).toEqual([4, 3, 2, 5]);
});

test("a preview places, flips, turns and moves; what lies there stays as it is", () => {
  const after = fieldAfter(view, [
    { type: "placed", seat: 0, tile: "hydra", colour: "red", x: 0, y: 0, numbers: [2, 5, 4, 3] },
    { type: "flipped", tiles: ["zeus"], colours: ["red"] },
    { type: "rotated", tile: "zeus", numbers: [4, 1, 2, 3] },
    { type: "moved", tile: "hydra", from_x: 0, from_y: 0, x: 1, y: 1, numbers: [2, 5, 4, 3] },
  ]);
  expect(after).toMatchObject([
    {
      key: "zeus",
      colour: "red",
      seat: 0,
      numbers: [4, 1, 2, 3],
      fights: [3, 0, 1, 2],
      turned: 90,
    },
    { key: "hydra", colour: "red", x: 1, y: 1, turned: 90 },
  ]);
  expect(zeus.colour).toBe("blue");
  const swapped = fieldAfter(view, [
    { type: "swapped", tiles: ["zeus", "nobody"], x: 4, y: 4, other_x: 1, other_y: 0 },
  ]);
  expect(swapped).toMatchObject([{ key: "zeus", x: 4, y: 4 }]);
});

test("the field has a rim while it can grow, and room for all that can be chosen", () => {
  const row = (count: number) => Array.from({ length: count }, (_, x) => ({ x, y: 0 }));
  expect(extentOf([], [], 5)).toEqual({ left: -1, top: -1, columns: 3, rows: 3 });
  expect(extentOf(row(5), [], 5)).toEqual({ left: 0, top: -1, columns: 5, rows: 3 });
  expect(extentOf(row(2), [{ x: 4, y: 2 }], 5)).toEqual({ left: -1, top: -1, columns: 6, rows: 4 });
});

test("a tile for ears says whose it is, what it fights with and why, and what it does", () => {
  const label = tileLabel(zeus, ["Ann", "Ben"]);
  expect(label).toContain("Zeus, blue moon of Ben at column 1, row 0, top 1");
  expect(label).toContain("fights with top 0, right 1, bottom 2, left 3 (Hera -1)");
  expect(label).toContain("continuous: It bites.");
  expect(tileLabel({ ...hydra, locked: true }, [])).toContain("locked");
  expect(isChanged(hydra)).toBe(false);
});

test("the score sheet has every round that was scored, and how it stands", () => {
  const event = { type: "round_scored", round: 1, lines: [], gained: [0, 0], scores: [0, 0] };
  const sheets = sheetsOf(view, [{ event, words: "" }]);
  expect(sheets.map((sheet) => sheet.title)).toEqual(["Round 1", "If the round were scored now"]);
  expect(sheetsOf({ ...view, stage: "over" }, [])).toEqual([]);
});
