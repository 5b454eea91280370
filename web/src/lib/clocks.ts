import type { Clock, ClockState } from "./protocol";

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

// ---- what is agreed before a game ----

/** The ways of timing that have words of their own; the rest is given in numbers. */
export const TIMINGS: Record<string, Clock> = {
  quick: { bank: 10 * MINUTE, increment: 5 },
  calm: { bank: 30 * MINUTE, increment: 10 },
  day: { per_move: DAY },
  days: { per_move: 3 * DAY, holidays: 7 },
};

/** A clock in a person's own numbers. */
export interface OwnClock {
  kind: "game" | "move";
  amount: number;
  unit: number;
  increment: number;
  holidays: number;
}

/** The clock that is asked for; holidays make sense only where moves have days. */
export function ownClock(own: OwnClock): Clock {
  const seconds = Math.round(own.amount * own.unit);
  if (own.kind === "game") return { bank: seconds, increment: Math.round(own.increment) };
  if (seconds < DAY) return { per_move: seconds };
  return { per_move: seconds, holidays: Math.round(own.holidays) };
}

// ---- clocks that run ----

/** The clocks as they were told, and when this browser heard of it. */
export interface Heard extends ClockState {
  at: number;
}

export interface Left {
  /** Milliseconds. */
  left: number;
  /** Of holidays: as long as there is some, the clock stands. */
  rest: number;
  runs: boolean;
}

/** What a seat has left at a moment of this browser's own clock. */
export function leftAt(heard: Heard, seat: number, now: number): Left {
  const passed = heard.passed + Math.max(0, now - heard.at);
  const rest = heard.rest[seat] ?? 0;
  const left = heard.left[seat] ?? 0;
  const asked = heard.running.includes(seat);
  if (!asked) return { left, rest: Math.max(0, rest - passed), runs: false };
  return {
    left: Math.max(0, left - Math.max(0, passed - rest)),
    rest: Math.max(0, rest - passed),
    runs: passed >= rest,
  };
}

/** Seconds at which somebody is told that time gets short, the first ones first. */
const WARNINGS = [HOUR, 5 * MINUTE, MINUTE, 20];

/** The warning that was due last with so much left of a clock that began with `all`; 0: none. */
export function warning(left: number, all: number): number {
  const due = WARNINGS.filter((each) => left <= each * 1000 && each * 1000 <= all / 4);
  return due.at(-1) ?? 0;
}

/** A clock in figures: 2 d 3 h, 1:02:03, 4:05. Whoever has something left is not shown 0:00. */
export function figures(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 2 * DAY) {
    const hours = Math.floor(seconds / HOUR);
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  }
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const minutes = Math.floor(seconds / MINUTE);
  if (seconds >= HOUR)
    return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
