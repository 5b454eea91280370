import type { Choice } from "../../lib/protocol";
import { t } from "../../texts";
import type { QwirkleCardsOption, QwirkleCardsView } from "./types";

export const SHAPES = ["ci", "sq", "di", "cl", "st", "bu"] as const;
export type Shape = (typeof SHAPES)[number];
const LETTERS = ["r", "o", "y", "g", "b", "p"];
const TONES: Record<string, string> = {
  r: "red",
  o: "orange",
  y: "yellow",
  g: "green",
  b: "blue",
  p: "purple",
};

export const optionOf = (choice: Choice): QwirkleCardsOption =>
  choice.option as unknown as QwirkleCardsOption;

export const shapeOf = (card: string): Shape => card.slice(1) as Shape;
export const letterOf = (card: string): string => card.charAt(0).toUpperCase();
export const toneOf = (card: string): string => TONES[card.charAt(0)] ?? "grey";

/** Whether the cards of a line share a colour; they share a shape otherwise. */
export const isColour = (line: string): boolean => LETTERS.includes(line);

type Names = Pick<QwirkleCardsView, "colours" | "shapes">;

/** A card for ears, in the words of the theme: "red circle". */
export function cardLabel(names: Names, card: string): string {
  const colour = names.colours[LETTERS.indexOf(card.charAt(0))] ?? "";
  const shape = names.shapes[SHAPES.indexOf(shapeOf(card))] ?? "";
  return t.qwirkle.card(colour, shape);
}

/** What the cards of a line share, in a word. */
export function lineLabel(names: Names, line: string): string {
  if (isColour(line)) return names.colours[LETTERS.indexOf(line)] ?? line;
  return names.shapes[SHAPES.indexOf(line as Shape)] ?? line;
}

export const listed = (names: Names, cards: string[]): string =>
  cards.map((card) => cardLabel(names, card)).join(", ");

/** What a seat has: its Qwirkles. */
export function score(
  view: Record<string, unknown>,
  seat: number,
): { short: string; words: string } {
  const many = (view as Partial<QwirkleCardsView>).scores?.[seat] ?? 0;
  return { short: String(many), words: t.qwirkle.qwirkles(many) };
}
