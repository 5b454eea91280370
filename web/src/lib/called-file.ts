import { calledReplay } from "./called";
import { packed, unpacked } from "./packed";
import type { ReplayFile } from "./protocol";

const GAME = /(?<=<script type="text\/plain" id="game">)[A-Za-z0-9+/=]+(?=<\/script>)/;

/**
 * The page of a finished game, in which people are called as they are at this screen. The server
 * has made it and knows nothing of these names, so they are put in here.
 */
export async function calledFile(page: string): Promise<string> {
  const game = GAME.exec(page)?.[0];
  if (!game) return page;
  const file = await unpacked<ReplayFile>(game);
  const called = await packed({ ...file, eyes: file.eyes.map(calledReplay) });
  return page.replace(GAME, () => called);
}
