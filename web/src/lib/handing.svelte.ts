import { gameOver } from "./seats";
import type { Table } from "./table.svelte";

/** How long somebody may look at what the own move did before the screen is covered, in ms. */
const LINGER = 1600;
/** The same where the next one sees nothing else. */
const GLANCE = 800;

/** Several seats on one screen: whose cards may be seen on it, and to whom it is handed next. */
export class Handing {
  /** Whether all of them want to see the cards of all: then nothing is covered. */
  openly = $state(false);

  #table: Table;
  /** The seat of whoever has said to hold the device; nobody has when the page is loaded. */
  #holding = $state<number | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  get several(): boolean {
    return (this.#table.now?.yours.length ?? 0) > 1;
  }

  /** The seat that is to look next: one that is asked, as long as it can be the same one. */
  get next(): number | null {
    const now = this.#table.now;
    if (!now || now.seat === null) return null;
    const asked = now.yours.filter((seat) => now.asked.includes(seat));
    return asked.includes(now.seat) ? now.seat : (asked[0] ?? now.seat);
  }

  /** Whether nothing of any hand may be in the page. */
  get covered(): boolean {
    return this.#playing && this.#guarded && this.#holding !== this.#table.now?.seat;
  }

  /** Whether somebody else is to look, and the present one has just moved. */
  get due(): boolean {
    return this.#playing && !this.covered && this.next !== this.#table.now?.seat;
  }

  /** For how long the present one may look on, in ms. */
  get linger(): number {
    return this.#guarded ? LINGER : GLANCE;
  }

  cover(): void {
    if (this.several && !this.#guarded) this.uncover();
    else this.#holding = null;
  }

  /** Whoever is next holds the device now. */
  uncover(): void {
    const seat = this.next;
    if (seat === null) return;
    // Where all saw everything so far, nobody has said to be alone with what comes to be hidden.
    this.#holding = this.#table.now?.secrets ? seat : null;
    if (seat !== this.#table.now?.seat) this.#table.see(seat);
  }

  /** Whether somebody is to be kept from seeing what others hold. */
  get #guarded(): boolean {
    return !this.openly && this.#table.now?.secrets === true;
  }

  get #playing(): boolean {
    const now = this.#table.now;
    return this.several && now?.status === "playing" && !gameOver(now);
  }
}
