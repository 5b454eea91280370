import { t } from "../../texts";
import { listed } from "./cards";
import { cardsOf, type Layout } from "./layout";
import type { QwirkleCardsView, Status } from "./types";

/** What keeps groups from being sets, as the server judged them: a sentence for each. */
export function lacks(
  names: Pick<QwirkleCardsView, "colours" | "shapes">,
  layout: Layout,
  status: Status,
): string[] {
  return layout.groups.flatMap((group, at) => {
    const verdict = status.groups[at];
    if (!verdict || verdict === "set" || verdict === "Qwirkle") return [];
    return [
      t.qwirkle.lack(listed(names, cardsOf(group.pieces)), t.qwirkle.verdicts[verdict].words),
    ];
  });
}
