import { Kept } from "./kept.svelte";
import type { Choice, PreviewReply, Question } from "./protocol";
import type { Table } from "./table.svelte";

/** Whether moves are typed in this browser, and whether the table is told in text beside that. */
export const typing = new Kept<"on" | "off">("typing", ["on", "off"], "off");
export const telling = new Kept<"on" | "off">("telling", ["on", "off"], "off");

/** A turn that is typed in notation: every word is an answer. The rules read it on the server. */
export class Typed {
  text = $state("");
  /** What the turn would do as it is typed, once that is one choice and the server has told. */
  outlook = $state.raw<PreviewReply | null>(null);

  #table: Table;
  #question = $state.raw<Question | null>(null);
  /** What can follow, by the words before it. */
  #following = $state.raw<Record<string, Choice[]>>({});
  #looked = "";

  constructor(table: Table) {
    this.#table = table;
  }

  /** The question that is open now; with another one than before the line is empty again. */
  asked(question: Question | null): void {
    if (question?.token === this.#question?.token) return;
    this.#question = question;
    this.#following = {};
    this.text = "";
  }

  /** The words before the one that is being typed. */
  get before(): string[] {
    return this.#words.slice(0, -1);
  }

  /** All that could stand where it is being typed; null as long as that is not known. */
  get choices(): Choice[] | null {
    const before = this.before;
    if (before.length === 0) return this.#question?.choices ?? [];
    return this.#following[before.join(" ")] ?? null;
  }

  /** Those with what is typed in them, first where they begin with it. */
  get fitting(): Choice[] {
    const typed = this.#word.toLowerCase();
    const place = ({ text }: Choice): number => {
      const at = text.toLowerCase().indexOf(typed);
      return at <= 0 ? at : /\W/.test(text[at - 1] ?? "") ? 1 : 2;
    };
    return (this.choices ?? [])
      .filter((choice) => place(choice) >= 0)
      .sort((one, other) => place(one) - place(other));
  }

  /** The choice that is meant, where it can be but one. */
  get meant(): Choice | null {
    const fitting = this.fitting;
    if (this.#word === "") return null;
    const only = fitting.length === 1 ? fitting[0] : undefined;
    return fitting.find(({ text }) => text === this.#word) ?? only ?? null;
  }

  /** Whether nothing can follow on this line. */
  get complete(): boolean {
    return this.before.length > 0 && this.#word === "" && this.choices?.length === 0;
  }

  /** Put a choice in the place of what is being typed. */
  fill(choice: Choice): void {
    this.text = [...this.before, choice.text].join(" ");
  }

  /** Ask what can follow the words there are, and what the one that is meant would do. */
  async look(): Promise<void> {
    const [question, before, meant] = [this.#question, this.before, this.meant];
    const about = `${question?.token} ${before.join(" ")} ${meant?.text}`;
    if (about === this.#looked) return;
    this.#looked = about;
    this.outlook = null;
    if (!question) return;
    const last = before.at(-1);
    if (last !== undefined && this.choices === null) {
      const seen = await this.#table.preview(question.token, last, before.slice(0, -1));
      const found = { [before.join(" ")]: seen?.then ?? [] };
      if (this.#question === question) this.#following = { ...this.#following, ...found };
    } else if (meant) {
      const seen = await this.#table.preview(question.token, meant.text, before);
      if (about === this.#looked) this.outlook = seen;
    }
  }

  /** Answer with what is typed; false where nothing is asked or typed. */
  send(): boolean {
    const [question, line] = [this.#question, this.text.trim()];
    if (!question || !line) return false;
    const whole = question.choices.some(({ text }) => text === line);
    this.#table.answer(question.token, whole ? [line] : line.split(/\s+/));
    return true;
  }

  get #words(): string[] {
    return this.text.trimStart().split(/\s+/);
  }

  get #word(): string {
    return this.#words.at(-1) ?? "";
  }
}
