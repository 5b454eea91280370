/** What lies where, for the eye alone: pieces that keep their identity while they move. */

export interface Piece {
  readonly id: number;
  readonly card: string;
}

/** Colour sets lie in one row, shape sets in another. */
export type Row = "colour" | "shape";

export interface Group {
  readonly id: number;
  readonly row: Row;
  readonly pieces: readonly Piece[];
}

export interface Layout {
  readonly groups: readonly Group[];
  readonly hand: readonly Piece[];
  /** Cards on their way to the table, in a turn that somebody is taking card by card. */
  readonly coming: readonly Piece[];
}

/** Where a piece can be put: into a group, into a new one, or into the hand. */
export type Target = { group: number } | { row: Row } | "hand";

/** The same as a word, for elements that a piece can be dropped on. */
export function targetName(target: Target): string {
  if (target === "hand") return "hand";
  return "row" in target ? `new:${target.row}` : `group:${target.group}`;
}

export function readTarget(text: string | null): Target | null {
  const [word, rest = ""] = (text ?? "").split(":");
  if (word === "hand") return "hand";
  if (word === "new") return { row: rest === "shape" ? "shape" : "colour" };
  return word === "group" ? { group: Number(rest) } : null;
}

export interface Lot {
  row: Row;
  cards: readonly string[];
}

export const EMPTY: Layout = { groups: [], hand: [], coming: [] };

export const cardsOf = (pieces: readonly Piece[]): string[] => pieces.map((each) => each.card);
export const groupsOf = (layout: Layout): string[][] =>
  layout.groups.map((group) => cardsOf(group.pieces));

export function pieceOf(layout: Layout, id: number): Piece | undefined {
  const all = [...layout.hand, ...layout.groups.flatMap((group) => group.pieces)];
  return all.find((piece) => piece.id === id);
}

/** The group that a piece lies in; undefined for one in the hand. */
export const holderOf = (layout: Layout, id: number): Group | undefined =>
  layout.groups.find((group) => group.pieces.some((piece) => piece.id === id));

let last = 0;
const newId = (): number => ++last;

/** The layout after a piece was put somewhere; groups that are empty then are gone. */
export function moved(layout: Layout, id: number, target: Target): Layout {
  const piece = pieceOf(layout, id);
  if (!piece) return layout;
  const without = (pieces: readonly Piece[]): Piece[] => pieces.filter((each) => each.id !== id);
  let hand = without(layout.hand);
  let groups = layout.groups.map((group) => ({ ...group, pieces: without(group.pieces) }));
  if (target === "hand") hand = [...hand, piece];
  else if ("row" in target) groups = [...groups, { id: newId(), row: target.row, pieces: [piece] }];
  else
    groups = groups.map((group) =>
      group.id === target.group ? { ...group, pieces: [...group.pieces, piece] } : group,
    );
  return { ...layout, hand, groups: groups.filter((group) => group.pieces.length > 0) };
}

/** Whether these are the same cards, in whatever order. */
export const sameCards = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && [...some].sort().join() === [...others].sort().join();

/**
 * Other cards, or the same ones in other groups: every piece that can be is kept, and a group goes
 * on from the one it shares most cards with, so that the eye can follow what moved.
 */
export function relaid(
  old: Layout,
  lots: readonly Lot[],
  hand: readonly string[],
  coming: readonly string[] = [],
): Layout {
  const free = new Set<Piece>([
    ...old.groups.flatMap((group) => group.pieces),
    ...old.coming,
    ...old.hand,
  ]);
  const take = (card: string, from: Iterable<Piece>): Piece | undefined => {
    for (const piece of from) {
      if (piece.card !== card || !free.has(piece)) continue;
      free.delete(piece);
      return piece;
    }
    return undefined;
  };
  const shared = (group: Group, lot: Lot): number =>
    group.pieces.filter((piece) => lot.cards.includes(piece.card)).length;

  const pairs = old.groups
    .flatMap((group) => lots.map((lot) => ({ group, lot, shared: shared(group, lot) })))
    .filter((pair) => pair.shared > 0)
    .sort((one, other) => other.shared - one.shared);
  const goesOn = new Map<Lot, Group>();
  for (const { group, lot } of pairs)
    if (!goesOn.has(lot) && ![...goesOn.values()].includes(group)) goesOn.set(lot, group);

  // First everybody keeps what lies there, then come those that have to move, then new ones.
  const found = lots.map((lot) =>
    lot.cards.map((card) => take(card, goesOn.get(lot)?.pieces ?? [])),
  );
  const held = hand.map((card) => take(card, old.hand));
  const anyOf = (card: string): Piece => take(card, free) ?? { id: newId(), card };
  const groups = lots.map((lot, at) => ({
    id: goesOn.get(lot)?.id ?? newId(),
    row: lot.row,
    pieces: lot.cards.map((card, index) => found[at]?.[index] ?? anyOf(card)),
  }));
  const order = old.groups.map((group) => group.id);
  const place = (group: Group): number => {
    const at = order.indexOf(group.id);
    return at < 0 ? order.length : at;
  };
  groups.sort((one, other) => place(one) - place(other));
  return {
    groups,
    coming: coming.map(anyOf),
    hand: hand.map((card, index) => held[index] ?? anyOf(card)),
  };
}
