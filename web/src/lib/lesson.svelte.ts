import * as api from "./api";
import { newKey } from "./key";
import type {
  HintReply,
  LayoutReply,
  LessonAsk,
  LessonInfo,
  LessonPosition,
  LessonReply,
  LessonTold,
  PreviewReply,
  Reply,
  ScratchReply,
  Update,
} from "./protocol";
import { Table } from "./table.svelte";

/** How an exercise went: it is still open, or what came of it. */
export type Outcome = { result: "open" | "right" | "other"; words: string };

const OPEN: Outcome = { result: "open", words: "" };

/**
 * A lesson, shown on the board that the game is played on. It says to the server what it would
 * say at a table, with what was answered before in the exercise, and nothing is kept there.
 */
export class Learning extends Table {
  override readonly replaying = true;
  override sending = $state(false);
  step = $state(0);
  /** Counts every beginning of an exercise: the board begins anew with it. */
  attempt = $state(0);
  outcome = $state.raw<Outcome>(OPEN);

  #lesson: LessonInfo;
  #given: string[] = [];
  #shown = 0;

  constructor(lesson: LessonInfo) {
    super(`lesson.${lesson.game}`);
    this.#lesson = lesson;
    this.begin(0);
  }

  /** Begin an exercise, for the first time or again. */
  begin(step: number): void {
    const found = this.#lesson.steps[step];
    if (!found) return;
    this.step = step;
    this.attempt += 1;
    this.outcome = OPEN;
    this.notice = "";
    this.log = [];
    this.fresh = [];
    this.#given = [];
    this.now = this.#update(found.position);
  }

  override answer(_token: string, answers: string[]): void {
    if (!this.sending) void this.#move(answers);
  }

  async #move(answers: string[]): Promise<void> {
    this.sending = true;
    this.notice = "";
    const { attempt } = this;
    try {
      const token = this.now?.question?.token ?? "";
      const told = await this.#say({ type: "move", key: newKey(), token, answers });
      if (told.type === "told" && attempt === this.attempt) this.#tell(told, answers);
    } catch (error) {
      this.notice = (error as Error).message;
    }
    this.sending = false;
  }

  #tell(told: LessonTold, answers: string[]): void {
    this.#given = [...this.#given, ...answers];
    const lines = told.happenings.map((each, at) => ({ ...each, id: this.log.length + at }));
    this.log = [...this.log, ...lines];
    this.fresh = told.happenings;
    this.now = this.#update(told.position);
    if (told.result !== "more") this.outcome = { result: told.result, words: told.words };
  }

  override async preview(
    token: string,
    answer: string,
    before: string[] = [],
  ): Promise<PreviewReply | null> {
    const seen = await this.#look({ type: "preview", key: newKey(), token, answer, before });
    return seen?.type === "preview" ? seen : null;
  }

  override async scratch(
    token: string,
    groups: string[][],
    arrange: boolean,
  ): Promise<ScratchReply | Reply | null> {
    const seen = await this.#look({ type: "scratch", key: newKey(), token, groups, arrange });
    return seen?.type === "scratch" ? seen : null;
  }

  override async layOut(cards: string[], near: string[][]): Promise<LayoutReply | null> {
    const seen = await this.#look({ type: "layout", key: newKey(), cards, near });
    return seen?.type === "layout" ? seen : null;
  }

  override hint(): Promise<HintReply | null> {
    return Promise.resolve(null);
  }

  #say(say: LessonAsk["say"]): Promise<LessonReply> {
    return api.tryLesson(this.#lesson.game, { step: this.step, before: this.#given, say });
  }

  /** A question that changes nothing; what went wrong is told, and there is no answer. */
  async #look(say: LessonAsk["say"]): Promise<LessonReply | null> {
    try {
      return await this.#say(say);
    } catch (error) {
      this.notice = (error as Error).message;
      return null;
    }
  }

  #update({ seat, sides, view, asked, question }: LessonPosition): Update {
    const { game, title, names } = this.#lesson;
    return {
      type: "update",
      ...{ table: this.id, game, title, sides, version: ++this.#shown, whole: true },
      status: "playing",
      seats: names.map((name, index) => ({
        kind: index === seat ? "person" : "bot",
        name,
        here: true,
        you: index === seat,
      })),
      ...{ seat, yours: [seat], view, asked, question, kept: [], happenings: [] },
      series: { game: 1, games: 1, totals: names.map(() => 0), winners: [] },
      ...{ resigned: null, invite: null, fair: null },
    };
  }
}
