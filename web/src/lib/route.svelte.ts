/** Where in the app this browser is. The invitation's code stays in the fragment, unseen by any server log. */
export type Route =
  | { page: "home" }
  | { page: "you" }
  | { page: "rules"; game: string }
  | { page: "cards"; game: string }
  | { page: "lesson"; game: string }
  | { page: "replay"; table: string; number: number }
  | { page: "table"; table: string }
  | { page: "join"; table: string; code: string };

export function readRoute(hash: string): Route {
  const [page, table, code] = hash.replace(/^#\/?/, "").split("/").map(readable);
  if (page === "you") return { page: "you" };
  if (page === "rules" && table) return { page: "rules", game: table };
  if (page === "cards") return { page: "cards", game: table ?? "" };
  if (page === "lesson" && table) return { page: "lesson", game: table };
  // Without a number it is the newest game of the table.
  if (page === "replay" && table) return { page: "replay", table, number: Number(code) || 0 };
  if (page === "t" && table) return { page: "table", table };
  // Without a code it is a table that anybody may join.
  if (page === "join" && table) return { page: "join", table, code: code ?? "" };
  return { page: "home" };
}

function readable(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}

export const rulesHash = (game: string): string => `#/rules/${encodeURIComponent(game)}`;
/** The owner's cards of a game, or of all of them. */
export const cardsHash = (game = ""): string =>
  game ? `#/cards/${encodeURIComponent(game)}` : "#/cards";
export const lessonHash = (game: string): string => `#/lesson/${encodeURIComponent(game)}`;
export const replayHash = (table: string, number = 0): string =>
  `#/replay/${encodeURIComponent(table)}${number ? `/${number}` : ""}`;
export const tableHash = (table: string): string => `#/t/${encodeURIComponent(table)}`;
export const joinHash = (table: string, code = ""): string =>
  `#/join/${encodeURIComponent(table)}${code ? `/${encodeURIComponent(code)}` : ""}`;
export const YOU_HASH = "#/you";

class Location {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = readRoute(location.hash)));
  }
}

export const here = new Location();
