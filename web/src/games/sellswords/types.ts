// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** A battle was fought otherwise than by the placed tile against all: by whom, with whom. */
export interface Aimed {
  type: "aimed";
  tile: string;
  attacker: string;
  opponent: string | null;
}

/** A player will take another turn. */
export interface AnotherTurn {
  type: "another_turn";
  seat: number;
}

/** The cell that the tile is placed on. */
export interface At {
  type: "at";
  x: number;
  y: number;
}

/** A tile on the field that an ability works on. */
export interface Choose {
  type: "choose";
  tile: string;
}

/** Who plays red. */
export interface ColoursDrawn {
  type: "colours_drawn";
  red: number;
}

/** A tile took over the ability of a discarded one. */
export interface Copied {
  type: "copied";
  tile: string;
  source: string;
}

/** A discarded tile whose ability is copied. */
export interface Copy {
  type: "copy";
  tile: string;
}

/** CHANCE's next tile of the seven in the centre, or of a dealt hand. */
export interface Deal {
  type: "deal";
  tile: string;
}

/** A tile was laid face up into the centre, or dealt to a hand. */
export interface Dealt {
  type: "dealt";
  tile: string;
  seat: number | null;
}

/** Do without an ability, or without more of it. */
export interface Decline {
  type: "decline";
}

/** A tile from the hand to the discard. */
export interface Discard {
  type: "discard";
  tile: string;
}

/** A tile went from a hand to the discard. */
export interface Discarded {
  type: "discarded";
  seat: number;
  tile: string;
}

/** CHANCE's tile from the deck, for a hand. */
export interface Draw {
  type: "draw";
  tile: string;
}

/** A tile came from the deck into a hand. */
export interface Drew {
  type: "drew";
  seat: number;
  tile: string;
}

/** A hero as a file has it; what is left out stays as it was. */
export interface Entry {
  ref: number;
  name?: string | null;
  type?: string | null;
  ability?: string | null;
  numbers?: [number, number, number, number] | null;
  enabled?: boolean | null;
}

/** Two players gave each other a tile. */
export interface Exchanged {
  type: "exchanged";
  seat: number;
  gave: string;
  got: string;
}

/** A tile on the field. */
export interface FieldTile {
  key: string;
  name: string;
  type: string;
  ability: string;
  is_house: boolean;
  seat: number | null;
  colour: string;
  x: number;
  y: number;
  turned: number;
  numbers: number[];
  fights: number[];
  why: string[];
}

/** The first player of a round. */
export interface First {
  type: "first";
  seat: number;
}

/** Who begins a round. */
export interface FirstPlayer {
  type: "first_player";
  seat: number;
  round: number;
  by_lot: boolean;
}

/** Tiles changed sides at once; the colours they show now. */
export interface Flipped {
  type: "flipped";
  tiles: string[];
  colours: string[];
}

/** The last round has been scored. */
export interface GameOver {
  type: "game_over";
  scores: number[];
  winners: number[];
}

/** A tile from the hand for the other player. */
export interface Give {
  type: "give";
  tile: string;
}

/** Tiles that would have changed sides and were not allowed to. */
export interface Kept {
  type: "kept";
  by: string;
  tiles: string[];
}

/** The last tile of a draft was discarded. */
export interface LeftOver {
  type: "left_over";
  tile: string;
}

/** A row or a column, to flip it. */
export interface Line {
  type: "line";
  line: string;
}

/** A tile in the other player's hand that cannot be placed next turn. */
export interface Lock {
  type: "lock";
  tile: string;
}

/** A tile in a hand cannot be placed next turn. */
export interface Locked {
  type: "locked";
  seat: number;
  tile: string;
}

/** A tile was moved. */
export interface Moved {
  type: "moved";
  tile: string;
  from_x: number;
  from_y: number;
  x: number;
  y: number;
  numbers: number[];
}

/** Draft a tile from the centre. */
export interface Pick {
  type: "pick";
  tile: string;
}

/** A tile was drafted; the terrain may have sent it over. */
export interface Picked {
  type: "picked";
  seat: number;
  tile: string;
  into: number;
}

/** The tile from the hand that is placed this turn. */
export interface Place {
  type: "place";
  tile: string;
}

/** A tile was placed; its numbers as they lie, clockwise from the top. */
export interface Placed {
  type: "placed";
  seat: number;
  tile: string;
  colour: string;
  x: number;
  y: number;
  numbers: number[];
}

/** A tile cost a player points. */
export interface PointsLost {
  type: "points_lost";
  seat: number;
  points: number;
  tile: string;
}

/** The seat that plays red. */
export interface Red {
  type: "red";
  seat: number;
}

/** The discard became the deck. */
export interface Refilled {
  type: "refilled";
}

/** A tile was turned where it lies. */
export interface Rotated {
  type: "rotated";
  tile: string;
  numbers: number[];
}

/** A round was scored, line by line. */
export interface RoundScored {
  type: "round_scored";
  round: number;
  lines: ScoreLine[];
  gained: [number, number];
  scores: [number, number];
}

/** One line: `row` -1 with tiles (2, 1) gives points (1, 0). */
export interface ScoreLine {
  source: string;
  at: number | null;
  tiles: [number, number];
  points: [number, number];
}

/** Field, hands, centre, discard and score. */
export interface SellswordsView {
  type: "sellswords";
  viewer: number | null;
  seats: number;
  to_decide: number | null;
  kind: string;
  scores: number[];
  winners: number[];
  position: string;
  stage: string;
  round: number;
  rounds: number;
  draft: number;
  first: number | null;
  active: number | null;
  colours: (string | null)[];
  terrain: string | null;
  field: FieldTile[];
  hands: TileView[][];
  centre: TileView[];
  discard: TileView[];
  deck: number;
  silenced_anybody: number;
  silenced: number[];
  asking: string | null;
  asking_text: string;
  lines: ScoreLine[];
  outlook: number[];
  has_house_numbers: boolean;
}

/** A tile took upon itself what would have flipped others. */
export interface Shielded {
  type: "shielded";
  tile: string;
  saved: string[];
}

/** A placed tile's ability was ignored. */
export interface Silenced {
  type: "silenced";
  tile: string;
}

/** The next tiles placed, of one seat or of anybody, will be silenced. */
export interface Silencing {
  type: "silencing";
  tile: string;
  count: number;
  seat: number | null;
}

/** Two tiles changed places. */
export interface Swapped {
  type: "swapped";
  tiles: [string, string];
  x: number;
  y: number;
  other_x: number;
  other_y: number;
}

/** CHANCE's terrain, when it is drawn by lot. */
export interface Terrain {
  type: "terrain";
  tile: string;
}

/** The terrain was drawn by lot. */
export interface TerrainDrawn {
  type: "terrain_drawn";
  tile: string;
}

/** The terrain was laid onto the table. */
export interface TerrainLaid {
  type: "terrain_laid";
  tile: string;
  x: number;
  y: number;
}

/** A tile that is not on the field. */
export interface TileView {
  key: string;
  name: string;
  type: string;
  ability: string;
  numbers: number[];
  is_house: boolean;
  locked?: boolean;
}

/** The cell that a tile is moved to. */
export interface To {
  type: "to";
  x: number;
  y: number;
}

/** How far a tile is turned clockwise: from upright when placed, from how it lies later. */
export interface Turned {
  type: "turn";
  degrees: number;
}

/** Use an ability that needs no target. */
export interface Use {
  type: "use";
}

export type SellswordsOption = Deal | Draw | Pick | Place | Choose | Discard | Give | Lock | Copy | At | To | Turned | Use | Decline | Line | First | Red | Terrain;

export type SellswordsEvent = TerrainDrawn | FirstPlayer | ColoursDrawn | Dealt | Picked | LeftOver | TerrainLaid | Placed | Silenced | Silencing | Flipped | Kept | Shielded | Moved | Swapped | Rotated | Discarded | Drew | Refilled | Exchanged | Locked | Copied | Aimed | AnotherTurn | PointsLost | RoundScored | GameOver;
