import type { FromServer, Happening, Replay, Seat, Update } from "./protocol";

const STORED = "halfturn.called";
/** Tables that this browser remembers; of older ones it says what the server does. */
const MOST = 50;

type Tables = [table: string, names: string[]][];

function stored(): Tables {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(found) ? (found as Tables) : [];
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

/** Keep what the people on this screen are called, by seat; nobody but this browser knows. */
export function keepNames(table: string, names: string[]): void {
  if (!names.some(Boolean)) return;
  try {
    const tables: Tables = [...stored(), [table, names]];
    localStorage.setItem(STORED, JSON.stringify(tables.slice(-MOST)));
  } catch {
    return; // they are called as the server does
  }
}

/** Forget them all, as somebody does who wants to be forgotten. */
export function forgetNames(): void {
  try {
    localStorage.removeItem(STORED);
  } catch {
    return;
  }
}

/** Whether people at a table are called otherwise here than the server calls them. */
export const hasNames = (table: string): boolean => keptNames(table).length > 0;

function keptNames(table: string): string[] {
  const names: unknown = stored().find((each) => Array.isArray(each) && each[0] === table)?.[1];
  return Array.isArray(names) ? names.map(String) : [];
}

interface Call {
  seat: number;
  from: RegExp;
  to: string;
}

/** How the seats are called here, of those that this screen plays. */
function callsOf(kept: string[], names: string[], here: (seat: number) => boolean): Call[] {
  const others = names.filter((_, seat) => !here(seat));
  return names.flatMap((name, seat) => {
    const to = here(seat) ? kept[seat] : "";
    // Two of the same name could not be told apart.
    return name && to && !others.includes(to) ? [{ seat, from: whole(name), to }] : [];
  });
}

const renamed = (calls: Call[], name: string, seat: number): string =>
  calls.find((call) => call.seat === seat)?.to ?? name;

const reworded = (calls: Call[], words: string): string =>
  calls.reduce((text, { from, to }) => text.replace(from, () => to), words);

const retold = (calls: Call[], list: Happening[]): Happening[] =>
  list.map((each) => ({ ...each, words: reworded(calls, each.words) }));

/** The seats of a table in a list, as people at this screen are called. */
export function calledSeats(table: string, seats: Seat[]): Seat[] {
  const kept = keptNames(table);
  const names = seats.map((seat) => seat.name);
  const calls = callsOf(kept, names, (seat) => Boolean(kept[seat]));
  return seats.map((each, seat) => ({ ...each, name: renamed(calls, each.name, seat) }));
}

/** A finished game, with the same names in all that is told of it. */
export function calledReplay(game: Replay): Replay {
  const kept = keptNames(game.table);
  if (kept.length === 0) return game;
  const calls = callsOf(kept, game.names, (seat) => Boolean(kept[seat]));
  const steps = game.steps.map((step) => ({
    ...step,
    happenings: retold(calls, step.happenings),
  }));
  const names = game.names.map((name, seat) => renamed(calls, name, seat));
  return { ...game, names, steps };
}

/**
 * Calls the seats that one person holds by the names of those who play them here.
 *
 * The server knows one person and numbers the seats ("Ada 2"); who else sits before this screen
 * is nobody's business but theirs, so their names stay here and are put in as things arrive.
 */
export class Called {
  #names: string[];
  #calls: Call[] = [];

  constructor(table: string) {
    this.#names = keptNames(table);
  }

  read(message: FromServer): FromServer {
    if (this.#names.length === 0) return message;
    if (message.type === "update") return this.#update(message);
    if (message.type === "preview")
      return { ...message, happenings: retold(this.#calls, message.happenings) };
    if (message.type === "hint")
      return {
        ...message,
        hints: message.hints.map((hint) => ({ ...hint, words: reworded(this.#calls, hint.words) })),
      };
    return message;
  }

  #update(update: Update): Update {
    const { yours } = update;
    const names = update.seats.map((seat) => seat.name);
    const here = (seat: number): boolean => yours.length > 1 && yours.includes(seat);
    this.#calls = callsOf(this.#names, names, here);
    const seats = update.seats.map((each, seat) => ({
      ...each,
      name: renamed(this.#calls, each.name, seat),
    }));
    return { ...update, seats, happenings: retold(this.#calls, update.happenings) };
  }
}

/** A name where it is not a part of another word. */
function whole(name: string): RegExp {
  const letters = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, "gu");
}
