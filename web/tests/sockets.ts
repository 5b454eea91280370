import { vi } from "vitest";
import type { Update } from "../src/lib/protocol";

/** A WebSocket that the test answers for. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];

  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  // ---- what the test does ----

  accept(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((each) => each["type"] === type);
  }
}

/** The socket that was opened last. */
export function newest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("expected a socket to have been opened");
  return socket;
}

export function fakeSockets(): void {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
}

/** An update of a table where seat 0, ours, is asked. */
export function update(version: number, more: Partial<Update> = {}): Update & { type: "update" } {
  return {
    type: "update",
    table: "T",
    game: "swirling-heroes",
    title: "Swirling Heroes",
    version,
    whole: false,
    status: "playing",
    seats: [
      { kind: "person", name: "Ann", here: true, you: true },
      { kind: "bot", name: "Greedy", here: true, you: false },
    ],
    seat: 0,
    yours: [0],
    sides: [[0], [1]],
    view: { to_decide: 0, scores: [0, 0], winners: [] },
    question: {
      token: `t${version}`,
      kind: "place",
      words: "",
      choices: [{ text: "0123@0,0", option: { type: "place", card: "0123", x: 0, y: 0 } }],
    },
    asked: [0],
    kept: [],
    happenings: [{ event: { type: "placed" }, words: `Version ${version}.` }],
    series: { game: 1, games: 2, totals: [0, 0], winners: [] },
    resigned: null,
    invite: null,
    fair: null,
    ...more,
  } as Update & { type: "update" };
}

export const whole = (version: number, more: Partial<Update> = {}): Update =>
  update(version, { whole: true, ...more });
