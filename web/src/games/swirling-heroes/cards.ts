import type { FieldCard } from "./types";
import { t } from "../../texts";

/** Top, right, bottom and left of a card as it lies, as the cards' texts have them. */
export type Side = 0 | 1 | 2 | 3;
export const SIDES: Side[] = [0, 1, 2, 3];

/** The same card after a half turn. */
export const turned = (face: string): string => face.slice(2) + face.slice(0, 2);

/** Whether two texts are one card, whichever way round it lies. */
export const sameCard = (one: string, other: string): boolean =>
  one === other || one === turned(other);

/** Which way a card's picture is up: as hands show it, or upside down. */
export const upsideDown = (face: string): boolean => (face[0] ?? "") > (face[2] ?? "");

/** A card for ears: "0213: top 0, right 2, bottom 1, left 3". */
export function cardLabel(face: string): string {
  const [top = "", right = "", bottom = "", left = ""] = face;
  return t.card(face, t.sides(top, right, bottom, left));
}

const BESIDE: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** Which sides of a card lie against another card, to be drawn fainter. */
export function touching(card: FieldCard, field: FieldCard[]): boolean[] {
  return BESIDE.map(([dx, dy]) =>
    field.some((other) => other.x === card.x + dx && other.y === card.y + dy),
  );
}
