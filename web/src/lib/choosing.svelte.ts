import type { Choice, PreviewReply, Question } from "./protocol";
import type { Table } from "./table.svelte";

/** An answer that was chosen, and what is asked after it. */
export interface Step {
  choice: Choice;
  kind: string;
  then: Choice[];
}

/** One person's way from a question to its answer: choose, look what it would do, confirm. */
export class Choosing {
  chosen = $state.raw<Choice | null>(null);
  /** What the chosen answer would do, once the server has said so. */
  outlook = $state.raw<PreviewReply | null>(null);
  /** The steps of a turn that are settled but not sent: all of it goes out together. */
  steps = $state.raw<Step[]>([]);

  #table: Table;
  #question = $state.raw<Question | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  /** The question that is open now; another one than before begins anew. */
  asked(question: Question | null): void {
    if (question?.token === this.#question?.token) return;
    this.#question = question;
    this.anew();
  }

  /** What is asked now: the open question, or what follows the steps that were taken. */
  get kind(): string {
    return this.steps.at(-1)?.kind ?? this.#question?.kind ?? "";
  }

  get choices(): Choice[] {
    return this.steps.at(-1)?.then ?? this.#question?.choices ?? [];
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
    const before = this.#texts();
    const outlook = await this.#table.preview(this.#question.token, choice.text, before);
    if (this.chosen === choice) this.outlook = outlook;
  }

  /** Go on to what is asked after the chosen answer, where nothing happens before that. */
  forward(): void {
    const { chosen: choice, outlook } = this;
    if (!choice || !outlook?.then?.length) return;
    this.steps = [...this.steps, { choice, kind: outlook.kind ?? "", then: outlook.then }];
    this.back();
  }

  /** Take steps back until so many are left. */
  rewind(left: number): void {
    this.steps = this.steps.slice(0, left);
    this.back();
  }

  anew(): void {
    this.rewind(0);
  }

  back(): void {
    this.chosen = null;
    this.outlook = null;
  }

  confirm(): void {
    if (this.chosen) this.answer([...this.#texts(), this.chosen.text]);
  }

  answer(answers: string[]): void {
    if (this.#question) this.#table.answer(this.#question.token, answers);
  }

  #texts(): string[] {
    return this.steps.map((step) => step.choice.text);
  }
}
