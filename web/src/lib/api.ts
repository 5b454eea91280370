import type {
  FinishedGame,
  GameInfo,
  Join,
  LanAddress,
  Me,
  NewTable,
  Problem,
  Replay,
  Rules,
  SetName,
  TableInfo,
  TableLink,
} from "./protocol";
import { language } from "./language";
import { t } from "../texts";

/** A request that was refused or did not arrive; its message is for people. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function request<T>(path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    const headers = { "Accept-Language": language };
    answer = await fetch(
      path,
      body
        ? {
            method: "POST",
            headers: { ...headers, "Content-Type": "application/json" },
            body: JSON.stringify(body),
          }
        : { headers },
    );
  } catch {
    throw new RequestError("unreachable", t.unreachable);
  }
  const value: unknown = await answer.json().catch(() => null);
  if (answer.ok && value !== null) return value as T;
  const problem = value as Partial<Problem> | null;
  throw new RequestError(
    problem?.code ?? String(answer.status),
    problem?.text ?? t.refused(answer.status),
  );
}

const at = (table: string): string => `/api/v1/tables/${encodeURIComponent(table)}`;

export const me = (): Promise<Me> => request("/api/v1/me");
export const setName = (body: SetName): Promise<Me> => request("/api/v1/me", body);
export const games = (): Promise<GameInfo[]> => request("/api/v1/games");
export const rules = (game: string): Promise<Rules> =>
  request(`/api/v1/games/${encodeURIComponent(game)}/rules`);
export const tables = (): Promise<TableInfo[]> => request("/api/v1/tables");
export const newTable = (body: NewTable): Promise<TableLink> => request("/api/v1/tables", body);
export const join = (table: string, body: Join): Promise<TableLink> =>
  request(`${at(table)}/join`, body);
export const finishedGames = (table: string): Promise<FinishedGame[]> =>
  request(`${at(table)}/games`);
export const replay = (
  table: string,
  number: number,
  view: string,
  first: number,
): Promise<Replay> => request(`${at(table)}/games/${number}?view=${view}&first=${first}`);
export const recordAddress = (table: string, number: number): string =>
  `${at(table)}/games/${number}/record`;
export const lan = (): Promise<LanAddress> => request("/api/v1/lan");
export const openLan = (): Promise<LanAddress> => request("/api/v1/lan", {});

/** Where the WebSocket of a table is. */
export function socketUrl(table: string): string {
  const url = new URL(`/ws/${encodeURIComponent(table)}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  return url.href;
}
