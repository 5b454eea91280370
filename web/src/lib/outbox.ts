import type { Move, NextGame, Resign } from "./protocol";

/** A request that changes the table: it is sent until the server says what became of it. */
export type Request = Move | Resign | NextGame;

/** Requests without a reply yet, oldest first. */
export class Outbox {
  #waiting = new Map<string, Request>();

  get size(): number {
    return this.#waiting.size;
  }

  /** All of them, to be sent again with the same keys after a gap. */
  get all(): Request[] {
    return [...this.#waiting.values()];
  }

  add(request: Request): void {
    this.#waiting.set(request.key, request);
  }

  /** Forget the request of that key; undefined when there is none. */
  settle(key: string): Request | undefined {
    const request = this.#waiting.get(key);
    this.#waiting.delete(key);
    return request;
  }
}
