import type { Choice } from "../../lib/protocol";
import { t } from "../../texts";
import { cardLabel } from "./cards";
import type { SwirlingHeroesOption } from "./types";

export const optionOf = (choice: Choice): SwirlingHeroesOption =>
  choice.option as unknown as SwirlingHeroesOption;

/** An answer in words: what one does with it. */
export function answerWords(choice: Choice, names: string[]): string {
  const say = t.heroes.answers;
  const option = optionOf(choice);
  if (option.type === "place") return say.place(option.card, option.x, option.y);
  if (option.type === "remove") return say.remove(option.card);
  if (option.type === "pick") return say.pick(option.card);
  if (option.type === "first") return say.first(names[option.seat] ?? "");
  return choiceWords(choice, names);
}

/** What is chosen with an answer: the card, the colour, the player. */
export function choiceWords(choice: Choice, names: string[]): string {
  const option = optionOf(choice);
  if ("card" in option) return cardLabel(option.card);
  if (option.type === "colour") {
    const emblems = t.heroes.colours[option.colour as keyof typeof t.heroes.colours];
    return t.heroes.colour(option.colour, emblems);
  }
  return ("seat" in option && names[option.seat]) || t.choice(choice.text);
}
