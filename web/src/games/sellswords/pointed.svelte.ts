import type { AnyTile } from "./tiles";

/** The tile that somebody looks at: under the mouse, focused, or touched last. */
class Pointed {
  tile = $state.raw<AnyTile | null>(null);

  at(tile: AnyTile): void {
    this.tile = tile;
  }

  /** A finger that leaves has still pointed there; a mouse has not. */
  leave(event: PointerEvent): void {
    if (event.pointerType === "mouse") this.tile = null;
  }

  nothing(): void {
    this.tile = null;
  }
}

export const pointed = new Pointed();
