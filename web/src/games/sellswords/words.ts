import type { Choice, PreviewReply } from "../../lib/protocol";
import { t } from "../../texts";
import { eventOf, optionOf, type AnyTile } from "./tiles";

/** Need not be told of a chosen answer: what it says itself, and all that ends a round. */
const UNTOLD = ["placed", "round_scored", "first_player", "left_over"];

/** An answer in words. */
export function choiceWords(choice: Choice, known: Map<string, AnyTile>): string {
  const say = t.sellswords;
  const option = optionOf(choice);
  if ("tile" in option) {
    const does = say.answers[option.type as keyof typeof say.answers];
    return say.answer(does ?? "", known.get(option.tile)?.name ?? option.tile);
  }
  if (option.type === "at" || option.type === "to") return say.cell(option.x, option.y);
  if (option.type === "turn") return say.turned(option.degrees);
  if (option.type === "use") return say.yes;
  if (option.type === "decline") return say.no;
  if (option.type === "line") return option.line === "row" ? say.row : say.column;
  return t.choice(choice.text);
}

/** What an answer would lead to, in words. */
export function outlookWords(seen: PreviewReply, seat: number | null, names: string[]): string {
  const told = seen.happenings.filter((each) => {
    const event = eventOf(each);
    return event.type === "picked" ? event.into !== seat : !UNTOLD.includes(event.type);
  });
  const gains = seen.outlook.flatMap((score, index) => {
    const gain = seen.gains[index] ?? 0;
    return gain === 0 ? [] : [t.gain(names[index] ?? "", score - gain, score)];
  });
  return [...told.map((each) => each.words), gains.join(" · ")].filter(Boolean).join(" ");
}
