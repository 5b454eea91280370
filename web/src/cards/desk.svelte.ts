import * as api from "../lib/api";
import type { CardCheck, CardFile } from "../lib/protocol";
import { t } from "../texts";

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 250;

/** What was typed and not kept, by game: leaving the page loses nothing. */
const drafts = new Map<string, string>();

/** A card file being edited: one text, which forms and the text itself change. The server checks it. */
export class Desk {
  file = $state.raw<CardFile>() as CardFile;
  text = $state("");
  check = $state.raw<CardCheck | null>(null);
  /** What still has house numbers, as far as it was known last. */
  unprinted = $state.raw<string[]>([]);
  checking = $state(false);
  busy = $state(false);
  told = $state("");
  trouble = $state("");

  #begin: (file: CardFile) => string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  /** `begin` gives the text to start from where there is no owner's file yet. */
  constructor(file: CardFile, begin: (file: CardFile) => string) {
    this.#begin = begin;
    this.file = file;
    this.unprinted = file.unprinted;
    this.text = drafts.get(file.game) ?? this.#kept;
    this.#look();
  }

  get #kept(): string {
    return this.file.own ? this.file.text : this.#begin(this.file);
  }

  get dirty(): boolean {
    return this.text !== this.#kept;
  }

  /** What is in the text; undefined where it is no JSON. */
  get value(): unknown {
    try {
      return JSON.parse(this.text.replace(/^\ufeff/, ""));
    } catch {
      return undefined;
    }
  }

  get canKeep(): boolean {
    const fine = this.check?.problems.length === 0 && !this.checking;
    return fine && !this.busy && this.dirty;
  }

  /** What is wrong with an entry: its place is one of these, with or without a name behind. */
  problemsAt(...places: string[]): string[] {
    const found = (this.check?.problems ?? []).filter(({ place }) =>
      places.some((each) => place === each || place.startsWith(`${each} (`)),
    );
    return found.map((problem) => problem.text);
  }

  edit = (text: string): void => {
    this.text = text;
    this.told = "";
    if (this.dirty) drafts.set(this.file.game, text);
    else drafts.delete(this.file.game);
    this.#look();
  };

  undo = (): void => this.edit(this.#kept);

  async import(file: File): Promise<void> {
    this.trouble = "";
    try {
      this.edit(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
      this.told = t.cards.imported(file.name);
    } catch {
      this.trouble = t.cards.notText(file.name);
    }
  }

  keep = (): Promise<void> =>
    this.#change(
      () => api.keepCards(this.file.game, { text: this.text, mark: this.file.mark }),
      t.cards.kept,
    );

  drop = (): Promise<void> =>
    this.#change(() => api.dropCards(this.file.game, this.file.mark), t.cards.dropped);

  async #change(send: () => Promise<CardFile>, told: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.trouble = this.told = "";
    try {
      this.file = await send();
      this.unprinted = this.file.unprinted;
      drafts.delete(this.file.game);
      this.text = this.#kept;
      this.told = told;
      this.#look();
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    this.busy = false;
  }

  /** Have the text checked when no key was pressed for a moment. */
  #look(): void {
    if (!this.file.may_change) return;
    this.checking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const found = await api.checkCards(this.file.game, { text: this.text });
      if (asked !== this.#asked) return; // something else has been typed meanwhile
      this.check = found;
      this.trouble = "";
      if (found.problems.length === 0) this.unprinted = found.unprinted;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.check = null;
      this.trouble = (error as Error).message;
    }
    this.checking = false;
  }
}
