import type { Clock, Seat, Update } from "./protocol";
import { t } from "../texts";

export const letter = (seat: number): string => "ABCDEFGH"[seat] ?? "?";

/** What to call a seat. */
export function seatName(seats: Seat[], seat: number): string {
  return seats[seat]?.name || t.seat(letter(seat));
}

/** Several names as one says them: with commas, and a word before the last. */
export function together(names: string[]): string {
  const before = names.slice(0, -1).join(", ");
  const last = names.at(-1) ?? "";
  return before ? before + t.and + last : last;
}

/** Whom everybody is waiting for, in words, for somebody who has nothing to answer now. */
export function waitingWords(update: Update): string {
  if (update.status === "waiting") return t.waiting;
  const names = update.asked.map((seat) => seatName(update.seats, seat));
  const [only] = update.asked;
  if (only === undefined) return t.dealing;
  if (names.length > 1 || update.kept.length > 0) return t.choosing(together(names));
  const name = names[0] ?? "";
  return update.seats[only]?.kind === "bot" ? t.thinkingBot(name) : t.thinking(name);
}

/** A list of numbers in a view, one for each seat. */
export function numbers(update: Update, field: "scores" | "winners"): number[] {
  const value = update.view[field];
  return Array.isArray(value) ? (value as number[]) : [];
}

/** Whether the game that is shown has ended, by its rules or because somebody gave up. */
export function gameOver(update: Update): boolean {
  if (update.status === "waiting") return false;
  if (update.status === "over" || update.resigned !== null) return true;
  return "to_decide" in update.view && update.view["to_decide"] === null;
}

/** Whether the viewer owns the table: then they can make a new invitation and remove people. */
export const ownsTable = (update: Update): boolean =>
  update.yours.some((seat) => update.seats[seat]?.owner);

/** Whether people can be removed and sit down: before the first game, and between games. */
export const betweenGames = (update: Update): boolean =>
  update.status === "waiting" || gameOver(update);

/** What was agreed about time, in words. */
export function timingWords(clock: Clock): string {
  const { bank = 0, increment = 0, per_move: perMove = 0, holidays = 0, out = "bot" } = clock;
  const how = perMove
    ? t.timingMove(t.duration(perMove), holidays)
    : t.timingBank(t.duration(bank), increment);
  return `${how}. ${t.timingOut(out)}`;
}
