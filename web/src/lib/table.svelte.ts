import { socketUrl } from "./api";
import { Called } from "./called";
import type { Heard } from "./clocks";
import { Connection, type Link } from "./connection";
import { Contributing, type Doubt } from "./contributing";
import { newKey } from "./key";
import { still, SWIRL } from "./motion";
import { Outbox, type Request } from "./outbox";
import { Pace } from "./pace";
import type {
  AskHint,
  AskLayout,
  AskPreview,
  AskScratch,
  FromServer,
  Happening,
  Hello,
  HintReply,
  LayoutReply,
  PreviewReply,
  Reply,
  Say,
  ScratchReply,
  Talk,
  TalkLine,
  Update,
} from "./protocol";
import { language } from "./language";
import { t } from "../texts";

/** A line of the log. */
export interface Line extends Happening {
  id: number;
}

/** A question that changes nothing: it is forgotten with the line it was asked on. */
type Look = AskPreview | AskScratch | AskLayout | AskHint;
type Seen = PreviewReply | ScratchReply | LayoutReply | HintReply | Reply | null;

/** A reply that is late for so long comes on no line that still works. */
const LATE = 6000;
const SLOW_DOWN = 1000;
/** What was said before this page came is told so soon after the first update, in ms. */
const ARRIVAL = 1000;
/** As many lines of talk as the server keeps. */
const MOST_LINES = 100;

/** A table as this browser sees it, kept current over its connection. */
export class Table {
  /** What is shown: the newest update, once the eye has followed those before it. */
  now = $state.raw<Update | null>(null);
  log = $state.raw<Line[]>([]);
  /** What happened in the update that is shown; empty after a connection. */
  fresh = $state.raw<Happening[]>([]);
  link = $state<Link>("connecting");
  /** Why the server does not open this table any more. */
  stopped = $state("");
  /** Whether a request of ours waits for its reply, or its reply for what it led to. */
  sending = $derived.by(() => this.#unreplied || this.now?.question?.token === this.#answered);
  /** Whether it is only looked at again, so that nothing can be done there. */
  readonly replaying: boolean = false;
  /** What went wrong last, in words; empty when all is well. */
  notice = $state("");
  /** What was said here, the oldest first. */
  talk = $state.raw<TalkLine[]>([]);
  /** The newest that was said while this page listened. */
  news = $state.raw<TalkLine | null>(null);
  /** Why something could not be said. */
  unsaid = $state("");
  /** Whether the viewer had a seat here and has it no more. */
  unseated = $state(false);
  /** The clocks: time does not wait until the eye has followed what happened. */
  clock = $state.raw<Heard | null>(null);

  /** What is wrong with the deal of the game that is shown, as far as this browser can know. */
  doubts = $state.raw<Doubt[]>([]);

  readonly contributing: Contributing;
  #unreplied = $state(false);
  /** The token of the question that was answered last. */
  #answered = $state("");
  #connection: Connection;
  #outbox: Outbox;
  /** Requests from before the page was loaded; nobody remembers those that come too late. */
  #restored: Set<string>;
  #columns = 0;
  /** Whose eyes to see with, for those who hold several seats; null: the server's choice. */
  #eyes: number | null = null;
  /** Whether the next thing said is what was said before this page came: no news. */
  #arriving = true;
  #looks = new Map<string, (reply: Seen) => void>();
  #pace = new Pace<Update>(
    (update) => this.#show(update),
    (update) => this.#dwell(update),
  );
  #seen = 0;
  #lines = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.#outbox = new Outbox(`halfturn.outbox.${id}`);
    this.#restored = new Set(this.#outbox.all.map((request) => request.key));
    this.#unreplied = this.#outbox.busy;
    for (const request of this.#outbox.all)
      if (request.type === "move") this.#answered = request.token;
    this.contributing = new Contributing(id);
    const called = new Called(id);
    this.#connection = new Connection(socketUrl(id), {
      greeting: () => this.#greeting(),
      receive: (message) => this.#receive(called.read(message)),
      changed: (link, reason) => this.#changed(link, reason),
    });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    clearTimeout(this.#watch);
    this.#connection.stop();
    this.#forgetLooks();
  }

  retryNow(): void {
    this.#connection.retryNow();
  }

  /** Answer the open question; a second answer to the same one is not sent. */
  answer(token: string, answers: string[]): void {
    if (this.#answered === token) return;
    this.#answered = token;
    this.#request({ type: "move", key: newKey(), token, answers });
  }

  resign(): void {
    if (!this.#outbox.busy) this.#request({ type: "resign", key: newKey() });
  }

  next(): void {
    if (!this.#outbox.busy) this.#request({ type: "next", key: newKey() });
  }

  /** Take the last move back; where the rules do not allow it, the others are asked. */
  undo(): void {
    if (!this.#outbox.busy) this.#request({ type: "undo", key: newKey(), ask: true });
  }

  /** Say yes or no to what somebody asks. */
  agree(asking: number, yes: boolean): void {
    if (!this.#outbox.busy) this.#request({ type: "agree", key: newKey(), asking, yes });
  }

  /** Play again oneself, where a bot does for us. */
  comeBack(): void {
    if (!this.#outbox.busy) this.#request({ type: "come_back", key: newKey() });
  }

  /** Let a bot play a seat: our own, or that of somebody who is away. */
  standIn(seat: number, bot = ""): void {
    if (!this.#outbox.busy) this.#request({ type: "stand_in", key: newKey(), seat, bot });
  }

  /** Take days off: our clock stands still for so long. */
  holiday(days: number): void {
    if (!this.#outbox.busy) this.#request({ type: "holiday", key: newKey(), days });
  }

  /** Say a phrase or, where the table allows it, a text. */
  say(what: Pick<Say, "phrase" | "text">): void {
    this.unsaid = "";
    const said: Say = { type: "say", key: newKey(), ...what };
    this.#outbox.add(said);
    this.#send(said);
  }

  /** See with the eyes of another seat of ours, and act for it from then on. */
  see(seat: number): void {
    this.#pace.flush();
    this.#eyes = seat;
    this.#seen = 0;
    this.#answered = ""; // tokens are counted for each seat
    this.#connection.send(this.#greeting());
  }

  /** What would be good here; a refusal is told in the notice. */
  async hint(token: string): Promise<HintReply | null> {
    const question = { type: "hint", key: newKey(), token } as const;
    const seen = await this.#look(question, (seen) =>
      seen?.type === "hint" || seen?.type === "reply" ? seen : null,
    );
    if (seen?.type === "hint") return seen;
    if (seen) this.notice = seen.text || t.failed;
    return null;
  }

  /** What an answer would do, or null when nobody could be asked. */
  preview(token: string, answer: string, before: string[] = []): Promise<PreviewReply | null> {
    const question = { type: "preview", key: newKey(), token, answer, before } as const;
    return this.#look(question, (seen) => (seen?.type === "preview" ? seen : null));
  }

  /** How things would stand if cards lay so; a refusal; or null when nobody could be asked. */
  scratch(
    token: string,
    groups: string[][],
    arrange: boolean,
  ): Promise<ScratchReply | Reply | null> {
    const question = { type: "scratch", key: newKey(), token, groups, arrange } as const;
    return this.#look(question, (seen) =>
      seen?.type === "scratch" || seen?.type === "reply" ? seen : null,
    );
  }

  /** How cards can lie, close to how others lay; null when that was not told. */
  layOut(cards: string[], near: string[][]): Promise<LayoutReply | null> {
    const question = { type: "layout", key: newKey(), cards, near } as const;
    return this.#look(question, (seen) => (seen?.type === "layout" ? seen : null));
  }

  #look<T>(question: Look, read: (seen: Seen) => T | null): Promise<T | null> {
    return new Promise((resolve) => {
      if (!this.#connection.send(question)) resolve(null);
      else this.#looks.set(question.key, (seen) => resolve(read(seen)));
    });
  }

  /** Have every update carry the game's drawing, so many characters wide. */
  draw(columns: number): void {
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#connection.send(this.#greeting());
  }

  // ---- what goes out ----

  #greeting(): Hello {
    const hello: Hello = { type: "hello", seen: this.#seen, columns: this.#columns, language };
    return this.#eyes === null ? hello : { ...hello, seat: this.#eyes };
  }

  #request(request: Request): void {
    this.notice = "";
    // Who acts has seen enough of what came before: what this leads to is shown without delay.
    this.#pace.flush();
    this.#outbox.add(request);
    this.#send(request);
    this.#unreplied = true;
  }

  #send(request: Request): void {
    if (!this.#connection.send(request)) return;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#connection.retryNow(), LATE);
  }

  // ---- what comes in ----

  #receive(message: FromServer): void {
    if (message.type === "update") this.#updated(message);
    else if (message.type === "reply") this.#replied(message);
    else if (message.type === "talk") this.#heard(message);
    else this.#looked(message.key, message);
    // What was said before comes right behind the first update.
    if (message.type !== "update") this.#arriving = false;
  }

  #heard({ lines }: Talk): void {
    const last = this.talk.at(-1)?.number ?? 0;
    const more = lines.filter((line) => line.number > last);
    this.talk = [...this.talk, ...more].slice(-MOST_LINES);
    if (!this.#arriving) this.news = more.at(-1) ?? this.news;
  }

  #updated(update: Update): void {
    if (!update.whole && update.version < this.#seen) return;
    // Somebody came or went: nothing happened in the game that is not known yet.
    const known = !update.whole && update.version === this.#seen;
    if (this.#arriving) setTimeout(() => (this.#arriving = false), ARRIVAL);
    this.#seen = update.version;
    for (const message of this.contributing.next(update)) this.#connection.send(message);
    if (update.fair) this.doubts = this.contributing.doubts(update.fair);
    this.clock = update.clock ? { ...update.clock, at: performance.now() } : null;
    this.#pace.push(known ? { ...update, happenings: [] } : update);
    if (document.visibilityState === "hidden") this.#pace.flush();
  }

  #show(update: Update): void {
    const before = this.now;
    const anew = update.whole || before?.series.game !== update.series.game;
    const lines = update.happenings.map((each) => ({ ...each, id: this.#lines++ }));
    this.log = anew ? lines : [...this.log, ...lines];
    this.fresh = update.whole ? [] : update.happenings;
    this.unseated = update.seat === null && (this.unseated || before?.seat != null);
    this.now = update;
  }

  #dwell(update: Update): number {
    if (update.whole || update.happenings.length === 0) return 0;
    return still() ? SWIRL / 2 : SWIRL + 150;
  }

  #replied(reply: Reply): void {
    this.#looked(reply.key, reply);
    const request = this.#outbox.settle(reply.key);
    if (!request) return;
    clearTimeout(this.#watch);
    if (reply.result === "slow_down") {
      this.#outbox.add(request);
      setTimeout(() => this.#send(request), SLOW_DOWN);
      return;
    }
    this.#unreplied = this.#outbox.busy;
    if (reply.result === "ok" || reply.result === "dup") return;
    if (request.type === "say") {
      this.unsaid = reply.text || t.failed;
      return;
    }
    this.#answered = "";
    if (reply.result === "stale" && this.#restored.has(reply.key)) return;
    this.notice = reply.text || t.failed;
  }

  #looked(key: string, reply: Seen): void {
    this.#looks.get(key)?.(reply);
    this.#looks.delete(key);
  }

  #changed(link: Link, reason: string): void {
    this.link = link;
    this.stopped = reason;
    clearTimeout(this.#watch);
    if (link !== "open") this.contributing.again();
    if (link === "open") for (const request of this.#outbox.all) this.#send(request);
    else this.#forgetLooks();
  }

  #forgetLooks(): void {
    for (const resolve of this.#looks.values()) resolve(null);
    this.#looks.clear();
  }
}
