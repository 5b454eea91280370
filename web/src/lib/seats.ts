import type { Seat, Update } from "./protocol";
import { t } from "../texts";

export const letter = (seat: number): string => "ABCDEFGH"[seat] ?? "?";

/** What to call a seat. */
export function seatName(seats: Seat[], seat: number): string {
  return seats[seat]?.name || t.seat(letter(seat));
}

/** The seat that is asked now, as everybody can see; null between games and in the deal. */
export function toDecide(update: Update): number | null {
  const seat = update.view["to_decide"];
  return typeof seat === "number" && seat >= 0 ? seat : null;
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
