import type { Component } from "svelte";

/** Draws the pictures of one game's rules by their names, and nothing for a name it has not. */
export type Pictures = Component<{ name: string }>;

/** They come with the first page of rules that somebody reads. */
const PICTURES: Record<string, () => Promise<{ default: Pictures }>> = {
  "qwirkle-cards": () => import("./qwirkle-cards/Pictures.svelte"),
  sellswords: () => import("./sellswords/Pictures.svelte"),
  swirl: () => import("./swirl/Pictures.svelte"),
  "swirling-heroes": () => import("./swirling-heroes/Pictures.svelte"),
};

/** What draws the pictures of a game; without it, or without a line, their words are shown. */
export async function picturesOf(game: string): Promise<Pictures | null> {
  try {
    return (await PICTURES[game]?.())?.default ?? null;
  } catch {
    return null;
  }
}
