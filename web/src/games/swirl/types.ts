// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** A card took cards of the middle: equal ones, and groups that sum to its number. */
export interface Captured {
  type: "captured";
  seat: number;
  card: string;
  groups: string[][];
}

/** A card came into a hand; only its owner sees which. */
export interface CardDealt {
  type: "card_dealt";
  seat: number;
  card: string | null;
}

/** Some cards: named where they are open to the viewer, else their number alone. */
export interface Cards {
  count: number;
  cards: string[] | null;
}

/** Take this card of the middle with COLLECT ONE: `collect:Cr4`. */
export interface Collect {
  type: "collect";
  card: string;
}

/** Collect this creature: `creature:crab`. */
export interface Creature {
  type: "creature";
  creature: string;
}

/** A seat has the creature that it collects. */
export interface CreatureTaken {
  type: "creature_taken";
  seat: number;
  creature: string;
}

/** CHANCE's next card, for a hand or the middle: `deal:Cr4`. */
export interface Deal {
  type: "deal";
  card: string;
}

/** Who deals: `dealer:B`. */
export interface Dealer {
  type: "dealer";
  seat: number;
}

/** It is known who deals. */
export interface DealerNamed {
  type: "dealer_named";
  seat: number;
}

/** A seat dropped its hand into the middle: somebody played SWIRL, or stopped playing out. */
export interface Dropped {
  type: "dropped";
  seat: number;
  cards: string[];
}

/** A series is complete, or all cards have been played. */
export interface GameOver {
  type: "game_over";
  scores: number[];
  winners: number[];
  series: number[];
  piles: number[];
  teams: boolean;
}

/** All cards have been played; what lay in the middle is nobody's. */
export interface LeftInMiddle {
  type: "left_in_middle";
  cards: string[];
}

/** A card was dealt face up to the middle; an action card went straight back into the deck. */
export interface MiddleDealt {
  type: "middle_dealt";
  card: string;
}

/** A played action card found nothing to act on and went to the capture pile. */
export interface NoEffect {
  type: "no_effect";
  card: string;
}

/** Play a card from the hand: `play:Cr4`. */
export interface Play {
  type: "play";
  card: string;
}

/** A seat played a card from its hand. */
export interface Played {
  type: "played";
  seat: number;
  card: string;
}

/** Put a card of the own pile in the place of a snatched one, or leave it: `replace:yes`. */
export interface Replace {
  type: "replace";
  yes: boolean;
}

/** The robbed seat filled the gap from its pile; without a card, it left the gap. */
export interface Replaced {
  type: "replaced";
  seat: number;
  card: string | null;
}

/** A captured card went to its captor's series. */
export interface SeriesGrown {
  type: "series_grown";
  seat: number;
  card: string;
  count: number;
}

/** Take this card out of another player's series: `snatch:Cr4`. */
export interface Snatch {
  type: "snatch";
  card: string;
}

/** A seat took a card out of another's series into its own capture pile. */
export interface Snatched {
  type: "snatched";
  seat: number;
  victim: number;
  card: string;
}

/** A played creature card captured nothing and lies in the middle now. */
export interface Stayed {
  type: "stayed";
  card: string;
}

/** After a SWIRL: drop the rest of the hand into the middle. */
export interface Stop {
  type: "stop";
}

/** The middle, hands, series, piles and the size of the deck. */
export interface SwirlView {
  type: "swirl";
  viewer: number | null;
  seats: number;
  to_decide: number | null;
  kind: string;
  scores: number[];
  winners: number[];
  options: string[];
  teams: boolean;
  capture: string;
  dealer: number | null;
  creatures: (string | null)[];
  hands: Cards[];
  middle: string[];
  series: string[][];
  piles: Cards[];
  deck: Cards;
  returned: string[];
  whole_box: boolean;
  turn: number | null;
  played: string | null;
  swirling: boolean;
  robbed: number | null;
  gap: string | null;
  to_deal: number;
  to_lay: number;
  memory: string;
}

/** Capture just these cards of the middle, where there is a choice: `take:Fr4+Hg5`. */
export interface Take {
  type: "take";
  cards: string[];
}

export type SwirlOption = Play | Deal | Collect | Snatch | Take | Creature | Dealer | Replace | Stop;

export type SwirlEvent = DealerNamed | CreatureTaken | CardDealt | MiddleDealt | Played | Stayed | NoEffect | Captured | SeriesGrown | Snatched | Replaced | Dropped | LeftInMiddle | GameOver;
