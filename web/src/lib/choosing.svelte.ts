import type { Choice, PreviewReply, Question } from "./protocol";
import type { Table } from "./table.svelte";

/** One person's way from a question to its answer: choose, look what it would do, confirm. */
export class Choosing {
  chosen = $state.raw<Choice | null>(null);
  /** What the chosen answer would do, once the server has said so. */
  outlook = $state.raw<PreviewReply | null>(null);

  #table: Table;
  #question: Question | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The question that is open now; another one than before begins anew. */
  asked(question: Question | null): void {
    if (question?.token === this.#question?.token) return;
    this.#question = question;
    this.back();
  }

  choose(choice: Choice): void {
    this.chosen = choice;
    this.outlook = null;
    void this.look();
  }

  /** Ask what the chosen answer would do, again if the line was lost meanwhile. */
  async look(): Promise<void> {
    const choice = this.chosen;
    if (!choice || !this.#question || this.outlook) return;
    const outlook = await this.#table.preview(this.#question.token, choice.text);
    if (this.chosen === choice) this.outlook = outlook;
  }

  back(): void {
    this.chosen = null;
    this.outlook = null;
  }

  confirm(): void {
    if (this.chosen) this.answer([this.chosen.text]);
  }

  answer(answers: string[]): void {
    if (this.#question) this.#table.answer(this.#question.token, answers);
  }
}
