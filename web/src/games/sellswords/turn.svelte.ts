import { tick, untrack } from "svelte";
import type { BoardProps } from "..";
import type { Choosing } from "../../lib/choosing.svelte";
import type { Choice } from "../../lib/protocol";
import { optionOf, spotsOf, viewOf } from "./tiles";

/** Answers that are given by pointing at a tile or a cell. */
const SHOWN = ["pick", "place", "discard", "give", "lock", "choose", "at", "to", "turn"];

export const degreesOf = (choice: Choice | null | undefined): number => {
  const option = choice ? optionOf(choice) : null;
  return option?.type === "turn" ? option.degrees : 0;
};

/**
 * A turn of several answers: tile, then cell, then way round. Each can be chosen instead of a step
 * that was taken already; nothing is sent before it is confirmed.
 */
export class Turn {
  /** Where the focus goes from step to step, once they are in the page. */
  board = $state<HTMLElement>();
  field = $state<{ focusFirst: () => void }>();
  hand = $state<{ focus: (tile: string | null) => void }>();

  #given: () => BoardProps;
  #byKeys = false;
  /** The way round that was chosen last: the next cell is tried with it, too. */
  #way = 0;

  // ---- what can be chosen ----

  /** Whether something is asked, and no answer is on its way. */
  asked = $derived.by(() => {
    const { now, table } = this.#given();
    return now.question !== null && !table.sending;
  });
  /** What is asked now. */
  kind = $derived.by(() => (this.asked ? this.#choosing.kind : ""));
  /** What was chosen last, and is looked at. */
  marked = $derived.by(() => (this.asked ? this.#choosing.chosen : null));
  /** The steps before that. */
  steps = $derived.by(() => this.#choosing.steps.map((step) => optionOf(step.choice)));
  #levels = $derived.by(() => {
    const { question } = this.#given().now;
    if (!this.asked || !question) return [];
    return [question.choices, ...this.#choosing.steps.map((step) => step.then)];
  });
  #offered = $derived.by(() =>
    this.#levels.flatMap((choices, level) => choices.map((choice) => ({ choice, level }))),
  );
  inCentre = $derived.by(() => this.#byTile("pick"));
  inHand = $derived.by(() => this.#byTile("place", "discard", "give"));
  inOther = $derived.by(() => this.#byTile("lock"));
  onField = $derived.by(() => this.#byTile("choose"));
  /** Cells of one question only, the newest that has any: two would lie upon each other. */
  spots = $derived.by(
    () =>
      this.#levels
        .map(spotsOf)
        .filter((cells) => cells.length > 0)
        .at(-1) ?? [],
  );
  ways = $derived.by(() => (this.kind === "orientation" ? this.#choosing.choices : []));
  /** What cannot be pointed at. */
  others = $derived.by(() =>
    (this.#given().now.question ? this.#choosing.choices : []).filter(
      (choice) => !SHOWN.includes(optionOf(choice).type),
    ),
  );
  /** The tile of the hand that is to be placed. */
  placing = $derived.by(() => {
    const { now } = this.#given();
    const chosen = this.#choosing.chosen;
    const step = [...this.steps, chosen ? optionOf(chosen) : null].find(
      (option) => option?.type === "place",
    );
    if (step?.type === "place") return step.tile;
    // Asked by halves, as by an answer that was typed elsewhere: the tile is in the hand still.
    const view = viewOf(now);
    const given = /answered (?:.* )?place:([a-z0-9-]+)/.exec(this.asked ? view.position : "")?.[1];
    return view.hands[now.seat ?? 1]?.some((tile) => tile.key === given) ? (given ?? null) : null;
  });
  /** Only what has been looked at is sent, and only as a whole. */
  ready = $derived.by(() => {
    const { chosen, outlook } = this.#choosing;
    return this.asked && chosen !== null && outlook !== null && !outlook.then?.length;
  });
  canGoBack = $derived.by(
    () => this.asked && (this.marked !== null || this.#choosing.steps.length > 0),
  );

  constructor(given: () => BoardProps) {
    this.#given = given;
    // Where nothing happens before the next question, it is asked at once.
    $effect(() => {
      if (!this.#choosing.outlook?.then?.length) return;
      untrack(() => {
        this.#choosing.forward();
        if (this.#choosing.kind === "orientation") this.#chooseWay();
        if (this.#byKeys) this.field?.focusFirst();
      });
    });
    // A question that is about a way round alone shows the first one, too.
    $effect(() => {
      const { kind, chosen, steps } = this.#choosing;
      if (this.asked && kind === "orientation" && !chosen && steps.length === 0)
        untrack(() => this.#chooseWay());
    });
    // What had the focus may be gone with the answer: it goes on where the next question is.
    const token = $derived(this.#given().now.question?.token);
    $effect(() => {
      if (!token || !this.#byKeys) return;
      void tick().then(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const next = ".can, .spot, .target, .others button";
        this.board?.querySelector<HTMLElement>(next)?.focus();
      });
    });
  }

  get #choosing(): Choosing {
    return this.#given().choosing;
  }

  #byTile(...types: string[]): Map<string, Choice> {
    return new Map(
      this.#offered.flatMap(({ choice }) => {
        const option = optionOf(choice);
        return types.includes(option.type) && "tile" in option ? [[option.tile, choice]] : [];
      }),
    );
  }

  // ---- choosing ----

  press(choice: Choice, byKeyboard: boolean): void {
    const choosing = this.#choosing;
    this.#byKeys = byKeyboard;
    const level = this.#offered.find((each) => each.choice === choice)?.level ?? 0;
    if (choosing.steps[level]?.choice.text === choice.text) {
      choosing.rewind(level);
      return;
    }
    if (level === choosing.steps.length && choosing.chosen?.text === choice.text) {
      this.confirm();
      return;
    }
    if (level === 0) this.#way = 0;
    choosing.rewind(level);
    choosing.choose(choice);
  }

  #chooseWay(): void {
    const { choices } = this.#choosing;
    const first = choices.find((choice) => degreesOf(choice) === this.#way) ?? choices[0];
    if (first) this.#choosing.choose(first);
  }

  turn(by: number): void {
    const { ways } = this;
    const at = ways.findIndex((each) => each.text === this.#choosing.chosen?.text);
    const next = ways[(at + by + ways.length) % ways.length];
    if (!next) return;
    this.#way = degreesOf(next);
    this.#choosing.choose(next);
  }

  confirm(): void {
    if (this.ready) this.#choosing.confirm();
  }

  stepBack(): void {
    const { table, choosing } = this.#given();
    if (table.sending) return;
    const at = choosing.steps.length;
    // The way round was not chosen by itself, so it is not taken back by itself.
    if (this.kind === "orientation" && at > 0) choosing.rewind(at - 1);
    else if (choosing.chosen) choosing.back();
    else if (at > 0) choosing.rewind(at - 1);
    if (this.#byKeys && choosing.steps.length === 0) this.hand?.focus(this.placing);
    else if (this.#byKeys) this.field?.focusFirst();
  }
}
