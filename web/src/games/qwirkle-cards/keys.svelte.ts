import { tick } from "svelte";
import { ARROWS, nearest } from "../../lib/cells";
import type { Desk } from "./desk.svelte";
import { holderOf, type Piece } from "./layout";

interface Stop {
  x: number;
  y: number;
  node: HTMLElement;
}

/** Where the focus is. Tab stops once on the table and once in the hand, arrow keys lead on. */
export class Keys {
  /** The board in the page. */
  board = $state<HTMLElement>();

  #desk: Desk;
  #onTable = $state<number | null>(null);
  #inHand = $state<number | null>(null);
  /** The piece on the table that Tab leads to: the one that had the focus, or else the first. */
  tableStop = $derived.by(() =>
    stopAmong(
      this.#desk.layout.groups.flatMap((group) => group.pieces),
      this.#onTable,
    ),
  );
  /** The same in the hand. */
  handStop = $derived.by(() => stopAmong(this.#desk.layout.hand, this.#inHand));

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Something in the board has got the focus. */
  arrived(event: FocusEvent): void {
    const piece = (event.target as Element).closest<HTMLElement>("[data-piece]");
    const id = Number(piece?.dataset["piece"]);
    if (!id) return;
    if (holderOf(this.#desk.layout, id)) this.#onTable = id;
    else this.#inHand = id;
  }

  /** Go to a piece, once it lies where it is to lie. */
  async toPiece(id: number): Promise<void> {
    await tick();
    this.board?.querySelector<HTMLElement>(`[data-piece="${id}"] button`)?.focus();
  }

  /** Go to the first place for what was picked up. */
  async toTarget(): Promise<void> {
    await tick();
    this.board?.querySelector<HTMLElement>(".target")?.focus();
  }

  /** Arrow keys go to the next piece, or to the next place for the one that was picked up. */
  step(event: KeyboardEvent, picking: boolean): void {
    const arrow = ARROWS[event.key];
    const from = event.target as HTMLElement;
    if (!arrow || !this.board || !from.closest("[data-piece], .target")) return;
    // To the side one stays in the hand, or on the table; up and down lead from one to the other.
    const within = arrow[0] === 0 ? "" : from.closest(".hand") ? ".hand " : ".felt ";
    const stops = this.board.querySelectorAll<HTMLElement>(
      picking ? ".target, .lifted button" : `${within}[data-piece] button`,
    );
    nearest(middle(from), [...stops].map(middle), ...arrow)?.node.focus();
    event.preventDefault();
  }
}

const stopAmong = (pieces: readonly Piece[], wanted: number | null): number | null =>
  pieces.some((each) => each.id === wanted) ? wanted : (pieces[0]?.id ?? null);

function middle(node: HTMLElement): Stop {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, node };
}
