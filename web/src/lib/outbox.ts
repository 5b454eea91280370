import type {
  Agree,
  ComeBack,
  Holiday,
  Move,
  NextGame,
  Resign,
  Say,
  StandIn,
  TakeBack,
} from "./protocol";

/** A request that changes the table: it is sent until the server says what became of it. */
export type Request =
  Move | Resign | NextGame | TakeBack | Agree | ComeBack | StandIn | Holiday | Say;

/**
 * Requests without a reply yet, oldest first.
 *
 * With a name they outlive a reload of the page. What is sent again then has its old key, so it
 * is carried out once at most, and one that comes too late is refused as stale.
 */
export class Outbox {
  #waiting = new Map<string, Request>();
  #name: string;

  constructor(name = "") {
    this.#name = name;
    for (const request of this.#stored()) this.#waiting.set(request.key, request);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether something waits that changes the game: what is said keeps nobody from playing. */
  get busy(): boolean {
    return this.all.some((request) => request.type !== "say");
  }

  /** All of them, to be sent again with the same keys after a gap. */
  get all(): Request[] {
    return [...this.#waiting.values()];
  }

  add(request: Request): void {
    this.#waiting.set(request.key, request);
    this.#store();
  }

  /** Forget the request of that key; undefined when there is none. */
  settle(key: string): Request | undefined {
    const request = this.#waiting.get(key);
    if (this.#waiting.delete(key)) this.#store();
    return request;
  }

  // A browser may refuse to store anything; then nothing is kept beyond the page.

  #stored(): Request[] {
    try {
      return JSON.parse((this.#name && sessionStorage.getItem(this.#name)) || "[]") as Request[];
    } catch {
      return [];
    }
  }

  #store(): void {
    if (!this.#name) return;
    try {
      if (this.size === 0) sessionStorage.removeItem(this.#name);
      else sessionStorage.setItem(this.#name, JSON.stringify(this.all));
    } catch {
      return;
    }
  }
}
