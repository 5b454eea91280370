import type { Choice, Question } from "../../lib/protocol";
import { t } from "../../texts";
import { cardLabel, isAction, numberOf, optionOf, sums, type Creature } from "./cards";
import type { SwirlEvent, SwirlView } from "./types";

/** An answer in words. */
export function choiceWords(choice: Choice, view: SwirlView, names: string[]): string {
  const say = t.swirl.answers;
  const option = optionOf(choice);
  switch (option.type) {
    case "play":
      return say.play(cardLabel(option.card));
    case "collect":
      return say.take(cardLabel(option.card));
    case "take":
      return say.take(option.cards.map(cardLabel).join(", "));
    case "snatch": {
      const owner = view.series.findIndex((cards) => cards.includes(option.card));
      return say.snatch(cardLabel(option.card), names[owner] ?? "");
    }
    case "creature":
      return say.creature(t.swirl.creatures[option.creature as Creature]);
    case "replace":
      return option.yes ? say.replace : say.leave;
    case "stop":
      return say.stop;
    default:
      return t.choice(choice.text);
  }
}

/** What is asked, in words. */
export function questionWords({ kind, words }: Question, view: SwirlView): string {
  const say = t.swirl.prompts;
  if (kind === "play") return view.swirling ? say.playOut : say.play;
  if (kind === "take") return say.take(numberOf(view.played ?? ""));
  if (kind === "replace") {
    const own = view.creatures[view.robbed ?? 0] as Creature | null;
    return say.replace(view.gap ?? "", own ? t.swirl.creatures[own] : "");
  }
  if (kind === "collect" || kind === "snatch" || kind === "creature") return say[kind];
  return t.chooseKind(words || kind);
}

/** What a choice would do, as far as the server told: "9 takes 5 + 4 · red crab 4 to your series". */
export function foretold(events: SwirlEvent[], names: string[]): string {
  const say = t.swirl;
  const parts = events.flatMap((event) => {
    switch (event.type) {
      case "captured":
        return [
          isAction(event.card)
            ? say.collects(event.groups.length, sums(event.groups))
            : say.takes(numberOf(event.card), sums(event.groups)),
        ];
      case "series_grown":
        return [say.grows(cardLabel(event.card), event.count)];
      case "stayed":
        return [say.takesNothing(numberOf(event.card))];
      case "no_effect":
        return [say.noEffectNow];
      case "snatched":
        return [say.snatches(cardLabel(event.card), names[event.victim] ?? "")];
      case "dropped":
        return [say.drops(event.cards.length)];
      case "replaced":
        return event.card === null ? [] : [say.fills(cardLabel(event.card))];
      case "game_over":
        return [say.ends];
      default:
        return [];
    }
  });
  if (parts.length > 0) return parts.join(" · ");
  const [only] = events;
  if (only?.type !== "played") return "";
  return isAction(only.card) ? say.actions[only.card].next : say.manyWays(numberOf(only.card));
}
