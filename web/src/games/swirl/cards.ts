import type { Choice } from "../../lib/protocol";
import { t } from "../../texts";
import type { SwirlOption, SwirlView } from "./types";

export const optionOf = (choice: Choice): SwirlOption => choice.option as unknown as SwirlOption;

export const COLOURS = ["red", "green", "yellow", "purple"] as const;
export const CREATURES = ["crab", "fish", "sea-horse", "star-fish"] as const;
export const ACTIONS = ["A1", "AA", "SN", "SW"] as const;

export type Colour = (typeof COLOURS)[number];
export type Creature = (typeof CREATURES)[number];
export type Action = (typeof ACTIONS)[number];

const CREATURE_OF: Record<string, Creature> = {
  C: "crab",
  F: "fish",
  H: "sea-horse",
  S: "star-fish",
};
const COLOUR_OF: Record<string, Colour> = { r: "red", g: "green", y: "yellow", p: "purple" };

export const isAction = (card: string): card is Action =>
  (ACTIONS as readonly string[]).includes(card);
export const creatureOf = (card: string): Creature => CREATURE_OF[card[0] ?? ""] ?? "crab";
export const colourOf = (card: string): Colour => COLOUR_OF[card[1] ?? ""] ?? "red";

/** The number of a card as it is written; action cards have none. */
export const numberOf = (card: string): string => (isAction(card) ? "" : card.slice(2));

/** The tone of a card: its colour; SWIRL differs from the other action cards. */
export function toneOf(card: string): string {
  if (isAction(card)) return card === "SW" ? "pink" : "blue";
  return colourOf(card);
}

/** A card for ears: "red crab 4", "SNATCH". */
export function cardLabel(card: string): string {
  if (isAction(card)) return t.swirl.actions[card].name;
  return t.swirl.card(colourOf(card), t.swirl.creatures[creatureOf(card)], numberOf(card));
}

/** Captures as one reads them: "9, 5 + 4". */
export const sums = (groups: string[][]): string =>
  groups
    .map((group) => group.map((card) => numberOf(card) || cardLabel(card)).join(" + "))
    .join(", ");

/** By number, as sums are looked for; action cards have none and come last. */
export const byNumber = (cards: string[]): string[] =>
  [...cards].sort(
    (one, other) =>
      Number(isAction(one)) - Number(isAction(other)) ||
      Number(numberOf(one)) - Number(numberOf(other)) ||
      one.localeCompare(other),
  );

/** What a seat has so far: its series first, then its pile. */
export function score(
  view: Record<string, unknown>,
  seat: number,
): { short: string; words: string } {
  const { series, piles } = view as Partial<SwirlView>;
  const many = series?.[seat]?.length ?? 0;
  return {
    short: t.swirl.seriesOf(many),
    words: t.swirl.score(many, piles?.[seat]?.count ?? 0),
  };
}
