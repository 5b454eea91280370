import type { Question, Reply, ScratchReply, Update } from "../../lib/protocol";
import type { Table } from "../../lib/table.svelte";
import { isColour, optionOf } from "./cards";
import {
  cardsOf,
  EMPTY,
  groupsOf,
  moved,
  relaid,
  sameCards,
  type Group,
  type Layout,
  type Lot,
  type Row,
  type Target,
} from "./layout";
import type { Arrangement, QwirkleCardsView, Status } from "./types";

export type Verdict = Status["groups"][number];
const LATER = 1000;

/** Whether a whole turn is asked for, to be tried out on the table before any of it is sent. */
export function isTurn(question: Question | null, view: QwirkleCardsView): boolean {
  return (
    view.played.length === 0 &&
    (question?.choices ?? []).some((choice) => optionOf(choice).type === "play")
  );
}

/**
 * The table as it lies in front of this person: as the game has it, and in a turn of one's own as
 * one tries it out. What any of it is worth only the server says.
 */
export class Desk {
  layout = $state.raw<Layout>(EMPTY);
  /** What the server said of what lies there now; null until it has. */
  found = $state.raw<ScratchReply | null>(null);
  /** Whether it lies as the server arranged it. */
  arranged = $state(false);
  /** What the server refused, in words. */
  trouble = $state("");
  /** The question that is being tried out; empty when nothing is. */
  token = $state("");
  /** Pieces that somebody else's last turn brought to the table. */
  recent = $state.raw<ReadonlySet<number>>(new Set());
  status = $derived(this.found ? (this.found.status as unknown as Status) : null);

  #table: Table;
  #start: Layout = EMPTY;
  /** What was said of groups, by what is in them: it holds while another question is open. */
  #said = $state.raw<Map<string, Verdict>>(new Map());
  #asked = 0;
  #shown = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The table as an update shows it; a turn that is being tried out is left alone. */
  show(now: Update): void {
    const view = now.view as unknown as QwirkleCardsView;
    const token = isTurn(now.question, view) ? (now.question?.token ?? "") : "";
    if (token && token === this.token) return;
    const shown = ++this.#shown;
    const kept = this.#kept(view);
    if (kept || this.layout === EMPTY) {
      this.#settle(now, token, kept ?? lotsOf(view));
      return;
    }
    // Nothing is tried out before it is known how the changed table lies.
    this.token = "";
    void this.#table.layOut(view.table, groupsOf(this.layout)).then((reply) => {
      const found = reply ? (reply.layout as unknown as Arrangement) : view;
      if (shown === this.#shown) this.#settle(now, token, lotsOf(found));
    });
  }

  #settle(now: Update, token: string, lots: Lot[]): void {
    const view = now.view as unknown as QwirkleCardsView;
    const before = this.layout;
    const hand = now.seat === null ? [] : (view.hands[now.seat]?.cards ?? []);
    this.layout = relaid(before, lots, hand, view.played);
    this.#notice(before, view, now.seat);
    this.token = token;
    this.#start = this.layout;
    this.#said = new Map();
    this.found = null;
    this.arranged = false;
    this.trouble = "";
    if (token) void this.look();
  }

  /** Mark what is new on the table, unless one laid it oneself; it stays so until the next change. */
  #notice(before: Layout, view: QwirkleCardsView, seat: number | null): void {
    const ids = (layout: Layout): number[] =>
      layout.groups.flatMap((group) => group.pieces.map((piece) => piece.id));
    const [old, present] = [new Set(ids(before)), ids(this.layout)];
    if (before === EMPTY || view.stage === "deal") this.recent = new Set();
    else if (present.length !== old.size || present.some((id) => !old.has(id))) {
      const mine = view.turn === null || seat === null ? [] : before.hand.map((piece) => piece.id);
      this.recent = new Set(present.filter((id) => !old.has(id) && !mine.includes(id)));
    }
  }

  /** Whether pieces can be moved: a turn is asked for, and it is not on its way yet. */
  get trying(): boolean {
    return this.token !== "" && !this.#table.sending;
  }

  /** Whether a piece was in the hand when the turn began. */
  isOwn(id: number): boolean {
    return this.#start.hand.some((piece) => piece.id === id);
  }

  /** Whether anything lies otherwise than at the start of the turn. */
  get changed(): boolean {
    return JSON.stringify(groupsOf(this.layout)) !== JSON.stringify(groupsOf(this.#start));
  }

  verdict(group: Group): Verdict | null {
    return this.#said.get(contents(group)) ?? null;
  }

  // ---- trying out ----

  put(piece: number, target: Target): void {
    this.#lay(moved(this.layout, piece, target));
  }

  startOver(): void {
    this.#lay(this.#start);
  }

  #lay(layout: Layout): void {
    this.layout = layout;
    this.found = null;
    this.arranged = false;
    void this.look();
  }

  /** Have the cards that were laid put into sets. */
  arrange(): Promise<void> {
    return this.look(true);
  }

  confirm(): void {
    if (this.token && this.found?.answers.length)
      this.#table.answer(this.token, this.found.answers);
  }

  /** Ask how things stand. What was asked before is of no interest any more. */
  async look(arrange = false): Promise<void> {
    const { token } = this;
    if (!token) return;
    const asked = ++this.#asked;
    const reply = await this.#table.scratch(token, groupsOf(this.layout), arrange);
    if (asked !== this.#asked || token !== this.token || !reply) return;
    if (reply.type === "scratch") {
      this.#take(reply);
      this.arranged = arrange;
    } else this.#refused(reply, arrange);
  }

  #take(reply: ScratchReply): void {
    const { groups, lines } = reply.status as unknown as Status;
    const cards = reply.groups;
    const same = JSON.stringify(cards) === JSON.stringify(groupsOf(this.layout));
    if (same) {
      // A group lies in the row of what its cards share, once they do.
      const settles = this.layout.groups.map((group, at) => settled(group, lines[at] ?? ""));
      if (settles.some((group, at) => group !== this.layout.groups[at]))
        this.layout = { ...this.layout, groups: settles };
    } else {
      const lots = cards.map((each, at) => ({ row: rowOf(lines[at] ?? ""), cards: each }));
      this.layout = relaid(this.layout, lots, reply.hand);
    }
    const said = cards.map((each, at): [string, Verdict] => [key(each), groups[at] ?? "set"]);
    this.#said = new Map(said);
    this.found = reply;
    this.trouble = "";
  }

  #refused(reply: Reply, arrange: boolean): void {
    if (reply.result === "slow_down") setTimeout(() => void this.look(arrange), LATER);
    else if (reply.result !== "stale") this.trouble = reply.text;
  }

  /** The groups that lie here already, without Qwirkles, if they are what lies on the table now. */
  #kept(view: QwirkleCardsView): Lot[] | null {
    const lying = this.layout.groups.filter((group) => this.verdict(group) !== "Qwirkle");
    const cards = lying.flatMap((group) => cardsOf(group.pieces));
    const bad = lying.some((group) => !["set", null].includes(this.verdict(group)));
    if (bad || !sameCards(cards, view.table)) return null;
    return lying.map((group) => ({ row: group.row, cards: cardsOf(group.pieces) }));
  }
}

function lotsOf({ colour_sets, shape_sets, loose }: Arrangement): Lot[] {
  const lot = (row: Row) => (cards: string[]) => ({ row, cards });
  return [
    ...colour_sets.map(lot("colour")),
    ...shape_sets.map(lot("shape")),
    ...(loose ?? []).map((card) => lot("colour")([card])),
  ];
}

const key = (cards: readonly string[]): string => cards.join();
const contents = (group: Group): string => key(cardsOf(group.pieces));
const rowOf = (line: string): Row => (line === "" || isColour(line) ? "colour" : "shape");

function settled(group: Group, line: string): Group {
  return line === "" || rowOf(line) === group.row ? group : { ...group, row: rowOf(line) };
}
