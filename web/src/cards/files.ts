/** Card files as the forms see them. What is right or wrong in one is for the server to say. */
import type { Entry } from "../games/sellswords/types";
import type { Card, CardFile as LayoutFile } from "../games/swirling-heroes/types";

/** Anything that may stand where a value is expected, while somebody is typing. */
type Loose = unknown;
type Fields = Record<string, Loose>;

const isFields = (value: Loose): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list of entries of a file, each with fields; null where it is something else. */
function entries(value: Loose, field: string): Fields[] | null {
  if (!isFields(value)) return null;
  const list = value[field];
  return Array.isArray(list) && list.every(isFields) ? list : null;
}

/** A whole file as text: an entry on each line. */
export function written(value: Fields, field: string): string {
  const { [field]: list, ...rest } = value;
  const lines = (list as Loose[]).map((each) => `  ${JSON.stringify(each)}`).join(",\n");
  const head = Object.entries(rest).map(
    ([name, each]) => ` ${JSON.stringify(name)}: ${JSON.stringify(each)}`,
  );
  return `{\n${[...head, ` ${JSON.stringify(field)}: [\n${lines}\n ]`].join(",\n")}\n}\n`;
}

/** What was typed as a value of the file: a number where it looks like one, nothing where empty. */
export const typed = (text: string): number | string | null =>
  text === "" ? null : /^\d{1,9}$/.test(text) ? Number(text) : text;

/** A value of the file as it is typed. */
export const shown = (value: Loose): string =>
  typeof value === "number" || typeof value === "string" ? String(value) : "";

// ---- Sellswords: entries that override by their reference number ----

export type Hero = Partial<Record<keyof Entry, Loose>> & Fields;

export const SIDES = [0, 1, 2, 3];
export const heroesOf = (value: Loose): Hero[] | null => entries(value, "heroes");
export const noHeroes = (): string => written({ version: 1, heroes: [] }, "heroes");

/** The file with one hero changed; an entry that says nothing any more is left out. */
export function withHero(value: Loose, ref: number, change: Hero): string {
  const file = value as Fields;
  const heroes = heroesOf(value) ?? [];
  const before = heroes.find((each) => each["ref"] === ref);
  const hero = Object.fromEntries(
    Object.entries({ ...before, ref, ...change }).filter(([, each]) => each !== undefined),
  );
  const says = Object.keys(hero).length > 1;
  const others = heroes.filter((each) => each !== before);
  const list = before ? heroes.map((each) => (each === before ? hero : each)) : [...others, hero];
  return written({ ...file, heroes: says ? list : others }, "heroes");
}

/** Four numbers of which one is changed; undefined where none is left. */
export function withNumber(
  numbers: Loose,
  side: number,
  text: string,
): (number | string | null)[] | undefined {
  const now = SIDES.map((each) =>
    typed(each === side ? text : shown(Array.isArray(numbers) ? numbers[each] : null)),
  );
  return now.some((each) => each !== null) ? now : undefined;
}

// ---- Swirling Heroes: a list of cards ----

export type Layout = Partial<Record<keyof Card, Loose>> & Fields;
/** The fields that a file has. */
export type Layouts = Partial<Record<keyof LayoutFile, Loose>>;

export const layoutsOf = (value: Loose): Layout[] | null => entries(value, "cards");

export function withLayouts(value: Loose, cards: Layout[]): string {
  return written({ ...(value as Fields), cards }, "cards");
}

/** A name that no card has yet. */
export function freeId(cards: Layout[], colour: string): string {
  const ids = new Set(cards.map((card) => card["id"]));
  let number = 1;
  while (ids.has(`${colour}-${number}`)) number += 1;
  return `${colour}-${number}`;
}

// ---- SWIRL: a list of creature, colour and number ----

export type DeckCard = [creature: string, colour: string, number: number];

export function deckOf(value: Loose): DeckCard[] | null {
  if (!isFields(value) || !Array.isArray(value["cards"])) return null;
  const isCard = (card: Loose): card is DeckCard =>
    Array.isArray(card) &&
    card.length === 3 &&
    typeof card[0] === "string" &&
    typeof card[1] === "string" &&
    typeof card[2] === "number";
  return value["cards"].every(isCard) ? value["cards"] : null;
}

const sameCard = (one: DeckCard, other: DeckCard): boolean =>
  one[0].toUpperCase() === other[0] && one[1].toLowerCase() === other[1] && one[2] === other[2];

export const copiesOf = (deck: DeckCard[], card: DeckCard): number =>
  deck.filter((each) => sameCard(each, card)).length;

/** The file with so many copies of a card, which stay where the first one was. */
export function withCopies(value: Loose, card: DeckCard, copies: number): string {
  const deck = deckOf(value) ?? [];
  const first = deck.findIndex((each) => sameCard(each, card));
  const others = deck.filter((each) => !sameCard(each, card));
  const at = first < 0 ? others.length : first;
  const list = [...others.slice(0, at), ...Array<DeckCard>(copies).fill(card), ...others.slice(at)];
  return written({ ...(value as Fields), cards: list }, "cards");
}
