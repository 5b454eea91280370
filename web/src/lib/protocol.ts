// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** How can these cards lie, close to how others lay there before? Spectators may ask, too. */
export interface AskLayout {
  type: "layout";
  key: string;
  cards: string[];
  near: string[][];
}

/** What would this answer do? */
export interface AskPreview {
  type: "preview";
  key: string;
  token: string;
  answer: string;
  before?: string[];
}

/** How would things stand if cards lay so? For games that have a scratch table. */
export interface AskScratch {
  type: "scratch";
  key: string;
  token: string;
  groups: string[][];
  arrange?: boolean;
}

/** One option of a question: its notation, its parts, and words for a list. */
export interface Choice {
  text: string;
  option: Record<string, unknown>;
}

/** What makes the running game's deals checkable: see `fair`. */
export interface Fair {
  commitment: string;
  secret: string | null;
}

/** A game that is over: GET /api/v1/tables/TABLE/games gives a list of these. */
export interface FinishedGame {
  number: number;
  steps: number;
  scores: number[];
  winners: number[];
  resigned: number | null;
}

/** One game that can be played here: GET /api/v1/games gives a list of these. */
export interface GameInfo {
  id: string;
  title: string;
  tagline: string;
  min_seats: number;
  max_seats: number;
  presets: PresetInfo[];
  bots: string[];
}

/** An event as the viewer may see it: its parts to animate, its words for the log. */
export interface Happening {
  event: Record<string, unknown>;
  words: string;
}

/** The first message: what this browser has seen of the table, 0 for nothing. */
export interface Hello {
  type: "hello";
  seen: number;
  columns?: number;
}

/** POST /api/v1/tables/TABLE/join: take an open seat with the invitation's code. */
export interface Join {
  invite: string;
}

/** GET /api/v1/lan, POST /api/v1/lan to open: how phones in the house reach this server. */
export interface LanAddress {
  open: boolean;
  urls: string[];
  qr: string;
}

/** One way in which cards can lie. A refused one is answered with a Reply. */
export interface LayoutReply {
  type: "layout";
  key: string;
  layout: Record<string, unknown>;
}

/** Who this browser is: GET /api/v1/me. */
export interface Me {
  name: string;
}

/** Answers to the open question and to those of the same seat that follow at once. */
export interface Move {
  type: "move";
  key: string;
  token: string;
  answers: string[];
}

/** POST /api/v1/tables: seats are `me`, `open`, or `bot:NAME`; answered with TableLink. */
export interface NewTable {
  game: string;
  seats: string[];
  preset?: string;
  options?: string[];
  games?: number;
}

/** Go on: to the next game of the match, or to a rematch once it is over. */
export interface NextGame {
  type: "next";
  key: string;
}

/** One thing that can be chosen before a game begins. */
export interface OptionInfo {
  name: string;
  default: string;
  choices: string[];
  description: string;
}

/** Are you there? The reply is ok, for spectators too: a line that gives none is dead. */
export interface Ping {
  type: "ping";
  key: string;
}

/** A named way of playing a game. */
export interface PresetInfo {
  id: string;
  title: string;
  description: string;
  seats: number[];
}

/** What a choice would do; nothing was played. A refused one is answered with a Reply. */
export interface PreviewReply {
  type: "preview";
  key: string;
  scores: number[];
  outlook: number[];
  gains: number[];
  happenings: Happening[];
  kind?: string;
  then?: Choice[];
}

/** Why a request was refused, for people; with a status of 400 or above. */
export interface Problem {
  code: string;
  text: string;
}

/** The open question, sent to the seat that is asked and to nobody else. */
export interface Question {
  token: string;
  kind: string;
  words: string;
  choices: Choice[];
}

/** Steps of a finished game: GET /api/v1/tables/TABLE/games/NUMBER. */
export interface Replay {
  table: string;
  game: string;
  title: string;
  options: string[];
  names: string[];
  sides: number[][];
  result: FinishedGame;
  commitment: string;
  secret: string | null;
  draws: number[];
  first: number;
  steps: ReplayStep[];
}

/** One answer of a finished game, and how things stood after it. */
export interface ReplayStep {
  seat: number | null;
  answer: string;
  happenings: Happening[];
  views: Record<string, unknown>[];
}

/** What became of a request: every request with a key gets exactly one. */
export interface Reply {
  type: "reply";
  key: string;
  result: "conflict" | "dup" | "error" | "illegal" | "ok" | "slow_down" | "stale";
  version: number;
  text: string;
}

/** Give the game up. */
export interface Resign {
  type: "resign";
  key: string;
}

/** How a game is played: GET /api/v1/games/GAME/rules. */
export interface Rules {
  game: string;
  title: string;
  page: RulesPart[];
  options: OptionInfo[];
}

/** An element of a page of rules. */
export interface RulesPart {
  tag: string;
  text: string;
  parts: RulesPart[];
}

/** A scratch table and how things stand there; nothing was played. */
export interface ScratchReply {
  type: "scratch";
  key: string;
  groups: string[][];
  hand: string[];
  laid: string[];
  status: Record<string, unknown>;
  answers: string[];
}

/** One seat of a table and who sits there. */
export interface Seat {
  kind: "bot" | "open" | "person";
  name: string;
  here: boolean;
  you: boolean;
}

/** The match a table plays: which game of how many, and the totals of those that are over. */
export interface Series {
  game: number;
  games: number;
  totals: number[];
  winners: number[];
}

/** POST /api/v1/me: be called something else; answered with Me. */
export interface SetName {
  name: string;
}

/** A piece of a drawn line. */
export interface Span {
  text: string;
  style: string;
}

/** A table in a list: GET /api/v1/tables gives those this browser sits at. */
export interface TableInfo {
  table: string;
  game: string;
  title: string;
  status: "over" | "playing" | "waiting";
  your_turn: boolean;
  asked: number[];
  seats: Seat[];
  scores: number[];
  series: Series;
}

/** A table to go to, and the code that lets somebody else take an open seat there. */
export interface TableLink {
  table: string;
  invite: string;
}

/** The table after a change, as this viewer may see it. */
export interface Update {
  type: "update";
  table: string;
  game: string;
  title: string;
  version: number;
  whole: boolean;
  status: "over" | "playing" | "waiting";
  seats: Seat[];
  seat: number | null;
  sides: number[][];
  view: Record<string, unknown>;
  asked: number[];
  question: Question | null;
  kept: Choice[];
  happenings: Happening[];
  series: Series;
  resigned: number | null;
  invite: string | null;
  fair?: Fair | null;
  drawing?: Span[][] | null;
}

export type FromServer = Update | Reply | PreviewReply | ScratchReply | LayoutReply;

export type FromBrowser = Hello | Move | AskPreview | AskScratch | AskLayout | Resign | NextGame | Ping;

export const NO_TABLE = 4404;
