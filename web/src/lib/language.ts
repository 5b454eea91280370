/** The languages that the app speaks, each by the name it has for itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = "halfturn.language";

const known = (word: string): Language | undefined => {
  const short = word.toLowerCase().split("-")[0];
  return (Object.keys(LANGUAGES) as Language[]).find((each) => each === short);
};

/** What was chosen here, else the first of the browser's languages that there is. */
function wanted(): Language {
  let chosen = "";
  try {
    chosen = localStorage.getItem(STORED) ?? "";
  } catch {
    // Storage may be forbidden.
  }
  for (const word of [chosen, ...navigator.languages]) {
    const found = known(word);
    if (found) return found;
  }
  return "en";
}

export const language: Language = wanted();

/** Speak another language from now on: everything is said anew, so the page is begun anew. */
export function speak(other: Language): void {
  try {
    localStorage.setItem(STORED, other);
  } catch {
    // Then it stays as the browser has it.
  }
  location.reload();
}
