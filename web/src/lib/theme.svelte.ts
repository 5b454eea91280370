/** Light, dark, or as the system has it. */
export type Theme = "system" | "light" | "dark";

const ORDER: Theme[] = ["system", "light", "dark"];
const STORED = "halfturn.theme";

class Look {
  theme = $state<Theme>(stored());

  /** Put it on the page; the style sheet does the rest. */
  apply(): void {
    document.documentElement.dataset["theme"] = this.theme;
  }

  next(): void {
    this.theme = ORDER[(ORDER.indexOf(this.theme) + 1) % ORDER.length] ?? "system";
    this.apply();
    try {
      localStorage.setItem(STORED, this.theme);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  }
}

function stored(): Theme {
  try {
    const word = localStorage.getItem(STORED);
    return ORDER.find((theme) => theme === word) ?? "system";
  } catch {
    return "system";
  }
}

export const look = new Look();
