import type { FromServer, Happening, Update } from "./protocol";

const stored = (table: string): string => `halfturn.called.${table}`;

/** Keep what the people on this screen are called, by seat, as long as this tab is open. */
export function keepNames(table: string, names: string[]): void {
  try {
    if (names.some(Boolean)) sessionStorage.setItem(stored(table), JSON.stringify(names));
  } catch {
    return; // storage may be forbidden: they are called as the server does
  }
}

function keptNames(table: string): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(stored(table)) ?? "[]");
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

/**
 * Calls the seats that one person holds by the names of those who play them here.
 *
 * The server knows one person and numbers the seats ("Ada 2"); who else sits before this screen
 * is nobody's business but theirs, so their names stay here and are put in as things arrive.
 */
export class Called {
  #names: string[];
  #calls: { seat: number; from: RegExp; to: string }[] = [];

  constructor(table: string) {
    this.#names = keptNames(table);
  }

  read(message: FromServer): FromServer {
    if (this.#names.length === 0) return message;
    if (message.type === "update") return this.#update(message);
    if (message.type === "preview")
      return { ...message, happenings: this.#happenings(message.happenings) };
    if (message.type === "hint")
      return {
        ...message,
        hints: message.hints.map((hint) => ({ ...hint, words: this.#words(hint.words) })),
      };
    return message;
  }

  #update(update: Update): Update {
    const others = update.seats.filter((_, seat) => !update.yours.includes(seat));
    this.#calls =
      update.yours.length < 2
        ? []
        : update.yours.flatMap((seat) => {
            const [from, to] = [update.seats[seat]?.name, this.#names[seat]];
            // Two of the same name could not be told apart.
            const free = to && others.every((other) => other.name !== to);
            return from && to && free ? [{ seat, from: whole(from), to }] : [];
          });
    const seats = update.seats.map((each, seat) => {
      const call = this.#calls.find((one) => one.seat === seat);
      return call ? { ...each, name: call.to } : each;
    });
    return { ...update, seats, happenings: this.#happenings(update.happenings) };
  }

  #happenings(list: Happening[]): Happening[] {
    return list.map((each) => ({ ...each, words: this.#words(each.words) }));
  }

  #words(words: string): string {
    return this.#calls.reduce((text, { from, to }) => text.replace(from, () => to), words);
  }
}

/** A name where it is not a part of another word. */
function whole(name: string): RegExp {
  const letters = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, "gu");
}
