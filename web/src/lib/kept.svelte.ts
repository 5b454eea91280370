/** A preference that this browser keeps; about nobody, and nothing else is kept of it. */
export class Kept<T extends string> {
  #name: string;
  #value = $state() as T;

  constructor(name: string, words: readonly T[], usual: T) {
    this.#name = `halfturn.${name}`;
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(this.#name);
    } catch {
      // Storage may be forbidden; a choice then lasts as long as the page.
    }
    this.#value = words.find((word) => word === stored) ?? usual;
  }

  get value(): T {
    return this.#value;
  }

  set value(word: T) {
    this.#value = word;
    try {
      localStorage.setItem(this.#name, word);
    } catch {
      return;
    }
  }
}
