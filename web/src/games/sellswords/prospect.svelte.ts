import type { BoardProps } from "..";
import { allTiles, eventOf, fieldAfter, turnedBy, viewOf } from "./tiles";
import { degreesOf, type Turn } from "./turn.svelte";
import type { Placed, SellswordsEvent } from "./types";

/** The field as it is, or as it would be after what is chosen. */
export class Prospect {
  #given: () => BoardProps;
  #turn: Turn;
  /** What the last answer did that was looked at. */
  #seen = $state.raw<SellswordsEvent[]>([]);

  /** The colour of whoever looks at it. */
  own = $derived.by(() => {
    const { now } = this.#given();
    return now.seat === null ? null : (viewOf(now).colours[now.seat] ?? null);
  });
  /** What the chosen answer does; while another way round is asked about, what the last one did. */
  #would = $derived.by((): SellswordsEvent[] => {
    const { now, choosing } = this.#given();
    if (!choosing.chosen) return [];
    const told = choosing.outlook?.happenings.map(eventOf);
    if (told) return told;
    const { kind, placing, steps } = this.#turn;
    const at = steps.find((option) => option.type === "at");
    const tile = placing ? allTiles(viewOf(now)).get(placing) : undefined;
    if (kind !== "orientation" || at?.type !== "at" || !tile || now.seat === null)
      return this.#seen;
    const placed: Placed = {
      type: "placed",
      seat: now.seat,
      tile: tile.key,
      colour: this.own ?? "grey",
      x: at.x,
      y: at.y,
      numbers: turnedBy(tile.numbers, degreesOf(choosing.chosen)),
    };
    return [placed, ...this.#seen.filter((event) => event.type !== "placed")];
  });
  tiles = $derived.by(() => fieldAfter(viewOf(this.#given().now), this.#would));
  /** Tiles that would flip. */
  flips = $derived.by(() =>
    this.#turn.marked
      ? this.#would.flatMap((event) => (event.type === "flipped" ? event.tiles : []))
      : [],
  );
  /** Tiles that would come to lie so. */
  changed = $derived.by(() => (this.#turn.marked ? this.#would.flatMap(movedBy) : []));
  /** The tile that is being turned. */
  turning = $derived.by(() => (this.#turn.ways.length > 1 ? (this.changed[0] ?? null) : null));
  /** What would lie on a cell that can be chosen. */
  ghost = $derived.by(() => {
    const { now } = this.#given();
    const view = viewOf(now);
    const { placing, steps } = this.#turn;
    const moving = steps.filter((option) => option.type === "choose").at(-1);
    const held = view.hands[now.seat ?? 1]?.some((tile) => tile.key === placing);
    const key = held ? placing : moving?.type === "choose" ? moving.tile : null;
    return key ? (allTiles(view).get(key) ?? null) : null;
  });

  constructor(given: () => BoardProps, turn: Turn) {
    this.#given = given;
    this.#turn = turn;
    $effect(() => {
      const { choosing } = this.#given();
      const told = choosing.outlook?.happenings.map(eventOf);
      if (told) this.#seen = told;
      else if (!choosing.chosen) this.#seen = [];
    });
  }
}

function movedBy(event: SellswordsEvent): string[] {
  if (event.type === "placed" || event.type === "moved" || event.type === "rotated")
    return [event.tile];
  return event.type === "swapped" ? event.tiles : [];
}
