/** Choosing one of the offered sets of cards by tapping its cards. */

const count = (cards: string[], card: string): number =>
  cards.filter((each) => each === card).length;

/** Whether all these cards are among those, as often as they come. */
export const within = (some: string[], cards: string[]): boolean =>
  some.every((card) => count(some, card) <= count(cards, card));

/** The offered sets that hold every tapped card. */
export function fitting<T extends { cards: string[] }>(sets: T[], tapped: string[]): T[] {
  return sets.filter((set) => within(tapped, set.cards));
}

/** The set that the tapped cards settle: just those cards, or the only one that has them all. */
export function settled<T extends { cards: string[] }>(sets: T[], tapped: string[]): T | null {
  if (tapped.length === 0) return null;
  const fit = fitting(sets, tapped);
  const same = fit.find((set) => set.cards.length === tapped.length);
  return same ?? (fit.length === 1 ? (fit[0] ?? null) : null);
}

/** Where some cards lie among others, each place once; places in `first` before others. */
export function placesOf(some: string[], cards: string[], first: number[] = []): number[] {
  const left = [...some];
  const order = [...first, ...cards.keys()];
  const found = new Set<number>();
  for (const place of order) {
    const at = left.indexOf(cards[place] ?? "");
    if (at < 0 || found.has(place)) continue;
    left.splice(at, 1);
    found.add(place);
  }
  return [...found];
}
