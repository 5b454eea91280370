import { t } from "../texts";
import { Kept } from "./kept.svelte";

/** The levels of bots, the weakest first; each has its words in the catalogue. */
export const LEVELS = ["novice", "casual", "strong", "expert"] as const;
export type Level = (typeof LEVELS)[number];

/** Against whom this browser played last. */
export const level = new Kept<Level>("level", LEVELS, "casual");

export const isLevel = (bot: string): bot is Level => (LEVELS as readonly string[]).includes(bot);

/** The levels among the bots that are installed, and the others. */
export function sorted(bots: string[]): { levels: Level[]; others: string[] } {
  return {
    levels: LEVELS.filter((each) => bots.includes(each)),
    others: bots.filter((each) => !isLevel(each)),
  };
}

/** What a bot is called. */
export const botName = (bot: string): string => (isLevel(bot) ? t.levels[bot].name : bot);
