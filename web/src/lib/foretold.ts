import type { PreviewReply, Update } from "./protocol";
import { seatName } from "./seats";
import { t } from "../texts";

/** What a choice would do, in words that do for every game. */
export function foretold(now: Update, seen: PreviewReply): string {
  const gains = seen.outlook.flatMap((score, seat) => {
    const gain = seen.gains[seat] ?? 0;
    return gain === 0 ? [] : [t.gain(seatName(now.seats, seat), score - gain, score)];
  });
  return [...seen.happenings.map((each) => each.words), gains.join(" · ")].join(" ").trim();
}
