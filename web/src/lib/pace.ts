/** Shows things one after another, each for as long as the eye needs to follow it. */
export class Pace<T> {
  #queue: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #show: (item: T) => void;
  #dwell: (item: T) => number;

  constructor(show: (item: T) => void, dwell: (item: T) => number) {
    this.#show = show;
    this.#dwell = dwell;
  }

  push(item: T): void {
    this.#queue.push(item);
    if (this.#timer === undefined) this.#next();
  }

  /** Show at once all that is waiting. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const item of this.#queue.splice(0)) this.#show(item);
  }

  #next(): void {
    this.#timer = undefined;
    const item = this.#queue.shift();
    if (item === undefined) return;
    this.#show(item);
    const dwell = this.#dwell(item);
    if (dwell > 0) this.#timer = setTimeout(() => this.#next(), dwell);
    else this.#next();
  }
}
