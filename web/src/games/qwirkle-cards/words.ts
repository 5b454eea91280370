import type { Choice } from "../../lib/protocol";
import { t } from "../../texts";
import { cardLabel, lineLabel, listed, optionOf } from "./cards";
import type { Desk } from "./desk.svelte";
import type { Fingers } from "./fingers.svelte";
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

/** An answer in words. */
export function choiceWords(view: QwirkleCardsView, choice: Choice): string {
  const say = t.qwirkle.answers;
  const option = optionOf(choice);
  if (option.type === "play") return say.play(cardLabel(view, option.card));
  if (option.type === "take") return say.take(lineLabel(view, option.line));
  if (option.type === "end" || option.type === "pass" || option.type === "redraw")
    return say[option.type];
  return t.choice(choice.text);
}

const missing = (view: QwirkleCardsView, desk: Desk): string[] =>
  desk.status ? lacks(view, desk.layout, desk.status) : [];

/** What there is to do in a turn that is being tried out. */
export function turnWords(view: QwirkleCardsView, desk: Desk, fingers: Fingers): string {
  const say = t.qwirkle;
  if (fingers.piece) return say.whereTo(cardLabel(view, fingers.piece.card));
  const { status, found } = desk;
  if (status?.confirmable) return say.ready(status.qwirkles.map((line) => lineLabel(view, line)));
  const open = missing(view, desk);
  if (!found || (found.laid.length === 0 && open.length === 0)) return say.begin;
  if (open.length > 1) return say.notYet(status?.loose.length ?? 0);
  return open[0] ?? say.layOne;
}

/** What more there is to say of it. */
export function turnDetail(view: QwirkleCardsView, desk: Desk, fingers: Fingers): string {
  const say = t.qwirkle;
  if (!desk.trying) return "";
  if (fingers.piece) return fingers.canReturn ? say.orBack : "";
  const { status, found } = desk;
  if (!status || !found) return "";
  if (status.confirmable) return say.laysDown(found.laid.length);
  if (found.laid.length > 0) return status.arrangeable ? say.canArrange : say.cannot;
  return missing(view, desk).length === 0 ? say.how : say.layOne;
}
