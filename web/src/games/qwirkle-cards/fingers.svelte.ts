import type { DragListener } from "../../lib/drag";
import type { Desk } from "./desk.svelte";
import type { Keys } from "./keys.svelte";
import { holderOf, pieceOf, readTarget, type Group, type Piece, type Target } from "./layout";

/** What somebody has in their fingers: a piece that was picked up by tap or key, or is dragged. */
export class Fingers {
  /** The piece that was picked up. */
  picked = $state<number | null>(null);
  /** The piece that is dragged, and where the pointer is. */
  held = $state<{ piece: Piece; x: number; y: number } | null>(null);
  /** Where it would be put if it were dropped now. */
  over = $state<string | null>(null);
  /** The piece that was dropped last, until that is shown. */
  dropped: string | null = null;

  #desk: Desk;
  #keys: Keys;
  /** Whatever is to be put somewhere, in either way. */
  #active = $derived.by(() => (this.#desk.trying ? (this.held?.piece.id ?? this.picked) : null));
  piece = $derived.by(() =>
    this.#active === null ? undefined : pieceOf(this.#desk.layout, this.#active),
  );
  /** The group that it lies in. */
  #holder = $derived.by(() =>
    this.#active === null ? undefined : holderOf(this.#desk.layout, this.#active),
  );
  /** Whether it can go back into the hand. */
  canReturn = $derived.by(
    () => this.#active !== null && this.#holder !== undefined && this.#desk.isOwn(this.#active),
  );

  constructor(desk: Desk, keys: Keys) {
    this.#desk = desk;
    this.#keys = keys;
  }

  /** Whether it can go into a group: it lies in another one. */
  canGo(group: Group): boolean {
    return this.#active === null || group.id !== this.#holder?.id;
  }

  /** Whether something is held over a place. */
  isOver(target: string): boolean {
    return this.held !== null && this.over === target;
  }

  // ---- by tap and by key ----

  pick(id: number, byKeys: boolean): void {
    if (!this.#desk.trying) return;
    this.picked = this.picked === id ? null : id;
    if (this.picked !== null && byKeys) void this.#keys.toTarget();
  }

  putPicked(target: Target, byKeys: boolean): void {
    if (this.picked !== null) this.#put(this.picked, target, byKeys);
  }

  stepBack(): void {
    const id = this.picked;
    this.picked = null;
    if (id !== null) void this.#keys.toPiece(id);
  }

  key(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.picked !== null) this.stepBack();
    this.#keys.step(event, this.picked !== null);
  }

  /** Another question, or none: nothing is in anybody's fingers any more. */
  letGo(): void {
    this.picked = null;
    this.held = null;
  }

  #put(id: number, target: Target, byKeys: boolean): void {
    const { layout } = this.#desk;
    const piece = pieceOf(layout, id);
    const fromHand = !holderOf(layout, id);
    this.picked = null;
    if (!piece || !this.#desk.trying) return;
    if (target === "hand" && !this.#desk.isOwn(id)) return;
    const at = layout.hand.findIndex((each) => each.id === id);
    this.#desk.put(id, target);
    if (!byKeys) return;
    // The next card of the hand, or the card that was moved.
    const { hand } = this.#desk.layout;
    const next = fromHand ? (hand[at] ?? hand.at(-1)) : piece;
    void this.#keys.toPiece((next ?? piece).id);
  }

  // ---- by dragging ----

  readonly drag: DragListener = {
    can: (piece) => this.#desk.trying && pieceOf(this.#desk.layout, Number(piece)) !== undefined,
    start: (piece) => {
      this.picked = null;
      const found = pieceOf(this.#desk.layout, Number(piece));
      if (found) this.held = { piece: found, x: 0, y: 0 };
    },
    move: (x, y, target) => {
      if (this.held) this.held = { ...this.held, x, y };
      this.over = target;
    },
    drop: (piece, target) => {
      this.held = null;
      this.over = null;
      const where = readTarget(target);
      if (!where || this.#liesAt(Number(piece), where)) return;
      this.dropped = piece;
      this.#put(Number(piece), where, false);
    },
  };

  #liesAt(id: number, where: Target): boolean {
    const holder = holderOf(this.#desk.layout, id);
    if (!holder) return where === "hand";
    return where !== "hand" && "group" in where && where.group === holder.id;
  }
}
