// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** One printed card: its numbers clockwise from the top, held with the picture upright. */
export interface Card {
  id: string;
  colour: string;
  sides: number[];
  hero?: string;
  name?: string;
}

/** A card came into a hand, drawn or picked; without its numbers where it is hidden. */
export interface CardDealt {
  type: "card_dealt";
  seat: number;
  card: string | null;
  hidden: boolean;
}

/** A card file as it is written. */
export interface CardFile {
  version: number;
  cards: Card[];
  hands?: Record<string, unknown>;
}

/** The seat that paid the last compliment and names the First Player. */
export interface Chooser {
  type: "chooser";
  seat: number;
}

/** It was found who paid the last compliment and names the First Player. */
export interface ChooserDrawn {
  type: "chooser_drawn";
  seat: number;
}

/** Take a colour. */
export interface Colour {
  type: "colour";
  colour: string;
}

/** A seat took its colour. */
export interface ColourTaken {
  type: "colour_taken";
  seat: number;
  colour: string;
}

/** CHANCE's next card. */
export interface Deal {
  type: "deal";
  card: string;
}

/** A card on the field, as it lies. */
export interface FieldCard {
  seat: number;
  card: string;
  x: number;
  y: number;
}

/** The First Player. */
export interface First {
  type: "first";
  seat: number;
}

/** The First Player is known. */
export interface FirstNamed {
  type: "first_named";
  seat: number;
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

/** Put a card of the own colour into the own hand. */
export interface Pick {
  type: "pick";
  card: string;
}

/** Lay a card from the hand onto the field: `0123@1,0`, column then row, rows downwards. */
export interface Place {
  type: "place";
  card: string;
  x: number;
  y: number;
}

/** A card was placed; it lies as its text says. */
export interface Placed {
  type: "placed";
  seat: number;
  card: string;
  x: number;
  y: number;
}

/** Take a card from the hand out of the game, when none can be placed. */
export interface Remove {
  type: "remove";
  card: string;
}

/** A seat that could not place took a card out of the game. */
export interface Removed {
  type: "removed";
  seat: number;
  card: string;
}

/** A card made a half turn and lies now as its text says. */
export interface Swirled {
  type: "swirled";
  seat: number;
  card: string;
  x: number;
  y: number;
}

/** Field, hands, and what is out of the game. */
export interface SwirlingHeroesView {
  type: "swirling-heroes";
  viewer: number | null;
  seats: number;
  to_decide: number | null;
  kind: string;
  scores: number[];
  winners: number[];
  options: string[];
  colours: (string | null)[];
  field: FieldCard[];
  hands: Hand[];
  removed: string[][];
  cannot_hold: string[][];
  turn: number | null;
  chooser: number | null;
}

export type SwirlingHeroesOption = Place | Remove | Deal | Pick | Colour | Chooser | First;

export type SwirlingHeroesEvent = ColourTaken | CardDealt | ChooserDrawn | FirstNamed | Placed | Swirled | Removed | GameOver;
