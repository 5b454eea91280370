import type { Component } from "svelte";
import type { Choosing } from "../lib/choosing.svelte";
import type { Choice, Update } from "../lib/protocol";
import type { Table } from "../lib/table.svelte";
import { qwirkleCards } from "./qwirkle-cards";
import { sellswords } from "./sellswords";
import { swirl } from "./swirl";
import { swirlingHeroes } from "./swirling-heroes";

export interface BoardProps {
  table: Table;
  now: Update;
  choosing: Choosing;
}

/** What a seat has, in the game's own way: in a few signs, and in words. */
export type Score = (view: Update["view"], seat: number) => { short: string; words: string };

export interface MarkProps {
  view: Update["view"];
  seat: number;
}

export interface SeatHandProps extends MarkProps {
  name: string;
  /** Whether it is one's own seat, whose hand lies below the board. */
  own: boolean;
}

/** How a game looks. Every part draws what it is sent and knows no rule. */
export interface GameFace {
  /** The middle of the table and the own hand, with all that is decided there. */
  Board: Component<BoardProps>;
  /** The sign of a seat: its letter and whatever the game gives it. */
  Mark: Component<MarkProps>;
  /** What others hold, small, and what else lies with a seat. */
  SeatHand: Component<SeatHandProps>;
  /** A picture for the list of games. */
  Cover: Component;
  /** An answer as people call it: "Play yellow fish 1". */
  words: (choice: Choice, now: Update) => string;
  /** For a game whose points are not what players count. */
  score?: Score;
}

const FACES: Record<string, GameFace> = {
  "qwirkle-cards": qwirkleCards,
  sellswords,
  swirl,
  "swirling-heroes": swirlingHeroes,
};

/** The face of a game; a game without one is played with lists. */
export const faceOf = (game: string): GameFace | undefined => FACES[game];
