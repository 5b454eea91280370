import type {
  BotToken,
  CardCheck,
  CardFile,
  CardFileInfo,
  CardText,
  Device,
  DeviceCode,
  FinishedGame,
  GameInfo,
  Join,
  KeepCards,
  LanAddress,
  LessonAsk,
  LessonInfo,
  LessonReply,
  Me,
  NewBot,
  NewTable,
  OwnBot,
  Problem,
  Removal,
  Replay,
  Rules,
  SeatBot,
  SetName,
  TableInfo,
  TableLink,
  UseCode,
  Webhook,
  WebhookInfo,
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

/** Whether what was asked for is not there, so that asking again would not help. */
export const isLost = (error: unknown): boolean =>
  error instanceof RequestError && error.code === "not_found";

async function request<T>(path: string, body?: object, method = "POST"): Promise<T> {
  let answer: Response;
  try {
    const headers = { "Accept-Language": language };
    answer = await fetch(
      path,
      body
        ? {
            method,
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
    problem?.text ? sentence(problem.text) : t.refused(answer.status),
  );
}

/** What the server says in passing, as it stands on a page. */
const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** The same, where the address of a page is all that can be wrong. */
async function page<T>(path: string): Promise<T> {
  try {
    return await request<T>(path);
  } catch (error) {
    throw isLost(error) ? new RequestError("not_found", t.noPage) : error;
  }
}

const at = (table: string): string => `/api/v1/tables/${encodeURIComponent(table)}`;

export const me = (): Promise<Me> => request("/api/v1/me");
export const setName = (body: SetName): Promise<Me> => request("/api/v1/me", body);
export const games = (): Promise<GameInfo[]> => request("/api/v1/games");
export const rules = (game: string): Promise<Rules> =>
  page(`/api/v1/games/${encodeURIComponent(game)}/rules`);
const lessonOf = (game: string): string => `/api/v1/games/${encodeURIComponent(game)}/lesson`;
export const lesson = (game: string): Promise<LessonInfo> => page(lessonOf(game));
/** What is said in a lesson; nothing is kept of it. */
export const tryLesson = (game: string, ask: LessonAsk): Promise<LessonReply> =>
  request(lessonOf(game), ask);
export const tables = (): Promise<TableInfo[]> => request("/api/v1/tables");
export const newTable = (body: NewTable): Promise<TableLink> => request("/api/v1/tables", body);
export const join = (table: string, body: Join): Promise<TableLink> =>
  request(`${at(table)}/join`, body);
/** What an invitation leads to, before a seat is taken. */
export const invitation = (table: string, body: Join): Promise<TableInfo> =>
  request(`${at(table)}/invitation`, body);
export const finishedGames = (table: string): Promise<FinishedGame[]> => page(`${at(table)}/games`);
export const replay = (
  table: string,
  number: number,
  view: string,
  first: number,
  columns: number,
): Promise<Replay> =>
  request(`${at(table)}/games/${number}?view=${view}&first=${first}&columns=${columns}`);
export const recordAddress = (table: string, number: number): string =>
  `${at(table)}/games/${number}/record`;
export const fileAddress = (table: string, number: number): string =>
  `${at(table)}/games/${number}/file?language=${language}`;
/** The same file as text, to be changed before it is kept; and how it is called. */
export async function fileText(table: string, number: number): Promise<[name: string, string]> {
  const answer = await fetch(fileAddress(table, number)).catch(() => null);
  if (!answer) throw new RequestError("unreachable", t.unreachable);
  if (!answer.ok) throw new RequestError(String(answer.status), t.refused(answer.status));
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  return [named?.[1] ?? "halfturn.html", await answer.text()];
}
export const lan = (): Promise<LanAddress> => request("/api/v1/lan");
export const openLan = (): Promise<LanAddress> => request("/api/v1/lan", {});

export const lobby = (): Promise<TableInfo[]> => request("/api/v1/lobby");
export const leave = (table: string): Promise<TableInfo> => request(`${at(table)}/leave`, {});
/** A new invitation, which voids the one before; for the owner of the table. */
export const newInvitation = (table: string): Promise<TableLink> =>
  request(`${at(table)}/invitation/new`, {});
/** Remove a person from the table; for its owner. */
export const removePerson = (table: string, body: Removal): Promise<TableLink> =>
  request(`${at(table)}/remove`, body);
const DEVICES = "/api/v1/me/devices";
export const devices = (): Promise<Device[]> => request(DEVICES);
export const signOut = (device: string): Promise<Device[]> =>
  request(`${DEVICES}/${encodeURIComponent(device)}`, {}, "DELETE");
export const signOutOthers = (): Promise<Device[]> => request(DEVICES, {}, "DELETE");
export const newCode = (): Promise<DeviceCode> => request("/api/v1/me/code", {});
export const useCode = (body: UseCode): Promise<Me> => request("/api/v1/me/device", body);
export const webhook = (): Promise<WebhookInfo> => request("/api/v1/me/webhook");
export const setWebhook = (body: Webhook): Promise<WebhookInfo> =>
  request("/api/v1/me/webhook", body);
export const bots = (): Promise<OwnBot[]> => request("/api/v1/me/bots");
export const makeBot = (body: NewBot): Promise<BotToken> => request("/api/v1/me/bots", body);
export const dropBot = (bot: string): Promise<OwnBot[]> =>
  request(`/api/v1/me/bots/${encodeURIComponent(bot)}`, {}, "DELETE");
export const seatBot = (table: string, body: SeatBot): Promise<TableLink> =>
  request(`${at(table)}/bots`, body);
export const forgetMe = (): Promise<Me> => request("/api/v1/me", {}, "DELETE");
export const MY_DATA = "/api/v1/me/data";
const cardsAt = (game: string): string => `/api/v1/cards/${encodeURIComponent(game)}`;

export const cardFiles = (): Promise<CardFileInfo[]> => request("/api/v1/cards");
export const cardFile = (game: string): Promise<CardFile> => page(cardsAt(game));
export const checkCards = (game: string, body: CardText): Promise<CardCheck> =>
  request(`${cardsAt(game)}/check`, body);
export const keepCards = (game: string, body: KeepCards): Promise<CardFile> =>
  request(cardsAt(game), body);
export const dropCards = (game: string, mark: string): Promise<CardFile> =>
  request(`${cardsAt(game)}?mark=${encodeURIComponent(mark)}`, {}, "DELETE");
export const cardFileAddress = (game: string): string => `${cardsAt(game)}/file`;

/** Where the WebSocket of a table is. */
export function socketUrl(table: string): string {
  const url = new URL(`/ws/${encodeURIComponent(table)}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  return url.href;
}
