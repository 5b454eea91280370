import { en, type Texts } from "./en";

export type { Texts };
export const t: Texts = en;
