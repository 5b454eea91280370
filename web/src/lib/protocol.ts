// Written by scripts/protocol_types.py from the server's types. Do not edit.

/** Yes or no to what is asked; whoever asked can think better of it and say no, too. */
export interface Agree {
  type: "agree";
  key: string;
  asking: number;
  yes: boolean;
}

/** What would be good here? For the own open question, where hints are given. */
export interface AskHint {
  type: "hint";
  key: string;
  token: string;
}

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

/** Somebody asks the others to agree that the last move is taken back. */
export interface Asking {
  id: number;
  seat: number;
  to_agree: number[];
}

/** POST …/bot/agree: yes or no to what is asked. */
export interface BotAgree {
  key: string;
  asking: number;
  yes: boolean;
}

/** A line of GET /api/v1/bot/events: something at a table where the bot sits. */
export interface BotEvent {
  type: "begun" | "over" | "seated" | "your_turn";
  table: string;
  game: string;
  number: number;
  version: number;
  match_over: boolean;
  update?: Update;
}

/** POST /api/v1/tables/TABLE/bot/move: as the message `move` of the WebSocket. */
export interface BotMove {
  key: string;
  token: string;
  answers: string[];
}

/** A new bot, and the token that makes a program this bot: it is shown this once. */
export interface BotToken {
  bot: OwnBot;
  token: string;
}

/** POST …/bot/resign, …/bot/next, …/bot/come-back: as the messages of the WebSocket. */
export interface BotWish {
  key: string;
}

/** What was found. */
export interface CardCheck {
  problems: CardProblem[];
  unprinted: string[];
  changes: boolean;
}

/** GET /api/v1/cards/GAME: the cards of a game. */
export interface CardFile {
  game: string;
  title: string;
  name: string;
  where: string;
  own: boolean;
  text: string;
  shipped: string;
  trouble: string;
  unprinted: string[];
  mark: string;
  may_change: boolean;
}

/** GET /api/v1/cards gives one for every game whose cards an owner can enter. */
export interface CardFileInfo {
  game: string;
  title: string;
  own: boolean;
  unprinted: number;
}

/** Something that is wrong with a card file. */
export interface CardProblem {
  place: string;
  text: string;
}

/** POST /api/v1/cards/GAME/check: a file to be checked; nothing is changed. */
export interface CardText {
  text: string;
}

/** One option of a question: its notation, its parts, and words for a list. */
export interface Choice {
  text: string;
  option: Record<string, unknown>;
}

/** What was agreed about time: a bank for a whole game, or so much for every move. */
export interface Clock {
  bank?: number;
  increment?: number;
  per_move?: number;
  holidays?: number;
  out?: "bot" | "resign";
}

/** The clocks of a table: each list has a number for every seat. Times are milliseconds. */
export interface ClockState {
  left: number[];
  rest: number[];
  holidays: number[];
  running: number[];
  passed: number;
}

/** The last line of a stream that the server ends; the codes are those of the WebSocket. */
export interface Closing {
  type: "closed";
  code: number;
  text: string;
}

/** Play again oneself, where a bot plays for one. */
export interface ComeBack {
  type: "come_back";
  key: string;
}

/** A browser on which somebody is signed in: GET /api/v1/me/devices gives a list of these. */
export interface Device {
  id: string;
  browser: string;
  system: string;
  made_at: number;
  used_at: number;
  this: boolean;
}

/** POST /api/v1/me/code: with this code another device can become the same person, once. */
export interface DeviceCode {
  code: string;
  seconds: number;
}

/** What chance could have answered, so that anybody can make the draw again: see `fair_deal`. */
export interface Draw {
  version: number;
  ordinal: number;
  attempt: number;
  options: string[];
  weights: number[];
}

/** What makes the running game's deals checkable: see `fair_deal`. */
export interface Fair {
  commitment: string;
  secret: string | null;
  contributions: (string | null)[];
  deal: number;
  voids: VoidedDeal[];
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
  lesson?: boolean;
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
  seat?: number | null;
  language?: string;
}

/** One choice that is worth a thought, and why. */
export interface Hint {
  text: string;
  words: string;
}

/** The best few choices, the best first. A refused request is answered with a Reply. */
export interface HintReply {
  type: "hint";
  key: string;
  hints: Hint[];
}

/** Take days off: from now on the own clock stands still for so long. */
export interface Holiday {
  type: "holiday";
  key: string;
  days: number;
}

/** POST /api/v1/tables/TABLE/join: take an open seat with the invitation's code; at an open     table the code is empty. The same to …/invitation only tells where it leads, with TableInfo. */
export interface Join {
  invite: string;
}

/** POST /api/v1/cards/GAME: put a file into force, for the tables that are made from now on. */
export interface KeepCards {
  text: string;
  mark: string;
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

/** What a learner says: POST /api/v1/games/GAME/lesson. It changes nothing. */
export interface LessonAsk {
  step: number;
  before?: string[];
  say: Move | AskPreview | AskScratch | AskLayout;
}

/** A whole lesson: GET /api/v1/games/GAME/lesson. */
export interface LessonInfo {
  game: string;
  title: string;
  about: string;
  end: string;
  names: string[];
  steps: LessonStep[];
}

/** How things stand in an exercise, as the learner sees them. */
export interface LessonPosition {
  seat: number;
  sides: number[][];
  view: Record<string, unknown>;
  asked: number[];
  question: Question | null;
}

/** One exercise. */
export interface LessonStep {
  head: string;
  words: string;
  position: LessonPosition;
}

/** What came of a move. */
export interface LessonTold {
  type: "told";
  key: string;
  result: "more" | "other" | "right";
  words: string;
  happenings: Happening[];
  position: LessonPosition;
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

/** POST /api/v1/me/bots: a bot of one's own, by the name it is to have at tables. */
export interface NewBot {
  name: string;
  scopes?: ("play" | "read")[];
}

/** POST /api/v1/tables: seats are `me`, `open`, or `bot:NAME`; answered with TableLink. */
export interface NewTable {
  game: string;
  seats: string[];
  preset?: string;
  options?: string[];
  games?: number;
  hints?: boolean;
  clock?: Clock | null;
  talk?: "free" | "off" | "phrases";
  open?: boolean;
  wait?: boolean;
}

/** The deal of the game that begins next: lists have an entry for every seat. */
export interface NextDeal {
  commitment: string;
  hashes: (string | null)[];
  frozen: boolean;
  nonces: (string | null)[];
  barred: number[];
  wanted: boolean;
  voids: VoidedDeal[];
}

/** Go on: to the next game of the match, to a rematch once it is over, or to the first game     where it waits for that. */
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

/** GET /api/v1/me/bots: a bot of one's own whose token is good. */
export interface OwnBot {
  id: string;
  name: string;
  scopes: ("play" | "read")[];
  made_at: number;
}

/** Are you there? The reply is ok, for spectators too: a line that gives none is dead. */
export interface Ping {
  type: "ping";
  key: string;
}

/** Take part in the deal of the game that begins next, with the hash of a random nonce. */
export interface Pledge {
  type: "pledge";
  key: string;
  commitment: string;
  hash: string;
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

/** POST /api/v1/tables/TABLE/remove: free a seat that somebody else holds, before the first     game or between games; for the owner of the table. It makes a new invitation, and is answered     with TableLink. POST /api/v1/tables/TABLE/invitation/new, without a body, does that alone. */
export interface Removal {
  seat: number;
  version: number;
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
  contributions: (string | null)[];
  deal: number;
  voids: VoidedDeal[];
  taken_back: UndoneDraws[];
  draws: number[];
  first: number;
  steps: ReplayStep[];
  breakdown?: ScoreLine[];
}

/** What is kept in one HTML file: GET /api/v1/tables/TABLE/games/NUMBER/file. */
export interface ReplayFile {
  eyes: Replay[];
  record: string;
}

/** One answer of a finished game, and how things stood after it. */
export interface ReplayStep {
  seat: number | null;
  answer: string;
  happenings: Happening[];
  views: Record<string, unknown>[];
  draw?: Draw | null;
  drawing?: Span[][] | null;
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

/** Reveal the nonce, once the hashes are frozen. */
export interface Reveal {
  type: "reveal";
  key: string;
  nonce: string;
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
  picture?: string;
}

/** Say something to everybody at the table: a phrase, or text where the table allows it. */
export interface Say {
  type: "say";
  key: string;
  phrase?: "again" | "bye" | "good_game" | "good_luck" | "hello" | "nice_move" | "one_moment" | "oops" | "sorry" | "thanks" | "well_played" | "your_turn" | "";
  text?: string;
}

/** Some points of a seat. All lines of a seat together are its score. */
export interface ScoreLine {
  seat: number;
  what: string;
  sum: string;
  points: number;
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
  stand_in?: string | null;
  of?: string | null;
  owner?: boolean;
}

/** POST /api/v1/tables/TABLE/bots: let a bot of one's own take an open seat. */
export interface SeatBot {
  bot: string;
  invite: string;
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

/** Let a bot play a seat: one's own, or that of somebody who has been away for long. */
export interface StandIn {
  type: "stand_in";
  key: string;
  seat: number;
  bot?: string;
}

/** A table in a list: GET /api/v1/tables gives those this browser sits at, first those where     it is its turn; GET /api/v1/lobby gives those that anybody may join. */
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

/** Take the last move back. */
export interface TakeBack {
  type: "undo";
  key: string;
  ask?: boolean;
}

/** What was said: after the first update the last lines of the table, then each new one. */
export interface Talk {
  type: "talk";
  lines: TalkLine[];
}

/** Something that was said at the table; text is to be shown as text and nothing else. */
export interface TalkLine {
  number: number;
  seat: number;
  phrase: string;
  text: string;
}

/** An undo of a finished game, and which draws were taken back with it. */
export interface UndoneDraws {
  version: number;
  seat: number;
  agreed: boolean;
  draws: string[];
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
  yours: number[];
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
  next_deal?: NextDeal | null;
  hints?: boolean;
  clock?: ClockState | null;
  timing?: Clock | null;
  talk?: "free" | "off" | "phrases";
  can_undo?: boolean;
  asking?: Asking | null;
  drawing?: Span[][] | null;
  position?: string;
  breakdown?: ScoreLine[];
  secrets?: boolean;
}

/** POST /api/v1/me/device: be whoever has this code on another device; answered with Me. */
export interface UseCode {
  code: string;
}

/** A deal that was given up before its game began, because seats did not reveal. */
export interface VoidedDeal {
  commitment: string;
  secret: string;
  seats: number[];
}

/** GET and POST /api/v1/me/webhook: where to tell that it is one's turn while one is away. */
export interface Webhook {
  url?: string;
  form?: "json" | "text";
}

/** What is set, and the hosts that this server allows; none: it tells nobody. */
export interface WebhookInfo {
  url: string;
  form: "json" | "text";
  hosts: string[];
}

export type FromServer = Update | Reply | PreviewReply | ScratchReply | LayoutReply | HintReply | Talk;

export type FromBrowser = Hello | Move | AskPreview | AskScratch | AskLayout | AskHint | Resign | NextGame | TakeBack | Agree | StandIn | ComeBack | Holiday | Pledge | Reveal | Say | Ping;

export type LessonReply = LessonTold | PreviewReply | ScratchReply | LayoutReply;

export const NO_TABLE = 4404;

export const HALTED = 4423;
