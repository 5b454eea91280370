import type { Choice } from "../../lib/protocol";
import { t } from "../../texts";
import { cardLabel } from "./cards";
import type { SwirlingHeroesOption } from "./types";

export const optionOf = (choice: Choice): SwirlingHeroesOption =>
  choice.option as unknown as SwirlingHeroesOption;

/** An answer in words. */
export function choiceWords(choice: Choice, names: string[]): string {
  const option = optionOf(choice);
  if (option.type === "place") return t.heroes.answer(option.card, option.x, option.y);
  if ("card" in option) return cardLabel(option.card);
  if (option.type === "colour") {
    const emblems = t.heroes.colours[option.colour as keyof typeof t.heroes.colours];
    return t.heroes.colour(option.colour, emblems);
  }
  return ("seat" in option && names[option.seat]) || t.choice(choice.text);
}
