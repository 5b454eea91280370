// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** Sets of one colour, sets of one shape, and cards that found no set. */
export interface Arrangement {
  colour_sets: string[][];
  shape_sets: string[][];
  loose?: string[];
}

/** A card came into a hand; which one, only its holder sees. */
export interface CardDealt {
  type: "card_dealt";
  seat: number;
  card: string | null;
  called: string | null;
}

/** A Qwirkle was put together, to be taken at the end of the turn. */
export interface Claimed {
  type: "claimed";
  seat: number;
  line: string;
  called: string;
}

/** CHANCE's next card: `+rci`. */
export interface Deal {
  type: "deal";
  card: string;
}

/** All cards were shuffled, because nobody had a set to begin with. */
export interface DealtAgain {
  type: "dealt_again";
}

/** End the turn: what is played and taken holds now. */
export interface End {
  type: "end";
}

/** It is known who begins, and whether a tie had to be broken by age. */
export interface FirstFound {
  type: "first_found";
  seat: number;
  by_age: boolean;
}

/** The game has ended. */
export interface GameOver {
  type: "game_over";
  scores: number[];
  winners: number[];
}

/** A hand: its cards where they are open to the viewer, else their number alone. */
export interface Hand {
  count: number;
  cards: string[] | null;
}

/** A seat that could not play any card lays its hand aside and draws a fresh one. */
export interface HandRenewed {
  type: "hand_renewed";
  seat: number;
  count: number;
}

/** Everybody passed in a row: the hands went into the deck, and new ones are dealt. */
export interface HandsRenewed {
  type: "hands_renewed";
  times: number;
}

/** A card was laid from the hand into the play area. */
export interface Laid {
  type: "laid";
  seat: number;
  card: string;
  called: string;
}

/** The last card of the deck was drawn: one more turn for everybody. */
export interface LastRound {
  type: "last_round";
  seat: number;
}

/** The oldest of the players whose largest sets are equal. */
export interface Oldest {
  type: "oldest";
  seat: number;
}

/** Pass, when no card can be played. */
export interface Pass {
  type: "pass";
}

/** A seat could not play any card. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** Play a card from the hand: `rci`. */
export interface Play {
  type: "play";
  card: string;
}

/** Table, hands, deck and Qwirkles. */
export interface QwirkleCardsView {
  type: "qwirkle-cards";
  viewer: number | null;
  seats: number;
  to_decide: number | null;
  kind: string;
  scores: number[];
  winners: number[];
  options: string[];
  colours: string[];
  shapes: string[];
  glyphs: string[];
  table: string[];
  colour_sets: string[][];
  shape_sets: string[][];
  loose: string[];
  played: string[];
  taken: string[];
  qwirkles: string[][];
  hands: Hand[];
  aside: Hand;
  deck: Hand;
  copies: number;
  stage: string;
  turn: number | null;
  last: number;
  passes: number;
  redeals: number;
  redrawn: boolean;
  shown: string[][];
  stuck: string[][];
  laid: string[][];
}

/** Draw a fresh hand, when no card can be played and the options say so. */
export interface Redraw {
  type: "redraw";
}

/** Everybody told how large their largest set is. */
export interface SetsCompared {
  type: "sets_compared";
  sizes: number[];
}

/** How things stand on the scratch table. */
export interface Status {
  confirmable: boolean;
  arrangeable: boolean;
  missing: string[];
  groups: ("Qwirkle" | "duplicate" | "no common attribute" | "set" | "too small")[];
  lines: string[];
  loose: string[];
  qwirkles: string[];
}

/** Take a Qwirkle out of the play area: `take:r`. */
export interface Take {
  type: "take";
  line: string;
}

/** A turn is over: the cards it played and the Qwirkles it took, in no order. */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
  cards: string[];
  called: string[];
  qwirkles: string[];
  total: number;
}

export type QwirkleCardsOption = Play | Take | End | Pass | Redraw | Deal | Oldest;

export type QwirkleCardsEvent = CardDealt | DealtAgain | SetsCompared | FirstFound | Laid | Claimed | TurnEnded | Passed | HandRenewed | HandsRenewed | LastRound | GameOver;
