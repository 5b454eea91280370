import { t } from "../../texts";
import { cardLabel, isAction, numberOf, sums } from "./cards";
import type { SwirlEvent } from "./types";

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
