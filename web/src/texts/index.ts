import { language } from "../lib/language";
import { en, type Texts } from "./en";

export type { Texts };

/** English comes with the app; every other language is fetched before the first word is said. */
async function spoken(): Promise<Texts> {
  try {
    if (language === "de") return (await import("./de")).de;
  } catch {
    // It cannot be fetched now: English is better than nothing.
  }
  return en;
}

export const t: Texts = await spoken();
