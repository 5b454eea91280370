import { Kept } from "./kept.svelte";

/** Light, dark, or as the system has it. */
export type Theme = "system" | "light" | "dark";

const ORDER: Theme[] = ["system", "light", "dark"];

class Look {
  #kept = new Kept<Theme>("theme", ORDER, "system");

  get theme(): Theme {
    return this.#kept.value;
  }

  /** Put it on the page; the style sheet does the rest. */
  apply(): void {
    document.documentElement.dataset["theme"] = this.theme;
  }

  next(): void {
    this.#kept.value = ORDER[(ORDER.indexOf(this.theme) + 1) % ORDER.length] ?? "system";
    this.apply();
  }
}

export const look = new Look();
