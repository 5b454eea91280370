import * as api from "./api";
import type { Replay, ReplayStep, Update } from "./protocol";
import { Table } from "./table.svelte";

const CHANCE = -1;

/** A finished game, shown on the board that it was played on: a table where nothing is asked. */
export class Replaying extends Table {
  override readonly replaying = true;
  /** The steps at which there is something to see: all that was dealt together is one. */
  stops = $state.raw<number[]>([0]);
  at = $state(0);

  #game: Replay;
  #viewer: number | null;

  constructor(game: Replay, viewer: number | null) {
    super(`replay.${game.table}`);
    this.#game = game;
    this.#viewer = viewer;
    this.stops = stopsOf(game.steps);
    this.go(0);
  }

  /** Show what there was at one of the stops. */
  go(to: number): void {
    const before = this.at;
    this.at = Math.max(0, Math.min(to, this.stops.length - 1));
    const steps = this.#game.steps.slice(0, (this.stops[this.at] ?? 0) + 1);
    const happened = steps.map((step) => step.happenings);
    this.log = happened.flat().map((each, id) => ({ ...each, id }));
    // Forwards by one it moves as it did in the game; a leap just shows where it leads.
    const from = this.at === before + 1 ? (this.stops[before] ?? 0) + 1 : steps.length;
    this.fresh = happened.slice(from).flat();
    this.now = this.#update(steps.length - 1);
  }

  #update(step: number): Update {
    const { table, game, title, names, sides, result, steps } = this.#game;
    const { commitment, secret, contributions, deal, voids, breakdown = [] } = this.#game;
    const last = step === steps.length - 1;
    const next = steps[step + 1]?.seat;
    return {
      type: "update",
      ...{ table, game, title, sides, version: step, whole: true },
      status: last && result.resigned !== null ? "over" : "playing",
      // Nobody is asked here, so nobody is told that it is their turn.
      seats: names.map((name) => ({ kind: "person", name, here: true, you: false })),
      seat: this.#viewer,
      yours: [],
      view: steps[step]?.views[0] ?? {},
      drawing: steps[step]?.drawing ?? null,
      asked: typeof next === "number" && next !== CHANCE ? [next] : [],
      question: null,
      ...{ kept: [], happenings: [], invite: null },
      series: { game: result.number, games: 1, totals: result.scores, winners: result.winners },
      resigned: last ? result.resigned : null,
      fair: { commitment, secret, contributions, deal, voids },
      breakdown: last ? breakdown : [],
    };
  }
}

/** How many characters of drawn text fit into a line, about: what is wider is scrolled. */
export function columnsHere(): number {
  const [room, letter] = innerWidth < 480 ? [innerWidth - 70, 8] : [innerWidth - 470, 10];
  return Math.max(30, Math.min(Math.floor(room / letter), 100));
}

/** Where a replay halts: before every answer of a person, and at the end. */
export function stopsOf(steps: ReplayStep[]): number[] {
  return steps.flatMap((_, index) => (steps[index + 1]?.seat === CHANCE ? [] : [index]));
}

/** A finished game with all its steps, through somebody's eyes. */
export async function readReplay(
  table: string,
  number: number,
  view: string,
  /** How wide a game is to be drawn in text, by its name; 0 where it has a board. */
  columnsFor: (game: string) => number,
  /** Told how much of it has come. */
  onprogress: (steps: number, all: number) => void = () => {},
): Promise<Replay> {
  let game = await api.replay(table, number, view, 0, 0);
  const columns = columnsFor(game.game);
  if (columns > 0) game = await api.replay(table, number, view, 0, columns);
  const steps = [...game.steps];
  while (steps.length <= game.result.steps) {
    const more = (await api.replay(table, number, view, steps.length, columns)).steps;
    if (more.length === 0) break;
    steps.push(...more);
    onprogress(steps.length, game.result.steps + 1);
  }
  return { ...game, steps };
}
