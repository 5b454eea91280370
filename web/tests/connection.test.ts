import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { delayBefore } from "../src/lib/backoff";
import { Connection, type Link } from "../src/lib/connection";
import { HALTED, NO_TABLE } from "../src/lib/protocol";
import { FakeSocket, fakeSockets, newest } from "./sockets";

let links: Link[];
let reasons: string[];
let seen: number;
let connection: Connection;

beforeEach(() => {
  fakeSockets();
  links = [];
  reasons = [];
  seen = 0;
  connection = new Connection("ws://test/ws/T", {
    greeting: () => ({ type: "hello", seen }),
    receive: () => (seen += 1),
    changed: (link, reason) => {
      links.push(link);
      reasons.push(reason);
    },
  });
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function visibility(state: string): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state as DocumentVisibilityState);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("says hello first, with what was seen", () => {
  expect(newest().accept().sent).toEqual([{ type: "hello", seen: 0 }]);
  expect(links).toEqual(["open"]);
});

test("comes back by itself and says what it has seen by then", () => {
  newest().accept().say({});
  newest().cut();
  expect(links).toEqual(["open", "lost"]);
  vi.advanceTimersByTime(250);
  expect(FakeSocket.all).toHaveLength(2);
  expect(newest().accept().sent).toEqual([{ type: "hello", seen: 1 }]);
  expect(links.at(-1)).toBe("open");
});

test("waits longer and longer, but never very long, and not all for the same time", () => {
  expect(delayBefore(0, () => 0)).toBe(125);
  expect(delayBefore(0, () => 1)).toBe(250);
  expect(delayBefore(3, () => 1)).toBe(2000);
  expect(delayBefore(50, () => 1)).toBe(5000);
  for (let attempt = 0; attempt < 10; attempt++) {
    newest().cut();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    expect(FakeSocket.all).toHaveLength(attempt + 2);
    expect(Date.now() - before).toBeLessThanOrEqual(Math.min(5000, 250 * 2 ** attempt));
  }
});

test("a handshake that hangs is given up", () => {
  vi.advanceTimersByTime(5000 + 250);
  expect(FakeSocket.all).toHaveLength(2);
});

test("does not wait when the network is back", () => {
  newest().accept();
  dispatchEvent(new Event("offline"));
  expect(links.at(-1)).toBe("offline");
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  newest().accept();
  expect(links.at(-1)).toBe("open");
});

test("does not trust a line after a sleep, but does after a glance elsewhere", () => {
  newest().accept();
  visibility("hidden");
  vi.advanceTimersByTime(1000);
  visibility("visible");
  expect(FakeSocket.all).toHaveLength(1);
  visibility("hidden");
  vi.advanceTimersByTime(6000);
  visibility("visible");
  expect(FakeSocket.all).toHaveLength(2);
});

test("an old socket is not heard any more", () => {
  const old = newest().accept();
  connection.retryNow();
  old.say({});
  old.cut();
  expect(seen).toBe(0);
  expect(FakeSocket.all).toHaveLength(2);
});

test("gives up where there is no such table", () => {
  newest().accept().cut(NO_TABLE);
  vi.advanceTimersByTime(60_000);
  expect(links.at(-1)).toBe("none");
  expect(FakeSocket.all).toHaveLength(1);
});

test("gives up where a table was stopped, and keeps why", () => {
  newest().accept().cut(HALTED, "This table was stopped: Evil failed");
  vi.advanceTimersByTime(60_000);
  expect(links.at(-1)).toBe("none");
  expect(reasons.at(-1)).toBe("This table was stopped: Evil failed");
  expect(FakeSocket.all).toHaveLength(1);
});

test("sends nothing while the line is down", () => {
  expect(connection.send({ type: "resign", key: "k" })).toBe(false);
  newest().accept();
  expect(connection.send({ type: "resign", key: "k" })).toBe(true);
});

test("asks after a silence whether anybody is there, and does not trust a line that is dead", () => {
  newest().accept();
  vi.advanceTimersByTime(15_000);
  expect(newest().of("ping")).toHaveLength(1);
  newest().say({ type: "reply" });
  vi.advanceTimersByTime(14_000);
  expect(links.at(-1)).toBe("open");
  vi.advanceTimersByTime(1000 + 6000);
  expect(newest().of("ping")).toHaveLength(2);
  expect(links.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a machine that slept makes a new line at once", () => {
  newest().accept();
  vi.setSystemTime(Date.now() + 600_000);
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.all).toHaveLength(2);
});
